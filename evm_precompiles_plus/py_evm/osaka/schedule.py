"""Blob parameters by fork, and what follows from them: the blob base fee and the excess blob gas.

**Spec** EIP-4844 (fee market), EIP-7840 and EIP-7892 (schedule and blob-parameter-only forks),
EIP-7918 (reserve price).
**Invariants** Both functions equal the executable spec's (`tests/py_evm/test_osaka_blobs.py`).
"""

from typing import NamedTuple

from eth._utils.calculations import fake_exponential
from eth.abc import BlockHeaderAPI
from eth.vm.forks.cancun.constants import GAS_PER_BLOB, MIN_BLOB_BASE_FEE

from .constants import BLOB_BASE_COST


class BlobSchedule(NamedTuple):
    """Blobs a block aims at, blobs it may hold, and how slowly the fee reacts (larger is slower)."""

    target: int
    max: int
    base_fee_update_fraction: int

    @property
    def max_gas(self) -> int:
        """Blob gas that a block may use."""
        return self.max * GAS_PER_BLOB


OSAKA_BLOBS = BlobSchedule(target=6, max=9, base_fee_update_fraction=5_007_716)
BPO1_BLOBS = BlobSchedule(target=10, max=15, base_fee_update_fraction=8_346_193)
BPO2_BLOBS = BlobSchedule(target=14, max=21, base_fee_update_fraction=11_684_671)


def blob_base_fee(excess_blob_gas: int, schedule: BlobSchedule) -> int:
    """Return the price of one unit of blob gas, in wei."""
    return fake_exponential(MIN_BLOB_BASE_FEE, excess_blob_gas, schedule.base_fee_update_fraction)


def next_excess_blob_gas(parent: BlockHeaderAPI, schedule: BlobSchedule) -> int:
    """Return the excess blob gas of a block on `parent`; `schedule` is the new block's.

    While execution gas is dearer than blob gas the target is not subtracted, so the blob fee cannot
    fall further. A parent from before Cancun counts as one without blobs.
    """
    excess: int = getattr(parent, "excess_blob_gas", 0)
    used: int = getattr(parent, "blob_gas_used", 0)
    target = schedule.target * GAS_PER_BLOB
    if excess + used < target:
        return 0
    reserve_price = BLOB_BASE_COST * (parent.base_fee_per_gas or 0)
    if reserve_price > GAS_PER_BLOB * blob_base_fee(excess, schedule):
        return excess + used * (schedule.max - schedule.target) // schedule.max
    return excess + used - target
