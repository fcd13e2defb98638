/*
 * Reduction by an odd modulus of two limbs and more: Montgomery's, and the division that enters his form.
 *
 * Representation: R = B^size, B = 2^64. Elements are any representatives in [0, R), not reduced below the modulus; only
 * a carry out of the top limb is subtracted, and only the last step reduces to [0, n). As in montgomery_u256.h.
 */
#ifndef EPP_MONTGOMERY_WIDE_H
#define EPP_MONTGOMERY_WIDE_H

#include "modexp/natural.h"
#include "modexp/quotient.h"
#include "fields/variant.h"
#include "fields/work.h"

struct odd_modulus {
    size_t size;
    const limb *n; /* its top limb is not 0 */
    limb n0_inv;   /* -1 / n mod B */
    const limb *normalised;
    int shift; /* normalised is n 2^shift, and has its top bit set */
    struct quotient_divisor top;
};

/* Fills m for the modulus n; normalised is room for `size` limbs. Both must outlive m. */
EPP_VARIANT void odd_modulus_init(struct odd_modulus *m, const limb *n, size_t size, limb *normalised);

/* Limbs of room that residue_of wants. */
EPP_INLINE size_t residue_room(const struct odd_modulus *m, size_t size, size_t shift)
{
    return (size + shift > m->size ? size + shift : m->size) + 2;
}

/* r = a B^shift mod n, in [0, n), for a of `size` limbs. */
EPP_VARIANT void residue_of(limb *r, const struct odd_modulus *m, const limb *a, size_t size, size_t shift,
                             limb *room, struct work *work);

/*
 * r = t / R, t of 2 size limbs and destroyed. Maps products of [0, R) x [0, R) to [0, R): (t + q n) / R is below R + n,
 * so where it carries n comes off and leaves it below R. From t < R n it is below 2n, from t < R at most n.
 */
EPP_VARIANT void montgomery_reduce(limb *r, limb *t, const struct odd_modulus *m, struct work *work);

#endif
