/* Products in Fp2: see fp2.h. They are functions of their own: inlined, their code would not fit the caches. */
#include "bn254/fp2.h"

#ifdef EPP_ADX
#include "bn254/fp2_adx.h"
#else

/* t += a x, which fits five limbs. */
EPP_INLINE void dot_row(limb t[6], const fp *a, limb x)
{
    limb carry = 0;
    for (int i = 0; i < 4; i++)
        t[i] = mul_add(a->l[i], x, t[i], carry, &carry);
    t[4] += carry;
    EPP_BOUND(t[4] >= carry);
}

/* t += a x. */
EPP_INLINE void dot_last_row(limb t[6], const fp *a, limb x)
{
    limb carry = 0;
    for (int i = 0; i < 4; i++)
        t[i] = mul_add(a->l[i], x, t[i], carry, &carry);
    t[4] += carry;
    t[5] += t[4] < carry;
}

/* t = (t + m P) / 2^64 with the m that makes the sum divisible. */
EPP_INLINE void dot_reduce(limb t[6])
{
    dot_last_row(t, &FP_P, t[0] * FP_N0_INV);
    for (int i = 0; i < 5; i++)
        t[i] = t[i + 1];
    t[5] = 0;
}

#endif

/*
 * One coefficient: the sum of a.c0 y + a.c1 z, where y and z are two parts of b, c0 and -c1 or c1 and c0. Rows as in
 * fp.c, reduced six at a time.
 * Bounds, with B = 2^64: six rows add at most 6 P (B - 1), so that after a reduction t < t / B + 6 P + P < 7.01 P. Five
 * rows on this stay below 7.01 P + 5 P B < 0.95 B^5, six do not, and want the sixth limb. The last t is below
 * 6 P^2 / R + P < 2.14 P, and one subtraction brings it below 2P.
 */
EPP_INLINE void dot_coefficient(fp *r, const struct fp2_product products[FP2_TERMS], int first)
{
    limb t[6] = {0};
    fp sum;
    for (int i = 0; i < FP2_TERMS; i++) {
        EPP_BOUND(FP2_AT_MOST(products[i].a, 1000));
        EPP_BOUND(FP_AT_MOST(&products[i].b->parts[first], 1000));
        EPP_BOUND(FP_AT_MOST(&products[i].b->parts[first + 1], 1000));
    }
    for (int j = 0; j < 4; j++) {
        for (int i = 0; i < FP2_TERMS; i++) {
            const fp *parts = products[i].b->parts + first;
            dot_row(t, &products[i].a->c0, parts[0].l[j]);
            if (i < FP2_TERMS - 1)
                dot_row(t, &products[i].a->c1, parts[1].l[j]);
            else
                dot_last_row(t, &products[i].a->c1, parts[1].l[j]);
        }
        EPP_BOUND(t[5] <= 1);
        dot_reduce(t);
        EPP_BOUND(FP_SUM_BELOW(t, 7010));
    }
    EPP_BOUND(FP_SUM_BELOW(t, 2140));
    memcpy(sum.l, t, sizeof sum.l);
    fp_subtract_once(r, &sum, &FP_2P);
}

EPP_NOINLINE void fp2_dot(fp2 *r, const struct fp2_product products[FP2_TERMS])
{
    dot_coefficient(&r->c0, products, 1);
    dot_coefficient(&r->c1, products, 0);
}

/* a goes down to [0, P], so that each coefficient is below (P 2P + P 2P) / R + P. */
EPP_NOINLINE void fp2_mul(fp2 *r, const fp2 *a, const fp2 *b)
{
    fp2 left;
    fp minus, c0;
    fp2_reduce(&left, a);
    fp_neg(&minus, &b->c1);
    fp_mul2(&c0, &left.c0, &b->c0, &left.c1, &minus);
    fp_mul2(&r->c1, &left.c0, &b->c1, &left.c1, &b->c0);
    r->c0 = c0;
    EPP_BOUND(FP2_BELOW(r, 1757));
}

EPP_NOINLINE void fp2_sqr(fp2 *r, const fp2 *a)
{
    fp sum, difference, twice;
    fp_add(&sum, &a->c0, &a->c1);
    fp_sub(&difference, &a->c0, &a->c1);
    fp_add(&twice, &a->c0, &a->c0);
    fp_mul(&r->c1, &twice, &a->c1);
    fp_mul(&r->c0, &sum, &difference);
}

EPP_NOINLINE void fp2_scale(fp2 *r, const fp2 *a, const fp *k)
{
    fp_mul(&r->c0, &a->c0, k);
    fp_mul(&r->c1, &a->c1, k);
}

void fp2_inverse(fp2 *r, const fp2 *a)
{
    fp2 left, conjugate;
    fp norm;
    fp2_reduce(&left, a);
    fp_mul2(&norm, &left.c0, &left.c0, &left.c1, &left.c1);
    fp_inv(&norm, &norm);
    fp2_conjugate(&conjugate, a);
    fp2_scale(r, &conjugate, &norm);
}
