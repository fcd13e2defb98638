/*
 * ECADD and ECMUL on BN254's G1.
 *
 * Algorithm: ECMUL splits the scalar (glv.h) and adds from two tables of odd multiples, of the point and of its image
 * under phi, while it doubles one accumulator in Jacobian coordinates. The tables are affine on an isomorphic curve:
 * the odd multiples are added with a common Z (co-Z addition: Meloni, "New point addition formulae for ECC
 * applications", WAIFI 2007), which yields them all over one last Z; y^2 = x^3 + 3 Z^6 has the same formulas, since
 * they do not use the constant, and Z joins the accumulator's at the end. One inversion in all.
 * Representation: coordinates are fp4 in [0, 2P). Affine points are never infinity; a Jacobian point says it in a flag.
 * Cost: a doubling 7, an addition 11 products, one reduction fewer in each (fp4_mul2); 127 doublings and, on average,
 * 42 additions.
 * Deviations: dbl-2009-l and madd-2007-bl trade products for squarings and additions; where a squaring costs a product
 * the plain formulas have fewer additions, and let the last two products share a reduction.
 * Timing: variable time; every input is public.
 */
#include "g1.h"

#include "fp4.h"
#include "glv.h"

struct affine {
    fp4 x, y;
};

struct jacobian {
    fp4 x, y, z;
    int infinity;
};

#define TABLE_SIZE (1 << (WNAF_WIDTH - 2))

static int on_curve(const struct affine *p)
{
    fp4 left, right;
    fp4_sqr(&left, &p->y);
    fp4_sqr(&right, &p->x);
    fp4_mul(&right, &right, &p->x);
    fp4_add(&right, &right, &G1_THREE);
    fp4_sub(&left, &left, &right);
    return fp4_is_zero(&left);
}

/* Reads and validates a point. A point at infinity sets the flag and leaves p alone. */
static enum g1_status load_point(struct affine *p, int *infinity, const uint8_t bytes[64])
{
    load_word(p->x.l, bytes);
    load_word(p->y.l, bytes + 32);
    *infinity = limbs_is_zero(p->x.l, 4) && limbs_is_zero(p->y.l, 4);
    if (*infinity)
        return G1_OK;
    if (!limbs_less(p->x.l, FP4_P.l, 4))
        return G1_X_TOO_LARGE;
    if (!limbs_less(p->y.l, FP4_P.l, 4))
        return G1_Y_TOO_LARGE;
    fp4_to_mont(&p->x, &p->x);
    fp4_to_mont(&p->y, &p->y);
    return on_curve(p) ? G1_OK : G1_NOT_ON_CURVE;
}

static void store_point(uint8_t bytes[64], const fp4 *x, const fp4 *y)
{
    fp4 t;
    fp4_from_mont(&t, x);
    store_word(bytes, t.l);
    fp4_from_mont(&t, y);
    store_word(bytes + 32, t.l);
}

/* r = 1.5 a^2, the slope's numerator of a doubling over 2. Maps [0, 2P) to [0, 2P). */
EPP_INLINE void half_slope(fp4 *r, const fp4 *a)
{
    fp4 square, half;
    fp4_sqr(&square, a);
    fp4_half(&half, &square);
    fp4_add(r, &square, &half);
}

/*
 * r = slope (b - c) - d e under one reduction, for elements in [0, 2P) of which d is a product (below 1.757 P). Below
 * (4P^2 + d (2P - e)) / R + P (1 + 2^-64): each caller says what that is.
 */
EPP_INLINE void slope_times_difference(fp4 *r, const fp4 *slope, const fp4 *b, const fp4 *c, const fp4 *d, const fp4 *e)
{
    fp4 difference, negative;
    fp4_sub(&difference, b, c);
    fp4_neg(&negative, e);
    fp4_mul2(r, slope, &difference, d, &negative);
}

/*
 * p = 2p, with L = 1.5 x^2, S = y^2, T = x S:  x' = L^2 - 2T, y' = L (T - x') - S^2, z' = y z. No point of the curve
 * has order 2, so only infinity doubles to infinity. The last sum stays below 2P: S (2P - S) <= P^2 leaves
 * 5P^2 / R + P < 1.95 P.
 */
static void dbl(struct jacobian *p)
{
    fp4 slope, s, t;
    half_slope(&slope, &p->x);
    fp4_sqr(&s, &p->y);
    fp4_mul(&t, &p->x, &s);
    fp4_mul(&p->z, &p->z, &p->y);
    fp4_sqr(&p->x, &slope);
    fp4_sub(&p->x, &p->x, &t);
    fp4_sub(&p->x, &p->x, &t);
    slope_times_difference(&p->y, &slope, &t, &p->x, &s, &s);
}

