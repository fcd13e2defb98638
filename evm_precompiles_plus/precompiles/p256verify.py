"""P256VERIFY: is (r, s) an ECDSA signature of this hash under this secp256r1 key?

**Spec** EIP-7951. Calldata is hash, r, s, x, y, each 32 bytes big-endian. A valid signature gives the
word 1; anything else, malformed calldata included, is a successful call without output.
**Algorithm** FIPS 186-5, section 6.4.2: the comparison is r = x mod N, so a point whose x coordinate is at or
above N is accepted too.
**Invariants** No bound on s besides (0, N): both s and N - s verify, as the EIP wants.
**Timing** Variable time: all inputs are public.
"""

from .. import routing
from ..arithmetic.curves.params import SECP256R1
from ..encoding import WORD
from .answer import Answer

INPUT_LENGTH = 5 * WORD
VALID = (1).to_bytes(WORD, "big")


def decode(data: bytes) -> bytes:
    """Return the calldata as it is; nothing in it makes the call fail."""
    return data


def execute(data: bytes) -> Answer:
    """Return 32 bytes with the value 1 for a valid signature, else nothing."""
    if not _is_in_range(data):
        return b"", "direct"
    is_valid, backend = routing.answering("p256verify")(data[:WORD], data[WORD : 3 * WORD], data[3 * WORD :])
    return VALID if is_valid else b"", backend


def _is_in_range(data: bytes) -> bool:
    """Tell whether the length is right and every number inside its range."""
    if len(data) != INPUT_LENGTH:
        return False
    words = (data[start : start + WORD] for start in range(WORD, INPUT_LENGTH, WORD))
    r, s, x, y = (int.from_bytes(word, "big") for word in words)
    P, N = int(SECP256R1.P), int(SECP256R1.N)
    return 0 < r < N and 0 < s < N and x < P and y < P
