"""The reference that judges between backends: right by those that share no code with it."""

import random
from functools import partial

import pytest
from bls12_points import OUTSIDE, bad_points, g1, g2
from calls import OFF_CURVE, OUT_OF_FIELD, P, bn254_edge_calls, modexp_edge_calls, point_bytes, word
from plain_p256 import GOOD, VALID
from recoverable import call_data, signed

from evm_precompiles_plus import routing, run
from evm_precompiles_plus.arithmetic.curves.params import SECP256K1, SECP256R1
from evm_precompiles_plus.backends.names import NAMES
from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.errors import PrecompileFailure
from evm_precompiles_plus.trust import cross_check
from evm_precompiles_plus.trust.reference import backend as reference
from evm_precompiles_plus.trust.self_check import check

H = bytes.fromhex(
    "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
    "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"
    "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"
    "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls go to the reference."""
    by_reference = partial(cross_check.answering, reference)
    monkeypatch.setattr(routing, "answering", by_reference)
    monkeypatch.setattr(routing, "answering_modexp", lambda *operands: by_reference("modexp"))


def answer(name: str, data: bytes) -> bytes | None:
    try:
        return run(name, data).output
    except PrecompileFailure:
        return None


def agrees_with_the_spec(name: str, data: bytes) -> bytes | None:
    given = answer(name, data)
    assert given == spec_call(name, "osaka")(data).output, (name, data.hex())
    return given


def test_it_is_no_backend_by_name() -> None:
    assert reference.name not in NAMES
    with pytest.raises(ValueError, match="choose from"):
        routing.get(reference.name)


def test_it_answers_the_known_questions() -> None:
    check(reference)


@pytest.mark.usefixtures("asked")
def test_edges_of_bn254() -> None:
    answers = [agrees_with_the_spec(name, data) for name, data in list(bn254_edge_calls())[::3]]
    assert None in answers and bytes(64) in answers


@pytest.mark.usefixtures("asked")
def test_edges_of_modexp() -> None:
    for data in list(modexp_edge_calls())[::3]:
        agrees_with_the_spec("modexp", data)


@pytest.mark.usefixtures("asked")
def test_pairings() -> None:
    g, negative = word(1) + word(2), word(1) + word(P - 2)
    assert run("ecpairing", b"").output == word(1)
    assert run("ecpairing", bytes(192)).output == word(1)
    assert run("ecpairing", g + H + bytes(192)).output == word(0)
    assert run("ecpairing", g + H + negative + H).output == word(1)
    assert run("ecpairing", g + bytes(128) + bytes(64) + H).output == word(1)
    for bad in (*OFF_CURVE, *OUT_OF_FIELD):
        assert answer("ecpairing", point_bytes(bad) + H) is None
    for bad_h in (word(P) + H[32:], H[:96] + word(P), H[32:] + H[:32], word(0) * 3 + word(1)):
        assert answer("ecpairing", g + bad_h) is None
        assert answer("ecpairing", bytes(64) + bad_h) is None


def test_a_point_of_the_twist_outside_the_subgroup(asked: None) -> None:
    from twist import g2_bytes, random_twist_point

    outside = g2_bytes(random_twist_point(random.Random(5)))
    assert answer("ecpairing", bytes(64) + outside) is None
    assert spec_call("ecpairing", "osaka")(bytes(64) + outside).output is None


@pytest.mark.usefixtures("asked")
def test_signatures() -> None:
    rng = random.Random(29)
    for _ in range(10):
        digest, parity, r, s, address = signed(rng)
        assert run("ecrecover", call_data(digest, 27 + parity, r, s)).output == address
        agrees_with_the_spec("ecrecover", call_data(digest, 28 - parity, r, s))
        agrees_with_the_spec("ecrecover", call_data(word(rng.getrandbits(256)), 27, rng.getrandbits(255), s))
    # R = G with k = 1, z = s: the key would be the point at infinity.
    x, parity = int(SECP256K1.Gx), int(SECP256K1.Gy) & 1
    assert agrees_with_the_spec("ecrecover", call_data(word(9), 27 + parity, x, 9)) == b""
    assert agrees_with_the_spec("ecrecover", call_data(word(9), 28 - parity, x, 9)) != b""
    assert run("p256verify", GOOD).output == VALID
    n = int(SECP256R1.N)
    for position in range(0, 160, 16):
        bad = GOOD[:position] + bytes([GOOD[position] ^ 1]) + GOOD[position + 1 :]
        assert run("p256verify", bad).output == agrees_with_the_spec("p256verify", bad) == b""
    twin = GOOD[:64] + word(n - int.from_bytes(GOOD[64:96], "big")) + GOOD[96:]
    assert run("p256verify", twin).output == VALID


@pytest.mark.usefixtures("asked")
def test_blake2f() -> None:
    rng = random.Random(152)
    for rounds in (0, 1, 9, 10, 12, 25):
        for flag in (0, 1):
            agrees_with_the_spec("blake2f", rounds.to_bytes(4, "big") + rng.randbytes(208) + bytes([flag]))


def test_bls12_381_agrees_with_arkworks() -> None:
    """The executable spec computes with py_ecc, as the reference does, so it is no judge here."""
    arkworks = routing.get("arkworks")

    def outcome(backend: object, operation: str, *arguments: object) -> object:
        try:
            return getattr(backend, operation)(*arguments)
        except PrecompileFailure:
            return None

    def agree(operation: str, *arguments: object) -> object:
        given = outcome(reference, operation, *arguments)
        assert given == outcome(arkworks, operation, *arguments), operation
        return given

    def strip(padded: bytes) -> bytes:
        return b"".join(padded[start + 16 : start + 64] for start in range(0, len(padded), 64))

    scalars = [word(7), word(2**256 - 1)]
    for group, point in ((1, g1), (2, g2)):
        one, five, minus_five = strip(point(1)), strip(point(5)), strip(point(-5))
        zero, outside = bytes(len(one)), strip(OUTSIDE[group])
        # Those that the precompile has refused before, for their padding, are not a backend's concern.
        bad = [strip(each) for each in bad_points(group) if each[:16] == bytes(16)][:6]
        for left in (one, five, zero, outside, *bad):
            for right in (five, minus_five, zero):
                agree(f"bls12_g{group}_add", left, right)
            agree(f"bls12_g{group}_msm", [left, five], scalars)
        assert agree(f"bls12_g{group}_add", five, minus_five) == zero
        assert agree(f"bls12_g{group}_msm", [outside], scalars[:1]) is None
    p, q, minus_p = strip(g1(3)), strip(g2(5)), strip(g1(-3))
    assert agree("bls12_pairing", [p, minus_p], [q, q]) is True
    assert agree("bls12_pairing", [p], [q]) is False
    assert agree("bls12_pairing", [strip(OUTSIDE[1])], [q]) is None
    assert agree("bls12_pairing", [bytes(96)], [strip(OUTSIDE[2])]) is None
    for number in (0, 1, 2**380):
        element = number.to_bytes(48, "big")
        agree("bls12_map_fp_to_g1", element)
        agree("bls12_map_fp2_to_g2", element + (number + 1).to_bytes(48, "big"))
