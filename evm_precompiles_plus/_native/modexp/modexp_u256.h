/*
 * MODEXP for a modulus below 2^256, and for the parts of a wider one that are.
 */
#ifndef EPP_MODEXP_U256_H
#define EPP_MODEXP_U256_H

#include "modexp/modexp.h"

/*
 * Writes the result to out, as long as the modulus's bytes: at most 32, the first of them not 0. Modulus 0, of no bytes,
 * and 1 give 0, x^0 is 1 modulo anything else.
 */
EPP_VARIANT void modexp_u256(uint8_t *out, struct bytes modulus, const struct operands *operands);

/* r = base^exponent mod n for odd n above 1, exponent not 0. All four limbs of r are set. */
EPP_VARIANT void power_odd(limb r[4], const limb n[4], const struct operands *operands);

/* r = base^exponent mod 2^k, 0 < k <= 256, exponent not 0. All four limbs of r are set. */
EPP_VARIANT void power_pow2(limb r[4], int k, const struct operands *operands);

#endif
