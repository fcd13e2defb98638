"""A header goes with its parent's: number, time, gas limit, fees, difficulty.

**Spec** Yellow Paper, section 4.4.4; EIP-1559 (gas limit and base fee), EIP-3675 (after the merge),
EIP-4844.
**Deviations** py-evm asks after it has executed the block, and not whether more gas is used than the
limit. It compares the difficulty with the one of the block that it would make itself, and of an ommer not
at all.
"""

from typing import Any, ClassVar

from eth._utils.headers import compute_gas_limit_bounds
from eth.abc import BlockHeaderAPI
from eth.constants import POST_MERGE_NONCE, POST_MERGE_OMMERS_HASH
from eth.vm.base import VM
from eth.vm.forks.london.constants import ELASTICITY_MULTIPLIER
from eth.vm.forks.london.headers import calculate_expected_base_fee_per_gas

from ....forks import fork_order
from ...reasons import Reason, Refused
from .blob_schedule import check_excess

_LONDON, _PARIS, _CANCUN = map(fork_order, ("london", "paris", "cancun"))


class HeaderVM(VM):
    """A VM that checks a header against its parent's, an ommer's too."""

    as_of: ClassVar[str]

    @classmethod
    def validate_header(cls, header: BlockHeaderAPI, parent_header: BlockHeaderAPI) -> None:
        """Raise `Refused` if the header does not follow from its parent's."""
        order = fork_order(cls.as_of)
        if order >= _CANCUN:
            state_class: Any = cls.get_state_class()
            schedule = state_class.blob_schedule
            check_excess(header, parent_header, schedule, cls.as_of)
        _check_gas(header, parent_header, has_base_fee=order >= _LONDON)
        _check_place(header, parent_header, cls.extra_data_max_bytes)
        if order >= _PARIS:
            _check_after_merge(header)
        else:
            difficulty = cls.compute_difficulty(parent_header, header.timestamp)
            _check_difficulty(header, difficulty)
        super().validate_header(header, parent_header)


def _check_gas(header: BlockHeaderAPI, parent: BlockHeaderAPI, has_base_fee: bool) -> None:
    # The first block with a base fee has twice its parent's limit, half of which is the new target.
    is_first = has_base_fee and not hasattr(parent, "base_fee_per_gas")
    lowest, highest = compute_gas_limit_bounds(parent.gas_limit * (ELASTICITY_MULTIPLIER if is_first else 1))
    if not lowest <= header.gas_limit <= highest:
        raise Refused(Reason.GAS_LIMIT, f"gas limit {header.gas_limit} is not between {lowest} and {highest}")
    if header.gas_used > header.gas_limit:
        raise Refused(
            Reason.GAS_USED_ABOVE_LIMIT, f"gas used {header.gas_used} is above the limit {header.gas_limit}"
        )
    base_fee = getattr(header, "base_fee_per_gas", None)
    expected = calculate_expected_base_fee_per_gas(parent) if has_base_fee else None
    if base_fee != expected:
        raise Refused(Reason.BASE_FEE, f"base fee is {base_fee}, must be {expected}")


def _check_place(header: BlockHeaderAPI, parent: BlockHeaderAPI, extra_data_size: int) -> None:
    if header.timestamp <= parent.timestamp:
        raise Refused(
            Reason.TIMESTAMP, f"timestamp {header.timestamp} is not after the parent's {parent.timestamp}"
        )
    if header.block_number != parent.block_number + 1:
        raise Refused(
            Reason.BLOCK_NUMBER, f"number {header.block_number} does not follow {parent.block_number}"
        )
    if len(header.extra_data) > extra_data_size:
        raise Refused(
            Reason.EXTRA_DATA_SIZE,
            f"{len(header.extra_data)} bytes of extra data; {extra_data_size} are allowed",
        )


def _check_difficulty(header: BlockHeaderAPI, expected: int) -> None:
    if header.difficulty != expected:
        raise Refused(Reason.DIFFICULTY, f"difficulty is {header.difficulty}, must be {expected}")


def _check_after_merge(header: BlockHeaderAPI) -> None:
    _check_difficulty(header, 0)
    if header.nonce != POST_MERGE_NONCE:
        raise Refused(Reason.NONCE_AFTER_MERGE, f"nonce is 0x{header.nonce.hex()}, must be 0 (EIP-3675)")
    if header.uncles_hash != POST_MERGE_OMMERS_HASH:
        raise Refused(Reason.OMMERS_AFTER_MERGE, "a block after the merge has no ommers (EIP-3675)")
