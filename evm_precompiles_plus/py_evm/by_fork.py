"""The VM class that executes a fork: py-evm's own, or the same with our precompiles."""

from eth.abc import VirtualMachineAPI

from ..errors import UnknownFork
from ..forks import fork_name
from .install import with_precompiles
from .osaka import OSAKA_VMS
from .prague import SpecifiedPragueVM
from .vms import PY_EVM_VMS


def stock_vm(fork: str) -> type[VirtualMachineAPI]:
    """Return py-evm's own VM of a fork; raises `UnknownFork` for those it does not have."""
    name = fork_name(fork)
    if name not in PY_EVM_VMS:
        raise UnknownFork(fork, PY_EVM_VMS)
    return PY_EVM_VMS[name]


def plus_vm(fork: str) -> type[VirtualMachineAPI]:
    """Return the VM of a fork with our precompiles; from Osaka on it is ours altogether.

    Prague's has the rule of validity that py-evm leaves out.
    """
    name = fork_name(fork)
    if name == SpecifiedPragueVM.fork:
        return with_precompiles(SpecifiedPragueVM)
    return OSAKA_VMS.get(name) or with_precompiles(stock_vm(name))
