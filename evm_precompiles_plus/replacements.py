"""Entries of somebody else's tables, replaced in place and put back; now, or when their module comes up."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from threading import RLock
from types import ModuleType
from typing import Any, NamedTuple


class Replacement(NamedTuple):
    """One entry of a table: what is there now, and what is to be there."""

    table: dict[Any, Any]
    key: Any
    theirs: Any
    ours: Any


class Replacements:
    """A set of replacements that is in or out as a whole.

    `plan` lists those of one module, of those whose names are `wanted`. A module that is imported while the
    set is in gets its own then.
    """

    def __init__(
        self, wanted: Callable[[str], object], plan: Callable[[ModuleType], Iterable[Replacement]]
    ) -> None:
        self._wanted = wanted
        self._plan = plan
        # An import inside `plan` may bring up another wanted module.
        self._lock = RLock()
        self._made: list[Replacement] = []
        self._watch = ExitStack()
        self._is_in = False

    def install(self) -> None:
        """Make the replacements; a second call changes nothing."""
        with self._lock:
            for entry in self._made:
                entry.table[entry.key] = entry.ours
            if not self._is_in:
                self._is_in = True
                self._watch.callback(when_imported(self._wanted, self._add))

    def uninstall(self) -> None:
        """Put back exactly the objects that were there; an entry changed by others since stays as it is."""
        with self._lock:
            self._watch.close()
            for entry in self._made:
                if entry.table.get(entry.key) is entry.ours:
                    entry.table[entry.key] = entry.theirs
            self._made.clear()
            self._is_in = False

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Have the replacements made inside a `with` block, and things as they were after it."""
        was_installed = self._is_in
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

    def _add(self, module: ModuleType) -> None:
        with self._lock:
            for entry in self._plan(module):
                self._made.append(entry)
                entry.table[entry.key] = entry.ours


def when_imported(
    wanted: Callable[[str], object], action: Callable[[ModuleType], object]
) -> Callable[[], None]:
    """Call `action` with each module whose name is `wanted`, once it is imported.

    For those that are there already it is called right away. Returns a function that ends it.
    """
    finder = _Finder(wanted, action)
    sys.meta_path.insert(0, finder)
    for name, module in list(sys.modules.items()):
        if wanted(name) and module is not None:
            action(module)
    return lambda: sys.meta_path.remove(finder)


class _Finder(MetaPathFinder):
    """Finds a wanted module as the other finders do, and has its loader tell when it is whole."""

    def __init__(self, wanted: Callable[[str], object], action: Callable[[ModuleType], object]) -> None:
        self._wanted = wanted
        self._action = action

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not self._wanted(name):
            return None
        later = sys.meta_path[sys.meta_path.index(self) + 1 :] if self in sys.meta_path else []
        found = (finder.find_spec(name, path, target) for finder in later if hasattr(finder, "find_spec"))
        spec = next(filter(None, found), None)
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self._action)
        return spec


class _Loader(Loader):
    """Loads as another loader does, leaves that one in the module's attributes, and then calls `action`."""

    def __init__(self, loader: Loader, action: Callable[[ModuleType], object]) -> None:
        self._loader = loader
        self._action = action

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._action(module)
