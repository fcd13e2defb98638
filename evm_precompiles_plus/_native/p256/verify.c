/*
 * P256VERIFY: see verify.h.
 *
 * Algorithm: the point [z / s]G + [r / s]Q must have x = r modulo N (weierstrass/group.h). Its x is X / Z^2, so that
 * X = r Z^2, or X = (r + N) Z^2 where r + N is below P, says so without an inversion.
 * Cost: 256 doublings, some 43 additions for Q and 24 for G, and two inversions.
 */
#include "p256/verify.h"

#include "p256/fe.h"
#include "weierstrass/scalar.h"

#define CURVE(name) r1_##name
#define CURVE_A_IS_MINUS_3 1
#include "weierstrass/group.h"
#undef CURVE
#undef CURVE_A_IS_MINUS_3

#include "p256/generator.h"

/* A scalar below 2^256 may have a digit more than bits. */
#define R1_LENGTH 257

static const struct montgomery R1_N = {
    {0xf3b9cac2fc632551, 0xbce6faada7179e84, 0xffffffffffffffff, 0xffffffff00000000},
    0xccd1c8aaee00bc4f,
    {0x83244c95be79eea2, 0x4699799c49bd6fa6, 0x2845b2392b6bec59, 0x66e12d94f3d95620},
    4,
};

/* The curve's b, in Montgomery form. */
static const r1_fe R1_B = {{0xd89cdf6229c4bddf, 0xacf005cd78843090, 0xe5a220abf7212ed6, 0xdc30061d04874834}};

/* y^2 = x^3 - 3 x + b = (x^2 - 3) x + b. */
static int r1_on_curve(const struct r1_affine *p)
{
    r1_fe left, right;
    r1_sqr(&right, &p->x);
    for (int i = 0; i < 3; i++)
        r1_sub(&right, &right, &r1_one);
    r1_mul(&right, &right, &p->x);
    r1_add(&right, &right, &R1_B);
    r1_sqr(&left, &p->y);
    r1_sub(&left, &left, &right);
    return r1_is_zero(&left);
}

static int r1_load(struct r1_affine *p, const uint8_t bytes[64])
{
    load_word(p->x.l, bytes);
    load_word(p->y.l, bytes + 32);
    if (!limbs_less(p->x.l, R1_P.l, 4) || !limbs_less(p->y.l, R1_P.l, 4))
        return 0;
    r1_to_mont(&p->x, &p->x);
    r1_to_mont(&p->y, &p->y);
    return r1_on_curve(p);
}

/* r = [u]G + [v]Q for scalars below N. */
static void r1_sum_of_multiples(struct r1_jacobian *r, const limb u[4], const limb v[4], const struct r1_affine *q)
{
    struct r1_affine table[GROUP_TABLE];
    int16_t digits[2][R1_LENGTH] = {{0}};
    int length = wnaf(digits[0], u, 4, R1_GENERATOR_WIDTH, 0), other = wnaf(digits[1], v, 4, GROUP_WIDTH, 0);
    r1_odd_multiples(table, q);
    r->infinity = 1;
    for (int i = (length > other ? length : other) - 1; i >= 0; i--) {
        r1_dbl(r);
        r1_add_digit(r, R1_GENERATOR, digits[0][i]);
        r1_add_digit(r, table, digits[1][i]);
    }
}

/* Whether the point's x is the number a below P, which becomes a Z^2. */
static int r1_has_x(const struct r1_jacobian *p, const limb a[4])
{
    r1_fe x, zz;
    memcpy(x.l, a, sizeof x.l);
    r1_to_mont(&x, &x);
    r1_sqr(&zz, &p->z);
    r1_mul(&x, &x, &zz);
    r1_sub(&x, &x, &p->x);
    return r1_is_zero(&x);
}

int r1_verify(const uint8_t digest[32], const uint8_t signature[64], const uint8_t key[64])
{
    limb z[4], r[4], s[4], u[4], v[4];
    struct r1_affine q;
    struct r1_jacobian sum;
    load_word(z, digest);
    load_word(r, signature);
    load_word(s, signature + 32);
    if (!scalar_is_valid(r, &R1_N) || !scalar_is_valid(s, &R1_N) || !r1_load(&q, key))
        return 0;
    scalar_inverse(s, s, &R1_N);
    scalar_mul(u, z, s, &R1_N);
    scalar_mul(v, r, s, &R1_N);
    r1_sum_of_multiples(&sum, u, v, &q);
    if (sum.infinity)
        return 0;
    if (r1_has_x(&sum, r))
        return 1;
    return !limbs_add(r, r, R1_N.n, 4) && limbs_less(r, R1_P.l, 4) && r1_has_x(&sum, r);
}
