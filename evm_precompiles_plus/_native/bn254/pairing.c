/*
 * The optimal ate pairing: see pairing.h.
 *
 * Algorithm: the walks of g2.h over all pairs at once, with one squaring for all of them at each step; then one final
 * exponentiation (final_exponentiation.h).
 * Cost: for each pair 64 doublings and 23 additions with their lines; for all 64 squarings in Fp12, and the final
 * exponentiation.
 */
#include "bn254/pairing.h"

#include "bn254/final_exponentiation.h"

/* About the limb products of reading a pair, and of a doubling or an addition with its line. */
#define PAIRING_LOAD_COST 1000
#define PAIRING_STEP_COST 3000

/* f times the line at the pair's point of G1. */
static void pairing_apply_line(fp12 *f, struct fp12_line *line, const struct pairing_walk *walk)
{
    if (walk->g1_infinity)
        return;
    fp2_scale(&line->a, &line->a, &walk->y);
    fp2_scale(&line->b, &line->b, &walk->minus_x);
    fp12_mul_by_line(f, f, line);
}

static void pairing_double(fp12 *f, struct pairing_walk *walks, size_t count, struct work *work)
{
    struct fp12_line line;
    for (size_t i = 0; i < count && !work_count(work, PAIRING_STEP_COST); i++) {
        g2_double(&walks[i].t, &line);
        pairing_apply_line(f, &line, &walks[i]);
    }
}

/* Adds q, or -q. */
static void pairing_add(fp12 *f, struct pairing_walk *walks, size_t count, int negative, struct work *work)
{
    struct fp12_line line;
    for (size_t i = 0; i < count && !work_count(work, PAIRING_STEP_COST); i++) {
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
static void pairing_miller_loop(fp12 *f, struct pairing_walk *walks, size_t count, struct work *work)
{
    fp12_set_one(f);
    for (int bit = 63; bit >= 0 && !work->stopped; bit--) {
        fp12_square(f, f);
        pairing_double(f, walks, count, work);
        if ((G2_ATE_PLUS | G2_ATE_MINUS) >> bit & 1)
            pairing_add(f, walks, count, (int)(G2_ATE_MINUS >> bit & 1), work);
    }
    pairing_psi(walks, count);
    pairing_add(f, walks, count, 0, work);
    pairing_psi(walks, count);
    pairing_add(f, walks, count, 1, work);
    pairing_psi(walks, count);
}

static enum pairing_status pairing_load_g1(struct pairing_walk *walk, const uint8_t bytes[64])
{
    static const enum pairing_status reasons[] = {
        [G1_OK] = PAIRING_OK,
        [G1_X_TOO_LARGE] = PAIRING_G1_X_TOO_LARGE,
        [G1_Y_TOO_LARGE] = PAIRING_G1_Y_TOO_LARGE,
        [G1_NOT_ON_CURVE] = PAIRING_G1_NOT_ON_CURVE,
    };
    struct g1_affine p;
    enum g1_status status = g1_load(&p, &walk->g1_infinity, bytes);
    if (status == G1_OK && !walk->g1_infinity) {
        fp_neg(&walk->minus_x, &p.x);
        walk->y = p.y;
    }
    return reasons[status];
}

/* Reads the point of G2; *finite becomes 0 where it is infinity. */
static enum pairing_status pairing_load_g2(struct pairing_walk *walk, int *finite, const uint8_t bytes[128])
{
    static const enum pairing_status reasons[] = {
        [G2_OK] = PAIRING_OK,
        [G2_INFINITY] = PAIRING_OK,
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
static struct pairing_result pairing_load(struct pairing_walk *walks, const uint8_t *pairs, size_t *count,
                                          struct work *work)
{
    size_t walking = 0;
    for (size_t pair = 0; pair < *count && !work_count(work, PAIRING_LOAD_COST); pair++, pairs += PAIRING_PAIR_BYTES) {
        struct pairing_walk *walk = &walks[walking];
        int finite = 0;
        enum pairing_status status = pairing_load_g1(walk, pairs);
        if (status == PAIRING_OK)
            status = pairing_load_g2(walk, &finite, pairs + 64);
        if (status != PAIRING_OK)
            return (struct pairing_result){status, pair, 0};
        walk->pair = pair;
        walking += finite ? 1 : 0;
    }
    *count = walking;
    return (struct pairing_result){PAIRING_OK, 0, 1};
}

struct pairing_result pairing_check(struct pairing_walk *walks, const uint8_t *pairs, size_t count,
                                    struct work *work)
{
    struct pairing_result result = pairing_load(walks, pairs, &count, work);
    fp12 f;
    if (result.status != PAIRING_OK || count == 0 || work->stopped)
        return result;
    pairing_miller_loop(&f, walks, count, work);
    if (work->stopped)
        return result;
    for (size_t i = 0; i < count; i++) {
        g2_negate(&walks[i].q);
        if (!g2_equals(&walks[i].t, &walks[i].q))
            return (struct pairing_result){PAIRING_G2_NOT_OF_ORDER_N, walks[i].pair, 0};
    }
    final_exponentiation(&f);
    result.is_one = fp12_is_one(&f);
    return result;
}
