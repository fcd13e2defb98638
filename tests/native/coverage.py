"""The lines of C that the native tests and the fuzzers' corpora reach, by gcc's gcov.

    python tests/native/coverage.py [--under 95]

Three builds: without optimisation (the portable code), with the little that lets the ADX code compile,
and without 128-bit integers. A line counts once, however often a header or a variant compiles it, and is
reached if any build reaches it. The exit status is 1 where the whole is under the limit.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
NATIVE = "evm_precompiles_plus/_native"
BUILDS = {
    "portable": ["-O0"],
    "adx": ["-O1"],
    "no_int128": ["-O0", "-DEPP_NO_INT128"],
}
CORPORA = {
    "fuzz_kernels": "corpus",
    "fuzz_modexp": "corpus_modexp",
    "fuzz_pairing": "corpus_pairing",
    "fuzz_signatures": "corpus_signatures",
}
TESTS = [
    "tests/native/test_native.py",
    "tests/native/test_native_blake2f.py",
    "tests/native/test_native_modexp.py",
    "tests/native/test_native_ifma.py",
    "tests/native/test_native_pairing.py",
    "tests/native/test_native_signatures.py",
]

# By file, then by line: how often it was run.
Lines = defaultdict[str, dict[int, int]]


def run_build(directory: Path, flags: list[str]) -> None:
    """Build a copy of the package with counters, and run the tests and the corpora over it."""
    environment = os.environ | {"PYTHON": sys.executable, "CC": "gcc"}
    build: list[str | Path] = [HERE / "build.sh", directory, "--coverage", *flags]
    subprocess.run(build, check=True, env=environment)
    for fuzzer, corpus in CORPORA.items():
        inputs = sorted((HERE / corpus).iterdir())
        subprocess.run([directory / "obj" / fuzzer, *inputs], check=True)
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS]
    required = {"PYTHONPATH": str(directory), "EVM_PRECOMPILES_REQUIRED": "native"}
    subprocess.run(tests, check=True, cwd=directory, env=os.environ | required)


def add_counts(counts: Lines, directory: Path) -> None:
    """Add the counters of one build."""
    objects = sorted(map(str, (directory / "obj").glob("*.gcda")))
    command = ["gcov", "--json-format", "--stdout", *objects]
    output = subprocess.run(command, check=True, cwd=directory, capture_output=True, text=True).stdout
    for document in output.splitlines():
        for file in json.loads(document)["files"]:
            if not file["file"].startswith(NATIVE):
                continue
            lines = counts[str(Path(file["file"]).relative_to(NATIVE))]
            for line in file["lines"]:
                number = line["line_number"]
                lines[number] = lines.get(number, 0) + line["count"]


def print_table(counts: Lines) -> float:
    """Print the lines reached by file, and return the percentage of them all."""
    reached = total = 0
    for name, lines in sorted(counts.items()):
        missed = [number for number, count in sorted(lines.items()) if not count]
        reached += len(lines) - len(missed)
        total += len(lines)
        percent = 100 - 100 * len(missed) / len(lines)
        print(f"{name:30} {len(lines):5} lines {percent:6.1f}%  {'missed: ' if missed else ''}{missed or ''}")
    percent = 100 * reached / total
    print(f"{'all':30} {total:5} lines {percent:6.1f}%")
    return percent


def main() -> int | str:
    """Return the exit status, or what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--under", type=float, default=95, help="fail under this percentage (default: 95)")
    limit = parser.parse_args().under
    counts: Lines = defaultdict(dict)
    with tempfile.TemporaryDirectory() as work:
        for name, flags in BUILDS.items():
            print(f"== {name}: {' '.join(flags)}", flush=True)
            try:
                run_build(Path(work) / name, flags)
            except subprocess.CalledProcessError as failure:
                return f"a command failed: {' '.join(map(str, failure.cmd[:8]))}"
            add_counts(counts, Path(work) / name)
    return 0 if print_table(counts) >= limit else 1


if __name__ == "__main__":
    sys.exit(main())
