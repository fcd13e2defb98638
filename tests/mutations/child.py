"""The selected tests over a copy of the package, in a process of their own: what became of them, as JSON.

Run as `child.py TREE FILE TEST ...`: the last line of output is a `workbench.Outcome`.
"""

import json
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

PACKAGE = "evm_precompiles_plus"
# A mutation that has one of these is no bug of the arithmetic but a text that does not fit.
BROKEN = (SyntaxError, ImportError, NameError)


class Failures:
    """What failed, as lines: the test, and its exception."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.broken: list[str] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.failed and call.excinfo:
            line = f"{item.nodeid}: {call.excinfo.typename}"
            (self.broken if isinstance(call.excinfo.value, BROKEN) else self.lines).append(line)
        return report


def loaded_files() -> list[str]:
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == PACKAGE]
    return [str(module.__file__) for module in modules]


def main(tree: str, tests: list[str]) -> dict[str, Any]:
    sys.path.insert(0, tree)
    failures = Failures()
    options = ["-x", "-q", "-p", "no:cacheprovider", "--rootdir", tree, "-c", f"{tree}/pyproject.toml"]
    status = pytest.main([*options, *tests], plugins=[failures])
    foreign = [file for file in loaded_files() if not Path(file).is_relative_to(tree)]
    loaded = [str(Path(file).relative_to(tree)) for file in loaded_files() if file not in foreign]
    return {
        "status": int(status),
        "failures": failures.lines,
        "broken": failures.broken,
        "loaded": loaded,
        "foreign": foreign,
    }


if __name__ == "__main__":
    print("\n" + json.dumps(main(sys.argv[1], sys.argv[2:])))
