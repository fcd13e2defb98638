"""Hex and the shapes of state tests: what is accepted, and the one line that says why something is not."""

from typing import Any

import pytest
from pydantic import ValidationError

from evm_precompiles_plus.conformance.block_schema import UNNAMED, Block, BlockTest
from evm_precompiles_plus.conformance.hexadecimal import (
    parse_address,
    parse_bytes,
    parse_number,
    parse_number_or_decimal,
    parse_recipient,
    parse_secret_key,
)
from evm_precompiles_plus.conformance.schema import StateTest, one_line

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0x0", 0),
        ("0x5f5e100", 100_000_000),
        ("0x05f5E100", 100_000_000),
        ("0x:bigint 0x1" + 64 * "0", 2**256),
        ("0x", 0),
        ("", 0),
        ("12", 0x12),
        ("fF", 0xFF),
    ],
)
def test_numbers(text: str, number: int) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "value", ["x12", "0x1_0", "0x 1", "-0x1", "1_0", " 1", "0x0x1", "0x:bigint ", "0xg", 1, None, []]
)
def test_not_a_number(value: object) -> None:
    with pytest.raises(ValueError, match="not a hex number"):
        parse_number(value)


@pytest.mark.parametrize(
    ("value", "number"), [("10", 10), (10, 10), ("0x10", 16), ("", 0), ("0x", 0), ("0x:bigint 0x10", 16)]
)
def test_a_number_without_prefix_in_environment_and_accounts_is_decimal(value: object, number: int) -> None:
    assert parse_number_or_decimal(value) == number


@pytest.mark.parametrize("value", ["1f", "1_0", "-1", -1, True, 1.5, None])
def test_neither_decimal_nor_hex(value: object) -> None:
    with pytest.raises(ValueError, match=r"neither decimal nor|not a hex number"):
        parse_number_or_decimal(value)


def test_bytes() -> None:
    assert parse_bytes("0x") == parse_bytes("") == b""
    assert parse_bytes("0x00aAfF") == parse_bytes("00aAfF") == b"\x00\xaa\xff"


def test_what_is_too_short_gets_zeros_on_its_left() -> None:
    assert parse_address("0x123") == parse_address("0123") == bytes(18) + b"\x01\x23"
    assert parse_secret_key("0x1") == bytes(31) + b"\x01"
    assert parse_recipient("0x") == bytes(20)
    assert parse_recipient("") is parse_recipient(None) is None


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("0xabc", "odd length"),
        ("0xzz", "character"),
        ("0xa b ", "character"),
        ("0xab\n0", "character"),
        ("0X12", "character"),
        (5, "not hex"),
    ],
)
def test_not_bytes(value: object, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        parse_bytes(value)


def test_both_published_shapes(state_test: Json) -> None:
    new = StateTest.model_validate(state_test)
    assert new.config.chain_id == 1 and new.env.current_base_fee == 7
    assert new.transaction.to == bytes.fromhex("00000000000000000000000000000000000c0de0")
    for absent in ("currentBaseFee", "currentRandom", "currentExcessBlobGas"):
        del state_test["env"][absent]
    del state_test["config"]
    state_test["env"]["previousHash"] = "0x" + 32 * "5e"
    state_test["transaction"]["to"] = ""
    old = StateTest.model_validate(state_test)
    assert old.env.current_base_fee is None and old.config.chain_id == 1 and old.transaction.to is None


def _long_address(test: Json) -> None:
    test["env"]["currentCoinbase"] = "0x" + 21 * "12"


def _short_hash(test: Json) -> None:
    test["post"]["Osaka"][0]["hash"] = "0x12"


def _odd_code(test: Json) -> None:
    next(iter(test["pre"].values()))["code"] = "0x123"


def _odd_storage_key(test: Json) -> None:
    next(iter(test["pre"].values()))["storage"] = {"zero": "0x1"}


def _pre_is_a_list(test: Json) -> None:
    test["pre"] = []


def _negative_index(test: Json) -> None:
    test["post"]["Osaka"][0]["indexes"]["gas"] = -1


def _no_post(test: Json) -> None:
    del test["post"]


def _empty_post(test: Json) -> None:
    test["post"] = {}


@pytest.mark.parametrize(
    ("spoil", "line"),
    [
        (_long_address, "env.currentCoinbase: Data should have at most 20 bytes"),
        (_short_hash, "post.Osaka.0.hash: Data should have at least 32 bytes"),
        (_odd_code, "pre.0x00000000000000000000000000000000000c0de0.code: hex of odd length: '0x123'"),
        (_odd_storage_key, "storage.zero: not a hex number: 'zero'"),
        (_pre_is_a_list, "pre: Input should be a valid dictionary"),
        (_negative_index, "post.Osaka.0.indexes.gas: Input should be greater than or equal to 0"),
        (_no_post, "post: Field required"),
        (_empty_post, "post: Dictionary should have at least 1 item after validation, not 0"),
    ],
)
def test_a_fault_is_named_in_one_line(spoil: Any, line: str, state_test: Json) -> None:
    spoil(state_test)
    with pytest.raises(ValidationError) as caught:
        StateTest.model_validate(state_test)
    assert line in one_line(caught.value)
    assert "\n" not in one_line(caught.value)


def test_what_fuzzers_leave_out(state_test: Json) -> None:
    address = next(iter(state_test["pre"]))
    state_test["pre"][address] = {}
    state_test["pre"]["0x1"] = {"balance": "10", "code": ""}
    state_test["env"]["currentCoinbase"] = 20 * "ab"
    state_test["env"]["currentNumber"] = 7
    state_test["transaction"]["value"] = ["0x"]
    del state_test["transaction"]["to"]
    del state_test["post"]["Osaka"][0]["logs"]
    test = StateTest.model_validate(state_test)
    assert test.pre[bytes.fromhex(address[2:])].model_dump() == {
        "nonce": 0,
        "balance": 0,
        "code": b"",
        "storage": {},
    }
    assert test.pre[bytes(19) + b"\x01"].balance == 10
    assert test.env.current_coinbase == 20 * b"\xab" and test.env.current_number == 7
    assert test.transaction.to is None and test.transaction.value == [0]
    assert test.post["Osaka"][0].logs is None


@pytest.mark.parametrize(
    ("block", "network", "expected"),
    [
        ({"blockHeader": {}}, "Osaka", None),
        ({"expectException": "A|B", "rlp_decoded": {}}, "Osaka", "A|B"),
        ({"expectExceptionALL": "A"}, "Osaka", "A"),
        ({"expectExceptionEIP150": "A", "expectExceptionFrontier": "B"}, "Frontier", "B"),
        ({"expectExceptionEIP150": "A", "blockHeader": {}}, "Frontier", None),
        ({"expectExceptionEIP150": "A"}, "Frontier", UNNAMED),
        ({}, "Frontier", UNNAMED),
    ],
)
def test_how_a_block_says_that_it_must_be_refused(block: Json, network: str, expected: str | None) -> None:
    assert Block.model_validate({"rlp": "0xc0", **block}).expected_exception(network) == expected


def test_a_chain_without_genesis_is_named() -> None:
    chain = {"network": "Osaka", "pre": {}, "blocks": [], "lastblockhash": "0x" + 64 * "0"}
    with pytest.raises(ValidationError) as caught:
        BlockTest.model_validate(chain)
    assert "neither genesisRLP nor genesisBlockHeader" in one_line(caught.value)
