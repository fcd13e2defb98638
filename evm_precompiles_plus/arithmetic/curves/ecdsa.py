"""ECDSA: the public key behind a signature, and whether a signature is a key's.

**Spec** SEC 1, version 2.0, sections 4.1.4 (verification) and 4.1.6 (recovery); FIPS 186-5, section 6.4.2.
**Algorithm** One sum [u]G + [v]Q each, by `multiply.mul_add`.
**Representation** The digest z is any integer of up to 256 bits, not reduced; r and s are in [1, N - 1].
**Invariants** `tests/arithmetic/test_ecdsa.py` runs both exhaustively on small curves.
**Timing** Variable time: all inputs are public.
"""

from .jacobian import Affine
from .multiply import FixedBase, mul_add
from .params import Curve, Integer


def lift_x(curve: Curve, x: Integer, odd: bool) -> Affine | None:
    """Return the point with this x and the y of this parity, or None; x is in [0, P), P is 3 mod 4."""
    P = curve.P
    square = ((x * x + curve.A) * x + curve.B) % P
    y = pow(square, (P + 1) // 4, P)
    if y * y % P != square:
        return None
    return x, P - y if y % 2 != odd else y


def recover(base: FixedBase, z: Integer, odd: bool, r: Integer, s: Integer) -> Affine | None:
    """Return the key Q with [s]R = [z]G + [r]Q, where R has x = r and a y of this parity.

    None if there is no such R, or if Q is infinity, which is no key.
    """
    curve, _ = base
    point = lift_x(curve, r, odd)
    if point is None:
        return None
    inverse = pow(r, -1, curve.N)
    return mul_add(base, -z * inverse % curve.N, s * inverse % curve.N, point)


def verify(base: FixedBase, z: Integer, r: Integer, s: Integer, key: Affine) -> bool:
    """Tell whether (r, s) signs z under a key on the curve: [z / s]G + [r / s]Q must have x = r mod N."""
    curve, _ = base
    inverse = pow(s, -1, curve.N)
    point = mul_add(base, z * inverse % curve.N, r * inverse % curve.N, key)
    return point is not None and bool(point[0] % curve.N == r)
