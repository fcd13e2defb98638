"""A copy of the package to break: made, built, broken in one place, tried by tests, and made whole again."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from .table import Mutation

ROOT = Path(__file__).parent.parent.parent
NATIVE = Path("evm_precompiles_plus/_native")
KERNELS = NATIVE / f"_kernels{sysconfig.get_config_var('EXT_SUFFIX')}"
# A run that takes longer than this does not end.
SECONDS = 600

# What this session runs with is not what the copy's tests are asked.
FOREIGN_VARIABLES = ("PYTEST_", "EVM_PRECOMPILES_")

# Portable code only: every compiler and CPU has it. Compiling is most of the work, so nothing is optimised.
FLAGS = ("-std=c11", "-O0", "-g0", "-fPIC", "-DEPP_NO_ADX")
# But for mutations of the assembly: these two files, with the optimiser that it wants.
ADX_SOURCES = ("kernels", "kernels_adx")
ADX_FLAGS = ("-std=c11", "-O1", "-g0", "-fPIC", "-DEPP_NO_IFMA")


class Outcome(NamedTuple):
    """What became of a run: pytest's exit status, failed tests, tests that could not even begin, modules."""

    status: int
    failures: list[str]
    broken: list[str]
    loaded: list[str]
    foreign: list[str]
    output: str


def copy_tree(tree: Path) -> Path:
    """Copy package, tests and configuration from the checkout, compiled kernels included."""
    ignored = shutil.ignore_patterns("__pycache__", ".*")
    for name in ("evm_precompiles_plus", "tests"):
        shutil.copytree(ROOT / name, tree / name, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tree)
    return tree


def mutated_text(tree: Path, mutation: Mutation) -> str:
    """Return the file's text with the bug in it; fails where the text to replace is not there once."""
    text = (tree / mutation.file).read_text()
    count = text.count(mutation.old)
    assert count == 1, (
        f"mutation {mutation.name}: {mutation.file} has its text {count} times, not once; "
        f"write it anew in tests/mutations/table.py:\n{mutation.old}"
    )
    return text.replace(mutation.old, mutation.new)


@contextmanager
def mutated(tree: Path, mutation: Mutation) -> Iterator[None]:
    """Have the bug in the tree, and in its kernels if it is one of C."""
    file = tree / mutation.file
    whole = file.read_text()
    file.write_text(mutated_text(tree, mutation))
    try:
        if mutation.is_c:
            compiled = compile_sources(tree, tree / "mutated", mutation.is_adx, changed=file)
            broken = {path.name: path for path in compiled}
            whole_objects = sorted((tree / "objects").glob("*.o"))
            link_kernels(tree, [broken.get(path.name, path) for path in whole_objects])
        yield
    finally:
        file.write_text(whole)


def run_tests(tree: Path, tests: Iterable[str]) -> Outcome:
    """Run tests over the tree; nothing but the tree's package may have been imported."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(FOREIGN_VARIABLES)}
    environment = {
        **kept,
        "PYTHONDONTWRITEBYTECODE": "1",  # two texts of one size within a second would share it
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # they take longer than the tests
    }
    command = [sys.executable, str(tree / "tests/mutations/child.py"), str(tree), *tests]
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    output = done.stdout + done.stderr
    assert done.returncode == 0, output
    outcome = Outcome(**json.loads(done.stdout.splitlines()[-1]), output=output)
    assert outcome.loaded and not outcome.foreign, outcome
    return outcome


def compiler() -> list[str]:
    """Return the C compiler's command, or skip the test."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if (
        shutil.which(command[0]) is None
        or subprocess.run([*command, "--version"], capture_output=True).returncode
    ):
        pytest.skip(f"no C compiler {command[0]!r}")
    return command


def build_kernels(tree: Path, adx: bool = False) -> None:
    """Compile all kernels, keep the objects, and put them in the place of the copied extension."""
    link_kernels(tree, compile_sources(tree, tree / "objects", adx))


def compile_sources(tree: Path, directory: Path, adx: bool, changed: Path | None = None) -> list[Path]:
    """Compile the sources into the directory: all, or what a changed file goes into."""
    directory.mkdir(exist_ok=True)
    include = sysconfig.get_path("include")
    native = tree / NATIVE
    compiled = []
    for source in sorted(native.glob("*/*.c")):
        with_adx = adx and source.stem in ADX_SOURCES
        if changed and source != changed and (changed.suffix == ".c" or (adx and not with_adx)):
            continue
        target = directory / f"{source.parent.name}_{source.stem}.o"
        flags = (*(ADX_FLAGS if with_adx else FLAGS), f"-I{include}", f"-I{native}")
        run_tool([*compiler(), *flags, "-c", str(source), "-o", str(target)])
        compiled.append(target)
    return compiled


def link_kernels(tree: Path, parts: list[Path]) -> None:
    linker = shlex.split(sysconfig.get_config_var("LDSHARED") or "cc -shared")
    (tree / KERNELS).unlink(missing_ok=True)
    run_tool([*linker, *map(str, parts), "-o", str(tree / KERNELS)])


def run_tool(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stderr}"
