"""Points of BLS12-381 as EIP-2537 encodes them, by py_ecc, good and bad."""

from collections.abc import Iterator
from typing import Any

from py_ecc import optimized_bls12_381 as oracle_curve

from evm_precompiles_plus.precompiles.bls12_381 import P

N = oracle_curve.curve_order

INFINITY = {1: bytes(128), 2: bytes(256)}


def field(number: int) -> bytes:
    return number.to_bytes(64, "big")


def g1(k: int) -> bytes:
    return encode(oracle_curve.multiply(oracle_curve.G1, k % N))


def g2(k: int) -> bytes:
    return encode(oracle_curve.multiply(oracle_curve.G2, k % N))


def encode(point: Any) -> bytes:
    if oracle_curve.is_inf(point):
        return INFINITY[1 if isinstance(point[0], oracle_curve.FQ) else 2]
    x, y = oracle_curve.normalize(point)
    numbers = (x.n, y.n) if isinstance(x, oracle_curve.FQ) else (*x.coeffs, *y.coeffs)
    return b"".join(field(int(number)) for number in numbers)


def g1_outside() -> bytes:
    """A point of the curve with the least x > 0 whose order is not N."""
    x = 1
    while True:
        square = (x**3 + 4) % P
        y = pow(square, (P + 1) // 4, P)
        point = (oracle_curve.FQ(x), oracle_curve.FQ(y), oracle_curve.FQ(1))
        if y * y % P == square and not oracle_curve.is_inf(oracle_curve.multiply(point, N)):
            return encode(point)
        x += 1


def g2_outside() -> bytes:
    """A point of the twist with a small x whose order is not N."""
    for c in range(1, 100):
        x = oracle_curve.FQ2([c, 0])
        a0, a1 = map(int, (x * x * x + oracle_curve.b2).coeffs)
        norm_root = pow(a0 * a0 + a1 * a1, (P + 1) // 4, P)
        half = (a0 + norm_root) * pow(2, -1, P) % P
        y0 = pow(half, (P + 1) // 4, P)
        point = (x, oracle_curve.FQ2([y0, a1 * pow(2 * y0, -1, P) % P]), oracle_curve.FQ2.one())
        if oracle_curve.is_on_curve(point, oracle_curve.b2):
            assert not oracle_curve.is_inf(oracle_curve.multiply(point, N))
            return encode(point)
    raise AssertionError("no point found")


OUTSIDE = {1: g1_outside(), 2: g2_outside()}


def bad_points(group: int) -> Iterator[bytes]:
    """Yield encodings that no precompile may accept."""
    good = g1(3) if group == 1 else g2(3)
    for position in range(0, len(good), 64):
        before, element, after = good[:position], good[position : position + 64], good[position + 64 :]
        number = int.from_bytes(element, "big")
        yield before + field(number + P) + after  # not reduced, though below 2**384 or just above
        yield before + b"\1" + element[1:] + after  # padding that is not zero
        yield before + element[:15] + b"\1" + element[16:] + after
        yield before + field(number ^ 1) + after  # off the curve
        for flag in (0x80, 0x40, 0x20):  # what compressed encodings have in the first byte
            yield before + element[:16] + bytes([element[16] | flag]) + element[17:] + after
    yield field(P) + bytes(len(good) - 64)
    yield bytes(len(good) - 64) + field(1)
    yield b"\xff" * len(good)
