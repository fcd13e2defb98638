/*
 * Points of a curve y^2 = x^3 + a x + b of odd order with a = 0 or a = -3: a sum [u]G + [v]Q of multiples of the
 * generator and of a point. A template: the includer defines CURVE(name), which puts the curve's prefix before a name,
 * CURVE_A_IS_MINUS_3 (0 or 1), and the field below; the tests have a field of a few elements.
 *
 * Field: a type CURVE(fe) with CURVE(mul), CURVE(sqr), CURVE(add), CURVE(sub), CURVE(negate), CURVE(half),
 * CURVE(is_zero) and CURVE(inverse), which all take any representative that they give; CURVE(one) is the element 1.
 * Algorithm: width-w NAFs over one accumulator (Hankerson, Menezes, Vanstone, Guide to Elliptic Curve Cryptography,
 * algorithm 3.51), the generator's odd multiples from a table, the point's made by additions with a common Z (co-Z:
 * Meloni, WAIFI 2007) and brought to Z = 1 by one inversion.
 * Representation: affine points are never infinity; a Jacobian point says it in a flag.
 * Cost: a doubling 7 products for a = 0, 8 for a = -3; an addition 11.
 * Timing: variable time; every input is public.
 */
#include "weierstrass/wnaf.h"

#ifndef EPP_GROUP_CONSTANTS
#define EPP_GROUP_CONSTANTS
#define GROUP_WIDTH 5 /* of the digits of a point's multiple */
#define GROUP_TABLE (1 << (GROUP_WIDTH - 2))
#endif

struct CURVE(affine) {
    CURVE(fe) x, y;
};

struct CURVE(jacobian) {
    CURVE(fe) x, y, z;
    int infinity;
};

/* r = (3 x^2 + a z^4) / 2; zz = z^2. */
EPP_INLINE void CURVE(half_slope)(CURVE(fe) *r, const CURVE(fe) *x, const CURVE(fe) *zz)
{
    CURVE(fe) square, half;
#if CURVE_A_IS_MINUS_3
    CURVE(sub)(&half, x, zz);
    CURVE(add)(&square, x, zz);
    CURVE(mul)(&square, &square, &half);
#else
    (void)zz;
    CURVE(sqr)(&square, x);
#endif
    CURVE(half)(&half, &square);
    CURVE(add)(r, &square, &half);
}

/*
 * p = 2p, with L the half slope, S = y^2, T = x S: x' = L^2 - 2T, y' = L (T - x') - S^2, z' = y z. The order is odd, so
 * only infinity doubles to infinity.
 */
static void CURVE(dbl)(struct CURVE(jacobian) *p)
{
    CURVE(fe) slope, s, t, zz = p->z;
    if (p->infinity)
        return;
#if CURVE_A_IS_MINUS_3
    CURVE(sqr)(&zz, &p->z);
#endif
    CURVE(half_slope)(&slope, &p->x, &zz);
    CURVE(sqr)(&s, &p->y);
    CURVE(mul)(&t, &p->x, &s);
    CURVE(mul)(&p->z, &p->z, &p->y);
    CURVE(sqr)(&p->x, &slope);
    CURVE(sub)(&p->x, &p->x, &t);
    CURVE(sub)(&p->x, &p->x, &t);
    CURVE(sub)(&t, &t, &p->x);
    CURVE(mul)(&t, &t, &slope);
    CURVE(sqr)(&s, &s);
    CURVE(sub)(&p->y, &t, &s);
}

/*
 * p += q for an affine q, with H = x2 z^2 - x1 and M = y2 z^3 - y1: x' = M^2 - H^3 - 2 x1 H^2,
 * y' = M (x1 H^2 - x') - y1 H^3, z' = z H. H = 0 says that the points are equal (M = 0) or opposite.
 */
static void CURVE(madd)(struct CURVE(jacobian) *p, const struct CURVE(affine) *q)
{
    CURVE(fe) zz, h, m, hh, hhh, v;
    if (p->infinity) {
        *p = (struct CURVE(jacobian)){q->x, q->y, CURVE(one), 0};
        return;
    }
    CURVE(sqr)(&zz, &p->z);
    CURVE(mul)(&h, &q->x, &zz);
    CURVE(sub)(&h, &h, &p->x);
    CURVE(mul)(&m, &q->y, &p->z);
    CURVE(mul)(&m, &m, &zz);
    CURVE(sub)(&m, &m, &p->y);
    if (CURVE(is_zero)(&h)) {
        if (CURVE(is_zero)(&m))
            CURVE(dbl)(p);
        else
            p->infinity = 1;
        return;
    }
    CURVE(mul)(&p->z, &p->z, &h);
    CURVE(sqr)(&hh, &h);
    CURVE(mul)(&hhh, &h, &hh);
    CURVE(mul)(&v, &p->x, &hh);
    CURVE(sqr)(&p->x, &m);
    CURVE(sub)(&p->x, &p->x, &hhh);
    CURVE(sub)(&p->x, &p->x, &v);
    CURVE(sub)(&p->x, &p->x, &v);
    CURVE(sub)(&v, &v, &p->x);
    CURVE(mul)(&v, &v, &m);
    CURVE(mul)(&p->y, &p->y, &hhh);
    CURVE(sub)(&p->y, &v, &p->y);
}

