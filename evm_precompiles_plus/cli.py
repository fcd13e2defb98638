"""The command line: every command reads its options and calls one library function.

py-evm takes most of a second to import, so each command imports what it needs when it runs.
"""

from collections.abc import Callable
from typing import Any, NoReturn

import click

from .errors import PrecompilesError
from .forks import FORKS, fork_name
from .launcher import HOSTS

_INTERRUPTED = 130


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


def _canonical_forks(
    ctx: click.Context, param: click.Parameter, names: tuple[str, ...]
) -> frozenset[str] | None:
    try:
        return frozenset(fork_name(name) for name in names) or None
    except PrecompilesError as error:
        raise click.BadParameter(str(error), ctx, param) from None


@click.group(cls=_OneLineErrors, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="evm-precompiles-plus", prog_name="evm-precompiles-plus")
def main() -> None:
    """Fast and current precompiles for py-evm: run fixtures, compare with stock, make single calls."""


def _fixture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command that runs fixtures its arguments and options."""
    for option in reversed(_FIXTURE_OPTIONS):
        command = option(command)
    return command


_FIXTURE_OPTIONS = (
    click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(exists=True)),
    click.option(
        "--fork",
        "forks",
        multiple=True,
        metavar="FORK",
        callback=_canonical_forks,
        help=f"Only this fork, of: {', '.join(FORKS)}, or as fixtures spell it. May be repeated.",
    ),
    click.option("--match", default="", metavar="TEXT", help="Only tests with this text in their names."),
    click.option("--stock", is_flag=True, help="Run py-evm as it is, without our precompiles."),
    click.option(
        "-j", "--jobs", default=1, show_default=True, type=click.IntRange(1), help="Processes to run on."
    ),
    click.option("--json", "as_json", is_flag=True, help="Print a JSON list as geth's evm statetest does."),
)


@main.command()
@_fixture_options
def statetest(**options: Any) -> NoReturn:
    """Run the state tests in files, directories and .tar.gz archives.

    Exit status 0: every case passed, and at least one ran. What could not be read, and every case that
    failed, is named on standard error.
    """
    _run_fixtures("state_test", **options)


@main.command()
@_fixture_options
def blocktest(**options: Any) -> NoReturn:
    """Run the blockchain tests in files, directories and .tar.gz archives.

    --fork takes the networks that begin or end with the fork. Exit status and reports are as statetest's.
    """
    _run_fixtures("blockchain_test", **options)


def _run_fixtures(
    kind: str,
    paths: tuple[str, ...],
    forks: frozenset[str] | None,
    match: str,
    stock: bool,
    jobs: int,
    as_json: bool,
) -> NoReturn:
    from .conformance.command import run_tests
    from .conformance.loader import Selection
    from .conformance.runner import local_executor
    from .conformance.shards import Settings

    settings = Settings(Selection(forks, match, kind), stock)
    executor = local_executor(jobs, None, lambda line: click.echo(line, err=True))
    raise SystemExit(run_tests(paths, settings, executor, as_json))


@main.command()
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(exists=True))
def compare(paths: tuple[str, ...]) -> NoReturn:
    """Run every precompile call of state tests on stock py-evm and on ours, and compare.

    Without PATH: the fixtures that come with this package. Exit status 0: there was something to compare,
    all of it could be read and run, and the executable spec sides with us wherever the two differ.
    """
    from .bundled import bundled_fixtures
    from .compare import compare as compare_calls
    from .compare_report import print_comparison

    comparison = compare_calls(paths or [bundled_fixtures()])
    print_comparison(comparison)
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
