/* The twist of BN254: see g2.h. */
#include "bn254/g2.h"

/* 3 y^2 = 3 x^3 + 3 b. */
static int g2_on_twist(const struct g2_affine *q)
{
    fp2 left, right;
    fp2_sqr(&left, &q->y);
    fp2_sqr(&right, &q->x);
    fp2_mul(&right, &right, &q->x);
    fp2_sub(&left, &left, &right);
    fp2_double(&right, &left);
    fp2_add(&left, &left, &right);
    return fp2_equal(&left, &G2_THREE_B);
}

enum g2_status g2_load(struct g2_affine *q, const uint8_t bytes[128])
{
    fp *const coefficients[4] = {&q->x.c1, &q->x.c0, &q->y.c1, &q->y.c0};
    int infinity = 1;
    for (int i = 0; i < 4; i++) {
        load_word(coefficients[i]->l, bytes + 32 * i);
        infinity &= limbs_is_zero(coefficients[i]->l, 4);
    }
    if (infinity)
        return G2_INFINITY;
    for (int i = 0; i < 4; i++) {
        if (!limbs_less(coefficients[i]->l, FP_P.l, 4))
            return G2_TOO_LARGE;
        fp_to_mont(coefficients[i], coefficients[i]);
    }
    return g2_on_twist(q) ? G2_OK : G2_NOT_ON_TWIST;
}

void g2_set_affine(struct g2_projective *t, const struct g2_affine *q)
{
    memset(t, 0, sizeof *t);
    t->x = q->x;
    t->y = q->y;
    t->z.c0 = FP_R;
}

/*
 * With B = y^2, E = 3 b z^2, H = (y + z)^2 - B - z^2 = 2 y z and G = (B + 3 E) / 2:
 * x' = x y (B - 3 E) / 2, y' = G^2 - 3 E^2, z' = B H; the line is H, 3 x^2, B - E.
 */
void g2_double(struct g2_projective *t, struct fp12_line *line)
{
    fp2 b, c, e, e3, g, h, xy;
    fp2_sqr(&b, &t->y);
    fp2_sqr(&c, &t->z);
    fp2_add(&h, &t->y, &t->z);
    fp2_sqr(&h, &h);
    fp2_sub(&h, &h, &b);
    fp2_sub(&h, &h, &c);
    fp2_mul(&e, &c, &G2_THREE_B);
    fp2_double(&e3, &e);
    fp2_add(&e3, &e3, &e);
    fp2_sqr(&c, &t->x);
    fp2_double(&line->b, &c);
    fp2_add(&line->b, &line->b, &c);
    line->a = h;
    fp2_sub(&line->c, &b, &e);
    fp2_mul(&xy, &t->x, &t->y);
    fp2_half(&xy, &xy);
    fp2_sub(&c, &b, &e3);
    fp2_mul(&t->x, &xy, &c);
    fp2_mul(&t->z, &b, &h);
    fp2_add(&g, &b, &e3);
    fp2_half(&g, &g);
    fp2_sqr(&g, &g);
    fp2_sqr(&e, &e);
    fp2_double(&e3, &e);
    fp2_add(&e3, &e3, &e);
    fp2_sub(&t->y, &g, &e3);
}

/*
 * With M = y - y_q z, L = x - x_q z, E = L^3, G = x L^2 and H = E + z M^2 - 2 G:
 * x' = L H, y' = M (G - H) - E y, z' = z E; the line is L, M, M x_q - L y_q.
 */
void g2_add(struct g2_projective *t, const struct g2_affine *q, struct fp12_line *line)
{
    fp2 m, l, e, g, h, u;
    fp2_mul(&m, &q->y, &t->z);
    fp2_sub(&m, &t->y, &m);
    fp2_mul(&l, &q->x, &t->z);
    fp2_sub(&l, &t->x, &l);
    line->a = l;
    line->b = m;
    fp2_mul(&line->c, &m, &q->x);
    fp2_mul(&u, &l, &q->y);
    fp2_sub(&line->c, &line->c, &u);
    fp2_sqr(&u, &l);
    fp2_mul(&e, &u, &l);
    fp2_mul(&g, &u, &t->x);
    fp2_sqr(&h, &m);
    fp2_mul(&h, &h, &t->z);
    fp2_add(&h, &h, &e);
    fp2_sub(&h, &h, &g);
    fp2_sub(&h, &h, &g);
    fp2_mul(&t->x, &l, &h);
    fp2_sub(&g, &g, &h);
    fp2_mul(&g, &g, &m);
    fp2_mul(&u, &e, &t->y);
    fp2_sub(&t->y, &g, &u);
    fp2_mul(&t->z, &t->z, &e);
}

void g2_negate(struct g2_affine *q) { fp2_neg(&q->y, &q->y); }

/* The coordinates to the P, times xi^((P - 1) / 3) and xi^((P - 1) / 2). */
void g2_psi(struct g2_affine *q)
{
    fp2_conjugate(&q->x, &q->x);
    fp2_mul(&q->x, &q->x, &FP12_GAMMA[1]);
    fp2_conjugate(&q->y, &q->y);
    fp2_mul(&q->y, &q->y, &FP12_GAMMA[2]);
}

int g2_equals(const struct g2_projective *t, const struct g2_affine *q)
{
    fp2 x, y;
    fp2_mul(&x, &q->x, &t->z);
    fp2_mul(&y, &q->y, &t->z);
    return !fp2_is_zero(&t->z) && fp2_equal(&x, &t->x) && fp2_equal(&y, &t->y);
}
