"""The backends: `names` lists them, the fastest first, each a module here.

A backend computes from bytes to bytes with the operations of `base.Backend`, and knows of no other. `routing`
decides which one computes a call, `trust` whether it can be believed.
"""

from importlib import import_module

from ..errors import BackendUnavailable, UnknownBackend
from .base import Backend
from .names import INSTALL_HINTS, NAMES


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
