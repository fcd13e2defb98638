"""A chain of blocks imported one after the other, each by the VM of its own fork.

**Deviations** py-evm's chain classes choose the VM by block number; forks since Shanghai start at a time. So
the database is what lasts here, and every block is imported by a chain class that has just its VM.
"""

import logging
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import rlp
from eth.abc import BlockAPI, BlockHeaderAPI, VirtualMachineAPI
from eth.chains.base import Chain
from eth.consensus import NoProofConsensus
from eth.db.atomic import AtomicDB
from eth.db.chain import ChainDB
from eth.exceptions import PyEVMError
from eth.vm.forks import ParisVM
from eth_keys.exceptions import BadSignature
from eth_typing import BlockNumber
from eth_utils import ValidationError

from .osaka import BlobSchedule, OsakaVM
from .reasons import Reason, reason_of
from .state_transition import Account, build_pre_state

# What py-evm and its libraries raise for a block that is not valid, or not even a block.
_REFUSALS = (ValidationError, PyEVMError, BadSignature, rlp.exceptions.RLPException, ValueError)


# py-evm warns of every block that it refuses; here that is told by the exception.
_LOG = logging.getLogger(__name__)
_LOG.addHandler(logging.NullHandler())


class _QuietChain(Chain):
    logger = _LOG


class BlockRefused(Exception):
    """The block is not valid on the chain; the message says why in words, `reason` as data."""

    def __init__(self, message: str, reason: Reason) -> None:
        super().__init__(message)
        self.reason = reason


class ImportedChain(NamedTuple):
    """A database with the blocks imported so far, and the chain's id."""

    database: AtomicDB
    chain_id: int

    def head(self) -> BlockHeaderAPI:
        """Return the header of the last block of the canonical chain."""
        return ChainDB(self.database).get_canonical_head()


def start_chain(
    vm_class: type[VirtualMachineAPI], genesis: bytes, accounts: Mapping[bytes, Account], chain_id: int
) -> ImportedChain:
    """Return a chain with an RLP-encoded genesis block and its accounts.

    Raises `BlockRefused` if the block does not decode, or has not the state root of the accounts.
    """
    header = _decode(vm_class, genesis).header
    pre = build_pre_state(accounts)
    if header.state_root != pre.root:
        roots = f"{header.state_root.hex()}, its accounts {pre.root.hex()}"
        raise BlockRefused(f"genesis has state root {roots}", Reason.STATE_ROOT)
    ChainDB(pre.database).persist_header_chain((header,), genesis_parent_hash=header.parent_hash)
    return ImportedChain(pre.database, chain_id)


def header_of(vm_class: type[VirtualMachineAPI], encoded: bytes) -> BlockHeaderAPI:
    """Return the header of an RLP-encoded block; raises `BlockRefused` if it does not decode."""
    return _decode(vm_class, encoded).header


def import_block(chain: ImportedChain, vm_class: type[VirtualMachineAPI], encoded: bytes) -> None:
    """Execute an RLP-encoded block and add it to the chain; raises `BlockRefused`, the chain as before."""
    block = _decode(vm_class, encoded)
    chain_class = _single_vm_chain(vm_class, chain.chain_id)
    try:
        chain_class(chain.database).import_block(block)
    except _REFUSALS as error:
        raise _refused(error) from error


def with_fixture_rules(
    vm_class: type[VirtualMachineAPI], schedule: BlobSchedule | None
) -> type[VirtualMachineAPI]:
    """Return the VM as a fixture wants it: no proof of work, system contracts a must, its blob schedule.

    Only the VMs from Osaka on can have the latter two; py-evm's keep their own rules.
    """
    if not issubclass(vm_class, ParisVM):
        return vm_class.configure(consensus_class=NoProofConsensus)
    if not issubclass(vm_class, OsakaVM):
        return vm_class
    if schedule is not None and schedule != vm_class.blob_schedule():
        vm_class = vm_class.configure(
            _state_class=vm_class.get_state_class().configure(blob_schedule=schedule)
        )
    return vm_class.configure(requires_system_contracts=True)


def _decode(vm_class: type[VirtualMachineAPI], encoded: bytes) -> BlockAPI:
    try:
        block: BlockAPI = rlp.decode(encoded, vm_class.get_block_class())
    except (*_REFUSALS, TypeError) as error:
        raise _refused(error) from error
    return block


@cache
def _single_vm_chain(vm_class: type[VirtualMachineAPI], chain_id: int) -> type[Chain]:
    return _QuietChain.configure(vm_configuration=((BlockNumber(0), vm_class),), chain_id=chain_id)


def _refused(error: Exception) -> BlockRefused:
    text = str(error) or type(error).__name__
    return BlockRefused(text, reason_of(error, malformed=Reason.MALFORMED_BLOCK))
