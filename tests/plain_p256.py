"""Plain P-256 arithmetic, and a signature made by it."""

from calls import word

Point = tuple[int, int] | None

# SEC 2, section 2.4.2: y**2 = x**3 - 3x + B over the field of P, of order N.
P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)

VALID = word(1)


def add(p: Point, q: Point) -> Point:
    if p is None or q is None:
        return p or q
    if p[0] == q[0] and (p[1] + q[1]) % P == 0:
        return None
    slope = (3 * p[0] ** 2 - 3) * pow(2 * p[1], -1, P) if p == q else (q[1] - p[1]) * pow(q[0] - p[0], -1, P)
    x = (slope**2 - p[0] - q[0]) % P
    return x, (slope * (p[0] - x) - p[1]) % P


def multiply(k: int, p: Point) -> Point:
    total: Point = None
    for bit in bin(k)[2:]:
        total = add(total, total)
        if bit == "1":
            total = add(total, p)
    return total


def lift(x: int) -> tuple[int, int] | None:
    """The point with this x coordinate, if there is one; P is 3 mod 4."""
    square = (x**3 - 3 * x + B) % P
    y = pow(square, (P + 1) // 4, P)
    return (x, y) if y * y % P == square else None


def first_point_from(x: int) -> tuple[int, int]:
    while (point := lift(x)) is None:
        x += 1
    return point


def call_data(digest: int, r: int, s: int, key: tuple[int, int]) -> bytes:
    return b"".join(map(word, (digest, r, s, *key)))


def signed_for(key: tuple[int, int], u: int, v: int) -> tuple[int, int, int]:
    """A digest and its signature under a key whose secret nobody knows: R is u*G + v*key."""
    point = add(multiply(u, G), multiply(v, key))
    assert point is not None
    r = point[0] % N
    s = r * pow(v, -1, N) % N
    return u * s % N, r, s


KEY = first_point_from(1)

DIGEST, R, S = signed_for(KEY, 0xC0FFEE, 0xDECADE)

GOOD = call_data(DIGEST, R, S, KEY)
