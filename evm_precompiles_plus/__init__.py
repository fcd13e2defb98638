"""Fast and current precompiles for py-evm.

    import evm_precompiles_plus
    evm_precompiles_plus.install()

puts the precompiles of `registry.TABLE` into every fork of py-evm; `run` makes one call without any EVM.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import (
    BackendMismatch,
    BackendUnavailable,
    InvalidInput,
    InvalidPoint,
    InvalidRate,
    OutOfGas,
    PrecompileFailure,
    PrecompilesError,
    UnknownBackend,
    UnknownFork,
    UnknownPrecompile,
    WrongType,
)

if TYPE_CHECKING:
    from .call import Result, run
    from .py_evm.install import install, installed, uninstall, with_precompiles
    from .trust.in_service import active_backends

__all__ = [
    "BackendMismatch",
    "BackendUnavailable",
    "InvalidInput",
    "InvalidPoint",
    "InvalidRate",
    "OutOfGas",
    "PrecompileFailure",
    "PrecompilesError",
    "Result",
    "UnknownBackend",
    "UnknownFork",
    "UnknownPrecompile",
    "WrongType",
    "active_backends",
    "install",
    "installed",
    "run",
    "uninstall",
    "with_precompiles",
]

_DEFINED_IN = {
    **dict.fromkeys(["install", "installed", "uninstall", "with_precompiles"], ".py_evm.install"),
    **dict.fromkeys(["Result", "run"], ".call"),
    "active_backends": ".trust.in_service",
}


def __getattr__(name: str) -> Any:
    # py-evm takes most of a second to import, the precompiles a third of one. Whoever only passes through
    # (pytest with its plugin off, the command line's help) does without them.
    if name not in _DEFINED_IN:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_DEFINED_IN[name], __name__), name)
    return value
