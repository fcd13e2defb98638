"""Questions with known answers, put to every backend before its first use.

The answers follow from small facts: 2G and the sum G + 2G of BN254 are in the vectors that came with
EIP-196's first implementations, and [N - 1]G = -G; the powers are small enough to check by hand.
"""

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


def check(backend: Backend) -> None:
    """Raise `BackendMismatch` if the backend gets a known answer wrong."""
    answers = (
        ("modexp 3**5 mod 100", backend.modexp(b"\x03", b"\x05", b"\x64"), b"\x2b"),
        ("modexp 7**560 mod 561", backend.modexp(b"\x07", b"\x02\x30", b"\x02\x31"), b"\x00\x01"),
        ("ecadd G + 2G", backend.ecadd(_G, _2G), _3G),
        ("ecmul [3]G", backend.ecmul(_G, (3).to_bytes(32, "big")), _3G),
        ("ecmul [N - 1]G", backend.ecmul(_G, int(BN254.N - 1).to_bytes(32, "big")), _NEG_G),
    )
    for question, given, right in answers:
        if given != right:
            raise BackendMismatch(
                f"backend {backend.name!r} answers {given.hex()} to {question}, not {right.hex()}"
            )
