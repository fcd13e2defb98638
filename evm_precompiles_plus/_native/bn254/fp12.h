/*
 * The field of the pairing's values: Fp12 = Fp2[w] / (w^6 - xi) with xi = 9 + i.
 *
 * Representation: six elements of Fp2 (fp2.h, coefficients in [0, 2P)), those of 1, w, ..., w^5.
 * Algorithm: Fp12 = Fp6[w] / (w^2 - v) over Fp6 = Fp2[v] / (v^3 - xi), v = w^2: Karatsuba's products over Fp6, and in
 * Fp6 the schoolbook's, as sums of three products in Fp2 under one reduction (fp2_dot). Squaring in the cyclotomic
 * subgroup by Granger, Scott, "Faster Squaring in the Cyclotomic Subgroup of Sixth Degree Extensions", PKC 2010.
 * Cost: in products of Fp2, mul 27, square 18, mul_by_line 18, square_cyclotomic 9 squarings.
 * Aliasing: results may be operands.
 */
#ifndef EPP_FP12_H
#define EPP_FP12_H

#include "bn254/fp2.h"

typedef struct {
    fp2 c[6];
} fp12;

/* The element a + b w + c w^3, as a line of the Miller loop has it. */
struct fp12_line {
    fp2 a, b, c;
};

/* xi^(k (P - 1) / 6) for k = 1 to 5, in Montgomery form. */
static const fp2 FP12_GAMMA[5] = {
    {{{0xaf9ba69633144907, 0xca6b1d7387afb78a, 0x11bded5ef08a2087, 0x02f34d751a1f3a7c}},
     {{0xa222ae234c492d72, 0xd00f02a4565de15b, 0xdc2ff3a253dfc926, 0x10a75716b3899551}}},
    {{{0xb5773b104563ab30, 0x347f91c8a9aa6454, 0x7a007127242e0991, 0x1956bcd8118214ec}},
     {{0x6e849f1ea0aa4757, 0xaa1c7b6d89f89141, 0xb6e713cdfae0ca3a, 0x26694fbb4e82ebc3}}},
    {{{0xe4bbdd0c2936b629, 0xbb30f162e133bacb, 0x31a9d1b6f9645366, 0x253570bea500f8dd}},
     {{0xa1d77ce45ffe77c7, 0x07affd117826d1db, 0x6d16bd27bb7edc6b, 0x2c87200285defecc}}},
    {{{0x7361d77f843abe92, 0xa5bb2bd3273411fb, 0x9c941f314b3e2399, 0x15df9cddbb9fd3ec}},
     {{0x5dddfd154bd8c949, 0x62cb29a5a4445b60, 0x37bc870a0c7dd2b9, 0x24830a9d3171f0fd}}},
    {{{0xc970692f41690fe7, 0xe240342127694b0b, 0x32bee66b83c459e8, 0x12aabced0ab08841}},
     {{0x0d485d2340aebfa9, 0x05193418ab2fcc57, 0xd3b0a40b8a4910f5, 0x2f21ebb535d2925a}}},
};

EPP_VARIANT void fp12_set_one(fp12 *r);
EPP_VARIANT int fp12_is_one(const fp12 *f);
EPP_VARIANT void fp12_mul(fp12 *r, const fp12 *f, const fp12 *g);
EPP_VARIANT void fp12_square(fp12 *r, const fp12 *f);
EPP_VARIANT void fp12_mul_by_line(fp12 *r, const fp12 *f, const struct fp12_line *line);

/* r = f^2 for an f with f^(P^4 - P^2 + 1) = 1. */
EPP_VARIANT void fp12_square_cyclotomic(fp12 *r, const fp12 *f);

/* r = 1 / f, 0 for 0. */
EPP_VARIANT void fp12_inverse(fp12 *r, const fp12 *f);

/* r = f^(P^6): w goes to -w. In the cyclotomic subgroup that is 1 / f. */
EPP_VARIANT void fp12_conjugate(fp12 *r, const fp12 *f);

/* r = f^(P^times). */
EPP_VARIANT void fp12_frobenius(fp12 *r, const fp12 *f, int times);

#endif
