"""Which ommers a block may name: recent ones of its own chain that no block has named yet.

**Spec** Yellow Paper, section 11.1. That each is a valid header is the VM's to say (`rules.blocks.ommers`).
**Deviations** py-evm's chain has these rules in English only, and in another order.
"""

from collections.abc import Callable, Iterator, Mapping

import rlp
from eth.abc import BlockAPI, BlockHeaderAPI, ChainDatabaseAPI, VirtualMachineAPI
from eth.constants import MAX_UNCLE_DEPTH, MAX_UNCLES
from eth.exceptions import HeaderNotFound
from eth_hash.auto import keccak
from eth_typing import Hash32

from .reasons import Reason, Refused

VMOfHeader = Callable[[BlockHeaderAPI], type[VirtualMachineAPI]]


def validate_ommers(chaindb: ChainDatabaseAPI, vm_of_header: VMOfHeader, block: BlockAPI) -> None:
    """Raise `Refused` if the block's header names other ommers, or if one of them may not be in it.

    `vm_of_header` returns the VM of a header's own fork, which need not be the block's.
    """
    if keccak(rlp.encode(block.uncles)) != block.header.uncles_hash:
        raise Refused(Reason.OMMERS_HASH, "the header has another hash than its ommers")
    if not block.uncles:
        return
    if len(block.uncles) > MAX_UNCLES:
        raise Refused(Reason.TOO_MANY_OMMERS, f"{len(block.uncles)} ommers, {MAX_UNCLES} are allowed")
    hashes = [ommer.hash for ommer in block.uncles]
    if len(set(hashes)) != len(hashes):
        raise Refused(Reason.OMMER_TWICE, f"ommer 0x{hashes[0].hex()} twice")
    ancestors = list(_ancestors(chaindb, block.header))
    named = {ommer.hash for header in ancestors for ommer in chaindb.get_block_uncles(header.uncles_hash)}
    by_hash = {header.hash: header for header in ancestors}
    for ommer in block.uncles:
        _check_kinship(ommer, block, by_hash, named)
        vm_of_header(ommer).validate_uncle(block, ommer, by_hash[ommer.parent_hash])


def _ancestors(chaindb: ChainDatabaseAPI, header: BlockHeaderAPI) -> Iterator[BlockHeaderAPI]:
    """Yield the parent and what is before it, as far as an ommer's parent may be."""
    for _ in range(MAX_UNCLE_DEPTH + 1):
        try:
            header = chaindb.get_block_header_by_hash(header.parent_hash)
        except HeaderNotFound:
            return
        yield header


def _check_kinship(
    ommer: BlockHeaderAPI, block: BlockAPI, ancestors: Mapping[Hash32, BlockHeaderAPI], named: set[Hash32]
) -> None:
    if ommer.hash in named:
        raise Refused(Reason.OMMER_IN_CHAIN, f"ommer 0x{ommer.hash.hex()} is named by an ancestor")
    if ommer.hash == block.hash or ommer.hash in ancestors:
        raise Refused(Reason.OMMER_IS_ANCESTOR, f"ommer 0x{ommer.hash.hex()} is of the chain itself")
    if ommer.parent_hash == block.header.parent_hash:
        raise Refused(Reason.OMMER_IS_BROTHER, f"ommer 0x{ommer.hash.hex()} has the block's own parent")
    if ommer.parent_hash not in ancestors:
        raise Refused(
            Reason.OMMER_PARENT, f"ommer's parent 0x{ommer.parent_hash.hex()} is no recent ancestor's"
        )
