"""An ordinary case, from which kinds differ: contracts that do something, and a transaction to one."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from . import programs
from .case import Account, Block
from .programs import Piece, program
from .transactions import (
    ACCESS_LIST,
    BLOB,
    LEGACY,
    SECP256K1_N,
    SET_CODE,
    Authorization,
    Transaction,
    authorize,
    created_by,
)
from .world import (
    AUTHORITIES,
    AUTHORITY_KEYS,
    CONTRACTS,
    NOBODY,
    PEOPLE,
    SENDER,
    SENDER_KEY,
    Accounts,
    accounts_of,
    block_of,
    scene,
    transaction_of,
    types_of,
)

CHAIN_IDS = (1, 1, 1, 0, 2, 2**256 - 1)


class Draft(NamedTuple):
    """A case without its number."""

    accounts: Accounts
    block: Block
    transaction: Transaction

    def with_account(self, address: bytes, account: Account) -> "Draft":
        """Return the draft with an account put in, or in the place of another."""
        return self._replace(accounts={**self.accounts, address: account})

    def with_transaction(self, **fields: object) -> "Draft":
        """Return the draft with some fields of its transaction changed."""
        return self._replace(transaction=self.transaction._replace(**fields))  # type: ignore[arg-type]


def ordinary(
    rng: Random, fork: str, pieces: Sequence[Piece] = programs.ANY, type_: int | None = None
) -> Draft:
    """Return contracts of such pieces, and a transaction of any type, or of this one, to the first."""
    codes = tuple(
        program(rng, scene(fork, at), pieces if at == 0 else programs.ANY, rng.randrange(1, 9 - 2 * at))
        for at in range(len(CONTRACTS))
    )
    accounts, block = accounts_of(rng, fork, codes), block_of(rng, fork)
    type_ = rng.choice((LEGACY, *types_of(fork))) if type_ is None else type_
    gas = rng.choice((100_000, 300_000, 1_000_000, 1_000_000, 3_000_000))
    transaction = transaction_of(rng, fork, type_, CONTRACTS[0], programs.data(rng), gas)
    return Draft(accounts, block, completed(rng, transaction))


def completed(rng: Random, transaction: Transaction) -> Transaction:
    """Return a transaction with what its type has besides: an access list, blobs, authorizations."""
    if transaction.type >= ACCESS_LIST and rng.randrange(2):
        transaction = transaction._replace(access_list=access_list(rng))
    if transaction.type == BLOB:
        hashes = tuple(b"\x01" + bytes([rng.randrange(256)]) * 31 for _ in range(rng.choice((1, 1, 2, 6))))
        return transaction._replace(blob_hashes=hashes, blob_fee=10**9)
    if transaction.type == SET_CODE:
        count = rng.choice((1, 1, 2, 3))
        return transaction._replace(authorizations=tuple(authorization(rng) for _ in range(count)))
    return transaction


def access_list(rng: Random) -> tuple[tuple[bytes, tuple[int, ...]], ...]:
    """Return an access list of accounts that matter and slots that are used, some of them twice."""
    choices = (*CONTRACTS, *PEOPLE, bytes(19) + b"\4", created_by(CONTRACTS[0], 1))
    slots = (0, 1, 2, 3, 4, 2**256 - 1)
    return tuple(
        (rng.choice(choices), tuple(rng.choice(slots) for _ in range(rng.randrange(4))))
        for _ in range(rng.randrange(4))
    )


def authorization(rng: Random) -> Authorization:
    """Return an authorization of the sender or another, valid more often than not."""
    key = rng.choice((*AUTHORITY_KEYS, *AUTHORITY_KEYS, SENDER_KEY))
    target = rng.choice((*CONTRACTS, *CONTRACTS, bytes(20), bytes(19) + b"\4", NOBODY, *AUTHORITIES, SENDER))
    nonce = rng.choice((0, 0, 0, 1, 1, 2, 2**64 - 2, 2**64 - 1))
    signed = authorize(key, rng.choice(CHAIN_IDS), target, 1 if key == SENDER_KEY else nonce)
    return rng.choice((signed,) * 6 + (spoiled(rng, signed),))


def spoiled(rng: Random, signed: Authorization) -> Authorization:
    """Return an authorization whose signature is none, or is that of somebody else."""
    N = SECP256K1_N
    return rng.choice(
        (
            signed._replace(s=N - signed.s, y_parity=signed.y_parity ^ 1),
            signed._replace(y_parity=rng.choice((signed.y_parity ^ 1, 2, 27, 255))),
            signed._replace(r=rng.choice((0, N, 1, 2**256 - 1))),
            signed._replace(s=rng.choice((0, 1, N // 2, N // 2 + 1, N))),
        )
    )


def colliding(rng: Random, draft: Draft, fork: str) -> Draft:
    """Return the draft with something where a contract or the sender creates first (EIP-684, EIP-7610)."""
    creator, nonce = rng.choice(((CONTRACTS[0], 1), (CONTRACTS[0], 1), (CONTRACTS[1], 1), (SENDER, 0)))
    there = [
        Account(0, 0, b"", {0: 1}),
        Account(0, 5, b"", {1: 2, 0: 1}),
        Account(1, 0, b"", {}),
        Account(0, 0, b"\0", {}),
        Account(0, 9, b"", {}),
    ]
    return draft.with_account(created_by(creator, nonce), rng.choice(there))


def delegated(draft: Draft, address: bytes, target: bytes) -> Draft:
    """Return the draft with an account that has given its code away (EIP-7702)."""
    before = draft.accounts.get(address, Account(0, 10**18, b"", {}))
    return draft.with_account(address, before._replace(code=b"\xef\x01\x00" + target, storage={0: 1}))
