"""Calls that are candidates for the least gas a second: for every precompile kinds of calls, by their sizes.

**Representation** A `Shape` is data: a kind's key and sizes. `make` gives its calldata, `describe` its words;
the sizes are bytes for MODEXP, items for pairings and multi-scalar multiplications, rounds for BLAKE2F.
**Spec** The EIPs that `registry` and `gas` name.
"""

from functools import cache
from typing import NamedTuple

from . import worst_modexp
from .worst_kind import Kind
from .worst_modexp import ABSURD, EXPONENT_11MB, key_of
from .worst_points import KINDS


class Shape(NamedTuple):
    """One call: its kind, by the key, and its sizes."""

    kind: str
    sizes: tuple[int, ...]


def starts(precompile: str) -> list[Shape]:
    """Return the shapes that a search begins with."""
    shapes = [Shape(kind.key, sizes) for kind in _kinds(precompile).values() for sizes in kind.starts]
    return [shape for shape in shapes if exists(precompile, shape)]


def exists(precompile: str, shape: Shape) -> bool:
    """Tell whether there is a call of a kind with these sizes."""
    least = _kinds(precompile)[shape.kind].least or (1,) * len(shape.sizes)
    return all(size >= bound for size, bound in zip(shape.sizes, least, strict=True))


def make(precompile: str, shape: Shape) -> bytes:
    """Return the calldata of a shape that exists."""
    return _kinds(precompile)[shape.kind].make(*shape.sizes)


def describe(precompile: str, shape: Shape) -> str:
    """Return a shape in words."""
    kind = _kinds(precompile)[shape.kind]
    return (kind.words or kind.key).format(*(f"{size:,}" for size in shape.sizes))


def neighbours(shape: Shape) -> list[Shape]:
    """Return the shapes with one size, or all sizes, halved or doubled, or with one size next to it."""
    sizes = shape.sizes
    around = [tuple(2 * size for size in sizes), tuple(size // 2 for size in sizes)]
    for place, size in enumerate(sizes):
        for other in (2 * size, size // 2, size + 1, size - 1):
            around.append((*sizes[:place], other, *sizes[place + 1 :]))
    return [Shape(shape.kind, each) for each in dict.fromkeys(around) if min(each, default=0) > 0]


def extremes(precompile: str, fork: str) -> list[Shape]:
    """Return shapes that are measured under a rule whatever else is worse.

    MODEXPs with the longest exponent that 30 million gas of EIP-2565 buys, and with lengths of 2**256 - 1.
    """
    if precompile != "modexp":
        return []
    long = [key_of(modulus, "of ones") for modulus in ("odd", "even", "power of two")]
    exponents = [Shape(kind, (8, EXPONENT_11MB, 8)) for kind in long] if fork == "berlin" else []
    return [*exponents, Shape(ABSURD, ())]


@cache
def _kinds(precompile: str) -> dict[str, Kind]:
    return {
        kind.key: kind for kind in (worst_modexp.kinds if precompile == "modexp" else KINDS[precompile])()
    }
