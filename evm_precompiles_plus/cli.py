"""The command line: every command reads its options and calls one library function.

py-evm takes most of a second to import, so each command imports what it needs when it runs.
"""

from pathlib import Path
from typing import Any, NoReturn

import click

from .conformance.options import fixture_options, run_fixtures
from .errors import PrecompilesError
from .launcher import HOSTS

_INTERRUPTED = 130
_OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)


class _UsageLine(click.ClickException):
    """A usage error without the usage: one line."""

    exit_code = click.UsageError.exit_code


def _one_line(error: click.UsageError) -> _UsageLine:
    return _UsageLine(f"{error.format_message()} (see --help)")


class _OneLineErrors(click.Group):
    """A group whose commands end with one line on standard error where they cannot do their work."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.exceptions.NoArgsIsHelpError:
            raise
        except click.UsageError as error:
            raise _one_line(error) from error

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            raise _one_line(error) from error
        except (PrecompilesError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise  # click ends quietly when the reader has gone
            raise click.ClickException(str(error)) from error
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(_INTERRUPTED)


def _print_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        _echo_version()
        ctx.exit()


def _echo_version() -> None:
    from .conformance.version import package_version

    click.echo(f"evm-precompiles-plus version {package_version()}")


@click.group(cls=_OneLineErrors, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Fast and current precompiles for py-evm: run fixtures, compare with stock, make single calls."""


@main.command()
def version() -> None:
    """Print this package's version in one line."""
    _echo_version()


@main.command()
@fixture_options
def statetest(**options: Any) -> NoReturn:
    """Run the state tests in files, directories and .tar.gz archives.

    Without PATH: the files named on standard input, a line each, and a report for each.

    Exit status 0: every case passed, and at least one ran. What could not be read, and every case that
    failed, is named on standard error.
    """
    run_fixtures("state_test", **options)


@main.command()
@fixture_options
def blocktest(**options: Any) -> NoReturn:
    """Run the blockchain tests in files, directories and .tar.gz archives.

    --fork takes the networks that begin or end with the fork. Exit status and reports are as statetest's.
    """
    run_fixtures("blockchain_test", **options)


@main.command("report-diff")
@click.argument("old", type=click.Path(exists=True, dir_okay=False))
@click.argument("new", type=click.Path(exists=True, dir_okay=False))
def report_diff(old: str, new: str) -> NoReturn:
    """List what changed from one JSON report to another, of ours, of geth or of the executable spec.

    Exit status 0: nothing changed.
    """
    from .conformance.report_diff import changes, line_of, read_report

    changed = list(changes(read_report(old), read_report(new)))
    for change in changed:
        click.echo(line_of(change))
    click.echo(f"{len(changed)} changed" if changed else "nothing changed")
    raise SystemExit(1 if changed else 0)


@main.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(exists=True))
@click.option(
    "--html",
    type=click.Path(dir_okay=False, writable=True),
    metavar="FILE",
    help="Also write a page of tables.",
)
def compare(paths: tuple[str, ...], html: str | None) -> NoReturn:
    """Run every precompile call of state tests on stock py-evm and on ours, and compare.

    Without PATH: the fixtures that come with this package. Exit status 0: there was something to compare,
    all of it could be read and run, and the executable spec sides with us wherever the two differ.
    """
    from .bundled import bundled_fixtures
    from .compare import compare as compare_calls
    from .compare_report import print_comparison

    comparison = compare_calls(paths or [bundled_fixtures()])
    print_comparison(comparison)
    if html is not None:
        from .compare_html import write_page

        write_page(comparison, html)
    raise SystemExit(0 if comparison.is_right else 1)


