"""A Vyper contract that uses the precompiles, and what each of its functions has to return."""

import random
from collections.abc import Callable, Mapping
from hashlib import sha256
from statistics import median
from time import process_time
from typing import Any, NamedTuple

from calls import point_bytes, random_point
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from py_ecc.bn128 import G1, G2, add, curve_order, multiply, neg

SOURCE = """
# pragma version ^0.4.0
# pragma evm-version cancun

FIELD: constant(uint256) = 21888242871839275222246405745257275088696311157297823662689037894645226208583
LONG: constant(uint256) = 256
SHORT: constant(uint256) = 3

ALPHA: immutable(uint256[2])
BETA: immutable(uint256[4])
GAMMA: immutable(uint256[4])
DELTA: immutable(uint256[4])
IC: immutable(uint256[2][2])

last: public(bytes32)
count: public(uint256)

@deploy
def __init__(
    alpha: uint256[2], beta: uint256[4], gamma: uint256[4], delta: uint256[4], ic: uint256[2][2]
):
    ALPHA = alpha
    BETA = beta
    GAMMA = gamma
    DELTA = delta
    IC = ic

@internal
@view
def _power(signature: Bytes[256], modulus: Bytes[256]) -> Bytes[256]:
    data: Bytes[611] = concat(abi_encode(LONG, SHORT, LONG), signature, b"\\x01\\x00\\x01", modulus)
    return raw_call(0x0000000000000000000000000000000000000005, data, max_outsize=256, is_static_call=True)

@external
@view
def add(p: uint256[2], q: uint256[2]) -> uint256[2]:
    return ecadd(p, q)

@external
@view
def multiply(p: uint256[2], scalar: uint256) -> uint256[2]:
    return ecmul(p, scalar)

@external
@view
def rsa(signature: Bytes[256], modulus: Bytes[256]) -> Bytes[256]:
    return self._power(signature, modulus)

@external
@view
def groth16(a: uint256[2], b: uint256[4], c: uint256[2], signal: uint256) -> bool:
    vk_x: uint256[2] = ecadd(IC[0], ecmul(IC[1], signal))
    pairs: Bytes[768] = abi_encode(a[0], FIELD - a[1], b, ALPHA, BETA, vk_x, GAMMA, c, DELTA)
    answer: Bytes[32] = raw_call(
        0x0000000000000000000000000000000000000008, pairs, max_outsize=32, is_static_call=True
    )
    return convert(answer, uint256) == 1

@external
@view
def p256(data: Bytes[160]) -> Bytes[32]:
    return raw_call(0x0000000000000000000000000000000000000100, data, max_outsize=32, is_static_call=True)

@external
def record(signature: Bytes[256], modulus: Bytes[256]):
    self.last = keccak256(self._power(signature, modulus))
    self.count += 1
"""

Words = list[int]


class Question(NamedTuple):
    """A call of the contract: the function, its arguments, and the answer from plain arithmetic."""

    function: str
    arguments: tuple[Any, ...]
    answer: Any


def _g1(point: Any) -> Words:
    return [int(coordinate) for coordinate in point]


def _g2(point: Any) -> Words:
    # EIP-197 writes the imaginary part first.
    return [int(part) for coordinate in point for part in reversed(coordinate.coeffs)]


class _Setup(NamedTuple):
    """The verifying key of a circuit with one public signal, with the trapdoors that a real one forgets."""

    alpha: int = 1234567
    beta: int = 7654321
    gamma: int = 1111111
    delta: int = 2222222
    ic0: int = 333
    ic1: int = 444

    def key(self) -> tuple[Any, ...]:
        twice = [multiply(G2, scalar) for scalar in (self.beta, self.gamma, self.delta)]
        once = [multiply(G1, scalar) for scalar in (self.alpha, self.ic0, self.ic1)]
        alpha, ic0, ic1 = map(_g1, once)
        return alpha, *map(_g2, twice), [ic0, ic1]

    def proof(self, signal: int) -> tuple[Words, Words, Words, int]:
        """Return A, B and C with e(A, B) = e(alpha, beta) e(vk_x, gamma) e(C, delta)."""
        a, b = 98765, 56789
        rest = a * b - self.alpha * self.beta - (self.ic0 + self.ic1 * signal) * self.gamma
        c = rest * pow(self.delta, -1, curve_order) % curve_order
        return _g1(multiply(G1, a)), _g2(multiply(G2, b)), _g1(multiply(G1, c)), signal


CONSTRUCTOR = _Setup().key()


def questions() -> list[Question]:
    """Return calls of every kind but P256, which a host before Osaka does not have."""
    rng = random.Random(8)
    p, q = multiply(G1, rng.randrange(curve_order)), multiply(G1, rng.randrange(curve_order))
    scalar = rng.getrandbits(256)
    a, b, c, signal = _Setup().proof(signal=42)
    return [
        Question("add", (_g1(p), _g1(q)), _g1(add(p, q))),
        Question("add", (_g1(p), _g1(neg(p))), [0, 0]),
        Question("multiply", (_g1(p), scalar), _g1(multiply(p, scalar % curve_order))),
        _rsa(rng),
        Question("groth16", (a, b, c, signal), True),
        Question("groth16", (a, b, c, signal + 1), False),
    ]


def _rsa(rng: random.Random) -> Question:
    modulus = rng.getrandbits(2048) | 1 << 2047 | 1
    signature = rng.randrange(modulus)
    power = pow(signature, 65537, modulus)
    return Question("rsa", (signature.to_bytes(256), modulus.to_bytes(256)), power.to_bytes(256))


ONE_OF_EACH = {question.function: question for question in reversed(questions())}


def p256_questions() -> list[Question]:
    """Return a signature that is valid, and the same over another message."""
    key = generate_private_key(SECP256R1())
    r, s = decode_dss_signature(key.sign(b"message", ECDSA(SHA256())))
    public = key.public_key().public_numbers()
    words = b"".join(number.to_bytes(32) for number in (r, s, public.x, public.y))
    return [
        Question("p256", (sha256(b"message").digest() + words,), (1).to_bytes(32)),
        Question("p256", (sha256(b"another").digest() + words,), b""),
    ]


def off_curve() -> tuple[Words, Words]:
    """Return a point that is not on the curve, beside one that is."""
    x, y = (int.from_bytes(part) for part in _halves(point_bytes(random_point(random.Random(1)))))
    return [x, y + 1], [x, y]


def _halves(point: bytes) -> tuple[bytes, bytes]:
    return point[:32], point[32:]


def times_side_by_side(
    title: str, calls: Mapping[str, Callable[[], Any]], installed: Callable[[], Any], rounds: int = 3
) -> None:
    """Print the processor time of each call on stock and on ours, in turn, round by round."""
    print(f"\n{title}: processor milliseconds, least and median of {rounds}")
    for name, call in calls.items():
        stock, plus = [], []
        for _ in range(rounds):
            stock.append(_milliseconds(call))
            with installed():
                plus.append(_milliseconds(call))
        sides = [f"{min(times):9.2f} {median(times):9.2f}" for times in (stock, plus)]
        print(f"  {name:10} stock {sides[0]}   plus {sides[1]}   {min(stock) / min(plus):6.1f}x")


def _milliseconds(call: Callable[[], Any]) -> float:
    started = process_time()
    call()
    return (process_time() - started) * 1000
