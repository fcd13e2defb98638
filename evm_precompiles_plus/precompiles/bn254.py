"""ECADD and ECMUL on BN254 (the EIPs call the curve alt_bn128).

**Spec** EIP-196. Missing calldata is zero, surplus calldata is ignored, (0, 0) is the point at
infinity, a scalar is any 256-bit number.
"""

from .. import backends
from ..encoding import pad_right
from .answer import Answer

POINT = 64


def decode(data: bytes) -> bytes:
    """Return the calldata as it is; points are checked where they are used, after gas."""
    return data


def ecadd(data: bytes) -> Answer:
    """Add two points: 128 bytes in, 64 bytes out. Raises `InvalidPoint`."""
    call = pad_right(data, 2 * POINT)
    backend = backends.for_bn254()
    return Answer(backend.ecadd(call[:POINT], call[POINT:]), backend.name)


def ecmul(data: bytes) -> Answer:
    """Multiply a point by a scalar: 96 bytes in, 64 bytes out. Raises `InvalidPoint`."""
    call = pad_right(data, POINT + 32)
    backend = backends.for_bn254()
    return Answer(backend.ecmul(call[:POINT], call[POINT:]), backend.name)
