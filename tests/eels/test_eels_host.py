"""The executable spec as a host: its tables in and out, and answers, gas and exceptions as its own.

Each test has our precompiles in the spec for its own length only: elsewhere the spec is the oracle.
"""

import io
import json
import random
from collections.abc import Iterator
from contextlib import redirect_stderr
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from typing import Any

import pytest
from calls import bn254_edge_calls, header, modexp_edge_calls, word
from ethereum.exceptions import StateWithEmptyAccount
from ethereum_types.numeric import Uint
from spec_host import GAS, mapping, outcome

from evm_precompiles_plus import eels
from evm_precompiles_plus.conformance.bundled import bundled_fixtures
from evm_precompiles_plus.eels.host import own_table
from evm_precompiles_plus.eels.packages import packages
from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.errors import BackendUnavailable
from evm_precompiles_plus.forks import FORKS
from evm_precompiles_plus.registry import bound_table

MODEXP, ECMUL = (number.to_bytes(20, "big") for number in (5, 7))


@pytest.fixture(autouse=True)
def clean_tables() -> Iterator[None]:
    eels.uninstall()
    yield
    eels.uninstall()


def snapshot() -> dict[str, list[tuple[bytes, int]]]:
    """Every fork's entries by identity, in their order."""
    return {package: [(key, id(entry)) for key, entry in mapping(package).items()] for package in packages()}


def test_every_fork_of_the_spec_has_rules() -> None:
    known = packages()
    assert set(FORKS) - {"petersburg"} <= set(known)
    assert known["dao_fork"] == "homestead" and known["constantinople"] == "petersburg"


def test_install_replaces_what_the_fork_has_and_adds_nothing() -> None:
    before = {package: list(mapping(package)) for package in packages()}
    eels.install()
    for package, fork in packages().items():
        table, own = mapping(package), own_table(package)
        assert list(table) == before[package]
        ours = {number.to_bytes(20, "big") for number in bound_table(fork)}
        for address, entry in table.items():
            assert (entry is not own[address]) == (address in ours)
    assert MODEXP not in mapping("homestead")
    assert mapping("osaka")[MODEXP] is not mapping("prague")[MODEXP]


def test_the_interpreter_of_every_fork_sees_the_entries() -> None:
    for package in packages():
        interpreter = import_module(f"ethereum.forks.{package}.vm.interpreter")
        assert interpreter.PRE_COMPILED_CONTRACTS is mapping(package)


def test_uninstall_restores_the_very_objects() -> None:
    before = snapshot()
    eels.install()
    during = snapshot()
    eels.install()
    assert snapshot() == during != before
    eels.uninstall()
    assert snapshot() == before
    eels.uninstall()
    assert snapshot() == before


def test_uninstall_leaves_what_others_put_over_ours() -> None:
    table = mapping("prague")
    own = table[ECMUL]
    theirs = object()
    try:
        eels.install()
        table[ECMUL] = theirs
        eels.uninstall()
        assert table[ECMUL] is theirs
    finally:
        table[ECMUL] = own


def test_installed_is_a_context_manager_that_nests() -> None:
    before = snapshot()
    with eels.installed():
        with eels.installed():
            pass
        assert snapshot() != before
    assert snapshot() == before
    with pytest.raises(RuntimeError), eels.installed():
        raise RuntimeError
    assert snapshot() == before


def test_the_oracle_is_the_spec_itself_while_ours_are_installed() -> None:
    data = word(1) + word(2) + word(7)
    expected = spec_call("ecmul", "cancun")(data)
    spec_call.cache_clear()
    with eels.installed():
        during = spec_call("ecmul", "cancun")
        assert during(data) == expected
        assert own_table("cancun")[ECMUL].__module__.startswith("ethereum.")
        assert mapping("cancun")[ECMUL].__module__.startswith("evm_precompiles_plus.")
    spec_call.cache_clear()


def test_without_the_spec_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ethereum.forks", None)
    with pytest.raises(BackendUnavailable, match=r"evm-precompiles-plus\[spec\]"):
        eels.install()


def calls_of(precompile: str) -> Iterator[bytes]:
    """Yield calldata with every kind of edge and of refusal, and some at random lengths."""
    rng = random.Random(precompile)
    if precompile == "modexp":
        yield from modexp_edge_calls()
    # The spec takes 30 ms for a multiplication: a sample of the edges.
    edges = (data for name, data in bn254_edge_calls() if name == precompile)
    yield from islice(edges, 0, None, 5)
    yield from (b"", bytes(192), bytes(191), bytes(384), word(1) + word(3) + bytes(128))
    yield word(1) + word(2) + bytes(127) + b"\1"
    yield from (rng.randbytes(size) for size in (1, 64, 96, 127, 128, 160, 192, 213))


FORKS_WITH_A_RULE = [
    (row, package) for package in ("byzantium", "berlin", "osaka") for row in bound_table(package).values()
]


