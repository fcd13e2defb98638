"""The address of a secp256k1 key: the last 20 bytes of its Keccak-256, as the EVM's word.

**Spec** Yellow Paper, appendix F.
"""

from eth_hash.auto import keccak


def address_word(key: bytes) -> bytes:
    """Return the 32-byte word for a key of 64 bytes (x, then y), or nothing for none."""
    return bytes(12) + keccak(key)[12:] if key else b""
