/*
 * The rows of fp2_dot in assembly for MULX and ADX (adx.h); the same names and bounds as the C in fp2.c.
 */
#ifndef EPP_FP2_ADX_H
#define EPP_FP2_ADX_H

#include "fields/adx.h"

/* t0..t4 += source x, source the four limbs that the operand names; then the two carries go to t4 and t5. */
#define FP2_ROW(s0, s1, s2, s3)                                                                                        \
    "xorl %k[lo], %k[lo]\n\t"                                                                                          \
    ADX_STEP(s0, "t0", "t1")                                                                                           \
    ADX_STEP(s1, "t1", "t2")                                                                                           \
    ADX_STEP(s2, "t2", "t3")                                                                                           \
    ADX_STEP(s3, "t3", "t4")                                                                                           \
    "movl $0, %k[lo]\n\t"                                                                                              \
    "adcxq %[lo], %[t4]\n\t"                                                                                           \
    "adoxq %[lo], %[t5]\n\t"                                                                                           \
    "adcxq %[lo], %[t5]\n\t"

EPP_INLINE void dot_row(limb t[6], const fp *a, limb x)
{
    limb t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3], t4 = t[4], lo, hi;
    __asm__(ADX_ADD_ROW("a", "t0", "t1", "t2", "t3", "t4")
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [lo] "=&r"(lo),
              [hi] "=&r"(hi)
            : [a] "r"(a), "m"(*a), "d"(x)
            : "cc");
    EPP_BOUND(t4 >= t[4]);
    t[0] = t0;
    t[1] = t1;
    t[2] = t2;
    t[3] = t3;
    t[4] = t4;
}

EPP_INLINE void dot_last_row(limb t[6], const fp *a, limb x)
{
    limb t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3], t4 = t[4], t5 = t[5], lo, hi;
    __asm__(FP2_ROW("(%[a])", "8(%[a])", "16(%[a])", "24(%[a])")
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
              [lo] "=&r"(lo), [hi] "=&r"(hi)
            : [a] "r"(a), "m"(*a), "d"(x)
            : "cc");
    t[0] = t0;
    t[1] = t1;
    t[2] = t2;
    t[3] = t3;
    t[4] = t4;
    t[5] = t5;
}

EPP_INLINE void dot_reduce(limb t[6])
{
    limb t0 = t[0], t1 = t[1], t2 = t[2], t3 = t[3], t4 = t[4], t5 = t[5], lo, hi, m = t0 * FP_N0_INV;
    __asm__(FP2_ROW("%[p0]", "%[p1]", "%[p2]", "%[p3]")
            : [t0] "+&r"(t0), [t1] "+&r"(t1), [t2] "+&r"(t2), [t3] "+&r"(t3), [t4] "+&r"(t4), [t5] "+&r"(t5),
              [lo] "=&r"(lo), [hi] "=&r"(hi)
            : "d"(m), [p0] "m"(FP_P.l[0]), [p1] "m"(FP_P.l[1]), [p2] "m"(FP_P.l[2]), [p3] "m"(FP_P.l[3])
            : "cc");
    t[0] = t1;
    t[1] = t2;
    t[2] = t3;
    t[3] = t4;
    t[4] = t5;
    t[5] = 0;
}

#endif
