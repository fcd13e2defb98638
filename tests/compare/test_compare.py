"""`compare`: what is recorded, how it is counted, and who is right where the two sides differ."""

import json
from pathlib import Path

import pytest
from calls import modexp_call, word

from evm_precompiles_plus.call import HostAnswer
from evm_precompiles_plus.compare.comparison import Call, Comparison, compare, measure, record
from evm_precompiles_plus.compare.text import footnotes
from evm_precompiles_plus.conformance.bundled import bundled_fixtures
from evm_precompiles_plus.py_evm.stock import plus_call, stock_call

ZERO_TO_THE_ZERO = modexp_call(b"", b"", b"\5")


@pytest.fixture(scope="module")
def zero_lengths() -> Comparison:
    return compare([bundled_fixtures() / "modexp" / "zero_lengths.json"])


def test_every_call_of_the_cases_is_recorded() -> None:
    path = bundled_fixtures() / "ecmul" / "gas.json"
    recording = record([path])
    tests = json.loads(path.read_text())
    assert recording.cases == sum(len(posts) for test in tests.values() for posts in test["post"].values())
    assert recording.problems == []
    assert {call.precompile for call in recording.calls} == {"ecmul"}
    assert recording.calls.total() >= recording.cases / 2


def test_rows_count_calls_and_agreement(zero_lengths: Comparison) -> None:
    by_fork = {row.fork: row for row in zero_lengths.rows}
    assert "byzantium" in by_fork and by_fork["osaka"].reference == "spec"
    for row in zero_lengths.rows:
        assert row.gas_equal == row.calls
        assert row.calls - 3 <= row.outputs_equal <= row.calls
        assert row.ratio is not None and row.ratio > 0
    assert by_fork["osaka"].outputs_equal == by_fork["osaka"].calls
    assert by_fork["prague"].outputs_equal < by_fork["prague"].calls


def test_the_spec_sides_with_plus_where_stock_diverges(zero_lengths: Comparison) -> None:
    assert len(zero_lengths.divergences) > 0
    for divergence in zero_lengths.divergences:
        assert divergence.verdict == "spec agrees with plus"
        assert divergence.spec is not None and divergence.spec[:2] == divergence.ours[:2]
    lines = list(footnotes(zero_lengths))
    assert any(line.startswith("  modexp on byzantium, ") for line in lines)
    assert any(line.startswith("    calldata 0x") for line in lines)


def test_measure_knows_both_sides() -> None:
    measured = measure(Call("modexp", "cancun", ZERO_TO_THE_ZERO))
    assert measured.reference == HostAnswer(b"\0", 200, None)
    assert measured.ours == HostAnswer(b"\1", 200, None)
    new_in_osaka = measure(Call("p256verify", "osaka", b""))
    assert new_in_osaka.stock_seconds is None and new_in_osaka.reference == HostAnswer(b"", 6900, None)


def test_failures_are_compared_as_failures() -> None:
    data = word(1) + word(1) + word(5)
    for call in (stock_call("ecmul", "cancun"), plus_call("ecmul", "cancun")):
        answer = call(data)
        assert answer[:2] == (None, None) and answer.failure
    assert measure(Call("ecmul", "cancun", data)).reference.output is None


def test_what_cannot_be_read_is_reported(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    comparison = compare([tmp_path])
    assert comparison.rows == [] and len(comparison.recording.problems) == 1
    assert any("broken.json" in line for line in footnotes(comparison))
