"""Calls of point evaluation by kind: proofs that hold, and almost hold.

**Spec** EIP-4844, section "Point evaluation precompile".
**Algorithm** The commitment of the constant polynomial c is [c]G, and infinity proves its value anywhere; for
others `ckzg` makes the proof, of a few blobs only since each takes long.
"""

from functools import cache
from hashlib import sha256
from random import Random

from ..precompiles.point_evaluation import BLS_MODULUS, FIELD_ELEMENTS_PER_BLOB, VERSION_KZG, trusted_setup
from .numbers import Kinds, biased, flip_bit, word
from .points import GROUPS, Point, multiple, of_small_order, on_curve

G1 = "bls12_g1"
_INFINITY = b"\xc0" + bytes(47)
_EDGES = (0, 1, BLS_MODULUS, BLS_MODULUS // 2, 2 * BLS_MODULUS, 2**255, 2**256 - 1)
_BLOBS = 2
_CONSTANTS = (0, 1, 2, BLS_MODULUS - 1, 2**200 + 3)


def compressed(point: Point | None) -> bytes:
    """Return ZCash's compressed form, 48 bytes: three flags in the highest bits of x."""
    if point is None:
        return _INFINITY
    x, y = point
    sign = y > (GROUPS[G1].P - 1) // 2
    return word(x | 1 << 383 | sign << 381, 48)


def call(z: bytes, y: bytes, commitment: bytes, proof: bytes) -> bytes:
    """Return the calldata, with the commitment's versioned hash."""
    return VERSION_KZG + sha256(commitment).digest()[1:] + z + y + commitment + proof


def _field(rng: Random) -> bytes:
    return word(biased(rng, 256, _EDGES) % BLS_MODULUS)


def _constant(rng: Random) -> bytes:
    c = rng.choice(_CONSTANTS)
    return call(_field(rng), word(c), compressed(multiple(G1, c)), _INFINITY)


@cache
def _proven(number: int) -> tuple[bytes, bytes, bytes, bytes]:
    """Return z, y, commitment and proof for one of a few blobs."""
    import ckzg

    rng = Random(number)
    blob = b"".join(word(rng.randrange(BLS_MODULUS)) for _ in range(FIELD_ELEMENTS_PER_BLOB))
    z = word(rng.randrange(BLS_MODULUS))
    setup = trusted_setup()
    proof, y = ckzg.compute_kzg_proof(blob, z, setup)
    return z, y, ckzg.blob_to_kzg_commitment(blob, setup), proof


def _polynomial(rng: Random) -> bytes:
    return call(*_proven(rng.randrange(_BLOBS)))


def _flipped(rng: Random) -> bytes:
    """Return a valid call with one bit of z, y, commitment or proof the other way, the hash being right."""
    parts = list(_proven(rng.randrange(_BLOBS)))
    place = rng.randrange(4)
    parts[place] = flip_bit(rng, parts[place])
    return call(*parts)


def _wrong_hash(rng: Random) -> bytes:
    data = rng.choice((_constant, _polynomial))(rng)
    return rng.choice((b"\0", b"\2", b"\1")) + flip_bit(rng, data[1:32]) + data[32:]


def _wide_element(rng: Random) -> bytes:
    z, y, commitment, proof = _proven(rng.randrange(_BLOBS))
    wide = rng.choice((BLS_MODULUS, BLS_MODULUS + 1, 2**256 - 1, int.from_bytes(z, "big") + BLS_MODULUS))
    return rng.choice((call(word(wide), y, commitment, proof), call(z, word(wide), commitment, proof)))


def _strange_point(rng: Random) -> bytes:
    """Return a call with a commitment or a proof outside the prime order, or with wrong flags."""
    z, y, commitment, proof = _proven(rng.randrange(_BLOBS))
    outside = rng.choice((on_curve(G1, rng), of_small_order(G1, rng.choice(GROUPS[G1].small_orders))))
    flags = bytes([commitment[0] ^ rng.choice((0x20, 0x40, 0x80, 0xC0, 0xE0))]) + commitment[1:]
    infinity = rng.choice((_INFINITY, b"\xe0" + bytes(47), b"\x40" + bytes(47), b"\xc0" + bytes(46) + b"\1"))
    strange = rng.choice((compressed(outside), flags, infinity, bytes(48), b"\x80" + b"\xff" * 47))
    return rng.choice((call(z, y, strange, proof), call(z, y, commitment, strange)))


POINT_EVALUATION: Kinds = {
    "constant": _constant,
    "polynomial": _polynomial,
    "valid but for a bit": _flipped,
    "wrong hash": _wrong_hash,
    "not below the modulus": _wide_element,
    "strange point": _strange_point,
}
