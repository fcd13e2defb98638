"""Every operation of the tower against plain polynomials over Fp, with w**12 = 18 * w**6 - 82."""

import random
from typing import Any

import gmpy2
import pytest

from evm_precompiles_plus.arithmetic.curves import tower as t
from evm_precompiles_plus.arithmetic.curves.params import BN254, over
from evm_precompiles_plus.arithmetic.curves.tower import Fp2, Fp12, Tower

P = BN254.P
Polynomial = list[int]

towers = pytest.mark.parametrize("tower", [t.tower_over(over(BN254, kind)) for kind in (int, gmpy2.mpz)])


def polynomial(f: Fp12) -> Polynomial:
    """Return f's twelve coefficients over Fp: i = w**6 - 9, as xi = 9 + i = w**6."""
    coefficients = [0] * 12
    for parity, half in enumerate(f):
        for index in range(3):
            c0, c1 = int(half[2 * index]), int(half[2 * index + 1])
            power = 2 * index + parity
            coefficients[power] = (c0 - 9 * c1) % P
            coefficients[power + 6] = c1 % P
    return coefficients


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    product = [0] * 23
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    for power in range(22, 11, -1):
        product[power - 6] += 18 * product[power]
        product[power - 12] -= 82 * product[power]
    return [c % P for c in product[:12]]


def to_the(a: Polynomial, exponent: int) -> Polynomial:
    result = [1] + [0] * 11
    for bit in bin(exponent)[2:]:
        result = times(result, result)
        if bit == "1":
            result = times(result, a)
    return result


def random_elements(tower: Tower, count: int) -> list[Fp12]:
    """Return elements of the tower's integers: the extremes, then random ones with edges among them."""
    rng = random.Random(12)
    kind: Any = type(tower.P)
    numbers = [[0] * 12, [1] + [0] * 11, [P - 1] * 12]
    while len(numbers) < count:
        numbers.append([rng.choice([0, 1, P - 1, *[rng.randrange(P)] * 9]) for _ in range(12)])
    exact = [[kind(number) for number in row] for row in numbers]
    return [(tuple(row[:6]), tuple(row[6:])) for row in exact]


def is_reduced(f: Fp12) -> bool:
    return all(0 <= c < P for half in f for c in half)


@towers
def test_products_squares_and_lines(tower: Tower) -> None:
    elements = random_elements(tower, 40)
    for f, g in zip(elements, reversed(elements), strict=True):
        product, squared = t.mul(tower.P, f, g), t.square(tower.P, f)
        assert polynomial(product) == times(polynomial(f), polynomial(g))
        assert polynomial(squared) == times(polynomial(f), polynomial(f))
        b, c = g[0][:2], g[1][2:4]
        line: Fp12 = ((1, 0, 0, 0, 0, 0), (*b, *c, 0, 0))
        by_line = t.mul_by_line(tower.P, f, b, c)
        assert polynomial(by_line) == times(polynomial(f), polynomial(line))
        assert is_reduced(product) and is_reduced(squared) and is_reduced(by_line)


@towers
def test_inverse_and_conjugate(tower: Tower) -> None:
    for f in random_elements(tower, 12)[1:]:
        assert t.mul(tower.P, f, t.inverse(tower.P, f)) == t.ONE
        assert t.conjugate(tower.P, f) == t.frobenius(tower, f, 6)


@towers
def test_frobenius_is_the_power_of_p(tower: Tower) -> None:
    f = random_elements(tower, 5)[-1]
    power = polynomial(f)
    for count in (1, 2, 3):
        power = to_the(power, P)
        assert polynomial(t.frobenius(tower, f, count)) == power
    assert t.frobenius(tower, f, 12) == f


@towers
def test_cyclotomic_square(tower: Tower) -> None:
    for f in random_elements(tower, 8)[3:]:
        easy = t.mul(tower.P, t.conjugate(tower.P, f), t.inverse(tower.P, f))
        assert t.square_cyclotomic(tower.P, easy) != t.square(tower.P, easy)  # not yet in the subgroup
        cyclotomic = t.mul(tower.P, t.frobenius(tower, easy, 2), easy)
        assert t.square_cyclotomic(tower.P, cyclotomic) == t.square(tower.P, cyclotomic)
        assert t.mul(tower.P, cyclotomic, t.conjugate(tower.P, cyclotomic)) == t.ONE


@towers
def test_constants_follow_from_xi(tower: Tower) -> None:
    assert P % 12 == 7
    for k, constant in enumerate(tower.gamma):
        assert t.fp2_pow(P, constant, 6) == t.fp2_pow(P, t.XI, k * (P - 1))
    assert t.fp2_mul(P, tower.gamma[1], tower.gamma[2]) == tower.gamma[3]
    # v**3 = xi and w**2 = v stay irreducible: xi is neither a square nor a cube.
    for divisor in (2, 3):
        assert t.fp2_pow(P, t.XI, (P**2 - 1) // divisor) != (1, 0)
    assert t.fp2_mul(P, tower.twist_b, t.XI) == (3, 0)


def test_fp2_inverse_and_power() -> None:
    a: Fp2 = (P - 2, 5)
    assert t.fp2_mul(P, a, t.fp2_inverse(P, a)) == (1, 0)
    assert t.fp2_pow(P, a, 0) == (1, 0)
    assert t.fp2_pow(P, a, P) == (P - 2, P - 5)
