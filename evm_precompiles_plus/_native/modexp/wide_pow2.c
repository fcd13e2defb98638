/* Exponentiation modulo 2^k for k > 256: see modexp_wide.h. */
#include <stdlib.h>

#include "modexp/power.h"
#include "modexp/product.h"
#include "modexp/modexp_wide.h"

struct truncated_ring {
    size_t size;
    limb *t; /* size limbs */
    limb *scratch;
    struct work *work;
};

static void truncated_multiply(limb *r, const limb *a, const limb *b, const void *context)
{
    const struct truncated_ring *ring = context;
    product_low(ring->t, a, b, ring->size, ring->scratch, ring->work);
    natural_copy(r, ring->t, ring->size);
}

static void truncated_square(limb *r, const limb *a, const void *context)
{
    const struct truncated_ring *ring = context;
    square_low(ring->t, a, ring->size, ring->scratch, ring->work);
    natural_copy(r, ring->t, ring->size);
}

/* Whether the exponent, without leading zero bytes, is at least k. */
static int exponent_reaches(struct bytes exponent, size_t k)
{
    size_t value = 0;
    if (exponent.length > sizeof value)
        return 1;
    for (size_t i = 0; i < exponent.length; i++)
        value = value << 8 | exponent.data[i];
    return value >= k;
}

/* The exponent modulo 2^bits, without leading zero bytes, in `room` of limbs_of_bits(bits) limbs where it is cut. */
static struct bytes cut_exponent(struct bytes exponent, size_t bits, uint8_t *room)
{
    size_t length = (bits + 7) / 8;
    if (exponent.length < length)
        return exponent;
    memcpy(room, exponent.data + (exponent.length - length), length);
    if (bits % 8)
        room[0] &= (uint8_t)((1u << bits % 8) - 1);
    return strip_leading_zeros((struct bytes){room, length});
}

/* r = base^exponent mod B^size, for the exponent that is given here. */
static enum modexp_status power_truncated(limb *r, size_t size, struct bytes exponent, const struct operands *operands)
{
    struct window_plan plan = window_plan(operands->tables, exponent, operands->work);
    size_t elements = 1 + odd_powers(plan.width);
    struct truncated_ring context;
    struct ring ring = {truncated_multiply, truncated_square, &context, size, size * size / 2};
    limb *odd;
    if (size > SIZE_MAX / sizeof(limb) / (elements + 256))
        return MODEXP_NO_MEMORY;
    context.size = size;
    context.work = operands->work;
    context.t = malloc((elements * size + product_scratch(size)) * sizeof(limb));
    if (context.t == NULL)
        return MODEXP_NO_MEMORY;
    odd = context.t + size;
    context.scratch = odd + odd_powers(plan.width) * size;
    natural_load(odd, size, operands->base.data, operands->base.length);
    power(r, &ring, odd, exponent, plan.width, operands->work);
    free(context.t);
    return operands->work->stopped ? MODEXP_STOPPED : MODEXP_OK;
}

/*
 * The exponent never needs more than k bits: an even base to the k-th power or above is 0, and the order of an odd base
 * divides 2^(k-2), so its exponent counts modulo that.
 */
enum modexp_status wide_power_pow2(limb *r, size_t k, const struct operands *operands)
{
    size_t size = limbs_of_bits(k);
    struct bytes base = operands->base, exponent = operands->exponent;
    enum modexp_status status = MODEXP_OK;
    uint8_t *room;
    natural_zero(r, size);
    if (base.length == 0 || (base.data[base.length - 1] & 1) == 0) {
        if (!exponent_reaches(exponent, k)) {
            status = power_truncated(r, size, exponent, operands);
            natural_truncate(r, size, k);
        }
        return status;
    }
    room = malloc(size * sizeof(limb));
    if (room == NULL)
        return MODEXP_NO_MEMORY;
    exponent = cut_exponent(exponent, k - 2, room);
    r[0] = 1;
    if (exponent.length > 0)
        status = power_truncated(r, size, exponent, operands);
    natural_truncate(r, size, k);
    free(room);
    return status;
}
