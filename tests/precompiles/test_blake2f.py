"""BLAKE2F: EIP-152's vectors, hashlib, the executable spec, and the calldata's rules."""

import hashlib
import random
from math import isqrt

import pytest

from evm_precompiles_plus import InvalidInput, OutOfGas, routing, run
from evm_precompiles_plus.arithmetic.hashes.blake2f import IV, SIGMA
from evm_precompiles_plus.backends.base import Backend
from evm_precompiles_plus.eels.spec import spec_call

ABLE = routing.active_backends("blake2f")

# EIP-152, test vectors 4 to 7: everything after the rounds and before the flag.
BODY = bytes.fromhex(
    "48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5"
    "d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b"
    + b"abc".ljust(128, b"\0").hex()
    + (3).to_bytes(16, "little").hex()
)
VECTORS = [
    (
        0,
        1,
        "08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5"
        "d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b",
    ),
    (
        12,
        1,
        "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
        "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
    ),
    (
        12,
        0,
        "75ab69d3190a562c51aef8d88f1c2775876944407270c42c9844252c26d28752"
        "98743e7f6d5ea2f2d3e8d226039cd31b4e426ac4f2d3d666a610c2116fde4735",
    ),
    (
        1,
        1,
        "b63a380cb2897d521994a85234ee2c181b5f844d2c624c002677e9703449d2fb"
        "a551b3a8333bcdf5f2f7e08993d53923de3d64fcc68c034e717b9293fed7a421",
    ),
]


@pytest.fixture(params=ABLE)
def backend(request: pytest.FixtureRequest) -> Backend:
    return routing.get(request.param)


def parts(data: bytes) -> tuple[int, bytes, bytes, bytes, bool]:
    return int.from_bytes(data[:4], "big"), data[4:68], data[68:196], data[196:212], data[212] == 1


@pytest.mark.parametrize(("rounds", "final", "expected"), VECTORS)
def test_eip152_vectors(backend: Backend, rounds: int, final: int, expected: str) -> None:
    data = rounds.to_bytes(4, "big") + BODY + bytes([final])
    assert backend.blake2f(*parts(data)).hex() == expected
    assert run("blake2f", data, "istanbul")[:2] == (bytes.fromhex(expected), rounds)


def test_hashes_of_messages_are_blake2b(backend: Backend) -> None:
    """BLAKE2b itself, RFC 7693 section 3.3, built on the compression function."""
    rng = random.Random(152)
    for size in (0, 1, 127, 128, 129, 256, 1000):
        message = rng.randbytes(size)
        state = b"".join(word.to_bytes(8, "little") for word in (IV[0] ^ 0x01010040, *IV[1:]))
        for start in range(0, max(size, 1), 128):
            end = min(start + 128, size)
            block = message[start:end].ljust(128, b"\0")
            state = backend.blake2f(12, state, block, end.to_bytes(16, "little"), end == size)
        assert state == hashlib.blake2b(message).digest()


def test_random_calls_agree_with_the_spec(backend: Backend) -> None:
    rng = random.Random(7693)
    oracle = spec_call("blake2f", "cancun")
    bodies = [rng.randbytes(208) for _ in range(20)] + [bytes(208), b"\xff" * 208]
    for body in bodies:
        for rounds in (0, 9, 10, 11, 25):
            data = rounds.to_bytes(4, "big") + body + bytes([rng.randrange(2)])
            assert backend.blake2f(*parts(data)) == oracle(data).output


def test_tables() -> None:
    assert all(sorted(row) == list(range(16)) for row in SIGMA)
    assert len(set(SIGMA)) == 10
    # sqrt(p) * 2**64 has the fraction's first 64 bits at the bottom.
    primes = (2, 3, 5, 7, 11, 13, 17, 19)
    assert tuple(isqrt(p << 128) % 2**64 for p in primes) == IV


@pytest.mark.parametrize("size", [0, 4, 212, 214, 426])
def test_wrong_length_fails(size: int) -> None:
    with pytest.raises(InvalidInput, match="213"):
        run("blake2f", bytes(size))


@pytest.mark.parametrize("flag", [2, 3, 128, 255])
def test_wrong_flag_fails(flag: int) -> None:
    with pytest.raises(InvalidInput, match="flag"):
        run("blake2f", bytes(212) + bytes([flag]))


def test_rounds_are_the_gas_and_are_not_run_without_it() -> None:
    with pytest.raises(OutOfGas):
        run("blake2f", b"\xff" * 4 + bytes(209), gas_limit=2**32 - 2)
    data = (700).to_bytes(4, "big") + bytes(209)
    assert run("blake2f", data, gas_limit=700).gas == 700
