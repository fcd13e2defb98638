/*
 * One quotient limb of a long division, by a reciprocal of the divisor's two top limbs.
 *
 * Algorithm: N. Moller and T. Granlund, "Improved division by invariant integers", IEEE Trans. Comp. 2011, algorithms 4
 * and 6.
 */
#ifndef EPP_QUOTIENT_H
#define EPP_QUOTIENT_H

#include "fields/verify.h"

struct quotient_divisor {
    limb d1, d0;     /* the divisor's two top limbs, d1 with its top bit set; d0 = 0 for one limb */
    limb reciprocal; /* floor((2^192 - 1) / (2^64 d1 + d0)) - 2^64 */
};

/* Algorithm 6, from the reciprocal of d1 alone to that of (d1, d0). */
EPP_INLINE limb reciprocal_3by2(limb d1, limb d0)
{
    limb v = reciprocal_2by1(d1), p = d1 * v + d0, high, low;
    if (p < d0) {
        v--;
        if (p >= d1) {
            v--;
            p -= d1;
        }
        p -= d1;
    }
    low = mul_add(v, d0, 0, 0, &high);
    p += high;
    if (p < high) {
        v--;
        if (p > d1 || (p == d1 && low >= d0))
            v--;
    }
    return v;
}

/*
 * Algorithm 4: the quotient of (u2, u1, u0) by (d1, d0), for (u2, u1) <= (d1, d0). It is the true quotient limb of the
 * long division or one more; 2^64 - 1 where the top limbs are equal, as in Knuth's algorithm D.
 */
EPP_INLINE limb quotient_limb(const struct quotient_divisor *d, limb u2, limb u1, limb u0)
{
    limb q1, q0, r1, r0, high, low, carry = 0, borrow = 0;
    EPP_BOUND(d->d1 >> 63);
    EPP_BOUND(u2 < d->d1 || (u2 == d->d1 && u1 <= d->d0));
    if (u2 == d->d1 && u1 == d->d0)
        return ~(limb)0;
    q0 = mul_add(d->reciprocal, u2, 0, 0, &q1);
    q0 = add_carry(q0, u1, &carry);
    q1 = add_carry(q1, u2, &carry);
    r1 = u1 - q1 * d->d1;
    low = mul_add(d->d0, q1, 0, 0, &high);
    r0 = sub_borrow(u0, low, &borrow);
    r1 = r1 - high - borrow;
    borrow = 0;
    r0 = sub_borrow(r0, d->d0, &borrow);
    r1 = r1 - d->d1 - borrow;
    q1++;
    if (r1 >= q0) {
        q1--;
        carry = 0;
        r0 = add_carry(r0, d->d0, &carry);
        r1 += d->d1 + carry;
    }
    if (r1 > d->d1 || (r1 == d->d1 && r0 >= d->d0))
        q1++;
    return q1;
}

/* -1 / n mod 2^64 for odd n. (3n)^2 is 1 / n modulo 32, and each step doubles the bits: 5, 10, 20, 40, 80. */
EPP_INLINE limb negative_inverse(limb n)
{
    limb x = (3 * n) ^ 2;
    for (int i = 0; i < 4; i++)
        x *= 2 - n * x;
    return 0 - x;
}

#endif
