"""Entries of somebody else's tables, replaced in place and put back."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any, NamedTuple


class Replacement(NamedTuple):
    """One entry of a table: what is there now, and what is to be there."""

    table: dict[Any, Any]
    key: Any
    theirs: Any
    ours: Any


class Replacements:
    """A set of replacements that is in or out as a whole; `plan` lists it whenever it goes in."""

    def __init__(self, plan: Callable[[], Iterable[Replacement]]) -> None:
        self._plan = plan
        self._lock = Lock()
        self._made: list[Replacement] = []

    def install(self) -> None:
        """Make the replacements; a second call changes nothing."""
        with self._lock:
            if not self._made:
                self._made.extend(self._plan())
            for entry in self._made:
                entry.table[entry.key] = entry.ours

    def uninstall(self) -> None:
        """Put back exactly the objects that were there; an entry changed by others since stays as it is."""
        with self._lock:
            for entry in self._made:
                if entry.table.get(entry.key) is entry.ours:
                    entry.table[entry.key] = entry.theirs
            self._made.clear()

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Have the replacements made inside a `with` block, and things as they were after it."""
        was_installed = bool(self._made)
        self.install()
        try:
            yield
        finally:
            if not was_installed:
                self.uninstall()

    def before(self, table: dict[Any, Any]) -> dict[Any, Any]:
        """Return a copy of a table as it is without the replacements."""
        theirs = {entry.key: entry.theirs for entry in self._made if entry.table is table}
        return {**table, **theirs}
