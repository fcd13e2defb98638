/*
 * Keccak-256 as Ethereum uses it: Keccak-f[1600] with a rate of 136 bytes and a capacity of 512 bits, and the padding
 * of Keccak's submission to the competition, one bit 1 right after the message. (FIPS 202's SHA3-256 has two bits before.)
 *
 * Spec: Yellow Paper, section 3; the permutation is that of FIPS 202, section 3.2.
 */
#ifndef EPP_KECCAK_H
#define EPP_KECCAK_H

#include <stddef.h>
#include <stdint.h>

/* out, 32 bytes, is the hash of any number of bytes; it may lie in them. */
void keccak256(uint8_t *out, const uint8_t *data, size_t length);

#endif
