/*
 * Products, triangles of squares and reductions of 5 to 8 limbs, unrolled: the whole window in registers (bands_adx.h).
 *
 * The limb at position p of the sum is in register p mod (n + 1): where one limb is done, its register takes the top
 * of the next row.
 */
#ifndef EPP_UNROLLED_ADX_H
#define EPP_UNROLLED_ADX_H

#include "modexp/bands_adx.h"

#define UNROLLED_LEAST 5
#define UNROLLED_MOST 8

/* All rows of a product or reduction of n limbs; ROW(i, t0, ..., tn) works on the sum from position i on. */
#define ROWS5(ROW)                                                                                                     \
    ROW(0, W0, W1, W2, W3, W4, W5)                                                                                     \
    ROW(1, W1, W2, W3, W4, W5, W0)                                                                                     \
    ROW(2, W2, W3, W4, W5, W0, W1)                                                                                     \
    ROW(3, W3, W4, W5, W0, W1, W2)                                                                                     \
    ROW(4, W4, W5, W0, W1, W2, W3)
#define ROWS6(ROW)                                                                                                     \
    ROW(0, W0, W1, W2, W3, W4, W5, W6)                                                                                 \
    ROW(1, W1, W2, W3, W4, W5, W6, W0)                                                                                 \
    ROW(2, W2, W3, W4, W5, W6, W0, W1)                                                                                 \
    ROW(3, W3, W4, W5, W6, W0, W1, W2)                                                                                 \
    ROW(4, W4, W5, W6, W0, W1, W2, W3)                                                                                 \
    ROW(5, W5, W6, W0, W1, W2, W3, W4)
#define ROWS7(ROW)                                                                                                     \
    ROW(0, W0, W1, W2, W3, W4, W5, W6, W7)                                                                             \
    ROW(1, W1, W2, W3, W4, W5, W6, W7, W0)                                                                             \
    ROW(2, W2, W3, W4, W5, W6, W7, W0, W1)                                                                             \
    ROW(3, W3, W4, W5, W6, W7, W0, W1, W2)                                                                             \
    ROW(4, W4, W5, W6, W7, W0, W1, W2, W3)                                                                             \
    ROW(5, W5, W6, W7, W0, W1, W2, W3, W4)                                                                             \
    ROW(6, W6, W7, W0, W1, W2, W3, W4, W5)
#define ROWS8(ROW)                                                                                                     \
    ROW(0, W0, W1, W2, W3, W4, W5, W6, W7, W8)                                                                         \
    ROW(1, W1, W2, W3, W4, W5, W6, W7, W8, W0)                                                                         \
    ROW(2, W2, W3, W4, W5, W6, W7, W8, W0, W1)                                                                         \
    ROW(3, W3, W4, W5, W6, W7, W8, W0, W1, W2)                                                                         \
    ROW(4, W4, W5, W6, W7, W8, W0, W1, W2, W3)                                                                         \
    ROW(5, W5, W6, W7, W8, W0, W1, W2, W3, W4)                                                                         \
    ROW(6, W6, W7, W8, W0, W1, W2, W3, W4, W5)                                                                         \
    ROW(7, W7, W8, W0, W1, W2, W3, W4, W5, W6)

