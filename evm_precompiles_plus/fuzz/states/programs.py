"""Programs in pieces that mean something: storage, memory, the environment, logs, calls, creations.

**Invariants** A contract calls those behind it with all its gas and others with little, so that a program
ends soon. Most pieces leave something in storage, where a wrong value or unit of gas shows in the root.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from ...forks import fork_order
from ..numbers import biased, biased_bytes
from . import assembly as asm
from .initcode import initcode
from .precompile_calls import precompile_call

LITTLE_GAS = (0, 1, 100, 2299, 2300, 2301, 9_000, 9_000, 30_000)
_SLOTS = (0, 0, 0, 1, 1, 2, 2**256 - 1)
_WORDS = (0, 1, 2, 31, 32, 255, 2**255, 2**256 - 1)
_OFFSETS = (0, 0, 0, 1, 31, 32, 33, 64, 200)
_SIZES = (0, 0, 1, 4, 31, 32, 33, 64, 100)
_ABSURD = (2**32, 2**64 - 1, 2**64, 2**255, 2**256 - 1)


class Scene(NamedTuple):
    """What a program can speak of: the fork, the contracts, which of them it is, and all other accounts."""

    fork: str
    contracts: tuple[bytes, ...]
    at: int
    others: tuple[bytes, ...]

    def has(self, fork: str) -> bool:
        """Tell whether the fork's rules are in force."""
        return fork_order(self.fork) >= fork_order(fork)


Piece = Callable[[Random, Scene], bytes]


def program(rng: Random, scene: Scene, pieces: Sequence[Piece], length: int) -> bytes:
    """Return a program of so many pieces and an end."""
    body = b"".join(rng.choice(pieces)(rng, scene) for _ in range(length))
    return body + _end(rng, scene)


def _end(rng: Random, scene: Scene) -> bytes:
    """Return an end that mostly keeps what was done, and says how much gas was left."""
    left = bytes([asm.GAS]) + asm.keep(3)
    kept = (left, left, left, left + asm.op(asm.RETURN, 0, rng.choice(_SIZES)))
    undone = asm.op(asm.REVERT, 0, rng.choice(_SIZES)) if scene.has("byzantium") else bytes([asm.INVALID])
    rare = (undone, undone, bytes([asm.INVALID]), asm.op(asm.SELFDESTRUCT, address(rng, scene)))
    # What the first contract undoes, nobody sees.
    return rng.choice(rare) if rng.randrange(4 if scene.at else 12) == 0 else rng.choice(kept)


def number(rng: Random) -> int:
    """Return a word, often one at an edge."""
    return biased(rng, 256, _WORDS)


def address(rng: Random, scene: Scene) -> bytes:
    """Return an address: of a contract, of another account, of nobody, of a precompile."""
    return rng.choice((*scene.contracts, *scene.others, rng.randrange(1, 20).to_bytes(20, "big")))


def _span(rng: Random) -> tuple[int, int]:
    """Return an offset and a size in memory, now and then so far out that no gas pays for it."""
    if rng.randrange(150) == 0:
        return rng.choice(((rng.choice(_ABSURD), 0), (0, rng.choice(_ABSURD)), (rng.choice(_ABSURD), 1)))
    return rng.choice(_OFFSETS), rng.choice(_SIZES)


_OPERATIONS = {
    "frontier": (*range(0x01, 0x0C), *range(0x10, 0x1B)),
    "constantinople": (0x1B, 0x1C, 0x1D),
    "osaka": (0x1E,),
}
_INPUTS = {0x08: 3, 0x09: 3, 0x15: 1, 0x19: 1, 0x1E: 1}


def arithmetic(rng: Random, scene: Scene) -> bytes:
    """Return an expression, kept; now and then with an operation that the fork lacks."""
    codes = [code for fork, known in _OPERATIONS.items() if scene.has(fork) for code in known]
    if rng.randrange(60) == 0:
        codes = [0x1B, 0x1D, 0x1E, 0x0C]
    return _expression(rng, scene, codes, 3) + asm.keep(rng.choice(_SLOTS))


def _expression(rng: Random, scene: Scene, codes: Sequence[int], depth: int) -> bytes:
    if depth == 0 or rng.randrange(4) == 0:
        return asm.push(number(rng)) if rng.randrange(3) else bytes([rng.choice(_NULLARY["frontier"])])
    code = rng.choice(codes)
    arguments = (_expression(rng, scene, codes, depth - 1) for _ in range(_INPUTS.get(code, 2)))
    return b"".join(arguments) + bytes([code])


