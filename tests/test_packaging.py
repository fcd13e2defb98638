"""sdist and wheel: built, installed in an empty environment, and tried there; with and without a compiler."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
IGNORED = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "*.so")

SMOKE = """
import evm_precompiles_plus as plus
from evm_precompiles_plus.bundled import bundled_fixtures
from importlib.metadata import entry_points
from importlib.resources import files

plus.install()
point = (1).to_bytes(32, "big") + (2).to_bytes(32, "big")
assert plus.run("ecmul", point + bytes(32), fork="cancun").output == bytes(64)
assert list(bundled_fixtures().rglob("*.json"))
assert files("evm_precompiles_plus").joinpath("py.typed").is_file()
assert entry_points(group="pytest11", name="evm_precompiles_plus")
print(*plus.active_backends())
"""


def run(*command: str | Path, cwd: Path, **variables: str) -> str:
    # Neither the checkout nor this environment's packages may stand in for what is not in the wheel.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


class Built(NamedTuple):
    """The two archives."""

    sdist: Path
    wheel: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    pytest.importorskip("build")
    source = tmp_path_factory.mktemp("build") / "source"
    shutil.copytree(ROOT, source, ignore=IGNORED)
    out = source.parent / "out"
    # Without choosing: the wheel is made from the sdist, so what the sdist lacks is missed here.
    run(sys.executable, "-m", "build", "--outdir", out, source, cwd=source.parent)
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return Built(sdist, wheel)


class Environment(NamedTuple):
    """A virtual environment with nothing of ours but what the test installs."""

    root: Path

    def pip_install(self, *arguments: str | Path, **variables: str) -> None:
        run(self.root / "bin" / "pip", "install", "-q", *arguments, cwd=self.root, **variables)

    def backends(self) -> list[str]:
        return run(self.root / "bin" / "python", "-c", SMOKE, cwd=self.root).split()

    def command(self, *arguments: str) -> str:
        return run(self.root / "bin" / "evm-precompiles-plus", *arguments, cwd=self.root)


@pytest.fixture(scope="module")
def environment(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    root = tmp_path_factory.mktemp("empty")
    venv.create(root, with_pip=True)
    environment = Environment(root)
    environment.pip_install(built.wheel)
    return environment


def version() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def test_the_version_is_written_in_one_place_and_in_the_changelog() -> None:
    for path in (ROOT / "evm_precompiles_plus").rglob("*.py"):
        assert not re.search(rf"\b{re.escape(version())}\b", path.read_text()), path
    assert re.search(rf"^## {re.escape(version())}\b", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_every_package_is_listed_for_the_wheel() -> None:
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    package = ROOT / "evm_precompiles_plus"
    found = {".".join(path.parent.relative_to(ROOT).parts) for path in package.rglob("__init__.py")}
    assert found | {"evm_precompiles_plus.bundled_fixtures"} == set(setuptools["packages"])


def test_where_the_spec_cannot_be_installed_pip_names_its_dependency() -> None:
    """coincurve 20 has no wheels from CPython 3.13 on; what a conflict is about, pip names."""
    pinned = map(Requirement, metadata.requires("ethereum-execution") or [])
    (of_the_spec,) = [requirement.specifier for requirement in pinned if requirement.name == "coincurve"]
    assert "21.0.0" not in of_the_spec, "the spec takes coincurve 21: extra `spec` need not ask for it"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extra = [Requirement(text) for text in project["optional-dependencies"]["spec"]]
    (ours,) = [requirement for requirement in extra if requirement.name == "coincurve"]
    assert ours.marker is not None and "20.0.0" in of_the_spec and "20.0.0" not in ours.specifier
    versions = ("3.11", "3.12", "3.13", "3.14")
    asked = [ours.marker.evaluate({"python_version": version}) for version in versions]
    assert asked == [False, False, True, True]


@pytest.mark.slow
def test_the_sdist_has_what_the_build_and_the_tests_need(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in archive.getnames()}
    for pattern in ("evm_precompiles_plus/**/*", "tests/**/*.py", "fixtures/**/*"):
        wanted = {str(path.relative_to(ROOT)) for path in ROOT.glob(pattern) if path.is_file()}
        missing = {name for name in wanted - names if not re.search(r"(^|/)\.|__pycache__|\.so$", name)}
        assert not missing
    assert {"LICENSE", "CHANGELOG.md", "README.md", "pyproject.toml"} <= names


@pytest.mark.slow
def test_a_wheel_has_nothing_of_an_earlier_build(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=IGNORED)
    command = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", tmp_path, source)
    run(*command, cwd=tmp_path)
    assert list(source.glob("build/lib*/**/_kernels*.so")), "the build directory is elsewhere now"
    next(tmp_path.glob("*.whl")).unlink()
    run(*command, cwd=tmp_path, CC="false")
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".so")]


@pytest.mark.slow
def test_the_wheel_has_every_module(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = set(archive.namelist())
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "evm_precompiles_plus").rglob("*.py")}
    assert modules <= names
    assert "evm_precompiles_plus/py.typed" in names


@pytest.mark.slow
def test_the_wheel_in_an_empty_environment(environment: Environment) -> None:
    backends = environment.backends()
    assert {"gmpy2", "pure"} <= set(backends)
    assert ("native" in backends) == (shutil.which("cc") is not None)
    assert environment.command("--version").strip().endswith(version())
    assert "gas      6000" in environment.command("call", "ecmul", "00" * 96, "--fork", "cancun")


@pytest.mark.slow
def test_the_sdist_without_a_compiler(built: Built, environment: Environment) -> None:
    no_compiler = {"CC": "/nonexistent/cc", "CXX": "/nonexistent/cc"}
    environment.pip_install("--force-reinstall", "--no-deps", "--no-cache-dir", built.sdist, **no_compiler)
    backends = environment.backends()
    assert "native" not in backends and {"gmpy2", "pure"} <= set(backends)
    assert "native" in environment.command("info")
