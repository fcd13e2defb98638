/*
 * ECADD and ECMUL on BN254's G1.
 *
 * Algorithm: ECMUL splits the scalar (glv.h) and adds from two tables of odd multiples, of the point and of its image
 * under phi, while it doubles one accumulator in Jacobian coordinates. The tables are affine on an isomorphic curve:
 * the odd multiples are added with a common Z (co-Z addition: Meloni, "New point addition formulae for ECC
 * applications", WAIFI 2007), which yields them all over one last Z; y^2 = x^3 + 3 Z^6 has the same formulas, since
 * they do not use the constant, and Z joins the accumulator's at the end. One inversion in all.
 * Representation: coordinates are fp in [0, 2P). Affine points are never infinity; a Jacobian point says it in a flag.
 * Cost: a doubling 7, an addition 11 products, one reduction fewer in each (fp_mul2); 127 doublings and, on average,
 * 42 additions.
 * Deviations: dbl-2009-l and madd-2007-bl trade products for squarings and additions; where a squaring costs a product
 * the plain formulas have fewer additions, and let the last two products share a reduction.
 * Timing: variable time; every input is public.
 */
#include "bn254/g1.h"

#include "bn254/glv.h"

struct jacobian {
    fp x, y, z;
    int infinity;
};

#define TABLE_SIZE (1 << (WNAF_WIDTH - 2))

static int on_curve(const struct g1_affine *p)
{
    fp left, right;
    fp_sqr(&left, &p->y);
    fp_sqr(&right, &p->x);
    fp_mul(&right, &right, &p->x);
    fp_add(&right, &right, &G1_THREE);
    fp_sub(&left, &left, &right);
    return fp_is_zero(&left);
}

enum g1_status g1_load(struct g1_affine *p, int *infinity, const uint8_t bytes[64])
{
    load_word(p->x.l, bytes);
    load_word(p->y.l, bytes + 32);
    *infinity = limbs_is_zero(p->x.l, 4) && limbs_is_zero(p->y.l, 4);
    if (*infinity)
        return G1_OK;
    if (!limbs_less(p->x.l, FP_P.l, 4))
        return G1_X_TOO_LARGE;
    if (!limbs_less(p->y.l, FP_P.l, 4))
        return G1_Y_TOO_LARGE;
    fp_to_mont(&p->x, &p->x);
    fp_to_mont(&p->y, &p->y);
    return on_curve(p) ? G1_OK : G1_NOT_ON_CURVE;
}

static void store_point(uint8_t bytes[64], const fp *x, const fp *y)
{
    fp t;
    fp_from_mont(&t, x);
    store_word(bytes, t.l);
    fp_from_mont(&t, y);
    store_word(bytes + 32, t.l);
}

/* r = 1.5 a^2, the slope's numerator of a doubling over 2. Maps [0, 2P) to [0, 2P). */
EPP_INLINE void half_slope(fp *r, const fp *a)
{
    fp square, half;
    fp_sqr(&square, a);
    fp_half(&half, &square);
    fp_add(r, &square, &half);
}

/*
 * r = slope (b - c) - d e under one reduction, for elements in [0, 2P) of which d is a product (below 1.757 P). Below
 * (4P^2 + d (2P - e)) / R + P (1 + 2^-64): each caller says what that is.
 */
EPP_INLINE void slope_times_difference(fp *r, const fp *slope, const fp *b, const fp *c, const fp *d, const fp *e)
{
    fp difference, negative;
    fp_sub(&difference, b, c);
    fp_neg(&negative, e);
    fp_mul2(r, slope, &difference, d, &negative);
}

/*
 * p = 2p, with L = 1.5 x^2, S = y^2, T = x S:  x' = L^2 - 2T, y' = L (T - x') - S^2, z' = y z. No point of the curve
 * has order 2, so only infinity doubles to infinity. The last sum stays below 2P: S (2P - S) <= P^2 leaves
 * 5P^2 / R + P < 1.95 P.
 */
static void dbl(struct jacobian *p)
{
    fp slope, s, t;
    half_slope(&slope, &p->x);
    fp_sqr(&s, &p->y);
    fp_mul(&t, &p->x, &s);
    fp_mul(&p->z, &p->z, &p->y);
    fp_sqr(&p->x, &slope);
    fp_sub(&p->x, &p->x, &t);
    fp_sub(&p->x, &p->x, &t);
    slope_times_difference(&p->y, &slope, &t, &p->x, &s, &s);
    EPP_BOUND(FP_BELOW(&p->y, 1950));
}

static void set_affine(struct jacobian *p, const struct g1_affine *q)
{
    p->x = q->x;
    p->y = q->y;
    p->z = FP_R;
    p->infinity = 0;
}

