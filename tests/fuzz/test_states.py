"""Fuzzing of whole state tests: a fault is found, made small and written, and nothing else is found."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import rlp as reference_rlp
from click.testing import CliRunner, Result
from eth.vm.forks.prague.transactions import PragueTransactionBuilder

from evm_precompiles_plus import cli
from evm_precompiles_plus.conformance.bundled import bundled_fixtures
from evm_precompiles_plus.conformance.loader import Case, iter_cases
from evm_precompiles_plus.conformance.statetest import run_case
from evm_precompiles_plus.errors import PrecompilesError
from evm_precompiles_plus.fuzz.states import runner, sides
from evm_precompiles_plus.fuzz.states.assembly import instructions
from evm_precompiles_plus.fuzz.states.case import Account, Answer, StateCase
from evm_precompiles_plus.fuzz.states.files import fixture_fork, state_test
from evm_precompiles_plus.fuzz.states.generators import DEEP, DEEP_EVERY, make_case
from evm_precompiles_plus.fuzz.states.kinds import KINDS
from evm_precompiles_plus.fuzz.states.runner import StateDifference, StatePlan, fuzz_states
from evm_precompiles_plus.fuzz.states.shrink import shrink
from evm_precompiles_plus.fuzz.states.transactions import address_of, encoded, rlp
from evm_precompiles_plus.fuzz.states.world import CONTRACTS, SENDER
from evm_precompiles_plus.py_evm.by_fork import stock_vm

FORKS = ("shanghai", "cancun", "prague", "osaka", "bpo1", "bpo2")
REGRESSIONS = bundled_fixtures().parent / "regressions" / "states"
BLOCKHASH = b"\x40"


def command(*arguments: object) -> Result:
    return CliRunner().invoke(cli.main, ["fuzz", "--states", *map(str, arguments)])


def no_report(difference: StateDifference) -> None:
    raise AssertionError(difference)


def turns(count: int, seed: int = 1) -> Iterator[StateCase]:
    """Cases of every kind, so many of each."""
    return (make_case(seed, number, FORKS) for number in range(count * len(KINDS)))


def test_cases_are_of_every_kind_and_fork() -> None:
    cases = list(turns(len(FORKS)))
    assert {(case.kind, case.fork) for case in cases} == {(kind, fork) for kind in KINDS for fork in FORKS}
    assert make_case(1, DEEP_EVERY - 1, FORKS).kind == DEEP
    assert {case.transaction.type for case in cases} == set(range(5))
    assert any(not case.transaction.to for case in cases)


def test_a_case_depends_on_its_seed_and_number_alone() -> None:
    forward = [make_case(5, number, FORKS) for number in range(20)]
    assert forward == [make_case(5, number, FORKS) for number in reversed(range(20))][::-1]
    assert forward != [make_case(6, number, FORKS) for number in range(20)]


def test_transactions_are_encoded_and_signed_as_py_evm_reads_them() -> None:
    types = set()
    for case in turns(6):
        if case.kind in ("refused", "blobs"):
            continue
        transaction = case.transaction
        decoded = PragueTransactionBuilder().decode(encoded(transaction))
        assert decoded.sender == address_of(transaction.key) == SENDER
        assert (decoded.nonce, decoded.gas, decoded.to) == (
            transaction.nonce,
            transaction.gas,
            transaction.to,
        )
        assert (decoded.value, decoded.data) == (transaction.value, transaction.data)
        types.add(transaction.type)
    assert types == set(range(5))


@pytest.mark.parametrize(
    "item", [b"", b"\x7f", b"\x80", b"a" * 55, b"a" * 56, b"a" * 70_000, [], [b"a", [b"b", []]], [b"a" * 60]]
)
def test_rlp_is_that_of_the_library(item: object) -> None:
    assert rlp(item) == reference_rlp.encode(item)  # type: ignore[arg-type]


def test_the_spec_answers_as_its_own_tool_does() -> None:
    tool = pytest.importorskip("ethereum_spec_tools.evm_tools.statetest")
    t8n = pytest.importorskip("ethereum_spec_tools.evm_tools.t8n")
    logging.getLogger("T8N").setLevel(logging.CRITICAL)
    refused = 0
    with t8n.ForkCache() as forks:
        for case in turns(6):
            # The tool has no hash of a block before, and takes no signature but its own.
            codes = (case.transaction.data, *(account.code for account in case.accounts.values()))
            if case.kind == "refused" or any(BLOCKHASH in instructions(code) for code in codes):
                continue
            # Nor does it take an account that has nothing, or storage alone.
            if any(account[:3] == (0, 0, b"") for account in case.accounts.values()):
                continue
            right = sides.spec(case)
            (test,) = tool.read_test_case("", "", state_test("case", case, right)["case"])
            said = tool.run_test_case(test, forks)
            assert (said.state_root, said.logs_hash) == (right.state_root, right.logs_hash)
            assert bool(said.rejected) == (right.refusal is not None)
            assert right.refusal is not None or said.gas_used == right.gas_used
            refused += right.refusal is not None
    assert refused > 3


def test_a_short_run_finds_no_difference(tmp_path: Path) -> None:
    plan = StatePlan(1, sides.judged_forks(), tmp_path)
    tally = fuzz_states(plan, no_report, indexes=range(400))
    assert tally.cases == 400 and sum(tally.not_judged.values()) < 8
    assert tally.refused > 20 and len(tally.refusals) > 6
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_long_run_finds_no_difference(tmp_path: Path) -> None:
    for forks in (FORKS, sides.judged_forks()):
        fuzz_states(StatePlan(2, forks, tmp_path), no_report, indexes=range(10_000))


def test_what_was_found_stays_right() -> None:
    cases = list(iter_cases([REGRESSIONS]))
    assert len(cases) >= 3
    for case in cases:
        assert isinstance(case, Case)
        assert run_case(case).passed, case.test.name


@pytest.fixture
def stock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have py-evm's own VMs for ours: they take a transaction whose sender cannot pay all it may cost."""
    monkeypatch.setattr(sides, "plus_vm", stock_vm)


