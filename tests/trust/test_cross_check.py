"""Cross-checking: who is found out, who answers then, which share is checked, and that rate 0 is nothing."""

import logging
import random
import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import cycle
from typing import Any, cast

import pytest
from calls import N, P, modexp_call, point_bytes, word
from eth.vm.forks import PragueVM
from eth_typing import Address
from liars import LOG, Lying, always, flip, never, once_in, replace
from osaka import SENDER, at, new_chain, signed

import evm_precompiles_plus as plus
from evm_precompiles_plus import (
    BackendMismatch,
    BackendUnavailable,
    InvalidRate,
    eels,
    routing,
    run,
)
from evm_precompiles_plus.arithmetic.curves.multiply import mul_double_and_add
from evm_precompiles_plus.arithmetic.curves.params import BN254
from evm_precompiles_plus.backends.base import Backend
from evm_precompiles_plus.backends.names import FAMILY
from evm_precompiles_plus.eels.host import own_table
from evm_precompiles_plus.info import info, info_lines
from evm_precompiles_plus.measure.worst_calls import make, starts
from evm_precompiles_plus.registry import TABLE
from evm_precompiles_plus.trust import cross_check, in_service
from evm_precompiles_plus.trust.cross_check import CrossChecked, confirmed
from evm_precompiles_plus.trust.reference import backend as reference
from evm_precompiles_plus.trust.self_check import QUESTIONS

FASTEST = routing.active_backends("ecadd")[0]
CHECKER = next(name for name in ("gmpy2", "pure", "reference") if name != FASTEST)
# Who answers the call that is found wrong: independent of `FASTEST`, as gmpy2 and pure are not of each other.
JUDGE = CHECKER if FAMILY.get(FASTEST) is None else "reference"
ECADD = at(6)
G_PLUS_G = word(1) + word(2) + word(1) + word(2)
TWO_G = bytes.fromhex(
    "030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3"
    "15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4"
)
# One that every backend can do.
ASKED = {
    question.operation: question
    for question in QUESTIONS
    if question.operation != "modexp" or len(question.arguments[2]) == 1
}
ABLE = [
    (name, operation)
    for operation in ASKED
    for name in routing.active_backends(operation)
    if len(cross_check._others(name, operation)) > 1
]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(cross_check.VARIABLE, raising=False)
    monkeypatch.delenv(routing.VARIABLE, raising=False)
    routing.reset()
    yield
    monkeypatch.undo()
    routing.verify(None, "a test")
    plus.uninstall()
    eels.uninstall()
    routing.reset()


def nothing() -> None:
    pass


def lying(name: str) -> Any:
    return Lying(in_service.load(name), always)


def check_with(monkeypatch: pytest.MonkeyPatch, *others: Any) -> None:
    """Have these backends check and judge every call."""
    monkeypatch.setattr(cross_check, "_others", cache(lambda name, operation: others))


# Rate 0 and the rate's ways in.


def assert_untouched() -> None:
    for name in routing.active_backends():
        assert routing.get(name) is in_service.load(name)
    assert routing.for_operation("ecadd") is in_service.load(FASTEST)
    for modulus in (b"\7", b"\1" + bytes(299) + b"\1"):
        assert not is_checked(modulus)


def is_checked(modulus: bytes) -> bool:
    """Tell whether a MODEXP goes by `CrossChecked.answer`."""
    answer = routing.answering_modexp(b"\3", b"\5", modulus)
    return isinstance(answer, partial) and answer.func.__name__ == CrossChecked.answer.__name__


def test_rate_0_gives_the_very_same_objects() -> None:
    assert_untouched()
    plus.install()
    assert_untouched()
    plus.install(verify=0)
    assert_untouched()
    plus.install(verify=0.5)
    assert isinstance(routing.get("pure"), CrossChecked)
    assert isinstance(routing.for_operation("ecadd"), CrossChecked)
    assert is_checked(b"\7")
    plus.uninstall()
    assert_untouched()


