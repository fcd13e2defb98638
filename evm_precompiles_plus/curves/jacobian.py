"""Point arithmetic on y**2 = x**3 + B (a = 0) in Jacobian coordinates.

**Algorithm** Explicit-Formulas Database, short Weierstrass, Jacobian coordinates with a4 = 0:
`dbl-2009-l` (2M + 5S), `add-2007-bl` (11M + 5S), `madd-2007-bl` (7M + 4S).
**Representation** Jacobian (X, Y, Z) stands for (X / Z**2, Y / Z**3), infinity for any Z = 0; an
affine point is (x, y), its infinity None. Coordinates are in [0, P).
**Invariants** Every function is complete: equal, opposite and infinite operands are handled
(`tests/test_curves_small.py` runs all pairs of the points of small curves).
**Timing** Variable time: all inputs are public.
"""

from .params import Curve, Integer

Affine = tuple[Integer, Integer]
Jacobian = tuple[Integer, Integer, Integer]

INFINITY: Jacobian = (1, 1, 0)


def is_on_curve(curve: Curve, point: Affine) -> bool:
    """Tell whether an affine point satisfies the curve's equation; coordinates must be in [0, P)."""
    x, y = point
    return bool((y * y - x * x * x - curve.B) % curve.P == 0)


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
    """Return 2Q. `dbl-2009-l`; no point of odd order has Y = 0, and Z = 0 or Y = 0 gives Z3 = 0."""
    X, Y, Z = point
    A = X * X % P
    B = Y * Y % P
    C = B * B
    D = 2 * ((X + B) ** 2 - A - C)
    E = 3 * A
    X3 = (E * E - 2 * D) % P
    return X3, (E * (D - X3) - 8 * C) % P, 2 * Y * Z % P


def add(P: Integer, left: Jacobian, right: Jacobian) -> Jacobian:
    """Return the sum of two Jacobian points. `add-2007-bl`."""
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
    r = 2 * (Y2 * Z1 * Z1Z1 - S1) % P
    if not H:
        return INFINITY if r else dbl(P, left)
    Z3 = ((Z1 + Z2) ** 2 - Z1Z1 - Z2Z2) * H % P
    return _finish_addition(P, U1, S1, H, r, Z3)


def madd(P: Integer, left: Jacobian, right: Affine | None) -> Jacobian:
    """Return the sum of a Jacobian and an affine point. `madd-2007-bl`."""
    if right is None:
        return left
    X1, Y1, Z1 = left
    x2, y2 = right
    if not Z1:
        return x2, y2, 1
    Z1Z1 = Z1 * Z1 % P
    H = (x2 * Z1Z1 - X1) % P
    r = 2 * (y2 * Z1 * Z1Z1 - Y1) % P
    if not H:
        return INFINITY if r else dbl(P, left)
    return _finish_addition(P, X1, Y1, H, r, 2 * Z1 * H % P)


def _finish_addition(P: Integer, U1: Integer, S1: Integer, H: Integer, r: Integer, Z3: Integer) -> Jacobian:
    """Compute X3 and Y3, which both addition formulas have in common, from H and r = 2 * (S2 - S1)."""
    I = 4 * H * H % P  # noqa: E741 - the formula's name
    J = H * I % P
    V = U1 * I % P
    X3 = (r * r - J - 2 * V) % P
    return X3, (r * (V - X3) - 2 * S1 * J) % P, Z3


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
