"""The accounts and the block that a case starts from, and the gas that a transaction needs to be one."""

from random import Random

from eth_hash.auto import keccak

from ...forks import fork_order
from .case import Account, Block
from .programs import Scene
from .transactions import (
    ACCESS_LIST,
    BLOB,
    FEE_MARKET,
    LEGACY,
    PROTECTED,
    SET_CODE,
    UNPROTECTED,
    Transaction,
    address_of,
)

SENDER_KEY, *AUTHORITY_KEYS = (keccak(name) for name in (b"sender", b"authority", b"other authority"))
SENDER = address_of(SENDER_KEY)
AUTHORITIES = tuple(address_of(key) for key in AUTHORITY_KEYS)
CONTRACTS = tuple(bytes(18) + bytes([0xC0, number]) for number in range(3))
COINBASE, NOBODY, PERSON = (bytes(19) + bytes([last]) for last in (0xCB, 0xAB, 0xEE))
PEOPLE = (SENDER, *AUTHORITIES, COINBASE, NOBODY, PERSON)

ETHER = 10**18
NUMBER, BASE_FEE, BLOCK_GAS = 1000, 7, 30_000_000
MAX_NONCE = 2**64 - 1
GAS_PER_BLOB = 131_072
DELEGATION = b"\xef\x01\x00"
# The type of a transaction by the fork that brought it.
_TYPES = {"berlin": ACCESS_LIST, "london": FEE_MARKET, "cancun": BLOB, "prague": SET_CODE}

Accounts = dict[bytes, Account]


def at_least(fork: str, first: str) -> bool:
    """Tell whether the rules of a fork are in force in another."""
    return fork_order(fork) >= fork_order(first)


def scene(fork: str, at: int = 0) -> Scene:
    """Return what a contract's program can speak of."""
    return Scene(fork, CONTRACTS, at, PEOPLE)


def storage(rng: Random) -> dict[int, int]:
    """Return a few slots with values."""
    return {slot: rng.choice((1, 2, 2**255)) for slot in range(3) if rng.randrange(2)}


def accounts_of(rng: Random, fork: str, codes: tuple[bytes, ...]) -> Accounts:
    """Return a rich sender, contracts with these codes, and somebody with a little."""
    contracts = {
        address: Account(1, rng.choice((0, 5, 10**6)), code, storage(rng) if address == CONTRACTS[0] else {})
        for address, code in zip(CONTRACTS, codes, strict=False)
    }
    people = {PERSON: Account(0, 1, b"", {})} if rng.randrange(2) else {}
    if rng.randrange(3) == 0:
        people[COINBASE] = Account(rng.randrange(2), 3, b"", {})
    if not at_least(fork, "spurious_dragon") and rng.randrange(4) == 0:
        people[rng.choice((NOBODY, COINBASE))] = Account(0, 0, b"", {})
    return {SENDER: Account(0, 1000 * ETHER, b"", {}), **contracts, **people}


def block_of(rng: Random, fork: str) -> Block:
    """Return a block of a fork; the price of blobs is 1 or a little more."""
    return Block(
        coinbase=COINBASE,
        block_number=NUMBER,
        timestamp=10**6,
        gas_limit=BLOCK_GAS,
        difficulty=0 if at_least(fork, "paris") else 0x20000,
        mix_hash=rng.choice((bytes(32), keccak(b"random"))),
        base_fee_per_gas=BASE_FEE,
        excess_blob_gas=rng.choice((0, 0, 10 * GAS_PER_BLOB, 50 * GAS_PER_BLOB, 10**8)),
        state_root=b"",
        chain_id=1,
        block_hashes={},
    )


def types_of(fork: str) -> tuple[int, ...]:
    """Return the types of transaction that a fork has."""
    return (LEGACY, *(number for first, number in _TYPES.items() if at_least(fork, first)))


def transaction_of(rng: Random, fork: str, type_: int, to: bytes, data: bytes, gas: int) -> Transaction:
    """Return a transaction that is valid, but for what its type needs besides."""
    signings = (
        (PROTECTED, UNPROTECTED) if at_least(fork, "spurious_dragon") and type_ == LEGACY else (PROTECTED,)
    )
    return Transaction(
        type=type_,
        key=SENDER_KEY,
        nonce=0,
        gas_price=rng.choice((BASE_FEE, BASE_FEE + 1, 10, 100)),
        priority_fee=rng.choice((0, 1, BASE_FEE)),
        gas=gas,
        to=to,
        value=rng.choice((0, 0, 1, 1000)),
        data=data,
        signing=rng.choice(signings) if at_least(fork, "spurious_dragon") else UNPROTECTED,
    )


def intrinsic_gas(fork: str, transaction: Transaction) -> int:
    """Return the least gas limit that a transaction may have (EIP-2, 2028, 2930, 3860, 7623, 7702)."""
    zeros = transaction.data.count(0)
    others = len(transaction.data) - zeros
    gas = 21_000 + 4 * zeros + (16 if at_least(fork, "istanbul") else 68) * others
    if not transaction.to:
        gas += 32_000 if at_least(fork, "homestead") else 0
        gas += 2 * -(-len(transaction.data) // 32) if at_least(fork, "shanghai") else 0
    gas += sum(2400 + 1900 * len(slots) for _, slots in transaction.access_list)
    gas += 25_000 * len(transaction.authorizations)
    floor = 21_000 + 10 * (zeros + 4 * others)
    return max(gas, floor) if at_least(fork, "prague") else gas


def dearest(transaction: Transaction) -> int:
    """Return what the sender must have for a transaction to be valid, the fee for its blobs included."""
    blobs = GAS_PER_BLOB * len(transaction.blob_hashes) * transaction.blob_fee
    return transaction.value + transaction.gas * transaction.gas_price + blobs
