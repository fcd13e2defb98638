"""The search for the least gas a second finds what was planted; absurd lengths cost what their gas says."""

import json
import re
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from itertools import product
from math import inf

import pytest
from calls import header, modexp_call
from click.testing import CliRunner

from evm_precompiles_plus import OutOfGas, PrecompileFailure, PrecompilesError, routing, run
from evm_precompiles_plus.arithmetic.curves.params import SECP256R1
from evm_precompiles_plus.cli import main
from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.measure import stock_timer, worst_gas
from evm_precompiles_plus.measure.worst_calls import (
    Shape,
    describe,
    exists,
    extremes,
    make,
    neighbours,
    starts,
)
from evm_precompiles_plus.measure.worst_gas import GAS, Rule, Worst
from evm_precompiles_plus.measure.worst_modexp import EXPONENT_11MB
from evm_precompiles_plus.measure.worst_report import as_json, cells, report_worst
from evm_precompiles_plus.registry import TABLE

RULES = [(row.name, rule.first_fork) for row in TABLE for rule in row.rules]
CALLABLE = [(row.name, rule.first_fork) for row in TABLE if not row.why_missing() for rule in row.rules]
MODEXP_BERLIN = Rule("modexp", "berlin", 100)


def rule_of(precompile: str, fork: str) -> Rule:
    return next(rule for rule in worst_gas.rules() if rule[:2] == (precompile, fork))


# --- the search ---


