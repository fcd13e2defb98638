/*
 * Inversion modulo an odd prime P below 2^256 by division steps. Inlined into each field's own function, so that P is a
 * constant there.
 *
 * Algorithm: D. J. Bernstein and B.-Y. Yang, "Fast constant-time gcd computation and modular inversion", TCHES 2019,
 * used in variable time. Sixty-two steps at a time look only at the lowest limbs of f and g and give a matrix with
 * (u, v; q, r) (f, g) = 2^62 (f', g'); the long numbers are touched once per matrix.
 * Invariants: d x = f and e x = g modulo P for the number x to invert, f odd; at the end g = 0, f = +-1, so that
 * +-d is the inverse. |f| and |g| never exceed P, |u| + |v| <= 2^62 and |q| + |r| <= 2^62.
 */
#ifndef EPP_INVERSE_H
#define EPP_INVERSE_H

#include "fields/verify.h"

#define STEPS 62
#define STEPS_MASK ((UINT64_C(1) << STEPS) - 1)

/* Two's complement numbers in limbs: the products of the inner loop wrap without undefined behaviour. */
struct matrix {
    limb u, v, q, r;
};

/*
 * Sixty-two division steps on the low limbs f (odd) and g; returns the new eta, which is the paper's -delta.
 * Trailing zeros of g go at once. Then, after the swap that eta < 0 asks for, no swap can come for eta + 1 more steps,
 * and a multiple of f clears up to six bits of g in one go: for odd f the inverse of f modulo 64 is f (2 - f^2), since
 * f^2 = 1 modulo 8 gives (1 - f^2)^2 = 0 modulo 64.
 */
EPP_INLINE int divsteps(int eta, limb f, limb g, struct matrix *matrix)
{
    limb u = 1, v = 0, q = 0, r = 1;
    for (int left = STEPS;;) {
        int zeros = count_trailing_zeros(g | UINT64_C(1) << left);
        g >>= zeros;
        u <<= zeros;
        v <<= zeros;
        eta -= zeros;
        left -= zeros;
        if (left == 0)
            break;
        if (eta < 0) {
            limb t;
            eta = -eta;
            t = f, f = g, g = 0 - t;
            t = u, u = q, q = 0 - t;
            t = v, v = r, r = 0 - t;
        }
        int clear = eta + 1 < left ? eta + 1 : left;
        limb mask = (~UINT64_C(0) >> (64 - clear)) & 63;
        limb w = (g * f * (f * f - 2)) & mask;
        g += f * w;
        q += u * w;
        r += v * w;
    }
    matrix->u = u;
    matrix->v = v;
    matrix->q = q;
    matrix->r = r;
    return eta;
}

/* All ones for a negative two's complement number, else zero. */
EPP_INLINE limb sign_mask(limb x) { return 0 - (x >> 63); }

/* The absolute value of x under its sign mask. */
EPP_INLINE limb magnitude(limb x, limb sign) { return (x ^ sign) - sign; }

/* Whether |x| + |y| <= 2^62, and whether |a| <= p for the five limbs of combine_signed. */
EPP_INLINE int matrix_row_within(limb x, limb y)
{
    return magnitude(x, sign_mask(x)) + magnitude(y, sign_mask(y)) <= (limb)1 << STEPS;
}

EPP_INLINE int signed_within(const limb a[5], const limb p[4])
{
    limb absolute[4], zero[4] = {0};
    if (a[4] == 0)
        return !limbs_less(p, a, 4);
    (void)limbs_sub(absolute, zero, a, 4);
    return a[4] == ~(limb)0 && !limbs_is_zero(a, 4) && !limbs_less(p, absolute, 4);
}

/*
 * t += s a for a signed 320-bit t and |s| <= 2^62; a is four limbs and, in the fifth, all ones below 0, else zeros: a
 * number between -2^256 and 2^256.
 */
EPP_INLINE void add_signed_product(limb t[5], limb s, const limb a[5])
{
    limb sign = sign_mask(s), m = magnitude(s, sign), x[5], increment = sign & 1, carry = 0;
    for (int i = 0; i < 5; i++)
        x[i] = add_carry(a[i] ^ sign, i == 0 ? increment : 0, &carry);
    carry = 0;
    for (int i = 0; i < 4; i++)
        t[i] = mul_add(m, x[i], t[i], carry, &carry);
    t[4] += carry - (m & sign_mask(x[4]));
}

