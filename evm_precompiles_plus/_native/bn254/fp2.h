/*
 * The quadratic extension of BN254's base field: Fp2 = Fp[i] / (i^2 + 1).
 *
 * Representation: c0 + c1 i with both coefficients as in fp.h, in [0, 2P); "reduced" means in [0, P).
 * Algorithm: the schoolbook's products, because two of them share one Montgomery reduction (fp_mul2), and longer sums
 * of products share one as well (fp2_dot): P. Longa, "Efficient Algorithms for Large Prime Characteristic Fields and
 * Their Application to Bilinear Pairings", TCHES 2023. The additions of Karatsuba's method cost what it saves.
 * Aliasing: results may be operands unless a function says otherwise.
 * Timing: variable time; every input of a precompile is public.
 */
#ifndef EPP_FP2_H
#define EPP_FP2_H

#include "bn254/fp.h"
#include "fields/variant.h"

typedef struct {
    fp c0, c1;
} fp2;

/* The right factor c0 + c1 i of a product in fp2_dot: c1, c0 and P - c1, all in [0, P]. */
struct fp2_factor {
    fp parts[3];
};

#define FP2_AT_MOST(a, thousandths) (FP_AT_MOST(&(a)->c0, thousandths) && FP_AT_MOST(&(a)->c1, thousandths))
#define FP2_BELOW(a, thousandths) (FP_BELOW(&(a)->c0, thousandths) && FP_BELOW(&(a)->c1, thousandths))
/* A sum of five limbs. */
#define FP_SUM_BELOW(t, thousandths) (compare_thousandths(t, 5, FP_P.l, thousandths) < 0)

struct fp2_product {
    const fp2 *a;
    const struct fp2_factor *b;
};

/* r = a b. Maps [0, 2P] x [0, 2P] to [0, 1.757 P). */
EPP_VARIANT void fp2_mul(fp2 *r, const fp2 *a, const fp2 *b);

/* r = a^2. Maps [0, 2P) to [0, 1.757 P). */
EPP_VARIANT void fp2_sqr(fp2 *r, const fp2 *a);

/* r = k a for k in the base field. Maps [0, 2P] x [0, 2P] to [0, 1.757 P). */
EPP_VARIANT void fp2_scale(fp2 *r, const fp2 *a, const fp *k);

/* r = 1 / a, 0 for 0: the conjugate over the norm. Maps [0, 2P) to [0, 2P). */
EPP_VARIANT void fp2_inverse(fp2 *r, const fp2 *a);

/*
 * r = the sum of a b over the products, each coefficient under one reduction, for every a in [0, P]; maps to [0, 2P).
 * r must not be among the operands.
 */
#define FP2_TERMS 3
EPP_VARIANT void fp2_dot(fp2 *r, const struct fp2_product products[FP2_TERMS]);

EPP_INLINE void fp2_add(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp_add(&r->c0, &a->c0, &b->c0);
    fp_add(&r->c1, &a->c1, &b->c1);
}

EPP_INLINE void fp2_sub(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp_sub(&r->c0, &a->c0, &b->c0);
    fp_sub(&r->c1, &a->c1, &b->c1);
}

EPP_INLINE void fp2_double(fp2 *r, const fp2 *a) { fp2_add(r, a, a); }

EPP_INLINE void fp2_half(fp2 *r, const fp2 *a)
{
    fp_half(&r->c0, &a->c0);
    fp_half(&r->c1, &a->c1);
}

/* r = -a in [0, 2P), unlike fp_neg, which makes 2P of 0. */
EPP_INLINE void fp2_neg(fp2 *r, const fp2 *a)
{
    static const fp2 zero = {{{0}}, {{0}}};
    fp2_sub(r, &zero, a);
}

/* r = a^P. */
EPP_INLINE void fp2_conjugate(fp2 *r, const fp2 *a)
{
    static const fp zero = {{0}};
    r->c0 = a->c0;
    fp_sub(&r->c1, &zero, &a->c1);
}

/* Maps [0, 2P] to [0, P]; only 2P stays a representative of 0 other than 0. */
EPP_INLINE void fp2_reduce(fp2 *r, const fp2 *a)
{
    fp_reduce(&r->c0, &a->c0);
    fp_reduce(&r->c1, &a->c1);
}

EPP_INLINE int fp2_is_zero(const fp2 *a) { return fp_is_zero(&a->c0) && fp_is_zero(&a->c1); }

EPP_INLINE int fp2_equal(const fp2 *a, const fp2 *b)
{
    fp2 difference;
    fp2_sub(&difference, a, b);
    return fp2_is_zero(&difference);
}

/* Makes a factor of an a in [0, 2P]. */
EPP_INLINE void fp2_factor_set(struct fp2_factor *f, const fp2 *a)
{
    fp_reduce(&f->parts[0], &a->c1);
    fp_reduce(&f->parts[1], &a->c0);
    (void)limbs_sub(f->parts[2].l, FP_P.l, f->parts[0].l, 4);
    EPP_BOUND(FP_AT_MOST(&f->parts[2], 1000));
}

/* t += k x, five limbs; the sum must fit. */
EPP_INLINE void fp_accumulate(limb t[5], limb k, const fp *x)
{
    limb carry = 0;
    for (int i = 0; i < 4; i++)
        t[i] = mul_add(k, x->l[i], t[i], carry, &carry);
    t[4] += carry;
    EPP_BOUND(t[4] >= carry);
}

/*
 * r = t modulo P. Maps [0, 128 P) to [0, 1.05 P). With h = floor(t / 2^248) and P = 48.392.. 2^248 the estimate
 * q = floor(21668 h / 2^20) is at most t / P, and t / P - q stays below 1 + 0.021 + 6195 (1 / 48.392 - 21668 / 2^20)
 * < 1.05.
 */
EPP_INLINE void fp_reduce_small(fp *r, const limb t[5])
{
    limb q = ((t[4] << 8 | t[3] >> 56) * 21668) >> 20, carry = 0;
    fp multiple;
    EPP_BOUND(FP_SUM_BELOW(t, 128000));
    for (int i = 0; i < 4; i++)
        multiple.l[i] = mul_add(q, FP_P.l[i], 0, carry, &carry);
    (void)limbs_sub(r->l, t, multiple.l, 4);
    EPP_BOUND(FP_BELOW(r, 1050));
}

/* r = xi a with xi = 9 + i: (9 c0 - c1) + (9 c1 + c0) i. Maps [0, 2P) to [0, 1.05 P). */
EPP_INLINE void fp2_mul_xi(fp2 *r, const fp2 *a)
{
    limb low[5] = {0}, high[5] = {0};
    fp minus;
    fp_neg(&minus, &a->c1);
    fp_accumulate(low, 9, &a->c0);
    fp_accumulate(low, 1, &minus);
    fp_accumulate(high, 9, &a->c1);
    fp_accumulate(high, 1, &a->c0);
    fp_reduce_small(&r->c0, low);
    fp_reduce_small(&r->c1, high);
}

#endif
