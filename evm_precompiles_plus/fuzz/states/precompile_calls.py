"""Calls of precompiles from a program, with the inputs that the fuzzing of single calls makes.

**Cost** A pairing or a multi-scalar multiplication of the spec takes a second: those get inputs that are
refused before, or empty ones. What single calls cover, inputs, is not repeated here: this is about calls.
"""

from random import Random

from ..generators import has_precompile, kinds, tame
from ..numbers import biased_bytes
from . import assembly as asm

_CHEAP = ("ecrecover", "modexp", "ecadd", "ecmul", "blake2f", "p256verify")
_DEAR = {"ecpairing": 8, "point_evaluation": 10, "bls12_g1msm": 12, "bls12_pairing_check": 15}
_NUMBERS = {"ecrecover": 1, "modexp": 5, "ecadd": 6, "ecmul": 7, "blake2f": 9, "p256verify": 0x100}
_OTHERS = (2, 3, 4, 4, 11, 13, 16, 17, 18, 0xFF, 0x100)
# Of calldata a word is eleven bytes of code; a longer input is cut.
_LONGEST = 400


def precompile_call(rng: Random, fork: str, has_returndata: bool) -> bytes:
    """Return a call with success, size and a word of what came back kept."""
    to, data = _target(rng, fork)
    gas = rng.choice((None, 0, 100, 700, 3_000, 3_450, 6_000, 6_900, *(50_000,) * 4))
    kind = rng.choice(
        (asm.CALL, asm.CALL, asm.CALLCODE, *((asm.DELEGATECALL, asm.STATICCALL) * has_returndata))
    )
    out = rng.choice((0, 1, 32, 64, 65))
    call = asm.call(kind, to, gas, rng.choice((0, 0, 0, 1)), (0, len(data)), (0, out)) + asm.keep(0)
    size = bytes([asm.RETURNDATASIZE]) + asm.keep(1) if has_returndata else b""
    return asm.in_memory(data) + call + size + asm.op(asm.MLOAD, 0) + asm.keep(2)


def _target(rng: Random, fork: str) -> tuple[int, bytes]:
    choice = rng.randrange(8)
    if choice == 0:
        name = rng.choice(tuple(_DEAR))
        return _DEAR[name], rng.choice((b"", bytes(rng.choice((1, 31, 191, 192, 193, 383)))))
    if choice == 1:
        return rng.choice(_OTHERS), biased_bytes(rng, rng.choice((0, 1, 31, 32, 33, 55, 56, 64, 100)))
    name = rng.choice([name for name in _CHEAP if has_precompile(name, fork)])
    data = kinds(name)[rng.choice(tuple(kinds(name)))](rng)
    return _NUMBERS[name], tame(name, data[:_LONGEST])
