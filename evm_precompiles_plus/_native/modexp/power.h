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

/*
 * acc = base^exponent, where the first element of the table `odd` is the base and the others are room, as many as
 * odd_powers(width) in all. The exponent is not 0 and has no leading zero byte.
 */
EPP_VARIANT void power(limb *acc, const struct ring *ring, limb *odd, struct bytes exponent, int width,
                        struct work *work);

#endif
