"""Some share of the calls, computed a second time by an independent backend.

**Algorithm** Backends are asked until two independent ones agree; that answers the call, and whoever said
something else, or broke down, is taken out of service. After three answers without agreement, or with nobody
left to ask, `BackendMismatch` is raised: a wrong answer is a consensus fault, and so is a guess.
**Invariants** An answer is confirmed by an independent backend only: `FAMILY` says which share code. Answers
and refusals confirm and convict, a crash (`RecursionError`, ...) does neither. An answer of a backend that is
out of service is never given without a second; one in service stands alone where nobody independent can do
the operation, which is logged once and said in `info`. At rate 0 nothing here is on the way of a call.
**Cost** For a call that is not drawn, half a microsecond; no lock.
"""

import os
import random
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from ..backends.base import Backend
from ..backends.names import FAMILY, NAMES
from ..errors import BackendMismatch, InvalidRate, PrecompileFailure
from .in_service import logger, withdraw, withdrawn, working

VARIABLE = "EVM_PRECOMPILES_VERIFY"

OPERATIONS = tuple(name for name, value in vars(Backend).items() if callable(value) and name[0] != "_")

REFERENCE = "reference"
# So many that did not agree are enough: the next one's agreement would say little.
MOST_ANSWERS = 3

# A call that gives the answer, and the name of the backend that it is from.
Answering = Callable[..., tuple[Any, str]]

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
        self.name = backend.name
        for operation in OPERATIONS:
            if hasattr(backend, operation):
                setattr(self, operation, partial(self._answer_alone, operation))

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self._backend, attribute)

    def _answer_alone(self, operation: str, *arguments: Any) -> Any:
        return self.answer(operation, *arguments)[0]

    def answer(self, operation: str, *arguments: Any) -> tuple[Any, str]:
        """Return the answer to a call, and the name of the backend that gave it."""
        if self.name in withdrawn:
            # Another thread found it faulty after this one, or what this one goes by, had chosen it.
            self._on_withdrawal()
        elif self._draw() >= rate():
            try:
                return getattr(self._backend, operation)(*arguments), self.name
            except (PrecompileFailure, MemoryError):
                raise
            except Exception:
                pass  # that is no answer: the others are asked
        outcome = confirmed(self._backend, operation, arguments, self._on_withdrawal)
        if outcome.refusal is not None:
            raise outcome.refusal
        return outcome.answer, outcome.backend


def answering(backend: Backend, operation: str) -> Answering:
    """Return an operation of a backend that gives the name of who answered with the answer."""
    if isinstance(backend, CrossChecked):
        return partial(backend.answer, operation)
    function, name = getattr(backend, operation), backend.name

    def answer(*arguments: Any) -> tuple[Any, str]:
        return function(*arguments), name

    return answer


class Outcome(NamedTuple):
    """What a backend made of a call: an answer, a refusal of the input, or a crash, which is neither."""

    backend: str
    answer: object = None
    refusal: PrecompileFailure | None = None
    crash: Exception | None = None

    def agrees(self, other: "Outcome") -> bool:
        """Tell whether both are answers, and the same one, or both refusals."""
        if self.crash or other.crash:
            return False
        return self.answer == other.answer and (self.refusal is None) == (other.refusal is None)


def confirmed(
    backend: Backend, operation: str, arguments: tuple[Any, ...], on_withdrawal: Callable[[], None]
) -> Outcome:
    """Return the outcome that two independent backends agree on, and withdraw those that have another.

    Where no independent one is left, the backend's own stands, unless it is out of service or broke down.
    Raises `BackendMismatch` where nothing is confirmed.
    """
    others = _able(backend.name, operation)
    outcomes: list[Outcome] = []
    for asked in (backend, *others):
        outcome = _outcome(asked, operation, arguments)
        right = next((other for other in outcomes if _confirms(outcome, other)), None)
        outcomes.append(outcome)
        if right:
            _withdraw_all_but(right, outcomes, operation, arguments, on_withdrawal)
            return outcome if right.backend in withdrawn else right
        if len([answer for answer in outcomes if not answer.crash]) == MOST_ANSWERS:
            break
    return _unconfirmed(outcomes, operation, arguments)


