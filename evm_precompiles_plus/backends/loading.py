"""Backends by short name: each is a module beside this one, imported and checked on first use."""

from functools import cache
from importlib import import_module

from ..errors import BackendUnavailable, UnknownBackend
from .base import Backend
from .self_check import check

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
        module = import_module(f".{name}", __package__)
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
