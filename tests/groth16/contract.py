"""The verifier as bytecode: calldata is A, B, C and the digest; it returns the word 1 for a proof, else 0.

It reverts where a point is none or the digest is not below R, which else would be a second name for a signal.

**Algorithm** e(-A, B) e(alpha, beta) e(V, gamma) e(C, delta) = 1 for V = signal 0 + [digest] signal 1.
"""

from typing import Any

from py_ecc.optimized_bn128 import field_modulus, normalize

from .circuit import R
from .protocol import Proof, VerifyingKey

P: int = field_modulus
_OPCODES = {
    "SUB": 0x03, "LT": 0x10, "AND": 0x16, "CALLDATALOAD": 0x35, "CALLDATACOPY": 0x37, "CODECOPY": 0x39,
    "MLOAD": 0x51, "MSTORE": 0x52, "JUMPI": 0x57, "GAS": 0x5A, "JUMPDEST": 0x5B, "RETURN": 0xF3,
    "STATICCALL": 0xFA, "REVERT": 0xFD,
}  # fmt: skip
# Where the four pairs lie in memory, and behind them what ECMUL and ECADD take.
_PAIRS, _SCRATCH = (0, 192, 384, 576), 768


def g1(point: Any) -> bytes:
    """Return a point of G1 as EIP-196 writes it."""
    return _words(normalize(point))


def g2(point: Any) -> bytes:
    """Return a point of G2 as EIP-197 writes it: of each coordinate the imaginary part first."""
    return _words([part for coordinate in normalize(point) for part in reversed(coordinate.coeffs)])


def _words(numbers: Any) -> bytes:
    return b"".join(int(number).to_bytes(32) for number in numbers)


def calldata(proof: Proof, digest: int) -> bytes:
    """Return the calldata of a call to the verifier."""
    return g1(proof.a) + g2(proof.b) + g1(proof.c) + digest.to_bytes(32)


def runtime(key: VerifyingKey) -> bytes:
    """Return the verifier's code, the key's points behind it."""
    constants = g1(key.alpha) + g2(key.beta) + g2(key.gamma) + g2(key.delta)
    constants += g1(key.signals[1]) + g1(key.signals[0])
    length = len(_code(0))
    return _code(length) + constants


def creation(key: VerifyingKey) -> bytes:
    """Return the code that puts the verifier on a chain."""
    code = runtime(key)
    start = len(_creator(len(code), 0))
    return _creator(len(code), start) + code


def _creator(size: int, start: int) -> bytes:
    return _assemble(size, start, 0, "CODECOPY", size, 0, "RETURN")


def _code(constants: int) -> bytes:
    """Return the code for constants that begin at a place in it. Arguments are pushed last first."""
    alpha, gamma, delta, one, zero = (constants + offset for offset in (0, 192, 320, 448, 512))
    body: list[int | str] = [
        *(192, 0, _PAIRS[0], "CALLDATACOPY"),  # A and B
        *(32, "MLOAD", P, "SUB", 32, "MSTORE"),  # -A
        *(192, alpha, _PAIRS[1], "CODECOPY"),  # alpha and beta
        *(128, gamma, _PAIRS[2] + 64, "CODECOPY"),
        *(64, 192, _PAIRS[3], "CALLDATACOPY"),  # C
        *(128, delta, _PAIRS[3] + 64, "CODECOPY"),
        *(64, one, _SCRATCH, "CODECOPY"),
        *(32, 256, _SCRATCH + 64, "CALLDATACOPY"),  # the digest
        *(R, 256, "CALLDATALOAD", "LT"),
        *(64, _SCRATCH, 96, _SCRATCH, 0x07, "GAS", "STATICCALL", "AND"),
        *(64, zero, _SCRATCH + 64, "CODECOPY"),
        *(64, _PAIRS[2], 128, _SCRATCH, 0x06, "GAS", "STATICCALL", "AND"),
        *(32, 0, 768, 0, 0x08, "GAS", "STATICCALL", "AND"),
    ]
    end: list[int | str] = [0, 0, "REVERT", "JUMPDEST", 32, 0, "RETURN"]
    # What follows the body up to JUMPDEST: a push of three bytes, JUMPI, two pushes of three bytes, REVERT.
    target = len(_assemble(*body)) + 3 + 1 + 6 + 1
    return _assemble(*body, target, "JUMPI", *end)


def _assemble(*parts: int | str) -> bytes:
    """Return opcodes, and numbers as pushes: of two bytes, or of 32 for what is wider."""
    return b"".join(
        bytes([_OPCODES[part]]) if isinstance(part, str)
        else b"\x61" + part.to_bytes(2) if part < 2**16
        else b"\x7f" + part.to_bytes(32)
        for part in parts
    )  # fmt: skip
