"""ECADD, ECMUL and ECPAIRING on BN254 (the EIPs call the curve alt_bn128).

**Spec** EIP-196: missing calldata is zero, surplus calldata is ignored, (0, 0) is the point at infinity, a
scalar is any 256-bit number. EIP-197: calldata is any number of complete pairs of 192 bytes.
"""

from .. import routing
from ..encoding import WORD, pad_right
from ..errors import InvalidInput
from .answer import Answer

POINT = 64
PAIR = 192


def decode(data: bytes) -> bytes:
    """Return the calldata as it is; points are checked where they are used, after gas."""
    return data


def ecadd(data: bytes) -> Answer:
    """Add two points: 128 bytes in, 64 bytes out. Raises `InvalidPoint`."""
    call = data if len(data) == 2 * POINT else pad_right(data, 2 * POINT)
    return routing.answering("ecadd")(call[:POINT], call[POINT:])


def ecmul(data: bytes) -> Answer:
    """Multiply a point by a scalar: 96 bytes in, 64 bytes out. Raises `InvalidPoint`."""
    call = data if len(data) == POINT + WORD else pad_right(data, POINT + WORD)
    return routing.answering("ecmul")(call[:POINT], call[POINT:])


def decode_pairs(data: bytes) -> bytes:
    """Return the calldata; raise `InvalidInput` if it is not a whole number of pairs."""
    if len(data) % PAIR:
        raise InvalidInput(f"ECPAIRING calldata of {len(data)} bytes is not a multiple of {PAIR}")
    return data


def ecpairing(pairs: bytes) -> Answer:
    """Return the word 1 if the product of all pairings is 1, else the word 0. Raises `InvalidPoint`."""
    is_one, backend = routing.answering("ecpairing")(pairs)
    return is_one.to_bytes(WORD, "big"), backend
