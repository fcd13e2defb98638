/* The scalar's side of ECMUL: see glv.h. */
#include "bn254/glv.h"

/* r = floor(a k / 2^320 + 1/2), for a of n limbs; the caller's product fits n + 4 limbs, the result n - 1. */
static void multiply_shift(limb *r, const limb *a, int n, const limb k[4])
{
    limb t[8] = {0}, carry;
    for (int i = 0; i < n; i++) {
        carry = 0;
        for (int j = 0; j < 4; j++)
            t[i + j] = mul_add(a[i], k[j], t[i + j], carry, &carry);
        t[i + 4] = carry;
    }
    carry = t[4] >> 63;
    for (int i = 0; i < n - 1; i++)
        r[i] = add_carry(t[5 + i], 0, &carry);
    EPP_BOUND(carry == 0);
}

/* r -= a b modulo 2^128. */
static void subtract_product(limb r[2], const limb a[2], const limb b[2])
{
    limb t[2];
    t[0] = mul_add(a[0], b[0], 0, 0, &t[1]);
    t[1] += a[0] * b[1] + a[1] * b[0];
    (void)limbs_sub(r, r, t, 2);
}

static void set_half(struct glv_half *half, const limb value[2])
{
    static const limb zero[2] = {0, 0};
    half->negative = (int)(value[1] >> 63);
    memcpy(half->magnitude, value, sizeof half->magnitude);
    if (half->negative)
        (void)limbs_sub(half->magnitude, zero, value, 2);
    EPP_BOUND(half->magnitude[1] >> 62 == 0);
}

/*
 * k1 = k - c1 A1 - c2 A2, k2 = c1 B1 - c2 A1 with c1 = round(k A1 / N), c2 = round(k B1 / N).
 * Error of the rounding: the reciprocals are off by at most 1/2, k < 2^254 after the reduction, so the products over
 * 2^320 are off by less than 2^-67, and |c - exact| < 1/2 + 2^-67 for both. Hence |k1| < (A1 + A2) (1/2 + 2^-67) and
 * |k2| < (B1 + A1) (1/2 + 2^-67), both below 2^126 and so known from their values modulo 2^128.
 */
void glv_split(struct glv_half *k1, struct glv_half *k2, const limb k[4])
{
    limb reduced[4], t[4], c1[2], c2[3], half[2] = {0, 0};
    memcpy(reduced, k, sizeof reduced);
    while (!limbs_sub(t, reduced, GLV_N, 4)) /* at most five times: 2^256 < 6N */
        memcpy(reduced, t, sizeof reduced);
    EPP_BOUND(reduced[3] >> 62 == 0);
    multiply_shift(c1, GLV_RECIPROCAL_A1, 3, reduced);
    multiply_shift(c2, GLV_RECIPROCAL_B1, 4, reduced);

    memcpy(half, reduced, sizeof half);
    subtract_product(half, c1, GLV_A1);
    subtract_product(half, c2, GLV_A2);
    set_half(k1, half);

    half[0] = half[1] = 0;
    subtract_product(half, c1, GLV_B1);
    (void)limbs_sub(half, (const limb[2]){0, 0}, half, 2);
    subtract_product(half, c2, GLV_A1);
    set_half(k2, half);
}

int glv_wnaf(int8_t digits[WNAF_LENGTH], const struct glv_half *half)
{
    const limb window = (limb)1 << WNAF_WIDTH;
    limb low = half->magnitude[0], high = half->magnitude[1];
    int place = 0, length = 0;
    while ((low | high) != 0) {
        int zeros = low != 0 ? count_trailing_zeros(low) : 64 + count_trailing_zeros(high);
        int digit, negative;
        limb carry;
        place += zeros;
        limb pair[2] = {low, high};
        limbs_shift_right(pair, zeros, 2);
        digit = (int)(pair[0] & (window - 1));
        negative = digit > (int)(window >> 1);
        if (negative)
            digit -= (int)window;
        EPP_BOUND((digit & 1) && digit > -(1 << (WNAF_WIDTH - 1)) && digit < 1 << (WNAF_WIDTH - 1));
        EPP_BOUND(place < WNAF_LENGTH);
        digits[place] = (int8_t)(half->negative ? -digit : digit);
        length = place + 1;
        /* A negative digit leaves a carry for the bits above the window. */
        limbs_shift_right(pair, WNAF_WIDTH, 2);
        carry = (limb)negative;
        low = add_carry(pair[0], 0, &carry);
        high = pair[1] + carry;
        EPP_BOUND(high >= carry);
        place += WNAF_WIDTH;
    }
    return length;
}
