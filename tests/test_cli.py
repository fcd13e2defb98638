"""The command line: exit statuses, what goes to which stream, and never a traceback."""

import csv
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from evm_precompiles_plus import cli
from evm_precompiles_plus.conformance.bundled import bundled_fixtures

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
    assert result.stderr.startswith(f"problem: {good.parent}/broken.json: cut short: no closing bracket")


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
        (["statetest", "--run", "(", "/"], "not a regular expression"),
        (["statetest", "--timeout", "0", "/"], "0.0 is not in the range x>0"),
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
    assert result.stdout == call("version").stdout
    assert re.fullmatch(r"evm-precompiles-plus version \S[^\n]*\n", result.stdout)
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


def test_run_takes_a_regular_expression(good: Path, bad: Path) -> None:
    assert call("statetest", "--run", "^g.+d$", good.parent).exit_code == 0
    assert call("statetest", "--run", "^oo", good.parent).stdout == "0 passed, 0 failed\n"


def test_names_on_standard_input_are_a_report_each(good: Path, bad: Path) -> None:
    names = f"{good}\n\n{bad}\n"
    result = CliRunner().invoke(cli.main, ["statetest", "--json"], input=names)
    decoder = json.JSONDecoder()
    first, end = decoder.raw_decode(result.stdout)
    second, _ = decoder.raw_decode(result.stdout[end:].lstrip())
    assert [entry["name"] for entry in first] == ["good", "good"]
    assert [entry["pass"] for entry in second] == [True, False]
    assert result.exit_code == 1


def test_the_state_diff_of_a_failure_is_shown(state_test: Json, write: Write) -> None:
    post = state_test["post"]["Osaka"][0]
    post["hash"] = "0x" + 32 * "ab"
    contract = "0x00000000000000000000000000000000000c0de0"
    post["state"][contract]["storage"] |= {"0x03": "0x01", "0x09": "0x07"}
    post["state"][contract]["balance"] = "0x0b"
    post["state"]["0x" + 20 * "77"] = {"nonce": "0x0", "balance": "0x1", "code": "0x", "storage": {}}
    del post["state"]["0x000000000000000000000000000000000c01ba5e"]
    lines = call("statetest", write("x.json", t=state_test)).stderr.splitlines()
    assert lines[1:] == [
        f"  {contract}: balance 10, want 11 (-1)",
        f"  {contract}: storage[0x3] 0x10f, want 0x1",
        f"  {contract}: storage[0x9] 0x0, want 0x7",
        "  0x000000000000000000000000000000000c01ba5e: exists, but should not (balance 130329, nonce 0)",
        f"  0x{20 * '77'}: does not exist, but should",
    ]


def test_a_trace_of_a_failure_follows_eip_3155(bad: Path) -> None:
    assert "opName" not in call("statetest", bad).stderr
    lines = call("statetest", "--trace", bad).stderr.splitlines()
    steps = [json.loads(line) for line in lines if line.startswith("{")]
    assert steps[0] == {
        "pc": 0,
        "op": 0x36,
        "gas": "0xf3c9f8",
        "gasCost": "0x2",
        "memSize": 0,
        "stack": [],
        "depth": 1,
        "returnData": "0x",
        "refund": 0,
        "opName": "CALLDATASIZE",
    }
    assert steps[-2]["opName"] == "STOP"
    assert steps[-1]["pass"] is False and steps[-1]["fork"] == "Osaka"
    # What a step costs is what the next one has less, except across the return of a call.
    for step, following in itertools.pairwise(steps[:-1]):
        if step["opName"] != "CALL":
            assert int(step["gas"], 16) - int(step["gasCost"], 16) == int(following["gas"], 16)