@pytest.mark.parametrize(
    ("row", "package"), FORKS_WITH_A_RULE, ids=lambda value: getattr(value, "name", value)
)
def test_answers_gas_and_exceptions_are_the_specs_own(row: Any, package: str) -> None:
    address = row.address.to_bytes(20, "big")
    own = own_table(package)[address]
    with eels.installed():
        ours = mapping(package)[address]
        for data in calls_of(row.name):
            expected = outcome(own, data, GAS)
            assert outcome(ours, data, GAS) == expected
            used = GAS - expected[1]
            if expected[2] is None and used:
                assert outcome(ours, data, used) == (expected[0], 0, None)
                assert outcome(ours, data, used - 1) == outcome(own, data, used - 1)


def test_a_length_that_overflows_the_spec_is_an_ordinary_call() -> None:
    data = header(2**256 - 1, 0, 0)
    own = own_table("prague")[MODEXP]
    with pytest.raises(OverflowError):
        own(SimpleNamespace(message=SimpleNamespace(data=data), gas_left=Uint(GAS), output=b""))
    with eels.installed():
        _, _, error = outcome(mapping("prague")[MODEXP], data, GAS)
    assert error == "OutOfGasError of ethereum.forks.prague.vm.exceptions"


def statetest(*paths: Path, trace: bool = False) -> tuple[list[dict[str, Any]], str]:
    """Run files through the spec's own statetest; return its results, and its standard error."""
    from ethereum_spec_tools.evm_tools import main

    results: list[dict[str, Any]] = []
    errors = io.StringIO()
    for path in paths:
        output = io.StringIO()
        with redirect_stderr(errors):
            main(["statetest", *(["--json"] if trace else []), str(path)], output, io.StringIO())
        results += json.loads(output.getvalue())
    return results, errors.getvalue()


BUNDLED = [path.relative_to(bundled_fixtures()) for path in sorted(bundled_fixtures().rglob("*.json"))]


@pytest.mark.parametrize("relative", BUNDLED, ids=str)
def test_bundled_fixtures_have_the_same_roots(relative: Path) -> None:
    with eels.installed():
        results, _ = statetest(bundled_fixtures() / relative)
    failed = [(result["name"], result["fork"]) for result in results if not result["pass"]]
    assert results and not failed


def test_traces_are_the_same() -> None:
    path = bundled_fixtures() / "ecadd" / "invalid.json"
    own = statetest(path, trace=True)
    with eels.installed():
        assert statetest(path, trace=True) == own
    assert '"opName":"CALL"' in own[1]


def test_a_wrong_answer_changes_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were our entries not the ones that run, the tests of roots would prove nothing."""
    path = bundled_fixtures() / "modexp" / "zero_lengths.json"

    def wrong(evm: Any) -> None:
        evm.output = b"\x2a" * 32

    for package in packages():
        if MODEXP in mapping(package):
            monkeypatch.setitem(mapping(package), MODEXP, wrong)
    results, _ = statetest(path)
    assert not all(result["pass"] for result in results)


# One of each kind in the published suite of zero knowledge: stock takes a minute for these.
SAMPLE = (
    "ecmul_1-2_5617_28000_128",
    "ecmul_7827-6598_9935_28000_96",
    "ecpairing_bad_length_191",
    "ecpairing_two_point_match_1",
    "ecpairing_one_point_not_in_subgroup",
    "pointAdd",
)


@pytest.mark.slow
@pytest.mark.parametrize("suite", ["legacy-cancun", "legacy-constantinople"])
def test_roots_of_published_fixtures_are_stocks(suite: str, shared_fixtures: Path) -> None:
    """Prints the processor time of both, with `-s`; none is asserted."""
    for name in SAMPLE:
        path = shared_fixtures / "ethereum-tests" / suite / "stZeroKnowledge" / f"{name}.json"
        started = process_time()
        own, _ = statetest(path)
        between = process_time()
        with eels.installed():
            ours, _ = statetest(path)
        own_time, our_time = between - started, process_time() - between
        assert ours == own and all(result["pass"] for result in ours)
        ratio = own_time / our_time
        print(f"{name:36} {len(own):4} cases  own {own_time:6.2f} s  ours {our_time:6.2f} s  {ratio:5.1f}x")


@pytest.mark.slow
@pytest.mark.parametrize("part", ["eest", "ethereum-tests"])
def test_every_published_state_test_has_its_root(part: str, shared_fixtures: Path) -> None:
    failed = []
    refused = []
    with eels.installed():
        for path in sorted((shared_fixtures / part).rglob("*.json")):
            try:
                results, _ = statetest(path)
            except StateWithEmptyAccount:
                # Not a state of a fork since Paris: the spec's tool ends, whatever its precompiles.
                refused.append(path.stem)
            else:
                failed += [(one["name"], one["fork"]) for one in results if not one["pass"]]
    assert not failed
    assert set(refused) <= {"ecpairing_inputs"}
