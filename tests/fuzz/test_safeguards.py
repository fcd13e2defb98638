"""What must hold on the day that the fuzzer finds something: it keeps its time, and loses nothing."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evm_precompiles_plus import cli
from evm_precompiles_plus.call import HostAnswer, HostCall
from evm_precompiles_plus.errors import PrecompilesError
from evm_precompiles_plus.fuzz import directory, ours, runner
from evm_precompiles_plus.fuzz.generators import Case
from evm_precompiles_plus.fuzz.minimise import Edit, minimise
from evm_precompiles_plus.fuzz.runner import Difference, Plan, Tally, fuzz_cases, fuzz_for

CHECKOUT = Path(cli.__file__).parents[1]


class Clock:
    """A clock that stands still but while an oracle thinks, for a second each time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(runner, "monotonic", clock)
    return clock


def plan(out: Path, clock: Clock, **changes: object) -> Plan:
    """ECADD as it is routed, against an oracle that never agrees."""

    def contrary(precompile: str, fork: str) -> HostCall:
        def call(data: bytes) -> HostAnswer:
            clock.now += 1
            return HostAnswer(b"wrong", None, None)

        return call

    forks, ways = {"ecadd": ("osaka",)}, {"ecadd": (ours.ROUTED,)}
    return Plan(1, forks, ways, {"contrary": contrary}, out)._replace(**changes)  # type: ignore[arg-type]


def command(*arguments: object) -> Result:
    return CliRunner().invoke(cli.main, ["fuzz", *map(str, arguments)])


def ignore(_: Difference) -> None:
    pass


def test_minimising_keeps_to_the_seconds(tmp_path: Path, clock: Clock) -> None:
    found: list[Difference] = []
    fuzz_for(plan(tmp_path, clock), 8, found.append)
    assert found
    # Beside the time given: the last case, and what each difference says to its smallest calldata.
    assert clock.now <= 8 + 1 + len(found)


def test_minimising_ends_with_its_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(data: bytes) -> bytes:
        return data[1:]

    def edits(_: int) -> Iterator[Edit]:
        yield from [cut] * 5
        raise AssertionError("edited once more")

    monkeypatch.setattr("evm_precompiles_plus.fuzz.minimise._edits", edits)
    assert minimise(b"data", lambda _: False, 4) == b"data"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"forks": {}}, "no precompile"),
        ({"forks": {"ecadd": ()}}, "no fork or way for ecadd"),
        ({"ways": {"ecadd": ()}}, "no fork or way for ecadd"),
        ({"oracles": {}}, "no oracle"),
    ],
)
def test_a_plan_without_cases_says_why(
    changes: dict[str, object], reason: str, tmp_path: Path, clock: Clock
) -> None:
    empty = plan(tmp_path, clock, **changes)
    with pytest.raises(PrecompilesError, match=f"nothing to run: {reason}"):
        fuzz_for(empty, 1, ignore)
    with pytest.raises(PrecompilesError, match=f"nothing to run: {reason}"):
        fuzz_cases(empty, range(1), ignore)


def test_no_cases_at_all(tmp_path: Path, clock: Clock) -> None:
    with pytest.raises(PrecompilesError, match="nothing to run: no case"):
        fuzz_cases(plan(tmp_path, clock), (), ignore)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--precompile", "p256verify", "--fork", "prague"), "prague has none of p256verify"),
        (("--precompile", "modexp", "--against", "py_ecc"), "py_ecc cannot judge modexp"),
        (("--precompile", "blake2f", "--backend", "openssl"), "backend openssl has none of blake2f"),
        (("--against", ","), "--against names no oracle"),
    ],
)
def test_the_command_says_why_nothing_is_run(arguments: tuple[str, ...], reason: str, tmp_path: Path) -> None:
    result = command(*arguments, "--out", tmp_path)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: nothing to run: {reason}\n"


def test_an_oracle_that_judges_nothing_is_no_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> HostAnswer:
        raise OverflowError

    monkeypatch.setattr("evm_precompiles_plus.fuzz.command.oracle", lambda _: lambda *_: broken)
    result = command("--cases", 3, "--precompile", "ecadd", "--out", tmp_path)
    assert result.exit_code == 1
    assert result.stderr == "Error: no case was judged by eels\n"


def test_cases_are_told_their_number(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is counted: what judges a case here counts nothing."""
    numbers = []

    def judge(plan: Plan, tally: Tally, case: Case) -> runner.Judged:
        clock.now += 1
        numbers.append(case.number)
        return runner.Judged(case, {})

    monkeypatch.setattr(runner, "_judge", judge)
    fuzz_for(plan(tmp_path, clock), 8, ignore)
    assert numbers == list(range(8))


@pytest.fixture
def unwritable(tmp_path: Path) -> Path:
    """A directory that nobody can make, not even root."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "out"


@pytest.mark.parametrize("mode", [(), ("--states",)])
def test_what_cannot_be_written_to_is_refused_before_the_first_case(
    mode: tuple[str, ...], unwritable: Path
) -> None:
    result = command(*mode, "--cases", 1, "--out", unwritable)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"Error: cannot write to {unwritable}: Not a directory; say where: --out DIR\n"


def test_a_difference_that_cannot_be_written_is_reported(
    unwritable: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Difference] = []
    (tally,) = fuzz_cases(plan(unwritable, clock), range(1), found.append)
    assert found == tally.differences and len(found) == 1
    assert found[0].path is None and "Not a directory" in found[0].not_written
    monkeypatch.setattr(
        "evm_precompiles_plus.fuzz.command.oracle", lambda _: plan(unwritable, clock).oracles["contrary"]
    )
    monkeypatch.setattr("evm_precompiles_plus.fuzz.command.require_writable", lambda _: None)
    result = command("--cases", 1, "--precompile", "ecadd", "--out", unwritable)
    assert result.exit_code == 1
    assert "not written: " in result.stdout and "difference: ecadd" in result.stdout


def test_asking_leaves_no_trace(tmp_path: Path) -> None:
    directory.require_writable(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


def test_differences_go_to_the_checkout_wherever_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert directory.regressions() == CHECKOUT / "fixtures" / "regressions"
    asked: list[Path] = []
    monkeypatch.setattr("evm_precompiles_plus.fuzz.command.require_writable", asked.append)
    monkeypatch.setattr("evm_precompiles_plus.fuzz.states.command.require_writable", asked.append)
    command("--cases", 1, "--precompile", "ecadd")
    command("--states", "--cases", 1)
    assert asked == [CHECKOUT / "fixtures" / "regressions", CHECKOUT / "fixtures" / "regressions" / "states"]
    assert os.listdir(tmp_path) == []


def test_without_a_checkout_one_must_say_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory, "_CHECKOUT", tmp_path)
    result = command("--cases", 1, "--precompile", "ecadd")
    assert result.exit_code == 1
    assert result.stderr == "Error: no checkout to write differences to; say where: --out DIR\n"
