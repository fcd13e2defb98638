/*
 * Bands, rows and squares of limb products in x86-64 assembly (AT&T syntax) for MULX and ADX, under rows_adx.h.
 *
 * Algorithm: products by columns. A band multiplies up to eight limbs at once by one column after the other; the sum's
 * eight limbs that the next column meets stay in registers, the `window`. MULX leaves the flags alone, ADCX and ADOX
 * carry in CF and OF, so a column's low and high halves are two independent chains (adx.h). 5 to 8 limbs are unrolled.
 * Registers: RDI the sum, RSI the columns, RCX the struct band, RDX the multiplier, the window in W0 to W8. RBP is
 * wanted too, and no compiler lets go of it everywhere: it is saved here, below the red zone.
 * Cost: on Zen 3 about 1.45 cycles a product in bands of eight, 1.7 in bands of four and in rows.
 */
#ifndef EPP_BANDS_ADX_H
#define EPP_BANDS_ADX_H

#include <stddef.h>

#include "modexp/natural.h"

struct band {
    limb factor[8]; /* what each column is multiplied by; a reduction writes its quotient limbs here */
    size_t columns;
    limb n0_inv;
    limb carry; /* in and out, a bit at the first limb above the columns' window */
    /* For unrolled reductions: where the result goes, and what comes off where there is no carry. */
    limb *result;
    const limb *nothing;
};

#define W0 "%%r8"
#define W1 "%%r9"
#define W2 "%%r10"
#define W3 "%%r11"
#define W4 "%%r12"
#define W5 "%%r13"
#define W6 "%%r14"
#define W7 "%%r15"
#define W8 "%%rax"
#define LOW "%%rbx"
#define HIGH "%%rbp"
#define CLOBBERED "rax", "rbx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "cc", "memory"
#define SAVE_RBP "leaq -128(%%rsp), %%rsp\n\tpushq %%rbp\n\t"
#define RESTORE_RBP "popq %%rbp\n\tleaq 128(%%rsp), %%rsp\n\t"

#define MOVE(from, to) "movq " from ", " to "\n\t"
#define ZERO(w) "xorq " w ", " w "\n\t" /* and CF, OF */
#define STEP(source, low, high)                                                                                        \
    "mulxq " source ", " LOW ", " HIGH "\n\t"                                                                          \
    "adcxq " LOW ", " low "\n\t"                                                                                       \
    "adoxq " HIGH ", " high "\n\t"

