"""Every curve constant is derived here or shown to have the property it is used for."""

from primes import is_prime

from evm_precompiles_plus.arithmetic.curves.glv import phi
from evm_precompiles_plus.arithmetic.curves.jacobian import is_on_curve
from evm_precompiles_plus.arithmetic.curves.multiply import mul_double_and_add
from evm_precompiles_plus.arithmetic.curves.params import BN254, T


def test_field_and_order_are_the_family_polynomials_at_t() -> None:
    assert BN254.P == 36 * T**4 + 36 * T**3 + 24 * T**2 + 6 * T + 1
    assert BN254.N == 36 * T**4 + 36 * T**3 + 18 * T**2 + 6 * T + 1
    assert is_prime(BN254.P) and is_prime(BN254.N)
    assert not is_prime(561) and is_prime(2**127 - 1)


def test_generator_is_on_the_curve_and_has_order_n() -> None:
    g = (BN254.Gx, BN254.Gy)
    assert is_on_curve(BN254, g)
    assert mul_double_and_add(BN254, BN254.N, g) is None


def test_endomorphism_constants_belong_together() -> None:
    e = BN254.endomorphism
    assert pow(e.BETA, 3, BN254.P) == 1 != e.BETA
    assert pow(e.LAMBDA, 3, BN254.N) == 1 != e.LAMBDA
    g = (BN254.Gx, BN254.Gy)
    assert phi(BN254, g) == mul_double_and_add(BN254, e.LAMBDA, g)
    assert phi(BN254, g) != mul_double_and_add(BN254, e.LAMBDA**2 % BN254.N, g)


def test_lattice_basis_is_short_and_has_determinant_n() -> None:
    _, lam, a1, b1, a2, b2 = BN254.endomorphism
    assert (a1 + b1 * lam) % BN254.N == 0
    assert (a2 + b2 * lam) % BN254.N == 0
    assert abs(a1 * b2 - a2 * b1) == BN254.N
    assert max(abs(number).bit_length() for number in (a1, b1, a2, b2)) == 127
    # glv.py's bound on the halves.
    assert abs(a1) + abs(a2) < 2 * 2**126 and abs(b1) + abs(b2) < 2 * 2**126
