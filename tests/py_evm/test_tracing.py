"""Steps that a VM writes down: where py-evm's own counters do not say what the specification says.

Whole traces of published tests are compared with the executable spec's, on every field both have.
"""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evm_precompiles_plus.conformance.loader import Case, iter_cases
from evm_precompiles_plus.conformance.statetest import execute_on
from evm_precompiles_plus.py_evm.by_fork import plus_vm
from evm_precompiles_plus.py_evm.tracing import Steps, tracing_vm

FIELDS = ("pc", "op", "gas", "gasCost", "depth", "stack")

# What is not allowed in a static frame is charged before it is refused.
STATIC_CODES = {
    "store": "6001600155",
    "store transiently": "600160015d",
    "log": "60206000a0",
    "log of three topics": "600160026003" + "60206000a3",
    "log out of gas": "637fffffff6000a0",
    "log without operands": "6000a0",
    "create": "602060006000f0",
    "create with a salt": "6001602060006000f5",
    "create with initcode too long": "61c00160006000f0",
    "create for more than there is": "602060006001f0",
    "destroy for oneself": "30ff",
    "destroy for nobody": "60eeff",
    "call with value": "6020600060406000600160ee61fffff1",
    "call with value and hardly any gas": "6000600060006000600160ee6001f1",
    "call with value from nothing": "6000600060006000" + "7f" + "ff" * 32 + "60ee6001f1",
    "call of a precompile with value": "60006000600060006001600461fffff1",
    "call without value": "60006000600060006000600461fffff100",
    "callcode with value": "60006000600060006001600461fffff200",
}

SENDER = "0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b"
KEY = "0x45a915e4d060149eb4365960e6a7a45f334393093061116b197e3240065ff2d8"
TO = "0x" + "0c" * 20

# Code by what is seen in its trace.
CODES = {
    "implicit stop": "6001",
    "implicit stop after a zero": "6000",
    "explicit stop": "600100",
    "call of an account without code": "6000600060006000600073" + "0d" * 20 + "61fffff100",
    "create": "600160005260016000600030f0".replace("30f0", "f0") + "00",
    "create of a constructor": "6460016000f360005260056000601bf0".replace("601bf0", "f0") + "00",
    "no operands": "01",
    "invalid": "fe",
    "unknown": "0c",
    "memory out of gas": "63ffffffff51",
    "hash out of gas": "637fffffff600020",
    "copy out of gas": "637fffffff6000600037",
    "copy of code out of gas": "637fffffff6000600060ee3c",
    "copy of code of any size": "7f" + "ff" * 32 + "6000600060ee3c",
    "copy of code to anywhere": "60016000" + "7f" + "ff" * 32 + "60ee3c",
    "copy of code whose account is out of gas": "606060006000" + "60ee3c",
    "copy of code whose words are out of gas": "61" + "0800" + "60006000303c",
    "copy of code without operands": "60603c",
    "copy beyond the bounds": "6001600060003e",
    "call that cannot pay": "60006000600063ffffffff600160007bff" + "00" * 27 + "f1",
    "a jump to nowhere": "60ff56",
    "dup of nothing": "80",
    "log out of gas": "637fffffff6000a0",
    "return out of gas": "637fffffff6000f3",
    "revert": "60206000fd",
    "initcode too long": "61c00160006000f0",
    "initcode too long with a salt": "600061c00160006000f5",
    "initcode too long to pay for": "63ffffffff60006000f0",
    "initcode too long for any price": "7f" + "ff" * 32 + "60006000f0",
    "a call that cannot pay for its output": "637fffffff6000633fffffff6000600060ee61fffff1",
    "a call that cannot pay for its input": "633fffffff6000637fffffff6000600060ee61fffff1",
    "a call that cannot pay for any of its memory": "6001" + "7f" + "ff" * 32 + "6001600060ee61fffffa",
    "store in memory out of gas": "600163ffffffff52",
    "a word that costs more than 64 bits": "60017f" + "ff" * 16 + "00" * 16 + "52",
}


def fixture(code: str, gas: int = 200_000) -> dict[str, Any]:
    account = {"nonce": "0x00", "balance": hex(10**18), "code": "0x", "storage": {}}
    return {
        "traced": {
            "env": {
                "currentCoinbase": "0x" + "0e" * 20,
                "currentGasLimit": hex(30_000_000),
                "currentNumber": "0x01",
                "currentTimestamp": "0x03e8",
                "currentDifficulty": "0x00",
                "currentRandom": "0x" + "00" * 32,
                "currentBaseFee": "0x07",
                "currentExcessBlobGas": "0x00",
            },
            "pre": {SENDER: account, TO: {**account, "code": "0x" + code}},
            "transaction": {
                "nonce": "0x00",
                "gasPrice": "0x0a",
                "gasLimit": [hex(gas)],
                "to": TO,
                "value": ["0x00"],
                "data": ["0x"],
                "sender": SENDER,
                "secretKey": KEY,
            },
            "post": {"Cancun": [{"hash": "0x" + "00" * 32, "indexes": {"data": 0, "gas": 0, "value": 0}}]},
        }
    }


