"""`evm-precompiles-plus-evm` from outside, as goevmlab starts it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from evm_precompiles_plus.conformance.bundled import bundled_fixtures

FIXTURE = bundled_fixtures() / "ecadd" / "invalid.json"
PROGRAM = "from evm_precompiles_plus.conformance.as_geth import main; main()"


def evm(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", PROGRAM, *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=300)


def roots() -> list[str]:
    tests = json.loads(FIXTURE.read_text())
    return [post["hash"] for test in tests.values() for posts in test["post"].values() for post in posts]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--json", "--noreturndata", "--nomemory", "statetest", str(FIXTURE)),
        ("statetest", "--json", "--noreturndata", "--nomemory", str(FIXTURE)),
    ],
    ids=["before the command", "after it"],
)
def test_each_test_has_its_steps_and_then_its_root(arguments: tuple[str, ...]) -> None:
    run = evm(*arguments)
    lines = [json.loads(line) for line in run.stderr.splitlines()]
    assert run.returncode == 0
    assert [line["stateRoot"] for line in lines if "stateRoot" in line] == roots()
    assert list(lines[-1]) == ["stateRoot"]
    steps = [line for line in lines if "pc" in line]
    assert steps[0]["pc"] == 0 and all("stack" in step for step in steps)
    assert not any({"memory", "returnData"} & step.keys() for step in steps)
    assert [entry["stateRoot"] for entry in json.loads(run.stdout)] == roots()


def test_what_is_not_left_out_is_there() -> None:
    run = evm("--json", "--nostack", "statetest", str(FIXTURE))
    step = json.loads(run.stderr.splitlines()[0])
    assert {"memory", "returnData"} <= step.keys() and "stack" not in step


def test_files_come_one_by_one_on_standard_input() -> None:
    run = evm("--json", "--nomemory", "statetest", given=f"{FIXTURE}\n{FIXTURE}\n")
    found = [json.loads(line)["stateRoot"] for line in run.stderr.splitlines() if "stateRoot" in line]
    assert run.returncode == 0 and found == roots() * 2


def test_without_json_there_are_no_steps() -> None:
    run = evm("statetest", str(FIXTURE))
    assert (run.returncode, run.stderr) == (0, "")
    assert all(entry["pass"] for entry in json.loads(run.stdout))


def test_version_and_what_cannot_be_read(tmp_path: Path) -> None:
    assert evm("-v").stdout.startswith("evm-precompiles-plus version ")
    (tmp_path / "x.json").write_text("nothing")
    run = evm("statetest", str(tmp_path / "x.json"))
    assert run.returncode == 1 and run.stderr.startswith("problem: ")
