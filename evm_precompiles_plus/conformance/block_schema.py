"""Blockchain tests as published, validated.

**Spec** execution-spec-tests, "Blockchain Tests" (docs/running_test_formats/blockchain_test.md);
ethereum/legacytests, BlockchainTests, which mark a block that must be refused by `expectException` with a
fork's name behind it, or only by leaving out its decoded form.
**Deviations** A block's decoded form is not read: its RLP says it all. Fields without use here are ignored.
"""

from typing import Any

from pydantic import AliasChoices, Field, model_validator

from ..py_evm.reasons import Reason
from .hexadecimal import Address, Bytes, Hash, Number
from .schema import Account, BlobParameters, FixtureModel

_EXPECT_EXCEPTION = "expectException"
# The forks that an exception is expected on, besides one by its name.
_ANY_FORK = ("", "ALL")
# Set for a block whose decoded form says nothing.
_NEEDS_NONE = "needsNoDecodedForm"
# The exception of a block that must be refused, where the fixture does not say why.
UNNAMED = ""


class BlockConfig(FixtureModel):
    """Chain settings; published with `chainid` in lower case."""

    chain_id: Number = Field(default=1, alias="chainid")
    blob_schedule: dict[str, BlobParameters] = Field(default_factory=dict)


class Header(FixtureModel):
    """A header field by field, under ethereum/tests' names and the RPC's; later forks have more fields."""

    parent_hash: Hash
    ommers_hash: Hash = Field(validation_alias=AliasChoices("uncleHash", "sha3Uncles"))
    coinbase: Address = Field(validation_alias=AliasChoices("coinbase", "miner"))
    state_root: Hash
    transactions_root: Hash = Field(validation_alias=AliasChoices("transactionsTrie", "transactionsRoot"))
    receipts_root: Hash = Field(validation_alias=AliasChoices("receiptTrie", "receiptsRoot"))
    bloom: Bytes = Field(validation_alias=AliasChoices("bloom", "logsBloom"))
    difficulty: Number
    number: Number
    gas_limit: Number
    gas_used: Number
    timestamp: Number
    extra_data: Bytes
    mix_hash: Hash
    nonce: Bytes
    base_fee_per_gas: Number | None = None
    withdrawals_root: Hash | None = None
    blob_gas_used: Number | None = None
    excess_blob_gas: Number | None = None
    parent_beacon_block_root: Hash | None = None
    requests_hash: Hash | None = None


class Block(FixtureModel):
    """A block to import, as RLP, and why it must fail, if it must: `exceptions` are by fork.

    `fault` is what is wrong about it before it is imported, as a payload.
    """

    rlp: Bytes
    exceptions: dict[str, str] = Field(default_factory=dict)
    has_decoded_form: bool = True
    fault: Reason | None = None

    @model_validator(mode="before")
    @classmethod
    def _gather_exceptions(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        exceptions = {
            key.removeprefix(_EXPECT_EXCEPTION): value
            for key, value in data.items()
            if key.startswith(_EXPECT_EXCEPTION)
        }
        return {
            "rlp": data.get("rlp"),
            "exceptions": exceptions,
            "hasDecodedForm": "blockHeader" in data or data.get(_NEEDS_NONE, False),
        }

    def expected_exception(self, network: str) -> str | None:
        """Return why a network must refuse the block, `UNNAMED` where it is not said; None: it must not."""
        for fork in (network, *_ANY_FORK):
            if fork in self.exceptions:
                return self.exceptions[fork]
        return None if self.has_decoded_form else UNNAMED


class BlockTest(FixtureModel):
    """A chain: genesis, blocks, the hash of the last block and the state after it.

    The oldest tests have no RLP of the genesis block, only its header.
    """

    network: str
    genesis_rlp: Bytes | None = Field(default=None, alias="genesisRLP")
    genesis_header: Header | None = Field(default=None, alias="genesisBlockHeader")
    pre: dict[Address, Account]
    blocks: list[Block]
    last_block_hash: Hash = Field(alias="lastblockhash")
    post_state: dict[Address, Account] | None = None
    post_state_hash: Hash | None = None
    config: BlockConfig = Field(default_factory=BlockConfig)
    seal_engine: str = "NoProof"

    @model_validator(mode="before")
    @classmethod
    def _one_genesis(cls, data: Any) -> Any:
        """Leave a genesis header unread beside its RLP, and ask for one of the two."""
        if not isinstance(data, dict):
            return data
        if not _marks_by_decoded_form(data) and isinstance(data.get("blocks"), list):
            needless = {_NEEDS_NONE: True}
            blocks = [{**block, **needless} if isinstance(block, dict) else block for block in data["blocks"]]
            data = {**data, "blocks": blocks}
        if "genesisRLP" in data:
            return {name: value for name, value in data.items() if name != "genesisBlockHeader"}
        if "genesisBlockHeader" not in data:
            raise ValueError("neither genesisRLP nor genesisBlockHeader")
        return data


def _marks_by_decoded_form(test: dict[str, Any]) -> bool:
    """Tell the oldest tests, which decode the genesis block and every valid one; later ones name a format."""
    info = test.get("_info")
    has_format = isinstance(info, dict) and ("fixture-format" in info or "fixture_format" in info)
    return "genesisBlockHeader" in test and not has_format
