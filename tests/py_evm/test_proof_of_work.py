"""Ethash, which py-evm has wrong, against the executable spec on small caches and on a mined block."""

from random import Random

import pytest
from eth.consensus import NoProofConsensus
from eth.vm.forks import FrontierVM, ParisVM
from ethereum import ethash as spec
from ethereum.crypto.hash import Hash32
from ethereum_types.bytes import Bytes8
from ethereum_types.numeric import U32, Uint

from evm_precompiles_plus.py_evm.rules.blocks import proof_of_work
from evm_precompiles_plus.py_evm.rules.blocks.proof_of_work import EthashConsensus, hashimoto, make_cache
from evm_precompiles_plus.py_evm.rules.table import as_specified
from evm_precompiles_plus.py_evm.vms import subclass

_ROWS, _DATASET_ROWS = 101, 1009


def spec_cache(monkeypatch: pytest.MonkeyPatch, block: int) -> list[tuple[int, ...]]:
    monkeypatch.setattr(spec, "cache_size", lambda number: Uint(64 * _ROWS))
    return [tuple(int(word) for word in row) for row in spec.generate_cache(Uint(block))]


def words(cache: bytes) -> list[tuple[int, ...]]:
    return [proof_of_work._row(cache, row) for row in range(len(cache) // 64)]


@pytest.mark.parametrize("block", [1, 30_000, 90_001])
def test_a_cache_is_the_executable_spec_s(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_of_work, "_CACHE_ROWS", _ROWS + 1)
    monkeypatch.setattr(proof_of_work, "_CACHE_GROWTH", 0)
    cache, _ = proof_of_work._epoch.__wrapped__(block // 30_000)
    assert words(cache) == spec_cache(monkeypatch, block)


def test_a_hash_is_the_executable_spec_s() -> None:
    random = Random(1)
    cache = make_cache(random.randbytes(32), _ROWS)
    for _ in range(3):
        header, nonce = random.randbytes(32), random.randbytes(8)
        rows = tuple(tuple(map(U32, row)) for row in words(cache))
        expected = spec.hashimoto_light(Hash32(header), Bytes8(nonce), rows, Uint(128 * _DATASET_ROWS))
        assert hashimoto(cache, _DATASET_ROWS, header, nonce) == expected


@pytest.mark.parametrize("epoch", [0, 1, 2, 500])
def test_sizes_are_the_executable_spec_s(epoch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_of_work, "make_cache", lambda seed, rows: bytes(rows))
    cache, dataset_rows = proof_of_work._epoch.__wrapped__(epoch)
    block = Uint(30_000 * epoch + 7)
    assert 64 * len(cache) == spec.cache_size(block)
    assert 128 * dataset_rows == spec.dataset_size(block)


def test_whose_consensus_is_replaced() -> None:
    assert as_specified(FrontierVM).consensus_class is EthashConsensus
    for own in (subclass(FrontierVM, consensus_class=NoProofConsensus), ParisVM):
        assert as_specified(own).consensus_class is own.consensus_class
