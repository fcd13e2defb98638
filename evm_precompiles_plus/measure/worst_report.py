"""The table of the least gas a second as text or JSON: what `bench --worst` does."""

import json
from math import isinf
from typing import Any

from ..terminal.tables import print_table
from .machine import describe
from .stock_timer import MOST_SECONDS
from .worst_calls import describe as describe_call
from .worst_gas import Worst, find_worst

HEADERS = ("precompile, rule of", "worst call", "gas + CALL", "us", "Mgas/s", "stock, Mgas/s")


def report_worst(*, match: str, with_stock: bool, rounds: int, in_json: bool) -> None:
    """Search for the worst call under every rule, and print them with the gas and the time of each."""
    rows = list(find_worst(with_stock=with_stock, rounds=rounds, match=match))
    if in_json:
        print(json.dumps({"machine": describe(), "rows": [as_json(row) for row in rows]}, indent=1))
    else:
        print_table(f"{describe()}; shortest round", HEADERS, [cells(row) for row in rows])


def cells(row: Worst) -> tuple[str, ...]:
    """Return a row's cells."""
    gas = "fails" if row.gas is None else f"{row.gas:,}"
    stock = row.stock_mgas_per_second
    missing = "-" if row.stock is None else f"over {MOST_SECONDS:.0f} s"
    return (
        f"{row.rule.precompile}, {row.rule.fork}",
        describe_call(row.rule.precompile, row.shape),
        f"{gas} + {row.rule.call_gas}",
        f"{row.microseconds:,.1f}",
        f"{row.mgas_per_second:,.1f}",
        missing if stock is None else f"{stock:,.2f}",
    )


def as_json(row: Worst) -> dict[str, Any]:
    """Return a row as plain data; stock's figures are null where it was ended or has no such precompile."""
    return {
        **row.rule._asdict(),
        "call": describe_call(row.rule.precompile, row.shape),
        "gas": row.gas,
        "microseconds": row.microseconds,
        "mgas_per_second": round(row.mgas_per_second, 3),
        "stock_microseconds": None if row.stock is None or isinf(row.stock) else row.stock,
        "stock_was_ended": row.stock is not None and isinf(row.stock),
        "stock_mgas_per_second": row.stock_mgas_per_second and round(row.stock_mgas_per_second, 3),
    }
