"""The executable spec's tables, and what one of its precompiles makes of a call."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

from ethereum_types.numeric import Uint

from evm_precompiles_plus.eels.rules import untraced

GAS = 10_000_000


def mapping(package: str) -> dict[bytes, Any]:
    module = import_module(f"ethereum.forks.{package}.vm.precompiled_contracts.mapping")
    found: dict[bytes, Any] = module.PRE_COMPILED_CONTRACTS
    return found


def outcome(precompile: Any, data: bytes, gas: int) -> tuple[bytes, int, str | None]:
    """Output, gas left and the exception's class of one call, as the spec's interpreter would see them."""
    evm: Any = SimpleNamespace(message=SimpleNamespace(data=data), gas_left=Uint(gas), output=b"")
    try:
        with untraced():  # a tool of the spec that ran before may have left its tracer
            precompile(evm)
    except Exception as error:
        return b"", 0, type(error).__qualname__ + " of " + type(error).__module__
    return bytes(evm.output), int(evm.gas_left), None
