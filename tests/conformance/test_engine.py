"""Engine fixtures: bundled chains whose blocks come as payloads, and what can be wrong about a payload."""

import copy
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rlp
from eth_hash.auto import keccak
from trie.hexary import HexaryTrie

from evm_precompiles_plus.conformance.blocktest import run_block_case
from evm_precompiles_plus.conformance.documents import Document
from evm_precompiles_plus.conformance.loader import BLOCK_TEST, BlockCase, Selection, cases_of, kind_of
from evm_precompiles_plus.conformance.statetest import FAILED, PASSED, Outcome

BUNDLED = Path(__file__).parents[2] / "fixtures/blockchain_tests/osaka"
# The header's fields that a payload has too, by their places.
HEADER = {
    "parentHash": 0,
    "feeRecipient": 2,
    "stateRoot": 3,
    "receiptsRoot": 5,
    "logsBloom": 6,
    "blockNumber": 8,
    "gasLimit": 9,
    "gasUsed": 10,
    "timestamp": 11,
    "extraData": 12,
    "prevRandao": 13,
    "baseFeePerGas": 15,
    "blobGasUsed": 17,
    "excessBlobGas": 18,
}
TRANSACTIONS_ROOT, BEACON_ROOT, REQUESTS_HASH, BLOB_HASHES = 4, 19, 20, 10
Json = dict[str, Any]


def hexed(value: bytes) -> str:
    return f"0x{value.hex()}"


def root_of(items: list[bytes]) -> bytes:
    trie = HexaryTrie({})
    for index, item in enumerate(items):
        trie[rlp.encode(index)] = item
    return bytes(trie.root_hash)


def payload(block: Json) -> Json:
    """Return a block without requests as `engine_newPayloadV4` takes it."""
    header, transactions, _, withdrawals = rlp.decode(bytes.fromhex(block["rlp"][2:]))
    assert withdrawals == []
    encoded = [entry if isinstance(entry, bytes) else rlp.encode(entry) for entry in transactions]
    # A block that was refused when it was filled has not these yet.
    header[REQUESTS_HASH] = hashlib.sha256(b"").digest()
    header[TRANSACTIONS_ROOT] = root_of(encoded)
    execution = {name: hexed(header[place]) for name, place in HEADER.items()} | {
        "blockHash": hexed(keccak(rlp.encode(header))),
        "transactions": [hexed(entry) for entry in encoded],
        "withdrawals": [],
    }
    blobs = [entry for entry in encoded if entry[:1] == b"\x03"]
    hashes = [hexed(found) for entry in blobs for found in rlp.decode(entry[1:])[BLOB_HASHES]]
    sent = {"params": [execution, hashes, hexed(header[BEACON_ROOT]), []], "newPayloadVersion": "4"}
    refused = {"validationError": block["expectException"]} if "expectException" in block else {}
    return sent | refused


def engine_test(test: Json) -> Json:
    shared = {
        name: value for name, value in test.items() if name not in ("blocks", "genesisRLP", "sealEngine")
    }
    return copy.deepcopy(shared) | {
        "_info": {"fixture-format": "blockchain_test_engine"},
        "engineNewPayloads": [payload(block) for block in test["blocks"]],
    }


def bundled_tests() -> dict[str, Json]:
    """The bundled chains without execution requests."""
    return {
        name: test
        for path in sorted(BUNDLED.rglob("*.json"))
        for name, test in json.loads(path.read_text()).items()
        if path.stem != "requests"
    }


@pytest.fixture
def blobs() -> Json:
    """A chain of payloads: the first has too many blobs and must be refused, the others are taken."""
    test = engine_test(bundled_tests()["osaka/eip7892/blob_schedule::most_blobs_osaka"])
    assert ["validationError" in sent for sent in test["engineNewPayloads"]] == [True, False, False]
    return test


def outcome_of(test: Json) -> Outcome:
    document = Document("x.json", json.dumps({"t": test}).encode())
    [case] = cases_of(document, Selection(kind=BLOCK_TEST))
    assert isinstance(case, BlockCase), case
    return run_block_case(case)


@pytest.mark.parametrize("name", bundled_tests())
def test_payloads_of_bundled_chains(name: str) -> None:
    outcome = outcome_of(engine_test(bundled_tests()[name]))
    assert (outcome.status, outcome.error) == (PASSED, "")


def _another_gas_used(sent: Json) -> None:
    sent["params"][0]["gasUsed"] = "0x5208"


def _another_hash(sent: Json) -> None:
    sent["params"][0]["blockHash"] = "0x" + 64 * "5"


def _another_request(sent: Json) -> None:
    sent["params"][3].append("0x00")


def _one_hash_less(sent: Json) -> None:
    sent["params"][1].pop()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (_another_gas_used, "INVALID_BLOCK_HASH"),
        (_another_hash, "INVALID_BLOCK_HASH"),
        (_another_request, "INVALID_BLOCK_HASH"),
        (_one_hash_less, "INVALID_VERSIONED_HASHES"),
    ],
)
def test_what_is_wrong_about_a_payload(spoil: Callable[[Json], None], reason: str, blobs: Json) -> None:
    bad = copy.deepcopy(blobs["engineNewPayloads"][1])
    spoil(bad)
    blobs["engineNewPayloads"].insert(1, bad)
    refused = outcome_of(blobs)
    assert refused.status == FAILED and refused.error.startswith("block 1: refused: ")
    bad["validationError"] = f"BlockException.{reason}"
    assert outcome_of(blobs).status == PASSED
    bad["validationError"] = "BlockException.INVALID_STATE_ROOT"
    error = outcome_of(blobs).error
    assert "block 1: refused for " in error and "expected BlockException.INVALID_STATE_ROOT" in error


def test_a_payload_that_a_server_answers_with_an_error_must_be_refused(blobs: Json) -> None:
    first, second, _ = blobs["engineNewPayloads"]
    del first["validationError"]
    first["errorCode"] = "-32602"
    assert outcome_of(blobs).status == PASSED
    second["errorCode"] = "-32602"
    assert outcome_of(blobs).error == "block 1: imported, expected a refusal"


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"preHash": ""}, "blockchain_test_engine_x"),
        ({"syncPayload": {}}, "blockchain_test_sync"),
        ({"setupEngineNewPayloads": []}, "blockchain_test_stateful_engine"),
        ({}, "blockchain_test_engine"),
    ],
)
def test_the_kinds_of_engine_fixtures(fields: Json, kind: str) -> None:
    assert kind_of({"engineNewPayloads": [], "pre": {}, **fields}) == kind


def test_a_payload_without_its_fields_is_a_problem_that_names_them(blobs: Json) -> None:
    del blobs["engineNewPayloads"][0]["params"][0]["blockHash"]
    [problem] = cases_of(Document("x.json", json.dumps({"t": blobs}).encode()), Selection(kind=BLOCK_TEST))
    assert "blockHash: Field required" in str(problem)
