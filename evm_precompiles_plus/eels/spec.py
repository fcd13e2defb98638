"""The executable spec's precompiles, called one at a time: the judge between stock and ours."""

from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from ..call import DEFAULT_GAS_LIMIT, HostAnswer, HostCall
from ..errors import BackendUnavailable, PrecompilesError
from ..forks import fork_name
from ..registry import find

# The spec has no package for Constantinople as it was before the fix of Petersburg.
_PACKAGES = {"petersburg": "constantinople"}


@cache
def spec_call(precompile: str | int, fork: str) -> HostCall:
    """Return the executable spec's precompile of a fork as a function of calldata.

    Raises `BackendUnavailable` where the spec is not installed, and `UnknownFork` or
    `UnknownPrecompile` with the choices.
    """
    bound = find(precompile, fork)
    name = fork_name(fork)
    package = f"ethereum.forks.{_PACKAGES.get(name, name)}.vm"
    try:
        mapping = import_module(f"{package}.precompiled_contracts.mapping")
        halt: type[Exception] = import_module(f"{package}.exceptions").ExceptionalHalt
        uint = import_module("ethereum_types.numeric").Uint
    except ImportError as error:
        raise BackendUnavailable(
            f"no executable spec here ({error}); try: pip install 'evm-precompiles-plus[spec]'"
        ) from error
    execute = mapping.PRE_COMPILED_CONTRACTS[bound.address.to_bytes(20, "big")]

    def call(data: bytes) -> HostAnswer:
        evm: Any = SimpleNamespace(message=SimpleNamespace(data=data), gas_left=uint(DEFAULT_GAS_LIMIT), output=b"")
        try:
            execute(evm)
        except halt as failure:
            return HostAnswer(None, None, type(failure).__name__)
        except OverflowError as error:
            # Before Osaka the spec's 256-bit arithmetic overflows for lengths near 2**256.
            raise PrecompilesError(f"the executable spec cannot carry out this call: {error}") from error
        return HostAnswer(bytes(evm.output), DEFAULT_GAS_LIMIT - int(evm.gas_left), None)

    return call
