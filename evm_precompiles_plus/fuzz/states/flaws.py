"""Transactions that a block cannot have, or only just: each flaw by itself, at its edge."""

from collections.abc import Callable
from random import Random

from .drafts import Draft
from .initcode import MAX_INITCODE
from .transactions import FEE_MARKET, HIGH_S, LEGACY, SET_CODE, UNPROTECTED, WRONG_PARITY
from .world import (
    BASE_FEE,
    BLOCK_GAS,
    CONTRACTS,
    MAX_NONCE,
    NOBODY,
    SENDER,
    dearest,
    intrinsic_gas,
)

# EIP-7825, from Osaka on.
_MOST_GAS = 2**24

Flaw = Callable[[Random, Draft, str], Draft]


def with_funds(rng: Random, draft: Draft) -> Draft:
    """Return the draft with a sender who has just enough, one less, or enough for a part of what is asked."""
    transaction = draft.transaction
    all_of_it, fees = dearest(transaction), transaction.gas * transaction.gas_price
    effective = transaction.gas * min(transaction.gas_price, BASE_FEE + transaction.priority_fee)
    parts = (all_of_it - transaction.value, fees + transaction.value, fees, effective + transaction.value)
    balance = rng.choice((all_of_it, all_of_it, all_of_it - 1, all_of_it - 1, all_of_it + 1, 0, *parts))
    return draft.with_account(SENDER, draft.accounts[SENDER]._replace(balance=max(0, balance)))


def refused(rng: Random, draft: Draft, fork: str) -> Draft:
    """Return the draft with one flaw, which the fork may not mind, and another coinbase at times."""
    draft = rng.choice(_FLAWS)(rng, draft, fork)
    if rng.randrange(2):
        draft = draft._replace(block=draft.block._replace(coinbase=NOBODY))
    return draft


def _nonce(rng: Random, draft: Draft, fork: str) -> Draft:
    has, says = rng.choice(
        ((0, 1), (1, 0), (2, 1), (MAX_NONCE, MAX_NONCE), (MAX_NONCE - 1,) * 2, (0, MAX_NONCE))
    )
    sender = draft.accounts[SENDER]._replace(nonce=has)
    return draft.with_account(SENDER, sender).with_transaction(nonce=says)


def _gas(rng: Random, draft: Draft, fork: str) -> Draft:
    needed = intrinsic_gas(fork, draft.transaction)
    return draft.with_transaction(gas=rng.choice((0, 20_999, 21_000, needed - 1, needed)))


def _too_much_gas(rng: Random, draft: Draft, fork: str) -> Draft:
    limits = (_MOST_GAS, BLOCK_GAS)
    return draft.with_transaction(gas=rng.choice(limits) + rng.choice((0, 1)), to=NOBODY, data=b"")


def _fee(rng: Random, draft: Draft, fork: str) -> Draft:
    return draft.with_transaction(gas_price=rng.choice((0, BASE_FEE - 1, BASE_FEE)), priority_fee=0)


def _priority_fee(rng: Random, draft: Draft, fork: str) -> Draft:
    price = draft.transaction.gas_price
    return draft.with_transaction(priority_fee=price + rng.choice((0, 1, 10**9)))


def _code(rng: Random, draft: Draft, fork: str) -> Draft:
    """Give the sender code: any (EIP-3607), a delegation (EIP-7702), or what is nearly one."""
    delegation = b"\xef\x01\x00" + CONTRACTS[0]
    code = rng.choice(
        (b"\0", b"\0", delegation, delegation[:-1], delegation + b"\0", b"\xef\x01\x01" + bytes(20))
    )
    return draft.with_account(SENDER, draft.accounts[SENDER]._replace(code=code))


def _long_initcode(rng: Random, draft: Draft, fork: str) -> Draft:
    type_ = min(draft.transaction.type, FEE_MARKET)
    data = bytes(MAX_INITCODE + rng.choice((0, 1, 1, 32)))
    draft = draft.with_transaction(type=type_, to=b"", data=data)
    return draft.with_transaction(gas=intrinsic_gas(fork, draft.transaction) + rng.choice((0, 1000)))


def _signature(rng: Random, draft: Draft, fork: str) -> Draft:
    return draft.with_transaction(signing=rng.choice((HIGH_S, WRONG_PARITY, UNPROTECTED)))


def _chain(rng: Random, draft: Draft, fork: str) -> Draft:
    """Change the chain of a legacy transaction: the spec does not look at that of a typed one."""
    draft = draft.with_transaction(type=LEGACY)
    return draft.with_transaction(chain_id=rng.choice((0, 2, 2**64 - 1)))


def _type(rng: Random, draft: Draft, fork: str) -> Draft:
    return draft.with_transaction(type=rng.randrange(LEGACY, SET_CODE + 1))


def _no_target(rng: Random, draft: Draft, fork: str) -> Draft:
    draft = draft.with_transaction(to=b"", data=b"")
    return draft.with_transaction(gas=max(draft.transaction.gas, intrinsic_gas(fork, draft.transaction)))


def _nothing_in_it(rng: Random, draft: Draft, fork: str) -> Draft:
    return draft.with_transaction(blob_hashes=(), authorizations=())


def _value(rng: Random, draft: Draft, fork: str) -> Draft:
    return draft.with_transaction(value=rng.choice((2**128, 2**255, 2**256 - 1)))


_FLAWS: tuple[Flaw, ...] = (
    *(_nonce, _gas, _too_much_gas, _fee, _priority_fee, _code, _code, _long_initcode, _signature, _chain),
    *(_type, _no_target, _nothing_in_it, _value),
)
