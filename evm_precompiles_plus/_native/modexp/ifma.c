/* The products of ifma.h by the processor's own instructions, for whoever has seen that it has them. */
#include "modexp/ifma.h"

#ifdef EPP_HAVE_IFMA

#include "fields/verify.h"
#include <immintrin.h>

/* All that follows, and no more, may use them. */
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("bmi2,avx512f,avx512ifma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("bmi2,avx512f,avx512ifma")
#endif

#include "modexp/ifma_products.h"

void ifma_multiply(limb *r, const limb *a, const limb *b, const void *context) { multiply(r, a, b, context); }

void ifma_square(limb *r, const limb *a, const void *context) { square(r, a, context); }

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
