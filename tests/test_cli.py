"""The command line: exit statuses, what goes to which stream, and no traceback for anything a person can do."""

import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evm_precompiles_plus import cli
from evm_precompiles_plus.bundled import bundled_fixtures

Json = dict[str, Any]
Write = Callable[..., Path]
MODULE = [sys.executable, "-m", "evm_precompiles_plus"]


def call(*arguments: object) -> Result:
    """Run a command in this process; an exception that is not an exit is a failure of the test."""
    result = CliRunner().invoke(cli.main, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def good(state_test: Json, write: Write) -> Path:
    return write("suite/good.json", good=state_test)


@pytest.fixture
def bad(state_test: Json, write: Write) -> Path:
    state_test["post"]["Osaka"][0]["hash"] = "0x" + 32 * "ab"
    return write("suite/wrong.json", wrong=state_test)


def test_all_pass(good: Path) -> None:
    result = call("statetest", good)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["suite", "fork", "passed", "failed", "passed", "over", "seconds"]
    assert [line.split()[1:5] for line in lines[1:3]] == [
        ["ConstantinopleFix", "1", "0", "0"],
        ["Osaka", "1", "0", "0"],
    ]
    assert lines[-1] == "2 passed, 0 failed"
    assert result.stderr == ""


def test_one_fails(good: Path, bad: Path) -> None:
    result = call("statetest", good.parent)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "3 passed, 1 failed"
    assert result.stderr.startswith("failed: wrong [Osaka d0 g0 v0]: post state root mismatch: got ")
    assert len(result.stderr.splitlines()) == 1


def test_json_is_what_geth_prints(good: Path, bad: Path) -> None:
    result = call("statetest", "--json", good.parent)
    assert result.exit_code == 1
    entries = json.loads(result.stdout)
    assert [(entry["name"], entry["fork"], entry["pass"]) for entry in entries] == [
        ("good", "ConstantinopleFix", True),
        ("good", "Osaka", True),
        ("wrong", "ConstantinopleFix", True),
        ("wrong", "Osaka", False),
    ]
    expected = json.loads(good.read_text())["good"]["post"]["Osaka"][0]["hash"]
    assert [entry["stateRoot"] for entry in entries[1::2]] == [expected, expected]
    assert [sorted(entry) for entry in entries[2:]] == [
        ["fork", "name", "pass", "stateRoot"],
        ["error", "fork", "name", "pass", "stateRoot"],
    ]
    assert "post state root mismatch" in entries[3]["error"]


def test_json_of_nothing_is_an_empty_list(good: Path) -> None:
    result = call("statetest", "--json", "--match", "no such test", good)
    assert json.loads(result.stdout) == []
    assert result.exit_code == 1


def test_selection(good: Path, bad: Path) -> None:
    directory = good.parent
    assert call("statetest", directory, "--match", "good").exit_code == 0
    assert call("statetest", directory, "--fork", "petersburg").exit_code == 0
    result = call("statetest", directory, "--fork", "osaka", "--fork", "ConstantinopleFix")
    assert result.stdout.splitlines()[-1] == "3 passed, 1 failed"


def test_stock_passes_over_the_forks_it_does_not_have(good: Path) -> None:
    result = call("statetest", "--stock", good)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "1 passed, 0 failed, 1 passed over"
    assert "passed over: good [Osaka d0 g0 v0]: no stock VM" in result.stderr
    assert call("statetest", "--stock", "--fork", "osaka", good).exit_code == 1


def test_two_processes_print_the_same(good: Path, bad: Path) -> None:
    one = call("statetest", "--json", good.parent)
    two = call("statetest", "--json", "-j", "2", good.parent)
    assert two.stdout == one.stdout and two.exit_code == one.exit_code == 1


def test_problems_are_named_and_the_rest_runs(good: Path) -> None:
    (good.parent / "broken.json").write_text(good.read_text()[:1000])
    result = call("statetest", good.parent)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "2 passed, 0 failed, 1 problem"
    assert result.stderr.startswith(f"problem: {good.parent}/broken.json: not JSON, or cut short")


def test_other_kinds_are_counted(good: Path, write: Write) -> None:
    write("suite/blocks.json", a={"blocks": []}, b={"blocks": []})
    result = call("statetest", good.parent)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "2 passed, 0 failed, 2 blockchain_test not run"


def test_an_archive(good: Path, tmp_path: Path) -> None:
    path = tmp_path / "release.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        archive.add(good, "state_tests/suite/good.json")
    result = call("statetest", path)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[1].split()[0] == "state_tests/suite"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["statetest"], "Missing argument 'PATH...'"),
        (["statetest", "/no/such/place"], "Path '/no/such/place' does not exist"),
        (["statetest", "--fork", "atlantis", "/"], "unknown fork 'atlantis'; choose from: frontier, "),
        (["statetest", "-j", "0", "/"], "0 is not in the range x>=1"),
        (["statetest", "--no-such-option", "/"], "No such option"),
        (["no-such-command"], "No such command 'no-such-command'"),
    ],
)
def test_usage_errors(arguments: list[str], line: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert line in result.stderr
    assert result.stdout == ""


def test_an_empty_directory_fails(tmp_path: Path) -> None:
    result = call("statetest", tmp_path)
    assert result.exit_code == 1
    assert "no .json file" in result.stderr


def test_version_and_help() -> None:
    result = call("--version")
    assert re.fullmatch(r"evm-precompiles-plus, version \S+\n", result.stdout)
    assert version("evm-precompiles-plus") in result.stdout
    assert "statetest" in call("--help").stdout
    assert "--fork" in call("statetest", "-h").stdout


def test_python_m_is_the_same_command(good: Path) -> None:
    done = subprocess.run([*MODULE, "statetest", good], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "2 passed, 0 failed"


def test_a_reader_that_goes_away_is_no_traceback(good: Path) -> None:
    command = f"'{sys.executable}' -m evm_precompiles_plus statetest --json '{bundled_fixtures() / 'ecadd'}'"
    done = subprocess.run(["sh", "-c", f"{command} | head -1"], capture_output=True, text=True)
    assert done.stdout == "[\n"
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_leaves_a_valid_report(jobs: str) -> None:
    arguments = [*MODULE, "statetest", "--json", "-j", jobs, str(bundled_fixtures())]
    process = subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    # The whole group gets it, as from a terminal.
    os.killpg(process.pid, signal.SIGINT)
    rest, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.splitlines()[-1:] == ["interrupted"]
    assert "Traceback" not in errors
    json.loads(first + rest)
    time.sleep(0.1)
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
