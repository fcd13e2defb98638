"""Every operation as its definition reads: what `cross_check` asks where no other backend is independent.

It is not one of `NAMES`: nothing is ever answered from here alone, and it is up to a thousand times slower.

**Spec** EIP-196, 197, 2537, 7951; SEC 1, sections 4.1.4 and 4.1.6; RFC 7693, section 3.2.
**Algorithm** MODEXP is Python's `pow`. ECADD, ECMUL and ECDSA are chord and tangent in affine coordinates,
with double-and-add. BLAKE2F works on 16 words. Pairings and BLS12-381 are py_ecc's.
**Invariants** No arithmetic is shared with another backend: only the curves' parameters and BLAKE2b's two
tables, which tests derive, a library's Keccak, and the error for a bad point.
"""

from typing import Any

from py_ecc import optimized_bls12_381 as bls12
from py_ecc import optimized_bn128 as bn254
from py_ecc.bls.hash_to_curve import clear_cofactor_G1, clear_cofactor_G2, map_to_curve_G1, map_to_curve_G2

from ..arithmetic.curves.params import BN254, SECP256K1, SECP256R1, Curve
from ..arithmetic.hashes.address import address_word
from ..arithmetic.hashes.blake2f import IV, SIGMA
from ..errors import InvalidPoint

Affine = tuple[int, int]

WORD = 32
POINT = 64
PAIR = 192
BLS12_FIELD = 48
LOW_64_BITS = 2**64 - 1

# RFC 7693, section 3.2: the words that each G function of a round mixes.
_COLUMNS_AND_DIAGONALS = (
    *((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)),
    *((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)),
)


