/* Exponentiation modulo an odd number of five limbs and more: see modexp_wide.h. */
#include <stdlib.h>

#include "modexp/ifma_odd.h"
#include "modexp/montgomery_wide.h"
#include "modexp/power.h"
#include "modexp/product.h"
#include "modexp/rows.h"
#include "modexp/modexp_wide.h"

struct montgomery_ring {
    struct odd_modulus modulus;
    struct work *work;
    limb *t; /* 2 size limbs */
    limb *scratch;
};

static void montgomery_multiply(limb *r, const limb *a, const limb *b, const void *context)
{
    const struct montgomery_ring *ring = context;
    product(ring->t, a, b, ring->modulus.size, ring->scratch, ring->work);
    montgomery_reduce(r, ring->t, &ring->modulus, ring->work);
}

static void montgomery_square(limb *r, const limb *a, const void *context)
{
    const struct montgomery_ring *ring = context;
    square(ring->t, a, ring->modulus.size, ring->scratch, ring->work);
    montgomery_reduce(r, ring->t, &ring->modulus, ring->work);
}

/* r = r / R, in [0, n). */
static void from_montgomery_form(limb *r, const struct montgomery_ring *ring)
{
    size_t size = ring->modulus.size;
    natural_copy(ring->t, r, size);
    natural_zero(ring->t + size, size);
    montgomery_reduce(r, ring->t, &ring->modulus, ring->work);
    EPP_BOUND(ring->work->stopped || !natural_less(ring->modulus.n, r, size));
}

/*
 * Whether a base of one limb is multiplied bit by bit: a row, and a division of one limb, of some 6 size + 64 limb
 * products for each 1 bit, against the 2 size^2 of each product that the window makes.
 */
static int word_is_cheaper(size_t size, const struct window_plan *plan, struct bytes exponent)
{
    return (double)count_ones(exponent) * (6.0 * (double)size + 64.0) <
           (double)(plan->multiplies + plan->table) * 2.0 * (double)size * (double)size;
}

/* r = word^exponent from r = word R: bit by bit, since a multiplication by the base is a row and a division of a limb. */
static void power_of_word(limb *r, const struct montgomery_ring *ring, limb word, limb *room,
                          const struct operands *operands)
{
    size_t size = ring->modulus.size;
    struct window_reader reader;
    struct window window;
    window_start(&reader, operands->exponent);
    (void)window_next(&reader, 1, &window);
    while (window_next(&reader, 1, &window)) {
        for (int i = window.zeros + window.length; i > 0; i--) {
            montgomery_square(r, r, ring);
            if (work_count(operands->work, 2 * size * size))
                return;
        }
        if (window.value) {
            natural_zero(ring->t, size);
            ring->t[size] = row_add_mul(ring->t, r, size, word);
            residue_of(r, &ring->modulus, ring->t, size + 1, 0, room, operands->work);
        }
    }
    from_montgomery_form(r, ring);
}

static limb *take(limb **room, size_t size)
{
    limb *taken = *room;
    *room += size;
    return taken;
}

static enum modexp_status power_by_limbs(limb *r, const limb *n, size_t size, const struct operands *operands)
{
    struct window_plan plan = window_plan(operands->tables, operands->exponent, operands->work);
    size_t base_size = limbs_of_bytes(operands->base.length);
    size_t room_size = (base_size > size ? base_size : size) + size + 2;
    /* normalised, plain, t, the table, scratch, the base and the division's room */
    size_t fixed = product_scratch(size) + base_size + room_size, residues = 4 + odd_powers(plan.width);
    struct montgomery_ring ring;
    struct ring elements = {montgomery_multiply, montgomery_square, &ring, size, 2 * size * size};
    limb *all, *room, *plain, *odd, *base, *dividend;
    if (size > SIZE_MAX / sizeof(limb) / (2 * residues) || fixed > SIZE_MAX / sizeof(limb) / 2)
        return MODEXP_NO_MEMORY;
    all = room = malloc((fixed + residues * size) * sizeof(limb));
    if (all == NULL)
        return MODEXP_NO_MEMORY;
    odd_modulus_init(&ring.modulus, n, size, take(&room, size));
    ring.work = operands->work;
    plain = take(&room, size);
    ring.t = take(&room, 2 * size);
    odd = take(&room, odd_powers(plan.width) * size);
    ring.scratch = take(&room, product_scratch(size));
    base = take(&room, base_size);
    dividend = room;
    natural_load(base, base_size, operands->base.data, operands->base.length);
    residue_of(plain, &ring.modulus, base, base_size, 0, dividend, operands->work);
    residue_of(odd, &ring.modulus, plain, size, size, dividend, operands->work);
    natural_copy(r, odd, size);
    if (operands->work->stopped) {
        natural_zero(r, size);
    } else if (is_two_ones(&plan, operands->exponent)) {
        power_of_two_ones(r, &elements, plain, plan.squarings, operands->work);
    } else if (base_size == 1 && word_is_cheaper(size, &plan, operands->exponent)) {
        power_of_word(r, &ring, base[0], dividend, operands);
    } else {
        power(r, &elements, odd, operands->exponent, plan.width, operands->work);
        from_montgomery_form(r, &ring);
    }
    /* r is at most n from the form, below 2n from the last factor. */
    if (!natural_less(r, n, size))
        (void)natural_sub(r, r, n, size);
    EPP_BOUND(operands->work->stopped || natural_less(r, n, size));
    free(all);
    return operands->work->stopped ? MODEXP_STOPPED : MODEXP_OK;
}

enum modexp_status wide_power_odd(limb *r, const limb *n, size_t size, const struct operands *operands)
{
    if (operands->ifma && ifma_pays(size))
        return ifma_power_odd(r, n, size, operands);
    return power_by_limbs(r, n, size, operands);
}
