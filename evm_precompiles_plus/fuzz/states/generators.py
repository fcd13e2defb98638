"""Cases from a seed: case i of seed N depends on N, i and the forks alone.

**Invariants** Kinds take turns, so that each is met in as many cases as there are kinds; forks take turns
beside them.
"""

from collections.abc import Sequence
from random import Random

from .case import StateCase
from .kinds import KINDS, deep

# A case of a thousand frames takes seconds: one in so many is; a prime, so that the forks take turns.
DEEP_EVERY = 4001
DEEP = "deep"


def make_case(seed: int, index: int, forks: Sequence[str]) -> StateCase:
    """Return case `index` of a seed, under one of `forks` by turns."""
    names = tuple(KINDS)
    kind = DEEP if index % DEEP_EVERY == DEEP_EVERY - 1 else names[(seed + index) % len(names)]
    fork = forks[index // len(names) % len(forks)]
    rng = Random(f"{seed}/states/{index}")
    draft = (deep if kind == DEEP else KINDS[kind])(rng, fork)
    return StateCase(fork, index, kind, *draft)
