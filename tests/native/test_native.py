"""The C kernels: constants, edges and random agreement with plain integers, over both code paths.

The oracles are independent of the package: affine and Jacobian formulas over integers, themselves held
against py_ecc, and Python's `pow`.
"""

import random
import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from kernels import _kernels, use_body
from py_ecc import optimized_bn128

from evm_precompiles_plus.arithmetic.modular.window import plan_exponentiation
from evm_precompiles_plus.errors import InvalidPoint

Point = tuple[int, int] | None

U = 4965661367192848881
P = 36 * U**4 + 36 * U**3 + 24 * U**2 + 6 * U + 1
N = 36 * U**4 + 36 * U**3 + 18 * U**2 + 6 * U + 1
A1, B1, A2 = 2 * U + 1, 6 * U**2 + 2 * U, 6 * U**2 + 4 * U + 1
LAMBDA = A1 * pow(B1, -1, N) % N
R = 2**256
G: Point = (1, 2)


@pytest.fixture(params=["adx", "portable"])
def path(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test over the assembly and over the portable C."""
    with use_body(request.param) as body:
        yield body


def word(number: int) -> bytes:
    return number.to_bytes(32, "big")


def encode(point: Point) -> bytes:
    return word(point[0]) + word(point[1]) if point else bytes(64)


def ecadd(p: Point, q: Point) -> bytes:
    return _kernels.ecadd(encode(p), encode(q))


def ecmul(p: Point, k: int) -> bytes:
    return _kernels.ecmul(encode(p), word(k))


def negative(p: Point) -> Point:
    return (p[0], -p[1] % P) if p else None


def oracle_add(p: Point, q: Point) -> Point:
    """The affine group law, one inversion each."""
    if p is None or q is None:
        return p or q
    if p == negative(q):
        return None
    rise, run = (3 * p[0] ** 2, 2 * p[1]) if p == q else (q[1] - p[1], q[0] - p[0])
    slope = rise * pow(run, -1, P) % P
    x = (slope**2 - p[0] - q[0]) % P
    return x, (slope * (p[0] - x) - p[1]) % P


def oracle_mul(p: Point, k: int) -> Point:
    """Double and add in Jacobian coordinates, z = 0 at infinity; k is reduced, so no addition meets +-p."""
    if p is None or k % N == 0:
        return None
    x, y, z = 0, 1, 0
    for bit in f"{k % N:b}":
        s, m = 4 * x * y * y % P, 3 * x * x
        x3 = (m * m - 2 * s) % P
        x, y, z = x3, (m * (s - x3) - 8 * y**4) % P, 2 * y * z % P
        if bit == "1" and z == 0:
            x, y, z = *p, 1
        elif bit == "1":
            h, r = (p[0] * z * z - x) % P, (p[1] * z**3 - y) % P
            v, h3 = x * h * h % P, h * h * h % P
            x3 = (r * r - h3 - 2 * v) % P
            x, y, z = x3, (r * (v - x3) - y * h3) % P, z * h % P
    inverse = pow(z, -1, P)
    return x * inverse**2 % P, y * inverse**3 % P


def oracle_modexp(base: bytes, exponent: bytes, modulus: bytes) -> bytes:
    b, e, m = (int.from_bytes(operand, "big") for operand in (base, exponent, modulus))
    return (pow(b, e, m) if m else 0).to_bytes(len(modulus), "big")


def check_modexp(base: bytes, exponent: bytes, modulus: bytes) -> None:
    expected = oracle_modexp(base, exponent, modulus)
    assert _kernels.modexp(base, exponent, modulus) == expected, (base.hex(), exponent.hex(), modulus.hex())


# Constants


def test_every_constant_follows_from_the_curves_parameter() -> None:
    def nearest(numerator: int, divisor: int) -> int:
        return (2 * numerator + divisor) // (2 * divisor)

    beta = oracle_mul(G, LAMBDA)
    assert beta is not None and beta[1] == 2, "phi(G) = [LAMBDA]G keeps y; x is BETA, since G has x = 1"
    assert _kernels._constants() == {
        "P": P,
        "TWO_P": 2 * P,
        "N0_INV": -pow(P, -1, 2**64) % 2**64,
        "Q": pow(2**64, -1, P),
        "R": R % P,
        "R2": R**2 % P,
        "R3": R**3 % P,
        "BETA_R": beta[0] * R % P,
        "THREE_R": 3 * R % P,
        "N": N,
        "A1": A1,
        "B1": B1,
        "A2": A2,
        "RECIPROCAL_A1": nearest(2**320 * A1, N),
        "RECIPROCAL_B1": nearest(2**320 * B1, N),
    }


def test_the_parameter_gives_py_eccs_curve() -> None:
    assert optimized_bn128.field_modulus == P and optimized_bn128.curve_order == N
    assert A1**2 + A2 * B1 == N, "determinant exactly N"
    assert (A1 - B1 * LAMBDA) % N == (A2 + A1 * LAMBDA) % N == 0


def test_bounds_that_the_c_code_states() -> None:
    """The room below 2^256, and the halves of the split."""
    q = _kernels._constants()["Q"]
    product_bound = 1 + 4 * P / R + 2**-40
    assert product_bound < 1.757 and 1 + (4 + 2 * 1.757) * P / R < 2.43 and 1 + 5 * P / R < 1.95
    assert 1000 * q < 531 * P and (2 + 1.757) * P + q + P < R
    assert max(A1 + A2, B1 + A1) * (2**66 + 1) < 2**126 * 2**67


def test_features_name_the_path(path: str) -> None:
    features = _kernels.features()
    assert features["path"] == path
    assert path in features["bodies"] and features["bodies"][-2:] == ("portable", "ifma-emulated")
    assert not _kernels.use_body("vax") and _kernels.features() == features


# ECADD and ECMUL


def test_oracle_agrees_with_py_ecc() -> None:
    rng = random.Random(0)
    for _ in range(5):
        k = rng.randrange(N)
        p = optimized_bn128.multiply(optimized_bn128.G1, k)
        double = optimized_bn128.add(p, p)
        affine = tuple(int(c) for c in optimized_bn128.normalize(p))
        assert oracle_mul(G, k) == affine
        assert oracle_add(affine, affine) == tuple(int(c) for c in optimized_bn128.normalize(double))


CurveCase = tuple[Point, Point, int, bytes, bytes]


def random_curve_cases(seed: int, count: int) -> Iterator[CurveCase]:
    """Yield p, q, k, p + q and k p; the points come from those before, the scalars are of every length."""
    rng = random.Random(seed)
    p, q = oracle_mul(G, rng.randrange(N)), oracle_mul(G, rng.randrange(N))
    for index in range(count):
        k = rng.getrandbits(256 if index % 2 else rng.randint(1, 256))
        total, multiple = oracle_add(p, q), oracle_mul(p, k)
        yield p, q, k, encode(total), encode(multiple)
        p, q = total, multiple


def check_curve(cases: Iterable[CurveCase]) -> None:
    for p, q, k, total, multiple in cases:
        assert ecadd(p, q) == total, (p, q)
        assert ecmul(p, k) == multiple, (p, k)


@pytest.fixture(scope="module")
def two_thousand_cases() -> list[CurveCase]:
    return list(random_curve_cases(seed=1, count=2_000))


def test_random_points_and_scalars(path: str, two_thousand_cases: list[CurveCase]) -> None:
    check_curve(two_thousand_cases)


@pytest.mark.slow
def test_a_hundred_thousand_points_and_scalars(path: str) -> None:
    check_curve(random_curve_cases(seed=2, count=100_000))


def edge_scalars() -> list[int]:
    near = [m * N + offset for m in range(6) for offset in range(-8, 9)]
    powers = [2**bits + offset for bits in (64, 126, 127, 128, 192, 253, 254, 255) for offset in (-1, 0, 1)]
    # Halves that are equal, opposite, or a small distance apart: additions that meet a doubling or infinity.
    halves = [i + j * LAMBDA for i, j in product(range(-9, 10), repeat=2)]
    mixed = [s * (2**bits) + t * LAMBDA for bits in range(0, 126, 9) for s in (-1, 1) for t in (-1, 1)]
    twins = [(2**bits - 1) * (1 + s * LAMBDA) for bits in range(1, 126, 4) for s in (-1, 1)]
    # Points of the lattice, half ones and their neighbours: where the rounding turns, k1 or k2 is negative.
    corners = [
        (i * A1 + j * A2) // 2 + (j * A1 - i * B1) // 2 * LAMBDA + offset
        for i, j, offset in product(range(-2, 3), range(-2, 3), range(-2, 3))
    ]
    trap = 14226294082152339227274917010873249985458047913852393750281719691125978796426
    ones = 2**256 - 1
    wide = [*range(ones - 16, ones + 1), ones // 3, ones // 3 * 2, trap]
    reduced = [k % N for k in [*near, *powers, *halves, *mixed, *twins, *corners, *wide]]
    return sorted({k for k in [*reduced, *near, *powers, *wide] if 0 <= k < 2**256})


@pytest.fixture(scope="module")
def edge_products() -> list[tuple[int, bytes]]:
    return [(k, encode(oracle_mul(G, k))) for k in edge_scalars()]


def test_ecmul_edges(path: str, edge_products: list[tuple[int, bytes]]) -> None:
    assert not [k for k, expected in edge_products if ecmul(G, k) != expected]


def test_ecmul_of_infinity(path: str) -> None:
    assert all(ecmul(None, k) == bytes(64) for k in (0, 1, N, 2**256 - 1))


def test_small_multiples_one_by_one(path: str) -> None:
    running: Point = None
    for k in range(600):
        assert ecmul(G, k) == encode(running)
        assert ecmul(G, N - k) == encode(negative(running))
        running = oracle_add(running, G)


def test_ecadd_edges(path: str) -> None:
    points = [None, *(oracle_mul(G, k) for k in (1, 2, 3, N - 1, N - 2, LAMBDA, N - LAMBDA, LAMBDA + 1))]
    for p, q in product(points, repeat=2):
        assert ecadd(p, q) == encode(oracle_add(p, q)), (p, q)


BAD_POINTS = [
    ((P, 0), "x coordinate"),
    ((P + 1, 2), "x coordinate"),
    ((2**256 - 1, 2**256 - 1), "x coordinate"),
    ((0, P), "y coordinate"),
    ((1, P + 2), "y coordinate"),
    ((1, 3), "not on the curve"),
    ((0, 1), "not on the curve"),
    ((P - 1, 0), "not on the curve"),
    ((P - 1, P - 1), "not on the curve"),
]


@pytest.mark.parametrize(("point", "reason"), BAD_POINTS)
def test_bad_points_say_what_is_wrong(path: str, point: Point, reason: str) -> None:
    calls: list[tuple[str, Callable[[], bytes]]] = [
        ("p", lambda: ecmul(point, 5)),
        ("p", lambda: ecmul(point, 0)),
        ("p", lambda: ecadd(point, G)),
        ("q", lambda: ecadd(G, point)),
        ("q", lambda: ecadd(None, point)),
        ("p", lambda: ecadd(point, point)),
    ]
    for name, call in calls:
        with pytest.raises(InvalidPoint, match=f"^{name}: .*{reason}"):
            call()


# MODEXP

EXPONENTS = [b"", b"\0", b"\1", b"\2", b"\3", b"\x10", b"\1\0\1", bytes(7) + b"\5", b"\xff" * 8, b"\x55" * 16]
EXPONENTS += [b"\xff" * 32, b"\x55" * 32, b"\x80" + bytes(31), b"\x80" + bytes(30) + b"\1", b"\xfb" * 33]
BASES = [b"", b"\0", bytes(40), b"\1", b"\2", b"\xff" * 32, b"\xfe" * 33, b"\x9c" * 100]


def moduli_of_length(rng: random.Random, length: int) -> Iterator[int]:
    """Every parity and power of two that matters, at one byte length."""
    low, high = 256 ** (length - 1), 256**length - 1
    for m in (rng.randint(low, high), low, high):
        yield from (m | 1, m & ~1 | 2, m)
    bits = rng.randrange(8 * length)
    yield from (1 << bits, (rng.getrandbits(8 * length) | 1) << bits & high, high >> bits << bits, low + 1)


@pytest.mark.parametrize("length", range(1, 33))
def test_modexp_shapes(path: str, length: int) -> None:
    rng = random.Random(length)
    bases = [*BASES, rng.randbytes(length), rng.randbytes(32)]
    exponents = [*EXPONENTS, rng.randbytes(rng.randint(1, 40))]
    for m, base, exponent in product(moduli_of_length(rng, length), bases, exponents):
        check_modexp(base, exponent, m.to_bytes(length, "big"))


ODD_LENGTHS = [b"", b"\0", bytes(100), b"\1", bytes(40) + b"\1", bytes(9) + b"\xff" * 32]


@pytest.mark.parametrize("modulus", ODD_LENGTHS)
def test_modexp_modulus_by_value_not_by_length(path: str, modulus: bytes) -> None:
    for base, exponent in product(BASES, EXPONENTS):
        check_modexp(base, exponent, modulus)


def test_modexp_limb_boundaries(path: str) -> None:
    """Moduli and bases whose limbs are all ones or zeros: the carries and the quotient corrections."""
    limbs = (0, 1, 2**63, 2**64 - 1)
    numbers = [sum(limb << 64 * i for i, limb in enumerate(choice)) for choice in product(limbs, repeat=4)]
    for m in numbers:
        for base in (m - 1, m + 1, 2**256 - 1, 2**255 + 1, 2**128 - 1):
            if 0 <= base < 2**256:
                check_modexp(word(base), b"\x0b", word(m))
                check_modexp(word(base), b"\1\0\1", word(m | 1))


def test_modexp_sparse_moduli(path: str) -> None:
    """Moduli just above a power of two: a quotient of the set-up needs its last, upward correction."""
    rng = random.Random(8)
    for _ in range(1_000):
        bits = rng.randrange(64, 256)
        below = max(1, bits - rng.randrange(96))
        check_modexp(b"\3", b"\x0b", word(1 << bits | rng.getrandbits(below) | 1))


def test_modexp_every_small_triple(path: str) -> None:
    for b, e, m in product(range(20), range(20), range(40)):
        check_modexp(bytes([b]), bytes([e]), bytes([m]))


def random_modexp(rng: random.Random) -> tuple[bytes, bytes, bytes]:
    m = rng.getrandbits(rng.randint(1, 256)) << rng.choice((0, 0, 1, rng.randint(0, 255)))
    modulus = bytes(rng.choice((0, 0, 1, 9))) + (m % 2**256).to_bytes(32, "big")
    exponent = rng.getrandbits(8 * (size := rng.choice((0, 1, 3, 8, 32, 33, 64))))
    if rng.random() < 0.3:
        exponent &= rng.getrandbits(8 * size + 1) & rng.getrandbits(8 * size + 1)
    return rng.randbytes(rng.choice((0, 1, 16, 31, 32, 33, 90))), exponent.to_bytes(size, "big"), modulus


def test_modexp_random(path: str) -> None:
    rng = random.Random(3)
    for _ in range(4_000):
        check_modexp(*random_modexp(rng))


@pytest.mark.slow
def test_modexp_random_hundred_thousand(path: str) -> None:
    rng = random.Random(4)
    for _ in range(100_000):
        check_modexp(*random_modexp(rng))


def test_modexp_long_operands(path: str) -> None:
    """Beyond the lengths that release the GIL, with several threads at once."""
    rng = random.Random(5)
    moduli = [rng.getrandbits(256) | 1, rng.getrandbits(249) << 7, rng.getrandbits(90) | 1, 2**255]
    cases = [
        (rng.randbytes(base_len), rng.randbytes(exp_len), word(m))
        for base_len, exp_len in ((32, 257), (32, 4096), (20_000, 3), (20_011, 300))
        for m in moduli
    ]
    expected = [oracle_modexp(*case) for case in cases]
    results: list[list[bytes]] = []
    work = lambda: results.append([_kernels.modexp(*case) for case in cases])  # noqa: E731
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 3


def test_modexp_keeps_out_of_the_way_of_hashing_fields(path: str) -> None:
    """Two moduli everyone calls with: Fermat's little theorem in each."""
    for prime in (P, N, 2**255 - 19, 2**256 - 2**32 - 977, 2**64 - 59, 2**127 - 1, 2**192 - 2**64 - 1):
        for base in (2, 3, prime - 1, prime + 5):
            check_modexp(word(base % 2**256), word(prime - 1), word(prime))
            check_modexp(word(base % 2**256), word(prime - 2), word(prime))


# The plan


def plan_by_definition(e: int) -> tuple[int, int, int, int]:
    """Scan the bits for every width, and take the cheapest."""
    plans, bits = [], f"{e:b}"
    for width in range(1, 9):
        lengths, start = [], 0
        while start >= 0:
            lengths.append(len(bits[start : start + width].rstrip("0")))
            start = bits.find("1", start + lengths[-1])
        table = 0 if width == 1 else 2 ** (width - 1)
        plans.append((width, e.bit_length() - lengths[0], len(lengths) - 1, table))
    return min(plans, key=lambda plan: (sum(plan[1:]), plan[0]))


def planned_exponents() -> Iterator[int]:
    rng = random.Random(6)
    yield from range(2, 3_000)
    for bits in [*range(12, 70), 127, 128, 129, 255, 256, 257, 258, 300, 512, 1000, 2048, 5000]:
        dense, sparse = (rng.getrandbits(bits) for _ in range(2))
        top = 1 << (bits - 1)
        yield from (dense | top, dense & sparse | top, dense | sparse | top, top, top + 1, 2 * top - 1)
        for period in range(2, 14):
            yield sum(1 << i for i in range(0, bits, period))
            yield sum(3 << i for i in range(0, bits, period))


def test_plan_is_the_definitions_and_the_python_planners() -> None:
    for e in planned_exponents():
        for padding in (0, 1, 5):
            exponent = bytes(padding) + e.to_bytes((e.bit_length() + 7) // 8, "big")
            assert _kernels.plan(exponent) == plan_by_definition(e) == tuple(plan_exponentiation(e)), hex(e)


def test_plan_of_an_exponent_that_is_counted_in_parts() -> None:
    """Windows lie across the places, 64 kB apart from the right, where the count is taken up again."""
    rng = random.Random(16)
    for size in (65_536, 65_537, 131_080):
        dense = rng.randbytes(size)
        for exponent in (b"\1" + dense, b"\1" + bytes(size - 8) + dense[:8], b"\xff" * size):
            e = int.from_bytes(exponent, "big")
            assert _kernels.plan(exponent) == plan_by_definition(e), size


def test_plan_of_nothing() -> None:
    assert all(_kernels.plan(e) == (1, 0, 0, 0) for e in (b"", b"\0", b"\1", bytes(50), bytes(50) + b"\1"))


def test_plan_costs_no_more_than_square_and_multiply() -> None:
    rng = random.Random(7)
    for _ in range(500):
        e = rng.getrandbits(rng.randint(2, 600)) & rng.getrandbits(600) | 2
        width, squarings, multiplies, table = _kernels.plan(e.to_bytes(80, "big"))
        assert 1 <= width <= 8
        assert squarings + multiplies + table <= e.bit_length() + e.bit_count() - 2


# Arguments


@pytest.mark.parametrize("size", [0, 1, 63, 65, 96, 128])
def test_wrong_length_is_a_value_error(size: int) -> None:
    with pytest.raises(ValueError, match=f"p must be 64 bytes long, not {size}"):
        _kernels.ecmul(bytes(size), bytes(32))
    with pytest.raises(ValueError, match=f"k must be 32 bytes long, not {size}"):
        _kernels.ecmul(bytes(64), bytes(size))
    with pytest.raises(ValueError, match=f"q must be 64 bytes long, not {size}"):
        _kernels.ecadd(bytes(64), bytes(size))


@pytest.mark.parametrize("bad", [None, 5, "text", bytearray(64), memoryview(bytes(64))])
def test_anything_but_bytes_is_a_type_error(bad: Any) -> None:
    for call in (
        lambda: _kernels.ecadd(bad, bytes(64)),
        lambda: _kernels.ecmul(bytes(64), bad),
        lambda: _kernels.modexp(b"", bad, b""),
        lambda: _kernels.plan(bad),
    ):
        with pytest.raises(TypeError, match="must be bytes, not"):
            call()


def test_wrong_number_of_arguments_is_a_type_error() -> None:
    functions: list[Any] = [_kernels.ecadd, _kernels.ecmul, _kernels.modexp, _kernels.plan]
    for function in functions:
        for arguments in ([], [b""] * 4):
            with pytest.raises(TypeError):
                function(*arguments)
