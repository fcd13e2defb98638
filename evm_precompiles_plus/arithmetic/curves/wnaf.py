"""Width-w non-adjacent form: a recoding of scalars with few, odd, signed digits.

**Algorithm** Hankerson, Menezes, Vanstone, Guide to Elliptic Curve Cryptography, algorithm 3.35.
**Representation** Digits, least significant first: each is 0 or odd with |digit| < 2**(w - 1), and of
any w consecutive digits at most one is not 0. Their table has 2**(w - 2) odd multiples.
**Invariants** The sum of digit[i] * 2**i is the scalar, and there is at most one digit more than the
scalar has bits: 2**256 - 1 has 257 (`tests/arithmetic/test_wnaf.py`).
**Cost** A digit other than 0 at one position in w + 1, on average.
"""

from .params import Integer


def wnaf(scalar: Integer, width: int) -> list[int]:
    """Return the digits of any integer, negative ones too; 0 has no digits. `width` is at least 2."""
    digits: list[int] = []
    rest = int(scalar)  # these numbers are too short for another integer type to gain on
    window = 1 << width
    while rest:
        zeros = (rest & -rest).bit_length() - 1
        digits += [0] * zeros
        rest >>= zeros
        digit = rest % window
        if digit >= window >> 1:
            digit -= window
        digits.append(digit)
        rest = (rest - digit) >> 1
    return digits
