"""Which backend wins a MODEXP, as data: one table for each kind of machine.

**Representation** Moduli of up to `native_bytes` are `native`'s, whatever else the operands are. Beyond that,
and where there is no `native`, the rows decide between the others. A row is one shape of modulus and base,
and one alignment: the largest of 8, 4 and 1 that divides the number of the odd part's limbs. It has a string
for each size class and in that a letter for each exponent class, the winner of the class.

The bounds between classes are where a backend changes its algorithm:

- alignment: OpenSSL's `bn_mul_mont` (x86-64 and aarch64) has a squaring of its own for multiples of 8 limbs,
  a multiplication by 4 limbs at a time for multiples of 4, and a plain loop for all others, which is also
  for fewer than 8 limbs;
- size, from what GMP's `gmp-mparam.h` files for x86-64 have: its Montgomery reduction takes two limbs at a
  time from 4 to 16 limbs on, its multiplication is Karatsuba's from 18 to 22 on and its squaring from 28 to
  55, its squaring Toom and Cook's from 81 to 105. Of the multiples of 8 limbs, which matter most, each
  bound has the last of the old kind below it;
- exponent: GMP's window widens to 3 bits at 26 bits of exponent, OpenSSL's at 24; to 4, 5 and 6 bits at 80,
  240 and 672 (`BN_window_bits_for_exponent_size`), GMP's within two bits of the same;
- base of one limb: OpenSSL multiplies by it as by a word (`BN_mod_exp_mont_word`).
"""

from collections.abc import Mapping
from typing import NamedTuple

# `native` wins up to 256 bits on every machine; beyond, by the body of its code that the processor can run.
LEAST_NATIVE_BYTES = 32
# EIP-7823's longest modulus. Above it, what only forks before Osaka allow, GMP wins: from 12,288 bits on.
EIP_7823_BYTES = 1024

# The first exponent length of each class in bits, the first odd part of each class in limbs.
EXPONENT_FROM = (0, 26, 80, 240, 672)
LIMBS_FROM = (1, 9, 17, 33, 97)
ALIGNMENTS = (8, 4, 1)

# Odd, odd with a base of one limb, and even where 2**k is within one limb. Above that GMP wins over OpenSSL.
SHAPES = ("odd", "word", "even")

LETTERS = {"g": "gmpy2", "o": "openssl"}


class Table(NamedTuple):
    """The winners on one kind of machine; `measured` says what was measured, or that nothing was."""

    machine: str
    limb_bits: int
    measured: str
    rows: Mapping[str, tuple[str, ...]]
    native_bytes: int = LEAST_NATIVE_BYTES


def row_name(shape: str, alignment: int) -> str:
    """Return the key of a row: `"odd/8"`."""
    return f"{shape}/{alignment}"


ROW_NAMES = tuple(row_name(shape, alignment) for shape in SHAPES for alignment in ALIGNMENTS)
_ONLY_GMP = dict.fromkeys(ROW_NAMES, ("ggggg",) * len(LIMBS_FROM))
_NOT_MEASURED = "not measured: one backend for all; `evm-precompiles-plus calibrate --write` measures"

# Made by `evm-precompiles-plus calibrate` of `sweeps/x86_64.json`, which has every cell
# (`tests/measure/test_calibrate.py` makes the rows of it once more).
X86_64 = Table(
    "x86-64",
    64,
    "AMD EPYC (Zen 3), Linux, OpenSSL 3.0.19, GMP 6.3.0, the shorter of two sweeps of 15 rounds",
    {
        # limbs: to 8   to 16    to 32    to 96    more; in each, exponents from 0, 26, 80, 240, 672 bits
        "odd/8": ("gggoo", "ggooo", "goooo", "goooo", "ggggg"),
        "odd/4": ("ggggg", "ggggo", "ggggo", "ggggg", "ggggg"),
        "odd/1": ("ggggg", "ggggg", "ggggg", "ggggg", "ggggg"),
        "word/8": ("ggggo", "goooo", "goooo", "ooooo", "ooooo"),
        "word/4": ("ggggg", "ggggg", "goooo", "ooooo", "ggggg"),
        "word/1": ("ggggg", "ggggg", "ggggg", "ggggg", "ggggg"),
        "even/8": ("ggggo", "gggoo", "gggoo", "ggooo", "ggggg"),
        "even/4": ("ggggg", "ggggg", "ggggo", "ggggg", "ggggg"),
        "even/1": ("ggggg", "ggggg", "ggggg", "ggggg", "ggggg"),
    },
)
# The portable body of `native` does not win beyond 256 bits where the others use ADX: it has the table above.
# Made in the same way of `sweeps/x86_64_adx.json`: `native` wins every cell of it.
X86_64_ADX = X86_64._replace(
    machine="x86-64 with ADX",
    measured="AMD EPYC (Zen 3, no IFMA), Linux, OpenSSL 3.0.20, GMP 6.3.0, "
    "the shorter of two sweeps of 9 rounds, a base of one limb of three",
    native_bytes=EIP_7823_BYTES,
)
X86_64_IFMA = X86_64_ADX._replace(
    machine="x86-64 with AVX-512 IFMA",
    measured="not measured with IFMA: the routes of ADX, which it runs up to 704 bits; `evm-precompiles-plus "
    "calibrate --write` measures",
)
AARCH64 = Table("aarch64", 64, _NOT_MEASURED, _ONLY_GMP)
OTHER_64 = Table("other", 64, _NOT_MEASURED, _ONLY_GMP)
OTHER_32 = Table("other", 32, _NOT_MEASURED, _ONLY_GMP)
