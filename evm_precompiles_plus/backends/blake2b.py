"""Backend `blake2b`: BLAKE2F in Rust, as py-evm itself does it where this is installed (PyPI: blake2b-py)."""

from struct import unpack

from blake2b import compress


class Blake2bBackend:
    """The Rust function under its module's name (`Backend` says what each method does)."""

    name = "blake2b"

    def blake2f(self, rounds: int, h: bytes, m: bytes, t: bytes, final: bool) -> bytes:
        return bytes(compress(rounds, unpack("<8Q", h), unpack("<16Q", m), unpack("<2Q", t), final))


backend = Blake2bBackend()
