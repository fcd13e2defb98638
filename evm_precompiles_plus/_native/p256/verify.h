/*
 * P256VERIFY: whether a signature is a P-256 (secp256r1) key's, from bytes (FIPS 186-5, section 6.4.2).
 */
#ifndef EPP_P256_VERIFY_H
#define EPP_P256_VERIFY_H

#include <stdint.h>

#include "fields/variant.h"

/*
 * Whether r and s, big-endian, sign the digest under the key, x and y. No for r or s that is not in [1, N - 1], for
 * coordinates from P on and for a key off the curve.
 */
EPP_VARIANT int r1_verify(const uint8_t digest[32], const uint8_t signature[64], const uint8_t key[64]);

#endif
