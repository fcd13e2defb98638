"""ECADD, ECMUL and ECPAIRING by py_ecc's affine curves, which the executable spec does not use: no gas.

**Spec** EIP-196 and EIP-197.
"""

from typing import Any

from py_ecc import bn128

from ..call import HostAnswer, HostCall
from ..encoding import WORD, pad_right
from .numbers import word

_P = int(bn128.field_modulus)
_PAIR = 192


class _NoPoint(Exception):
    """The encoding is not of a point."""


def _words(data: bytes) -> list[int]:
    numbers = [int.from_bytes(data[start : start + WORD], "big") for start in range(0, len(data), WORD)]
    if max(numbers) >= _P:
        raise _NoPoint
    return numbers


def _checked(point: Any, b: Any) -> Any:
    if not bn128.is_on_curve(point, b):
        raise _NoPoint
    return point


def _g1(data: bytes) -> Any:
    x, y = _words(data)
    return _checked((bn128.FQ(x), bn128.FQ(y)), bn128.b) if x or y else None


def _g2(data: bytes) -> Any:
    x1, x0, y1, y0 = _words(data)
    if not (x0 or x1 or y0 or y1):
        return None
    point = _checked((bn128.FQ2([x0, x1]), bn128.FQ2([y0, y1])), bn128.b2)
    if bn128.multiply(point, bn128.curve_order) is not None:
        raise _NoPoint
    return point


def _encoded(point: Any) -> bytes:
    return word(int(point[0])) + word(int(point[1])) if point else bytes(2 * WORD)


def _ecadd(data: bytes) -> bytes:
    call = pad_right(data, 128)
    return _encoded(bn128.add(_g1(call[:64]), _g1(call[64:])))


def _ecmul(data: bytes) -> bytes:
    call = pad_right(data, 96)
    point, scalar = _g1(call[:64]), int.from_bytes(call[64:], "big")
    return _encoded(bn128.multiply(point, scalar) if point else None)


def _ecpairing(data: bytes) -> bytes:
    if len(data) % _PAIR:
        raise _NoPoint
    product = bn128.FQ12.one()
    for start in range(0, len(data), _PAIR):
        p, q = _g1(data[start : start + 64]), _g2(data[start + 64 : start + _PAIR])
        if p and q:
            product *= bn128.pairing(q, p)
    return word(int(product == bn128.FQ12.one()))


def _answering(function: Any) -> HostCall:
    def call(data: bytes) -> HostAnswer:
        try:
            return HostAnswer(function(data), None, None)
        except _NoPoint:
            return HostAnswer(None, None, "not a point")

    return call


CALLS: dict[str, HostCall] = {
    "ecadd": _answering(_ecadd),
    "ecmul": _answering(_ecmul),
    "ecpairing": _answering(_ecpairing),
}
