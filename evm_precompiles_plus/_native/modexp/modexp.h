/*
 * MODEXP for any modulus: base^exponent mod modulus, big-endian bytes of any length in.
 */
#ifndef EPP_MODEXP_H
#define EPP_MODEXP_H

#include "fields/variant.h"
#include "modexp/window.h"
#include "fields/work.h"

enum modexp_status { MODEXP_OK, MODEXP_NO_MEMORY, MODEXP_STOPPED };

/* What a part of the computation is given: no leading zero byte, neither modulus nor exponent is 0. */
struct operands {
    struct bytes base, exponent;
    const struct window_tables *tables;
    struct work *work;
    int ifma; /* whether the wide odd moduli go by ifma_odd.h */
};

/*
 * Writes the result to out, as long as the modulus's bytes. The modulus may have leading zero bytes. Modulus 0 and 1
 * give 0, x^0 is 1 modulo anything else. What is in out is undefined unless MODEXP_OK is returned.
 */
EPP_VARIANT enum modexp_status modexp(uint8_t *out, struct bytes base, struct bytes exponent, struct bytes modulus,
                                       const struct window_tables *tables, struct work *work);

/* The same by AVX-512 IFMA, where that pays. In the portable unit its instructions are emulated, for tests. */
EPP_VARIANT enum modexp_status modexp_ifma(uint8_t *out, struct bytes base, struct bytes exponent, struct bytes modulus,
                                           const struct window_tables *tables, struct work *work);

#endif
