/*
 * The optimal ate pairing: see pairing.h.
 *
 * Algorithm: the walks of g2.h over all pairs at once, with one squaring for all of them at each step; then one final
 * exponentiation: the easy part, and the hard part's chain of L. Fuentes-Castaneda, E. Knapp, F. Rodriguez-Henriquez,
 * "Faster Hashing to G2", SAC 2011, which gives a power of the pairing by a number prime to N.
 * Cost: for each pair 64 doublings and 23 additions with their lines; for all 64 squarings in Fp12, 192 in the
 * cyclotomic subgroup and 62 products.
 */
#include "pairing.h"

#define PAIRING_POWERS 4 /* f, f^3, f^5, f^7: the digits of PAIRING_T_STEPS */

/* r = f^T in the cyclotomic subgroup. */
static void pairing_power_t(fp12 *r, const fp12 *f)
{
    fp12 powers[PAIRING_POWERS], inverse;
    fp12_square_cyclotomic(r, f);
    powers[0] = *f;
    for (int i = 1; i < PAIRING_POWERS; i++)
        fp12_mul(&powers[i], &powers[i - 1], r);
    *r = powers[0];
    for (int i = 0; i < PAIRING_T_STEP_COUNT; i++) {
        int digit = PAIRING_T_STEPS[i].digit;
        for (int j = 0; j < PAIRING_T_STEPS[i].doublings; j++)
            fp12_square_cyclotomic(r, r);
        if (digit > 0) {
            fp12_mul(r, r, &powers[digit / 2]);
        } else {
            fp12_conjugate(&inverse, &powers[-digit / 2]);
            fp12_mul(r, r, &inverse);
        }
    }
}

/* r *= f^(P^times). */
static void pairing_mul_frobenius(fp12 *r, const fp12 *f, int times)
{
    fp12 power;
    fp12_frobenius(&power, f, times);
    fp12_mul(r, r, &power);
}

/* f to the power (P^6 - 1) (P^2 + 1): from here on f is cyclotomic, and 1 / f its conjugate. */
static void pairing_easy_part(fp12 *f)
{
    fp12 t;
    fp12_inverse(&t, f);
    fp12_conjugate(f, f);
    fp12_mul(f, f, &t);
    t = *f;
    pairing_mul_frobenius(f, &t, 2);
}

/*
 * f to the power (P^4 - P^2 + 1) / N * 2T (6T^2 + 3T + 1). With a = f^(12T^3 + 6T^2 + 6T) and b = a f^(-2T) that is
 * a f^(6T^2) f b^P a^(P^2) (b / f)^(P^3).
 */
static void pairing_hard_part(fp12 *f)
{
    fp12 f2t, f6t, f6t2, a, b, t;
    pairing_power_t(&t, f);
    fp12_square_cyclotomic(&f2t, &t);
    fp12_square_cyclotomic(&t, &f2t);
    fp12_mul(&f6t, &t, &f2t);
    pairing_power_t(&f6t2, &f6t);
    fp12_square_cyclotomic(&t, &f6t2);
    pairing_power_t(&a, &t);
    fp12_mul(&a, &a, &f6t2);
    fp12_mul(&a, &a, &f6t);
    fp12_conjugate(&t, &f2t);
    fp12_mul(&b, &a, &t);
    fp12_conjugate(&t, f);
    fp12_mul(&t, &t, &b);
    fp12_mul(f, f, &a);
    fp12_mul(f, f, &f6t2);
    pairing_mul_frobenius(f, &b, 1);
    pairing_mul_frobenius(f, &a, 2);
    pairing_mul_frobenius(f, &t, 3);
}

/* f times the line at the pair's point of G1. */
static void pairing_apply_line(fp12 *f, struct fp12_line *line, const struct pairing_walk *walk)
{
    if (walk->g1_infinity)
        return;
    fp2_scale(&line->a, &line->a, &walk->y);
    fp2_scale(&line->b, &line->b, &walk->minus_x);
    fp12_mul_by_line(f, f, line);
}

static void pairing_double(fp12 *f, struct pairing_walk *walks, size_t count)
{
    struct fp12_line line;
    for (size_t i = 0; i < count; i++) {
        g2_double(&walks[i].t, &line);
        pairing_apply_line(f, &line, &walks[i]);
    }
}

/* Adds q, or -q. */
static void pairing_add(fp12 *f, struct pairing_walk *walks, size_t count, int negative)
{
    struct fp12_line line;
    for (size_t i = 0; i < count; i++) {
        struct g2_affine q = walks[i].q;
        if (negative)
            g2_negate(&q);
        g2_add(&walks[i].t, &q, &line);
        pairing_apply_line(f, &line, &walks[i]);
    }
}

