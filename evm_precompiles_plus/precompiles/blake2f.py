"""BLAKE2F: BLAKE2b's compression function with a number of rounds.

**Spec** EIP-152. Calldata is rounds (4 bytes, big-endian), h (64), m (128), t (16) and the final block
flag (one byte, 0 or 1): exactly 213 bytes; the words in h, m and t are little-endian.
"""

from .. import routing
from ..encoding import Blake2fInput
from ..errors import InvalidInput
from .answer import Answer

INPUT_LENGTH = 213


def decode(data: bytes) -> Blake2fInput:
    """Take the calldata apart; raise `InvalidInput` for a wrong length."""
    if len(data) != INPUT_LENGTH:
        raise InvalidInput(f"BLAKE2F calldata has {len(data)} bytes, not {INPUT_LENGTH}")
    return int.from_bytes(data[:4]), data[4:68], data[68:196], data[196:212], data[212]


def execute(call: Blake2fInput) -> Answer:
    """Return the next state, 64 bytes; raise `InvalidInput` for a wrong flag, which the gas is paid for."""
    rounds, h, m, t, flag = call
    if flag > 1:
        raise InvalidInput(f"BLAKE2F's final block flag is {flag}, neither 0 nor 1")
    return routing.answering("blake2f")(rounds, h, m, t, flag == 1)
