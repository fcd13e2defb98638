"""ECRECOVER on every backend that has it: round trips, edges, the executable spec, published vectors."""

import json
import random
from pathlib import Path

import pytest
from calls import word
from recoverable import call_data, signed

from evm_precompiles_plus import routing, run
from evm_precompiles_plus.arithmetic.curves.params import SECP256K1
from evm_precompiles_plus.backends.base import Backend
from evm_precompiles_plus.eels.spec import spec_call

P, N = SECP256K1.P, SECP256K1.N
ABLE = routing.active_backends("ecrecover")


@pytest.fixture(params=ABLE)
def named(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Backend:
    """The backend that calls go to by name."""
    monkeypatch.setenv(routing.VARIABLE, request.param)
    routing.reset()
    request.addfinalizer(routing.reset)
    return routing.get(request.param)


def test_coincurve_and_ours_are_both_tested() -> None:
    assert set(ABLE) >= {"coincurve", "gmpy2", "pure"}


def test_signers_are_recovered(named: Backend) -> None:
    rng = random.Random(27)
    for _ in range(60):
        digest, parity, r, s, address = signed(rng)
        result = run("ecrecover", call_data(digest, 27 + parity, r, s))
        assert result == (address, 3000, named.name)
        # The negated signature is as good: EIP-2's low-s rule is not the precompile's.
        assert run("ecrecover", call_data(digest, 28 - parity, r, N - s)).output == address
        assert run("ecrecover", call_data(digest, 28 - parity, r, s)).output != address


def test_edges_agree_with_the_spec(named: Backend) -> None:
    rng = random.Random(28)
    oracle = spec_call("ecrecover", "cancun")
    digest, parity, r, s, _ = signed(rng)
    v = 27 + parity
    edges = (0, 1, 2, 5, N - 1, N, N + 1, P - N, P - 1, P, 2**255, 2**256 - 1)
    digests = (bytes(32), word(1), word(N), word(N - 1), word(N + 1), b"\xff" * 32)
    calls = [call_data(digest, v, edge, s) for edge in edges]
    calls += [call_data(digest, v, r, edge) for edge in edges]
    calls += [call_data(other, v, r, s) for other in digests]
    calls += [
        call_data(digest, other, r, s) for other in (0, 1, 26, 29, 255, 27 + 2**8, 28 + 2**64, v + 2**255)
    ]
    # R = G with s = z makes the key infinity; with s = -z it is -2zG, whose sum is a doubling.
    z = int.from_bytes(digest, "big") % N
    calls += [call_data(digest, w, SECP256K1.Gx, t) for w in (27, 28) for t in (z, N - z)]
    full = call_data(digest, v, r, s)
    calls += [full[:size] for size in (0, 31, 32, 63, 64, 95, 96, 127)] + [full + b"\xff" * 40]
    outputs = set()
    for data in calls:
        given = run("ecrecover", data, "cancun")
        assert given[:2] == oracle(data)[:2], data.hex()
        outputs.add(len(given.output))
    assert outputs == {0, 32}


def test_backends_agree_on_random_words() -> None:
    """Half of all r are no point's x; the others recover a key that nobody has."""
    rng = random.Random(29)
    contestants = [routing.get(name) for name in ABLE]
    for _ in range(100):
        digest, signature = rng.randbytes(32), word(rng.randrange(1, N)) + word(rng.randrange(1, N))
        addresses = {
            backend.ecrecover(digest, signature + bytes([rng.randrange(1)])) for backend in contestants
        }
        assert len(addresses) == 1


def test_published_vectors(named: Backend, shared_fixtures: Path) -> None:
    vectors = json.loads((shared_fixtures / "precompile-vectors" / "ecRecover.json").read_text())
    assert len(vectors) == 5
    for vector in vectors:
        result = run(0x01, bytes.fromhex(vector["Input"]), "frontier")
        assert result.output.hex() == vector["Expected"], vector["Name"]
        assert result.gas == vector["Gas"] == 3000


def test_casebook(named: Backend, shared_fixtures: Path) -> None:
    cases = json.loads((shared_fixtures / "precompile-vectors" / "casebook.json").read_text())
    ours = [case for case in cases if case["precompile"] == "ECRECOVER"]
    assert len(ours) == 46
    for case in ours:
        result = run("ecrecover", bytes.fromhex(case["input"][2:]), case["forks"][0])
        assert "0x" + result.output.hex() == case["expected"], case["id"]
