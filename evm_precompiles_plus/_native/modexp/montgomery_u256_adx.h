/*
 * The four-limb product of montgomery_u256.h in assembly for MULX and ADX: same values, same bounds.
 */
#ifndef EPP_MONTGOMERY_U256_ADX_H
#define EPP_MONTGOMERY_U256_ADX_H

#include <stddef.h>

#include "fields/adx.h"
#include "modexp/montgomery_u256.h"

/* t0..t5 = t0..t4 + a RDX, where t4 is the carry bit of the row before and t5 holds nothing yet. */
#define MONTGOMERY_ADD_ROW(t0, t1, t2, t3, t4, t5)                                                                     \
    "xorl %k[" t5 "], %k[" t5 "]\n\t"                                                                                  \
    ADX_STEP("(%[a])", t0, t1)                                                                                         \
    ADX_STEP("8(%[a])", t1, t2)                                                                                        \
    ADX_STEP("16(%[a])", t2, t3)                                                                                       \
    ADX_STEP("24(%[a])", t3, t4)                                                                                       \
    "adcxq %[" t5 "], %[" t4 "]\n\t"                                                                                   \
    "adoxq %[" t5 "], %[" t5 "]\n\t"                                                                                   \
    "adcq $0, %[" t5 "]\n\t"

/* t1..t5 = (t0..t5 + q n) / 2^64; t5 is a bit before and after, t0 becomes 0. */
#define MONTGOMERY_REDUCE_ROW(t0, t1, t2, t3, t4, t5)                                                                  \
    "movq %c[n0](%[m]), %%rdx\n\t"                                                                                     \
    "imulq %[" t0 "], %%rdx\n\t"                                                                                       \
    "xorl %k[lo], %k[lo]\n\t"                                                                                          \
    ADX_STEP("(%[m])", t0, t1)                                                                                         \
    ADX_STEP("8(%[m])", t1, t2)                                                                                        \
    ADX_STEP("16(%[m])", t2, t3)                                                                                       \
    ADX_STEP("24(%[m])", t3, t4)                                                                                       \
    "adcxq %[" t0 "], %[" t4 "]\n\t"                                                                                   \
    "adoxq %[" t0 "], %[" t5 "]\n\t"                                                                                   \
    "adcq $0, %[" t5 "]\n\t"

static void montgomery_mul_4(limb *r, const limb *a, const limb *b, const struct montgomery *m)
{
    limb t0, t1, t2, t3, t4, t5, lo, hi, mask, borrow = 0;
    __asm__("movq (%[b]), %%rdx\n\t"
            "xorl %k[t5], %k[t5]\n\t" ADX_FIRST_ROW("a", "t0", "t1", "t2", "t3", "t4")
            MONTGOMERY_REDUCE_ROW("t0", "t1", "t2", "t3", "t4", "t5")
            "movq 8(%[b]), %%rdx\n\t" MONTGOMERY_ADD_ROW("t1", "t2", "t3", "t4", "t5", "t0")
            MONTGOMERY_REDUCE_ROW("t1", "t2", "t3", "t4", "t5", "t0")
            "movq 16(%[b]), %%rdx\n\t" MONTGOMERY_ADD_ROW("t2", "t3", "t4", "t5", "t0", "t1")
            MONTGOMERY_REDUCE_ROW("t2", "t3", "t4", "t5", "t0", "t1")
            "movq 24(%[b]), %%rdx\n\t" MONTGOMERY_ADD_ROW("t3", "t4", "t5", "t0", "t1", "t2")
            MONTGOMERY_REDUCE_ROW("t3", "t4", "t5", "t0", "t1", "t2")
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5),
              [lo] "=&r"(lo), [hi] "=&r"(hi)
            : [a] "r"(a), [b] "r"(b), [m] "r"(m), [n0] "i"(offsetof(struct montgomery, n0_inv)),
              "m"(*(const limb(*)[4])a), "m"(*(const limb(*)[4])b), "m"(*m)
            : "rdx", "cc");
    EPP_BOUND(t2 <= 1);
    mask = 0 - t2;
    r[0] = sub_borrow(t4, m->n[0] & mask, &borrow);
    r[1] = sub_borrow(t5, m->n[1] & mask, &borrow);
    r[2] = sub_borrow(t0, m->n[2] & mask, &borrow);
    r[3] = sub_borrow(t1, m->n[3] & mask, &borrow);
    EPP_BOUND(borrow == t2);
}

#define MONTGOMERY_REDUCE_LOW_ROW(t0, t1, t2, t3, t4)                                                                  \
    "movq %c[n0](%[m]), %%rdx\n\t"                                                                                     \
    "imulq %[" t0 "], %%rdx\n\t"                                                                                       \
    "xorl %k[lo], %k[lo]\n\t"                                                                                          \
    ADX_STEP("(%[m])", t0, t1)                                                                                         \
    ADX_STEP("8(%[m])", t1, t2)                                                                                        \
    ADX_STEP("16(%[m])", t2, t3)                                                                                       \
    ADX_STEP("24(%[m])", t3, t4)                                                                                       \
    "adcq $0, %[" t4 "]\n\t"

static void montgomery_sqr_4(limb *r, const limb *a, const struct montgomery *m)
{
    limb t[8], t4, lo, hi, mask, carry = 0, borrow = 0;
    adx_square(t, a);
    __asm__("xorl %k[t4], %k[t4]\n\t" MONTGOMERY_REDUCE_LOW_ROW("t0", "t1", "t2", "t3", "t4")
            MONTGOMERY_REDUCE_LOW_ROW("t1", "t2", "t3", "t4", "t0")
            MONTGOMERY_REDUCE_LOW_ROW("t2", "t3", "t4", "t0", "t1")
            MONTGOMERY_REDUCE_LOW_ROW("t3", "t4", "t0", "t1", "t2")
            : [t0] "+&r"(t[0]), [t1] "+&r"(t[1]), [t2] "+&r"(t[2]), [t3] "+&r"(t[3]), [t4] "=&r"(t4), [lo] "=&r"(lo),
              [hi] "=&r"(hi)
            : [m] "r"(m), [n0] "i"(offsetof(struct montgomery, n0_inv)), "m"(*m)
            : "rdx", "cc");
    EPP_BOUND(!limbs_less(m->n, (const limb[4]){t4, t[0], t[1], t[2]}, 4));
    t4 = add_carry(t4, t[4], &carry);
    t[0] = add_carry(t[0], t[5], &carry);
    t[1] = add_carry(t[1], t[6], &carry);
    t[2] = add_carry(t[2], t[7], &carry);
    mask = 0 - carry;
    r[0] = sub_borrow(t4, m->n[0] & mask, &borrow);
    r[1] = sub_borrow(t[0], m->n[1] & mask, &borrow);
    r[2] = sub_borrow(t[1], m->n[2] & mask, &borrow);
    r[3] = sub_borrow(t[2], m->n[3] & mask, &borrow);
    EPP_BOUND(borrow == carry);
}

#endif
