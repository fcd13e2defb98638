"""The commands that run fixtures, and the one that compares two reports of such runs."""

from typing import Any, NoReturn

import click

from .options import fixture_options, run_fixtures


@click.command()
@fixture_options
def statetest(**options: Any) -> NoReturn:
    """Run the state tests in files, directories and .tar.gz archives.

    Without PATH: the files named on standard input, a line each, and a report for each.

    Exit status 0: every case passed, and at least one ran. What could not be read, and every case that
    failed, is named on standard error.
    """
    run_fixtures("state_test", **options)


@click.command()
@fixture_options
def blocktest(**options: Any) -> NoReturn:
    """Run the blockchain tests in files, directories and .tar.gz archives.

    --fork takes the networks that begin or end with the fork. Exit status and reports are as statetest's.
    """
    run_fixtures("blockchain_test", **options)


@click.command("report-diff")
@click.argument("old", type=click.Path(exists=True, dir_okay=False))
@click.argument("new", type=click.Path(exists=True, dir_okay=False))
def report_diff(old: str, new: str) -> NoReturn:
    """List what changed from one JSON report to another, of ours, of geth or of the executable spec.

    Exit status 0: nothing changed.
    """
    from .report_diff import changes, line_of, read_report

    changed = list(changes(read_report(old), read_report(new)))
    for change in changed:
        click.echo(line_of(change))
    click.echo(f"{len(changed)} changed" if changed else "nothing changed")
    raise SystemExit(1 if changed else 0)
