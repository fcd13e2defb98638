/*
 * Exponentiation modulo an odd number of many limbs over the products of ifma.h: as wide_odd.c, in digits of 52 bits.
 *
 * In the unit with ADX they are the processor's, in the portable one emulated.
 */
#ifndef EPP_IFMA_ODD_H
#define EPP_IFMA_ODD_H

#include "modexp/modexp.h"
#include "modexp/natural.h"

/*
 * From 12 limbs on the rows win over those with MULX, 2.0 times at 768 bits on a Zen 4, below not for long exponents.
 * Up to 512 limbs, four times EIP-7823's bound, the lanes hold the sums (ifma.h); beyond, Karatsuba's products gain.
 */
#define IFMA_LIMBS_LEAST 12
#define IFMA_LIMBS_MOST 512

EPP_INLINE int ifma_pays(size_t size) { return size >= IFMA_LIMBS_LEAST && size <= IFMA_LIMBS_MOST; }

/* r = base^exponent mod n, all `size` limbs of it, for an odd n of a size that pays; its top limb is not 0. */
EPP_VARIANT enum modexp_status ifma_power_odd(limb *r, const limb *n, size_t size, const struct operands *operands);

#endif
