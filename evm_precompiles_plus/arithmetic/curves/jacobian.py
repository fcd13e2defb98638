"""Point arithmetic on y**2 = x**3 + A * x + B, A being 0 or -3, in Jacobian coordinates.

**Algorithm** Explicit-Formulas Database, short Weierstrass, Jacobian coordinates: `dbl-2009-l` for A = 0,
`dbl-2001-b` for A = -3, and for both `add-1998-cmo-2` and `madd-2004-hmv`, which know A only through the
doubling that equal operands need.
**Representation** Jacobian (X, Y, Z) stands for (X / Z**2, Y / Z**3), infinity for any Z = 0; an
affine point is (x, y), its infinity None. Coordinates are in [0, P).
**Invariants** Every function is complete: equal, opposite and infinite operands are handled
(`tests/arithmetic/test_curves_small.py` runs all pairs of the points of small curves).
**Cost** 3M + 4S, 4M + 4S, 12M + 4S and 8M + 3S.
**Deviations** `dbl-2009-l` has the square of a sum less two squares where there is a product here: in Python
that costs less than the three additions. For the same reason the additions are not the `2007-bl` ones.
**Timing** Variable time: all inputs are public.
"""

from collections.abc import Callable

from .params import Curve, Integer

Affine = tuple[Integer, Integer]
Jacobian = tuple[Integer, Integer, Integer]

Doubling = Callable[[Integer, Jacobian], Jacobian]

INFINITY: Jacobian = (1, 1, 0)


def is_on_curve(curve: Curve, point: Affine) -> bool:
    """Tell whether an affine point satisfies the curve's equation; coordinates must be in [0, P)."""
    x, y = point
    return bool((y * y - (x * x + curve.A) * x - curve.B) % curve.P == 0)


def negate(curve: Curve, point: Affine | None) -> Affine | None:
    """Return -Q."""
    if point is None:
        return None
    return point[0], -point[1] % curve.P


def to_jacobian(point: Affine | None) -> Jacobian:
    """Return the Jacobian form of an affine point, with Z = 1."""
    if point is None:
        return INFINITY
    return point[0], point[1], 1


def dbl(P: Integer, point: Jacobian) -> Jacobian:
    """Return 2Q for A = 0. `dbl-2009-l`; no point of odd order has Y = 0, and Z = 0 or Y = 0 gives Z3 = 0."""
    X, Y, Z = point
    A = X * X % P
    B = Y * Y % P
    D = 4 * X * B
    E = 3 * A
    X3 = (E * E - 2 * D) % P
    return X3, (E * (D - X3) - 8 * B * B) % P, 2 * Y * Z % P


def dbl_minus_3(P: Integer, point: Jacobian) -> Jacobian:
    """Return 2Q for A = -3. `dbl-2001-b`; Z = 0 or Y = 0 gives Z3 = 0."""
    X, Y, Z = point
    delta = Z * Z % P
    gamma = Y * Y % P
    beta = X * gamma % P
    alpha = 3 * (X - delta) * (X + delta) % P
    X3 = (alpha * alpha - 8 * beta) % P
    return X3, (alpha * (4 * beta - X3) - 8 * gamma * gamma) % P, 2 * Y * Z % P


def doubling_of(curve: Curve) -> Doubling:
    """Return the doubling formula for a curve's A, which is 0 or -3."""
    if curve.A not in (0, -3):
        raise ValueError(f"no doubling formula for A = {curve.A}")
    return dbl_minus_3 if curve.A else dbl


def add(P: Integer, left: Jacobian, right: Jacobian, double: Doubling = dbl) -> Jacobian:
    """Return the sum of two Jacobian points. `add-1998-cmo-2`."""
    X1, Y1, Z1 = left
    X2, Y2, Z2 = right
    if not Z1:
        return right
    if not Z2:
        return left
    Z1Z1 = Z1 * Z1 % P
    Z2Z2 = Z2 * Z2 % P
    U1 = X1 * Z2Z2 % P
    S1 = Y1 * Z2 * Z2Z2 % P
    H = (X2 * Z1Z1 - U1) % P
    r = (Y2 * Z1 * Z1Z1 - S1) % P
    if not H:
        return INFINITY if r else double(P, left)
    return _finish_addition(P, U1, S1, H, r, Z1 * Z2 * H % P)


def madd(P: Integer, left: Jacobian, right: Affine | None, double: Doubling = dbl) -> Jacobian:
    """Return the sum of a Jacobian and an affine point. `madd-2004-hmv`."""
    if right is None:
        return left
    X1, Y1, Z1 = left
    x2, y2 = right
    if not Z1:
        return x2, y2, 1
    Z1Z1 = Z1 * Z1 % P
    H = (x2 * Z1Z1 - X1) % P
    r = (y2 * Z1 * Z1Z1 - Y1) % P
    if not H:
        return INFINITY if r else double(P, left)
    return _finish_addition(P, X1, Y1, H, r, Z1 * H % P)


def _finish_addition(P: Integer, U1: Integer, S1: Integer, H: Integer, r: Integer, Z3: Integer) -> Jacobian:
    """Compute X3 and Y3, which both addition formulas have in common, from H = U2 - U1 and r = S2 - S1."""
    HH = H * H % P
    HHH = H * HH % P
    V = U1 * HH % P
    X3 = (r * r - HHH - 2 * V) % P
    return X3, (r * (V - X3) - S1 * HHH) % P, Z3


def to_affine(P: Integer, point: Jacobian) -> Affine | None:
    """Return the affine form of one point, with one inversion."""
    return batch_to_affine(P, [point])[0]


def batch_to_affine(P: Integer, points: list[Jacobian]) -> list[Affine | None]:
    """Return the affine forms with one shared inversion (Montgomery's trick), infinities as None."""
    running = 1
    before = []
    for _, _, Z in points:
        before.append(running)
        running = running * Z % P if Z else running
    inverse = pow(running, -1, P)
    result: list[Affine | None] = []
    for (X, Y, Z), product in zip(reversed(points), reversed(before), strict=True):
        if not Z:
            result.append(None)
            continue
        z = inverse * product % P
        inverse = inverse * Z % P
        zz = z * z % P
        result.append((X * zz % P, Y * z * zz % P))
    return result[::-1]
