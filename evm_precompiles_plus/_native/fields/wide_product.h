/*
 * Products of two numbers of four limbs in all their eight limbs, for the fields that reduce afterwards.
 */
#ifndef EPP_WIDE_PRODUCT_H
#define EPP_WIDE_PRODUCT_H

#include "fields/limbs.h"

#ifdef EPP_ADX

#include "fields/adx.h"

EPP_INLINE void wide_multiply(limb t[8], const limb a[4], const limb b[4]) { adx_multiply(t, a, b); }
EPP_INLINE void wide_square(limb t[8], const limb a[4]) { adx_square(t, a); }

#else

/* t = a b. */
EPP_INLINE void wide_multiply(limb t[8], const limb a[4], const limb b[4])
{
    limb carry = 0;
    for (int j = 0; j < 8; j++)
        t[j] = 0; /* the analyzer does not see that the first row is written */
    for (int j = 0; j < 4; j++)
        t[j] = mul_add(a[j], b[0], 0, carry, &carry);
    t[4] = carry;
    for (int i = 1; i < 4; i++) {
        carry = 0;
        for (int j = 0; j < 4; j++)
            t[i + j] = mul_add(a[j], b[i], t[i + j], carry, &carry);
        t[i + 4] = carry;
    }
}

/* t = a^2. */
EPP_INLINE void wide_square(limb t[8], const limb a[4]) { wide_multiply(t, a, a); }

#endif

#endif
