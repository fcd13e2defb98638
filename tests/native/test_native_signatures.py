"""The kernels of ECRECOVER and P256VERIFY: constants, named edges, and random signatures, valid and almost.

The oracles are libsecp256k1 (coincurve), OpenSSL (cryptography), and for the edges of recovery the sums of
`arithmetic/curves` over plain integers, which `tests/arithmetic/test_ecdsa.py` tries exhaustively.
"""

import random
from collections.abc import Iterator

import pytest
from generator_tables import files
from kernels import _kernels, use_body

from evm_precompiles_plus import backends
from evm_precompiles_plus.arithmetic.curves import ecdsa
from evm_precompiles_plus.arithmetic.curves.jacobian import Affine
from evm_precompiles_plus.arithmetic.curves.multiply import FixedBase, fixed_base, mul_add
from evm_precompiles_plus.arithmetic.curves.params import SECP256K1, SECP256R1, Curve
from evm_precompiles_plus.arithmetic.hashes.address import address_word

K1, R1 = fixed_base(SECP256K1), fixed_base(SECP256R1)
# A signature and what it signs: z, r, s, then the parity of R's y, or the key.
Recovery = tuple[int, int, int, int]
Verification = tuple[int, int, int, Affine]


def word(value: int) -> bytes:
    return int(value).to_bytes(32, "big")


@pytest.fixture(autouse=True, params=["adx", "portable"])
def variant(request: pytest.FixtureRequest) -> Iterator[None]:
    with use_body(request.param):
        yield


def multiple(base: FixedBase, k: int) -> Affine:
    point = mul_add(base, k % base[0].N, 0, (base[0].Gx, base[0].Gy))
    assert point is not None
    return point


def test_the_tables_are_what_their_program_writes() -> None:
    for path, text in files().items():
        assert path.read_text() == text, path


# ECRECOVER


def recovered(case: Recovery) -> bytes:
    z, r, s, odd = case
    return _kernels.ecrecover(word(z), word(r) + word(s) + bytes([odd]))


def expected_address(case: Recovery) -> bytes:
    z, r, s, odd = case
    key = ecdsa.recover(K1, z, odd == 1, r, s)
    return address_word(word(key[0]) + word(key[1])) if key else b""


def recovery_edges() -> Iterator[tuple[str, Recovery]]:
    curve, N, P = SECP256K1, int(SECP256K1.N), int(SECP256K1.P)
    k, s = 0x1234567890ABCDEF << 77, 0xFEDCBA98 << 190
    x, y = map(int, multiple(K1, k))
    yield "s is N - 1", (5, x, N - 1, y & 1)
    yield "s is 1", (5, x, 1, y & 1)
    yield "the digest is 0", (0, x, s, y & 1)
    yield "the digest is N", (N, x, s, y & 1)
    yield "the digest is all ones", (2**256 - 1, x, s, y & 1)
    yield "the key is infinity", (s * k % N, x, s, y & 1)
    yield "both multiples are the same point", (-s * k % N, x, s, y & 1)
    yield "R is the generator", (7, int(curve.Gx), s, int(curve.Gy) & 1)
    yield "R is -G", (7, int(curve.Gx), s, 1 - (int(curve.Gy) & 1))
    x = int(curve.Gx)
    yield "R is G, and one of each is added", (N - x, x, x, int(curve.Gy) & 1)
    lifted = (r for r in range(N - 1, N - 40, -1) if ecdsa.lift_x(curve, r, False))
    yield "r is as near below N as can be", (3, next(lifted), s, 1)
    for r in range(P - N - 3, P - N + 4):
        yield f"r is P - N + {r - (P - N)}", (3, r, s, 0)
    for r in range(1, 12):
        yield f"r is {r}", (3, r, 2, r & 1)
    half = (N + 1) // 2
    yield "s is the smallest high one", (9, x, half, y & 1)


@pytest.mark.parametrize(("name", "case"), [pytest.param(*edge, id=edge[0]) for edge in recovery_edges()])
def test_recovery_edges(name: str, case: Recovery) -> None:
    expected = expected_address(case)
    assert recovered(case) == expected
    if name == "the key is infinity":
        assert expected == b""
    if name == "both multiples are the same point":
        assert expected


@pytest.mark.parametrize("value", [0, int(SECP256K1.N), int(SECP256K1.N) + 1, 2**256 - 1])
def test_recovery_refuses_what_is_no_scalar(value: int) -> None:
    x = int(SECP256K1.Gx)
    assert recovered((1, value, 1, 0)) == recovered((1, x, value, 0)) == b""
    assert recovered((1, x, 1, 2)) == b""


def random_recoveries(seed: int, count: int) -> Iterator[Recovery]:
    """Yield signatures of random numbers: half of the r have no point, and all others are someone's."""
    rng, N = random.Random(seed), int(SECP256K1.N)
    extremes = [1, 2, N - 1, N - 2, 2**128, 2**128 - 1, 2**255, N >> 1]
    for _ in range(count):
        z, r, s = (rng.choice(extremes) if rng.random() < 0.05 else rng.randrange(1, N) for _ in range(3))
        yield z, r, s, rng.randrange(2)


@pytest.mark.parametrize("count", [600, pytest.param(100_000, marks=pytest.mark.slow)])
def test_random_recoveries(count: int) -> None:
    library = pytest.importorskip("evm_precompiles_plus.backends.coincurve").backend
    for case in random_recoveries(count, count):
        z, r, s, odd = case
        theirs = library.ecrecover(word(z), word(r) + word(s) + bytes([odd]))
        assert recovered(case) == theirs, case


