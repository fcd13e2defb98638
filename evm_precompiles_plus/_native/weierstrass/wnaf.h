/*
 * The width-w non-adjacent form of a number: odd digits below 2^(w-1) in magnitude, at least w places apart.
 */
#ifndef EPP_WNAF_H
#define EPP_WNAF_H

#include "fields/verify.h"

/*
 * digits[i] becomes the coefficient of 2^i of the number k of n limbs, or of -k; they must be zero before, and one more
 * than k has bits, since the recoding may carry past them. Returns the place of the highest digit plus 1.
 */
EPP_INLINE int wnaf(int16_t *digits, const limb *k, const int n, const int width, int negate)
{
    limb left[4] = {0};
    int place = 0, length = 0;
    memcpy(left, k, (size_t)n * sizeof *k);
    while (!limbs_is_zero(left, n)) {
        int zeros = 0, digit, negative;
        limb carry;
        for (int i = 0; i < n && left[i] == 0; i++)
            zeros += 64;
        zeros += count_trailing_zeros(left[zeros >> 6]);
        limbs_shift_right(left, zeros, n);
        place += zeros;
        digit = (int)(left[0] & (((limb)1 << width) - 1));
        negative = digit >> (width - 1);
        digit -= negative << width;
        EPP_BOUND((digit & 1) && digit > -(1 << (width - 1)) && digit < 1 << (width - 1));
        EPP_BOUND(place <= 64 * n);
        digits[place] = (int16_t)(negate ? -digit : digit);
        length = place + 1;
        /* A negative digit leaves a carry for the bits above the window; there it may be the only bit. */
        limbs_shift_right(left, width, n);
        carry = (limb)negative;
        for (int i = 0; i < n; i++)
            left[i] = add_carry(left[i], 0, &carry);
        EPP_BOUND(carry == 0);
        place += width;
    }
    return length;
}

#endif
