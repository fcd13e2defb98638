"""The least gas a second of every precompile under every rule, by search over kinds and sizes of calls.

**Algorithm** Every start of `worst_calls` is timed; from the worst of the worst few kinds a hill climb goes
on to neighbouring sizes while they are clearly worse; the worst few of all are then timed together, in turns.
**Spec** What a block pays for a call is at least the precompile's gas and the CALL's own: 40, from Tangerine
Whistle on 700 (EIP-150), from Berlin on 100, as a precompile is always warm (EIP-2929). Both count, at the
CALL's lowest price while the rule is in force: small MODEXPs of EIP-198 cost nothing else, and BLAKE2F of
no rounds neither. A call that fails burns what it was given, so it counts with what it costs at least.
**Invariants** No call of a search costs more than `GAS`, none is refused before its gas is charged, and none
has more calldata than that much gas buys memory (3 a word, and the square of the words over 512: Yellow
Paper, appendix H). Exponents of 11 MB and absurd lengths have rows of their own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from heapq import nsmallest
from math import inf
from typing import Any, NamedTuple, TypeVar

from ..call import run
from ..errors import PrecompileFailure
from ..forks import FORKS, fork_order
from ..registry import TABLE, Precompile, find
from .stock_timer import StockTimer
from .timing import CLOCK, interleaved
from .worst_calls import Shape, exists, extremes, make, neighbours, starts

GAS = 30_000_000
# The most words w with 3 * w + w**2 / 512 <= GAS.
MOST_CALLDATA = 32 * 123_170
# A neighbour is where the climb goes on if it has less gas a second by more than timing is off.
CLEARLY = 0.97
LONG = 10_000.0
CLIMBS = 4
STEPS = 16
FINALISTS = 6

Item = TypeVar("Item")
# Microseconds of one call.
Clock = Callable[[Callable[[], Any]], float]


class Rule(NamedTuple):
    """One rule of one precompile, by its first fork, and the CALL's lowest gas while it is in force."""

    precompile: str
    fork: str
    call_gas: int


class Worst(NamedTuple):
    """A rule's worst call: gas without the CALL's, and microseconds of `run` and of py-evm's own.

    `gas` is None for a call that fails before anything is computed: it can be given none.
    `stock` is None where py-evm has no such precompile, and infinite where it was ended after
    `stock_timer.MOST_SECONDS`.
    """

    rule: Rule
    shape: Shape
    gas: int | None
    microseconds: float
    stock: float | None = None

    @property
    def mgas_per_second(self) -> float:
        """Return the million gas a second, the CALL's included."""
        return self.paid / self.microseconds

    @property
    def stock_mgas_per_second(self) -> float | None:
        """Return the same of py-evm's own precompile, if it came to its end."""
        return self.paid / self.stock if self.stock and self.stock < inf else None

    @property
    def paid(self) -> int:
        """Return the gas of call and CALL."""
        return (self.gas or 0) + self.rule.call_gas


def call_gas(fork: str) -> int:
    """Return what the CALL of a precompile costs by itself in a fork."""
    if fork_order(fork) >= fork_order("berlin"):
        return 100
    return 700 if fork_order(fork) >= fork_order("tangerine_whistle") else 40


def rules() -> list[Rule]:
    """Return every rule of every precompile that can be called here, in the table's order."""
    return [rule for row in TABLE if row.why_missing() is None for rule in _rules_of(row)]


def _rules_of(row: Precompile) -> Iterator[Rule]:
    first_forks = [rule.first_fork for rule in row.rules]
    for fork, end in zip(first_forks, [*first_forks[1:], None], strict=True):
        in_force = FORKS[fork_order(fork) : fork_order(end) if end else None]
        yield Rule(row.name, fork, min(map(call_gas, in_force)))


def gas_of(rule: Rule, data: bytes) -> int | None:
    """Return a call's gas, or None where it is refused before gas, or costs more than there is."""
    bound = find(rule.precompile, rule.fork)
    try:
        gas = bound.gas(bound.decode(data))
    except PrecompileFailure:
        return None
    return gas if gas <= GAS else None


