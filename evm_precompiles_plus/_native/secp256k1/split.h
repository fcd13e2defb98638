/*
 * The GLV split of a scalar for secp256k1; the method is bn254/glv.h's.
 *
 * The lattice of all (i, j) with i + j LAMBDA = 0 mod N has the basis (A1, -B1), (A2, A1), found by the extended
 * Euclidean algorithm, of determinant A1^2 + A2 B1 = N.
 * Bounds: k = k1 + k2 LAMBDA mod N with |k1| < 0.64 2^128 and |k2| < 0.55 2^128 (k1_split). Either may be negative.
 */
#ifndef EPP_SECP256K1_SPLIT_H
#define EPP_SECP256K1_SPLIT_H

#include "fields/verify.h"
#include "fields/wide_product.h"

static const limb K1_A1[2] = {0xe86c90e49284eb15, 0x3086d221a7d46bcd};
static const limb K1_B1[2] = {0x6f547fa90abfe4c3, 0xe4437ed6010e8828};
static const limb K1_A2[3] = {0x57c1108d9d44cfd8, 0x14ca50f7a8e2f3f6, 1};
/* round(2^384 A1 / N) and round(2^384 B1 / N). */
static const limb K1_RECIPROCAL_A1[4] = {0xe893209a45dbb031, 0x3daa8a1471e8ca7f, 0xe86c90e49284eb15,
                                         0x3086d221a7d46bcd};
static const limb K1_RECIPROCAL_B1[4] = {0x1571b4ae8ac47f71, 0x221208ac9df506c6, 0x6f547fa90abfe4c4,
                                         0xe4437ed6010e8828};

struct k1_half {
    limb magnitude[2];
    int negative;
};

/* r = floor(a k / 2^384 + 1/2). */
EPP_INLINE void k1_multiply_shift(limb r[2], const limb a[4], const limb k[4])
{
    limb t[8], carry;
    wide_multiply(t, a, k);
    carry = t[5] >> 63;
    r[0] = add_carry(t[6], 0, &carry);
    r[1] = t[7] + carry;
    EPP_BOUND(r[1] >= carry);
}

/* r -= a b modulo 2^192, for b of n limbs. */
EPP_INLINE void k1_subtract_product(limb r[3], const limb a[2], const limb *b, const int n)
{
    limb t[3] = {0};
    for (int i = 0; i < 2; i++) {
        limb carry = 0;
        for (int j = 0; j < n && i + j < 3; j++)
            t[i + j] = mul_add(a[i], b[j], t[i + j], carry, &carry);
        if (i + n < 3)
            t[i + n] = carry;
    }
    (void)limbs_sub(r, r, t, 3);
}

EPP_INLINE void k1_set_half(struct k1_half *half, limb value[3])
{
    static const limb zero[3] = {0};
    half->negative = (int)(value[2] >> 63);
    if (half->negative)
        (void)limbs_sub(value, zero, value, 3);
    EPP_BOUND(value[2] == 0);
    memcpy(half->magnitude, value, sizeof half->magnitude);
}

/* Whether |k| < hundredths / 100 2^128, by its upper half's upper half. */
EPP_INLINE int k1_half_below(const struct k1_half *half, limb hundredths)
{
    return (half->magnitude[1] >> 32) * 100 < hundredths << 32;
}

/*
 * k1 = k - c1 A1 - c2 A2, k2 = c1 B1 - c2 A1 with c1 = round(k A1 / N), c2 = round(k B1 / N), for k < N. The reciprocals
 * are off by at most 1/2, the products over 2^384 by less than 2^-129, and |c - exact| < 1/2 + 2^-129 for both. Hence
 * |k1| < (A1 + A2) (1/2 + 2^-129) and |k2| < (B1 + A1) (1/2 + 2^-129), known from their values modulo 2^192.
 */
EPP_INLINE void k1_split(struct k1_half *k1, struct k1_half *k2, const limb k[4])
{
    static const limb zero[3] = {0};
    limb c1[2], c2[2], half[3];
    k1_multiply_shift(c1, K1_RECIPROCAL_A1, k);
    k1_multiply_shift(c2, K1_RECIPROCAL_B1, k);
    memcpy(half, k, sizeof half);
    k1_subtract_product(half, c1, K1_A1, 2);
    k1_subtract_product(half, c2, K1_A2, 3);
    k1_set_half(k1, half);
    memset(half, 0, sizeof half);
    k1_subtract_product(half, c1, K1_B1, 2);
    (void)limbs_sub(half, zero, half, 3);
    k1_subtract_product(half, c2, K1_A1, 2);
    k1_set_half(k2, half);
    EPP_BOUND(k1_half_below(k1, 64) && k1_half_below(k2, 55));
}

#endif
