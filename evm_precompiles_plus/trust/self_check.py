"""Questions with known answers, put to every backend before its first use.

The answers follow from small facts: 2G and the sum G + 2G of BN254 are in the vectors that came with
EIP-196's first implementations, and [N - 1]G = -G; the small powers can be checked by hand. For the wide
ones M = 2**521 - 1 is a prime, so 3**(M - 1) is 1 mod M; and 3**(M - 1) is 1 mod 4, as M - 1 is even.
Modulo any M, (M - 2)**11 is -2**11; the two are of sizes that `native` has other products for.
e(G, H) * e(-G, H) is 1 and e(G, H) is not; e(G, 2H) * e(-2G, H) is 1 too, but only after the whole of the
final exponentiation. With digest 0 and s = r a signature's key is its point R, so the generator R = G signs
for itself; with digest 1 it does not. BLAKE2F's answer is hashlib's BLAKE2b of "abc".
"""

from hashlib import blake2b
from typing import Any, NamedTuple

from ..arithmetic.curves.params import BN254, SECP256K1, SECP256R1, Curve
from ..arithmetic.hashes.blake2f import IV
from ..backends.base import Backend
from ..errors import BackendMismatch

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
# EIP-197's generator of G2, the coefficients of i first.
_H = bytes.fromhex(
    "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
    "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"
    "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"
    "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"
)
_2H = bytes.fromhex(
    "203e205db4f19b37b60121b83a7333706db86431c6d835849957ed8c3928ad79"
    "27dc7234fd11d3e8c36c59277c3e6f149d5cd3cfa9a62aee49f8130962b4b3b9"
    "195e8aa5b7827463722b8c153931579d3505566b4edf48d498e185f0509de152"
    "04bb53b8977e5f92a0bc372742c4830944a59b4fe6b1c0466e2a6dad122b5d2e"
)
_NEG_2G = _2G[:32] + (int(BN254.P) - int.from_bytes(_2G[32:], "big")).to_bytes(32, "big")
# The generator of BLS12-381's G1, and the order.
_BLS_G = bytes.fromhex(
    "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"
    "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1"
)
_BLS_N = bytes.fromhex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001")
_BLAKE2B_STATE = b"".join(word.to_bytes(8, "little") for word in (IV[0] ^ 0x01010040, *IV[1:]))
_M = 2**521 - 1
_BYTES_OF_4M = 66


def _generator(curve: Curve) -> bytes:
    return int(curve.Gx).to_bytes(32, "big") + int(curve.Gy).to_bytes(32, "big")


_K1, _R1 = _generator(SECP256K1), _generator(SECP256R1)
# The key 1's, which many know, and no hash of ours.
_K1_ADDRESS = bytes(12) + bytes.fromhex("7e5f4552091a69125d5dfcb7b8c2659029395bdf")


def _wide(number: int) -> bytes:
    return number.to_bytes(_BYTES_OF_4M, "big")


class Question(NamedTuple):
    """An operation, its arguments, and the answer."""

    operation: str
    asked: str
    arguments: tuple[Any, ...]
    answer: bytes | bool


def _minus_two_to_the_11th(bits: int) -> Question:
    modulus = 2**bits - 1
    base, longest, answer = ((modulus - less).to_bytes(bits // 8 + 1, "big") for less in (2, 0, 2048))
    return Question("modexp", f"(M - 2)**11 mod M = 2**{bits} - 1", (base, b"\x0b", longest), answer)


QUESTIONS = (
    Question("modexp", "3**5 mod 100", (b"\x03", b"\x05", b"\x64"), b"\x2b"),
    Question("modexp", "7**560 mod 561", (b"\x07", b"\x02\x30", b"\x02\x31"), b"\x00\x01"),
    Question("modexp", "3**(M - 1) mod M", (b"\x03", _wide(_M - 1), _wide(_M)), _wide(1)),
    Question("modexp", "3**(M - 1) mod 4M", (b"\x03", _wide(_M - 1), _wide(4 * _M)), _wide(1)),
    _minus_two_to_the_11th(1279),
    _minus_two_to_the_11th(3217),
    Question("ecadd", "G + 2G", (_G, _2G), _3G),
    Question("ecmul", "[3]G", (_G, (3).to_bytes(32, "big")), _3G),
    Question("ecmul", "[N - 1]G", (_G, int(BN254.N - 1).to_bytes(32, "big")), _NEG_G),
    Question("ecpairing", "e(G, H) * e(-G, H)", (_G + _H + _NEG_G + _H,), True),
    Question("ecpairing", "e(G, 2H) * e(-2G, H)", (_G + _2H + _NEG_2G + _H,), True),
    Question("ecpairing", "e(G, H)", (_G + _H,), False),
    Question("ecrecover", "R = G, s = r", (bytes(32), _K1[:32] * 2 + bytes([_K1[63] & 1])), _K1_ADDRESS),
    Question("p256verify", "R = Q = G, s = r", (bytes(32), _R1[:32] * 2, _R1), True),
    Question("p256verify", "R = Q = G, s = r, z = 1", (bytes(31) + b"\1", _R1[:32] * 2, _R1), False),
    Question(
        "blake2f",
        "abc",
        (12, _BLAKE2B_STATE, b"abc".ljust(128, b"\0"), (3).to_bytes(16, "little"), True),
        blake2b(b"abc").digest(),
    ),
    Question("bls12_g1_msm", "[N]G", ([_BLS_G], [_BLS_N]), bytes(96)),
    Question("bls12_g1_msm", "[1]G", ([_BLS_G], [bytes(31) + b"\1"]), _BLS_G),
)


def check(backend: Backend) -> None:
    """Raise `BackendMismatch` if the backend gets a known answer wrong, in the operations that it has."""
    for operation, asked, arguments, answer in QUESTIONS:
        function = getattr(backend, operation, None)
        if function is None:
            continue
        try:
            given = function(*arguments)
        except Exception as error:  # whatever it is: it is no answer
            given = error
        if given != answer:
            answers = f"{_shown(given)} to {operation} {asked}, not {_shown(answer)}"
            raise BackendMismatch(f"backend {backend.name!r} answers {answers}")


def _shown(answer: object) -> str:
    return answer.hex() if isinstance(answer, bytes) else repr(answer)
