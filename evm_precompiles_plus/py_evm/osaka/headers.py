"""The gas limit of a new block, by default.

**Spec** EIP-7935. Osaka's header has Prague's fields.
"""

from eth._utils.headers import compute_gas_limit_bounds
from eth.abc import BlockHeaderAPI

from .constants import DEFAULT_GAS_LIMIT


def default_gas_limit(parent: BlockHeaderAPI | None) -> int:
    """Return 60 million, or as close to it as a block on `parent` may come."""
    if parent is None:
        return DEFAULT_GAS_LIMIT
    lowest, highest = compute_gas_limit_bounds(parent.gas_limit)
    return min(max(DEFAULT_GAS_LIMIT, lowest), highest)
