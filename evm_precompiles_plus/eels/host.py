"""Our precompiles in the executable spec's fork tables, in place, and out again.

Each fork of the spec has a mapping of its own, which its interpreter imports by name: the entries are changed
inside it.

**Deviations** A fork that the spec's tools copy to a temporary package (`t8n --input.blobParams`) is made
from source, and runs the spec's own precompiles.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .. import routing
from ..replacements import Replacement, Replacements
from .adapter import spec_table
from .packages import packages, vm_module


def install(*, verify: float | None = None) -> None:
    """Put the precompiles into every fork of the executable spec; a second call changes nothing.

    `verify` is the share of calls, 0 to 1, that an independent backend computes too, in the whole process and
    until `uninstall` (`trust.cross_check`). Raises `InvalidRate`, and `BackendUnavailable` if
    `ethereum-execution` is not installed.
    """
    if verify is not None:
        routing.verify(verify, __name__)
    _replacements.install()


def uninstall() -> None:
    """Put back exactly the objects that `install` found; without `install`, do nothing.

    An entry that somebody else has replaced in the meantime is left as it is.
    """
    _replacements.uninstall()
    routing.verify(None, __name__)


@contextmanager
def installed(*, verify: float | None = None) -> Iterator[None]:
    """Have the precompiles installed inside a `with` block, and things as they were after it."""
    with routing.verifying(verify, __name__), _replacements.installed():
        yield


def own_table(package: str) -> dict[bytes, Any]:
    """Return a copy of the spec's own precompiles of a fork's package, whether ours are installed or not."""
    return _replacements.before(_mapping(package))


def _plan() -> Iterator[Replacement]:
    for package, fork in packages().items():
        table = _mapping(package)
        for address, ours in spec_table(package, fork).items():
            if address in table:
                yield Replacement(table, address, table[address], ours)


def _mapping(package: str) -> dict[bytes, Any]:
    table: dict[bytes, Any] = vm_module(package, "precompiled_contracts.mapping").PRE_COMPILED_CONTRACTS
    return table


_replacements = Replacements(_plan)
