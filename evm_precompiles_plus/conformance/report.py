"""Results for a person: lines for what is wrong, a table by suite and fork, and the slowest cases.

**Invariants** Nothing here keeps more than one entry per suite and fork, however long the run.
"""

import heapq
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import NamedTuple

from ..terminal.tables import print_table
from .documents import Problem
from .loader import PassedOver, label_of
from .shards import Result
from .statetest import FAILED, PASSED, PASSED_BEFORE, PASSED_OVER, Outcome

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
            self._cases[suite, result.fork, PASSED if result.passed else result.status] += 1
            self._seconds[suite, result.fork] += result.seconds  # type: ignore[assignment]
            self.statuses[result.status] += 1

    @property
    def all_passed(self) -> bool:
        """Whether at least one case ran and nothing failed or was a problem."""
        return self._passed > 0 and self.statuses[FAILED] == 0 and self.problems == 0

    @property
    def _passed(self) -> int:
        return self.statuses[PASSED] + self.statuses[PASSED_BEFORE]

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
        before = self.statuses[PASSED_BEFORE]
        parts = [
            f"{self._passed} passed" + (f" ({before} before)" if before else ""),
            f"{self.statuses[FAILED]} failed",
            *([f"{self.statuses[PASSED_OVER]} passed over"] if self.statuses[PASSED_OVER] else []),
            *([f"{self.problems} problem{'s' * (self.problems > 1)}"] if self.problems else []),
            *(f"{count} {kind} not run" for kind, count in sorted(self.kinds.items())),
        ]
        return ", ".join(parts)


class Slowest:
    """The `count` cases that took longest."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._heap: list[tuple[float, str]] = []

    def add(self, result: Result) -> None:
        """Consider one result."""
        if not self._count or not isinstance(result, Outcome) or not result.seconds:
            return
        entry = (result.seconds, label_of(result.name, result.fork, result.indexes))
        if len(self._heap) < self._count:
            heapq.heappush(self._heap, entry)
        else:
            heapq.heappushpop(self._heap, entry)

    def cases(self) -> list[tuple[float, str]]:
        """Return seconds and case, the slowest first."""
        return sorted(self._heap, reverse=True)


def suite_of(source: str) -> str:
    """Return the folder of a document's name, the last three parts of it, without its archive."""
    inner = source.rpartition("::")[2]
    return str(PurePath(*PurePath(inner).parent.parts[-3:]))


def lines_of(result: Result) -> Iterator[str]:
    """Yield what a person must see of a result: nothing of what passed, and of other kinds of tests."""
    if isinstance(result, Problem):
        yield f"problem: {result.source}: {result.reason}"
    elif isinstance(result, Outcome) and not result.passed:
        where = label_of(result.name, result.fork, result.indexes)
        yield f"{result.status}: {where}: {result.error}"
        yield from (f"  {line}" for line in result.details)
        yield from result.trace


def print_summary(tally: Tally, slowest: Slowest, title: str) -> None:
    """Print the table by suite and fork under its title, the slowest cases, and the counts."""
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
    for seconds, where in slowest.cases():
        print(f"{seconds:10.3f} s  {where}")
    print(tally.summary())
