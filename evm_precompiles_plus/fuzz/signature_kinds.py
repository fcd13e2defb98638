"""Calls of ECRECOVER and P256VERIFY by kind: valid signatures, and almost valid ones.

**Algorithm** A signature is made backwards, without a secret: any point R, s and digest z have the key
Q = [s / r]R - [z / r]G. Where R = [k]G, z and s can be chosen such that the sum that a verifier or a
recovery makes doubles a point, or is infinity.
"""

from functools import cache
from random import Random

from ..arithmetic.curves.ecdsa import lift_x
from ..arithmetic.curves.jacobian import Affine
from ..arithmetic.curves.multiply import FixedBase, fixed_base, mul_add, mul_double_and_add
from ..arithmetic.curves.params import SECP256K1, SECP256R1, Curve
from .numbers import Kinds, biased, flip_bit, word

_V = (0, 1, 26, 29, 27 + 2**8, 28 + 2**64, 27 << 248, 2**256 - 1)


@cache
def _base(curve: Curve) -> FixedBase:
    return fixed_base(curve)


def edges(curve: Curve) -> tuple[int, ...]:
    """Return the numbers beside which words of a signature are drawn."""
    P, N = int(curve.P), int(curve.N)
    return 0, 1, N, N // 2, 2 * N, P, P - N, 2**256 - 1


def _scalar(rng: Random, curve: Curve) -> int:
    return biased(rng, 256, edges(curve)) % int(curve.N) or 1


def _random_point(rng: Random, curve: Curve) -> Affine:
    while True:
        point = lift_x(curve, biased(rng, 256, edges(curve)) % int(curve.P), rng.randrange(2) == 1)
        if point and point[0] % curve.N:
            return point


def _generator_multiple(curve: Curve, k: int) -> Affine:
    point = mul_double_and_add(curve, k % curve.N, (curve.Gx, curve.Gy))
    assert point is not None, "k is not 0 mod N"
    return point


def _two_kinds_of_sum(rng: Random, curve: Curve) -> tuple[Affine, int, int]:
    """Return R = [k]G, and z and s with [s]R = [z]G or [s]R = -[z]G: infinity or a doubling."""
    k, s = rng.choice((1, 2, 3, _scalar(rng, curve))), _scalar(rng, curve)
    return _generator_multiple(curve, k), rng.choice((1, -1)) * s * k % curve.N, s


def _recover_call(z: int, v: int, r: int, s: int) -> bytes:
    return word(z) + word(v) + word(r) + word(s)


def _recoverable(rng: Random) -> tuple[int, int, int, int]:
    x, y = _random_point(rng, SECP256K1)
    return biased(rng, 256, edges(SECP256K1)), 27 + y % 2, x, _scalar(rng, SECP256K1)


def _recover_valid(rng: Random) -> bytes:
    return _recover_call(*_recoverable(rng))


def _recover_high_s(rng: Random) -> bytes:
    z, v, r, s = _recoverable(rng)
    return _recover_call(z, v, r, max(s, SECP256K1.N - s))


def _recover_other_v(rng: Random) -> bytes:
    z, _, r, s = _recoverable(rng)
    return _recover_call(z, rng.choice(_V), r, s)


def _recover_out_of_range(rng: Random) -> bytes:
    z, v, r, s = _recoverable(rng)
    wrong = rng.choice((0, SECP256K1.N, SECP256K1.N + 1, SECP256K1.P, SECP256K1.P + 1, 2**256 - 1))
    return rng.choice((_recover_call(z, v, wrong, s), _recover_call(z, v, r, wrong)))


def _recover_any_r(rng: Random) -> bytes:
    z, v, _, s = _recoverable(rng)
    return _recover_call(z, v, biased(rng, 256, edges(SECP256K1)), s)


def _recover_special_sum(rng: Random) -> bytes:
    (x, y), z, s = _two_kinds_of_sum(rng, SECP256K1)
    return _recover_call(z, 27 + (int(y) + rng.randrange(2)) % 2, x, s)


