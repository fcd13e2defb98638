"""The VM class that executes a fork: py-evm's own, or the same with our precompiles."""

from functools import cache

from eth.abc import VirtualMachineAPI

from ..errors import UnknownFork
from ..forks import fork_name
from .install import with_precompiles
from .osaka import OSAKA_VMS
from .rules.blocks.blob_schedule import BlobSchedule, with_blob_schedule
from .rules.table import as_specified
from .vms import PY_EVM_VMS


def stock_vm(fork: str) -> type[VirtualMachineAPI]:
    """Return py-evm's own VM of a fork; raises `UnknownFork` for those it does not have."""
    name = fork_name(fork)
    if name not in PY_EVM_VMS:
        raise UnknownFork(fork, PY_EVM_VMS)
    return PY_EVM_VMS[name]


def plus_vm(fork: str, schedule: BlobSchedule | None = None) -> type[VirtualMachineAPI]:
    """Return the VM of a fork as it is specified, with our precompiles; from Osaka on it is ours altogether.

    With a `schedule` it has other blob parameters, if it has blobs at all.
    """
    vm_class = _plus_vm(fork_name(fork))
    if schedule is None or not hasattr(vm_class.get_state_class(), "blob_schedule"):
        return vm_class
    return with_blob_schedule(vm_class, schedule)


@cache
def _plus_vm(name: str) -> type[VirtualMachineAPI]:
    if name in OSAKA_VMS:
        return as_specified(OSAKA_VMS[name])
    return with_precompiles(as_specified(stock_vm(name)))
