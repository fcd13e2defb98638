/* Arithmetic in Fp12: see fp12.h. */
#include "bn254/fp12.h"

void fp12_set_one(fp12 *r)
{
    memset(r, 0, sizeof *r);
    r->c[0].c0 = FP_R;
}

int fp12_is_one(const fp12 *f)
{
    fp12 one;
    fp12_set_one(&one);
    for (int k = 0; k < 6; k++)
        if (!fp2_equal(&f->c[k], &one.c[k]))
            return 0;
    return 1;
}

/* b_2, b_1, b_0, xi b_2, xi b_1: each coefficient of a product by b takes three neighbours. Maps [0, 2P). */
static void fp6_factors(struct fp2_factor factors[5], const fp2 b[3])
{
    fp2 turned;
    for (int i = 0; i < 3; i++)
        fp2_factor_set(&factors[2 - i], &b[i]);
    for (int i = 1; i < 3; i++) {
        fp2_mul_xi(&turned, &b[i]);
        fp2_factor_set(&factors[5 - i], &turned);
    }
}

/*
 * r = a b in Fp6, for b's factors: the coefficient of v^k is the sum of a_i b_(k-i), with xi where k < i. Maps [0, 2P)
 * to [0, 2P); a becomes reduced. r must not be a.
 */
static void fp6_mul(fp2 r[3], fp2 a[3], const struct fp2_factor factors[5])
{
    for (int i = 0; i < 3; i++)
        fp2_reduce(&a[i], &a[i]);
    for (int k = 0; k < 3; k++) {
        const struct fp2_product products[3] = {
            {&a[0], &factors[2 - k]},
            {&a[1], &factors[3 - k]},
            {&a[2], &factors[4 - k]},
        };
        fp2_dot(&r[k], products);
    }
}

/* f = A + B w; every coefficient of A, B and A + B is in [0, 2P). */
static void fp6_halves(fp2 even[3], fp2 odd[3], fp2 sum[3], const fp12 *f)
{
    for (int i = 0; i < 3; i++) {
        even[i] = f->c[2 * i];
        odd[i] = f->c[2 * i + 1];
        fp2_add(&sum[i], &even[i], &odd[i]);
    }
}

/* With f = A + B w and g = C + D w: A C + v B D + ((A + B) (C + D) - A C - B D) w. */
void fp12_mul(fp12 *r, const fp12 *f, const fp12 *g)
{
    struct fp2_factor factors[5];
    fp2 a[3], b[3], a_b[3], c[3], d[3], c_d[3], ac[3], bd[3], cross[3];
    fp6_halves(a, b, a_b, f);
    fp6_halves(c, d, c_d, g);
    fp6_factors(factors, c);
    fp6_mul(ac, a, factors);
    fp6_factors(factors, d);
    fp6_mul(bd, b, factors);
    fp6_factors(factors, c_d);
    fp6_mul(cross, a_b, factors);
    for (int i = 0; i < 3; i++) {
        fp2_sub(&cross[i], &cross[i], &ac[i]);
        fp2_sub(&r->c[2 * i + 1], &cross[i], &bd[i]);
    }
    fp2_mul_xi(&bd[2], &bd[2]);
    for (int i = 0; i < 3; i++)
        fp2_add(&r->c[2 * i], &ac[i], &bd[(i + 2) % 3]);
}

/* With f = A + B w: (A + B) (A + v B) - A B - v A B + 2 A B w. */
void fp12_square(fp12 *r, const fp12 *f)
{
    struct fp2_factor factors[5];
    fp2 a[3], b[3], a_b[3], a_vb[3], ab[3], even[3];
    fp6_halves(a, b, a_b, f);
    fp2_mul_xi(&a_vb[0], &b[2]);
    fp2_add(&a_vb[0], &a_vb[0], &a[0]);
    fp2_add(&a_vb[1], &a[1], &b[0]);
    fp2_add(&a_vb[2], &a[2], &b[1]);
    fp6_factors(factors, b);
    fp6_mul(ab, a, factors);
    fp6_factors(factors, a_vb);
    fp6_mul(even, a_b, factors);
    for (int i = 0; i < 3; i++) {
        fp2_sub(&even[i], &even[i], &ab[i]);
        fp2_double(&r->c[2 * i + 1], &ab[i]);
    }
    fp2_mul_xi(&ab[2], &ab[2]);
    for (int i = 0; i < 3; i++)
        fp2_sub(&r->c[2 * i], &even[i], &ab[(i + 2) % 3]);
}

