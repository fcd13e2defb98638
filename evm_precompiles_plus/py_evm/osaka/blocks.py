"""When a block is valid in Osaka, apart from its transactions.

**Spec** EIP-4844 and EIP-7918 (blob gas), EIP-7934 (size). Every rule raises `eth_utils.ValidationError`.
"""

import rlp
from eth.abc import BlockAPI, BlockHeaderAPI, SignedTransactionAPI
from eth.vm.forks.cancun.state import get_total_blob_gas
from eth_utils.exceptions import ValidationError

from .constants import MAX_BLOCK_RLP_SIZE
from .schedule import BlobSchedule, next_excess_blob_gas


def validate_block_size(block: BlockAPI) -> None:
    """Refuse a block whose RLP is longer than 8,388,608 bytes."""
    size = rlp_size(block)
    if size > MAX_BLOCK_RLP_SIZE:
        raise ValidationError(f"{size} bytes of RLP are above the {MAX_BLOCK_RLP_SIZE} of EIP-7934")


def rlp_size(block: BlockAPI) -> int:
    """Return the length of the block's RLP in bytes.

    It is added up: py-evm does not encode a block with a typed transaction that was signed in its process,
    because that has the class of the fork that brought the type.
    """
    transactions = sum(_transaction_size(transaction) for transaction in block.transactions)
    withdrawals = sum(len(rlp.encode(withdrawal)) for withdrawal in block.withdrawals)
    uncles = sum(len(rlp.encode(uncle)) for uncle in block.uncles)
    lists = sum(_with_prefix(payload) for payload in (transactions, uncles, withdrawals))
    return _with_prefix(len(rlp.encode(block.header)) + lists)


def _transaction_size(transaction: SignedTransactionAPI) -> int:
    """A legacy transaction is a list of its own; a typed one is a byte string, which has a prefix."""
    size = len(transaction.encode())
    return size if transaction.type_id is None else _with_prefix(size)


def _with_prefix(payload: int) -> int:
    """Return the length of a list, or of a string of two bytes or more, by the length of what is in it."""
    if payload < 56:
        return 1 + payload
    return 1 + (payload.bit_length() + 7) // 8 + payload


def validate_block_blobs(block: BlockAPI, parent: BlockHeaderAPI, schedule: BlobSchedule) -> None:
    """Check the header's excess blob gas and blob gas used, and that the schedule allows as much."""
    expected = next_excess_blob_gas(parent, schedule)
    if block.header.excess_blob_gas != expected:
        raise ValidationError(f"excess blob gas is {block.header.excess_blob_gas}, must be {expected}")
    used = sum(get_total_blob_gas(transaction) for transaction in block.transactions)
    if used > schedule.max_gas:
        raise ValidationError(f"blob gas {used} is above the {schedule.max_gas} of the block's schedule")
    if block.header.blob_gas_used != used:
        raise ValidationError(f"header has blob gas {block.header.blob_gas_used}; transactions use {used}")
