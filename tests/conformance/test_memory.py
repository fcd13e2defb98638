"""No class is kept for each test that runs: a worker would grow without bound over a release."""

import copy
import gc
import json
from pathlib import Path
from typing import Any

import pytest
from eth.vm.base import VM

from evm_precompiles_plus.conformance.block_schema import BlockTest
from evm_precompiles_plus.conformance.blocktest import run_block_case
from evm_precompiles_plus.conformance.loader import BlockCase

BUNDLED = Path(__file__).parents[2] / "fixtures/blockchain_tests/osaka"
LATER_FIELDS = (
    "baseFeePerGas",
    "withdrawalsRoot",
    "blobGasUsed",
    "excessBlobGas",
    "parentBeaconBlockRoot",
    "requestsHash",
)
# How many VMs with schedules of their own are kept for tests that have the same.
KEPT = 64
Json = dict[str, Any]


def classes() -> int:
    """How many VM classes there are."""
    found: set[type[Any]] = set()
    waiting: list[type[Any]] = [VM]
    while waiting:
        derived = set(waiting.pop().__subclasses__()) - found
        found |= derived
        waiting += derived
    return len(found)


def run(test: Json) -> None:
    run_block_case(BlockCase("here", "test", BlockTest.model_validate(test)))


@pytest.fixture
def chain() -> Json:
    test = json.loads((BUNDLED / "eip7892/blob_schedule.json").read_text())
    found: Json = copy.deepcopy(test["osaka/eip7892/blob_schedule::from_osaka_to_bpo1"])
    return found | {"blocks": []}


@pytest.mark.parametrize(
    "network",
    [
        "Frontier",
        "Homestead",
        "London",
        "Paris",
        "Osaka",
        "BPO2",
        "HomesteadToDaoAt5",
        "OsakaToBPO1AtTime15k",
    ],
)
def test_a_chain_that_runs_again_makes_no_new_class(network: str, chain: Json) -> None:
    chain["network"] = network
    del chain["genesisRLP"]
    if network in ("Frontier", "Homestead", "HomesteadToDaoAt5"):
        for field in LATER_FIELDS:
            del chain["genesisBlockHeader"][field]
    run(chain)
    before = classes()
    for _ in range(3):
        run(chain)
    assert classes() == before


def test_chains_with_schedules_of_their_own_are_forgotten(chain: Json) -> None:
    gc.collect()
    before = classes()
    for target in range(1, 201):
        schedule = {"target": hex(target), "max": hex(2 * target), "baseFeeUpdateFraction": "0x5f5e10"}
        chain["config"]["blobSchedule"] = {"Osaka": schedule, "BPO1": schedule}
        run(chain)
    gc.collect()
    assert classes() <= before + 2 * KEPT
