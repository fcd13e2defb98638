/* The way of a MODEXP by its modulus: see modexp.h. */
#include "modexp/modexp.h"

#include "modexp/modexp_u256.h"
#include "modexp/modexp_wide.h"

static enum modexp_status modexp_of(uint8_t *out, struct bytes modulus, const struct operands *operands)
{
    struct bytes significant = strip_leading_zeros(modulus);
    memset(out, 0, modulus.length);
    if (significant.length <= 32) {
        modexp_u256(out + (modulus.length - significant.length), significant, operands);
        return operands->work->stopped ? MODEXP_STOPPED : MODEXP_OK;
    }
    if (operands->exponent.length == 0) {
        out[modulus.length - 1] = 1;
        return MODEXP_OK;
    }
    return wide_modexp(out + (modulus.length - significant.length), significant, operands);
}

enum modexp_status modexp(uint8_t *out, struct bytes base, struct bytes exponent, struct bytes modulus,
                          const struct window_tables *tables, struct work *work)
{
    struct operands operands = {strip_leading_zeros(base), strip_leading_zeros(exponent), tables, work, 0};
    return modexp_of(out, modulus, &operands);
}

enum modexp_status modexp_ifma(uint8_t *out, struct bytes base, struct bytes exponent, struct bytes modulus,
                               const struct window_tables *tables, struct work *work)
{
    struct operands operands = {strip_leading_zeros(base), strip_leading_zeros(exponent), tables, work, 1};
    return modexp_of(out, modulus, &operands);
}
