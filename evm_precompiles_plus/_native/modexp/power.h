/*
 * Exponentiation by the planned window, in any ring of limbs.
 *
 * Algorithm: window.h's: the table of odd powers, each window its squarings and one product, the first one loaded.
 */
#ifndef EPP_POWER_H
#define EPP_POWER_H

#include "fields/variant.h"
#include "modexp/window.h"
#include "fields/work.h"

struct ring {
    /* r may be an operand. */
    void (*mul)(limb *r, const limb *a, const limb *b, const void *context);
    void (*sqr)(limb *r, const limb *a, const void *context);
    const void *context;
    size_t size; /* limbs of an element */
    size_t cost; /* limb products of a multiplication, about */
};

/* Elements in the table of a width. */
EPP_INLINE size_t odd_powers(int width) { return (size_t)1 << (width - 1); }

/* Whether an exponent is 2^k + 1, k > 0. */
EPP_INLINE int is_two_ones(const struct window_plan *plan, struct bytes exponent)
{
    return plan->squarings > 0 && plan->multiplies == 1 && plan->width == 1 && exponent.data[exponent.length - 1] & 1;
}

/*
 * acc = plain^(2^squarings + 1), out of the form, from acc = plain in the form of a Montgomery ring: the last factor is
 * taken as it is, and the product leaves the form by itself.
 */
EPP_VARIANT void power_of_two_ones(limb *acc, const struct ring *ring, const limb *plain, size_t squarings,
                                   struct work *work);

/*
 * acc = base^exponent, where the first element of the table `odd` is the base and the others are room, as many as
 * odd_powers(width) in all. The exponent is not 0 and has no leading zero byte.
 */
EPP_VARIANT void power(limb *acc, const struct ring *ring, limb *odd, struct bytes exponent, int width,
                        struct work *work);

#endif
