"""A comparison as one self-contained page: sortable tables, and nothing loaded from anywhere.

**Invariants** Every text goes through `escape`, and the page's own policy admits no script but the one
here, by its hash (`tests/compare/test_compare_html.py`).
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from math import log10
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from ..call import HostAnswer
from ..forks import fork_order
from ..terminal.tables import microseconds, ratio
from .comparison import NEWEST_STOCK, Comparison, Divergence, Row

TITLE = "stock py-evm and evm_precompiles_plus"

# Longer hexadecimal texts than a word's are folded.
_SHOWN = 66
# The bar behind a ratio is full at ten to this power.
_BAR_DECADES = 4

STYLE = """
:root { color-scheme: light dark; --line: #8884; --bar: #3b8f5e55; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: left; vertical-align: top; }
th { position: sticky; top: 0; background: Canvas; }
th button { all: unset; cursor: pointer; font-weight: 600; }
th button:focus-visible { outline: 2px solid; }
th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.bar { background: linear-gradient(var(--bar), var(--bar)) left / calc(var(--share) * 100%) 100% no-repeat; }
.differs { color: #c0392b; font-weight: 600; }
code { overflow-wrap: anywhere; }
"""

# Rows are ordered by a cell's data-value: as numbers where both are, else as text.
SCRIPT = """
const value = (row, column) => row.cells[column].dataset.value;
const order = (a, b) => (isNaN(a) || isNaN(b) ? a.localeCompare(b) : a - b);

function sortBy(header) {
  const sign = header.ariaSort === "ascending" ? -1 : 1;
  const body = header.closest("table").tBodies[0];
  const column = header.cellIndex;
  for (const other of header.parentElement.cells) other.ariaSort = "none";
  header.ariaSort = sign > 0 ? "ascending" : "descending";
  const rows = [...body.rows].sort((a, b) => sign * order(value(a, column), value(b, column)));
  body.append(...rows);
}

for (const header of document.querySelectorAll("th")) {
  const button = document.createElement("button");
  button.append(...header.childNodes);
  button.addEventListener("click", () => sortBy(header));
  header.append(button);
}
"""


class Cell(NamedTuple):
    """A cell: its HTML, what its column is sorted by, and its attributes, class first."""

    html: str
    value: str
    attributes: str = ""


def write_page(comparison: Comparison, path: str | PathLike[str]) -> None:
    """Write the page to a file. Raises `OSError` where that is not possible."""
    Path(path).write_text(page(comparison), encoding="utf-8")


def page(comparison: Comparison) -> str:
    """Return the page as HTML."""
    return "".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">\n',
            '<meta name="viewport" content="width=device-width">\n',
            f"<title>{escape(TITLE)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n",
            f"<h1>{escape(TITLE)}</h1>\n",
            *(f"<p>{escape(line)}</p>\n" for line in _summary(comparison)),
            _table("calls", _CALL_HEADERS, [_call_cells(row) for row in comparison.rows]),
            f"<h2>{len(comparison.divergences)} divergences</h2>\n",
            _table(
                "divergences", _DIVERGENCE_HEADERS, [_divergence_cells(one) for one in comparison.divergences]
            ),
            f"<script>{SCRIPT}</script>\n</body>\n</html>\n",
        )
    )


def _policy() -> str:
    digest = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _summary(comparison: Comparison) -> Iterator[str]:
    calls = comparison.recording.calls
    yield f"{calls.total()} calls, {len(calls)} distinct, of {comparison.recording.cases} cases"
    if any(row.reference == "spec" for row in comparison.rows):
        yield (
            "Where py-evm has no such fork, output and gas are compared with the executable spec,"
            f" and time with {NEWEST_STOCK}."
        )
    for problem in comparison.recording.problems:
        yield f"problem: {problem.source}: {problem.reason}"


_CALL_HEADERS = (
    *("precompile", "fork", "compared with", "calls", "outputs equal", "gas equal"),
    *("stock median", "plus median", "stock / plus"),
)


def _call_cells(row: Row) -> list[Cell]:
    return [
        _text(row.precompile),
        _fork(row.fork),
        _text(row.reference),
        _count(row.calls),
        _count(row.outputs_equal, of=row.calls),
        _count(row.gas_equal, of=row.calls),
        _seconds(row.stock_seconds),
        _seconds(row.our_seconds),
        _ratio(row.ratio),
    ]


_DIVERGENCE_HEADERS = ("precompile", "fork", "verdict", "calldata", "reference", "plus", "spec")


def _divergence_cells(divergence: Divergence) -> list[Cell]:
    precompile, fork, data = divergence.call
    return [
        _text(precompile),
        _fork(fork),
        _text(divergence.verdict),
        _hexadecimal(data),
        _answer(divergence.reference),
        _answer(divergence.ours),
        _answer(divergence.spec),
    ]


def _table(name: str, headers: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    head = "".join(f'<th aria-sort="none">{escape(header)}</th>' for header in headers)
    body = "".join(f"<tr>{''.join(map(_td, row))}</tr>\n" for row in rows)
    return f'<table id="{name}">\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n'


def _td(cell: Cell) -> str:
    return f'<td data-value="{escape(cell.value)}"{cell.attributes}>{cell.html}</td>'


def _text(text: str) -> Cell:
    return Cell(escape(text), text)


def _fork(fork: str) -> Cell:
    return Cell(escape(fork), str(fork_order(fork)))


def _count(count: int, of: int | None = None) -> Cell:
    differs = of is not None and count != of
    return Cell(str(count), str(count), f' class="number{" differs" if differs else ""}"')


def _seconds(seconds: float | None) -> Cell:
    return Cell(microseconds(seconds), repr(-1.0 if seconds is None else seconds), ' class="number"')


def _ratio(value: float | None) -> Cell:
    if value is None:
        return Cell(ratio(None), "-1", ' class="number"')
    share = min(1.0, max(0.0, log10(value) / _BAR_DECADES)) if value > 0 else 0.0
    return Cell(ratio(value), repr(value), f' class="number bar" style="--share: {share:.3f}"')


def _hexadecimal(data: bytes) -> Cell:
    text = f"0x{data.hex()}"
    if len(text) <= _SHOWN:
        return Cell(f"<code>{text}</code>", text)
    summary = f"<code>{text[:_SHOWN]}</code>\u2026 {len(data)} bytes"
    return Cell(f"<details><summary>{summary}</summary><code>{text}</code></details>", text)


def _answer(answer: HostAnswer | None) -> Cell:
    if answer is None:
        return Cell("-", "")
    if answer.output is None:
        text = f"fails, all gas consumed ({answer.failure})"
        return Cell(escape(text), text)
    output = _hexadecimal(answer.output)
    return Cell(f"{output.html} gas {answer.gas}", output.value)
