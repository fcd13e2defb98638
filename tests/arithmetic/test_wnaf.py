"""wNAF by its properties: range, oddness, spacing, sum, length."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evm_precompiles_plus.arithmetic.curves.wnaf import wnaf

WIDTHS = range(2, 9)


def check(scalar: int, width: int) -> None:
    digits = wnaf(scalar, width)
    assert sum(digit << position for position, digit in enumerate(digits)) == scalar
    assert all(digit == 0 or (digit % 2 and abs(digit) < 2 ** (width - 1)) for digit in digits)
    places = [position for position, digit in enumerate(digits) if digit]
    assert all(later - earlier >= width for earlier, later in pairwise(places))
    assert len(digits) <= scalar.bit_length() + 1
    assert not digits or digits[-1]


@pytest.mark.parametrize("width", WIDTHS)
def test_all_small_scalars(width: int) -> None:
    for scalar in range(-(2**11), 2**11):
        check(scalar, width)


@given(st.integers(-(2**256) + 1, 2**256 - 1), st.sampled_from(WIDTHS))
def test_any_scalar(scalar: int, width: int) -> None:
    check(scalar, width)


@pytest.mark.parametrize("width", WIDTHS)
def test_largest_scalar_has_one_digit_more_than_bits(width: int) -> None:
    check(2**256 - 1, width)
    assert len(wnaf(2**256 - 1, width)) == 257


@pytest.mark.parametrize("width", WIDTHS)
def test_density_is_one_in_width_plus_one(width: int) -> None:
    rng = random.Random(width)
    digits = [digit for _ in range(50) for digit in wnaf(rng.getrandbits(2048), width)]
    density = sum(map(bool, digits)) / len(digits)
    assert density == pytest.approx(1 / (width + 1), rel=0.02)
