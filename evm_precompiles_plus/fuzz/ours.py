"""Our side of a comparison: a call on a backend by name, or as it is routed."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .. import routing
from ..call import HostAnswer, run
from ..errors import PrecompileFailure

ROUTED = "routed"


class Given(NamedTuple):
    """Our answer, the backend that gave it, and whether anything but `PrecompileFailure` was raised."""

    answer: HostAnswer
    backend: str
    crashed: bool


def ways(precompile: str, backend: str | None = None) -> tuple[str, ...]:
    """Return all ways to make a call: as it is routed, and on each other backend that has the operation.

    With a backend, or one in the environment, that one alone: nothing where it lacks the operation.
    """
    able = routing.active_backends(precompile)
    if backend is not None:
        routing.get(backend)
        return (backend,) if backend in able else ()
    if os.environ.get(routing.VARIABLE):
        return (ROUTED,)
    # The first is where calls are routed to, but for MODEXP, which is routed by size.
    return ROUTED, *(able if precompile == "modexp" else able[1:])


@contextmanager
def on(way: str) -> Iterator[None]:
    """Have all calls in a `with` block go one way; selecting a backend takes up to a tenth of a second."""
    if way == ROUTED:
        yield
        return
    before = os.environ.get(routing.VARIABLE)
    os.environ[routing.VARIABLE] = way
    routing.reset()
    try:
        yield
    finally:
        os.environ.pop(routing.VARIABLE)
        if before is not None:
            os.environ[routing.VARIABLE] = before
        routing.reset()


def ask(precompile: str, fork: str, data: bytes) -> Given:
    """Make a call."""
    try:
        result = run(precompile, data, fork)
    except PrecompileFailure as failure:
        return Given(HostAnswer(None, None, type(failure).__name__), "", False)
    except Exception as error:  # that is a finding, not the end of the run
        return Given(HostAnswer(None, None, f"crashed: {type(error).__name__}: {error}"), "", True)
    return Given(HostAnswer(result.output, result.gas, None), result.backend, False)


def agrees(given: Given, right: HostAnswer) -> bool:
    """Tell whether output, failure, and gas where the oracle counts it, are the same."""
    if given.crashed or given.answer.output != right.output:
        return False
    return right.gas is None or given.answer.gas == right.gas
