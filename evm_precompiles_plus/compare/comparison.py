"""Ours beside stock: every precompile call that fixtures make, on both, with output, gas and time.

Calls are recorded while the cases run on our VM, then each distinct call runs on both sides in turn,
through the same adapter as inside py-evm. Where they differ, the executable spec is asked who is right.
A fork that py-evm does not have (Osaka) is compared with the spec instead, and its time with that of
py-evm's newest fork.
"""

from collections import Counter
from collections.abc import Iterable
from os import PathLike
from statistics import median
from time import perf_counter
from typing import NamedTuple

from ..call import HostAnswer, HostCall
from ..conformance.documents import Problem
from ..conformance.loader import Case, iter_cases
from ..conformance.statetest import execute_on
from ..eels.spec import spec_call
from ..errors import PrecompilesError, UnknownPrecompile
from ..forks import fork_name, fork_order
from ..py_evm.recorder import recording_vm
from ..py_evm.stock import plus_call, stock_call
from ..py_evm.vms import PY_EVM_VMS

NEWEST_STOCK = max(PY_EVM_VMS, key=fork_order)
# A call that takes longer than this is timed once a side, a quicker one `ROUNDS` times in turn.
SLOW = 0.05
ROUNDS = 3
WITH_PLUS = "spec agrees with plus"


class Call(NamedTuple):
    """One distinct call: precompile and fork by name, and its calldata."""

    precompile: str
    fork: str
    data: bytes


class Recording(NamedTuple):
    """Distinct calls with how often each was made, and what could not be read or run."""

    calls: Counter[Call]
    cases: int
    problems: list[Problem]


class Measured(NamedTuple):
    """One call on both sides: the reference (stock, or the spec where there is no stock) and ours."""

    call: Call
    times: int
    reference: HostAnswer
    ours: HostAnswer
    stock_seconds: float | None
    our_seconds: float


class Row(NamedTuple):
    """All calls of a precompile in a fork.

    Times are medians in seconds, `ratio` is stock over ours; None where py-evm has no such precompile.
    """

    precompile: str
    fork: str
    reference: str
    calls: int
    outputs_equal: int
    gas_equal: int
    stock_seconds: float | None
    our_seconds: float
    ratio: float | None


class Divergence(NamedTuple):
    """A call on which the two sides differ; `verdict` says with whom the executable spec agrees."""

    call: Call
    reference: HostAnswer
    ours: HostAnswer
    spec: HostAnswer | None
    verdict: str


class Comparison(NamedTuple):
    """The table and the list: what `compare` prints."""

    rows: list[Row]
    divergences: list[Divergence]
    recording: Recording

    @property
    def is_right(self) -> bool:
        """Something was compared, nothing went wrong, and wherever the sides differ the spec is with us."""
        judged = all(divergence.verdict == WITH_PLUS for divergence in self.divergences)
        return bool(self.rows) and not self.recording.problems and judged


def compare(paths: Iterable[str | PathLike[str]]) -> Comparison:
    """Run the state tests under `paths` and compare every call that they make to our precompiles."""
    recording = record(paths)
    measured = [measure(call, times) for call, times in recording.calls.items()]
    groups: dict[tuple[str, str], list[Measured]] = {}
    for entry in measured:
        groups.setdefault((entry.call.precompile, entry.call.fork), []).append(entry)
    rows = [_row(entries) for entries in groups.values()]
    rows.sort(key=lambda row: (row.precompile, fork_order(row.fork)))
    divergences = [_judge(entry) for entry in measured if entry.reference[:2] != entry.ours[:2]]
    return Comparison(rows, divergences, recording)


def record(paths: Iterable[str | PathLike[str]]) -> Recording:
    """Run the cases under `paths` and note the calls they make."""
    calls: Counter[Call] = Counter()
    problems: list[Problem] = []
    cases = 0
    for item in iter_cases(paths):
        if isinstance(item, Problem):
            problems.append(item)
        elif isinstance(item, Case):
            cases += 1
            _record_case(item, calls, problems)
    return Recording(calls, cases, problems)


def _record_case(case: Case, calls: Counter[Call], problems: list[Problem]) -> None:
    fork = fork_name(case.fork)
    vm_class = recording_vm(fork, lambda name, data: calls.update([Call(name, fork, data)]))
    try:
        execute_on(vm_class, case)
    except Exception as error:  # one case that the host cannot run must not end the comparison
        problems.append(Problem(case.test.source, f"{case.label}: {type(error).__name__}: {error}"))


def measure(call: Call, times: int = 1) -> Measured:
    """Run one call on both sides in turn."""
    ours = plus_call(call.precompile, call.fork)
    stock = _stock_or_none(call)
    our_answer, our_seconds = _timed(ours, call.data)
    if stock is None:
        return Measured(call, times, _ask_spec(call) or our_answer, our_answer, None, our_seconds)
    stock_answer, stock_seconds = _timed(stock, call.data)
    for _ in range(ROUNDS - 1 if stock_seconds + our_seconds < SLOW else 0):
        our_seconds = min(our_seconds, _timed(ours, call.data)[1])
        stock_seconds = min(stock_seconds, _timed(stock, call.data)[1])
    reference = stock_answer if call.fork in PY_EVM_VMS else (_ask_spec(call) or our_answer)
    return Measured(call, times, reference, our_answer, stock_seconds, our_seconds)


def _stock_or_none(call: Call) -> HostCall | None:
    try:
        return stock_call(call.precompile, call.fork if call.fork in PY_EVM_VMS else NEWEST_STOCK)
    except UnknownPrecompile:
        return None


def _timed(function: HostCall, data: bytes) -> tuple[HostAnswer, float]:
    started = perf_counter()
    answer = function(data)
    return answer, perf_counter() - started


def _row(entries: list[Measured]) -> Row:
    precompile, fork, _ = entries[0].call
    stock_times = [entry.stock_seconds for entry in entries if entry.stock_seconds is not None]
    stock = median(stock_times) if stock_times else None
    ours = median(entry.our_seconds for entry in entries)
    return Row(
        precompile,
        fork,
        "stock" if fork in PY_EVM_VMS else "spec",
        sum(entry.times for entry in entries),
        sum(entry.times for entry in entries if entry.reference.output == entry.ours.output),
        sum(entry.times for entry in entries if entry.reference.gas == entry.ours.gas),
        stock,
        ours,
        stock / ours if stock else None,
    )


def _ask_spec(call: Call) -> HostAnswer | None:
    try:
        return spec_call(call.precompile, call.fork)(call.data)
    except PrecompilesError:
        return None


def _judge(entry: Measured) -> Divergence:
    spec = _ask_spec(entry.call)
    return Divergence(entry.call, entry.reference, entry.ours, spec, _verdict(entry, spec))


def _verdict(entry: Measured, spec: HostAnswer | None) -> str:
    if spec is None:
        return "not judged: the executable spec is not installed"
    agreeing = [
        name for name, answer in (("stock", entry.reference), ("plus", entry.ours)) if answer[:2] == spec[:2]
    ]
    return f"spec agrees with {agreeing[0]}" if agreeing else "spec agrees with neither"
