"""What a backend is: bytes in, bytes out, big-endian; it knows nothing of gas, forks or calldata."""

from typing import Protocol


class Backend(Protocol):
    """The operations of a backend, and the short name that selects it.

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
