"""Exponentiation by a planned sliding window, in any ring.

**Algorithm** See `window`: the table holds b, b**3, b**5 ...; each window costs its squarings and one
multiplication.
**Invariants** The ring sees exactly the operations of `plan_exponentiation`
(`tests/arithmetic/test_window.py` counts).
"""

from collections.abc import Callable
from typing import TypeVar

from .window import plan_exponentiation, windows

Element = TypeVar("Element")


def power(
    base: Element,
    exponent: int,
    mul: Callable[[Element, Element], Element],
    sqr: Callable[[Element], Element],
    *,
    width: int | None = None,
) -> Element:
    """Return base**exponent for an exponent >= 1; `width` forces the window instead of the plan's."""
    if width is None:
        width = plan_exponentiation(exponent).width
    powers = odd_powers(base, width, mul, sqr)
    found, last_squarings = windows(exponent, width)
    result = powers[found[0][1] >> 1]
    for squarings, digit in found[1:]:
        for _ in range(squarings):
            result = sqr(result)
        result = mul(result, powers[digit >> 1])
    for _ in range(last_squarings):
        result = sqr(result)
    return result


def odd_powers(
    base: Element,
    width: int,
    mul: Callable[[Element, Element], Element],
    sqr: Callable[[Element], Element],
) -> list[Element]:
    """Return b, b**3, b**5 ... b**(2**width - 1)."""
    powers = [base]
    if width > 1:
        square = sqr(base)
        for _ in range((1 << (width - 1)) - 1):
            powers.append(mul(powers[-1], square))
    return powers
