/*
 * The inner loops of wide MODEXP, portable: rows and rectangles of limb products.
 *
 * rows_adx.h has the same functions for MULX and ADX, with the same bounds. B is 2^64.
 */
#ifndef EPP_ROWS_H
#define EPP_ROWS_H

#include "fields/work.h"
#include "modexp/natural.h"

/* From so many limbs on a single reduction, or the products of a square, may take milliseconds. */
#define LONG_ROWS 2048
#define ROWS_OF_WORK 8

#ifdef EPP_ADX
#include "modexp/rows_adx.h"
#else

/* r[0..n-1] += a x; returns the carry limb: r + a x <= (B^n - 1) B. */
EPP_INLINE limb row_add_mul(limb *r, const limb *a, size_t n, limb x)
{
    limb carry = 0;
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        r[i] = mul_add(a[i], x, r[i], carry, &carry);
        r[i + 1] = mul_add(a[i + 1], x, r[i + 1], carry, &carry);
        r[i + 2] = mul_add(a[i + 2], x, r[i + 2], carry, &carry);
        r[i + 3] = mul_add(a[i + 3], x, r[i + 3], carry, &carry);
    }
    for (; i < n; i++)
        r[i] = mul_add(a[i], x, r[i], carry, &carry);
    return carry;
}

/* t[0..an+bn-1] = a b, an and bn >= 1. t overlaps neither. */
EPP_INLINE void rows_mul(limb *t, const limb *a, size_t an, const limb *b, size_t bn)
{
    natural_zero(t, an);
    for (size_t i = 0; i < bn; i++)
        t[an + i] = row_add_mul(t + i, a, an, b[i]);
}

/* t[0..2n-1] = a^2: the products of different limbs, doubled, and the squares. */
EPP_INLINE void rows_sqr(limb *t, const limb *a, size_t n)
{
    limb carry = 0, top = 0;
    natural_zero(t, n + 1);
    for (size_t i = 0; i + 1 < n; i++)
        t[n + i] = row_add_mul(t + 2 * i + 1, a + i + 1, n - 1 - i, a[i]);
    t[2 * n - 1] = 0;
    for (size_t i = 0; i < n; i++) {
        limb low = t[2 * i] << 1 | top, high = t[2 * i + 1] << 1 | t[2 * i] >> 63, square;
        top = t[2 * i + 1] >> 63;
        low = mul_add(a[i], a[i], low, carry, &square);
        t[2 * i] = low;
        carry = 0;
        t[2 * i + 1] = add_carry(high, square, &carry);
    }
}

/* r[0..n-1] = a b mod B^n, n >= 1. r overlaps neither. */
EPP_INLINE void rows_mul_low(limb *r, const limb *a, const limb *b, size_t n)
{
    natural_zero(r, n);
    for (size_t i = 0; i < n; i++)
        (void)row_add_mul(r + i, a, n - i, b[i]);
}

/*
 * r = (t + q m) / B^n, less m where that carries out of n limbs, for t of 2n limbs, which are destroyed; q in [0, B^n)
 * makes it whole. The sum is below (B^2n + B^n m) / B^n = B^n + m: what is left is below B^n. n0_inv is -1 / m mod B.
 * Long reductions count as work, of which they may be stopped.
 */
EPP_INLINE void rows_redc(limb *r, limb *t, const limb *m, size_t n, limb n0_inv, struct work *work)
{
    size_t i = 0, end = n;
    limb top = 0;
    do {
        if (n >= LONG_ROWS)
            end = n - i < ROWS_OF_WORK ? n : i + ROWS_OF_WORK;
        for (; i < end; i++) {
            limb carry = row_add_mul(t + i, m, n, t[i] * n0_inv);
            t[n + i] = add_carry(t[n + i], carry, &top);
        }
    } while (i < n && !work_count(work, ROWS_OF_WORK * n));
    EPP_BOUND(!top || natural_less(t + n, m, n));
    natural_sub_if(r, t + n, m, n, top);
}

#endif

#endif
