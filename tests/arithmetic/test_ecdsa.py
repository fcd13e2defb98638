"""secp256k1 and secp256r1: their constants, both sums, and recovery and verification on small curves too."""

import random
from collections.abc import Iterator
from typing import Any

import gmpy2
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from primes import is_prime
from small_curves import SMALL_CURVES, Point

from evm_precompiles_plus.arithmetic.curves import ecdsa
from evm_precompiles_plus.arithmetic.curves.glv import phi, split_scalar
from evm_precompiles_plus.arithmetic.curves.jacobian import (
    add,
    dbl_minus_3,
    doubling_of,
    is_on_curve,
    madd,
    to_affine,
)
from evm_precompiles_plus.arithmetic.curves.multiply import (
    fixed_base,
    mul_add,
    mul_double_and_add,
    mul_glv,
    width_for,
)
from evm_precompiles_plus.arithmetic.curves.params import (
    BN254,
    SECP256K1,
    SECP256R1,
    Curve,
    Endomorphism,
    over,
)

LARGE = pytest.mark.parametrize("curve", [SECP256K1, SECP256R1], ids=lambda curve: curve.name)
KINDS = pytest.mark.parametrize("kind", [int, gmpy2.mpz])

# wNAF digits go to one place beyond the bits of the first of these.
LARGEST = (2**256 - 1, 2**256 - 2, 2**255, 2**255 - 1, 2**256 - 2**128, 2**128 - 1, 2**128)


def chord_and_tangent(curve: Curve, left: Point, right: Point) -> Point:
    """Add two affine points by the textbook, for any A."""
    if left is None or right is None:
        return left or right
    (x1, y1), (x2, y2), p = left, right, curve.P
    if x1 == x2 and (y1 + y2) % p == 0:
        return None
    slope = (3 * x1 * x1 + curve.A) * pow(2 * y1, -1, p) if left == right else (y2 - y1) * pow(x2 - x1, -1, p)
    x3 = (slope * slope - x1 - x2) % p
    return x3, (slope * (x1 - x3) - y1) % p


def points_of(curve: Curve) -> list[Point]:
    field = range(curve.P)
    return [
        None,
        *((x, y) for x in field for y in field if (y * y - x**3 - curve.A * x - curve.B) % curve.P == 0),
    ]


def minus_3_curves() -> Iterator[Curve]:
    """Yield curves with A = -3 of prime order over small fields, P = 3 mod 4."""
    for p in (19, 43, 67):
        for b in range(1, p):
            singular = (4 * (-3) ** 3 + 27 * b * b) % p == 0
            points = (
                [] if singular else points_of(Curve("", p, b, 1, 0, 0, Endomorphism(1, 1, 1, -1, 0, 1), -3))
            )
            order = len(points)
            if order > 2 and all(order % divisor for divisor in range(2, order)):
                x, y = points[-1] or (0, 0)
                yield Curve(f"p{p}", p, b, order, x, y, Endomorphism(1, 1, 1, -1, 0, order), -3)
                break


MINUS_3 = list(minus_3_curves())
assert len(MINUS_3) == 3
SMALL = [*SMALL_CURVES, *MINUS_3]


def multiples(curve: Curve, point: Point) -> list[Point]:
    result: list[Point] = [None]
    for _ in range(curve.N - 1):
        result.append(chord_and_tangent(curve, result[-1], point))
    return result


@LARGE
def test_constants(curve: Curve) -> None:
    g = (curve.Gx, curve.Gy)
    assert is_prime(curve.P) and is_prime(curve.N) and curve.P % 4 == 3
    assert (curve.Gy**2 - curve.Gx**3 - curve.A * curve.Gx - curve.B) % curve.P == 0
    assert mul_double_and_add(curve, curve.N, g) is None
    # Within Hasse's interval a curve with a point of prime order N has no other order than N.
    assert (curve.P + 1 - curve.N) ** 2 <= 4 * curve.P


@LARGE
def test_endomorphism(curve: Curve) -> None:
    g = (curve.Gx, curve.Gy)
    beta, lam, a1, b1, a2, b2 = curve.endomorphism
    assert pow(beta, 3, curve.P) == pow(lam, 3, curve.N) == 1
    assert phi(curve, g) == mul_double_and_add(curve, lam, g)
    assert (a1 + b1 * lam) % curve.N == (a2 + b2 * lam) % curve.N == 0
    assert a1 * b2 - a2 * b1 == curve.N


def test_secp256k1_lattice_is_euclids() -> None:
    _, lam, a1, b1, a2, b2 = SECP256K1.endomorphism
    rows = [(SECP256K1.N, 0), (lam, 1)]
    while rows[-1][0] ** 2 >= SECP256K1.N:
        quotient = rows[-2][0] // rows[-1][0]
        rows.append((rows[-2][0] - quotient * rows[-1][0], rows[-2][1] - quotient * rows[-1][1]))
    assert (a1, -b1) == rows[-1]
    assert (a2, -b2) == rows[-2]
    assert abs(a1) + abs(a2) < 2 * 2**128 > abs(b1) + abs(b2)


