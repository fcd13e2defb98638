/*
 * ECPAIRING: whether the product of optimal ate pairings on BN254 is 1, from bytes (EIP-197).
 *
 * A pair is 192 bytes: a point of G1, x and y, and a point of G2, each coordinate with the coefficient of i first;
 * words are big-endian, and a point of zeros is infinity. Infinity on either side makes a pairing 1, and the other
 * point is still validated.
 */
#ifndef EPP_PAIRING_H
#define EPP_PAIRING_H

#include "g1.h"
#include "g2.h"

#define PAIRING_PAIR_BYTES 192

enum pairing_status {
    PAIRING_IS_ONE,
    PAIRING_IS_NOT_ONE,
    PAIRING_G1_X_TOO_LARGE,
    PAIRING_G1_Y_TOO_LARGE,
    PAIRING_G1_NOT_ON_CURVE,
    PAIRING_G2_TOO_LARGE,
    PAIRING_G2_NOT_ON_TWIST,
    PAIRING_G2_NOT_OF_ORDER_N
};

/* Where a point is bad, also which pair it is in, counted from 0. */
struct pairing_result {
    enum pairing_status status;
    size_t pair;
};

/* One pair on its way through the Miller loop. */
struct pairing_walk {
    struct g2_projective t;
    struct g2_affine q;
    fp4 minus_x, y;  /* of the point of G1, where the lines are evaluated */
    int g1_infinity; /* the lines count as 1, and the walk is only for the check of q */
    size_t pair;
};

/*
 * The curve's parameter T by its signed digits (wNAF of width 4; Hankerson, Menezes, Vanstone, Guide to Elliptic Curve
 * Cryptography, algorithm 3.35): start with 1, and for each step double as often as it says and add its digit, which is
 * odd and at most 7 in absolute value.
 */
static const struct pairing_step {
    int8_t doublings, digit;
} PAIRING_T_STEPS[] = {
    {6, 5}, {5, -3}, {4, 3}, {5, 5}, {4, -5}, {4, -3}, {4, 1}, {5, 5}, {5, 7}, {4, -7}, {7, 5}, {5, -1}, {4, 1},
};

#define PAIRING_T_STEP_COUNT ((int)(sizeof PAIRING_T_STEPS / sizeof *PAIRING_T_STEPS))

/* `walks` is room for as many walks as there are pairs; it need not be set. */
struct pairing_result EPP_VARIANT(pairing_check)(struct pairing_walk *walks, const uint8_t *pairs, size_t count);

#endif
