"""Blob schedules, the blob base fee and the excess blob gas, against the executable spec's."""

import random
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from eth.vm.forks import PragueVM
from eth.vm.forks.prague.blocks import PragueBlockHeader
from eth_typing import BlockNumber
from eth_utils import ValidationError
from osaka import SENDER, blob_hashes, execute, new_chain, signed

from evm_precompiles_plus.py_evm.osaka import OSAKA_VMS, BlobSchedule, OsakaVM
from evm_precompiles_plus.py_evm.rules.blocks.blob_schedule import blob_base_fee, next_excess_blob_gas

GAS_PER_BLOB = 131_072
FORKS = list(OSAKA_VMS)
BLOBBASEFEE_CODE = bytes.fromhex("4a5f5260205ff3")


def schedule_of(fork: str) -> BlobSchedule:
    vm_class: Any = OSAKA_VMS[fork]
    schedule: BlobSchedule = vm_class.blob_schedule()
    return schedule


def spec_gas(fork: str) -> Any:
    return import_module(f"ethereum.forks.{fork}.vm.gas")


def spec_excess(fork: str, excess: int, used: int, base_fee: int) -> int:
    blocks = import_module(f"ethereum.forks.{fork}.blocks")
    parent = object.__new__(blocks.Header)
    numeric = import_module("ethereum_types.numeric")
    object.__setattr__(parent, "excess_blob_gas", numeric.U64(excess))
    object.__setattr__(parent, "blob_gas_used", numeric.U64(used))
    object.__setattr__(parent, "base_fee_per_gas", numeric.Uint(base_fee))
    return int(spec_gas(fork).calculate_excess_blob_gas(parent))


def ours(fork: str, excess: int, used: int, base_fee: int) -> int:
    parent = PragueBlockHeader(
        difficulty=0,
        block_number=BlockNumber(1),
        gas_limit=60_000_000,
        timestamp=1,
        excess_blob_gas=excess,
        blob_gas_used=used,
        base_fee_per_gas=base_fee,
    )
    return next_excess_blob_gas(parent, schedule_of(fork))


def parents(schedule: BlobSchedule, count: int) -> Iterator[tuple[int, int, int]]:
    """Excess, used and base fee; half of them at, just above or just below one of the two thresholds."""
    rng = random.Random(7918)
    target = schedule.target * GAS_PER_BLOB
    for _ in range(count):
        used = rng.randrange(schedule.max + 1) * GAS_PER_BLOB
        excess = rng.choice([0, rng.randrange(2 * target), rng.randrange(40 * target)])
        base_fee = rng.choice([rng.randrange(100), rng.randrange(10**9), rng.randrange(10**12)])
        near = rng.choice([-1, 0, 1])
        threshold = rng.choice(["none", "none", "target", "reserve"])
        if threshold == "target":
            excess = max(0, target - used + near)
        elif threshold == "reserve":
            base_fee = max(0, 16 * blob_base_fee(excess, schedule) + near)
        yield excess, used, base_fee


@pytest.mark.parametrize("fork", FORKS)
def test_the_schedule_is_the_specs(fork: str) -> None:
    spec = spec_gas(fork)
    expected = (spec.BLOB_SCHEDULE_TARGET, spec.BLOB_SCHEDULE_MAX, spec.BLOB_BASE_FEE_UPDATE_FRACTION)
    assert schedule_of(fork) == tuple(map(int, expected))
    assert OSAKA_VMS[fork].fork == fork


@pytest.mark.parametrize("fork", FORKS)
def test_excess_blob_gas_of_5000_parents(fork: str) -> None:
    branches = {"zero": 0, "reserve": 0, "target": 0}
    target = schedule_of(fork).target * GAS_PER_BLOB
    for excess, used, base_fee in parents(schedule_of(fork), 5000):
        expected = spec_excess(fork, excess, used, base_fee)
        assert ours(fork, excess, used, base_fee) == expected
        subtracted = expected == excess + used - target
        branches["target" if subtracted else "reserve" if excess + used >= target else "zero"] += 1
    assert min(branches.values()) > 500


@pytest.mark.parametrize("fork", FORKS)
def test_the_blob_base_fee_is_the_specs(fork: str) -> None:
    rng = random.Random(4844)
    numeric = import_module("ethereum_types.numeric")
    for excess in [0, 1, *(rng.randrange(2**bits) for bits in range(1, 30) for _ in range(10))]:
        expected = int(spec_gas(fork).calculate_blob_gas_price(numeric.U64(excess)))
        assert blob_base_fee(excess, schedule_of(fork)) == expected


