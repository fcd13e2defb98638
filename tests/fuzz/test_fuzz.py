"""Differential fuzzing: the generators reach what they should, a lie is found, and nothing else is."""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from evm_precompiles_plus import cli
from evm_precompiles_plus.arithmetic.curves.glv import split_scalar
from evm_precompiles_plus.arithmetic.curves.params import BN254
from evm_precompiles_plus.backends import pure
from evm_precompiles_plus.call import run
from evm_precompiles_plus.conformance.bundled import bundled_fixtures
from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.errors import PrecompileFailure
from evm_precompiles_plus.fuzz import ours
from evm_precompiles_plus.fuzz.command import make_plan
from evm_precompiles_plus.fuzz.generators import Case, kinds, make_case, rule_forks, tame
from evm_precompiles_plus.fuzz.integer_kinds import declared
from evm_precompiles_plus.fuzz.minimise import minimise
from evm_precompiles_plus.fuzz.numbers import word
from evm_precompiles_plus.fuzz.oracles import oracle
from evm_precompiles_plus.fuzz.points import GROUPS, of_small_order, on_curve, scaled
from evm_precompiles_plus.fuzz.runner import MOST_DIFFERENCES, Difference, Plan, Tally, fuzz_cases, fuzz_for
from evm_precompiles_plus.fuzz.vectors import Vector, read_vectors
from evm_precompiles_plus.registry import NAMES

REGRESSIONS = bundled_fixtures().parent / "regressions"
CASES = 140
# Cases for the short run where the oracle takes a second for each; elsewhere a few for each kind.
SLOW = {
    "ecpairing": 5,
    "point_evaluation": 5,
    "bls12_g2msm": 6,
    "bls12_pairing_check": 5,
    "bls12_map_fp2_to_g2": 7,
}


def plan(precompiles: tuple[str, ...], out: Path, *, seed: int = 1, against: str = "eels") -> Plan:
    return make_plan(seed, against.split(","), precompiles, (), None, out)


def command(*arguments: object) -> Result:
    return CliRunner().invoke(cli.main, ["fuzz", *map(str, arguments)])


def outcome(case: Case) -> str:
    try:
        return "output" if run(case.precompile, case.data, case.fork).output else "nothing"
    except PrecompileFailure:
        return "failure"


@pytest.mark.parametrize("precompile", NAMES)
def test_cases_are_of_every_kind_fork_and_outcome(precompile: str) -> None:
    forks = rule_forks(precompile)
    cases = [make_case(precompile, 1, number, forks) for number in range(CASES)]
    outcomes = Counter(outcome(case) for case in cases)
    assert {case.kind for case in cases} == set(kinds(precompile))
    assert {case.fork for case in cases} == set(forks)
    # ECRECOVER and P256VERIFY never fail: they give nothing.
    refusal = "nothing" if precompile in ("ecrecover", "p256verify") else "failure"
    assert min(outcomes["output"], outcomes[refusal]) > CASES // 20
    assert len({case.data for case in cases}) > CASES // 2


def test_a_case_depends_on_its_seed_and_number_alone() -> None:
    for precompile in NAMES:
        forward = [make_case(precompile, 5, number, ("osaka",)).data for number in range(6)]
        backward = [make_case(precompile, 5, number, ("bpo1", "osaka")).data for number in reversed(range(6))]
        assert forward == backward[::-1]
        assert forward != [make_case(precompile, 6, number, ("osaka",)).data for number in range(6)]


def calldata(precompile: str, kind: str, count: int) -> list[bytes]:
    cases = (make_case(precompile, 3, number, ("osaka",)) for number in range(count * len(kinds(precompile))))
    return [case.data for case in cases if case.kind == kind]


