"""Comparing reports, and our report with the one of the executable spec."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from evm_precompiles_plus import cli
from evm_precompiles_plus.conformance.bundled import bundled_fixtures
from evm_precompiles_plus.conformance.report_diff import ReportError, changes, line_of, read_report

Json = dict[str, Any]
ROOT, OTHER = "0x" + 32 * "11", "0x" + 32 * "22"


def entry(name: str, passed: bool = True, **more: str) -> Json:
    return {"name": name, "pass": passed, "fork": "Osaka", "stateRoot": ROOT, **more}


def write_report(path: Path, *entries: Json) -> Path:
    path.write_text(json.dumps(entries))
    return path


def diff(old: Path, new: Path) -> list[str]:
    return [line_of(change) for change in changes(read_report(old), read_report(new))]


def test_every_kind_of_change(tmp_path: Path) -> None:
    old = write_report(
        tmp_path / "old.json",
        entry("same"),
        entry("breaks"),
        entry("heals", passed=False, error="boom"),
        entry("other root", passed=False, error="x"),
        entry("other error", passed=False, error="x"),
        entry("goes"),
        entry("twice"),
        entry("twice"),
    )
    new = write_report(
        tmp_path / "new.json",
        entry("twice"),
        entry("twice", passed=False),
        entry("comes"),
        entry("other error", passed=False, error="y"),
        entry("other root", passed=False, error="x", stateRoot=OTHER),
        entry("heals"),
        entry("breaks", passed=False, error="boom", stateRoot=OTHER),
        entry("same"),
    )
    assert diff(old, new) == [
        "breaks [Osaka 0]: passed -> failed (boom)",
        "comes [Osaka 0]: new, passed",
        "goes [Osaka 0]: gone, was passed",
        "heals [Osaka 0]: failed (boom) -> passed",
        "other error [Osaka 0]: still failed (y), was: x",
        f"other root [Osaka 0]: still failed (x), state root {ROOT} -> {OTHER}",
        "twice [Osaka 1]: passed -> failed",
    ]
    assert diff(old, old) == []


@pytest.mark.parametrize("text", ["", "{}", "[1]", '[{"name": "a"}]', "[{"])
def test_not_a_report(text: str, tmp_path: Path) -> None:
    path = tmp_path / "r.json"
    path.write_text(text)
    with pytest.raises(ReportError, match="is not a JSON report"):
        read_report(path)


def test_the_command(tmp_path: Path) -> None:
    old = str(write_report(tmp_path / "old.json", entry("a")))
    new = str(write_report(tmp_path / "new.json", entry("a", passed=False)))
    same = CliRunner().invoke(cli.main, ["report-diff", old, old])
    assert (same.exit_code, same.stdout) == (0, "nothing changed\n")
    other = CliRunner().invoke(cli.main, ["report-diff", old, new])
    assert (other.exit_code, other.stdout) == (1, "a [Osaka 0]: passed -> failed\n1 changed\n")
    (tmp_path / "broken.json").write_text("{")
    broken = CliRunner().invoke(cli.main, ["report-diff", old, str(tmp_path / "broken.json")])
    assert broken.exit_code == 1 and "is not a JSON report" in broken.stderr


def our_report(path: Path) -> list[Json]:
    report: list[Json] = json.loads(
        CliRunner().invoke(cli.main, ["statetest", "--json", "--fork", "osaka", str(path)]).stdout
    )
    return report


def spec_report(path: Path) -> list[Json]:
    pytest.importorskip("ethereum_spec_tools")
    command = [sys.executable, "-m", "ethereum_spec_tools.evm_tools", "statetest", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [found for found in json.loads(done.stdout) if found["fork"] == "Osaka"]


def assert_same_report(path: Path) -> None:
    """Name, fork, pass and state root are the same; the spec has its own words for errors."""
    ours, spec = our_report(path), spec_report(path)
    keys = ("name", "fork", "pass", "stateRoot")
    assert [[found[key] for key in keys] for found in ours] == [
        [found[key] for key in keys] for found in spec
    ]
    assert ours, path


@pytest.mark.parametrize("file", ["ecadd/call_kinds.json", "osaka/eip7825/transaction_gas_cap.json"])
def test_our_report_is_that_of_the_executable_spec(file: str) -> None:
    assert_same_report(bundled_fixtures() / file)


@pytest.mark.slow
def test_our_report_is_that_of_the_executable_spec_for_all_of_osaka(shared_fixtures: Path) -> None:
    paths = [path for path in (shared_fixtures / "eest" / "osaka").rglob("*.json") if our_report(path)]
    assert len(paths) > 20
    for path in paths:
        assert_same_report(path)
