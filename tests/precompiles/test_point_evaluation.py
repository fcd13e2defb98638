"""Point evaluation: proofs made with the setup, what must fail, and one loading under threads."""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import ckzg
import pytest
from calls import word

from evm_precompiles_plus import InvalidInput, run
from evm_precompiles_plus.eels.spec import spec_call
from evm_precompiles_plus.precompiles import point_evaluation

MODULUS = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
INFINITY = b"\xc0" + bytes(47)


def call_data(z: bytes, y: bytes, commitment: bytes, proof: bytes) -> bytes:
    return b"\1" + sha256(commitment).digest()[1:] + z + y + commitment + proof


@pytest.fixture(scope="module")
def proven() -> bytes:
    """A call whose proof holds, for a polynomial of full degree."""
    setup = point_evaluation.trusted_setup()
    rng = random.Random(4844)
    blob = b"".join(word(rng.randrange(MODULUS)) for _ in range(4096))
    z = word(rng.randrange(MODULUS))
    proof, y = ckzg.compute_kzg_proof(blob, z, setup)
    return call_data(z, y, ckzg.blob_to_kzg_commitment(blob, setup), proof)


def test_a_proof_that_holds(proven: bytes) -> None:
    result = run("point_evaluation", proven, "cancun")
    assert result == (word(4096) + word(MODULUS), 50_000, "ckzg")
    assert result[:2] == spec_call("point_evaluation", "cancun")(proven)[:2]


def test_constant_polynomials() -> None:
    for z in (0, 1, MODULUS - 1):
        assert run("point_evaluation", call_data(word(z), word(0), INFINITY, INFINITY)).gas == 50_000


def changed(data: bytes, position: int) -> bytes:
    return data[:position] + bytes([data[position] ^ 1]) + data[position + 1 :]


def test_any_changed_part_fails(proven: bytes) -> None:
    for position in (0, 1, 31, 63, 95, 96, 100, 143, 144, 150, 191):
        with pytest.raises(InvalidInput):
            run("point_evaluation", changed(proven, position))
    # With the hash made to fit again it is the proof that does not hold.
    z, y, commitment, proof = proven[32:64], proven[64:96], proven[96:144], proven[144:]
    for data in (
        call_data(z, y, INFINITY, proof),
        call_data(z, y, commitment, INFINITY),
        call_data(y, z, commitment, proof),
        call_data(z, y, proof, commitment),
    ):
        with pytest.raises(InvalidInput, match="does not hold"):
            run("point_evaluation", data)


def test_numbers_and_points_out_of_range_fail() -> None:
    above = (word(MODULUS), b"\xff" * 32)
    bad_points = (bytes(48), b"\xff" * 48, b"\x80" + bytes(47), b"\xc0" + bytes(46) + b"\1")
    calls = [call_data(number, word(0), INFINITY, INFINITY) for number in above]
    calls += [call_data(word(0), number, INFINITY, INFINITY) for number in above]
    calls += [call_data(word(0), word(0), point, INFINITY) for point in bad_points]
    calls += [call_data(word(0), word(0), INFINITY, point) for point in bad_points]
    for data in calls:
        with pytest.raises(InvalidInput):
            run("point_evaluation", data)


@pytest.mark.parametrize("size", [0, 191, 193, 384])
def test_wrong_length_fails(size: int) -> None:
    with pytest.raises(InvalidInput, match="192"):
        run("point_evaluation", bytes(size))


@pytest.fixture
def count_loads(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    setup = point_evaluation.trusted_setup()
    loads = []

    def load(*arguments: Any) -> Any:
        loads.append(arguments)
        time.sleep(0.05)  # long enough for every thread to get here, if they can
        return setup

    monkeypatch.setattr(ckzg, "load_trusted_setup", load)
    point_evaluation.trusted_setup.cache_clear()
    return lambda: len(loads)


def test_setup_is_loaded_once_by_many_threads(count_loads: Callable[[], int]) -> None:
    data = call_data(word(3), word(0), INFINITY, INFINITY)
    with ThreadPoolExecutor(8) as threads:
        outputs = set(threads.map(lambda _: run("point_evaluation", data).output, range(24)))
    assert outputs == {word(4096) + word(MODULUS)}
    assert count_loads() == 1


def test_a_wrong_hash_needs_no_setup(count_loads: Callable[[], int]) -> None:
    with pytest.raises(InvalidInput, match="versioned hash"):
        run("point_evaluation", bytes(192))
    assert count_loads() == 0