/*
 * p += q for an affine q, with H = x2 z^2 - x1 and M = y2 z^3 - y1:  x' = M^2 - H^3 - 2 x1 H^2,
 * y' = M (x1 H^2 - x') - y1 H^3, z' = z H. H = 0 says that the points are equal (M = 0) or opposite.
 */
static void madd(struct jacobian *p, const struct g1_affine *q)
{
    fp zz, h, m, hh, hhh, v;
    if (p->infinity) {
        set_affine(p, q);
        return;
    }
    fp_sqr(&zz, &p->z);
    fp_mul(&h, &q->x, &zz);
    fp_sub(&h, &h, &p->x);
    fp_mul(&m, &q->y, &p->z);
    fp_mul(&m, &m, &zz);
    fp_sub(&m, &m, &p->y);
    if (fp_is_zero(&h)) {
        if (fp_is_zero(&m))
            dbl(p);
        else
            p->infinity = 1;
        return;
    }
    fp_mul(&p->z, &p->z, &h);
    fp_sqr(&hh, &h);
    fp_mul(&hhh, &h, &hh);
    fp_mul(&v, &p->x, &hh);
    fp_sqr(&p->x, &m);
    fp_sub(&p->x, &p->x, &hhh);
    fp_sub(&p->x, &p->x, &v);
    fp_sub(&p->x, &p->x, &v);
    slope_times_difference(&p->y, &m, &v, &p->x, &hhh, &p->y);
    /* Below (4P^2 + 1.757 P 2P) / R + P < 2.43 P. */
    EPP_BOUND(FP_BELOW(&p->y, 2430));
    fp_subtract_once(&p->y, &p->y, &FP_2P);
}

/*
 * q = p + q and p = p over the new common Z, for affine p, q over the same Z; ratio = x_q - x_p takes the old Z to the
 * new. The points must not be equal or opposite. With C = ratio^2, W1 = x_p C, W2 = x_q C:
 * x' = (y_q - y_p)^2 - W1 - W2, y' = (y_q - y_p) (W1 - x') - A, p = (W1, A) with A = y_p (W2 - W1).
 */
static void add_coz(struct g1_affine *q, struct g1_affine *p, fp *ratio)
{
    fp c, w2, m, t;
    fp_sub(ratio, &q->x, &p->x);
    fp_sub(&m, &q->y, &p->y);
    fp_sqr(&c, ratio);
    fp_mul(&p->x, &p->x, &c);
    fp_mul(&w2, &q->x, &c);
    fp_sub(&t, &w2, &p->x);
    fp_mul(&p->y, &p->y, &t);
    fp_sqr(&q->x, &m);
    fp_sub(&q->x, &q->x, &p->x);
    fp_sub(&q->x, &q->x, &w2);
    fp_sub(&t, &p->x, &q->x);
    fp_mul(&q->y, &m, &t);
    fp_sub(&q->y, &q->y, &p->y);
}

/* p = (x S, S^2), which is p over Z = y, and twice = 2p over the same Z; the formulas of dbl with z = 1. */
static void dbl_coz(struct g1_affine *twice, struct g1_affine *p)
{
    fp slope, s, t;
    half_slope(&slope, &p->x);
    fp_sqr(&s, &p->y);
    fp_mul(&p->x, &p->x, &s);
    fp_sqr(&p->y, &s);
    fp_sqr(&twice->x, &slope);
    fp_sub(&twice->x, &twice->x, &p->x);
    fp_sub(&twice->x, &twice->x, &p->x);
    fp_sub(&t, &p->x, &twice->x);
    fp_mul(&twice->y, &slope, &t);
    fp_sub(&twice->y, &twice->y, &p->y);
}

/*
 * table = p, 3p, ..., 15p, all over the Z that is returned in *z. No two points that are added here are equal or
 * opposite: N is a large prime. Entry i is first over Z_i with Z_(i+1) = Z_i ratio_(i+1); the second loop multiplies
 * the entries by what they lack.
 */
static void odd_multiples(struct g1_affine table[TABLE_SIZE], fp *z, const struct g1_affine *p)
{
    struct g1_affine twice;
    fp ratio[TABLE_SIZE], scale, square;
    table[0] = *p;
    dbl_coz(&twice, &table[0]);
    for (int i = 1; i < TABLE_SIZE; i++) {
        table[i] = table[i - 1];
        add_coz(&table[i], &twice, &ratio[i]);
    }
    scale = ratio[TABLE_SIZE - 1];
    for (int i = TABLE_SIZE - 2;; i--) {
        fp_sqr(&square, &scale);
        fp_mul(&table[i].x, &table[i].x, &square);
        fp_mul(&square, &square, &scale);
        fp_mul(&table[i].y, &table[i].y, &square);
        if (i == 0)
            break;
        fp_mul(&scale, &scale, &ratio[i]);
    }
    fp_mul(z, &scale, &p->y);
}

/*
 * The points by their digit: those of the odd multiples, their opposites, and the images of both under phi. A digit's
 * sign is as good as random, and a branch over it would be missed every second time.
 */
