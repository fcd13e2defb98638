"""THE table: which precompile lives where, from which fork on, and by which rules.

A row's rules are ordered by fork, each in force until the next. A rule has two parts: `decode`, which
refuses what the fork refuses before gas, and `gas`, a function of what was decoded.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from . import gas
from .errors import UnknownPrecompile
from .forks import fork_name, fork_order
from .precompiles import bn254, modexp, p256verify
from .precompiles.answer import Answer


class Rule(NamedTuple):
    """How a precompile reads and prices its calldata from `first_fork` on."""

    first_fork: str
    decode: Callable[[bytes], Any]
    gas: Callable[[Any], int]


class Precompile(NamedTuple):
    """One row: `execute` takes what a rule's `decode` gave and returns output and backend."""

    name: str
    address: int
    execute: Callable[[Any], Answer]
    rules: tuple[Rule, ...]


class Bound(NamedTuple):
    """A precompile under the rule of one fork: all that a host needs to make the call."""

    name: str
    address: int
    decode: Callable[[bytes], Any]
    gas: Callable[[Any], int]
    execute: Callable[[Any], Answer]


TABLE = (
    Precompile(
        "modexp",
        0x05,
        modexp.execute,
        (
            Rule("byzantium", modexp.decode, gas.modexp_gas_eip198),
            Rule("berlin", modexp.decode, gas.modexp_gas_eip2565),
            Rule("osaka", modexp.decode_eip7823, gas.modexp_gas_eip7883),
        ),
    ),
    Precompile(
        "ecadd",
        0x06,
        bn254.ecadd,
        (
            Rule("byzantium", bn254.decode, gas.ecadd_gas_eip196),
            Rule("istanbul", bn254.decode, gas.ecadd_gas_eip1108),
        ),
    ),
    Precompile(
        "ecmul",
        0x07,
        bn254.ecmul,
        (
            Rule("byzantium", bn254.decode, gas.ecmul_gas_eip196),
            Rule("istanbul", bn254.decode, gas.ecmul_gas_eip1108),
        ),
    ),
    Precompile(
        "ecpairing",
        0x08,
        bn254.ecpairing,
        (
            Rule("byzantium", bn254.decode_pairs, gas.ecpairing_gas_eip197),
            Rule("istanbul", bn254.decode_pairs, gas.ecpairing_gas_eip1108),
        ),
    ),
    Precompile(
        "p256verify",
        0x100,
        p256verify.execute,
        (Rule("osaka", p256verify.decode, gas.p256verify_gas_eip7951),),
    ),
)

NAMES = tuple(row.name for row in TABLE)


@cache
def bound_table(fork: str) -> dict[int, Bound]:
    """Return the precompiles that exist in a fork, by address, under that fork's rules.

    Raises `UnknownFork`.
    """
    order = fork_order(fork_name(fork))
    table = {}
    for row in TABLE:
        rules = [rule for rule in row.rules if fork_order(rule.first_fork) <= order]
        if rules:
            table[row.address] = Bound(row.name, row.address, rules[-1].decode, rules[-1].gas, row.execute)
    return table


@cache
def find(precompile: str | int, fork: str) -> Bound:
    """Return one precompile of a fork, by name (`"modexp"`, any case) or address (`5`, `"0x05"`).

    Raises `UnknownFork` or `UnknownPrecompile`, each with the choices.
    """
    table = bound_table(fork)
    for bound in table.values():
        if _matches(bound, precompile):
            return bound
    choices = [f"{bound.name} (0x{address:02x})" for address, bound in table.items()]
    raise UnknownPrecompile(precompile, choices or [f"none before {TABLE[0].rules[0].first_fork}"])


def _matches(bound: Bound, precompile: str | int) -> bool:
    if isinstance(precompile, int):
        return precompile == bound.address
    wanted = precompile.lower()
    if wanted == bound.name:
        return True
    try:
        return int(wanted, 16) == bound.address if wanted.startswith("0x") else False
    except ValueError:
        return False
