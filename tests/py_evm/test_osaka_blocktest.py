"""`blocktest`: the bundled chains pass, and whatever is wrong about one shows."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rlp
from click.testing import CliRunner
from eth.chains.base import MiningChain
from eth.consensus import NoProofConsensus
from eth.db.atomic import AtomicDB
from eth.vm import forks
from osaka import KEY, SENDER

from evm_precompiles_plus import UnknownFork
from evm_precompiles_plus.cli import main
from evm_precompiles_plus.conformance.block_schema import BlockTest
from evm_precompiles_plus.conformance.blocktest import run_block_case
from evm_precompiles_plus.conformance.loader import BLOCK_TEST, BlockCase, Selection, iter_cases
from evm_precompiles_plus.conformance.networks import TIME, Network, parse_network
from evm_precompiles_plus.conformance.statetest import FAILED, PASSED, Outcome

BUNDLED = Path(__file__).parents[2] / "fixtures/blockchain_tests/osaka"
SCHEDULE = BUNDLED / "eip7892/blob_schedule.json"
Json = dict[str, Any]


def bundled(name: str) -> Json:
    """One of the bundled tests, by the end of its name."""
    for path in sorted(BUNDLED.rglob("*.json")):
        for key, test in json.loads(path.read_text()).items():
            if key.endswith(f"::{name}"):
                found: Json = copy.deepcopy(test)
                return found
    raise KeyError(name)


def outcome_of(test: Json, stock: bool = False) -> Outcome:
    return run_block_case(BlockCase("here", "test", BlockTest.model_validate(test)), stock)


@pytest.mark.parametrize(
    "path", sorted([*BUNDLED.rglob("*.json"), *BUNDLED.rglob("*.tar.gz")]), ids=lambda path: path.stem
)
def test_bundled_chains(path: Path) -> None:
    cases = list(iter_cases([path], Selection(kind=BLOCK_TEST)))
    assert cases
    for case in cases:
        assert isinstance(case, BlockCase)
        outcome = run_block_case(case)
        assert (outcome.status, outcome.error) == (PASSED, ""), outcome.name
        assert outcome.indexes == ()


def _no_reason(test: Json) -> None:
    for block in test["blocks"]:
        block.pop("expectException", None)


def _reason_for_all(test: Json) -> None:
    for block in test["blocks"]:
        block["expectException"] = "BlockException.RLP_STRUCTURES_ENCODING"


def _another_last_hash(test: Json) -> None:
    test["lastblockhash"] = test["genesisBlockHeader"]["hash"]


def _another_balance(test: Json) -> None:
    next(iter(test["postState"].values()))["balance"] = "0x01"


def _an_account_too_many(test: Json) -> None:
    test["postState"]["0x" + "77" * 20] = {"balance": "0x01", "code": "0x", "nonce": "0x00", "storage": {}}


def _another_genesis_state(test: Json) -> None:
    next(iter(test["pre"].values()))["balance"] = "0x01"


def _cut_block(test: Json) -> None:
    test["blocks"][-1]["rlp"] = test["blocks"][-1]["rlp"][:-2]


def _no_block(test: Json) -> None:
    test["blocks"][-1]["rlp"] = "0xc0"


FAULTS: list[tuple[Callable[[Json], None], str]] = [
    (_no_reason, "block 0: refused: "),
    (_reason_for_all, "block 0: refused for BLOCK_BLOB_GAS_EXCEEDED"),
    (_another_last_hash, "last block hash mismatch"),
    (_another_balance, "post state root mismatch"),
    (_an_account_too_many, "post state root mismatch"),
    (_another_genesis_state, "genesis: genesis has state root"),
    (_cut_block, "block 2: refused: "),
    (_no_block, "block 2: refused: "),
]


@pytest.mark.parametrize(("fault", "error"), FAULTS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_faulty_test_fails_and_says_where(fault: Callable[[Json], None], error: str) -> None:
    test = bundled("most_blobs_osaka")
    fault(test)
    outcome = outcome_of(test)
    assert outcome.status == FAILED
    assert outcome.error.startswith(error)


def test_the_fixture_sets_the_blob_schedule() -> None:
    test = bundled("most_blobs_osaka")
    assert outcome_of(test).status == PASSED
    test["config"]["blobSchedule"]["Osaka"]["max"] = "0x08"
    assert "is above the block's remaining" in outcome_of(test).error


OLDER = [
    forks.FrontierVM,
    forks.ByzantiumVM,
    forks.BerlinVM,
    forks.LondonVM,
    forks.ParisVM,
    forks.ShanghaiVM,
    forks.CancunVM,
]


def mined_test(vm_class: Any) -> Json:
    """A test of two blocks that py-evm mined itself: only its form is in question here."""
    vm = vm_class.configure(consensus_class=NoProofConsensus)
    chain_class: Any = MiningChain.configure(vm_configuration=((0, vm),), chain_id=1)
    is_merged = issubclass(vm_class, forks.ParisVM)
    sealed = {"difficulty": 0, "nonce": bytes(8)} if is_merged else {"difficulty": 131_072}
    account = {"balance": 10**20, "nonce": 0, "code": b"", "storage": {}}
    chain = chain_class.from_genesis(AtomicDB(), {"gas_limit": 5_000_000, **sealed}, {SENDER: account})
    unsigned = vm.create_unsigned_transaction(
        nonce=0, gas_price=10**10, gas=21_000, to=b"\x77" * 20, value=1, data=b""
    )
    mined = [chain.mine_all([unsigned.as_signed_transaction(KEY)])[0].imported_block, chain.mine_block()]
    return {
        "network": vm_class.fork,
        "genesisRLP": "0x" + rlp.encode(chain.get_canonical_block_by_number(0)).hex(),
        "pre": {"0x" + SENDER.hex(): {"balance": hex(10**20), "nonce": "0x0", "code": "0x", "storage": {}}},
        "blocks": [{"rlp": "0x" + rlp.encode(block).hex()} for block in mined],
        "lastblockhash": "0x" + mined[-1].hash.hex(),
        "postStateHash": "0x" + mined[-1].header.state_root.hex(),
    }


@pytest.mark.parametrize("stock", [False, True])
@pytest.mark.parametrize("vm_class", OLDER, ids=lambda vm_class: vm_class.fork)
def test_chains_of_older_forks(vm_class: Any, stock: bool) -> None:
    test = mined_test(vm_class)
    outcome = outcome_of(test, stock)
    assert (outcome.status, outcome.error) == (PASSED, "")
    test["postStateHash"] = test["lastblockhash"]
    assert outcome_of(test, stock).error.startswith("post state root mismatch")


def test_a_chain_of_prague_needs_the_system_contracts() -> None:
    """py-evm passes over the contracts of EIP-7002 and EIP-7251 where they are missing."""
    test = mined_test(forks.PragueVM)
    assert outcome_of(test, stock=True).status == PASSED
    assert outcome_of(test).error.startswith("block 0: refused: there is no system contract at 0x0000096")


def test_networks() -> None:
    assert parse_network("Osaka") == Network("osaka", "osaka")
    change = parse_network("PragueToOsakaAtTime15k")
    assert change == Network("prague", "osaka", 15_000, TIME)
    assert [change.fork_at(9, time, 0) for time in (0, 14_999, 15_000)] == ["prague", "prague", "osaka"]
    by_number = parse_network("BerlinToLondonAt5")
    assert [by_number.fork_at(number, 10**9, 0) for number in (4, 5)] == ["berlin", "london"]
    assert parse_network("BPO1ToBPO2AtTime15k")[:2] == ("bpo1", "bpo2")
    assert parse_network("BPO2ToBPO3AtTime15k")[:2] == ("bpo2", "bpo3")
    by_difficulty = parse_network("ArrowGlacierToParisAtDiffC0000")
    forks = [by_difficulty.fork_at(9, 9, total) for total in (0xBFFFF, 0xC0000)]
    assert forks == ["arrow_glacier", "paris"]
    assert parse_network("HomesteadToDaoAt5") == Network("homestead", "homestead", dao_fork=5)
    for unknown in ("Atlantis", "PragueToAtlantisAtTime15k", "PragueToOsaka"):
        with pytest.raises(UnknownFork):
            parse_network(unknown)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["blocktest", *arguments])


def test_the_command_line(tmp_path: Path) -> None:
    passed = run(str(SCHEDULE), "--json", "--fork", "bpo2")
    assert passed.exit_code == 0
    entries = json.loads(passed.stdout)
    assert [(entry["fork"], entry["pass"]) for entry in entries] == [
        ("BPO1ToBPO2AtTime15k", True),
        ("BPO2", True),
    ]
    faulty = tmp_path / "faulty.json"
    test = bundled("most_blobs_osaka")
    _another_last_hash(test)
    faulty.write_text(json.dumps({"t": test}))
    failed = run(str(faulty))
    assert failed.exit_code == 1
    assert "failed: t [Osaka]: last block hash mismatch" in failed.stderr
    assert "1 failed" in failed.stdout


def test_stock_py_evm_has_no_osaka() -> None:
    result = run(str(SCHEDULE), "--stock")
    assert result.exit_code == 1
    assert "5 passed over" in result.stdout


def test_state_tests_are_counted_and_not_run() -> None:
    result = run(str(BUNDLED.parents[1] / "state_tests/osaka/eip7939"))
    assert result.exit_code == 1
    assert "state_test not run" in result.stdout


def test_processes_give_the_same_report() -> None:
    alone, pooled = run(str(SCHEDULE), "--json"), run(str(SCHEDULE), "--json", "-j", "2")
    assert alone.stdout == pooled.stdout
    assert json.loads(alone.stdout)
