"""The precompiles in the tests of any project on py-evm: eth-tester, web3.py's tester, ape, titanoboa.

`pytest --evm-precompiles-plus`, or `evm_precompiles_plus = true` in the ini file, has them on for the whole
session, in each worker of pytest-xdist too; the fixture `evm_precompiles` has them on for one test.

**Cost** Nothing but this module's import while they are off: py-evm comes when they go on.
"""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from ..errors import PrecompilesError

_NAME = "evm_precompiles_plus"
_HELP = "run on the fast precompiles of evm_precompiles_plus"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option, and the ini key of the same name."""
    group = parser.getgroup("evm-precompiles-plus")
    group.addoption("--evm-precompiles-plus", action="store_true", dest=_NAME, help=_HELP)
    parser.addini(_NAME, _HELP, type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Switch the precompiles on where the session asks for them, and back when it ends."""
    if not _is_on(config):
        return
    try:
        _backends()
    except PrecompilesError as error:
        raise pytest.UsageError(str(error)) from error
    from ..py_evm.install import installed

    switch = ExitStack()
    switch.enter_context(installed())
    config.add_cleanup(switch.close)


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say in the header that the precompiles are on, and on which backends."""
    return f"evm-precompiles-plus: on, backends {', '.join(_backends())}" if _is_on(config) else None


@pytest.fixture
def evm_precompiles() -> Iterator[tuple[str, ...]]:
    """Have the precompiles on for one test; the value is the names of the backends, fastest first."""
    from ..py_evm.install import installed

    with installed():
        yield _backends()


def _is_on(config: pytest.Config) -> bool:
    return bool(config.getoption(_NAME) or config.getini(_NAME))


def _backends() -> tuple[str, ...]:
    """Return the named backend, or all that are there. Raises as `routing.get` does for the name."""
    from .. import routing

    named = routing.named()
    return (named,) if named else routing.active_backends()
