/*
 * ECRECOVER: see recover.h.
 *
 * Algorithm: Q = [-z / r]G + [s / r]R. Both scalars are split by GLV (split.h), so that four numbers of 128 bits run
 * over one accumulator (weierstrass/group.h); multiples of phi(R) are those of R with x BETA, and so for G.
 * Cost: a square root (253 squarings, 13 products), 128 doublings, some 42 additions for R and 24 for G, of those half
 * with a product more, and three inversions.
 */
#include "secp256k1/recover.h"

#include "secp256k1/fe.h"
#include "secp256k1/split.h"
#include "weierstrass/scalar.h"

#define CURVE(name) k1_##name
#define CURVE_A_IS_MINUS_3 0
#include "weierstrass/group.h"
#undef CURVE
#undef CURVE_A_IS_MINUS_3

#include "secp256k1/generator.h"

/* A half below 2^128 may have a digit more than bits. */
#define K1_LENGTH 129

static const struct montgomery K1_N = {
    {0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff},
    0x4b0dff665588b13f,
    {0x896cf21467d7d140, 0x741496c20e7cf878, 0xe697f5e45bcd07c6, 0x9d671cd581c69bc5},
    4,
};

/* The cube root of 1 that belongs to LAMBDA, and the curve's 7. */
static const k1_fe K1_BETA = {{0xc1396c28719501ee, 0x9cf0497512f58995, 0x6e64479eac3434e9, 0x7ae96a2b657c0710}};
static const k1_fe K1_SEVEN = {{7, 0, 0, 0}};

/* r = a^(2^n). */
static void k1_square_times(k1_fe *r, const k1_fe *a, int n)
{
    k1_fe t = *a;
    for (; n > 0; n--)
        k1_sqr(&t, &t);
    *r = t;
}

/* r = a^(2^n) b. */
static void k1_shift_mul(k1_fe *r, const k1_fe *a, int n, const k1_fe *b)
{
    k1_fe t;
    k1_square_times(&t, a, n);
    k1_mul(r, &t, b);
}

/*
 * r = a^((P + 1) / 4), a square root if there is one. The exponent in binary is 223 ones, 0, 22 ones, 0000, 11, 00; runs
 * of n ones are made by doubling: x_(m + n) = x_m^(2^n) x_n.
 */
static void k1_root(k1_fe *r, const k1_fe *a)
{
    k1_fe x2, x3, x6, x9, x11, x22, x44, x88, t;
    k1_shift_mul(&x2, a, 1, a);
    k1_shift_mul(&x3, &x2, 1, a);
    k1_shift_mul(&x6, &x3, 3, &x3);
    k1_shift_mul(&x9, &x6, 3, &x3);
    k1_shift_mul(&x11, &x9, 2, &x2);
    k1_shift_mul(&x22, &x11, 11, &x11);
    k1_shift_mul(&x44, &x22, 22, &x22);
    k1_shift_mul(&x88, &x44, 44, &x44);
    k1_shift_mul(&t, &x88, 88, &x88);
    k1_shift_mul(&t, &t, 44, &x44);
    k1_shift_mul(&t, &t, 3, &x3);
    k1_shift_mul(&t, &t, 23, &x22);
    k1_shift_mul(&t, &t, 6, &x2);
    k1_square_times(r, &t, 2);
}

/* The point with x and a y of the parity; 0 if there is none. x is below P. */
static int k1_lift(struct k1_affine *p, const limb x[4], int odd)
{
    k1_fe square, check;
    EPP_BOUND(limbs_less(x, K1_P, 4));
    memcpy(p->x.l, x, sizeof p->x.l);
    k1_sqr(&square, &p->x);
    k1_mul(&square, &square, &p->x);
    k1_add(&square, &square, &K1_SEVEN);
    k1_root(&p->y, &square);
    k1_sqr(&check, &p->y);
    k1_sub(&check, &check, &square);
    if (!k1_is_zero(&check))
        return 0;
    k1_reduce(&p->y, &p->y);
    if ((int)(p->y.l[0] & 1) != odd)
        k1_negate(&p->y, &p->y);
    return 1;
}

/* p += digit times phi of the table's point. */
static void k1_add_phi_digit(struct k1_jacobian *p, const struct k1_affine *table, int digit)
{
    struct k1_affine q;
    if (digit == 0)
        return;
    q = table[(digit < 0 ? -digit : digit) >> 1];
    k1_mul(&q.x, &q.x, &K1_BETA);
    if (digit < 0)
        k1_negate(&q.y, &q.y);
    k1_madd(p, &q);
}

/* r = [u]G + [v]Q for scalars below N. */
static void k1_sum_of_multiples(struct k1_jacobian *r, const limb u[4], const limb v[4], const struct k1_affine *q)
{
    struct k1_affine table[GROUP_TABLE], phi[GROUP_TABLE];
    int16_t digits[4][K1_LENGTH] = {{0}};
    int length = 0;
    k1_odd_multiples(table, q);
    for (int i = 0; i < GROUP_TABLE; i++) {
        phi[i].y = table[i].y;
        k1_mul(&phi[i].x, &table[i].x, &K1_BETA);
    }
    for (int i = 0; i < 2; i++) {
        struct k1_half halves[2];
        k1_split(&halves[0], &halves[1], i == 0 ? u : v);
        for (int j = 0; j < 2; j++) {
            int n = wnaf(digits[2 * i + j], halves[j].magnitude, 2, i == 0 ? K1_GENERATOR_WIDTH : GROUP_WIDTH,
                         halves[j].negative);
            length = n > length ? n : length;
        }
    }
    r->infinity = 1;
    for (int i = length - 1; i >= 0; i--) {
        k1_dbl(r);
        k1_add_digit(r, K1_GENERATOR, digits[0][i]);
        k1_add_phi_digit(r, K1_GENERATOR, digits[1][i]);
        k1_add_digit(r, table, digits[2][i]);
        k1_add_digit(r, phi, digits[3][i]);
    }
}

int k1_recover(uint8_t key[64], const uint8_t digest[32], const uint8_t signature[65])
{
    limb z[4], r[4], s[4], inverse[4], u[4], v[4];
    struct k1_affine point;
    struct k1_jacobian sum;
    load_word(z, digest);
    load_word(r, signature);
    load_word(s, signature + 32);
    if (!scalar_is_valid(r, &K1_N) || !scalar_is_valid(s, &K1_N) || signature[64] > 1 ||
        !k1_lift(&point, r, signature[64]))
        return 0;
    scalar_inverse(inverse, r, &K1_N);
    scalar_mul(v, s, inverse, &K1_N);
    scalar_mul(u, z, inverse, &K1_N);
    if (!limbs_is_zero(u, 4))
        (void)limbs_sub(u, K1_N.n, u, 4);
    k1_sum_of_multiples(&sum, u, v, &point);
    if (sum.infinity)
        return 0;
    k1_to_affine(&point, &sum);
    k1_reduce(&point.x, &point.x);
    k1_reduce(&point.y, &point.y);
    store_word(key, point.x.l);
    store_word(key + 32, point.y.l);
    return 1;
}
