"""Fast and current precompiles for py-evm.

    import evm_precompiles_plus
    evm_precompiles_plus.install()

puts the precompiles of `registry.TABLE` into every fork of py-evm; `run` makes one call without any EVM.
"""

from typing import TYPE_CHECKING, Any

from .backends import active_backends
from .call import Result, run
from .errors import (
    BackendMismatch,
    BackendUnavailable,
    InvalidInput,
    InvalidPoint,
    OutOfGas,
    PrecompileFailure,
    PrecompilesError,
    UnknownBackend,
    UnknownFork,
    UnknownPrecompile,
)

if TYPE_CHECKING:
    from .py_evm.install import install, installed, uninstall, with_precompiles

__all__ = [
    "BackendMismatch",
    "BackendUnavailable",
    "InvalidInput",
    "InvalidPoint",
    "OutOfGas",
    "PrecompileFailure",
    "PrecompilesError",
    "Result",
    "UnknownBackend",
    "UnknownFork",
    "UnknownPrecompile",
    "active_backends",
    "install",
    "installed",
    "run",
    "uninstall",
    "with_precompiles",
]

_FROM_PY_EVM = {"install", "installed", "uninstall", "with_precompiles"}


def __getattr__(name: str) -> Any:
    # py-evm takes most of a second to import; `run` and the command line's help do without it.
    if name in _FROM_PY_EVM:
        from .py_evm import install as room

        return getattr(room, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
