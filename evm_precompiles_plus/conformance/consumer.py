"""What our client of `consume direct` does with a test: runs it here, and leaves what a person needs.

**Spec** ethereum/execution-specs, packages/testing: what the framework's clients dump.
"""

import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic_core import from_json, to_json

from ..errors import UnknownFork
from .blocktest import run_block_case, trace_block_case
from .documents import Document, Problem
from .loader import BLOCK_TEST, STATE_TEST, BlockCase, Case, Selection, cases_of, label_of
from .networks import fork_of, parse_network
from .statetest import PASSED, Outcome, run_case, trace_case

_COMMANDS = {STATE_TEST: "statetest", BLOCK_TEST: "blocktest"}


class FixtureFailed(Exception):
    """A test of a fixture did not pass; the message has a line for each case that failed, and why."""


def consume(kind: str, path: Path, name: str | None, dump: Path | None = None, trace: bool = False) -> None:
    """Run the tests of one kind in a file, or the one of this name; raise `FixtureFailed` if one fails.

    Into `dump` goes what a person needs to look further: the fixture, the result, the command that runs it
    again, and with `trace` the steps. A test on a fork that there is no VM for is skipped, as pytest does it.
    """
    cases = list(_cases(kind, path, name))
    lines = [line for case in cases for line in _faults(case)]
    if dump is not None:
        _dump(dump, kind, path, name, lines)
        if trace:
            _dump_traces(dump, cases)
    if not cases:
        raise FixtureFailed(f"{path}: no {kind} {name or ''}".rstrip())
    if lines:
        raise FixtureFailed("\n".join(lines))


def _cases(kind: str, path: Path, name: str | None) -> Iterator[Case | BlockCase | Problem]:
    tests = _tests(path, path.stat().st_mtime_ns)
    wanted = tests if name is None else {name: tests[name]} if name in tests else {}
    for key, test in wanted.items():
        _skip_unless_known(test)
        for item in cases_of(Document(str(path), to_json({key: test})), Selection(kind=kind)):
            if isinstance(item, Case | BlockCase | Problem):
                yield item


@lru_cache(maxsize=1)
def _tests(path: Path, modified: int) -> dict[str, Any]:
    """Read a file once: its tests come one by one, and a file may have thousands."""
    tests: dict[str, Any] = from_json(path.read_bytes())
    return tests


def _skip_unless_known(test: Any) -> None:
    import pytest

    try:
        if isinstance(test.get("network"), str):
            parse_network(test["network"])
        for fork in test.get("post", ()):
            fork_of(fork)
    except UnknownFork as error:
        pytest.skip(f"no VM: {error}")


def _faults(case: Case | BlockCase | Problem) -> Iterator[str]:
    if isinstance(case, Problem):
        yield f"{case.source}: {case.reason}"
        return
    outcome = _run(case)
    if outcome.status != PASSED:
        yield f"{label_of(outcome.name, outcome.fork, outcome.indexes)}: {outcome.error}"
        yield from outcome.details


def _run(case: Case | BlockCase) -> Outcome:
    return run_case(case) if isinstance(case, Case) else run_block_case(case)


def _dump(folder: Path, kind: str, path: Path, name: str | None, lines: Sequence[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / "fixtures.json"
    shutil.copyfile(path, copy)
    only = [] if name is None else ["--run", f"^{re.escape(name)}$"]
    command = shlex.join(["evm-precompiles-plus", _COMMANDS[kind], "--json", *only, str(copy)])
    script = folder / "consume_direct.sh"
    script.write_text(f"#!/bin/bash\n{command}\n")
    script.chmod(0o755)
    (folder / "consume_direct_returncode.txt").write_text(str(int(bool(lines))))
    (folder / "consume_direct_stdout.txt").write_text("passed\n" if not lines else "failed\n")
    (folder / "consume_direct_stderr.txt").write_text("".join(f"{line}\n" for line in lines))


def _dump_traces(folder: Path, cases: Sequence[Case | BlockCase | Problem]) -> None:
    for number, case in enumerate(cases):
        if isinstance(case, Problem):
            continue
        lines = trace_case(case) if isinstance(case, Case) else trace_block_case(case)
        with (folder / f"trace-{number}.jsonl").open("w") as file:
            file.writelines(f"{line}\n" for line in lines)
