"""Backends that run `curves/` and `modular/` over an integer type of Python's shape.

`int` and gmpy2's `mpz` share operators, `from_bytes` and `to_bytes`, so one body serves both.
"""

from typing import Any

from ..curves.jacobian import Affine, is_on_curve, madd, to_affine, to_jacobian
from ..curves.multiply import mul_glv
from ..curves.params import BN254, over
from ..errors import InvalidPoint
from ..modular.even import PowerFunction
from ..modular.short_exponent import LONGEST_SHORT, pow_short

COORDINATE = 32


class IntegerBackend:
    """A backend over one integer type and its power functions (`Backend` says what each method does)."""

    def __init__(
        self, name: str, integer: Any, modexp_odd: PowerFunction, modexp_even: PowerFunction
    ) -> None:
        self.name = name
        self.curve = over(BN254, integer)
        self._from_bytes = integer.from_bytes
        self._modexp_odd = modexp_odd
        self._modexp_even = modexp_even

    def modexp(self, base: bytes, exponent: bytes, modulus: bytes) -> bytes:
        b, e, m = (self._from_bytes(number, "big") for number in (base, exponent, modulus))
        if len(base) > len(modulus):
            b %= m
        if e <= LONGEST_SHORT:
            result = pow_short(b, e, m)
        elif m & 1:
            result = self._modexp_odd(b, e, m)
        else:
            result = self._modexp_even(b, e, m)
        return bytes(result.to_bytes(len(modulus), "big"))

    def ecadd(self, p: bytes, q: bytes) -> bytes:
        left, right = self._point(p), self._point(q)
        P = self.curve.P
        return self._encode(to_affine(P, madd(P, to_jacobian(left), right)))

    def ecmul(self, p: bytes, k: bytes) -> bytes:
        point = self._point(p)
        return self._encode(mul_glv(self.curve, self._from_bytes(k, "big"), point))

    def _point(self, encoded: bytes) -> Affine | None:
        x = self._from_bytes(encoded[:COORDINATE], "big")
        y = self._from_bytes(encoded[COORDINATE:], "big")
        if not x and not y:
            return None
        if x >= self.curve.P or y >= self.curve.P:
            raise InvalidPoint(f"coordinate {'x' if x >= self.curve.P else 'y'} is not below BN254's P")
        if not is_on_curve(self.curve, (x, y)):
            raise InvalidPoint("point is not on BN254")
        return x, y

    def _encode(self, point: Affine | None) -> bytes:
        if point is None:
            return bytes(2 * COORDINATE)
        x, y = point
        return bytes(x.to_bytes(COORDINATE, "big") + y.to_bytes(COORDINATE, "big"))
