"""Which known fork's rules a package of the spec has, told by what its own precompiles charge and refuse.

The spec's tools make packages from copies, and a new fork's package comes up before its rules are final: a
name says little. So each precompile is asked for its price, which it tells before it computes anything.

**Invariants** Another value of any constant of a precompile's price or lengths changes an answer
(`tests/eels/test_eels_rules.py`).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from itertools import product
from types import SimpleNamespace
from typing import Any, NamedTuple

from ..errors import PrecompileFailure
from ..forks import FORKS
from ..registry import Bound, bound_table
from ..trust.in_service import logger

# What a precompile charges, or in words what it does instead.
Price = int | str
_REFUSED, _NOTHING = "a refusal", "nothing"

# The spec has no package for Constantinople as it was before the fix of Petersburg, and one for the fork of
# 2016 that moved balances and changed no rule of the EVM.
_RULES = {"dao_fork": "homestead", "constantinople": "petersburg"}


def rules_of(package: str, table: dict[bytes, Any]) -> str | None:
    """Return the known fork whose rules the spec's own precompiles of a package have; None where none has.

    `table` has the spec's own by address. What does not fit is logged in one line.
    """
    named = _RULES.get(package, package)
    youngest_first = FORKS[::-1]
    candidates = (named, *youngest_first) if named in FORKS else youngest_first
    with untraced():
        differences = []
        for fork in candidates:
            difference = _difference(table, fork)
            if difference is None:
                return fork
            differences.append((difference, fork))
    found, fork = max(differences, key=lambda one: one[0].agreed)
    logger.warning(
        "the executable spec's package %s keeps its own precompiles: its rules are no known fork's "
        "(of %s's, %s charges %s, not %s)",
        package,
        fork,
        *found[1:],
    )
    return None


class _Difference(NamedTuple):
    """After how many precompiles that agree one does not: its name, its price, and the price looked for."""

    agreed: int
    name: str
    price: Price
    expected: Price


def _difference(table: dict[bytes, Any], fork: str) -> _Difference | None:
    rules = bound_table(fork)
    for agreed, bound in enumerate(rules.values()):
        own = table.get(bound.address.to_bytes(20, "big"))
        if own is None:
            return _Difference(agreed, bound.name, _NOTHING, "a price")
        for data, expected in _expected(bound):
            price = spec_price(own, data)
            if price != expected:
                return _Difference(agreed, bound.name, price, expected)
    # A fork that lacks a precompile cannot say what it charges.
    for number, bound in bound_table(FORKS[-1]).items():
        if number not in rules and number.to_bytes(20, "big") in table:
            return _Difference(len(rules), bound.name, "a price", _NOTHING)
    return None


@cache
def _expected(bound: Bound) -> tuple[tuple[bytes, Price], ...]:
    return tuple((data, _our_price(bound, data)) for data in _QUESTIONS[bound.name]())


def _our_price(bound: Bound, data: bytes) -> Price:
    try:
        return bound.gas(bound.decode(data))
    except PrecompileFailure:
        return _REFUSED


class _Charged(Exception):
    """The precompile was about to be charged `amount`."""

    def __init__(self, amount: int) -> None:
        super().__init__(amount)
        self.amount = amount


class _Gas:
    """Gas that ends the call as soon as a price is held against it, and tells the price."""

    def __lt__(self, amount: Any) -> bool:
        raise _Charged(int(amount))


def spec_price(precompile: Callable[[Any], None], data: bytes) -> Price:
    """Return what one of the spec's own precompiles charges for a call, without making it."""
    evm = evm_of(data, _Gas())
    try:
        precompile(evm)
    except _Charged as charged:
        return charged.amount
    except Exception:
        return _REFUSED
    return _NOTHING


def evm_of(data: bytes, gas_left: Any) -> Any:
    """Return as much of the spec's `Evm` as a precompile uses, in every shape that it has had."""
    return SimpleNamespace(
        message=SimpleNamespace(data=data),
        call_data=data,
        gas_left=gas_left,
        gas_meter=SimpleNamespace(gas_left=gas_left),
        output=b"",
    )


@contextmanager
def untraced() -> Iterator[None]:
    """Keep a tracer that a run of the spec's tools left active from seeing a call that has no transaction."""
    trace = import_module("ethereum.trace")
    active = trace.set_evm_trace(trace.discard_evm_trace)
    try:
        yield
    finally:
        trace.set_evm_trace(active)


def _modexp_calls() -> Iterator[bytes]:
    """Yield the prices' every case: lengths on both sides of each bound, and exponents of some sizes."""
    for longest, exponent_length in product((0, 1, 32, 33, 64, 65, 1024, 1025), (0, 1, 32, 33, 1025)):
        for base_length, modulus_length in ((longest, 1), (1, longest)):
            lengths = (base_length, exponent_length, modulus_length)
            head = b"".join(length.to_bytes(32, "big") for length in lengths)
            for first_byte in (b"\0", b"\1", b"\xff"):
                yield (
                    head + bytes(base_length) + first_byte * min(exponent_length, 1) + bytes(exponent_length)
                )


def _blake2f_calls() -> Iterator[bytes]:
    yield bytes(212)
    yield from (rounds.to_bytes(4, "big") + bytes(209) for rounds in (0, 1, 12, 2**32 - 1))


def _lengths(*lengths: int) -> Callable[[], Iterator[bytes]]:
    return lambda: map(bytes, lengths)


def _pairs(size: int) -> Callable[[], Iterator[bytes]]:
    """Return calls of every number of pairs that has a discount of its own (EIP-2537), and of one more."""
    return _lengths(0, size - 1, *range(size, 130 * size, size))


# Calldata whose prices tell a precompile's rule, by our names: where an input decodes at all, zeros do.
_QUESTIONS: dict[str, Callable[[], Iterator[bytes]]] = {
    "ecrecover": _lengths(0, 128),
    "modexp": _modexp_calls,
    "ecadd": _lengths(0, 128),
    "ecmul": _lengths(0, 96),
    "ecpairing": _lengths(0, 192, 384),
    "blake2f": _blake2f_calls,
    "point_evaluation": _lengths(191, 192),
    "bls12_g1add": _lengths(255, 256),
    "bls12_g1msm": _pairs(160),
    "bls12_g2add": _lengths(511, 512),
    "bls12_g2msm": _pairs(288),
    "bls12_pairing_check": _lengths(0, 383, 384, 768),
    "bls12_map_fp_to_g1": _lengths(63, 64),
    "bls12_map_fp2_to_g2": _lengths(127, 128),
    "p256verify": _lengths(0, 160),
}
