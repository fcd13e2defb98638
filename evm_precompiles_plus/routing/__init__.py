"""Which backend computes a call: the one that is named, the fastest there is, or the measured winner.

`EVM_PRECOMPILES_BACKEND` names the one to use for everything that it can do. It is never replaced
silently: if it is missing, its first use raises, and what it cannot do (`openssl` has no curves) goes to the
default order, with the answer naming who gave it. Without the
variable the curves go to the fastest backend there is, and each MODEXP to the one that `router` names.

`EVM_PRECOMPILES_VERIFY` is the share of the calls that `cross_check` computes a second time.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import cast

from ..backends import names
from ..backends.base import Backend
from ..errors import BackendMismatch, BackendUnavailable
from ..trust import cross_check, in_service
from ..trust.cross_check import Answering
from ..trust.in_service import active_backends, load, why_missing, working
from .router import active_index, choose_in, forget_table

__all__ = [
    "VARIABLE",
    "active_backends",
    "answering",
    "answering_modexp",
    "for_operation",
    "get",
    "named",
    "reset",
    "say_unchecked",
    "verify",
    "verifying",
    "why_missing",
]

VARIABLE = "EVM_PRECOMPILES_BACKEND"


@cache
def get(name: str) -> Backend:
    """Return a backend by its short name, after it has answered known questions.

    It is a `CrossChecked` one where a rate of verification is set, even if it was found faulty meanwhile: a
    thread may have chosen it just before. Then no call of it goes unchecked. Raises `UnknownBackend` (a
    ValueError) with the choices, `BackendUnavailable` (an ImportError) with the command that installs it, or
    `BackendMismatch` if it has answered wrongly.
    """
    backend = load(name)
    if cross_check.rate():
        return cast(Backend, cross_check.CrossChecked(backend, _forget))
    _require_right(name)
    return backend


def _require_right(name: str) -> None:
    if name in in_service.withdrawn:
        raise BackendMismatch(in_service.withdrawn[name])


@cache
def named() -> str | None:
    """Return the backend that `EVM_PRECOMPILES_BACKEND` names, or None; it works, or this raises as `get`."""
    name = os.environ.get(VARIABLE)
    if not name:
        return None
    _require_right(name)
    return load(name).name


def reset() -> None:
    """Forget what was loaded, selected and found faulty: the next call reads the environment again."""
    in_service.withdrawn.clear()
    cross_check.say_unchecked.cache_clear()
    load.cache_clear()
    _forget()


def _forget() -> None:
    """Forget what was selected; a backend that was found faulty stays out of service."""
    cross_check.forget()
    forget_table()
    for cached in (get, named, for_operation, answering, _modexp_of, _by_length_alone):
        cached.cache_clear()


def say_unchecked(precompile: str) -> None:
    """Log, once, that a precompile's calls are not checked, where checks are asked for."""
    if cross_check.rate():
        cross_check.say_unchecked(precompile)


def verify(rate: float | None, by: str) -> None:
    """Have a share of the calls (0 to 1) cross-checked, or with None no longer ask for that.

    `by` says who asks: the highest rate that anybody asks for is in force, before the environment's. To
    be set before other threads call: one that is choosing a backend meanwhile may keep it as it was. Raises
    `InvalidRate`.
    """
    if cross_check.ask(rate, by):
        _forget()


@contextmanager
def verifying(rate: float | None, by: str) -> Iterator[None]:
    """Have a share of the calls cross-checked inside a `with` block; None changes nothing."""
    before = cross_check.asked(by)
    if rate is not None:
        verify(rate, by)
    try:
        yield
    finally:
        verify(before, by)


@cache
def for_operation(operation: str) -> Backend:
    """Return the backend for an operation: the named one if it has it, else the fastest that does."""
    name = named()
    if name is not None and hasattr(get(name), operation):
        return get(name)
    for backend in working(names.NAMES):  # one by one, so that libraries behind the first are never loaded
        if hasattr(backend, operation):
            library = getattr(backend, "slower_than", {}).get(operation)
            return get(library if library and why_missing(library) is None else backend.name)
    out = "; ".join(in_service.withdrawn.values())
    raise BackendUnavailable(f"no backend here has the operation {operation!r}{out and f' ({out})'}")


@cache
def answering(operation: str) -> Answering:
    """Return the operation of the backend for it; with its answer comes the name of who gave it."""
    return cross_check.answering(for_operation(operation), operation)


def answering_modexp(base: bytes, exponent: bytes, modulus: bytes) -> Answering:
    """Return MODEXP by the backend for these operands, which are big-endian; the modulus is not 0.

    Raises `BackendUnavailable` with the reasons where none is in service.
    """
    widest, answer = _by_length_alone()
    if len(modulus) <= widest:
        return answer
    return _modexp_of(choose_in(active_index(), len(base), exponent, modulus).backend)


@cache
def _modexp_of(name: str) -> Answering:
    return cross_check.answering(get(name), "modexp")


@cache
def _by_length_alone() -> tuple[int, Answering]:
    """Return the backend that has every MODEXP whose modulus field is up to so many bytes long."""
    name = named()
    if name is not None and hasattr(get(name), "modexp"):
        return sys.maxsize, _modexp_of(name)
    index = active_index()
    return index.narrow_bytes, _modexp_of((index.narrow if index.narrow_bytes else index.wide).backend)
