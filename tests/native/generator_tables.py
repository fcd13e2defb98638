"""The odd multiples of secp256k1's and P-256's generators, as the headers that the C code includes.

    python tests/native/generator_tables.py [--check]

Writes `generator.h` into `_native/secp256k1/` and `_native/p256/`, from the curves' parameters and plain
integers; `--check` compares. Coordinates of secp256k1 are plain numbers, those of P-256 in Montgomery form.
"""

import sys
from pathlib import Path

from evm_precompiles_plus.arithmetic.curves.params import SECP256K1, SECP256R1, Curve

NATIVE = Path(__file__).parents[2] / "evm_precompiles_plus" / "_native"
WIDTH = 10
HEADER = """/*
 * The odd multiples G, 3G, ... of the generator, for digits of width {prefix_upper}_GENERATOR_WIDTH.
 * Made by tests/native/generator_tables.py, which the tests run again.
 */
#ifndef EPP_{prefix_upper}_GENERATOR_H
#define EPP_{prefix_upper}_GENERATOR_H

#define {prefix_upper}_GENERATOR_WIDTH {width}

static const struct {prefix}_affine {prefix_upper}_GENERATOR[1 << ({prefix_upper}_GENERATOR_WIDTH - 2)] = {{
{rows}
}};

#endif
"""

Point = tuple[int, int]


def add(curve: Curve, p: Point, q: Point) -> Point:
    """Return p + q by chord or tangent; neither is infinity nor the other's opposite."""
    P, A = int(curve.P), int(curve.A)
    if p == q:
        slope = (3 * p[0] ** 2 + A) * pow(2 * p[1], -1, P) % P
    else:
        slope = (q[1] - p[1]) * pow(q[0] - p[0], -1, P) % P
    x = (slope**2 - p[0] - q[0]) % P
    return x, (slope * (p[0] - x) - p[1]) % P


def odd_multiples(curve: Curve, count: int) -> list[Point]:
    """Return G, 3G, ..., as many as asked for."""
    points = [(int(curve.Gx), int(curve.Gy))]
    twice = add(curve, points[0], points[0])
    while len(points) < count:
        points.append(add(curve, points[-1], twice))
    return points


def header(curve: Curve, prefix: str, factor: int) -> str:
    """Return the header's text; every coordinate is multiplied by the factor."""
    rows = []
    for point in odd_multiples(curve, 1 << (WIDTH - 2)):
        elements = (value * factor % int(curve.P) for value in point)
        rows.append("    {" + ", ".join("{{" + limbs(value) + "}}" for value in elements) + "},")
    text = "\n".join(rows)
    return HEADER.format(prefix=prefix, prefix_upper=prefix.upper(), width=WIDTH, rows=text)


def limbs(value: int) -> str:
    return ", ".join(f"0x{value >> 64 * i & (1 << 64) - 1:016x}" for i in range(4))


def files() -> dict[Path, str]:
    """Return the headers' texts by their places."""
    return {
        NATIVE / "secp256k1" / "generator.h": header(SECP256K1, "k1", 1),
        NATIVE / "p256" / "generator.h": header(SECP256R1, "r1", 1 << 256),
    }


def main(check: bool) -> str | None:
    """Write the headers, or return which one is not what would be written."""
    for path, text in files().items():
        if not check:
            path.write_text(text)
        elif path.read_text() != text:
            return f"{path} is not what this program writes"
    return None


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