def test_secp256r1_splits_into_one_half() -> None:
    for k in (0, 1, SECP256R1.N // 2, SECP256R1.N // 2 + 1, SECP256R1.N - 1, *LARGEST):
        k1, k2 = split_scalar(SECP256R1, k)
        assert k1 == 0 and (k2 - k) % SECP256R1.N == 0 and abs(k2) <= SECP256R1.N // 2 + 1


@pytest.mark.parametrize("curve", MINUS_3, ids=lambda curve: curve.name)
def test_additions_with_a_minus_3(curve: Curve) -> None:
    P = curve.P
    points = points_of(curve)
    assert doubling_of(curve) is dbl_minus_3
    for left in points:
        for z in (1, 2, 5):
            scaled = (left[0] * z * z % P, left[1] * z**3 % P, z) if left else (z, z, 0)
            assert to_affine(P, dbl_minus_3(P, scaled)) == chord_and_tangent(curve, left, left)
            for right in points:
                expected = chord_and_tangent(curve, left, right)
                third = (right[0] * 9 % P, right[1] * 27 % P, 3) if right else (1, 1, 0)
                assert to_affine(P, madd(P, scaled, right, dbl_minus_3)) == expected
                assert to_affine(P, add(P, scaled, third, dbl_minus_3)) == expected


def test_doubling_needs_a_known_a() -> None:
    with pytest.raises(ValueError, match="A = 5"):
        doubling_of(BN254._replace(A=5))


@pytest.mark.parametrize("curve", SMALL, ids=lambda curve: f"{curve.name}-{curve.P}")
def test_every_sum_on_small_curves(curve: Curve) -> None:
    base = fixed_base(curve)
    table = multiples(curve, (curve.Gx, curve.Gy))
    scalars = [*range(curve.N), curve.N, *LARGEST]
    for secret in (1, 2, curve.N - 1, curve.N // 2):
        key = table[secret]
        assert key is not None
        for k in scalars:
            assert mul_glv(curve, k, key) == table[k * secret % curve.N]
            for m in scalars[:: curve.N // 6]:
                assert mul_add(base, k, m, key) == table[(k + m * secret) % curve.N]


@pytest.mark.parametrize("curve", SMALL[:1] + MINUS_3[:1], ids=lambda curve: f"{curve.name}-{curve.P}")
def test_every_signature_on_small_curves(curve: Curve) -> None:
    """Recovery and verification by their definitions, for every digest, r and s."""
    base, N = fixed_base(curve), curve.N
    table = multiples(curve, (curve.Gx, curve.Gy))
    for z in range(N):
        for r in range(1, min(N, curve.P)):
            for s in range(1, N):
                for odd in (False, True):
                    nonces = [
                        k for k, point in enumerate(table) if point and point[0] == r and point[1] % 2 == odd
                    ]
                    keys = [table[(s * k - z) * pow(r, -1, N) % N] for k in nonces]
                    assert ecdsa.recover(base, z, odd, r, s) == (keys[0] if keys else None)
                for secret in (1, N // 2):
                    point = table[(z + r * secret) * pow(s, -1, N) % N]
                    expected = point is not None and point[0] % N == r
                    assert ecdsa.verify(base, z, r, s, table[secret] or (0, 0)) == expected


def test_verification_compares_modulo_the_order() -> None:
    """A point whose x is N or more has r = x - N; on secp256r1 these are rare, here there are six."""
    curve = SMALL_CURVES[-1]
    base, N = fixed_base(curve), curve.N
    table = multiples(curve, (curve.Gx, curve.Gy))
    beyond = [(nonce, point[0] - N) for nonce, point in enumerate(table) if point and point[0] > N]
    assert len(beyond) == 6
    for nonce, r in beyond:
        for z, s in ((0, 1), (5, 7), (N - 1, N - 1)):
            key = table[(s * nonce - z) * pow(r, -1, N) % N]
            assert key is not None
            assert ecdsa.verify(base, z, r, s, key)
            assert not ecdsa.verify(base, z, r + 1, s, key)


@LARGE
@KINDS
def test_large_scalars_agree_with_double_and_add(curve: Curve, kind: Any) -> None:
    rng = random.Random(256)
    base = fixed_base(over(curve, kind))
    key = mul_double_and_add(curve, rng.randrange(curve.N), (curve.Gx, curve.Gy))
    assert key is not None
    exact = (kind(key[0]), kind(key[1]))
    lam = curve.endomorphism.LAMBDA
    edges = [0, 1, 2, curve.N - 1, curve.N, curve.N + 1, lam, lam - 1, curve.N - lam, *LARGEST]
    for k in [*edges, *(rng.getrandbits(256) for _ in range(10))]:
        m = rng.choice([*edges, rng.getrandbits(256)])
        by_k = mul_double_and_add(curve, k, key)
        assert mul_glv(base.curve, kind(k), exact) == by_k
        of_g = mul_double_and_add(curve, m, (curve.Gx, curve.Gy))
        assert mul_add(base, kind(m), kind(k), exact) == chord_and_tangent(curve, of_g, by_k)


@LARGE
def test_multiples_agree_with_openssl(curve: Curve) -> None:
    rng = random.Random(1)
    openssl_curve = {"secp256k1": ec.SECP256K1(), "secp256r1": ec.SECP256R1()}[curve.name]
    for k in (1, 2, curve.N - 1, *(rng.randrange(1, curve.N) for _ in range(20))):
        numbers = ec.derive_private_key(k, openssl_curve).public_key().public_numbers()
        assert mul_glv(curve, k, (curve.Gx, curve.Gy)) == (numbers.x, numbers.y)


def test_lift_x() -> None:
    for curve in SMALL:
        if curve.P % 4 == 3:
            for x in range(curve.P):
                for odd in (False, True):
                    right = [(x, y) for y in range(curve.P) if y % 2 == odd and is_on_curve(curve, (x, y))]
                    assert ecdsa.lift_x(curve, x, odd) == (right[0] if right else None)


def test_width_by_size() -> None:
    assert [width_for(2**bits - 1) for bits in (0, 126, 128, 239, 240, 256)] == [4, 4, 4, 4, 5, 5]
    assert width_for(-(2**255)) == 5