/* a = (x a0 + y b0) / 2^62 for signed numbers; the division is exact, and the sum at most 2^62 P in magnitude. */
EPP_INLINE void combine_signed(limb a[5], limb x, const limb a0[5], limb y, const limb b0[5])
{
    limb t[5] = {0};
    add_signed_product(t, x, a0);
    add_signed_product(t, y, b0);
    EPP_BOUND((t[0] & STEPS_MASK) == 0);
    EPP_BOUND(t[4] >> STEPS == 0 || t[4] >> STEPS == 3);
    for (int i = 0; i < 4; i++)
        a[i] = t[i] >> STEPS | t[i + 1] << (64 - STEPS);
    a[4] = sign_mask(t[4]);
}

/* t += |s| (a or P - a, by the sign of s), for a in [0, P]. */
EPP_INLINE void add_modular_product(limb t[5], limb s, const limb a[4], const limb p[4])
{
    limb sign = sign_mask(s), m = magnitude(s, sign), carry = 0;
    limb x[4] = {0}; /* the analyzer does not see that it is written */
    EPP_BOUND(!limbs_less(p, a, 4));
    (void)limbs_sub(x, p, a, 4);
    for (int i = 0; i < 4; i++)
        x[i] = (x[i] & sign) | (a[i] & ~sign);
    for (int i = 0; i < 4; i++)
        t[i] = mul_add(m, x[i], t[i], carry, &carry);
    t[4] += carry;
}

/*
 * a = (x a0 + y b0) / 2^62 modulo P. Maps [0, P) x [0, P) to [0, P): the sum is at most 2^62 P, the multiple of P that
 * clears its low 62 bits is below 2^62 P, so the quotient is below 2P: four limbs and a bit.
 */
EPP_INLINE void combine_modular(limb a[4], limb x, const limb a0[4], limb y, const limb b0[4], const limb p[4],
                                limb n0_inv)
{
    limb t[5] = {0}, quotient[4], m, carry = 0;
    add_modular_product(t, x, a0, p);
    add_modular_product(t, y, b0, p);
    m = (t[0] * n0_inv) & STEPS_MASK;
    for (int i = 0; i < 4; i++)
        t[i] = mul_add(m, p[i], t[i], carry, &carry);
    t[4] += carry;
    for (int i = 0; i < 4; i++)
        quotient[i] = t[i] >> STEPS | t[i + 1] << (64 - STEPS);
    EPP_BOUND((t[0] & STEPS_MASK) == 0);
    EPP_BOUND(t[4] >> STEPS <= 1);
    if (limbs_sub(a, quotient, p, 4) > t[4] >> STEPS)
        memcpy(a, quotient, sizeof quotient);
    EPP_BOUND(limbs_less(a, p, 4));
}

/* r = 1 / a modulo p, n0_inv being -1 / p mod 2^64. Maps [0, P) to [0, P), 0 to 0. */
EPP_INLINE void inverse_modulo(limb r[4], const limb a[4], const limb p[4], limb n0_inv)
{
    limb f[5] = {0}, g[5] = {0}, d[4] = {0}, e[4] = {1}, t[5];
    int eta = -1;
    EPP_BOUND(limbs_less(a, p, 4));
    EPP_BOUND_IF(has_inverse, !limbs_is_zero(a, 4));
    memcpy(f, p, sizeof d);
    memcpy(g, a, sizeof d);
    while (!limbs_is_zero(g, 4)) {
        struct matrix matrix;
        eta = divsteps(eta, f[0], g[0], &matrix);
        EPP_BOUND(matrix_row_within(matrix.u, matrix.v) && matrix_row_within(matrix.q, matrix.r));
        combine_signed(t, matrix.u, f, matrix.v, g);
        combine_signed(g, matrix.q, f, matrix.r, g);
        memcpy(f, t, sizeof f);
        EPP_BOUND(signed_within(f, p) && signed_within(g, p));
        EPP_BOUND(f[0] & 1);
        combine_modular(t, matrix.u, d, matrix.v, e, p, n0_inv);
        combine_modular(e, matrix.q, d, matrix.r, e, p, n0_inv);
        memcpy(d, t, sizeof d);
    }
    EPP_BOUND(!has_inverse || signed_within(f, (const limb[4]){1, 0, 0, 0}));
    if (sign_mask(f[4]) && !limbs_is_zero(d, 4))
        (void)limbs_sub(d, p, d, 4);
    memcpy(r, d, sizeof d);
}

#endif
