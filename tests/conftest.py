"""Options and fixtures that several test modules share."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from taken_out import forget_vms

from evm_precompiles_plus.conformance.bundled import bundled_fixtures

Json = dict[str, Any]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names a directory of published fixtures; the environment may name it too."""
    parser.addoption(
        "--shared-fixtures",
        metavar="DIR",
        default=os.environ.get("EVM_PRECOMPILES_FIXTURES"),
        help="directory of published fixtures, for the tests that need it (also: EVM_PRECOMPILES_FIXTURES)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Have Ctrl-C raise: a shell that starts a run in the background has it ignored, in all children too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless `-m` says which tests are wanted."""
    if config.option.markexpr:
        return
    slow = [item for item in items if "slow" in item.keywords]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if "slow" not in item.keywords]


@pytest.fixture(scope="session")
def shared_fixtures(request: pytest.FixtureRequest) -> Path:
    """The directory of published fixtures; skips where none is named, fails where it is not there."""
    named = request.config.getoption("--shared-fixtures")
    if not named:
        pytest.skip("needs --shared-fixtures or EVM_PRECOMPILES_FIXTURES")
    directory = Path(named)
    assert directory.is_dir(), f"no directory of fixtures at {named}"
    return directory


@pytest.fixture
def vms_made_anew() -> Iterator[None]:
    """Forget the VM classes that a test has made without a rule."""
    yield
    forget_vms()


@pytest.fixture
def state_test() -> Json:
    """A bundled state test with one case on each of two forks, its `post` filled by the executable spec.

    The dictionary is the test's own, to be spoilt at will.
    """
    tests: Json = json.loads((bundled_fixtures() / "ecadd" / "points.json").read_text())
    test: Json = deepcopy(tests["ecadd/points::double"])
    assert {fork: len(posts) for fork, posts in test["post"].items()} == {"ConstantinopleFix": 1, "Osaka": 1}
    return test


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write tests as a fixture file, `write("a/b.json", name=test, ...)`, and return its path."""

    def write_file(file: str, /, **tests: object) -> Path:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(tests))
        return path

    return write_file
