"""The GLV split of BN254's scalars: congruence, size, and the signs that are rare."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evm_precompiles_plus.arithmetic.curves.glv import split_scalar
from evm_precompiles_plus.arithmetic.curves.params import BN254

N = BN254.N
LAMBDA = BN254.endomorphism.LAMBDA
_, _, A1, B1, A2, B2 = BN254.endomorphism

# A wrong sign of one term still gives a right product here, with a half of 191 bits.
WRONG_SIGN = 14226294082152339227274917010873249985458047913852393750281719691125978796426


def check(k: int) -> tuple[int, int]:
    k1, k2 = split_scalar(BN254, k)
    assert (k1 + k2 * LAMBDA - k) % N == 0
    assert 2 * abs(k1) <= abs(A1) + abs(A2) and 2 * abs(k2) <= abs(B1) + abs(B2)
    assert k1.bit_length() <= 126 and k2.bit_length() <= 126
    return k1, k2


@given(st.integers(0, 2**256 - 1))
def test_any_scalar(k: int) -> None:
    check(k)


@pytest.mark.parametrize("k", [0, 1, 2, N - 1, N, N + 1, BN254.P, LAMBDA, N - LAMBDA, 2**256 - 1, WRONG_SIGN])
def test_edges(k: int) -> None:
    check(k)


def test_the_shortest_halves_are_found_for_every_sign() -> None:
    rng = random.Random(196)
    for _ in range(500):
        k1, k2 = (rng.randrange(-(2**62), 2**62) for _ in range(2))
        assert check((k1 + k2 * LAMBDA) % N) == (k1, k2)


def test_rounding_ties_and_lattice_points() -> None:
    for x in range(-3, 4):
        for y in range(-3, 4):
            for half in (0, 1):
                a = (x * A1 + y * A2) // (1 + half)
                b = (x * B1 + y * B2) // (1 + half)
                for offset in (-1, 0, 1):
                    check((a + offset + b * LAMBDA) % N)
