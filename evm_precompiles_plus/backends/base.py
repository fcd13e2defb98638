"""What a backend is: bytes in, bytes out, big-endian; it knows nothing of gas, forks or calldata."""

from typing import Protocol


class Backend(Protocol):
    """The operations of a backend, and the short name that selects it.

    A backend may lack an operation (`openssl` has only `modexp`), or refuse wide moduli, by an attribute
    `widest_modulus` in bytes: `backends.takes` tells.

    Coordinates and scalars are 32 bytes, a point is 64 (x, then y), infinity is 64 zero bytes.
    `ecadd` and `ecmul` raise `InvalidPoint` for a coordinate >= P or a point off the curve.
    """

    @property
    def name(self) -> str: ...

    def modexp(self, base: bytes, exponent: bytes, modulus: bytes) -> bytes:
        """Return base**exponent mod modulus in as many bytes as the modulus has; it is not 0."""
        ...

    def ecadd(self, p: bytes, q: bytes) -> bytes:
        """Return p + q."""
        ...

    def ecmul(self, p: bytes, k: bytes) -> bytes:
        """Return [k]p for any 256-bit k."""
        ...

    def ecpairing(self, pairs: bytes) -> bool:
        """Tell whether the product of the pairings is 1; each pair is 192 bytes, as EIP-197 encodes it.

        Raises `InvalidPoint` for a coordinate >= P and for a point that is not in G1 or not in G2.
        """
        ...
