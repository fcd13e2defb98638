/*
 * The GLV split of a scalar for BN254, and the signed digits of its halves.
 *
 * Algorithm: Gallant, Lambert, Vanstone, "Faster Point Multiplication on Elliptic Curves with Efficient Endomorphisms",
 * CRYPTO 2001. phi(x, y) = (BETA x, y) is multiplication by LAMBDA on G1. The lattice of all (i, j) with
 * i + j LAMBDA = 0 mod N has the basis (A1, -B1), (A2, A1) with A1 = 2u + 1, B1 = 6u^2 + 2u, A2 = 6u^2 + 4u + 1, whose
 * determinant is A1^2 + A2 B1 = N exactly: a basis of determinant 2N would give halves a bit longer.
 * Bounds: k = k1 + k2 LAMBDA mod N with |k1| < 2^126 and |k2| < 2^126 (proof at glv_split). Either may be negative.
 */
#ifndef EPP_GLV_H
#define EPP_GLV_H

#include "fields/verify.h"

/* The group order N = 36 u^4 + 36 u^3 + 18 u^2 + 6 u + 1. */
static const limb GLV_N[4] = {0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029};
static const limb GLV_A1[2] = {0x89d3256894d213e3, 0};
static const limb GLV_B1[2] = {0x8211bbeb7d4f1128, 0x6f4d8248eeb859fc};
static const limb GLV_A2[2] = {0x0be4e1541221250b, 0x6f4d8248eeb859fd};
/* round(2^320 A1 / N) and round(2^320 B1 / N). */
static const limb GLV_RECIPROCAL_A1[3] = {0x6eb9c714773a6ef3, 0xd91d232ec7e0b3d7, 0x2};
static const limb GLV_RECIPROCAL_B1[4] = {0xa5e38cfb5eaa26da, 0x7a7bd9d4391eb18d, 0x4ccef014a773d2cf, 0x2};

/* A half of the scalar: sign and magnitude. */
struct glv_half {
    limb magnitude[2];
    int negative;
};

/* Window width of the digits: odd, at most 15 in magnitude. */
#define WNAF_WIDTH 5
/* A half below 2^126 has at most 127 digits: the recoding may carry one place past its bits. */
#define WNAF_LENGTH 127

void glv_split(struct glv_half *k1, struct glv_half *k2, const limb k[4]);

/*
 * The width-5 non-adjacent form of a half: digits[i] is the coefficient of 2^i. Returns the number of digits, the
 * place of the highest one plus 1; digits must be zero before.
 */
int glv_wnaf(int8_t digits[WNAF_LENGTH], const struct glv_half *half);

#endif