struct signed_points {
    struct g1_affine plain[2 * TABLE_SIZE], phi[2 * TABLE_SIZE];
};

/* Where the point of an odd digit stands, -15 to 15. */
#define PLACE(digit) (((digit) + 2 * TABLE_SIZE - 1) >> 1)

static void sign_points(struct signed_points *points, const struct g1_affine table[TABLE_SIZE])
{
    for (int i = 0; i < TABLE_SIZE; i++) {
        const int above = PLACE(2 * i + 1), below = PLACE(-2 * i - 1);
        points->plain[above] = table[i];
        points->plain[below].x = table[i].x;
        fp_neg(&points->plain[below].y, &table[i].y); /* y is not 0: no point has order 2 */
        fp_mul(&points->phi[above].x, &table[i].x, &G1_BETA);
        points->phi[above].y = table[i].y;
        points->phi[below].x = points->phi[above].x;
        points->phi[below].y = points->plain[below].y;
    }
}

/* r = k p over the table's Z. */
static void mul_glv(struct jacobian *r, const struct g1_affine table[TABLE_SIZE], const limb k[4])
{
    struct signed_points points;
    struct glv_half k1, k2;
    int8_t digits1[WNAF_LENGTH] = {0}, digits2[WNAF_LENGTH] = {0};
    int length1, length2;
    sign_points(&points, table);
    glv_split(&k1, &k2, k);
    length1 = glv_wnaf(digits1, &k1);
    length2 = glv_wnaf(digits2, &k2);
    r->infinity = 1;
    for (int i = (length1 > length2 ? length1 : length2) - 1; i >= 0; i--) {
        if (!r->infinity)
            dbl(r);
        if (digits1[i])
            madd(r, &points.plain[PLACE(digits1[i])]);
        if (digits2[i])
            madd(r, &points.phi[PLACE(digits2[i])]);
    }
}

/* Writes the point whose coordinates are x / z^2, y / z^3. */
static void store_jacobian(uint8_t out[64], const fp *x, const fp *y, const fp *z)
{
    fp inverse, square, t;
    fp_inv(&inverse, z);
    fp_sqr(&square, &inverse);
    fp_mul(&t, x, &square);
    fp_mul(&square, &square, &inverse);
    fp_mul(&square, &square, y);
    store_point(out, &t, &square);
}

struct g1_result g1_ecmul(uint8_t out[64], const uint8_t p[64], const uint8_t k[32])
{
    struct g1_affine point, table[TABLE_SIZE];
    struct jacobian r;
    fp z;
    limb scalar[4];
    int infinity;
    enum g1_status status = g1_load(&point, &infinity, p);
    if (status != G1_OK)
        return (struct g1_result){status, 0};
    memset(out, 0, 64);
    if (infinity)
        return (struct g1_result){G1_OK, 0};
    load_word(scalar, k);
    odd_multiples(table, &z, &point);
    mul_glv(&r, table, scalar);
    if (!r.infinity) {
        fp_mul(&z, &z, &r.z);
        store_jacobian(out, &r.x, &r.y, &z);
    }
    return (struct g1_result){G1_OK, 0};
}

/* out = p + q for affine points: slope m = (y_q - y_p) / (x_q - x_p), or 3 x^2 / 2y where they are equal. */
static void add_affine(uint8_t out[64], const struct g1_affine *p, const struct g1_affine *q)
{
    fp m, divisor, x, y;
    fp_sub(&divisor, &q->x, &p->x);
    fp_sub(&m, &q->y, &p->y);
    if (fp_is_zero(&divisor)) {
        if (!fp_is_zero(&m)) {
            memset(out, 0, 64);
            return;
        }
        half_slope(&m, &p->x);
        divisor = p->y;
    }
    fp_inv(&divisor, &divisor);
    fp_mul(&m, &m, &divisor);
    fp_sqr(&x, &m);
    fp_sub(&x, &x, &p->x);
    fp_sub(&x, &x, &q->x);
    fp_sub(&y, &p->x, &x);
    fp_mul(&y, &y, &m);
    fp_sub(&y, &y, &p->y);
    store_point(out, &x, &y);
}

struct g1_result g1_ecadd(uint8_t out[64], const uint8_t p[64], const uint8_t q[64])
{
    struct g1_affine a, b;
    int a_infinity, b_infinity;
    enum g1_status status = g1_load(&a, &a_infinity, p);
    if (status != G1_OK)
        return (struct g1_result){status, 0};
    status = g1_load(&b, &b_infinity, q);
    if (status != G1_OK)
        return (struct g1_result){status, 1};
    if (a_infinity || b_infinity)
        memcpy(out, a_infinity ? q : p, 64);
    else
        add_affine(out, &a, &b);
    return (struct g1_result){G1_OK, 0};
}
