"""The sliding window of an exponentiation: which width, and what it will cost, before anything is multiplied.

**Algorithm** Left-to-right sliding window (Handbook of Applied Cryptography, algorithm 14.85). At a 1 bit
the window is the longest of at most `width` bits that ends in a 1 bit; it is multiplied by an odd power
of the base from a table. The first window is loaded, not multiplied. The plan is the width of least cost;
of equal ones the smaller.
**Invariants** Width 1 is square-and-multiply, and always among the candidates: no exponent costs more than
with it (`tests/arithmetic/test_window.py`). The C kernel plans by the same rule and gives the same plans.
**Cost** A width is not even counted if the exponent's bit length and its 1 bits show that it cannot win:
`width` bits hold at most `width` of the ones, so it makes at least ones / width - 1 multiplications.
"""

import re
from typing import NamedTuple

# A ninth bit saves n / 90 multiplications of n bits of exponent and adds 128 to the table: it pays beyond
# 11,500 bits, while EIP-7823 allows 8,192.
MAX_WIDTH = 8

# A window and the zeros that its last 1 bit leaves of the width: the zeros separate it from the next one
# anyway, so counting needs no look at where it ends. The bits are padded for the last window.
_WINDOW = {width: re.compile("1" + "[01]" * (width - 1)) for width in range(1, MAX_WIDTH + 1)}


class Plan(NamedTuple):
    """A window's width and the operations it leads to.

    `multiplies` are those of the main loop; `table` counts the one squaring and the multiplications that
    make b**3, b**5 ... b**(2**width - 1).
    """

    width: int
    squarings: int
    multiplies: int
    table: int

    @property
    def cost(self) -> int:
        """Return the number of ring multiplications in all, squarings among them."""
        return self.squarings + self.multiplies + self.table


NOTHING_TO_DO = Plan(1, 0, 0, 0)


def plan_exponentiation(exponent: int) -> Plan:
    """Return the cheapest plan for an exponent >= 0; 0 and 1 cost nothing."""
    if exponent < 2:
        return NOTHING_TO_DO
    length, ones = exponent.bit_length(), exponent.bit_count()
    best = Plan(1, length - 1, ones - 1, 0)
    for width in range(2, min(MAX_WIDTH, length) + 1):
        least = length - width + -(-ones // width) - 1 + table_cost(width)
        if least < best.cost:
            candidate = plan_of_width(exponent, width)
            best = candidate if candidate.cost < best.cost else best
    return best


def plan_of_width(exponent: int, width: int) -> Plan:
    """Return the plan that a given width leads to, for an exponent >= 1; width is in [1, MAX_WIDTH]."""
    length = exponent.bit_length()
    count = len(_WINDOW[width].findall(_padded_bits(exponent, width)))
    first = exponent >> max(0, length - width)
    first_length = first.bit_length() - _trailing_zeros(first)
    return Plan(width, length - first_length, count - 1, table_cost(width))


def table_cost(width: int) -> int:
    """Return what the odd powers b**3 ... b**(2**width - 1) cost, b**2 included; none at width 1."""
    return 0 if width == 1 else 1 << (width - 1)


def windows(exponent: int, width: int) -> tuple[list[tuple[int, int]], int]:
    """Return the windows of an exponent >= 1, first to last, and the squarings after the last one.

    A window is the squarings since the one before it and its odd value; the first is loaded, and has none.
    """
    found = []
    done = 0
    for match in _WINDOW[width].finditer(_padded_bits(exponent, width)):
        digits = match[0].rstrip("0")
        end = match.start() + len(digits)
        found.append((end - done if done else 0, int(digits, 2)))
        done = end
    return found, exponent.bit_length() - done


def _padded_bits(exponent: int, width: int) -> str:
    return f"{exponent:b}{'0' * (width - 1)}"


def _trailing_zeros(number: int) -> int:
    return (number & -number).bit_length() - 1
