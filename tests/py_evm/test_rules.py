"""The rules that py-evm has wrong: the spec's answers to them, and each rule taken out again."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from eth.exceptions import VMError
from eth.vm.forks import PragueVM

from evm_precompiles_plus.conformance.blocktest import run_block_case
from evm_precompiles_plus.conformance.loader import BLOCK_TEST, BlockCase, Case, Selection, iter_cases
from evm_precompiles_plus.conformance.networks import fork_of
from evm_precompiles_plus.conformance.statetest import (
    FAILED,
    PASSED,
    PASSED_OVER,
    execute_on,
    run_case,
    verdict,
)
from evm_precompiles_plus.py_evm import as_specified
from evm_precompiles_plus.py_evm.by_fork import stock_vm
from evm_precompiles_plus.py_evm.rules import table
from evm_precompiles_plus.py_evm.rules.execution.creation_collision import CollisionState
from evm_precompiles_plus.py_evm.rules.execution.initcode_halts import halting_opcodes
from evm_precompiles_plus.py_evm.rules.execution.initcode_words import OutermostComputation
from evm_precompiles_plus.py_evm.rules.transactions import (
    fees,
    funds,
    initcode_size,
    intrinsic_gas,
    sender_code,
    validity,
)
from evm_precompiles_plus.py_evm.vms import PY_EVM_VMS

BLOCKS = Selection(kind=BLOCK_TEST)
BUNDLED = Path(__file__).parents[2] / "fixtures/state_tests/rules"


def cases(name: str) -> Iterator[Case]:
    return (case for case in iter_cases([BUNDLED / name]) if isinstance(case, Case))


@pytest.mark.parametrize("path", sorted(BUNDLED.glob("*.json")), ids=lambda path: path.stem)
def test_as_the_executable_spec_has_it(path: Path) -> None:
    outcomes = [run_case(case) for case in cases(path.name)]
    assert outcomes
    assert [outcome for outcome in outcomes if outcome.status != PASSED] == []


def faults(name: str) -> list[str]:
    """What is wrong about py-evm's forks under the rules as they are now, case by case."""
    older = [case for case in cases(name) if fork_of(case.fork) in PY_EVM_VMS]
    return [fault for fault in map(fault_of, older) if fault]


def fault_of(case: Case) -> str:
    make: Any = as_specified.__wrapped__
    try:
        return verdict(case, execute_on(make(stock_vm(case.fork)), case))
    except VMError as error:
        return f"the EVM's own error escapes: {error}"


@pytest.mark.parametrize(
    ("part", "rule", "name"),
    [
        ("opcodes", halting_opcodes, "initcode_halts.json"),
        ("computation", OutermostComputation, "initcode_words.json"),
        ("state", CollisionState, "creation_collision.json"),
    ],
)
def test_a_rule_of_the_table_taken_out_is_noticed(
    part: str, rule: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert faults(name) == []
    kept = tuple(entry for entry in table.RULES if getattr(entry, part) is not rule)
    assert len(kept) == len(table.RULES) - 1
    monkeypatch.setattr(table, "RULES", kept)
    assert faults(name)


@pytest.mark.parametrize(
    ("place", "rule", "name"),
    [
        ("HEADER_RULES", intrinsic_gas.check, "validity.json"),
        ("HEADER_RULES", initcode_size.check, "validity.json"),
        ("STATE_RULES", fees.check, "validity.json"),
        ("STATE_RULES", funds.check, "funds.json"),
        ("STATE_RULES", sender_code.check, "sender_code.json"),
    ],
)
def test_a_rule_of_validity_taken_out_is_noticed(
    place: str, rule: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert faults(name) == []
    rules = getattr(validity, place)
    kept = tuple(entry for entry in rules if entry[1] is not rule)
    assert len(kept) == len(rules) - 1
    monkeypatch.setattr(validity, place, kept)
    assert faults(name)


def test_blocks_whose_system_contracts_are_missing_or_fail() -> None:
    """py-evm, which has Prague and no Osaka, imports them."""
    chains = BUNDLED.parents[1] / "blockchain_tests/rules/system_contracts.json"
    found = [case for case in iter_cases([chains], BLOCKS) if isinstance(case, BlockCase)]
    assert [(run_block_case(case).error, run_block_case(case).status) for case in found] == [("", PASSED)] * 4
    stock = Counter(run_block_case(case, stock=True).status for case in found)
    assert stock == {FAILED: 2, PASSED_OVER: 2}


def test_as_specified_gives_one_class_and_leaves_py_evm_alone() -> None:
    before = dict(vars(PragueVM)), dict(PragueVM.get_state_class().computation_class.opcodes)
    specified = as_specified(PragueVM)
    assert specified is as_specified(PragueVM) and issubclass(specified, PragueVM)
    assert (dict(vars(PragueVM)), dict(PragueVM.get_state_class().computation_class.opcodes)) == before
