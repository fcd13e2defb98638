"""The constants of ECRECOVER and P256VERIFY in C, recomputed from the curves' definitions.

Those of BN254 are in `test_native.py` and `test_native_pairing.py`, the generators' tables in
`test_native_signatures.py`.
The numbers are read from the sources, which is what the compiler reads.
"""

import hashlib
import re
from functools import cache
from math import isqrt
from pathlib import Path

import pytest
from generator_tables import add, odd_multiples

from evm_precompiles_plus.arithmetic.curves.params import SECP256K1, SECP256R1, Curve

NATIVE = Path(__file__).parents[2] / "evm_precompiles_plus" / "_native"
B, R = 2**64, 2**256

# SEC 2, sections 2.4.1 and 2.4.2: the primes, and the generators' abscissae.
K1_P = 2**256 - 2**32 - 977
R1_P = 2**256 - 2**224 + 2**192 + 2**96 - 1
K1_X = 0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798
R1_X = 0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296
# The seed from which P-256's b is derived (FIPS 186-4, D.1.2.3; ANSI X9.62, A.3.3.1).
R1_SEED = 0xC49D360886E704936A6678E1139D26B7819F7E90


def constant(file: str, name: str) -> list[int]:
    """Return a constant's numbers as they stand in the source; nested braces are read as one list."""
    text = (NATIVE / file).read_text()
    found = re.search(rf"#define {name} UINT64_C\((.*?)\)|\b{name}(?:\[\d\])? = (.*?);", text, re.DOTALL)
    assert found, name
    return [int(value, 0) for value in re.findall(r"0x[0-9a-f]+|\b\d+\b", found[1] or found[2])]


def number(file: str, name: str) -> int:
    return sum(limb * B**place for place, limb in enumerate(constant(file, name)))


def order_constants(file: str, name: str) -> tuple[int, int, int, int]:
    """Return N, -1 / N, R**2 mod N and the limbs of a `struct montgomery`."""
    text = (NATIVE / file).read_text()
    found = re.search(rf"struct montgomery {name} = \{{(.*?)\}};", text, re.DOTALL)
    assert found
    values = [int(value, 0) for value in re.findall(r"0x[0-9a-f]+|\b\d+\b", found[1])]
    assert len(values) == 10
    return (
        sum(limb * B**place for place, limb in enumerate(values[:4])),
        values[4],
        sum(limb * B**place for place, limb in enumerate(values[5:9])),
        values[9],
    )


def nearest(numerator: int, divisor: int) -> int:
    return (2 * numerator + divisor) // (2 * divisor)


def is_prime(n: int) -> bool:
    """Miller and Rabin's test to forty bases."""
    twos = (n - 1 & -(n - 1)).bit_length() - 1
    for base in range(2, 42):
        x = pow(base, n - 1 >> twos, n)
        if x not in (1, n - 1) and all((x := x * x % n) != n - 1 for _ in range(twos - 1)):
            return False
    return True


@cache
def multiple(curve: Curve, k: int) -> tuple[int, int]:
    """Return [k]G for 0 < k < N by doubling and adding."""
    generator = odd_multiples(curve, 1)[0]
    point = generator
    for bit in f"{k:b}"[1:]:
        point = add(curve, point, point)
        if bit == "1":
            point = add(curve, point, generator)
    return point


