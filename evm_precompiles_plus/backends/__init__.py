"""Backends by short name: loaded on first use, checked with known answers, chosen for a call.

`EVM_PRECOMPILES_BACKEND` names the one to use for everything that it can do. It is never replaced
silently: if it is missing, its first use raises, and what it cannot do (`openssl` has no curves, `native`
no modulus above 256 bits) goes to the default order, with the answer naming who gave it. Without the
variable the curves go to the fastest backend there is, and each MODEXP to the one that `router` names.
"""

import os
from functools import cache
from importlib import import_module

from ..errors import BackendUnavailable, UnknownBackend
from .base import Backend
from .router import choose, forget_table
from .self_check import check

VARIABLE = "EVM_PRECOMPILES_BACKEND"

# Fastest first; each is a module beside this one, with the command that brings it.
INSTALL_HINTS = {
    "native": "pip install --no-binary evm-precompiles-plus evm-precompiles-plus, with a C compiler",
    "arkworks": "pip install py-arkworks-bls12381",
    "blake2b": "pip install blake2b-py",
    "coincurve": "pip install coincurve",
    "cryptography": "pip install cryptography",
    "gmpy2": "pip install gmpy2",
    "openssl": "pip install cffi; libcrypto is OpenSSL 1.1.1's or later, of this Python or the system",
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


def active_backends(operation: str | None = None) -> tuple[str, ...]:
    """Return the names of the backends that work on this machine, fastest first.

    With an operation (`"modexp"`, `"ecadd"`, ...) only those that have it.
    """
    active = (name for name in NAMES if why_missing(name) is None)
    return tuple(name for name in active if operation is None or hasattr(get(name), operation))


def why_missing(name: str) -> str | None:
    """Return why a backend cannot be used here, in one line, or None if it can."""
    try:
        get(name)
    except BackendUnavailable as error:
        return str(error)
    return None


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
        name = choose(len(base), exponent, modulus).backend
    return get(name)
