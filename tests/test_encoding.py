"""Calldata parsing, with lengths that no memory could hold."""

import tracemalloc

import pytest
from calls import header, modexp_call, word

from evm_precompiles_plus.encoding import pad_right, parse_modexp


def test_pad_right_cuts_and_fills() -> None:
    assert pad_right(b"", 3) == b"\0\0\0"
    assert pad_right(b"ab", 3) == b"ab\0"
    assert pad_right(b"abcd", 3) == b"abc"


def exp_head(data: bytes) -> int:
    return parse_modexp(data)[3]


def test_header_and_head_of_the_exponent() -> None:
    data = modexp_call(b"\2" * 5, b"\1" * 40, b"\7" * 3)
    assert parse_modexp(data) == (5, 40, 3, int.from_bytes(b"\1" * 32, "big"), data)
    assert exp_head(modexp_call(b"", b"\1\2", b"")) == 0x0102


@pytest.mark.parametrize("size", [0, 1, 31, 32, 63, 64, 95, 96])
def test_a_short_header_is_padded_on_the_right(size: int) -> None:
    full = header(2**255 + 1, 2**255 + 3, 2**255 + 7)
    parsed = parse_modexp(full[:size])
    padded = full[:size].ljust(96, b"\0")
    assert parsed[:3] == tuple(int.from_bytes(padded[at : at + 32], "big") for at in (0, 32, 64))
    assert parsed[3] == 0


def test_a_cut_exponent_head_is_padded_on_the_right() -> None:
    assert exp_head(header(1, 32, 1, b"\x05\xff")) == 0xFF << 248
    assert exp_head(header(1, 2, 1, b"\x05\xff")) == 0xFF00


def test_no_length_allocates() -> None:
    largest = word(2**256 - 1)
    tracemalloc.start()
    parse_modexp(largest * 3)
    parse_modexp(word(0) + largest * 2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000