static void pairing_psi(struct pairing_walk *walks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        g2_psi(&walks[i].q);
}

/* The walks from q to the end, where q becomes psi^3(q). */
static void pairing_miller_loop(fp12 *f, struct pairing_walk *walks, size_t count)
{
    fp12_set_one(f);
    for (int bit = 63; bit >= 0; bit--) {
        fp12_square(f, f);
        pairing_double(f, walks, count);
        if ((G2_ATE_PLUS | G2_ATE_MINUS) >> bit & 1)
            pairing_add(f, walks, count, (int)(G2_ATE_MINUS >> bit & 1));
    }
    pairing_psi(walks, count);
    pairing_add(f, walks, count, 0);
    pairing_psi(walks, count);
    pairing_add(f, walks, count, 1);
    pairing_psi(walks, count);
}

/* Reads the point of G1. That p + infinity is p is how g1.h validates a point without doing anything else. */
static enum pairing_status pairing_load_g1(struct pairing_walk *walk, const uint8_t bytes[64])
{
    static const uint8_t infinity[64];
    static const enum pairing_status reasons[] = {
        [G1_X_TOO_LARGE] = PAIRING_G1_X_TOO_LARGE,
        [G1_Y_TOO_LARGE] = PAIRING_G1_Y_TOO_LARGE,
        [G1_NOT_ON_CURVE] = PAIRING_G1_NOT_ON_CURVE,
    };
    uint8_t sum[64];
    struct g1_result result = EPP_VARIANT(g1_ecadd)(sum, bytes, infinity);
    if (result.status != G1_OK)
        return reasons[result.status];
    walk->g1_infinity = memcmp(bytes, infinity, 64) == 0;
    load_word(walk->minus_x.l, bytes);
    load_word(walk->y.l, bytes + 32);
    fp4_to_mont(&walk->minus_x, &walk->minus_x);
    fp4_neg(&walk->minus_x, &walk->minus_x);
    fp4_to_mont(&walk->y, &walk->y);
    return PAIRING_IS_ONE;
}

/* Reads the point of G2; *finite becomes 0 where it is infinity. */
static enum pairing_status pairing_load_g2(struct pairing_walk *walk, int *finite, const uint8_t bytes[128])
{
    static const enum pairing_status reasons[] = {
        [G2_OK] = PAIRING_IS_ONE,
        [G2_INFINITY] = PAIRING_IS_ONE,
        [G2_TOO_LARGE] = PAIRING_G2_TOO_LARGE,
        [G2_NOT_ON_TWIST] = PAIRING_G2_NOT_ON_TWIST,
    };
    enum g2_status status = g2_load(&walk->q, bytes);
    *finite = status != G2_INFINITY;
    if (status == G2_OK)
        g2_set_affine(&walk->t, &walk->q);
    return reasons[status];
}

/* Reads all pairs, and leaves out those whose point of G2 is infinity; *count becomes the number of the others. */
static struct pairing_result pairing_load(struct pairing_walk *walks, const uint8_t *pairs, size_t *count)
{
    size_t walking = 0;
    for (size_t pair = 0; pair < *count; pair++, pairs += PAIRING_PAIR_BYTES) {
        struct pairing_walk *walk = &walks[walking];
        int finite = 0;
        enum pairing_status status = pairing_load_g1(walk, pairs);
        if (status == PAIRING_IS_ONE)
            status = pairing_load_g2(walk, &finite, pairs + 64);
        if (status != PAIRING_IS_ONE)
            return (struct pairing_result){status, pair};
        walk->pair = pair;
        walking += finite ? 1 : 0;
    }
    *count = walking;
    return (struct pairing_result){PAIRING_IS_ONE, 0};
}

struct pairing_result EPP_VARIANT(pairing_check)(struct pairing_walk *walks, const uint8_t *pairs, size_t count)
{
    struct pairing_result result = pairing_load(walks, pairs, &count);
    fp12 f;
    if (result.status != PAIRING_IS_ONE || count == 0)
        return result;
    pairing_miller_loop(&f, walks, count);
    for (size_t i = 0; i < count; i++) {
        g2_negate(&walks[i].q);
        if (!g2_equals(&walks[i].t, &walks[i].q))
            return (struct pairing_result){PAIRING_G2_NOT_OF_ORDER_N, walks[i].pair};
    }
    pairing_easy_part(&f);
    pairing_hard_part(&f);
    result.status = fp12_is_one(&f) ? PAIRING_IS_ONE : PAIRING_IS_NOT_ONE;
    return result;
}
