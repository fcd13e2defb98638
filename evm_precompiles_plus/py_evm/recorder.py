"""A VM that notes the calldata of every call to our precompiles, and answers as ever."""

from collections.abc import Callable

from eth.abc import ComputationAPI, VirtualMachineAPI

from ..registry import bound_table
from .adapter import HostPrecompile, address_of
from .by_fork import plus_vm
from .vms import precompiles_of, with_table

Note = Callable[[str, bytes], None]


def recording_vm(fork: str, note: Note) -> type[VirtualMachineAPI]:
    """Return the fork's VM with our precompiles; each call is first told to `note(name, calldata)`."""
    vm_class = plus_vm(fork)
    table = precompiles_of(vm_class)
    noted = {
        address_of(number): _noting(bound.name, note, table[address_of(number)])
        for number, bound in bound_table(fork).items()
        if address_of(number) in table
    }
    return with_table(vm_class, {**table, **noted})


def _noting(name: str, note: Note, precompile: HostPrecompile) -> HostPrecompile:
    def noting(computation: ComputationAPI) -> ComputationAPI:
        note(name, computation.msg.data_as_bytes)
        return precompile(computation)

    return noting
