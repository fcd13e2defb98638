/*
 * Products and quotients of ECDSA's scalars: numbers modulo a prime order N of 256 bits.
 */
#ifndef EPP_SCALAR_H
#define EPP_SCALAR_H

#include "fields/inverse.h"
#include "modexp/montgomery_u256.h"

/* r = a b modulo n. Maps [0, R) x [0, R) to [0, n): the second product is below 2n, since R^2 mod n is below n. */
EPP_INLINE void scalar_mul(limb r[4], const limb a[4], const limb b[4], const struct montgomery *n)
{
    limb less[4];
    montgomery_mul_n(r, a, b, n, 4);
    montgomery_mul_n(r, r, n->r2, n, 4);
    if (!limbs_sub(less, r, n->n, 4))
        memcpy(r, less, sizeof less);
    EPP_BOUND(limbs_less(r, n->n, 4));
}

/* r = 1 / a modulo n, for a below n. */
EPP_INLINE void scalar_inverse(limb r[4], const limb a[4], const struct montgomery *n)
{
    inverse_modulo(r, a, n->n, n->n0_inv);
}

/* Whether a is in [1, n - 1]. */
EPP_INLINE int scalar_is_valid(const limb a[4], const struct montgomery *n)
{
    return !limbs_is_zero(a, 4) && limbs_less(a, n->n, 4);
}

#endif
