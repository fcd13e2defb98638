"""A block's RLP from its parts, for fixtures that give a header or an engine payload and no RLP.

**Spec** Yellow Paper, section 4.3; EIP-4895 (withdrawals), EIP-7685 (hash of the requests).
**Deviations** Nothing is validated: what is wrong with a block shows when it is imported. A transaction that
is neither a list nor typed stays as it is.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import rlp
from eth.db.trie import make_trie_root_and_nodes
from eth_hash.auto import keccak

# The first byte of an RLP list: a legacy transaction, which a block has as that list and not as bytes.
_FIRST_LIST_BYTE = 0xC0
# The type of a blob transaction, and where in it the versioned hashes are (EIP-4844).
_BLOB_TYPE, _BLOB_HASHES = b"\x03", 10
EMPTY_OMMERS_HASH = keccak(rlp.encode([]))

# Index, validator, address and amount in gwei.
Withdrawal = tuple[int, int, bytes, int]


class _Item(NamedTuple):
    """What a trie's root is made of has this method."""

    content: bytes

    def encode(self) -> bytes:
        return self.content


def encode_block(
    header: Sequence[bytes | int],
    transactions: Sequence[bytes] = (),
    withdrawals: Sequence[Withdrawal] | None = None,
) -> bytes:
    """Return the RLP of a block without ommers; withdrawals are None before they came."""
    body: list[Any] = [header, [_embedded(transaction) for transaction in transactions], []]
    if withdrawals is not None:
        body.append(list(withdrawals))
    encoded: bytes = rlp.encode(body)
    return encoded


def header_hash(header: Sequence[bytes | int]) -> bytes:
    """Return a block's hash."""
    return keccak(rlp.encode(list(header)))


def transactions_root(transactions: Sequence[bytes]) -> bytes:
    """Return the root of the trie of encoded transactions."""
    return _root(transactions)


def withdrawals_root(withdrawals: Sequence[Withdrawal]) -> bytes:
    """Return the root of the trie of withdrawals."""
    return _root([rlp.encode(list(withdrawal)) for withdrawal in withdrawals])


def requests_hash(requests: Sequence[bytes]) -> bytes:
    """Return the hash that commits to execution requests, each with its type's byte in front (EIP-7685)."""
    return sha256(b"".join(sha256(request).digest() for request in requests)).digest()


def blob_hashes(transactions: Sequence[bytes]) -> list[bytes] | None:
    """Return the versioned hashes of encoded transactions, in order; None where one does not decode."""
    hashes: list[bytes] = []
    for transaction in transactions:
        if transaction[:1] != _BLOB_TYPE:
            continue
        try:
            found = rlp.decode(transaction[1:])[_BLOB_HASHES]
        except (rlp.exceptions.RLPException, IndexError):
            return None
        if not isinstance(found, list):
            return None
        hashes.extend(found)
    return hashes


def _root(items: Sequence[bytes]) -> bytes:
    trie_items: Any = [_Item(item) for item in items]
    root, _ = make_trie_root_and_nodes(trie_items)
    return root


def _embedded(transaction: bytes) -> Any:
    if transaction and transaction[0] >= _FIRST_LIST_BYTE:
        try:
            return rlp.decode(transaction)
        except rlp.exceptions.RLPException:
            return transaction
    return transaction
