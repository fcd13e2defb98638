"""The build with -DEPP_VERIFY, where the bounds beside the C code are assertions (`fields/verify.h`).

The corpora and some thousand random calls run over it; and one bound after the other is loosened by hand, in
each field's code, which the build has to notice.
"""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from c_builds import (
    CORPORA,
    HARNESSES,
    NATIVE,
    ROOT,
    SOURCES,
    compile_object,
    corpus_of,
    link_harness,
    needs_gcc,
    run,
)
from kernels import _kernels

pytestmark = needs_gcc

# Random calls of every kernel against its oracle, on each body.
RANDOM = [
    "test_native.py::test_random_points_and_scalars",
    "test_native.py::test_modexp_random",
    "test_native_modexp.py::test_random",
    "test_native_pairing.py::test_random_products",
    "test_native_signatures.py::test_random_recoveries",
    "test_native_signatures.py::test_almost_valid_signatures",
]
# Tests in a process whose kernels are those of the file that is its first argument.
CHILD = """
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
import pytest
name = "evm_precompiles_plus._native._kernels"
spec = spec_from_file_location(name, sys.argv[1], loader=ExtensionFileLoader(name, sys.argv[1]))
sys.modules[name] = module = module_from_spec(spec)
spec.loader.exec_module(module)
import evm_precompiles_plus._native
evm_precompiles_plus._native._kernels = module
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-m", "not slow", *sys.argv[2:]]))
"""


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Compile every source with its bounds asserted: those for one processor with the optimiser they want."""
    directory = tmp_path_factory.mktemp("verify")
    objects = {name: directory / f"{name.replace('/', '_')}.o" for name in SOURCES}
    for name, path in objects.items():
        optimiser = "-O1" if name in ("module/kernels_adx", "modexp/ifma") else "-O0"
        compile_object(path, name, "-fPIC", "-DEPP_VERIFY", optimiser)
    return objects


def kernels_of(objects: dict[str, Path]) -> list[Path]:
    return [path for name, path in objects.items() if name != "module/module"]


@pytest.mark.parametrize("harness", CORPORA)
def test_the_corpora_stay_within_the_bounds(harness: str, objects: dict[str, Path], tmp_path: Path) -> None:
    link_harness(tmp_path / harness, harness, kernels_of(objects))
    inputs = corpus_of(harness)
    assert run(tmp_path / harness, *inputs) == f"{len(inputs)} inputs, no failure\n"


@pytest.mark.slow
def test_random_calls_stay_within_the_bounds(objects: dict[str, Path], tmp_path: Path) -> None:
    assert _kernels.__file__ is not None
    library = tmp_path / Path(_kernels.__file__).name
    run("gcc", "-shared", *objects.values(), "-o", library)
    tests = [str(HARNESSES / test) for test in RANDOM]
    command: list[str | Path] = [sys.executable, "-c", CHILD, library, "--rootdir", ROOT, *tests]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout + done.stderr


class Loosened(NamedTuple):
    """One bound given up, by a replaced text; what is compiled with it, and which corpus shows it."""

    file: str
    old: str
    new: str
    units: tuple[str, ...]
    harness: str
    # Where the assertion is that fails, if not in the file itself.
    tripped: str = ""


LOOSENED = {
    "fp: a sum keeps what it is": Loosened(
        "bn254/fp.h",
        "    fp_subtract_once(r, &sum, &FP_2P);\n",
        "    *r = sum;\n",
        ("bn254/g1",),
        "fuzz_kernels",
    ),
    "fp: 2P for P in a reduction": Loosened(
        "bn254/fp.h",
        "fp_subtract_once(r, a, &FP_P);",
        "fp_subtract_once(r, a, &FP_2P);",
        ("bn254/g1",),
        "fuzz_kernels",
    ),
    "fp: a row more is folded": Loosened(
        "bn254/fp.c",
        "    reduce_row(t, t[4]);\n    reduce_row(t, add_row(t, a, b->l[3]));\n",
        "    fold_row(t);\n    reduce_row(t, t[4] + add_row(t, a, b->l[3]));\n",
        ("bn254/fp",),
        "fuzz_kernels",
    ),
    "fp2: an estimate that is too small": Loosened(
        "bn254/fp2.h", "* 21668) >> 20", "* 20000) >> 20", ("bn254/fp12",), "fuzz_pairing"
    ),
    "fp2: a factor not reduced": Loosened(
        "bn254/fp2.c",
        "    fp2_reduce(&left, a);\n    fp_neg",
        "    left = *a;\n    fp_neg",
        ("bn254/fp2",),
        "fuzz_pairing",
    ),
    "fp12: factors of a sum of products not reduced": Loosened(
        "bn254/fp12.c",
        "        fp2_reduce(&a[i], &a[i]);\n",
        "        a[i] = a[i];\n",
        ("bn254/fp12",),
        "fuzz_pairing",
        "bn254/fp2.c",
    ),
    "glv: halves longer than 126 bits": Loosened(
        "bn254/glv.h",
        "0xd91d232ec7e0b3d7, 0x2}",
        "0xd91d232ec7e0b3d7, 0x1}",
        ("bn254/glv",),
        "fuzz_kernels",
        "bn254/glv.c",
    ),
    "inverse: coefficients not below P": Loosened(
        "fields/inverse.h",
        "if (limbs_sub(a, quotient, p, 4) > t[4] >> STEPS)",
        "if (limbs_sub(a, quotient, p, 4) < 2)",
        ("bn254/fp",),
        "fuzz_kernels",
    ),
    "MODEXP: a carry out of the top not subtracted": Loosened(
        "modexp/montgomery_u256.h",
        "top ? m->n[i] : 0",
        "top ? 0 * m->n[i] : 0",
        ("modexp/modexp_u256",),
        "fuzz_kernels",
    ),
    "MODEXP: R**2 of the shifted modulus": Loosened(
        "modexp/montgomery_u256.c",
        "    limbs_shift_right(r, d.shift, d.size);\n",
        "",
        ("modexp/montgomery_u256",),
        "fuzz_kernels",
    ),
    "wide MODEXP: quotients of half their size": Loosened(
        "modexp/montgomery_wide.c",
        "~u[j + n - 2]);",
        "~u[j + n - 2]) / 2;",
        ("modexp/montgomery_wide",),
        "fuzz_modexp",
    ),
    "wide MODEXP: a division from the low end that leaves something": Loosened(
        "modexp/modexp_wide.c",
        "limb q = rest[i] * n0_inv,",
        "limb q = rest[i] * n0_inv + 1,",
        ("modexp/modexp_wide",),
        "fuzz_modexp",
    ),
    "windows: that do not end in a one": Loosened(
        "modexp/window.c",
        "window->length = width - count_trailing_zeros(top);",
        "window->length = width;",
        ("modexp/window",),
        "fuzz_modexp",
    ),
    "secp256k1: an upper half that counts twice": Loosened(
        "secp256k1/fe.h",
        "mul_add(t[4 + i], K1_C, t[i]",
        "mul_add(t[4 + i], 2 * K1_C, t[i]",
        ("secp256k1/recover",),
        "fuzz_signatures",
    ),
    "secp256k1: quotients of the split rounded down": Loosened(
        "secp256k1/split.h", "carry = t[5] >> 63;", "carry = 0;", ("secp256k1/recover",), "fuzz_signatures"
    ),
    "p256: a sum of 2**257 and more": Loosened(
        "p256/fe.h",
        "    r1_subtract_once(r, t, carry);\n",
        "    r1_subtract_once(r, t, carry + 2);\n",
        ("p256/verify",),
        "fuzz_signatures",
    ),
    "wnaf: digits of a whole window": Loosened(
        "weierstrass/wnaf.h", "digit -= negative << width;", "", ("p256/verify",), "fuzz_signatures"
    ),
}
# The assembly's unit takes a while to compile.
LOOSENED_ADX = {
    name: LOOSENED[name]._replace(units=("module/kernels_adx",))
    for name in ("fp: a sum keeps what it is", "p256: a sum of 2**257 and more")
}


@pytest.mark.parametrize(
    "loosened",
    [
        *(pytest.param(row, id=name) for name, row in LOOSENED.items()),
        *(
            pytest.param(row, id=f"{name} (ADX)", marks=pytest.mark.slow)
            for name, row in LOOSENED_ADX.items()
        ),
    ],
)
def test_a_loosened_bound_is_noticed(loosened: Loosened, objects: dict[str, Path], tmp_path: Path) -> None:
    """With the file, line and bound in the message."""
    text = (NATIVE / loosened.file).read_text()
    assert text.count(loosened.old) == 1, loosened.file
    changed = tmp_path / loosened.file
    changed.parent.mkdir()
    changed.write_text(text.replace(loosened.old, loosened.new))
    broken = {name: tmp_path / f"{name.replace('/', '_')}.o" for name in loosened.units}
    for name, path in broken.items():
        optimiser = "-O1" if name in ("module/kernels_adx", "modexp/ifma") else "-O0"
        source = tmp_path / f"{name}.c"
        compile_object(
            path,
            name,
            *("-fPIC", "-DEPP_VERIFY", optimiser, "-Wno-error", "-I", str(tmp_path)),
            source=source if source.exists() else None,
        )
    link_harness(tmp_path / "replay", loosened.harness, kernels_of(objects | broken))
    done = subprocess.run([tmp_path / "replay", *corpus_of(loosened.harness)], capture_output=True, text=True)
    tripped = loosened.tripped or loosened.file
    assert done.returncode != 0 and "out of bounds: " in done.stderr, done.stderr
    assert f"{tripped}:" in done.stderr, done.stderr
