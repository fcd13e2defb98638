"""All backends against each other, py_ecc, the executable spec and plain integers."""

import random
from collections.abc import Iterator

import pytest
from calls import (
    EDGE_SCALARS,
    P,
    bn254_edge_calls,
    modexp_call,
    modexp_edge_calls,
    point_bytes,
    random_point,
    word,
)
from py_ecc import optimized_bn128
from small_curves import chord_and_tangent

from evm_precompiles_plus import InvalidPoint, routing, run
from evm_precompiles_plus.backends.base import Backend
from evm_precompiles_plus.call import HostAnswer
from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.errors import PrecompileFailure
from evm_precompiles_plus.registry import find

WITH_CURVE = routing.active_backends("ecmul")


@pytest.fixture(params=WITH_CURVE)
def backend(request: pytest.FixtureRequest) -> Backend:
    return routing.get(request.param)


def by_py_ecc(p: tuple[int, int] | None, k: int) -> bytes:
    if p is None:
        return bytes(64)
    point = (optimized_bn128.FQ(p[0]), optimized_bn128.FQ(p[1]), optimized_bn128.FQ.one())
    x, y = optimized_bn128.normalize(optimized_bn128.multiply(point, k))
    return word(x.n) + word(y.n)


def by_chord_and_tangent(left: bytes, right: tuple[int, int] | None) -> bytes:
    x, y = int.from_bytes(left[:32], "big"), int.from_bytes(left[32:], "big")
    return point_bytes(chord_and_tangent(P, (x, y) if x or y else None, right))


def test_2000_random_ecmuls_and_ecadds_agree_with_py_ecc() -> None:
    rng = random.Random(196)
    contestants = [routing.get(name) for name in WITH_CURVE]
    for round_number in range(2000):
        p = random_point(rng)
        k = (
            rng.choice(EDGE_SCALARS)
            if round_number % 20 == 0
            else rng.getrandbits(rng.choice([64, 128, 256]))
        )
        product = by_py_ecc(p, k)
        following = by_chord_and_tangent(product, p)
        for backend in contestants:
            assert backend.ecmul(point_bytes(p), word(k)) == product, (backend.name, p, k)
            assert backend.ecadd(product, point_bytes(p)) == following, (backend.name, p, k)


def run_on(backend: Backend, name: str, data: bytes) -> bytes | None:
    call = data[: 128 if name == "ecadd" else 96].ljust(128 if name == "ecadd" else 96, b"\0")
    try:
        return backend.ecadd(call[:64], call[64:]) if name == "ecadd" else backend.ecmul(call[:64], call[64:])
    except InvalidPoint:
        return None


def test_every_edge_of_eip196_agrees_with_the_spec(backend: Backend) -> None:
    for name, data in bn254_edge_calls():
        assert run_on(backend, name, data) == spec_call(name, "cancun")(data).output, (name, data.hex())


def answer(name: str, fork: str, data: bytes) -> HostAnswer:
    bound = find(name, fork)
    try:
        decoded = bound.decode(data)
        return HostAnswer(bound.execute(decoded)[0], bound.gas(decoded), None)
    except PrecompileFailure as failure:
        return HostAnswer(None, None, str(failure))


@pytest.mark.parametrize("fork", ["byzantium", "berlin", "osaka"])
def test_every_edge_of_eip198_agrees_with_the_spec(fork: str) -> None:
    oracle = spec_call("modexp", fork)
    for data in modexp_edge_calls():
        given, right = answer("modexp", fork, data), oracle(data)
        assert given[:2] == right[:2], data.hex()


def random_operands(rng: random.Random) -> Iterator[tuple[bytes, bytes, bytes]]:
    sizes = [1, 2, 3, 8, 9, 16, 24, 31, 32, 33, 48, 64, 65, 96, 128]
    for _ in range(2000):
        base, modulus = (rng.randbytes(rng.choice(sizes)) for _ in range(2))
        exponent = rng.choice([bytes([rng.randrange(5)]), b"\1\0\1", rng.randbytes(rng.choice(sizes[:-4]))])
        shift = rng.choice([0, 0, 1, 8, rng.randrange(8 * len(modulus))])
        even = (int.from_bytes(modulus, "big") >> shift << shift).to_bytes(len(modulus), "big")
        yield rng.choice([base, bytes(len(base)), b"\xff" * len(base)]), exponent, even


@pytest.mark.parametrize("name", routing.active_backends("modexp"))
def test_2000_random_modexps_agree_with_plain_integers(name: str) -> None:
    backend = routing.get(name)
    for base, exponent, modulus in random_operands(random.Random(198)):
        b, e, m = (int.from_bytes(operand, "big") for operand in (base, exponent, modulus))
        if m and (name != "native" or m < 2**256):
            assert backend.modexp(base, exponent, modulus) == pow(b, e, m).to_bytes(len(modulus), "big")


def test_2000_random_modexp_calls_agree_with_the_spec_and_plain_integers() -> None:
    oracle = spec_call("modexp", "prague")
    for base, exponent, modulus in random_operands(random.Random(2565)):
        b, e, m = (int.from_bytes(operand, "big") for operand in (base, exponent, modulus))
        data = modexp_call(base, exponent, modulus)
        given = answer("modexp", "prague", data)
        assert given.output == (pow(b, e, m) if m else 0).to_bytes(len(modulus), "big")
        assert given[:2] == oracle(data)[:2]


def test_precompile_names_its_backend() -> None:
    assert run("ecadd", b"").backend in routing.active_backends()
    assert run("modexp", b"").backend == "direct"
