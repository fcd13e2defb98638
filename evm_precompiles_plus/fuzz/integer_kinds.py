"""Calls of MODEXP and BLAKE2F by kind.

**Spec** EIP-198, EIP-2565, EIP-7823 and EIP-7883; EIP-152.
"""

from random import Random

from ..arithmetic.curves.params import BN254, SECP256K1, SECP256R1
from ..call import DEFAULT_GAS_LIMIT
from ..routing.routes import EXPONENT_FROM, LIMBS_FROM
from .numbers import Kinds, biased, biased_bytes, word

MODULI = tuple(int(number) for curve in (BN254, SECP256K1, SECP256R1) for number in (curve.P, curve.N))
_LIMB = 8
# Bytes: mostly narrow, since a spec's power takes time with the third power of these.
_SIZES = (1, 2, 7, 8, 9, 15, 16, 17, 24, 31, 32, 32, 32, 33, 40, 48, 63, 64, 65, 96, 128, 129, 192, 256)
_ABSURD = (2**32, 2**63, 2**64 - 1, 2**64, 2**128, 2**255, 2**256 - 97, 2**256 - 96, 2**256 - 1)
# What an operand may have in bytes, and a call in rounds, so that plain Python answers within seconds.
MOST_DECLARED = 2100
MOST_ROUNDS = 400


def call(base: bytes, exponent: bytes, modulus: bytes) -> bytes:
    """Return MODEXP's calldata."""
    return declared(len(base), len(exponent), len(modulus)) + base + exponent + modulus


def declared(base_len: int, exp_len: int, mod_len: int) -> bytes:
    """Return MODEXP's header."""
    return word(base_len) + word(exp_len) + word(mod_len)


def _base(rng: Random) -> bytes:
    return biased_bytes(rng, rng.choice((0, *_SIZES)), MODULI)


def _exponent(rng: Random) -> bytes:
    if rng.randrange(2):
        return rng.choice((b"\2", b"\3", b"\1\0\1", word(rng.randrange(20)), b"\0" * 3 + b"\5"))
    return biased_bytes(rng, rng.choice((1, 2, 3, 4, 8, 10, 16, 31, 32, 33, 40, 64)))


def _sized(rng: Random) -> int:
    return rng.choice(_SIZES)


def _odd(rng: Random) -> bytes:
    size = _sized(rng)
    return call(_base(rng), _exponent(rng), word(biased(rng, 8 * size, MODULI) | 1, size))


def _even(rng: Random) -> bytes:
    size = _sized(rng)
    k = rng.choice((1, 2, 8, 29, 30, 31, 32, 63, 64, 65, 128, rng.randrange(8 * size)))
    return call(_base(rng), _exponent(rng), word(biased(rng, 8 * size, MODULI) << k, size))


def _power_of_two(rng: Random) -> bytes:
    size = _sized(rng)
    return call(_base(rng), _exponent(rng), word(1 << rng.randrange(8 * size), size))


def _zero_limbs(rng: Random) -> bytes:
    limbs = rng.randrange(2, 18)
    ends = biased_bytes(rng, _LIMB), word(biased(rng, 64) | rng.randrange(2), _LIMB)
    modulus = ends[0] + bytes(_LIMB * (limbs - 2)) + ends[1]
    return call(_base(rng), _exponent(rng), modulus)


def _no_modulus(rng: Random) -> bytes:
    modulus = rng.choice((b"", b"\0", bytes(32), bytes(33), b"\1", word(1), word(1, 40)))
    return call(_base(rng), _exponent(rng), modulus)


def _empty_base(rng: Random) -> bytes:
    return call(b"", rng.choice((b"", b"\0", bytes(33), _exponent(rng))), biased_bytes(rng, _sized(rng)))


def _no_exponent(rng: Random) -> bytes:
    exponent = rng.choice((b"", b"\0", bytes(32), bytes(33), bytes(40)))
    return call(rng.choice((_base(rng), bytes(_sized(rng)))), exponent, biased_bytes(rng, _sized(rng)))


def _near_the_modulus(rng: Random) -> bytes:
    size = _sized(rng)
    modulus = biased(rng, 8 * size, MODULI)
    base = modulus * rng.randrange(4) + rng.choice((-1, 0, 1))
    return call(word(base, size + rng.randrange(10)), _exponent(rng), word(modulus, size))


def _leading_zeros(rng: Random) -> bytes:
    operands = (bytes(rng.randrange(40)) + biased_bytes(rng, rng.randrange(34)) for _ in range(3))
    return call(*operands)


def _exponent_head(rng: Random) -> bytes:
    """Return a call with an exponent of more than 32 bytes, whose head is what gas looks at."""
    head = rng.choice((bytes(32), word(1), b"\x80" + bytes(31), biased_bytes(rng, 32)))
    exponent = head + biased_bytes(rng, rng.randrange(1, 9))
    return call(biased_bytes(rng, 5), exponent, biased_bytes(rng, rng.choice((1, 8, 31, 32, 33))))