/* A product's row: the sum from position i on += a factor_i. RSI is a, RCX the factors. */
#define MUL_ROW(i, a0, top, chain)                                                                                     \
    MOVE("8*" #i "(%%rcx)", "%%rdx") ZERO(top) chain "adcq $0, " top "\n\t" MOVE(a0, "8*" #i "(%%rdi)")
#define MUL_ROW5(i, a, b, c, d, e, f) MUL_ROW(i, a, f, CHAIN5("%%rsi", 0, a, b, c, d, e, f))
#define MUL_ROW6(i, a, b, c, d, e, f, g) MUL_ROW(i, a, g, CHAIN6("%%rsi", 0, a, b, c, d, e, f, g))
#define MUL_ROW7(i, a, b, c, d, e, f, g, h) MUL_ROW(i, a, h, CHAIN7("%%rsi", 0, a, b, c, d, e, f, g, h))
#define MUL_ROW8(i, a, b, c, d, e, f, g, h, k) MUL_ROW(i, a, k, CHAIN8("%%rsi", 0, a, b, c, d, e, f, g, h, k))

/* The same as a reduction's: QUOTIENT of bands_adx.h, RCX the struct band. */
#define QUOTIENT5(i, a, b, c, d, e, f) QUOTIENT(i, a, f, CHAIN5("%%rsi", 0, a, b, c, d, e, f))
#define QUOTIENT6(i, a, b, c, d, e, f, g) QUOTIENT(i, a, g, CHAIN6("%%rsi", 0, a, b, c, d, e, f, g))
#define QUOTIENT7(i, a, b, c, d, e, f, g, h) QUOTIENT(i, a, h, CHAIN7("%%rsi", 0, a, b, c, d, e, f, g, h))

/* The window after all rows, each limb with its index: LIMB(i, register). */
#define WINDOW5(LIMB) LIMB(0, W5) LIMB(1, W0) LIMB(2, W1) LIMB(3, W2) LIMB(4, W3)
#define WINDOW6(LIMB) LIMB(0, W6) LIMB(1, W0) LIMB(2, W1) LIMB(3, W2) LIMB(4, W3) LIMB(5, W4)
#define WINDOW7(LIMB) LIMB(0, W7) LIMB(1, W0) LIMB(2, W1) LIMB(3, W2) LIMB(4, W3) LIMB(5, W4) LIMB(6, W5)
#define WINDOW8(LIMB)                                                                                                  \
    LIMB(0, W8) LIMB(1, W0) LIMB(2, W1) LIMB(3, W2) LIMB(4, W3) LIMB(5, W4) LIMB(6, W5) LIMB(7, W6)
#define STORE_HIGH5(i, w) MOVE(w, "40+8*" #i "(%%rdi)")
#define STORE_HIGH6(i, w) MOVE(w, "48+8*" #i "(%%rdi)")
#define STORE_HIGH7(i, w) MOVE(w, "56+8*" #i "(%%rdi)")
#define STORE_HIGH8(i, w) MOVE(w, "64+8*" #i "(%%rdi)")
#define ADD_HIGH5(i, w) "adcq 40+8*" #i "(%%rdi), " w "\n\t"
#define ADD_HIGH6(i, w) "adcq 48+8*" #i "(%%rdi), " w "\n\t"
#define ADD_HIGH7(i, w) "adcq 56+8*" #i "(%%rdi), " w "\n\t"
#define ADD_HIGH8(i, w) "adcq 64+8*" #i "(%%rdi), " w "\n\t"
#define SUBTRACT(i, w) "sbbq 8*" #i "(%%rsi), " w "\n\t"
#define STORE(i, w) MOVE(w, "8*" #i "(%%rdi)")

#define ZERO5 ZERO(W0) ZERO(W1) ZERO(W2) ZERO(W3) ZERO(W4)
#define ZERO6 ZERO5 ZERO(W5)
#define ZERO7 ZERO6 ZERO(W6)
#define ZERO8 ZERO7 ZERO(W7)
#define LOAD(i, w) MOVE("8*" #i "(%%rdi)", w)
#define LOAD5 LOAD(0, W0) LOAD(1, W1) LOAD(2, W2) LOAD(3, W3) LOAD(4, W4)
#define LOAD6 LOAD5 LOAD(5, W5)
#define LOAD7 LOAD6 LOAD(6, W6)
#define LOAD8 LOAD7 LOAD(7, W7)

/* A row of a triangle: a_i times the limbs above it. It completes the positions 2i + 1 and 2i + 2. */
#define TRIANGLE_ROW(i, low, next, top, chain)                                                                         \
    MOVE("8*" #i "(%%rsi)", "%%rdx")                                                                                   \
    ZERO(top) chain "adcq $0, " top "\n\t" MOVE(low, "16*" #i "+8(%%rdi)") MOVE(next, "16*" #i "+16(%%rdi)")
#define TRIANGLE_CHAIN(n, ...) CHAIN##n("%%rsi", __VA_ARGS__)
#define TRIANGLE5                                                                                                      \
    TRIANGLE_ROW(0, W1, W2, W5, TRIANGLE_CHAIN(4, 1, W1, W2, W3, W4, W5))                                              \
    TRIANGLE_ROW(1, W3, W4, W0, TRIANGLE_CHAIN(3, 2, W3, W4, W5, W0))                                                  \
    TRIANGLE_ROW(2, W5, W0, W1, TRIANGLE_CHAIN(2, 3, W5, W0, W1))                                                      \
    TRIANGLE_ROW(3, W1, W2, W2, TRIANGLE_CHAIN(1, 4, W1, W2))
#define TRIANGLE6                                                                                                      \
    TRIANGLE_ROW(0, W1, W2, W6, TRIANGLE_CHAIN(5, 1, W1, W2, W3, W4, W5, W6))                                          \
    TRIANGLE_ROW(1, W3, W4, W0, TRIANGLE_CHAIN(4, 2, W3, W4, W5, W6, W0))                                              \
    TRIANGLE_ROW(2, W5, W6, W1, TRIANGLE_CHAIN(3, 3, W5, W6, W0, W1))                                                  \
    TRIANGLE_ROW(3, W0, W1, W2, TRIANGLE_CHAIN(2, 4, W0, W1, W2))                                                      \
    TRIANGLE_ROW(4, W2, W3, W3, TRIANGLE_CHAIN(1, 5, W2, W3))
#define TRIANGLE7                                                                                                      \
    TRIANGLE_ROW(0, W1, W2, W7, TRIANGLE_CHAIN(6, 1, W1, W2, W3, W4, W5, W6, W7))                                      \
    TRIANGLE_ROW(1, W3, W4, W0, TRIANGLE_CHAIN(5, 2, W3, W4, W5, W6, W7, W0))                                          \
    TRIANGLE_ROW(2, W5, W6, W1, TRIANGLE_CHAIN(4, 3, W5, W6, W7, W0, W1))                                              \
    TRIANGLE_ROW(3, W7, W0, W2, TRIANGLE_CHAIN(3, 4, W7, W0, W1, W2))                                                  \
    TRIANGLE_ROW(4, W1, W2, W3, TRIANGLE_CHAIN(2, 5, W1, W2, W3))                                                      \
    TRIANGLE_ROW(5, W3, W4, W4, TRIANGLE_CHAIN(1, 6, W3, W4))
#define TRIANGLE8                                                                                                      \
    TRIANGLE_ROW(0, W1, W2, W8, TRIANGLE_CHAIN(7, 1, W1, W2, W3, W4, W5, W6, W7, W8))                                  \
    TRIANGLE_ROW(1, W3, W4, W0, TRIANGLE_CHAIN(6, 2, W3, W4, W5, W6, W7, W8, W0))                                      \
    TRIANGLE_ROW(2, W5, W6, W1, TRIANGLE_CHAIN(5, 3, W5, W6, W7, W8, W0, W1))                                          \
    TRIANGLE_ROW(3, W7, W8, W2, TRIANGLE_CHAIN(4, 4, W7, W8, W0, W1, W2))                                              \
    TRIANGLE_ROW(4, W0, W1, W3, TRIANGLE_CHAIN(3, 5, W0, W1, W2, W3))                                                  \
    TRIANGLE_ROW(5, W2, W3, W4, TRIANGLE_CHAIN(2, 6, W2, W3, W4))                                                      \
    TRIANGLE_ROW(6, W4, W5, W5, TRIANGLE_CHAIN(1, 7, W4, W5))

/* RSI to the modulus still or, without a carry, to zeros, RDI to the result; no borrow. */
#define SELECT_SUBTRAHEND "cmovncq 96(%%rcx), %%rsi\n\t" MOVE("88(%%rcx)", "%%rdi") "clc\n\t"

#define DEFINE_UNROLLED(n)                                                                                             \
    /* t[0..2n-1] = a b */                                                                                             \
    static EPP_NOINLINE void unrolled_mul_##n(limb *t, const limb *a, const limb *b)                                   \
    {                                                                                                                  \
        __asm__ volatile(SAVE_RBP ZERO##n ROWS##n(MUL_ROW##n) WINDOW##n(STORE_HIGH##n) RESTORE_RBP                     \
                         :                                                                                             \
                         : "D"(t), "S"(a), "c"(b)                                                                      \
                         : CLOBBERED);                                                                                 \
    }                                                                                                                  \
    /* The products of different limbs; the lowest and the highest limb of t are set apart. */                         \
    static EPP_NOINLINE void unrolled_triangle_##n(limb *t, const limb *a)                                             \
    {                                                                                                                  \
        __asm__ volatile(SAVE_RBP ZERO##n TRIANGLE##n RESTORE_RBP : : "D"(t), "S"(a) : CLOBBERED);                     \
        t[0] = t[2 * n - 1] = 0;                                                                                       \
    }                                                                                                                  \
    /* All of rows_redc's steps. */                                                                                    \
    static EPP_NOINLINE void unrolled_redc_##n(limb *t, const limb *m, struct band *band)                              \
    {                                                                                                                  \
        __asm__ volatile(SAVE_RBP LOAD##n ROWS##n(QUOTIENT##n) CARRY_IN WINDOW##n(ADD_HIGH##n) SELECT_SUBTRAHEND       \
                             WINDOW##n(SUBTRACT) WINDOW##n(STORE) RESTORE_RBP                                          \
                         : "+D"(t), "+S"(m)                                                                            \
                         : "c"(band)                                                                                   \
                         : CLOBBERED);                                                                                 \
    }

DEFINE_UNROLLED(5)
DEFINE_UNROLLED(6)
DEFINE_UNROLLED(7)
DEFINE_UNROLLED(8)

EPP_INLINE void unrolled_mul(limb *t, const limb *a, const limb *b, size_t n)
{
    static void (*const muls[])(limb *, const limb *, const limb *) = {unrolled_mul_5, unrolled_mul_6, unrolled_mul_7,
                                                                        unrolled_mul_8};
    muls[n - UNROLLED_LEAST](t, a, b);
}

EPP_INLINE void unrolled_triangle(limb *t, const limb *a, size_t n)
{
    static void (*const triangles[])(limb *, const limb *) = {unrolled_triangle_5, unrolled_triangle_6,
                                                              unrolled_triangle_7, unrolled_triangle_8};
    triangles[n - UNROLLED_LEAST](t, a);
}

EPP_INLINE void unrolled_redc(limb *r, limb *t, const limb *m, size_t n, struct band *band)
{
    static void (*const redcs[])(limb *, const limb *, struct band *) = {unrolled_redc_5, unrolled_redc_6,
                                                                         unrolled_redc_7, unrolled_redc_8};
    static const limb zeros[UNROLLED_MOST];
    band->result = r;
    band->nothing = zeros;
    redcs[n - UNROLLED_LEAST](t, m, band);
}

#endif
