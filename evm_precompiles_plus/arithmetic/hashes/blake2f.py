"""BLAKE2b's compression function F with the number of rounds as an argument.

**Spec** EIP-152; RFC 7693, section 3.2.
**Algorithm** The four columns of the working matrix are independent, and so are its diagonals: each row is
one integer of four lanes, and the four G functions of a half round are one G on rows. For the diagonals
the rows are turned by one, two and three lanes, and back.
**Representation** A lane is 128 bits wide and holds a word of 64, so that sums carry into the free half,
and `x | x << 64` holds a word twice: shifted right by r and cut, it is the word rotated by r.
**Cost** A round is 84 operations on integers of 512 bits, about half the time of the 8 scalar G functions.
"""

from operator import itemgetter
from typing import NamedTuple

LANE = 128

# RFC 7693, section 2.7: message word by position in a round; round 10 starts again with the first row.
SIGMA = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    (14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3),
    (11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4),
    (7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8),
    (9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13),
    (2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9),
    (12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11),
    (13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10),
    (6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5),
    (10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0),
)

# SHA-512's initial values: the fractional parts of the square roots of the first eight primes.
IV = (
    0x6A09E667F3BCC908,
    0xBB67AE8584CAA73B,
    0x3C6EF372FE94F82B,
    0xA54FF53A5F1D36F1,
    0x510E527FADE682D1,
    0x9B05688C2B3E6C1F,
    0x1F83D9ABFB41BD6B,
    0x5BE0CD19137E2179,
)


class Rows(NamedTuple):
    """The working matrix, a row of four words at a time."""

    a: int
    b: int
    c: int
    d: int


def _row(first: int, second: int, third: int, fourth: int) -> int:
    return first | second << LANE | third << 2 * LANE | fourth << 3 * LANE


_WORD = 2**64 - 1
_MASK = _row(_WORD, _WORD, _WORD, _WORD)

# For each permutation: the words that the columns' G functions take first and second, then the diagonals'.
_PICKS = tuple(tuple(itemgetter(*order[start : start + 8 : 2]) for start in (0, 1, 8, 9)) for order in SIGMA)


def blake2f(rounds: int, h: bytes, m: bytes, t: bytes, final: bool) -> bytes:
    """Return the next state: h is 64 bytes, m 128, t 16, all words little-endian."""
    state, words = _words(h), _words(m)
    offsets = (*_words(t), _WORD if final else 0, 0)
    last_row = (word ^ offset for word, offset in zip(IV[4:], offsets, strict=True))
    start = Rows(_row(*state[:4]), _row(*state[4:]), _row(*IV[:4]), _row(*last_row))
    schedule = [Rows(*(_row(*pick(words)) for pick in picks)) for picks in _PICKS[:rounds]]
    a, b, c, d = _mix(start, schedule, rounds)
    return _bytes(start.a ^ a ^ c) + _bytes(start.b ^ b ^ d)


def _words(data: bytes) -> tuple[int, ...]:
    return tuple(int.from_bytes(data[start : start + 8], "little") for start in range(0, len(data), 8))


def _bytes(row: int) -> bytes:
    return b"".join((row >> LANE * lane & _WORD).to_bytes(8, "little") for lane in range(4))


def _mix(rows: Rows, schedule: list[Rows], rounds: int) -> Rows:
    """Apply the rounds: each mixes the columns, then the diagonals, with its permutation's message rows."""
    a, b, c, d = rows
    for index in range(rounds):
        columns0, columns1, diagonals0, diagonals1 = schedule[index % 10]
        a, b, c, d = _g(a, b, c, d, columns0, columns1)
        b, c, d = _turn(b, 1), _turn(c, 2), _turn(d, 3)
        a, b, c, d = _g(a, b, c, d, diagonals0, diagonals1)
        b, c, d = _turn(b, 3), _turn(c, 2), _turn(d, 1)
    return Rows(a, b, c, d)


def _turn(row: int, lanes: int) -> int:
    """Return the row with lane k + `lanes` (modulo 4) at lane k."""
    return (row >> LANE * lanes | row << LANE * (4 - lanes)) & _MASK


def _g(a: int, b: int, c: int, d: int, x: int, y: int) -> tuple[int, int, int, int]:
    """The function G of RFC 7693, section 3.1, in all four lanes."""
    a = a + b + x & _MASK
    d ^= a
    d = (d | d << 64) >> 32 & _MASK
    c = c + d & _MASK
    b ^= c
    b = (b | b << 64) >> 24 & _MASK
    a = a + b + y & _MASK
    d ^= a
    d = (d | d << 64) >> 16 & _MASK
    c = c + d & _MASK
    b ^= c
    b = (b | b << 64) >> 63 & _MASK
    return a, b, c, d
