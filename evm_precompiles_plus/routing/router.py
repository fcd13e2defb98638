"""Which backend computes a MODEXP: classes by value, looked up in a table of measured winners.

**Algorithm** `routes` explains the classes. Up to the table's `native_bytes` `native` wins wherever it is
there. A winner that this machine lacks is replaced by the first of `PREFERENCE` that it has.
**Invariants** Leading zeros do not count, in modulus and exponent; no class reaches into its neighbour's
range, with limbs of 64 bits or of 32 (`tests/routing/test_router.py`).
**Cost** Below a microsecond: the tables are indexed by limb count when the first call comes.
"""

import platform
import sys
from bisect import bisect
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ..errors import BackendUnavailable
from ..trust.in_service import load, why_missing
from . import route_file, routes
from .routes import ALIGNMENTS, EXPONENT_FROM, LETTERS, LIMBS_FROM, SHAPES, Table, row_name

# For what the table's winner cannot be asked for; no other backend is looked for, and none loaded in vain.
PREFERENCE = ("gmpy2", "openssl", "native", "pure")
# Beyond this many limbs only the alignment counts.
LISTED_LIMBS = 128


class Route(NamedTuple):
    """The backend for a class of operands, and the class in words."""

    backend: str
    why: str


class RouteIndex(NamedTuple):
    """A table as it is looked up: moduli of up to `narrow_bytes` apart, the rest by shape and limbs."""

    narrow_bytes: int
    narrow: Route
    wide: Route
    limb_bits: int
    by_shape: dict[str, tuple[tuple[Route, ...], ...]]


def choose(base_len: int, exponent: bytes, modulus: bytes) -> Route:
    """Return the route of a MODEXP; operands are big-endian, the modulus is not 0."""
    return choose_in(active_index(), base_len, exponent, modulus)


def choose_in(index: RouteIndex, base_len: int, exponent: bytes, modulus: bytes) -> Route:
    """Return the route that an index has for operands."""
    narrow_bytes, narrow, wide, limb_bits, by_shape = index
    significant = modulus.lstrip(b"\0")
    if len(significant) <= narrow_bytes:
        return narrow
    shape, limbs, exponent_class = classify(base_len, exponent, significant, limb_bits)
    if shape == "wide":
        return wide
    if limbs > LISTED_LIMBS:
        limbs = LISTED_LIMBS - -limbs % 8
    return by_shape[shape][limbs][exponent_class]


