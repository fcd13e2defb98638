"""The precompiles in the tests of any project on py-evm or on the executable spec.

`pytest --evm-precompiles-plus`, or `evm_precompiles_plus = true` in the ini file, has them on for the whole
session, in each worker of pytest-xdist too, in whichever host is imported; the fixture `evm_precompiles` has
them on for one test. A line at the end says how many calls came through.

The framework of the executable spec's tests, `consume direct`, gets this package as a client, on or off.

**Cost** Nothing but this module's import while they are off: a host's part comes with the host.
"""

from argparse import ArgumentError
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Any

import pytest

from ..errors import PrecompilesError
from .hosts import HOSTS, calls_so_far, require, switched_on

_NAME = "evm_precompiles_plus"
_HOST, _RATE = f"{_NAME}_host", f"{_NAME}_verify"
_HELP = "run on the fast precompiles of evm_precompiles_plus"
_HOST_HELP = f"{_HELP}, in this host only: {' or '.join(HOSTS)}"
_RATE_HELP = f"{_HELP}, and have this share of the calls, 0 to 1, computed by an independent backend too"

_CALLS = pytest.StashKey[Counter[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, and the ini keys of the same names."""
    group = parser.getgroup("evm-precompiles-plus")
    group.addoption("--evm-precompiles-plus", action="store_true", dest=_NAME, help=_HELP)
    group.addoption("--evm-precompiles-plus-host", choices=list(HOSTS), dest=_HOST, help=_HOST_HELP)
    group.addoption("--evm-precompiles-plus-verify", metavar="RATE", type=float, dest=_RATE, help=_RATE_HELP)
    parser.addini(_NAME, _HELP, type="bool", default=False)
    parser.addini(_HOST, _HOST_HELP, default="")
    parser.addini(_RATE, _RATE_HELP, default="")
    _offer_a_client()


@pytest.hookimpl(trylast=True)
def pytest_load_initial_conftests(parser: pytest.Parser) -> None:
    """Add the short option, if nobody else has one of that name."""
    group = parser.getgroup("evm-precompiles-plus")
    try:
        group.addoption("--verify", metavar="RATE", type=float, dest=_RATE, help=_RATE_HELP)
    except (ValueError, ArgumentError):  # the same group has it, another group has it
        return


def pytest_configure(config: pytest.Config) -> None:
    """Switch the precompiles on where the session asks for them, and back when it ends."""
    if not _is_on(config):
        return
    switch = ExitStack()
    config.add_cleanup(switch.close)
    try:
        switch.enter_context(_verified(config))
        _backends()
        names = _hosts(config)
    except (PrecompilesError, ValueError) as error:
        raise pytest.UsageError(str(error)) from error
    if "eels" in names and find_spec("ethereum_spec_tools") is not None:
        from ..eels.tools import prepare_once

        prepare_once()
    before = calls_so_far(names)
    config.stash[_CALLS] = Counter({name: -count for name, count in before.items()})
    switch.enter_context(switched_on(names))


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say in the header that the precompiles are on, on which backends, and where."""
    if not _is_on(config):
        return []
    where = " and in ".join(HOSTS[name].title for name in _hosts(config))
    return [
        f"evm-precompiles-plus: on, backends {', '.join(_backends())}",
        f"evm-precompiles-plus: in {where}, once imported",
    ]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Count what came through in this process; a worker of pytest-xdist hands it to its controller."""
    config = session.config
    calls = config.stash.get(_CALLS, None)
    if calls is None:
        return
    calls.update(calls_so_far(_hosts(config)))
    if hasattr(config, "workeroutput"):
        config.workeroutput[_NAME] = dict(calls)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add what came through in a worker of pytest-xdist."""
    calls = node.config.stash.get(_CALLS, None)
    if calls is not None:
        calls.update(getattr(node, "workeroutput", {}).get(_NAME, {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say in one line how many calls came through, and where."""
    calls = config.stash.get(_CALLS, None)
    if calls is not None:
        terminalreporter.write_line(f"evm-precompiles-plus: on, {_summary(calls, _hosts(config))}")


@pytest.fixture
def evm_precompiles() -> Iterator[tuple[str, ...]]:
    """Have the precompiles on for one test; the value is the names of the backends, fastest first."""
    with switched_on(HOSTS):
        yield _backends()


def _summary(calls: Counter[str], names: tuple[str, ...]) -> str:
    came = [f"{calls[name]} in {HOSTS[name].title}" for name in names if calls[name]]
    if came:
        return f"calls that came through: {', '.join(came)}"
    imported = [HOSTS[name].title for name in names if name in calls]
    why = f"in {' or '.join(imported)}" if imported else "and none of its hosts was imported"
    return f"but no call came through {why}"


def _is_on(config: pytest.Config) -> bool:
    given = (config.getoption(name) is not None for name in (_HOST, _RATE))
    return bool(config.getoption(_NAME) or config.getini(_NAME) or any(given))


def _hosts(config: pytest.Config) -> tuple[str, ...]:
    """Return the hosts to switch on. Raises ValueError for one that is not known, `BackendUnavailable`."""
    named = config.getoption(_HOST) or config.getini(_HOST)
    if not named:
        return tuple(HOSTS)
    if named not in HOSTS:
        raise ValueError(f"{_HOST} is {named!r}; choose from: {', '.join(HOSTS)}")
    require(named)
    return (named,)


def _verified(config: pytest.Config) -> Any:
    from .. import routing

    given = config.getoption(_RATE)
    if given is None:
        text = config.getini(_RATE)
        try:
            given = float(text) if text else None
        except ValueError:
            raise ValueError(f"{_RATE} is {text!r}; it must be a number from 0 to 1") from None
    return routing.verifying(given, __name__)


def _backends() -> tuple[str, ...]:
    """Return the named backend, or all that are there. Raises as `routing.get` does for the name."""
    from .. import routing

    named = routing.named()
    return (named,) if named else routing.active_backends()


def _offer_a_client() -> None:
    if find_spec("execution_testing") is None:
        return
    from ..conformance.client import offer

    offer()
