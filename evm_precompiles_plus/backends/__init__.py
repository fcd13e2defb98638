"""The backends: every module here but `base` is one, and `NAMES` lists them, the fastest first.

A backend computes from bytes to bytes with the operations of `base.Backend`, and knows of no other. `routing`
decides which one computes a call, `trust` whether it can be believed.
"""

from importlib import import_module

from ..errors import BackendUnavailable, UnknownBackend
from .base import Backend

# Each with the command that brings it.
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


def get(name: str) -> Backend:
    """Return a backend by its short name, as it is: nobody has asked it known questions.

    Raises `UnknownBackend` (a ValueError) with the choices, or `BackendUnavailable` (an ImportError) with the
    command that installs it.
    """
    if name not in INSTALL_HINTS:
        raise UnknownBackend(name, NAMES)
    try:
        backend: Backend = import_module(f".{name}", __package__).backend
    except Exception as error:  # a damaged or foreign extension raises more than ImportError
        raise BackendUnavailable(
            f"backend {name!r} is not available here ({_in_one_line(error)}); try: {INSTALL_HINTS[name]}"
        ) from error
    return backend


def _in_one_line(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text if isinstance(error, ImportError) else f"{type(error).__name__}: {text}"
