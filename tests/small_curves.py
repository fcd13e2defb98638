"""Prime-order curves y**2 = x**3 + b over tiny fields, with everything about them found by search."""

from evm_precompiles_plus.arithmetic.curves.params import Curve, Endomorphism

Point = tuple[int, int] | None


def chord_and_tangent(p: int, left: Point, right: Point) -> Point:
    """Add two affine points by the textbook: the oracle for every other addition."""
    if left is None or right is None:
        return left or right
    (x1, y1), (x2, y2) = left, right
    if x1 == x2 and (y1 + y2) % p == 0:
        return None
    slope = 3 * x1 * x1 * pow(2 * y1, -1, p) if left == right else (y2 - y1) * pow(x2 - x1, -1, p)
    x3 = (slope * slope - x1 - x2) % p
    return x3, (slope * (x1 - x3) - y1) % p


def points_of(curve: Curve) -> list[Point]:
    """List all points, infinity first."""
    field = range(curve.P)
    affine = [(x, y) for x in field for y in field if (y * y - x**3 - curve.B) % curve.P == 0]
    return [None, *affine]


def multiples_of(curve: Curve, point: Point) -> list[Point]:
    """List [0]Q, [1]Q, ... [N - 1]Q by repeated addition."""
    result: list[Point] = [None]
    for _ in range(curve.N - 1):
        result.append(chord_and_tangent(curve.P, result[-1], point))
    return result


def _shortest_basis(n: int, lam: int) -> tuple[int, int, int, int]:
    reach = range(-n, n + 1)
    vectors = sorted(
        ((x, y) for x in reach for y in reach if (x, y) != (0, 0) and (x + y * lam) % n == 0),
        key=lambda v: v[0] ** 2 + v[1] ** 2,
    )
    a1, b1 = vectors[0]
    a2, b2 = next((x, y) for x, y in vectors if abs(a1 * y - b1 * x) == n)
    return a1, b1, a2, b2


def small_curve(p: int, b: int, order: int) -> Curve:
    """Build the curve and its endomorphism, with LAMBDA matched to BETA on the points themselves."""
    x, y = next((x, y) for x in range(p) for y in range(1, p) if (y * y - x**3 - b) % p == 0 and x)
    bare = Curve("small", p, b, order, x, y, Endomorphism(0, 0, 0, 0, 0, 0))
    multiples = multiples_of(bare, (x, y))
    assert len(points_of(bare)) == order == len(set(multiples))
    beta = next(beta for beta in range(2, p) if pow(beta, 3, p) == 1)
    lam = multiples.index((x * beta % p, y))
    return bare._replace(endomorphism=Endomorphism(beta, lam, *_shortest_basis(order, lam)))


SMALL_CURVES = [small_curve(*numbers) for numbers in ((7, 3, 13), (31, 3, 43), (67, 2, 73), (103, 5, 97))]