static void set_affine(struct jacobian *p, const struct affine *q)
{
    p->x = q->x;
    p->y = q->y;
    p->z = FP4_R;
    p->infinity = 0;
}

/*
 * p += q for an affine q, with H = x2 z^2 - x1 and M = y2 z^3 - y1:  x' = M^2 - H^3 - 2 x1 H^2,
 * y' = M (x1 H^2 - x') - y1 H^3, z' = z H. H = 0 says that the points are equal (M = 0) or opposite.
 */
static void madd(struct jacobian *p, const struct affine *q)
{
    fp4 zz, h, m, hh, hhh, v;
    if (p->infinity) {
        set_affine(p, q);
        return;
    }
    fp4_sqr(&zz, &p->z);
    fp4_mul(&h, &q->x, &zz);
    fp4_sub(&h, &h, &p->x);
    fp4_mul(&m, &q->y, &p->z);
    fp4_mul(&m, &m, &zz);
    fp4_sub(&m, &m, &p->y);
    if (fp4_is_zero(&h)) {
        if (fp4_is_zero(&m))
            dbl(p);
        else
            p->infinity = 1;
        return;
    }
    fp4_mul(&p->z, &p->z, &h);
    fp4_sqr(&hh, &h);
    fp4_mul(&hhh, &h, &hh);
    fp4_mul(&v, &p->x, &hh);
    fp4_sqr(&p->x, &m);
    fp4_sub(&p->x, &p->x, &hhh);
    fp4_sub(&p->x, &p->x, &v);
    fp4_sub(&p->x, &p->x, &v);
    slope_times_difference(&p->y, &m, &v, &p->x, &hhh, &p->y);
    /* Below (4P^2 + 1.757 P 2P) / R + P < 2.43 P. */
    fp4_subtract_once(&p->y, &p->y, &FP4_2P);
}

/*
 * q = p + q and p = p over the new common Z, for affine p, q over the same Z; ratio = x_q - x_p takes the old Z to the
 * new. The points must not be equal or opposite. With C = ratio^2, W1 = x_p C, W2 = x_q C:
 * x' = (y_q - y_p)^2 - W1 - W2, y' = (y_q - y_p) (W1 - x') - A, p = (W1, A) with A = y_p (W2 - W1).
 */
static void add_coz(struct affine *q, struct affine *p, fp4 *ratio)
{
    fp4 c, w2, m, t;
    fp4_sub(ratio, &q->x, &p->x);
    fp4_sub(&m, &q->y, &p->y);
    fp4_sqr(&c, ratio);
    fp4_mul(&p->x, &p->x, &c);
    fp4_mul(&w2, &q->x, &c);
    fp4_sub(&t, &w2, &p->x);
    fp4_mul(&p->y, &p->y, &t);
    fp4_sqr(&q->x, &m);
    fp4_sub(&q->x, &q->x, &p->x);
    fp4_sub(&q->x, &q->x, &w2);
    fp4_sub(&t, &p->x, &q->x);
    fp4_mul(&q->y, &m, &t);
    fp4_sub(&q->y, &q->y, &p->y);
}

/* p = (x S, S^2), which is p over Z = y, and twice = 2p over the same Z; the formulas of dbl with z = 1. */
static void dbl_coz(struct affine *twice, struct affine *p)
{
    fp4 slope, s, t;
    half_slope(&slope, &p->x);
    fp4_sqr(&s, &p->y);
    fp4_mul(&p->x, &p->x, &s);
    fp4_sqr(&p->y, &s);
    fp4_sqr(&twice->x, &slope);
    fp4_sub(&twice->x, &twice->x, &p->x);
    fp4_sub(&twice->x, &twice->x, &p->x);
    fp4_sub(&t, &p->x, &twice->x);
    fp4_mul(&twice->y, &slope, &t);
    fp4_sub(&twice->y, &twice->y, &p->y);
}

/*
 * table = p, 3p, ..., 15p, all over the Z that is returned in *z. No two points that are added here are equal or
 * opposite: N is a large prime. Entry i is first over Z_i with Z_(i+1) = Z_i ratio_(i+1); the second loop multiplies
 * the entries by what they lack.
 */
static void odd_multiples(struct affine table[TABLE_SIZE], fp4 *z, const struct affine *p)
{
    struct affine twice;
    fp4 ratio[TABLE_SIZE], scale, square;
    table[0] = *p;
    dbl_coz(&twice, &table[0]);
    for (int i = 1; i < TABLE_SIZE; i++) {
        table[i] = table[i - 1];
        add_coz(&table[i], &twice, &ratio[i]);
    }
    scale = ratio[TABLE_SIZE - 1];
    for (int i = TABLE_SIZE - 2;; i--) {
        fp4_sqr(&square, &scale);
        fp4_mul(&table[i].x, &table[i].x, &square);
        fp4_mul(&square, &square, &scale);
        fp4_mul(&table[i].y, &table[i].y, &square);
        if (i == 0)
            break;
        fp4_mul(&scale, &scale, &ratio[i]);
    }
    fp4_mul(z, &scale, &p->y);
}

