/* See ifma_odd.h. */
#include "modexp/ifma_odd.h"

#include <stdlib.h>

#include "modexp/ifma.h"
#include "modexp/ifma_digits.h"
#include "modexp/montgomery_wide.h"
#include "modexp/power.h"

#if defined(EPP_ADX) && defined(EPP_HAVE_IFMA)
#define IFMA_MULTIPLY ifma_multiply
#define IFMA_SQUARE ifma_square
#else
#define IFMA_MULTIPLY ifma_emulated_multiply
#define IFMA_SQUARE ifma_emulated_square
#endif

/* What a call needs, in one allocation. Elements lie as ifma.h says. */
struct ifma_ring {
    struct odd_modulus modulus;
    struct ifma_modulus lanes;
    struct ring elements;
    limb *room;                         /* what was allocated */
    limb *plain;                        /* size + 1 limbs */
    limb *base, *dividend;              /* base_size limbs, residue_room of the longest division */
    limb *n, *inverse, *x, *acc, *odd; /* IFMA_PAD + 8 digits, then elements: a factor, the power, the table */
};

/* The digits of R and their vectors: R > 4n, and whole vectors of digits where the products are not by rows. */
static void size_digits(struct ifma_modulus *lanes, const limb *n, size_t size)
{
    size_t bits = 64 * size - (size_t)count_leading_zeros(n[size - 1]);
    lanes->digits = digits_of_bits(bits + 2);
    lanes->vectors = (lanes->digits + 7) / 8;
    if (lanes->vectors > IFMA_ROW_VECTORS)
        lanes->digits = 8 * lanes->vectors;
}

static limb *take_zeros(limb **room, size_t size)
{
    limb *taken = *room;
    natural_zero(taken, size);
    *room += size;
    return taken;
}

/* Allocates all but the modulus; 0 where there is no memory. Zeros follow each element: the next one's, or spread's. */
static int ifma_ring_init(struct ifma_ring *ring, const limb *n, size_t size, size_t base_size, size_t powers)
{
    struct ifma_modulus *lanes = &ring->lanes;
    size_t element, fixed, room_size;
    limb *room;
    size_digits(lanes, n, size);
    element = IFMA_PAD + 8 * lanes->vectors;
    room_size = (base_size > size ? base_size : size) + lanes->digits + 4;
    fixed = 2 * size + 1 + room_size + base_size + 2 * IFMA_PAD + 32 * lanes->vectors + IFMA_PAD + 8;
    if (base_size > SIZE_MAX / sizeof(limb) / 4)
        return 0;
    ring->room = room = malloc((fixed + (3 + powers) * element) * sizeof(limb));
    if (room == NULL)
        return 0;
    room += -(uintptr_t)room / sizeof(limb) % 8; /* to 64 bytes, what a vector has */
    ring->n = take_zeros(&room, element);
    ring->inverse = take_zeros(&room, 2 * IFMA_PAD);
    ring->x = take_zeros(&room, element);
    ring->acc = take_zeros(&room, element);
    ring->odd = take_zeros(&room, powers * element);
    lanes->spread = take_zeros(&room, 16 * lanes->vectors + IFMA_PAD);
    lanes->t = room;
    ring->plain = lanes->t + 16 * lanes->vectors;
    odd_modulus_init(&ring->modulus, n, size, ring->plain + size + 1);
    ring->base = ring->plain + 2 * size + 1;
    ring->dividend = ring->base + base_size;
    to_digits(ring->n + IFMA_PAD, lanes->digits, n, size);
    negative_inverse_digits(ring->inverse + IFMA_PAD, ring->n + IFMA_PAD);
    lanes->n = ring->n;
    lanes->inverse = ring->inverse;
    ring->elements = (struct ring){IFMA_MULTIPLY, IFMA_SQUARE, lanes, element, 2 * size * size};
    return 1;
}

/* x = base mod n; odd[0] = x R mod n. */
static void enter_form(struct ifma_ring *ring, size_t base_size, const struct operands *operands)
{
    const struct odd_modulus *m = &ring->modulus;
    size_t size = m->size, bits = DIGIT_BITS * ring->lanes.digits;
    natural_load(ring->base, base_size, operands->base.data, operands->base.length);
    residue_of(ring->plain, m, ring->base, base_size, 0, ring->dividend, operands->work);
    to_digits(ring->x + IFMA_PAD, ring->lanes.digits, ring->plain, size);
    ring->plain[size] = natural_shift_left(ring->plain, ring->plain, size, (int)(bits % 64));
    residue_of(ring->plain, m, ring->plain, size + 1, bits / 64, ring->dividend, operands->work);
    to_digits(ring->odd + IFMA_PAD, ring->lanes.digits, ring->plain, size);
}

/* acc = x^exponent, out of the form, in [0, 2n). */
static void power_of_x(struct ifma_ring *ring, const struct window_plan *plan, const struct operands *operands)
{
    const struct ring *elements = &ring->elements;
    if (operands->work->stopped)
        return;
    if (is_two_ones(plan, operands->exponent)) {
        natural_copy(ring->acc, ring->odd, elements->size);
        power_of_two_ones(ring->acc, elements, ring->x, plan->squarings, operands->work);
        return;
    }
    power(ring->acc, elements, ring->odd, operands->exponent, plan->width, operands->work);
    natural_zero(ring->x, elements->size);
    ring->x[IFMA_PAD] = 1;
    elements->mul(ring->acc, ring->acc, ring->x, elements->context);
}

enum modexp_status ifma_power_odd(limb *r, const limb *n, size_t size, const struct operands *operands)
{
    struct window_plan plan = window_plan(operands->tables, operands->exponent, operands->work);
    size_t base_size = limbs_of_bytes(operands->base.length);
    struct ifma_ring ring;
    if (!ifma_ring_init(&ring, n, size, base_size, odd_powers(plan.width)))
        return MODEXP_NO_MEMORY;
    enter_form(&ring, base_size, operands);
    power_of_x(&ring, &plan, operands);
    from_digits(ring.plain, size + 1, ring.acc + IFMA_PAD, ring.lanes.digits);
    if (ring.plain[size] || !natural_less(ring.plain, n, size))
        (void)natural_sub(ring.plain, ring.plain, n, size);
    natural_copy(r, ring.plain, size);
    free(ring.room);
    return operands->work->stopped ? MODEXP_STOPPED : MODEXP_OK;
}
