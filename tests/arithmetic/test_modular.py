"""Even moduli taken apart and joined, powers of two, short exponents: against Python's own `pow`."""

import random

import pytest

from evm_precompiles_plus.arithmetic.modular.even import (
    crt_combine,
    inverse_pow2,
    modexp_even,
    modexp_pow2,
    power_truncated,
    split_modulus,
)
from evm_precompiles_plus.arithmetic.modular.short_exponent import LONGEST_SHORT, pow_short

ODD_PARTS = (1, 3, 5, 2**31 - 1, 2**64 - 1, 2**64 + 1, 2**255 - 19, 2**521 - 1)
TWOS = (1, 2, 3, 4, 5, 29, 30, 31, 63, 64, 65, 200)


def test_split_modulus() -> None:
    assert split_modulus(12) == (2, 3)
    assert split_modulus(7) == (0, 7)
    assert split_modulus(1) == (0, 1)
    assert split_modulus(2**300) == (300, 1)


def test_inverse_of_every_small_odd_number() -> None:
    for k in range(1, 10):
        for odd in range(1, 2**k, 2):
            inverse = inverse_pow2(odd, k)
            assert 0 <= inverse < 2**k
            assert odd * inverse % 2**k == 1


@pytest.mark.parametrize("k", TWOS)
def test_inverse_of_wide_odd_numbers(k: int) -> None:
    for odd in ODD_PARTS:
        assert inverse_pow2(odd, k) * odd % 2**k == 1
        assert 0 <= inverse_pow2(odd, k) < 2**k


def test_crt_combine_finds_every_number() -> None:
    for odd in (1, 3, 9, 25):
        for k in (1, 2, 5):
            for number in range(odd << k):
                assert crt_combine(number % odd, odd, number % 2**k, k) == number


@pytest.mark.parametrize("power_function", [pow, power_truncated])
def test_every_small_power_modulo_a_power_of_two(power_function: object) -> None:
    for k in range(1, 7):
        for base in range(2 ** (k + 1)):
            for exponent in range(2 ** (k + 1)):
                right = pow(base, exponent, 2**k)
                assert modexp_pow2(base, exponent, k, power_function) == right, (base, exponent, k)  # type: ignore[arg-type]


def test_exponent_is_cut_to_the_order_of_the_odd_residues() -> None:
    seen = []

    def recording(base: int, exponent: int, modulus: int) -> int:
        seen.append(exponent)
        return pow(base, exponent, modulus)

    assert modexp_pow2(3, 2**100 + 5, 10, recording) == pow(3, 5, 1024)
    assert seen == [5]


def test_even_base_is_zero_without_a_power_once_the_exponent_reaches_k() -> None:
    def forbidden(*_: int) -> int:
        raise AssertionError("no power is needed")

    assert modexp_pow2(2, 10, 10, forbidden) == 0
    assert modexp_pow2(2, 9, 10, pow) == 512
    assert modexp_pow2(6, 2**2000, 10, forbidden) == 0


@pytest.mark.parametrize("k", TWOS)
@pytest.mark.parametrize("odd", ODD_PARTS)
def test_even_moduli_agree_with_pow(k: int, odd: int) -> None:
    rng = random.Random(odd + k)
    modulus = odd << k
    bases = [0, 1, 2, 3, modulus - 1, modulus, odd, 2**k, *(rng.getrandbits(600) for _ in range(3))]
    exponents = [0, 1, 2, k - 1, k, k + 1, 65537, *(rng.getrandbits(bits) for bits in (64, 200, 300))]
    for base in bases:
        for exponent in exponents:
            right = pow(base, exponent, modulus)
            assert modexp_even(base, exponent, modulus, pow, pow) == right, (base, exponent)
            assert modexp_even(base, exponent, modulus, pow, power_truncated) == right, (base, exponent)


def test_short_exponents() -> None:
    for modulus in (1, 2, 97, 2**256 - 1):
        for base in (0, 1, 2, 96, 2**256, 3**400):
            for exponent in range(LONGEST_SHORT + 1):
                assert pow_short(base, exponent, modulus) == pow(base, exponent, modulus)
