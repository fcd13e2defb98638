"""What changed between two JSON reports, ours or those of geth and of the executable spec."""

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ..errors import PrecompilesError


class ReportError(PrecompilesError):
    """A file is not a JSON report."""


class Entry(BaseModel):
    """One case of a report."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str
    passed: bool = Field(alias="pass")
    fork: str
    state_root: str = Field(default="", alias="stateRoot")
    error: str = ""


# Test, fork, and which of the cases of that test and fork.
Key = tuple[str, str, int]
_ENTRIES = TypeAdapter(list[Entry])


class Change(NamedTuple):
    """A case that is not the same in both reports: what it was and what it is, None where it is not there."""

    key: Key
    old: Entry | None
    new: Entry | None


def read_report(path: str | os.PathLike[str]) -> dict[Key, Entry]:
    """Read a report; raises `ReportError` where it is none, `OSError` where it cannot be read."""
    try:
        entries = _ENTRIES.validate_json(Path(path).read_bytes())
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise ReportError(
            f"{path} is not a JSON report: {where + ': ' if where else ''}{first['msg']}"
        ) from None
    counted: Counter[tuple[str, str]] = Counter()
    report = {}
    for entry in entries:
        place = entry.name, entry.fork
        report[*place, counted[place]] = entry
        counted[place] += 1
    return report


def changes(old: dict[Key, Entry], new: dict[Key, Entry]) -> Iterator[Change]:
    """Yield every case whose result, root or error differs, or that is in one report only, in order."""
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key), new.get(key)
        if before != after:
            yield Change(key, before, after)


def line_of(change: Change) -> str:
    """Return a change as one line."""
    name, fork, index = change.key
    return f"{name} [{fork} {index}]: {_what(change.old, change.new)}"


def _what(old: Entry | None, new: Entry | None) -> str:
    if old is None:
        return f"new, {_result(new)}"
    if new is None:
        return f"gone, was {_result(old)}"
    if old.passed != new.passed:
        return f"{_result(old)} -> {_result(new)}"
    if old.state_root != new.state_root:
        return f"still {_result(new)}, state root {old.state_root or 'none'} -> {new.state_root or 'none'}"
    return f"still {_result(new)}, was: {old.error}"


def _result(entry: Entry | None) -> str:
    if entry is None:
        return "absent"
    if entry.passed:
        return "passed"
    return f"failed ({entry.error})" if entry.error else "failed"
