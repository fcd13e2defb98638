"""BLS12-381: addition, multi-scalar multiplication, pairing check and maps to the curve.

**Spec** EIP-2537. A field element is 64 bytes big-endian and below P, so that the first 16 are zero; an
element of Fp2 is c0 then c1; infinity is all zeros. Calldata has exactly one call's length, or for the
multi-scalar multiplications and the pairing one or more complete items. Points must be on their curve,
and where the EIP asks for it of the prime order: in all but the additions.
**Representation** Backends take coordinates of 48 bytes; decoding strips the padding, encoding restores it.
**Timing** Variable time: all inputs are public.
"""

from .. import routing
from ..encoding import WORD
from ..errors import InvalidInput, InvalidPoint
from .answer import Answer

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB

FIELD = 64
PADDING = 16
P_BYTES = P.to_bytes(FIELD, "big")
G1 = 2 * FIELD
G2 = 4 * FIELD
G1_TERM = G1 + WORD
G2_TERM = G2 + WORD
PAIR = G1 + G2


def decode_g1_add(data: bytes) -> bytes:
    """Return the calldata, two points of G1's curve; raise `InvalidInput` for a wrong length."""
    return _of_length(data, 2 * G1)


def decode_g2_add(data: bytes) -> bytes:
    """Return the calldata, two points of G2's curve; raise `InvalidInput` for a wrong length."""
    return _of_length(data, 2 * G2)


def decode_g1_msm(data: bytes) -> bytes:
    """Return the calldata, one or more terms; raise `InvalidInput` for a wrong length."""
    return _of_items(data, G1_TERM)


def decode_g2_msm(data: bytes) -> bytes:
    """Return the calldata, one or more terms; raise `InvalidInput` for a wrong length."""
    return _of_items(data, G2_TERM)


def decode_pairing(data: bytes) -> bytes:
    """Return the calldata, one or more pairs; raise `InvalidInput` for a wrong length."""
    return _of_items(data, PAIR)


def decode_fp(data: bytes) -> bytes:
    """Return the calldata, an element of Fp; raise `InvalidInput` for a wrong length."""
    return _of_length(data, FIELD)


def decode_fp2(data: bytes) -> bytes:
    """Return the calldata, an element of Fp2; raise `InvalidInput` for a wrong length."""
    return _of_length(data, 2 * FIELD)


def g1_add(data: bytes) -> Answer:
    """Add two points of G1's curve. Raises `InvalidPoint`."""
    point, backend = routing.answering("bls12_g1_add")(_strip(data[:G1]), _strip(data[G1:]))
    return _pad(point), backend


def g2_add(data: bytes) -> Answer:
    """Add two points of G2's curve. Raises `InvalidPoint`."""
    point, backend = routing.answering("bls12_g2_add")(_strip(data[:G2]), _strip(data[G2:]))
    return _pad(point), backend


def g1_msm(data: bytes) -> Answer:
    """Sum points of G1 times scalars of any 256 bits. Raises `InvalidPoint`."""
    points, scalars = _split(data, G1_TERM, G1)
    point, backend = routing.answering("bls12_g1_msm")([_strip(point) for point in points], scalars)
    return _pad(point), backend


def g2_msm(data: bytes) -> Answer:
    """Sum points of G2 times scalars of any 256 bits. Raises `InvalidPoint`."""
    points, scalars = _split(data, G2_TERM, G2)
    point, backend = routing.answering("bls12_g2_msm")([_strip(point) for point in points], scalars)
    return _pad(point), backend


def pairing(data: bytes) -> Answer:
    """Return the word 1 if the product of all pairings is 1, else the word 0. Raises `InvalidPoint`."""
    g1_points, g2_points = _split(data, PAIR, G1)
    is_one, backend = routing.answering("bls12_pairing")(
        list(map(_strip, g1_points)), list(map(_strip, g2_points))
    )
    return is_one.to_bytes(WORD, "big"), backend


def map_fp_to_g1(data: bytes) -> Answer:
    """Map an element of Fp to G1. Raises `InvalidPoint` if it is not below P."""
    point, backend = routing.answering("bls12_map_fp_to_g1")(_strip(data))
    return _pad(point), backend


def map_fp2_to_g2(data: bytes) -> Answer:
    """Map an element of Fp2 to G2. Raises `InvalidPoint` if a part of it is not below P."""
    point, backend = routing.answering("bls12_map_fp2_to_g2")(_strip(data))
    return _pad(point), backend


def _of_length(data: bytes, length: int) -> bytes:
    if len(data) != length:
        raise InvalidInput(f"BLS12-381 calldata has {len(data)} bytes, not {length}")
    return data


def _of_items(data: bytes, size: int) -> bytes:
    if not data or len(data) % size:
        raise InvalidInput(f"BLS12-381 calldata of {len(data)} bytes is not one or more items of {size}")
    return data


def _split(data: bytes, size: int, first: int) -> tuple[list[bytes], list[bytes]]:
    """Return the first parts and the second parts of all items."""
    items = [data[start : start + size] for start in range(0, len(data), size)]
    return [item[:first] for item in items], [item[first:] for item in items]


def _strip(elements: bytes) -> bytes:
    """Return field elements without their padding."""
    fields = [elements[start : start + FIELD] for start in range(0, len(elements), FIELD)]
    # Big-endian bytes of one length are in the order of their numbers.
    if max(fields) >= P_BYTES:
        raise InvalidPoint("field element is not below BLS12-381's P")
    return b"".join([field[PADDING:] for field in fields])


def _pad(elements: bytes) -> bytes:
    """Return field elements with their padding."""
    size = FIELD - PADDING
    return b"".join(
        bytes(PADDING) + elements[start : start + size] for start in range(0, len(elements), size)
    )
