/*
 * Naturals in digits of 52 bits, least significant first, as ifma.h has them: from limbs and back, and -1 / n.
 */
#ifndef EPP_IFMA_DIGITS_H
#define EPP_IFMA_DIGITS_H

#include "modexp/ifma.h"
#include "modexp/natural.h"
#include "modexp/quotient.h"

EPP_INLINE size_t digits_of_bits(size_t bits) { return (bits + DIGIT_BITS - 1) / DIGIT_BITS; }

/* The number of `size` limbs, which must fit, as `count` digits. */
EPP_INLINE void to_digits(limb *digits, size_t count, const limb *a, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = DIGIT_BITS * i / 64, shift = DIGIT_BITS * i % 64;
        limb x = at < size ? a[at] >> shift : 0;
        if (shift > 64 - DIGIT_BITS && at + 1 < size)
            x |= a[at + 1] << (64 - shift);
        digits[i] = x & DIGIT_MASK;
    }
}

/* The number of `count` digits, which must fit, as `size` limbs. */
EPP_INLINE void from_digits(limb *a, size_t size, const limb *digits, size_t count)
{
    natural_zero(a, size);
    for (size_t i = 0; i < count; i++) {
        size_t at = DIGIT_BITS * i / 64, shift = DIGIT_BITS * i % 64;
        if (at < size)
            a[at] |= digits[i] << shift;
        if (shift > 64 - DIGIT_BITS && at + 1 < size)
            a[at + 1] |= digits[i] >> (64 - shift);
    }
}

/* The lowest eight digits of -1 / n: each makes the lowest digit that is left of 1 + n inverse 0. */
EPP_INLINE void negative_inverse_digits(limb *inverse, const limb *n)
{
    limb rest[LANES] = {1}, n0_inv = negative_inverse(n[0]);
    for (int i = 0; i < LANES; i++) {
        limb carry = 0;
        inverse[i] = (rest[i] * n0_inv) & DIGIT_MASK;
        for (int j = 0; i + j < LANES; j++) {
            limb high, low = mul_add(inverse[i], n[j], rest[i + j], carry, &high);
            rest[i + j] = low & DIGIT_MASK;
            carry = high << (64 - DIGIT_BITS) | low >> DIGIT_BITS;
        }
    }
}

#endif
