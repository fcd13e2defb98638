"""Calldata as the EVM reads it: big-endian words, with zeros wherever it ends too early.

**Spec** EIP-198 (MODEXP's header), EIP-152 (BLAKE2F's fields), EIP-196 (words of ECADD and ECMUL), Yellow
Paper appendix E.
**Invariants** No function allocates by a length that the calldata declares: before Osaka such a
length is any 256-bit number, and cheap gas can go with it (`tests/test_encoding.py`).
"""

from .errors import WrongType

WORD = 32
WORD_MASK = 2**256 - 1
MODEXP_HEADER = 3 * WORD


# MODEXP's calldata with its header parsed once: base_len, exp_len, mod_len, exp_head, data. Lengths are in
# bytes and can be any 256-bit number. exp_head is the exponent's first min(32, exp_len) bytes as an integer,
# which is all of the exponent that gas depends on. (A NamedTuple takes a quarter of the parsing to make.)
ModexpInput = tuple[int, int, int, int, bytes]


# BLAKE2F's calldata taken apart: rounds, which are also the gas; state, message block, offset counters; the
# final block flag as it was given, 0 to 255.
Blake2fInput = tuple[int, bytes, bytes, bytes, int]


def calldata(given: object) -> bytes:
    """Return calldata as `bytes` itself, whatever kind of bytes it is; raise `WrongType` for all else.

    A subclass of `bytes` (`HexBytes`) would be slower to slice, and a view of what is changed later no input.
    """
    if isinstance(given, bytes | bytearray | memoryview):
        return bytes(given)
    raise WrongType("calldata", given, "bytes, bytearray or memoryview")


def pad_right(data: bytes, size: int) -> bytes:
    """Return exactly `size` bytes: `data` as it is, cut, or filled with zeros on the right."""
    return data[:size].ljust(size, b"\0")


def parse_modexp(data: bytes) -> ModexpInput:
    """Parse MODEXP's header of three 32-byte lengths and the head of the exponent."""
    header = int.from_bytes(data[:MODEXP_HEADER])
    if len(data) < MODEXP_HEADER:
        header <<= 8 * (MODEXP_HEADER - len(data))
    base_len = header >> 512
    exp_len = header >> 256 & WORD_MASK
    mod_len = header & WORD_MASK
    start = MODEXP_HEADER + base_len
    head_len = exp_len if exp_len < WORD else WORD
    head = data[start : start + head_len]
    exp_head = int.from_bytes(head)
    if len(head) < head_len:
        exp_head <<= 8 * (head_len - len(head))
    return base_len, exp_len, mod_len, exp_head, data
