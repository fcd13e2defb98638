"""The command `compare`."""

from typing import NoReturn

import click


@click.command("compare")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(exists=True))
@click.option(
    "--html",
    type=click.Path(dir_okay=False, writable=True),
    metavar="FILE",
    help="Also write a page of tables.",
)
def compare_command(paths: tuple[str, ...], html: str | None) -> NoReturn:
    """Run every precompile call of state tests on stock py-evm and on ours, and compare.

    Without PATH: the fixtures that come with this package. Exit status 0: there was something to compare,
    all of it could be read and run, and the executable spec sides with us wherever the two differ.
    """
    from ..conformance.bundled import bundled_fixtures
    from .comparison import compare
    from .text import print_comparison

    comparison = compare(paths or [bundled_fixtures()])
    print_comparison(comparison)
    if html is not None:
        from .html import write_page

        write_page(comparison, html)
    raise SystemExit(0 if comparison.is_right else 1)
