"""Backend `cryptography`: P256VERIFY by OpenSSL (PyPI: cryptography).

**Timing** Variable time in the public inputs.
"""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    EllipticCurvePublicNumbers,
)
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

_CURVE = SECP256R1()
_SCHEME = ECDSA(Prehashed(SHA256()))


class CryptographyBackend:
    """OpenSSL's ECDSA under the binding's name (`Backend` says what each method does)."""

    name = "cryptography"

    def p256verify(self, digest: bytes, signature: bytes, key: bytes) -> bool:
        public_key = _public_key(key)
        if public_key is None:
            return False
        try:
            public_key.verify(encode_dss_signature(*_words(signature)), digest, _SCHEME)
        except InvalidSignature:
            return False
        return True


def _public_key(key: bytes) -> EllipticCurvePublicKey | None:
    """Return the key, or None for a point off the curve, (0, 0) among them."""
    try:
        return EllipticCurvePublicNumbers(*_words(key), _CURVE).public_key()
    except ValueError:
        return None


def _words(pair: bytes) -> tuple[int, int]:
    return int.from_bytes(pair[:32], "big"), int.from_bytes(pair[32:], "big")


backend = CryptographyBackend()