@main.command()
@click.argument("name")
@click.argument("calldata", metavar="HEX")
@click.option("--fork", default="osaka", show_default=True, help="Under whose rules.")
def call(name: str, calldata: str, fork: str) -> None:
    """Make one call to a precompile, by name or address, and print output, gas and backend.

    HEX is the calldata, with or without 0x.
    """
    from .call import run

    try:
        data = bytes.fromhex(calldata.removeprefix("0x"))
    except ValueError as error:
        raise click.BadParameter(f"not hexadecimal: {error}", param_hint="HEX") from None
    result = run(name, data, fork)
    click.echo(f"output   0x{result.output.hex()}")
    click.echo(f"gas      {result.gas}")
    click.echo(f"backend  {result.backend}")


@main.command()
def info() -> None:
    """Show versions, backends, and why one is missing."""
    from .info import info as look
    from .info import info_lines

    click.echo("\n".join(info_lines(look())))


@main.command()
@click.option("--match", default="", metavar="TEXT", help="Only shapes with this text in their names.")
@click.option("--headline", is_flag=True, help="Only the few shapes of the README's table.")
@click.option("--fork", default="osaka", show_default=True, help="Whose gas rules.")
@click.option(
    "--backend", "only", multiple=True, metavar="NAME", help="Measure this backend. May be repeated."
)
@click.option(
    "--no-stock", "with_stock", is_flag=True, default=True, flag_value=False, help="Leave py-evm out."
)
@click.option(
    "--rounds", default=7, show_default=True, type=click.IntRange(1), help="Rounds of each contestant."
)
@click.option("--json", "in_json", is_flag=True, help="Print JSON.")
@click.option("--plot", type=_OUTPUT, metavar="FILE.png", help="Draw the ratios to stock py-evm.")
@click.option(
    "--ablation", type=click.Choice(["ecmul", "window"]), help="Measure an algorithm without its parts."
)
@click.option(
    "--worst",
    is_flag=True,
    help="Search each precompile and rule for the call of least gas a second. "
    "Of the other options --match (the precompile's name), --no-stock, --rounds and --json count.",
)
def bench(ablation: str | None, worst: bool, rounds: int, **options: Any) -> None:
    """Measure the precompiles on named shapes, beside stock py-evm and backend by backend."""
    from .bench_report import report, report_ablation

    if worst:
        from .worst_report import report_worst

        taken = ("match", "with_stock", "in_json")
        report_worst(rounds=rounds, **{name: options[name] for name in taken})
    elif ablation:
        report_ablation(ablation, rounds)
    else:
        report(rounds=rounds, **options)


@main.command()
@click.option(
    "--rounds", default=7, show_default=True, type=click.IntRange(1), help="Rounds of each backend."
)
@click.option(
    "--sweeps",
    default=1,
    show_default=True,
    type=click.IntRange(1),
    help="Sweeps of the whole grid; the shortest times count.",
)
@click.option("--plot", type=_OUTPUT, metavar="FILE.png", help="Draw the winners and their margins.")
@click.option("--write", "to_file", is_flag=True, help="Keep the table, and route by it from now on.")
def calibrate(**options: Any) -> None:
    """Measure where each MODEXP backend wins on this machine.

    --write puts the table where EVM_PRECOMPILES_ROUTES says, or into the user's configuration directory.
    """
    from .calibrate_report import report

    report(**options)


def _names(ctx: click.Context, param: click.Parameter, given: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in given.split(",") if name.strip())


@main.command()
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
    from .fuzz.command import fuzz as run_fuzz

    raise SystemExit(0 if run_fuzz(**options) else 1)


@main.command("exec", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@click.option("-m", "as_module", is_flag=True, help="PROGRAM is a module or package, as after python -m.")
@click.option(
    "--host",
    type=click.Choice(list(HOSTS)),
    default="py-evm",
    show_default=True,
    help="Where to put the precompiles: py-evm, or the executable spec (ethereum-execution).",
)
@click.argument("program")
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def exec_(as_module: bool, host: str, program: str, arguments: tuple[str, ...]) -> NoReturn:
    """Run a Python program, unmodified, with the precompiles on.

    PROGRAM is a script's path, or the name of a Python command on PATH. What follows it is the program's, and
    so is the exit status.
    """
    from .launcher import exec_module, exec_script

    (exec_module if as_module else exec_script)(program, arguments, host)
