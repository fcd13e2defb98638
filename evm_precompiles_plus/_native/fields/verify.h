/*
 * The bounds that stand beside the code as assertions, in a build with -DEPP_VERIFY; otherwise they are only read by
 * the compiler, and never computed. tests/native/test_native_verify.py has that build.
 */
#ifndef EPP_VERIFY_H
#define EPP_VERIFY_H

#include "fields/limbs.h"

#ifdef EPP_VERIFY

#include <stdio.h>
#include <stdlib.h>

#define EPP_BOUND(condition)                                                                                           \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: out of bounds: %s\n", __FILE__, __LINE__, #condition);                             \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* A condition of the operands for a bound of the result, which may take their place. */
#define EPP_BOUND_IF(name, condition) const int name = (condition)

#else

#define EPP_BOUND(condition) ((void)sizeof((condition) ? 1 : 0))
#define EPP_BOUND_IF(name, condition) enum { name = sizeof((condition) ? 1 : 0) }

#endif

/* Below, at and above 0 as 1000 a is below, at and above `thousandths` p, for a of n <= 6 limbs and p of four. */
static EPP_NOINLINE EPP_UNUSED int compare_thousandths(const limb *a, int n, const limb p[4], limb thousandths)
{
    limb left[7] = {0}, right[7] = {0}, carry = 0;
    for (int i = 0; i < n; i++)
        left[i] = mul_add(a[i], 1000, 0, carry, &carry);
    left[n] = carry;
    carry = 0;
    for (int i = 0; i < 4; i++)
        right[i] = mul_add(p[i], thousandths, 0, carry, &carry);
    right[4] = carry;
    return limbs_equal(left, right, 7) ? 0 : limbs_less(left, right, 7) ? -1 : 1;
}

#endif
