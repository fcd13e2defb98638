/*
 * Keccak-256: see keccak.h.
 *
 * Representation: lane (x, y) of the permutation is word x + 5 y of the state; bytes fill a lane from its low end.
 * Algorithm: rho and pi go along the one cycle that pi makes of all lanes but (0, 0): lane KECCAK_PI[i] takes what its
 * forerunner had, turned by KECCAK_RHO[i], the triangular numbers modulo 64.
 * Invariants: tests/native/test_native_keccak.py recomputes all three tables from the standard's definitions.
 */
#include "hashes/keccak.h"

#include <string.h>

#include "hashes/little_endian.h"

#define LANES 25
#define RATE 136 /* bytes: 17 lanes */
#define ROUNDS 24

/* iota's constants: bit 2^j - 1 of round i is the shift register x^8 + x^6 + x^5 + x^4 + 1 after 7 i + j steps. */
static const uint64_t KECCAK_IOTA[ROUNDS] = {
    UINT64_C(0x0000000000000001), UINT64_C(0x0000000000008082), UINT64_C(0x800000000000808a),
    UINT64_C(0x8000000080008000), UINT64_C(0x000000000000808b), UINT64_C(0x0000000080000001),
    UINT64_C(0x8000000080008081), UINT64_C(0x8000000000008009), UINT64_C(0x000000000000008a),
    UINT64_C(0x0000000000000088), UINT64_C(0x0000000080008009), UINT64_C(0x000000008000000a),
    UINT64_C(0x000000008000808b), UINT64_C(0x800000000000008b), UINT64_C(0x8000000000008089),
    UINT64_C(0x8000000000008003), UINT64_C(0x8000000000008002), UINT64_C(0x8000000000000080),
    UINT64_C(0x000000000000800a), UINT64_C(0x800000008000000a), UINT64_C(0x8000000080008081),
    UINT64_C(0x8000000000008080), UINT64_C(0x0000000080000001), UINT64_C(0x8000000080008008),
};

static const uint8_t KECCAK_PI[LANES - 1] = {10, 7,  11, 17, 18, 3, 5,  16, 8,  21, 24, 4,
                                             15, 23, 19, 13, 12, 2, 20, 14, 22, 9,  6,  1};
static const uint8_t KECCAK_RHO[LANES - 1] = {1,  3,  6,  10, 15, 21, 28, 36, 45, 55, 2,  14,
                                              27, 41, 56, 8,  25, 43, 62, 18, 39, 61, 20, 44};

/* For 0 < bits < 64. */
static uint64_t rotate_left(uint64_t x, int bits) { return x << bits | x >> (64 - bits); }

/* The parities of columns, and each lane with those of two columns beside it. */
static void theta(uint64_t a[LANES])
{
    uint64_t parity[5], change[5];
    for (int x = 0; x < 5; x++)
        parity[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
    for (int x = 0; x < 5; x++)
        change[x] = parity[(x + 4) % 5] ^ rotate_left(parity[(x + 1) % 5], 1);
    for (int i = 0; i < LANES; i++)
        a[i] ^= change[i % 5];
}

static void rho_and_pi(uint64_t a[LANES])
{
    uint64_t carried = a[1];
    for (int i = 0; i < LANES - 1; i++) {
        uint64_t next = a[KECCAK_PI[i]];
        a[KECCAK_PI[i]] = rotate_left(carried, KECCAK_RHO[i]);
        carried = next;
    }
}

static void chi(uint64_t a[LANES])
{
    for (int y = 0; y < LANES; y += 5) {
        const uint64_t a0 = a[y], a1 = a[y + 1], a2 = a[y + 2], a3 = a[y + 3], a4 = a[y + 4];
        a[y] = a0 ^ (~a1 & a2);
        a[y + 1] = a1 ^ (~a2 & a3);
        a[y + 2] = a2 ^ (~a3 & a4);
        a[y + 3] = a3 ^ (~a4 & a0);
        a[y + 4] = a4 ^ (~a0 & a1);
    }
}

static void permute(uint64_t a[LANES])
{
    for (int round = 0; round < ROUNDS; round++) {
        theta(a);
        rho_and_pi(a);
        chi(a);
        a[0] ^= KECCAK_IOTA[round];
    }
}

/* A block of RATE bytes joins the state, which is then permuted. */
static void absorb(uint64_t a[LANES], const uint8_t *block)
{
    for (int i = 0; i < RATE / 8; i++)
        a[i] ^= load_le64(block + 8 * i);
    permute(a);
}

void keccak256(uint8_t *out, const uint8_t *data, size_t length)
{
    uint64_t a[LANES] = {0};
    uint8_t last[RATE] = {0};
    for (; length >= RATE; length -= RATE, data += RATE)
        absorb(a, data);
    if (length > 0) /* data may be NULL */
        memcpy(last, data, length);
    last[length] = 0x01;
    last[RATE - 1] |= 0x80;
    absorb(a, last);
    for (int i = 0; i < 4; i++)
        store_le64(out + 8 * i, a[i]);
}
