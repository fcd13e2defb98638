"""Calls on curves, and BLAKE2F's, that may be the worst: points in and out of groups, counts, scalars.

**Spec** The shapes of the benchmarks of execution-specs (`tests/benchmark/compute/precompile`) are among
them: 3 to 24 pairs, one point repeated with the scalar N, a signature whose R has x above N, words in the
wrong byte order, 0xFFFF rounds, and maps of P - 1.
"""

from collections.abc import Callable
from functools import partial
from random import Random

from ..arithmetic.curves.ecdsa import lift_x
from ..arithmetic.curves.params import BN254, SECP256K1, SECP256R1
from ..fuzz import bls12_kinds, bn254_kinds, kzg_kinds
from ..fuzz.points import multiple, negated, on_curve
from ..fuzz.signature_kinds import signed, verify_call
from .shapes import SCALARS, table_shapes, words
from .worst_kind import Kind

# [tau]G1 of the KZG ceremony: the second of the powers in Ethereum's trusted setup.
_TAU = bytes.fromhex(
    "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81"
)


_PAIRS = ((1,), (2,), (3,), (4,), (6,), (12,), (16,), (24,))


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
    counts = _PAIRS
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
        Kind("rounds", _blake2f_call, ((1,), (12,), (1000,), (0xFFFF,), (100_000,)), "rounds: {0}"),
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
        Kind("valid, R with x above N", _x_above_n),
        Kind("words in the wrong byte order", lambda: _reversed_words(call)),
        Kind("key off the curve", lambda: call[:128] + words([7])),
        Kind("no calldata", bytes),
    ]


def _x_above_n() -> bytes:
    x = int(SECP256R1.N)
    while (point := lift_x(SECP256R1, x, False)) is None or point[0] == SECP256R1.N:
        x += 1
    return verify_call(*signed(Random(7951), point))


def _reversed_words(call: bytes) -> bytes:
    return b"".join(call[at : at + 32][::-1] for at in range(0, len(call), 32))


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
    repeated = bls12_kinds.encode(group, multiple(group, 3)) + words([bls12_kinds.N])
    counts = ((1,), (2,), (3,), (8,), (32,), (128,))
    return [
        Kind("terms", partial(_bls12_terms, group, b""), counts, "terms: {0}"),
        Kind(
            "terms, [N] of one point",
            partial(_items, repeated, repeated),
            counts,
            "terms: {0}, [N] of one point",
        ),
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
    counts = _PAIRS
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
        Kind("element P - 1", lambda: (bls12_kinds.P - 1).to_bytes(64, "big") * count),
        Kind("random element", lambda: b"".join(noise[:count])),
    ]


KINDS: dict[str, Callable[[], list[Kind]]] = {
    "ecrecover": _ecrecover,
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
