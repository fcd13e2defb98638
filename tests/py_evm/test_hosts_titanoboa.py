"""titanoboa end to end: a contract on stock and on ours, in environments of every age and mode."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from host_contract import (
    CONSTRUCTOR,
    ONE_OF_EACH,
    SOURCE,
    off_curve,
    p256_questions,
    questions,
    times_side_by_side,
)

import evm_precompiles_plus as plus
from evm_precompiles_plus.py_evm.osaka.titanoboa import osaka_env

boa = pytest.importorskip("boa")


@pytest.fixture(autouse=True)
def clean_tables() -> Iterator[None]:
    plus.uninstall()
    yield
    plus.uninstall()


@pytest.fixture(scope="module")
def deployer() -> Any:
    return boa.loads_partial(SOURCE)


@pytest.fixture
def contract(deployer: Any) -> Iterator[Any]:
    with boa.swap_env(boa.Env()):
        yield deployer.deploy(*CONSTRUCTOR)


# Stock takes seconds for a pairing: one test asks for it.
QUICK = [question for question in questions() if question.function != "groth16"]


def answers(contract: Any) -> list[Any]:
    return [answer(contract, *question[:2]) for question in QUICK]


def answer(contract: Any, function: str, arguments: tuple[Any, ...]) -> Any:
    return getattr(contract, function)(*arguments)


def answer_and_gas(contract: Any, function: str, arguments: tuple[Any, ...]) -> tuple[Any, int]:
    value = answer(contract, function, arguments)
    return value, contract._computation.get_gas_used()


def test_answers_and_gas_are_stocks_and_plain_arithmetics(contract: Any) -> None:
    stock = [answer_and_gas(contract, *question[:2]) for question in questions()]
    assert [value for value, _ in stock] == [question.answer for question in questions()]
    plus.install()
    assert [answer_and_gas(contract, *question[:2]) for question in questions()] == stock


@pytest.mark.parametrize("make", [boa.Env, osaka_env])
def test_an_environment_made_after_install_is_like_one_made_before(make: Any, deployer: Any) -> None:
    plus.install()
    with boa.swap_env(make()):
        contract = deployer.deploy(*CONSTRUCTOR)
        expected = [question.answer for question in questions()]
        assert [answer(contract, *question[:2]) for question in questions()] == expected
        plus.uninstall()
        assert answers(contract) == [question.answer for question in QUICK]


def test_a_refused_point_reverts_on_both(contract: Any) -> None:
    wrong, right = off_curve()
    with boa.reverts():
        contract.add(wrong, right)
    plus.install()
    with boa.reverts():
        contract.add(wrong, right)
    assert contract.add(right, [0, 0]) == right


def test_snapshots_and_reverts_go_back_and_keep_the_precompiles(contract: Any) -> None:
    rsa = ONE_OF_EACH["rsa"]
    with plus.installed():
        with boa.env.anchor():
            contract.record(*rsa.arguments)
            assert contract.count() == 1
        assert contract.count() == 0
        contract.record(*rsa.arguments)
        assert contract.rsa(*rsa.arguments) == rsa.answer
    last = contract.last()
    with boa.env.anchor():
        contract.record(*rsa.arguments)
        assert (contract.count(), contract.last()) == (2, last)


def test_fast_mode(contract: Any) -> None:
    boa.env.enable_fast_mode()
    expected = [question.answer for question in QUICK]
    assert answers(contract) == expected
    plus.install()
    assert answers(contract) == expected


def test_an_environment_that_interprets_vypers_ir(deployer: Any) -> None:
    """titanoboa 0.2.8 gets nothing back from any precompile there, identity among them; so with ours."""
    with boa.swap_env(boa.Env(fast_mode_enabled=True)):
        contract = deployer.deploy(*CONSTRUCTOR)
        stock = answers(contract)
        plus.install()
        assert answers(contract) == stock


class _Node:
    """As much of a node as a fork of an empty chain asks for; it notes what it is asked."""

    identifier = name = "a node of the test"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def fetch(self, method: str, params: Any) -> Any:
        self.asked.append(method)
        block = {"number": "0x1000000", "timestamp": "0x66000000", "parentHash": "0x" + "11" * 32}
        known = {"eth_chainId": "0x1", "eth_getBlockByNumber": block, "eth_getCode": "0x"}
        return known.get(method, "0x0")

    fetch_uncached = fetch

    def fetch_multi(self, payloads: list[tuple[str, Any]]) -> list[Any]:
        return [self.fetch(method, params) for method, params in payloads]


def forked_run(deployer: Any) -> tuple[list[Any], list[str]]:
    node = _Node()
    with boa.swap_env(boa.Env()):
        boa.env.fork_rpc(node, cache_dir=None)
        contract = deployer.deploy(*CONSTRUCTOR)
        return answers(contract), node.asked


def test_fork_mode_is_left_alone(deployer: Any) -> None:
    stock_answers, stock_asked = forked_run(deployer)
    assert "eth_getBalance" in stock_asked
    with plus.installed():
        answers, asked = forked_run(deployer)
    assert answers == stock_answers and asked == stock_asked


def test_p256_on_osaka(deployer: Any) -> None:
    valid, invalid = p256_questions()
    with boa.swap_env(osaka_env()):
        contract = deployer.deploy(*CONSTRUCTOR)
        assert contract.p256(*valid.arguments) == valid.answer
        assert contract.p256(*invalid.arguments) == invalid.answer


@pytest.mark.slow
def test_times_side_by_side(contract: Any) -> None:
    """Shown by `pytest -s -m slow`; no time is asserted."""
    calls = {name: partial(answer, contract, *question[:2]) for name, question in ONE_OF_EACH.items()}
    times_side_by_side("titanoboa", calls, plus.installed)
