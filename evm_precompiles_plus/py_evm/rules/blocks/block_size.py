"""A block's RLP is no longer than 8,388,608 bytes, from Osaka on.

**Spec** EIP-7934.
"""

import rlp
from eth.abc import BlockAndMetaWitness, BlockAPI, SignedTransactionAPI
from eth.vm.base import VM

from ...reasons import Reason, Refused

# 10 MiB of gossip limit less 2 MiB for the beacon block around the payload.
MAX_BLOCK_RLP_SIZE = 10 * 2**20 - 2 * 2**20


class BlockSizeVM(VM):
    """A VM that measures blocks before it executes them, and after it has made them."""

    def import_block(self, block: BlockAPI) -> BlockAndMetaWitness:
        """Execute a block that somebody else made; raise `Refused` if it is too large."""
        validate_block_size(block)
        return super().import_block(block)

    def validate_block(self, block: BlockAPI) -> None:
        """Raise `Refused` if the block is too large."""
        validate_block_size(block)
        super().validate_block(block)


def validate_block_size(block: BlockAPI) -> None:
    """Refuse a block whose RLP is longer than 8,388,608 bytes."""
    size = rlp_size(block)
    if size > MAX_BLOCK_RLP_SIZE:
        raise Refused(
            Reason.BLOCK_SIZE, f"{size} bytes of RLP are above the {MAX_BLOCK_RLP_SIZE} of EIP-7934"
        )


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
