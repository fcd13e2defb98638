/*
 * ECRECOVER: the secp256k1 key that signed a digest, from bytes to bytes (SEC 1, section 4.1.6).
 */
#ifndef EPP_SECP256K1_RECOVER_H
#define EPP_SECP256K1_RECOVER_H

#include <stdint.h>

#include "fields/variant.h"

/*
 * Writes the key, x and y big-endian, for a digest and a signature: r and s big-endian and the parity of y, 0 or 1, of
 * the point R with x = r. Returns 0, and leaves `key` alone, where there is none: r or s is not in [1, N - 1], no point
 * has x = r, or the key would be infinity.
 */
EPP_VARIANT int k1_recover(uint8_t key[64], const uint8_t digest[32], const uint8_t signature[65]);

#endif
