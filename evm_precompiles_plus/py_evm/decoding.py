"""Transactions and blocks from their RLP, part by part, so that a refusal says which part is wrong.

**Spec** EIP-2718 (typed transactions); Yellow Paper, appendix B. A block is [header, transactions,
ommers], from Shanghai on with withdrawals, and its header has as many fields as its fork has.
"""

from typing import Any, NamedTuple

import rlp
from eth.abc import BlockAPI, SignedTransactionAPI, VirtualMachineAPI
from eth.constants import UINT_64_MAX
from eth.exceptions import UnrecognizedTransactionType
from rlp.exceptions import RLPException

from .reasons import Reason, Refused
from .refusals import BLOCK_REFUSALS, causes

# The first byte of what is a transaction's type; larger ones begin a list, which is a legacy transaction.
_HIGHEST_TYPE = 0x7F
# Where a header of any fork has its parent's hash, its number and its time, and the least fields it has.
_HASH_SIZE, _NONCE_SIZE = 32, 8
_PARENT, _NUMBER, _TIMESTAMP, _HEADER_FIELDS = 0, 8, 11, 15


class Position(NamedTuple):
    """Where a block belongs: on which parent, at which number and second."""

    parent_hash: bytes
    number: int
    timestamp: int


def decode_transaction(vm_class: type[VirtualMachineAPI], encoded: bytes) -> SignedTransactionAPI:
    """Return a transaction as the fork has it; raises `Refused`."""
    builder = vm_class.get_transaction_builder()
    try:
        return builder.decode(encoded)
    except BLOCK_REFUSALS as error:
        raise Refused(_fault(vm_class, encoded, error), str(error) or type(error).__name__) from error


def decode_position(encoded: bytes) -> Position:
    """Return what the header of a block of any fork says about its place; raises `Refused`."""
    header = _parts(encoded)[0]
    if not isinstance(header, list) or len(header) < _HEADER_FIELDS:
        raise Refused(Reason.BLOCK_FORMAT, "a block begins with a header of 15 fields or more")
    parent_hash, number, timestamp = header[_PARENT], header[_NUMBER], header[_TIMESTAMP]
    if not all(isinstance(entry, bytes) for entry in (parent_hash, number, timestamp)):
        raise Refused(Reason.BLOCK_FORMAT, "a list where a header has a number")
    return Position(parent_hash, int.from_bytes(number, "big"), int.from_bytes(timestamp, "big"))


def decode_block(vm_class: type[VirtualMachineAPI], encoded: bytes) -> BlockAPI:
    """Return a block as its fork has it; raises `Refused`."""
    try:
        block: BlockAPI = rlp.decode(encoded, vm_class.get_block_class())
    except BLOCK_REFUSALS as error:
        _find_fault(vm_class, _parts(encoded))
        raise Refused(Reason.BLOCK_FORMAT, str(error) or type(error).__name__) from error
    _check_sizes(block)
    return block


def _check_sizes(block: BlockAPI) -> None:
    """Refuse what py-evm decodes though no field is that short, or no number that large (EIP-4895)."""
    for header in (block.header, *block.uncles):
        if len(header.mix_hash) != _HASH_SIZE or len(header.nonce) != _NONCE_SIZE:
            raise Refused(Reason.BLOCK_FORMAT, "a mix hash has 32 bytes and a nonce 8")
    for withdrawal in getattr(block, "withdrawals", ()):
        if max(withdrawal.index, withdrawal.validator_index, withdrawal.amount) > UINT_64_MAX:
            raise Refused(Reason.MALFORMED_BLOCK, f"a number above 2**64 - 1 in {withdrawal!r}")


def _find_fault(vm_class: type[VirtualMachineAPI], parts: list[Any]) -> None:
    """Raise `Refused` if the header, or one of the transactions, is what does not decode."""
    header_class, _, ommers_class, *_ = vm_class.get_block_class()._meta.sedes  # type: ignore[attr-defined]
    try:
        header_class.deserialize(parts[0])
    except BLOCK_REFUSALS as error:
        raise Refused(Reason.BLOCK_FORMAT, f"header of another format: {error}") from error
    if ommers_class.max_length == 0 and parts[2]:
        raise Refused(Reason.OMMERS_AFTER_MERGE, "a block after the merge has no ommers (EIP-3675)")
    for transaction in parts[1]:
        decode_transaction(
            vm_class, transaction if isinstance(transaction, bytes) else rlp.encode(transaction)
        )


def _parts(encoded: bytes) -> list[Any]:
    """Return a block's parts, not decoded further."""
    try:
        parts = rlp.decode(encoded)
    except (RLPException, TypeError) as error:
        raise Refused(Reason.MALFORMED_BLOCK, str(error) or type(error).__name__) from error
    if not isinstance(parts, list) or len(parts) < 3 or not isinstance(parts[1], list):
        raise Refused(Reason.MALFORMED_BLOCK, "a block is a list of header, transactions, ommers")
    return parts


def _fault(vm_class: type[VirtualMachineAPI], encoded: bytes, error: Exception) -> Reason:
    is_typed = bool(encoded) and encoded[0] <= _HIGHEST_TYPE
    knows_types = hasattr(vm_class.get_transaction_builder(), "typed_transaction")
    is_unknown = any(isinstance(cause, UnrecognizedTransactionType) for cause in causes(error))
    if is_typed and (is_unknown or not knows_types):
        return Reason.TRANSACTION_TYPE
    return Reason.MALFORMED_TRANSACTION
