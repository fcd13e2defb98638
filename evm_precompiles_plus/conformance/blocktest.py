"""One blockchain test: import the blocks, each by the VM of its fork, and compare what the chain became.

**Spec** execution-spec-tests, "Blockchain Tests". A block with an expected exception must be refused, for the
reason that it names; all others must be imported. What counts in the end is the last block's hash, which
commits to everything, and the post state.
"""

import json
from collections.abc import Iterator
from time import perf_counter

from ..errors import UnknownFork
from ..py_evm.block_encoding import encode_block
from ..py_evm.block_import import ImportedChain, VMAt, import_block, start_chain, without_proof_of_work
from ..py_evm.by_fork import plus_vm, stock_vm
from ..py_evm.decoding import Position
from ..py_evm.reasons import Refused
from ..py_evm.rules.blocks.blob_schedule import BlobSchedule
from ..py_evm.rules.blocks.dao_fork import with_dao_fork
from ..py_evm.state_transition import Account, build_pre_state
from ..py_evm.tracing import Steps, tracing_vm
from ..py_evm.vms import VirtualMachineAPI
from . import schema
from .block_schema import Block, BlockTest, Header
from .loader import BlockCase
from .networks import Network, parse_network, rules_of
from .reasons import wrong_reason
from .statetest import FAILED, PASSED, PASSED_OVER, Outcome

# The seal engine of a fixture whose blocks somebody has mined.
_ETHASH = "Ethash"


def run_block_case(case: BlockCase, stock: bool = False) -> Outcome:
    """Run one test with our VMs, or with py-evm's own.

    Never raises for what a test does to the chain: that is an outcome. A fork that py-evm does not have
    is passed over when `stock`.
    """
    started = perf_counter()
    try:
        chain, error = execute(case.content, stock)
        root = chain.head().state_root if chain else None
        status = FAILED if error else PASSED
    except UnknownFork as failure:
        root, status, error = None, PASSED_OVER, f"no stock VM: {failure}"
    except Exception as failure:  # a host's own fault must not end the run
        root, status, error = None, FAILED, f"{type(failure).__name__}: {failure}"
    seconds = perf_counter() - started
    return Outcome(case.source, case.name, case.fork, (), status, root, error, seconds)


def trace_block_case(case: BlockCase, stock: bool = False, steps: Steps | None = None) -> Iterator[str]:
    """Run a test again and yield the steps of all its blocks, then a line that says how it ended."""
    steps = Steps() if steps is None else steps
    chain, error = execute(case.content, stock, steps)
    yield from steps.lines()
    root = f"0x{chain.head().state_root.hex()}" if chain else None
    yield json.dumps({"stateRoot": root, "pass": not error, "fork": case.fork})


def execute(
    test: BlockTest, stock: bool = False, steps: Steps | None = None
) -> tuple[ImportedChain | None, str]:
    """Import a test's blocks; return the chain, and in one line what differs from what the fixture states.

    With `steps` every step is noted there. Raises `UnknownFork` where there is no VM for one of the forks.
    """
    vm_at = _vm_at(parse_network(test.network), test, stock, steps)
    try:
        genesis = vm_at(Position(b"", 0, 0), 0)
        chain = start_chain(genesis, _genesis(test), _accounts(test.pre), test.config.chain_id)
    except Refused as refusal:
        return None, f"genesis: {refusal}"
    for position, block in enumerate(test.blocks):
        error = _import(chain, vm_at, block, test.network)
        if error:
            return chain, f"block {position}: {error}"
    return chain, _final_error(chain, test)


def _genesis(test: BlockTest) -> bytes:
    if test.genesis_rlp is not None:
        return test.genesis_rlp
    header = test.genesis_header
    assert header is not None, "the schema asks for one of the two"
    fields = [value for name in Header.model_fields if (value := getattr(header, name)) is not None]
    return encode_block(fields, withdrawals=None if header.withdrawals_root is None else [])


def _vm_at(network: Network, test: BlockTest, stock: bool, steps: Steps | None) -> VMAt:
    """Return which VM a block has, with the fixture's blob schedules; raises `UnknownFork` right away."""
    schedules = {fork.lower(): entry.schedule for fork, entry in test.config.blob_schedule.items()}
    table = {fork: _vm(fork, schedules.get(fork), stock) for fork in (network.before, network.after)}
    if network.dao_fork is not None and not stock:
        table[network.after] = with_dao_fork(table[network.after], network.dao_fork)
    if test.seal_engine != _ETHASH:
        table = {fork: without_proof_of_work(vm_class) for fork, vm_class in table.items()}
    if steps is not None:
        table = {fork: tracing_vm(vm_class, steps) for fork, vm_class in table.items()}

    def vm_at(position: Position, total_difficulty: int) -> type[VirtualMachineAPI]:
        return table[network.fork_at(position.number, position.timestamp, total_difficulty)]

    return vm_at


def _vm(fork: str, schedule: BlobSchedule | None, stock: bool) -> type[VirtualMachineAPI]:
    return stock_vm(fork) if stock else plus_vm(rules_of(fork), schedule)


def _import(chain: ImportedChain, vm_at: VMAt, block: Block, name: str) -> str:
    """Import a block and return what is wrong about the result; an empty text where it is as expected."""
    expected = block.expected_exception(name)
    try:
        if block.fault is not None:
            raise Refused(block.fault)
        import_block(chain, vm_at, block.rlp)
    except Refused as refusal:
        if expected is None:
            return f"refused: {refusal}"
        wrong = wrong_reason(expected, refusal.reason)
        return f"{wrong}: {refusal}" if wrong else ""
    return "" if expected is None else f"imported, expected {expected or 'a refusal'}"


def _final_error(chain: ImportedChain, test: BlockTest) -> str:
    head = chain.head()
    if head.hash != test.last_block_hash:
        return f"last block hash mismatch: got {head.hash.hex()}, want {test.last_block_hash.hex()}"
    expected = test.post_state_hash
    if test.post_state is not None:
        expected = build_pre_state(_accounts(test.post_state)).root
    if expected is not None and head.state_root != expected:
        return f"post state root mismatch: got {head.state_root.hex()}, want {expected.hex()}"
    return ""


def _accounts(accounts: dict[bytes, schema.Account]) -> dict[bytes, Account]:
    return {
        address: Account(account.nonce, account.balance, account.code, account.storage)
        for address, account in accounts.items()
    }
