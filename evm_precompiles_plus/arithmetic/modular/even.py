"""Even moduli: 2**k * odd, taken apart, and joined again.

**Algorithm** The Chinese remainder theorem in Garner's form (Handbook of Applied Cryptography, 14.71) with
an inverse modulo 2**k by Newton's iteration. Modulo 2**k an odd base's powers repeat after 2**(k - 2)
(Euler's theorem, sharpened by Carmichael), so only the exponent's low bits count; an even base's power
is 0 once the exponent reaches k.
**Representation** Any integers with Python's operators; moduli are > 0, exponents >= 0.
**Cost** The odd part's exponentiation, that of k bits with at most k bits of exponent, and about five
multiplications of k bits.
"""

from collections.abc import Callable

from ..curves.params import Integer
from .power import power

PowerFunction = Callable[[Integer, Integer, Integer], Integer]


def split_modulus(modulus: Integer) -> tuple[int, Integer]:
    """Return k and the odd factor of a modulus > 0."""
    k = (modulus & -modulus).bit_length() - 1
    return k, modulus >> k


def modexp_even(
    base: Integer,
    exponent: Integer,
    modulus: Integer,
    modexp_odd: PowerFunction,
    power_function: PowerFunction,
) -> Integer:
    """Return base**exponent mod modulus: the odd part by `modexp_odd`, the rest as `modexp_pow2` does it."""
    k, odd = split_modulus(modulus)
    low = modexp_pow2(base, exponent, k, power_function)
    if odd == 1:
        return low
    return crt_combine(modexp_odd(base, exponent, odd), odd, low, k)


def modexp_pow2(base: Integer, exponent: Integer, k: int, power_function: PowerFunction) -> Integer:
    """Return base**exponent mod 2**k, by `power_function` with no more than k bits of exponent."""
    if base & 1:
        exponent &= (1 << max(1, k - 2)) - 1
    elif exponent >= k:
        return base ^ base
    modulus = 1 << k
    return power_function(base & (modulus - 1), exponent, modulus)


def power_truncated(base: Integer, exponent: Integer, modulus: Integer) -> Integer:
    """Return base**exponent mod a power of two without one division: products are cut by a mask."""
    mask = modulus - 1
    if not exponent:
        return 1 & mask
    return power(base, int(exponent), lambda left, right: left * right & mask, lambda x: x * x & mask)


def crt_combine(residue: Integer, odd: Integer, low: Integer, k: int) -> Integer:
    """Return the x in [0, odd * 2**k) that is `residue` mod odd, in [0, odd), and `low` mod 2**k."""
    mask = (1 << k) - 1
    return residue + odd * ((low - residue) * inverse_pow2(odd, k) & mask)


def inverse_pow2(odd: Integer, k: int) -> Integer:
    """Return 1 / odd mod 2**k. An odd number is its own inverse mod 8; each step doubles the right bits."""
    inverse = odd & 7
    bits = 3
    while bits < k:
        bits = min(2 * bits, k)
        mask = (1 << bits) - 1
        inverse = inverse * (2 - (odd & mask) * inverse) & mask
    return inverse & ((1 << k) - 1)
