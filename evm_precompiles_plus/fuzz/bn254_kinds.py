"""Calls of ECADD, ECMUL and ECPAIRING by kind.

**Spec** EIP-196 and EIP-197.
"""

from random import Random

from ..arithmetic.curves.params import BN254
from .numbers import Kinds, biased, biased_bytes, flip_bit, word
from .points import GROUPS, Point, known, multiple, negated, of_small_order, on_curve

G1, G2 = "bn254_g1", "bn254_g2"
P, N = int(BN254.P), int(BN254.N)
BETA, LAMBDA, A1, B1, A2, B2 = map(int, BN254.endomorphism)
EDGES = (0, 1, P, N, 2 * P, 2 * N, N // 2, LAMBDA, N - LAMBDA, 2**256 - 1)
# Multiples of G2's generator take long to make: these few are kept.
_G2_SCALARS = (1, 2, 3, N - 1, LAMBDA, 2**128 - 1, 0x9D8AAFC0E3C6F4B1, N // 3)


def g1(point: Point | None) -> bytes:
    """Encode a point of G1: 64 bytes."""
    return b"".join(map(word, point or (0, 0)))


def g2(point: Point | None) -> bytes:
    """Encode a point of the twist, the coefficient of i first: 128 bytes."""
    x0, x1, y0, y1 = point or (0, 0, 0, 0)
    return word(x1) + word(x0) + word(y1) + word(y0)


def _good(rng: Random) -> Point:
    """Return a point of G1: a random one, or a small multiple of the generator."""
    return (rng.randrange(3) and on_curve(G1, rng)) or multiple(G1, rng.randrange(1, 10)) or (1, 2)


def _bad(rng: Random) -> bytes:
    """Return 64 bytes that are no point: off the curve by a bit, or with a coordinate of P and more."""
    x, y = _good(rng)
    wide = rng.choice(((x + P, y), (x, y + P), (P, 0), (0, P), (P, P), (x, 2**256 - 1), (0, 1), (x, 0)))
    return rng.choice((flip_bit(rng, g1((x, y))), g1(wide), biased_bytes(rng, 64, EDGES)))


def _scalar(rng: Random) -> int:
    return biased(rng, 256, EDGES)


def lattice_scalar(rng: Random) -> int:
    """Return a scalar where the split rounds the other way, a half is extreme, or a half is small or 0."""
    turns = rng.randrange(2**127)
    # The coefficients round b2 * k / N and -b1 * k / N: at half-integers they change.
    jump = (2 * turns + 1) * N // (2 * rng.choice((B2, -B1)))
    corner = rng.choice((1, -1)) * (A1 + A2) // 2 + rng.choice((1, -1)) * (abs(B1) + B2) // 2 * LAMBDA
    near = rng.randrange(-4, 5) + rng.randrange(-4, 5) * LAMBDA
    scalar = (rng.choice((jump, corner, near)) + rng.randrange(-2, 3)) % N
    return scalar + N * rng.choice((0, 0, 0, 1, 4))


def _add_random(rng: Random) -> bytes:
    return g1(_good(rng)) + g1(_good(rng))


def _add_double(rng: Random) -> bytes:
    return g1(_good(rng)) * 2


def _add_opposite(rng: Random) -> bytes:
    point = _good(rng)
    return g1(point) + g1(negated(G1, point))


def _add_same_y(rng: Random) -> bytes:
    x, y = _good(rng)
    return g1((x, y)) + g1((BETA * x % P, rng.choice((y, -y % P))))


def _add_infinity(rng: Random) -> bytes:
    point = g1(_good(rng))
    return rng.choice((bytes(64) + point, point + bytes(64), bytes(128), point, b""))


def _add_bad(rng: Random) -> bytes:
    good = rng.choice((g1(_good(rng)), bytes(64)))
    return rng.choice((_bad(rng) + good, good + _bad(rng), _bad(rng) + _bad(rng)))


ECADD: Kinds = {
    "two points": _add_random,
    "doubling": _add_double,
    "opposite": _add_opposite,
    "equal or opposite y": _add_same_y,
    "infinity": _add_infinity,
    "no point": _add_bad,
}


def _mul_random(rng: Random) -> bytes:
    return g1(_good(rng)) + word(_scalar(rng))


def _mul_lattice(rng: Random) -> bytes:
    return g1(_good(rng)) + word(lattice_scalar(rng))


def _mul_infinity(rng: Random) -> bytes:
    return bytes(64) + word(_scalar(rng))


def _mul_to_infinity(rng: Random) -> bytes:
    return g1(_good(rng)) + word(N * rng.randrange(6) + rng.choice((-1, 0, 0, 1)))


def _mul_bad(rng: Random) -> bytes:
    return _bad(rng) + word(rng.choice((0, 1, N, _scalar(rng))))


ECMUL: Kinds = {
    "any scalar": _mul_random,
    "edge of the lattice": _mul_lattice,
    "infinity": _mul_infinity,
    "near a multiple of N": _mul_to_infinity,
    "no point": _mul_bad,
}


def _in_g2(rng: Random) -> Point:
    return known(G2, _G2_SCALARS, rng)[1]


def _pair(rng: Random) -> bytes:
    return g1(_good(rng)) + g2(_in_g2(rng))


def _pairing_one(rng: Random) -> bytes:
    """Return pairs whose product is 1: [a]G, [b]H and [-ab]G, H, and maybe an infinite one between."""
    a, (b, q) = rng.choice((1, 2, N - 1, rng.randrange(1, N))), known(G2, _G2_SCALARS, rng)
    left = g1(multiple(G1, a)) + g2(q)
    right = g1(multiple(G1, -a * b)) + g2(multiple(G2, 1))
    return rng.choice((left + right, right + left, left + _infinite(rng) + right))


def _pairing_random(rng: Random) -> bytes:
    return b"".join(_pair(rng) for _ in range(rng.choice((1, 1, 2))))


def _infinite(rng: Random) -> bytes:
    point, twisted = g1(_good(rng)), g2(_in_g2(rng))
    return rng.choice((bytes(64) + twisted, point + bytes(128), bytes(192)))


def _pairing_infinite(rng: Random) -> bytes:
    return b"".join(_infinite(rng) for _ in range(rng.randrange(4)))


def _pairing_bad_g1(rng: Random) -> bytes:
    bad = _bad(rng) + rng.choice((g2(multiple(G2, 1)), bytes(128)))
    return rng.choice((bad, _infinite(rng) + bad, bad + _infinite(rng)))


def _pairing_bad_g2(rng: Random) -> bytes:
    point = _in_g2(rng)
    wide = tuple(c + P * (index == 2) for index, c in enumerate(point))
    bad = rng.choice((flip_bit(rng, g2(point)), g2(wide), biased_bytes(rng, 128, EDGES)))
    return rng.choice((g1(_good(rng)), bytes(64))) + bad


def _pairing_outside_g2(rng: Random) -> bytes:
    q = rng.choice(GROUPS[G2].small_orders)
    outside = rng.choice((on_curve(G2, rng), of_small_order(G2, q)))
    bad = rng.choice((g1(_good(rng)), bytes(64))) + g2(outside)
    return rng.choice((bad, _infinite(rng) + bad))


ECPAIRING: Kinds = {
    "product 1": _pairing_one,
    "one or two pairs": _pairing_random,
    "infinity": _pairing_infinite,
    "no point of G1": _pairing_bad_g1,
    "no point of the twist": _pairing_bad_g2,
    "outside G2": _pairing_outside_g2,
}
