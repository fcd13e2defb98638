"""This package as a client of `consume direct`, in the framework of the executable spec's tests.

    consume direct --bin evm-precompiles-plus --input FIXTURES

The framework asks each client that it knows whether a program is its own, then gives it one test at a time.

**Spec** ethereum/execution-specs, packages/testing: `FixtureConsumerTool`.
**Cost** The framework's other commands load it too: the runner and py-evm come with the first test.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

from ..replacements import when_imported

_FRAMEWORK = "execution_testing.client_clis"


@cache
def offer() -> None:
    """Make the client known to the framework as soon as that is imported, as long as the process lives."""
    when_imported(_FRAMEWORK.__eq__, _register)


def _register(framework: Any) -> None:
    """Define the client: the framework registers each subclass of its tools."""
    from execution_testing.fixtures import BlockchainFixture, StateFixture

    kinds = {StateFixture: "state_test", BlockchainFixture: "blockchain_test"}

    tool: Any = framework.FixtureConsumerTool

    class EvmPrecompilesPlusConsumer(tool, fixture_formats=list(kinds)):  # type: ignore[misc, call-arg]
        """Runs state and blockchain tests by this package's runner, in the framework's process."""

        default_binary = Path("evm-precompiles-plus")
        detect_binary_pattern = re.compile(r"evm-precompiles-plus version\b")
        version_flag = "--version"

        def __init__(self, *, binary: Path | None = None, trace: bool = False) -> None:
            super().__init__(binary=binary)
            self.trace = trace

        def consume_fixture(
            self,
            fixture_format: Any,
            fixture_path: Path,
            fixture_name: str | None = None,
            debug_output_path: Path | None = None,
        ) -> None:
            """Run a test, or every test of a file; raises `FixtureFailed`, and skips a fork of no VM."""
            from .consumer import consume

            consume(kinds[fixture_format], fixture_path, fixture_name, debug_output_path, self.trace)