def found_on_stock(out: Path) -> tuple[StateDifference, ...]:
    found: list[StateDifference] = []
    fuzz_states(StatePlan(1, ("shanghai",), out), found.append, indexes=range(9, 400, len(KINDS)))
    return tuple(found)


@pytest.mark.usefixtures("stock")
def test_a_fault_is_found_and_made_small(tmp_path: Path) -> None:
    found = found_on_stock(tmp_path)
    funds = [difference for difference in found if "InsufficientBalance" in (difference.right.refusal or "")]
    assert funds
    for case, given, right, path, _ in funds:
        assert given.refusal is None and right.state_root != given.state_root
        assert set(case.accounts) == {SENDER}
        assert (case.transaction.data, case.transaction.access_list) == (b"", ())
        assert path == tmp_path / f"state_shanghai_seed1_case{case.number}.json"


def test_what_is_written_shows_the_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sides, "plus_vm", stock_vm)
    found_on_stock(tmp_path)
    cases = list(iter_cases([tmp_path]))
    assert cases
    for case in cases:
        assert isinstance(case, Case)
        assert run_case(case).passed
        assert not run_case(case, stock=True).passed


@pytest.mark.usefixtures("stock")
def test_the_command_reports_a_fault(tmp_path: Path) -> None:
    (number,) = (difference.case.number for difference in found_on_stock(tmp_path / "first")[:1])
    result = command("--seed", 1, "--case", number, "--fork", "Shanghai", "--out", tmp_path)
    assert result.exit_code == 1
    (line,) = (line for line in result.stdout.splitlines() if line.startswith("difference: "))
    assert f"--states --seed 1 --case {number} --fork shanghai" in line
    assert "ours uses" in line and "eels refuses it (InsufficientBalanceError" in line
    assert result.stdout.splitlines()[-1] == "seed 1: 1 cases, 1 difference"


def test_a_crash_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(fork: str) -> None:
        raise ZeroDivisionError("of a VM")

    monkeypatch.setattr(sides, "plus_vm", crash)
    found: list[StateDifference] = []
    fuzz_states(StatePlan(1, FORKS, tmp_path), found.append, indexes=range(1))
    assert [difference.given.crash for difference in found] == ["ZeroDivisionError: of a VM"]


def test_what_the_spec_cannot_do_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "spec", lambda case: Answer(crash="OverflowError: of U256"))
    tally = fuzz_states(StatePlan(1, FORKS, tmp_path), no_report, indexes=range(3))
    assert tally.not_judged == {"OverflowError": 3}
    result = command("--cases", 3, "--out", tmp_path)
    assert (result.exit_code, result.stderr) == (1, "Error: no case was judged by eels\n")


