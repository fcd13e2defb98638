/*
 * The operations of fp.h in assembly for MULX and ADX; included by fp.h, with the same names and the same bounds.
 */
#ifndef EPP_FP_ADX_H
#define EPP_FP_ADX_H

#include "fields/adx.h"

/* t1..t4 = (t0..t4 + m P) / 2^64 with m = -t0 / P mod 2^64; t0 becomes 0. */
#define FP_REDUCE_ROW(t0, t1, t2, t3, t4)                                                                             \
    "movq %[n0], %%rdx\n\t"                                                                                            \
    "imulq %[" t0 "], %%rdx\n\t"                                                                                       \
    "xorl %k[lo], %k[lo]\n\t"                                                                                          \
    ADX_STEP("%[p0]", t0, t1)                                                                                          \
    ADX_STEP("%[p1]", t1, t2)                                                                                          \
    ADX_STEP("%[p2]", t2, t3)                                                                                          \
    ADX_STEP("%[p3]", t3, t4)                                                                                          \
    "adcq $0, %[" t4 "]\n\t"

/*
 * The same sum modulo P without a factor m to wait for: t0 / 2^64 is t0 Q modulo P. t1..t4, t0 = t1..t4 + t0 Q has
 * one limb more than after FP_REDUCE_ROW, so that it suits all rows but the last two.
 */
#define FP_FOLD_ROW(t0, t1, t2, t3, t4)                                                                               \
    "movq %[" t0 "], %%rdx\n\t"                                                                                        \
    "xorl %k[" t0 "], %k[" t0 "]\n\t"                                                                                  \
    ADX_STEP("%[q0]", t1, t2)                                                                                          \
    ADX_STEP("%[q1]", t2, t3)                                                                                          \
    ADX_STEP("%[q2]", t3, t4)                                                                                          \
    ADX_STEP("%[q3]", t4, t0)                                                                                          \
    "adcq $0, %[" t0 "]\n\t"

#define FP_LOAD(b, offset) "movq " offset "(%[" b "]), %%rdx\n\t"

#define FP_MODULUS_OPERANDS                                                                                           \
    [n0] "m"(FP_N0_INV_WORD),                                                                                         \
        [p0] "m"(FP_P.l[0]), [p1] "m"(FP_P.l[1]), [p2] "m"(FP_P.l[2]), [p3] "m"(FP_P.l[3]),                        \
        [q0] "m"(FP_Q.l[0]), [q1] "m"(FP_Q.l[1]), [q2] "m"(FP_Q.l[2]), [q3] "m"(FP_Q.l[3])

static const limb FP_N0_INV_WORD = FP_N0_INV;

/* gcc makes a branch of the C, which no predictor can learn, where these four moves take two cycles. */
EPP_INLINE void fp_subtract_once(fp *r, const fp *a, const fp *m)
{
    limb d0 = a->l[0], d1 = a->l[1], d2 = a->l[2], d3 = a->l[3], a0 = d0, a1 = d1, a2 = d2, a3 = d3;
    __asm__("subq %[m0], %[d0]\n\t"
            "sbbq %[m1], %[d1]\n\t"
            "sbbq %[m2], %[d2]\n\t"
            "sbbq %[m3], %[d3]\n\t"
            "cmovcq %[a0], %[d0]\n\t"
            "cmovcq %[a1], %[d1]\n\t"
            "cmovcq %[a2], %[d2]\n\t"
            "cmovcq %[a3], %[d3]"
            : [d0] "+&r"(d0), [d1] "+&r"(d1), [d2] "+&r"(d2), [d3] "+&r"(d3)
            : [a0] "rm"(a0), [a1] "rm"(a1), [a2] "rm"(a2), [a3] "rm"(a3), [m0] "rm"(m->l[0]), [m1] "rm"(m->l[1]),
              [m2] "rm"(m->l[2]), [m3] "rm"(m->l[3])
            : "cc");
    r->l[0] = d0;
    r->l[1] = d1;
    r->l[2] = d2;
    r->l[3] = d3;
}

/* r = a - b, or a - b + 2P where that is negative: both are computed, so that no sum waits for the borrow. */
EPP_INLINE void fp_sub_modulo_2p(fp *r, const fp *a, const fp *b)
{
    limb d0 = a->l[0], d1 = a->l[1], d2 = a->l[2], d3 = a->l[3], e0, e1, e2, e3, borrow;
    __asm__("subq %[b0], %[d0]\n\t"
            "sbbq %[b1], %[d1]\n\t"
            "sbbq %[b2], %[d2]\n\t"
            "sbbq %[b3], %[d3]\n\t"
            "sbbq %[borrow], %[borrow]\n\t"
            "movq %[d0], %[e0]\n\t"
            "movq %[d1], %[e1]\n\t"
            "movq %[d2], %[e2]\n\t"
            "movq %[d3], %[e3]\n\t"
            "addq %[m0], %[e0]\n\t"
            "adcq %[m1], %[e1]\n\t"
            "adcq %[m2], %[e2]\n\t"
            "adcq %[m3], %[e3]\n\t"
            "testq %[borrow], %[borrow]\n\t"
            "cmovnzq %[e0], %[d0]\n\t"
            "cmovnzq %[e1], %[d1]\n\t"
            "cmovnzq %[e2], %[d2]\n\t"
            "cmovnzq %[e3], %[d3]"
            : [d0] "+&r"(d0), [d1] "+&r"(d1), [d2] "+&r"(d2), [d3] "+&r"(d3), [e0] "=&r"(e0), [e1] "=&r"(e1),
              [e2] "=&r"(e2), [e3] "=&r"(e3), [borrow] "=&r"(borrow)
            : [b0] "m"(b->l[0]), [b1] "m"(b->l[1]), [b2] "m"(b->l[2]), [b3] "m"(b->l[3]), [m0] "m"(FP_2P.l[0]),
              [m1] "m"(FP_2P.l[1]), [m2] "m"(FP_2P.l[2]), [m3] "m"(FP_2P.l[3])
            : "cc");
    r->l[0] = d0;
    r->l[1] = d1;
    r->l[2] = d2;
    r->l[3] = d3;
}

