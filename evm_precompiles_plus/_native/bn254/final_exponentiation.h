/*
 * The final exponentiation of the optimal ate pairing on BN254: what is 1 of a Miller loop's value is the pairing.
 *
 * Algorithm: the easy part, f^((P^6 - 1) (P^2 + 1)), and for the hard part the chain of L. Fuentes-Castaneda, E. Knapp,
 * F. Rodriguez-Henriquez, "Faster Hashing to G2", SAC 2011, which gives a power of the pairing by a number prime to N.
 * Cost: 192 squarings in the cyclotomic subgroup, 62 products and one inversion in Fp12.
 */
#ifndef EPP_FINAL_EXPONENTIATION_H
#define EPP_FINAL_EXPONENTIATION_H

#include "bn254/fp12.h"

/*
 * The curve's parameter T by its signed digits (wNAF of width 4; Hankerson, Menezes, Vanstone, Guide to Elliptic Curve
 * Cryptography, algorithm 3.35): start with 1, and for each step double as often as it says and add its digit, which is
 * odd and at most 7 in absolute value.
 */
static const struct final_step {
    int8_t doublings, digit;
} FINAL_T_STEPS[] = {
    {6, 5}, {5, -3}, {4, 3}, {5, 5}, {4, -5}, {4, -3}, {4, 1}, {5, 5}, {5, 7}, {4, -7}, {7, 5}, {5, -1}, {4, 1},
};

#define FINAL_T_STEP_COUNT ((int)(sizeof FINAL_T_STEPS / sizeof *FINAL_T_STEPS))

/* f = f^(2T (6T^2 + 3T + 1) (P^12 - 1) / N), for a Miller loop's f, which is not 0. */
EPP_VARIANT void final_exponentiation(fp12 *f);

#endif
