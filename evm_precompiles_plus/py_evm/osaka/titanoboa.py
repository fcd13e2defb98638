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
from eth.tools.builder.chain import build

from .chain import genesis
from .computation import OsakaComputation
from .vm import OsakaVM

# Of it comes a base fee of 1 gwei in the first block, as in titanoboa's own (EIP-1559, of an empty parent).
_GENESIS_BASE_FEE = 1_142_857_142


def osaka_env(vm_class: type[OsakaVM] = OsakaVM, **options: bool) -> Env:
    """Return a titanoboa environment on Osaka, or on `BPO1VM` or `BPO2VM`.

    `options` are those of `boa.Env`: `fast_mode_enabled` and `fork_try_prefetch_state`.
    """
    env = Env(**options)
    env.evm.chain = _chain(_private(vm_class))
    env.evm._init_vm()
    return env


def _chain(vm_class: type[OsakaVM]) -> ChainAPI:
    # titanoboa's own has Frontier at its genesis, which stays the head: an estimate would be Frontier's.
    chain_class = MainnetChain.configure(vm_configuration=((0, vm_class),))
    params = {"gas_limit": GENESIS_PARAMS["gas_limit"], "base_fee_per_gas": _GENESIS_BASE_FEE}
    chain: ChainAPI = build(chain_class, genesis(AtomicDB(), params))
    return chain


def _private(vm_class: type[OsakaVM]) -> type[OsakaVM]:
    """Subclass a VM, its state and its computation, with an opcode table that nobody else refers to."""
    state_class = vm_class.get_state_class()
    computation_class = cast(type[OsakaComputation], state_class.computation_class)
    own_computation = computation_class.configure(opcodes=dict(computation_class.opcodes))
    own_state = state_class.configure(computation_class=own_computation)
    private: type[OsakaVM] = vm_class.configure(_state_class=own_state)
    return private
