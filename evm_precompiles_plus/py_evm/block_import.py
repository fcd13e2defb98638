"""A chain of blocks imported one after the other, each by the VM of its own fork.

**Deviations** py-evm's chain classes choose the VM by block number; forks since Shanghai start at a time,
and the merge at a total difficulty. So the database is what lasts here, and whoever imports says which VM
a place on the chain has. py-evm's own VMs import as py-evm's chain does, ours in the order of the
executable spec's checks.
"""

import logging
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from eth.abc import BlockAPI, BlockHeaderAPI, VirtualMachineAPI
from eth.chains.base import Chain
from eth.consensus import ConsensusContext, NoProofConsensus
from eth.db.atomic import AtomicDB
from eth.db.chain import ChainDB
from eth.exceptions import HeaderNotFound
from eth.vm.chain_context import ChainContext
from eth.vm.forks import ParisVM
from eth_typing import BlockNumber, Hash32
from eth_utils.exceptions import ValidationError

from .decoding import Position, decode_block, decode_position
from .ommers import validate_ommers
from .reasons import Reason, Refused
from .refusals import BLOCK_REFUSALS, refusal_of
from .state_transition import Account, build_pre_state
from .vms import subclass

# py-evm warns of every block that it refuses; here that is told by the exception.
_LOG = logging.getLogger(__name__)
_LOG.addHandler(logging.NullHandler())

# What a block does shows in these fields; in the executable spec's order.
_OUTCOME = (
    ("gas_used", Reason.GAS_USED),
    ("transaction_root", Reason.TRANSACTIONS_ROOT),
    ("state_root", Reason.STATE_ROOT),
    ("receipt_root", Reason.RECEIPTS_ROOT),
    ("bloom", Reason.LOGS_BLOOM),
    ("withdrawals_root", Reason.WITHDRAWALS_ROOT),
    ("blob_gas_used", Reason.BLOB_GAS_USED),
    ("requests_hash", Reason.REQUESTS_HASH),
)

# The VM of a block by its place and the total difficulty up to its parent.
VMAt = Callable[[Position, int], type[VirtualMachineAPI]]


class _QuietChain(Chain):
    logger = _LOG


class ImportedChain(NamedTuple):
    """A database with the blocks imported so far, and the chain's id."""

    database: AtomicDB
    chain_id: int

    def head(self) -> BlockHeaderAPI:
        """Return the header of the last block of the canonical chain."""
        return ChainDB(self.database).get_canonical_head()

    def total_difficulty(self, block_hash: bytes) -> int:
        """Return the sum of the difficulties up to a block; raises `Refused` if the chain has it not.

        After the merge py-evm goes on adding, so that whatever was reached stays so.
        """
        try:
            return ChainDB(self.database).get_score(Hash32(block_hash))
        except HeaderNotFound as error:
            raise Refused(Reason.UNKNOWN_PARENT, f"no block has the hash 0x{block_hash.hex()}") from error


def start_chain(
    vm_class: type[VirtualMachineAPI], genesis: bytes, accounts: Mapping[bytes, Account], chain_id: int
) -> ImportedChain:
    """Return a chain with an RLP-encoded genesis block and its accounts.

    Raises `Refused` if the block does not decode, or has not the state root of the accounts.
    """
    header = decode_block(vm_class, genesis).header
    pre = build_pre_state(accounts)
    if header.state_root != pre.root:
        raise Refused(
            Reason.STATE_ROOT,
            f"genesis has state root {header.state_root.hex()}, its accounts {pre.root.hex()}",
        )
    ChainDB(pre.database).persist_header_chain((header,), genesis_parent_hash=header.parent_hash)
    return ImportedChain(pre.database, chain_id)


def import_block(chain: ImportedChain, vm_at: VMAt, encoded: bytes) -> None:
    """Execute an RLP-encoded block and add it to the chain; raises `Refused`, the chain as before."""
    position = decode_position(encoded)
    vm_class = vm_at(position, chain.total_difficulty(position.parent_hash))
    block = decode_block(vm_class, encoded)
    try:
        if hasattr(vm_class, "as_of"):
            _import(chain, vm_class, vm_at, block)
        else:
            _stock_chain(vm_class, chain).import_block(block)
    except BLOCK_REFUSALS as error:
        raise refusal_of(error) from error


@lru_cache(maxsize=64)
def without_proof_of_work(vm_class: type[VirtualMachineAPI]) -> type[VirtualMachineAPI]:
    """Return the VM as fixtures want it, whose blocks nobody has mined."""
    if issubclass(vm_class, ParisVM):
        return vm_class
    return subclass(vm_class, consensus_class=NoProofConsensus)


def _import(chain: ImportedChain, vm_class: type[VirtualMachineAPI], vm_at: VMAt, block: BlockAPI) -> None:
    chaindb = ChainDB(chain.database)
    parent = chaindb.get_block_header_by_hash(block.header.parent_hash)

    def vm_of_header(header: BlockHeaderAPI) -> type[VirtualMachineAPI]:
        position = Position(header.parent_hash, header.block_number, header.timestamp)
        return vm_at(position, chain.total_difficulty(position.parent_hash))

    vm_class.validate_header(block.header, parent)
    validate_ommers(chaindb, vm_of_header, block)
    _check_proof_of_work(vm_class, chain, block)
    vm: Any = vm_class(
        vm_class.create_header_from_parent(parent),
        chaindb,
        ChainContext(chain.chain_id),
        ConsensusContext(chain.database),
    )
    imported = vm.import_block(block).block
    _compare(imported.header, block.header)
    chaindb.persist_block(imported)


def _check_proof_of_work(vm_class: Any, chain: ImportedChain, block: BlockAPI) -> None:
    consensus = vm_class.consensus_class(ConsensusContext(chain.database))
    for header in (block.header, *block.uncles):
        try:
            consensus.validate_seal(header)
        except ValidationError as error:
            raise Refused(Reason.PROOF_OF_WORK, str(error)) from error


def _compare(found: BlockHeaderAPI, stated: BlockHeaderAPI) -> None:
    """Raise `Refused` with the first field in which the header states another outcome than was found."""
    for field, reason in _OUTCOME:
        got, want = getattr(found, field, None), getattr(stated, field, None)
        if got != want:
            raise Refused(reason, f"{field} is {_shown(got)}, the header has {_shown(want)}")
    if found != stated:
        raise Refused(Reason.OTHER, f"executed block {found!r} is not {stated!r}")


def _shown(value: Any) -> str:
    return f"0x{value.hex()}" if isinstance(value, bytes) else str(value)


def _stock_chain(vm_class: type[VirtualMachineAPI], chain: ImportedChain) -> Chain:
    stock = _chain_class(vm_class)(chain.database)
    stock.chain_id = chain.chain_id
    return stock


@lru_cache(maxsize=64)
def _chain_class(vm_class: type[VirtualMachineAPI]) -> type[Chain]:
    return _QuietChain.configure(vm_configuration=((BlockNumber(0), vm_class),))
