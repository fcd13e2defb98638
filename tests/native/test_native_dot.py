"""The sum of three products in BN254's Fp2 under one reduction, where its accumulator needs a sixth limb."""

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from c_builds import HARNESSES, NATIVE, needs_gcc, run
from calls import P
from kernels import _kernels

R = 2**256
# In [0, P], with lower limbs of ones: each row adds nearly P 2**64, and the sixth of them carries.
FULL = (P >> 192) * 2**192 - 1

Fp2 = tuple[int, int]
Sum = list[tuple[Fp2, Fp2]]


def cases() -> Iterator[Sum]:
    for a in ((P, P), (P - 1, P - 1), (0, P), (0, 0), (FULL, FULL)):
        for b in ((FULL, FULL), (P - 1, P - 1), (0, P - 1), (FULL, P - FULL), (0, 0), (1, P)):
            yield [(a, b)] * 3
    rng = random.Random(22)
    for _ in range(100):
        full = [FULL - rng.getrandbits(64) for _ in range(6)]
        yield [((P - i, P), (full[i], P - full[i + 3])) for i in range(3)]
    for _ in range(300):
        choices = (0, 1, P - 1, P, FULL, rng.randrange(P), rng.getrandbits(64), FULL - rng.getrandbits(192))
        numbers = [rng.choice(choices) for _ in range(12)]
        yield [((numbers[i], numbers[i + 1]), (numbers[i + 2], numbers[i + 3])) for i in (0, 4, 8)]


def needs_six_limbs(products: Sum) -> bool:
    """Whether the first coefficient's accumulator passes 2**320, by the rows as they are defined."""
    t, inverse, largest = 0, -pow(P, -1, 2**64) % 2**64, 0
    for j in range(4):
        for (a0, a1), (b0, b1) in products:
            t += a0 * (b0 >> 64 * j & 2**64 - 1) + a1 * ((P - b1) >> 64 * j & 2**64 - 1)
        largest = max(largest, t)
        t = (t + t * inverse % 2**64 * P) >> 64
    return largest >= 2**320


def expected(products: Sum) -> Fp2:
    """The sum of (a0 + a1 i) (b0 + b1 i) over R, with plain integers."""
    c0 = sum(a0 * b0 - a1 * b1 for (a0, a1), (b0, b1) in products)
    c1 = sum(a0 * b1 + a1 * b0 for (a0, a1), (b0, b1) in products)
    return c0 * pow(R, -1, P) % P, c1 * pow(R, -1, P) % P


@needs_gcc
@pytest.mark.parametrize("flags", [("-O0",), ("-O0", "-DEPP_NO_INT128"), ("-O1", "-DEPP_ADX")])
def test_sums_of_three_products(flags: tuple[str, ...], tmp_path: Path) -> None:
    if "-DEPP_ADX" in flags and "adx" not in _kernels.features()["bodies"]:
        pytest.skip("no ADX here")
    program, products_of_c = tmp_path / "dot", tmp_path / "fp.o"
    gcc: list[str | Path] = ["gcc", "-std=c11", "-DEPP_VERIFY", *flags, "-I", NATIVE]
    # On ADX the products are inline assembly, and what is left of this file is the same on both bodies.
    run(*gcc, "-UEPP_ADX", "-c", NATIVE / "bn254" / "fp.c", "-o", products_of_c)
    run(*gcc, HARNESSES / "dot.c", products_of_c, "-o", program)
    sums = list(cases())
    text = "\n".join(" ".join(f"{word:064x}" for a, b in products for word in (*a, *b)) for products in sums)
    done = subprocess.run([program], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    given = [tuple(int(word, 16) for word in line.split()) for line in done.stdout.splitlines()]
    assert len(given) == len(sums) and sum(map(needs_six_limbs, sums)) > 100
    for products, (c0, c1) in zip(sums, given, strict=True):
        assert c0 < 2 * P and c1 < 2 * P
        assert (c0 % P, c1 % P) == expected(products), products
