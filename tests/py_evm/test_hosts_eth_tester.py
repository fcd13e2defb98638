"""eth-tester end to end: a contract on stock and on ours, on chains made before and after `install`."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import pytest
from eth_abi.abi import decode, encode
from eth_utils import keccak
from host_contract import (
    CONSTRUCTOR,
    ONE_OF_EACH,
    SOURCE,
    Question,
    off_curve,
    p256_questions,
    questions,
    times_side_by_side,
)

import evm_precompiles_plus as plus
from evm_precompiles_plus.py_evm.osaka import OsakaVM

vyper = pytest.importorskip("vyper")
GAS = 2_000_000


@pytest.fixture(autouse=True)
def clean_tables() -> Iterator[None]:
    plus.uninstall()
    yield
    plus.uninstall()


class Compiled(NamedTuple):
    """Bytecode, and the entries of the ABI by name; the constructor's name is `__init__`."""

    bytecode: bytes
    abi: dict[str, Any]


@pytest.fixture(scope="module")
def compiled() -> Compiled:
    output = vyper.compile_code(SOURCE, output_formats=["bytecode", "abi"])
    abi = {entry.get("name", "__init__"): entry for entry in output["abi"]}
    return Compiled(bytes.fromhex(output["bytecode"][2:]), abi)


def types(parameters: list[dict[str, Any]]) -> list[str]:
    return [parameter["type"] for parameter in parameters]


class Contract:
    """The contract on an eth-tester chain, without web3."""

    def __init__(self, compiled: Compiled, tester: Any) -> None:
        self.abi, self.tester = compiled.abi, tester
        self.sender = tester.get_accounts()[0]
        arguments = encode(types(self.abi["__init__"]["inputs"]), CONSTRUCTOR)
        transaction = {"from": self.sender, "data": _hex(compiled.bytecode + arguments), "gas": 3_000_000}
        receipt = tester.get_transaction_receipt(tester.send_transaction(transaction))
        assert receipt["status"] == 1
        self.address = receipt["contract_address"]

    def _message(self, function: str, arguments: tuple[Any, ...]) -> dict[str, Any]:
        inputs = types(self.abi[function]["inputs"])
        selector = keccak(text=f"{function}({','.join(inputs)})")[:4]
        data = _hex(selector + encode(inputs, arguments))
        return {"from": self.sender, "to": self.address, "data": data, "gas": GAS}

    def call(self, function: str, *arguments: Any) -> Any:
        answer = bytes.fromhex(self.tester.call(self._message(function, arguments))[2:])
        (value,) = decode(types(self.abi[function]["outputs"]), answer)
        return list(value) if isinstance(value, tuple) else value

    def transact(self, function: str, *arguments: Any) -> dict[str, Any]:
        sent = self.tester.send_transaction(self._message(function, arguments))
        receipt: dict[str, Any] = self.tester.get_transaction_receipt(sent)
        return receipt

    def ask(self, question: Question) -> Any:
        return self.call(question.function, *question.arguments)


def _hex(data: bytes) -> str:
    return "0x" + data.hex()


def make(compiled: Compiled, *vms: tuple[int, Any]) -> Contract:
    from eth_tester import EthereumTester, PyEVMBackend

    return Contract(compiled, EthereumTester(PyEVMBackend(vm_configuration=vms or None)))


@pytest.fixture
def contract(compiled: Compiled) -> Contract:
    return make(compiled)


RSA = ONE_OF_EACH["rsa"]


def test_answers_are_stocks_and_plain_arithmetics(contract: Contract) -> None:
    expected = [question.answer for question in questions()]
    assert [contract.ask(question) for question in questions()] == expected
    plus.install()
    assert [contract.ask(question) for question in questions()] == expected
    contract.tester.mine_block()
    assert contract.ask(RSA) == RSA.answer


def test_a_chain_made_after_install_is_like_one_made_before(compiled: Compiled, contract: Contract) -> None:
    before = contract.transact("record", *RSA.arguments)
    plus.install()
    later = make(compiled)
    after = later.transact("record", *RSA.arguments)
    assert (after["gas_used"], after["status"]) == (before["gas_used"], before["status"] == 1)
    assert later.call("last") == contract.call("last") == keccak(RSA.answer)
    plus.uninstall()
    assert later.ask(RSA) == RSA.answer


def test_a_refused_point_fails_on_both(contract: Contract) -> None:
    from eth_tester.exceptions import TransactionFailed

    wrong, right = off_curve()
    with pytest.raises(TransactionFailed):
        contract.call("add", wrong, right)
    plus.install()
    with pytest.raises(TransactionFailed):
        contract.call("add", wrong, right)
    assert contract.call("add", right, [0, 0]) == right


def test_snapshots_and_reverts_go_back_and_keep_the_precompiles(contract: Contract) -> None:
    contract.transact("record", *RSA.arguments)
    snapshot = contract.tester.take_snapshot()
    with plus.installed():
        contract.transact("record", *RSA.arguments)
        assert contract.call("count") == 2
        contract.tester.revert_to_snapshot(snapshot)
        assert contract.call("count") == 1
        contract.transact("record", *RSA.arguments)
    # A snapshot of a time with them is good in a time without.
    contract.tester.revert_to_snapshot(snapshot)
    contract.transact("record", *RSA.arguments)
    assert contract.call("count") == 2 and contract.call("last") == keccak(RSA.answer)


def test_p256_on_osaka(compiled: Compiled) -> None:
    contract = make(compiled, (0, OsakaVM))
    for question in [*p256_questions(), *questions()]:
        assert contract.ask(question) == question.answer


@pytest.mark.slow
def test_times_side_by_side(contract: Contract) -> None:
    """Shown by `pytest -s -m slow`; no time is asserted."""
    calls = {name: partial(contract.ask, question) for name, question in ONE_OF_EACH.items()}
    times_side_by_side("eth-tester", calls, plus.installed)