def classify(base_len: int, exponent: bytes, modulus: bytes, limb_bits: int) -> tuple[str, int, int]:
    """Return shape, limbs of the odd part, and exponent class; the modulus has no leading zero byte.

    The shape is one of `routes.SHAPES`, or "wide" for an even modulus whose power of two exceeds a limb.
    """
    limb_bytes = limb_bits // 8
    exponent_class = bisect(EXPONENT_FROM, _bit_length(exponent.lstrip(b"\0"))) - 1
    if modulus[-1] & 1:
        shape = "word" if base_len <= limb_bytes else "odd"
        return shape, -(-len(modulus) // limb_bytes), exponent_class
    lowest = int.from_bytes(modulus[-limb_bytes:], "big")
    if not lowest:
        return "wide", 0, exponent_class
    k = (lowest & -lowest).bit_length() - 1
    return "even", -(-(_bit_length(modulus) - k) // limb_bits), exponent_class


def alignment_of(limbs: int) -> int:
    """Return the largest of `routes.ALIGNMENTS` that divides the limb count."""
    return next(alignment for alignment in ALIGNMENTS if limbs % alignment == 0)


def size_class(limbs: int) -> int:
    """Return the index in `routes.LIMBS_FROM` of the class that a limb count, at least 1, is in."""
    return bisect(LIMBS_FROM, limbs) - 1


def _bit_length(stripped: bytes) -> int:
    """Return the bit length of a number without leading zero bytes."""
    return 8 * len(stripped) - 8 + stripped[0].bit_length() if stripped else 0


def built_in_table() -> Table:
    """Return the table for this kind of machine."""
    if sys.maxsize < 2**32:
        return routes.OTHER_32
    machine = platform.machine().lower()
    if machine in ("x86_64", "amd64"):
        return _BY_BODY.get(native_body(), routes.X86_64)
    return routes.AARCH64 if machine in ("aarch64", "arm64") else routes.OTHER_64


_BY_BODY: dict[str | None, Table] = {"ifma": routes.X86_64_IFMA, "adx": routes.X86_64_ADX}


def native_body() -> str | None:
    """Return which body of its code `native` runs on this processor, or None where there is no `native`."""
    return None if why_missing("native") else getattr(load("native"), "body", None)


def active_table() -> Table:
    """Return the table that this machine's calls go by: one that `calibrate` wrote, or the built-in one."""
    return route_file.load(built_in_table()) or built_in_table()


def table_in_force() -> str:
    """Return which table calls go by, and what it says of `native`, in one line."""
    table, built_in = active_table(), built_in_table()
    origin = "built in" if table == built_in else f"from {route_file.path()}"
    return f"{table.machine}, {origin}: native up to {8 * table.native_bytes} bits; {table.measured}"


def forget_table() -> None:
    """Forget the table, so that the next call looks for it again."""
    active_index.cache_clear()


@cache
def active_index() -> RouteIndex:
    """Return this machine's table, indexed for look-ups on the first call.

    Raises `BackendUnavailable` with the reasons where no backend is left.
    """
    reasons = {name: why_missing(name) for name in PREFERENCE}
    active = tuple(name for name, reason in reasons.items() if reason is None)
    if not active:
        raise BackendUnavailable(f"no backend here has MODEXP ({'; '.join(map(str, reasons.values()))})")
    return index_routes(active_table(), active)


def index_routes(table: Table, active: tuple[str, ...]) -> RouteIndex:
    """Return the table by shape and limb count, with the winners that are not among the active replaced."""
    fallback = next(name for name in PREFERENCE if name in active)

    def available(name: str) -> str:
        return name if name in active else fallback

    by_shape = {
        shape: tuple(_routes_of(table, shape, limbs, available) for limbs in range(LISTED_LIMBS + 1))
        for shape in SHAPES
    }
    narrow_bytes = table.native_bytes if "native" in active else 0
    return RouteIndex(
        narrow_bytes,
        Route("native", f"modulus of at most {8 * table.native_bytes} bits"),
        Route(available("gmpy2"), "even modulus whose power of two is longer than a limb"),
        table.limb_bits,
        by_shape,
    )


def _routes_of(table: Table, shape: str, limbs: int, available: Callable[[str], str]) -> tuple[Route, ...]:
    """Return the routes of one shape and limb count by exponent class; limb count 0 is 1's."""
    alignment = alignment_of(max(1, limbs))
    size = size_class(max(1, limbs))
    letters = table.rows[row_name(shape, alignment)][size]
    return tuple(
        Route(available(LETTERS[letter]), describe(shape, alignment, size, exponent))
        for exponent, letter in enumerate(letters)
    )


def describe(shape: str, alignment: int, size: int, exponent: int) -> str:
    """Return a class in words."""
    modulus = {"odd": "odd modulus", "word": "odd modulus, base of one limb", "even": "even modulus"}[shape]
    limbs = "" if alignment == 1 else f" in {alignment}s"
    span = f"{_span(LIMBS_FROM, size)} limbs{limbs}, exponent of {_span(EXPONENT_FROM, exponent)} bits"
    return f"{modulus} of {span}"


def _span(bounds: tuple[int, ...], index: int) -> str:
    if index + 1 == len(bounds):
        return f"{bounds[index]} and more"
    return f"{bounds[index]} to {bounds[index + 1] - 1}"
