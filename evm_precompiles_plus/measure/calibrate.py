"""Measures every class of MODEXP on this machine and makes a routing table of it.

**Algorithm** A grid of modulus bits x exponent bits x shape, with one size or more in each class of
`routing.routes`. In each cell the backends take turns, round by round, on the same operands; what counts is
the shortest round. `native` is given the moduli of up to the largest size that it wins in all cells, with
all cells below it. A class goes to OpenSSL only where it takes less than `MARGIN` of GMP's time in each cell:
two sweeps differ by a few percent in a cell, and no shape is to be slower than on GMP alone.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product, takewhile
from math import exp, inf, log
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from .. import routing
from ..routing import route_file
from ..routing.router import (
    PREFERENCE,
    alignment_of,
    built_in_table,
    choose,
    classify,
    forget_table,
    size_class,
)
from ..routing.routes import EXPONENT_FROM, LEAST_NATIVE_BYTES, LIMBS_FROM, ROW_NAMES, SHAPES, Table, row_name
from .machine import describe
from .timing import Time, interleaved

# Limbs of 64 bits in multiples of 8, in odd multiples of 4, and in other numbers; all size classes.
MODULUS_BITS = (
    *(512, 1024, 1536, 2048, 2560, 3072, 4096, 6144, 7168, 8192),
    *(256, 768, 1280, 1792, 2304, 3328, 4352, 5888, 6400, 7936),
    *(128, 320, 448, 576, 960, 1088, 1600, 2112, 4160, 6464, 8128),
)
# 17 stands for 65537, which is the usual exponent of that length.
EXPONENT_BITS = (17, 32, 64, 80, 128, 256, 1024)

MARGIN = 0.96
# No longer than the best of the others but for this, less than two sweeps differ by, is a win of `native`.
TIE = 1.02

# The grid has one shape beside those of the table: even, with a power of two of half its length.
GRID_SHAPES = (*SHAPES, "half")

Operands = tuple[bytes, bytes, bytes]


class Cell(NamedTuple):
    """One measured shape, and each backend's time on it."""

    shape: str
    modulus_bits: int
    exponent_bits: int
    times: dict[str, Time]

    @property
    def ranking(self) -> list[str]:
        """Return the backends, fastest first."""
        return sorted(self.times, key=lambda name: self.times[name].shortest)

    @property
    def margin(self) -> float:
        """Return how many times longer than the best the second takes; 1 where there is only one."""
        best, second = (self.ranking * 2)[:2]
        return self.times[second].shortest / self.times[best].shortest