/*
 * q = p + q and p = p over the new common Z, for affine p, q over the same Z; ratio = x_q - x_p takes the old Z to the
 * new. The points must not be equal or opposite. With C = ratio^2, W1 = x_p C, W2 = x_q C:
 * x' = (y_q - y_p)^2 - W1 - W2, y' = (y_q - y_p) (W1 - x') - A, p = (W1, A) with A = y_p (W2 - W1).
 */
static void CURVE(add_coz)(struct CURVE(affine) *q, struct CURVE(affine) *p, CURVE(fe) *ratio)
{
    CURVE(fe) c, w2, m, t;
    CURVE(sub)(ratio, &q->x, &p->x);
    CURVE(sub)(&m, &q->y, &p->y);
    CURVE(sqr)(&c, ratio);
    CURVE(mul)(&p->x, &p->x, &c);
    CURVE(mul)(&w2, &q->x, &c);
    CURVE(sub)(&t, &w2, &p->x);
    CURVE(mul)(&p->y, &p->y, &t);
    CURVE(sqr)(&q->x, &m);
    CURVE(sub)(&q->x, &q->x, &p->x);
    CURVE(sub)(&q->x, &q->x, &w2);
    CURVE(sub)(&t, &p->x, &q->x);
    CURVE(mul)(&q->y, &m, &t);
    CURVE(sub)(&q->y, &q->y, &p->y);
}

/* p = (x S, S^2), which is p over Z = y, and twice = 2p over the same Z; the formulas of dbl with z = 1. */
static void CURVE(dbl_coz)(struct CURVE(affine) *twice, struct CURVE(affine) *p)
{
    CURVE(fe) slope, s, t;
    CURVE(half_slope)(&slope, &p->x, &CURVE(one));
    CURVE(sqr)(&s, &p->y);
    CURVE(mul)(&p->x, &p->x, &s);
    CURVE(sqr)(&p->y, &s);
    CURVE(sqr)(&twice->x, &slope);
    CURVE(sub)(&twice->x, &twice->x, &p->x);
    CURVE(sub)(&twice->x, &twice->x, &p->x);
    CURVE(sub)(&t, &p->x, &twice->x);
    CURVE(mul)(&twice->y, &slope, &t);
    CURVE(sub)(&twice->y, &twice->y, &p->y);
}

/* p = (x f^2, y f^3). */
EPP_INLINE void CURVE(rescale)(struct CURVE(affine) *p, const CURVE(fe) *f)
{
    CURVE(fe) square;
    CURVE(sqr)(&square, f);
    CURVE(mul)(&p->x, &p->x, &square);
    CURVE(mul)(&square, &square, f);
    CURVE(mul)(&p->y, &p->y, &square);
}

/*
 * table = p, 3p, ..., 15p. No two points that are added here are equal or opposite: the order is a prime above 15.
 * Entry i is first over Z_i with Z_0 = y, Z_(i+1) = Z_i ratio_(i+1); with the inverse of the last, each gets its own.
 */
static void CURVE(odd_multiples)(struct CURVE(affine) table[GROUP_TABLE], const struct CURVE(affine) *p)
{
    struct CURVE(affine) twice;
    CURVE(fe) ratio[GROUP_TABLE], inverse = p->y;
    table[0] = *p;
    CURVE(dbl_coz)(&twice, &table[0]);
    for (int i = 1; i < GROUP_TABLE; i++) {
        table[i] = table[i - 1];
        CURVE(add_coz)(&table[i], &twice, &ratio[i]);
        CURVE(mul)(&inverse, &inverse, &ratio[i]);
    }
    CURVE(inverse)(&inverse, &inverse);
    for (int i = GROUP_TABLE - 1; i > 0; i--) {
        CURVE(rescale)(&table[i], &inverse);
        CURVE(mul)(&inverse, &inverse, &ratio[i]);
    }
    table[0] = *p;
}

/* p += digit times the point whose odd multiples the table has. */
static void CURVE(add_digit)(struct CURVE(jacobian) *p, const struct CURVE(affine) *table, int digit)
{
    struct CURVE(affine) q;
    if (digit == 0)
        return;
    q = table[(digit < 0 ? -digit : digit) >> 1];
    if (digit < 0)
        CURVE(negate)(&q.y, &q.y);
    CURVE(madd)(p, &q);
}

/* The point's affine form; p is not infinity. */
EPP_INLINE void CURVE(to_affine)(struct CURVE(affine) *r, const struct CURVE(jacobian) *p)
{
    CURVE(fe) inverse;
    CURVE(inverse)(&inverse, &p->z);
    *r = (struct CURVE(affine)){p->x, p->y};
    CURVE(rescale)(r, &inverse);
}
