"""Calls that are candidates for the least gas a second: for every precompile kinds of calls, by their sizes.

**Representation** A `Shape` is data: a kind's key and sizes. `make` gives its calldata, `describe` its words;
the sizes are bytes for MODEXP, items for pairings and multi-scalar multiplications, rounds for BLAKE2F.
**Spec** The EIPs that `registry` and `gas` name. EIP-198 prices by operands' lengths, so its kinds differ in
what the gas does not see: parity of the modulus, ones in the exponent, zeros in front.
"""

from collections.abc import Callable
from functools import cache, partial
from itertools import product
from random import Random
from typing import NamedTuple

from ..arithmetic.curves.params import BN254, SECP256K1
from ..fuzz import bls12_kinds, bn254_kinds, kzg_kinds
from ..fuzz.points import multiple, negated, on_curve
from .shapes import SCALARS, table_shapes, words

# EIP-198's modulus in bytes: one limb and two, where `native` ends, where OpenSSL has its kernels, and where
# the rule's formula changes; EIP-7823 ends at 1024.
_MODULI = (1, 2, 4, 8, 9, 16, 24, 32, 33, 48, 64, 65, 120, 192, 256, 512, 1024)
_EXPONENTS = (1, 4, 32, 75, 256)
_FEW = tuple((size, exponent, size) for size, exponent in product((9, 32, 33, 64, 256, 1024), (4, 32, 256)))
# What 30 million gas of EIP-2565 buys: one word, 255 + 8 * (length - 32) squarings of a third of a gas.
EXPONENT_11MB = 11_250_000
# [tau]G1 of the KZG ceremony: the second of the powers in Ethereum's trusted setup.
_TAU = bytes.fromhex(
    "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81"
)
_ABSURD = "lengths of 2**256 - 1"


class Kind(NamedTuple):
    """A kind of call: its key, its calldata from sizes, sizes to begin with, and the least there are.

    `words` has a place for each size; the key says it all where there is none.
    """

    key: str
    make: Callable[..., bytes]
    starts: tuple[tuple[int, ...], ...] = ((),)
    words: str = ""
    least: tuple[int, ...] = ()


class Shape(NamedTuple):
    """One call: its kind, by the key, and its sizes."""

    kind: str
    sizes: tuple[int, ...]


def starts(precompile: str) -> list[Shape]:
    """Return the shapes that a search begins with."""
    shapes = [Shape(kind.key, sizes) for kind in _kinds(precompile).values() for sizes in kind.starts]
    return [shape for shape in shapes if exists(precompile, shape)]


def exists(precompile: str, shape: Shape) -> bool:
    """Tell whether there is a call of a kind with these sizes."""
    least = _kinds(precompile)[shape.kind].least or (1,) * len(shape.sizes)
    return all(size >= bound for size, bound in zip(shape.sizes, least, strict=True))


def make(precompile: str, shape: Shape) -> bytes:
    """Return the calldata of a shape that exists."""
    return _kinds(precompile)[shape.kind].make(*shape.sizes)


def describe(precompile: str, shape: Shape) -> str:
    """Return a shape in words."""
    kind = _kinds(precompile)[shape.kind]
    return (kind.words or kind.key).format(*(f"{size:,}" for size in shape.sizes))