EPP_INLINE void fp_mul(fp *r, const fp *a, const fp *b)
{
    limb t0, t1, t2, t3, t4, lo, hi;
    EPP_BOUND(FP_AT_MOST(a, 2000) && FP_AT_MOST(b, 2000));
    __asm__(FP_LOAD("b", "0") ADX_FIRST_ROW("a", "t0", "t1", "t2", "t3", "t4")
            FP_FOLD_ROW("t0", "t1", "t2", "t3", "t4")
            FP_LOAD("b", "8") ADX_ADD_ROW("a", "t1", "t2", "t3", "t4", "t0")
            FP_FOLD_ROW("t1", "t2", "t3", "t4", "t0")
            FP_LOAD("b", "16") ADX_ADD_ROW("a", "t2", "t3", "t4", "t0", "t1")
            FP_REDUCE_ROW("t2", "t3", "t4", "t0", "t1")
            FP_LOAD("b", "24") ADX_NEXT_ROW("a", "t3", "t4", "t0", "t1", "t2")
            FP_REDUCE_ROW("t3", "t4", "t0", "t1", "t2")
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [lo] "=&r"(lo),
              [hi] "=&r"(hi)
            : [a] "r"(a), [b] "r"(b), "m"(*a), "m"(*b), FP_MODULUS_OPERANDS
            : "rdx", "cc");
    r->l[0] = t4;
    r->l[1] = t0;
    r->l[2] = t1;
    r->l[3] = t2;
    EPP_BOUND(FP_BELOW(r, 1757));
}

EPP_INLINE void fp_mul2(fp *r, const fp *a, const fp *b, const fp *c, const fp *d)
{
    limb t0, t1, t2, t3, t4, lo, hi;
    EPP_BOUND(FP_AT_MOST(a, 2000) && FP_AT_MOST(b, 2000) && FP_BELOW(c, 1757) && FP_AT_MOST(d, 2000));
    __asm__(FP_LOAD("b", "0") ADX_FIRST_ROW("a", "t0", "t1", "t2", "t3", "t4")
            FP_LOAD("d", "0") ADX_ADD_ROW("c", "t0", "t1", "t2", "t3", "t4")
            FP_FOLD_ROW("t0", "t1", "t2", "t3", "t4")
            FP_LOAD("b", "8") ADX_ADD_ROW("a", "t1", "t2", "t3", "t4", "t0")
            FP_LOAD("d", "8") ADX_ADD_ROW("c", "t1", "t2", "t3", "t4", "t0")
            FP_FOLD_ROW("t1", "t2", "t3", "t4", "t0")
            FP_LOAD("b", "16") ADX_ADD_ROW("a", "t2", "t3", "t4", "t0", "t1")
            FP_LOAD("d", "16") ADX_ADD_ROW("c", "t2", "t3", "t4", "t0", "t1")
            FP_REDUCE_ROW("t2", "t3", "t4", "t0", "t1")
            FP_LOAD("b", "24") ADX_NEXT_ROW("a", "t3", "t4", "t0", "t1", "t2")
            FP_LOAD("d", "24") ADX_ADD_ROW("c", "t3", "t4", "t0", "t1", "t2")
            FP_REDUCE_ROW("t3", "t4", "t0", "t1", "t2")
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [lo] "=&r"(lo),
              [hi] "=&r"(hi)
            : [a] "r"(a), [b] "r"(b), [c] "r"(c), [d] "r"(d), "m"(*a), "m"(*b), "m"(*c), "m"(*d), FP_MODULUS_OPERANDS
            : "rdx", "cc");
    r->l[0] = t4;
    r->l[1] = t0;
    r->l[2] = t1;
    r->l[3] = t2;
    EPP_BOUND(FP_BELOW(r, 2430));
}

/*
 * r = a^2 / R with the bounds of fp_mul. The low half alone reduces to four limbs, below P (1 + 2^-63), and the high
 * half joins it after.
 */
EPP_INLINE void fp_sqr(fp *r, const fp *a)
{
    limb t[8], t4, lo, hi, carry = 0;
    EPP_BOUND(FP_AT_MOST(a, 2000));
    adx_square(t, a->l);
    __asm__("xorl %k[t4], %k[t4]\n\t" FP_FOLD_ROW("t0", "t1", "t2", "t3", "t4")
            FP_FOLD_ROW("t1", "t2", "t3", "t4", "t0")
            FP_REDUCE_ROW("t2", "t3", "t4", "t0", "t1")
            FP_REDUCE_ROW("t3", "t4", "t0", "t1", "t2")
            : [t0] "+&r"(t[0]), [t1] "+&r"(t[1]), [t2] "+&r"(t[2]), [t3] "+&r"(t[3]), [t4] "=&r"(t4), [lo] "=&r"(lo),
              [hi] "=&r"(hi)
            : FP_MODULUS_OPERANDS
            : "rdx", "cc");
    EPP_BOUND(compare_thousandths((const limb[4]){t4, t[0], t[1], t[2]}, 4, FP_P.l, 1001) < 0);
    r->l[0] = add_carry(t4, t[4], &carry);
    r->l[1] = add_carry(t[0], t[5], &carry);
    r->l[2] = add_carry(t[1], t[6], &carry);
    r->l[3] = add_carry(t[2], t[7], &carry);
    EPP_BOUND(carry == 0);
    EPP_BOUND(FP_BELOW(r, 1757));
}

#endif
