"""A calibration as text, a drawing, and a file: what the command `calibrate` does."""

from collections.abc import Sequence
from pathlib import Path

from ..routing.routes import EXPONENT_FROM, LETTERS, LIMBS_FROM, Table
from ..terminal.tables import print_table
from .calibrate import Cell, score, shorter, sweep, table_of, write
from .machine import describe
from .plots import heat_map, load_pyplot


def report(*, rounds: int, sweeps: int, plot: Path | None, to_file: bool) -> None:
    """Sweep the grid, once or more often, and print each cell's winner and margin.

    Draw them to `plot`, and write the table, if asked to.
    """
    if plot:
        load_pyplot()
    cells = list(sweep(rounds=rounds))
    for _ in range(sweeps - 1):
        cells = [shorter(*pair) for pair in zip(cells, sweep(rounds=rounds), strict=True)]
    written = write(cells) if to_file else None
    print_cells(describe(), cells)
    print("", *conclusions(cells), "", sep="\n")
    print_routes(table_of(cells))
    if plot:
        heat_map(cells, plot, describe())
    if written:
        print(f"\nwritten to {written}")


def print_cells(title: str, cells: Sequence[Cell]) -> None:
    """Print a row for each shape and modulus, and for each exponent the winner and its margin."""
    exponents = sorted({cell.exponent_bits for cell in cells})
    by_row: dict[tuple[str, int], dict[int, Cell]] = {}
    for cell in cells:
        by_row.setdefault((cell.shape, cell.modulus_bits), {})[cell.exponent_bits] = cell
    headers = ("modulus", "bits", *(f"e {bits}" for bits in exponents))
    print_table(
        title,
        headers,
        [
            (shape, f"{bits}", *(_winner(cells_of.get(exponent)) for exponent in exponents))
            for (shape, bits), cells_of in by_row.items()
        ],
    )


def _winner(cell: Cell | None) -> str:
    return "-" if cell is None else f"{cell.ranking[0]} {cell.margin:.2f}"


def conclusions(cells: Sequence[Cell]) -> list[str]:
    """Return how the routes that are in use now do on a sweep."""
    result = score(cells)
    share = result.within_8_percent / max(1, result.cells)
    mean, worst = result.against_gmpy2, result.worst_against_gmpy2
    return [
        f"the routes in use, over {result.cells} cells:",
        f"within 8% of the best backend in {result.within_8_percent} ({share:.1%})",
        f"slower than the slowest backend in {result.slower_than_worst}",
        f"of gmpy2's time {mean:.3f} on geometric mean, {worst:.3f} at worst",
    ]


def print_routes(table: Table) -> None:
    """Print a table's rows: for each size class the winners by exponent class, a letter each."""
    sizes = [f"{first}+ limbs" for first in LIMBS_FROM]
    letters = ", ".join(f"{letter} {name}" for letter, name in LETTERS.items())
    exponents = ", ".join(map(str, EXPONENT_FROM))
    print_table(
        "routes",
        ("modulus", "in limbs of", *sizes),
        [(*name.split("/"), *row) for name, row in table.rows.items()],
    )
    print(f"moduli of up to {8 * table.native_bytes} bits to native where it is there; others by row:")
    print(f"{letters}; a letter for each exponent class, from {exponents} bits on")
