"""A precompile of the registry as the executable spec calls one: charge gas, run, translate failure once.

**Spec** ethereum/execution-specs, `vm/interpreter.py` of each fork: an `ExceptionalHalt` burns all gas of
the call.
**Representation** Calldata is `evm.message.data`, or `evm.call_data` where the spec has moved it; where the
gas is kept, the spec's own `charge_gas` knows.
**Invariants** The class of the exception is the one that the spec's own precompile raises, since traces
name it (`tests/eels/test_eels_host.py`).
**Deviations** Before Osaka the spec's 256-bit arithmetic overflows on MODEXP lengths near 2**256, and the
whole run ends; here such a call runs out of gas, or costs little, as in every client.
"""

from collections.abc import Callable
from typing import Any

from ..encoding import calldata
from ..errors import PrecompileFailure
from ..registry import Bound, bound_table
from .packages import uint_type, vm_module

SpecPrecompile = Callable[[Any], None]

# How many calls have come through in this process; threads may lose some.
calls = [0]

_BN254 = range(0x06, 0x09)
_BLAKE2F = 0x09
_POINT_EVALUATION = 0x0A
_BLS12_381 = range(0x0B, 0x12)


def spec_table(package: str, fork: str) -> dict[bytes, SpecPrecompile]:
    """Return a fork's precompiles by address, each as the spec's package calls it."""
    charge_gas = vm_module(package, "gas").charge_gas
    exceptions = vm_module(package, "exceptions")
    return {
        number.to_bytes(20, "big"): _spec_precompile(bound, charge_gas, getattr(exceptions, _halt_of(number)))
        for number, bound in bound_table(fork).items()
    }


def _halt_of(address: int) -> str:
    """Return the name of the exception with which the spec refuses an input of this precompile."""
    if address in _BN254:
        return "OutOfGasError"
    if address == _POINT_EVALUATION:
        return "KZGProofError"
    return "InvalidParameter" if address == _BLAKE2F or address in _BLS12_381 else "ExceptionalHalt"


def _spec_precompile(
    bound: Bound, charge_gas: Callable[[Any, Any], None], halt: type[Exception]
) -> SpecPrecompile:
    name, _, decode, gas, execute = bound
    uint = uint_type()

    def precompile(evm: Any) -> None:
        calls[0] += 1
        data = getattr(evm, "call_data", None)
        try:
            if data is None:
                data = evm.message.data
            if type(data) is not bytes:
                data = calldata(data)
            decoded = decode(data)
            charge_gas(evm, uint(gas(decoded)))
            evm.output, _ = execute(decoded)
        except PrecompileFailure as failure:
            raise halt(f"{name}: {failure}") from failure

    return precompile
