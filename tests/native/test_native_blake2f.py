"""BLAKE2F in C: EIP-152's vectors, hashlib, the compression in Python, and its arguments."""

import hashlib
import random
import threading
from math import isqrt
from typing import Any

import pytest
from interrupting import needs_timer, results_of_interrupted
from kernels import _kernels

from evm_precompiles_plus.arithmetic.hashes.blake2f import blake2f

Call = tuple[int, bytes, bytes, bytes, bool]

# sqrt(p) * 2**64 has the fraction's first 64 bits at the bottom.
IV = [isqrt(prime << 128) % 2**64 for prime in (2, 3, 5, 7, 11, 13, 17, 19)]

# EIP-152, test vectors 4 to 7: "abc" as the only block, by rounds and flag.
START = b"".join(word.to_bytes(8, "little") for word in (IV[0] ^ 0x01010040, *IV[1:]))
BLOCK = b"abc".ljust(128, b"\0")
VECTORS = {
    (0, True): "08c9bcf367e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5"
    "d282e6ad7f520e511f6c3e2b8c68059b9442be0454267ce079217e1319cde05b",
    (12, True): "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
    "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
    (12, False): "75ab69d3190a562c51aef8d88f1c2775876944407270c42c9844252c26d28752"
    "98743e7f6d5ea2f2d3e8d226039cd31b4e426ac4f2d3d666a610c2116fde4735",
    (1, True): "b63a380cb2897d521994a85234ee2c181b5f844d2c624c002677e9703449d2fb"
    "a551b3a8333bcdf5f2f7e08993d53923de3d64fcc68c034e717b9293fed7a421",
}


def random_call(rng: random.Random, rounds: int) -> Call:
    return rounds, rng.randbytes(64), rng.randbytes(128), rng.randbytes(16), rng.random() < 0.5


@pytest.mark.parametrize(("rounds", "final"), VECTORS)
def test_eip152_vectors(rounds: int, final: bool) -> None:
    given = _kernels.blake2f(rounds, START, BLOCK, (3).to_bytes(16, "little"), final)
    assert given.hex() == VECTORS[rounds, final]


def test_hashes_of_messages_are_blake2b() -> None:
    """BLAKE2b itself, RFC 7693 section 3.3, built on the compression function."""
    rng = random.Random(1)
    for size in (0, 1, 127, 128, 129, 255, 256, 257, 5000):
        message = rng.randbytes(size)
        state = START
        for start in range(0, max(size, 1), 128):
            end = min(start + 128, size)
            block = message[start:end].ljust(128, b"\0")
            state = _kernels.blake2f(12, state, block, end.to_bytes(16, "little"), end == size)
        assert state == hashlib.blake2b(message).digest()


def test_agrees_with_the_compression_in_python() -> None:
    rng = random.Random(2)
    for rounds in [*range(32), 99, 100, 101, 999, 1000, 1001, 1002]:
        for _ in range(3):
            call = random_call(rng, rounds)
            assert _kernels.blake2f(*call) == blake2f(*call), call
    for byte in (b"\0", b"\xff", b"\x80"):
        for final in (True, False):
            full = (12, byte * 64, byte * 128, byte * 16, final)
            assert _kernels.blake2f(*full) == blake2f(*full)


def test_a_hundred_thousand_rounds() -> None:
    call = random_call(random.Random(3), 100_000)
    assert _kernels.blake2f(*call) == blake2f(*call)


def test_threads() -> None:
    """Beyond the rounds that release the GIL."""
    calls = [random_call(random.Random(seed), 20_000) for seed in range(4)]
    expected = [_kernels.blake2f(*call) for call in calls]
    results: list[list[bytes]] = []
    work = lambda: results.append([_kernels.blake2f(*call) for call in calls])  # noqa: E731
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 3


@pytest.mark.slow
def test_the_longest_call() -> None:
    """EIP-152, test vector 8: the most rounds that there can be; about a minute."""
    given = _kernels.blake2f(2**32 - 1, START, BLOCK, (3).to_bytes(16, "little"), True)
    assert given.hex() == (
        "fc59093aafa9ab43daae0e914c57635c5402d8e3d2130eb9b3cc181de7f0ecf9"
        "b22bf99a7815ce16419e200e01846e6b5df8cc7703041bbceb571de6631d2615"
    )


@pytest.mark.slow
def test_rounds_across_a_look_for_signals() -> None:
    """The order of the message's words goes on where it was; the fuzzer has the same for short calls."""
    call = random_call(random.Random(4), 10 * 2**17 + 7)
    assert _kernels.blake2f(*call) == blake2f(*call)


@needs_timer
def test_a_signal_interrupts_the_longest_call() -> None:
    """As Ctrl-C does. Without the look for signals the call takes a minute, and returns."""
    call = random_call(random.Random(5), 2**32 - 1)
    assert results_of_interrupted(0.05, _kernels.blake2f, *call) == []


@pytest.mark.parametrize("rounds", [-1, 2**32, 2**64, -(2**64)])
def test_rounds_beyond_four_bytes_are_a_value_error(rounds: int) -> None:
    with pytest.raises(ValueError, match="rounds must be from 0"):
        _kernels.blake2f(rounds, bytes(64), bytes(128), bytes(16), True)


@pytest.mark.parametrize("index", [1, 2, 3])
def test_wrong_length_is_a_value_error(index: int) -> None:
    for change in (-1, 1):
        sizes = [64, 128, 16]
        sizes[index - 1] += change
        message = f"^{'hmt'[index - 1]} must be .* bytes long, not {sizes[index - 1]}$"
        with pytest.raises(ValueError, match=message):
            _kernels.blake2f(1, *map(bytes, sizes), True)  # type: ignore[call-arg, arg-type]


def test_wrong_types() -> None:
    calls: list[list[Any]] = [
        ["1", bytes(64), bytes(128), bytes(16), True],
        [1.0, bytes(64), bytes(128), bytes(16), True],
        [1, bytearray(64), bytes(128), bytes(16), True],
        [1, bytes(64), None, bytes(16), True],
        [1, bytes(64), bytes(128), 5, True],
        [1, bytes(64), bytes(128), bytes(16)],
        [1, bytes(64), bytes(128), bytes(16), True, True],
        [],
    ]
    for call in calls:
        with pytest.raises(TypeError):
            _kernels.blake2f(*call)