/* CHAINn(i, t0, ..., tn): t0..tn += RDX times the n limbs from the i-th on at `p`; CF and OF go in and out. */
#define CHAIN1(p, i, a, b) STEP("8*" #i "(" p ")", a, b)
#define CHAIN2(p, i, a, b, c) CHAIN1(p, i, a, b) STEP("8*" #i "+8(" p ")", b, c)
#define CHAIN3(p, i, a, b, c, d) CHAIN2(p, i, a, b, c) STEP("8*" #i "+16(" p ")", c, d)
#define CHAIN4(p, i, a, b, c, d, e) CHAIN3(p, i, a, b, c, d) STEP("8*" #i "+24(" p ")", d, e)
#define CHAIN5(p, i, a, b, c, d, e, f) CHAIN4(p, i, a, b, c, d, e) STEP("8*" #i "+32(" p ")", e, f)
#define CHAIN6(p, i, a, b, c, d, e, f, g) CHAIN5(p, i, a, b, c, d, e, f) STEP("8*" #i "+40(" p ")", f, g)
#define CHAIN7(p, i, a, b, c, d, e, f, g, h) CHAIN6(p, i, a, b, c, d, e, f, g) STEP("8*" #i "+48(" p ")", g, h)
#define CHAIN8(p, i, a, b, c, d, e, f, g, h, k)                                                                        \
    CHAIN7(p, i, a, b, c, d, e, f, g, h) STEP("8*" #i "+56(" p ")", h, k)

/* One column: window += sum + column * factor; its lowest limb goes back to the sum, a0's register is free again. */
#define COLUMN(offset, a0, top, chain)                                                                                 \
    MOVE(#offset "(%%rsi)", "%%rdx")                                                                                   \
    ZERO(top)                                                                                                          \
    "adoxq " #offset "(%%rdi), " a0 "\n\t" chain MOVE(a0, #offset "(%%rdi)") "adcq $0, " top "\n\t"
#define COLUMN8(o, a, b, c, d, e, f, g, h, k) COLUMN(o, a, k, CHAIN8("%%rcx", 0, a, b, c, d, e, f, g, h, k))
#define COLUMN4(o, a, b, c, d, e) COLUMN(o, a, e, CHAIN4("%%rcx", 0, a, b, c, d, e))

/* band->columns columns: one by one down to a multiple of four, then by fours; the window's names turn, and turn back. */
#define COLUMNS(one, four)                                                                                             \
    "1: testb $3, 64(%%rcx)\n\t"                                                                                       \
    "jz 2f\n\t" one "leaq 8(%%rsi), %%rsi\n\t"                                                                         \
    "leaq 8(%%rdi), %%rdi\n\t"                                                                                         \
    "decq 64(%%rcx)\n\t"                                                                                               \
    "jmp 1b\n\t"                                                                                                       \
    "2: cmpq $0, 64(%%rcx)\n\t"                                                                                        \
    "jz 4f\n\t"                                                                                                        \
    ".p2align 5\n\t"                                                                                                   \
    "3:\n\t" four "leaq 32(%%rsi), %%rsi\n\t"                                                                          \
    "leaq 32(%%rdi), %%rdi\n\t"                                                                                        \
    "subq $4, 64(%%rcx)\n\t"                                                                                           \
    "jnz 3b\n\t"                                                                                                       \
    "4:\n\t"
#define COLUMNS8                                                                                                       \
    COLUMNS(COLUMN8(0, W0, W1, W2, W3, W4, W5, W6, W7, W8) MOVE(W1, W0) MOVE(W2, W1) MOVE(W3, W2) MOVE(W4, W3)         \
                MOVE(W5, W4) MOVE(W6, W5) MOVE(W7, W6) MOVE(W8, W7),                                                   \
            COLUMN8(0, W0, W1, W2, W3, W4, W5, W6, W7, W8) COLUMN8(8, W1, W2, W3, W4, W5, W6, W7, W8, W0)              \
                COLUMN8(16, W2, W3, W4, W5, W6, W7, W8, W0, W1) COLUMN8(24, W3, W4, W5, W6, W7, W8, W0, W1, W2)        \
                    MOVE(W0, LOW) MOVE(W1, HIGH) MOVE(W2, "%%rdx") MOVE(W4, W0) MOVE(W5, W1) MOVE(W6, W2) MOVE(W7, W3) \
                        MOVE(W8, W4) MOVE(LOW, W5) MOVE(HIGH, W6) MOVE("%%rdx", W7))
#define COLUMNS4                                                                                                       \
    COLUMNS(COLUMN4(0, W0, W1, W2, W3, W4) MOVE(W1, W0) MOVE(W2, W1) MOVE(W3, W2) MOVE(W4, W3),                        \
            COLUMN4(0, W0, W1, W2, W3, W4) COLUMN4(8, W1, W2, W3, W4, W0) COLUMN4(16, W2, W3, W4, W0, W1)              \
                COLUMN4(24, W3, W4, W0, W1, W2) MOVE(W2, W3) MOVE(W1, W2) MOVE(W0, W1) MOVE(W4, W0))

/* The window and the carry go to the sum above the columns; the carry out is below 2, since all of it is one sum. */
#define ADD_TO(w, offset) "adcq " w ", " #offset "(%%rdi)\n\t"
#define CARRY_IN MOVE("80(%%rcx)", "%%rdx") "addq $-1, %%rdx\n\t"
#define CARRY_OUT                                                                                                      \
    "movl $0, %%edx\n\t"                                                                                               \
    "adcq $0, %%rdx\n\t" MOVE("%%rdx", "80(%%rcx)")
#define END4 CARRY_IN ADD_TO(W0, 0) ADD_TO(W1, 8) ADD_TO(W2, 16) ADD_TO(W3, 24) CARRY_OUT
#define END8                                                                                                           \
    CARRY_IN ADD_TO(W0, 0) ADD_TO(W1, 8) ADD_TO(W2, 16) ADD_TO(W3, 24) ADD_TO(W4, 32) ADD_TO(W5, 40) ADD_TO(W6, 48)    \
        ADD_TO(W7, 56) CARRY_OUT

/* A quotient limb q = -w0 / m mod B, to the factors, and window += q m: w0 becomes 0, and its register is free. */
#define QUOTIENT(i, a0, top, chain)                                                                                    \
    MOVE(a0, "%%rdx")                                                                                                  \
    "imulq 72(%%rcx), %%rdx\n\t" MOVE("%%rdx", "8*" #i "(%%rcx)") ZERO(top) chain "adcq $0, " top "\n\t"
#define QUOTIENT4(i, a, b, c, d, e) QUOTIENT(i, a, e, CHAIN4("%%rsi", 0, a, b, c, d, e))
#define QUOTIENT8(i, a, b, c, d, e, f, g, h, k) QUOTIENT(i, a, k, CHAIN8("%%rsi", 0, a, b, c, d, e, f, g, h, k))

/* r[0..columns+7] += a factor + carry B^(columns+8); the carry out to band->carry. */
static EPP_NOINLINE void band_add_mul_8(limb *r, const limb *a, struct band *band)
{
    __asm__ volatile(SAVE_RBP ZERO(W0) ZERO(W1) ZERO(W2) ZERO(W3) ZERO(W4) ZERO(W5) ZERO(W6) ZERO(W7) COLUMNS8 END8
                         RESTORE_RBP
                     : "+D"(r), "+S"(a)
                     : "c"(band)
                     : CLOBBERED);
}

static EPP_NOINLINE void band_add_mul_4(limb *r, const limb *a, struct band *band)
{
    __asm__ volatile(SAVE_RBP ZERO(W0) ZERO(W1) ZERO(W2) ZERO(W3) COLUMNS4 END4 RESTORE_RBP
                     : "+D"(r), "+S"(a)
                     : "c"(band)
                     : CLOBBERED);
}

/*
 * Eight steps of Montgomery's reduction of r, with m of columns + 8 limbs: the low eight limbs would become 0 and are
 * undefined, the carry in and out is that of r[columns+16].
 */
static EPP_NOINLINE void band_redc_8(limb *r, const limb *m, struct band *band)
{
    __asm__ volatile(SAVE_RBP MOVE("(%%rdi)", W0) MOVE("8(%%rdi)", W1) MOVE("16(%%rdi)", W2) MOVE("24(%%rdi)", W3)
                         MOVE("32(%%rdi)", W4) MOVE("40(%%rdi)", W5) MOVE("48(%%rdi)", W6) MOVE("56(%%rdi)", W7)
                             QUOTIENT8(0, W0, W1, W2, W3, W4, W5, W6, W7, W8)
                                 QUOTIENT8(1, W1, W2, W3, W4, W5, W6, W7, W8, W0)
                                     QUOTIENT8(2, W2, W3, W4, W5, W6, W7, W8, W0, W1)
                                         QUOTIENT8(3, W3, W4, W5, W6, W7, W8, W0, W1, W2)
                                             QUOTIENT8(4, W4, W5, W6, W7, W8, W0, W1, W2, W3)
                                                 QUOTIENT8(5, W5, W6, W7, W8, W0, W1, W2, W3, W4)
                                                     QUOTIENT8(6, W6, W7, W8, W0, W1, W2, W3, W4, W5)
                                                         QUOTIENT8(7, W7, W8, W0, W1, W2, W3, W4, W5, W6)
                                                             MOVE(W6, W7) MOVE(W5, W6) MOVE(W4, W5) MOVE(W3, W4)
                                                                 MOVE(W2, W3) MOVE(W1, W2) MOVE(W0, W1) MOVE(W8, W0)
                     "leaq 64(%%rsi), %%rsi\n\t"
                     "leaq 64(%%rdi), %%rdi\n\t" COLUMNS8 END8 RESTORE_RBP
                     : "+D"(r), "+S"(m)
                     : "c"(band)
                     : CLOBBERED);
}

static EPP_NOINLINE void band_redc_4(limb *r, const limb *m, struct band *band)
{
    __asm__ volatile(SAVE_RBP MOVE("(%%rdi)", W0) MOVE("8(%%rdi)", W1) MOVE("16(%%rdi)", W2) MOVE("24(%%rdi)", W3)
                         QUOTIENT4(0, W0, W1, W2, W3, W4) QUOTIENT4(1, W1, W2, W3, W4, W0)
                             QUOTIENT4(2, W2, W3, W4, W0, W1) QUOTIENT4(3, W3, W4, W0, W1, W2)
                                 MOVE(W2, W3) MOVE(W1, W2) MOVE(W0, W1) MOVE(W4, W0)
                     "leaq 32(%%rsi), %%rsi\n\t"
                     "leaq 32(%%rdi), %%rdi\n\t" COLUMNS4 END4 RESTORE_RBP
                     : "+D"(r), "+S"(m)
                     : "c"(band)
                     : CLOBBERED);
}

/* r[0..n-1] += a x; returns the carry limb: r + a x <= (B^n - 1) B. JRCXZ and LEA leave CF and OF as they are. */
#define ROW_STEP(offset, in, out)                                                                                      \
    "mulxq " #offset "(%%rsi), %%r8, " out "\n\t"                                                                      \
    "adcxq " in ", %%r8\n\t"                                                                                           \
    "adoxq " #offset "(%%rdi), %%r8\n\t" MOVE("%%r8", #offset "(%%rdi)")
EPP_INLINE limb row_add_mul(limb *r, const limb *a, size_t n, limb x)
{
    limb carry;
    size_t count = n & 3;
    __asm__ volatile("xorl %%eax, %%eax\n\t"
                     "jrcxz 2f\n\t"
                     "1:\n\t" ROW_STEP(0, "%%rax", "%%r9") MOVE("%%r9", "%%rax")
                     "leaq 8(%%rsi), %%rsi\n\t"
                     "leaq 8(%%rdi), %%rdi\n\t"
                     "leaq -1(%%rcx), %%rcx\n\t"
                     "jrcxz 2f\n\t"
                     "jmp 1b\n\t"
                     "2: movq %[fours], %%rcx\n\t"
                     "jrcxz 4f\n\t"
                     "3:\n\t" ROW_STEP(0, "%%rax", "%%r9") ROW_STEP(8, "%%r9", "%%rax") ROW_STEP(16, "%%rax", "%%r9")
                         ROW_STEP(24, "%%r9", "%%rax")
                     "leaq 32(%%rsi), %%rsi\n\t"
                     "leaq 32(%%rdi), %%rdi\n\t"
                     "leaq -1(%%rcx), %%rcx\n\t"
                     "jrcxz 4f\n\t"
                     "jmp 3b\n\t"
                     "4: movl $0, %%r8d\n\t"
                     "adcxq %%r8, %%rax\n\t"
                     "adoxq %%r8, %%rax\n\t"
                     : "+D"(r), "+S"(a), "+c"(count), "=&a"(carry)
                     : [fours] "r"(n >> 2), "d"(x)
                     : "r8", "r9", "cc", "memory");
    return carry;
}

/* t[0..2n-1] = 2 t + a_i^2 at each 2i; the sum must fit. OF doubles, CF adds. */
#define DOUBLE_AND_SQUARE(a, t)                                                                                        \
    MOVE(#a "(%%rsi)", "%%rdx")                                                                                        \
    "mulxq %%rdx, %%r8, %%r9\n\t" MOVE(#t "(%%rdi)", "%%r10") MOVE("8+" #t "(%%rdi)", "%%r11")                         \
    "adoxq %%r10, %%r10\n\t"                                                                                           \
    "adcxq %%r8, %%r10\n\t"                                                                                            \
    "adoxq %%r11, %%r11\n\t"                                                                                           \
    "adcxq %%r9, %%r11\n\t" MOVE("%%r10", #t "(%%rdi)") MOVE("%%r11", "8+" #t "(%%rdi)")
EPP_INLINE void double_and_square(limb *t, const limb *a, size_t n)
{
    size_t count = n & 3;
    __asm__ volatile("xorl %%eax, %%eax\n\t"
                     "jrcxz 2f\n\t"
                     "1:\n\t" DOUBLE_AND_SQUARE(0, 0)
                     "leaq 8(%%rsi), %%rsi\n\t"
                     "leaq 16(%%rdi), %%rdi\n\t"
                     "leaq -1(%%rcx), %%rcx\n\t"
                     "jrcxz 2f\n\t"
                     "jmp 1b\n\t"
                     "2: movq %[fours], %%rcx\n\t"
                     "jrcxz 4f\n\t"
                     "jmp 3f\n\t"
                     "4: jmp 5f\n\t" /* JRCXZ does not reach further */
                     "3:\n\t" DOUBLE_AND_SQUARE(0, 0) DOUBLE_AND_SQUARE(8, 16) DOUBLE_AND_SQUARE(16, 32)
                         DOUBLE_AND_SQUARE(24, 48)
                     "leaq 32(%%rsi), %%rsi\n\t"
                     "leaq 64(%%rdi), %%rdi\n\t"
                     "leaq -1(%%rcx), %%rcx\n\t"
                     "jrcxz 5f\n\t"
                     "jmp 3b\n\t"
                     "5:\n\t"
                     : "+D"(t), "+S"(a), "+c"(count)
                     : [fours] "r"(n >> 2)
                     : "rax", "rdx", "r8", "r9", "r10", "r11", "cc", "memory");
}

#endif
