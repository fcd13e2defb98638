"""Where published fixtures are: `--shared-fixtures DIR`, or the variable EVM_PRECOMPILES_FIXTURES."""

import os
from pathlib import Path

import pytest

VARIABLE = "EVM_PRECOMPILES_FIXTURES"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shared-fixtures", metavar="DIR", help=f"published fixtures (or {VARIABLE}=DIR)")


@pytest.fixture(scope="session")
def shared_fixtures(pytestconfig: pytest.Config) -> Path:
    """The directory of published fixtures; tests that need it are skipped without."""
    given = pytestconfig.getoption("--shared-fixtures") or os.environ.get(VARIABLE)
    if not given:
        pytest.skip(f"no published fixtures: give --shared-fixtures DIR or {VARIABLE}=DIR")
    return Path(given).resolve(strict=True)
