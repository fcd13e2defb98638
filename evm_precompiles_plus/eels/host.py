"""Our precompiles in the executable spec's fork tables, in place, and out again.

Each fork of the spec has a mapping of its own, which its interpreter imports by name: the entries are changed
inside it, as soon as it is imported. So a fork that is not used costs nothing, and one that the spec's tools
make from a copy while they run (`t8n --input.blobParams`) has ours too.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from .. import routing
from ..replacements import Replacement, Replacements
from .adapter import spec_table
from .packages import package_of_mapping, require_spec, table_of
from .rules import rules_of


def install(*, verify: float | None = None) -> None:
    """Put the precompiles into every fork of the executable spec; a second call changes nothing.

    A package that has no known fork's rules is left alone, and a line is logged (`rules.rules_of`).

    `verify` is the share of calls, 0 to 1, that an independent backend computes too, in the whole process and
    until `uninstall` (`trust.cross_check`). Raises `InvalidRate`, and `BackendUnavailable` if
    `ethereum-execution` is not installed.
    """
    if verify is not None:
        routing.verify(verify, __name__)
    require_spec()
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
    require_spec()
    with routing.verifying(verify, __name__), _replacements.installed():
        yield


def own_table(package: str) -> dict[bytes, Any]:
    """Return a copy of the spec's own precompiles of a fork's package, whether ours are installed or not."""
    return _replacements.before(table_of(package))


def _plan(module: ModuleType) -> Iterator[Replacement]:
    package = package_of_mapping(module.__name__)
    assert package is not None, "only tables are wanted"
    table = module.PRE_COMPILED_CONTRACTS
    fork = rules_of(package, table)
    if fork is None:
        return
    for address, ours in spec_table(package, fork).items():
        yield Replacement(table, address, table[address], ours)


_replacements = Replacements(package_of_mapping, _plan)
