"""Scalar multiplication: the fast ones, and the plain one that they are tested against.

**Algorithm** GLV split, width-w NAF of both halves, interleaved double-and-add (Hankerson, Menezes,
Vanstone, algorithm 3.51) over affine tables of odd multiples: `mul_glv` for one point, `mul_add` for a
sum with a multiple of the generator, whose tables are kept. A curve whose only endomorphism is the
identity has one full-length half and an empty one.
**Cost** `mul_glv` on BN254: about 127 `dbl`, 2 * 126 / (w + 1) `madd`, a table of 2**(w - 2) points for Q
(that of phi(Q) is one M a point), and two inversions: one shared by the table, one at the end.
**Timing** Variable time: all inputs are public.
"""

from typing import NamedTuple

from .glv import phi, split_scalar
from .jacobian import (
    INFINITY,
    Affine,
    Jacobian,
    add,
    batch_to_affine,
    doubling_of,
    madd,
    negate,
    to_affine,
    to_jacobian,
)
from .params import Curve, Integer
from .wnaf import wnaf

# Microseconds for one scalar (mean of the better half of 400) by its bits, with width 4 and 5 on gmpy2: 128:
# 361 371, 192: 574 578, 224: 636 646, 256: 943 940; on int: 907 938, 1368 1366, 1429 1435, 2092 2076. A wider
# table costs what it saves until the scalar is about as long as the order.
WIDTH = 4
WIDE_FROM_BITS = 240

# For the generator, whose tables of 64 points are made once.
FIXED_WIDTH = 8

SignedTable = dict[int, Affine | None]
Term = tuple[list[int], SignedTable]


class FixedBase(NamedTuple):
    """A curve with the tables of its generator G and of phi(G)."""

    curve: Curve
    tables: tuple[SignedTable, SignedTable]


def width_for(scalar: Integer) -> int:
    """Return the wNAF width for a scalar and a table that serves it only."""
    return WIDTH if scalar.bit_length() < WIDE_FROM_BITS else WIDTH + 1


def mul_double_and_add(curve: Curve, k: Integer, point: Affine | None) -> Affine | None:
    """Return [k]Q for k >= 0, bit by bit: the reference."""
    double = doubling_of(curve)
    total = INFINITY
    for bit in bin(k)[2:]:
        total = double(curve.P, total)
        if bit == "1":
            total = madd(curve.P, total, point, double)
    return to_affine(curve.P, total)


def mul_glv(curve: Curve, k: Integer, point: Affine | None, width: int | None = None) -> Affine | None:
    """Return [k]Q for any integer k; without a width it is chosen by the size of k's halves."""
    if point is None:
        return None
    return to_affine(curve.P, interleave(curve, _glv_terms(curve, k, point, width)))


def mul_add(base: FixedBase, k: Integer, m: Integer, point: Affine) -> Affine | None:
    """Return [k]G + [m]Q for any integers k and m."""
    curve, tables = base
    halves = split_scalar(curve, k)
    terms = [(wnaf(half, FIXED_WIDTH), table) for half, table in zip(halves, tables, strict=True)]
    return to_affine(curve.P, interleave(curve, terms + _glv_terms(curve, m, point)))


def fixed_base(curve: Curve) -> FixedBase:
    """Return the curve with its generator's tables, in the curve's integers."""
    return FixedBase(curve, _glv_tables(curve, (curve.Gx, curve.Gy), FIXED_WIDTH))


def _glv_terms(curve: Curve, k: Integer, point: Affine, width: int | None = None) -> list[Term]:
    k1, k2 = split_scalar(curve, k)
    width = width or width_for(max(abs(k1), abs(k2)))
    table, phi_table = _glv_tables(curve, point, width)
    return [(wnaf(k1, width), table), (wnaf(k2, width), phi_table)]


def _glv_tables(curve: Curve, point: Affine, width: int) -> tuple[SignedTable, SignedTable]:
    multiples = odd_multiples(curve, point, width)
    images = [phi(curve, multiple) for multiple in multiples]
    return signed_table(curve, multiples), signed_table(curve, images)


def odd_multiples(curve: Curve, point: Affine, width: int) -> list[Affine | None]:
    """Return Q, 3Q, 5Q, ... (2**(width - 2) points) in affine form, with one inversion."""
    P = curve.P
    double = doubling_of(curve)
    multiples: list[Jacobian] = [to_jacobian(point)]
    twice = double(P, multiples[0])
    for _ in range(2 ** (width - 2) - 1):
        multiples.append(add(P, multiples[-1], twice, double))
    return batch_to_affine(P, multiples)


def signed_table(curve: Curve, multiples: list[Affine | None]) -> SignedTable:
    """Return the table from wNAF digit to point, for the odd digits of both signs."""
    table: SignedTable = {}
    for index, point in enumerate(multiples):
        table[2 * index + 1] = point
        table[-2 * index - 1] = negate(curve, point)
    return table


def interleave(curve: Curve, terms: list[Term]) -> Jacobian:
    """Return the sum of all terms' digit strings over their tables, sharing the doublings."""
    P = curve.P
    double = doubling_of(curve)
    summands: list[list[Affine | None]] = [[] for _ in range(max(len(digits) for digits, _ in terms))]
    for digits, table in terms:
        for position, digit in enumerate(digits):
            if digit:
                summands[position].append(table[digit])
    total = INFINITY
    for points in reversed(summands):
        total = double(P, total)
        for point in points:
            total = madd(P, total, point, double)
    return total
