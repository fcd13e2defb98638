"""Cases by kind: what a state test is about, from calls and creations to what must be refused."""

from collections.abc import Callable
from functools import partial
from random import Random

from . import assembly as asm
from . import programs
from .case import Account
from .drafts import Draft, access_list, colliding, delegated, ordinary
from .flaws import refused, with_funds
from .initcode import MAX_INITCODE, initcode
from .programs import program
from .transactions import ACCESS_LIST, BLOB, LEGACY, SET_CODE
from .world import (
    AUTHORITIES,
    COINBASE,
    CONTRACTS,
    MAX_NONCE,
    NOBODY,
    SENDER,
    at_least,
    intrinsic_gas,
    scene,
    types_of,
)

Kind = Callable[[Random, str], Draft]

# What is not too long is run, and the spec takes 50 ms to look through it for jump destinations.
_LONG = (MAX_INITCODE, *(MAX_INITCODE + 1,) * 6, 2 * MAX_INITCODE)
# With 63/64 passed on at each call, this much reaches a depth of 1,024 with some 100,000 left.
_GAS_FOR_THE_DEPTHS = 10**12


def _creations(rng: Random, fork: str) -> Draft:
    draft = ordinary(rng, fork, programs.CREATIONS)
    return colliding(rng, draft, fork) if rng.randrange(2) else draft


def _destructions(rng: Random, fork: str) -> Draft:
    """Return contracts that end by SELFDESTRUCT, called more than once, beside others created to do so."""
    draft = ordinary(rng, fork, (*programs.CALLS, programs.created, programs.created))
    for at, address in enumerate(CONTRACTS[1:], 1):
        body = program(rng, scene(fork, at), programs.STORAGE, rng.randrange(2))
        end = rng.choice((asm.push(rng.choice((SENDER, NOBODY, COINBASE, *CONTRACTS))), bytes([asm.ADDRESS])))
        code = body[: rng.choice((0, len(body)))] + end + bytes([asm.SELFDESTRUCT])
        draft = draft.with_account(address, draft.accounts[address]._replace(code=code))
    return draft


def _long_initcode(rng: Random, fork: str) -> Draft:
    """Return a creation with initcode at the limit of EIP-3860, by a creator who may be unable to create."""
    draft = ordinary(rng, fork)
    code = _long_creation(rng, fork) + asm.keep(0) + bytes([asm.GAS]) + asm.keep(1)
    nonce = rng.choice((1, MAX_NONCE - 1, MAX_NONCE))
    draft = draft.with_account(CONTRACTS[0], Account(nonce, rng.choice((0, 1)), code, {}))
    gas = rng.choice((60_000, 100_000, 200_000, 10_000_000))
    return draft.with_transaction(gas=max(gas, intrinsic_gas(fork, draft.transaction)))


def _long_creation(rng: Random, fork: str) -> bytes:
    salt = rng.choice((None, 0)) if at_least(fork, "constantinople") else None
    size = rng.choice(_LONG) if at_least(fork, "shanghai") else rng.randrange(200)
    return asm.create(rng.choice((0, 1, 2)), 0, size, salt)


def deep(rng: Random, fork: str) -> Draft:
    """Return a contract that calls itself until nothing goes deeper, and there does something."""
    draft = ordinary(rng, fork)
    pieces = (programs.created, programs.called, _long_piece)
    body = b"".join(rng.choice(pieces)(rng, scene(fork)) for _ in range(2)) + bytes([asm.GAS]) + asm.keep(1)
    call = asm.call(asm.CALL, CONTRACTS[0], None, 0, (0, 0), (0, 0))
    end = len(call) + 4 + len(body)
    code = call + asm.push(end.to_bytes(2, "big")) + bytes([asm.JUMPI]) + body + bytes([asm.JUMPDEST])
    draft = draft.with_account(CONTRACTS[0], Account(1, 10, code, {}))
    if not at_least(fork, "tangerine_whistle") or at_least(fork, "osaka"):
        return draft
    block = draft.block._replace(gas_limit=2 * _GAS_FOR_THE_DEPTHS)
    return draft._replace(block=block).with_transaction(gas=_GAS_FOR_THE_DEPTHS)


def _long_piece(rng: Random, scene: programs.Scene) -> bytes:
    return _long_creation(rng, scene.fork) + asm.keep(0)


def _delegations(rng: Random, fork: str) -> Draft:
    """Return accounts that have given their code away, the sender often among them (EIP-7702)."""
    if not at_least(fork, "prague"):
        return ordinary(rng, fork, programs.CALLS)
    pieces = rng.choice((programs.CALLS, programs.CREATIONS, programs.ANY))
    draft = ordinary(rng, fork, pieces, rng.choice((LEGACY, SET_CODE, SET_CODE)))
    targets = (*CONTRACTS, CONTRACTS[0], *AUTHORITIES, SENDER, NOBODY, bytes(19) + b"\4")
    for address in (SENDER, *AUTHORITIES):
        if rng.randrange(2):
            draft = delegated(draft, address, rng.choice(targets))
    if rng.randrange(4) == 0:
        address = rng.choice(AUTHORITIES)
        draft = draft.with_account(
            address, Account(rng.choice((0, MAX_NONCE)), 1, rng.choice((b"", b"\0")), {})
        )
    if rng.randrange(4) == 0:
        return _self_call(rng, draft, fork)
    return draft.with_transaction(to=rng.choice((SENDER, SENDER, *CONTRACTS, *AUTHORITIES)))


