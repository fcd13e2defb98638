"""The group code of ECRECOVER and P256VERIFY over small fields, exhaustively (see small_curves.c)."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NATIVE = HERE.parents[1] / "evm_precompiles_plus" / "_native"
# a, p, b and the order of y^2 = x^3 + a x + b. Orders are primes above 17, as the odd multiples up to
# 15 wants.
CURVES = [(0, 31, 3, 43), (0, 67, 2, 73), (0, 103, 5, 97)]
CURVES_A_MINUS_3 = [(-3, 31, 6, 41), (-3, 67, 8, 71), (-3, 103, 15, 113)]
# gcc, clang and compilers that take their options.
CC = shutil.which("gcc") or shutil.which("clang") or shutil.which("cc")


@pytest.mark.parametrize(("a", "p", "b", "order"), [*CURVES, *CURVES_A_MINUS_3])
def test_the_curves_have_their_orders(a: int, p: int, b: int, order: int) -> None:
    solutions = sum((y * y - (x**3 + a * x + b)) % p == 0 for x in range(p) for y in range(p))
    assert solutions + 1 == order > 17
    assert all(order % divisor for divisor in range(2, order)) and (4 * a**3 + 27 * b * b) % p


@pytest.mark.skipif(CC is None, reason="needs a C compiler")
@pytest.mark.parametrize("options", [(), ("-DEPP_NO_INT128",)], ids=["int128", "no int128"])
@pytest.mark.parametrize(("a", "p", "b", "order"), [*CURVES, *CURVES_A_MINUS_3])
def test_every_point_pair_and_sum(
    a: int, p: int, b: int, order: int, options: tuple[str, ...], tmp_path: Path
) -> None:
    program = tmp_path / "small_curves"
    curve = (f"-DSMALL_P={p}", f"-DSMALL_B={b}", f"-DSMALL_N={order}", f"-DCURVE_A_IS_MINUS_3={int(a == -3)}")
    flags = ("-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", *curve, *options)
    subprocess.run(
        [str(CC), *flags, "-I", str(NATIVE), str(HERE / "small_curves.c"), "-o", str(program)], check=True
    )
    ran = subprocess.run([program], capture_output=True, text=True, timeout=120)
    assert ran.stderr == "" and ran.stdout == f"{order} points, all right\n" and ran.returncode == 0
