"""Calls of EIP-2537's precompiles by kind: additions, multi-scalar multiplications, pairings, maps."""

from collections.abc import Callable
from functools import partial
from random import Random

from .numbers import Kinds, Maker, biased, biased_bytes, flip_bit, word
from .points import GROUPS, Point, known, multiple, negated, of_small_order, on_curve, sqrt_fp2

G1, G2 = "bls12_g1", "bls12_g2"
P, N = GROUPS[G1].P, GROUPS[G1].N
EDGES = (0, 1, N, 2 * N, N // 2, 2**255, 2**256 - 1)
FIELD_EDGES = (0, 1, P, P // 2, 2 * P, 2**381, 2**384 - 1)
FIELD = 64
# Multiples of a generator that are kept, by group: making one takes long.
_SCALARS = (1, 2, 3, N - 1, 0xD201000000010000, 2**128 - 1, N // 3)
# The discounts of EIP-2537 end here.
_LONGEST_DISCOUNT = 128


def encode(name: str, point: Point | None) -> bytes:
    """Encode a point: 128 bytes in G1, 256 in G2."""
    return b"".join(word(number, FIELD) for number in point or (0,) * (2 if name == G1 else 4))


def _in_subgroup(name: str, rng: Random) -> Point:
    return known(name, _SCALARS, rng)[1]


def _outside(name: str, rng: Random) -> Point:
    """Return a point of the curve that is not of the prime order: nearly any, or one of small order."""
    if rng.randrange(4):
        return on_curve(name, rng)
    return of_small_order(name, rng.choice(GROUPS[name].small_orders))


def _on_curve(name: str, rng: Random) -> Point:
    return _in_subgroup(name, rng) if rng.randrange(2) else _outside(name, rng)


def _bad(name: str, rng: Random) -> bytes:
    """Return an encoding that is no point: off by a bit, with an element of P and more, or wrong padding."""
    point = _in_subgroup(name, rng)
    place = rng.randrange(len(point))
    wide = tuple(number + P * (index == place) for index, number in enumerate(point))
    padded = bytearray(encode(name, point))
    padded[FIELD * place + rng.randrange(16)] = rng.choice((1, 0x80, 0xFF))
    swapped = point[::-1]
    return rng.choice(
        (flip_bit(rng, encode(name, point)), encode(name, wide), bytes(padded), encode(name, swapped))
    )


def _scalar(rng: Random) -> bytes:
    return biased_bytes(rng, 32, EDGES)


def _two(name: str, rng: Random) -> bytes:
    return encode(name, _on_curve(name, rng)) + encode(name, _on_curve(name, rng))


def _doubling(name: str, rng: Random) -> bytes:
    return encode(name, _on_curve(name, rng)) * 2


def _opposite(name: str, rng: Random) -> bytes:
    point = _on_curve(name, rng)
    return encode(name, point) + encode(name, negated(name, point))


def _with_infinity(name: str, rng: Random) -> bytes:
    point, infinity = encode(name, _on_curve(name, rng)), encode(name, None)
    return rng.choice((point + infinity, infinity + point, infinity + infinity))


def _bad_summand(name: str, rng: Random) -> bytes:
    good = encode(name, rng.choice((None, _on_curve(name, rng))))
    return rng.choice((_bad(name, rng) + good, good + _bad(name, rng)))


def _term(name: str, rng: Random) -> bytes:
    return encode(name, _in_subgroup(name, rng)) + _scalar(rng)


def _msm(name: str, rng: Random) -> bytes:
    return b"".join(_term(name, rng) for _ in range(rng.choice((1, 1, 2, 3))))


def _msm_cancelling(name: str, rng: Random) -> bytes:
    point, k = _in_subgroup(name, rng), _scalar(rng)
    other = rng.choice(
        (encode(name, negated(name, point)) + k, encode(name, point) + word(-int.from_bytes(k) % N))
    )
    return encode(name, point) + k + other


def _msm_infinite(name: str, rng: Random) -> bytes:
    """Return terms at infinity, as many as the table of discounts has and more."""
    long = _LONGEST_DISCOUNT + rng.randrange(-1, 2)
    count = rng.choice((1, 2, 3, rng.randrange(4, 20), rng.randrange(4, 20), long))
    terms = [encode(name, None) + _scalar(rng) for _ in range(count)]
    terms[rng.randrange(count)] = _term(name, rng)
    return b"".join(terms)


def _msm_outside(name: str, rng: Random) -> bytes:
    bad = encode(name, _outside(name, rng)) + rng.choice((bytes(32), _scalar(rng)))
    return rng.choice((bad, _term(name, rng) + bad, bad + _term(name, rng)))


def _msm_bad(name: str, rng: Random) -> bytes:
    bad = _bad(name, rng) + rng.choice((bytes(32), _scalar(rng)))
    return rng.choice((bad, _term(name, rng) + bad))


def _pair(p: Point | None, q: Point | None) -> bytes:
    return encode(G1, p) + encode(G2, q)


def _infinite_pair(rng: Random) -> bytes:
    p, q = _in_subgroup(G1, rng), _in_subgroup(G2, rng)
    return rng.choice((_pair(None, q), _pair(p, None), _pair(None, None)))


def _pairing_one(rng: Random) -> bytes:
    a, p = known(G1, _SCALARS, rng)
    b, q = known(G2, _SCALARS, rng)
    left = _pair(p, q)
    return left + _pair(multiple(G1, -a * b), multiple(G2, 1)) + rng.choice((b"", _infinite_pair(rng)))


def _pairing_random(rng: Random) -> bytes:
    return b"".join(_pair(_in_subgroup(G1, rng), _in_subgroup(G2, rng)) for _ in range(rng.choice((1, 1, 2))))


def _pairing_infinite(rng: Random) -> bytes:
    return b"".join(_infinite_pair(rng) for _ in range(rng.randrange(1, 4)))


def _pairing_bad(rng: Random) -> bytes:
    wrong_g1 = _bad(G1, rng) + encode(G2, rng.choice((None, _in_subgroup(G2, rng))))
    wrong_g2 = encode(G1, rng.choice((None, _in_subgroup(G1, rng)))) + _bad(G2, rng)
    return rng.choice((b"", _infinite_pair(rng))) + rng.choice((wrong_g1, wrong_g2))


def _pairing_outside(rng: Random) -> bytes:
    wrong_g1 = _pair(_outside(G1, rng), rng.choice((None, _in_subgroup(G2, rng))))
    wrong_g2 = _pair(rng.choice((None, _in_subgroup(G1, rng))), _outside(G2, rng))
    return rng.choice((b"", _infinite_pair(rng))) + rng.choice((wrong_g1, wrong_g2))


def _elements(count: int, rng: Random) -> bytes:
    return b"".join(word(biased(rng, 384, FIELD_EDGES) % P, FIELD) for _ in range(count))


def _wide_elements(count: int, rng: Random) -> bytes:
    numbers = [biased(rng, 381) % P for _ in range(count)]
    place = rng.randrange(count)
    numbers[place] = rng.choice((P, P + 1, 2**381, 2**384 - 1, 2**384, 2**511, numbers[place] + P))
    return b"".join(word(number, FIELD) for number in numbers)


def _exceptional(count: int, rng: Random) -> bytes:
    """Return an element where the map's first denominator is 0, u = 0 or Z * u**2 = -1, or u or -u beside it.

    RFC 9380, section 6.6.2. Z is 11 in Fp, for which -1 / Z has no root, and -(2 + i) in Fp2.
    """
    norm = pow(5, -1, P)
    root = sqrt_fp2(P, 2 * norm % P, -norm % P)
    numbers = (0,) * count if count == 1 or root is None or rng.randrange(3) == 0 else root
    return b"".join(word(rng.choice((number, -number % P)), FIELD) for number in numbers)


def _for_group(name: str, table: dict[str, Callable[[str, Random], bytes]]) -> Kinds:
    return {kind: partial(make, name) for kind, make in table.items()}


def _add_kinds(name: str) -> Kinds:
    table: dict[str, Callable[[str, Random], bytes]] = {
        "two points": _two,
        "doubling": _doubling,
        "opposite": _opposite,
        "infinity": _with_infinity,
        "no point": _bad_summand,
    }
    return _for_group(name, table)


def _msm_kinds(name: str) -> Kinds:
    table: dict[str, Callable[[str, Random], bytes]] = {
        "few terms": _msm,
        "cancelling": _msm_cancelling,
        "at infinity": _msm_infinite,
        "outside the prime order": _msm_outside,
        "no point": _msm_bad,
    }
    return _for_group(name, table)


def _map_kinds(count: int) -> Kinds:
    elements: Maker = partial(_elements, count)
    wide: Maker = partial(_wide_elements, count)
    exceptional: Maker = partial(_exceptional, count)
    return {"element": elements, "not below P": wide, "exceptional": exceptional}


_PAIRING: Kinds = {
    "product 1": _pairing_one,
    "one or two pairs": _pairing_random,
    "infinity": _pairing_infinite,
    "no point": _pairing_bad,
    "outside the prime order": _pairing_outside,
}

BLS12: dict[str, Kinds] = {
    "bls12_g1add": _add_kinds(G1),
    "bls12_g1msm": _msm_kinds(G1),
    "bls12_g2add": _add_kinds(G2),
    "bls12_g2msm": _msm_kinds(G2),
    "bls12_pairing_check": _PAIRING,
    "bls12_map_fp_to_g1": _map_kinds(1),
    "bls12_map_fp2_to_g2": _map_kinds(2),
}