def _self_call(rng: Random, draft: Draft, fork: str) -> Draft:
    """Return a sender who calls its own delegate's code, which begins with a creation."""
    code = programs.created(rng, scene(fork)) + draft.accounts[CONTRACTS[0]].code
    draft = draft.with_account(CONTRACTS[0], draft.accounts[CONTRACTS[0]]._replace(code=code))
    return delegated(draft, SENDER, CONTRACTS[0]).with_transaction(to=SENDER)


def _access_lists(rng: Random, fork: str) -> Draft:
    draft = ordinary(rng, fork, programs.STORAGE, types_of(fork)[-1] if rng.randrange(2) else None)
    if draft.transaction.type < ACCESS_LIST:
        return draft
    return draft.with_transaction(access_list=access_list(rng))


def _blobs(rng: Random, fork: str) -> Draft:
    if not at_least(fork, "cancun"):
        return ordinary(rng, fork)
    draft = ordinary(rng, fork, programs.ANY, BLOB)
    count = rng.choice((0, 1, 5, 6, 7, 9, 10, 15, 16, 21, 22))
    hashes = tuple(rng.choice((b"\1",) * 30 + (b"\0", b"\2")) + bytes(31) for _ in range(count))
    fee = rng.choice((0, 1, 2, 3, 10, 10**9))
    to = rng.choice((b"", *(draft.transaction.to,) * 7))
    return draft.with_transaction(blob_hashes=hashes, blob_fee=fee, to=to)


def _funds(rng: Random, fork: str) -> Draft:
    return with_funds(rng, ordinary(rng, fork, type_=rng.choice(types_of(fork))))


def _refusals(rng: Random, fork: str) -> Draft:
    return refused(rng, ordinary(rng, fork, type_=rng.choice(types_of(fork))), fork)


def _creation_transactions(rng: Random, fork: str) -> Draft:
    """Return a transaction that creates: any initcode, one at the limit of length, or where something is."""
    draft = ordinary(rng, fork, type_=rng.choice([type_ for type_ in types_of(fork) if type_ < BLOB]))
    code = initcode(rng, at_least(fork, "constantinople"), rng.choice((SENDER, CONTRACTS[0], NOBODY)))
    code = code + program(rng, scene(fork), programs.ANY, 2) if rng.randrange(3) == 0 else code
    if rng.randrange(8) == 0 and at_least(fork, "shanghai"):
        code = bytes(rng.choice(_LONG))
    draft = draft.with_transaction(to=b"", data=code)
    needed = intrinsic_gas(fork, draft.transaction)
    draft = draft.with_transaction(gas=needed + rng.choice((0, 1000, 100_000, 100_000, 6_000_000)))
    return colliding(rng, draft, fork) if rng.randrange(3) == 0 else draft


def _odd_gas(rng: Random, fork: str) -> Draft:
    draft = ordinary(rng, fork)
    needed = intrinsic_gas(fork, draft.transaction)
    return draft.with_transaction(gas=needed + rng.choice((0, 1, rng.randrange(60_000), rng.randrange(3000))))


def _touched(rng: Random, fork: str) -> Draft:
    """Return calls to accounts that are empty or none, and a coinbase that is one of those who take part."""
    draft = ordinary(rng, fork, programs.CALLS)
    coinbase = rng.choice((SENDER, CONTRACTS[0], CONTRACTS[1], NOBODY, bytes(19) + b"\3", COINBASE))
    if not at_least(fork, "paris"):
        for address in (COINBASE, NOBODY, bytes(19) + b"\3"):
            if rng.randrange(2):
                draft = draft.with_account(address, Account(0, 0, b"", {}))
    to = rng.choice((CONTRACTS[0], CONTRACTS[0], NOBODY, COINBASE, SENDER, bytes(19) + b"\3"))
    draft = draft._replace(block=draft.block._replace(coinbase=coinbase))
    return draft.with_transaction(to=to, value=rng.choice((0, 1)))


def _noise(rng: Random, fork: str) -> Draft:
    return ordinary(rng, fork, programs.NOISE)


def _of_pieces(pieces: tuple[programs.Piece, ...], rng: Random, fork: str) -> Draft:
    return ordinary(rng, fork, pieces)


KINDS: dict[str, Kind] = {
    "mixture": partial(_of_pieces, programs.ANY),
    "calls": partial(_of_pieces, programs.CALLS),
    "storage": partial(_of_pieces, programs.STORAGE),
    "creations": _creations,
    "long initcode": _long_initcode,
    "destructions": _destructions,
    "delegations": _delegations,
    "precompiles": partial(_of_pieces, (programs.precompiled, programs.precompiled, programs.called)),
    "access lists": _access_lists,
    "blobs": _blobs,
    "funds": _funds,
    "refused": _refusals,
    "creation transactions": _creation_transactions,
    "odd gas": _odd_gas,
    "touched": _touched,
    "noise": _noise,
}
