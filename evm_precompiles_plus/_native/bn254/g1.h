/*
 * ECADD and ECMUL on BN254's G1, from bytes to bytes: y^2 = x^3 + 3 over P, a group of prime order N.
 *
 * A point is 64 bytes, x and y big-endian; (0, 0) is the point at infinity. A scalar is any 256-bit number.
 */
#ifndef EPP_G1_H
#define EPP_G1_H

#include "bn254/fp.h"

/* BETA, the cube root of 1 that belongs to LAMBDA, and the curve's 3, both in Montgomery form. */
static const fp G1_BETA = {{0x71930c11d782e155, 0xa6bb947cffbe3323, 0xaa303344d4741444, 0x2c3b3f0d26594943}};
static const fp G1_THREE = {{0x7a17caa950ad28d7, 0x1f6ac17ae15521b9, 0x334bea4e696bd284, 0x2a1f6744ce179d8e}};

/* A point other than infinity; coordinates in [0, 2P). */
struct g1_affine {
    fp x, y;
};

/* What is wrong with an input point; the first two also serve as "which coordinate". */
enum g1_status { G1_OK, G1_X_TOO_LARGE, G1_Y_TOO_LARGE, G1_NOT_ON_CURVE };

/* A failed call also says which of its points failed, counted from 0. */
struct g1_result {
    enum g1_status status;
    int point;
};

/* Reads and validates a point. The point at infinity sets the flag and leaves p alone. */
EPP_VARIANT enum g1_status g1_load(struct g1_affine *p, int *infinity, const uint8_t bytes[64]);

EPP_VARIANT struct g1_result g1_ecadd(uint8_t out[64], const uint8_t p[64], const uint8_t q[64]);
EPP_VARIANT struct g1_result g1_ecmul(uint8_t out[64], const uint8_t p[64], const uint8_t k[32]);

#endif
