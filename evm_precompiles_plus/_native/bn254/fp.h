/*
 * The base field of BN254 (alt_bn128 in the EIPs): integers modulo P in Montgomery form, four 64-bit limbs.
 *
 * Representation: a field element a is stored as a * R mod P with R = 2^256, as any of its representatives in
 * [0, 2P); "reduced" means in [0, P). P has 254 bits and 5.29 P < 2^256: sums of two elements never carry, and the
 * Montgomery product of two elements needs no final subtraction (bounds at each function).
 * Algorithm: Montgomery multiplication by rows (CIOS: Koc, Acar, Kaliski, "Analyzing and Comparing Montgomery
 * Multiplication Algorithms", 1996), without the carry words that a modulus this far below 2^256 does not need.
 * The first two of the four rows fold instead of reducing: t / 2^64 is floor(t / 2^64) + (t mod 2^64) Q modulo P with
 * Q = 2^-64 mod P, and that sum does not wait for a quotient.
 * Timing: variable time; every input of a precompile is public.
 *
 * Every constant is recomputed from the curve's parameter by tests/native/test_native.py.
 */
#ifndef EPP_FP_H
#define EPP_FP_H

#include "fields/variant.h"
#include "fields/verify.h"

typedef struct {
    limb l[4];
} fp;

/* P = 36 u^4 + 36 u^3 + 24 u^2 + 6 u + 1 for u = 4965661367192848881, and 2P. */
static const fp FP_P = {{0x3c208c16d87cfd47, 0x97816a916871ca8d, 0xb85045b68181585d, 0x30644e72e131a029}};
static const fp FP_2P = {{0x7841182db0f9fa8e, 0x2f02d522d0e3951a, 0x70a08b6d0302b0bb, 0x60c89ce5c2634053}};
/* -1 / P mod 2^64. */
#define FP_N0_INV UINT64_C(0x87d20782e4866389)
/* 1 / 2^64 mod P = (P N0_INV + 1) / 2^64, below 0.531 P. */
static const fp FP_Q = {{0x327d7c1b18f7bd41, 0xdb8ed52f824ed32f, 0x29b67b05eb29a6a1, 0x19ac99126b459dda}};
/* R mod P, which is the element 1; R^2 mod P takes a number into Montgomery form; R^3 mod P corrects an inverse. */
static const fp FP_R = {{0xd35d438dc58f0d9d, 0x0a78eb28f5c70b3d, 0x666ea36f7879462c, 0x0e0a77c19a07df2f}};
static const fp FP_R2 = {{0xf32cfc5b538afa89, 0xb5e71911d44501fb, 0x47ab1eff0a417ff6, 0x06d89f71cab8351f}};
static const fp FP_R3 = {{0xb1cd6dafda1530df, 0x62f210e6a7283db6, 0xef7f0b0c0ada0afb, 0x20fd6e902d592544}};

/* Bounds in thousandths of P. */
#define FP_BELOW(a, thousandths) (compare_thousandths((a)->l, 4, FP_P.l, thousandths) < 0)
#define FP_AT_MOST(a, thousandths) (compare_thousandths((a)->l, 4, FP_P.l, thousandths) <= 0)

/* r = 1 / a for the plain integer a in [0, P), not in Montgomery form; maps to [0, P), 0 to 0. */
void fp_inverse_plain(fp *r, const fp *a);

#ifdef EPP_ADX
#include "bn254/fp_adx.h"
#else
/*
 * r = a b / R. Maps [0, 2P] x [0, 2P] to [0, 2P): the result is below a b / R + P (1 + 2^-64) < 1.757 P.
 * Kept out of line: inlined by gcc the 36 products spill, and a point doubling takes 40% longer.
 */
void fp_mul(fp *r, const fp *a, const fp *b);

/*
 * r = (a b + c d) / R, two products under one reduction. Maps a, b, d in [0, 2P] and c in [0, 1.757 P), an outcome of
 * fp_mul, to below (a b + c d) / R + P (1 + 2^-64) < 2.43 P; every caller says how it comes below 2P.
 */
void fp_mul2(fp *r, const fp *a, const fp *b, const fp *c, const fp *d);

/* Bounds of fp_mul; a squaring of its own does not pay in C. */
EPP_INLINE void fp_sqr(fp *r, const fp *a) { fp_mul(r, a, a); }

