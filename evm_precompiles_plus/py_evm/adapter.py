"""A precompile of the registry as py-evm calls one: charge gas, run, translate failure once.

**Spec** Yellow Paper, section 8 (a failing precompile consumes all gas of its call).
"""

from collections.abc import Callable
from functools import cache

from eth.abc import ComputationAPI
from eth.exceptions import VMError
from eth_typing import Address

from ..encoding import calldata
from ..errors import PrecompileFailure
from ..registry import Bound, bound_table

HostPrecompile = Callable[[ComputationAPI], ComputationAPI]

# How many calls have come through in this process; threads may lose some.
calls = [0]


def address_of(number: int) -> Address:
    """Return a precompile's address as py-evm's tables have it: 20 bytes."""
    return Address(number.to_bytes(20, "big"))


def host_precompile(bound: Bound) -> HostPrecompile:
    """Return py-evm's kind of precompile: it charges the computation and sets its output.

    It raises `VMError`, which burns all gas, where the call fails.
    """
    _, _, decode, gas, execute = bound
    reason = f"{bound.name.upper()} precompile"

    def precompile(computation: ComputationAPI) -> ComputationAPI:
        calls[0] += 1
        try:
            data = computation.msg.data
            if type(data) is not bytes:
                data = calldata(data)
            decoded = decode(data)
            computation.consume_gas(gas(decoded), reason)
            computation.output, _ = execute(decoded)
        except PrecompileFailure as failure:
            raise VMError(f"{reason}: {failure}") from failure
        return computation

    return precompile


@cache
def host_table(fork: str) -> dict[Address, HostPrecompile]:
    """Return the fork's precompiles by address, each as py-evm calls it; the same objects every time."""
    return {address_of(number): host_precompile(bound) for number, bound in bound_table(fork).items()}
