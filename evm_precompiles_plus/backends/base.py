"""What a backend is: bytes in, bytes out, big-endian; it knows nothing of gas, forks or calldata."""

from typing import Protocol


class Backend(Protocol):
    """The operations of a backend, and the short name that selects it.

    A backend may name, by operation in `slower_than`, a backend further down the list that is faster. It may
    lack an operation (`openssl` has only `modexp`).

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

    def ecrecover(self, digest: bytes, signature: bytes) -> bytes:
        """Return the address, as a word of 32 bytes, whose secp256k1 key signed a digest of 32 bytes.

        Nothing if there is no such key.

        The signature is r and s, each in [1, N - 1], and a byte 0 or 1: the parity of the point R's y.
        """
        ...

    def p256verify(self, digest: bytes, signature: bytes, key: bytes) -> bool:
        """Tell whether r and s, each in [1, N - 1], sign a digest under a secp256r1 key.

        The key's coordinates are below P; for one that is not on the curve the answer is False.
        """
        ...

    def blake2f(self, rounds: int, h: bytes, m: bytes, t: bytes, final: bool) -> bytes:
        """Return BLAKE2b's next state after h (64 bytes), m (128) and t (16); words are little-endian."""
        ...

    def bls12_g1_add(self, p: bytes, q: bytes) -> bytes:
        """Return p + q on BLS12-381's first curve.

        In all `bls12_` operations coordinates are 48 bytes, two to a point of G1 and four to one of G2,
        infinity is zeros, and `InvalidPoint` is raised for a point off its curve.
        """
        ...

    def bls12_g2_add(self, p: bytes, q: bytes) -> bytes:
        """Return p + q on BLS12-381's second curve."""
        ...

    def bls12_g1_msm(self, points: list[bytes], scalars: list[bytes]) -> bytes:
        """Return the sum of [scalar]point; raise `InvalidPoint` also for a point that is not in G1."""
        ...

    def bls12_g2_msm(self, points: list[bytes], scalars: list[bytes]) -> bytes:
        """Return the sum of [scalar]point; raise `InvalidPoint` also for a point that is not in G2."""
        ...

    def bls12_pairing(self, g1_points: list[bytes], g2_points: list[bytes]) -> bool:
        """Tell whether the product of the pairings is 1; raise `InvalidPoint` also for a wrong subgroup."""
        ...

    def bls12_map_fp_to_g1(self, element: bytes) -> bytes:
        """Map an element of Fp to G1."""
        ...

    def bls12_map_fp2_to_g2(self, element: bytes) -> bytes:
        """Map an element of Fp2 (c0, c1) to G2."""
        ...