_NULLARY = {
    "frontier": (0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3A, 0x41, 0x42, 0x43, 0x44, 0x45, 0x58, 0x59, 0x5A),
    "byzantium": (0x3D,),
    "istanbul": (0x46, 0x47),
    "london": (0x48,),
    "shanghai": (0x5F,),
    "cancun": (0x4A,),
}


def environment(rng: Random, scene: Scene) -> bytes:
    """Return what an opcode without arguments says, kept; now and then one that the fork lacks."""
    known = [code for fork, codes in _NULLARY.items() if scene.has(fork) for code in codes]
    code = rng.choice((0x46, 0x48, 0x4A, 0x4B, 0x5F)) if rng.randrange(60) == 0 else rng.choice(known)
    return bytes([code]) + asm.keep(rng.choice(_SLOTS))


def looked_up(rng: Random, scene: Scene) -> bytes:
    """Return what is known of an account, the calldata, a block or a blob, kept."""
    choices = [
        asm.op(asm.BALANCE, address(rng, scene)),
        asm.op(asm.EXTCODESIZE, address(rng, scene)),
        asm.op(asm.CALLDATALOAD, rng.choice((0, 1, 31, 32, 2**64, 2**256 - 1))),
        asm.op(asm.BLOCKHASH, rng.choice((0, 1, 2, 999, 1000, 1001, 2**64))),
        asm.op(asm.MLOAD, rng.choice(_OFFSETS)),
    ]
    if scene.has("constantinople"):
        choices += [asm.op(asm.EXTCODEHASH, address(rng, scene))] * 2
    if scene.has("cancun"):
        choices.append(asm.op(asm.BLOBHASH, rng.choice((0, 1, 5, 6, 2**256 - 1))))
    return rng.choice(choices) + asm.keep(rng.choice(_SLOTS))


def stored(rng: Random, scene: Scene) -> bytes:
    """Return one to three stores to a slot, which price and refund by what was there before."""
    slot = rng.choice(_SLOTS)
    values = [rng.choice((0, 0, 1, 2, number(rng))) for _ in range(rng.randrange(1, 4))]
    load = asm.op(asm.SLOAD, rng.choice(_SLOTS)) + asm.keep(rng.choice(_SLOTS))
    return b"".join(asm.op(asm.SSTORE, slot, value) for value in values) + rng.choice((b"", load))


def transient(rng: Random, scene: Scene) -> bytes:
    """Return a transient store, or a load that is kept (EIP-1153)."""
    if not scene.has("cancun"):
        return stored(rng, scene)
    slot = rng.choice(_SLOTS)
    load = asm.op(asm.TLOAD, slot) + asm.keep(rng.choice(_SLOTS))
    return rng.choice((load, asm.op(asm.TSTORE, slot, rng.choice(_WORDS)), load))


def copied(rng: Random, scene: Scene) -> bytes:
    """Return a copy to memory, or within it, and its hash."""
    offset, size = _span(rng)
    source = rng.choice((0, 0, 1, 32, 2**64, 2**256 - 1))
    choices = [
        asm.op(asm.CALLDATACOPY, offset, source, size),
        asm.op(asm.CODECOPY, offset, source, size),
        asm.op(asm.EXTCODECOPY, address(rng, scene), offset, source, size),
        asm.op(asm.MSTORE, offset, number(rng)),
        asm.op(asm.MSTORE8, offset, number(rng)),
    ]
    if scene.has("byzantium"):
        choices.append(asm.op(asm.RETURNDATACOPY, offset, rng.choice((0, 0, 1, 32)), rng.choice((0, 1, 32))))
    if scene.has("cancun"):
        choices += [asm.op(asm.MCOPY, offset, rng.choice(_OFFSETS), size)] * 2
    return rng.choice(choices) + asm.op(asm.KECCAK256, *_span(rng)) + asm.keep(rng.choice(_SLOTS))


def logged(rng: Random, scene: Scene) -> bytes:
    """Return a log of none to four topics."""
    topics = rng.randrange(5)
    return asm.op(asm.LOG0 + topics, *_span(rng), *(number(rng) for _ in range(topics)))


