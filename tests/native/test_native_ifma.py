"""The products in digits of 52 bits behind the body `ifma`: edges of their digits, blocks and vectors.

Where the processor has no AVX-512 IFMA, its instructions are emulated. What all bodies have in common is in
`test_native_modexp.py`.
"""

import random
from collections.abc import Iterator
from itertools import product

import pytest
from kernels import _kernels, use_body
from test_native_modexp import check, edge_limbs

DIGIT = 2**52
ONES = DIGIT - 1
# Rows of two to five vectors of eight digits, and whole products from 41 digits on, which are 48.
ROWS = range(14, 41)
BLOCKS = (41, 48, 49, 56, 57, 64, 79, 80, 81, 128, 158)


@pytest.fixture(params=[name for name in _kernels.features()["bodies"] if name.startswith("ifma")])
def body(request: pytest.FixtureRequest) -> Iterator[str]:
    with use_body(request.param) as name:
        yield name


def of_digits(*digits: int) -> int:
    """Return the number with these digits, least significant first."""
    return sum(digit << 52 * index for index, digit in enumerate(digits))


def edge_digits(rng: random.Random, count: int) -> int:
    """Return a number of so many digits, with runs of ones that a carry runs along."""
    digits: list[int] = []
    while len(digits) < count:
        digits += [rng.choice((0, 1, ONES, ONES, ONES - 1, rng.randrange(DIGIT)))] * rng.choice(
            (1, 1, 3, 8, 9)
        )
    return of_digits(*digits[: count - 1], rng.randrange(1, 2**49))


@pytest.mark.parametrize("digits", [*ROWS, *BLOCKS])
def test_moduli_about_a_number_of_digits(body: str, digits: int) -> None:
    """R is more than 4n: a modulus of 52 digits - 2 bits is the longest."""
    rng = random.Random(digits)
    for bits in (52 * digits - 3, 52 * digits - 2, 52 * digits - 1, 52 * digits, 52 * digits + 1):
        for modulus in (2**bits - 1, 2 ** (bits - 1) + 1, 2**bits - 2 ** (bits // 2) - 1):
            for base, exponent in product(
                (modulus - 1, modulus - 2, 2**bits - 1, rng.getrandbits(bits)), (2, 3, 11)
            ):
                check(base, exponent, modulus)


@pytest.mark.parametrize("digits", [*ROWS, *BLOCKS])
def test_runs_of_ones_and_zeros(body: str, digits: int) -> None:
    rng = random.Random(digits)
    for _ in range(12):
        modulus = edge_digits(rng, digits) | 1
        for base in (edge_digits(rng, digits), modulus - 1, modulus - 2 ** rng.randrange(52 * digits - 4)):
            check(base, rng.choice((2, 3, 5, 13)), modulus)


@pytest.mark.parametrize("size", [*range(11, 21), 33, 40, 41, 49, 64, 65, 96, 127, 128, 129])
def test_every_kind_of_exponent_and_operand(body: str, size: int) -> None:
    """From 12 limbs on."""
    rng = random.Random(size)
    for modulus in (2 ** (64 * size) - 1, edge_limbs(rng, size) | 1):
        bases = (0, 1, 2, modulus - 1, modulus, modulus + 1, modulus**2 - 2, edge_limbs(rng, size))
        for base, exponent in product(bases, (1, 2, 3, 0b1011, rng.getrandbits(30) | 1)):
            check(base, exponent, modulus, zeros=rng.choice((0, 3)))
        check(bases[-1], 0, modulus)
        check(bases[-1], 65537, modulus << rng.choice((1, 64, 300)))


@pytest.mark.parametrize("size", [200, 512, 513])
def test_where_the_lanes_hold_the_longest_sums(body: str, size: int) -> None:
    """Up to 512 limbs; 513 go another way."""
    modulus = 2 ** (64 * size) - 1
    check(modulus - 2, 3, modulus)
    check(edge_digits(random.Random(size), size), 5, modulus - 2)


@pytest.mark.parametrize("digits", [14, 16, 17, 24, 32, 33, 40, 48, 56, 80])
def test_results_of_ones(body: str, digits: int) -> None:
    """A run of ones with a carry below it: then one step of the lanes is not enough."""
    rng = random.Random(digits)
    modulus = of_digits(*[ONES] * (digits - 1), 2**49 - 1)
    for _ in range(10):
        result = of_digits(*[ONES] * rng.randrange(1, digits), rng.randrange(2**49))
        check(result, 1, modulus)
        check(modulus - result, 3, modulus)


@pytest.mark.parametrize("size", [17, 30])
def test_results_of_more_bits_than_the_limbs(body: str, size: int) -> None:
    """R is 16n here, the least for whole limbs: a last factor leaves up to 9/8 n, one time in some tens."""
    rng = random.Random(size)
    for less in (1, 3, 5):
        modulus = 2 ** (64 * size) - less
        for _ in range(100):
            check(rng.getrandbits(64 * size), 3, modulus)


def test_a_power_that_vanishes(body: str) -> None:
    rng = random.Random(3)
    for bits in (400, 1040, 1100, 2000):
        for root in (2**bits - 1, rng.getrandbits(bits) | 1 | 1 << (bits - 1)):
            for exponent in (2, 3, 4, 7, 65537):
                check(root, exponent, root**2)
