"""Backends that are right but for some calls, and the way to put one in another's place."""

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest

from evm_precompiles_plus import routing
from evm_precompiles_plus.trust import cross_check, in_service
from evm_precompiles_plus.trust.self_check import check as check_answers

LOG = "evm_precompiles_plus"


def flip(answer: Any) -> Any:
    """The answer with one bit turned."""
    if isinstance(answer, bool):
        return not answer
    return answer[:-1] + bytes([answer[-1] ^ 1])


class Lying:
    """A backend's double: of its calls, counted from 1, those that `lies` picks are answered wrongly."""

    def __init__(self, honest: Any, lies: Callable[[int], bool]) -> None:
        self.name = honest.name
        self.honest = honest
        self.lies = lies
        self.calls = count(1)
        self.told: list[tuple[str, Sequence[Any]]] = []

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(self.honest, attribute)
        if attribute not in cross_check.OPERATIONS:
            return value

        def call(*arguments: Any) -> Any:
            answer = value(*arguments)
            if not self.lies(next(self.calls)):
                return answer
            self.told.append((attribute, arguments))
            return flip(answer)

        return call


def never(_: int) -> bool:
    return False


def always(_: int) -> bool:
    return True


def once_in(period: int) -> Callable[[int], bool]:
    return lambda number: number % period == 0


def replace(monkeypatch: pytest.MonkeyPatch, name: str, double: Any, *, check: bool = True) -> None:
    """Have a double loaded as the backend `name`; without `check` it answers no known questions first."""
    in_service.load(name)
    monkeypatch.setattr(f"evm_precompiles_plus.backends.{name}.backend", double)
    if not check:
        monkeypatch.setattr(
            in_service, "check", lambda backend: None if backend is double else check_answers(backend)
        )
    routing.reset()
