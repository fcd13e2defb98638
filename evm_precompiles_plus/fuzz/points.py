"""Points of BN254 and BLS12-381, in the prime order and outside, made with py_ecc.

**Representation** A point is its coordinates as plain integers, x then y, in Fp2 the constant part first:
two or four numbers. Infinity is None.
**Algorithm** The square root in Fp2 is the complex method: P is 3 mod 4 and i**2 = -1 in both families.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from py_ecc import optimized_bls12_381, optimized_bn128

Point = tuple[int, ...]

# BLS12-381's parameter: cofactors are polynomials in it (EIP-2537, "Curve parameters").
_X = -0xD201000000010000
_BLS_H1 = (_X - 1) ** 2 // 3
_BLS_H2 = (_X**8 - 4 * _X**7 + 5 * _X**6 - 4 * _X**4 + 6 * _X**3 - 4 * _X**2 - 4 * _X + 13) // 9


class Group(NamedTuple):
    """A curve: py_ecc's module, its B and generator, the cofactor, and small primes that divide that."""

    name: str
    library: Any
    B: Any
    generator: Any
    cofactor: int
    small_orders: tuple[int, ...]

    @property
    def P(self) -> int:
        """The field's prime."""
        return int(self.library.field_modulus)

    @property
    def N(self) -> int:
        """The prime order."""
        return int(self.library.curve_order)


_BN, _BLS = optimized_bn128, optimized_bls12_381
GROUPS = {
    group.name: group
    for group in (
        Group("bn254_g1", _BN, _BN.b, _BN.G1, 1, ()),
        Group("bn254_g2", _BN, _BN.b2, _BN.G2, 2 * _BN.field_modulus - _BN.curve_order, (10069, 5864401)),
        Group("bls12_g1", _BLS, _BLS.b, _BLS.G1, _BLS_H1, (3, 11, 10177)),
        Group("bls12_g2", _BLS, _BLS.b2, _BLS.G2, _BLS_H2, (13, 23, 2713)),
    )
}


@cache
def multiple(name: str, k: int) -> Point | None:
    """Return [k] of the generator."""
    group = GROUPS[name]
    return _from_library(group, group.library.multiply(group.generator, k % group.N))


def known(name: str, scalars: Sequence[int], rng: Random) -> tuple[int, Point]:
    """Return k and [k] of the generator: k is one of the scalars, or that times a few bits."""
    k, few = rng.choice(scalars), rng.choice((1, rng.randrange(2, 4096)))
    point = multiple(name, k)
    product = scaled(name, few, point) if point else None
    assert product is not None, "no scalar is 0 mod N, and N is a prime"
    return k * few, product


def scaled(name: str, k: int, point: Point) -> Point | None:
    """Return [k]Q of any point of the curve, k >= 0."""
    group = GROUPS[name]
    return _from_library(group, group.library.multiply(_to_library(group, point), k))


def negated(name: str, point: Point) -> Point:
    """Return -Q."""
    P, half = GROUPS[name].P, len(point) // 2
    return *point[:half], *(-coordinate % P for coordinate in point[half:])


def on_curve(name: str, rng: Random) -> Point:
    """Return a random point of the whole curve: with a cofactor, nearly never one of the prime order."""
    while True:
        point = lift(name, [rng.randrange(GROUPS[name].P) for _ in range(_degree(name))])
        if point:
            return point if rng.randrange(2) else negated(name, point)


def lift(name: str, x: list[int]) -> Point | None:
    """Return a point with this x, if there is one."""
    group = GROUPS[name]
    element = _element(group, x)
    square = _numbers(element * element * element + group.B)
    root = sqrt_fp2(group.P, *square) if len(square) == 2 else _sqrt_fp(group.P, square[0])
    return None if root is None else (*x, *root)


@cache
def of_small_order(name: str, q: int) -> Point:
    """Return a point whose order is a power of the prime q, one of the group's `small_orders`."""
    group = GROUPS[name]
    clearing = group.N * group.cofactor
    while clearing % q == 0:
        clearing //= q
    rng = Random(q)
    while True:
        point = scaled(name, clearing, on_curve(name, rng))
        if point:
            return point


def sqrt_fp2(P: int, a0: int, a1: int) -> Point | None:
    """Return a root of a0 + a1 * i, or None; roots with a constant part of 0 are not looked for."""
    norm_root = pow(a0 * a0 + a1 * a1, (P + 1) // 4, P)
    for root in (norm_root, -norm_root):
        half = (a0 + root) * pow(2, -1, P) % P
        y0 = pow(half, (P + 1) // 4, P)
        if y0 and y0 * y0 % P == half:
            y1 = a1 * pow(2 * y0, -1, P) % P
            if (y0 * y0 - y1 * y1 - a0) % P == 0:
                return y0, y1
    return None


def _sqrt_fp(P: int, square: int) -> Point | None:
    root = pow(square, (P + 1) // 4, P)
    return (root,) if root * root % P == square % P else None


def _degree(name: str) -> int:
    return 2 if name.endswith("g2") else 1


def _element(group: Group, numbers: list[int] | Point) -> Any:
    library = group.library
    return library.FQ2(numbers) if _degree(group.name) == 2 else library.FQ(numbers[0])


def _numbers(element: Any) -> Point:
    return tuple(int(part) for part in element.coeffs) if hasattr(element, "coeffs") else (int(element),)


def _to_library(group: Group, point: Point) -> Any:
    half = len(point) // 2
    x, y = _element(group, point[:half]), _element(group, point[half:])
    return x, y, type(x).one()


def _from_library(group: Group, point: Any) -> Point | None:
    if group.library.is_inf(point):
        return None
    x, y = group.library.normalize(point)
    return _numbers(x) + _numbers(y)
