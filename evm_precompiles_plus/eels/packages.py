"""Where the executable spec keeps its forks, and the way to import from there."""

import pkgutil
from importlib import import_module
from typing import Any

from ..errors import BackendUnavailable
from ..forks import FORKS, fork_name

# The spec has no package for Constantinople as it was before the fix of Petersburg.
_PACKAGES = {"petersburg": "constantinople"}
# And one for the fork of 2016 that moved balances and changed no rule of the EVM.
_RULES = {"dao_fork": "homestead", "constantinople": "petersburg"}


def package_of(fork: str) -> str:
    """Return the name of the spec's package for a fork: `"petersburg"` gives `"constantinople"`.

    Raises `UnknownFork`.
    """
    name = fork_name(fork)
    return _PACKAGES.get(name, name)


def packages() -> dict[str, str]:
    """Return the spec's fork packages, each with the fork in our registry whose rules it has.

    A fork younger than `forks.FORKS` is left out: its rules are not known here. Raises `BackendUnavailable`.
    """
    found = [module.name for module in pkgutil.iter_modules(_import("ethereum.forks").__path__)]
    rules = {package: _RULES.get(package, package) for package in found}
    return {package: fork for package, fork in rules.items() if fork in FORKS}


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
