/*
 * The portable products of fp.h, and the inverse, which has no other body.
 *
 * A row adds a multiple of one factor to the accumulator and then takes its lowest limb away, by folding or by
 * reducing. The halves of a row are separate loops: gcc schedules them better than the interleaved form.
 *
 * Bounds, with B = 2^64 and s = a for one product, s = a + c for two, s <= 3.757 P: a row adds at most (B - 1) s. After
 * a fold the accumulator is below s + B Q, so after the next row below B (s + Q) < B^5: five limbs. After the first
 * reduction it is below s + Q + P < 5.29 P < B^4, since Q < 0.531 P: four limbs. The result is below
 * (a b + c d) / R + P (1 + 1 / B).
 */
#include "bn254/fp.h"

#include "fields/inverse.h"

/* t += a x for the low four limbs of t; returns what goes to the fifth. */
EPP_INLINE limb add_row(limb t[4], const fp *a, limb x)
{
    limb carry;
    t[0] = mul_add(a->l[0], x, t[0], 0, &carry);
    t[1] = mul_add(a->l[1], x, t[1], carry, &carry);
    t[2] = mul_add(a->l[2], x, t[2], carry, &carry);
    t[3] = mul_add(a->l[3], x, t[3], carry, &carry);
    return carry;
}

/*
 * t = t / 2^64 modulo P as floor(t / 2^64) + t[0] Q, five limbs still: below t / 2^64 + 2^64 Q. Unlike reduce_row it
 * does not wait for a factor, but it leaves a limb more, so the last two rows reduce.
 */
EPP_INLINE void fold_row(limb t[5])
{
    limb low = t[0], carry;
    t[0] = mul_add(low, FP_Q.l[0], t[1], 0, &carry);
    t[1] = mul_add(low, FP_Q.l[1], t[2], carry, &carry);
    t[2] = mul_add(low, FP_Q.l[2], t[3], carry, &carry);
    t[3] = mul_add(low, FP_Q.l[3], t[4], carry, &carry);
    t[4] = carry;
}

/* t = (t + high 2^256 + m P) / 2^64 with the m that makes the sum divisible: below t / 2^64 + P. */
EPP_INLINE void reduce_row(limb t[4], limb high)
{
    limb m = t[0] * FP_N0_INV, carry;
    (void)mul_add(m, FP_P.l[0], t[0], 0, &carry);
    t[0] = mul_add(m, FP_P.l[1], t[1], carry, &carry);
    t[1] = mul_add(m, FP_P.l[2], t[2], carry, &carry);
    t[2] = mul_add(m, FP_P.l[3], t[3], carry, &carry);
    t[3] = high + carry;
    EPP_BOUND(t[3] >= carry);
    EPP_BOUND(compare_thousandths(t, 4, FP_P.l, 5290) < 0);
}

/* x += y, which does not carry. */
EPP_INLINE void add_to_limb(limb *x, limb y)
{
    *x += y;
    EPP_BOUND(*x >= y);
}

EPP_NOINLINE void fp_mul(fp *r, const fp *a, const fp *b)
{
    limb t[5] = {0};
    EPP_BOUND(FP_AT_MOST(a, 2000) && FP_AT_MOST(b, 2000));
    t[4] = add_row(t, a, b->l[0]);
    fold_row(t);
    add_to_limb(&t[4], add_row(t, a, b->l[1]));
    fold_row(t);
    add_to_limb(&t[4], add_row(t, a, b->l[2]));
    reduce_row(t, t[4]);
    reduce_row(t, add_row(t, a, b->l[3]));
    memcpy(r->l, t, sizeof r->l);
    EPP_BOUND(FP_BELOW(r, 1757));
}

/* t += a x + c y, the fifth limb included. */
EPP_INLINE void add_rows(limb t[5], const fp *a, limb x, const fp *c, limb y)
{
    add_to_limb(&t[4], add_row(t, a, x));
    add_to_limb(&t[4], add_row(t, c, y));
}

EPP_NOINLINE void fp_mul2(fp *r, const fp *a, const fp *b, const fp *c, const fp *d)
{
    limb t[5] = {0};
    EPP_BOUND(FP_AT_MOST(a, 2000) && FP_AT_MOST(b, 2000) && FP_BELOW(c, 1757) && FP_AT_MOST(d, 2000));
    add_rows(t, a, b->l[0], c, d->l[0]);
    fold_row(t);
    add_rows(t, a, b->l[1], c, d->l[1]);
    fold_row(t);
    add_rows(t, a, b->l[2], c, d->l[2]);
    reduce_row(t, t[4]);
    t[4] = 0;
    add_rows(t, a, b->l[3], c, d->l[3]);
    reduce_row(t, t[4]);
    memcpy(r->l, t, sizeof r->l);
    EPP_BOUND(FP_BELOW(r, 2430));
}

void fp_inverse_plain(fp *r, const fp *a) { inverse_modulo(r->l, a->l, FP_P.l, FP_N0_INV); }
