"""Scalar decomposition along the endomorphism phi, which costs one field multiplication.

**Algorithm** Gallant, Lambert, Vanstone, CRYPTO 2001, section 4, with rounded division: the closest
lattice vector is found in the basis of `params.Endomorphism` (determinant exactly N).
**Invariants** k1 + k2 * LAMBDA = k mod N. As rounding is at most 1/2 off in each coordinate,
|k1| <= (|a1| + |a2|) / 2 and |k2| <= (|b1| + |b2|) / 2: for BN254 both are below 2**126. Either can be
negative (`tests/arithmetic/test_glv.py` builds such scalars from the lattice).
"""

from .jacobian import Affine
from .params import Curve, Integer


def split_scalar(curve: Curve, k: Integer) -> tuple[Integer, Integer]:
    """Return signed k1, k2 of about half N's bits with k1 + k2 * LAMBDA = k mod N, for any k."""
    _, _, a1, b1, a2, b2 = curve.endomorphism
    k %= curve.N
    c1 = _round_div(b2 * k, curve.N)
    c2 = _round_div(-b1 * k, curve.N)
    return k - c1 * a1 - c2 * a2, -c1 * b1 - c2 * b2


def _round_div(numerator: Integer, denominator: Integer) -> Integer:
    """Divide and round to the nearest integer; halves go up."""
    return (2 * numerator + denominator) // (2 * denominator)


def phi(curve: Curve, point: Affine | None) -> Affine | None:
    """Return [LAMBDA]Q as (BETA * x, y)."""
    if point is None:
        return None
    return point[0] * curve.endomorphism.BETA % curve.P, point[1]