def looped(rng: Random, scene: Scene) -> bytes:
    """Return a store or a log a few times over, by a jump back that knows its place from PC."""
    slot = rng.choice(_SLOTS)
    bodies = (
        bytes([asm.DUP1]) + asm.keep(slot),
        asm.op(asm.LOG0, 0, 32),
        bytes([asm.DUP1]) + asm.op(asm.SLOAD, slot) + bytes([asm.ADD]) + asm.keep(slot),
    )
    again = bytes([asm.JUMPDEST]) + rng.choice(bodies) + asm.push(1) + bytes([asm.SWAP1, asm.SUB, asm.DUP1])
    back = asm.push(len(again) + 2) + bytes([asm.PC, asm.SUB, asm.JUMPI])
    return asm.push(rng.randrange(1, 6)) + again + back


def piled(rng: Random, scene: Scene) -> bytes:
    """Return pushes up to the stack's limit, or one beyond it; a few are left to swap and to copy."""
    if rng.randrange(6):
        depth = rng.randrange(16)
        pushes = b"".join(asm.push(number) for number in range(1, depth + 1))
        return pushes + bytes([asm.DUP1 + rng.randrange(16), asm.SWAP1 + rng.randrange(16)]) + asm.keep(0)
    return asm.push(1) * rng.choice((1022, 1023, 1024)) + bytes([asm.DUP1, asm.POP])


def jumped(rng: Random, scene: Scene) -> bytes:
    """Return a jump to a place that is right only by luck."""
    return rng.choice(
        (
            asm.op(asm.JUMPI, rng.choice((0, 4, 2**256 - 1)), 0),
            asm.op(asm.JUMPI, rng.randrange(64), rng.choice((0, 1))),
            bytes([asm.JUMPDEST]),
        )
    )


def called(rng: Random, scene: Scene) -> bytes:
    """Return a call of any kind, with its success and what came back kept."""
    kinds = [asm.CALL, asm.CALL, asm.CALLCODE]
    kinds += [asm.DELEGATECALL] if scene.has("homestead") else []
    kinds += [asm.STATICCALL] if scene.has("byzantium") else []
    behind = scene.contracts[scene.at + 1 :]
    if behind and rng.randrange(2):
        to, gas = rng.choice(behind), rng.choice((None, 300_000, 300_000, rng.randrange(60_000)))
    else:
        to, gas = address(rng, scene), rng.choice(LITTLE_GAS)
        if to in scene.others:
            gas = rng.choice((gas, None))
    value = rng.choice((0, 0, 0, 1, 2, 10, 2**255))
    call = asm.call(rng.choice(kinds), to, gas, value, _span(rng), _span(rng))
    size = bytes([asm.RETURNDATASIZE]) + asm.keep(rng.choice(_SLOTS)) if scene.has("byzantium") else b""
    return call + asm.keep(rng.choice(_SLOTS)) + rng.choice((b"", size))


def created(rng: Random, scene: Scene) -> bytes:
    """Return a creation of some initcode, whose address is kept, and called at times."""
    code = initcode(rng, scene.has("constantinople"), address(rng, scene))
    salt = rng.randrange(2) if scene.has("constantinople") and rng.randrange(2) else None
    create = asm.in_memory(code) + asm.create(rng.choice((0, 0, 0, 1, 10, 2**128)), 0, len(code), salt)
    call = asm.op(asm.SLOAD, 4) + bytes([asm.GAS, asm.CALL]) + asm.keep(rng.choice(_SLOTS))
    memory = asm.push(0) * 5
    return create + asm.keep(4) + rng.choice((b"", memory + call))


def noise(rng: Random, scene: Scene) -> bytes:
    """Return a few bytes of anything."""
    return bytes(
        rng.choice((rng.randrange(256), rng.randrange(0x60), 0x60)) for _ in range(rng.randrange(1, 6))
    )


def precompiled(rng: Random, scene: Scene) -> bytes:
    """Return a call of a precompile with an input of its own kinds, and what came back kept."""
    return precompile_call(rng, scene.fork, scene.has("byzantium"))


ANY: tuple[Piece, ...] = (
    *(arithmetic, environment, environment, looked_up, looked_up, stored, stored, stored),
    *(transient, copied, copied, logged, looped, called, called, called, created, precompiled),
)
CALLS: tuple[Piece, ...] = (called, called, called, stored, stored, transient, logged, environment)
STORAGE: tuple[Piece, ...] = (stored, stored, stored, transient, called)
CREATIONS: tuple[Piece, ...] = (created, created, stored, called)
NOISE: tuple[Piece, ...] = (*ANY, noise, jumped, piled, noise)


def data(rng: Random) -> bytes:
    """Return calldata: nothing, words, or any bytes."""
    return rng.choice(
        (b"", b"", b"\0" * rng.randrange(100), biased_bytes(rng, rng.choice((1, 4, 32, 68, 100))))
    )
