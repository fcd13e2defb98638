"""The hosts that a program or a test session can have the precompiles in, each from its import on.

**Cost** A host that is not imported costs nothing but a comparison of names at every import.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib.util import find_spec
from typing import NamedTuple

from ..errors import BackendUnavailable
from ..replacements import when_imported


class Host(NamedTuple):
    """Where the precompiles can go: `adapter` counts the calls; the rest of it comes with `module`."""

    title: str
    package: str
    module: str
    adapter: str
    how_to_get_it: str


HOSTS = {
    "py-evm": Host("py-evm", "eth", "eth.vm.forks", "py_evm.adapter", "py-evm"),
    "eels": Host(
        "the executable spec", "ethereum", "ethereum", "eels.adapter", "'evm-precompiles-plus[spec]'"
    ),
}


def require(name: str) -> None:
    """Raise `BackendUnavailable` if a host is not installed; it is not imported."""
    host = HOSTS[name]
    if find_spec(host.package) is None:
        raise BackendUnavailable(f"{host.title} is not installed here; try: pip install {host.how_to_get_it}")


@contextmanager
def switched_on(names: Iterable[str]) -> Iterator[None]:
    """Have the precompiles in hosts inside a `with` block, in each from its import on."""
    with ExitStack() as stack:
        for name in names:
            stack.enter_context(_switched_on(name))
        yield


@contextmanager
def _switched_on(name: str) -> Iterator[None]:
    with ExitStack() as stack:
        inside = stack.enter_context(ExitStack())
        stack.callback(
            when_imported(HOSTS[name].module.__eq__, lambda _: inside.enter_context(_installed(name)))
        )
        yield


def _installed(name: str) -> AbstractContextManager[None]:
    if name == "eels":
        from ..eels.host import installed

        return installed()
    from ..py_evm.install import installed as installed_in_py_evm

    return installed_in_py_evm()


def calls_so_far(names: Iterable[str]) -> dict[str, int]:
    """Return how many calls have come through in this process, by host, of those that are imported."""
    package = __name__.split(".")[0]
    found = {name: sys.modules.get(f"{package}.{HOSTS[name].adapter}") for name in names}
    return {
        name: adapter.calls[0]
        for name, adapter in found.items()
        if adapter is not None and HOSTS[name].module in sys.modules
    }
