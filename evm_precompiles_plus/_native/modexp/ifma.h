/*
 * Montgomery products of wide numbers by AVX-512 IFMA: eight products of 52 bits an instruction.
 *
 * Algorithm: up to 40 digits one row at a time, as S. Gueron and V. Krasnov, "Software implementation of modular
 * exponentiation, using advanced vector instructions architectures" (WAIFI 2012): a digit of b, a digit of the
 * quotient, and the accumulator moves down by a digit. Above, the whole product first, a squaring with each pair of
 * blocks once, then the reduction with a quotient of eight digits at a time.
 * Representation: digits of 52 bits, R = 2^(52 digits) > 4n. An element is any representative in [0, 2n): (2n)^2 / R +
 * n is below it, so no product ends with a subtraction (C. Walter, "Montgomery exponentiation needs no final
 * subtractions", 1999). It lies in memory as IFMA_PAD zeros and `vectors` times eight digits, and IFMA_PAD zeros follow
 * it: in an array of elements the next one's.
 * Invariants: lanes gather up to 4 digits - 2 halves of products, each below 2^52, and carries: below 2^64 up to
 * IFMA_DIGITS_MOST digits.
 * Timing: variable time; every input is public.
 */
#ifndef EPP_IFMA_H
#define EPP_IFMA_H

#include "fields/limbs.h"
#include "fields/variant.h"

#define LANES 8
#define DIGIT_BITS 52
#define DIGIT_MASK (((limb)1 << DIGIT_BITS) - 1)

#define IFMA_PAD 8
#define IFMA_ROW_VECTORS 5
#define IFMA_DIGITS_MOST 1000

struct ifma_modulus {
    size_t vectors, digits; /* 8 vectors >= digits; equal above IFMA_ROW_VECTORS */
    const limb *n;          /* as an element lies in memory, and zeros behind it */
    const limb *inverse;    /* eight digits of -1 / n likewise; a row asks only for the first */
    limb *t;                /* room for 16 vectors limbs, and */
    limb *spread;           /* IFMA_PAD more, zeros at first: of the products above IFMA_ROW_VECTORS */
};

/* r = a b / R and r = a^2 / R mod n, below 2n, for a b < 4n^2; r may be an operand. The context is an ifma_modulus. */
#ifdef EPP_HAVE_IFMA
void ifma_multiply(limb *r, const limb *a, const limb *b, const void *context);
void ifma_square(limb *r, const limb *a, const void *context);
#endif

/* The same with the instructions emulated: for tests, on any machine. */
void ifma_emulated_multiply(limb *r, const limb *a, const limb *b, const void *context);
void ifma_emulated_square(limb *r, const limb *a, const void *context);

#endif
