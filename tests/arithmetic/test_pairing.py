"""ECPAIRING: products known from their scalars, py_ecc, the executable spec, vectors, edges of EIP-197."""

import json
import random
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any

import gmpy2
import pytest
from calls import OFF_CURVE, OUT_OF_FIELD, G, N, P, point_bytes, word
from py_ecc import optimized_bn128
from twist import g2, g2_bytes, plus, point_of_order, random_twist_point, to_py_ecc

from evm_precompiles_plus import InvalidInput, InvalidPoint, routing, run
from evm_precompiles_plus.arithmetic.curves import pairing
from evm_precompiles_plus.arithmetic.curves import tower as t
from evm_precompiles_plus.arithmetic.curves.multiply import mul_double_and_add
from evm_precompiles_plus.arithmetic.curves.params import BN254, T, over
from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.errors import PrecompileFailure

WITH_PAIRING = routing.active_backends("ecpairing")
KINDS = [int, gmpy2.mpz]

# (a, b) stands for the pair [a]G1, [b]G2; 0 is infinity.
Scalars = list[tuple[int, int]]


@pytest.fixture(params=WITH_PAIRING)
def ecpairing(request: pytest.FixtureRequest) -> Callable[[bytes], bool]:
    return routing.get(request.param).ecpairing


def g1(k: int) -> tuple[int, int] | None:
    return mul_double_and_add(BN254, k % N, G)


def encode(scalars: Scalars) -> bytes:
    return b"".join(point_bytes(g1(a)) + g2_bytes(g2(b) if b % N else None) for a, b in scalars)


def is_true(scalars: Scalars) -> bool:
    return not sum(a * b for a, b in scalars) % N


