"""The C sources through gcc, one by one, and the fuzzers' harnesses with a main that replays files."""

import shutil
import subprocess
import sysconfig
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "evm_precompiles_plus" / "_native"
HARNESSES = ROOT / "tests" / "native"
# By folder and name.
SOURCES = sorted(str(path.relative_to(NATIVE).with_suffix("")) for path in NATIVE.glob("*/*.c"))
CORPORA = {
    "fuzz_kernels": "corpus",
    "fuzz_modexp": "corpus_modexp",
    "fuzz_pairing": "corpus_pairing",
    "fuzz_signatures": "corpus_signatures",
}


def is_gcc() -> bool:
    """Whether `gcc` is gcc with an analyzer for C, and not clang under its name."""
    if shutil.which("gcc") is None:
        return False
    shown = subprocess.run(["gcc", "-fanalyzer", "--version"], capture_output=True, text=True)
    return shown.returncode == 0 and "Free Software Foundation" in shown.stdout


needs_gcc = pytest.mark.skipif(not is_gcc(), reason="needs gcc")


def run(*command: str | Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def project_flags() -> list[str]:
    """Return the flags of the build, with the optimiser turned down: the code read is the same."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (extension,) = project["tool"]["setuptools"]["ext-modules"]
    flags: list[str] = extension["extra-compile-args"]
    assert "-O3" in flags and "-std=c11" in flags
    return ["-O1" if flag == "-O3" else flag for flag in flags]


def compile_object(out: Path, name: str, *flags: str, source: Path | None = None) -> None:
    """Compile one source, or another file in its place."""
    include = sysconfig.get_paths()["include"]
    warnings = ["-Wall", "-Wextra", "-Werror"]
    source = source or NATIVE / f"{name}.c"
    run("gcc", *project_flags(), *warnings, *flags, "-I", include, "-I", NATIVE, "-c", source, "-o", out)


def corpus_of(harness: str) -> list[Path]:
    return sorted((HARNESSES / CORPORA[harness]).iterdir())


def link_harness(program: Path, harness: str, objects: Iterable[Path]) -> None:
    """Link a harness that replays the files it is given."""
    sources = [HARNESSES / f"{name}.c" for name in (harness, "reference", "reference_signatures")]
    run(
        "gcc",
        "-std=c11",
        "-O1",
        "-no-pie",
        "-DEPP_FUZZ_MAIN",
        "-I",
        NATIVE,
        *sources,
        *objects,
        "-o",
        program,
    )
