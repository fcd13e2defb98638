"""Our precompiles in py-evm's fork tables, in place, and out again.

py-evm's forks share their tables: Berlin to Shanghai have one object, Byzantium to Petersburg another,
Istanbul and Muir Glacier another. The entries are changed inside those objects, so whatever already
refers to one (a VM, a computation, a subclass) sees them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from eth.abc import VirtualMachineAPI
from eth.vm import forks
from eth_typing import Address

from .. import routing
from ..registry import bound_table
from ..replacements import Replacement, Replacements
from .adapter import HostPrecompile, host_table
from .vms import PY_EVM_VMS, fork_of, precompiles_of, with_table

Table = dict[Address, HostPrecompile]


def install(*, verify: float | None = None) -> None:
    """Put the precompiles into every fork table of py-evm; a second call changes nothing.

    `verify` is the share of calls, 0 to 1, that an independent backend computes too, in the whole process and
    until `uninstall` (`trust.cross_check`). Raises `InvalidRate`.
    """
    if verify is not None:
        routing.verify(verify, __name__)
    _replacements.install()


def uninstall() -> None:
    """Put back exactly the objects that `install` found; without `install`, do nothing.

    An entry that somebody else has replaced in the meantime is left as it is.
    """
    _replacements.uninstall()
    routing.verify(None, __name__)


@contextmanager
def installed(*, verify: float | None = None) -> Iterator[None]:
    """Have the precompiles installed inside a `with` block, and things as they were after it."""
    with routing.verifying(verify, __name__), _replacements.installed():
        yield


def stock_table(vm_class: type[VirtualMachineAPI]) -> Table:
    """Return a copy of a VM's precompiles as they are without ours."""
    return _replacements.before(precompiles_of(vm_class))


@cache
def with_precompiles(vm_class: type[VirtualMachineAPI]) -> type[VirtualMachineAPI]:
    """Return a subclass of a py-evm VM that has the precompiles; nothing else changes anywhere.

    The fork is the VM's own (`vm_class.fork`); addresses that the VM does not have stay absent. It is
    the same class at every call, and pickled by reference, as the VM is.
    """
    stock = precompiles_of(vm_class)
    ours = {address: entry for address, entry in host_table(fork_of(vm_class)).items() if address in stock}
    return with_table(vm_class, {**stock, **ours}, (with_precompiles, (vm_class,)))


def _plan() -> Iterator[Replacement]:
    """Yield the entries to replace, each once; forks that share a table must agree on its rules."""
    seen: dict[tuple[int, Address], str] = {}
    for vm_class in PY_EVM_VMS.values():
        fork = fork_of(vm_class)
        table = precompiles_of(vm_class)
        for address, ours in host_table(fork).items():
            first = seen.setdefault((id(table), address), fork)
            if first != fork:
                _assert_same_rule(first, fork, address)
            elif address in table:
                yield Replacement(table, address, table[address], ours)


def _assert_same_rule(first: str, second: str, address: Address) -> None:
    number = int.from_bytes(address, "big")
    if bound_table(first)[number] != bound_table(second)[number]:
        raise AssertionError(f"py-evm shares one table between {first} and {second}, whose rules differ")


_replacements = Replacements(forks.__name__.__eq__, lambda _: _plan())
