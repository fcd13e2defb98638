"""The named shapes that `bench` measures: calldata for every precompile, the same at every run.

Generators of the pairing groups are py_ecc's; signatures are made here, with small keys and nonces.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from py_ecc import optimized_bls12_381, optimized_bn128

from ..arithmetic.curves.multiply import mul_double_and_add
from ..arithmetic.curves.params import BN254, SECP256K1, SECP256R1, Curve
from ..encoding import WORD
from .calibrate import operands

MODULUS_BITS = (128, 192, 256, 320, 512, 768, 1024, 1536, 2048, 4096, 8192)
EXPONENT_BITS = (2, 17, 64, 256, 2048, 8192)
# 2 bits are the exponent 3, 17 are 65537.
EXPONENT_NAMES = {2: "3", 17: "65537"}
SCALARS = {
    "small": 2**16 - 15,
    "half-size": 2**127 - 1,
    "random": random.Random(1108).getrandbits(256),
    "maximal": 2**256 - 1,
}
# A few of all shapes, for a table and a picture that fit on a page.
HEADLINE = (
    "ecadd",
    "ecmul random scalar",
    "ecmul maximal scalar",
    "modexp 256 odd e=65537",
    "modexp 256 odd e=256 bits",
    "modexp 2048 odd e=65537",
    "modexp 2048 odd e=2048 bits",
    "modexp 2048 even e=2048 bits",
    "modexp 4096 odd e=2048 bits",
)


class Shape(NamedTuple):
    """One benchmark: its name, the precompile, and its calldata."""

    name: str
    precompile: str
    data: bytes


def shapes() -> Iterator[Shape]:
    """Yield every shape: BN254 by kind of scalar, MODEXP by modulus, parity and exponent, all others once."""
    yield from curve_shapes()
    yield from modexp_shapes()
    yield from table_shapes()


def headline_shapes() -> Iterator[Shape]:
    """Yield the shapes of `HEADLINE`, and one or two of every other precompile."""
    yield from (shape for shape in shapes() if shape.name in HEADLINE)
    yield from table_shapes()


def modexp_shapes(
    modulus_bits: Sequence[int] = MODULUS_BITS, exponent_bits: Sequence[int] = EXPONENT_BITS
) -> Iterator[Shape]:
    """Yield the MODEXP shapes; bases are as long as the modulus."""
    for m_bits in modulus_bits:
        for parity in ("odd", "even"):
            for e_bits in exponent_bits:
                base, exponent, modulus = operands(parity, m_bits, e_bits, seed=2)
                if e_bits == 2:
                    exponent = b"\x03"
                lengths = words(len(operand) for operand in (base, exponent, modulus))
                name = f"modexp {m_bits} {parity} e={EXPONENT_NAMES.get(e_bits, f'{e_bits} bits')}"
                yield Shape(name, "modexp", lengths + base + exponent + modulus)


def curve_shapes() -> Iterator[Shape]:
    """Yield ECADD of two points and ECMUL of one by each kind of scalar."""
    p, q = (words(multiple(BN254, scalar)) for scalar in (0xACE, 0xBEEF))
    yield Shape("ecadd", "ecadd", p + q)
    for kind, scalar in SCALARS.items():
        yield Shape(f"ecmul {kind} scalar", "ecmul", p + words([scalar]))


def table_shapes() -> Iterator[Shape]:
    """Yield one or two shapes of every other precompile; all calls succeed, pairings are true."""
    yield Shape("ecpairing 2 pairs", "ecpairing", _bn254_pairs(2))
    yield Shape("ecpairing 4 pairs", "ecpairing", _bn254_pairs(4))
    yield Shape("ecrecover", "ecrecover", _ecrecover_call())
    yield Shape("p256verify", "p256verify", _p256verify_call())
    for rounds in (12, 10_000):
        data = rounds.to_bytes(4, "big") + bytes(range(208)) + b"\1"
        yield Shape(f"blake2f {rounds} rounds", "blake2f", data)
    yield Shape("point evaluation", "point_evaluation", _point_evaluation_call())
    yield from _bls12_shapes()


def _bls12_shapes() -> Iterator[Shape]:
    g1 = optimized_bls12_381.G1
    pair, negative = (_bls12(point) + _bls12(optimized_bls12_381.G2) for point in (g1, _negated(g1)))
    scalars = random.Random(2537)
    terms = [_bls12(g1) + words([scalars.getrandbits(255)]) for _ in range(8)]
    yield Shape("bls12 g1 msm of 8", "bls12_g1msm", b"".join(terms))
    g2_terms = [_bls12(optimized_bls12_381.G2) + words([scalars.getrandbits(255)]) for _ in range(8)]
    yield Shape("bls12 g2 msm of 8", "bls12_g2msm", b"".join(g2_terms))
    yield Shape("bls12 pairing 2 pairs", "bls12_pairing_check", pair + negative)


def multiple(curve: Curve, scalar: int) -> tuple[int, int]:
    """Return [scalar]G in affine coordinates, for a scalar other than 0."""
    point = mul_double_and_add(curve, scalar, (curve.Gx, curve.Gy))
    assert point is not None
    return point


def words(numbers: Iterable[int]) -> bytes:
    """Return numbers as 32-byte words."""
    return b"".join(number.to_bytes(WORD, "big") for number in numbers)


def _bn254_pairs(count: int) -> bytes:
    """Return e(P, Q) * e(-P, Q) as often as it takes."""
    x, y, _ = optimized_bn128.G2
    g2 = words(int(part) for part in (x.coeffs[1], x.coeffs[0], y.coeffs[1], y.coeffs[0]))
    px, py = multiple(BN254, 0xACE)
    return (words((px, py)) + g2 + words((px, BN254.P - py)) + g2) * (count // 2)


def _ecrecover_call() -> bytes:
    """Return a hash and a signature of it: any r that is a point's x recovers some key."""
    r, _ = multiple(SECP256K1, 0xACE)
    return sha256(b"bench").digest() + words((27, r, 0xBEEF))


def _p256verify_call() -> bytes:
    digest = sha256(b"bench").digest()
    key, nonce, N = 0xACE, 0xBEEF, SECP256R1.N
    r = multiple(SECP256R1, nonce)[0] % N
    s = pow(nonce, -1, N) * (int.from_bytes(digest) + r * key) % N
    return digest + words((r, s, *multiple(SECP256R1, key)))


def _point_evaluation_call() -> bytes:
    """Return the proof that the polynomial 1 is 1 somewhere: the commitment is G1, the proof infinity."""
    x, y, _ = optimized_bls12_381.G1
    sign = 0xA0 if 2 * int(y) > optimized_bls12_381.field_modulus else 0x80
    commitment = bytearray(int(x).to_bytes(48, "big"))
    commitment[0] |= sign
    proof = b"\xc0" + bytes(47)
    return b"\1" + sha256(commitment).digest()[1:] + words((7, 1)) + commitment + proof


def _negated(point: Any) -> Any:
    x, y, z = point
    return x, -y, z


def _bls12(point: Any) -> bytes:
    """Return a point in EIP-2537's encoding: coordinates of 64 bytes, those of Fp2 real part first."""
    numbers = [int(part) for number in point[:2] for part in getattr(number, "coeffs", (number,))]
    return b"".join(number.to_bytes(64, "big") for number in numbers)
