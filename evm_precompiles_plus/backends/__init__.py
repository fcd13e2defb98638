"""Backends by short name: loaded on first use, checked with known answers, chosen for a call.

`EVM_PRECOMPILES_BACKEND` names the one to use for everything that it can do; without it the fastest
that this machine has answers. A named backend is never replaced silently: if it is missing, its first
use raises.
"""

import os
from functools import cache
from importlib import import_module

from ..errors import BackendUnavailable, UnknownBackend
from .base import Backend
from .self_check import check

VARIABLE = "EVM_PRECOMPILES_BACKEND"

# Fastest first; each is a module beside this one, with the command that brings it.
INSTALL_HINTS = {
    "gmpy2": "pip install gmpy2",
    "pure": "part of this package",
}
NAMES = tuple(INSTALL_HINTS)


@cache
def get(name: str) -> Backend:
    """Return a backend by its short name, after it has answered known questions.

    Raises `UnknownBackend` (a ValueError) with the choices, `BackendUnavailable` (an ImportError) with
    the command that installs it, or `BackendMismatch` if it answers wrongly.
    """
    if name not in INSTALL_HINTS:
        raise UnknownBackend(name, NAMES)
    try:
        module = import_module(f".{name}", __name__)
    except ImportError as error:
        raise BackendUnavailable(
            f"backend {name!r} is not available here ({error}); try: {INSTALL_HINTS[name]}"
        ) from error
    backend: Backend = module.backend
    check(backend)
    return backend


def active_backends() -> tuple[str, ...]:
    """Return the names of the backends that work on this machine, fastest first."""
    return tuple(name for name in NAMES if why_missing(name) is None)


def why_missing(name: str) -> str | None:
    """Return why a backend cannot be used here, in one line, or None if it can."""
    try:
        get(name)
    except BackendUnavailable as error:
        return str(error)
    return None


@cache
def _selected() -> Backend:
    named = os.environ.get(VARIABLE)
    return get(named) if named else get(active_backends()[0])


def reset() -> None:
    """Forget what was selected, so that the next call reads the environment again."""
    _selected.cache_clear()
    get.cache_clear()


def for_modexp() -> Backend:
    """Return the backend for a MODEXP call."""
    return _selected()


def for_bn254() -> Backend:
    """Return the backend for ECADD and ECMUL."""
    return _selected()
