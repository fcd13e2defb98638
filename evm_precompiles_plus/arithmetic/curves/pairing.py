"""The optimal ate pairing of BN254, for products of pairings that are compared with 1.

**Spec** EIP-197.
**Algorithm** Miller loop of 6T + 2 in its non-adjacent form over all pairs with shared squarings, then
two more lines (Vercauteren, IEEE Trans. Inf. Theory 2010; Beuchat et al., Pairing 2010); one final
exponentiation: the easy part, and the hard part's chain of Fuentes-Castaneda, Knapp,
Rodriguez-Henriquez, SAC 2011, which gives a power of the pairing by a number prime to N.
**Representation** The line y = m * x - c of the twist, at the point P of G1 and divided by P's y (a
factor in Fp, which the final exponentiation removes), is 1 + (m * -x / y) * w + (c / y) * w**3. So P
enters as (-x / y, 1 / y), and infinity as (0, 0), whose lines are all 1.
**Invariants** Bilinearity, and agreement with an independent implementation
(`tests/arithmetic/test_pairing.py`); the exponent of `final_exponentiation` is derived there from T.
**Cost** The final exponentiation takes 192 cyclotomic squares and 60 products. A pair adds 88 steps
(`g2`), each with one `mul_by_line`; the 65 squares of the loop are shared by all pairs.
**Timing** Variable time: all inputs are public.
"""

from .g2 import G2Point, ate_lines
from .jacobian import Affine
from .params import Integer, T
from .tower import (
    ONE,
    Fp2,
    Fp12,
    Tower,
    conjugate,
    frobenius,
    inverse,
    mul,
    mul_by_line,
    square,
    square_cyclotomic,
)
from .wnaf import wnaf

# T's digits in width 4, most significant first: 13 products after the table's 4, where width 2 needs 23.
_WIDTH = 4
_T_DIGITS = tuple(wnaf(T, _WIDTH)[::-1])


def product_is_one(tower: Tower, pairs: list[tuple[Affine | None, G2Point | None]]) -> bool:
    """Tell whether the product of all pairings is 1; None is infinity, and no pairs are 1.

    The points must be on their curves. Raises `InvalidPoint` if a G2 point is not of order N.
    """
    finite = [(point, q) for point, q in pairs if q is not None]
    if not finite:
        return True
    return final_exponentiation(tower, miller_loop(tower, finite)) == ONE


def miller_loop(tower: Tower, pairs: list[tuple[Affine | None, G2Point]]) -> Fp12:
    """Return the product of the pairs' Miller functions; raises as `product_is_one`."""
    P = tower.P
    evaluations = [_evaluation(P, point) for point, _ in pairs]
    f = ONE
    for doubles, lines in ate_lines(tower, [q for _, q in pairs]):
        if doubles:
            f = square(P, f)
        for (m0, m1, c0, c1), (x, y) in zip(lines, evaluations, strict=True):
            f = mul_by_line(P, f, (m0 * x % P, m1 * x % P), (c0 * y % P, c1 * y % P))
    return f


def _evaluation(P: Integer, point: Affine | None) -> Fp2:
    """Return (-x / y, 1 / y); no point of G1 has y = 0, as its order is odd."""
    if point is None:
        return 0, 0
    inverse_y = pow(point[1], -1, P)
    return -point[0] * inverse_y % P, inverse_y


def final_exponentiation(tower: Tower, f: Fp12) -> Fp12:
    """Return f to the power (P**12 - 1) / N * 2T * (6T**2 + 3T + 1)."""
    P = tower.P
    f = mul(P, conjugate(P, f), inverse(P, f))  # to the P**6 - 1: from here on, inverses are conjugates
    f = mul(P, frobenius(tower, f, 2), f)  # to the P**2 + 1: from here on, f is cyclotomic
    f2t = square_cyclotomic(P, _power_t(P, f))
    f6t = mul(P, square_cyclotomic(P, f2t), f2t)
    f6t2 = _power_t(P, f6t)
    f12t3 = _power_t(P, square_cyclotomic(P, f6t2))
    a = mul(P, mul(P, f12t3, f6t2), f6t)
    b = mul(P, a, conjugate(P, f2t))
    result = mul(P, mul(P, a, f6t2), f)
    result = mul(P, result, frobenius(tower, b, 1))
    result = mul(P, result, frobenius(tower, a, 2))
    return mul(P, result, frobenius(tower, mul(P, b, conjugate(P, f)), 3))


def _power_t(P: Integer, f: Fp12) -> Fp12:
    """Return f**T in the cyclotomic subgroup, by T's signed digits over f's odd powers."""
    table = {1: f}
    twice = square_cyclotomic(P, f)
    for digit in range(3, 1 << (_WIDTH - 1), 2):
        table[digit] = mul(P, table[digit - 2], twice)
    table |= {-digit: conjugate(P, power) for digit, power in table.items()}
    result = table[_T_DIGITS[0]]
    for digit in _T_DIGITS[1:]:
        result = square_cyclotomic(P, result)
        if digit:
            result = mul(P, result, table[digit])
    return result
