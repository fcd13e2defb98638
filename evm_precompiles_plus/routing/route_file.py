"""Routing tables in files: what `calibrate --write` leaves for later runs.

**Representation** JSON with the fields of `routes.Table` and `"format": 2`; `"cells"`, the sweep that the
table was made from, is kept beside it for whoever reads it.
**Invariants** A file is used whole or not at all. One that is damaged, or made on another kind of machine, is
refused with a `RouteFileWarning` that says why, and the built-in table is used.
"""

import json
import os
import sys
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .routes import EXPONENT_FROM, LEAST_NATIVE_BYTES, LETTERS, LIMBS_FROM, ROW_NAMES, Table

VARIABLE = "EVM_PRECOMPILES_ROUTES"
FORMAT = 2


class RouteFileWarning(UserWarning):
    """A routing table was refused; the built-in one is used."""


def path() -> Path:
    """Return where the table is: `EVM_PRECOMPILES_ROUTES`, or the user's configuration directory."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else _configuration() / "evm-precompiles-plus" / "routes.json"


def _configuration() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def load(built_in: Table) -> Table | None:
    """Return the user's table, or None where there is none, or where it is refused with a warning."""
    where = path()
    try:
        text = where.read_text(encoding="utf-8")
    except FileNotFoundError:
        if VARIABLE not in os.environ:
            return None
        reason = "there is no such file"
    except (OSError, UnicodeDecodeError) as error:
        reason = str(error)
    else:
        try:
            return parse(text, built_in)
        except ValueError as error:
            reason = str(error)
    warnings.warn(f"{where}: {reason}; the built-in routing table is used", RouteFileWarning, stacklevel=2)
    return None


def parse(text: str, built_in: Table) -> Table:
    """Return the table in a file's text; raise `ValueError` where it is damaged or of another machine."""
    document = json.loads(text)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError(f"this is not a routing table of format {FORMAT}")
    if (document.get("machine"), document.get("limb_bits")) != (built_in.machine, built_in.limb_bits):
        raise ValueError(
            f"made on {document.get('machine')} with {document.get('limb_bits')}-bit limbs, while this is "
            f"{built_in.machine} with {built_in.limb_bits}; run `evm-precompiles-plus calibrate --write` here"
        )
    rows = _rows(document.get("rows"))
    native_bytes = document.get("native_bytes")
    if type(native_bytes) is not int or native_bytes < LEAST_NATIVE_BYTES:
        raise ValueError(f"native_bytes must be a number of bytes from {LEAST_NATIVE_BYTES} on")
    return Table(built_in.machine, built_in.limb_bits, str(document.get("measured")), rows, native_bytes)


def _rows(given: Any) -> Mapping[str, tuple[str, ...]]:
    if not isinstance(given, dict) or set(given) != set(ROW_NAMES):
        raise ValueError(f"the rows must be {', '.join(ROW_NAMES)}")
    for name, row in given.items():
        if not isinstance(row, list) or len(row) != len(LIMBS_FROM) or not all(map(_is_letters, row)):
            raise ValueError(f"row {name} must be {len(LIMBS_FROM)} strings of {len(EXPONENT_FROM)} letters")
    return {name: tuple(row) for name, row in given.items()}


def _is_letters(text: object) -> bool:
    return isinstance(text, str) and len(text) == len(EXPONENT_FROM) and set(text) <= set(LETTERS)


def dump(table: Table, cells: list[dict[str, Any]]) -> str:
    """Return a table and its sweep as a file's text."""
    rows = {name: list(row) for name, row in table.rows.items()}
    head = {"format": FORMAT, **table._asdict(), "rows": rows}
    body = json.dumps(head, indent=1)[:-2]
    lines = ",\n  ".join(json.dumps(cell, separators=(",", ":")) for cell in cells)
    return f'{body},\n "cells": [\n  {lines}\n ]\n}}\n'
