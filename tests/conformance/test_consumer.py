"""Our client of `consume direct`, in a stand-in for the framework that has what the client touches."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from evm_precompiles_plus.conformance import client, loader
from evm_precompiles_plus.conformance.consumer import FixtureFailed, consume

Json = dict[str, Any]
NAME = "ecadd/points::double"
BUNDLED = Path(__file__).parents[2] / "fixtures"
CHAINS = BUNDLED / "blockchain_tests/rules/system_contracts.json"


class Framework(ModuleType):
    """`execution_testing.client_clis`: its base class registers each tool with the formats that it takes."""

    def __init__(self) -> None:
        super().__init__("execution_testing.client_clis")
        self.tools: list[Any] = []
        tools = self.tools

        class FixtureConsumerTool:
            def __init_subclass__(cls, *, fixture_formats: list[object]) -> None:
                tools.append((cls, fixture_formats))

            def __init__(self, *, binary: Path | None = None) -> None:
                self.binary = binary

        self.FixtureConsumerTool = FixtureConsumerTool


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The client's class, as the framework has it, and the two formats of fixtures."""
    framework, fixtures = Framework(), ModuleType("execution_testing.fixtures")
    fixtures.StateFixture, fixtures.BlockchainFixture = object(), object()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "execution_testing.fixtures", fixtures)
    client._register(framework)
    [(registered, formats)] = framework.tools
    assert formats == [fixtures.StateFixture, fixtures.BlockchainFixture]
    return registered, *formats


@pytest.fixture
def spoilt(state_test: Json, write: Callable[..., Path]) -> Iterator[Path]:
    """Two tests in a file, the second with another root than the right one."""
    wrong = copy.deepcopy(state_test)
    wrong["post"]["Osaka"][0]["hash"] = "0x" + "11" * 32
    yield write("tests.json", **{NAME: state_test, "wrong": wrong})


def test_the_kinds_are_the_runners(tool: Any, spoilt: Path) -> None:
    registered, state, chain = tool
    registered().consume_fixture(state, spoilt, NAME)
    registered().consume_fixture(chain, CHAINS)
    with pytest.raises(FixtureFailed, match="no blockchain_test"):
        registered().consume_fixture(chain, spoilt, NAME)
    assert {loader.STATE_TEST, loader.BLOCK_TEST} == {"state_test", "blockchain_test"}


def test_the_frameworks_other_commands_do_not_load_the_runner() -> None:
    code = (
        "import sys; from evm_precompiles_plus.conformance.client import offer; offer(); "
        "assert not {'eth', 'pydantic', 'evm_precompiles_plus.conformance.consumer'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_one_test_of_a_file_or_all_of_it(spoilt: Path) -> None:
    consume("state_test", spoilt, NAME)
    for name in ("wrong", None):
        with pytest.raises(FixtureFailed, match=r"wrong \[Osaka.*post state root mismatch"):
            consume("state_test", spoilt, name)
    with pytest.raises(FixtureFailed, match="no state_test another"):
        consume("state_test", spoilt, "another")


def test_a_test_that_cannot_be_read_is_a_failure(state_test: Json, write: Callable[..., Path]) -> None:
    state_test["transaction"]["gasLimit"] = ["lots"]
    with pytest.raises(FixtureFailed, match="gasLimit"):
        consume("state_test", write("tests.json", **{NAME: state_test}), NAME)


def test_a_fork_of_no_vm_is_skipped(state_test: Json, write: Callable[..., Path]) -> None:
    state_test["post"] = {"Verkle": state_test["post"]["Osaka"]}
    with pytest.raises(pytest.skip.Exception, match="no VM: unknown fork 'Verkle'"):
        consume("state_test", write("tests.json", **{NAME: state_test}), NAME)


def test_what_changed_is_read_anew(state_test: Json, write: Callable[..., Path], spoilt: Path) -> None:
    with pytest.raises(FixtureFailed):
        consume("state_test", spoilt, "wrong")
    time = spoilt.stat().st_mtime_ns
    spoilt.write_text(json.dumps({"wrong": state_test}))
    assert spoilt.stat().st_mtime_ns != time
    consume("state_test", spoilt, "wrong")


@pytest.mark.parametrize("name", [NAME, "wrong"])
def test_the_dump_has_a_command_that_fails_as_the_test_did(name: str, spoilt: Path, tmp_path: Path) -> None:
    dump = tmp_path / "dump" / name.replace("/", "_")
    failed = 0
    try:
        consume("state_test", spoilt, name, dump)
    except FixtureFailed as error:
        failed = 1
        assert (dump / "consume_direct_stderr.txt").read_text() == f"{error}\n"
    assert (dump / "consume_direct_returncode.txt").read_text() == str(failed)
    beside_python = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    again = subprocess.run(
        [dump / "consume_direct.sh"], env=beside_python, capture_output=True, text=True, timeout=120
    )
    assert again.returncode == failed
    assert {case["name"] for case in json.loads(again.stdout)} == {name}


def test_traces_are_a_file_for_each_case(tool: Any, spoilt: Path, tmp_path: Path) -> None:
    registered, state, chain = tool
    registered(trace=True).consume_fixture(state, spoilt, NAME, tmp_path / "state")
    files = sorted(path.name for path in (tmp_path / "state").glob("trace-*.jsonl"))
    assert files == ["trace-0.jsonl", "trace-1.jsonl"]
    for name in files:
        steps = [json.loads(line) for line in (tmp_path / "state" / name).read_text().splitlines()]
        assert {"pc", "op", "gas", "gasCost", "depth", "stack"} <= set(steps[0])
        assert steps[0]["pc"] == 0
    registered(trace=True).consume_fixture(chain, CHAINS, None, tmp_path / "chain")
    assert all(path.stat().st_size for path in (tmp_path / "chain").glob("trace-*.jsonl"))
    registered(trace=False).consume_fixture(state, spoilt, NAME, tmp_path / "none")
    assert not list((tmp_path / "none").glob("trace-*"))
