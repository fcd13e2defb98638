"""Who says what is right: the executable spec, py_ecc, revm."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ..call import DEFAULT_GAS_LIMIT, HostAnswer, HostCall
from ..eels.spec import spec_call
from ..errors import BackendUnavailable, UnknownName
from ..registry import bound_table, find
from . import by_py_ecc

# An oracle gives a precompile of a fork as a function of calldata, or None for one that it cannot judge.
Oracle = Callable[[str, str], HostCall | None]


class UnknownOracle(UnknownName):
    """No oracle has this name."""

    kind = "oracle"


def oracle(name: str) -> Oracle:
    """Return an oracle. Raises `UnknownOracle`, or `BackendUnavailable` with the command that installs it."""
    if name not in ORACLES:
        raise UnknownOracle(name, ORACLES)
    return ORACLES[name]()


def _eels() -> Oracle:
    spec_call("ecrecover", "frontier")  # raises where the spec is not installed
    return spec_call


def _py_ecc() -> Oracle:
    return lambda precompile, _: by_py_ecc.CALLS.get(precompile)


def _pyrevm() -> Oracle:
    """Return revm by its Python binding: outputs and failures only, as its gas has the transaction's in it.

    The binding (0.3.7) runs Cancun's precompiles whatever it is asked for, so it judges those alone, and
    MODEXP in forks where it costs what it does in Cancun.
    """
    try:
        pyrevm = import_module("pyrevm")
    except ImportError as error:
        raise BackendUnavailable(f"no oracle 'pyrevm' here ({error}); try: pip install pyrevm") from error
    # The gas of a transaction's calldata comes on top of the call's.
    evm = pyrevm.EVM(gas_limit=2 * DEFAULT_GAS_LIMIT)

    def by_revm(precompile: str, fork: str) -> HostCall | None:
        bound = next((row for row in bound_table("cancun").values() if row.name == precompile), None)
        if bound is None or (precompile == "modexp" and find(precompile, fork).gas != bound.gas):
            return None
        return _revm_call(evm, bound.address)

    return by_revm


def _revm_call(evm: Any, address: int) -> HostCall:
    def call(data: bytes) -> HostAnswer:
        gas = DEFAULT_GAS_LIMIT + 21_000 + sum(16 if byte else 4 for byte in data)
        try:
            output = evm.message_call("0x" + 20 * "11", f"0x{address:040x}", calldata=data, gas=gas)
        except RuntimeError as error:
            return HostAnswer(None, None, str(error))
        return HostAnswer(bytes(output), None, None)

    return call


ORACLES: dict[str, Callable[[], Oracle]] = {"eels": _eels, "py_ecc": _py_ecc, "pyrevm": _pyrevm}
