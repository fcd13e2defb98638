"""The circuit: who proves knows x, whose digest is the public signal.

The digest is a toy of MiMC's kind: `ROUNDS` times v -> (v + c)**5, each with a constant of its own. A round
is three constraints: v**2, v**4, v**5.

**Representation** A vector over the wires is a dict of what is not 0; a constraint (a, b, c) of vectors holds
if <a, w> * <b, w> = <c, w> for the wires' values w. Numbers are modulo R, the group's order.
"""

from hashlib import sha256
from typing import NamedTuple

from py_ecc.optimized_bn128 import curve_order

R: int = curve_order
ROUNDS = 4
CONSTANTS = [int.from_bytes(sha256(f"round {number}".encode()).digest()) % R for number in range(ROUNDS)]

ONE, DIGEST, SECRET = range(3)
PUBLIC = (ONE, DIGEST)
WIRES = 2 + 3 * ROUNDS

Vector = dict[int, int]


class Constraint(NamedTuple):
    """<a, w> * <b, w> = <c, w>."""

    a: Vector
    b: Vector
    c: Vector


def constraints() -> list[Constraint]:
    """Return the constraints; the last round's fifth power is the digest."""
    found = []
    value = SECRET
    for number, constant in enumerate(CONSTANTS):
        square, fourth = SECRET + 1 + 3 * number, SECRET + 2 + 3 * number
        fifth = DIGEST if number == ROUNDS - 1 else fourth + 1
        shifted = {value: 1, ONE: constant}
        found += [
            Constraint(shifted, shifted, {square: 1}),
            Constraint({square: 1}, {square: 1}, {fourth: 1}),
            Constraint({fourth: 1}, shifted, {fifth: 1}),
        ]
        value = fifth
    return found


def digest(secret: int) -> int:
    """Return the digest of a secret."""
    for constant in CONSTANTS:
        secret = pow(secret + constant, 5, R)
    return secret


def witness(secret: int) -> list[int]:
    """Return the values of all wires."""
    values = [1, 0, secret % R]
    value = secret
    for constant in CONSTANTS:
        shifted = value + constant
        value = pow(shifted, 5, R)
        values += [pow(shifted, 2, R), pow(shifted, 4, R), value]
    values[DIGEST] = values.pop()
    return values
