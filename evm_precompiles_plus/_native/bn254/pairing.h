/*
 * ECPAIRING: whether the product of optimal ate pairings on BN254 is 1, from bytes (EIP-197).
 *
 * A pair is 192 bytes: a point of G1, x and y, and a point of G2, each coordinate with the coefficient of i first;
 * words are big-endian, and a point of zeros is infinity. Infinity on either side makes a pairing 1, and the other
 * point is still validated.
 */
#ifndef EPP_PAIRING_H
#define EPP_PAIRING_H

#include "bn254/g1.h"
#include "bn254/g2.h"
#include "fields/work.h"

#define PAIRING_PAIR_BYTES 192

enum pairing_status {
    PAIRING_OK,
    PAIRING_G1_X_TOO_LARGE,
    PAIRING_G1_Y_TOO_LARGE,
    PAIRING_G1_NOT_ON_CURVE,
    PAIRING_G2_TOO_LARGE,
    PAIRING_G2_NOT_ON_TWIST,
    PAIRING_G2_NOT_OF_ORDER_N
};

/* Where a point is bad, which pair it is in, counted from 0; else whether the product is 1. */
struct pairing_result {
    enum pairing_status status;
    size_t pair;
    int is_one;
};

/* One pair on its way through the Miller loop. */
struct pairing_walk {
    struct g2_projective t;
    struct g2_affine q;
    fp minus_x, y;  /* of the point of G1, where the lines are evaluated */
    int g1_infinity; /* the lines count as 1, and the walk is only for the check of q */
    size_t pair;
};

/*
 * `walks` is room for as many walks as there are pairs; it need not be set. The result means nothing where the work was
 * stopped.
 */
EPP_VARIANT struct pairing_result pairing_check(struct pairing_walk *walks, const uint8_t *pairs, size_t count,
                                                struct work *work);

#endif
