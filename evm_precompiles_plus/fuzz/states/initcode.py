"""Initcode: what deploys, what must not be deployed, what fails, what calls back, and what is too long."""

from random import Random

from . import assembly as asm

MAX_CODE, MAX_INITCODE = 24_576, 49_152


def runtime(rng: Random, beneficiary: bytes) -> bytes:
    """Return a short code for a new contract."""
    return rng.choice(
        (
            b"\0",
            asm.op(asm.SSTORE, 0, rng.choice((0, 1, 2))),
            bytes([asm.CALLER]) + asm.keep(1),
            asm.op(asm.SELFDESTRUCT, beneficiary),
            bytes([asm.ADDRESS, asm.SELFDESTRUCT]),
            bytes([asm.INVALID]),
            asm.op(asm.RETURN, 0, 32),
        )
    )


def initcode(rng: Random, newer: bool, beneficiary: bytes) -> bytes:
    """Return initcode of some kind; `newer` has what came with Constantinople and before it."""
    plain = asm.returning(runtime(rng, beneficiary))
    before = rng.choice(
        (
            b"",
            asm.op(asm.SSTORE, 0, 1),
            asm.op(asm.SSTORE, 0, 1) + asm.op(asm.SSTORE, 0, 0),
            asm.op(0xA0, 0, 3),
        )
    )
    nested = asm.in_memory(plain) + asm.create(rng.choice((0, 1)), 0, len(plain), 0 if newer else None)
    back = asm.call(asm.CALL, beneficiary, 20_000, rng.choice((0, 1)), (0, 0), (0, 0)) + asm.keep(2)
    return rng.choice(
        (
            *(plain, plain, before + plain, before + plain, before, b"", nested + plain, back + plain),
            asm.in_memory(b"\xef" + b"\0" * rng.randrange(2)) + asm.op(asm.RETURN, 0, rng.choice((1, 2))),
            asm.op(asm.RETURN, 0, rng.choice((0, 0, 1, 33, MAX_CODE, MAX_CODE + 1))),
            before + bytes([asm.INVALID]),
            before + (asm.op(asm.REVERT, 0, 32) if newer else bytes([asm.JUMP])),
            before + asm.op(asm.SELFDESTRUCT, beneficiary),
            before + bytes([asm.ADDRESS, asm.SELFDESTRUCT]),
        )
    )