def test_lattice_scalars_reach_both_signs_of_both_halves() -> None:
    scalars = [int.from_bytes(data[64:96], "big") for data in calldata("ecmul", "edge of the lattice", 200)]
    halves = [split_scalar(BN254, scalar) for scalar in scalars]
    assert {(k1 < 0, k2 < 0) for k1, k2 in halves} == {(a, b) for a in (True, False) for b in (True, False)}
    # The bound that the split has, and half of it: |k1| is at its largest where the rounding changes.
    widest = (BN254.endomorphism.a1 + BN254.endomorphism.a2) // 2
    assert max(abs(k1) for k1, _ in halves) > widest - 4
    assert any(k1 == 0 or k2 == 0 for k1, k2 in halves)


def test_moduli_are_even_odd_and_powers_of_two() -> None:
    def modulus(data: bytes) -> int:
        lengths = [int.from_bytes(data[start : start + 32], "big") for start in (0, 32, 64)]
        return int.from_bytes(data[96 + lengths[0] + lengths[1] :], "big")

    assert all(modulus(data) & 1 for data in calldata("modexp", "odd", 50))
    assert all(modulus(data) & 1 == 0 for data in calldata("modexp", "even", 50))
    powers = [modulus(data) for data in calldata("modexp", "power of two", 50)]
    assert all(number & (number - 1) == 0 for number in powers)


@pytest.mark.parametrize("name", GROUPS)
def test_points_outside_the_prime_order(name: str) -> None:
    group = GROUPS[name]
    for q in group.small_orders:
        assert group.cofactor % q == 0
        order = q
        while group.cofactor % (order * q) == 0:
            order *= q
        assert scaled(name, order, of_small_order(name, q)) is None
    if group.cofactor > 1:
        point = on_curve(name, Random(1))
        assert scaled(name, group.N, point) is not None
        assert scaled(name, group.N * group.cofactor, point) is None


def test_calls_that_would_keep_the_oracle_busy_are_tamed() -> None:
    absurd = declared(0, 2**256 - 1, 0)
    assert tame("modexp", absurd) == absurd
    assert tame("modexp", declared(1, 2**31, 1)) != declared(1, 2**31, 1)
    assert tame("blake2f", word(10**9, 4) + bytes(209))[:4] != word(10**9, 4)
    assert tame("blake2f", word(10**9 + 1, 4) + bytes(209))[:4] == word(10**9 + 1, 4)


def no_report(difference: Difference) -> None:
    raise AssertionError(difference)


@pytest.mark.parametrize("precompile", NAMES)
def test_a_short_run_finds_no_difference(precompile: str, tmp_path: Path) -> None:
    count = SLOW.get(precompile, 3 * len(kinds(precompile)))
    (tally,) = fuzz_cases(plan((precompile,), tmp_path), range(count), no_report)
    assert tally.cases == count and tally.differences == []
    assert sum(tally.not_judged.values()) <= count // 10
    assert list(tmp_path.iterdir()) == []


def test_py_ecc_agrees_too(tmp_path: Path) -> None:
    tallies = fuzz_cases(plan(("ecadd", "ecmul"), tmp_path, against="py_ecc,eels"), range(20), no_report)
    assert [tally.cases for tally in tallies] == [20, 20]
    fuzz_cases(plan(("ecpairing",), tmp_path, against="py_ecc"), range(3, 6), no_report)


def test_every_backend_gets_calls(tmp_path: Path) -> None:
    (tally,) = fuzz_cases(plan(("modexp",), tmp_path), range(40), no_report)
    assert set(ours.ways("modexp")) - {"routed"} <= set(tally.answered)


@pytest.mark.slow
def test_a_long_run_finds_no_difference(tmp_path: Path) -> None:
    tallies = fuzz_for(plan((), tmp_path, seed=7), 600, no_report)
    assert min(tally.cases for tally in tallies) > 0


LIE_BIT = 0x80


