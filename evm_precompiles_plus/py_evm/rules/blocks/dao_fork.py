"""Homestead with and without the DAO fork.

**Spec** EIP-779. **Deviations** py-evm's HomesteadVM works only where its users say at which block the
fork is, or that there is none; and it checks the extra data of the ten blocks on its mainnet chain only.
"""

from functools import lru_cache

from eth.abc import BlockHeaderAPI, VirtualMachineAPI
from eth.chains.mainnet.constants import DAO_FORK_MAINNET_EXTRA_DATA
from eth.vm.forks.homestead import MetaHomesteadVM
from eth_typing import BlockNumber

from ...reasons import Reason, Refused
from ...vms import pickled_by, subclass

# The blocks, from the fork on, that carry the extra data.
MARKED_BLOCKS = 10


class DaoForkVM(MetaHomesteadVM):
    """A VM without the DAO fork, unless it is configured with the fork's block."""

    @classmethod
    def get_dao_fork_block_number(cls) -> BlockNumber:
        """Return the fork's block; None, which no block's number equals, where there is no fork."""
        return cls._dao_fork_block_number  # type: ignore[return-value]

    @classmethod
    def validate_header(cls, header: BlockHeaderAPI, parent_header: BlockHeaderAPI) -> None:
        """Raise `Refused` if one of the fork's first ten headers has other extra data."""
        super().validate_header(header, parent_header)
        first = cls._dao_fork_block_number
        if not cls.support_dao_fork or first is None:
            return
        marked = first <= header.block_number < first + MARKED_BLOCKS
        if marked and header.extra_data != DAO_FORK_MAINNET_EXTRA_DATA:
            raise Refused(Reason.DAO_EXTRA_DATA, f"extra data of block {header.block_number} at the DAO fork")


@lru_cache(maxsize=64)
def with_dao_fork(vm_class: type[VirtualMachineAPI], number: int) -> type[VirtualMachineAPI]:
    """Return a Homestead VM whose block `number` is the first of the DAO fork."""
    attributes = {"support_dao_fork": True, "_dao_fork_block_number": BlockNumber(number)}
    return pickled_by(subclass(vm_class, **attributes), (with_dao_fork, (vm_class, number)))
