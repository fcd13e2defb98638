"""Engine fixtures as published, validated, and their payloads as the blocks that they stand for.

**Spec** execution-spec-tests, "Blockchain Engine Tests"
(docs/running_test_formats/blockchain_test_engine.md); the Engine API, ExecutionPayloadV1 to V4 with the
parameters beside them.
**Deviations** No server is asked: which version of the method a payload is for is not read. A payload that a
server must answer with an error code is one that must be refused, for whatever reason.
"""

from typing import Any

from pydantic import Field, model_validator

from ..py_evm.block_encoding import (
    EMPTY_OMMERS_HASH,
    blob_hashes,
    encode_block,
    header_hash,
    requests_hash,
    transactions_root,
    withdrawals_root,
)
from ..py_evm.reasons import Reason
from .block_schema import UNNAMED, Block, BlockConfig, BlockTest, Header
from .hexadecimal import Address, Bytes, Hash, Number
from .schema import Account, FixtureModel

_NO_NONCE = bytes(8)
# What comes beside the payload, in this order.
_PARAMETERS = ("payload", "versionedHashes", "parentBeaconBlockRoot", "requests")


class Withdrawal(FixtureModel):
    """A withdrawal of a payload; the amount is in gwei."""

    index: Number
    validator_index: Number
    address: Address
    amount: Number


class Payload(FixtureModel):
    """A block as a consensus client sends it: what can be computed from the rest is left out."""

    parent_hash: Hash
    fee_recipient: Address
    state_root: Hash
    receipts_root: Hash
    logs_bloom: Bytes
    prev_randao: Hash
    block_number: Number
    gas_limit: Number
    gas_used: Number
    timestamp: Number
    extra_data: Bytes
    base_fee_per_gas: Number
    block_hash: Hash
    transactions: list[Bytes]
    withdrawals: list[Withdrawal] | None = None
    blob_gas_used: Number | None = None
    excess_blob_gas: Number | None = None


class NewPayload(FixtureModel):
    """The parameters of `engine_newPayload`, and why the payload must be refused, if it must."""

    payload: Payload
    versioned_hashes: list[Hash] | None = None
    parent_beacon_block_root: Hash | None = None
    requests: list[Bytes] | None = None
    validation_error: str | None = None
    error_code: Any = None

    @model_validator(mode="before")
    @classmethod
    def _name_parameters(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not isinstance(data.get("params"), list):
            return data
        return {**data, **dict(zip(_PARAMETERS, data["params"], strict=False))}

    @property
    def expected_exception(self) -> str | None:
        """Why it must be refused; None where it must be taken."""
        return self.validation_error or (UNNAMED if self.error_code is not None else None)


class EngineTest(FixtureModel):
    """A chain whose blocks come as payloads; the rest as in a blockchain test."""

    network: str
    genesis_header: Header = Field(alias="genesisBlockHeader")
    pre: dict[Address, Account]
    payloads: list[NewPayload] = Field(alias="engineNewPayloads")
    last_block_hash: Hash = Field(alias="lastblockhash")
    post_state: dict[Address, Account] | None = None
    post_state_hash: Hash | None = None
    config: BlockConfig = Field(default_factory=BlockConfig)

    def as_block_test(self) -> BlockTest:
        """Return the test with its payloads as blocks."""
        shared = {name: getattr(self, name) for name in EngineTest.model_fields if name != "payloads"}
        return BlockTest.model_construct(genesis_rlp=None, blocks=[*map(_block, self.payloads)], **shared)


def _block(sent: NewPayload) -> Block:
    header = _header(sent)
    withdrawals = sent.payload.withdrawals
    encoded = encode_block(
        header,
        sent.payload.transactions,
        None if withdrawals is None else [_withdrawal(entry) for entry in withdrawals],
    )
    expected = sent.expected_exception
    return Block.model_construct(
        rlp=encoded,
        exceptions={} if expected is None else {"": expected},
        has_decoded_form=True,
        fault=_fault(sent, header),
    )


def _fault(sent: NewPayload, header: list[bytes | int]) -> Reason | None:
    """Return what is wrong about a payload before its block is looked at."""
    if header_hash(header) != sent.payload.block_hash:
        return Reason.BLOCK_HASH
    hashes = blob_hashes(sent.payload.transactions)
    if None in (hashes, sent.versioned_hashes) or hashes == sent.versioned_hashes:
        return None
    return Reason.VERSIONED_HASHES


def _header(sent: NewPayload) -> list[bytes | int]:
    """Return the fields of the block's header, in order; those that its fork lacks are left out."""
    payload, withdrawals = sent.payload, sent.payload.withdrawals
    fields: tuple[bytes | int | None, ...] = (
        payload.parent_hash,
        EMPTY_OMMERS_HASH,
        payload.fee_recipient,
        payload.state_root,
        transactions_root(payload.transactions),
        payload.receipts_root,
        payload.logs_bloom,
        0,  # the difficulty of every block after the merge
        payload.block_number,
        payload.gas_limit,
        payload.gas_used,
        payload.timestamp,
        payload.extra_data,
        payload.prev_randao,
        _NO_NONCE,
        payload.base_fee_per_gas,
        None if withdrawals is None else withdrawals_root([_withdrawal(entry) for entry in withdrawals]),
        payload.blob_gas_used,
        payload.excess_blob_gas,
        sent.parent_beacon_block_root,
        None if sent.requests is None else requests_hash(sent.requests),
    )
    return [field for field in fields if field is not None]


def _withdrawal(entry: Withdrawal) -> tuple[int, int, bytes, int]:
    return entry.index, entry.validator_index, entry.address, entry.amount
