/*
 * The base field of P-256 (secp256r1): integers modulo P = 2^256 - 2^224 + 2^192 + 2^96 - 1 in Montgomery form.
 *
 * Representation: a is stored as a R mod P with R = 2^256, in [0, P).
 * Algorithm: the whole product, then four Montgomery reductions of its lower half. -1 / P is 1 modulo 2^64, so that each quotient is the
 * lowest limb m itself, and m (P + 1) is m 2^96, two shifts, and m times the top limb: one multiplication.
 * Timing: variable time; every input of a precompile is public.
 */
#ifndef EPP_P256_FE_H
#define EPP_P256_FE_H

#include "fields/inverse.h"
#include "fields/verify.h"
#include "fields/wide_product.h"

typedef struct {
    limb l[4];
} r1_fe;

static const r1_fe R1_P = {{0xffffffffffffffff, 0x00000000ffffffff, 0, 0xffffffff00000001}};
/* R mod P, the element 1; R^2 mod P takes a number into Montgomery form; R^3 mod P corrects an inverse. */
static const r1_fe r1_one = {{0x0000000000000001, 0xffffffff00000000, 0xffffffffffffffff, 0x00000000fffffffe}};
static const r1_fe R1_R2 = {{0x0000000000000003, 0xfffffffbffffffff, 0xfffffffffffffffe, 0x00000004fffffffd}};
static const r1_fe R1_R3 = {{0xfffffffd0000000a, 0xffffffedfffffff7, 0x00000005fffffffc, 0x0000001800000001}};

/* Maps [0, 2P), `top` its fifth limb, to [0, P). */
EPP_INLINE void r1_subtract_once(r1_fe *r, const limb a[4], limb top)
{
    limb borrow = limbs_sub(r->l, a, R1_P.l, 4);
    EPP_BOUND(top <= borrow);
    (void)limbs_add_if(r->l, r->l, R1_P.l, borrow & ~top, 4);
    EPP_BOUND(limbs_less(r->l, R1_P.l, 4));
}

/* t0..t3 = (t0..t3 + m P) / 2^64 with m = t0: below 2^192 + P, so that no limb is added. */
EPP_INLINE void r1_reduce_row(limb t[4])
{
    limb m = t[0], carry = 0, high, low = mul_add(m, R1_P.l[3], 0, 0, &high);
    t[0] = add_carry(t[1], m << 32, &carry);
    t[1] = add_carry(t[2], m >> 32, &carry);
    t[2] = add_carry(t[3], low, &carry);
    t[3] = high + carry;
    EPP_BOUND(t[3] >= high);
}

/* r = t / R. Maps [0, P^2] to [0, P): the lower half alone reduces to at most P, and the sum is below 2P. */
EPP_INLINE void r1_reduce_wide(r1_fe *r, limb t[8])
{
    limb carry;
    for (int i = 0; i < 4; i++)
        r1_reduce_row(t);
    EPP_BOUND(!limbs_less(R1_P.l, t, 4));
    carry = limbs_add(t, t, t + 4, 4);
    r1_subtract_once(r, t, carry);
}

EPP_INLINE void r1_mul(r1_fe *r, const r1_fe *a, const r1_fe *b)
{
    limb t[8];
    EPP_BOUND(limbs_less(a->l, R1_P.l, 4) && limbs_less(b->l, R1_P.l, 4));
    wide_multiply(t, a->l, b->l);
    r1_reduce_wide(r, t);
}

EPP_INLINE void r1_sqr(r1_fe *r, const r1_fe *a)
{
    limb t[8];
    EPP_BOUND(limbs_less(a->l, R1_P.l, 4));
    wide_square(t, a->l);
    r1_reduce_wide(r, t);
}

EPP_INLINE void r1_add(r1_fe *r, const r1_fe *a, const r1_fe *b)
{
    limb sum[4];
    limb carry = limbs_add(sum, a->l, b->l, 4);
    r1_subtract_once(r, sum, carry);
}

EPP_INLINE void r1_sub(r1_fe *r, const r1_fe *a, const r1_fe *b)
{
    EPP_BOUND(limbs_less(a->l, R1_P.l, 4) && limbs_less(b->l, R1_P.l, 4));
    limb borrow = limbs_sub(r->l, a->l, b->l, 4);
    (void)limbs_add_if(r->l, r->l, R1_P.l, borrow, 4);
    EPP_BOUND(limbs_less(r->l, R1_P.l, 4));
}

EPP_INLINE void r1_negate(r1_fe *r, const r1_fe *a)
{
    static const r1_fe zero = {{0}};
    r1_sub(r, &zero, a);
}

/* An odd representative takes P first: below 2P. */
EPP_INLINE void r1_half(r1_fe *r, const r1_fe *a)
{
    EPP_BOUND(limbs_less(a->l, R1_P.l, 4));
    limb carry = limbs_add_if(r->l, a->l, R1_P.l, a->l[0] & 1, 4);
    for (int i = 0; i < 3; i++)
        r->l[i] = r->l[i] >> 1 | r->l[i + 1] << 63;
    r->l[3] = r->l[3] >> 1 | carry << 63;
    EPP_BOUND(limbs_less(r->l, R1_P.l, 4));
}

EPP_INLINE int r1_is_zero(const r1_fe *a)
{
    EPP_BOUND(limbs_less(a->l, R1_P.l, 4));
    return limbs_is_zero(a->l, 4);
}

/* r = 1 / a, 0 for 0: the plain inverse of a R is 1 / (a R), and times R^3 / R it is R / a. */
static void r1_inverse(r1_fe *r, const r1_fe *a)
{
    inverse_modulo(r->l, a->l, R1_P.l, 1);
    r1_mul(r, r, &R1_R3);
}

EPP_INLINE void r1_to_mont(r1_fe *r, const r1_fe *a) { r1_mul(r, a, &R1_R2); }

EPP_INLINE void r1_from_mont(r1_fe *r, const r1_fe *a)
{
    static const r1_fe plain_one = {{1, 0, 0, 0}};
    r1_mul(r, a, &plain_one);
}

#endif
