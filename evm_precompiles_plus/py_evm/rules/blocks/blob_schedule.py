"""Blob parameters by fork, and what follows from them: the blob base fee and the excess blob gas.

**Spec** EIP-4844 (fee market), EIP-7691, EIP-7840 and EIP-7892 (schedule and blob-parameter-only forks),
EIP-7918 (reserve price, from Osaka on).
**Deviations** py-evm has one fork's numbers as constants, and calculates a Prague block's with some of
Cancun's.
**Invariants** The functions equal the executable spec's (`tests/py_evm/test_osaka_blobs.py`).
"""

from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from eth._utils.calculations import fake_exponential
from eth._utils.db import get_block_header_by_hash
from eth.abc import BlockAPI, BlockHeaderAPI, VirtualMachineAPI
from eth.vm.base import VM
from eth.vm.forks.cancun.constants import GAS_PER_BLOB, MIN_BLOB_BASE_FEE
from eth.vm.forks.cancun.state import get_total_blob_gas
from eth.vm.state import BaseState

from ....forks import fork_order
from ...reasons import Reason, Refused
from ...vms import pickled_by, subclass

# EIP-7918: the execution gas whose price a blob's gas is compared with.
BLOB_BASE_COST = 2**13

_RESERVE_PRICE = fork_order("osaka")


class BlobSchedule(NamedTuple):
    """Blobs a block aims at, blobs it may hold, and how slowly the fee reacts (larger is slower)."""

    target: int
    max: int
    base_fee_update_fraction: int

    @property
    def max_gas(self) -> int:
        """Blob gas that a block may use."""
        return self.max * GAS_PER_BLOB


SCHEDULES = {
    "cancun": BlobSchedule(target=3, max=6, base_fee_update_fraction=3_338_477),
    "prague": BlobSchedule(target=6, max=9, base_fee_update_fraction=5_007_716),
    "osaka": BlobSchedule(target=6, max=9, base_fee_update_fraction=5_007_716),
    "bpo1": BlobSchedule(target=10, max=15, base_fee_update_fraction=8_346_193),
    "bpo2": BlobSchedule(target=14, max=21, base_fee_update_fraction=11_684_671),
}


def blob_base_fee(excess_blob_gas: int, schedule: BlobSchedule) -> int:
    """Return the price of one unit of blob gas, in wei."""
    return fake_exponential(MIN_BLOB_BASE_FEE, excess_blob_gas, schedule.base_fee_update_fraction)


def next_excess_blob_gas(parent: BlockHeaderAPI, schedule: BlobSchedule, fork: str = "osaka") -> int:
    """Return the excess blob gas of a block of `fork` on `parent`; `schedule` is the new block's.

    From Osaka on, while execution gas is dearer than blob gas the target is not subtracted, so the blob fee
    cannot fall further. A parent from before Cancun counts as one without blobs.
    """
    excess: int = getattr(parent, "excess_blob_gas", 0)
    used: int = getattr(parent, "blob_gas_used", 0)
    target = schedule.target * GAS_PER_BLOB
    if excess + used < target:
        return 0
    if fork_order(fork) >= _RESERVE_PRICE:
        reserve_price = BLOB_BASE_COST * (parent.base_fee_per_gas or 0)
        if reserve_price > GAS_PER_BLOB * blob_base_fee(excess, schedule):
            return excess + used * (schedule.max - schedule.target) // schedule.max
    return excess + used - target


class ScheduledState(BaseState):
    """A state that has its fork's blob parameters."""

    blob_schedule: ClassVar[BlobSchedule]

    @property
    def blob_base_fee(self) -> int:
        """The price of blob gas in this block, in wei; BLOBBASEFEE returns it."""
        return blob_base_fee(self.execution_context.excess_blob_gas or 0, self.blob_schedule)


class ScheduledVM(VM):
    """A VM whose headers follow from the blob parameters that its state class holds."""

    as_of: ClassVar[str]

    @classmethod
    def blob_schedule(cls) -> BlobSchedule:
        """Return the blob parameters."""
        return cls.get_state_class().blob_schedule  # type: ignore[attr-defined, no-any-return]

    @classmethod
    def create_header_from_parent(
        cls, parent_header: BlockHeaderAPI | None, **header_params: Any
    ) -> BlockHeaderAPI:
        """Return the header of a block on `parent_header`, or of a genesis block if that is None."""
        # py-evm's hints lag behind its headers, and genesis blocks have no parent.
        header = super().create_header_from_parent(parent_header, **header_params)  # type: ignore[arg-type]
        if parent_header is None:
            return header
        excess = next_excess_blob_gas(parent_header, cls.blob_schedule(), cls.as_of)
        return header.copy(excess_blob_gas=excess)

    def validate_block_blobs(self, block: BlockAPI) -> None:
        """Raise `Refused` if the header's blob gas is not what the parent, or the transactions, make it."""
        parent = get_block_header_by_hash(block.header.parent_hash, self.chaindb)
        check_excess(block.header, parent, self.blob_schedule(), self.as_of)
        check_used(block, self.blob_schedule())


def check_excess(header: BlockHeaderAPI, parent: BlockHeaderAPI, schedule: BlobSchedule, fork: str) -> None:
    """Refuse another excess blob gas than follows from the parent."""
    expected = next_excess_blob_gas(parent, schedule, fork)
    if header.excess_blob_gas != expected:
        raise Refused(
            Reason.EXCESS_BLOB_GAS, f"excess blob gas is {header.excess_blob_gas}, must be {expected}"
        )


def check_used(block: BlockAPI, schedule: BlobSchedule) -> None:
    """Refuse more blob gas than the schedule has for a block, and another than the transactions use."""
    used = sum(get_total_blob_gas(transaction) for transaction in block.transactions)
    if used > schedule.max_gas:
        raise Refused(
            Reason.BLOB_GAS_ABOVE_LIMIT,
            f"blob gas {used} is above the {schedule.max_gas} of the block's schedule",
        )
    if block.header.blob_gas_used != used:
        raise Refused(
            Reason.BLOB_GAS_USED, f"header has blob gas {block.header.blob_gas_used}; transactions use {used}"
        )


@lru_cache(maxsize=64)
def with_blob_schedule(vm_class: type[VirtualMachineAPI], schedule: BlobSchedule) -> type[VirtualMachineAPI]:
    """Return a specified VM with other blob parameters: a blob-parameter-only fork of any name (EIP-7892)."""
    state_class: Any = vm_class.get_state_class()
    if state_class.blob_schedule == schedule:
        return vm_class
    made = subclass(vm_class, _state_class=subclass(state_class, blob_schedule=schedule))
    return pickled_by(made, (with_blob_schedule, (vm_class, schedule)))
