/*
 * MODEXP for moduli of more than 256 bits.
 *
 * Algorithm: as modexp_u256.c: an odd modulus in Montgomery form, 2^k by truncated products, and the Chinese remainder
 * theorem for an even one. An odd part or a power of two of up to 256 bits goes through modexp_u256.c's own.
 * Memory: linear in the operands; a table of at most 128 residues is the most of it.
 * Timing: variable time; every input is public.
 */
#ifndef EPP_MODEXP_WIDE_H
#define EPP_MODEXP_WIDE_H

#include "modexp/modexp.h"
#include "modexp/natural.h"

/* r = base^exponent mod n, all `size` limbs of it, for an odd n of at least five limbs. */
EPP_VARIANT enum modexp_status wide_power_odd(limb *r, const limb *n, size_t size, const struct operands *operands);

/* r = base^exponent mod 2^k, limbs_of_bits(k) limbs, for k > 256. */
EPP_VARIANT enum modexp_status wide_power_pow2(limb *r, size_t k, const struct operands *operands);

/* Writes base^exponent mod modulus to out, as long as the modulus, which is at least 2^256. */
EPP_VARIANT enum modexp_status wide_modexp(uint8_t *out, struct bytes modulus, const struct operands *operands);

#endif
