"""Drawings of sweeps and benchmarks (the extra `plot`: matplotlib)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import PrecompilesError
from .bench import Row
from .calibrate import Cell

COLORS = {"native": "#2f6fb3", "gmpy2": "#3f8f4f", "openssl": "#c9772b", "pure": "#777777"}
# Beyond this a win is as dark as it gets.
FULL_MARGIN = 2.0


class PlottingUnavailable(PrecompilesError, ImportError):
    """matplotlib is not installed."""


def load_pyplot() -> Any:
    """Return matplotlib's pyplot, drawing to files; raise `PlottingUnavailable` where it is not installed."""
    try:
        import matplotlib
    except ImportError as error:
        raise PlottingUnavailable(f"{error}; try: pip install 'evm-precompiles-plus[plot]'") from error
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def heat_map(cells: Sequence[Cell], path: Path, title: str) -> None:
    """Draw who wins each cell and by how much: a panel a shape, colour the winner, depth the margin."""
    pyplot = load_pyplot()
    shapes = list(dict.fromkeys(cell.shape for cell in cells))
    moduli = sorted({cell.modulus_bits for cell in cells})
    exponents = sorted({cell.exponent_bits for cell in cells})
    figure, axes = pyplot.subplots(
        1, len(shapes), figsize=(4.5 * len(shapes), 0.34 * len(moduli) + 1.6), squeeze=False, sharey=True
    )
    for axis, shape in zip(axes[0], shapes, strict=True):
        chosen = [cell for cell in cells if cell.shape == shape]
        for cell in chosen:
            _draw_cell(
                pyplot, axis, cell, exponents.index(cell.exponent_bits), moduli.index(cell.modulus_bits)
            )
        axis.set_title({"word": "odd, base of one limb", "half": "even, half of it 2**k"}.get(shape, shape))
        axis.set_xticks(range(len(exponents)), exponents)
        axis.set_yticks(range(len(moduli)), moduli)
        axis.set_xlim(-0.5, len(exponents) - 0.5)
        axis.set_ylim(-0.5, len(moduli) - 0.5)
        axis.set_xlabel("exponent bits")
    axes[0][0].set_ylabel("modulus bits")
    winners = dict.fromkeys(cell.ranking[0] for cell in cells)
    handles = [pyplot.Rectangle((0, 0), 1, 1, color=COLORS[name]) for name in winners]
    figure.legend(handles, winners, loc="upper right", ncols=len(winners))
    figure.suptitle(title, x=0.01, ha="left", fontsize=9)
    _save(pyplot, figure, path)


def _draw_cell(pyplot: Any, axis: Any, cell: Cell, column: int, row: int) -> None:
    depth = min(1.0, 0.2 + 0.8 * (cell.margin - 1) / (FULL_MARGIN - 1))
    corner = (column - 0.5, row - 0.5)
    axis.add_patch(pyplot.Rectangle(corner, 1, 1, facecolor=COLORS[cell.ranking[0]], alpha=depth))
    axis.text(column, row, f"{cell.margin:.2f}", ha="center", va="center", fontsize=6)


def bars(rows: Sequence[Row], path: Path, title: str) -> None:
    """Draw how many times faster than stock each shape is, on a logarithmic scale."""
    pyplot = load_pyplot()
    drawn = [row for row in rows if row.times_stock is not None]
    figure, axis = pyplot.subplots(figsize=(8, 0.17 * len(drawn) + 1.2))
    names = [row.shape for row in drawn]
    axis.barh(
        names, [row.times_stock for row in drawn], color=[COLORS.get(row.backend, "#777777") for row in drawn]
    )
    axis.set_xscale("log")
    axis.axvline(1, color="black", linewidth=0.8)
    axis.margins(y=0.01)
    axis.invert_yaxis()
    axis.set_xlabel("time of stock py-evm / time of run")
    axis.tick_params(axis="y", labelsize=7)
    figure.suptitle(title, x=0.01, ha="left", fontsize=9)
    _save(pyplot, figure, path)


def _save(pyplot: Any, figure: Any, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
