"""Which backends are in service: each is asked known questions on first use, and may be withdrawn later.

**Invariants** A backend that gave a wrong answer, to a known question or to `cross_check`, is out of service
for the rest of the process; whoever asks for it by name is told why, and the others go on.
"""

import logging
from collections.abc import Iterable, Iterator
from functools import cache

from .. import backends
from ..backends.base import Backend
from ..backends.names import NAMES
from ..errors import BackendMismatch, BackendUnavailable
from .self_check import check

logger = logging.getLogger(__package__.split(".")[0])

# Why a backend is out of service, by name.
withdrawn: dict[str, str] = {}


@cache
def load(name: str) -> Backend:
    """Return a backend by its short name, after it has answered known questions; it is never a checked one.

    One that a cross-check has found faulty later is still given: who asks looks into `withdrawn` first.
    Raises `UnknownBackend` (a ValueError) with the choices, `BackendUnavailable` (an ImportError) with the
    command that installs it, or `BackendMismatch` if it has missed a known answer.
    """
    if name in withdrawn:
        raise BackendMismatch(withdrawn[name])
    backend = backends.get(name)
    try:
        check(backend)
    except BackendMismatch as error:
        withdraw(name, str(error))
        raise
    return backend


def withdraw(name: str, reason: str) -> None:
    """Take a backend out of service, and log the first reason for it. The caller forgets what is cached."""
    if withdrawn.setdefault(name, reason) is reason:
        logger.error("%s; it is out of service in this process", reason)


def active_backends(operation: str | None = None) -> tuple[str, ...]:
    """Return the names of the backends that work on this machine, fastest first.

    With an operation (`"modexp"`, `"ecadd"`, ...) only those that have it.
    """
    return tuple(
        backend.name for backend in working(NAMES) if operation is None or hasattr(backend, operation)
    )


def working(names: Iterable[str]) -> Iterator[Backend]:
    """Yield those of the named backends that can be used here, each loaded when it is reached."""
    for name in names:
        if why_missing(name) is None:
            yield load(name)


def why_missing(name: str) -> str | None:
    """Return why a backend cannot be used here, in one line, or None if it can."""
    if name in withdrawn:
        return withdrawn[name]
    try:
        load(name)
    except (BackendMismatch, BackendUnavailable) as error:
        return str(error)
    return None
