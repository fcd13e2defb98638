"""The header of a new block: its gas limit by default, and its excess blob gas.

**Spec** EIP-7918, EIP-7935. Osaka's header has Prague's fields.
"""

from typing import Any, cast

from eth._utils.headers import compute_gas_limit_bounds
from eth.abc import BlockHeaderAPI
from eth.vm.forks.prague.headers import create_prague_header_from_parent

from .constants import DEFAULT_GAS_LIMIT
from .schedule import BlobSchedule, next_excess_blob_gas


def create_osaka_header(
    parent: BlockHeaderAPI | None, schedule: BlobSchedule, **fields: Any
) -> BlockHeaderAPI:
    """Return the header of a block on `parent`, or of a genesis block if that is None.

    `fields` override the defaults, except the excess blob gas, which follows from the parent. Raises
    `ValidationError` for a value that no valid header has.
    """
    fields.setdefault("gas_limit", default_gas_limit(parent))
    header = cast(BlockHeaderAPI, create_prague_header_from_parent(parent, **fields))
    if parent is None:
        return header
    return header.copy(excess_blob_gas=next_excess_blob_gas(parent, schedule))


def default_gas_limit(parent: BlockHeaderAPI | None) -> int:
    """Return 60 million, or as close to it as a block on `parent` may come."""
    if parent is None:
        return DEFAULT_GAS_LIMIT
    lowest, highest = compute_gas_limit_bounds(parent.gas_limit)
    return min(max(DEFAULT_GAS_LIMIT, lowest), highest)
