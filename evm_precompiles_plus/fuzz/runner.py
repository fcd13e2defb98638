"""The loop: cases of every precompile in turn, each on all of our backends and on the oracles.

**Algorithm** The precompile that has had the least time is next, since an oracle takes up to seconds for some
and microseconds for others. It gets a batch of cases: the oracles answer first, then each of our ways.
**Invariants** How many cases fit into the time differs from run to run, what each of them is does not.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from ..call import HostAnswer
from ..errors import PrecompilesError
from . import ours
from .generators import Case, make_case, tame
from .minimise import minimise
from .oracles import Oracle
from .ours import Given, agrees
from .vectors import Vector, write_vector

# A batch takes this long on the oracles, as selecting a backend takes up to a tenth of it; it takes less in a
# run so short that not every precompile would have a few batches.
BATCH_SECONDS, FEW = 1.0, 4
# A fault that many cases show is minimised in a few; then the other precompiles have the time.
MOST_DIFFERENCES = 5
UNKNOWN = HostAnswer(None, None, "not judged")
_TRIES, _MINIMISING_SECONDS = 600, 60.0


class Plan(NamedTuple):
    """What to run: each precompile with its forks and ways, against oracles by name."""

    seed: int
    forks: dict[str, tuple[str, ...]]
    ways: dict[str, tuple[str, ...]]
    oracles: dict[str, Oracle]
    out: Path


class Difference(NamedTuple):
    """A case, with its calldata minimised, and what each side says to that.

    Where ours crashed on a call that no oracle judges, there is no vector, and nothing is minimised;
    `not_written` says why there is none where there should be.
    """

    case: Case
    way: str
    oracle: str
    given: Given
    right: HostAnswer
    path: Path | None
    not_written: str = ""


@dataclass
class Tally:
    """What has been done for one precompile."""

    precompile: str
    cases: int = 0
    judged: int = 0
    failing: int = 0
    seconds: float = 0.0
    distinct: set[int] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    not_judged: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)


class Judged(NamedTuple):
    """A case and what each oracle answers."""

    case: Case
    answers: dict[str, HostAnswer]


Report = Callable[[Difference], None]


def fuzz_for(plan: Plan, seconds: float, report: Report) -> list[Tally]:
    """Run until the time is up; call `report` for each difference as it is found.

    Raises `PrecompilesError` for a plan without cases.
    """
    _require_cases(plan)
    tallies = {precompile: Tally(precompile) for precompile in plan.forks}
    numbers = {precompile: count() for precompile in plan.forks}
    end = monotonic() + seconds
    batch_seconds = min(BATCH_SECONDS, seconds / (FEW * len(tallies)))
    going = list(tallies.values())
    while going and monotonic() < end:
        tally = min(going, key=lambda tally: tally.seconds)
        started = monotonic()
        cases = _until(min(end, started + batch_seconds), numbers[tally.precompile])
        _run(plan, tally, _judged(plan, tally, cases), report, end)
        tally.seconds += monotonic() - started
        going = [tally for tally in tallies.values() if len(tally.differences) < MOST_DIFFERENCES]
    return list(tallies.values())


def fuzz_cases(plan: Plan, indexes: Sequence[int], report: Report) -> list[Tally]:
    """Run these cases of every precompile. Raises `PrecompilesError` for a plan without cases."""
    _require_cases(plan)
    if not indexes:
        raise PrecompilesError("nothing to run: no case was given")
    tallies = []
    for precompile in plan.forks:
        tally = Tally(precompile)
        _run(plan, tally, _judged(plan, tally, indexes), report, end=None)
        tallies.append(tally)
    return tallies


def _require_cases(plan: Plan) -> None:
    empty = [name for name in plan.forks if not plan.forks[name] or not plan.ways.get(name)]
    if not plan.forks or not plan.oracles or empty:
        what = (
            "precompile"
            if not plan.forks
            else "oracle"
            if not plan.oracles
            else f"fork or way for {empty[0]}"
        )
        raise PrecompilesError(f"nothing to run: no {what} was given")


def _until(end: float, numbers: Iterator[int]) -> Iterator[int]:
    """Yield numbers, one at least, until the time is up."""
    yield next(numbers)
    while monotonic() < end:
        yield next(numbers)


def _judged(plan: Plan, tally: Tally, indexes: Iterable[int]) -> list[Judged]:
    forks = plan.forks[tally.precompile]
    return [_judge(plan, tally, make_case(tally.precompile, plan.seed, index, forks)) for index in indexes]


def _judge(plan: Plan, tally: Tally, case: Case) -> Judged:
    """Ask all oracles that know the precompile, and count the case."""
    answers = {}
    for name in plan.oracles:
        try:
            answer = _right(plan, name, case, case.data)
        except Exception as error:  # an oracle that cannot carry out a call does not judge it
            tally.not_judged[f"{name}: {type(error).__name__}: {error}"] += 1
            continue
        if answer is not None:
            answers[name] = answer
    tally.cases += 1
    tally.judged += bool(answers)
    tally.failing += any(answer.output is None for answer in answers.values())
    tally.distinct.add(hash((case.fork, case.data)))
    tally.kinds[case.kind] += 1
    return Judged(case, answers)


def _right(plan: Plan, oracle: str, case: Case, data: bytes) -> HostAnswer | None:
    call = plan.oracles[oracle](case.precompile, case.fork)
    return call(data) if call else None


def _run(plan: Plan, tally: Tally, batch: list[Judged], report: Report, end: float | None) -> None:
    for way in plan.ways[tally.precompile]:
        with ours.on(way):
            for case, answers in batch:
                given = ours.ask(case.precompile, case.fork, case.data)
                tally.answered[given.backend] += 1
                wrong = [name for name, right in answers.items() if not agrees(given, right)]
                if not (wrong or given.crashed) or len(tally.differences) == MOST_DIFFERENCES:
                    continue
                if wrong:
                    difference = _minimised(plan, tally, case, way, wrong[0], end)
                else:
                    difference = Difference(case, way, "no oracle", given, UNKNOWN, None)
                tally.differences.append(difference)
                report(difference)


def _minimised(plan: Plan, tally: Tally, case: Case, way: str, oracle: str, end: float | None) -> Difference:
    """Return the difference of a case that differs, and write its vector if it is new; the way must be on.

    Nothing is made smaller after the end of the run.
    """
    latest = monotonic() + _MINIMISING_SECONDS
    latest = latest if end is None else min(latest, end)

    def differs(data: bytes) -> bool:
        if monotonic() > latest or tame(case.precompile, data) != data:
            return False
        try:
            right = _right(plan, oracle, case, data)
        except Exception:  # not judged: no difference
            return False
        return right is not None and not agrees(ours.ask(case.precompile, case.fork, data), right)

    data = minimise(case.data, differs, _TRIES)
    given, right = ours.ask(case.precompile, case.fork, data), _right(plan, oracle, case, data)
    assert right is not None, "it was not None for the case"
    case = case._replace(data=data)
    return _written(plan, tally, Difference(case, way, oracle, given, right, None))


def _written(plan: Plan, tally: Tally, difference: Difference) -> Difference:
    """Write the vector if it is new; a difference that cannot be written is reported all the same."""
    case = difference.case
    for known in tally.differences:
        if (known.case[:2], known.case.data, known.path is None) == (case[:2], case.data, False):
            return difference._replace(path=known.path)
    try:
        path = write_vector(plan.out, _vector(plan.seed, case, difference.right))
    except OSError as error:
        return difference._replace(not_written=f"not written: {error}")
    return difference._replace(path=path)


def _vector(seed: int, case: Case, right: HostAnswer) -> Vector:
    name = f"{case.precompile}_{case.fork}_seed{seed}_case{case.number}"
    return Vector(name, case.precompile, case.fork, case.data, right)