def next_to(number: int) -> Iterable[int]:
    return (number - 1, number + 1, number // 2, 2 * number)


def test_a_climb_finds_the_valley_of_the_least_kind() -> None:
    asked: list[int] = []

    def judge(number: int) -> float:
        asked.append(number)
        return inf if number > 10_000 else max(number / 3000, 3000 / number)

    found = worst_gas.search([7, 40, 9000], next_to, judge, lambda number: number % 2)
    assert found[0] in range(2500, 3600)
    assert len(asked) == len(set(asked))
    assert max(found) <= 10_000 < max(asked), "what cannot be judged is asked for, and left out"


def test_every_one_of_the_least_kinds_has_its_climb() -> None:
    """The start that is the least lies in a hollow; the planted item is behind the start of another kind."""

    def judge(item: tuple[str, int]) -> float:
        kind, size = item
        return 10.0 if kind == "hollow" and size == 1 else 90 - 10 * size if kind == "planted" else 100.0

    def around(item: tuple[str, int]) -> Iterable[tuple[str, int]]:
        return ((item[0], item[1] + 1),) if item[1] < 9 else ()

    found = worst_gas.search([("hollow", 1), ("planted", 1)], around, judge, lambda item: item[0])
    assert found[0] == ("planted", 9)


def test_worst_shapes_goes_by_gas_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under this clock one kind takes 8 times as long for a modulus of twice the length, all else 1 us."""
    planted = "2**65 times odd modulus, exponent with value 3"
    made: list[Shape] = []

    def remember(precompile: str, shape: Shape) -> bytes:
        made.append(shape)
        return make(precompile, shape)

    def clock(_call: Callable[[], object]) -> float:
        return float(made[-1].sizes[2]) ** 3 if made[-1].kind == planted else 1.0

    monkeypatch.setattr(worst_gas, "make", remember)
    least = worst_gas.worst_shapes(MODEXP_BERLIN, clock)[0]
    assert least.kind == planted
    # EIP-2565's price rises by the square only, so the climb goes up.
    assert least.sizes[2] > max(shape.sizes[2] for shape in starts("modexp") if shape.kind == planted)


def test_neighbours_keep_the_kind_and_sizes_above_0() -> None:
    around = neighbours(Shape("k", (1, 8)))
    assert {shape.sizes for shape in around} == {(2, 16), (2, 8), (1, 16), (1, 4), (1, 9), (1, 7)}
    assert neighbours(Shape("k", ())) == []


# --- the calls ---


def test_every_rule_of_the_table_has_its_search() -> None:
    assert [rule[:2] for rule in worst_gas.rules()] == CALLABLE
    assert {precompile for precompile, _ in RULES} <= {row.name for row in TABLE if starts(row.name)}


def test_the_call_itself_is_priced_by_fork() -> None:
    """EIP-150 and EIP-2929; a rule that Berlin kept is judged by Berlin's price."""
    assert [worst_gas.call_gas(fork) for fork in ("homestead", "tangerine_whistle", "muir_glacier")] == [
        40,
        700,
        700,
    ]
    assert [worst_gas.call_gas(fork) for fork in ("berlin", "osaka")] == [100, 100]
    assert {
        rule[:2]: rule.call_gas for rule in worst_gas.rules() if rule.precompile in ("modexp", "blake2f")
    } == {
        ("modexp", "byzantium"): 700,
        ("modexp", "berlin"): 100,
        ("modexp", "osaka"): 100,
        ("blake2f", "istanbul"): 100,
    }


@pytest.mark.parametrize("precompile", [row.name for row in TABLE])
def test_starts_have_names_of_their_own(precompile: str) -> None:
    names = [describe(precompile, shape) for shape in starts(precompile)]
    assert len(names) == len(set(names)) > 1


MODULI: dict[str, Callable[[int], bool]] = {
    "odd": lambda m: m % 2 == 1,
    "even": lambda m: m % 4 == 2,
    "2**65 times odd": lambda m: m % 2**65 == 0 and m >> 65 & 1 == 1,
    "power of two": lambda m: m.bit_count() == 1,
    "small odd": lambda m: m == 251,
    "zero": lambda m: m == 0,
    "odd, a zero byte in front:": lambda m: (
        m % 2 == 1 and (m + 1).bit_count() == 1 and m.bit_length() % 8 == 0
    ),
    "odd, a zero byte before each 31:": lambda m: m % 2 == 1,
    "2**8 times odd": lambda m: m % 2**9 == 2**8,
    "odd, zeros between the ends:": lambda m: m % 2 == 1 and m.bit_count() == 9,
}


def test_a_modexp_is_what_its_words_say() -> None:
    """Lengths and the modulus's kind, read from the calldata; for what is next to a start too."""
    fresh = starts("modexp")
    fresh += [shape for start in fresh for shape in neighbours(start) if exists("modexp", shape)]
    told = 0
    for shape in set(fresh):
        said = re.fullmatch(
            r"(.*) modulus of (.*) B, exponent .* of (.*) B, base of (.*) B", describe("modexp", shape)
        )
        if said and max(shape.sizes) < 5000:
            data = make("modexp", shape)
            base_len, exp_len, mod_len = (int.from_bytes(data[at : at + 32]) for at in (0, 32, 64))
            assert [int(size.replace(",", "")) for size in said.groups()[1:]] == [mod_len, exp_len, base_len]
            assert len(data) == 96 + base_len + exp_len + mod_len
            assert MODULI[said[1]](int.from_bytes(data[-mod_len:])), describe("modexp", shape)
            told += 1
    assert told > 1000


def operands(data: bytes) -> tuple[int, int, int]:
    lengths = [int.from_bytes(data[at : at + 32]) for at in (0, 32, 64)]
    ends = [96 + sum(lengths[: place + 1]) for place in range(3)]
    base, exponent, modulus = (
        int.from_bytes(data[end - length : end]) for end, length in zip(ends, lengths, strict=True)
    )
    return base, exponent, modulus


def test_powers_modulo_the_primes_of_curves_are_inverses_and_roots() -> None:
    shapes = [shape for shape in starts("modexp") if shape.kind.startswith("modulo p = ")]
    assert len(shapes) == 9  # P and N of three curves have inverses, and their P are 3 mod 4
    for shape in shapes:
        base, _, p = operands(data := make("modexp", shape))
        answer = int.from_bytes(run("modexp", data).output)
        if shape.kind.endswith("p - 2"):
            assert answer * base % p == 1
        else:
            assert pow(answer, 4, p) == base * base % p


def test_nagydani_has_five_sizes_and_three_powers() -> None:
    shapes = [shape for shape in starts("modexp") if shape.kind.startswith("random odd")]
    found = {(operands(make("modexp", shape))[1], shape.sizes[0]) for shape in shapes}
    assert found == {(e, size) for e in (2, 3, 65537) for size in (64, 128, 256, 512, 1024)}
    for shape in shapes:
        base, exponent, modulus = operands(data := make("modexp", shape))
        assert modulus % 2 == 1 and modulus.bit_length() == 8 * shape.sizes[0]
        assert int.from_bytes(run("modexp", data, "berlin").output) == pow(base, exponent, modulus)


def test_framework_shapes_of_curves() -> None:
    """R's x is above N: r would not be what it is compared with if that were left out."""
    valid = next(shape for shape in starts("p256verify") if shape.kind == "valid, R with x above N")
    r = int.from_bytes(make("p256verify", valid)[32:64])
    assert r < SECP256R1.P - SECP256R1.N
    for name, infinity in (("bls12_g1msm", bytes(128)), ("bls12_g2msm", bytes(256))):
        repeated = Shape("terms, [N] of one point", (5,))
        assert run(name, make(name, repeated), "prague").output == infinity
    assert {(3,), (6,), (12,), (24,)} <= {shape.sizes for shape in starts("ecpairing")}
    assert Shape("rounds", (0xFFFF,)) in starts("blake2f")


def test_what_there_is_no_call_of_is_not_timed() -> None:
    """2**65 times an odd number has 9 bytes at least."""
    key = "2**65 times odd modulus, exponent of ones"
    assert [exists("modexp", Shape(key, (1, 1, size))) for size in (1, 8, 9, 10)] == [
        False,
        False,
        True,
        True,
    ]
    found = worst_gas.worst_shapes(MODEXP_BERLIN, lambda call: 1.0)
    assert min(shape.sizes[2] for shape in found if shape.kind.startswith("2**65")) == 9


def test_the_same_words_are_timed_apart() -> None:
    """What is shown is no key: two shapes that read alike have a time each."""
    shapes = [Shape("rounds", (rounds,)) for rounds in (1, 1, 2000)]
    assert worst_gas.worst_of(rule_of("blake2f", "istanbul"), shapes, 1).gas == 1


@pytest.mark.parametrize(("precompile", "fork"), CALLABLE)
def test_starts_are_calls_that_are_charged(precompile: str, fork: str) -> None:
    """Only MODEXPs beyond EIP-7823's lengths are refused before gas; small ones answer as the spec does."""
    rule, oracle = rule_of(precompile, fork), spec_call(precompile, fork)
    for shape in starts(precompile):
        data = make(precompile, shape)
        gas = worst_gas.gas_of(rule, data)
        if precompile == "modexp" and gas is None:
            too_long = max(shape.sizes) > 1024 and fork == "osaka"
            assert too_long or run(precompile, data, fork).gas > GAS
        else:
            assert gas == run(precompile, data, fork).gas if precompile == "modexp" else gas is not None
        if precompile == "modexp" and max(shape.sizes, default=0) <= 64:
            answer = oracle(data)
            assert (answer.output, answer.gas) == run(precompile, data, fork)[:2]


def test_calls_do_what_their_words_say() -> None:
    """Calls said to be valid give an output that is not 0; points said to be wrong make the call fail."""
    for precompile in ("ecrecover", "p256verify", "point_evaluation", "ecadd", "ecpairing"):
        for shape in starts(precompile):
            data = make(precompile, shape)
            if shape.kind.startswith("valid") or "infinity" in shape.kind or shape.kind == "no pairs":
                assert any(run(precompile, data).output), shape
            fails = ("outside", "wrong value", "second point off")
            if any(words in shape.kind for words in fails):
                with pytest.raises(PrecompileFailure):
                    run(precompile, data)


def test_exponents_of_11_mb_are_the_longest_that_30_million_gas_buys() -> None:
    shapes = [shape for shape in extremes("modexp", "berlin") if EXPONENT_11MB in shape.sizes]
    assert len(shapes) == 3
    for shape in shapes:
        gas = worst_gas.gas_of(MODEXP_BERLIN, make("modexp", shape))
        assert gas is not None and GAS - 3 < gas <= GAS
    longer = Shape(shapes[0].kind, (8, EXPONENT_11MB + 1, 8))
    assert worst_gas.gas_of(MODEXP_BERLIN, make("modexp", longer)) is None


# --- rows ---


def test_a_row_counts_both_gases_and_says_what_was_ended() -> None:
    row = Worst(Rule("blake2f", "istanbul", 100), Shape("rounds", (1000,)), 1000, 11.0, 1100.0)
    assert (row.mgas_per_second, row.stock_mgas_per_second) == (100.0, 1.0)
    assert cells(row) == ("blake2f, istanbul", "rounds: 1,000", "1,000 + 100", "11.0", "100.0", "1.00")
    ended = row._replace(stock=inf, gas=None)
    assert cells(ended)[2:] == ("fails + 100", "11.0", "9.1", "over 5 s")
    assert as_json(ended)["stock_microseconds"] is None
    assert [as_json(each)["stock_was_ended"] for each in (row, ended)] == [False, True]
    assert cells(row._replace(stock=None))[-1] == "-"


def test_the_command_prints_each_rule(capsys: pytest.CaptureFixture[str]) -> None:
    report_worst(match="ecadd", with_stock=False, rounds=1, in_json=True)
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["precompile"], row["fork"], row["gas"]) for row in rows] == [
        ("ecadd", "byzantium", 500),
        ("ecadd", "istanbul", 150),
    ]
    assert all(row["stock_microseconds"] is None and row["mgas_per_second"] > 0 for row in rows)
    done = CliRunner().invoke(main, ["bench", "--worst", "--match", "blake2f", "--no-stock", "--rounds", "1"])
    head, line = done.output.splitlines()
    assert head.startswith("precompile, rule of")
    assert line.startswith("blake2f, istanbul")


