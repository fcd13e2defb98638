"""The curves, as plain data: y**2 = x**3 + B over the field of P elements, with N points.

**Spec** EIP-196 for BN254 (Barreto-Naehrig family with parameter T below, alt_bn128 in the EIPs).
**Algorithm** Gallant, Lambert, Vanstone, CRYPTO 2001: with BETA**3 = 1 in the field,
phi(x, y) = (BETA * x, y) maps the curve to itself, and phi(Q) = [LAMBDA]Q for every point Q.
**Invariants** `tests/test_params.py` derives P, N and the lattice from T, and checks that P and N are
primes, G has order N, BETA**3 = 1 mod P, LAMBDA**3 = 1 mod N, phi(G) = [LAMBDA]G (of the two pairs
only the matching ones agree), and that the lattice basis has determinant exactly N.
"""

from typing import Any, NamedTuple

# A number of the backend's kind: int, or gmpy2.mpz, which mixes with int. Its operators are all we use.
Integer = Any


class Endomorphism(NamedTuple):
    """phi's constants, and a short basis (a1, b1), (a2, b2) of {(x, y): x + y * LAMBDA = 0 mod N}."""

    BETA: Integer
    LAMBDA: Integer
    a1: Integer
    b1: Integer
    a2: Integer
    b2: Integer


class Curve(NamedTuple):
    """Parameters of y**2 = x**3 + B with cofactor 1, and the coordinates of a generator."""

    name: str
    P: Integer
    B: Integer
    N: Integer
    Gx: Integer
    Gy: Integer
    endomorphism: Endomorphism


# The parameter of BN254 in its family; P, N and the lattice are polynomials in it.
T = 4965661367192848881

BN254 = Curve(
    name="BN254",
    P=0x30644E72E131A029B85045B68181585D97816A916871CA8D3C208C16D87CFD47,
    B=3,
    N=0x30644E72E131A029B85045B68181585D2833E84879B9709143E1F593F0000001,
    Gx=1,
    Gy=2,
    endomorphism=Endomorphism(
        BETA=0x59E26BCEA0D48BACD4F263F1ACDB5C4F5763473177FFFFFE,
        LAMBDA=0xB3C4D79D41A917585BFC41088D8DAAA78B17EA66B99C90DD,
        a1=2 * T + 1,
        b1=-(6 * T**2 + 2 * T),
        a2=6 * T**2 + 4 * T + 1,
        b2=2 * T + 1,
    ),
)


def over(curve: Curve, integer: type) -> Curve:
    """Return the same curve with its numbers converted to another integer type, such as gmpy2's mpz."""
    endomorphism = Endomorphism(*map(integer, curve.endomorphism))
    P, B, N, Gx, Gy = map(integer, curve[1:-1])
    return Curve(curve.name, P, B, N, Gx, Gy, endomorphism)
