"""The executable spec's precompiles, called one at a time: the judge between stock and ours."""

from functools import cache

from ..call import DEFAULT_GAS_LIMIT, HostAnswer, HostCall
from ..errors import PrecompilesError
from ..registry import find
from .host import own_table
from .packages import package_of, uint_type, vm_module
from .rules import evm_of, untraced


@cache
def spec_call(precompile: str | int, fork: str) -> HostCall:
    """Return the executable spec's own precompile of a fork as a function of calldata.

    It is the spec's own even while ours are installed in the spec. Raises `BackendUnavailable` where the
    spec is not installed, and `UnknownFork` or `UnknownPrecompile` with the choices.
    """
    bound = find(precompile, fork)
    package = package_of(fork)
    execute = own_table(package)[bound.address.to_bytes(20, "big")]
    halt: type[Exception] = vm_module(package, "exceptions").ExceptionalHalt
    uint = uint_type()

    def call(data: bytes) -> HostAnswer:
        evm = evm_of(data, uint(DEFAULT_GAS_LIMIT))
        try:
            with untraced():
                execute(evm)
        except halt as failure:
            return HostAnswer(None, None, type(failure).__name__)
        except OverflowError as error:
            # Before Osaka the spec's 256-bit arithmetic overflows for lengths near 2**256.
            raise PrecompilesError(f"the executable spec cannot carry out this call: {error}") from error
        # One of the two has been charged.
        gas_left = min(evm.gas_left, evm.gas_meter.gas_left)
        return HostAnswer(bytes(evm.output), DEFAULT_GAS_LIMIT - int(gas_left), None)

    return call