def our_steps(case: Case) -> list[dict[str, Any]]:
    steps = Steps()
    execute_on(tracing_vm(plus_vm(case.fork), steps), case)
    return [json.loads(line) for line in steps.lines()]


def spec_steps(case: Case, test: dict[str, Any]) -> list[dict[str, Any]]:
    from ethereum_spec_tools.evm_tools.statetest import TestCase, run_test_case
    from ethereum_spec_tools.evm_tools.t8n import ForkCache

    chosen = case.post.indexes
    post = {"indexes": {"data": chosen.data, "gas": chosen.gas, "value": chosen.value}}
    parts = {name: test[name] for name in ("pre", "env", "transaction")}
    given = TestCase(path="", key="", index=0, fork_name=case.fork, post=post, **parts)
    output = io.StringIO()
    run_test_case(given, ForkCache(), t8n_extra=["--trace"], output_basedir=output)
    lines = map(json.loads, output.getvalue().splitlines())
    return [line for line in lines if "pc" in line]


def shared(steps: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [tuple(step.get(field) for field in FIELDS) for step in steps]


def cases(path: Path) -> Iterator[Case]:
    yield from (item for item in iter_cases([path]) if isinstance(item, Case))


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_a_trace_is_the_executable_specs(code: str, tmp_path: Path) -> None:
    pytest.importorskip("ethereum_spec_tools")
    for gas in (21_400, 21_012, 200_000):
        path = tmp_path / "traced.json"
        path.write_text(json.dumps(fixture(code, gas)))
        (case,) = cases(path)
        theirs = spec_steps(case, fixture(code, gas)["traced"])
        assert shared(our_steps(case)) == shared(theirs), gas
        assert theirs


@pytest.mark.parametrize("code", STATIC_CODES.values(), ids=STATIC_CODES)
def test_a_trace_in_a_static_frame_is_the_executable_specs(code: str, tmp_path: Path) -> None:
    pytest.importorskip("ethereum_spec_tools")
    inner = "0x" + "1e" * 20
    for gas in (2_301, 20_000, 120_000):
        call = f"600060006000600073{inner[2:]}62{gas:06x}fa00"
        test = fixture(call)
        test["traced"]["pre"][inner] = {**test["traced"]["pre"][TO], "code": "0x" + code}
        path = tmp_path / "traced.json"
        path.write_text(json.dumps(test))
        (case,) = cases(path)
        theirs = spec_steps(case, test["traced"])
        assert shared(our_steps(case)) == shared(theirs), gas
        assert any(step["depth"] == 2 for step in theirs)


def test_an_implicit_stop_stands_behind_the_code(tmp_path: Path) -> None:
    path = tmp_path / "traced.json"
    path.write_text(json.dumps(fixture("6001")))
    (case,) = cases(path)
    assert [(step["pc"], step["opName"]) for step in our_steps(case)] == [(0, "PUSH1"), (2, "STOP")]


# go-ethereum, cmd/evm/testdata/32: calls that destroy a contract, one of them in a frame that reverts.
CALL_AND_STORE = "60006000600060006000731" + "0" * 38 + "{0}5af1600{0}55"
GETH_ACCOUNTS = {
    "0x8a0a19589531694250d570040a0c4b74576919b8": {
        "nonce": "0x00",
        "balance": hex(10**18),
        "code": "0x" + "".join(map(CALL_AND_STORE.format, (1, 2))) + "3d600060003e600051600355",
        "storage": {"0x01": "0x0100", "0x02": "0x0100", "0x03": "0x0100"},
    },
    "0x1000000000000000000000000000000000000001": {
        "nonce": "0x00",
        "balance": hex(3 * 10**18),
        "code": "0x6103e8ff",
        "storage": {},
    },
    "0x1000000000000000000000000000000000000002": {
        "nonce": "0x00",
        "balance": hex(5 * 10**18),
        "code": "0x60006000600060006064731" + "0" * 38 + "15af1600f0160005260206000fd",
        "storage": {},
    },
}


def test_a_trace_is_geths(tmp_path: Path) -> None:
    contract, first, second = GETH_ACCOUNTS
    test = fixture("", 500_000)["traced"]
    test["pre"] |= GETH_ACCOUNTS
    test["transaction"]["to"] = contract
    path = tmp_path / "traced.json"
    path.write_text(json.dumps({"traced": test}))
    (case,) = cases(path)
    published = (
        Path(__file__)
        .with_name("geth_trace.txt")
        .read_text()
        .replace("A", first[2:])
        .replace("B", second[2:])
    )
    assert [_as_published(step) for step in our_steps(case)] == published.splitlines()[1:]


def _as_published(step: dict[str, Any]) -> str:
    hexadecimal = [step["op"], int(step["gas"], 16), int(step["gasCost"], 16)]
    op, gas, cost = map("{:x}".format, hexadecimal)
    stack = " ".join(word.removeprefix("0x") for word in step["stack"])
    return f"{step['pc']} {op.zfill(2)} {gas} {cost} {step['depth']}: {stack}".rstrip()
