"""Some share of the calls, computed a second time by an independent backend.

**Algorithm** Where the two answers differ, a third backend decides. Whichever of the two it confirms answers
the call, and the other is taken out of service. Where nothing is confirmed, `BackendMismatch` is raised: a
wrong answer is a consensus fault, and so is a guess.
**Invariants** An answer is confirmed by an independent backend only: `FAMILY` says which share code. At rate
0 nothing here is on the way of a call: `routing.get` gives the backend itself.
**Cost** For a call that is not drawn, half a microsecond; no lock.
"""

import os
import random
import threading
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from ..backends import NAMES
from ..backends.base import Backend
from ..errors import BackendMismatch, InvalidRate, PrecompileFailure
from .in_service import logger, withdraw, withdrawn, working

VARIABLE = "EVM_PRECOMPILES_VERIFY"

OPERATIONS = tuple(name for name, value in vars(Backend).items() if callable(value) and name[0] != "_")

# gmpy2 and pure run the same code of this package over two kinds of integers; the others share nothing with
# them, but that openssl takes an even MODEXP modulus apart by the same function.
FAMILY = {"gmpy2": "curves", "pure": "curves"}
REFERENCE = "reference"

# Computed outside the backends, by the only implementation that is at hand.
UNCHECKED = ("point_evaluation",)

# A source of our own: a program that seeds Python's gets the numbers that it expects.
_draw = random.Random().random
_asked: dict[str, float] = {}


def ask(rate: float | None, by: str) -> bool:
    """Note the rate that somebody asks for, or with None that nobody does; tell whether that is news.

    Raises `InvalidRate`.
    """
    before = _asked.get(by)
    if rate is None:
        _asked.pop(by, None)
    else:
        _asked[by] = _valid(rate, "the rate of verification")
    return before != rate


def asked(by: str) -> float | None:
    """Return the rate that somebody has asked for."""
    return _asked.get(by)


@cache
def rate() -> float:
    """Return the share of calls to check: the highest that was asked for, else the environment's, else 0.

    Raises `InvalidRate`.
    """
    requests = tuple(_asked.values())
    if requests:
        return max(requests)
    text = os.environ.get(VARIABLE)
    if not text:
        return 0.0
    try:
        return _valid(float(text), VARIABLE)
    except ValueError:
        raise InvalidRate(text, VARIABLE) from None


def _valid(given: object, source: str) -> float:
    if not isinstance(given, int | float) or not 0 <= given <= 1:
        raise InvalidRate(given, source)
    return float(given)


def forget() -> None:
    """Forget what follows from rates, the environment, and the backends that work."""
    rate.cache_clear()
    _others.cache_clear()


class CrossChecked:
    """A backend some of whose calls are checked; but for that it is the backend."""

    def __init__(
        self, backend: Backend, on_withdrawal: Callable[[], None], draw: Callable[[], float] = _draw
    ) -> None:
        self._backend = backend
        self._on_withdrawal = on_withdrawal
        self._draw = draw
        self._answered = threading.local()
        for operation in OPERATIONS:
            if hasattr(backend, operation):
                setattr(self, operation, partial(self._call, operation, getattr(backend, operation)))

    @property
    def name(self) -> str:
        """The backend's name; once after a call that another backend had to answer, that one's."""
        name: str = self._answered.__dict__.pop("by", self._backend.name)
        return name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self._backend, attribute)

    def _call(self, operation: str, function: Callable[..., Any], *arguments: Any) -> Any:
        if self._backend.name in withdrawn:
            # Another thread found it faulty after this one, or what this one goes by, had chosen it.
            self._on_withdrawal()
        elif self._draw() >= rate():
            return function(*arguments)
        outcome = confirmed(self._backend, operation, arguments, self._on_withdrawal)
        if outcome.error is not None:
            raise outcome.error
        if outcome.backend != self._backend.name:
            self._answered.by = outcome.backend
        return outcome.answer


class Outcome(NamedTuple):
    """What a backend made of a call: its answer, or in words how it refused, with the exception."""

    backend: str
    answer: object
    error: Exception | None


def confirmed(
    backend: Backend, operation: str, arguments: tuple[Any, ...], on_withdrawal: Callable[[], None]
) -> Outcome:
    """Return the outcome that two independent backends agree on; raise `BackendMismatch` if none do."""
    first = _outcome(backend, operation, arguments)
    checker, *rest = _able(backend.name, operation, arguments) or (None,)
    if checker is None:
        return first
    second = _outcome(checker, operation, arguments)
    if first.answer == second.answer:
        return first
    # The first that shares code with neither, if there is one.
    rest.sort(key=lambda other: _family(other.name) in (_family(backend.name), _family(checker.name)))
    third = _outcome(rest[0], operation, arguments) if rest else None
    for wrong, right in ((first, second), (second, first)):
        if third and third.answer == right.answer and _family(third.backend) != _family(right.backend):
            withdraw(wrong.backend, _report([wrong, right, third], operation, arguments))
            on_withdrawal()
            return right
    report = _report([first, second, third] if third else [first, second], operation, arguments)
    logger.error("%s; none is confirmed", report)
    raise BackendMismatch(f"{report}; none is confirmed")


def _outcome(backend: Backend, operation: str, arguments: tuple[Any, ...]) -> Outcome:
    try:
        return Outcome(backend.name, getattr(backend, operation)(*arguments), None)
    except PrecompileFailure as failure:
        return Outcome(backend.name, "refusal", failure)
    except MemoryError:
        raise
    except Exception as error:
        return Outcome(backend.name, f"{type(error).__name__}: {error}", error)


def _able(name: str, operation: str, arguments: tuple[Any, ...]) -> list[Backend]:
    """Return the backends beside `name` that can compute a call, independent ones first."""
    others = [other for other in _others(name, operation) if other.name not in withdrawn]
    if operation != "modexp":
        return others
    wanted = len(arguments[2].lstrip(b"\0"))
    return [other for other in others if getattr(other, "widest_modulus", wanted) >= wanted]


@cache
def _others(name: str, operation: str) -> tuple[Backend, ...]:
    apart = [other for other in NAMES if _family(other) != _family(name)]
    akin = [other for other in NAMES if _family(other) == _family(name) and other != name]
    reference: Backend = import_module(f".{REFERENCE}", __package__).backend
    others = (*working(apart), reference, *working(akin))
    return tuple(other for other in others if hasattr(other, operation))


def _family(name: str) -> str:
    return FAMILY.get(name, name)


def _report(outcomes: list[Outcome], operation: str, arguments: tuple[Any, ...]) -> str:
    """Say in one line who answered what, with an expression that makes the first one's call again."""
    given = ", ".join(f"{outcome.backend!r} gives {_shown(outcome.answer)}" for outcome in outcomes)
    return f"backends differ: {given} for {expression(outcomes[0].backend, operation, arguments)}"


def expression(name: str, operation: str, arguments: tuple[Any, ...]) -> str:
    """Return the Python expression of a call, for `from evm_precompiles_plus import backends`."""
    return f"backends.get({name!r}).{operation}({', '.join(map(_literal, arguments))})"


def _literal(argument: Any) -> str:
    if isinstance(argument, bytes):
        return f"bytes.fromhex({argument.hex()!r})"
    return f"[{', '.join(map(_literal, argument))}]" if isinstance(argument, list) else repr(argument)


def _shown(answer: object) -> str:
    return answer.hex() if isinstance(answer, bytes) else str(answer)
