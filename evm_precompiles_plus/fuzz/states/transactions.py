"""Transactions as a block has them: their fields encoded and signed, and now and then signed wrongly.

**Spec** Yellow Paper, appendix F; EIP-155, 2718, 2930, 1559, 4844, 7702.
**Invariants** No host takes part, so that both sides of a comparison decode what neither has encoded.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from eth_hash.auto import keccak

from ...arithmetic.curves.params import SECP256K1
from ...errors import BackendUnavailable

SECP256K1_N = int(SECP256K1.N)
LEGACY, ACCESS_LIST, FEE_MARKET, BLOB, SET_CODE = range(5)
# EIP-155 and what was before it, and two ways to sign that no transaction may have.
PROTECTED, UNPROTECTED, HIGH_S, WRONG_PARITY = "protected", "unprotected", "high s", "wrong parity"
_AUTHORIZATION_MAGIC = b"\x05"

# What RLP encodes.
Item = bytes | int | Sequence[Any]


class Authorization(NamedTuple):
    """A signed tuple of EIP-7702."""

    chain_id: int
    address: bytes
    nonce: int
    y_parity: int
    r: int
    s: int


class Transaction(NamedTuple):
    """A transaction of any type before it is signed; `to` is empty for a creation.

    `gas_price` is the maximal fee where the type has one. An access list is of pairs (address, slots).
    """

    type: int
    key: bytes
    nonce: int
    gas_price: int
    gas: int
    to: bytes
    value: int
    data: bytes
    chain_id: int = 1
    priority_fee: int = 0
    access_list: tuple[tuple[bytes, tuple[int, ...]], ...] = ()
    blob_fee: int = 0
    blob_hashes: tuple[bytes, ...] = ()
    authorizations: tuple[Authorization, ...] = ()
    signing: str = PROTECTED


def rlp(item: Item) -> bytes:
    """Return the recursive length prefix of bytes, a number, or a sequence of such (Yellow Paper, B)."""
    if isinstance(item, int):
        item = item.to_bytes((item.bit_length() + 7) // 8, "big")
    if isinstance(item, bytes):
        return item if len(item) == 1 and item[0] < 0x80 else _prefixed(0x80, item)
    return _prefixed(0xC0, b"".join(map(rlp, item)))


def _prefixed(offset: int, payload: bytes) -> bytes:
    size = len(payload)
    if size < 56:
        return bytes([offset + size]) + payload
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([offset + 55 + len(length)]) + length + payload


@cache
def address_of(key: bytes) -> bytes:
    """Return the account address of a private key."""
    return keccak(_private_key(key).public_key.format(compressed=False)[1:])[12:]


def created_by(address: bytes, nonce: int) -> bytes:
    """Return the address of what an account creates by CREATE, or by its transaction, at this nonce."""
    return keccak(rlp((address, nonce)))[12:]


def created_by_create2(address: bytes, salt: int, initcode: bytes) -> bytes:
    """Return the address of what a contract creates by CREATE2 (EIP-1014)."""
    return keccak(b"\xff" + address + salt.to_bytes(32, "big") + keccak(initcode))[12:]


def authorize(key: bytes, chain_id: int, address: bytes, nonce: int) -> Authorization:
    """Return a tuple that is signed as EIP-7702 asks."""
    digest = keccak(_AUTHORIZATION_MAGIC + rlp((chain_id, address, nonce)))
    return Authorization(chain_id, address, nonce, *_signature(key, digest))


def encoded(transaction: Transaction) -> bytes:
    """Return the signed transaction: a typed one with its type in front."""
    fields = _fields(transaction)
    if transaction.type == LEGACY:
        return rlp((*fields, *_legacy_signature(transaction, fields)))
    prefix = bytes([transaction.type])
    signature = _signature(transaction.key, keccak(prefix + rlp(fields)))
    return prefix + rlp((*fields, *_as_signed(transaction.signing, *signature)))


def _fields(transaction: Transaction) -> tuple[Item, ...]:
    price = (
        (transaction.gas_price,)
        if transaction.type <= ACCESS_LIST
        else (transaction.priority_fee, transaction.gas_price)
    )
    common = (*price, transaction.gas, transaction.to, transaction.value, transaction.data)
    if transaction.type == LEGACY:
        return transaction.nonce, *common
    slots_as_words = [
        (address, [slot.to_bytes(32, "big") for slot in slots]) for address, slots in transaction.access_list
    ]
    typed = (transaction.chain_id, transaction.nonce, *common, slots_as_words)
    if transaction.type == BLOB:
        return *typed, transaction.blob_fee, transaction.blob_hashes
    return (*typed, transaction.authorizations) if transaction.type == SET_CODE else typed


def _legacy_signature(transaction: Transaction, fields: tuple[Item, ...]) -> tuple[int, int, int]:
    protected = transaction.signing != UNPROTECTED
    signed = (*fields, transaction.chain_id, 0, 0) if protected else fields
    parity, r, s = _as_signed(transaction.signing, *_signature(transaction.key, keccak(rlp(signed))))
    return (35 + 2 * transaction.chain_id if protected else 27) + parity, r, s


def _as_signed(signing: str, parity: int, r: int, s: int) -> tuple[int, int, int]:
    if signing == HIGH_S:
        return parity ^ 1, r, SECP256K1_N - s
    return (parity + 2 if signing == WRONG_PARITY else parity), r, s


def _signature(key: bytes, digest: bytes) -> tuple[int, int, int]:
    """Return parity, r and s."""
    signature = _private_key(key).sign_recoverable(digest, hasher=None)
    return signature[64], int.from_bytes(signature[:32]), int.from_bytes(signature[32:64])


@cache
def _private_key(key: bytes) -> Any:
    """Return a key of the library that the executable spec brings with it."""
    try:
        return import_module("coincurve").PrivateKey(key)
    except ImportError as error:
        raise BackendUnavailable(
            f"nothing to sign with ({error}); try: pip install 'evm-precompiles-plus[spec]'"
        ) from error
