/*
 * secp256k1's base field: integers modulo P = 2^256 - C with C = 2^32 + 977.
 *
 * Representation: any four limbs, that is any representative in [0, 2^256), not in Montgomery form; 2^256 is C modulo
 * P. "Reduced" means in [0, P). Below 2^256 only the numbers from P on, C of them, are not reduced.
 * Timing: variable time; every input of a precompile is public.
 */
#ifndef EPP_SECP256K1_FE_H
#define EPP_SECP256K1_FE_H

#include "fields/inverse.h"
#include "fields/verify.h"
#include "fields/wide_product.h"

typedef struct {
    limb l[4];
} k1_fe;

#define K1_C UINT64_C(0x1000003d1)

static const limb K1_P[4] = {0xfffffffefffffc2f, 0xffffffffffffffff, 0xffffffffffffffff, 0xffffffffffffffff};
/* -1 / P mod 2^64, which is 1 / C. */
#define K1_N0_INV UINT64_C(0xd838091dd2253531)
static const k1_fe k1_one = {{1, 0, 0, 0}};

/*
 * r = t modulo P. The upper half times C joins the lower: below 2^256 (1 + C), so that the fifth limb is at most C, and
 * times C below 2^67. Where that carries, what is left is below 2^67, and C more does not carry past the second limb.
 */
#ifdef EPP_ADX
EPP_INLINE void k1_reduce_wide(k1_fe *r, const limb t[8])
{
    limb t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3], t4 = t[4], t5 = t[5], t6 = t[6], t7 = t[7], lo, hi;
    __asm__("movq %[c], %%rdx\n\t"
            "xorl %k[lo], %k[lo]\n\t" ADX_STEP("%[t4]", "t0", "t1")
            "movl $0, %k[t4]\n\t" ADX_STEP("%[t5]", "t1", "t2") ADX_STEP("%[t6]", "t2", "t3")
            ADX_STEP("%[t7]", "t3", "t4")
            "adcq $0, %[t4]\n\t"
            "mulxq %[t4], %[lo], %[hi]\n\t"
            "addq %[lo], %[t0]\n\t"
            "adcq %[hi], %[t1]\n\t"
            "adcq $0, %[t2]\n\t"
            "adcq $0, %[t3]\n\t"
            "sbbq %[lo], %[lo]\n\t"
            "andq %%rdx, %[lo]\n\t"
            "addq %[lo], %[t0]\n\t"
            "adcq $0, %[t1]"
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [lo] "=&r"(lo),
              [hi] "=&r"(hi)
            : [t5] "r"(t5), [t6] "r"(t6), [t7] "r"(t7), [c] "i"(K1_C)
            : "rdx", "cc");
    *r = (k1_fe){{t0, t1, t2, t3}};
}
#else
EPP_INLINE void k1_reduce_wide(k1_fe *r, const limb t[8])
{
    limb u[4], carry = 0, high;
    for (int i = 0; i < 4; i++)
        u[i] = mul_add(t[4 + i], K1_C, t[i], carry, &carry);
    EPP_BOUND(carry <= K1_C);
    u[0] = mul_add(carry, K1_C, u[0], 0, &high);
    carry = 0;
    u[1] = add_carry(u[1], high, &carry);
    u[2] = add_carry(u[2], 0, &carry);
    u[3] = add_carry(u[3], 0, &carry);
    high = carry;
    EPP_BOUND(!high || ((u[3] | u[2]) == 0 && u[1] < 8));
    carry = 0;
    r->l[0] = add_carry(u[0], (0 - high) & K1_C, &carry);
    r->l[1] = u[1] + carry;
    r->l[2] = u[2];
    r->l[3] = u[3];
}
#endif

EPP_INLINE void k1_mul(k1_fe *r, const k1_fe *a, const k1_fe *b)
{
    limb t[8];
    wide_multiply(t, a->l, b->l);
    k1_reduce_wide(r, t);
}

EPP_INLINE void k1_sqr(k1_fe *r, const k1_fe *a)
{
    limb t[8];
    wide_square(t, a->l);
    k1_reduce_wide(r, t);
}

/* A sum that carries is 2^256 more than its limbs, so C joins; where that carries again the rest is below C. */
EPP_INLINE void k1_add(k1_fe *r, const k1_fe *a, const k1_fe *b)
{
    const limb c[4] = {K1_C & (0 - limbs_add(r->l, a->l, b->l, 4)), 0, 0, 0};
    limb carry = limbs_add(r->l, r->l, c, 4);
    EPP_BOUND(!carry || (r->l[0] < K1_C && (r->l[1] | r->l[2] | r->l[3]) == 0));
    r->l[0] += K1_C & (0 - carry);
}

/* The mirror of k1_add: where C borrows again, the rest is above 2^256 - C. */
EPP_INLINE void k1_sub(k1_fe *r, const k1_fe *a, const k1_fe *b)
{
    const limb c[4] = {K1_C & (0 - limbs_sub(r->l, a->l, b->l, 4)), 0, 0, 0};
    limb borrow = limbs_sub(r->l, r->l, c, 4);
    EPP_BOUND(!borrow || (0 - r->l[0] <= K1_C && (r->l[1] & r->l[2] & r->l[3]) == ~(limb)0));
    r->l[0] -= K1_C & (0 - borrow);
}

EPP_INLINE void k1_negate(k1_fe *r, const k1_fe *a)
{
    static const k1_fe zero = {{0}};
    k1_sub(r, &zero, a);
}

/* An odd representative takes P first: below 2^257. */
EPP_INLINE void k1_half(k1_fe *r, const k1_fe *a)
{
    limb carry = limbs_add_if(r->l, a->l, K1_P, a->l[0] & 1, 4);
    for (int i = 0; i < 3; i++)
        r->l[i] = r->l[i] >> 1 | r->l[i + 1] << 63;
    r->l[3] = r->l[3] >> 1 | carry << 63;
}

/* Maps to [0, P). */
EPP_INLINE void k1_reduce(k1_fe *r, const k1_fe *a)
{
    k1_fe less;
    limb borrow = limbs_sub(less.l, a->l, K1_P, 4);
    *r = borrow ? *a : less;
    EPP_BOUND(limbs_less(r->l, K1_P, 4));
}

/* 0 and P; the low limb settles nearly every call. */
EPP_INLINE int k1_is_zero(const k1_fe *a)
{
    if (a->l[0] != 0 && a->l[0] != K1_P[0])
        return 0;
    return limbs_is_zero(a->l, 4) || limbs_equal(a->l, K1_P, 4);
}

/* r = 1 / a, 0 for 0. */
static void k1_inverse(k1_fe *r, const k1_fe *a)
{
    k1_reduce(r, a);
    inverse_modulo(r->l, r->l, K1_P, K1_N0_INV);
}

#endif
