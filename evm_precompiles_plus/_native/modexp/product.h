/*
 * Products and squares of naturals of n limbs, whole or modulo B^n, B = 2^64.
 *
 * Algorithm: rows (rows.h) up to a threshold, above it Karatsuba's three half products: with a = a0 + a1 B^h and
 * b alike, a b = a0 b0 + (a0 b0 + a1 b1 - (a0 - a1)(b0 - b1)) B^h + a1 b1 B^2h. Modulo B^n one whole half product and
 * two that are cut themselves.
 */
#ifndef EPP_PRODUCT_H
#define EPP_PRODUCT_H

#include "fields/variant.h"
#include "fields/work.h"
#include "modexp/natural.h"

/*
 * Scratch limbs of each of the functions below: a level of Karatsuba takes 4h for halves of h <= (n + 1) / 2 limbs, so
 * that all levels together take 4 (n/2 + 1/2 + n/4 + 3/4 + ...) < 4n + 4 * 64; a truncated one takes 2h and a whole
 * product of h limbs, 6h <= 3n + 3 and no more levels.
 */
EPP_INLINE size_t product_scratch(size_t n) { return 4 * n + 256; }

/* t[0..2n-1] = a b and a^2; t overlaps no operand. Long ones count as work, of which they may be stopped. */
EPP_VARIANT void product(limb *t, const limb *a, const limb *b, size_t n, limb *scratch, struct work *work);
EPP_VARIANT void square(limb *t, const limb *a, size_t n, limb *scratch, struct work *work);

/* r[0..n-1] = a b and a^2 mod B^n; r overlaps no operand. */
EPP_VARIANT void product_low(limb *r, const limb *a, const limb *b, size_t n, limb *scratch, struct work *work);
EPP_VARIANT void square_low(limb *r, const limb *a, size_t n, limb *scratch, struct work *work);

#endif