/* r = a - m where that is not negative, else a. (A branch under gcc, and still quicker here than a mask.) */
EPP_INLINE void fp_subtract_once(fp *r, const fp *a, const fp *m)
{
    fp difference;
    limb borrow = limbs_sub(difference.l, a->l, m->l, 4);
    for (int i = 0; i < 4; i++)
        r->l[i] = borrow ? a->l[i] : difference.l[i];
}

/* r = a - b, or a - b + 2P where that is negative. */
EPP_INLINE void fp_sub_modulo_2p(fp *r, const fp *a, const fp *b)
{
    fp difference;
    limb borrow = limbs_sub(difference.l, a->l, b->l, 4);
    (void)limbs_add_if(r->l, difference.l, FP_2P.l, borrow, 4);
}
#endif

/* r = a + b. Maps [0, 2P) x [0, 2P) to [0, 2P). */
EPP_INLINE void fp_add(fp *r, const fp *a, const fp *b)
{
    fp sum;
    EPP_BOUND(FP_BELOW(a, 2000) && FP_BELOW(b, 2000));
    (void)limbs_add(sum.l, a->l, b->l, 4);
    fp_subtract_once(r, &sum, &FP_2P);
    EPP_BOUND(FP_BELOW(r, 2000));
}

/* r = a - b. Maps [0, 2P) x [0, 2P) to [0, 2P). */
EPP_INLINE void fp_sub(fp *r, const fp *a, const fp *b)
{
    EPP_BOUND(FP_BELOW(a, 2000) && FP_BELOW(b, 2000));
    fp_sub_modulo_2p(r, a, b);
    EPP_BOUND(FP_BELOW(r, 2000));
}

/* r = -a as 2P - a. Maps [0, 2P) to (0, 2P]; only a product may take the result, which can be 2P. */
EPP_INLINE void fp_neg(fp *r, const fp *a)
{
    EPP_BOUND(FP_BELOW(a, 2000));
    (void)limbs_sub(r->l, FP_2P.l, a->l, 4);
    EPP_BOUND(FP_AT_MOST(r, 2000));
}

/* r = a / 2. Maps [0, 2P) to [0, 1.5 P): an odd representative takes P first. */
EPP_INLINE void fp_half(fp *r, const fp *a)
{
    fp t;
    EPP_BOUND(FP_BELOW(a, 2000));
    (void)limbs_add_if(t.l, a->l, FP_P.l, a->l[0] & 1, 4);
    for (int i = 0; i < 3; i++)
        r->l[i] = t.l[i] >> 1 | t.l[i + 1] << 63;
    r->l[3] = t.l[3] >> 1;
    EPP_BOUND(FP_BELOW(r, 1500));
}

/* Maps [0, 2P) to [0, P), and 2P to P. */
EPP_INLINE void fp_reduce(fp *r, const fp *a)
{
    EPP_BOUND(FP_AT_MOST(a, 2000));
    fp_subtract_once(r, a, &FP_P);
    EPP_BOUND(FP_AT_MOST(r, 1000));
}

/* Whether a in [0, 2P) is 0 modulo P, that is 0 or P; the low limb settles nearly every call. */
EPP_INLINE int fp_is_zero(const fp *a)
{
    EPP_BOUND(FP_BELOW(a, 2000));
    if (a->l[0] != 0 && a->l[0] != FP_P.l[0])
        return 0;
    return limbs_is_zero(a->l, 4) || limbs_equal(a->l, FP_P.l, 4);
}

/* Maps an integer in [0, 2P) to its Montgomery form in [0, 2P). */
EPP_INLINE void fp_to_mont(fp *r, const fp *a) { fp_mul(r, a, &FP_R2); }

/* Maps [0, 2P) to the integer in [0, P). */
EPP_INLINE void fp_from_mont(fp *r, const fp *a)
{
    static const fp one = {{1, 0, 0, 0}};
    fp_mul(r, a, &one);
    fp_reduce(r, r);
    EPP_BOUND(FP_BELOW(r, 1000));
}

/* r = 1 / a. Maps [0, 2P) to [0, 2P), 0 to 0: the plain inverse of a R is 1 / (a R), and times R^3 / R it is R / a. */
EPP_INLINE void fp_inv(fp *r, const fp *a)
{
    fp_reduce(r, a);
    fp_inverse_plain(r, r);
    fp_mul(r, r, &FP_R3);
}

#endif
