"""Benchmarks as text, JSON and drawings: what the commands `bench` and `bench --ablation` do."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from .. import routing
from ..registry import bound_table
from ..terminal.tables import print_table, ratio
from . import ablation
from .bench import Row, as_json, gain_over, measure, worst
from .machine import describe
from .plots import bars, load_pyplot
from .shapes import headline_shapes, shapes
from .timing import Time

DIRECT = ("native", "gmpy2", "openssl")


def report(
    *,
    match: str,
    headline: bool,
    fork: str,
    only: Sequence[str],
    with_stock: bool,
    rounds: int,
    in_json: bool,
    plot: Path | None,
) -> None:
    """Measure the shapes that have `match` in their names, print them, and draw them if `plot` says where.

    Precompiles that the fork does not have, or that need a library which is not there, are left out.

    `only` names the backends that are measured beside `run`; none stands for all that are usual.
    """
    if plot:
        load_pyplot()
    names = only or [name for name in DIRECT if routing.why_missing(name) is None]
    there = {bound.name for bound in bound_table(fork).values()}
    candidates = headline_shapes() if headline else shapes()
    chosen = [shape for shape in candidates if match in shape.name and shape.precompile in there]
    rows = list(measure(chosen, fork=fork, with_stock=with_stock, with_backends=names, rounds=rounds))
    if in_json:
        print(
            json.dumps(
                {"machine": describe(), "fork": fork, "rows": [as_json(row) for row in rows]}, indent=1
            )
        )
    else:
        print_rows(f"{describe()}; {fork}; shortest round (median)", rows)
    if plot:
        bars(rows, plot, describe())


def report_ablation(name: str, rounds: int) -> None:
    """Measure and print the variants of ECMUL (`"ecmul"`) or the window's widths (`"window"`)."""
    if name == "window":
        print_ablation("window widths", ablation.modexp_window(rounds=rounds), "width 1")
        return
    for backend in ablation.WITH_VARIANTS:
        if routing.why_missing(backend):
            continue
        times = ablation.ecmul(backend, rounds)
        print_ablation(f"ECMUL on {backend}", times, "double-and-add")
        print_ecmul_gains(times)


def print_rows(title: str, rows: Sequence[Row]) -> None:
    """Print a table of rows, the shortest round and the median, and what follows from them all."""
    names = list(dict.fromkeys(name for row in rows for name in row.times))
    headers = ("shape", "routed to", *(f"{name}, us" for name in names), "Mgas/s", "stock / run")
    print_table(title, headers, [_cells(row, names) for row in rows])
    print()
    for line in conclusions(rows):
        print(line)


def conclusions(rows: Sequence[Row]) -> list[str]:
    """Return the lines under the table: the least gas a second, and what routing gains."""
    lines = [
        f"least gas a second of {precompile}: {row.gas_per_second / 1e6:,.1f} million, {row.shape}"
        for precompile, row in worst(rows).items()
    ]
    gain = gain_over(rows, "gmpy2")
    if gain:
        lines.append(
            f"routed against gmpy2 alone, odd moduli of 1024 to 4096 bits, exponents of 128 bits and more: "
            f"{gain.geometric_mean:.3f} of its time on geometric mean over {gain.shapes} shapes"
        )
        lines.append(f"routed against gmpy2 alone, worst of all shapes: {gain.worst:.3f} of its time")
    return lines


def _cells(row: Row, names: Sequence[str]) -> tuple[str, ...]:
    times = (_time(row.times.get(name)) for name in names)
    return (row.shape, row.backend, *times, f"{row.gas_per_second / 1e6:,.1f}", ratio(row.times_stock))


def _time(time: Time | None) -> str:
    return "-" if time is None else f"{time.shortest:,.1f} ({time.median:,.1f})"


def print_ablation(title: str, times: Mapping[str, Time], reference: str) -> None:
    """Print variants with their times, and each as a share of the reference's."""
    base = times[reference].shortest
    rows = [(name, _time(time), f"{time.shortest / base:.3f}") for name, time in times.items()]
    print_table(title, ("variant", "us", f"of {reference}"), rows)


def print_ecmul_gains(times: Mapping[str, Time]) -> None:
    """Print what GLV and wNAF each take off ECMUL's time, at the width that is in use."""
    from ..arithmetic.curves.multiply import WIDTH

    both = times[f"GLV, wNAF {WIDTH}"].shortest
    print(f"\nGLV lowers the time by {1 - both / times[f'wNAF {WIDTH}'].shortest:.1%}")
    print(f"wNAF lowers it by {1 - both / times['GLV, plain interleaving'].shortest:.1%}")
