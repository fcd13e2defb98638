"""Points of BN254's twist, inside G2 and outside, made with py_ecc; shared by the tests."""

import random
from functools import cache
from typing import Any

from calls import N, P, word
from py_ecc import optimized_bn128

from evm_precompiles_plus.arithmetic.curves.g2 import G2Point
from evm_precompiles_plus.fuzz.points import sqrt_fp2

# #E'(Fp2) = N * COFACTOR for this twist: the other sextic twists have other orders.
COFACTOR = 2 * P - N


def to_py_ecc(point: G2Point) -> Any:
    x0, x1, y0, y1 = map(int, point)
    return optimized_bn128.FQ2([x0, x1]), optimized_bn128.FQ2([y0, y1]), optimized_bn128.FQ2.one()


def from_py_ecc(point: Any) -> G2Point | None:
    if optimized_bn128.is_inf(point):
        return None
    x, y = optimized_bn128.normalize(point)
    return tuple(int(c) for c in (*x.coeffs, *y.coeffs))  # type: ignore[return-value]


def multiple(k: int, point: G2Point) -> G2Point | None:
    """Return [k]Q by py_ecc's double-and-add."""
    return from_py_ecc(optimized_bn128.multiply(to_py_ecc(point), k))


def plus(left: G2Point, right: G2Point) -> G2Point | None:
    return from_py_ecc(optimized_bn128.add(to_py_ecc(left), to_py_ecc(right)))


@cache
def g2(k: int = 1) -> G2Point:
    """Return [k] of the generator of G2, for k other than 0 mod N."""
    point = from_py_ecc(optimized_bn128.multiply(optimized_bn128.G2, k % N))
    assert point is not None
    return point


def g2_bytes(point: G2Point | None) -> bytes:
    """Encode as EIP-197 does: the coefficient of i comes first."""
    if point is None:
        return bytes(128)
    x0, x1, y0, y1 = map(int, point)
    return word(x1) + word(x0) + word(y1) + word(y0)


def random_twist_point(rng: random.Random) -> G2Point:
    """Return a point of the whole twist; it is in G2 with probability 1 / COFACTOR."""
    while True:
        x = optimized_bn128.FQ2([rng.randrange(P), rng.randrange(P)])
        y = sqrt_fp2(P, *map(int, (x * x * x + optimized_bn128.b2).coeffs))
        if y:
            return int(x.coeffs[0]), int(x.coeffs[1]), y[0], y[1]


def point_of_order(order: int, rng: random.Random) -> G2Point:
    """Return a point of the twist of this prime order, a divisor of the cofactor or N."""
    while True:
        point = multiple(N * COFACTOR // order, random_twist_point(rng))
        if point is not None:
            assert multiple(order, point) is None
            return point
