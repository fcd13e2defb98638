/*
 * MODEXP for a modulus below 2^256: base^exponent mod modulus, big-endian bytes of any length in.
 */
#ifndef EPP_MODEXP_U256_H
#define EPP_MODEXP_U256_H

#include "fields/variant.h"
#include "modexp/window.h"

/*
 * Writes the result to out, as long as the modulus's bytes. The modulus may have leading zero bytes; its value must
 * be below 2^256, which the caller has checked. Modulus 0 and 1 give 0, x^0 is 1 modulo anything else.
 */
EPP_VARIANT void modexp_u256(uint8_t *out, struct bytes base, struct bytes exponent, struct bytes modulus,
                             const struct window_tables *tables);

#endif