class ReferenceBackend:
    """The operations of `Backend`, which says what each method does."""

    name = "reference"

    def modexp(self, base: bytes, exponent: bytes, modulus: bytes) -> bytes:
        b, e, m = (int.from_bytes(number, "big") for number in (base, exponent, modulus))
        return pow(b, e, m).to_bytes(len(modulus), "big")

    def ecadd(self, p: bytes, q: bytes) -> bytes:
        return _encode(_add(BN254, _bn254_point(p), _bn254_point(q)))

    def ecmul(self, p: bytes, k: bytes) -> bytes:
        return _encode(_multiply(BN254, int.from_bytes(k, "big"), _bn254_point(p)))

    def ecpairing(self, pairs: bytes) -> bool:
        encoded = [pairs[start : start + PAIR] for start in range(0, len(pairs), PAIR)]
        return _product_is_one(
            bn254, [(_bn254_g1(pair[:POINT]), _bn254_g2(pair[POINT:])) for pair in encoded]
        )

    def ecrecover(self, digest: bytes, signature: bytes) -> bytes:
        P, N = SECP256K1.P, SECP256K1.N
        z, r, s = _numbers(digest + signature[:-1], WORD)
        square = pow(r, 3, P) + SECP256K1.B
        y = pow(square, (P + 1) // 4, P)
        if (y * y - square) % P:
            return b""
        R = (r, y if y % 2 == signature[-1] else P - y)
        inverse = pow(r, -1, N)
        generator = (SECP256K1.Gx, SECP256K1.Gy)
        key = _add(
            SECP256K1,
            _multiply(SECP256K1, s * inverse % N, R),
            _multiply(SECP256K1, -z * inverse % N, generator),
        )
        return address_word(_encode(key)) if key else b""

    def p256verify(self, digest: bytes, signature: bytes, key: bytes) -> bool:
        N = SECP256R1.N
        z, r, s, x, y = _numbers(digest + signature + key, WORD)
        if not _is_on_curve(SECP256R1, (x, y)):
            return False
        inverse = pow(s, -1, N)
        R = _add(
            SECP256R1,
            _multiply(SECP256R1, z * inverse % N, (SECP256R1.Gx, SECP256R1.Gy)),
            _multiply(SECP256R1, r * inverse % N, (x, y)),
        )
        return R is not None and R[0] % N == r

    def blake2f(self, rounds: int, h: bytes, m: bytes, t: bytes, final: bool) -> bytes:
        state, words, counter = _little(h), _little(m), _little(t)
        v = [*state, *IV]
        v[12] ^= counter[0]
        v[13] ^= counter[1]
        v[14] ^= LOW_64_BITS * final
        for number in range(rounds):
            order = SIGMA[number % 10]
            for g, places in enumerate(_COLUMNS_AND_DIAGONALS):
                _mix(v, places, words[order[2 * g]], words[order[2 * g + 1]])
        return b"".join((state[i] ^ v[i] ^ v[i + 8]).to_bytes(8, "little") for i in range(8))

    def bls12_g1_add(self, p: bytes, q: bytes) -> bytes:
        return _bls12_encode(bls12.add(_bls12_point(p), _bls12_point(q)))

    bls12_g2_add = bls12_g1_add

    def bls12_g1_msm(self, points: list[bytes], scalars: list[bytes]) -> bytes:
        total: Any = None
        for point, scalar in zip(points, scalars, strict=True):
            term = bls12.multiply(_of_prime_order(bls12, _bls12_point(point)), int.from_bytes(scalar, "big"))
            total = term if total is None else bls12.add(total, term)
        return _bls12_encode(total)

    bls12_g2_msm = bls12_g1_msm

    def bls12_pairing(self, g1_points: list[bytes], g2_points: list[bytes]) -> bool:
        pairs = zip(g1_points, g2_points, strict=True)
        points = [[_of_prime_order(bls12, _bls12_point(point)) for point in pair] for pair in pairs]
        return _product_is_one(bls12, [(p, q) for p, q in points])

    def bls12_map_fp_to_g1(self, element: bytes) -> bytes:
        return _bls12_encode(clear_cofactor_G1(map_to_curve_G1(bls12.FQ(int.from_bytes(element, "big")))))

    def bls12_map_fp2_to_g2(self, element: bytes) -> bytes:
        parts = _numbers(element, BLS12_FIELD)
        return _bls12_encode(clear_cofactor_G2(map_to_curve_G2(bls12.FQ2(parts))))


def _numbers(data: bytes, size: int) -> list[int]:
    return [int.from_bytes(data[start : start + size], "big") for start in range(0, len(data), size)]


def _is_on_curve(curve: Curve, point: Affine) -> bool:
    x, y = point
    return bool((y * y - (x**3 + curve.A * x + curve.B)) % curve.P == 0)


def _add(curve: Curve, p: Affine | None, q: Affine | None) -> Affine | None:
    """Return p + q by chord and tangent; None is the point at infinity."""
    if p is None or q is None:
        return q if p is None else p
    (x1, y1), (x2, y2), P = p, q, curve.P
    if x1 == x2 and (y1 + y2) % P == 0:
        return None
    rise, run = (3 * x1 * x1 + curve.A, 2 * y1) if p == q else (y2 - y1, x2 - x1)
    slope = rise * pow(run, -1, P) % P
    x3 = (slope * slope - x1 - x2) % P
    return x3, (slope * (x1 - x3) - y1) % P


def _multiply(curve: Curve, k: int, point: Affine | None) -> Affine | None:
    total: Affine | None = None
    for bit in f"{k:b}":
        total = _add(curve, total, total)
        if bit == "1":
            total = _add(curve, total, point)
    return total


def _encode(point: Affine | None) -> bytes:
    return b"".join(number.to_bytes(WORD, "big") for number in point or (0, 0))


def _bn254_point(encoded: bytes) -> Affine | None:
    x, y = _numbers(encoded, WORD)
    if x == y == 0:
        return None
    if max(x, y) >= BN254.P or not _is_on_curve(BN254, (x, y)):
        raise InvalidPoint("not a point of BN254")
    return x, y


def _bn254_g1(encoded: bytes) -> Any:
    point = _bn254_point(encoded)
    return (bn254.FQ(point[0]), bn254.FQ(point[1]), bn254.FQ(1)) if point else bn254.Z1


def _bn254_g2(encoded: bytes) -> Any:
    x1, x0, y1, y0 = numbers = _numbers(encoded, WORD)
    if max(numbers) >= BN254.P:
        raise InvalidPoint("G2 coordinate is not below BN254's P")
    if not any(numbers):
        return bn254.Z2
    point = bn254.FQ2([x0, x1]), bn254.FQ2([y0, y1]), bn254.FQ2.one()
    if not bn254.is_on_curve(point, bn254.b2):
        raise InvalidPoint("not a point of BN254's twist")
    return _of_prime_order(bn254, point)


def _of_prime_order(curve: Any, point: Any) -> Any:
    if not curve.is_inf(curve.multiply(point, curve.curve_order)):
        raise InvalidPoint("not a point of the prime order")
    return point


def _product_is_one(curve: Any, pairs: list[tuple[Any, Any]]) -> bool:
    product = curve.FQ12.one()
    for p, q in pairs:
        product *= curve.pairing(q, p, final_exponentiate=False)
    return bool(curve.final_exponentiate(product) == curve.FQ12.one())


def _bls12_point(encoded: bytes) -> Any:
    """Decode a point of either curve, in py_ecc's coordinates: x, y, z, each of one number or two."""
    numbers = _numbers(encoded, BLS12_FIELD)
    if max(numbers) >= bls12.field_modulus:
        raise InvalidPoint("coordinate is not below BLS12-381's P")
    infinity: Any
    b: Any
    point: Any
    if len(numbers) == 2:
        infinity, b, point = bls12.Z1, bls12.b, (*map(bls12.FQ, numbers), bls12.FQ.one())
    else:
        x, y = bls12.FQ2(numbers[:2]), bls12.FQ2(numbers[2:])
        infinity, b, point = bls12.Z2, bls12.b2, (x, y, bls12.FQ2.one())
    if not any(numbers):
        return infinity
    if not bls12.is_on_curve(point, b):
        raise InvalidPoint("not a point of BLS12-381's curve or twist")
    return point


def _bls12_encode(point: Any) -> bytes:
    is_g1 = isinstance(point[0], bls12.FQ)
    if bls12.is_inf(point):
        return bytes((2 if is_g1 else 4) * BLS12_FIELD)
    x, y = bls12.normalize(point)
    numbers = (x.n, y.n) if is_g1 else (*x.coeffs, *y.coeffs)
    return b"".join(int(number).to_bytes(BLS12_FIELD, "big") for number in numbers)


def _little(data: bytes) -> list[int]:
    return [int.from_bytes(data[start : start + 8], "little") for start in range(0, len(data), 8)]


def _mix(v: list[int], places: tuple[int, int, int, int], x: int, y: int) -> None:
    """Apply the function G of RFC 7693, section 3.1, to four words of the matrix."""
    a, b, c, d = places
    for word, to_d, to_b in ((x, 32, 24), (y, 16, 63)):
        v[a] = (v[a] + v[b] + word) & LOW_64_BITS
        v[d] = _rotated(v[d] ^ v[a], to_d)
        v[c] = (v[c] + v[d]) & LOW_64_BITS
        v[b] = _rotated(v[b] ^ v[c], to_b)


def _rotated(word: int, right: int) -> int:
    return (word >> right | word << (64 - right)) & LOW_64_BITS


backend = ReferenceBackend()
