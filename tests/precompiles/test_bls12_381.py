"""BLS12-381 against the executable spec, whose arithmetic is py_ecc's, and the rules of EIP-2537."""

import random
from collections.abc import Callable, Iterator

import pytest
from bls12_points import INFINITY, OUTSIDE, N, bad_points, field, g1, g2
from calls import word
from ethereum.forks.prague.vm.precompiled_contracts import bls12_381 as spec

from evm_precompiles_plus import (
    BackendUnavailable,
    InvalidInput,
    InvalidPoint,
    registry,
    run,
)
from evm_precompiles_plus.backends.names import INSTALL_HINTS
from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.errors import PrecompileFailure
from evm_precompiles_plus.gas.bls12_381 import G1_DISCOUNTS, G2_DISCOUNTS
from evm_precompiles_plus.precompiles.bls12_381 import P

NAMES = ("g1add", "g1msm", "g2add", "g2msm", "pairing_check", "map_fp_to_g1", "map_fp2_to_g2")


def call(name: str, data: bytes) -> bytes | None:
    try:
        return run(f"bls12_{name}", data, "prague").output
    except PrecompileFailure:
        return None


def agree(name: str, data: bytes) -> bytes | None:
    """Make a call here and by the executable spec, and return the output that they agree on."""
    given, right = call(name, data), spec_call(f"bls12_{name}", "prague")(data)
    assert given == right.output, (name, data.hex())
    if given is not None:
        assert run(f"bls12_{name}", data, "prague").gas == right.gas
    return given


@pytest.mark.parametrize(("group", "point"), [(1, g1), (2, g2)])
def test_additions(group: int, point: Callable[[int], bytes]) -> None:
    points = [INFINITY[group], point(1), point(2), point(N - 1), point(12345), OUTSIDE[group]]
    for left in points:
        for right in points:
            assert agree(f"g{group}add", left + right) is not None
    assert call(f"g{group}add", point(5) + point(N - 5)) == INFINITY[group]
    for bad in bad_points(group):
        assert agree(f"g{group}add", bad + points[1]) is None
        assert agree(f"g{group}add", points[0] + bad) is None


@pytest.mark.parametrize(("group", "point"), [(1, g1), (2, g2)])
def test_multi_scalar_multiplications(group: int, point: Callable[[int], bytes]) -> None:
    rng = random.Random(2537)
    name = f"g{group}msm"
    for scalar in (0, 1, 2, N - 1, N, N + 1, 2**255, 2**256 - 1, rng.getrandbits(256)):
        assert agree(name, point(7) + word(scalar)) == point(7 * scalar)
        assert agree(name, INFINITY[group] + word(scalar)) == INFINITY[group]
    for count in (2, 3, 5):
        scalars = [(rng.randrange(N), rng.getrandbits(256)) for _ in range(count)]
        data = b"".join(point(a) + word(k) for a, k in scalars)
        assert agree(name, data) == point(sum(a * k for a, k in scalars))
        assert call(name, data + INFINITY[group] + word(9)) == call(name, data)
    good = point(3) + word(4)
    for bad in (OUTSIDE[group], *bad_points(group)):
        for scalar in (0, 1):
            assert call(name, bad + word(scalar)) is None
            assert call(name, good + bad + word(scalar)) is None
    assert agree(name, OUTSIDE[group] + word(1)) is None


def test_many_terms() -> None:
    rng = random.Random(128)
    for group, point in ((1, g1), (2, g2)):
        scalars = [(rng.randrange(1, 9), rng.getrandbits(256)) for _ in range(130)]
        data = b"".join(point(a) + word(k) for a, k in scalars)
        assert call(f"g{group}msm", data) == point(sum(a * k for a, k in scalars))


def test_pairings() -> None:
    pair = g1(2) + g2(3)
    inverse = g1(N - 6) + g2(1)
    assert agree("pairing_check", pair + inverse) == word(1)
    assert agree("pairing_check", pair) == word(0)
    for neutral in (INFINITY[1] + g2(5), g1(5) + INFINITY[2], INFINITY[1] + INFINITY[2]):
        assert agree("pairing_check", neutral) == word(1)
        assert call("pairing_check", neutral + pair + inverse) == word(1)
        assert call("pairing_check", pair + neutral) == word(0)
    rng = random.Random(3)
    for _ in range(10):
        scalars = [(rng.randrange(N), rng.randrange(N)) for _ in range(3)]
        last = -sum(a * b for a, b in scalars) % N
        data = b"".join(g1(a) + g2(b) for a, b in scalars)
        assert call("pairing_check", data + g1(last) + g2(1)) == word(1)
        assert call("pairing_check", data + g1(last) + g2(2)) == word(0)