def test_the_highest_rate_that_is_asked_for_is_in_force(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cross_check.VARIABLE, "0.25")
    routing.reset()
    assert cross_check.rate() == 0.25
    with plus.installed(verify=0.5):
        with eels.installed(verify=1):
            assert cross_check.rate() == 1
            with plus.installed():
                assert cross_check.rate() == 1
        assert cross_check.rate() == 0.5
        with plus.installed(verify=0.75):
            assert cross_check.rate() == 0.75
        assert cross_check.rate() == 0.5
    assert cross_check.rate() == 0.25
    plus.install(verify=0)
    assert cross_check.rate() == 0
    plus.uninstall()
    assert cross_check.rate() == 0.25


@pytest.mark.parametrize("rate", [-0.1, 1.1, 2, float("nan"), float("inf"), 10**400, "0.5", b"1", [1], 1j])
def test_what_is_no_rate_is_refused_and_changes_nothing(rate: Any) -> None:
    for install in (plus.install, eels.install):
        with pytest.raises(InvalidRate, match="must be a number from 0 to 1"):
            install(verify=rate)
    with pytest.raises(ValueError), plus.installed(verify=rate):
        pass
    assert cross_check.rate() == 0
    assert eels.host._replacements._made == plus.py_evm.install._replacements._made == []


@pytest.mark.parametrize("text", ["2", "-1", "nan", "all", "0.5x"])
def test_a_wrong_rate_in_the_environment(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cross_check.VARIABLE, text)
    routing.reset()
    with pytest.raises(InvalidRate, match=f"{cross_check.VARIABLE} is '{text}'"):
        run("ecadd", G_PLUS_G)


