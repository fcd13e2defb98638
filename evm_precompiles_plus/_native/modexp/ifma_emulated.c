/* The products of ifma.h with the instructions emulated. */
#define EPP_IFMA_EMULATED 1

#include "modexp/ifma_products.h"

void ifma_emulated_multiply(limb *r, const limb *a, const limb *b, const void *context) { multiply(r, a, b, context); }

void ifma_emulated_square(limb *r, const limb *a, const void *context) { square(r, a, context); }
