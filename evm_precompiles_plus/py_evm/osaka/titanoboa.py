"""titanoboa on Osaka.

    import boa
    from evm_precompiles_plus.py_evm.osaka.titanoboa import osaka_env

    boa.set_env(osaka_env())

**Deviations** titanoboa always takes py-evm's latest mainnet fork. Its environment is made as usual here,
then given another chain. titanoboa changes the classes of its VM in place (opcode tracers, the
account database of a fork): each environment gets classes of its own, so nothing leaks out of it.
"""

from typing import cast

from boa.environment import Env
from boa.vm.py_evm import GENESIS_PARAMS
from eth.abc import ChainAPI
from eth.chains.mainnet import MainnetChain
from eth.db.atomic import AtomicDB
from eth.tools.builder.chain.builders import build, fork_at

from .computation import OsakaComputation
from .vm import OsakaVM


def osaka_env(vm_class: type[OsakaVM] = OsakaVM, **options: bool) -> Env:
    """Return a titanoboa environment on Osaka, or on `BPO1VM` or `BPO2VM`.

    `options` are those of `boa.Env`: `fast_mode_enabled` and `fork_try_prefetch_state`.
    """
    env = Env(**options)
    env.evm.chain = _chain(_private(vm_class))
    env.evm._init_vm()
    return env


def _chain(vm_class: type[OsakaVM]) -> ChainAPI:
    # As titanoboa's own: the genesis block is Frontier's, all others have the fork.
    chain_class = build(MainnetChain, fork_at(vm_class, 1))
    chain: ChainAPI = chain_class.from_genesis(AtomicDB(), GENESIS_PARAMS)
    return chain


def _private(vm_class: type[OsakaVM]) -> type[OsakaVM]:
    """Subclass a VM, its state and its computation, with an opcode table that nobody else refers to."""
    state_class = vm_class.get_state_class()
    computation_class = cast(type[OsakaComputation], state_class.computation_class)
    own_computation = computation_class.configure(opcodes=dict(computation_class.opcodes))
    own_state = state_class.configure(computation_class=own_computation)
    private: type[OsakaVM] = vm_class.configure(_state_class=own_state)
    return private
