"""The fields above BN254's: Fp2, Fp6 and Fp12, where pairings take their values.

**Spec** EIP-197 (Fp2 = Fp[i] / (i**2 + 1)).
**Algorithm** Fp6 = Fp2[v] / (v**3 - xi) and Fp12 = Fp6[w] / (w**2 - v) with xi = 9 + i; Devegili, O
hEigeartaigh, Scott, Dahab, ePrint 2006/471 (Karatsuba and "complex" squaring in Fp12); Granger, Scott,
PKC 2010 (squaring in the cyclotomic subgroup); Aranha et al., EUROCRYPT 2011 (lazy reduction).
**Representation** Fp2 is (c0, c1) for c0 + c1 * i; Fp6 is six numbers, the pairs at 1, v, v**2 in one
flat tuple; Fp12 is two Fp6, at 1 and w. Results are in [0, P); a `_wide` result is not reduced: sums of
six products, signed. Operands may be negative or a few P wide, since the integers have no fixed size.
**Invariants** `tests/arithmetic/test_tower.py` checks every operation against plain polynomials over Fp, in
which w**12 = 18 * w**6 - 82, and the Frobenius constants against xi.
**Cost** In Python an addition costs nearly what a multiplication does, and a reduction two or three of
them. So products in Fp6 are the 36 of the schoolbook, Karatsuba starts at Fp12, and every coefficient
is reduced once: `mul` 108 multiplications and 12 reductions, `square` 72 and 12, `mul_by_line` 48 and
12, `square_cyclotomic` 24 and 12.
**Timing** Variable time: all inputs are public.
"""

from typing import NamedTuple

from .params import Curve, Integer

Fp2 = tuple[Integer, Integer]
Fp6 = tuple[Integer, Integer, Integer, Integer, Integer, Integer]
Fp12 = tuple[Fp6, Fp6]

ZERO6: Fp6 = (0, 0, 0, 0, 0, 0)
ONE: Fp12 = ((1, 0, 0, 0, 0, 0), ZERO6)

XI: Fp2 = (9, 1)


class Tower(NamedTuple):
    """The tower over one prime: `gamma[k]` is xi**(k * (P - 1) / 6), the twist y**2 = x**3 + twist_b."""

    P: Integer
    gamma: tuple[Fp2, ...]
    twist_b: Fp2


