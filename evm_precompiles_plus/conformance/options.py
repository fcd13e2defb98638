"""Arguments and options of the commands that run fixtures, and what they come to.

Only click is imported here: what runs the fixtures is imported when it does.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ..errors import PrecompilesError
from ..forks import FORKS, fork_name

if TYPE_CHECKING:
    from .shards import Executor

_OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)


def fixture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the arguments and options that `run_fixtures` takes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def run_fixtures(
    kind: str,
    runs: tuple[tuple[str, ...], ...],
    forks: frozenset[str] | None,
    match: str,
    pattern: str,
    stock: bool,
    jobs: int,
    timeout: float | None,
    trace: bool,
    dask: str | None,
    **reports: Any,
) -> NoReturn:
    """Run the fixtures of one kind, report them, and exit with the status that they deserve."""
    from .command import Reports, run_tests
    from .loader import Selection
    from .shards import Settings

    if len(runs) > 1 and (reports["csv"] or reports["junit"]):
        raise click.UsageError("--csv and --junit make one report: give the paths as arguments")
    settings = Settings(Selection(forks, match, kind, pattern), stock, trace)
    executor = _executor(jobs, timeout, dask)
    raise SystemExit(max(run_tests(paths, settings, executor, Reports(**reports)) for paths in runs))


def _executor(jobs: int, timeout: float | None, dask: str | None) -> "Executor":
    from .cluster import DaskCluster
    from .runner import local_executor

    if dask is None:
        return local_executor(jobs, timeout, lambda line: click.echo(line, err=True))
    if jobs > 1 or timeout is not None:
        raise click.UsageError("--jobs and --timeout are for processes on this machine, not for --dask")
    return DaskCluster(dask)


def _paths_or_names_from_stdin(
    ctx: click.Context, param: click.Parameter, paths: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    """Return the runs to make: one for all paths; without any, one for each name on standard input."""
    if paths:
        return (paths,)
    names = [] if sys.stdin.isatty() else [line.strip() for line in sys.stdin if line.strip()]
    if not names:
        raise click.MissingParameter(ctx=ctx, param=param)
    return tuple((name,) for name in names)


def _canonical_forks(
    ctx: click.Context, param: click.Parameter, names: tuple[str, ...]
) -> frozenset[str] | None:
    try:
        return frozenset(fork_name(name) for name in names) or None
    except PrecompilesError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def _regular_expression(ctx: click.Context, param: click.Parameter, pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise click.BadParameter(f"not a regular expression: {error}", ctx, param) from None
    return pattern


_OPTIONS = (
    click.argument(
        "runs",
        nargs=-1,
        metavar="PATH...",
        type=click.Path(exists=True),
        callback=_paths_or_names_from_stdin,
    ),
    click.option(
        "--fork",
        "forks",
        multiple=True,
        metavar="FORK",
        callback=_canonical_forks,
        help=f"Only this fork, of: {', '.join(FORKS)}, or as fixtures spell it. May be repeated.",
    ),
    click.option("--match", default="", metavar="TEXT", help="Only tests with this text in their names."),
    click.option(
        "--run",
        "pattern",
        default="",
        metavar="REGEX",
        callback=_regular_expression,
        help="Only tests whose names this regular expression is found in, as geth's --run.",
    ),
    click.option("--stock", is_flag=True, help="Run py-evm as it is, without our precompiles."),
    click.option(
        "-j", "--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes to run on."
    ),
    click.option(
        "--timeout",
        metavar="SECONDS",
        type=click.FloatRange(0, min_open=True),
        help="Kill a case that takes longer, and go on.",
    ),
    click.option(
        "--dask",
        metavar="ADDRESS",
        help="Run on the Dask cluster whose scheduler is there (needs the extra dask).",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print a JSON list as geth's evm statetest does."),
    click.option("--csv", type=_OUTPUT, help="Write a line per case to this file."),
    click.option("--junit", type=_OUTPUT, help="Write JUnit XML to this file."),
    click.option(
        "--resume",
        type=_OUTPUT,
        help="Leave out what an earlier run with this file passed, and add to it what passes now.",
    ),
    click.option("--fail-fast", is_flag=True, help="Stop at the first case that fails."),
    click.option(
        "--slowest",
        default=0,
        type=click.IntRange(0),
        metavar="N",
        help="List the N cases that took longest.",
    ),
    click.option("--trace", is_flag=True, help="Print the steps of cases that fail (EIP-3155), to stderr."),
)
