/* The final exponentiation of BN254's pairing: see final_exponentiation.h. */
#include "bn254/final_exponentiation.h"

#define POWERS 4 /* f, f^3, f^5, f^7: the digits of FINAL_T_STEPS */

/* r = f^T in the cyclotomic subgroup. */
static void power_t(fp12 *r, const fp12 *f)
{
    fp12 powers[POWERS], inverse;
    fp12_square_cyclotomic(r, f);
    powers[0] = *f;
    for (int i = 1; i < POWERS; i++)
        fp12_mul(&powers[i], &powers[i - 1], r);
    *r = powers[0];
    for (int i = 0; i < FINAL_T_STEP_COUNT; i++) {
        int digit = FINAL_T_STEPS[i].digit;
        for (int j = 0; j < FINAL_T_STEPS[i].doublings; j++)
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
static void mul_frobenius(fp12 *r, const fp12 *f, int times)
{
    fp12 power;
    fp12_frobenius(&power, f, times);
    fp12_mul(r, r, &power);
}

/* f to the power (P^6 - 1) (P^2 + 1): from here on f is cyclotomic, and 1 / f its conjugate. */
static void easy_part(fp12 *f)
{
    fp12 t;
    fp12_inverse(&t, f);
    fp12_conjugate(f, f);
    fp12_mul(f, f, &t);
    t = *f;
    mul_frobenius(f, &t, 2);
}

/*
 * f to the power (P^4 - P^2 + 1) / N * 2T (6T^2 + 3T + 1). With a = f^(12T^3 + 6T^2 + 6T) and b = a f^(-2T) that is
 * a f^(6T^2) f b^P a^(P^2) (b / f)^(P^3).
 */
static void hard_part(fp12 *f)
{
    fp12 f2t, f6t, f6t2, a, b, t;
    power_t(&t, f);
    fp12_square_cyclotomic(&f2t, &t);
    fp12_square_cyclotomic(&t, &f2t);
    fp12_mul(&f6t, &t, &f2t);
    power_t(&f6t2, &f6t);
    fp12_square_cyclotomic(&t, &f6t2);
    power_t(&a, &t);
    fp12_mul(&a, &a, &f6t2);
    fp12_mul(&a, &a, &f6t);
    fp12_conjugate(&t, &f2t);
    fp12_mul(&b, &a, &t);
    fp12_conjugate(&t, f);
    fp12_mul(&t, &t, &b);
    fp12_mul(f, f, &a);
    fp12_mul(f, f, &f6t2);
    mul_frobenius(f, &b, 1);
    mul_frobenius(f, &a, 2);
    mul_frobenius(f, &t, 3);
}

void final_exponentiation(fp12 *f)
{
    easy_part(f);
    hard_part(f);
}
