"""Blockchain tests as published, validated.

**Spec** execution-spec-tests, "Blockchain Tests" (docs/running_test_formats/blockchain_test.md).
**Deviations** A block's decoded form is not read: its RLP says it all. Fields without use here are ignored.
"""

from pydantic import AliasChoices, Field

from .schema import Account, Address, Bytes, FixtureModel, Hash, Number


class BlobParameters(FixtureModel):
    """A fork's entry of `blobSchedule` (EIP-7840)."""

    target: Number
    max: Number
    base_fee_update_fraction: Number


class BlockConfig(FixtureModel):
    """Chain settings; published with `chainid` in lower case."""

    chain_id: Number = Field(default=1, alias="chainid")
    blob_schedule: dict[str, BlobParameters] = Field(default_factory=dict)


class Block(FixtureModel):
    """A block to import, as RLP, and why it must fail, if it must."""

    rlp: Bytes
    expect_exception: str | None = Field(
        default=None, validation_alias=AliasChoices("expectException", "expectExceptionALL")
    )


class BlockTest(FixtureModel):
    """A chain: genesis, blocks, the hash of the last block and the state after it."""

    network: str
    genesis_rlp: Bytes = Field(alias="genesisRLP")
    pre: dict[Address, Account]
    blocks: list[Block]
    last_block_hash: Hash = Field(alias="lastblockhash")
    post_state: dict[Address, Account] | None = None
    post_state_hash: Hash | None = None
    config: BlockConfig = Field(default_factory=BlockConfig)
