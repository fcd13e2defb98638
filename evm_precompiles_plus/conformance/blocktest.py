"""One blockchain test: import the blocks, each by the VM of its fork, and compare what the chain became.

**Spec** execution-spec-tests, "Blockchain Tests". A block with an expected exception must be refused, for the
reason that it names; all others must be imported. What counts in the end is the last block's hash, which
commits to everything, and the post state.
"""

from collections.abc import Callable
from time import perf_counter

from ..errors import UnknownFork
from ..forks import fork_name
from ..py_evm.block_encoding import encode_block
from ..py_evm.block_import import (
    BlockRefused,
    ImportedChain,
    header_of,
    import_block,
    start_chain,
    with_fixture_rules,
)
from ..py_evm.by_fork import plus_vm, stock_vm
from ..py_evm.osaka import BlobSchedule
from ..py_evm.reasons import Reason
from ..py_evm.state_transition import Account, build_pre_state
from ..py_evm.vms import VirtualMachineAPI
from . import schema
from .block_schema import Block, BlockConfig, BlockTest, Header
from .loader import BlockCase
from .networks import Network, parse_network
from .reasons import wrong_reason
from .statetest import FAILED, PASSED, PASSED_OVER, Outcome

VMOfFork = Callable[[str], type[VirtualMachineAPI]]


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


def execute(test: BlockTest, stock: bool = False) -> tuple[ImportedChain | None, str]:
    """Import a test's blocks; return the chain, and in one line what differs from what the fixture states.

    Raises `UnknownFork` where there is no VM for one of the forks.
    """
    network = parse_network(test.network)
    vm_of_fork = _vms(network, test.config, stock)
    first = vm_of_fork(network.fork_at(0, 0))
    try:
        chain = start_chain(first, _genesis(test), _accounts(test.pre), test.config.chain_id)
    except BlockRefused as refusal:
        return None, f"genesis: {refusal}"
    for position, block in enumerate(test.blocks):
        error = _import(chain, network, vm_of_fork, block, test.network)
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


def _vms(network: Network, config: BlockConfig, stock: bool) -> VMOfFork:
    """Return the VM by fork, with the fixture's blob schedules; raises `UnknownFork` right away."""
    schedules = {
        fork_name(fork): BlobSchedule(entry.target, entry.max, entry.base_fee_update_fraction)
        for fork, entry in config.blob_schedule.items()
    }
    of_fork = stock_vm if stock else plus_vm
    table = {
        fork: with_fixture_rules(of_fork(fork), schedules.get(fork))
        for fork in (network.before, network.after)
    }
    return table.__getitem__


def _import(chain: ImportedChain, network: Network, vm_of_fork: VMOfFork, block: Block, name: str) -> str:
    """Import a block and return what is wrong about the result; an empty text where it is as expected."""
    expected = block.expected_exception(name)
    try:
        if block.fault is not None:
            raise BlockRefused(block.fault.value, block.fault)
        import_block(chain, _vm_for(block.rlp, network, vm_of_fork), block.rlp)
    except BlockRefused as refusal:
        if expected is None:
            return f"refused: {refusal}"
        wrong = wrong_reason(expected, refusal.reason)
        return f"{wrong}: {refusal}" if wrong else ""
    return "" if expected is None else f"imported, expected {expected or 'a refusal'}"


def _vm_for(encoded: bytes, network: Network, vm_of_fork: VMOfFork) -> type[VirtualMachineAPI]:
    """Return the VM of the fork that a block belongs to; raises `BlockRefused` if it decodes under none.

    Only the header tells the fork, and only the fork tells how a block decodes: so the forks are tried.
    """
    for fork in (network.after, network.before):
        vm_class = vm_of_fork(fork)
        try:
            header = header_of(vm_class, encoded)
        except BlockRefused as failure:
            refusal = failure
            continue
        if network.fork_at(header.block_number, header.timestamp) == fork:
            return vm_class
        refusal = BlockRefused(f"a block of another fork than {fork}", Reason.BLOCK_FORMAT)
    raise refusal


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
