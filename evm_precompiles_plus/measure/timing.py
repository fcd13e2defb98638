"""Times of contestants that take turns in one process, so that a slow moment hits all of them."""

from collections.abc import Callable, Mapping
from statistics import median
from time import get_clock_info, perf_counter, thread_time
from typing import Any, NamedTuple

# The thread's own time leaves out what other processes take; Windows counts it in 15 ms steps only.
CLOCK = thread_time if get_clock_info("thread_time").resolution < 1e-5 else perf_counter

# One round lasts at least so long, so that reading the clock does not show; a contestant that has used up
# its budget sits out the rounds that are left.
ROUND_SECONDS = 0.001
BUDGET_SECONDS = 1.0


class Time(NamedTuple):
    """Microseconds a call: the shortest round and the median one."""

    shortest: float
    median: float


def interleaved(contestants: Mapping[str, Callable[[], Any]], rounds: int) -> dict[str, Time]:
    """Return each contestant's time; round by round they take turns. Each is called beforehand."""
    repeats = {name: _repeats(call) for name, call in contestants.items()}
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, call in contestants.items():
            if sum(times[name]) * repeats[name] < BUDGET_SECONDS * 1e6:
                times[name].append(_microseconds(call, repeats[name]))
    return {name: Time(round(min(values), 3), round(median(values), 3)) for name, values in times.items()}


def _repeats(call: Callable[[], Any]) -> int:
    """Return the calls in a round. The first call may have loading to do, so only the second counts."""
    once = _microseconds(call, 1)
    if once < BUDGET_SECONDS * 1e6:
        once = _microseconds(call, 1)
    return max(1, int(ROUND_SECONDS * 1e6 / max(0.01, once)))


def _microseconds(call: Callable[[], Any], repeats: int) -> float:
    start = CLOCK()
    for _ in range(repeats):
        call()
    return (CLOCK() - start) / repeats * 1e6
