"""The virtual machines of Osaka and of the two forks after it that only change the blob schedule."""

from typing import Any, ClassVar

from eth._utils.db import get_block_header_by_hash
from eth.abc import (
    BlockAndMetaWitness,
    BlockAPI,
    BlockHeaderAPI,
    ComputationAPI,
    SignedTransactionAPI,
)
from eth.constants import ZERO_HASH32
from eth.vm.forks.cancun.constants import BEACON_ROOTS_ADDRESS
from eth.vm.forks.prague import PragueVM
from eth.vm.forks.prague.constants import (
    CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS,
    CONSOLIDATION_REQUEST_TYPE,
    DEPOSIT_REQUEST_TYPE,
    HISTORY_STORAGE_ADDRESS,
    WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS,
    WITHDRAWAL_REQUEST_TYPE,
)
from eth.vm.state import BaseState

from .blocks import validate_block_blobs, validate_block_size
from .headers import create_osaka_header
from .schedule import BlobSchedule
from .state import BPO1State, BPO2State, OsakaState
from .system_calls import call_system_contract, deposit_requests, execution_requests
from .transactions import calldata_floor_gas
from .validation import validate_for_inclusion


class OsakaVM(PragueVM):
    """The Osaka fork: all of the execution layer's EIPs (EIP-7607), on Prague's block format."""

    fork = "osaka"
    _state_class: type[BaseState] = OsakaState
    requires_system_contracts: ClassVar[bool] = False

    @classmethod
    def blob_schedule(cls) -> BlobSchedule:
        """Return the blob parameters, which the state class holds."""
        return cls.get_state_class().blob_schedule  # type: ignore[attr-defined, no-any-return]

    @classmethod
    def create_header_from_parent(  # type: ignore[override]  # py-evm's hints lag behind its headers
        cls, parent_header: BlockHeaderAPI | None, **header_params: Any
    ) -> BlockHeaderAPI:
        """Return the header of a block on `parent_header`, or of a genesis block if that is None."""
        return create_osaka_header(parent_header, cls.blob_schedule(), **header_params)

    def validate_transaction_against_header(
        self, base_header: BlockHeaderAPI, transaction: SignedTransactionAPI
    ) -> None:
        """Raise `ValidationError` if the transaction cannot go into the block that `base_header` begins."""
        super().validate_transaction_against_header(base_header, transaction)
        validate_for_inclusion(transaction)

    @classmethod
    def finalize_gas_used(cls, transaction: SignedTransactionAPI, computation: ComputationAPI) -> int:
        """Return the gas for the receipt: after refunds, and at least EIP-7623's floor.

        py-evm bounds the refund by a fifth of what includes the floor, and can report less than it charged.
        """
        used = transaction.gas - computation.get_gas_remaining()
        refund = cls.calculate_net_gas_refund(used, computation.get_gas_refund())
        return max(used - refund, calldata_floor_gas(transaction))

    def block_preprocessing(self, block: BlockAPI) -> None:
        """Tell the system contracts the parent's beacon root and hash (EIP-4788, EIP-2935)."""
        call_system_contract(
            self.state, BEACON_ROOTS_ADDRESS, block.header.parent_beacon_block_root or ZERO_HASH32
        )
        call_system_contract(self.state, HISTORY_STORAGE_ADDRESS, block.header.parent_hash)

    def block_postprocessing(self, block: BlockAPI) -> BlockAPI:
        """Return the block with the hash of its execution requests (EIP-7685)."""
        logs = [log for receipt in block.get_receipts(self.chaindb) for log in receipt.logs]
        must_exist = self.requires_system_contracts
        block.block_requests.extend(
            (
                DEPOSIT_REQUEST_TYPE + deposit_requests(logs),
                WITHDRAWAL_REQUEST_TYPE
                + execution_requests(self.state, WITHDRAWAL_REQUEST_PREDEPLOY_ADDRESS, must_exist),
                CONSOLIDATION_REQUEST_TYPE
                + execution_requests(self.state, CONSOLIDATION_REQUEST_PREDEPLOY_ADDRESS, must_exist),
            )
        )
        return self.compute_requests_hash(block)

    def import_block(self, block: BlockAPI) -> BlockAndMetaWitness:
        """Execute a block that somebody else made; raise `ValidationError` if it breaks a rule."""
        # A block that is too large is refused before anything in it is executed.
        validate_block_size(block)
        return super().import_block(block)

    def validate_block(self, block: BlockAPI) -> None:
        """Raise `ValidationError` if the block breaks a rule that does not need its execution."""
        validate_block_size(block)
        super().validate_block(block)

    def validate_block_blobs(self, block: BlockAPI) -> None:
        """Raise `ValidationError` if the block's blob gas is not what parent and schedule make it."""
        parent = get_block_header_by_hash(block.header.parent_hash, self.chaindb)
        validate_block_blobs(block, parent, self.blob_schedule())


class BPO1VM(OsakaVM):
    """Osaka with the first larger blob schedule (EIP-7892)."""

    fork = "bpo1"
    _state_class = BPO1State


class BPO2VM(OsakaVM):
    """Osaka with the second larger blob schedule (EIP-7892)."""

    fork = "bpo2"
    _state_class = BPO2State
