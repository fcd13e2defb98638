"""The command line: the rooms' commands, and those that need no room.

py-evm takes most of a second to import, so each command imports what it needs when it runs.
"""

import click

from .activation.cli import exec_
from .compare.cli import compare_command
from .conformance.cli import blocktest, report_diff, statetest
from .fuzz.cli import fuzz
from .measure.cli import bench, calibrate
from .terminal.group import OneLineErrors


def _print_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        _echo_version()
        ctx.exit()


def _echo_version() -> None:
    from .conformance.version import package_version

    click.echo(f"evm-precompiles-plus version {package_version()}")


@click.group(cls=OneLineErrors, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-v",
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


for command in (statetest, blocktest, report_diff, compare_command, bench, calibrate, fuzz, exec_):
    main.add_command(command)
