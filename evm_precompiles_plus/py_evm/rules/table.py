"""All the rules in a table, and the function that puts them over a VM.

**Representation** A rule is classes to mix into a VM, its state, its transaction executor or its
computation, or a change of the opcode table; each holds from its first fork on. What is earlier in the
table is asked first.
**Invariants** The VM that a class comes from is as it was, and so is everything that py-evm's forks share
(`tests/py_evm/test_rules.py`). There is one class for each VM, however often one asks.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from eth.abc import VirtualMachineAPI
from eth.consensus.pow import PowConsensus

from ...forks import fork_order
from ..vms import fork_of, pickled_by, subclass
from .blocks.blob_schedule import SCHEDULES, ScheduledState, ScheduledVM
from .blocks.block_size import BlockSizeVM
from .blocks.dao_fork import DaoForkVM
from .blocks.header import HeaderVM
from .blocks.header_first import HeaderFirstVM
from .blocks.ommers import OmmersVM
from .blocks.proof_of_work import EthashConsensus
from .blocks.system_calls import BeaconRootVM, RequestsVM
from .execution.calldata_floor import FloorExecutor, FloorVM
from .execution.creation_collision import CollisionState
from .execution.delegated_precompiles import PrecompileFirstExecutor
from .execution.initcode_halts import halting_opcodes
from .execution.initcode_words import OutermostComputation
from .execution.simulated_gas import MinimumGasExecutor
from .transactions.transaction_gas_cap import (
    CappedEstimatesExecutor,
    CappedEstimatesState,
    CappedEstimatesVM,
)
from .transactions.validity import ValidityState, ValidityVM

Opcodes = dict[int, Any]


class Rule(NamedTuple):
    """The first fork that has it, the last one (none: all later ones), and what it changes."""

    first: str
    vm: type[Any] | None = None
    state: type[Any] | None = None
    executor: type[Any] | None = None
    computation: type[Any] | None = None
    opcodes: Callable[[Opcodes], Opcodes] | None = None
    last: str | None = None

    def holds(self, fork: str) -> bool:
        """Tell whether a fork has the rule."""
        order = fork_order(fork)
        return fork_order(self.first) <= order and (self.last is None or order <= fork_order(self.last))


RULES = (
    Rule("frontier", vm=ValidityVM, state=ValidityState),
    Rule("osaka", vm=CappedEstimatesVM, state=CappedEstimatesState, executor=CappedEstimatesExecutor),
    Rule("frontier", executor=MinimumGasExecutor),
    Rule("prague", vm=FloorVM, executor=FloorExecutor),
    Rule("prague", executor=PrecompileFirstExecutor),
    Rule("frontier", state=CollisionState),
    Rule("shanghai", computation=OutermostComputation),
    Rule("shanghai", opcodes=halting_opcodes),
    Rule("osaka", vm=BlockSizeVM),
    Rule("frontier", vm=HeaderFirstVM),
    Rule("homestead", vm=DaoForkVM, last="homestead"),
    Rule("frontier", vm=OmmersVM),
    Rule("frontier", vm=HeaderVM),
    Rule("cancun", vm=ScheduledVM, state=ScheduledState),
    Rule("cancun", vm=BeaconRootVM, last="cancun"),
    Rule("prague", vm=RequestsVM),
)


@cache
def as_specified(vm_class: type[VirtualMachineAPI]) -> type[VirtualMachineAPI]:
    """Return a subclass of a py-evm VM that does what the specification says.

    Its precompiles are those of the VM. The fork is the VM's own (`vm_class.fork`); raises `UnknownFork` for
    a VM of none that is known here.
    """
    fork = fork_of(vm_class)
    state_class: Any = vm_class.get_state_class()
    computation_class = _mixed("computation", fork, state_class.computation_class)
    opcodes = dict(computation_class.opcodes)
    for rule in RULES:
        if rule.opcodes is not None and rule.holds(fork):
            opcodes = rule.opcodes(opcodes)
    own_state = _mixed(
        "state",
        fork,
        state_class,
        as_of=fork,
        computation_class=subclass(computation_class, opcodes=opcodes),
        transaction_executor_class=_mixed("executor", fork, state_class.transaction_executor_class),
        **_schedule(fork, state_class),
    )
    strict = {"requires_system_contracts": True} if fork_order(fork) >= fork_order("prague") else {}
    specified: type[VirtualMachineAPI] = _mixed(
        "vm", fork, vm_class, as_of=fork, _state_class=own_state, **strict, **_consensus(vm_class)
    )
    return pickled_by(specified, (as_specified, (vm_class,)))


def _consensus(vm_class: type[VirtualMachineAPI]) -> dict[str, Any]:
    """Return another proof of work than py-evm's as an attribute, unless the VM has something else."""
    return {"consensus_class": EthashConsensus} if vm_class.consensus_class is PowConsensus else {}


def _schedule(fork: str, state_class: Any) -> dict[str, Any]:
    """Return the fork's blob parameters as an attribute, unless the state has its own."""
    if fork not in SCHEDULES or hasattr(state_class, "blob_schedule"):
        return {}
    return {"blob_schedule": SCHEDULES[fork]}


def _mixed(part: str, fork: str, base: Any, **attributes: Any) -> Any:
    """Subclass `base` with what the fork's rules have for this part, and `base` has not yet."""
    return subclass(base, *_classes(part, fork, base), **attributes)


def _classes(part: str, fork: str, base: type[Any]) -> Iterator[type[Any]]:
    for rule in RULES:
        mixin = getattr(rule, part)
        if mixin is not None and rule.holds(fork) and not issubclass(base, mixin):
            yield mixin
