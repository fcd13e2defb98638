/*
 * The set-up of montgomery.h: R^2 mod n by a few steps of long division.
 *
 * Algorithm: N. Moller and T. Granlund, "Improved division by invariant integers", IEEE Trans. Comp. 2011: a quotient
 * limb from the three top limbs of the dividend and the two top limbs of the divisor, by a reciprocal (their
 * algorithms 4 and 6).
 */
#include "modexp/montgomery.h"

/* -1 / n mod 2^64 for odd n. (3n)^2 is 1 / n modulo 32, and each step doubles the bits: 5, 10, 20, 40, 80. */
static limb negative_inverse(limb n)
{
    limb x = (3 * n) ^ 2;
    for (int i = 0; i < 4; i++)
        x *= 2 - n * x;
    return 0 - x;
}

struct divisor {
    limb n[4]; /* shifted left until its top bit is set */
    int size, shift;
    limb d1, d0;     /* its two top limbs, d0 = 0 for one limb */
    limb reciprocal; /* floor((2^192 - 1) / (2^64 d1 + d0)) - 2^64 */
};

/* Algorithm 6, from the reciprocal of d1 alone to that of (d1, d0). */
static limb reciprocal_3by2(limb d1, limb d0)
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
    d->d1 = d->n[size - 1];
    d->d0 = size > 1 ? d->n[size - 2] : 0;
    d->reciprocal = reciprocal_3by2(d->d1, d->d0);
}

/*
 * Algorithm 4: the quotient of (u2, u1, u0) by (d1, d0), for (u2, u1) <= (d1, d0). It is the true quotient limb of the
 * long division or one more; 2^64 - 1 where the top limbs are equal, as in Knuth's algorithm D.
 */
static limb quotient_limb(const struct divisor *d, limb u2, limb u1, limb u0)
{
    limb q1, q0, r1, r0, high, low, carry = 0, borrow = 0;
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

/* r = r 2^bits mod the divisor, for r below it and 0 < bits <= 64. */
static void shift_mod(limb r[4], const struct divisor *d, int bits)
{
    int size = d->size;
    limb u[5], q, carry = 0, borrow = 0;
    u[size] = r[size - 1] >> (64 - bits);
    for (int i = size - 1; i > 0; i--)
        u[i] = (bits < 64 ? r[i] << bits : 0) | r[i - 1] >> (64 - bits);
    u[0] = bits < 64 ? r[0] << bits : 0;
    q = quotient_limb(d, u[size], u[size - 1], size > 1 ? u[size - 2] : 0);
    for (int i = 0; i < size; i++) {
        limb low = mul_add(q, d->n[i], carry, 0, &carry);
        r[i] = sub_borrow(u[i], low, &borrow);
    }
    if (u[size] - carry - borrow != 0) /* negative: the quotient was one too large */
        (void)limbs_add(r, r, d->n, size);
}

/*
 * With n' = n 2^s, top bit set: 2^(64 size) mod n' is its two's complement (n' is no power of two), and
 * 2^(128 size + s) mod n' is 2^s R^2 mod n'.
 */
void montgomery_init(struct montgomery *m)
{
    struct divisor d = {{0}, 0, 0, 0, 0, 0};
    limb r[4] = {0}, borrow = 0;
    m->n0_inv = negative_inverse(m->n[0]);
    divisor_init(&d, m);
    for (int i = 0; i < d.size; i++)
        r[i] = sub_borrow(0, d.n[i], &borrow);
    if (d.shift > 0)
        shift_mod(r, &d, d.shift);
    for (int i = 0; i < d.size; i++)
        shift_mod(r, &d, 64);
    limbs_shift_right(r, d.shift, d.size);
    memcpy(m->r2, r, sizeof(limb) * (size_t)d.size);
}
