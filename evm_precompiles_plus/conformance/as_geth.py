"""The program `evm-precompiles-plus-evm`: state and blockchain tests as geth's `evm` runs them.

goevmlab and its like start a client's `statetest` with a file, or give it files on standard input, and read
its steps on standard error up to a line with the state root. Options stand before the command or after it.

**Spec** EIP-3155; geth, cmd/evm.
"""

import json
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import click

from ..terminal.group import OneLineErrors

_FLAGS = ("json", "noreturndata", "nomemory", "nostack")
_HELP = {
    "json": "Write each step to standard error as a line of JSON, then the state root.",
    "noreturndata": "Leave the return data out of the steps.",
    "nomemory": "Leave the memory out of the steps.",
    "nostack": "Leave the stack out of the steps.",
}


class Shown(NamedTuple):
    """Whether steps are written, and what of them is left out."""

    steps: bool
    left_out: frozenset[str]


def _flags(command: Callable[..., Any]) -> Callable[..., Any]:
    for name in reversed(_FLAGS):
        command = click.option(f"--{name}", name, is_flag=True, help=_HELP[name])(command)
    return command


_run_option = click.option(
    "--run", "pattern", default="", metavar="REGEX", help="Only tests in whose names this is found."
)


def _version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from .version import package_version

        click.echo(f"evm-precompiles-plus version {package_version()}")
        ctx.exit()


@click.group(cls=OneLineErrors, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("-v", "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version)
@_flags
@click.pass_context
def main(ctx: click.Context, /, **flags: bool) -> None:
    """Run state and blockchain tests as geth's evm does."""
    ctx.obj = flags


@main.command()
@_flags
@click.option(
    "--run", "pattern", default="", metavar="REGEX", help="Only tests in whose names this is found."
)
@click.argument("paths", nargs=-1, type=click.Path(exists=True))
@click.pass_obj
def statetest(before: dict[str, bool], /, pattern: str, paths: tuple[str, ...], **flags: bool) -> None:
    """Run the state tests in PATHS, or in those on standard input, a line each."""
    _run_all("state_test", paths, pattern, _shown(before, flags))


@main.command()
@_flags
@click.option(
    "--run", "pattern", default="", metavar="REGEX", help="Only tests in whose names this is found."
)
@click.argument("paths", nargs=-1, type=click.Path(exists=True))
@click.pass_obj
def blocktest(before: dict[str, bool], /, pattern: str, paths: tuple[str, ...], **flags: bool) -> None:
    """Run the blockchain tests in PATHS, or in those on standard input, a line each."""
    _run_all("blockchain_test", paths, pattern, _shown(before, flags))


def _shown(before: dict[str, bool], after: dict[str, bool]) -> Shown:
    given = {name for name in _FLAGS if before[name] or after[name]}
    fields = {"noreturndata": "returnData", "nomemory": "memory", "nostack": "stack"}
    return Shown("json" in given, frozenset(field for flag, field in fields.items() if flag in given))


def _run_all(kind: str, paths: tuple[str, ...], pattern: str, shown: Shown) -> None:
    """Run the files, each with a report of its own on standard output if they come from standard input."""
    # One after the other: whoever writes the names waits for a file's root before the next.
    runs = [paths] if paths else ((line.strip(),) for line in sys.stdin if line.strip())
    all_read = True
    for run in runs:
        all_read = _run(kind, run, pattern, shown) and all_read
    if not all_read:
        raise SystemExit(1)


def _run(kind: str, paths: tuple[str, ...], pattern: str, shown: Shown) -> bool:
    """Run files and write their report; return whether all could be read."""
    from .documents import Problem
    from .loader import BlockCase, Case, Selection, iter_cases
    from .writers import JsonList

    report = JsonList(sys.stdout)
    all_read = True
    for item in iter_cases(paths, Selection(kind=kind, pattern=pattern)):
        if isinstance(item, Case | BlockCase):
            report.add(_run_case(item, shown))
        elif isinstance(item, Problem):
            click.echo(f"problem: {item.source}: {item.reason}", err=True)
            all_read = False
    report.close()
    sys.stdout.flush()
    return all_read


def _run_case(case: Any, shown: Shown) -> Any:
    from .blocktest import run_block_case
    from .loader import Case
    from .statetest import run_case

    outcome = run_case(case) if isinstance(case, Case) else run_block_case(case)
    if shown.steps:
        for line in _steps(case, shown):
            sys.stderr.write(f"{line}\n")
        root = None if outcome.state_root is None else f"0x{outcome.state_root.hex()}"
        sys.stderr.write(json.dumps({"stateRoot": root}) + "\n")
        sys.stderr.flush()
    return outcome


def _steps(case: Any, shown: Shown) -> Iterator[str]:
    from ..py_evm.tracing import Steps
    from .blocktest import trace_block_case
    from .loader import Case
    from .statetest import trace_case

    steps = Steps(kept=None, left_out=shown.left_out)
    ended = trace_case(case, steps=steps) if isinstance(case, Case) else trace_block_case(case, steps=steps)
    try:
        # The line that says how it ended is not geth's.
        *lines, _ = ended
    except Exception:  # the outcome, of a run without steps, says the same
        lines = list(steps.lines())
    yield from lines
