"""Numbers and byte strings where arithmetic goes wrong, drawn from a generator of random numbers."""

from collections.abc import Callable, Sequence
from random import Random

from ..encoding import WORD

Maker = Callable[[Random], bytes]
Kinds = dict[str, Maker]

# Where fields, words and operands begin and end; those of a call's own length are added to them.
LENGTHS = (0, 1, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128, 129, 191, 192, 193, 1023, 1024, 1025)


def word(number: int, size: int = WORD) -> bytes:
    """Return a number, big-endian; one that does not fit loses its upper bits."""
    return int(number % 256**size).to_bytes(size, "big")


def biased(rng: Random, bits: int, edges: Sequence[int] = ()) -> int:
    """Return a number below 2**bits: random, a pattern of limbs, or next to one of `edges`."""
    shapes = (_random, _of_few_bits, _next_to_a_power, _runs, _limbs)
    if edges and rng.randrange(3) == 0:
        return int(rng.choice(edges) + rng.choice((0, 0, 0, 1, -1, 2, -2))) % (1 << bits)
    return rng.choice(shapes)(rng, bits) % (1 << bits)


def _random(rng: Random, bits: int) -> int:
    return rng.getrandbits(bits)


def _of_few_bits(rng: Random, bits: int) -> int:
    return rng.getrandbits(rng.randrange(1, bits + 1))


def _next_to_a_power(rng: Random, bits: int) -> int:
    return int(2 ** rng.randrange(bits + 1)) + rng.choice((-2, -1, 0, 1, 2))


def _runs(rng: Random, bits: int) -> int:
    """Return a few runs of ones in zeros."""
    total = 0
    for _ in range(rng.randrange(1, 4)):
        start = rng.randrange(bits)
        total |= (2 ** rng.randrange(1, bits - start + 1) - 1) << start
    return total


def _limbs(rng: Random, bits: int) -> int:
    """Return limbs of 32, 52 or 64 bits, each all zeros, all ones, one bit, or random."""
    limb = rng.choice((32, 52, 64))
    choices = (0, 0, 2**limb - 1, 2**limb - 1, 1, 2 ** (limb - 1))
    total = 0
    for _ in range(-(-bits // limb)):
        total = total << limb | (rng.getrandbits(limb) if rng.randrange(4) == 0 else rng.choice(choices))
    return total


def biased_bytes(rng: Random, size: int, edges: Sequence[int] = ()) -> bytes:
    """Return `size` bytes as `biased` draws them."""
    return word(biased(rng, 8 * size, edges), size) if size else b""


def flip_bit(rng: Random, data: bytes) -> bytes:
    """Return the data with one bit the other way."""
    if not data:
        return data
    changed = bytearray(data)
    changed[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def boundary_length(rng: Random, data: bytes) -> bytes:
    """Return the data cut to, or filled up to, one of the lengths where something begins or ends."""
    size = len(data)
    near = (size - 1, size + 1, size - WORD, size + WORD, size // 2, 2 * size, rng.randrange(size + 1))
    wanted = max(0, rng.choice((*LENGTHS, *near)))
    return data[:wanted] + rng.choice((b"\0", b"\xff", b"\1")) * (wanted - len(data))


def mutated(rng: Random, data: bytes, edges: Sequence[int] = ()) -> bytes:
    """Return the data after one to three changes of words, bytes or length."""
    for _ in range(rng.randrange(1, 4)):
        data = rng.choice((_set_word, _swap_words, _set_byte, _drop_or_double, _flip))(rng, data, edges)
    return data


def _set_word(rng: Random, data: bytes, edges: Sequence[int]) -> bytes:
    start = WORD * rng.randrange(len(data) // WORD + 1)
    return data[:start] + biased_bytes(rng, WORD, edges) + data[start + WORD :]


def _swap_words(rng: Random, data: bytes, _: Sequence[int]) -> bytes:
    words = [data[start : start + WORD] for start in range(0, len(data), WORD)]
    if words:
        one, other = rng.randrange(len(words)), rng.randrange(len(words))
        words[one], words[other] = words[other], words[one]
    return b"".join(words)


def _set_byte(rng: Random, data: bytes, _: Sequence[int]) -> bytes:
    position = rng.randrange(len(data) + 1)
    return data[:position] + bytes([rng.choice((0, 1, 0x7F, 0x80, 0xFF))]) + data[position + 1 :]


def _drop_or_double(rng: Random, data: bytes, _: Sequence[int]) -> bytes:
    start = WORD * rng.randrange(len(data) // WORD + 1)
    part = data[start : start + WORD * rng.randrange(1, 4)]
    return data[:start] + part * rng.choice((0, 2)) + data[start + len(part) :]


def _flip(rng: Random, data: bytes, _: Sequence[int]) -> bytes:
    return flip_bit(rng, data)
