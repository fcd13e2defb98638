"""The command `fuzz`."""

from pathlib import Path
from typing import Any, NoReturn

import click


def _names(ctx: click.Context, param: click.Parameter, given: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in given.split(",") if name.strip())


@click.command()
@click.option("--states", is_flag=True, help="Whole state tests in the place of single calls.")
@click.option("--seconds", default=60.0, show_default=True, type=click.FloatRange(0, min_open=True))
@click.option("--seed", default=0, show_default=True, help="Case I of a seed is the same in every run.")
@click.option("--case", "only_case", type=click.IntRange(0), metavar="I", help="Run case I alone.")
@click.option(
    "--cases", type=click.IntRange(1), metavar="N", help="Run the first N cases, however long that takes."
)
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
    help="Under whose rules. Default: each fork that brought a rule, and the newest; of states, every fork.",
)
@click.option("--backend", metavar="NAME", help="Only this backend. Default: the route, and each backend.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to write each difference. Default: fixtures/regressions of the checkout.",
)
def fuzz(
    states: bool, seconds: float, only_case: int | None, cases: int | None, out: Path | None, **options: Any
) -> NoReturn:
    """Make structured calls to every precompile from a seed, and compare ours with oracles.

    Output, failure and gas are compared, on every backend. A difference is made small and becomes a vector.
    With --states: contracts and transactions, on our VMs and on the executable spec, compared on state root,
    logs and gas; a difference becomes a state test. Exit status 0: none was found.
    """
    from .directory import regressions

    if only_case is not None and cases is not None:
        raise click.UsageError("--case is one case and --cases the first of them: one or the other")
    indexes = range(cases) if cases else None if only_case is None else range(only_case, only_case + 1)
    if states:
        found_none = _fuzz_states(
            seconds=None if indexes else seconds,
            indexes=indexes,
            out=out or regressions() / "states",
            **options,
        )
    else:
        from .command import fuzz as fuzz_calls

        found_none = fuzz_calls(seconds=seconds, indexes=indexes, out=out or regressions(), **options)
    raise SystemExit(0 if found_none else 1)


def _fuzz_states(against: tuple[str, ...], precompiles: tuple[str, ...], **options: Any) -> bool:
    from .states.command import fuzz as fuzz_states

    if precompiles or against != ("eels",):
        raise click.UsageError(
            "--states runs whole transactions against eels: no --precompile, no other oracle"
        )
    return fuzz_states(**options)
