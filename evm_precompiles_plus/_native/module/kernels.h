/*
 * One table of entry points for each compiled variant (variant.h), and the choice between them.
 */
#ifndef EPP_KERNELS_H
#define EPP_KERNELS_H

#include "bn254/g1.h"
#include "bn254/pairing.h"
#include "modexp/modexp.h"
#include "p256/verify.h"
#include "secp256k1/recover.h"

struct kernels {
    const char *name;
    struct g1_result (*ecadd)(uint8_t out[64], const uint8_t p[64], const uint8_t q[64]);
    struct g1_result (*ecmul)(uint8_t out[64], const uint8_t p[64], const uint8_t k[32]);
    enum modexp_status (*modexp)(uint8_t *out, struct bytes base, struct bytes exponent, struct bytes modulus,
                                 const struct window_tables *tables, struct work *work);
    struct pairing_result (*ecpairing)(struct pairing_walk *walks, const uint8_t *pairs, size_t count,
                                       struct work *work);
    int (*ecrecover)(uint8_t key[64], const uint8_t digest[32], const uint8_t signature[65]);
    int (*p256verify)(const uint8_t digest[32], const uint8_t signature[64], const uint8_t key[64]);
};

/* The entry points that the names mean in this unit (variant.h). */
#define KERNELS_OF_THIS_VARIANT(name, modexp) {name, g1_ecadd, g1_ecmul, modexp, pairing_check, k1_recover, r1_verify}

const struct kernels *kernels_portable(void);

/* The ADX variant, or NULL where it is not compiled in or this CPU has not both BMI2 and ADX. */
const struct kernels *kernels_adx(void);

/* The same with modexp_ifma, or NULL where the CPU or the operating system has no AVX-512 IFMA besides. */
const struct kernels *kernels_ifma(void);

/* The portable variant with modexp_ifma, its instructions emulated. */
const struct kernels *kernels_ifma_emulated(void);

/* The bodies by name, best first; NULL ends them, where `index` is past the last that runs here. */
const struct kernels *kernels_body(size_t index);

#endif
