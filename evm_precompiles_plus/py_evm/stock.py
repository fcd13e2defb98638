"""py-evm's own precompiles, called one at a time without a chain: what ours are compared with."""

from types import SimpleNamespace
from typing import Any

from eth.exceptions import OutOfGas, VMError

from ..call import DEFAULT_GAS_LIMIT, HostAnswer, HostCall
from ..errors import UnknownPrecompile
from ..registry import find
from .adapter import HostPrecompile, address_of, host_precompile
from .by_fork import stock_vm
from .install import stock_table


class _Probe:
    """As much of py-evm's computation as a precompile uses, with the gas that `run` gives a call."""

    def __init__(self, data: bytes) -> None:
        self.msg = SimpleNamespace(data_as_bytes=data, data=data)
        self.gas = 0
        self.output = b""

    def consume_gas(self, amount: int, reason: str) -> None:
        self.gas += amount
        if self.gas > DEFAULT_GAS_LIMIT:
            raise OutOfGas(f"{reason}: {amount} gas")


def stock_call(precompile: str | int, fork: str) -> HostCall:
    """Return py-evm's own precompile of a fork as a function of calldata, whether ours is installed or not.

    Raises `UnknownFork` where py-evm has no such fork, `UnknownPrecompile` where the fork has it not.
    """
    bound = find(precompile, fork)
    table = stock_table(stock_vm(fork))
    if address_of(bound.address) not in table:
        raise UnknownPrecompile(precompile, [f"0x{address.hex().lstrip('0')}" for address in sorted(table)])
    return _as_call(table[address_of(bound.address)])


def plus_call(precompile: str | int, fork: str) -> HostCall:
    """Return our precompile of a fork through the same adapter that `install` puts into py-evm."""
    return _as_call(host_precompile(find(precompile, fork)))


def _as_call(precompile: HostPrecompile) -> HostCall:
    def call(data: bytes) -> HostAnswer:
        probe: Any = _Probe(data)
        try:
            precompile(probe)
        except VMError as failure:
            return HostAnswer(None, None, str(failure))
        return HostAnswer(probe.output, probe.gas, None)

    return call
