"""Which backend wins a MODEXP, as data: one table for each kind of machine.

**Representation** A row is one shape of modulus and base, and one alignment: the largest of 8, 4 and 1 that
divides the number of the odd part's limbs. It has a string for each size class and in that a letter for
each exponent class, the winner of the class.

The bounds between classes are where a backend changes its algorithm:

- alignment: OpenSSL's `bn_mul_mont` (x86-64 and aarch64) has a squaring of its own for multiples of 8 limbs,
  a multiplication by 4 limbs at a time for multiples of 4, and a plain loop for all others;
- size: that begins at 8 limbs. GMP's Montgomery reduction takes two limbs at a time from some 10 limbs on, its
  multiplication becomes subquadratic at about 20 to 32 limbs, its reduction at about 64 (`gmp-mparam.h` of
  Zen); the nearest multiples of 8 are taken, for which alone it matters;
- exponent: OpenSSL's window widens at 24, 80, 240 and 672 bits (`BN_window_bits_for_exponent_size`), GMP's
  within two bits of the same;
- base of one limb: OpenSSL multiplies by it as by a word (`BN_mod_exp_mont_word`).
"""

from collections.abc import Mapping
from typing import NamedTuple

# The first exponent length of each class in bits, the first odd part of each class in limbs.
EXPONENT_FROM = (0, 24, 80, 240, 672)
LIMBS_FROM = (1, 8, 17, 33, 97)
ALIGNMENTS = (8, 4, 1)

# Odd, odd with a base of one limb, and even where 2**k is within one limb. Above that GMP always wins.
SHAPES = ("odd", "word", "even")

LETTERS = {"g": "gmpy2", "o": "openssl"}


class Table(NamedTuple):
    """The winners on one kind of machine; `measured` says what was measured, or that nothing was."""

    machine: str
    limb_bits: int
    measured: str
    rows: Mapping[str, tuple[str, ...]]


def row_name(shape: str, alignment: int) -> str:
    """Return the key of a row: `"odd/8"`."""
    return f"{shape}/{alignment}"


ROW_NAMES = tuple(row_name(shape, alignment) for shape in SHAPES for alignment in ALIGNMENTS)
_ONLY_GMP = dict.fromkeys(ROW_NAMES, ("ggggg",) * len(LIMBS_FROM))
_NOT_MEASURED = "not measured: one backend for all; `evm-precompiles-plus calibrate --write` measures"

X86_64 = Table("x86-64", 64, "placeholder", {**_ONLY_GMP})
AARCH64 = Table("aarch64", 64, _NOT_MEASURED, _ONLY_GMP)
OTHER_64 = Table("other", 64, _NOT_MEASURED, _ONLY_GMP)
OTHER_32 = Table("other", 32, _NOT_MEASURED, _ONLY_GMP)
