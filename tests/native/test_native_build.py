"""The C sources as a compiler, its analyzer and the linker see them, and the fuzzers' corpora once more."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from c_builds import (
    CORPORA,
    HARNESSES,
    NATIVE,
    SOURCES,
    compile_object,
    corpus_of,
    link_harness,
    needs_gcc,
    project_flags,
    run,
)
from kernels import _kernels

# The analyzer takes tens of seconds for each of these.
LARGE = {
    "bn254/fp12",
    "bn254/g1",
    "bn254/g2",
    "module/kernels_adx",
    "modexp/modexp_u256",
    "p256/verify",
    "secp256k1/recover",
}
# Together the two see every line of C: the code as it is built (uint128.h says what -DEPP_NO_INTRINSICS is
# for), and the code without 128-bit integers.
VARIANTS = ["-DEPP_NO_INTRINSICS", "-DEPP_NO_INT128"]

# For what compiles all of the code: with the optimiser, and the assembly that wants it, that takes long.
BUILDS = [
    pytest.param(("-O0",), id="portable"),
    pytest.param(("-O0", "-DEPP_NO_INT128"), id="no_int128"),
    pytest.param((), id="adx", marks=pytest.mark.slow),
]

needs_nm = pytest.mark.skipif(
    shutil.which("nm") is None or not sys.platform.startswith("linux"),
    reason="needs binutils' nm over ELF files",
)


Objects = dict[str, Path]


@pytest.fixture(scope="module")
def build_objects(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Objects]:
    """Compile every source with the flags, once for each, and return the objects by name.

    For a fixed place in memory, so that constants with pointers in them are read-only as well.
    """

    @cache
    def build(*flags: str) -> Objects:
        directory = tmp_path_factory.mktemp("objects")
        objects = {name: directory / f"{name.replace('/', '_')}.o" for name in SOURCES}
        for name, path in objects.items():
            compile_object(path, name, "-fno-pic", *flags)
        return objects

    return build


# The compiler


def test_all_of_the_c_lies_where_the_build_looks() -> None:
    assert {path.parent.parent for suffix in "ch" for path in NATIVE.rglob(f"*.{suffix}")} == {NATIVE}


ANALYZED = [
    pytest.param(name, variant, marks=[pytest.mark.slow] if name in LARGE else [])
    for name, variant in product(SOURCES, VARIANTS)
]


@needs_gcc
@pytest.mark.parametrize(("name", "variant"), ANALYZED)
def test_the_analyzer_finds_nothing(name: str, variant: str, tmp_path: Path) -> None:
    compile_object(tmp_path / "analyzed.o", name, "-fPIC", "-fanalyzer", variant)


@needs_gcc
def test_the_analyzer_would_find_a_leak(tmp_path: Path) -> None:
    """The check can fail: the flags do turn the analyzer on, and a finding does end the compilation."""
    leak = tmp_path / "leak.c"
    leak.write_text(
        "#include <stdlib.h>\nvoid leak(void);\nvoid leak(void) { char *p = malloc(9); if (p) *p = 1; }\n"
    )
    command = [
        "gcc",
        *project_flags(),
        "-Werror",
        "-fanalyzer",
        "-c",
        str(leak),
        "-o",
        str(tmp_path / "leak.o"),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode != 0 and "analyzer-malloc-leak" in done.stderr


# The linker


@needs_nm
def test_only_the_init_function_is_exported() -> None:
    assert _kernels.__file__ is not None
    names = {line.split()[-1] for line in run("nm", "-D", "--defined-only", _kernels.__file__).splitlines()}
    assert names - {"_init", "_fini"} == {"PyInit__kernels"}


@needs_gcc
@needs_nm
@pytest.mark.parametrize("flags", BUILDS)
def test_nothing_static_is_ever_written(
    flags: tuple[str, ...], build_objects: Callable[..., Objects]
) -> None:
    """No variable lies in writable memory, but for three tables whose types CPython wants without const.

    That is what the module's slots promise: it may live in many interpreters, and without a GIL.
    """
    writable: set[str] = set()
    for path in build_objects(*flags).values():
        for line in run("nm", "--defined-only", path).splitlines():
            _, kind, symbol = line.split()
            writable |= {symbol} if kind in "bBdDcCsSgG" else set()
    assert writable == {"definition", "methods", "slots"}


# Signals


@needs_gcc
def test_single_operations_on_long_numbers_ask_whether_to_stop(
    tmp_path: Path, build_objects: Callable[..., Objects]
) -> None:
    """Modulo 128 kB one square is many questions, and not one; what is stopped asks no more."""
    objects = [path for name, path in build_objects("-O0").items() if name != "module/module"]
    program = tmp_path / "questions"
    run("gcc", "-std=c11", "-O1", "-no-pie", "-I", NATIVE, HARNESSES / "questions.c", *objects, "-o", program)
    asked = {name: int(count) for name, count in (line.split(": ") for line in run(program).splitlines())}
    assert asked.keys() == {"reduction", "product", "square", "low product", "low square", "plan"}
    assert min(asked.values()) >= 3, asked
    assert asked["reduction"] >= 60, "268 million limb products"


# The fuzzers


@pytest.mark.parametrize("harness", CORPORA)
def test_the_corpora_are_small_and_without_duplicates(harness: str) -> None:
    contents = [path.read_bytes() for path in corpus_of(harness)]
    assert len({sha256(content).digest() for content in contents}) == len(contents) < 200
    assert all(0 < len(content) < 1024 for content in contents)


def test_the_corpora_have_every_entry_point() -> None:
    """The first byte chooses, as the headers of the harnesses say."""
    kernels = {path.read_bytes()[0] >> 4 & 3 for path in corpus_of("fuzz_kernels")}
    assert {0, 1} < kernels, "ECADD, ECMUL and then MODEXP"
    assert {path.read_bytes()[0] & 3 for path in corpus_of("fuzz_pairing")} == {0, 1, 2, 3}, "3 is BLAKE2F"
    signatures = {path.read_bytes()[0] for path in corpus_of("fuzz_signatures")}
    assert {0, 2, 4, 1, 3, 7} == signatures, "both parities and none; as given, signed, and with a bit turned"
    modexp = [path.read_bytes() for path in corpus_of("fuzz_modexp")]
    assert {content[2] & 1 for content in modexp} == {0, 1}, "even and odd moduli"
    assert {33 + 2 * content[0] > 256 for content in modexp} == {False, True}, "with Karatsuba and without"


@needs_gcc
@pytest.mark.parametrize("harness", CORPORA)
@pytest.mark.parametrize("flags", BUILDS)
def test_the_corpora_replay(
    harness: str, flags: tuple[str, ...], tmp_path: Path, build_objects: Callable[..., Objects]
) -> None:
    objects = build_objects(*flags)
    link_harness(tmp_path / harness, harness, [objects[name] for name in SOURCES if name != "module/module"])
    inputs = corpus_of(harness)
    assert run(tmp_path / harness, *inputs) == f"{len(inputs)} inputs, no failure\n"


@needs_gcc
def test_a_replay_can_fail(tmp_path: Path, build_objects: Callable[..., Objects]) -> None:
    """A wrong constant in the code is found by the corpus: the harness does compare."""
    text, changes = re.subn(
        r"rotate_right\(b \^ c, 63\)",
        "rotate_right(b ^ c, 62)",
        (NATIVE / "hashes" / "blake2f.c").read_text(),
    )
    assert changes == 1
    wrong = tmp_path / "wrong.c"
    wrong.write_text(text)
    run("gcc", "-std=c11", "-O1", "-fno-pic", "-I", NATIVE, "-c", wrong, "-o", tmp_path / "wrong.o")
    objects = build_objects("-O0") | {"hashes/blake2f": tmp_path / "wrong.o"}
    link_harness(
        tmp_path / "fuzz", "fuzz_pairing", [objects[name] for name in SOURCES if name != "module/module"]
    )
    done = subprocess.run([tmp_path / "fuzz", *corpus_of("fuzz_pairing")], capture_output=True, text=True)
    assert done.returncode != 0 and "memcmp(out, expected" in done.stderr