# P256VERIFY


def verified(case: Verification) -> bool:
    z, r, s, key = case
    return _kernels.p256verify(word(z), word(r) + word(s), word(key[0]) + word(key[1]))


def signed(u: int, v: int, point: Affine) -> Verification:
    """Return a signature under the key Q for which [u]G + [v]Q is the point."""
    N = int(SECP256R1.N)
    rest = mul_add(R1, -u % N, 1, point)
    assert rest is not None
    key = mul_add(R1, 0, pow(v, -1, N), rest)
    assert key is not None
    r = int(point[0]) % N
    s = r * pow(v, -1, N) % N
    return u * s % N, r, s, key


def verification_edges() -> Iterator[tuple[str, Verification, bool]]:
    curve, N, P = SECP256R1, int(SECP256R1.N), int(SECP256R1.P)
    u, v = 0xABCDEF << 150, 0x987654321 << 200
    R = multiple(R1, 0x77777 << 111)
    yield "R has a large x", signed(u, v, R), True
    past = next(point for x in range(N, P) if (point := ecdsa.lift_x(curve, x, True)))
    yield "x is N or above", signed(u, v, past), True
    z, r, s, key = signed(u, v, past)
    yield "x is N or above, r one less", (z, r - 1, s, key), False
    yield "the digest is 0", signed(0, v, R), True
    z, r, s, key = signed(u, v, R)
    yield "the digest is one more", (z + 1, r, s, key), False
    yield "s is the other one", (z, r, N - s, key), True
    yield "the key is -Q", (z, r, s, (key[0], P - key[1])), False
    k = 0x3141592653589793 << 60
    r = int(multiple(R1, 2 * k)[0])
    yield "both multiples are the same point", (r * 7, r, r * 7 * pow(k, -1, N) % N, multiple(R1, 7)), True
    yield "the sum is infinity", (-r * 7 % N, r, 5, multiple(R1, 7)), False
    for x in (x for x in range(30) if ecdsa.lift_x(curve, x, True)):
        small = ecdsa.lift_x(curve, x, True)
        assert small is not None
        point = mul_add(R1, u, v, small)
        assert point is not None
        r = int(point[0]) % N
        s = r * pow(v, -1, N) % N
        yield f"the key's x is {x}", (u * s % N, r, s, small), True
        yield f"the key's x is {x}, y is off the curve", (u * s % N, r, s, (small[0], small[1] - 1)), False
    x, y = int(curve.Gx), int(curve.Gy)
    yield "the key is off the curve, and R is the key", (0, x, x, (x, y + 1)), False
    yield "the key is G and so is R", (0, int(curve.Gx), int(curve.Gx), (curve.Gx, curve.Gy)), True


@pytest.mark.parametrize(
    ("case", "expected"), [pytest.param(case, valid, id=name) for name, case, valid in verification_edges()]
)
def test_verification_edges(case: Verification, expected: bool) -> None:
    z, r, s, key = case
    case = (z % 2**256, r, s, key)
    assert verified(case) is expected
    openssl = backends.get("cryptography")
    theirs = openssl.p256verify(word(case[0]), word(r) + word(s), word(key[0]) + word(key[1]))
    assert theirs is expected


def test_verification_refuses_what_is_out_of_range() -> None:
    z, r, s, (x, y) = signed(5, 6, multiple(R1, 99))
    N, P = int(SECP256R1.N), int(SECP256R1.P)
    assert verified((z, r, s, (x, y)))
    for bad in (0, N, 2**256 - 1):
        assert not verified((z, bad, s, (x, y))) and not verified((z, r, bad, (x, y)))
    for bad in (P, 2**256 - 1):
        assert not verified((z, r, s, (bad, y))) and not verified((z, r, s, (x, bad)))
    assert not verified((z, r, s, (0, 0)))


def almost_valid(curve: Curve, seed: int, count: int) -> Iterator[Verification]:
    """Yield signatures, in every second of which one bit is flipped."""
    rng, N = random.Random(seed), int(curve.N)
    for number in range(count):
        d, k, z = rng.randrange(1, N), rng.randrange(1, N), rng.randrange(2**256)
        r = int(multiple(R1, k)[0]) % N
        fields = [z, r, pow(k, -1, N) * (z + r * d) % N]
        if number % 2:
            fields[rng.randrange(3)] ^= 1 << rng.randrange(256)
        yield fields[0], fields[1], fields[2], multiple(R1, d)


@pytest.mark.parametrize("count", [60, pytest.param(20_000, marks=pytest.mark.slow)])
def test_almost_valid_signatures(count: int) -> None:
    openssl = backends.get("cryptography")
    answers = set()
    for case in almost_valid(SECP256R1, count, count):
        z, r, s, key = case
        if not (0 < r < SECP256R1.N and 0 < s < SECP256R1.N):
            assert not verified(case)
            continue
        theirs = openssl.p256verify(word(z), word(r) + word(s), word(key[0]) + word(key[1]))
        assert verified(case) is theirs, case
        answers.add(theirs)
    assert answers == {True, False}


def test_arguments_are_checked() -> None:
    for arguments in ((b"", bytes(65)), (bytes(32), bytes(64)), ("x", bytes(65)), (bytes(32),)):
        with pytest.raises((TypeError, ValueError)):
            _kernels.ecrecover(*arguments)
    for wrong in (
        (b"", bytes(64), bytes(64)),
        (bytes(32), bytes(65), bytes(64)),
        (bytes(32), bytes(64), b""),
    ):
        with pytest.raises(ValueError):
            _kernels.p256verify(*wrong)