@pytest.fixture
def liar(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have `pure` flip a bit of ECMUL's answer where the scalar has one bit set, which no self-check sees."""
    honest = pure.backend.ecmul

    def ecmul(p: bytes, k: bytes) -> bytes:
        answer = honest(p, k)
        return answer[:-1] + bytes([answer[-1] ^ 1]) if k[-1] & LIE_BIT else answer

    monkeypatch.setattr(pure.backend, "ecmul", ecmul)


def fuzz_ecmul(out: Path, count: int) -> tuple[Tally, list[Difference]]:
    found: list[Difference] = []
    (tally,) = fuzz_cases(plan(("ecmul",), out), range(count), found.append)
    return tally, found


@pytest.mark.usefixtures("liar")
def test_a_lie_is_found_and_minimised(tmp_path: Path) -> None:
    tally, found = fuzz_ecmul(tmp_path, 40)
    assert len(found) == MOST_DIFFERENCES and tally.differences == found
    smallest = bytes(95) + bytes([LIE_BIT])
    assert {(difference.way, difference.case.data) for difference in found} == {("pure", smallest)}


def test_a_vector_reproduces_the_lie(tmp_path: Path, liar: None, monkeypatch: pytest.MonkeyPatch) -> None:
    _, found = fuzz_ecmul(tmp_path, 40)
    vectors = read_vectors(tmp_path)
    # One for each fork that it was found in: it is the same calldata every time.
    assert {difference.path for difference in found} == set(tmp_path.iterdir())
    assert sorted(vector.fork for vector in vectors) == sorted({difference.case.fork for difference in found})
    assert all(failing_ways(vector) == ["pure"] for vector in vectors)
    monkeypatch.undo()
    assert all(failing_ways(vector) == [] for vector in vectors)


def test_the_command_reports_a_lie(tmp_path: Path, liar: None) -> None:
    # Every other random scalar has the lie's bit.
    case = next(
        number
        for number in range(100)
        if len(data := make_case("ecmul", 9, number, ("osaka",)).data) == 96
        and data[95] & LIE_BIT
        and outcome(make_case("ecmul", 9, number, ("osaka",))) == "output"
    )
    chosen = ("--seed", 9, "--case", case, "--precompile", "ecmul", "--fork", "osaka", "--out", tmp_path)
    result = command(*chosen)
    assert result.exit_code == 1
    lines = [line for line in result.stdout.splitlines() if line.startswith("difference: ")]
    assert len(lines) == 1
    assert f"--seed 9 --case {case} --precompile ecmul --fork osaka" in lines[0]
    assert str(next(tmp_path.iterdir())) in lines[0]
    assert result.stdout.splitlines()[-1] == "seed 9: 1 cases, 1 difference"


def test_a_crash_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = pure.backend.ecmul

    def ecmul(p: bytes, k: bytes) -> bytes:
        if k == word(0):
            raise ZeroDivisionError("of a double")
        return honest(p, k)

    monkeypatch.setattr(pure.backend, "ecmul", ecmul)
    _, found = fuzz_ecmul(tmp_path, 60)
    assert found and all(difference.case.data == b"" for difference in found)
    assert {difference.given.answer.failure for difference in found} == {
        "crashed: ZeroDivisionError: of a double"
    }


def test_wrong_gas_is_a_difference() -> None:
    right = spec_call("ecadd", "byzantium")(b"")
    given = ours.ask("ecadd", "byzantium", b"")
    assert ours.agrees(given, right)
    assert not ours.agrees(ours.ask("ecadd", "istanbul", b""), right)


def test_minimise_shortens_zeroes_and_lowers() -> None:
    data = bytes(range(1, 200))
    assert minimise(data, lambda smaller: smaller.count(0x61) > 0, 10_000) == b"\x61"
    assert minimise(data, lambda smaller: len(smaller) == len(data), 10_000) == bytes(len(data))
    assert minimise(data, lambda smaller: smaller[:1] >= b"\1" and len(smaller) >= 2, 10_000) == b"\1\0"
    asked = iter(range(100))
    assert minimise(data, lambda _: next(asked) < 0, 7) == data
    assert next(asked) == 7


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["--against", "oracle-of-delphi"],
            "unknown oracle 'oracle-of-delphi'; choose from: eels, py_ecc, pyrevm",
        ),
        (["--precompile", "sha3"], "unknown precompile 'sha3'; choose from: ecrecover, modexp, "),
        (["--fork", "atlantis"], "unknown fork 'atlantis'; choose from: frontier, "),
        (["--backend", "abacus"], "unknown backend 'abacus'; choose from: native, "),
        (["--against", "pyrevm"], "pip install pyrevm"),
        (["--precompile", "p256verify", "--fork", "prague"], "nothing to run: "),
        (["--precompile", "modexp", "--against", "py_ecc"], "nothing to run: "),
        (["--against", ""], "nothing to run: "),
        (["--seconds", "0"], "0.0 is not in the range x>0"),
        (["--seed", "x"], "'x' is not a valid integer"),
    ],
)
def test_errors_are_one_line(arguments: list[str], line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyrevm", None)
    result = command(*arguments)
    assert result.exit_code in (1, 2)
    assert line in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


def test_the_command_runs_for_a_while_and_counts(tmp_path: Path) -> None:
    result = command(
        "--seconds", "0.5", "--seed", 4, "--precompile", "ecadd,blake2f", "--out", tmp_path / "x"
    )
    assert (result.exit_code, result.stderr) == (0, "")
    first, *tallies, last = result.stdout.splitlines()
    assert first == "seed 4, 2 precompiles against eels"
    assert [line.split()[0] for line in tallies] == ["ecadd", "blake2f"]
    assert all("no difference; answered by " in line for line in tallies)
    assert last.startswith("seed 4: ") and last.endswith(" cases, no difference")
    assert not (tmp_path / "x").exists()


def test_one_backend_alone(tmp_path: Path) -> None:
    result = command(
        "--backend", "pure", "--case", 3, "--precompile", "ecadd,point_evaluation", "--out", tmp_path
    )
    assert result.exit_code == 0
    assert "ecadd" in result.stdout and "point_evaluation" not in result.stdout
    assert "gmpy2" not in result.stdout and "native" not in result.stdout


def test_revm_judges_what_cancun_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """The binding as it behaves: bytes for a call that succeeds, a `RuntimeError` for one that halts."""

    class EVM:
        def __init__(self, gas_limit: int) -> None:
            self.gas_limit = gas_limit

        def message_call(self, caller: str, to: str, *, calldata: bytes, gas: int) -> bytes:
            answer = spec_call(int(to, 16), "cancun")(calldata)
            if answer.output is None:
                raise RuntimeError("Halt { reason: PrecompileError, gas_used: 1 }")
            return answer.output

    monkeypatch.setitem(sys.modules, "pyrevm", SimpleNamespace(EVM=EVM))
    revm = oracle("pyrevm")
    assert revm("bls12_g1add", "prague") is None and revm("p256verify", "osaka") is None
    judged = [fork for fork in ("byzantium", "berlin", "prague", "osaka") if revm("modexp", fork)]
    assert judged == ["berlin", "prague"]
    ecadd = revm("ecadd", "osaka")
    assert ecadd is not None
    assert ecadd(b"")[:2] == (bytes(64), None)
    assert ecadd(b"\1" * 64).output is None


def failing_ways(vector: Vector) -> list[str]:
    """The ways on which a vector's call has another answer."""
    wrong = []
    for way in ours.ways(vector.precompile):
        with ours.on(way):
            given = ours.ask(vector.precompile, vector.fork, vector.data)
        if not ours.agrees(given, vector.answer):
            wrong.append(way)
    return wrong


def test_regressions() -> None:
    vectors = read_vectors(REGRESSIONS)
    assert vectors
    for vector in vectors:
        assert failing_ways(vector) == [], vector.name
        assert spec_call(vector.precompile, vector.fork)(vector.data)[:2] == vector.answer[:2], vector.name
