/*
 * ECDSA on secp256k1 and P-256 over slow arithmetic: see reference.h. One accumulator in Jacobian coordinates doubles
 * and adds bit by bit, both scalars at once; no endomorphism, no windows, no field of its own.
 */
#include "reference.h"

#include "reference_numbers.h"

typedef struct {
    num p, n, a, b, gx, gy;
} curve;

/* z = 0 is infinity. */
typedef struct {
    num x, y, z;
} point;

/* SEC 2, sections 2.4.1 and 2.4.2. */
static const curve SECP256K1 = {
    {{0xfffffffefffffc2f, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff}},
    {{0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff}},
    {{0}},
    {{7, 0, 0, 0}},
    {{0x59f2815b16f81798, 0x029bfcdb2dce28d9, 0x55a06295ce870b07, 0x79be667ef9dcbbac}},
    {{0x9c47d08ffb10d4b8, 0xfd17b448a6855419, 0x5da4fbfc0e1108a8, 0x483ada7726a3c465}},
};
static const curve P256 = {
    {{0xffffffffffffffff, 0x00000000ffffffff, 0, 0xffffffff00000001}},
    {{0xf3b9cac2fc632551, 0xbce6faada7179e84, 0xffffffffffffffff, 0xffffffff00000000}},
    {{0xfffffffffffffffc, 0x00000000ffffffff, 0, 0xffffffff00000001}},
    {{0x3bce3c3e27d2604b, 0x651d06b0cc53b0f6, 0xb3ebbd55769886bc, 0x5ac635d8aa3a93e7}},
    {{0xf4a13945d898c296, 0x77037d812deb33a0, 0xf8bce6e563a440f2, 0x6b17d1f2e12c4247}},
    {{0xcbb6406837bf51f5, 0x2bce33576b315ece, 0x8ee7eb4a7c0f9e16, 0x4fe342e2fe1a7f9b}},
};

static num minus(const num *a, const num *b, const num *m)
{
    num negative = num_negative(b, m);
    return num_add(*a, &negative, m);
}

static num times(const num *a, uint64_t k, const num *m)
{
    num factor = num_small(k);
    return num_mul(a, &factor, m);
}

/* With S = 4 x y^2 and M = 3 x^2 + a z^4: x' = M^2 - 2 S, y' = M (S - x') - 8 y^4, z' = 2 y z. */
static point doubled(const point *a, const curve *c)
{
    const num *p = &c->p;
    num yy = num_mul(&a->y, &a->y, p), s = num_mul(&a->x, &yy, p), m = num_mul(&a->x, &a->x, p);
    num zz = num_mul(&a->z, &a->z, p), t;
    point r;
    s = times(&s, 4, p);
    m = times(&m, 3, p);
    zz = num_mul(&zz, &zz, p);
    zz = num_mul(&zz, &c->a, p);
    m = num_add(m, &zz, p);
    t = num_add(s, &s, p);
    r.x = num_mul(&m, &m, p);
    r.x = minus(&r.x, &t, p);
    t = minus(&s, &r.x, p);
    t = num_mul(&m, &t, p);
    yy = num_mul(&yy, &yy, p);
    yy = times(&yy, 8, p);
    r.y = minus(&t, &yy, p);
    r.z = num_mul(&a->y, &a->z, p);
    r.z = num_add(r.z, &r.z, p);
    return r;
}

/* With H = x2 z1^2 - x1 z2^2 and R = y2 z1^3 - y1 z2^3: x' = R^2 - H^3 - 2 V, V = x1 z2^2 H^2, y' = R (V - x') - y1 z2^3 H^3. */
static point added(const point *a, const point *b, const curve *c)
{
    const num *p = &c->p;
    num z1 = num_mul(&a->z, &a->z, p), z2 = num_mul(&b->z, &b->z, p);
    num u1 = num_mul(&a->x, &z2, p), h = num_mul(&b->x, &z1, p), hh, hhh, rise, y1, v;
    point r;
    if (num_is_zero(&a->z) || num_is_zero(&b->z))
        return num_is_zero(&a->z) ? *b : *a;
    z1 = num_mul(&z1, &a->z, p);
    z2 = num_mul(&z2, &b->z, p);
    y1 = num_mul(&a->y, &z2, p);
    rise = num_mul(&b->y, &z1, p);
    rise = minus(&rise, &y1, p);
    h = minus(&h, &u1, p);
    if (num_is_zero(&h) && num_is_zero(&rise))
        return doubled(a, c);
    hh = num_mul(&h, &h, p);
    hhh = num_mul(&hh, &h, p);
    v = num_mul(&u1, &hh, p);
    r.x = num_mul(&rise, &rise, p);
    r.x = minus(&r.x, &hhh, p);
    r.x = minus(&r.x, &v, p);
    r.x = minus(&r.x, &v, p);
    r.y = minus(&v, &r.x, p);
    r.y = num_mul(&rise, &r.y, p);
    y1 = num_mul(&y1, &hhh, p);
    r.y = minus(&r.y, &y1, p);
    r.z = num_mul(&a->z, &b->z, p);
    r.z = num_mul(&r.z, &h, p);
    return r;
}

