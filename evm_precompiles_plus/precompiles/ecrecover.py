"""ECRECOVER: the address whose key signed a hash.

**Spec** Yellow Paper, appendix E; SEC 1, section 4.1.6. Calldata is hash, v, r, s, each a 32-byte word;
missing calldata is zero, surplus calldata is ignored. v is 27 or 28, r and s are in [1, N - 1], high s
included; whatever recovers no key is a successful call without output.
"""

from .. import routing
from ..arithmetic.curves.params import SECP256K1
from ..encoding import WORD, pad_right
from .answer import Answer

NOTHING: Answer = (b"", "direct")


def decode(data: bytes) -> bytes:
    """Return the calldata as it is; nothing in it makes the call fail."""
    return data


def execute(data: bytes) -> Answer:
    """Return the address as a word, or nothing."""
    call = pad_right(data, 4 * WORD)
    digest, v, r, s = (call[start : start + WORD] for start in range(0, 4 * WORD, WORD))
    parity = int.from_bytes(v, "big") - 27
    if parity not in (0, 1) or not (_is_scalar(r) and _is_scalar(s)):
        return NOTHING
    return routing.answering("ecrecover")(digest, r + s + bytes([parity]))


def _is_scalar(word: bytes) -> bool:
    return 0 < int.from_bytes(word, "big") < int(SECP256K1.N)
