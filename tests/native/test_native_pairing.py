"""ECPAIRING in C, over both code paths: products known from their scalars, other code, and every edge.

What a product must be follows from the scalars, and from `curves/pairing.py` over gmpy2 and py_ecc.
"""

import json
import random
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from calls import OFF_CURVE, OUT_OF_FIELD, G, N, P, point_bytes, word
from interrupting import needs_timer, results_of_interrupted
from kernels import _kernels, use_body
from py_ecc import optimized_bn128
from twist import COFACTOR, g2, g2_bytes, multiple, plus, point_of_order, random_twist_point, to_py_ecc

from evm_precompiles_plus import routing
from evm_precompiles_plus.arithmetic.curves.multiply import mul_double_and_add
from evm_precompiles_plus.arithmetic.curves.params import BN254, T
from evm_precompiles_plus.arithmetic.curves.tower import fp2_pow
from evm_precompiles_plus.errors import InvalidPoint

R = 2**256

# (a, b) stands for the pair [a]G1, [b]G2; 0 is infinity.
Scalars = list[tuple[int, int]]


@pytest.fixture(params=["adx", "portable"])
def path(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test over the assembly and over the portable C."""
    with use_body(request.param) as body:
        yield body


@cache
def g1(k: int) -> bytes:
    return point_bytes(mul_double_and_add(BN254, k % N, G))


@cache
def encoded_g2(k: int) -> bytes:
    return g2_bytes(g2(k) if k % N else None)


def encode(scalars: Scalars) -> bytes:
    return b"".join(g1(a) + encoded_g2(b) for a, b in scalars)


def is_true(scalars: Scalars) -> bool:
    return bool(sum(a * b for a, b in scalars) % N == 0)


def by_py_ecc(scalars: Scalars) -> bool:
    product: Any = optimized_bn128.FQ12.one()
    for a, b in scalars:
        if a % N and b % N:
            p = optimized_bn128.multiply(optimized_bn128.G1, a)
            product *= optimized_bn128.pairing(to_py_ecc(g2(b)), p, final_exponentiate=False)
    return bool(optimized_bn128.final_exponentiate(product) == optimized_bn128.FQ12.one())


def random_scalars(rng: random.Random) -> Scalars:
    """Return up to six pairs, half the time with product 1, with infinities among them."""
    pool = [1, 2, 3, N - 1, 0, 2**200, 12345678910111213, N // 2]
    scalars = [
        (rng.choice([0, 1, N - 1, *[rng.randrange(N)] * 5]), rng.choice(pool))
        for _ in range(rng.randrange(6))
    ]
    if rng.random() < 0.5:
        b = rng.choice([b for b in pool if b])
        scalars.append((-sum(a * b for a, b in scalars) * pow(b, -1, N) % N, b))
    rng.shuffle(scalars)
    return scalars


# Constants


def test_every_constant_follows_from_the_curves_parameter() -> None:
    gammas = [fp2_pow(P, (9, 1), k * (P - 1) // 6) for k in range(1, 6)]
    inverse = pow(82, -1, P)  # 3 * b = 9 / (9 + i) = 9 * (9 - i) / 82
    three_b = 81 * inverse % P, -9 * inverse % P
    ate = 6 * T + 2 - 2**64
    constants = _kernels._pairing_constants()
    plus_bits, minus_bits = constants["ATE_PLUS"], constants["ATE_MINUS"]
    assert plus_bits - minus_bits == ate and not plus_bits & minus_bits
    rest = (plus_bits | minus_bits) & ~(3 << 62)
    assert plus_bits >> 62 == 2 and not rest & rest >> 1, "1, 1, and then no two digits beside each other"
    expected = {"T": T, "ATE_PLUS": plus_bits, "ATE_MINUS": minus_bits}
    for name, (c0, c1) in {"THREE_B": three_b, **{f"GAMMA{k + 1}": g for k, g in enumerate(gammas)}}.items():
        expected |= {f"{name}_C0": c0 * R % P, f"{name}_C1": c1 * R % P}
    assert constants == expected


def test_bounds_that_the_c_code_states() -> None:
    product, longest_sum = 1 + 4 * P / R + 2**-40, 1 + 12 * P / R + 2**-40
    assert product < 1.757 and longest_sum < 3.27 and 3.27 * P < R
    assert 30 * product + 3 * 2 + 2 * 2 < 63 and 6 * product + 2 * 2 < 15 and 9 * 2 + 2 < 128
    # The quotient's estimate in fp_reduce_small, for the largest sum.
    largest = (128 * P - 1) >> 248
    assert largest <= 6195 and 21668 * P <= 2**20 * 2**248, "never above the quotient"
    assert 2**248 / P + largest * (2**248 / P - 21668 / 2**20) < 0.05


def test_the_walk_never_degenerates_on_points_of_order_n() -> None:
    """Partial scalars of the walk differ from 0 and from what is added, modulo N; psi is P."""
    constants = _kernels._pairing_constants()
    k = 1
    for bit in range(63, -1, -1):
        k *= 2
        digit = (constants["ATE_PLUS"] >> bit & 1) - (constants["ATE_MINUS"] >> bit & 1)
        assert k % N and (k - 1) % N and (k + 1) % N
        k += digit
    assert k == 6 * T + 2
    for summand in (P, -(P**2)):
        assert (k - summand) % N and (k + summand) % N
        k += summand
    assert k % N and (k + P**3) % N == 0


# Products


def test_random_products(path: str) -> None:
    rng = random.Random(197)
    oracle = routing.get("gmpy2")
    answers = []
    for index in range(500):
        scalars = random_scalars(rng)
        data = encode(scalars)
        answers.append(_kernels.ecpairing(data))
        assert answers[-1] is is_true(scalars), scalars
        if index % 10 == 0:
            assert answers[-1] is oracle.ecpairing(data), scalars
    assert 150 < sum(answers) < 450


@pytest.mark.slow
def test_500_random_products_agree_with_python(path: str) -> None:
    rng = random.Random(198)
    oracle = routing.get("gmpy2")
    for _ in range(500):
        data = encode(random_scalars(rng))
        assert _kernels.ecpairing(data) is oracle.ecpairing(data), data.hex()


def test_a_handful_of_products_agree_with_py_ecc(path: str) -> None:
    rng = random.Random(199)
    for _ in range(5):
        scalars = random_scalars(rng)[:3]
        assert _kernels.ecpairing(encode(scalars)) is by_py_ecc(scalars), scalars


def test_bilinearity(path: str) -> None:
    """e([a]P, [b]Q) = e(P, Q)**(ab) for both factors, and the pairing of the generators is not 1."""
    rng = random.Random(4)
    assert not _kernels.ecpairing(encode([(1, 1)]))
    for _ in range(10):
        a, b, c = (rng.randrange(1, N) for _ in range(3))
        assert _kernels.ecpairing(encode([(a, b), (N - a * b, 1)]))
        assert _kernels.ecpairing(encode([(a, b), (N - b, a)]))
        assert _kernels.ecpairing(encode([(a, b), (1, N - a * b)]))
        assert _kernels.ecpairing(encode([(a + c, b), (N - a, b), (N - c, b)]))
        assert _kernels.ecpairing(encode([(b, a + c), (N - b, a), (N - b, c)]))
        assert not _kernels.ecpairing(encode([(a, b), (N - a * b + 1, 1)]))


def test_small_scalars(path: str) -> None:
    """Every product of small multiples: points that are equal, opposite, or small multiples of each other."""
    for a in (1, 2, 3, N - 1, N - 2):
        for b in (1, 2, 3, N - 1, N - 2):
            for c in (1, 2, 6, N - 1, N - 4, N - 6):
                scalars = [(a, b), (c, 1)]
                assert _kernels.ecpairing(encode(scalars)) is is_true(scalars), scalars


def test_infinity_on_either_side_is_one(path: str) -> None:
    assert _kernels.ecpairing(b"") is True
    for scalars in ([(0, 0)], [(5, 0)], [(0, 5)], [(0, 7), (3, 0), (0, 0)]):
        assert _kernels.ecpairing(encode(scalars)) is True
        for true in (True, False):
            rest = [(2, 3), (N - 6 if true else 6, 1)]
            assert _kernels.ecpairing(encode([*scalars, *rest])) is true
            assert _kernels.ecpairing(encode([*rest, *scalars])) is true


def test_many_pairs(path: str) -> None:
    rng = random.Random(6)
    scalars = [(rng.randrange(N), rng.randrange(1, 6)) for _ in range(100)]
    scalars.append((-sum(a * b for a, b in scalars) % N, 1))
    assert _kernels.ecpairing(encode(scalars)) is True
    assert _kernels.ecpairing(encode(scalars[1:])) is False


@needs_timer
def test_a_signal_interrupts_512_pairs(path: str) -> None:
    """As Ctrl-C does. Without the look for signals the product takes a tenth of a second, and is given."""
    pairs = encode([(1, 1), (-1, 1)]) * 256
    assert results_of_interrupted(0.02, _kernels.ecpairing, pairs) == []
    assert _kernels.ecpairing(pairs) is True


@needs_timer
def test_a_signal_interrupts_the_reading_of_pairs(path: str) -> None:
    """Pairs with infinity are only validated, and there may be many."""
    pairs = (g1(1) + bytes(128)) * 300_000
    assert results_of_interrupted(0.02, _kernels.ecpairing, pairs) == []


def test_threads(path: str) -> None:
    rng = random.Random(7)
    cases = [random_scalars(rng) for _ in range(20)]
    results: list[list[bool]] = []
    work = lambda: results.append([_kernels.ecpairing(encode(case)) for case in cases])  # noqa: E731
    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [[is_true(case) for case in cases]] * 3


# Points that are none


def refused(pairs: bytes, message: str) -> None:
    with pytest.raises(InvalidPoint, match=message):
        _kernels.ecpairing(pairs)


BAD_G1 = [(point, "is not on the curve") for point in OFF_CURVE]
BAD_G1 += [(point, f"{'x' if point[0] >= P else 'y'} coordinate is not below") for point in OUT_OF_FIELD]


@pytest.mark.parametrize(("point", "reason"), BAD_G1)
def test_bad_g1_points(path: str, point: tuple[int, int], reason: str) -> None:
    good = encode([(1, 1), (N - 1, 1)])
    for q in (encoded_g2(1), bytes(128)):
        pair = point_bytes(point) + q
        refused(pair, f"^pair 0: the G1 point.* {reason}")
        refused(pair + good, f"^pair 0: the G1 point.* {reason}")
        refused(good + pair, f"^pair 2: the G1 point.* {reason}")


@cache
def bad_g2_points() -> list[tuple[bytes, str]]:
    rng = random.Random(8)
    small = [point_of_order(order, rng) for order in (10069, 5864401) for _ in range(3)]
    mixed = [plus(point, g2(k)) for point in small for k in (1, 3, N - 5)]
    random_points = [random_twist_point(rng) for _ in range(5)]
    cofactor_part = [multiple(N, point) for point in random_points]
    outside = [*small, *mixed, *random_points, *cofactor_part]
    good = encoded_g2(1)
    words = [good[start : start + 32] for start in range(0, 128, 32)]
    beyond = [[word(int.from_bytes(w, "big") + P * (i == j)) for j, w in enumerate(words)] for i in range(4)]
    beyond_infinity = [[word(P * (i == j)) for j in range(4)] for i in range(4)]
    swapped = words[1] + words[0] + words[3] + words[2]
    off = [swapped, good[:-1] + b"\0", word(1) * 4, good[:64] + bytes(64), bytes(64) + good[64:]]
    return [
        *((g2_bytes(point), "is not of the prime order N") for point in outside),
        *((encoded, "is not on the twist") for encoded in off),
        *((b"".join(four), "is not below the field prime") for four in (*beyond, *beyond_infinity)),
        (b"\xff" * 128, "is not below the field prime"),
    ]


def test_bad_g2_points(path: str) -> None:
    good = encode([(1, 1), (0, 3), (5, 0), (N - 1, 1)])
    for q, reason in bad_g2_points():
        for p in (g1(1), bytes(64)):
            refused(p + q, f"^pair 0: .*G2 point {reason}")
            refused(p + q + good, f"^pair 0: .*G2 point {reason}")
            refused(good + p + q, f"^pair 4: .*G2 point {reason}")


def test_subgroup_check_agrees_with_multiplication_by_the_order(path: str) -> None:
    rng = random.Random(9)
    points = [random_twist_point(rng) for _ in range(6)]
    cleared = [multiple(COFACTOR, point) for point in points]
    for point in (*points, *cleared):
        assert point is not None
        member = multiple(N, point) is None
        data = bytes(64) + g2_bytes(point)
        if member:
            assert _kernels.ecpairing(data) is True
            assert _kernels.ecpairing(g1(1) + g2_bytes(point)) is False
        else:
            refused(data, "order N")


@pytest.mark.parametrize("size", [1, 64, 128, 191, 193, 383, 385])
def test_wrong_length_is_a_value_error(size: int) -> None:
    with pytest.raises(ValueError, match=f"multiple of 192 bytes long, not {size}"):
        _kernels.ecpairing(bytes(size))


@pytest.mark.parametrize("bad", [None, 5, "text", bytearray(192), memoryview(bytes(192))])
def test_anything_but_bytes_is_a_type_error(bad: Any) -> None:
    with pytest.raises(TypeError, match="pairs must be bytes, not"):
        _kernels.ecpairing(bad)


# Published cases


def answer(ecpairing: Callable[[bytes], bool], data: bytes) -> bytes | None:
    try:
        return word(ecpairing(data))
    except InvalidPoint:
        return None


def test_published_vectors(path: str, shared_fixtures: Path) -> None:
    vectors = json.loads((shared_fixtures / "precompile-vectors" / "bn256Pairing.json").read_text())
    assert len(vectors) == 14
    for vector in vectors:
        given = answer(_kernels.ecpairing, bytes.fromhex(vector["Input"]))
        assert given == bytes.fromhex(vector["Expected"]), vector["Name"]


def test_casebook(path: str, shared_fixtures: Path) -> None:
    casebook = json.loads((shared_fixtures / "precompile-vectors" / "casebook.json").read_text())
    cases = [case for case in casebook if case["precompile"] == "ECPAIRING"]
    assert len(cases) == 29
    for case in cases:
        data = bytes.fromhex(case["input"][2:])
        if len(data) % 192:
            assert case["expected"].startswith("fails")
            continue
        given = answer(_kernels.ecpairing, data)
        expected = None if case["expected"].startswith("fails") else bytes.fromhex(case["expected"][2:])
        assert given == expected, case["id"]
