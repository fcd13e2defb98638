/* A modulus of more than 256 bits taken apart, and the parts joined: see modexp_wide.h. */
#include "modexp/modexp_wide.h"

#include <stdlib.h>

#include "modexp/modexp_u256.h"
#include "modexp/quotient.h"
#include "modexp/rows.h"

#define NARROW_LIMBS 4

/* An even modulus 2^k odd, and the results of its parts, all in one allocation. */
struct parts {
    size_t size, odd_size, pow2_size, k;
    limb *odd, *x; /* odd_size limbs, or NARROW_LIMBS: the odd part, base^exponent modulo it */
    limb *y;       /* pow2_size limbs, or NARROW_LIMBS: base^exponent mod 2^k */
    limb *result;  /* size + 2 limbs */
};

static size_t at_least_narrow(size_t size) { return size > NARROW_LIMBS ? size : NARROW_LIMBS; }

static enum modexp_status power_of_odd_part(const struct parts *parts, const struct operands *operands)
{
    if (parts->odd_size > NARROW_LIMBS)
        return wide_power_odd(parts->x, parts->odd, parts->odd_size, operands);
    power_odd(parts->x, parts->odd, operands);
    return operands->work->stopped ? MODEXP_STOPPED : MODEXP_OK;
}

static enum modexp_status power_of_pow2_part(const struct parts *parts, const struct operands *operands)
{
    if (parts->k > 64 * NARROW_LIMBS)
        return wide_power_pow2(parts->y, parts->k, operands);
    power_pow2(parts->y, (int)parts->k, operands);
    return operands->work->stopped ? MODEXP_STOPPED : MODEXP_OK;
}

/*
 * y = (y - x) / odd mod B^pow2_size, a division from the low end: each quotient limb, odd's inverse modulo B times the
 * lowest limb that is left, makes that limb 0. With x - y for the dividend the steps add.
 */
static void divide_exactly(const struct parts *parts, struct work *work)
{
    size_t n = parts->pow2_size, common = n < parts->odd_size ? n : parts->odd_size;
    limb *rest = parts->y, n0_inv = negative_inverse(parts->odd[0]), borrow;
    borrow = natural_sub(rest, parts->x, rest, common);
    for (size_t i = common; i < n; i++)
        rest[i] = sub_borrow(0, rest[i], &borrow);
    for (size_t i = 0; i < n && !work_count(work, n); i++) {
        size_t reach = n - i < parts->odd_size ? n - i : parts->odd_size;
        limb q = rest[i] * n0_inv, carry = row_add_mul(rest + i, parts->odd, reach, q);
        (void)natural_propagate(rest + i + reach, n - i - reach, carry);
        EPP_BOUND(rest[i] == 0);
        rest[i] = q;
    }
}

/* result = the number below 2^k odd that is x modulo odd and y modulo 2^k: x + odd ((y - x) / odd mod 2^k). */
static void crt_combine_wide(const struct parts *parts, struct work *work)
{
    size_t n = parts->pow2_size, odd_size = parts->odd_size;
    divide_exactly(parts, work);
    natural_truncate(parts->y, n, parts->k);
    natural_copy(parts->result, parts->x, odd_size);
    natural_zero(parts->result + odd_size, n);
    for (size_t i = 0; i < n && !work_count(work, odd_size); i++)
        parts->result[odd_size + i] = row_add_mul(parts->result + i, parts->odd, odd_size, parts->y[i]);
}

static enum modexp_status power_of_parts(const struct parts *parts, const struct operands *operands)
{
    enum modexp_status status;
    if (parts->odd_size == 1 && parts->odd[0] == 1) {
        status = power_of_pow2_part(parts, operands);
        natural_zero(parts->result, parts->size);
        natural_copy(parts->result, parts->y, parts->pow2_size);
        return status;
    }
    status = power_of_odd_part(parts, operands);
    if (status == MODEXP_OK)
        status = power_of_pow2_part(parts, operands);
    if (status == MODEXP_OK)
        crt_combine_wide(parts, operands->work);
    return operands->work->stopped ? MODEXP_STOPPED : status;
}

static enum modexp_status power_even(uint8_t *out, limb *n, size_t length, const struct operands *operands)
{
    size_t k = natural_trailing_zeros(n), size = limbs_of_bytes(length), whole = k / 64;
    struct parts parts = {.size = size, .k = k, .odd = n + whole, .pow2_size = limbs_of_bits(k)};
    enum modexp_status status;
    limb *all;
    natural_shift_right(parts.odd, parts.odd, size - whole, (int)(k % 64));
    parts.odd_size = natural_size(parts.odd, size - whole);
    all = malloc((at_least_narrow(parts.odd_size) + at_least_narrow(parts.pow2_size) + size + 2) * sizeof(limb));
    if (all == NULL)
        return MODEXP_NO_MEMORY;
    parts.x = all;
    parts.y = parts.x + at_least_narrow(parts.odd_size);
    parts.result = parts.y + at_least_narrow(parts.pow2_size);
    status = power_of_parts(&parts, operands);
    natural_store(out, length, parts.result, size);
    free(all);
    return status;
}

enum modexp_status wide_modexp(uint8_t *out, struct bytes modulus, const struct operands *operands)
{
    size_t size = limbs_of_bytes(modulus.length);
    enum modexp_status status;
    /* The modulus, room for an odd part of NARROW_LIMBS, and the result. */
    limb *n = malloc((2 * size + NARROW_LIMBS) * sizeof(limb)), *r;
    if (n == NULL)
        return MODEXP_NO_MEMORY;
    r = n + size + NARROW_LIMBS;
    natural_load(n, size, modulus.data, modulus.length);
    natural_zero(n + size, NARROW_LIMBS);
    if (n[0] & 1) {
        status = wide_power_odd(r, n, size, operands);
        natural_store(out, modulus.length, r, size);
    } else {
        status = power_even(out, n, modulus.length, operands);
    }
    free(n);
    return status;
}
