"""Published state tests of Osaka's EIPs, on OsakaVM and on Prague with our precompiles."""

import json
from collections import Counter
from pathlib import Path

import pytest

from evm_precompiles_plus.conformance.loader import Case, Selection, iter_cases
from evm_precompiles_plus.conformance.statetest import PASSED, run_case


def test_every_published_state_test_of_osaka_passes(shared_fixtures: Path) -> None:
    outcomes = [
        run_case(case) for case in iter_cases([shared_fixtures / "eest/osaka"]) if isinstance(case, Case)
    ]
    assert [outcome for outcome in outcomes if outcome.status != PASSED] == []
    assert Counter(outcome.fork for outcome in outcomes) == {"Osaka": 233, "Prague": 110}


def test_pragues_transaction_validity_on_osaka(shared_fixtures: Path, tmp_path: Path) -> None:
    """EIP-7623's tests for Prague, relabelled: the rule is the same, and none of them is near the gas cap."""
    count = 0
    for path in sorted((shared_fixtures / "eest/prague").rglob("*.json")):
        tests = json.loads(path.read_text())
        for test in tests.values():
            test["post"] = {"Osaka": test["post"]["Prague"]}
        relabelled = tmp_path / path.name
        relabelled.write_text(json.dumps(tests))
        outcomes = [run_case(case) for case in iter_cases([relabelled]) if isinstance(case, Case)]
        assert [outcome for outcome in outcomes if outcome.status != PASSED] == []
        count += len(outcomes)
    assert count > 100


BUNDLED = Path(__file__).parents[2] / "fixtures/state_tests/osaka"


@pytest.mark.parametrize("path", sorted(BUNDLED.rglob("*.json")), ids=lambda path: path.stem)
def test_bundled_state_tests(path: Path) -> None:
    cases = iter_cases([path], Selection(frozenset({"osaka"})))
    outcomes = [run_case(case) for case in cases if isinstance(case, Case)]
    assert outcomes
    assert [outcome for outcome in outcomes if outcome.status != PASSED] == []
