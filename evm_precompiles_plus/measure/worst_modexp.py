"""MODEXPs that may be the worst: kinds of moduli and exponents, by lengths.

**Spec** EIP-198 prices by operands' lengths, so the kinds differ in what the gas does not see: parity of the
modulus, ones in the exponent, zeros in front and behind. The shapes of the benchmarks of
execution-specs (`tests/benchmark/compute/precompile`) are among them: zeros in the modulus, an exponent that
fills every window, inverses and square roots modulo curves' primes, and nagydani's five sizes.
"""

from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random

from ..arithmetic.curves.params import BN254, SECP256K1, SECP256R1
from .shapes import words
from .worst_kind import Kind

# EIP-198's modulus in bytes: one limb and two, where `native` ends, where OpenSSL has its kernels, and where
# the rule's formula changes; EIP-7823 ends at 1024.
_MODULI = (1, 2, 4, 8, 9, 16, 24, 32, 33, 48, 64, 65, 120, 192, 256, 512, 1024)
_EXPONENTS = (1, 4, 32, 75, 256)
_FEW = tuple((size, exponent, size) for size, exponent in product((9, 32, 33, 64, 256, 1024), (4, 32, 256)))
# What 30 million gas of EIP-2565 buys: one word, 255 + 8 * (length - 32) squarings of a third of a gas.
EXPONENT_11MB = 11_250_000
ABSURD = "lengths of 2**256 - 1"


_MODULUS: dict[str, Callable[[int], bytes]] = {
    "odd": lambda size: b"\xff" * size,
    "even": lambda size: b"\xff" * (size - 1) + b"\xfe",
    "2**65 times odd": lambda size: b"\xff" * (size - 9) + b"\xfe" + bytes(8),
    "power of two": lambda size: b"\x80" + bytes(size - 1),
    "small odd": lambda size: bytes(size - 1) + b"\xfb",
    "zero": bytes,
}
_EXPONENT: dict[str, Callable[[int], bytes]] = {
    "of ones": lambda size: b"\xff" * size,
    # A window of 2 bits and more gains nothing here, one of 1 bit multiplies at every other squaring.
    "of alternating bits": lambda size: b"\xaa" * size,
    # The head of 32 bytes is 1, which costs nothing; what follows counts by its length.
    "with a head of 1": lambda size: (bytes(31) + b"\1" + b"\xff" * max(0, size - 32))[-size:],
    "with value 3": lambda size: bytes(size - 1) + b"\3",
}


