"""Backend `pure`: Python's own integers; always there."""

from ..arithmetic.curves.params import Integer
from ..arithmetic.modular.even import modexp_even, modexp_pow2, power_truncated, split_modulus
from ..arithmetic.over_integers import IntegerBackend

# CPython's `pow` divides at every step whatever the modulus. Measured against it: taking an even modulus
# apart costs 0.5 to 0.95 of its time if the power of two fills a digit (30 bits) and the exponent is long,
# and up to twice its time below; a mask and our own loop beat it modulo 2**k from k = 512 on.
LEAST_K = 30
LEAST_EXPONENT_BITS = 128
LEAST_TRUNCATED_K = 512


def _modexp_even(base: Integer, exponent: Integer, modulus: Integer) -> Integer:
    k, odd = split_modulus(modulus)
    power_function = power_truncated if k >= LEAST_TRUNCATED_K else pow
    if odd == 1:
        return modexp_pow2(base, exponent, k, power_function)
    if k < LEAST_K or exponent.bit_length() < LEAST_EXPONENT_BITS:
        return pow(base, exponent, modulus)
    return modexp_even(base, exponent, modulus, pow, power_function)


backend = IntegerBackend("pure", int, pow, _modexp_even)
