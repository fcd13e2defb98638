"""One precompile call without a host: by name, under the rules of a fork."""

from collections.abc import Callable
from typing import NamedTuple

from .encoding import calldata
from .errors import OutOfGas
from .precompiles.names import spelled
from .registry import find

# The EVM call has a gas limit; a block of this much gas has not been seen on any main network.
DEFAULT_GAS_LIMIT = 1_000_000_000


class Result(NamedTuple):
    """Output bytes, gas charged, and the backend that computed the output (`"direct"`: none had to)."""

    output: bytes
    gas: int
    backend: str


class HostAnswer(NamedTuple):
    """What a host's precompile gave: output and gas, or its reason for failing (then all gas is gone)."""

    output: bytes | None
    gas: int | None
    failure: str | None


HostCall = Callable[[bytes], HostAnswer]


def run(
    precompile: str | int,
    data: bytes | bytearray | memoryview,
    fork: str = "osaka",
    *,
    gas_limit: int = DEFAULT_GAS_LIMIT,
) -> Result:
    """Make one call and return its output, gas and backend.

    `precompile` is a name of `registry.NAMES` (`"modexp"`), or as others write it (`precompiles.names`), or
    an address (5, `"0x05"`); `fork` a name as in `forks.FORKS` or as fixtures spell it. Raises
    `PrecompileFailure` where the EVM call would fail and burn all its gas, `OutOfGas` among them,
    `UnknownPrecompile` or `UnknownFork` with the choices, and `WrongType` (a TypeError) for calldata that is
    no bytes.

    >>> run("modexp", bytes(31) + b"\\1" + bytes(31) + b"\\1" + bytes(31) + b"\\1" + b"\\3\\5\\7")
    Result(output=b'\\x05', gas=500, backend='gmpy2')
    """
    # True is no address 1, though `find` would keep one answer for both.
    if type(precompile) is not str and type(precompile) is not int:
        precompile = spelled(precompile)
    if type(data) is not bytes:
        data = calldata(data)
    bound = find(precompile, fork)
    decoded = bound.decode(data)
    gas = bound.gas(decoded)
    if gas > gas_limit:
        raise OutOfGas(f"{bound.name} costs {gas} gas; the call has {gas_limit}")
    output, backend = bound.execute(decoded)
    # As Result(...), in half the time: it goes by no function of Python's.
    return tuple.__new__(Result, (output, gas, backend))
