"""G2 of BN254: the points of order N on the twist y**2 = x**3 + B / xi over Fp2, and the ate walk.

**Spec** EIP-197 (G2 and its encoding's order of coordinates is the decoder's business).
**Algorithm** The walk of the optimal ate pairing (Vercauteren, IEEE Trans. Inf. Theory 2010) computes
[6T + 2]Q, then adds psi(Q) and -psi**2(Q), where psi is the twisted Frobenius. On G2, psi is
multiplication by P, and 6T + 2 + P - P**2 + P**3 = 0 mod N: so the walk must end at -psi**3(Q). The
converse holds too, which makes the subgroup check free: on the whole twist psi**2 - t * psi + P = 0
(t the trace of the curve), so the points with 6T + 2 + psi - psi**2 + psi**3 = 0 are killed by the
norm of that polynomial, and its gcd with the twist's order, N times the cofactor, is N alone (the
method of Dai, Lin, Zhao, Zhou, ePrint 2022/348).
**Representation** A point is (x0, x1, y0, y1) for (x0 + x1 * i, y0 + y1 * i), affine, never infinity.
A line through points of the twist is (m0, m1, n0, n1): y = m * x - n, m its slope.
**Invariants** `tests/arithmetic/test_g2.py` computes the gcd, and compares the check with multiplication by
the order on random points and on those of small order. A point of order N never meets itself or its
negative on the walk (all partial scalars and their differences are other than 0 mod N), so a zero
denominator proves that some point is not of order N.
**Cost** A step is 20 multiplications, 11 reductions, and one inversion shared by all points: in Python
affine coordinates are cheaper than projective ones.
**Timing** Variable time: all inputs are public.
"""

from collections.abc import Iterator

from ...errors import InvalidPoint
from .params import Integer, T
from .tower import Fp2, Tower, fp2_mul
from .wnaf import wnaf

G2Point = tuple[Integer, Integer, Integer, Integer]
Line = tuple[Integer, Integer, Integer, Integer]

# Most significant first, without the leading 1; digits are -1, 0, 1.
ATE_DIGITS = tuple(wnaf(6 * T + 2, 2)[-2::-1])


def is_on_twist(tower: Tower, point: G2Point) -> bool:
    """Tell whether a point satisfies the twist's equation; coordinates must be in [0, P)."""
    x0, x1, y0, y1 = point
    b0, b1 = tower.twist_b
    P = tower.P
    square0, square1 = (x0 + x1) * (x0 - x1) % P, 2 * x0 * x1 % P
    real = (y0 + y1) * (y0 - y1) - (square0 * x0 - square1 * x1) - b0
    imaginary = 2 * y0 * y1 - (square0 * x1 + square1 * x0) - b1
    return not real % P and not imaginary % P


def negate(P: Integer, point: G2Point) -> G2Point:
    """Return -Q."""
    x0, x1, y0, y1 = point
    return x0, x1, -y0 % P, -y1 % P


def psi(tower: Tower, point: G2Point) -> G2Point:
    """Return the twisted Frobenius of Q: x and y conjugated, times xi**((P - 1) / 3), xi**((P - 1) / 2)."""
    P, gamma, _ = tower
    x0, x1, y0, y1 = point
    return *fp2_mul(P, (x0, -x1), gamma[2]), *fp2_mul(P, (y0, -y1), gamma[3])


def check_subgroup(tower: Tower, points: list[G2Point]) -> None:
    """Raise `InvalidPoint` if any of these points of the twist is not of order N."""
    for _ in ate_lines(tower, points):
        pass


def ate_lines(tower: Tower, points: list[G2Point]) -> Iterator[tuple[bool, list[Line]]]:
    """Yield for each step of the ate walk whether it doubles, and every point's line.

    Raises `InvalidPoint` on the way or at the end if any of the points is not of order N.
    """
    P = tower.P
    negatives = [negate(P, point) for point in points]
    walkers = points
    for digit in ATE_DIGITS:
        lines, walkers = _double_all(P, walkers)
        yield True, lines
        if digit:
            lines, walkers = _add_all(P, walkers, points if digit > 0 else negatives)
            yield False, lines
    for power, summands in ((1, points), (2, negatives)):
        lines, walkers = _add_all(P, walkers, [_psi_power(tower, point, power) for point in summands])
        yield False, lines
    if walkers != [_psi_power(tower, point, 3) for point in negatives]:
        raise InvalidPoint("G2 point is not of the prime order N")


def _psi_power(tower: Tower, point: G2Point, power: int) -> G2Point:
    for _ in range(power):
        point = psi(tower, point)
    return point


def _double_all(P: Integer, points: list[G2Point]) -> tuple[list[Line], list[G2Point]]:
    slopes = [
        ((3 * (x0 + x1) * (x0 - x1), 6 * x0 * x1), (2 * y0, 2 * y1))  # 3 * x**2 over 2 * y
        for x0, x1, y0, y1 in points
    ]
    return _lines_and_sums(P, points, points, slopes)


def _add_all(P: Integer, points: list[G2Point], others: list[G2Point]) -> tuple[list[Line], list[G2Point]]:
    slopes = [
        ((y0 - v0, y1 - v1), (x0 - u0, x1 - u1))
        for (x0, x1, y0, y1), (u0, u1, v0, v1) in zip(points, others, strict=True)
    ]
    return _lines_and_sums(P, points, others, slopes)


def _lines_and_sums(
    P: Integer, points: list[G2Point], others: list[G2Point], slopes: list[tuple[Fp2, Fp2]]
) -> tuple[list[Line], list[G2Point]]:
    """Return the lines with these slopes (numerator, denominator), and the sums of points and others."""
    norms = [(d0 * d0 + d1 * d1) % P for _, (d0, d1) in slopes]
    lines, sums = [], []
    for inverse, ((n0, n1), (d0, d1)), point, other in zip(
        _invert_all(P, norms), slopes, points, others, strict=True
    ):
        x0, x1, y0, y1 = point
        m0 = (n0 * d0 + n1 * d1) % P * inverse % P
        m1 = (n1 * d0 - n0 * d1) % P * inverse % P
        c0 = (m0 * x0 - m1 * x1 - y0) % P
        c1 = (m0 * x1 + m1 * x0 - y1) % P
        z0 = ((m0 + m1) * (m0 - m1) - x0 - other[0]) % P
        z1 = (2 * m0 * m1 - x1 - other[1]) % P
        lines.append((m0, m1, c0, c1))
        sums.append((z0, z1, (c0 - m0 * z0 + m1 * z1) % P, (c1 - m0 * z1 - m1 * z0) % P))
    return lines, sums


def _invert_all(P: Integer, values: list[Integer]) -> list[Integer]:
    """Return the inverses of reduced values, with one inversion (Montgomery's trick)."""
    running = 1
    before = []
    for value in values:
        before.append(running)
        running = running * value % P
    if not running:
        raise InvalidPoint("G2 point is not of the prime order N")
    inverse = pow(running, -1, P)
    inverses = []
    for value, product in zip(reversed(values), reversed(before), strict=True):
        inverses.append(inverse * product % P)
        inverse = inverse * value % P
    return inverses[::-1]