def test_a_parent_without_blob_fields_counts_as_empty() -> None:
    from eth.vm.forks.shanghai.blocks import ShanghaiBlockHeader

    parent = ShanghaiBlockHeader(difficulty=0, block_number=BlockNumber(1), gas_limit=5000, timestamp=1)
    assert next_excess_blob_gas(parent, schedule_of("osaka")) == 0


@pytest.mark.parametrize("fork", FORKS)
def test_blobbasefee_and_the_header_follow_the_fork(fork: str) -> None:
    excess = 100 * GAS_PER_BLOB
    chain = new_chain((0, OSAKA_VMS[fork]), excess_blob_gas=excess, base_fee_per_gas=7)
    vm = chain.get_vm()
    header = vm.get_header()
    assert header.excess_blob_gas == spec_excess(fork, excess, 0, 7)
    price = int.from_bytes(execute(vm, BLOBBASEFEE_CODE).output, "big")
    assert price == blob_base_fee(header.excess_blob_gas, schedule_of(fork)) > 1


def test_the_forks_differ_in_what_follows_from_one_parent() -> None:
    parent = (40 * GAS_PER_BLOB, 9 * GAS_PER_BLOB, 7)
    assert len({ours(fork, *parent) for fork in FORKS}) == len(FORKS)


def mined_blobs(fork: str, *counts: int) -> Any:
    """Mine one block with a blob transaction for each count; its header."""
    chain = new_chain((0, OSAKA_VMS[fork]))
    transactions = [
        signed("blob", nonce=nonce, blob_versioned_hashes=blob_hashes(count))
        for nonce, count in enumerate(counts)
    ]
    return chain.mine_all(transactions)[0].imported_block.header


@pytest.mark.parametrize(
    ("fork", "fits", "too_many"), [("osaka", (6, 3), (6, 4)), ("bpo1", (6, 6, 3), (6, 6, 4))]
)
def test_a_block_holds_as_many_blobs_as_the_schedule_says(
    fork: str, fits: tuple[int, ...], too_many: tuple[int, ...]
) -> None:
    assert mined_blobs(fork, *fits).blob_gas_used == sum(fits) * GAS_PER_BLOB
    with pytest.raises(ValidationError, match="above the block's remaining"):
        mined_blobs(fork, *too_many)


def test_bpo2_holds_21_blobs() -> None:
    assert mined_blobs("bpo2", 6, 6, 6, 3).blob_gas_used == 21 * GAS_PER_BLOB
    with pytest.raises(ValidationError, match="above the block's remaining"):
        mined_blobs("bpo2", 6, 6, 6, 4)


@pytest.mark.parametrize("field", ["excess_blob_gas", "blob_gas_used"])
def test_a_block_with_a_wrong_blob_field_is_not_imported(field: str) -> None:
    source = new_chain((0, OsakaVM), excess_blob_gas=20 * GAS_PER_BLOB)
    block = source.mine_all([signed("blob", max_fee_per_blob_gas=10**18)])[0].imported_block
    wrong = block.copy(header=block.header.copy(**{field: getattr(block.header, field) + GAS_PER_BLOB}))
    chain = new_chain((0, OsakaVM), excess_blob_gas=20 * GAS_PER_BLOB)
    with pytest.raises(ValidationError):
        chain.import_block(wrong)
    chain.import_block(block)
    assert chain.get_canonical_head() == block.header
    assert chain.get_vm().state.get_nonce(SENDER) == 1


def test_the_reserve_price_holds_across_the_fork() -> None:
    """The first Osaka block on a Prague parent: Prague would have let the excess fall to zero."""
    full: dict[str, Any] = {
        "excess_blob_gas": 6 * GAS_PER_BLOB,
        "blob_gas_used": 0,
        "base_fee_per_gas": 10**9,
    }
    prague = new_chain((0, PragueVM), **full).get_vm().get_header()
    osaka = new_chain((0, PragueVM), (1, OsakaVM), **full).get_vm().get_header()
    assert (prague.excess_blob_gas, osaka.excess_blob_gas) == (0, 6 * GAS_PER_BLOB)
