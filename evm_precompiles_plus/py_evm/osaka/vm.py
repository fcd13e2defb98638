"""The virtual machines of Osaka and of the two forks after it that only change the blob schedule.

Their rules are those of `py_evm.rules`: Prague's that py-evm leaves out, and the ones that Osaka adds.
"""

from typing import Any, ClassVar

from eth.abc import BlockHeaderAPI
from eth.vm.forks.prague import PragueVM
from eth.vm.state import BaseState

from ..rules.blocks.blob_schedule import SCHEDULES
from ..rules.table import as_specified
from ..vms import subclass
from .headers import default_gas_limit
from .state import OsakaState


class _Osaka(PragueVM):
    """What of Osaka is no rule of validity: its state, and the gas limit of new blocks."""

    fork = "osaka"
    _state_class: type[BaseState] = OsakaState

    @classmethod
    def create_header_from_parent(  # type: ignore[override]  # py-evm's hints lag behind its headers
        cls, parent_header: BlockHeaderAPI | None, **header_params: Any
    ) -> BlockHeaderAPI:
        """Return the header of a block on `parent_header`, or of a genesis block if that is None.

        `header_params` override the defaults, except the excess blob gas, which follows from the parent.
        Raises `ValidationError` for a value that no valid header has.
        """
        header_params.setdefault("gas_limit", default_gas_limit(parent_header))
        header: BlockHeaderAPI = super().create_header_from_parent(parent_header, **header_params)
        return header


_Specified: Any = as_specified(_Osaka)


def _state_of(fork: str) -> Any:
    return subclass(_Specified.get_state_class(), as_of=fork, blob_schedule=SCHEDULES[fork])


class OsakaVM(_Specified):  # type: ignore[misc]  # the base is made when this is imported
    """The Osaka fork: all of the execution layer's EIPs (EIP-7607), on Prague's block format.

    A chain without the contracts of EIP-7002 and EIP-7251 is accepted, as development chains have none;
    `as_specified(OsakaVM)` is strict.
    """

    _state_class = _state_of("osaka")
    requires_system_contracts: ClassVar[bool] = False


class BPO1VM(OsakaVM):
    """Osaka with the first larger blob schedule (EIP-7892)."""

    fork = as_of = "bpo1"
    _state_class = _state_of("bpo1")


class BPO2VM(OsakaVM):
    """Osaka with the second larger blob schedule (EIP-7892)."""

    fork = as_of = "bpo2"
    _state_class = _state_of("bpo2")
