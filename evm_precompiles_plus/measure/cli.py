"""The commands that measure: `bench` and `calibrate`."""

from pathlib import Path
from typing import Any

import click

_OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command()
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


@click.command()
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