/* The coefficient of w^k is f_k a + f_(k-1) b + f_(k-3) c, with xi where the index is negative: three products. */
void fp12_mul_by_line(fp12 *r, const fp12 *f, const struct fp12_line *line)
{
    struct fp2_factor a, b[2], c[2];
    fp2 turned;
    fp12 left;
    for (int k = 0; k < 6; k++)
        fp2_reduce(&left.c[k], &f->c[k]);
    fp2_factor_set(&a, &line->a);
    fp2_factor_set(&b[0], &line->b);
    fp2_factor_set(&c[0], &line->c);
    fp2_mul_xi(&turned, &line->b);
    fp2_factor_set(&b[1], &turned);
    fp2_mul_xi(&turned, &line->c);
    fp2_factor_set(&c[1], &turned);
    for (int k = 0; k < 6; k++) {
        const struct fp2_product products[3] = {
            {&left.c[k], &a},
            {&left.c[(k + 5) % 6], &b[k < 1]},
            {&left.c[(k + 3) % 6], &c[k < 3]},
        };
        fp2_dot(&r->c[k], products);
    }
}

/*
 * r = 3 (xx + xi yy) - 2 z, as 27 yy + 3 (...) + 2 (2P - z). With squares below 1.757 P the sums in brackets stay below
 * 3.757 P < 2^256, and the whole below 27 1.757 P + 3 3.757 P + 2 2P < 63 P.
 */
static void even_in_fp4(fp2 *r, const fp2 *xx, const fp2 *yy, const fp2 *z)
{
    limb low[5] = {0}, high[5] = {0};
    fp sum, minus;
    EPP_BOUND(FP2_BELOW(xx, 1757) && FP2_BELOW(yy, 1757));
    fp_accumulate(low, 27, &yy->c0);
    fp_neg(&minus, &yy->c1);
    (void)limbs_add(sum.l, xx->c0.l, minus.l, 4);
    EPP_BOUND(FP_BELOW(&sum, 3757));
    fp_accumulate(low, 3, &sum);
    fp_neg(&minus, &z->c0);
    fp_accumulate(low, 2, &minus);
    fp_accumulate(high, 27, &yy->c1);
    (void)limbs_add(sum.l, xx->c1.l, yy->c0.l, 4);
    EPP_BOUND(FP_BELOW(&sum, 3757));
    fp_accumulate(high, 3, &sum);
    fp_neg(&minus, &z->c1);
    fp_accumulate(high, 2, &minus);
    EPP_BOUND(FP_SUM_BELOW(low, 63000) && FP_SUM_BELOW(high, 63000));
    fp_reduce_small(&r->c0, low);
    fp_reduce_small(&r->c1, high);
}

/* r = 3 xy2 + 2 z, or 3 xi xy2 + 2 z; for elements in [0, 2P) the sums stay below 27 2P + 3 2P + 2 2P = 64 P. */
EPP_INLINE void odd_in_fp4(fp2 *r, const fp2 *xy2, const fp2 *z, const int turned)
{
    limb low[5] = {0}, high[5] = {0}, factor = turned ? 27 : 3;
    fp minus;
    fp_accumulate(low, factor, &xy2->c0);
    fp_accumulate(high, factor, &xy2->c1);
    if (turned) {
        fp_neg(&minus, &xy2->c1);
        fp_accumulate(low, 3, &minus);
        fp_accumulate(high, 3, &xy2->c0);
    }
    fp_accumulate(low, 2, &z->c0);
    fp_accumulate(high, 2, &z->c1);
    EPP_BOUND(FP_SUM_BELOW(low, 64000) && FP_SUM_BELOW(high, 64000));
    fp_reduce_small(&r->c0, low);
    fp_reduce_small(&r->c1, high);
}

/*
 * From the square x^2 + xi y^2 + 2 x y s of x + y s in Fp4 two coefficients of the square in Fp12: even, with its old
 * value e, and odd, with o. Turned, the square goes through s, and so its odd part through xi.
 */
