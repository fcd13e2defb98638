"""Calls of ECRECOVER with signatures made by coincurve."""

import random

from calls import word
from coincurve import PrivateKey
from eth_utils import keccak

from evm_precompiles_plus.arithmetic.curves.params import SECP256K1

N = SECP256K1.N


def call_data(digest: bytes, v: int, r: int, s: int) -> bytes:
    return digest + word(v) + word(r) + word(s)


def signed(rng: random.Random) -> tuple[bytes, int, int, int, bytes]:
    """Return digest, parity, r, s and the signer's address as a word."""
    key = PrivateKey(word(rng.randrange(1, N)))
    digest = rng.randbytes(32)
    signature = key.sign_recoverable(digest, hasher=None)
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:64], "big")
    address = keccak(key.public_key.format(compressed=False)[1:])[12:]
    return digest, signature[64], r, s, bytes(12) + address
