"""Benchmarks: named shapes, contestants that take turns, gas per second, ratio to py-evm's own precompiles.

**Representation** A row has the shape, the gas of the call, the backend that the router takes, and the
time of each contestant: `run` is a call as `evm_precompiles_plus.run` makes it, `stock` py-evm's
precompile, and a backend's name that backend from bytes to bytes.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from .. import routing
from ..call import run
from ..encoding import WORD
from ..errors import UnknownFork, UnknownPrecompile
from ..registry import find
from .calibrate import geometric_mean
from .shapes import Shape, modexp_shapes
from .timing import Time, interleaved

DEFAULT_FORK = "osaka"
# Whose precompiles stand for py-evm where it has no such fork.
NEWEST_STOCK = "prague"


class Row(NamedTuple):
    """One shape's result."""

    shape: str
    precompile: str
    gas: int
    backend: str
    times: dict[str, Time]

    @property
    def gas_per_second(self) -> float:
        """Return the gas a second of `run`, by its shortest round."""
        return self.gas / self.times["run"].shortest * 1e6

    @property
    def times_stock(self) -> float | None:
        """Return how many times longer py-evm's own precompile takes, if it was measured."""
        if "stock" not in self.times:
            return None
        return self.times["stock"].shortest / self.times["run"].shortest


def measure(
    chosen: Iterable[Shape],
    *,
    fork: str = DEFAULT_FORK,
    with_stock: bool = True,
    with_backends: Sequence[str] = (),
    rounds: int = 7,
) -> Iterator[Row]:
    """Measure shapes one after the other, under the gas rules of a fork.

    `with_backends` adds these backends as contestants where they can do the shape. Forks that py-evm
    lacks are compared with its newest. Raises `UnknownFork`, and `BackendUnavailable` for a backend that
    is not there.
    """
    for name in with_backends:
        routing.get(name)
    for shape in chosen:
        bound = find(shape.precompile, fork)
        contestants: dict[str, Callable[[], Any]] = {"run": _bind(run, shape.precompile, shape.data, fork)}
        for name in with_backends:
            direct = _direct(name, shape)
            if direct:
                contestants[name] = direct
        stock = stock_or_none(shape.precompile, fork) if with_stock else None
        if stock:
            contestants["stock"] = _bind(stock, shape.data)
        times = interleaved(contestants, rounds)
        decoded = bound.decode(shape.data)
        _, backend = bound.execute(decoded)
        yield Row(shape.name, shape.precompile, bound.gas(decoded), backend, times)


def _bind(function: Callable[..., Any], *arguments: Any) -> Callable[[], Any]:
    return lambda: function(*arguments)


def stock_or_none(precompile: str, fork: str) -> Callable[[bytes], Any] | None:
    """Return py-evm's own precompile, of its newest fork where it has not this one; None if it has none."""
    from ..py_evm.stock import stock_call

    try:
        return stock_call(precompile, fork)
    except UnknownFork:
        return stock_or_none(precompile, NEWEST_STOCK)
    except UnknownPrecompile:
        return None


def _direct(name: str, shape: Shape) -> Callable[[], Any] | None:
    """Return the backend's own call for a shape, or None where it cannot do it."""
    backend = routing.get(name)
    if shape.precompile == "modexp":
        base_len, exp_len, *_ = find("modexp", DEFAULT_FORK).decode(shape.data)
        base, exponent, modulus = split_modexp(shape.data, base_len, exp_len)
        return _bind(backend.modexp, base, exponent, modulus)
    if name not in routing.active_backends(shape.precompile):
        return None
    if shape.precompile == "ecpairing":
        return _bind(backend.ecpairing, shape.data)
    if shape.precompile in ("ecadd", "ecmul"):
        return _bind(getattr(backend, shape.precompile), shape.data[:64], shape.data[64:])
    return None


def split_modexp(data: bytes, base_len: int, exp_len: int) -> tuple[bytes, bytes, bytes]:
    """Return base, exponent and modulus of complete MODEXP calldata."""
    body = data[3 * WORD :]
    return body[:base_len], body[base_len : base_len + exp_len], body[base_len + exp_len :]


def worst(rows: Iterable[Row]) -> dict[str, Row]:
    """Return each precompile's row with the least gas a second: what a block full of it would cost."""
    slowest: dict[str, Row] = {}
    for row in rows:
        known = slowest.get(row.precompile)
        if known is None or row.gas_per_second < known.gas_per_second:
            slowest[row.precompile] = row
    return slowest


class Gain(NamedTuple):
    """The routed backend's time as a share of another's: over one set of shapes, and the worst of all."""

    shapes: int
    geometric_mean: float
    worst: float


def gain_over(rows: Iterable[Row], name: str) -> Gain | None:
    """Compare the routed backend with one backend for all, where both were measured from bytes to bytes.

    The mean is over odd moduli of 1024 to 4096 bits with exponents of 128 bits and more.
    """
    shares = {
        row.shape: row.times[row.backend].shortest / row.times[name].shortest
        for row in rows
        if {row.backend, name} <= set(row.times)
    }
    wide = [
        shares[shape.name]
        for shape in modexp_shapes((1024, 1536, 2048, 4096), (256, 2048, 8192))
        if shape.name in shares and " odd " in shape.name
    ]
    if not wide:
        return None
    return Gain(len(wide), geometric_mean(wide), max(shares.values()))


def as_json(row: Row) -> dict[str, Any]:
    """Return a row as plain data: microseconds, shortest and median; gas a second; ratio to stock."""
    return {
        **row._asdict(),
        "times": {name: time._asdict() for name, time in row.times.items()},
        "gas_per_second": round(row.gas_per_second),
        "times_stock": row.times_stock and round(row.times_stock, 2),
    }
