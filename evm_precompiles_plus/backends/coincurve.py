"""Backend `coincurve`: ECRECOVER by libsecp256k1 (PyPI: coincurve).

**Timing** Variable time in the public inputs.
"""

from coincurve import PublicKey

from ..arithmetic.hashes.address import address_word


class CoincurveBackend:
    """libsecp256k1 under its binding's name (`Backend` says what each method does)."""

    name = "coincurve"

    def ecrecover(self, digest: bytes, signature: bytes) -> bytes:
        try:
            key = PublicKey.from_signature_and_message(signature, digest, hasher=None)
        except ValueError:
            return b""
        return address_word(bytes(key.format(compressed=False)[1:]))


backend = CoincurveBackend()
