"""The structure of the package: its rooms in one order of dependence, and who may import a host."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import evm_precompiles_plus

PACKAGE = Path(evm_precompiles_plus.__file__).parent
NAME = PACKAGE.name

# A room may import those above it. `__init__` is left out: it names what others define, on demand.
ORDER = [
    "errors",
    "encoding",
    "forks",
    "replacements",
    "terminal",
    "_native",
    "arithmetic",
    "backends",
    "trust",
    "routing",
    "gas",
    "precompiles",
    "registry",
    "call",
    "info",
    "py_evm",
    "eels",
    "fuzz",
    "conformance",
    "compare",
    "measure",
    "activation",
    "cli",
    "__main__",
]
HOSTS = {
    "eth": "py_evm",
    "boa": "py_evm",
    "ethereum": "eels",
    "ethereum_spec_tools": "eels",
    "execution_testing": "conformance",
}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """Yield what a module imports, as absolute names of modules or of what is in them."""
    package = [NAME, *path.relative_to(PACKAGE).parent.parts]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    room = room_of(path)
    if room == "__init__":
        return
    below = ORDER[: ORDER.index(room) + 1]
    for name in imported(path):
        top, *rest = name.split(".")
        if top == NAME:
            assert rest[0] in below, f"{room} imports {name}"
        else:
            assert HOSTS.get(top, room) == room, f"{room} imports {name}"


def test_every_room_is_on_the_way_of_a_call_or_a_whole_job() -> None:
    entries = {entry.name for entry in PACKAGE.iterdir()} - {"__pycache__", "bundled_fixtures"}
    assert {entry.removesuffix(".py") for entry in entries} == {*ORDER, "__init__", "py.typed"}
    assert len(entries) <= 26


def test_nothing_only_passes_on_what_has_moved() -> None:
    for path in modules():
        body = ast.parse(path.read_text()).body
        code = [
            node for node in body if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        ]
        only_imports = code and all(isinstance(node, ast.Import | ast.ImportFrom) for node in code)
        assert path.name in ("__init__.py", "__main__.py") or not only_imports, path
