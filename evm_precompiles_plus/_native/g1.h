/*
 * ECADD and ECMUL on BN254's G1, from bytes to bytes: y^2 = x^3 + 3 over P, a group of prime order N.
 *
 * A point is 64 bytes, x and y big-endian; (0, 0) is the point at infinity. A scalar is any 256-bit number.
 */
#ifndef EPP_G1_H
#define EPP_G1_H

#include <stdint.h>

#include "variant.h"

/* What is wrong with an input point; the first two also serve as "which coordinate". */
enum g1_status { G1_OK, G1_X_TOO_LARGE, G1_Y_TOO_LARGE, G1_NOT_ON_CURVE };

/* A failed call also says which of its points failed, counted from 0. */
struct g1_result {
    enum g1_status status;
    int point;
};

struct g1_result EPP_VARIANT(g1_ecadd)(uint8_t out[64], const uint8_t p[64], const uint8_t q[64]);
struct g1_result EPP_VARIANT(g1_ecmul)(uint8_t out[64], const uint8_t p[64], const uint8_t k[32]);

#endif