def operands(shape: str, modulus_bits: int, exponent_bits: int, seed: int) -> Operands:
    """Return base, exponent and modulus of exactly these lengths, random but for `seed`.

    An even modulus has one to three zero bits at its end; one of the shape "half" has them in half of it.
    """
    rng = random.Random(f"{seed} {shape} {modulus_bits} {exponent_bits}")
    modulus = _random_number(modulus_bits, rng) | 1
    if shape == "even":
        modulus = modulus & ~0b1111 | 1 << rng.randrange(1, 4)
    if shape == "half":
        modulus = (modulus >> modulus_bits // 2 | 1) << modulus_bits // 2
    exponent = 65537 if exponent_bits == 17 else _random_number(exponent_bits, rng)
    base = b"\x03" if shape == "word" else _bytes(rng.getrandbits(modulus_bits), modulus_bits)
    return base, _bytes(exponent, exponent_bits), _bytes(modulus, modulus_bits)


def _random_number(bits: int, rng: random.Random) -> int:
    return rng.getrandbits(bits) | 1 << (bits - 1)


def _bytes(number: int, bits: int) -> bytes:
    return number.to_bytes((bits + 7) // 8, "big")


def sweep(
    modulus_bits: Sequence[int] = MODULUS_BITS,
    exponent_bits: Sequence[int] = EXPONENT_BITS,
    shapes: Sequence[str] = GRID_SHAPES,
    *,
    rounds: int = 7,
    seed: int = 1,
) -> Iterator[Cell]:
    """Measure the grid, cell by cell, with every backend but `pure`, which never wins beside another."""
    names = [name for name in PREFERENCE if name != "pure" and routing.why_missing(name) is None] or ["pure"]
    for shape, m_bits, e_bits in product(shapes, modulus_bits, exponent_bits):
        call = operands(shape, m_bits, e_bits, seed)
        contestants = {name: _bound(routing.get(name).modexp, call) for name in names}
        yield Cell(shape, m_bits, e_bits, interleaved(contestants, rounds))


def shorter(first: Cell, second: Cell) -> Cell:
    """Return a cell of two sweeps with the shorter time of each backend.

    A busy minute of the machine lasts longer than a cell, but not as long as a sweep.
    """
    return first._replace(times={name: min(time, second.times[name]) for name, time in first.times.items()})


def _bound(modexp: Callable[[bytes, bytes, bytes], bytes], call: Operands) -> Callable[[], bytes]:
    return lambda: modexp(*call)


def class_of(cell: Cell, limb_bits: int) -> tuple[str, int, int]:
    """Return the row's name, the size class and the exponent class of a cell."""
    base, exponent, modulus = operands(cell.shape, cell.modulus_bits, cell.exponent_bits, seed=1)
    shape, limbs, exponent_class = classify(len(base), exponent, modulus, limb_bits)
    return row_name(shape, alignment_of(limbs)), size_class(limbs), exponent_class


def derive_rows(cells: Iterable[Cell], built_in: Table) -> dict[str, tuple[str, ...]]:
    """Return a table's rows: the winner of each measured class, and the built-in one where none was."""
    ratios: dict[tuple[str, int, int], list[float]] = {}
    for cell in cells:
        if cell.shape in SHAPES and {"gmpy2", "openssl"} <= set(cell.times):
            ratio = cell.times["openssl"].shortest / cell.times["gmpy2"].shortest
            ratios.setdefault(class_of(cell, built_in.limb_bits), []).append(ratio)

    def letter(row: str, size: int, exponent: int) -> str:
        measured = ratios.get((row, size, exponent))
        if measured is None:
            return built_in.rows[row][size][exponent]
        return "o" if max(measured) < MARGIN else "g"

    classes = range(len(EXPONENT_FROM))
    return {
        row: tuple(
            "".join(letter(row, size, exponent) for exponent in classes) for size in range(len(LIMBS_FROM))
        )
        for row in ROW_NAMES
    }


def derive_native_bytes(cells: Iterable[Cell]) -> int:
    """Return up to how many bytes of modulus `native` wins every cell that is measured."""
    won: dict[int, bool] = {}
    for cell in cells:
        others = [time.shortest for name, time in cell.times.items() if name != "native"]
        wins = "native" in cell.times and cell.times["native"].shortest <= TIE * min(others, default=inf)
        won[cell.modulus_bits] = won.get(cell.modulus_bits, True) and wins
    sizes = [bits // 8 for bits in takewhile(won.__getitem__, sorted(won))]
    return max([LEAST_NATIVE_BYTES, *sizes])


def geometric_mean(ratios: Iterable[float]) -> float:
    """Return the geometric mean of numbers > 0."""
    return exp(fmean(map(log, ratios)))


class Score(NamedTuple):
    """How well the router did on a sweep."""

    cells: int
    within_8_percent: int
    slower_than_worst: int
    against_gmpy2: float
    worst_against_gmpy2: float


def score(cells: Sequence[Cell]) -> Score:
    """Compare what the router chooses now with the best and the worst backend of each measured cell."""
    within = slower = 0
    against = []
    for cell in cells:
        base, exponent, modulus = operands(cell.shape, cell.modulus_bits, cell.exponent_bits, seed=1)
        routed = cell.times[choose(len(base), exponent, modulus).backend].shortest
        fastest, slowest = cell.times[cell.ranking[0]].shortest, cell.times[cell.ranking[-1]].shortest
        within += routed <= 1.08 * fastest
        slower += routed > slowest
        if "gmpy2" in cell.times:
            against.append(routed / cell.times["gmpy2"].shortest)
    return Score(len(cells), within, slower, geometric_mean(against or [1.0]), max(against, default=1.0))


def as_json(cell: Cell) -> dict[str, Any]:
    """Return a cell as it is kept in files: times are microseconds, shortest and median."""
    return {**cell._asdict(), "times": {name: list(time) for name, time in cell.times.items()}}


def from_json(entry: dict[str, Any]) -> Cell:
    """Return the cell that `as_json` made `entry` of."""
    return Cell(**{**entry, "times": {name: Time(*time) for name, time in entry["times"].items()}})


def table_of(cells: Sequence[Cell]) -> Table:
    """Return the routing table that a sweep of this machine makes."""
    built_in = built_in_table()
    return built_in._replace(
        measured=describe(), rows=derive_rows(cells, built_in), native_bytes=derive_native_bytes(cells)
    )


def write(cells: Sequence[Cell]) -> Path:
    """Write the table and its sweep where later runs look for it, and return the path.

    That is `EVM_PRECOMPILES_ROUTES`, or the user's configuration directory. Calls go by it at once.
    """
    where = route_file.path()
    where.parent.mkdir(parents=True, exist_ok=True)
    new = where.with_name(where.name + ".new")
    new.write_text(route_file.dump(table_of(cells), [as_json(cell) for cell in cells]), encoding="utf-8")
    new.replace(where)
    forget_table()
    return where
