"""The command `exec`."""

from typing import NoReturn

import click

from .launcher import HOSTS


@click.command("exec", context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
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

    PROGRAM is a script's path, or the name of a Python command, on PATH or beside this interpreter. What
    follows it is the program's, and so is the exit status.
    """
    from .launcher import exec_module, exec_script

    (exec_module if as_module else exec_script)(program, arguments, host)
