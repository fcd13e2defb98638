"""Bytecode in pieces: pushes, stores, calls and creations, as bytes to be put one after another."""

STOP, ADD, SUB, ISZERO, KECCAK256, INVALID = 0x00, 0x01, 0x03, 0x15, 0x20, 0xFE
ADDRESS, BALANCE, ORIGIN, CALLER, CALLVALUE, CALLDATALOAD, CALLDATASIZE, CALLDATACOPY = range(0x30, 0x38)
CODESIZE, CODECOPY, GASPRICE, EXTCODESIZE, EXTCODECOPY = range(0x38, 0x3D)
RETURNDATASIZE, RETURNDATACOPY, EXTCODEHASH, BLOCKHASH = range(0x3D, 0x41)
SELFBALANCE, BLOBHASH = 0x47, 0x49
POP, MLOAD, MSTORE, MSTORE8, SLOAD, SSTORE, JUMP, JUMPI = range(0x50, 0x58)
PC, GAS, JUMPDEST, TLOAD, TSTORE, MCOPY, PUSH0 = 0x58, 0x5A, 0x5B, 0x5C, 0x5D, 0x5E, 0x5F
DUP1, SWAP1, LOG0 = 0x80, 0x90, 0xA0
CREATE, CALL, CALLCODE, RETURN, DELEGATECALL, CREATE2 = range(0xF0, 0xF6)
STATICCALL, REVERT, SELFDESTRUCT = 0xFA, 0xFD, 0xFF
WITH_VALUE = (CALL, CALLCODE)

_PUSH1, _PUSH32 = 0x60, 0x7F
_WORD = 32


def push(value: int | bytes) -> bytes:
    """Return PUSH1 to PUSH32: of a number by the shortest of them, of bytes as long as they are."""
    if isinstance(value, int):
        value = value.to_bytes(max(1, (value.bit_length() + 7) // 8), "big")
    return bytes([_PUSH1 - 1 + len(value)]) + value


def op(code: int, *arguments: int | bytes) -> bytes:
    """Return an instruction with its arguments pushed, the first of them on top."""
    return b"".join(push(argument) for argument in reversed(arguments)) + bytes([code])


def keep(slot: int) -> bytes:
    """Store the top of the stack in a slot."""
    return op(SSTORE, slot)


def in_memory(data: bytes, offset: int = 0) -> bytes:
    """Write data to memory word by word; what follows it in its last word is zero."""
    words = (data[start : start + _WORD].ljust(_WORD, b"\0") for start in range(0, len(data), _WORD))
    return b"".join(op(MSTORE, offset + _WORD * index, word) for index, word in enumerate(words) if any(word))


def call(
    kind: int, address: int | bytes, gas: int | None, value: int, sent: tuple[int, int], out: tuple[int, int]
) -> bytes:
    """Return a call; memory for what it sends and for the answer is (offset, size), gas None is all of it."""
    with_value = push(value) if kind in WITH_VALUE else b""
    memory = push(out[1]) + push(out[0]) + push(sent[1]) + push(sent[0])
    return memory + with_value + push(address) + (bytes([GAS]) if gas is None else push(gas)) + bytes([kind])


def create(value: int, offset: int, size: int, salt: int | None = None) -> bytes:
    """Return a CREATE of the initcode in memory, or with a salt a CREATE2."""
    if salt is None:
        return op(CREATE, value, offset, size)
    return op(CREATE2, value, offset, size, salt)


def returning(code: bytes) -> bytes:
    """Return initcode that deploys a short code."""
    return in_memory(code) + op(RETURN, 0, len(code))


def instructions(code: bytes) -> list[bytes]:
    """Return a code's instructions, each with the data that it pushes."""
    parts, start = [], 0
    while start < len(code):
        pushed = code[start] - _PUSH1 + 1 if _PUSH1 <= code[start] <= _PUSH32 else 0
        parts.append(code[start : start + 1 + pushed])
        start += 1 + pushed
    return parts
