"""Calldata for the precompiles, built by name; shared by the tests."""

import random
from collections.abc import Iterator

from evm_precompiles_plus.arithmetic.curves.multiply import mul_double_and_add
from evm_precompiles_plus.arithmetic.curves.params import BN254

P, N = BN254.P, BN254.N
LAMBDA = BN254.endomorphism.LAMBDA
G = (1, 2)


def word(number: int) -> bytes:
    return number.to_bytes(32, "big")


def modexp_call(base: bytes, exponent: bytes, modulus: bytes) -> bytes:
    lengths = b"".join(word(len(operand)) for operand in (base, exponent, modulus))
    return lengths + base + exponent + modulus


def header(base_len: int, exp_len: int, mod_len: int, rest: bytes = b"") -> bytes:
    return word(base_len) + word(exp_len) + word(mod_len) + rest


def point_bytes(point: tuple[int, int] | None) -> bytes:
    return word(point[0]) + word(point[1]) if point else bytes(64)


def random_point(rng: random.Random) -> tuple[int, int] | None:
    return mul_double_and_add(BN254, rng.randrange(N), G)


# Scalars where a recoding, a split or a reduction can go wrong.
EDGE_SCALARS = [
    *range(9),
    *(N + offset for offset in (-14, -6, -2, -1, 0, 1, 2, 3)),
    *(2 * N - 1, 2 * N, 2 * N + 1, 3 * N - 6, 5 * N, 5 * N - 10),
    *(P - 1, P, P + 1, LAMBDA - 1, LAMBDA, LAMBDA + 1, N - LAMBDA, N - LAMBDA - 1, N - LAMBDA + 1),
    *(3 + 3 * LAMBDA, 2**127 - 1, 2**127, 2**128 - 1, 2**254, 2**255, 2**256 - 1),
    14226294082152339227274917010873249985458047913852393750281719691125978796426,
]

OFF_CURVE = [(1, 3), (P - 1, 0), (0, 1), (P - 1, P - 1)]
OUT_OF_FIELD = [(P, 0), (0, P), (P + 1, 2), (1, P + 2), (2**256 - 1, 2**256 - 1)]


def bn254_edge_calls() -> Iterator[tuple[str, bytes]]:
    """Yield precompile and calldata: every edge of EIP-196."""
    points = [None, G, (1, P - 2), mul_double_and_add(BN254, 2, G), mul_double_and_add(BN254, LAMBDA, G)]
    for left in [*points, *OFF_CURVE, *OUT_OF_FIELD]:
        for right in [*points, *OFF_CURVE[:1], *OUT_OF_FIELD[:1]]:
            yield "ecadd", point_bytes(left) + point_bytes(right)
        for scalar in EDGE_SCALARS if left in points else (0, 1, N):
            yield "ecmul", point_bytes(left) + word(scalar)
    full = point_bytes(G) + point_bytes(G)
    for size in (0, 1, 31, 32, 33, 63, 64, 65, 95, 96, 97, 127, 128):
        yield "ecadd", full[:size]
        yield "ecmul", full[:size]
    yield "ecadd", full + b"\xff" * 32
    yield "ecmul", full + b"\xff" * 32


def modexp_edge_calls() -> Iterator[bytes]:
    """Yield calldata: every edge of EIP-198 whose lengths the executable spec can carry."""
    moduli = [b"", b"\0", b"\1", b"\2", b"\3", bytes(5), bytes(8) + b"\1", b"\x80" + bytes(8), b"\xff" * 33]
    for modulus in [*moduli, (2**64).to_bytes(9, "big"), b"\xfe" * 32, word(P)]:
        for exponent in [b"", b"\0", b"\1", b"\2", b"\3", b"\4", bytes(40), bytes(32) + b"\7", b"\1\0\1"]:
            for base in [b"", b"\0", b"\1", b"\2", bytes(40), b"\xfd" * 50]:
                yield modexp_call(base, exponent, modulus)
    full = modexp_call(b"\x11" * 20, b"\x13" * 34, b"\x17" * 33)
    yield from (full[:size] for size in range(0, len(full) + 1, 7))
    yield full + b"\xff" * 10
    for exp_len in (2**20, 2**64, 2**255, 2**256 - 1):
        yield header(0, exp_len, 0)
        yield header(0, exp_len, 0, b"\xff" * 64)
    for lengths in [(1024, 1024, 1024), (1025, 1, 1), (1, 1025, 1), (1, 1, 1025), (1024, 0, 0), (0, 0, 1025)]:
        yield header(*lengths, b"\x55" * 3100)
