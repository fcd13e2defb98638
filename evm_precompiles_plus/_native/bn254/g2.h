/*
 * BN254's G2: the points of order N on the twist y^2 = x^3 + 3 / xi over Fp2, their walk in the optimal ate pairing,
 * and the lines on its way.
 *
 * Algorithm: the walk computes [6T + 2]Q, then adds psi(Q) and -psi^2(Q), psi being the twisted Frobenius (F.
 * Vercauteren, "Optimal Pairings", IEEE Trans. Inf. Theory 2010). It ends at -psi^3(Q) for the points of order N and
 * for no others: on the whole twist psi^2 - t psi + P = 0, and the norm of 6T + 2 + psi - psi^2 + psi^3 has nothing but
 * N in common with the twist's order (the method of Y. Dai, K. Lin, C.-A. Zhao, Z. Zhou, ePrint 2022/348;
 * tests/arithmetic/test_g2.py computes the gcd). So the subgroup check is free.
 * Representation: homogeneous coordinates (x : y : z) for (x / z, y / z), elements of fp2.h. Formulas for doubling and
 * mixed addition with lines: C. Costello, T. Lange, M. Naehrig, "Faster Pairing Computations on Curves with High-Degree
 * Twists", PKC 2010. By a count of products, affine coordinates with one inversion shared by all points of a step cost
 * more for one and two pairs, and less from three on.
 * Degenerate steps: a sum of equal or opposite points has z = 0, and z stays 0 through every later step, so that the
 * check at the end refuses the point. A point of order N has none: the partial scalars and their differences from +-1
 * are not 0 modulo N. The twist's order is odd, so no doubling degenerates.
 * Timing: variable time; every input of a precompile is public.
 */
#ifndef EPP_G2_H
#define EPP_G2_H

#include "bn254/fp12.h"

/* 3 times the twist's constant 3 / xi, in Montgomery form. */
static const fp2 G2_THREE_B = {{{0x3baa927cb62e0d6a, 0xd71e7c52d1b664fd, 0x03873e63d95d4664, 0x0e75b5b1082ab8f4}},
                               {{0xaab7c6667596fe35, 0x31d21a78bb6a27ba, 0x85dd7297680401ff, 0x03c52d6adf39a7e9}}};

/*
 * 6T + 2 = 2^64 + PLUS - MINUS: its signed bits, non-adjacent but for the first two, where 1, 1 is shorter than 1, 0, -1.
 */
#define G2_ATE_PLUS UINT64_C(0xa002004200804028)
#define G2_ATE_MINUS UINT64_C(0x02889008420a0480)

struct g2_affine {
    fp2 x, y;
};

struct g2_projective {
    fp2 x, y, z;
};

enum g2_status { G2_OK, G2_INFINITY, G2_TOO_LARGE, G2_NOT_ON_TWIST };

/* Reads 128 bytes, x and y with the coefficient of i first (EIP-197), and validates everything but the order. */
EPP_VARIANT enum g2_status g2_load(struct g2_affine *q, const uint8_t bytes[128]);

EPP_VARIANT void g2_set_affine(struct g2_projective *t, const struct g2_affine *q);

/*
 * t = 2t and t = t + q, with the line through the points: at the point (x, y) of the curve it is
 * a y - b x w + c w^3, up to a factor in Fp2, which the final exponentiation removes.
 */
EPP_VARIANT void g2_double(struct g2_projective *t, struct fp12_line *line);
EPP_VARIANT void g2_add(struct g2_projective *t, const struct g2_affine *q, struct fp12_line *line);

EPP_VARIANT void g2_negate(struct g2_affine *q);

/* q = psi(q). */
EPP_VARIANT void g2_psi(struct g2_affine *q);

/* Whether t is q; false for z = 0. */
EPP_VARIANT int g2_equals(const struct g2_projective *t, const struct g2_affine *q);

#endif