def random_scalars(rng: random.Random) -> Scalars:
    """Return up to four pairs, half the time with product 1, with infinities among them."""
    pool = [1, 2, 3, N - 1, 0, 2**200, 12345678910111213, N // 2]
    scalars = [(rng.choice([0, 1, N - 1, *[rng.randrange(N)] * 5]), rng.choice(pool)) for _ in range(3)]
    if rng.random() < 0.5:
        b = rng.choice([b for b in pool if b])
        scalars.append((-sum(a * b for a, b in scalars) * pow(b, -1, N) % N, b))
    rng.shuffle(scalars)
    return scalars


def by_py_ecc(scalars: Scalars) -> bool:
    product: Any = optimized_bn128.FQ12.one()
    for a, b in scalars:
        if a % N and b % N:
            p = optimized_bn128.multiply(optimized_bn128.G1, a)
            product *= optimized_bn128.pairing(to_py_ecc(g2(b)), p, final_exponentiate=False)
    return bool(optimized_bn128.final_exponentiate(product) == optimized_bn128.FQ12.one())


def test_random_products_on_every_backend(ecpairing: Callable[[bytes], bool]) -> None:
    rng = random.Random(197)
    answers = set()
    for _ in range(100):
        scalars = random_scalars(rng)
        assert ecpairing(encode(scalars)) == is_true(scalars), scalars
        answers.add(is_true(scalars))
    assert answers == {True, False}


def agree_with_py_ecc(count: int, seed: int) -> None:
    rng = random.Random(seed)
    contestants = [routing.get(name) for name in WITH_PAIRING]
    for _ in range(count):
        scalars = random_scalars(rng)
        expected = by_py_ecc(scalars)
        for backend in contestants:
            assert backend.ecpairing(encode(scalars)) == expected, (backend.name, scalars)


def test_random_products_agree_with_py_ecc() -> None:
    agree_with_py_ecc(6, 8)


@pytest.mark.slow
def test_500_random_products_agree_with_py_ecc() -> None:
    agree_with_py_ecc(500, 500)


def value(kind: Any, a: int, b: int) -> t.Fp12:
    """Return the value of the pairing of [a]G1 and [b]G2."""
    tower = t.tower_over(over(BN254, kind))
    p, (x0, x1, y0, y1) = g1(a), map(kind, g2(b))
    assert p is not None
    miller = pairing.miller_loop(tower, [((kind(p[0]), kind(p[1])), (x0, x1, y0, y1))])
    return pairing.final_exponentiation(tower, miller)


def to_the(f: t.Fp12, exponent: int) -> t.Fp12:
    bits = bin(exponent)[2:]
    return reduce(lambda r, bit: t.mul(P, t.square(P, r), f if bit == "1" else t.ONE), bits, t.ONE)


@pytest.mark.parametrize("kind", KINDS)
def test_bilinearity(kind: Any) -> None:
    rng = random.Random(4)
    e = value(kind, 1, 1)
    assert e != t.ONE
    assert to_the(e, N) == t.ONE
    for _ in range(3):
        a, b = rng.randrange(1, N), rng.randrange(1, N)
        assert value(kind, a, b) == value(kind, b, a) == value(kind, a * b % N, 1) == to_the(e, a * b % N)


def test_final_exponentiation_is_the_power_that_it_says() -> None:
    exponent, rest = divmod(P**12 - 1, N)
    multiplier = 2 * T * (6 * T**2 + 3 * T + 1)
    assert rest == 0 and multiplier % N
    rng = random.Random(5)
    f: t.Fp12 = tuple(tuple(rng.randrange(P) for _ in range(6)) for _ in range(2))  # type: ignore[assignment]
    assert pairing.final_exponentiation(t.tower_over(BN254), f) == to_the(f, exponent * multiplier)


def test_infinity_on_either_side_is_one() -> None:
    assert run("ecpairing", encode([])).output == word(1)
    for scalars in ([(0, 0)], [(5, 0)], [(0, 5)], [(0, 7), (3, 0), (0, 0)]):
        assert run("ecpairing", encode(scalars)).output == word(1)
        for true in (True, False):
            rest = [(2, 3), (N - 6 if true else 6, 1)]
            assert run("ecpairing", encode([*scalars, *rest])).output == word(true)
            assert run("ecpairing", encode([*rest, *scalars])).output == word(true)


def test_many_pairs() -> None:
    rng = random.Random(6)
    scalars = [(rng.randrange(N), rng.randrange(1, 6)) for _ in range(30)]
    scalars.append((-sum(a * b for a, b in scalars) % N, 1))
    assert run("ecpairing", encode(scalars)).output == word(1)
    assert run("ecpairing", encode(scalars[1:])).output == word(0)


@pytest.mark.parametrize("size", [1, 64, 128, 191, 193, 383, 385])
def test_wrong_length_fails(size: int) -> None:
    with pytest.raises(InvalidInput, match="192"):
        run("ecpairing", bytes(size))


def bad_g2_points() -> list[bytes]:
    rng = random.Random(7)
    small = [point_of_order(order, rng) for order in (10069, 5864401)]
    mixed = [plus(point, g2(3)) for point in small]
    outside = [g2_bytes(point) for point in (*small, *mixed, random_twist_point(rng))]
    good = g2_bytes(g2())
    words = [good[start : start + 32] for start in range(0, 128, 32)]
    beyond = [[word(int.from_bytes(w, "big") + P * (i == j)) for j, w in enumerate(words)] for i in range(4)]
    beyond_infinity = [[word(P * (i == j)) for j in range(4)] for i in range(4)]
    swapped = words[1] + words[0] + words[3] + words[2]
    off = [swapped, good[:-1] + b"\0", word(1) * 4, good[:64] + bytes(64), b"\xff" * 128]
    return [*outside, *off, *map(b"".join, beyond), *map(b"".join, beyond_infinity)]


def test_bad_points_fail_wherever_they_stand(ecpairing: Callable[[bytes], bool]) -> None:
    good = encode([(1, 1), (N - 1, 1)])
    bad_g1 = [point_bytes(point) for point in (*OFF_CURVE, *OUT_OF_FIELD)]
    bad = [p + q for p in (point_bytes(G), bytes(64)) for q in bad_g2_points()]
    bad += [p + q for p in bad_g1 for q in (g2_bytes(g2()), bytes(128))]
    for pair in bad:
        for data in (pair, good + pair, pair + good):
            with pytest.raises(InvalidPoint):
                ecpairing(data)


def test_edges_agree_with_the_spec() -> None:
    oracle = spec_call("ecpairing", "cancun")
    calls = [b"", bytes(192), bytes(100), encode([(2, 3), (N - 6, 1)]), encode([(2, 3), (6, 1)])]
    calls += [point_bytes(G) + q for q in bad_g2_points()]
    for data in calls:
        try:
            given = run("ecpairing", data, "cancun").output
        except PrecompileFailure:
            given = None
        assert given == oracle(data).output, data.hex()


def test_gas() -> None:
    for pairs in (0, 1, 3):
        data = bytes(192 * pairs)
        for fork in ("byzantium", "petersburg"):
            assert run("ecpairing", data, fork).gas == 100_000 + 80_000 * pairs
        for fork in ("istanbul", "osaka"):
            assert run("ecpairing", data, fork).gas == 45_000 + 34_000 * pairs


def test_published_vectors(shared_fixtures: Path) -> None:
    vectors = json.loads((shared_fixtures / "precompile-vectors" / "bn256Pairing.json").read_text())
    assert len(vectors) == 14
    for vector in vectors:
        result = run(0x08, bytes.fromhex(vector["Input"]), "istanbul")
        assert result.output.hex() == vector["Expected"], vector["Name"]
        assert result.gas == vector["Gas"], vector["Name"]
