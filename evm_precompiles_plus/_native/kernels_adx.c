/*
 * The ADX variant of all kernels: the portable sources once more, as one unit, over the products in fp4_adx.h,
 * fp2_adx.h and montgomery_adx.h.
 */
#include "variant.h"

#ifdef EPP_HAVE_ADX

#define EPP_ADX 1
#undef EPP_VARIANT
#define EPP_VARIANT(name) name##_adx

#include "g1.c"
#include "modexp_u256.c"
#include "fp2.c"
#include "fp12.c"
#include "g2.c"
#include "pairing.c"
#include "kernels.h"

extern const struct kernels kernels_adx_table;
const struct kernels kernels_adx_table = {"adx", g1_ecadd_adx, g1_ecmul_adx, modexp_u256_adx,
                                                  pairing_check_adx};

#else

typedef int kernels_adx_is_empty; /* ISO C wants something in a translation unit */

#endif
