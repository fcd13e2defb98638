"""Results as reports: geth's JSON, plain lines, and a table by suite and fork.

**Spec** go-ethereum, cmd/evm/staterunner.go, `testResult`: one list of objects with `name`, `pass`, `fork`,
`stateRoot` (where there is one) and `error` (where it failed).
**Invariants** Nothing here keeps more than one entry per suite and fork, however long the run.
"""

import json
from collections import Counter
from pathlib import PurePath
from textwrap import indent
from typing import NamedTuple, TextIO

from ..tables import print_table
from .loader import PassedOver, label_of
from .shards import Result
from .sources import Problem
from .statetest import FAILED, PASSED, PASSED_OVER, Outcome

HEADERS = ("suite", "fork", "passed", "failed", "passed over", "seconds")


class Row(NamedTuple):
    """Cases of one suite (the folder of the fixtures) on one fork."""

    suite: str
    fork: str
    passed: int
    failed: int
    passed_over: int
    seconds: float


class Tally:
    """Counts of a run, by suite and fork."""

    def __init__(self) -> None:
        self._cases: Counter[tuple[str, str, str]] = Counter()
        self._seconds: Counter[tuple[str, str]] = Counter()
        self.statuses: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.problems = 0

    def add(self, result: Result) -> None:
        """Count one result."""
        if isinstance(result, Problem):
            self.problems += 1
        elif isinstance(result, PassedOver):
            self.kinds[result.kind] += result.tests
        else:
            suite = suite_of(result.source)
            self._cases[suite, result.fork, result.status] += 1
            self._seconds[suite, result.fork] += result.seconds  # type: ignore[assignment]
            self.statuses[result.status] += 1

    @property
    def all_passed(self) -> bool:
        """Whether at least one case ran and nothing failed or was a problem."""
        return self.statuses[PASSED] > 0 and self.statuses[FAILED] == 0 and self.problems == 0

    def rows(self) -> list[Row]:
        """Return the table, in the order in which suites and forks came up."""
        return [
            Row(
                suite,
                fork,
                self._cases[suite, fork, PASSED],
                self._cases[suite, fork, FAILED],
                self._cases[suite, fork, PASSED_OVER],
                seconds,
            )
            for (suite, fork), seconds in self._seconds.items()
        ]

    def summary(self) -> str:
        """Return the counts as one line."""
        parts = [
            f"{self.statuses[PASSED]} passed",
            f"{self.statuses[FAILED]} failed",
            *([f"{self.statuses[PASSED_OVER]} passed over"] if self.statuses[PASSED_OVER] else []),
            *([f"{self.problems} problem{'s' * (self.problems > 1)}"] if self.problems else []),
            *(f"{count} {kind} not run" for kind, count in sorted(self.kinds.items())),
        ]
        return ", ".join(parts)


def suite_of(source: str) -> str:
    """Return the folder of a document's name, the last three parts of it, without its archive."""
    inner = source.rpartition("::")[2]
    return str(PurePath(*PurePath(inner).parent.parts[-3:]))


def line_of(result: Result) -> str | None:
    """Return what a person must see of a result; None for what passed, and for other kinds of tests."""
    if isinstance(result, Problem):
        return f"problem: {result.source}: {result.reason}"
    if isinstance(result, PassedOver) or result.status == PASSED:
        return None
    where = label_of(result.name, result.fork, result.indexes)
    return f"{result.status}: {where}: {result.error}"


def print_summary(tally: Tally, title: str) -> None:
    """Print the table by suite and fork under its title, and the counts below."""
    rows = [
        (
            row.suite,
            row.fork,
            f"{row.passed}",
            f"{row.failed}",
            f"{row.passed_over}",
            f"{row.seconds:.1f}",
        )
        for row in tally.rows()
    ]
    if rows:
        print_table(title, HEADERS, rows)
    print(tally.summary())


def geth_object(outcome: Outcome) -> dict[str, str | bool]:
    """Return an outcome as geth's `evm statetest` prints it."""
    entry: dict[str, str | bool] = {
        "name": outcome.name,
        "pass": outcome.status == PASSED,
        "fork": outcome.fork,
    }
    if outcome.state_root is not None:
        entry["stateRoot"] = f"0x{outcome.state_root.hex()}"
    if outcome.error:
        entry["error"] = outcome.error
    return entry


class JsonList:
    """A JSON list written as its entries come, so that a run of any length takes no memory.

    The text is a whole list whenever it is closed, also in the middle of a run.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._separator = "[\n"

    def add(self, result: Result) -> None:
        """Write an outcome; cases that were passed over, which geth does not know, are left out."""
        if isinstance(result, Outcome) and result.status != PASSED_OVER:
            entry = json.dumps(geth_object(result), indent=2)
            self._stream.write(self._separator + indent(entry, "  "))
            self._separator = ",\n"

    def close(self) -> None:
        """Write the end of the list."""
        self._stream.write("[]\n" if self._separator == "[\n" else "\n]\n")
