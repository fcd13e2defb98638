"""State tests as published, validated: hex becomes bytes and ints here and nowhere else.

**Spec** execution-spec-tests, "State Tests" (docs/running_test_formats/state_test.md); ethereum/tests and
ethereum/legacytests, GeneralStateTests. The two shapes differ in what they leave out: only the first
has `config`, `txbytes` everywhere and `state`, the older ones lack `currentBaseFee` and `currentRandom`.
**Deviations** Fields that no state test needs are ignored, so a new field does not break old code.
"""

import re
from binascii import Error as BinasciiError
from binascii import unhexlify
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

_HEX_NUMBER = re.compile(r"0x[0-9a-fA-F]+")
# ethereum/tests marks numbers too big for its own tools with this prefix.
_BIGINT = "0x:bigint "


def parse_bytes(value: object) -> bytes:
    """Return the bytes of `0x`-prefixed hex of even length; raises `ValueError` for anything else."""
    if not isinstance(value, str) or not value.startswith("0x"):
        raise ValueError(f"not 0x-prefixed hex: {_shown(value)}")
    try:
        return unhexlify(value[2:])
    except (BinasciiError, ValueError):
        fault = "of odd length" if len(value) % 2 else "with a character that is none"
        raise ValueError(f"hex {fault}: {_shown(value)}") from None


def parse_number(value: object) -> int:
    """Return the number of `0x`-prefixed hex of any length; raises `ValueError` for anything else."""
    if not isinstance(value, str):
        raise ValueError(f"not a hex number: {_shown(value)}")
    digits = value.removeprefix(_BIGINT)
    if not _HEX_NUMBER.fullmatch(digits):
        raise ValueError(f"not a hex number: {_shown(value)}")
    return int(digits, 16)


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _parse_recipient(value: object) -> bytes | None:
    return None if value in ("", None) else parse_bytes(value)


Bytes = Annotated[bytes, BeforeValidator(parse_bytes)]
Address = Annotated[bytes, Field(min_length=20, max_length=20), BeforeValidator(parse_bytes)]
Hash = Annotated[bytes, Field(min_length=32, max_length=32), BeforeValidator(parse_bytes)]
Number = Annotated[int, BeforeValidator(parse_number)]
# None creates a contract.
Recipient = Annotated[
    Annotated[bytes, Field(min_length=20, max_length=20)] | None, BeforeValidator(_parse_recipient)
]


class FixtureModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel)


class Account(FixtureModel):
    """An account of the pre or post state; storage maps slot to value."""

    nonce: Number
    balance: Number
    code: Bytes
    storage: dict[Number, Number]


class Environment(FixtureModel):
    """The block that the transaction is in. Hash of block n by number in `block_hashes`."""

    current_coinbase: Address
    current_gas_limit: Number
    current_number: Number
    current_timestamp: Number
    current_difficulty: Number = 0
    current_random: Number | None = None
    current_base_fee: Number | None = None
    current_excess_blob_gas: Number | None = None
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
    """The transactions of a test: `data`, `gas_limit` and `value` list the choices of `Indexes`."""

    nonce: Number
    to: Recipient
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
    secret_key: Hash | None = None


class Indexes(FixtureModel):
    """Which data, gas limit and value the transaction of a `Post` has."""

    data: int = Field(ge=0)
    gas: int = Field(ge=0)
    value: int = Field(ge=0)


class Post(FixtureModel):
    """What must come out of one transaction. `state` stays as it was read: only a diff needs it."""

    hash: Hash
    logs: Hash
    indexes: Indexes
    txbytes: Bytes | None = None
    expect_exception: str | None = None
    state: dict[str, Any] | None = None


class BlobLimits(FixtureModel):
    """A fork's entry of `blobSchedule` (EIP-7840): blobs per block."""

    max: Number


class Config(FixtureModel):
    """Chain settings of a test; published with `chainid` in lower case."""

    chain_id: Number = Field(default=1, alias="chainid")
    blob_schedule: dict[str, BlobLimits] = {}


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