def test_pairings_refuse_bad_points() -> None:
    good = g1(2) + g2(3)
    for bad in (OUTSIDE[1], *bad_points(1)):
        for other in (g2(1), INFINITY[2]):
            assert call("pairing_check", bad + other) is None
            assert call("pairing_check", good + bad + other) is None
    for bad in (OUTSIDE[2], *bad_points(2)):
        for first in (g1(1), INFINITY[1]):
            assert call("pairing_check", first + bad) is None
            assert call("pairing_check", first + bad + good) is None
    assert agree("pairing_check", OUTSIDE[1] + g2(1)) is None
    assert agree("pairing_check", g1(1) + OUTSIDE[2]) is None


def test_maps() -> None:
    rng = random.Random(9380)
    numbers = [0, 1, 2, P - 1, *(rng.randrange(P) for _ in range(4))]
    for number in numbers:
        assert agree("map_fp_to_g1", field(number)) is not None
        assert agree("map_fp2_to_g2", field(number) + field(rng.choice(numbers))) is not None
    for number in (P, P + 1, 2**384 - 1, 2**384, 2**511):
        assert agree("map_fp_to_g1", field(number)) is None
        assert agree("map_fp2_to_g2", field(number) + field(0)) is None
        assert agree("map_fp2_to_g2", field(0) + field(number)) is None


@pytest.mark.parametrize("name", NAMES)
def test_wrong_lengths_fail(name: str) -> None:
    one = {"g1msm": 160, "g2msm": 288, "pairing_check": 384, "g1add": 256, "g2add": 512}
    size = one.get(name, 64 if name == "map_fp_to_g1" else 128)
    for wrong in (0, 1, size - 1, size + 1, size // 2):
        with pytest.raises(InvalidInput):
            run(f"bls12_{name}", bytes(wrong), "prague")
    is_list = name in ("g1msm", "g2msm", "pairing_check")
    assert (call(name, bytes(2 * size)) is not None) == is_list


def gas(name: str, size: int, count: int) -> int:
    bound = registry.find(f"bls12_{name}", "prague")
    return bound.gas(bound.decode(bytes(size * count)))


def test_discounts_are_the_specs() -> None:
    assert list(G1_DISCOUNTS) == spec.G1_K_DISCOUNT
    assert list(G2_DISCOUNTS) == spec.G2_K_DISCOUNT
    for count, discount in ((1, 1000), (2, 949), (3, 848), (128, 519), (129, 519), (4096, 519)):
        assert gas("g1msm", 160, count) == count * 12_000 * discount // 1000
    for count, discount in ((1, 1000), (2, 1000), (3, 923), (128, 524), (129, 524), (4096, 524)):
        assert gas("g2msm", 288, count) == count * 22_500 * discount // 1000


def test_pairing_gas() -> None:
    assert [gas("pairing_check", 384, count) for count in (1, 2, 10)] == [70_300, 102_900, 363_700]


def test_they_begin_with_prague() -> None:
    for address in range(0x0B, 0x12):
        assert registry.find(address, "prague").name == f"bls12_{NAMES[address - 0x0B]}"
        assert address not in registry.bound_table("cancun")


def test_points_say_what_is_wrong_with_them() -> None:
    with pytest.raises(InvalidPoint, match="not on"):
        run("bls12_g1add", field(1) * 4)
    with pytest.raises(InvalidPoint, match="prime order"):
        run("bls12_g1msm", OUTSIDE[1] + word(1))
    with pytest.raises(InvalidPoint, match="not below"):
        run("bls12_map_fp_to_g1", field(P))


@pytest.fixture
def without_arkworks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def why_missing(name: str) -> str:
        return f"backend {name!r} is not available here; try: {INSTALL_HINTS[name]}"

    table = [
        row._replace(why_missing=lambda: why_missing("arkworks")) if row.name.startswith("bls12") else row
        for row in registry.TABLE
    ]
    caches = (registry.bound_table, registry.find)
    monkeypatch.setattr(registry, "TABLE", tuple(table))
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def test_without_the_library_the_rows_are_left_out(without_arkworks: None) -> None:
    assert not set(range(0x0B, 0x12)) & set(registry.bound_table("osaka"))
    assert registry.bound_table("osaka")[0x0A].name == "point_evaluation"
    for wanted in ("bls12_g1add", 0x0B, "0x11"):
        with pytest.raises(BackendUnavailable, match="pip install py-arkworks-bls12381"):
            registry.find(wanted, "osaka")