def tower_over(curve: Curve) -> Tower:
    """Return the tower over a curve's field (P = 7 mod 12, xi no square and no cube), in its integers.

    The sextic twist of y**2 = x**3 + B that carries G2 is y**2 = x**3 + B / xi.
    """
    P = curve.P
    xi = (XI[0] + 0 * P, XI[1] + 0 * P)
    first = fp2_pow(P, xi, (P - 1) // 6)
    gamma: list[Fp2] = [(1, 0)]
    while len(gamma) < 6:
        gamma.append(fp2_mul(P, gamma[-1], first))
    inverse = fp2_inverse(P, xi)
    return Tower(P, tuple(gamma), (curve.B * inverse[0] % P, curve.B * inverse[1] % P))


def fp2_mul(P: Integer, a: Fp2, b: Fp2) -> Fp2:
    """Return a * b."""
    a0, a1 = a
    b0, b1 = b
    return (a0 * b0 - a1 * b1) % P, (a0 * b1 + a1 * b0) % P


def fp2_inverse(P: Integer, a: Fp2) -> Fp2:
    """Return 1 / a for a other than 0: its conjugate over its norm."""
    a0, a1 = a
    inverse = pow(a0 * a0 + a1 * a1, -1, P)
    return a0 * inverse % P, -a1 * inverse % P


def fp2_pow(P: Integer, a: Fp2, exponent: int) -> Fp2:
    """Return a**exponent, bit by bit; for constants only."""
    result: Fp2 = (1, 0)
    for bit in bin(exponent)[2:]:
        result = fp2_mul(P, result, result)
        if bit == "1":
            result = fp2_mul(P, result, a)
    return result


def _times_v(a: Fp6) -> Fp6:
    """Return v * a; the coefficient that passes v**3 is multiplied by xi."""
    a0, a1, a2, a3, a4, a5 = a
    return 9 * a4 - a5, 9 * a5 + a4, a0, a1, a2, a3


def _add6(a: Fp6, b: Fp6) -> Fp6:
    a0, a1, a2, a3, a4, a5 = a
    b0, b1, b2, b3, b4, b5 = b
    return a0 + b0, a1 + b1, a2 + b2, a3 + b3, a4 + b4, a5 + b5


def _sub6(a: Fp6, b: Fp6) -> Fp6:
    a0, a1, a2, a3, a4, a5 = a
    b0, b1, b2, b3, b4, b5 = b
    return a0 - b0, a1 - b1, a2 - b2, a3 - b3, a4 - b4, a5 - b5


def _reduce6(P: Integer, a: Fp6) -> Fp6:
    a0, a1, a2, a3, a4, a5 = a
    return a0 % P, a1 % P, a2 % P, a3 % P, a4 % P, a5 % P


def _mul6_wide(a: Fp6, b: Fp6) -> Fp6:
    """Return a * b, not reduced: three products in Fp2 for each of 1, v, v**2."""
    a0, a1, a2, a3, a4, a5 = a
    b0, b1, b2, b3, b4, b5 = b
    # xi times b's coefficients at v and v**2, for the products that pass v**3.
    x2 = 9 * b2 - b3
    x3 = 9 * b3 + b2
    x4 = 9 * b4 - b5
    x5 = 9 * b5 + b4
    return (
        a0 * b0 - a1 * b1 + a2 * x4 - a3 * x5 + a4 * x2 - a5 * x3,
        a0 * b1 + a1 * b0 + a2 * x5 + a3 * x4 + a4 * x3 + a5 * x2,
        a0 * b2 - a1 * b3 + a2 * b0 - a3 * b1 + a4 * x4 - a5 * x5,
        a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + a4 * x5 + a5 * x4,
        a0 * b4 - a1 * b5 + a2 * b2 - a3 * b3 + a4 * b0 - a5 * b1,
        a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0,
    )


def _mul6_sparse_wide(a: Fp6, b: Fp2, c: Fp2) -> Fp6:
    """Return a * (b + c * v), not reduced."""
    a0, a1, a2, a3, a4, a5 = a
    b0, b1 = b
    c0, c1 = c
    x0 = 9 * c0 - c1
    x1 = 9 * c1 + c0
    return (
        a0 * b0 - a1 * b1 + a4 * x0 - a5 * x1,
        a0 * b1 + a1 * b0 + a4 * x1 + a5 * x0,
        a2 * b0 - a3 * b1 + a0 * c0 - a1 * c1,
        a2 * b1 + a3 * b0 + a0 * c1 + a1 * c0,
        a4 * b0 - a5 * b1 + a2 * c0 - a3 * c1,
        a4 * b1 + a5 * b0 + a2 * c1 + a3 * c0,
    )


def _inverse6(P: Integer, a: Fp6) -> Fp6:
    """Return 1 / a: with (t0, t1, t2) the product of a's two conjugates over Fp2, a * t is in Fp2."""
    a0, a1, a2 = a[:2], a[2:4], a[4:]
    s0, s1, s2 = fp2_mul(P, a0, a0), fp2_mul(P, a1, a1), fp2_mul(P, XI, fp2_mul(P, a2, a2))
    m01, m02, m12 = fp2_mul(P, a0, a1), fp2_mul(P, a0, a2), fp2_mul(P, XI, fp2_mul(P, a1, a2))
    t: Fp6 = (
        s0[0] - m12[0],
        s0[1] - m12[1],
        s2[0] - m01[0],
        s2[1] - m01[1],
        s1[0] - m02[0],
        s1[1] - m02[1],
    )
    norm = _mul6_wide(a, t)[:2]
    return _reduce6(P, _mul6_wide(t, (*fp2_inverse(P, norm), 0, 0, 0, 0)))


def mul(P: Integer, f: Fp12, g: Fp12) -> Fp12:
    """Return f * g, by Karatsuba over Fp6."""
    f0, f1 = f
    g0, g1 = g
    low = _mul6_wide(f0, g0)
    high = _mul6_wide(f1, g1)
    both = _mul6_wide(_add6(f0, f1), _add6(g0, g1))
    return (
        _reduce6(P, _add6(low, _times_v(high))),
        _reduce6(P, _sub6(both, _add6(low, high))),
    )


def square(P: Integer, f: Fp12) -> Fp12:
    """Return f * f from two products: f0 * f1 and (f0 + f1) * (f0 + v * f1)."""
    f0, f1 = f
    cross = _mul6_wide(f0, f1)
    both = _mul6_wide(_add6(f0, f1), _add6(f0, _times_v(f1)))
    return (
        _reduce6(P, _sub6(both, _add6(cross, _times_v(cross)))),
        _reduce6(P, _add6(cross, cross)),
    )


def mul_by_line(P: Integer, f: Fp12, b: Fp2, c: Fp2) -> Fp12:
    """Return f * (1 + b * w + c * w**3), a line of the Miller loop (w**3 = v * w)."""
    f0, f1 = f
    return (
        _reduce6(P, _add6(f0, _times_v(_mul6_sparse_wide(f1, b, c)))),
        _reduce6(P, _add6(f1, _mul6_sparse_wide(f0, b, c))),
    )


def inverse(P: Integer, f: Fp12) -> Fp12:
    """Return 1 / f for f other than 0: its conjugate over its norm f0**2 - v * f1**2."""
    f0, f1 = f
    norm = _reduce6(P, _sub6(_mul6_wide(f0, f0), _times_v(_mul6_wide(f1, f1))))
    over = _inverse6(P, norm)
    return _reduce6(P, _mul6_wide(f0, over)), _reduce6(P, _sub6(ZERO6, _mul6_wide(f1, over)))


def conjugate(P: Integer, f: Fp12) -> Fp12:
    """Return f**(P**6), the conjugate over Fp6; in the cyclotomic subgroup it is 1 / f."""
    f0, f1 = f
    return f0, _reduce6(P, _sub6(ZERO6, f1))


def frobenius(tower: Tower, f: Fp12, times: int = 1) -> Fp12:
    """Return f**(P**times): conjugates over Fp of the coefficients of w**k, times `gamma[k]`."""
    P, gamma, _ = tower
    for _ in range(times):
        # f's two halves have the coefficients of w**0, w**2, w**4 and of w**1, w**3, w**5.
        f = _frobenius6(P, f[0], gamma[0::2]), _frobenius6(P, f[1], gamma[1::2])
    return f


def _frobenius6(P: Integer, a: Fp6, gamma: tuple[Fp2, ...]) -> Fp6:
    a0, a1, a2, a3, a4, a5 = a
    first = fp2_mul(P, (a0, -a1), gamma[0])
    second = fp2_mul(P, (a2, -a3), gamma[1])
    third = fp2_mul(P, (a4, -a5), gamma[2])
    return *first, *second, *third


def square_cyclotomic(P: Integer, f: Fp12) -> Fp12:
    """Return f * f for f in the cyclotomic subgroup, where f**(P**4 - P**2 + 1) = 1.

    Over Fp4 = Fp2[s] / (s**2 - xi) with s = w**3, f is A + B * w + C * w**2, and its square is
    3 * A**2 - 2 * A' + (3 * s * C**2 + 2 * B') * w + (3 * B**2 - 2 * C') * w**2, ' being s -> -s.
    """
    (a0, a1, c0, c1, e0, e1), (b0, b1, d0, d1, g0, g1) = f  # a + b w + c w**2 + d w**3 + e w**4 + g w**5
    # A = a + d * s, B = b + e * s, C = c + g * s; the square of x + y * s is x**2 + xi * y**2 + 2xy * s.
    dd0, dd1 = (d0 + d1) * (d0 - d1), 2 * d0 * d1
    ee0, ee1 = (e0 + e1) * (e0 - e1), 2 * e0 * e1
    gg0, gg1 = (g0 + g1) * (g0 - g1), 2 * g0 * g1
    cg0, cg1 = c0 * g0 - c1 * g1, c0 * g1 + c1 * g0
    return (
        (
            (3 * ((a0 + a1) * (a0 - a1) + 9 * dd0 - dd1) - 2 * a0) % P,
            (3 * (2 * a0 * a1 + 9 * dd1 + dd0) - 2 * a1) % P,
            (3 * ((b0 + b1) * (b0 - b1) + 9 * ee0 - ee1) - 2 * c0) % P,
            (3 * (2 * b0 * b1 + 9 * ee1 + ee0) - 2 * c1) % P,
            (3 * ((c0 + c1) * (c0 - c1) + 9 * gg0 - gg1) - 2 * e0) % P,
            (3 * (2 * c0 * c1 + 9 * gg1 + gg0) - 2 * e1) % P,
        ),
        (
            (6 * (9 * cg0 - cg1) + 2 * b0) % P,
            (6 * (9 * cg1 + cg0) + 2 * b1) % P,
            (6 * (a0 * d0 - a1 * d1) + 2 * d0) % P,
            (6 * (a0 * d1 + a1 * d0) + 2 * d1) % P,
            (6 * (b0 * e0 - b1 * e1) + 2 * g0) % P,
            (6 * (b0 * e1 + b1 * e0) + 2 * g1) % P,
        ),
    )