# Those of the benchmarks of execution-specs, each with the bytes that it has at least.
_WITH_ZEROS: dict[str, Callable[[int], bytes]] = {
    "odd, a zero byte in front:": lambda size: b"\0" + b"\xff" * (size - 1),
    "odd, a zero byte before each 31:": lambda size: (
        (b"\0" + b"\xff" * 31) * (size // 32) + b"\xff" * (size % 32)
    ),
    "2**8 times odd": lambda size: b"\xff" * (size - 1) + b"\0",
    "odd, zeros between the ends:": lambda size: b"\xff" + bytes(size - 2) + b"\1",
}
_FILLS_WINDOWS = "that fills every window"
_ALL_MODULI = _MODULUS | _WITH_ZEROS
_ALL_EXPONENTS = _EXPONENT | {_FILLS_WINDOWS: lambda size: (b"\x12\x34\x56\x70" * (size // 4 + 1))[:size]}

# Bytes of a modulus that is told by its factors.
_LEAST_MODULUS = {"2**65 times odd": 9} | dict.fromkeys(_WITH_ZEROS, 2)


def key_of(modulus: str, exponent: str) -> str:
    return f"{modulus} modulus, exponent {exponent}"


def _words_of(modulus: str, exponent: str) -> str:
    return f"{modulus} modulus of {{2}} B, exponent {exponent} of {{1}} B, base of {{0}} B"


def _call(modulus: str, exponent: str, base_len: int, exp_len: int, mod_len: int) -> bytes:
    operands = b"\xfd" * base_len, _ALL_EXPONENTS[exponent](exp_len), _ALL_MODULI[modulus](mod_len)
    return words(len(operand) for operand in operands) + b"".join(operands)


def _kind(modulus: str, exponent: str, sizes: tuple[tuple[int, ...], ...]) -> Kind:
    return Kind(
        key_of(modulus, exponent),
        partial(_call, modulus, exponent),
        sizes,
        _words_of(modulus, exponent),
        (1, 1, _LEAST_MODULUS.get(modulus, 1)),
    )


def _crossed() -> list[Kind]:
    wide = tuple((size, exponent, size) for size, exponent in product(_MODULI, _EXPONENTS))
    heads = tuple((size, exponent, size) for size, exponent in product((1, 8, 32, 33, 256), (33, 64, 512)))
    threes = (*((size, 1, size) for size in _MODULI), (1024, 1, 8), (16384, 1, 8), (65536, 1, 64))
    many = {"of ones": wide, "of alternating bits": _FEW, "with a head of 1": heads, "with value 3": threes}
    return [
        _kind(modulus, exponent, many[exponent] if modulus in ("odd", "even") else many[exponent][::4])
        for modulus, exponent in product(_MODULUS, _EXPONENT)
    ]


def _with_zeros() -> list[Kind]:
    threes = tuple((size, 1, size) for size in (192, 280, 408, 1024))
    return [
        _kind(modulus, exponent, sizes)
        for modulus in _WITH_ZEROS
        for exponent, sizes in (("of ones", _FEW), ("with value 3", threes))
    ]


def _of_curves() -> list[Kind]:
    """Return inverses and square roots modulo the fields' primes and the groups' orders."""
    primes = {
        f"{name} of {curve}": int(getattr(params, name))
        for curve, params in (("secp256k1", SECP256K1), ("P-256", SECP256R1), ("BN254", BN254))
        for name in ("P", "N")
    }
    exponents: dict[str, Callable[[int], int]] = {
        "p - 2": lambda p: p - 2,
        "(p + 1) / 4": lambda p: (p + 1) // 4,
    }
    return [
        Kind(f"modulo p = {name}, exponent {words_of}", partial(_numbers, _base_below(p), power(p), p))
        for name, p in primes.items()
        for words_of, power in exponents.items()
        if p % 4 == 3 or words_of == "p - 2"
    ]


def _base_below(p: int) -> int:
    return Random(p).randrange(p)


def _numbers(base: int, exponent: int, modulus: int) -> bytes:
    return words((32, 32, 32)) + words((base, exponent, modulus))


def _nagydani() -> list[Kind]:
    """Return random odd numbers of 512 to 8192 bits to small powers."""
    sizes = tuple((64 << step,) for step in range(5))
    return [
        Kind(
            f"random odd modulus, exponent {exponent}",
            partial(_random_call, exponent),
            sizes,
            f"random odd modulus and base of {{0}} B, exponent {exponent}",
        )
        for exponent in (2, 3, 65537)
    ]


def _random_call(exponent: int, size: int) -> bytes:
    rng = Random(size)
    power = exponent.to_bytes((exponent.bit_length() + 7) // 8, "big")
    modulus = bytes([rng.randrange(128, 256)]) + rng.randbytes(size - 1)
    odd = modulus[:-1] + bytes([modulus[-1] | 1])
    return words((size, len(power), size)) + rng.randbytes(size) + power + odd


def kinds() -> list[Kind]:
    """Return all kinds of MODEXP."""
    windows = [_kind(modulus, _FILLS_WINDOWS, _FEW) for modulus in ("odd", "even")]
    nothing = Kind(
        "no modulus, no base",
        lambda size: words((0, size, 0)),
        ((1,), (2**20,)),
        "no modulus, no base, exponent of {0} B",
    )
    absurd = Kind(ABSURD, lambda: b"\xff" * 96 + b"\3", ())
    framework = [*_with_zeros(), *windows, *_of_curves(), *_nagydani()]
    return [*_crossed(), *framework, nothing, Kind("no calldata", bytes), absurd]