/* [u]G + [v]q as 64 bytes; 0 for infinity. */
static int sum_of_multiples(uint8_t out[64], const num *u, const num *v, const point *q, const curve *c)
{
    point g = {c->gx, c->gy, num_small(1)}, r = {num_small(0), num_small(1), num_small(0)};
    num inverse, square;
    for (int i = 255; i >= 0; i--) {
        r = doubled(&r, c);
        if (u->d[i / 64] >> (i % 64) & 1)
            r = added(&r, &g, c);
        if (v->d[i / 64] >> (i % 64) & 1)
            r = added(&r, q, c);
    }
    if (num_is_zero(&r.z))
        return 0;
    inverse = num_inverse(&r.z, &c->p);
    square = num_mul(&inverse, &inverse, &c->p);
    r.x = num_mul(&r.x, &square, &c->p);
    square = num_mul(&square, &inverse, &c->p);
    r.y = num_mul(&r.y, &square, &c->p);
    num_store(out, &r.x);
    num_store(out + 32, &r.y);
    return 1;
}

/* x^3 + a x + b. */
static num right_side(const num *x, const curve *c)
{
    num r = num_mul(x, x, &c->p);
    r = num_add(r, &c->a, &c->p);
    r = num_mul(&r, x, &c->p);
    return num_add(r, &c->b, &c->p);
}

static int is_scalar(const num *a, const curve *c) { return !num_is_zero(a) && num_less(a, &c->n); }

int reference_recover(uint8_t key[64], const uint8_t digest[32], const uint8_t signature[65])
{
    const curve *c = &SECP256K1;
    num z = num_reduce(digest, 32, &c->n), r = num_load(signature), s = num_load(signature + 32);
    num exponent = c->p, one = num_small(1), square, check, u, v;
    point point_r = {r, num_small(0), one};
    uint8_t bytes[32];
    if (!is_scalar(&r, c) || !is_scalar(&s, c) || signature[64] > 1)
        return 0;
    /* y is the square to the power (P + 1) / 4, which is floor(P / 4) + 1. */
    for (int i = 0; i < 4; i++)
        exponent.d[i] = exponent.d[i] >> 2 | (i < 3 ? exponent.d[i + 1] << 62 : 0);
    exponent = num_add(exponent, &one, &c->p);
    num_store(bytes, &exponent);
    square = right_side(&r, c);
    point_r.y = num_power(&square, bytes, 32, &c->p);
    check = num_mul(&point_r.y, &point_r.y, &c->p);
    if (memcmp(&check, &square, sizeof check) != 0)
        return 0;
    if ((point_r.y.d[0] & 1) != signature[64])
        point_r.y = num_negative(&point_r.y, &c->p);
    r = num_inverse(&r, &c->n);
    v = num_mul(&s, &r, &c->n);
    u = num_mul(&z, &r, &c->n);
    u = num_negative(&u, &c->n);
    return sum_of_multiples(key, &u, &v, &point_r, c);
}

int reference_verify(const uint8_t digest[32], const uint8_t signature[64], const uint8_t key[64])
{
    const curve *c = &P256;
    num z = num_reduce(digest, 32, &c->n), r = num_load(signature), s = num_load(signature + 32), u, v, left, right;
    point q = {num_load(key), num_load(key + 32), num_small(1)};
    uint8_t sum[64];
    if (!is_scalar(&r, c) || !is_scalar(&s, c) || !num_less(&q.x, &c->p) || !num_less(&q.y, &c->p))
        return 0;
    left = num_mul(&q.y, &q.y, &c->p);
    right = right_side(&q.x, c);
    if (memcmp(&left, &right, sizeof left) != 0)
        return 0;
    s = num_inverse(&s, &c->n);
    u = num_mul(&z, &s, &c->n);
    v = num_mul(&r, &s, &c->n);
    if (!sum_of_multiples(sum, &u, &v, &q, c))
        return 0;
    u = num_reduce(sum, 32, &c->n);
    return memcmp(&u, &r, sizeof r) == 0;
}

void reference_sign(uint8_t public_key[64], uint8_t signature[64], const uint8_t digest[32], const uint8_t key[32],
                    const uint8_t nonce[32])
{
    const curve *c = &P256;
    num z = num_reduce(digest, 32, &c->n), d = num_reduce(key, 32, &c->n), k = num_reduce(nonce, 32, &c->n);
    num zero = num_small(0), r, s;
    point g = {c->gx, c->gy, num_small(1)};
    uint8_t sum[64] = {0};
    memset(public_key, 0, 64);
    (void)sum_of_multiples(public_key, &d, &zero, &g, c);
    (void)sum_of_multiples(sum, &k, &zero, &g, c);
    r = num_reduce(sum, 32, &c->n);
    s = num_mul(&r, &d, &c->n);
    s = num_add(s, &z, &c->n);
    k = num_inverse(&k, &c->n);
    s = num_mul(&s, &k, &c->n);
    num_store(signature, &r);
    num_store(signature + 32, &s);
}
