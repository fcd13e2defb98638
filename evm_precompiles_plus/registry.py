"""THE table: which precompile lives where, from which fork on, and by which rules.

A row's rules are ordered by fork, each in force until the next. A rule has two parts: `decode`, which
refuses what the fork refuses before gas, and `gas`, a function of what was decoded. A row that needs a
library which is not there is left out of every fork's table, so a host keeps its own code for it.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

from .errors import BackendUnavailable, UnknownPrecompile
from .forks import fork_name, fork_order
from .gas import bls12_381 as bls12_381_gas
from .gas.blake2f import blake2f_gas_eip152
from .gas.bn254 import (
    ecadd_gas_eip196,
    ecadd_gas_eip1108,
    ecmul_gas_eip196,
    ecmul_gas_eip1108,
    ecpairing_gas_eip197,
    ecpairing_gas_eip1108,
)
from .gas.ecrecover import ecrecover_gas
from .gas.modexp import modexp_gas_eip198, modexp_gas_eip2565, modexp_gas_eip7883
from .gas.p256verify import p256verify_gas_eip7951
from .gas.point_evaluation import point_evaluation_gas_eip4844
from .precompiles import blake2f, bls12_381, bn254, ecrecover, modexp, p256verify, point_evaluation
from .precompiles.answer import Answer
from .precompiles.names import meant_by, spelled
from .trust.in_service import why_missing


class Rule(NamedTuple):
    """How a precompile reads and prices its calldata from `first_fork` on."""

    first_fork: str
    decode: Callable[[bytes], Any]
    gas: Callable[[Any], int]


def _never_missing() -> str | None:
    return None


class Precompile(NamedTuple):
    """One row: `execute` takes what a rule's `decode` gave and returns output and backend.

    `why_missing` says in one line what the row lacks on this machine, or None if it can be called.
    """

    name: str
    address: int
    execute: Callable[[Any], Answer]
    rules: tuple[Rule, ...]
    why_missing: Callable[[], str | None] = _never_missing


class Bound(NamedTuple):
    """A precompile under the rule of one fork: all that a host needs to make the call."""

    name: str
    address: int
    decode: Callable[[bytes], Any]
    gas: Callable[[Any], int]
    execute: Callable[[Any], Answer]


def _bls12(name: str, address: int, execute: Callable[[bytes], Answer], *rule: Any) -> Precompile:
    """Return the row of a precompile of EIP-2537."""
    missing = partial(why_missing, "arkworks")
    return Precompile(f"bls12_{name}", address, execute, (Rule("prague", *rule),), missing)


TABLE = (
    Precompile(
        "ecrecover",
        0x01,
        ecrecover.execute,
        (Rule("frontier", ecrecover.decode, ecrecover_gas),),
    ),
    Precompile(
        "modexp",
        0x05,
        modexp.execute,
        (
            Rule("byzantium", modexp.decode, modexp_gas_eip198),
            Rule("berlin", modexp.decode, modexp_gas_eip2565),
            Rule("osaka", modexp.decode_eip7823, modexp_gas_eip7883),
        ),
    ),
    Precompile(
        "ecadd",
        0x06,
        bn254.ecadd,
        (
            Rule("byzantium", bn254.decode, ecadd_gas_eip196),
            Rule("istanbul", bn254.decode, ecadd_gas_eip1108),
        ),
    ),
    Precompile(
        "ecmul",
        0x07,
        bn254.ecmul,
        (
            Rule("byzantium", bn254.decode, ecmul_gas_eip196),
            Rule("istanbul", bn254.decode, ecmul_gas_eip1108),
        ),
    ),
    Precompile(
        "ecpairing",
        0x08,
        bn254.ecpairing,
        (
            Rule("byzantium", bn254.decode_pairs, ecpairing_gas_eip197),
            Rule("istanbul", bn254.decode_pairs, ecpairing_gas_eip1108),
        ),
    ),
    Precompile(
        "blake2f",
        0x09,
        blake2f.execute,
        (Rule("istanbul", blake2f.decode, blake2f_gas_eip152),),
    ),
    Precompile(
        "point_evaluation",
        0x0A,
        point_evaluation.execute,
        (Rule("cancun", point_evaluation.decode, point_evaluation_gas_eip4844),),
    ),
    _bls12("g1add", 0x0B, bls12_381.g1_add, bls12_381.decode_g1_add, bls12_381_gas.g1_add),
    _bls12("g1msm", 0x0C, bls12_381.g1_msm, bls12_381.decode_g1_msm, bls12_381_gas.g1_msm),
    _bls12("g2add", 0x0D, bls12_381.g2_add, bls12_381.decode_g2_add, bls12_381_gas.g2_add),
    _bls12("g2msm", 0x0E, bls12_381.g2_msm, bls12_381.decode_g2_msm, bls12_381_gas.g2_msm),
    _bls12("pairing_check", 0x0F, bls12_381.pairing, bls12_381.decode_pairing, bls12_381_gas.pairing),
    _bls12("map_fp_to_g1", 0x10, bls12_381.map_fp_to_g1, bls12_381.decode_fp, bls12_381_gas.map_fp_to_g1),
    _bls12("map_fp2_to_g2", 0x11, bls12_381.map_fp2_to_g2, bls12_381.decode_fp2, bls12_381_gas.map_fp2_to_g2),
    Precompile(
        "p256verify",
        0x100,
        p256verify.execute,
        (Rule("osaka", p256verify.decode, p256verify_gas_eip7951),),
    ),
)

NAMES = tuple(row.name for row in TABLE)


@cache
def bound_table(fork: str) -> dict[int, Bound]:
    """Return the precompiles that exist in a fork and can be called here, by address, under its rules.

    Raises `UnknownFork`.
    """
    order = fork_order(fork_name(fork))
    table = {}
    for row in TABLE:
        rules = [rule for rule in row.rules if fork_order(rule.first_fork) <= order]
        if rules and row.why_missing() is None:
            table[row.address] = Bound(row.name, row.address, rules[-1].decode, rules[-1].gas, row.execute)
    return table


@cache
def find(precompile: str | int, fork: str) -> Bound:
    """Return one precompile of a fork, by name or address, as `names.spelled` reads them.

    Raises `UnknownFork` or `UnknownPrecompile`, each with the choices, and `BackendUnavailable` for one that
    needs a library which is not there.
    """
    table = bound_table(fork)
    wanted = spelled(precompile)
    for bound in table.values():
        if wanted in bound[:2]:
            return bound
    for row in TABLE:
        reason = row.why_missing() if wanted in row[:2] else None
        if reason:
            raise BackendUnavailable(reason)
    choices = [_shown(bound) for bound in table.values()]
    likely = [bound for each in meant_by(precompile) for bound in table.values() if each in bound[:2]]
    raise UnknownPrecompile(
        precompile,
        choices or [f"none before {TABLE[0].rules[0].first_fork}"],
        dict.fromkeys(map(_shown, likely)),
    )


def _shown(bound: Bound) -> str:
    return f"{bound.name} (0x{bound.address:02x})"
