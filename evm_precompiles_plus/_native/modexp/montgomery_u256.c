/*
 * The set-up of montgomery_u256.h: R^2 mod n by a few steps of long division (quotient.h).
 */
#include "modexp/montgomery_u256.h"

#include "modexp/quotient.h"

struct divisor {
    limb n[4]; /* shifted left until its top bit is set */
    int size, shift;
    struct quotient_divisor top;
};

static void divisor_init(struct divisor *d, const struct montgomery *m)
{
    int size = m->size;
    limb low = 0;
    d->size = size;
    d->shift = count_leading_zeros(m->n[size - 1]);
    for (int i = 0; i < size; i++) {
        d->n[i] = m->n[i] << d->shift | low;
        low = d->shift ? m->n[i] >> (64 - d->shift) : 0;
    }
    d->top.d1 = d->n[size - 1];
    d->top.d0 = size > 1 ? d->n[size - 2] : 0;
    d->top.reciprocal = reciprocal_3by2(d->top.d1, d->top.d0);
}

/* r = r 2^bits mod the divisor, for r below it and 0 < bits <= 64. */
static void shift_mod(limb r[4], const struct divisor *d, int bits)
{
    int size = d->size;
    limb u[5], q, carry = 0, borrow = 0;
    EPP_BOUND(limbs_less(r, d->n, size));
    EPP_BOUND(0 < bits && bits <= 64);
    u[size] = r[size - 1] >> (64 - bits);
    for (int i = size - 1; i > 0; i--)
        u[i] = (bits < 64 ? r[i] << bits : 0) | r[i - 1] >> (64 - bits);
    u[0] = bits < 64 ? r[0] << bits : 0;
    q = quotient_limb(&d->top, u[size], u[size - 1], size > 1 ? u[size - 2] : 0);
    for (int i = 0; i < size; i++) {
        limb low = mul_add(q, d->n[i], carry, 0, &carry);
        r[i] = sub_borrow(u[i], low, &borrow);
    }
    if (u[size] - carry - borrow != 0) /* negative: the quotient was one too large */
        (void)limbs_add(r, r, d->n, size);
    EPP_BOUND(limbs_less(r, d->n, size));
}

/*
 * With n' = n 2^s, top bit set: 2^(64 size) mod n' is its two's complement (n' is no power of two), and
 * 2^(128 size + s) mod n' is 2^s R^2 mod n'.
 */
void montgomery_init(struct montgomery *m)
{
    struct divisor d = {{0}, 0, 0, {0, 0, 0}};
    limb r[4] = {0}, borrow = 0;
    m->n0_inv = negative_inverse(m->n[0]);
    EPP_BOUND(m->n0_inv * m->n[0] == ~(limb)0);
    divisor_init(&d, m);
    for (int i = 0; i < d.size; i++)
        r[i] = sub_borrow(0, d.n[i], &borrow);
    if (d.shift > 0)
        shift_mod(r, &d, d.shift);
    for (int i = 0; i < d.size; i++)
        shift_mod(r, &d, 64);
    limbs_shift_right(r, d.shift, d.size);
    EPP_BOUND(limbs_less(r, m->n, d.size));
    memcpy(m->r2, r, sizeof(limb) * (size_t)d.size);
}
