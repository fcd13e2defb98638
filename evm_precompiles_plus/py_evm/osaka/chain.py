"""Chain builders for Osaka, to go with those of `eth.tools.builder.chain`.

    from eth.chains.base import MiningChain
    from eth.tools.builder.chain import build, mine_block
    from eth.tools.builder.chain.builders import prague_at
    from evm_precompiles_plus.py_evm.osaka.chain import genesis, osaka_at

    Boundary = build(MiningChain, prague_at(0), osaka_at(2))
    chain = build(Boundary, genesis(), mine_block(), mine_block())

makes a chain class that turns from Prague to Osaka at block 2, and a chain of it with that block.
"""

from collections.abc import Callable
from typing import Any

from eth.abc import AtomicDatabaseAPI, ChainAPI
from eth.constants import POST_MERGE_DIFFICULTY, POST_MERGE_NONCE
from eth.tools.builder.chain.builders import fork_at
from eth.tools.builder.chain.builders import genesis as genesis_of_py_evm

from .constants import DEFAULT_GAS_LIMIT
from .vm import BPO1VM, BPO2VM, OsakaVM

osaka_at = fork_at(OsakaVM)
bpo1_at = fork_at(BPO1VM)
bpo2_at = fork_at(BPO2VM)

# Osaka with the newest of the blob schedules that are set.
latest_osaka_at = bpo2_at

# py-evm's own defaults are those of a proof-of-work chain, which its VMs refuse from Paris on.
GENESIS_DEFAULTS = {
    "difficulty": POST_MERGE_DIFFICULTY,
    "nonce": POST_MERGE_NONCE,
    "gas_limit": DEFAULT_GAS_LIMIT,
}


def genesis(
    db: AtomicDatabaseAPI | None = None,
    params: dict[str, Any] | None = None,
    state: Any = None,
) -> Callable[[type[ChainAPI]], ChainAPI]:
    """Return the step that makes a chain of a class: with a post-merge header and 60 million gas.

    Otherwise as py-evm's builder: `params` are header fields, `state` maps addresses to accounts.
    """
    step: Callable[[type[ChainAPI]], ChainAPI] = genesis_of_py_evm(
        db=db, params={**GENESIS_DEFAULTS, **(params or {})}, state=state
    )
    return step
