/*
 * Montgomery multiplication for any odd modulus of 1 to 4 limbs, and the set-up it needs.
 *
 * Representation: R = 2^(64 size), values are any representatives in [0, R), not reduced below the modulus; only a
 * carry out of the top limb is subtracted. Only the last conversion reduces to [0, modulus).
 */
#ifndef EPP_MONTGOMERY_U256_H
#define EPP_MONTGOMERY_U256_H

#include "fields/verify.h"

struct montgomery {
    limb n[4];   /* the modulus, odd and above 1; its top limb (of size) is not zero */
    limb n0_inv; /* -1 / n mod 2^64 */
    limb r2[4];  /* R^2 mod n */
    int size;
};

/* Fills n0_inv and r2 from n and size. */
void montgomery_init(struct montgomery *m);

/*
 * r = a b / R. Maps [0, R) x [0, R) to [0, R): (a b + q n) / R is below R + n, so where it carries n comes off and
 * leaves it below R. With a or b below n it is below 2n, and with b = 1 at most n. In each row t < 2R: `top` is a bit.
 */
EPP_INLINE void montgomery_mul_n(limb *r, const limb *a, const limb *b, const struct montgomery *m, const int size)
{
    limb t[4] = {0}, top = 0, borrow = 0;
    for (int i = 0; i < size; i++) {
        limb carry = 0, high_carry = 0, q, high;
        for (int j = 0; j < size; j++)
            t[j] = mul_add(a[j], b[i], t[j], carry, &carry);
        high = add_carry(top, carry, &high_carry);
        q = t[0] * m->n0_inv;
        (void)mul_add(q, m->n[0], t[0], 0, &carry);
        for (int j = 1; j < size; j++)
            t[j - 1] = mul_add(q, m->n[j], t[j], carry, &carry);
        top = 0;
        t[size - 1] = add_carry(high, carry, &top);
        top += high_carry;
        EPP_BOUND(top <= 1);
    }
    /* No branch: whether there is a carry cannot be predicted. */
    for (int i = 0; i < size; i++)
        r[i] = sub_borrow(t[i], top ? m->n[i] : 0, &borrow);
    EPP_BOUND(borrow == top);
}

#endif
