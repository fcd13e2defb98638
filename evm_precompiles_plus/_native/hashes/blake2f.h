/*
 * BLAKE2b's compression function F with the number of rounds as an argument (EIP-152; RFC 7693, section 3.2).
 *
 * Words are little-endian in every argument and in the result, whatever the host's order.
 */
#ifndef EPP_BLAKE2F_H
#define EPP_BLAKE2F_H

#include <stdint.h>

struct blake2f_input {
    uint32_t rounds;
    const uint8_t *h; /* 64 bytes: the state */
    const uint8_t *m; /* 128: the message block */
    const uint8_t *t; /* 16: the offset counter */
    int final;        /* whether it is the last block */
};

/* SHA-512's initial values, and the order of the message's words in each of ten rounds (RFC 7693, section 2.7). */
extern const uint64_t BLAKE2F_IV[8];
extern const uint8_t BLAKE2F_SIGMA[10][16];

/* out, 64 bytes, is the next state; it may be h. */
void blake2f(uint8_t *out, const struct blake2f_input *input);

/*
 * The same in parts, for a caller that has to look up now and then: the start, as many calls of blake2f_mix as make
 * input's rounds together, the end. All but the last call must ask for a multiple of BLAKE2F_ORDERS rounds.
 */
#define BLAKE2F_ORDERS 10

struct blake2f_work {
    uint64_t h[8], v[16];
    uint64_t schedule[BLAKE2F_ORDERS][16]; /* the message in each of its orders, so that a round reads it in sequence */
};

void blake2f_start(struct blake2f_work *work, const struct blake2f_input *input);
void blake2f_mix(struct blake2f_work *work, uint32_t rounds);
void blake2f_end(uint8_t *out, const struct blake2f_work *work);

#endif