def neighbours(shape: Shape) -> list[Shape]:
    """Return the shapes with one size, or all sizes, halved or doubled, or with one size next to it."""
    sizes = shape.sizes
    around = [tuple(2 * size for size in sizes), tuple(size // 2 for size in sizes)]
    for place, size in enumerate(sizes):
        for other in (2 * size, size // 2, size + 1, size - 1):
            around.append((*sizes[:place], other, *sizes[place + 1 :]))
    return [Shape(shape.kind, each) for each in dict.fromkeys(around) if min(each, default=0) > 0]


def extremes(precompile: str, fork: str) -> list[Shape]:
    """Return shapes that are measured under a rule whatever else is worse.

    MODEXPs with the longest exponent that 30 million gas of EIP-2565 buys, and with lengths of 2**256 - 1.
    """
    if precompile != "modexp":
        return []
    long = [_modexp_key(modulus, "of ones") for modulus in ("odd", "even", "power of two")]
    exponents = [Shape(kind, (8, EXPONENT_11MB, 8)) for kind in long] if fork == "berlin" else []
    return [*exponents, Shape(_ABSURD, ())]


@cache
def _kinds(precompile: str) -> dict[str, Kind]:
    return {kind.key: kind for kind in _MAKERS[precompile]()}


_MODULUS: dict[str, Callable[[int], bytes]] = {
    "odd": lambda size: b"\xff" * size,
    "even": lambda size: b"\xff" * (size - 1) + b"\xfe",
    "2**65 times odd": lambda size: b"\xff" * (size - 9) + b"\xfe" + bytes(8),
    "power of two": lambda size: b"\x80" + bytes(size - 1),
    "small odd": lambda size: bytes(size - 1) + b"\xfb",
    "zero": bytes,
}
_EXPONENT: dict[str, Callable[[int], bytes]] = {
    "of ones": lambda size: b"\xff" * size,
    # A window of 2 bits and more gains nothing here, one of 1 bit multiplies at every other squaring.
    "of alternating bits": lambda size: b"\xaa" * size,
    # The head of 32 bytes is 1, which costs nothing; what follows counts by its length.
    "with a head of 1": lambda size: (bytes(31) + b"\1" + b"\xff" * max(0, size - 32))[-size:],
    "with value 3": lambda size: bytes(size - 1) + b"\3",
}


# Bytes of a modulus that is told by its factors.
_LEAST_MODULUS = {"2**65 times odd": 9}


def _modexp_key(modulus: str, exponent: str) -> str:
    return f"{modulus} modulus, exponent {exponent}"


def _modexp_words(modulus: str, exponent: str) -> str:
    return f"{modulus} modulus of {{2}} B, exponent {exponent} of {{1}} B, base of {{0}} B"


def _modexp_call(modulus: str, exponent: str, base_len: int, exp_len: int, mod_len: int) -> bytes:
    operands = b"\xfd" * base_len, _EXPONENT[exponent](exp_len), _MODULUS[modulus](mod_len)
    return words(len(operand) for operand in operands) + b"".join(operands)


def _modexp() -> list[Kind]:
    wide = tuple((size, exponent, size) for size, exponent in product(_MODULI, _EXPONENTS))
    heads = tuple((size, exponent, size) for size, exponent in product((1, 8, 32, 33, 256), (33, 64, 512)))
    threes = (*((size, 1, size) for size in _MODULI), (1024, 1, 8), (16384, 1, 8), (65536, 1, 64))
    many = {"of ones": wide, "of alternating bits": _FEW, "with a head of 1": heads, "with value 3": threes}
    kinds = [
        Kind(
            _modexp_key(modulus, exponent),
            partial(_modexp_call, modulus, exponent),
            many[exponent] if modulus in ("odd", "even") else many[exponent][::4],
            _modexp_words(modulus, exponent),
            (1, 1, _LEAST_MODULUS.get(modulus, 1)),
        )
        for modulus, exponent in product(_MODULUS, _EXPONENT)
    ]
    nothing = Kind(
        "no modulus, no base",
        lambda size: words((0, size, 0)),
        ((1,), (2**20,)),
        "no modulus, no base, exponent of {0} B",
    )
    absurd = Kind(_ABSURD, lambda: b"\xff" * 96 + b"\3", ())
    return [*kinds, nothing, Kind("no calldata", bytes), absurd]


def _g1(scalar: int) -> bytes:
    return bn254_kinds.g1(multiple(bn254_kinds.G1, scalar))


def _ecadd() -> list[Kind]:
    p, q = _g1(0xACE), _g1(0xBEEF)
    opposite = bn254_kinds.g1(negated(bn254_kinds.G1, multiple(bn254_kinds.G1, 0xACE) or ()))
    return [
        Kind("two points", lambda: p + q),
        Kind("a point doubled", lambda: p + p),
        Kind("a point and its opposite", lambda: p + opposite),
        Kind("no calldata", bytes),
        Kind("second point off the curve", lambda: p + words((1, 3))),
    ]


def _ecmul() -> list[Kind]:
    p = _g1(0xACE)
    edges = {f"edge {seed} of the lattice": bn254_kinds.lattice_scalar(Random(seed)) for seed in range(8)}
    scalars = {**SCALARS, "N - 1": int(BN254.N) - 1, **edges}
    valid = [Kind(f"scalar: {name}", partial(lambda k: p + words([k]), k)) for name, k in scalars.items()]
    return [*valid, Kind("no calldata", bytes), Kind("point off the curve", lambda: words((1, 3, 7)))]


def _items(item: bytes, last: bytes, count: int) -> bytes:
    return item * (count - 1) + last


def _ecpairing() -> list[Kind]:
    p, twisted = _g1(0xACE), bn254_kinds.g2(multiple(bn254_kinds.G2, 3))
    outside = bn254_kinds.g2(on_curve(bn254_kinds.G2, Random(197)))
    counts = ((1,), (2,), (4,), (16,))
    return [
        Kind("pairs", partial(_items, p + twisted, p + twisted), counts, "pairs: {0}"),
        Kind(
            "pairs, infinity in G1",
            partial(_items, bytes(64) + twisted, bytes(64) + twisted),
            counts,
            "pairs: {0}, infinity in G1",
        ),
        Kind(
            "pairs, infinity in G2",
            partial(_items, p + bytes(128), p + bytes(128)),
            counts,
            "pairs: {0}, infinity in G2",
        ),
        Kind(
            "pairs, the last outside G2",
            partial(_items, p + twisted, p + outside),
            counts,
            "pairs: {0}, the last outside G2",
        ),
        Kind("no pairs", bytes),
    ]


def _blake2f_call(rounds: int) -> bytes:
    return rounds.to_bytes(4, "big") + bytes(range(208)) + b"\1"


def _blake2f() -> list[Kind]:
    return [
        Kind("no rounds", partial(_blake2f_call, 0)),
        Kind("rounds", _blake2f_call, ((1,), (12,), (1000,), (100_000,)), "rounds: {0}"),
    ]


def _valid(name: str) -> bytes:
    return next(shape.data for shape in table_shapes() if shape.name == name)


def _ecrecover() -> list[Kind]:
    call = _valid("ecrecover")
    s_top = words([int(SECP256K1.N) - 1])
    # r = 5 is no x of a point of secp256k1.
    return [
        Kind("valid", lambda: call),
        Kind("hash of ones, s = N - 1", lambda: b"\xff" * 32 + call[32:96] + s_top),
        Kind("r without a point", lambda: call[:64] + words([5]) + call[96:]),
        Kind("no calldata", bytes),
    ]


def _p256verify() -> list[Kind]:
    call = _valid("p256verify")
    return [
        Kind("valid", lambda: call),
        Kind("wrong hash", lambda: b"\xff" * 32 + call[32:]),
        Kind("key off the curve", lambda: call[:128] + words([7])),
        Kind("no calldata", bytes),
    ]


def _point_evaluation() -> list[Kind]:
    """Return calls for the polynomials 1 and X; X's value at z is z, its quotient 1, so its proof is G1."""
    generator = kzg_kinds.compressed(multiple(bls12_kinds.G1, 1))
    outside = kzg_kinds.compressed(on_curve(bls12_kinds.G1, Random(4844)))
    constant = _valid("point evaluation")

    def call(z: int, y: int, proof: bytes) -> bytes:
        return kzg_kinds.call(words([z]), words([y]), _TAU, proof)

    z = int(SECP256K1.N) >> 2
    return [
        Kind("valid, of a constant", lambda: constant),
        Kind("valid, of X", lambda: call(z, z, generator)),
        Kind("wrong value", lambda: call(z, 7, generator)),
        Kind("proof outside G1", lambda: call(z, z, outside)),
    ]


def _bls12_add(group: str) -> list[Kind]:
    p, q = (bls12_kinds.encode(group, multiple(group, k)) for k in (3, 5))
    return [
        Kind("two points", lambda: p + q),
        Kind("a point doubled", lambda: p + p),
    ]


def _bls12_terms(group: str, last: bytes, count: int) -> bytes:
    rng = Random(2537)
    points = [bls12_kinds.encode(group, multiple(group, k)) for k in (1, 2, 3, 5)]
    terms = (points[place % 4] + words([rng.getrandbits(256) | 1 << 255]) for place in range(count))
    return b"".join(terms) if not last else b"".join(terms)[: -len(last)] + last


def _bls12_msm(group: str) -> list[Kind]:
    outside = bls12_kinds.encode(group, on_curve(group, Random(2537))) + b"\xff" * 32
    counts = ((1,), (2,), (3,), (8,), (32,), (128,))
    return [
        Kind("terms", partial(_bls12_terms, group, b""), counts, "terms: {0}"),
        Kind(
            "terms, the last outside the prime order",
            partial(_bls12_terms, group, outside),
            counts,
            "terms: {0}, the last outside the prime order",
        ),
    ]


def _bls12_pairing() -> list[Kind]:
    p, q = (bls12_kinds.encode(group, multiple(group, 3)) for group in (bls12_kinds.G1, bls12_kinds.G2))
    outside = bls12_kinds.encode(bls12_kinds.G2, on_curve(bls12_kinds.G2, Random(2537)))
    counts = ((1,), (2,), (4,), (16,))
    return [
        Kind("pairs", partial(_items, p + q, p + q), counts, "pairs: {0}"),
        Kind(
            "pairs, infinity in G1",
            partial(_items, bytes(128) + q, bytes(128) + q),
            counts,
            "pairs: {0}, infinity in G1",
        ),
        Kind(
            "pairs, infinity in G2",
            partial(_items, p + bytes(256), p + bytes(256)),
            counts,
            "pairs: {0}, infinity in G2",
        ),
        Kind(
            "pairs, the last outside G2",
            partial(_items, p + q, p + outside),
            counts,
            "pairs: {0}, the last outside G2",
        ),
    ]


def _bls12_map(count: int) -> list[Kind]:
    element = (5).to_bytes(64, "big")
    noise = [Random(seed).getrandbits(380).to_bytes(64, "big") for seed in range(2)]
    return [
        Kind("element 0", lambda: bytes(64 * count)),
        Kind("element 5", lambda: element * count),
        Kind("random element", lambda: b"".join(noise[:count])),
    ]


_MAKERS: dict[str, Callable[[], list[Kind]]] = {
    "ecrecover": _ecrecover,
    "modexp": _modexp,
    "ecadd": _ecadd,
    "ecmul": _ecmul,
    "ecpairing": _ecpairing,
    "blake2f": _blake2f,
    "point_evaluation": _point_evaluation,
    "bls12_g1add": partial(_bls12_add, bls12_kinds.G1),
    "bls12_g1msm": partial(_bls12_msm, bls12_kinds.G1),
    "bls12_g2add": partial(_bls12_add, bls12_kinds.G2),
    "bls12_g2msm": partial(_bls12_msm, bls12_kinds.G2),
    "bls12_pairing_check": _bls12_pairing,
    "bls12_map_fp_to_g1": partial(_bls12_map, 1),
    "bls12_map_fp2_to_g2": partial(_bls12_map, 2),
    "p256verify": _p256verify,
}
