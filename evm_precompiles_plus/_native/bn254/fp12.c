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

/*
 * The coefficient of w^k is the sum of f_i g_(k-i), with xi g_(6+k-i) where k < i. The factors lie in the order g_5,
 * ..., g_0, xi g_5, ..., xi g_1, so that each coefficient takes six neighbours. f is reduced: six products.
 */
void fp12_mul(fp12 *r, const fp12 *f, const fp12 *g)
{
    struct fp2_factor factors[11];
    struct fp2_product products[6];
    fp12 left;
    for (int i = 0; i < 6; i++) {
        fp2 turned;
        fp2_reduce(&left.c[i], &f->c[i]);
        fp2_factor_set(&factors[5 - i], &g->c[i]);
        if (i == 0)
            continue;
        fp2_mul_xi(&turned, &g->c[i]);
        fp2_factor_set(&factors[11 - i], &turned);
    }
    for (int k = 0; k < 6; k++) {
        for (int i = 0; i < 6; i++)
            products[i] = (struct fp2_product){&left.c[i], &factors[5 - k + i]};
        fp2_dot(&r->c[k], products, 6);
    }
}

/*
 * The coefficient of w^k is the sum of f_i^2 with 2i = k modulo 6 and of 2 f_i f_j with i < j, i + j = k modulo 6; xi
 * joins where the exponent passes 5, and then j >= 3. With f reduced a square's a is in [0, P) and a doubled one in
 * [0, 2P): three pairs, or two pairs and two squares, are 2 (2 + 2 + 2) P^2 = 2 (2 + 2 + 1 + 1) P^2.
 */
void fp12_square(fp12 *r, const fp12 *f)
{
    struct fp2_factor plain[6], turned[6];
    fp2 single[6], twice[6];
    for (int i = 0; i < 6; i++) {
        fp2 t;
        fp2_reduce(&single[i], &f->c[i]);
        fp2_double(&twice[i], &single[i]);
        fp2_factor_set(&plain[i], &f->c[i]);
        if (i < 3)
            continue;
        fp2_mul_xi(&t, &f->c[i]);
        fp2_factor_set(&turned[i], &t);
    }
    for (int k = 0; k < 6; k++) {
        struct fp2_product products[4];
        int n = 0;
        for (int i = 0; i < 6; i++) {
            int j = (k + 6 - i) % 6;
            const struct fp2_factor *factor = i + j < 6 ? &plain[j] : &turned[j];
            if (i <= j)
                products[n++] = (struct fp2_product){i == j ? &single[i] : &twice[i], factor};
        }
        fp2_dot(&r->c[k], products, n);
    }
}

/* The coefficient of w^k is f_k a + f_(k-1) b + f_(k-3) c, with xi where the index is negative: three products. */
void fp12_mul_by_line(fp12 *r, const fp12 *f, const struct fp12_line *line)
{
    struct fp2_factor a, b[2], c[2];
    fp2 turned;
    fp12 left = *f;
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
        fp2_dot(&r->c[k], products, 3);
    }
}

/*
 * r = 3 (x^2 + xi y^2) - 2 z. With products below 1.757 P and 2P - z for -z the sums stay below
 * (3 + 27) 1.757 P + 3 2P + 2 2P < 63 P.
 */
static void square_in_fp4(fp2 *r, const fp2 *x, const fp2 *y, const fp2 *z)
{
    limb low[5] = {0}, high[5] = {0};
    fp2 xx, yy;
    fp minus;
    fp2_sqr(&xx, x);
    fp2_sqr(&yy, y);
    fp_accumulate(low, 3, &xx.c0);
    fp_accumulate(low, 27, &yy.c0);
    fp_neg(&minus, &yy.c1);
    fp_accumulate(low, 3, &minus);
    fp_neg(&minus, &z->c0);
    fp_accumulate(low, 2, &minus);
    fp_accumulate(high, 3, &xx.c1);
    fp_accumulate(high, 27, &yy.c1);
    fp_accumulate(high, 3, &yy.c0);
    fp_neg(&minus, &z->c1);
    fp_accumulate(high, 2, &minus);
    fp_reduce_small(&r->c0, low);
    fp_reduce_small(&r->c1, high);
}

/* r = 6 x y + 2 z; the sums stay below 6 1.757 P + 2 2P < 15 P. */
static void product_in_fp4(fp2 *r, const fp2 *x, const fp2 *y, const fp2 *z)
{
    limb low[5] = {0}, high[5] = {0};
    fp2 xy;
    fp2_mul(&xy, x, y);
    fp_accumulate(low, 6, &xy.c0);
    fp_accumulate(low, 2, &z->c0);
    fp_accumulate(high, 6, &xy.c1);
    fp_accumulate(high, 2, &z->c1);
    fp_reduce_small(&r->c0, low);
    fp_reduce_small(&r->c1, high);
}

/*
 * Over Fp4 = Fp2[s] / (s^2 - xi) with s = w^3, f is A + B w + C w^2, and its square is
 * 3 A^2 - 2 A' + (3 s C^2 + 2 B') w + (3 B^2 - 2 C') w^2, ' being s -> -s; A = f_0 + f_3 s, B = f_1 + f_4 s,
 * C = f_2 + f_5 s.
 */
void fp12_square_cyclotomic(fp12 *r, const fp12 *f)
{
    const fp2 *c = f->c;
    fp2 turned;
    fp12 square;
    square_in_fp4(&square.c[0], &c[0], &c[3], &c[0]);
    square_in_fp4(&square.c[2], &c[1], &c[4], &c[2]);
    square_in_fp4(&square.c[4], &c[2], &c[5], &c[4]);
    product_in_fp4(&square.c[3], &c[0], &c[3], &c[3]);
    product_in_fp4(&square.c[5], &c[1], &c[4], &c[5]);
    fp2_mul_xi(&turned, &c[5]);
    product_in_fp4(&square.c[1], &c[2], &turned, &c[1]);
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