def _confirms(outcome: Outcome, other: Outcome) -> bool:
    return _family(outcome.backend) != _family(other.backend) and outcome.agrees(other)


def _withdraw_all_but(
    right: Outcome,
    outcomes: list[Outcome],
    operation: str,
    arguments: tuple[Any, ...],
    on_withdrawal: Callable[[], None],
) -> None:
    agreed = [outcome for outcome in outcomes if outcome.agrees(right)]
    for wrong in outcomes:
        if not wrong.agrees(right):
            withdraw(wrong.backend, _report([wrong, *agreed], operation, arguments))
            on_withdrawal()


def _unconfirmed(outcomes: list[Outcome], operation: str, arguments: tuple[Any, ...]) -> Outcome:
    """Return the first outcome if nothing speaks against it, which is said once; else raise."""
    first, *rest = outcomes
    alone = all(other.agrees(first) for other in rest)
    if alone and not first.crash and first.backend not in withdrawn:
        say_unchecked(operation)
        return first
    report = _report(outcomes, operation, arguments)
    logger.error("%s; none is confirmed", report)
    raise BackendMismatch(f"{report}; none is confirmed") from first.crash


@cache
def say_unchecked(operation: str) -> None:
    """Log, once, that calls of an operation are not checked though checks are asked for."""
    logger.warning("%s cannot be cross-checked here: no independent implementation is in service", operation)


def unchecked() -> tuple[str, ...]:
    """Return what cannot be checked here: precompiles, and operations that one implementation has."""
    return (*UNCHECKED, *filter(_is_alone, OPERATIONS))


def _is_alone(operation: str) -> bool:
    able = [backend.name for backend in working(NAMES) if hasattr(backend, operation)]
    others = [other.name for other in _able(able[0], operation)] if able else []
    return len({_family(name) for name in (*able, *others)}) == 1


def _outcome(backend: Backend, operation: str, arguments: tuple[Any, ...]) -> Outcome:
    try:
        return Outcome(backend.name, getattr(backend, operation)(*arguments))
    except PrecompileFailure as failure:
        return Outcome(backend.name, refusal=failure)
    except MemoryError:
        raise
    except Exception as error:
        return Outcome(backend.name, crash=error)


def _able(name: str, operation: str) -> list[Backend]:
    """Return the backends beside `name` that can compute a call, independent ones first."""
    return [other for other in _others(name, operation) if other.name not in withdrawn]


@cache
def _others(name: str, operation: str) -> tuple[Backend, ...]:
    apart = [other for other in NAMES if _family(other) != _family(name)]
    akin = [other for other in NAMES if _family(other) == _family(name) and other != name]
    reference: Backend = import_module(f".{REFERENCE}", __package__).backend
    others = [*working(apart), reference, *working(akin)]
    able = [other for other in others if hasattr(other, operation)]
    # One of each family comes before a second one of any.
    seen = [_family(other.name) for other in able]
    again = [family in seen[:place] for place, family in enumerate(seen)]
    return tuple(able[place] for place in sorted(range(len(able)), key=again.__getitem__))


def _family(name: str) -> str:
    return FAMILY.get(name, name)


def _report(outcomes: list[Outcome], operation: str, arguments: tuple[Any, ...]) -> str:
    """Say in one line who answered what, with an expression that makes the first one's call again."""
    given = ", ".join(f"{outcome.backend!r} gives {_shown(outcome)}" for outcome in outcomes)
    return f"backends differ: {given} for {expression(outcomes[0].backend, operation, arguments)}"


def expression(name: str, operation: str, arguments: tuple[Any, ...]) -> str:
    """Return the Python expression of a call, for `from evm_precompiles_plus import backends`."""
    return f"backends.get({name!r}).{operation}({', '.join(map(_literal, arguments))})"


def _literal(argument: Any) -> str:
    if isinstance(argument, bytes):
        return f"bytes.fromhex({argument.hex()!r})"
    return f"[{', '.join(map(_literal, argument))}]" if isinstance(argument, list) else repr(argument)


def _shown(outcome: Outcome) -> str:
    if outcome.crash:
        return f"{type(outcome.crash).__name__}: {outcome.crash}"
    answer = "refusal" if outcome.refusal else outcome.answer
    return answer.hex() if isinstance(answer, bytes) else str(answer)