def test_a_stock_call_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """100,000 rounds of BLAKE2F take py-evm a second, and the process is told to wait for none."""
    monkeypatch.setattr(stock_timer, "MOST_SECONDS", -1.0)
    with stock_timer.StockTimer() as stock:
        many = make("blake2f", Shape("rounds", (100_000,)))
        assert stock.microseconds("blake2f", "istanbul", many) == inf
        monkeypatch.undo()
        assert 0 < (stock.microseconds("ecadd", "istanbul", b"") or 0) < inf
        assert stock.microseconds("p256verify", "osaka", b"") is None


# --- absurd lengths ---

LENGTHS = (0, 1, 2**32, 2**64, 2**255, 2**256 - 1)
REST = b"\xff" * 100


def plain_gas(fork: str, base_len: int, exp_len: int, mod_len: int) -> int:
    """Return the gas by the text of EIP-198 and EIP-2565, for an exponent of ones."""
    x = max(base_len, mod_len)
    head_bits = 8 * min(exp_len, 32, max(0, len(REST) - base_len))
    # The head is shifted to its full length: what the calldata lacks is zeros.
    head_length = 8 * min(exp_len, 32) if head_bits else 0
    iterations = max(1, max(0, head_length - 1) + 8 * max(0, exp_len - 32))
    if fork == "berlin":
        return max(200, (-(-x // 8)) ** 2 * iterations // 3)
    if x <= 64:
        return x**2 * iterations // 20
    return (x**2 // 4 + 96 * x - 3072 if x <= 1024 else x**2 // 16 + 480 * x - 199680) * iterations // 20


def calls_of_python(function: Callable[[], object]) -> int:
    """Return how many Python functions were called: the same on every machine."""
    count = 0

    def profile(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(profile)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def outcome(fork: str, data: bytes, gas_limit: int) -> tuple[bytes, int] | None:
    try:
        return run("modexp", data, fork, gas_limit=gas_limit)[:2]
    except OutOfGas:
        return None


@pytest.mark.parametrize("fork", ["byzantium", "berlin"])
def test_every_absurd_length_is_out_of_gas_or_costs_nothing(
    fork: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No memory, no backend, and as much of Python as for any small call."""
    run("modexp", modexp_call(b"\3", b"\5", b"\7"), fork)
    monkeypatch.setattr(routing, "answering_modexp", lambda base, exponent, modulus: pytest.fail("computed"))
    most = 0
    for lengths in product(LENGTHS, LENGTHS, LENGTHS):
        if max(lengths) <= 1 and lengths[2]:
            continue
        data, expected = header(*lengths, REST), plain_gas(fork, *lengths)
        tracemalloc.start()
        answer = outcome(fork, data, GAS)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert answer == (None if expected > GAS else (b"", expected)), lengths
        assert peak < 100_000, lengths
        most = max(most, calls_of_python(lambda data=data: outcome(fork, data, GAS)))  # type: ignore[misc]
    assert most < 30


@pytest.mark.parametrize("fork", ["byzantium", "berlin", "osaka"])
def test_the_spec_says_the_same_of_absurd_lengths(fork: str) -> None:
    """Where its 256-bit arithmetic can carry the call."""
    oracle = spec_call("modexp", fork)
    compared = 0
    for lengths in product(LENGTHS, LENGTHS, LENGTHS):
        data = header(*lengths, REST)
        try:
            answer = oracle(data)
        except PrecompilesError:
            continue
        compared += 1
        try:
            ours = run("modexp", data, fork)[:2]
        except PrecompilesError:
            ours = None
        assert ours == (None if answer.failure else (answer.output, answer.gas)), lengths
    assert compared > 60


@pytest.mark.parametrize(
    ("fork", "lengths", "rest"),
    [
        ("byzantium", (0, 1, 75_000), b"\3"),
        ("byzantium", (75_000, 1, 75_000), b"\3"),
        ("byzantium", (0, 2**256 - 1, 0), b"\3" * 1000),
        ("berlin", (75_000, 1, 1), b""),
        ("berlin", (1, 1, 75_000), b"\3\3"),
        ("berlin", (8, 11_000_000, 8), b"\3" * 1000),
    ],
)
def test_memory_is_bounded_by_calldata_and_output(
    fork: str, lengths: tuple[int, int, int], rest: bytes
) -> None:
    """The calldata ends before the modulus: whatever was declared before it is never made."""
    data = header(*lengths, rest)
    tracemalloc.start()
    result = run("modexp", data, fork, gas_limit=GAS)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert result.output == bytes(lengths[2])
    assert peak < len(data) + 2 * lengths[2] + 20_000


def test_an_exponent_of_11_mb_is_copied_once() -> None:
    shape = next(shape for shape in extremes("modexp", "berlin") if shape.kind.startswith("power of two"))
    data = make("modexp", shape)
    tracemalloc.start()
    result = run("modexp", data, "berlin", gas_limit=GAS)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    base, modulus = int.from_bytes(b"\xfd" * 8), 2**63
    # Modulo 2**63 an odd base's powers repeat after 2**61, and the exponent ends in more ones than that.
    assert int.from_bytes(result.output) == pow(base, 2**61 - 1, modulus)
    if result.backend == "native":
        assert peak < 1.1 * len(data)
