"""Hex and the shapes of state tests: what is accepted, and the one line that says why something is not."""

from typing import Any

import pytest
from pydantic import ValidationError

from evm_precompiles_plus.conformance.schema import StateTest, one_line, parse_bytes, parse_number

Json = dict[str, Any]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0x0", 0),
        ("0x5f5e100", 100_000_000),
        ("0x05f5E100", 100_000_000),
        ("0x:bigint 0x1" + 64 * "0", 2**256),
    ],
)
def test_numbers(text: str, number: int) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    "value", ["", "0x", "12", "x12", "0x1_0", "0x 1", "-0x1", "0x:bigint 1", "0xg", 1, None, []]
)
def test_not_a_number(value: object) -> None:
    with pytest.raises(ValueError, match="not a hex number"):
        parse_number(value)


def test_bytes() -> None:
    assert parse_bytes("0x") == b""
    assert parse_bytes("0x00aAfF") == b"\x00\xaa\xff"


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("0xabc", "odd length"),
        ("0xzz", "character"),
        ("0xa b ", "character"),
        ("0xab\n0", "character"),
        ("abcd", "not 0x-prefixed"),
        ("", "not 0x-prefixed"),
        (5, "not 0x-prefixed"),
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


def _short_address(test: Json) -> None:
    test["env"]["currentCoinbase"] = "0x1234"


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
        (_short_address, "env.currentCoinbase: Data should have at least 20 bytes"),
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
