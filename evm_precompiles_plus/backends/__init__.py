"""Backends by short name: loaded on first use, checked with known answers, chosen for a call.

`EVM_PRECOMPILES_BACKEND` names the one to use for everything that it can do. It is never replaced
silently: if it is missing, its first use raises, and what it cannot do (`openssl` has no curves, `native`
no modulus above 256 bits) goes to the default order, with the answer naming who gave it. Without the
variable the curves go to the fastest backend there is, and each MODEXP to the one that `router` names.
"""

import os
from functools import cache

from ..errors import BackendUnavailable
from .base import Backend
from .loading import INSTALL_HINTS, NAMES, active_backends, get, why_missing
from .router import choose_in, forget_table, layout

__all__ = [
    "INSTALL_HINTS",
    "NAMES",
    "VARIABLE",
    "active_backends",
    "for_bn254",
    "for_modexp",
    "for_operation",
    "get",
    "named",
    "reset",
    "takes",
    "why_missing",
]

VARIABLE = "EVM_PRECOMPILES_BACKEND"


def takes(name: str, modulus: bytes) -> bool:
    """Tell whether a backend does MODEXP with this modulus: `native` takes values below 2**256 only."""
    backend = get(name)
    widest = getattr(backend, "widest_modulus", len(modulus))
    return hasattr(backend, "modexp") and not any(modulus[: max(0, len(modulus) - widest)])


@cache
def named() -> str | None:
    """Return the backend that `EVM_PRECOMPILES_BACKEND` names, or None; it works, or this raises as `get`."""
    name = os.environ.get(VARIABLE)
    return get(name).name if name else None


def reset() -> None:
    """Forget what was loaded and selected, so that the next call reads the environment again."""
    for cached in (get, named, for_operation):
        cached.cache_clear()
    forget_table()


@cache
def for_operation(operation: str) -> Backend:
    """Return the backend for an operation: the named one if it has it, else the fastest that does."""
    name = named()
    if name is not None and hasattr(get(name), operation):
        return get(name)
    for name in NAMES:  # one by one, so that libraries behind the first that can do it are never loaded
        if why_missing(name) is None and hasattr(get(name), operation):
            return get(name)
    raise BackendUnavailable(f"no backend on this machine has the operation {operation!r}")


def for_bn254() -> Backend:
    """Return the backend for ECADD and ECMUL."""
    return for_operation("ecmul")


def for_modexp(base: bytes, exponent: bytes, modulus: bytes) -> Backend:
    """Return the backend for a MODEXP with these operands, big-endian; the modulus is not 0."""
    name = named()
    if name is None or not takes(name, modulus):
        name = choose_in(layout(), len(base), exponent, modulus).backend
    return get(name)
