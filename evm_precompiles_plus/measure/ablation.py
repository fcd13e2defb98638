"""What each part of an algorithm is worth: the same work without it, interleaved in one process."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from .. import routing
from ..arithmetic.curves.glv import phi, split_scalar
from ..arithmetic.curves.jacobian import Affine, to_affine
from ..arithmetic.curves.multiply import interleave, mul_double_and_add, mul_glv, odd_multiples, signed_table
from ..arithmetic.curves.params import Curve, Integer
from ..arithmetic.curves.wnaf import wnaf
from ..arithmetic.modular.power import power
from ..arithmetic.modular.window import MAX_WIDTH, plan_exponentiation
from .calibrate import operands
from .timing import Time, interleaved

WNAF_WIDTHS = range(2, 7)
WITH_VARIANTS = ("gmpy2", "pure")

# Digits differ from scalar to scalar, so each variant multiplies by all of these in turn.
SCALAR_COUNT = 12

Multiply = Callable[[Curve, Integer, Affine], Affine | None]


def ecmul(backend: str = "gmpy2", rounds: int = 15) -> dict[str, Time]:
    """Time ECMUL's variants, a multiplication by a random 256-bit scalar, on the integers of a backend.

    Raises `ValueError` for a backend that does not run `curves/`.
    """
    if backend not in WITH_VARIANTS:
        raise ValueError(
            f"backend {backend!r} has no variants of ECMUL; choose from: {', '.join(WITH_VARIANTS)}"
        )
    integers: Any = routing.get(backend)
    curve: Curve = integers.curve
    rng = random.Random(1108)
    scalars = [type(curve.P)(rng.getrandbits(256)) for _ in range(SCALAR_COUNT)]
    variants = {name: _of_all(multiply, curve, scalars) for name, multiply in ecmul_variants().items()}
    return {
        name: Time(round(time.shortest / SCALAR_COUNT, 3), round(time.median / SCALAR_COUNT, 3))
        for name, time in interleaved(variants, rounds).items()
    }


def ecmul_variants() -> dict[str, Multiply]:
    """Return the ways to multiply a point, by name."""
    variants: dict[str, Multiply] = {
        "double-and-add": lambda curve, k, point: mul_double_and_add(curve, k % curve.N, point),
        "GLV, plain interleaving": mul_glv_plain,
    }
    for width in WNAF_WIDTHS:
        variants[f"wNAF {width}"] = partial(mul_wnaf, width=width)
        variants[f"GLV, wNAF {width}"] = partial(mul_glv, width=width)
    return variants


def _of_all(multiply: Multiply, curve: Curve, scalars: list[Integer]) -> Callable[[], object]:
    point = (curve.Gx, curve.Gy)
    return lambda: [multiply(curve, k, point) for k in scalars]


def mul_wnaf(curve: Curve, k: Integer, point: Affine, width: int) -> Affine | None:
    """Return [k]Q by one wNAF over all of the scalar's bits."""
    table = signed_table(curve, odd_multiples(curve, point, width))
    return to_affine(curve.P, interleave(curve, [(wnaf(k % curve.N, width), table)]))


def mul_glv_plain(curve: Curve, k: Integer, point: Affine) -> Affine | None:
    """Return [k]Q by the GLV split and the binary digits of both halves: interleaving without wNAF."""
    table = signed_table(curve, [point])
    phi_table = signed_table(curve, [phi(curve, point)])
    k1, k2 = split_scalar(curve, k)
    return to_affine(curve.P, interleave(curve, [(binary(k1), table), (binary(k2), phi_table)]))


def binary(scalar: Integer) -> list[int]:
    """Return the binary digits, least significant first, each with the scalar's sign."""
    sign = 1 if scalar >= 0 else -1
    return [sign * int(digit) for digit in reversed(f"{int(abs(scalar)):b}")]


def modexp_window(modulus_bits: int = 2048, exponent_bits: int = 256, rounds: int = 15) -> dict[str, Time]:
    """Time one exponentiation on Python's integers with each window width, and with the planned one."""
    base, exponent, modulus = (
        int.from_bytes(operand, "big") for operand in operands("odd", modulus_bits, exponent_bits, seed=3)
    )

    def by_width(width: int | None) -> Callable[[], int]:
        return lambda: power(
            base, exponent, lambda x, y: x * y % modulus, lambda x: x * x % modulus, width=width
        )

    planned = plan_exponentiation(exponent).width
    variants = {f"width {width}": by_width(width) for width in range(1, MAX_WIDTH + 1)}
    return interleaved({**variants, f"planned ({planned})": by_width(None)}, rounds)
