"""The Osaka fork for py-evm."""

from typing import ClassVar

from eth.abc import VirtualMachineAPI
from eth.vm.forks import PragueVM
from eth.vm.forks.prague.computation import PragueComputation
from eth.vm.forks.prague.state import PragueState

from ..adapter import host_table


class OsakaComputation(PragueComputation):
    """Prague's computation with Osaka's precompiles."""

    _precompiles: ClassVar = {**PragueComputation.get_precompiles(), **host_table("osaka")}


class OsakaState(PragueState):
    """Prague's state with Osaka's computation."""

    computation_class = OsakaComputation


class OsakaVM(PragueVM):
    """The Osaka fork."""

    fork = "osaka"
    _state_class = OsakaState


OSAKA_VMS: dict[str, type[VirtualMachineAPI]] = {"osaka": OsakaVM}
