"""State tests as published, validated: text becomes bytes and ints here and nowhere else.

**Spec** execution-spec-tests, "State Tests" (docs/running_test_formats/state_test.md); ethereum/tests and
ethereum/legacytests, GeneralStateTests. The two shapes differ in what they leave out: only the first
has `config`, `txbytes` everywhere and `state`, the older ones lack `currentBaseFee` and `currentRandom`.
**Deviations** Fields that no state test needs are ignored, so a new field does not break old code.
"""

from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from ..py_evm.rules.blocks.blob_schedule import BlobSchedule
from .hexadecimal import Address, Bytes, Hash, Number, NumberOrDecimal, Recipient, SecretKey


class FixtureModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel)


class Account(FixtureModel):
    """An account of the pre or post state; storage maps slot to value. What is left out is zero or empty."""

    nonce: NumberOrDecimal = 0
    balance: NumberOrDecimal = 0
    code: Bytes = b""
    storage: dict[Number, Number] = {}


class Environment(FixtureModel):
    """The block that the transaction is in. Hash of block n by number in `block_hashes`."""

    current_coinbase: Address
    current_gas_limit: NumberOrDecimal
    current_number: NumberOrDecimal
    current_timestamp: NumberOrDecimal
    current_difficulty: NumberOrDecimal = 0
    current_random: Number | None = None
    current_base_fee: NumberOrDecimal | None = None
    current_excess_blob_gas: NumberOrDecimal | None = None
    block_hashes: dict[Number, Hash] = {}


class AccessListEntry(FixtureModel):
    """One address of an EIP-2930 access list, with its slots."""

    address: Address
    storage_keys: list[Number]


class Authorization(FixtureModel):
    """One tuple of an EIP-7702 authorization list; early releases have only `v`, which is the parity."""

    chain_id: Number
    address: Address
    nonce: Number
    y_parity: Number = Field(validation_alias=AliasChoices("yParity", "v"))
    r: Number
    s: Number


class Transaction(FixtureModel):
    """The transactions of a test: `data`, `gas_limit` and `value` list the choices of `Indexes`.

    Who sends it is told by the key that signs it or, where there is none, by the sender's address.
    """

    nonce: Number
    to: Recipient = None
    data: list[Bytes]
    gas_limit: list[Number]
    value: list[Number]
    gas_price: Number | None = None
    max_priority_fee_per_gas: Number | None = None
    max_fee_per_gas: Number | None = None
    max_fee_per_blob_gas: Number | None = None
    access_lists: list[list[AccessListEntry] | None] | None = None
    blob_versioned_hashes: list[Hash] | None = None
    authorization_list: list[Authorization] | None = None
    secret_key: SecretKey | None = None
    sender: Address | None = None


class Indexes(FixtureModel):
    """Which data, gas limit and value the transaction of a `Post` has."""

    data: int = Field(ge=0)
    gas: int = Field(ge=0)
    value: int = Field(ge=0)


class Post(FixtureModel):
    """What must come out of one transaction. `state` stays as it was read: only a diff needs it."""

    hash: Hash
    logs: Hash | None = None
    indexes: Indexes
    txbytes: Bytes | None = None
    expect_exception: str | None = None
    state: dict[str, Any] | None = None


class BlobParameters(FixtureModel):
    """A fork's entry of `blobSchedule` (EIP-7840)."""

    target: Number
    max: Number
    base_fee_update_fraction: Number

    @property
    def schedule(self) -> BlobSchedule:
        """The same as our VMs take it."""
        return BlobSchedule(self.target, self.max, self.base_fee_update_fraction)


class Config(FixtureModel):
    """Chain settings of a test; published with `chainid` in lower case."""

    chain_id: Number = Field(default=1, alias="chainid")
    blob_schedule: dict[str, BlobParameters] = {}


class StateTest(FixtureModel):
    """One test: a pre state, a block, transactions, and for each fork what must come out."""

    env: Environment
    pre: dict[Address, Account]
    transaction: Transaction
    post: dict[str, list[Post]] = Field(min_length=1)
    config: Config = Config()


def one_line(error: ValidationError) -> str:
    """Return the first fault of a validation as one line: where, and what is wrong there."""
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"] if part != "[key]")
    rest = error.error_count() - 1
    return f"{where}: {first['msg'].removeprefix('Value error, ')}" + (f" (and {rest} more)" if rest else "")
