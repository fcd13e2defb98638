/*
 * The inner loops of rows.h for MULX and ADX: the same functions and bounds, from bands of eight and four limbs, single
 * rows, and 5 to 8 limbs unrolled.
 */
#ifndef EPP_ROWS_ADX_H
#define EPP_ROWS_ADX_H

#include "modexp/bands_adx.h"
#include "modexp/unrolled_adx.h"

EPP_INLINE void load_band(struct band *band, const limb *factor, size_t width, size_t columns)
{
    natural_copy(band->factor, factor, width);
    band->columns = columns;
    band->carry = 0;
}

/* t[0..an+bn-1] = a b, an and bn >= 1. t overlaps neither. */
EPP_INLINE void rows_mul(limb *t, const limb *a, size_t an, const limb *b, size_t bn)
{
    struct band band;
    size_t i = 0;
    if (an == bn && an >= UNROLLED_LEAST && an <= UNROLLED_MOST) {
        unrolled_mul(t, a, b, an);
        return;
    }
    natural_zero(t, an + bn);
    for (; i + 8 <= bn; i += 8) {
        load_band(&band, b + i, 8, an);
        band_add_mul_8(t + i, a, &band);
    }
    if (i + 4 <= bn) {
        load_band(&band, b + i, 4, an);
        band_add_mul_4(t + i, a, &band);
        i += 4;
    }
    for (; i < bn; i++)
        t[an + i] = row_add_mul(t + i, a, an, b[i]);
}

/*
 * r[0..n-1] = a b mod B^n, n >= 1. r overlaps neither. A band of eight takes the columns whose eight products stay
 * below B^n; those that it leaves out, a triangle at the top, go row by row.
 */
EPP_INLINE void rows_mul_low(limb *r, const limb *a, const limb *b, size_t n)
{
    struct band band;
    size_t i = 0;
    natural_zero(r, n);
    for (; i + 8 < n; i += 8) {
        size_t columns = n - i - 8;
        load_band(&band, b + i, 8, columns);
        band_add_mul_8(r + i, a, &band);
        for (size_t j = 0; j < 8; j++)
            (void)row_add_mul(r + i + j + columns, a + columns, 8 - j, b[i + j]);
    }
    for (; i < n; i++)
        (void)row_add_mul(r + i, a, n - i, b[i]);
}

/* The products of different limbs of a: t[0..2n-1] = sum of a_i a_j B^(i+j) over i < j < n, for n <= 8. */
EPP_INLINE void triangle(limb *t, const limb *a, size_t n)
{
    if (n >= UNROLLED_LEAST) {
        unrolled_triangle(t, a, n);
        return;
    }
    natural_zero(t, 2 * n);
    for (size_t i = 0; i + 1 < n; i++)
        t[n + i] = row_add_mul(t + 2 * i + 1, a + i + 1, n - 1 - i, a[i]);
}

#define FEW_COLUMNS 2 /* so few are faster as rows of eight than as a band */

/*
 * t[0..2n-1] = a^2. The triangles of each eight limbs tile t; then each eight times all above them, which may carry
 * into triangles of later limbs; then twice that and the squares.
 */
EPP_INLINE void rows_sqr(limb *t, const limb *a, size_t n)
{
    struct band band;
    for (size_t i = 0; i < n; i += 8)
        triangle(t + 2 * i, a + i, n - i < 8 ? n - i : 8);
    for (size_t i = 0; i + 8 < n; i += 8) {
        size_t columns = n - i - 8;
        if (columns <= FEW_COLUMNS) {
            for (size_t j = 0; j < columns; j++)
                (void)natural_propagate(t + 2 * i + 16 + j, 2 * columns - j,
                                        row_add_mul(t + 2 * i + 8 + j, a + i, 8, a[i + 8 + j]));
            break;
        }
        load_band(&band, a + i, 8, columns);
        band_add_mul_8(t + 2 * i + 8, a + i + 8, &band);
        (void)natural_propagate(t + n + i + 8, columns, band.carry);
    }
    double_and_square(t, a, n);
}

/*
 * r = (t + q m) / B^n, less m where that carries out of n limbs, for t of 2n limbs, which are destroyed; q in [0, B^n)
 * makes it whole. The sum is below (B^2n + B^n m) / B^n = B^n + m: what is left is below B^n. n0_inv is -1 / m mod B.
 * Long reductions count as work, of which they may be stopped.
 */
EPP_INLINE void rows_redc(limb *r, limb *t, const limb *m, size_t n, limb n0_inv, struct work *work)
{
    struct band band; /* not set to 0 as a whole, which takes as long as a short reduction */
    size_t i = 0;
    band.n0_inv = n0_inv;
    band.carry = 0;
    if (n >= UNROLLED_LEAST && n <= UNROLLED_MOST) {
        unrolled_redc(r, t, m, n, &band);
        return;
    }
    for (; i + 8 <= n; i += 8) {
        band.columns = n - 8;
        band_redc_8(t + i, m, &band);
        if (n >= LONG_ROWS && work_count(work, ROWS_OF_WORK * n))
            return;
    }
    if (i + 4 <= n) {
        band.columns = n - 4;
        band_redc_4(t + i, m, &band);
        i += 4;
    }
    for (; i < n; i++) {
        limb carry = row_add_mul(t + i, m, n, t[i] * n0_inv);
        t[n + i] = add_carry(t[n + i], carry, &band.carry);
    }
    EPP_BOUND(band.carry <= 1);
    EPP_BOUND(!band.carry || natural_less(t + n, m, n));
    natural_sub_if(r, t + n, m, n, band.carry);
}

#endif
