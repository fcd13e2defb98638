"""Calls for every precompile from a seed: case i of seed N depends on the precompile, N and i alone.

**Invariants** Kinds take turns, so that each is met in as many cases as there are kinds; forks take turns
beside them. No call keeps plain Python busy for minutes (`tame`).
"""

from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random
from typing import NamedTuple

from ..arithmetic.curves.params import SECP256K1, SECP256R1
from ..forks import FORKS, fork_order
from ..registry import TABLE
from . import bls12_kinds, bn254_kinds, integer_kinds, kzg_kinds, signature_kinds
from .numbers import Kinds, biased_bytes, boundary_length, flip_bit, mutated

NEWEST = FORKS[-1]
_LONGEST_NOISE = 1025

SPECIFIC: dict[str, Kinds] = {
    "ecrecover": signature_kinds.ECRECOVER,
    "modexp": integer_kinds.MODEXP,
    "ecadd": bn254_kinds.ECADD,
    "ecmul": bn254_kinds.ECMUL,
    "ecpairing": bn254_kinds.ECPAIRING,
    "blake2f": integer_kinds.BLAKE2F,
    "point_evaluation": kzg_kinds.POINT_EVALUATION,
    **bls12_kinds.BLS12,
    "p256verify": signature_kinds.P256VERIFY,
}
_TAMERS = {"modexp": integer_kinds.tame_modexp, "blake2f": integer_kinds.tame_blake2f}
_BN254 = {name: bn254_kinds.EDGES for name in ("ecadd", "ecmul", "ecpairing")}
_SIGNED = {
    "ecrecover": signature_kinds.edges(SECP256K1),
    "p256verify": signature_kinds.edges(SECP256R1),
}
# Numbers beside which a mutation draws its words.
_EDGES: dict[str, Sequence[int]] = {**_BN254, **_SIGNED, "modexp": (0, 1, 32, 33, 1024, 1025, 2**256 - 1)}


class Case(NamedTuple):
    """One call of a run: what to call under which fork's rules, its kind, and its number."""

    precompile: str
    fork: str
    number: int
    kind: str
    data: bytes


@cache
def kinds(precompile: str) -> Kinds:
    """Return the kinds of a precompile's calls: its own, and its own made shorter, longer, or wrong."""
    own = tuple(SPECIFIC[precompile].values())
    edges = _EDGES.get(precompile, ())

    def changed(change: Callable[[Random, bytes], bytes], rng: Random) -> bytes:
        return change(rng, rng.choice(own)(rng))

    def noise(rng: Random) -> bytes:
        size = rng.choice((len(rng.choice(own)(rng)), rng.randrange(_LONGEST_NOISE + 1)))
        return biased_bytes(rng, size, edges)

    return {
        **SPECIFIC[precompile],
        "boundary length": partial(changed, boundary_length),
        "bit flip": partial(changed, flip_bit),
        "mutation": partial(changed, partial(mutated, edges=edges)),
        "noise": noise,
    }


def rule_forks(precompile: str) -> tuple[str, ...]:
    """Return the forks that brought a rule for the precompile, and the newest of all."""
    row = next(row for row in TABLE if row.name == precompile)
    return *(rule.first_fork for rule in row.rules), NEWEST


def has_precompile(precompile: str, fork: str) -> bool:
    """Tell whether a fork, by its canonical name, has the precompile."""
    return fork_order(rule_forks(precompile)[0]) <= fork_order(fork)


def make_case(precompile: str, seed: int, index: int, forks: Sequence[str]) -> Case:
    """Return case `index` of a seed; the fork is one of `forks` by turns, the calldata the same under all."""
    names = tuple(kinds(precompile))
    kind = names[(seed + index) % len(names)]
    fork = forks[index // len(names) % len(forks)]
    data = kinds(precompile)[kind](Random(f"{seed}/{precompile}/{index}"))
    return Case(precompile, fork, index, kind, tame(precompile, data))


def tame(precompile: str, data: bytes) -> bytes:
    """Return the calldata, or in its place a like one where plain Python would take minutes or gigabytes."""
    return _TAMERS[precompile](data) if precompile in _TAMERS else data
