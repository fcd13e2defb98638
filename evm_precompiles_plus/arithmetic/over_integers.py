"""Backends that run `curves/` and `modular/` over an integer type of Python's shape.

`int` and gmpy2's `mpz` share operators, `from_bytes` and `to_bytes`, so one body serves both.
"""

from functools import cached_property
from typing import Any

from ..errors import InvalidPoint
from .curves import ecdsa
from .curves.g2 import G2Point, is_on_twist
from .curves.jacobian import Affine, is_on_curve, madd, to_affine, to_jacobian
from .curves.multiply import FixedBase, fixed_base, mul_glv
from .curves.pairing import product_is_one
from .curves.params import BN254, SECP256K1, SECP256R1, Integer, over
from .curves.tower import tower_over
from .hashes.address import address_word
from .hashes.blake2f import blake2f
from .modular.even import PowerFunction
from .modular.short_exponent import LONGEST_SHORT, pow_short

COORDINATE = 32
POINT = 2 * COORDINATE
PAIR = 3 * POINT


class IntegerBackend:
    """A backend over one integer type and its power functions (`Backend` says what each method does)."""

    blake2f = staticmethod(blake2f)

    def __init__(
        self, name: str, integer: Any, modexp_odd: PowerFunction, modexp_even: PowerFunction
    ) -> None:
        self.name = name
        self.curve = over(BN254, integer)
        self.tower = tower_over(self.curve)
        self._integer = integer
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

    def ecpairing(self, pairs: bytes) -> bool:
        encoded = [pairs[start : start + PAIR] for start in range(0, len(pairs), PAIR)]
        points = [(self._point(pair[:POINT]), self._g2_point(pair[POINT:])) for pair in encoded]
        return product_is_one(self.tower, points)

    def ecrecover(self, digest: bytes, signature: bytes) -> bytes:
        z, r, s = self._words(digest + signature[:-1])
        key = ecdsa.recover(self._secp256k1, z, signature[-1] == 1, r, s)
        return address_word(self._encode(key)) if key else b""

    def p256verify(self, digest: bytes, signature: bytes, key: bytes) -> bool:
        z, r, s, x, y = self._words(digest + signature + key)
        base = self._secp256r1
        return is_on_curve(base.curve, (x, y)) and ecdsa.verify(base, z, r, s, (x, y))

    @cached_property
    def _secp256k1(self) -> FixedBase:
        return fixed_base(over(SECP256K1, self._integer))

    @cached_property
    def _secp256r1(self) -> FixedBase:
        return fixed_base(over(SECP256R1, self._integer))

    def _words(self, data: bytes) -> list[Integer]:
        starts = range(0, len(data), COORDINATE)
        return [self._from_bytes(data[start : start + COORDINATE], "big") for start in starts]

    def _g2_point(self, encoded: bytes) -> G2Point | None:
        """Decode a point of the twist; the coefficient of i comes first in each coordinate."""
        x1, x0, y1, y0 = self._words(encoded)
        point = (x0, x1, y0, y1)
        if not any(point):
            return None
        if max(point) >= self.curve.P:
            raise InvalidPoint("G2 coordinate is not below BN254's P")
        if not is_on_twist(self.tower, point):
            raise InvalidPoint("G2 point is not on BN254's twist")
        return point

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
