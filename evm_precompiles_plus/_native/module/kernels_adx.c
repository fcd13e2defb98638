/* The ADX variant of all kernels: the portable sources once more, as one unit, over the products of the _adx.h files. */
#define EPP_ADX 1

#include "fields/variant.h"

#ifdef EPP_HAVE_ADX

#include "bn254/fp2.c"
#include "bn254/fp12.c"
#include "bn254/g1.c"
#include "bn254/g2.c"
#include "bn254/final_exponentiation.c"
#include "bn254/pairing.c"
#include "secp256k1/recover.c"
#include "p256/verify.c"
#include "modexp/power.c"
#include "modexp/modexp_u256.c"
#include "modexp/product.c"
#include "modexp/montgomery_wide.c"
#include "modexp/wide_odd.c"
#include "modexp/ifma_odd.c"
#include "modexp/wide_pow2.c"
#include "modexp/modexp_wide.c"
#include "modexp/modexp.c"
#include "module/kernels.h"

extern const struct kernels kernels_adx_table, kernels_ifma_table;
const struct kernels kernels_adx_table = KERNELS_OF_THIS_VARIANT("adx", modexp);
const struct kernels kernels_ifma_table = KERNELS_OF_THIS_VARIANT("ifma", modexp_ifma);

#else

typedef int kernels_adx_is_empty; /* ISO C wants something in a translation unit */

#endif
