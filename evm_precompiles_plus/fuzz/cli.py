"""The command `fuzz`."""

from pathlib import Path
from typing import Any, NoReturn

import click


def _names(ctx: click.Context, param: click.Parameter, given: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in given.split(",") if name.strip())


@click.command()
@click.option("--seconds", default=60.0, show_default=True, type=click.FloatRange(0, min_open=True))
@click.option("--seed", default=0, show_default=True, help="Case I of a seed is the same in every run.")
@click.option("--case", "only_case", type=click.IntRange(0), metavar="I", help="Run case I alone.")
@click.option(
    "--against",
    default="eels",
    show_default=True,
    metavar="NAME[,NAME]",
    callback=_names,
    help="Oracles: eels (the executable spec), py_ecc, pyrevm.",
)
@click.option(
    "--precompile", "precompiles", default="", metavar="NAME[,NAME]", callback=_names, help="Only these."
)
@click.option(
    "--fork",
    "forks",
    default="",
    metavar="FORK[,FORK]",
    callback=_names,
    help="Under whose rules. Default: each fork that brought a rule, and the newest.",
)
@click.option("--backend", metavar="NAME", help="Only this backend. Default: the route, and each backend.")
@click.option(
    "--out",
    default="fixtures/regressions",
    show_default=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to write a vector for each difference.",
)
def fuzz(**options: Any) -> NoReturn:
    """Make structured calls to every precompile from a seed, and compare ours with oracles.

    Output, failure and gas are compared, on every backend. A difference is made small and becomes a vector.
    Exit status 0: none was found.
    """
    from .command import fuzz as run_fuzz

    raise SystemExit(0 if run_fuzz(**options) else 1)
