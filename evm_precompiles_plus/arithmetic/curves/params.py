"""The curves, as plain data: y**2 = x**3 + A * x + B over the field of P elements, with N points.

**Spec** EIP-196 for BN254 (Barreto-Naehrig family with parameter T below, alt_bn128 in the EIPs); SEC 2,
version 2.0, sections 2.4.1 and 2.4.2 for secp256k1 and secp256r1 (P-256 in FIPS 186).
**Algorithm** Gallant, Lambert, Vanstone, CRYPTO 2001: with BETA**3 = 1 in the field and A = 0,
phi(x, y) = (BETA * x, y) maps the curve to itself, and phi(Q) = [LAMBDA]Q for every point Q.
**Invariants** `tests/arithmetic/test_params.py` derives P, N and the lattice from T, and checks that P and N
are primes, G has order N, BETA**3 = 1 mod P, LAMBDA**3 = 1 mod N, phi(G) = [LAMBDA]G (of the two pairs
only the matching ones agree), and that the lattice basis has determinant exactly N.
`tests/arithmetic/test_ecdsa.py` does so for the other two.
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
    """Parameters of y**2 = x**3 + A * x + B with cofactor 1, and the coordinates of a generator."""

    name: str
    P: Integer
    B: Integer
    N: Integer
    Gx: Integer
    Gy: Integer
    endomorphism: Endomorphism
    A: Integer = 0


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


SECP256K1 = Curve(
    name="secp256k1",
    P=2**256 - 2**32 - 977,
    B=7,
    N=0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
    Gx=0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
    Gy=0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
    # The lattice is from the extended Euclidean algorithm on N and LAMBDA, which the test runs again.
    endomorphism=Endomorphism(
        BETA=0x7AE96A2B657C07106E64479EAC3434E99CF0497512F58995C1396C28719501EE,
        LAMBDA=0x5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72,
        a1=0x3086D221A7D46BCDE86C90E49284EB15,
        b1=-0xE4437ED6010E88286F547FA90ABFE4C3,
        a2=0x114CA50F7A8E2F3F657C1108D9D44CFD8,
        b2=0x3086D221A7D46BCDE86C90E49284EB15,
    ),
)

_N_R1 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

SECP256R1 = Curve(
    name="secp256r1",
    P=2**256 - 2**224 + 2**192 + 2**96 - 1,
    A=-3,
    B=0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    N=_N_R1,
    Gx=0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    Gy=0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    # No cheap map but the identity, in whose lattice every scalar k splits into 0 and k or k - N.
    endomorphism=Endomorphism(BETA=1, LAMBDA=1, a1=1, b1=-1, a2=0, b2=_N_R1),
)


def over(curve: Curve, integer: type) -> Curve:
    """Return the same curve with its numbers converted to another integer type, such as gmpy2's mpz."""
    endomorphism = Endomorphism(*map(integer, curve.endomorphism))
    P, B, N, Gx, Gy = map(integer, curve[1:6])
    return Curve(curve.name, P, B, N, Gx, Gy, endomorphism, integer(curve.A))