def search(
    start: Iterable[Item],
    around: Callable[[Item], Iterable[Item]],
    judge: Callable[[Item], float],
    kind_of: Callable[[Item], object],
) -> list[Item]:
    """Return all items that were judged finite, the least first.

    `judge` is asked once for each item: for every start, and for what is around the least one of its kind,
    in the `CLIMBS` least kinds.
    """
    judged = {item: judge(item) for item in start}
    least: dict[object, Item] = {}
    for item in sorted(judged, key=judged.__getitem__):
        least.setdefault(kind_of(item), item)
    for item in nsmallest(CLIMBS, least.values(), key=judged.__getitem__):
        _climb(item, around, judge, judged)
    return sorted((item for item in judged if judged[item] < inf), key=judged.__getitem__)


def _climb(
    item: Item,
    around: Callable[[Item], Iterable[Item]],
    judge: Callable[[Item], float],
    judged: dict[Item, float],
) -> None:
    for _ in range(STEPS):
        fresh = [other for other in around(item) if other not in judged]
        judged.update((other, judge(other)) for other in fresh)
        best = min(fresh, key=judged.__getitem__, default=item)
        if judged[best] >= CLEARLY * judged[item]:
            return
        item = best


def clock(call: Callable[[], Any]) -> float:
    """Return the microseconds of one call: of the only one if it is long, else the least of a few rounds."""
    start = CLOCK()
    call()
    once = (CLOCK() - start) * 1e6
    return once if once > LONG else interleaved({"": call}, 3)[""].shortest


def worst_shapes(rule: Rule, timed: Clock = clock) -> list[Shape]:
    """Return the shapes that the search timed under a rule, the one with the least gas a second first."""

    def judge(shape: Shape) -> float:
        if not exists(rule.precompile, shape):
            return inf
        data = make(rule.precompile, shape)
        gas = gas_of(rule, data)
        if gas is None or len(data) > MOST_CALLDATA:
            return inf
        return (gas + rule.call_gas) / timed(caller(rule, data))

    return search(starts(rule.precompile), neighbours, judge, lambda shape: shape.kind)


def caller(rule: Rule, data: bytes) -> Callable[[], Any]:
    """Return the call as a function without arguments; a failure is an answer like any other."""

    def call() -> None:
        try:
            run(rule.precompile, data, rule.fork, gas_limit=GAS)
        except PrecompileFailure:
            return

    return call


def worst_of(rule: Rule, shapes: Sequence[Shape], rounds: int) -> Worst:
    """Time shapes in turns and return the one with the least gas a second."""
    calls = [make(rule.precompile, shape) for shape in shapes]
    times = interleaved({str(place): caller(rule, data) for place, data in enumerate(calls)}, rounds)
    rows = [
        Worst(rule, shape, gas_of(rule, data), times[str(place)].shortest)
        for place, (shape, data) in enumerate(zip(shapes, calls, strict=True))
    ]
    return min(rows, key=lambda row: row.mgas_per_second)


def find_worst(*, with_stock: bool = True, rounds: int = 7, match: str = "") -> Iterator[Worst]:
    """Yield the worst call of every rule, and those of `worst_calls.extremes`.

    Only precompiles with `match` in their names are searched.
    """
    with StockTimer() if with_stock else nullcontext() as stock:
        for rule, shapes in _finalists(match):
            row = worst_of(rule, shapes, rounds)
            if stock:
                row = row._replace(stock=stock.microseconds(*rule[:2], make(rule.precompile, row.shape)))
            yield row


def _finalists(match: str) -> Iterator[tuple[Rule, list[Shape]]]:
    chosen = [rule for rule in rules() if match in rule.precompile]
    for rule in chosen:
        yield rule, worst_shapes(rule)[:FINALISTS]
    for rule in chosen:
        yield from ((rule, [shape]) for shape in extremes(rule.precompile, rule.fork))