def p256_b() -> int:
    """Return the b that the seed gives: b**2 c = -27 for the hash c."""
    head = int.from_bytes(hashlib.sha1(R1_SEED.to_bytes(20, "big")).digest(), "big") % 2**95
    tail = int.from_bytes(hashlib.sha1((R1_SEED + 1).to_bytes(20, "big")).digest(), "big")
    square = -27 * pow(head << 160 | tail, -1, R1_P) % R1_P
    root = pow(square, (R1_P + 1) // 4, R1_P)
    assert root * root % R1_P == square
    return next(b for b in (root, R1_P - root) if int(SECP256R1.B) == b)


@pytest.mark.parametrize(
    ("curve", "prime", "a", "b", "x"),
    [(SECP256K1, K1_P, 0, 7, K1_X), (SECP256R1, R1_P, -3, p256_b(), R1_X)],
    ids=["secp256k1", "p256"],
)
def test_the_curves(curve: Curve, prime: int, a: int, b: int, x: int) -> None:
    """A prime N with [N]G = 0 within Hasse's bound is the order, since no other multiple of N lies there."""
    order = int(curve.N)
    assert int(curve.P) == prime and int(curve.Gx) == x and int(curve.A) % prime == a % prime
    assert (int(curve.Gy) ** 2 - x**3 - a * x - b) % prime == 0
    assert is_prime(prime) and is_prime(order) and abs(prime + 1 - order) <= 2 * isqrt(prime) + 1
    assert multiple(curve, order - 1) == (x, -int(curve.Gy) % prime)


def test_secp256k1s_field() -> None:
    file = "secp256k1/fe.h"
    assert number(file, "K1_P") == K1_P and constant(file, "K1_C") == [2**256 - K1_P]
    assert constant(file, "K1_N0_INV") == [-pow(K1_P, -1, B) % B] == [pow(2**256 - K1_P, -1, B)]
    assert number(file, "k1_one") == 1 and number("secp256k1/recover.c", "K1_SEVEN") == 7


def test_p256s_field() -> None:
    file = "p256/fe.h"
    assert number(file, "R1_P") == R1_P and -pow(R1_P, -1, B) % B == 1
    assert number(file, "r1_one") == R % R1_P
    assert number(file, "R1_R2") == R**2 % R1_P and number(file, "R1_R3") == R**3 % R1_P
    assert number("p256/verify.c", "R1_B") == p256_b() * R % R1_P


@pytest.mark.parametrize(
    ("file", "name", "curve"),
    [("secp256k1/recover.c", "K1_N", SECP256K1), ("p256/verify.c", "R1_N", SECP256R1)],
)
def test_the_orders(file: str, name: str, curve: Curve) -> None:
    N = int(curve.N)
    assert order_constants(file, name) == (N, -pow(N, -1, B) % B, R**2 % N, 4)


def endomorphism() -> tuple[int, int]:
    """Return the BETA of the sources and the cube root of 1 modulo N that belongs to it."""
    N, beta = int(SECP256K1.N), number("secp256k1/recover.c", "K1_BETA")
    root = next(root for g in range(2, 9) if (root := pow(g, (N - 1) // 3, N)) != 1)
    roots = [root, root**2 % N]
    x, y = K1_X * beta % K1_P, int(SECP256K1.Gy)
    return beta, next(value for value in roots if multiple(SECP256K1, value) == (x, y))


def test_beta_is_a_cube_root_of_one_that_multiplies_the_generator_by_lambda() -> None:
    beta, lam = endomorphism()
    assert beta != 1 and pow(beta, 3, K1_P) == 1 and pow(lam, 3, int(SECP256K1.N)) == 1


def test_the_lattice_is_euclids() -> None:
    """Rows (r, -t) of the extended Euclidean algorithm, r = t LAMBDA modulo N, about N's square root."""
    N, (_, lam) = int(SECP256K1.N), endomorphism()
    rows = [(N, 0), (lam, 1)]
    while rows[-1][0] >= isqrt(N):
        quotient = rows[-2][0] // rows[-1][0]
        rows.append((rows[-2][0] - quotient * rows[-1][0], rows[-2][1] - quotient * rows[-1][1]))
    (r, t), last = rows[-1], rows[-2]
    quotient = last[0] // r
    following = last[0] - quotient * r, last[1] - quotient * t
    vectors = {(sign * x, -sign * y) for x, y in (last, (r, t), following) for sign in (1, -1)}
    file = "secp256k1/split.h"
    a1, b1, a2 = (number(file, name) for name in ("K1_A1", "K1_B1", "K1_A2"))
    assert {(a1, -b1), (a2, a1)} <= vectors
    assert a1**2 + a2 * b1 == N and (a1 - b1 * lam) % N == (a2 + a1 * lam) % N == 0
    assert number(file, "K1_RECIPROCAL_A1") == nearest(2**384 * a1, N)
    assert number(file, "K1_RECIPROCAL_B1") == nearest(2**384 * b1, N)


def test_bounds_of_the_split() -> None:
    file = "secp256k1/split.h"
    a1, b1, a2 = (number(file, name) for name in ("K1_A1", "K1_B1", "K1_A2"))
    assert (a1 + a2) * (2**128 + 1) * 100 < 64 * 2**128 * 2**129
    assert (b1 + a1) * (2**128 + 1) * 100 < 55 * 2**128 * 2**129


def test_the_square_root_is_the_power_p_plus_1_over_4() -> None:
    """The chain as it is written: each line squares one element n times and multiplies it by another."""
    text = (NATIVE / "secp256k1/recover.c").read_text()
    body = re.search(r"static void k1_root\(.*?\n\{(.*?)\n\}", text, re.DOTALL)
    assert body
    powers = {"a": 1}
    for line in re.findall(r"k1_\w+\(.*?\);", body[1]):
        name, *arguments = re.findall(r"\w+", line)
        if name == "k1_shift_mul":
            to, of, squarings, by = arguments
            powers[to] = (powers[of] << int(squarings)) + powers[by]
        else:
            assert name == "k1_square_times", line
            to, of, squarings = arguments
            powers[to] = powers[of] << int(squarings)
    assert powers["r"] == (K1_P + 1) // 4


def test_products_leave_room() -> None:
    """What fe.h says of secp256k1's reduction and split.h of its quotients, at the largest operands."""
    c = 2**256 - K1_P
    assert ((R - 1) * c + R - 1) // R <= c and c * c < 2**67 and 2**67 + c < 2**128
    assert 2 * R1_P > R, "an element and one more P fit 257 bits, and no element has two representatives"