@pytest.mark.parametrize("rate", [0, 0.25, 0.5, 1])
def test_the_share_is_the_rate(rate: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The draws are 0, 1/8, ..., 7/8, over and over: of eight calls, eight times the rate are checked."""
    counted = Lying(in_service.load("pure"), never)
    draws = cycle([number / 8 for number in range(8)])
    routing.verify(rate, "a test")
    checked = CrossChecked(counted, nothing, lambda: next(draws))
    asked_again = Lying(in_service.load(FASTEST), never)
    check_with(monkeypatch, asked_again)
    for _ in range(80):
        assert checked.ecadd(G_PLUS_G[:64], G_PLUS_G[64:]) == TWO_G
    assert next(counted.calls) == 81
    assert next(asked_again.calls) == 80 * rate + 1


def test_the_package_draws_from_a_source_of_its_own() -> None:
    before = random.getstate()
    plus.install(verify=0.5)
    for _ in range(20):
        assert run("ecadd", G_PLUS_G).output == TWO_G
    assert random.getstate() == before


# Who is found out.


@pytest.mark.parametrize(("name", "operation"), ABLE)
def test_every_lie_of_every_backend_is_found(
    name: str, operation: str, caplog: pytest.LogCaptureFixture
) -> None:
    question = ASKED[operation]
    routing.verify(1, "a test")
    liar = lying(name)
    checked = CrossChecked(liar, nothing)
    for _ in range(2):
        answer, by = checked.answer(operation, *question.arguments)
        assert answer == question.answer and by != name == checked.name
        assert getattr(checked, operation)(*question.arguments) == question.answer
    assert len(liar.told) == 4
    reason = in_service.withdrawn[name]
    assert in_service.withdrawn.keys() == {name}
    assert caplog.record_tuples == [(LOG, logging.ERROR, f"{reason}; it is out of service in this process")]
    honest = eval(reason.split(" for ", 1)[1], {"backends": Honest})
    assert honest == question.answer


class Honest:
    """What stands for `backends` where a report's expression is evaluated: each backend as it is."""

    @staticmethod
    def get(name: str) -> Any:
        in_service.withdrawn.pop(name, None)
        return in_service.load(name)


def test_the_checker_is_found_out_too(monkeypatch: pytest.MonkeyPatch) -> None:
    liar = lying(CHECKER)
    check_with(monkeypatch, liar, reference)
    plus.install(verify=1)
    assert routing.get(FASTEST).ecadd(G_PLUS_G[:64], G_PLUS_G[64:]) == TWO_G
    assert in_service.withdrawn.keys() == {CHECKER}
    assert len(liar.told) == 1
    assert routing.why_missing(FASTEST) is None
    assert run("ecadd", G_PLUS_G)[::2] == (TWO_G, FASTEST)


@pytest.mark.parametrize("pure_lies", [False, True])
def test_only_an_independent_backend_confirms(pure_lies: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """pure runs the code of gmpy2: it may confirm another against it, but never gmpy2's own answer."""
    check_with(monkeypatch, reference, lying("pure") if pure_lies else in_service.load("pure"))
    call = lying("gmpy2"), "ecadd", (G_PLUS_G[:64], G_PLUS_G[64:]), nothing
    if pure_lies:
        with pytest.raises(BackendMismatch) as raised:
            confirmed(*call)
        wrong, right = flip(TWO_G).hex(), TWO_G.hex()
        assert f"'gmpy2' gives {wrong}, 'reference' gives {right}, 'pure' gives {wrong}" in str(raised.value)
        assert not in_service.withdrawn
    else:
        assert confirmed(*call).answer == TWO_G
        assert in_service.withdrawn.keys() == {"gmpy2"}


def test_three_different_answers_are_nobodys(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Own:
        def __init__(self, name: str, answer: bytes) -> None:
            self.name, self.answer = name, answer

        def ecadd(self, p: bytes, q: bytes) -> bytes:
            return self.answer

    one, two, three = (cast(Backend, Own(name, name.encode())) for name in ("one", "two", "three"))
    for others in ((two, three), (two,)):
        caplog.clear()
        check_with(monkeypatch, *others)
        with pytest.raises(BackendMismatch) as raised:
            confirmed(one, "ecadd", (b"\1", b"\2"), nothing)
        assert not isinstance(raised.value, plus.PrecompileFailure)
        assert "backends.get('one').ecadd(bytes.fromhex('01'), bytes.fromhex('02'))" in str(raised.value)
        assert len(caplog.records) == 1
    assert not in_service.withdrawn


def test_with_one_other_implementation_a_lie_ends_the_call(monkeypatch: pytest.MonkeyPatch) -> None:
    if routing.why_missing("arkworks"):
        pytest.skip("needs arkworks")
    replace(monkeypatch, "arkworks", Lying(in_service.load("arkworks"), always), check=False)
    plus.install(verify=1)
    given = f"'arkworks' gives {flip(bytes(96)).hex()}, 'reference' gives {bytes(96).hex()} for "
    with pytest.raises(BackendMismatch, match=given):
        run("bls12_g1add", bytes(256))
    assert routing.why_missing("arkworks") is None


class Refusing(Lying):
    """Refuses what the honest one takes, and takes what it refuses."""

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(self.honest, attribute)

        def call(*arguments: Any) -> Any:
            try:
                value(*arguments)
            except plus.InvalidPoint:
                return bytes(64)
            raise plus.InvalidPoint("refused")

        return call if attribute in cross_check.OPERATIONS else value


def test_a_wrong_refusal_is_not_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    replace(monkeypatch, FASTEST, Refusing(in_service.load(FASTEST), always), check=False)
    plus.install(verify=1)
    assert run("ecadd", G_PLUS_G) == (TWO_G, 150, JUDGE)
    assert f"{FASTEST!r} gives refusal, {JUDGE!r} gives {TWO_G.hex()}" in in_service.withdrawn[FASTEST]


def test_a_wrong_acceptance_is_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    replace(monkeypatch, FASTEST, Refusing(in_service.load(FASTEST), always), check=False)
    plus.install(verify=1)
    with pytest.raises(plus.InvalidPoint, match=r"not below|not a point"):  # as the judge says it
        run("ecadd", word(P) + word(2))
    assert in_service.withdrawn.keys() == {FASTEST}
    assert f"{FASTEST!r} gives {bytes(64).hex()}, {JUDGE!r} gives refusal" in in_service.withdrawn[FASTEST]


# Crashes: no answer, no evidence against another, and never the answer to a call.


class Crashing(Lying):
    """Breaks down where `Lying` lies; all crashes are alike."""

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(self.honest, attribute)
        if attribute not in cross_check.OPERATIONS:
            return value

        def call(*arguments: Any) -> Any:
            if not self.lies(next(self.calls)):
                return value(*arguments)
            self.told.append((attribute, arguments))
            raise RecursionError("maximum recursion depth exceeded")

        return call


CRASH = "RecursionError: maximum recursion depth exceeded"


def test_a_backend_that_breaks_down_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    replace(monkeypatch, FASTEST, Crashing(in_service.load(FASTEST), always), check=False)
    plus.install(verify=1)
    assert run("ecadd", G_PLUS_G) == (TWO_G, 150, JUDGE)
    assert f"{FASTEST!r} gives {CRASH}, {JUDGE!r} gives {TWO_G.hex()}" in in_service.withdrawn[FASTEST]
    assert in_service.withdrawn.keys() == {FASTEST}


def test_one_that_breaks_down_in_a_call_that_is_not_drawn_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    routing.verify(0.5, "a test")
    checked = CrossChecked(Crashing(in_service.load(FASTEST), always), nothing, lambda: 0.9)
    assert checked.answer("ecadd", G_PLUS_G[:64], G_PLUS_G[64:]) == (TWO_G, JUDGE)
    assert in_service.withdrawn.keys() == {FASTEST}
    with pytest.raises(plus.InvalidPoint):
        CrossChecked(in_service.load("pure"), nothing, lambda: 0.9).ecadd(word(1) * 2, bytes(64))
    assert in_service.withdrawn.keys() == {FASTEST}


@pytest.mark.parametrize("place", range(3))
def test_two_crashes_alike_outvote_nobody(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever is the one that answers: alone it is not confirmed, with a second one it is."""
    backends: list[Any] = [Crashing(in_service.load(name), always) for name in ("gmpy2", "pure")]
    backends.insert(place, reference)
    first, *others = backends
    check_with(monkeypatch, *others)
    with pytest.raises(BackendMismatch) as raised:
        confirmed(first, "ecadd", (G_PLUS_G[:64], G_PLUS_G[64:]), nothing)
    for part in (f"'gmpy2' gives {CRASH}", f"'pure' gives {CRASH}", f"'reference' gives {TWO_G.hex()}"):
        assert part in str(raised.value)
    assert not in_service.withdrawn
    if FASTEST == "native":
        check_with(monkeypatch, *others, in_service.load("native"))
        outcome = confirmed(first, "ecadd", (G_PLUS_G[:64], G_PLUS_G[64:]), nothing)
        assert outcome == ("reference", TWO_G, None, None)
        assert in_service.withdrawn.keys() == {"gmpy2", "pure"}


def test_a_crash_that_nobody_can_judge_is_a_mismatch(monkeypatch: pytest.MonkeyPatch) -> None:
    check_with(monkeypatch)
    plus.install(verify=1)
    crashing = CrossChecked(Crashing(in_service.load(FASTEST), always), nothing)
    with pytest.raises(BackendMismatch, match=f"{FASTEST!r} gives {CRASH} for ") as raised:
        crashing.ecadd(G_PLUS_G[:64], G_PLUS_G[64:])
    assert isinstance(raised.value.__cause__, RecursionError)


# With nobody independent left.


@pytest.mark.parametrize("others", [(), ("pure",)])
def test_what_cannot_be_checked_is_answered_and_said_once(
    others: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """pure is no check of gmpy2."""
    check_with(monkeypatch, *map(in_service.load, others))
    plus.install(verify=1)
    gmpy2 = CrossChecked(in_service.load("gmpy2"), nothing)
    for _ in range(3):
        assert gmpy2.answer("ecadd", G_PLUS_G[:64], G_PLUS_G[64:]) == (TWO_G, "gmpy2")
    said = "ecadd cannot be cross-checked here: no independent implementation is in service"
    assert [record.getMessage() for record in caplog.records] == [said]


@pytest.mark.parametrize("others", [(), ("pure",)])
def test_an_answer_of_a_withdrawn_backend_is_never_given_unchecked(
    others: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    check_with(monkeypatch, *map(in_service.load, others))
    plus.install(verify=0.5)
    for draw in (0.1, 0.9):
        chosen_before = CrossChecked(in_service.load("gmpy2"), nothing, lambda draw=draw: draw)  # type: ignore[misc]
        in_service.withdrawn["gmpy2"] = "why it is out"
        with pytest.raises(BackendMismatch, match=f"'gmpy2' gives {TWO_G.hex()}.*; none is confirmed"):
            chosen_before.ecadd(G_PLUS_G[:64], G_PLUS_G[64:])


def test_what_confirms_a_withdrawn_backend_gives_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    check_with(monkeypatch, reference)
    plus.install(verify=1)
    checked = CrossChecked(in_service.load("gmpy2"), nothing)
    in_service.withdrawn["gmpy2"] = "why it is out"
    assert checked.answer("ecadd", G_PLUS_G[:64], G_PLUS_G[64:]) == (TWO_G, "reference")


def test_info_says_what_cannot_be_checked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    assert info().unverifiable == ("point_evaluation",)
    in_service.withdrawn["reference"] = "why it is out"
    expected = {"point_evaluation"}
    for operation in cross_check.OPERATIONS:
        able = {FAMILY.get(name, name) for name in routing.active_backends(operation)}
        expected |= {operation} if len(able) == 1 else set()
    assert set(info().unverifiable) == expected != {"point_evaluation"}
    assert f"no second implementation here for: {', '.join(info().unverifiable)}" in "".join(
        info_lines(info())
    )


def test_point_evaluation_says_once_that_it_is_not_checked(caplog: pytest.LogCaptureFixture) -> None:
    shape = next(shape for shape in starts("point_evaluation") if shape.kind.startswith("valid"))
    data = make("point_evaluation", shape)
    run("point_evaluation", data)
    assert not caplog.records
    plus.install(verify=0.5)
    for _ in range(2):
        run("point_evaluation", data)
    said = "point_evaluation cannot be cross-checked here: no independent implementation is in service"
    assert [record.getMessage() for record in caplog.records] == [said]


# The name of who answered.


def test_a_name_is_of_its_own_answer_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that another had to answer leaves nothing behind for the next."""
    routing.verify(1, "a test")
    checked = CrossChecked(Lying(in_service.load(FASTEST), lambda number: number == 1), nothing)
    assert checked.ecadd(G_PLUS_G[:64], G_PLUS_G[64:]) == TWO_G
    assert checked.name == FASTEST
    in_service.withdrawn.clear()
    assert checked.answer("ecadd", G_PLUS_G[:64], G_PLUS_G[64:]) == (TWO_G, FASTEST)


# What the rest of the package says and does then.


def test_out_of_service_means_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    replace(monkeypatch, FASTEST, Lying(in_service.load(FASTEST), once_in(1000)))
    monkeypatch.setenv(cross_check.VARIABLE, "1")
    routing.reset()
    answers = [run("ecadd", G_PLUS_G) for _ in range(1000)]
    assert {answer.output for answer in answers} == {TWO_G}
    first = next(index for index, answer in enumerate(answers) if answer.backend != FASTEST)
    assert answers[first].backend == JUDGE
    assert {answer.backend for answer in answers[first + 1 :]} == {CHECKER}
    assert run("modexp", modexp_call(b"\3", b"\5", b"\7")).backend != FASTEST
    reason = routing.why_missing(FASTEST) or ""
    assert f"{FASTEST!r} gives {flip(TWO_G).hex()}, {JUDGE!r} gives {TWO_G.hex()}" in reason
    assert FASTEST not in routing.active_backends()
    for _ in range(1000):
        assert routing.get(FASTEST).ecadd(G_PLUS_G[:64], G_PLUS_G[64:]) == TWO_G
    assert any(FASTEST in line and "backends differ" in line for line in info_lines(info()))
    assert any("cross-checked: 1 of all" in line for line in info_lines(info()))
    monkeypatch.setenv(routing.VARIABLE, FASTEST)
    for rate in (1, 0):
        plus.install(verify=rate)
        with pytest.raises(BackendMismatch, match="backends differ"):
            run("ecadd", G_PLUS_G)
    with pytest.raises(BackendMismatch, match="backends differ"):
        routing.get(FASTEST)


def test_an_operation_that_nobody_is_left_for(monkeypatch: pytest.MonkeyPatch) -> None:
    in_service.withdrawn["cryptography"] = "why it is out"
    monkeypatch.setattr("evm_precompiles_plus.backends.names.NAMES", ("cryptography",))
    with pytest.raises(BackendUnavailable, match=r"'p256verify' \(why it is out\)"):
        routing.for_operation("p256verify")


def test_every_operation_has_a_second_implementation() -> None:
    assert set(cross_check.UNCHECKED) <= {row.name for row in TABLE}
    for operation in cross_check.OPERATIONS:
        for name in routing.active_backends(operation):
            assert cross_check._others(name, operation), (name, operation)


def test_a_wide_modulus_is_checked_by_whoever_is_there() -> None:
    modulus = (2**2048 - 1942289).to_bytes(256, "big")
    call = (b"\3", (2**2048 - 1942290).to_bytes(256, "big"), modulus)
    right = pow(3, 2**2048 - 1942290, 2**2048 - 1942289).to_bytes(256, "big")
    for name in routing.active_backends("modexp"):
        liar = Lying(in_service.load(name), always)
        outcome = confirmed(liar, "modexp", call, nothing)
        assert outcome.answer == right and outcome.backend != name
        routing.reset()


# Hosts.


def loop_code(times: int) -> bytes:
    """Sum = Sum + G so many times by ECADD: Sum is in storage slots 0 and 1, and in memory at 0; G at 64."""
    start = "5f545f5260015460205260016040526002606052" + f"61{times:04x}"
    body = "60405f60805f5f60065af1" + "15603c57" + "6001900380"
    destination = len(bytes.fromhex(start))
    code = f"{start}5b{body}60{destination:02x}57" + "5f515f5560205160015500"
    failed = len(bytes.fromhex(code))
    return bytes.fromhex(code.replace("15603c57", f"1560{failed:02x}57") + "5b5f5ffd")


CONTRACT = Address(b"\xcc" * 20)


def state_root_after(blocks: int = 2, times: int = 600) -> bytes:
    """The state root of a chain whose blocks have a transaction each, with `times` calls of ECADD."""
    state: dict[bytes, Any] = {SENDER: {"balance": 10**24}, CONTRACT: {"code": loop_code(times)}}
    chain = new_chain((0, PragueVM), state=state)
    for nonce in range(blocks):
        transaction = signed(to=CONTRACT, nonce=nonce, gas=2_000_000)
        chain.mine_all([transaction])
    root: bytes = chain.get_canonical_head().state_root
    return root


FAULTS = {
    "a liar": (Lying, (FASTEST,)),
    "a crasher": (Crashing, (FASTEST,)),
    "two crashers alike": (Crashing, (FASTEST, CHECKER)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_state_root_of_a_chain_with_faults_in_it(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is right; where the two crashers are all but one implementation, there may be no root at all."""
    kind, faulty = FAULTS[fault]
    right = state_root_after(1, 60)
    doubles = {name: kind(in_service.load(name), once_in(40)) for name in faulty}
    for name, double in doubles.items():
        monkeypatch.setattr(f"evm_precompiles_plus.backends.{name}.backend", double)
    monkeypatch.setattr(in_service, "check", lambda backend: None)
    routing.reset()
    nearly_lost = len(faulty) == 2 and FASTEST == "gmpy2"
    with plus.installed(verify=1):
        root = root_or_mismatch(1, 60)
    assert root == right or (nearly_lost and root is None)
    if not nearly_lost:
        assert [len(double.told) for double in doubles.values()] == [1] * len(faulty)
        assert in_service.withdrawn.keys() == set(faulty)


def root_or_mismatch(blocks: int, times: int) -> bytes | None:
    try:
        return state_root_after(blocks, times)
    except BackendMismatch:
        return None


def test_a_liar_that_nobody_checks_changes_the_state_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """So the chain notices what the others of these tests plant in it."""
    right = state_root_after(1, 60)
    replace(monkeypatch, FASTEST, Lying(in_service.load(FASTEST), once_in(40)), check=False)
    with plus.installed():
        assert state_root_after(1, 60) != right


def test_the_state_root_with_the_last_backend_out_of_service(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain goes on with what it has chosen before: alone it is believed, out of service it is not."""
    right = state_root_after(1, 20)
    check_with(monkeypatch)
    with plus.installed(verify=1):
        chosen = routing.answering("ecadd")
        monkeypatch.setattr(routing, "answering", cache(lambda operation: chosen))
        assert state_root_after(1, 20) == right
        in_service.withdrawn[FASTEST] = "why it is out"
        with pytest.raises(
            BackendMismatch, match=f"^backends differ: {FASTEST!r} gives .*; none is confirmed"
        ):
            state_root_after(1, 20)


def test_an_honest_chain_ends_as_stock_does() -> None:
    stock = state_root_after(1, 50)
    with plus.installed(verify=1):
        assert state_root_after(1, 50) == stock
    with plus.installed():
        assert state_root_after(1, 49) != stock
    assert not in_service.withdrawn


def test_what_nobody_confirms_ends_py_evms_run(monkeypatch: pytest.MonkeyPatch) -> None:
    check_with(monkeypatch, lying(CHECKER))
    gives = "gives ([0-9a-f]{128})"
    told = f"{FASTEST!r} {gives}, {CHECKER!r} {gives} for .*; none is confirmed"
    with plus.installed(verify=1), pytest.raises(BackendMismatch, match=told) as raised:
        state_root_after(1, 3)
    found = re.search(told, str(raised.value))
    assert found and bytes.fromhex(found[2]) == flip(bytes.fromhex(found[1]))


def test_the_executable_spec_as_host(monkeypatch: pytest.MonkeyPatch) -> None:
    from spec_host import GAS, mapping, outcome

    own = own_table("prague")[ECADD]
    calls = [word(1) + word(2) + word(1) + word(2 if number % 2 else P - 2) for number in range(40)]
    expected = [outcome(own, data, GAS) for data in calls]
    assert not any(error for _, _, error in expected)
    replace(monkeypatch, FASTEST, Lying(in_service.load(FASTEST), once_in(25)))
    with eels.installed(verify=1):
        assert [outcome(mapping("prague")[ECADD], data, GAS) for data in calls] == expected
    assert FASTEST in in_service.withdrawn
    check_with(monkeypatch, lying(CHECKER))
    with eels.installed(verify=1):
        assert outcome(mapping("prague")[ECADD], calls[1], GAS)[2] == (
            "BackendMismatch of evm_precompiles_plus.errors"
        )


def test_scalars_up_to_the_order_are_the_same_everywhere() -> None:
    with plus.installed(verify=1):
        for scalar in (0, 1, N - 1, N, 2**256 - 1):
            product = point_bytes(mul_double_and_add(BN254, scalar % N, (1, 2)))
            assert run("ecmul", word(1) + word(2) + word(scalar)).output == product
    assert not in_service.withdrawn