def _recover_flipped(rng: Random) -> bytes:
    return flip_bit(rng, _recover_valid(rng))


ECRECOVER: Kinds = {
    "valid": _recover_valid,
    "high s": _recover_high_s,
    "other v": _recover_other_v,
    "r or s out of range": _recover_out_of_range,
    "any r": _recover_any_r,
    "infinity or doubling": _recover_special_sum,
    "valid but for a bit": _recover_flipped,
}


def _key(R: Affine, z: int, r: int, s: int) -> Affine:
    """Return the P-256 key that signs z with r and s, R having x = r mod N."""
    inverse = pow(r, -1, SECP256R1.N)
    key = mul_add(_base(SECP256R1), -z * inverse % SECP256R1.N, s * inverse % SECP256R1.N, R)
    return key or (0, 0)


def verify_call(z: int, r: int, s: int, key: Affine) -> bytes:
    return b"".join(word(int(number)) for number in (z, r, s, *key))


def signed(rng: Random, R: Affine) -> tuple[int, int, int, Affine]:
    z, r, s = biased(rng, 256, edges(SECP256R1)), int(R[0] % SECP256R1.N), _scalar(rng, SECP256R1)
    return z, r, s, _key(R, z, r, s)


def _verify_valid(rng: Random) -> bytes:
    return verify_call(*signed(rng, _random_point(rng, SECP256R1)))


def _verify_flipped(rng: Random) -> bytes:
    return flip_bit(rng, _verify_valid(rng))


def _verify_other_s(rng: Random) -> bytes:
    z, r, s, key = signed(rng, _random_point(rng, SECP256R1))
    return verify_call(z, r, SECP256R1.N - s, key)


def _verify_x_above_n(rng: Random) -> bytes:
    """Return a signature whose R has x >= N, with r as it must be, or x itself, which is out of range."""
    point = None
    while point is None or point[0] == SECP256R1.N:
        x = int(SECP256R1.N) + biased(rng, 100)
        point = lift_x(SECP256R1, x, rng.randrange(2) == 1)
    z, r, s, key = signed(rng, point)
    return verify_call(z, rng.choice((r, r, r + SECP256R1.N)), s, key)


def _verify_out_of_range(rng: Random) -> bytes:
    numbers = list(signed(rng, _random_point(rng, SECP256R1)))
    wrong = rng.choice((0, SECP256R1.N, SECP256R1.N + 1, SECP256R1.P, 2**256 - 1))
    numbers[rng.choice((1, 2))] = wrong
    return verify_call(*numbers)  # type: ignore[arg-type]


def _verify_wrong_key(rng: Random) -> bytes:
    z, r, s, (x, y) = signed(rng, _random_point(rng, SECP256R1))
    P = SECP256R1.P
    keys = ((0, 0), (x, P - y), (x, y ^ 1), (x + P, y), (x, y + P), (P, P), (0, 1), (x, x))
    return verify_call(z, r, s, rng.choice(keys))


def _verify_special_sum(rng: Random) -> bytes:
    """Return a call whose two summands are opposite, or equal and then with the r that verifies."""
    R, z, s = _two_kinds_of_sum(rng, SECP256R1)
    u = _scalar(rng, SECP256R1)
    if rng.randrange(2):
        doubled = _generator_multiple(SECP256R1, 2 * u)
        z, r = u * s % SECP256R1.N, int(doubled[0] % SECP256R1.N)
        return verify_call(z, r, s, _generator_multiple(SECP256R1, z * pow(r, -1, SECP256R1.N)))
    r = int(R[0] % SECP256R1.N)
    opposite = -z * pow(r, -1, SECP256R1.N) % SECP256R1.N
    return verify_call(z, r, s, _generator_multiple(SECP256R1, opposite))


P256VERIFY: Kinds = {
    "valid": _verify_valid,
    "valid but for a bit": _verify_flipped,
    "the other s": _verify_other_s,
    "x above N": _verify_x_above_n,
    "r or s out of range": _verify_out_of_range,
    "wrong key": _verify_wrong_key,
    "infinity or doubling": _verify_special_sum,
}