def test_csv_and_junit(good: Path, bad: Path, tmp_path: Path) -> None:
    (good.parent / "broken.json").write_text("{")
    table, junit = tmp_path / "t.csv", tmp_path / "j.xml"
    assert call("statetest", good.parent, "--csv", table, "--junit", junit).exit_code == 1
    rows = list(csv.DictReader(table.open()))
    assert [(row["name"], row["fork"], row["indexes"], row["status"]) for row in rows] == [
        ("", "", "", "problem"),
        ("good", "ConstantinopleFix", "0 0 0", "passed"),
        ("good", "Osaka", "0 0 0", "passed"),
        ("wrong", "ConstantinopleFix", "0 0 0", "passed"),
        ("wrong", "Osaka", "0 0 0", "failed"),
    ]
    suites = list(ElementTree.parse(junit).getroot())
    counts = [[suite.get(name) for name in ("tests", "failures", "errors", "skipped")] for suite in suites]
    assert counts == [["1", "0", "1", "0"], ["2", "0", "0", "0"], ["2", "1", "0", "0"]]
    failure = suites[2].find("testcase/failure")
    assert failure is not None and "state root mismatch" in str(failure.get("message"))


def test_a_report_that_cannot_be_written_is_one_line(good: Path) -> None:
    result = call("statetest", good, "--csv", "/no/such/place/x.csv")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1].startswith("Error: ")


def test_fail_fast_stops_at_the_first_failure(state_test: Json, bad: Path, write: Write) -> None:
    write("suite/z_after.json", after=state_test)
    for jobs in ("1", "2"):
        result = call("statetest", "--json", "--fail-fast", "-j", jobs, bad.parent)
        assert [entry["pass"] for entry in json.loads(result.stdout)] == [True, False]
        assert result.exit_code == 1


def test_slowest(good: Path, bad: Path) -> None:
    lines = call("statetest", good.parent, "--slowest", "3").stdout.splitlines()
    seconds = [
        float(match[1]) for line in lines if (match := re.match(r" *(\d+\.\d+) s  (good|wrong) \[", line))
    ]
    assert len(seconds) == 3 and seconds == sorted(seconds, reverse=True)


def test_resume_leaves_out_what_passed(good: Path, bad: Path, tmp_path: Path) -> None:
    resume = tmp_path / "resume"
    first = call("statetest", "--json", good.parent, "--resume", resume)
    second = call("statetest", "--json", good.parent, "--resume", resume)
    assert second.stdout == first.stdout and second.exit_code == 1
    again = call("statetest", good.parent, "--resume", resume)
    assert again.stdout.splitlines()[-1] == "3 passed (3 before), 1 failed"
    alone = call("statetest", good, "--resume", resume)
    assert alone.exit_code == 0 and alone.stdout.splitlines()[-1] == "2 passed (2 before), 0 failed"
    assert (
        call("statetest", good, "--stock", "--resume", resume).stdout.splitlines()[-1].startswith("1 passed,")
    )
    # Another content is another case, whatever its name.
    good.write_text(good.read_text() + "\n")
    assert call("statetest", good, "--resume", resume).stdout.splitlines()[-1] == "2 passed, 0 failed"


def test_a_file_that_is_none_to_resume_from(good: Path) -> None:
    result = call("statetest", good, "--resume", good)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: {good} is not a file to resume from")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_leaves_a_valid_report(jobs: str) -> None:
    arguments = [*MODULE, "statetest", "--json", "-j", jobs, str(bundled_fixtures())]
    pipe = subprocess.PIPE
    process = subprocess.Popen(arguments, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
    assert process.stdout is not None
    first = process.stdout.read(1)
    # The whole group gets it, as from a terminal.
    os.killpg(process.pid, signal.SIGINT)
    rest, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.splitlines()[-1:] == [b"interrupted"]
    assert b"Traceback" not in errors
    json.loads(first + rest)
    # The workers and the server that forked them end by themselves, when they notice.
    for _ in range(100):
        if not _group_lives(process.pid):
            return
        time.sleep(0.1)
    pytest.fail("a process of the run is still there")


def _group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