def _router_classes(rng: Random) -> bytes:
    """Return a call at the bounds of the router's classes, up to 33 limbs."""
    limbs = max(1, rng.choice((*LIMBS_FROM[:4], 8, 16, 24, 32)) + rng.choice((-1, 0, 0, 1)))
    bits = max(1, rng.choice(EXPONENT_FROM[:4]) + rng.choice((-1, 0, 1)))
    modulus = word(
        1 << 64 * limbs - 1 | biased(rng, 64 * limbs) << rng.choice((0, 0, 1, 63, 64, 65)), 8 * limbs
    )
    exponent = word(1 << bits - 1 | rng.getrandbits(bits), -(-bits // 8))
    return call(biased_bytes(rng, rng.choice((1, 8, 9, 8 * limbs))), exponent, modulus)


def _cut_header(rng: Random) -> bytes:
    return (_odd(rng)[:96] + b"\xff" * 4)[: rng.randrange(101)]


def _cut_operands(rng: Random) -> bytes:
    data = rng.choice((_odd, _even, _exponent_head))(rng)
    return data[: rng.randrange(96, len(data) + 1)]


def _absurd_length(rng: Random) -> bytes:
    lengths = [rng.choice((0, 0, 1, 32, 33)) for _ in range(3)]
    for _ in range(rng.choice((1, 1, 2))):
        lengths[rng.randrange(3)] = rng.choice(_ABSURD)
    return declared(*lengths) + rng.choice((b"", b"\xff" * 80, biased_bytes(rng, 100)))


def _limit_of_eip7823(rng: Random) -> bytes:
    lengths = [rng.choice((0, 1, 32)) for _ in range(3)]
    lengths[rng.randrange(3)] = rng.choice((1023, 1024, 1025))
    if rng.randrange(4) == 0:
        lengths = [rng.choice((1023, 1024, 1025)) if length > 1 else length for length in lengths]
    return declared(*lengths) + rng.choice((b"", b"\5" * 100, biased_bytes(rng, sum(lengths))))


MODEXP: Kinds = {
    "odd": _odd,
    "even": _even,
    "power of two": _power_of_two,
    "zero limbs": _zero_limbs,
    "modulus 0 or 1": _no_modulus,
    "empty base": _empty_base,
    "exponent 0": _no_exponent,
    "near the modulus": _near_the_modulus,
    "leading zeros": _leading_zeros,
    "exponent head": _exponent_head,
    "router classes": _router_classes,
    "cut header": _cut_header,
    "cut operands": _cut_operands,
    "absurd length": _absurd_length,
    "limit of EIP-7823": _limit_of_eip7823,
}


def tame_modexp(data: bytes) -> bytes:
    """Return the calldata with lengths that would keep plain Python busy, or its memory, made smaller."""
    header, rest = data[:96].ljust(96, b"\0"), data[96:]
    lengths = [int.from_bytes(header[start : start + 32], "big") for start in (0, 32, 64)]
    tame = [n % MOST_DECLARED if MOST_DECLARED < n < _ABSURD[0] else n for n in lengths]
    return data if tame == lengths else declared(*tame) + rest


def _blake2f(rng: Random, rounds: int | None = None, flag: int | None = None) -> bytes:
    rounds = rng.choice((0, 1, 2, 9, 10, 11, 12, 13, rng.randrange(60))) if rounds is None else rounds
    state, block = (b"".join(biased_bytes(rng, 8) for _ in range(count)) for count in (8, 16))
    final = rng.randrange(2) if flag is None else flag
    return word(rounds, 4) + state + block + biased_bytes(rng, 16) + bytes([final])


def _blake2f_flag(rng: Random) -> bytes:
    return _blake2f(rng, None, rng.choice((2, 3, 127, 128, 254, 255)))


def _blake2f_out_of_gas(rng: Random) -> bytes:
    return _blake2f(rng, rng.choice((DEFAULT_GAS_LIMIT + 1, 2**31, 2**32 - 1)), rng.choice((0, 1, 2)))


def _blake2f_many(rng: Random) -> bytes:
    return _blake2f(rng, rng.randrange(MOST_ROUNDS))


BLAKE2F: Kinds = {
    "few rounds": _blake2f,
    "many rounds": _blake2f_many,
    "wrong flag": _blake2f_flag,
    "out of gas": _blake2f_out_of_gas,
}


def tame_blake2f(data: bytes) -> bytes:
    """Return the calldata with a number of rounds that plain Python can do, or that no gas pays for."""
    rounds = int.from_bytes(data[:4], "big")
    if len(data) < 4 or not MOST_ROUNDS < rounds <= DEFAULT_GAS_LIMIT:
        return data
    return word(rounds % MOST_ROUNDS, 4) + data[4:]
