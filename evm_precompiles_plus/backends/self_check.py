"""Questions with known answers, put to every backend before its first use.

The answers follow from small facts: 2G and the sum G + 2G of BN254 are in the vectors that came with
EIP-196's first implementations, and [N - 1]G = -G; the small powers can be checked by hand. For the wide
ones M = 2**521 - 1 is a prime, so 3**(M - 1) is 1 mod M; and 3**(M - 1) is 1 mod 4, as M - 1 is even.
"""

from typing import NamedTuple

from ..curves.params import BN254
from ..errors import BackendMismatch
from .base import Backend

_G = bytes.fromhex(f"{1:064x}{2:064x}")
_NEG_G = bytes.fromhex(f"{1:064x}{BN254.P - 2:064x}")
_2G = bytes.fromhex(
    "030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3"
    "15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4"
)
_3G = bytes.fromhex(
    "0769bf9ac56bea3ff40232bcb1b6bd159315d84715b8e679f2d355961915abf0"
    "2ab799bee0489429554fdb7c8d086475319e63b40b9c5b57cdf1ff3dd9fe2261"
)
_M = 2**521 - 1
_BYTES_OF_4M = 66


def _wide(number: int) -> bytes:
    return number.to_bytes(_BYTES_OF_4M, "big")


class Question(NamedTuple):
    """An operation, its arguments, and the answer."""

    operation: str
    asked: str
    arguments: tuple[bytes, ...]
    answer: bytes


QUESTIONS = (
    Question("modexp", "3**5 mod 100", (b"\x03", b"\x05", b"\x64"), b"\x2b"),
    Question("modexp", "7**560 mod 561", (b"\x07", b"\x02\x30", b"\x02\x31"), b"\x00\x01"),
    Question("modexp", "3**(M - 1) mod M", (b"\x03", _wide(_M - 1), _wide(_M)), _wide(1)),
    Question("modexp", "3**(M - 1) mod 4M", (b"\x03", _wide(_M - 1), _wide(4 * _M)), _wide(1)),
    Question("ecadd", "G + 2G", (_G, _2G), _3G),
    Question("ecmul", "[3]G", (_G, (3).to_bytes(32, "big")), _3G),
    Question("ecmul", "[N - 1]G", (_G, int(BN254.N - 1).to_bytes(32, "big")), _NEG_G),
)


def check(backend: Backend) -> None:
    """Raise `BackendMismatch` if the backend gets a known answer wrong, in the operations that it has."""
    widest = getattr(backend, "widest_modulus", _BYTES_OF_4M)
    for operation, asked, arguments, answer in QUESTIONS:
        function = getattr(backend, operation, None)
        if function is None or (operation == "modexp" and len(arguments[2]) > widest):
            continue
        given = function(*arguments)
        if given != answer:
            raise BackendMismatch(
                f"backend {backend.name!r} answers {given.hex()} to {operation} {asked}, not {answer.hex()}"
            )
