"""Exhaustive: every pair of points and every scalar of small prime-order curves with j = 0."""

import pytest
from small_curves import SMALL_CURVES, Point, chord_and_tangent, multiples_of, points_of

from evm_precompiles_plus.arithmetic.curves.glv import phi, split_scalar
from evm_precompiles_plus.arithmetic.curves.jacobian import (
    INFINITY,
    Jacobian,
    add,
    batch_to_affine,
    dbl,
    is_on_curve,
    madd,
    negate,
    to_affine,
    to_jacobian,
)
from evm_precompiles_plus.arithmetic.curves.multiply import mul_double_and_add, mul_glv
from evm_precompiles_plus.arithmetic.curves.params import Curve

curves = pytest.mark.parametrize("curve", SMALL_CURVES, ids=lambda curve: f"p{curve.P}")


def rescaled(curve: Curve, point: Point, z: int) -> Jacobian:
    """Return the same point with Z = z, so that formulas see more than Z = 1."""
    if point is None:
        return z, z, 0
    return point[0] * z * z % curve.P, point[1] * z**3 % curve.P, z


@curves
def test_is_on_curve_accepts_exactly_the_points(curve: Curve) -> None:
    on_curve = {(x, y) for x in range(curve.P) for y in range(curve.P) if is_on_curve(curve, (x, y))}
    assert on_curve == set(points_of(curve)[1:])


@curves
def test_additions_agree_with_chord_and_tangent(curve: Curve) -> None:
    P = curve.P
    points = points_of(curve)
    for left in points:
        for right in points:
            expected = chord_and_tangent(P, left, right)
            for z in (1, 2, P - 1):
                jacobian = rescaled(curve, left, z)
                assert to_affine(P, madd(P, jacobian, right)) == expected
                assert to_affine(P, add(P, jacobian, rescaled(curve, right, 3))) == expected


@curves
def test_dbl_and_negate(curve: Curve) -> None:
    for point in points_of(curve):
        for z in (1, 2, 5):
            doubled = dbl(curve.P, rescaled(curve, point, z))
            assert to_affine(curve.P, doubled) == chord_and_tangent(curve.P, point, point)
        assert chord_and_tangent(curve.P, point, negate(curve, point)) is None


@curves
def test_batch_to_affine_with_infinities_anywhere(curve: Curve) -> None:
    points = points_of(curve)[:6]
    batch = [INFINITY, *(rescaled(curve, point, z) for point in points for z in (1, 3)), INFINITY]
    expected = [None, *(point for point in points for _ in range(2)), None]
    assert batch_to_affine(curve.P, batch) == expected
    assert batch_to_affine(curve.P, []) == []
    assert to_jacobian(None) == INFINITY


@curves
def test_every_scalar_of_every_point(curve: Curve) -> None:
    scalars = [*range(2 * curve.N + 2), 2**256 - 1]
    for point in points_of(curve):
        multiples = multiples_of(curve, point)
        for k in scalars:
            expected = multiples[k % curve.N]
            assert mul_double_and_add(curve, k, point) == expected
            for width in (2, 3, 4, 5, 6):
                assert mul_glv(curve, k, point, width) == expected


@curves
def test_split_scalar_and_phi(curve: Curve) -> None:
    e = curve.endomorphism
    for k in range(-curve.N, 3 * curve.N):
        k1, k2 = split_scalar(curve, k)
        assert (k1 + k2 * e.LAMBDA - k) % curve.N == 0
        assert 2 * abs(k1) <= abs(e.a1) + abs(e.a2)
        assert 2 * abs(k2) <= abs(e.b1) + abs(e.b2)
    for point in points_of(curve):
        assert phi(curve, point) == multiples_of(curve, point)[e.LAMBDA]
