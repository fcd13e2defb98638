"""Tables that commands print: drawn on a terminal, plain aligned columns elsewhere."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table


def print_table(title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows of cells under headers; the first two columns are left-aligned, the others right."""
    console = Console()
    if console.is_terminal:
        console.print(_drawn(title, headers, rows))
        return
    widths = [max(len(row[column]) for row in [headers, *rows]) for column in range(len(headers))]
    for row in [headers, *rows]:
        print("  ".join(_aligned(column, cell, widths[column]) for column, cell in enumerate(row)).rstrip())


def _aligned(column: int, cell: str, width: int) -> str:
    return cell.ljust(width) if column < 2 else cell.rjust(width)


def _drawn(title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    table = Table(title=title, title_justify="left")
    for column, header in enumerate(headers):
        table.add_column(header, justify="left" if column < 2 else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def microseconds(seconds: float | None) -> str:
    """Return a duration for a cell: `"12.3 us"`, or a dash where there is none."""
    return "-" if seconds is None else f"{seconds * 1e6:,.1f} us"


def ratio(value: float | None) -> str:
    """Return a ratio for a cell: `"45.2x"`, or a dash where there is none."""
    return "-" if value is None else f"{value:.1f}x"
