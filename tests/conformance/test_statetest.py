"""Single cases: what passes, and everything that must fail."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from evm_precompiles_plus.conformance.bundled import bundled_fixtures
from evm_precompiles_plus.conformance.documents import Document
from evm_precompiles_plus.conformance.loader import Case, Selection, cases_of, iter_cases
from evm_precompiles_plus.conformance.statetest import FAILED, PASSED, PASSED_OVER, Outcome, execute, run_case

Json = dict[str, Any]


def cases(**tests: Json) -> list[Case]:
    """Load tests as from a file; anything but a case is an error."""
    loaded: list[Case] = []
    for item in cases_of(Document("x.json", json.dumps(tests).encode())):
        assert isinstance(item, Case), item
        loaded.append(item)
    return loaded


def outcomes(test: Json, stock: bool = False) -> dict[str, Outcome]:
    return {case.fork: run_case(case, stock) for case in cases(test=test)}


def bundled_cases() -> Iterator[Case]:
    for item in iter_cases([bundled_fixtures()]):
        assert isinstance(item, Case), item
        yield item


def failures(found: Iterator[Outcome]) -> list[Outcome]:
    return [outcome for outcome in found if outcome.status != PASSED]


def test_a_good_test_passes_with_the_root_it_states(state_test: Json) -> None:
    found = outcomes(state_test)
    assert {fork: outcome.status for fork, outcome in found.items()} == {
        "ConstantinopleFix": PASSED,
        "Osaka": PASSED,
    }
    for fork, outcome in found.items():
        assert outcome.state_root is not None
        assert "0x" + outcome.state_root.hex() == state_test["post"][fork][0]["hash"]
        assert outcome.error == "" and outcome.indexes == (0, 0, 0) and outcome.seconds > 0


def test_stock_runs_the_forks_it_has(state_test: Json) -> None:
    found = outcomes(state_test, stock=True)
    assert found["ConstantinopleFix"].status == PASSED
    assert found["Osaka"].status == PASSED_OVER and "no stock VM" in found["Osaka"].error


def test_stock_and_plus_differ_where_stock_is_wrong() -> None:
    path = bundled_fixtures() / "modexp" / "zero_lengths.json"
    wanted = Selection(frozenset({"london"}))
    found = [item for item in iter_cases([path], wanted) if isinstance(item, Case)]
    assert all(run_case(case).status == PASSED for case in found)
    assert {run_case(case, stock=True).status for case in found} == {PASSED, FAILED}


def test_another_state_root_fails(state_test: Json) -> None:
    state_test["post"]["Osaka"][0]["hash"] = "0x" + 32 * "ab"
    outcome = outcomes(state_test)["Osaka"]
    assert outcome.status == FAILED
    assert outcome.error.startswith("post state root mismatch: got ") and outcome.error.endswith(32 * "ab")


def test_a_failure_spoils_nothing_for_the_next_case(state_test: Json) -> None:
    """The diff of a failure reads the state back from the database that all cases of a test share."""
    good = state_test["post"]["Osaka"][0]
    wrong = good | {"hash": "0x" + 32 * "ab"}
    state_test["post"] = {"Osaka": [good, wrong, good]}
    found = [run_case(case) for case in cases(test=state_test)]
    assert [outcome.status for outcome in found] == [PASSED, FAILED, PASSED]


def test_another_logs_hash_fails(state_test: Json) -> None:
    state_test["post"]["Osaka"][0]["logs"] = "0x" + 32 * "ab"
    assert outcomes(state_test)["Osaka"].error.startswith("post state logs hash mismatch")


def test_logs_are_hashed(state_test: Json) -> None:
    # PUSH1 7, PUSH1 1, PUSH1 31, LOG1 with data 00 and topic 7; then compared with the hash of no logs.
    state_test["pre"]["0x00000000000000000000000000000000000c0de0"]["code"] = "0x60076001601fa100"
    (case,) = (case for case in cases(test=state_test) if case.fork == "Osaka")
    wrong = run_case(case)
    state_test["post"]["Osaka"][0]["hash"] = "0x" + (wrong.state_root or b"").hex()
    assert outcomes(state_test)["Osaka"].error.startswith("post state logs hash mismatch: got ")


@pytest.mark.parametrize("field", ["balance", "nonce"])
def test_another_pre_state_fails(field: str, state_test: Json) -> None:
    state_test["pre"]["0x00000000000000000000000000000000000c0de0"][field] = "0x5"
    assert {outcome.status for outcome in outcomes(state_test).values()} == {FAILED}


def test_a_block_field_that_the_fork_has_matters(state_test: Json) -> None:
    state_test["env"]["currentBaseFee"] = "0x08"
    found = outcomes(state_test)
    assert found["ConstantinopleFix"].status == PASSED
    assert found["Osaka"].status == FAILED


def test_an_accepted_transaction_fails_where_an_exception_is_expected(state_test: Json) -> None:
    state_test["post"]["Osaka"][0]["expectException"] = "TransactionException.NONCE_MISMATCH_TOO_LOW"
    assert outcomes(state_test)["Osaka"].error == (
        "transaction accepted, expected TransactionException.NONCE_MISMATCH_TOO_LOW"
    )


def _poor_sender(test: Json) -> None:
    test["pre"]["0xf64f92e334f61f86af63013d95e4ea559324b22e"]["balance"] = "0x10"


def _wrong_nonce(test: Json) -> None:
    test["pre"]["0xf64f92e334f61f86af63013d95e4ea559324b22e"]["nonce"] = "0x01"


def _small_block(test: Json) -> None:
    test["env"]["currentGasLimit"] = "0x5208"


def _undecodable(test: Json) -> None:
    for posts in test["post"].values():
        posts[0]["txbytes"] = "0xf8"


def _unknown_type(test: Json) -> None:
    for posts in test["post"].values():
        posts[0]["txbytes"] = "0x7f" + posts[0]["txbytes"][2:]


def _bad_signature(test: Json) -> None:
    for posts in test["post"].values():
        posts[0]["txbytes"] = posts[0]["txbytes"][:-64] + 64 * "f"


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (_poor_sender, "INSUFFICIENT_ACCOUNT_FUNDS"),
        (_wrong_nonce, "NONCE_MISMATCH_TOO_LOW"),
        (_small_block, "GAS_ALLOWANCE_EXCEEDED"),
        (_undecodable, "RLP_ERROR_EOF"),
        (_unknown_type, "TYPE_NOT_SUPPORTED|RLP_INVALID_HEADER"),
        (_bad_signature, "INVALID_SIGNATURE_VRS"),
    ],
)
def test_a_refused_transaction(spoil: Callable[[Json], None], reason: str, state_test: Json) -> None:
    spoil(state_test)
    for outcome in outcomes(state_test).values():
        assert outcome.status == FAILED and outcome.error.startswith("transaction refused: ")
        unchanged = "0x" + (outcome.state_root or b"").hex()
        state_test["post"][outcome.fork][0] |= {
            "hash": unchanged,
            "expectException": f"TransactionException.{reason}",
        }
    # Byzantium and Osaka agree on the root of a state that nothing has changed.
    assert len({posts[0]["hash"] for posts in state_test["post"].values()}) == 1
    assert {outcome.status for outcome in outcomes(state_test).values()} == {PASSED}
    state_test["post"]["Osaka"][0]["hash"] = "0x" + 32 * "00"
    assert outcomes(state_test)["Osaka"].error.startswith("post state root mismatch")


def test_a_state_that_nobody_has_filled_is_passed_over_with_its_root(state_test: Json) -> None:
    filled = outcomes(state_test)["Osaka"]
    zero = "0x" + 32 * "00"
    state_test["post"]["Osaka"][0] |= {"hash": zero, "logs": zero}
    outcome = outcomes(state_test)["Osaka"]
    assert outcome.status == PASSED_OVER and outcome.error.startswith("not filled")
    assert outcome.state_root == filled.state_root is not None


def test_a_sender_without_a_key_sends_as_with_it(state_test: Json) -> None:
    del state_test["post"]["Osaka"][0]["txbytes"]
    with_key = outcomes(state_test)["Osaka"]
    assert with_key.status == PASSED and "sender" in state_test["transaction"]
    del state_test["transaction"]["secretKey"]
    assert outcomes(state_test)["Osaka"] == with_key._replace(seconds=ANY)
    state_test["transaction"]["sender"] = "0x" + 20 * "5e"
    assert outcomes(state_test)["Osaka"].error.startswith("transaction refused: ")
    del state_test["transaction"]["sender"]
    assert "neither txbytes nor secretKey nor sender" in outcomes(state_test)["Osaka"].error


def test_a_fault_of_the_host_fails_the_case_only(state_test: Json, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("host fault")

    monkeypatch.setattr("evm_precompiles_plus.conformance.statetest.apply_transaction", broken)
    assert outcomes(state_test)["Osaka"].error == "RuntimeError: host fault"


def test_a_refused_transaction_leaves_the_coinbase_alone_before_eip_158(state_test: Json) -> None:
    _wrong_nonce(state_test)
    (osaka_post,) = state_test["post"]["Osaka"]
    state_test["post"] = {"Homestead": [osaka_post], "EIP158": [osaka_post]}
    absent = outcomes(state_test)
    state_test["pre"]["0x000000000000000000000000000000000c01ba5e"] = {
        "nonce": "0x00",
        "balance": "0x00",
        "code": "0x",
        "storage": {},
    }
    empty = outcomes(state_test)
    assert absent["Homestead"].state_root == absent["EIP158"].state_root
    assert absent["Homestead"].state_root != empty["Homestead"].state_root
    # Afterwards an empty one is deleted all the same, as geth does.
    assert absent["EIP158"].state_root == empty["EIP158"].state_root


def test_blockhash_is_the_hash_of_the_decimal_number(state_test: Json) -> None:
    # SSTORE(i, BLOCKHASH(n)) for the parent (4), the block before it, and block 5 itself, which has none.
    code = "600440600055600340600155600540600255600060035500"
    state_test["env"]["currentNumber"] = "0x5"
    state_test["env"]["blockHashes"] = {"0x3": "0x" + 32 * "33"}
    contract = "0x00000000000000000000000000000000000c0de0"
    state_test["pre"][contract]["code"] = "0x" + code
    (case,) = (case for case in cases(test=state_test) if case.fork == "Osaka")
    state = execute(case).state
    slots = [state.get_storage(bytes.fromhex(contract[2:]), slot) for slot in range(3)]  # type: ignore[arg-type]
    keccak_of_4 = 0x13600B294191FC92924BB3CE4B969C1E7E2BAB8F4C93C3FC6D0A51733DF3C060
    assert slots == [keccak_of_4, int(32 * "33", 16), 0]


def test_more_blobs_than_the_block_may_have_are_refused() -> None:
    path = bundled_fixtures() / "osaka" / "eip7594" / "blobs_in_a_transaction.json"
    found = {case.label: case for case in iter_cases([path]) if isinstance(case, Case)}
    refused = [case for case in found.values() if case.post.expect_exception]
    assert len(refused) >= 2
    assert all(run_case(case).status == PASSED for case in found.values())


def test_all_bundled_fixtures_pass() -> None:
    for case in bundled_cases():
        assert run_case(case).status == PASSED, case.label


def test_transactions_built_from_their_fields_do_the_same() -> None:
    """Every type of transaction, signed here: the sender and so the state root must be the same."""
    types = set()
    path = bundled_fixtures() / "osaka" / "validity" / "transactions.json"
    for case in iter_cases([path, bundled_fixtures() / "osaka" / "eip7594", bundled_fixtures() / "ecadd"]):
        assert isinstance(case, Case)
        assert case.post.txbytes is not None
        types.add(case.post.txbytes[0] if case.post.txbytes[0] < 0x80 else 0)
        unsigned = case._replace(post=case.post.model_copy(update={"txbytes": None}))
        assert run_case(unsigned).status == PASSED, case.label
    assert types == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    "part",
    [
        "eest/byzantium",
        "eest/frontier",
        "eest/prague",
        "eest/osaka/eip7823_modexp_upper_bounds",
        "eest/osaka/eip7883_modexp_gas_increase/modexp_thresholds/vectors_from_eip.json",
        "ethereum-tests/legacy-constantinople/stZeroKnowledge/ecmul_1-2_2_28000_128.json",
        "ethereum-tests/legacy-cancun/stZeroKnowledge/pointAddTrunc.json",
        "ethereum-tests/legacy-cancun/stPreCompiledContracts/identity_to_bigger.json",
    ],
)
def test_published_fixtures_pass(part: str, shared_fixtures: Path) -> None:
    found = [item for item in iter_cases([shared_fixtures / part]) if isinstance(item, Case)]
    assert found
    assert failures(run_case(case) for case in found) == []


def test_prague_is_as_specified_and_stock_is_left_alone(shared_fixtures: Path) -> None:
    """py-evm takes 76 transactions below the calldata floor, and refuses 44 for another reason."""
    path = shared_fixtures / "eest/prague/eip7623_increase_calldata_cost/transaction_validity"
    found = [item for item in iter_cases([path]) if isinstance(item, Case)]
    refused = [case for case in found if case.post.expect_exception]
    assert sum(run_case(case, stock=True).status == FAILED for case in refused) == 76 + 44
    assert failures(run_case(case) for case in found) == []


@pytest.mark.slow
def test_all_published_fixtures_pass(shared_fixtures: Path) -> None:
    count = 0
    for item in iter_cases([shared_fixtures / "eest", shared_fixtures / "ethereum-tests"]):
        assert isinstance(item, Case), item
        count += 1
        assert run_case(item).status == PASSED, item.label
    assert count > 17_000


def test_an_empty_base_to_the_zeroth_power_is_wrong_on_stock_only() -> None:
    """README has the count, of all bundled MODEXP cases; these are where stock fails."""
    zeros = [
        item
        for item in iter_cases([bundled_fixtures() / "modexp"])
        if isinstance(item, Case) and "zero_lengths" in item.test.name
    ]
    assert Counter(run_case(case, stock=True).status for case in zeros)[FAILED] == 30
    assert {run_case(case).status for case in zeros} == {PASSED}
