"""Where the executable spec keeps its forks, and the way to import from there."""

import pkgutil
import re
from importlib import import_module
from typing import Any

from ..errors import BackendUnavailable
from ..forks import fork_name
from .rules import rules_of

# The spec has no package for Constantinople as it was before the fix of Petersburg.
_PACKAGES = {"petersburg": "constantinople"}

_MAPPING = re.compile(r"ethereum\.forks\.(\w+)\.vm\.precompiled_contracts\.mapping")


def package_of(fork: str) -> str:
    """Return the name of the spec's package for a fork: `"petersburg"` gives `"constantinople"`.

    Raises `UnknownFork`.
    """
    name = fork_name(fork)
    return _PACKAGES.get(name, name)


def package_of_mapping(module: str) -> str | None:
    """Return the package whose table of precompiles a module is, by the module's name."""
    found = _MAPPING.fullmatch(module)
    return found[1] if found else None


def require_spec() -> None:
    """Raise `BackendUnavailable` if the spec is not installed."""
    _import("ethereum.forks")


def packages() -> dict[str, str]:
    """Return the spec's fork packages, each with a known fork whose rules it has; imports them all.

    One without is left out. Raises `BackendUnavailable`.
    """
    found = [module.name for module in pkgutil.iter_modules(_import("ethereum.forks").__path__)]
    rules = {package: rules_of(package, table_of(package)) for package in found}
    return {package: fork for package, fork in rules.items() if fork is not None}


def table_of(package: str) -> dict[bytes, Any]:
    """Return the mapping in which a fork's interpreter looks precompiles up. Raises `BackendUnavailable`."""
    table: dict[bytes, Any] = vm_module(package, "precompiled_contracts.mapping").PRE_COMPILED_CONTRACTS
    return table


def vm_module(package: str, name: str) -> Any:
    """Return a module of a fork's EVM, such as `"gas"`. Raises `BackendUnavailable` without the spec."""
    return _import(f"ethereum.forks.{package}.vm.{name}")


def uint_type() -> Any:
    """Return the unsigned integer in which the spec counts gas. Raises `BackendUnavailable`."""
    return _import("ethereum_types.numeric").Uint


def _import(module: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        raise BackendUnavailable(
            f"no executable spec here ({error}); try: pip install 'evm-precompiles-plus[spec]'"
        ) from error