def test_answers_agree_on_root_logs_and_gas() -> None:
    answer = Answer(b"root", b"logs", 21_000)
    assert sides.agree(answer, answer)
    for other in (
        answer._replace(state_root=b"other"),
        answer._replace(logs_hash=b"other"),
        answer._replace(gas_used=21_001),
        answer._replace(refusal="refused"),
        answer._replace(crash="crashed"),
    ):
        assert not sides.agree(answer, other) and not sides.agree(other, answer)
    assert sides.agree(answer._replace(refusal="one word"), answer._replace(refusal="another"))


def test_a_plan_without_cases_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PrecompilesError, match="nothing to run: no fork"):
        fuzz_states(StatePlan(1, (), tmp_path), no_report, indexes=range(1))
    with pytest.raises(PrecompilesError, match="nothing to run: no case"):
        fuzz_states(StatePlan(1, FORKS, tmp_path), no_report, indexes=())


def test_minimising_keeps_to_the_seconds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock goes on by a second with each case that the spec runs, and is asked nothing after the end."""
    now = [0.0]
    honest = sides.spec

    def spec(case: StateCase) -> Answer:
        now[0] += 1
        return honest(case)

    monkeypatch.setattr(runner, "spec", spec)
    monkeypatch.setattr(runner, "ours", lambda case: Answer(b"wrong"))
    monkeypatch.setattr(runner, "monotonic", lambda: now[0])
    tally = fuzz_states(StatePlan(1, FORKS, tmp_path), lambda _: None, seconds=5)
    # A case that is done, of which what is left is run once more.
    assert tally.differences and now[0] <= 5 + 2 * len(tally.differences)


def test_shrinking_leaves_what_the_fault_needs() -> None:
    case = next(case for case in turns(9) if case.kind == "mixture" and case.transaction.data)
    call = b"\xf1"

    def differs(smaller: StateCase) -> bool:
        account = smaller.accounts.get(CONTRACTS[1])
        return account is not None and call in account.code

    with_call = case._replace(accounts={**case.accounts, CONTRACTS[1]: Account(1, 2, b"\1\2" + call, {3: 4})})
    small = shrink(with_call, differs)
    assert small.accounts[CONTRACTS[1]] == Account(0, 0, call, {})
    assert set(small.accounts) == {SENDER, CONTRACTS[1]}
    assert small.transaction.data == b"" and small.transaction.value == 0


def test_shrinking_ends_where_nothing_may_go() -> None:
    case = make_case(1, 0, FORKS)
    assert shrink(case, lambda _: False) == case


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("--fork", "atlantis"), "unknown fork 'atlantis'; choose from: frontier, "),
        (("--fork", "constantinople"), "unknown fork 'constantinople'; choose from: frontier, "),
        (("--precompile", "modexp"), "no --precompile, no other oracle"),
        (("--against", "py_ecc"), "no --precompile, no other oracle"),
        (("--backend", "abacus"), "unknown backend 'abacus'; choose from: "),
        (("--case", 1, "--cases", 1), "one or the other"),
    ],
)
def test_errors_are_one_line(arguments: tuple[object, ...], line: str, tmp_path: Path) -> None:
    result = command(*arguments, "--out", tmp_path)
    assert result.exit_code in (1, 2)
    assert line in result.stderr
    assert len(result.stderr.splitlines()) == 1 and result.stdout == ""


def test_the_command_counts(tmp_path: Path) -> None:
    result = command("--cases", 16, "--seed", 3, "--fork", "Osaka,prague", "--out", tmp_path / "x")
    assert (result.exit_code, result.stderr) == (0, "")
    first, kinds, forks, *_, last = result.stdout.splitlines()
    assert first == "seed 3, state tests under 2 forks against eels"
    assert all(f"{kind} 1" in kinds for kind in KINDS)
    assert forks == "forks: prague 16"
    assert last == "seed 3: 16 cases, no difference"
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("fork", "spelled"),
    [
        ("frontier", "Frontier"),
        ("gray_glacier", "GrayGlacier"),
        ("petersburg", "ConstantinopleFix"),
        ("bpo2", "BPO2"),
    ],
)
def test_forks_are_spelled_as_fixtures_do(fork: str, spelled: str) -> None:
    assert fixture_fork(fork) == spelled


def test_a_file_is_json_that_names_its_filler(tmp_path: Path) -> None:
    case = make_case(1, 0, FORKS)
    content = json.loads(json.dumps(state_test("name", case, sides.spec(case))))
    assert content["name"]["_info"]["filling-transition-tool"].startswith("ethereum-execution ")
