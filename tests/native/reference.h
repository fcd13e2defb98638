/*
 * The functions that the fuzzer holds the kernels against. They use no method of theirs: products by doubling and
 * adding, reduction bit by bit, inverses by Fermat's little theorem.
 */
#ifndef EPP_REFERENCE_H
#define EPP_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

/* Whether 64 bytes are a point of BN254, infinity among them. */
int reference_on_curve(const uint8_t point[64]);

/* out = a + b for two points on the curve that are not infinity. */
void reference_add(uint8_t out[64], const uint8_t a[64], const uint8_t b[64]);

/* sum = a + b modulo the group order. */
void reference_add_scalars(uint8_t sum[32], const uint8_t a[32], const uint8_t b[32]);

/* base^exponent mod modulus for a modulus below 2^256, 0 for modulus 0. */
void reference_modexp(uint8_t *out, const uint8_t *base, size_t base_len, const uint8_t *exponent, size_t exp_len,
                      const uint8_t *modulus, size_t mod_len);

/*
 * ECRECOVER and P256VERIFY as kernels.h has them: whether there is a key, 64 bytes, and whether the signature holds.
 */
int reference_recover(uint8_t key[64], const uint8_t digest[32], const uint8_t signature[65]);
int reference_verify(const uint8_t digest[32], const uint8_t signature[64], const uint8_t key[64]);

/* Signs with P-256's key and nonce, any 32 bytes: writes the public key, r and s. */
void reference_sign(uint8_t public_key[64], uint8_t signature[64], const uint8_t digest[32], const uint8_t key[32],
                    const uint8_t nonce[32]);

#endif
