/*
 * The group code of ECRECOVER and P256VERIFY (weierstrass/group.h) over a field of a few elements, where all of it can be
 * tried: every point in every Jacobian form, every pair, every sum [u]G + [v]Q. The field is not theirs; the formulas,
 * the table of odd multiples and the recoding are.
 *
 * The curve y^2 = x^3 + a x + b over SMALL_P has the prime order SMALL_N; -DCURVE_A_IS_MINUS_3=0 or 1 says which a, and
 * SMALL_B is b. Points are known by their logarithm: point i is [i]G, found by chord and tangent with divisions by trial.
 */
#include <stdio.h>
#include <stdlib.h>

#include "fields/limbs.h"

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

#ifndef SMALL_P
#define SMALL_P 31
#define SMALL_B 3
#define SMALL_N 43
#define CURVE_A_IS_MINUS_3 0
#endif

#define CURVE(name) small_##name

typedef struct {
    unsigned v;
} small_fe;

static const small_fe small_one = {1};

static void small_mul(small_fe *r, const small_fe *a, const small_fe *b) { r->v = a->v * b->v % SMALL_P; }
static void small_sqr(small_fe *r, const small_fe *a) { small_mul(r, a, a); }
static void small_add(small_fe *r, const small_fe *a, const small_fe *b) { r->v = (a->v + b->v) % SMALL_P; }
static void small_sub(small_fe *r, const small_fe *a, const small_fe *b) { r->v = (a->v + SMALL_P - b->v) % SMALL_P; }
static void small_negate(small_fe *r, const small_fe *a) { r->v = (SMALL_P - a->v) % SMALL_P; }
static void small_half(small_fe *r, const small_fe *a) { r->v = (a->v & 1 ? a->v + SMALL_P : a->v) / 2; }
static int small_is_zero(const small_fe *a) { return a->v == 0; }

static unsigned quotient(unsigned a, unsigned b)
{
    unsigned q = 0;
    while (q * b % SMALL_P != a % SMALL_P) {
        q++;
        CHECK(q < SMALL_P);
    }
    return q;
}

static void small_inverse(small_fe *r, const small_fe *a) { r->v = quotient(1, a->v); }

#include "weierstrass/group.h"

/* points[i] = [i]G; points[0] stands for infinity and is not read. */
static struct small_affine points[SMALL_N];

static void find_points(void)
{
    const unsigned a = CURVE_A_IS_MINUS_3 ? SMALL_P - 3 : 0;
    unsigned x = 0, y = 0, i;
    while ((x * x * x + a * x + SMALL_B) % SMALL_P != y * y % SMALL_P || y == 0) {
        y = (y + 1) % SMALL_P;
        x += y == 0;
    }
    points[1] = (struct small_affine){{x}, {y}};
    for (i = 1; i < SMALL_N - 1; i++) {
        unsigned px = points[i].x.v, py = points[i].y.v;
        unsigned slope = i == 1 ? quotient(3 * x * x + a, 2 * y) : quotient(py + SMALL_P - y, px + SMALL_P - x);
        unsigned sum = (slope * slope + 2 * SMALL_P - x - px) % SMALL_P;
        points[i + 1].x.v = sum;
        points[i + 1].y.v = (slope * (x + SMALL_P - sum) + SMALL_P - y) % SMALL_P;
    }
    CHECK(points[i].x.v == x && points[i].y.v == SMALL_P - y); /* [N - 1]G = -G: the order is N */
}

/* Point i with the given Z, or with any coordinates if it is infinity. */
static struct small_jacobian jacobian(unsigned i, unsigned z)
{
    struct small_jacobian p = {{z}, {z}, {z}, i == 0};
    if (i != 0) {
        p.x.v = points[i].x.v * z * z % SMALL_P;
        p.y.v = points[i].y.v * z % SMALL_P * z * z % SMALL_P;
    }
    return p;
}

static int is_point(const struct small_jacobian *p, unsigned i)
{
    struct small_affine affine;
    if (p->infinity || i == 0)
        return p->infinity && i == 0;
    small_to_affine(&affine, p);
    return affine.x.v == points[i].x.v && affine.y.v == points[i].y.v;
}

static void try_doublings_and_additions(void)
{
    for (unsigned i = 0; i < SMALL_N; i++) {
        for (unsigned z = 1; z < SMALL_P; z++) {
            struct small_jacobian p = jacobian(i, z);
            small_dbl(&p);
            CHECK(is_point(&p, 2 * i % SMALL_N));
            for (unsigned j = 1; j < SMALL_N; j++) {
                p = jacobian(i, z);
                small_madd(&p, &points[j]);
                CHECK(is_point(&p, (i + j) % SMALL_N));
            }
        }
    }
}

static void try_odd_multiples(struct small_affine tables[SMALL_N][GROUP_TABLE])
{
    for (unsigned i = 1; i < SMALL_N; i++) {
        small_odd_multiples(tables[i], &points[i]);
        for (unsigned j = 0; j < GROUP_TABLE; j++) {
            struct small_jacobian p = {tables[i][j].x, tables[i][j].y, small_one, 0};
            CHECK(is_point(&p, (2 * j + 1) * i % SMALL_N));
        }
    }
}

#define LENGTH 9 /* of the digits of a number below 2^8 */

/* [u]G + [v]Q as recover.c and verify.c walk, for every u, v and Q. */
static void try_sums(struct small_affine tables[SMALL_N][GROUP_TABLE])
{
    static int16_t digits[SMALL_N][LENGTH];
    for (limb k = 0; k < SMALL_N; k++)
        CHECK(wnaf(digits[k], &k, 1, GROUP_WIDTH, 0) <= LENGTH);
    for (unsigned q = 1; q < SMALL_N; q++)
        for (unsigned u = 0; u < SMALL_N; u++)
            for (unsigned v = 0; v < SMALL_N; v++) {
                struct small_jacobian sum = {{0}, {0}, {0}, 1};
                for (int i = LENGTH - 1; i >= 0; i--) {
                    small_dbl(&sum);
                    small_add_digit(&sum, tables[1], digits[u][i]);
                    small_add_digit(&sum, tables[q], digits[v][i]);
                }
                CHECK(is_point(&sum, (u + v * q) % SMALL_N));
            }
}

int main(void)
{
    static struct small_affine tables[SMALL_N][GROUP_TABLE];
    find_points();
    try_doublings_and_additions();
    try_odd_multiples(tables);
    try_sums(tables);
    printf("%d points, all right\n", SMALL_N);
    return 0;
}
