"""ECRECOVER's Keccak in C: its tables from the standard's definitions, its hashes against a library's."""

import random
import re
from collections.abc import Iterator

import pytest
from c_builds import NATIVE
from Crypto.Hash import keccak
from kernels import _kernels

RATE = 136
SOURCE = (NATIVE / "hashes" / "keccak.c").read_text()


def table(name: str) -> list[int]:
    """Return a table's numbers as the C source writes them."""
    (body,) = re.findall(rf"{name}\[[^]]*\] = \{{(.*?)\}};", SOURCE, re.DOTALL)
    return [int(number, 0) for number in re.findall(r"0x[0-9a-f]+|\d+", re.sub(r"UINT64_C", "", body))]


def register_bits() -> Iterator[int]:
    """Yield rc(0), rc(1), ...: FIPS 202, algorithm 5."""
    register = [1, 0, 0, 0, 0, 0, 0, 0]
    while True:
        yield register[0]
        register = [0, *register]
        for place in (0, 4, 5, 6):
            register[place] ^= register[8]
        register.pop()


def test_iota_is_what_the_shift_register_gives() -> None:
    bits = register_bits()
    rounds = [[next(bits) for _ in range(7)] for _ in range(24)]
    assert table("KECCAK_IOTA") == [sum(bit << (2**j - 1) for j, bit in enumerate(row)) for row in rounds]


def test_rho_and_pi_walk_through_all_lanes() -> None:
    """FIPS 202, algorithms 2 and 3: from (1, 0) on, (x, y) goes to (y, 2x + 3y), turned by a triangle."""
    x, y = 1, 0
    lanes, turns = [], []
    for t in range(24):
        turns.append((t + 1) * (t + 2) // 2 % 64)
        x, y = y, (2 * x + 3 * y) % 5
        lanes.append(x + 5 * y)
    assert table("KECCAK_PI") == lanes and table("KECCAK_RHO") == turns
    assert sorted(lanes) == list(range(1, 25))


def expected(data: bytes) -> bytes:
    return keccak.new(digest_bits=256, data=data).digest()


@pytest.mark.parametrize("seed", [1600, 256])
def test_all_lengths_of_two_blocks_and_more(seed: int) -> None:
    rng = random.Random(seed)
    for length in range(301):
        data = rng.randbytes(length)
        assert _kernels._keccak256(data) == expected(data), length


@pytest.mark.parametrize("blocks", [1, 2, 3, 100])
@pytest.mark.parametrize("byte", [0x00, 0x01, 0x80, 0xFF])
def test_around_the_rate(blocks: int, byte: int) -> None:
    for length in range(blocks * RATE - 2, blocks * RATE + 3):
        data = bytes([byte]) * length
        assert _kernels._keccak256(data) == expected(data), length


@pytest.mark.parametrize(
    ("data", "hashed"),
    [
        (b"", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),  # a contract without code
        (b"\x80", "56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421"),  # an empty trie's root
        (b"\xc0", "1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347"),  # no ommers
    ],
)
def test_hashes_that_every_client_has(data: bytes, hashed: str) -> None:
    assert _kernels._keccak256(data).hex() == hashed


def test_it_takes_nothing_but_bytes() -> None:
    with pytest.raises(TypeError, match="data must be bytes, not str"):
        _kernels._keccak256("abc")  # type: ignore[arg-type]
