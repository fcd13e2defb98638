"""P256VERIFY against plain P-256 arithmetic, the executable spec, and published vectors."""

import json
import random
from pathlib import Path

import pytest
from plain_p256 import (
    DIGEST,
    GOOD,
    KEY,
    VALID,
    B,
    G,
    N,
    P,
    R,
    S,
    add,
    call_data,
    first_point_from,
    lift,
    multiply,
    signed_for,
)

from evm_precompiles_plus import UnknownPrecompile, routing, run
from evm_precompiles_plus.eels.spec import spec_call


def test_the_group_is_secp256r1() -> None:
    assert (G[1] ** 2 - G[0] ** 3 + 3 * G[0] - B) % P == 0
    assert multiply(N - 1, G) == (G[0], P - G[1])
    assert add(multiply(N - 1, G), G) is None
    assert pow(2, N - 1, N) == 1 == pow(2, P - 1, P)


def test_a_valid_signature_and_its_price() -> None:
    result = run("p256verify", GOOD)
    assert (result.output, result.gas) == (VALID, 6900)
    assert result.backend != "direct"
    assert run(0x100, GOOD, "bpo2") == run("0x100", GOOD, "osaka")


def test_there_is_no_low_s_rule() -> None:
    assert run("p256verify", call_data(DIGEST, R, N - S, KEY)).output == VALID
    assert min(S, N - S) <= N // 2 < max(S, N - S)


@pytest.mark.parametrize("position", range(5))
def test_any_other_word_makes_it_invalid(position: int) -> None:
    for bit in (0, 100, 255):
        changed = bytearray(GOOD)
        changed[32 * position + 31 - bit // 8] ^= 1 << bit % 8
        result = run("p256verify", bytes(changed))
        assert (result.output, result.gas) == (b"", 6900)


@pytest.mark.parametrize("length", [0, 1, 32, 159, 161, 192, 320])
def test_only_160_bytes_are_a_claim(length: int) -> None:
    assert run("p256verify", (GOOD * 2)[:length]) == (b"", 6900, "direct")


@pytest.mark.parametrize(("r", "s"), [(0, S), (R, 0), (0, 0), (N, S), (R, N), (R, N + 1), (2**256 - 1, S)])
def test_r_and_s_outside_the_group(r: int, s: int) -> None:
    assert run("p256verify", call_data(DIGEST, r, s, KEY)) == (b"", 6900, "direct")


def test_s_is_not_reduced() -> None:
    key, point = multiply(3, G), multiply(5, G)
    assert key is not None and point is not None
    r, s = point[0] % N, 9
    digest = (s * 5 - r * 3) % N
    assert run("p256verify", call_data(digest, r, s, key)).output == VALID
    assert run("p256verify", call_data(digest, r, s + N, key)).output == b""


def test_coordinates_are_not_reduced() -> None:
    x, y = KEY
    assert x + P < 2**256
    assert run("p256verify", call_data(DIGEST, R, S, (x + P, y))) == (b"", 6900, "direct")
    assert run("p256verify", call_data(DIGEST, R, S, (x, P))).output == b""


def test_an_x_of_zero_is_not_p() -> None:
    key = lift(0)
    assert key is not None
    digest, r, s = signed_for(key, 0xC0FFEE, 0xDECADE)
    assert run("p256verify", call_data(digest, r, s, key)).output == VALID
    assert run("p256verify", call_data(digest, r, s, (P, key[1]))) == (b"", 6900, "direct")


def test_an_x_of_the_order_or_more_is_compared_modulo_the_order() -> None:
    point = first_point_from(N)
    r = point[0] - N
    assert 0 < r < P - N
    s, digest = 0xABCDEF, 0x123456
    key = multiply(pow(r, -1, N), add(multiply(s, point), multiply(N - digest, G)))
    assert key is not None
    assert run("p256verify", call_data(digest, r, s, key)).output == VALID
    assert run("p256verify", call_data(digest, r + 1, s, key)).output == b""


@pytest.mark.parametrize("key", [(0, 0), (0, 1), (1, 1), (G[0], G[1] + 1), (P - 1, P - 1)])
def test_keys_off_the_curve(key: tuple[int, int]) -> None:
    assert run("p256verify", call_data(DIGEST, R, S, key)).output == b""


def test_a_signature_whose_point_is_infinity() -> None:
    key = multiply(N - 2, G)
    assert key is not None
    # u + v * (N - 2) = 0: the sum of the two products is infinity, and no r may match it.
    for r in (1, 2, G[0] % N):
        assert run("p256verify", call_data(2 * r % N, r, 1, key)).output == b""


def test_the_executable_spec_agrees() -> None:
    rng = random.Random(7951)
    oracle = spec_call("p256verify", "osaka")
    outputs = set()
    for _ in range(30):
        key = multiply(rng.randrange(1, N), G)
        assert key is not None
        digest, r, s = signed_for(key, rng.randrange(1, N), rng.randrange(1, N))
        if rng.random() < 0.5:
            r, s = rng.choice([(r, N - s), (s, r), (r + N, s), (r, 0), (N - r, s)])
        data = call_data(digest, r % 2**256, s, key)
        expected = oracle(data)
        result = run("p256verify", data)
        assert (result.output, result.gas) == (expected.output, expected.gas)
        outputs.add(result.output)
    assert outputs == {b"", VALID}


def test_prague_does_not_have_it() -> None:
    with pytest.raises(UnknownPrecompile):
        run("p256verify", GOOD, "prague")


def test_published_vectors(shared_fixtures: Path) -> None:
    cases = json.loads((shared_fixtures / "precompile-vectors/p256Verify.json").read_text())
    assert len(cases) == 782
    for case in cases:
        result = run("p256verify", bytes.fromhex(case["Input"]))
        assert (result.output.hex(), result.gas) == (case["Expected"], case["Gas"]), case["Name"]


def test_casebook(shared_fixtures: Path) -> None:
    casebook = json.loads((shared_fixtures / "precompile-vectors/casebook.json").read_text())
    cases = [case for case in casebook if case["precompile"] == "P256VERIFY"]
    assert len(cases) == 32
    for case in cases:
        result = run(case["address"], bytes.fromhex(case["input"][2:]))
        assert ("0x" + result.output.hex(), result.gas) == (case["expected"], case["gas"]), case["id"]


def test_published_vectors_on_every_backend(shared_fixtures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = json.loads((shared_fixtures / "precompile-vectors" / "p256Verify.json").read_text())
    assert len(vectors) == 782
    for name in routing.active_backends("p256verify"):
        monkeypatch.setenv(routing.VARIABLE, name)
        routing.reset()
        for vector in vectors:
            result = run("p256verify", bytes.fromhex(vector["Input"]), "osaka")
            assert result.output.hex() == vector["Expected"], (name, vector["Name"])
            assert result.gas == vector["Gas"] and result.backend in (name, "direct")
    monkeypatch.undo()
    routing.reset()
