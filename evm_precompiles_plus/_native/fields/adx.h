/*
 * Rows of a Montgomery product in x86-64 assembly (AT&T syntax), for the inline assembly of fp_adx.h and
 * montgomery_u256_adx.h.
 *
 * MULX multiplies RDX without touching the flags, ADCX and ADOX add through CF and OF alone: the low and the high
 * halves of a row's products go into the accumulator as two independent carry chains. Limb t4 takes the top of the row;
 * after a reduction the lowest limb is 0 and its register becomes the next row's top, so the names rotate.
 * Operands, by name: t0 to t4 (t5), lo, hi scratch; RDX is clobbered.
 */
#ifndef EPP_ADX_H
#define EPP_ADX_H

#include "fields/uint128.h"

/* t0..t4 = a * RDX, `a` the name of the pointer's operand. */
#define ADX_FIRST_ROW(a, t0, t1, t2, t3, t4)                                                                           \
    "mulxq (%[" a "]), %[" t0 "], %[" t1 "]\n\t"                                                                       \
    "mulxq 8(%[" a "]), %[lo], %[" t2 "]\n\t"                                                                          \
    "addq %[lo], %[" t1 "]\n\t"                                                                                        \
    "mulxq 16(%[" a "]), %[lo], %[" t3 "]\n\t"                                                                         \
    "adcq %[lo], %[" t2 "]\n\t"                                                                                        \
    "mulxq 24(%[" a "]), %[lo], %[" t4 "]\n\t"                                                                         \
    "adcq %[lo], %[" t3 "]\n\t"                                                                                        \
    "adcq $0, %[" t4 "]\n\t"

/* Two carry chains of one product: t_low += its low half with CF, t_high += its high half with OF. */
#define ADX_STEP(source, t_low, t_high)                                                                                \
    "mulxq " source ", %[lo], %[hi]\n\t"                                                                               \
    "adcxq %[lo], %[" t_low "]\n\t"                                                                                    \
    "adoxq %[hi], %[" t_high "]\n\t"

/* t0..t4 += a * RDX; the sum must fit. */
#define ADX_ADD_ROW(a, t0, t1, t2, t3, t4)                                                                             \
    "xorl %k[lo], %k[lo]\n\t"                                                                                          \
    ADX_STEP("(%[" a "])", t0, t1)                                                                                     \
    ADX_STEP("8(%[" a "])", t1, t2)                                                                                    \
    ADX_STEP("16(%[" a "])", t2, t3)                                                                                   \
    ADX_STEP("24(%[" a "])", t3, t4)                                                                                   \
    "adcq $0, %[" t4 "]\n\t"

/* The same where t4 holds nothing yet. */
#define ADX_NEXT_ROW(a, t0, t1, t2, t3, t4)                                                                            \
    "xorl %k[" t4 "], %k[" t4 "]\n\t"                                                                                  \
    ADX_STEP("(%[" a "])", t0, t1)                                                                                     \
    ADX_STEP("8(%[" a "])", t1, t2)                                                                                    \
    ADX_STEP("16(%[" a "])", t2, t3)                                                                                   \
    ADX_STEP("24(%[" a "])", t3, t4)                                                                                   \
    "adcq $0, %[" t4 "]\n\t"

/* t[0..7] = a b, row by row. */
EPP_INLINE void adx_multiply(limb t[8], const limb a[4], const limb b[4])
{
    limb t0, t1, t2, t3, t4, t5, t6, t7, lo, hi;
    __asm__("movq (%[b]), %%rdx\n\t" ADX_FIRST_ROW("a", "t0", "t1", "t2", "t3", "t4")
            "movq 8(%[b]), %%rdx\n\t" ADX_NEXT_ROW("a", "t1", "t2", "t3", "t4", "t5")
            "movq 16(%[b]), %%rdx\n\t" ADX_NEXT_ROW("a", "t2", "t3", "t4", "t5", "t6")
            "movq 24(%[b]), %%rdx\n\t" ADX_NEXT_ROW("a", "t3", "t4", "t5", "t6", "t7")
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5),
              [t6] "=&r"(t6), [t7] "=&r"(t7), [lo] "=&r"(lo), [hi] "=&r"(hi)
            : [a] "r"(a), [b] "r"(b), "m"(*(const limb(*)[4])a), "m"(*(const limb(*)[4])b)
            : "rdx", "cc");
    t[0] = t0;
    t[1] = t1;
    t[2] = t2;
    t[3] = t3;
    t[4] = t4;
    t[5] = t5;
    t[6] = t6;
    t[7] = t7;
}

/*
 * t[0..7] = a^2: the six products of different limbs, doubled, and the four squares; ten multiplications for sixteen.
 * The doubling runs on CF while OF adds the squares.
 */
EPP_INLINE void adx_square(limb t[8], const limb a[4])
{
    limb t0, t1, t2, t3, t4, t5, t6, t7, lo, hi;
    __asm__("movq (%[a]), %%rdx\n\t"
            "mulxq 8(%[a]), %[t1], %[t2]\n\t"
            "mulxq 16(%[a]), %[lo], %[t3]\n\t"
            "addq %[lo], %[t2]\n\t"
            "mulxq 24(%[a]), %[lo], %[t4]\n\t"
            "adcq %[lo], %[t3]\n\t"
            "adcq $0, %[t4]\n\t"
            "movq 8(%[a]), %%rdx\n\t"
            "xorl %k[t5], %k[t5]\n\t" ADX_STEP("16(%[a])", "t3", "t4") ADX_STEP("24(%[a])", "t4", "t5")
            "movq 16(%[a]), %%rdx\n\t"
            "mulxq 24(%[a]), %[lo], %[t6]\n\t"
            "adcxq %[lo], %[t5]\n\t"
            "adcq $0, %[t6]\n\t"
            "movq (%[a]), %%rdx\n\t"
            "xorl %k[t7], %k[t7]\n\t"
            "mulxq %%rdx, %[t0], %[hi]\n\t"
            "adcxq %[t1], %[t1]\n\t"
            "adoxq %[hi], %[t1]\n\t"
            "movq 8(%[a]), %%rdx\n\t"
            "mulxq %%rdx, %[lo], %[hi]\n\t"
            "adcxq %[t2], %[t2]\n\t"
            "adoxq %[lo], %[t2]\n\t"
            "adcxq %[t3], %[t3]\n\t"
            "adoxq %[hi], %[t3]\n\t"
            "movq 16(%[a]), %%rdx\n\t"
            "mulxq %%rdx, %[lo], %[hi]\n\t"
            "adcxq %[t4], %[t4]\n\t"
            "adoxq %[lo], %[t4]\n\t"
            "adcxq %[t5], %[t5]\n\t"
            "adoxq %[hi], %[t5]\n\t"
            "movq 24(%[a]), %%rdx\n\t"
            "mulxq %%rdx, %[lo], %[hi]\n\t"
            "adcxq %[t6], %[t6]\n\t"
            "adoxq %[lo], %[t6]\n\t"
            "adcxq %[t7], %[t7]\n\t"
            "adoxq %[hi], %[t7]\n\t"
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4), [t5] "=&r"(t5),
              [t6] "=&r"(t6), [t7] "=&r"(t7), [lo] "=&r"(lo), [hi] "=&r"(hi)
            : [a] "r"(a), "m"(*(const limb(*)[4])a)
            : "rdx", "cc");
    t[0] = t0;
    t[1] = t1;
    t[2] = t2;
    t[3] = t3;
    t[4] = t4;
    t[5] = t5;
    t[6] = t6;
    t[7] = t7;
}

#endif