/* p += digit times the table's point, for an odd digit. */
static void add_digit(struct jacobian *p, const struct affine table[TABLE_SIZE], int digit)
{
    if (digit > 0) {
        madd(p, &table[digit >> 1]);
    } else {
        struct affine q = table[-digit >> 1];
        fp4_neg(&q.y, &q.y);
        madd(p, &q);
    }
}

/* r = k p over the table's Z. */
static void mul_glv(struct jacobian *r, const struct affine table[TABLE_SIZE], const limb k[4])
{
    struct affine phi[TABLE_SIZE];
    struct glv_half k1, k2;
    int8_t digits1[WNAF_LENGTH] = {0}, digits2[WNAF_LENGTH] = {0};
    int length1, length2;
    for (int i = 0; i < TABLE_SIZE; i++) {
        fp4_mul(&phi[i].x, &table[i].x, &G1_BETA);
        phi[i].y = table[i].y;
    }
    glv_split(&k1, &k2, k);
    length1 = glv_wnaf(digits1, &k1);
    length2 = glv_wnaf(digits2, &k2);
    r->infinity = 1;
    for (int i = (length1 > length2 ? length1 : length2) - 1; i >= 0; i--) {
        if (!r->infinity)
            dbl(r);
        if (digits1[i])
            add_digit(r, table, digits1[i]);
        if (digits2[i])
            add_digit(r, phi, digits2[i]);
    }
}

/* Writes the point whose coordinates are x / z^2, y / z^3. */
static void store_jacobian(uint8_t out[64], const fp4 *x, const fp4 *y, const fp4 *z)
{
    fp4 inverse, square, t;
    fp4_inv(&inverse, z);
    fp4_sqr(&square, &inverse);
    fp4_mul(&t, x, &square);
    fp4_mul(&square, &square, &inverse);
    fp4_mul(&square, &square, y);
    store_point(out, &t, &square);
}

struct g1_result EPP_VARIANT(g1_ecmul)(uint8_t out[64], const uint8_t p[64], const uint8_t k[32])
{
    struct affine point, table[TABLE_SIZE];
    struct jacobian r;
    fp4 z;
    limb scalar[4];
    int infinity;
    enum g1_status status = load_point(&point, &infinity, p);
    if (status != G1_OK)
        return (struct g1_result){status, 0};
    memset(out, 0, 64);
    if (infinity)
        return (struct g1_result){G1_OK, 0};
    load_word(scalar, k);
    odd_multiples(table, &z, &point);
    mul_glv(&r, table, scalar);
    if (!r.infinity) {
        fp4_mul(&z, &z, &r.z);
        store_jacobian(out, &r.x, &r.y, &z);
    }
    return (struct g1_result){G1_OK, 0};
}

/* out = p + q for affine points: slope m = (y_q - y_p) / (x_q - x_p), or 3 x^2 / 2y where they are equal. */
static void add_affine(uint8_t out[64], const struct affine *p, const struct affine *q)
{
    fp4 m, divisor, x, y;
    fp4_sub(&divisor, &q->x, &p->x);
    fp4_sub(&m, &q->y, &p->y);
    if (fp4_is_zero(&divisor)) {
        if (!fp4_is_zero(&m)) {
            memset(out, 0, 64);
            return;
        }
        half_slope(&m, &p->x);
        divisor = p->y;
    }
    fp4_inv(&divisor, &divisor);
    fp4_mul(&m, &m, &divisor);
    fp4_sqr(&x, &m);
    fp4_sub(&x, &x, &p->x);
    fp4_sub(&x, &x, &q->x);
    fp4_sub(&y, &p->x, &x);
    fp4_mul(&y, &y, &m);
    fp4_sub(&y, &y, &p->y);
    store_point(out, &x, &y);
}

struct g1_result EPP_VARIANT(g1_ecadd)(uint8_t out[64], const uint8_t p[64], const uint8_t q[64])
{
    struct affine a, b;
    int a_infinity, b_infinity;
    enum g1_status status = load_point(&a, &a_infinity, p);
    if (status != G1_OK)
        return (struct g1_result){status, 0};
    status = load_point(&b, &b_infinity, q);
    if (status != G1_OK)
        return (struct g1_result){status, 1};
    if (a_infinity || b_infinity)
        memcpy(out, a_infinity ? q : p, 64);
    else
        add_affine(out, &a, &b);
    return (struct g1_result){G1_OK, 0};
}
