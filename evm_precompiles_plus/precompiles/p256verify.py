"""P256VERIFY: is (r, s) an ECDSA signature of this hash under this secp256r1 key?

**Spec** EIP-7951. Calldata is hash, r, s, x, y, each 32 bytes big-endian. A valid signature gives the
word 1; anything else, malformed calldata included, is a successful call without output.
**Algorithm** FIPS 186-5, section 6.4.2, done by OpenSSL through `cryptography`: the comparison is
r = x mod N, so a point whose x coordinate is at or above N is accepted too.
**Invariants** No bound on s besides (0, N): both s and N - s verify, as the EIP wants.
**Timing** Variable time: all inputs are public.
"""

from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    EllipticCurvePublicNumbers,
)
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from ..encoding import WORD
from .answer import Answer

# secp256r1's field prime and group order; `tests/test_p256verify.py` checks both.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

INPUT_LENGTH = 5 * WORD
VALID = (1).to_bytes(WORD, "big")

_CURVE = SECP256R1()
_SCHEME = ECDSA(Prehashed(SHA256()))


class Claim(NamedTuple):
    """The five words of the calldata: the hash as it is, the others as integers."""

    digest: bytes
    r: int
    s: int
    x: int
    y: int


def decode(data: bytes) -> bytes:
    """Return the calldata as it is; nothing in it makes the call fail."""
    return data


def execute(data: bytes) -> Answer:
    """Return 32 bytes with the value 1 for a valid signature, else nothing."""
    claim = _parse(data)
    if claim is None:
        return Answer(b"", "direct")
    return Answer(VALID if _verifies(claim) else b"", "cryptography")


def _parse(data: bytes) -> Claim | None:
    """Read the words; None if the length is wrong or a number is outside its range."""
    if len(data) != INPUT_LENGTH:
        return None
    starts = range(WORD, INPUT_LENGTH, WORD)
    r, s, x, y = (int.from_bytes(data[start : start + WORD], "big") for start in starts)
    if not (0 < r < N and 0 < s < N and x < P and y < P):
        return None
    return Claim(data[:WORD], r, s, x, y)


def _verifies(claim: Claim) -> bool:
    key = _public_key(claim.x, claim.y)
    if key is None:
        return False
    try:
        key.verify(encode_dss_signature(claim.r, claim.s), claim.digest, _SCHEME)
    except InvalidSignature:
        return False
    return True


def _public_key(x: int, y: int) -> EllipticCurvePublicKey | None:
    """Return the key, or None for a point off the curve, (0, 0) among them."""
    try:
        return EllipticCurvePublicNumbers(x, y, _CURVE).public_key()
    except ValueError:
        return None