EPP_INLINE void square_in_fp4(fp2 *even, fp2 *odd, const fp2 *x, const fp2 *y, const fp2 *e, const fp2 *o,
                              const int turned)
{
    fp2 xx, yy, xy2;
    fp2_sqr(&xx, x);
    fp2_sqr(&yy, y);
    fp2_add(&xy2, x, y);
    fp2_sqr(&xy2, &xy2);
    fp2_sub(&xy2, &xy2, &xx);
    fp2_sub(&xy2, &xy2, &yy);
    even_in_fp4(even, &xx, &yy, e);
    odd_in_fp4(odd, &xy2, o, turned);
}

/*
 * Over Fp4 = Fp2[s] / (s^2 - xi) with s = w^3, f is A + B w + C w^2, and its square is
 * 3 A^2 - 2 A' + (3 s C^2 + 2 B') w + (3 B^2 - 2 C') w^2, ' being s -> -s; A = f_0 + f_3 s, B = f_1 + f_4 s,
 * C = f_2 + f_5 s.
 */
void fp12_square_cyclotomic(fp12 *r, const fp12 *f)
{
    const fp2 *c = f->c;
    fp12 square;
    square_in_fp4(&square.c[0], &square.c[3], &c[0], &c[3], &c[0], &c[3], 0);
    square_in_fp4(&square.c[2], &square.c[5], &c[1], &c[4], &c[2], &c[5], 0);
    square_in_fp4(&square.c[4], &square.c[1], &c[2], &c[5], &c[4], &c[1], 1);
    *r = square;
}

void fp12_conjugate(fp12 *r, const fp12 *f)
{
    for (int k = 0; k < 6; k++)
        if (k % 2)
            fp2_neg(&r->c[k], &f->c[k]);
        else
            r->c[k] = f->c[k];
}

/* r = 1 / a in Fp6 = Fp2[v] / (v^3 - xi): with t the product of the two conjugates over Fp2, a t is in Fp2. */
static void inverse_in_fp6(fp2 r[3], const fp2 a[3])
{
    fp2 t[3], u, norm;
    fp2_mul(&u, &a[1], &a[2]);
    fp2_mul_xi(&u, &u);
    fp2_sqr(&t[0], &a[0]);
    fp2_sub(&t[0], &t[0], &u);
    fp2_sqr(&t[1], &a[2]);
    fp2_mul_xi(&t[1], &t[1]);
    fp2_mul(&u, &a[0], &a[1]);
    fp2_sub(&t[1], &t[1], &u);
    fp2_sqr(&t[2], &a[1]);
    fp2_mul(&u, &a[0], &a[2]);
    fp2_sub(&t[2], &t[2], &u);
    fp2_mul(&norm, &a[1], &t[2]);
    fp2_mul(&u, &a[2], &t[1]);
    fp2_add(&norm, &norm, &u);
    fp2_mul_xi(&norm, &norm);
    fp2_mul(&u, &a[0], &t[0]);
    fp2_add(&norm, &norm, &u);
    fp2_inverse(&norm, &norm);
    for (int i = 0; i < 3; i++)
        fp2_mul(&r[i], &t[i], &norm);
}

/* The conjugate over the norm f f', which is in Fp6: w^2 is its v. */
void fp12_inverse(fp12 *r, const fp12 *f)
{
    fp12 conjugate, norm, over;
    fp2 a[3], inverse[3];
    fp12_conjugate(&conjugate, f);
    fp12_mul(&norm, f, &conjugate);
    for (int i = 0; i < 3; i++)
        a[i] = norm.c[2 * i];
    inverse_in_fp6(inverse, a);
    memset(&over, 0, sizeof over);
    for (int i = 0; i < 3; i++)
        over.c[2 * i] = inverse[i];
    fp12_mul(r, &conjugate, &over);
}

/* (c w^k)^P = c^P (w^(P-1))^k w^k, and w^(P-1) = xi^((P-1)/6). */
void fp12_frobenius(fp12 *r, const fp12 *f, int times)
{
    *r = *f;
    for (; times > 0; times--)
        for (int k = 0; k < 6; k++) {
            fp2_conjugate(&r->c[k], &r->c[k]);
            if (k > 0)
                fp2_mul(&r->c[k], &r->c[k], &FP12_GAMMA[k - 1]);
        }
}
