"""Cases on both sides until the time or the cases are over; differences made small, written, and reported."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from ...errors import PrecompilesError
from .case import Answer, StateCase
from .files import write_state_test
from .generators import make_case
from .shrink import shrink
from .sides import agree, ours, spec

# A fault that many cases show is looked at in a few of them.
MOST_DIFFERENCES = 10
# Where a run has no end by time.
_MINIMISING_SECONDS = 60.0


class StatePlan(NamedTuple):
    """What to run, and where to write what was found."""

    seed: int
    forks: tuple[str, ...]
    out: Path


class StateDifference(NamedTuple):
    """A case made small, what each side says to that, and its file, or why there is none."""

    case: StateCase
    given: Answer
    right: Answer
    path: Path | None
    not_written: str = ""


@dataclass
class StateTally:
    """What has been done: cases by kind and fork, those refused, and those that the spec cannot do."""

    cases: int = 0
    refused: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    forks: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    not_judged: Counter[str] = field(default_factory=Counter)
    differences: list[StateDifference] = field(default_factory=list)


Report = Callable[[StateDifference], None]


def fuzz_states(
    plan: StatePlan, report: Report, *, seconds: float | None = None, indexes: Iterable[int] | None = None
) -> StateTally:
    """Run these cases, or cases from the first on, until the time is up or enough differs.

    Calls `report` for each difference as it is found. Raises `PrecompilesError` for a plan without cases.
    """
    if not plan.forks:
        raise PrecompilesError("nothing to run: no fork was given")
    end = None if seconds is None else monotonic() + seconds
    tally = StateTally()
    for index in count() if indexes is None else indexes:
        if len(tally.differences) == MOST_DIFFERENCES or (
            tally.cases and end is not None and monotonic() > end
        ):
            break
        difference = _compared(plan, tally, index, end)
        if difference is not None:
            tally.differences.append(difference)
            report(difference)
    if not tally.cases:
        raise PrecompilesError("nothing to run: no case was given")
    return tally


def _compared(plan: StatePlan, tally: StateTally, index: int, end: float | None) -> StateDifference | None:
    """Run a case on both sides and count it; return a difference made small and written."""
    case = make_case(plan.seed, index, plan.forks)
    given, right = ours(case), spec(case)
    tally.cases += 1
    tally.kinds[case.kind] += 1
    tally.forks[case.fork] += 1
    if right.crash is not None:
        tally.not_judged[right.crash.partition(":")[0]] += 1
        return None
    if right.refusal is not None:
        tally.refused += 1
        tally.refusals[right.refusal.partition(":")[0]] += 1
    if agree(given, right):
        return None
    small = _minimised(case, given, right, end)
    return _written(plan, StateDifference(small, ours(small), spec(small), None))


def _minimised(case: StateCase, given: Answer, right: Answer, end: float | None) -> StateCase:
    """Return a smaller case where the same sides refuse or crash as in this one, and they still differ."""
    latest = monotonic() + _MINIMISING_SECONDS
    latest = latest if end is None else min(latest, end)

    def differs(smaller: StateCase) -> bool:
        if monotonic() > latest:
            return False
        now, truth = ours(smaller), spec(smaller)
        same_kind = _ended(now) == _ended(given) and _ended(truth) == _ended(right)
        return same_kind and not agree(now, truth)

    return shrink(case, differs)


def _ended(answer: Answer) -> str:
    """Return how a side ended, without the particulars."""
    if answer.crash is not None:
        return f"crashed {answer.crash.partition(':')[0]}"
    return "done" if answer.refusal is None else "refused"


def _written(plan: StatePlan, difference: StateDifference) -> StateDifference:
    """Write the state test; a difference that cannot be written is reported all the same."""
    case = difference.case
    name = f"state_{case.fork}_seed{plan.seed}_case{case.number}"
    try:
        return difference._replace(path=write_state_test(plan.out, name, case, difference.right))
    except OSError as error:
        return difference._replace(not_written=f"not written: {error}")
