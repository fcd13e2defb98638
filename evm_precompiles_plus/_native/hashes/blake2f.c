/*
 * F: see blake2f.h.
 *
 * The message is laid out once for each of the ten orders, so that a round reads it in sequence. Gas pays for up to
 * 2^32 - 1 rounds, and they are the whole cost.
 */
#include <string.h>

#include "hashes/blake2f.h"
#include "hashes/little_endian.h"

const uint64_t BLAKE2F_IV[8] = {
    UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b), UINT64_C(0x3c6ef372fe94f82b),
    UINT64_C(0xa54ff53a5f1d36f1), UINT64_C(0x510e527fade682d1), UINT64_C(0x9b05688c2b3e6c1f),
    UINT64_C(0x1f83d9abfb41bd6b), UINT64_C(0x5be0cd19137e2179),
};

const uint8_t BLAKE2F_SIGMA[BLAKE2F_ORDERS][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t rotate_right(uint64_t x, int bits) { return x >> bits | x << (64 - bits); }

/* The function G of RFC 7693, section 3.1; a macro, so that v stays in registers under every compiler. */
#define G(a, b, c, d, x, y)                                                                                            \
    do {                                                                                                               \
        a += b + (x);                                                                                                  \
        d = rotate_right(d ^ a, 32);                                                                                   \
        c += d;                                                                                                        \
        b = rotate_right(b ^ c, 24);                                                                                   \
        a += b + (y);                                                                                                  \
        d = rotate_right(d ^ a, 16);                                                                                   \
        c += d;                                                                                                        \
        b = rotate_right(b ^ c, 63);                                                                                   \
    } while (0)

static inline void mix(uint64_t state[16], uint64_t schedule[BLAKE2F_ORDERS][16], uint32_t rounds)
{
    uint64_t v0 = state[0], v1 = state[1], v2 = state[2], v3 = state[3];
    uint64_t v4 = state[4], v5 = state[5], v6 = state[6], v7 = state[7];
    uint64_t v8 = state[8], v9 = state[9], v10 = state[10], v11 = state[11];
    uint64_t v12 = state[12], v13 = state[13], v14 = state[14], v15 = state[15];
    int order = 0;
    for (; rounds > 0; rounds--) {
        const uint64_t *m = schedule[order];
        order = order == BLAKE2F_ORDERS - 1 ? 0 : order + 1;
        G(v0, v4, v8, v12, m[0], m[1]);
        G(v1, v5, v9, v13, m[2], m[3]);
        G(v2, v6, v10, v14, m[4], m[5]);
        G(v3, v7, v11, v15, m[6], m[7]);
        G(v0, v5, v10, v15, m[8], m[9]);
        G(v1, v6, v11, v12, m[10], m[11]);
        G(v2, v7, v8, v13, m[12], m[13]);
        G(v3, v4, v9, v14, m[14], m[15]);
    }
    state[0] = v0, state[1] = v1, state[2] = v2, state[3] = v3;
    state[4] = v4, state[5] = v5, state[6] = v6, state[7] = v7;
    state[8] = v8, state[9] = v9, state[10] = v10, state[11] = v11;
    state[12] = v12, state[13] = v13, state[14] = v14, state[15] = v15;
}

static inline void start(struct blake2f_work *work, const struct blake2f_input *input)
{
    for (int order = 0; order < BLAKE2F_ORDERS; order++)
        for (int i = 0; i < 16; i++)
            work->schedule[order][i] = load_le64(input->m + 8 * BLAKE2F_SIGMA[order][i]);
    for (int i = 0; i < 8; i++) {
        work->h[i] = work->v[i] = load_le64(input->h + 8 * i);
        work->v[8 + i] = BLAKE2F_IV[i];
    }
    work->v[12] ^= load_le64(input->t);
    work->v[13] ^= load_le64(input->t + 8);
    if (input->final)
        work->v[14] = ~work->v[14];
}

void blake2f_start(struct blake2f_work *work, const struct blake2f_input *input) { start(work, input); }

/* From a copy on the stack, whose address takes no register from the sixteen words. */
void blake2f_mix(struct blake2f_work *work, uint32_t rounds)
{
    uint64_t schedule[BLAKE2F_ORDERS][16];
    memcpy(schedule, work->schedule, sizeof schedule);
    mix(work->v, schedule, rounds);
}

void blake2f_end(uint8_t *out, const struct blake2f_work *work)
{
    for (int i = 0; i < 8; i++)
        store_le64(out + 8 * i, work->h[i] ^ work->v[i] ^ work->v[8 + i]);
}

void blake2f(uint8_t *out, const struct blake2f_input *input)
{
    struct blake2f_work work;
    start(&work, input);
    mix(work.v, work.schedule, input->rounds);
    blake2f_end(out, &work);
}
