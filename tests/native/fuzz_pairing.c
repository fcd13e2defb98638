/*
 * Fuzzing ECPAIRING and BLAKE2F without Python, as fuzz_kernels.c does the other kernels.
 *
 * Input: the first byte's lowest two bits choose one of
 *   0  pairs as they are: the variants must agree on status and pair;
 *   1  three scalars of 32 bytes: [a]G, [b]G and [c]G with G2's generator, whose product is 1 just if the sum of
 *      the points is infinity;
 *   2  two scalars: the same with the third point made so that the product is 1;
 *   3  BLAKE2F: rounds (2 bytes), h, m, t, flag; held against the loops of RFC 7693 written down once more.
 *
 * fuzz.sh builds and runs it, as it does fuzz_kernels.c; its corpus is tests/native/corpus_pairing.
 */
#include <stdio.h>
#include <stdlib.h>

#include "hashes/blake2f.h"
#include "module/kernels.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* EIP-197's generator of G2: 128 bytes. */
static const uint8_t H[128] = {
    0x19, 0x8e, 0x93, 0x93, 0x92, 0x0d, 0x48, 0x3a, 0x72, 0x60, 0xbf, 0xb7, 0x31, 0xfb, 0x5d, 0x25,
    0xf1, 0xaa, 0x49, 0x33, 0x35, 0xa9, 0xe7, 0x12, 0x97, 0xe4, 0x85, 0xb7, 0xae, 0xf3, 0x12, 0xc2,
    0x18, 0x00, 0xde, 0xef, 0x12, 0x1f, 0x1e, 0x76, 0x42, 0x6a, 0x00, 0x66, 0x5e, 0x5c, 0x44, 0x79,
    0x67, 0x43, 0x22, 0xd4, 0xf7, 0x5e, 0xda, 0xdd, 0x46, 0xde, 0xbd, 0x5c, 0xd9, 0x92, 0xf6, 0xed,
    0x09, 0x06, 0x89, 0xd0, 0x58, 0x5f, 0xf0, 0x75, 0xec, 0x9e, 0x99, 0xad, 0x69, 0x0c, 0x33, 0x95,
    0xbc, 0x4b, 0x31, 0x33, 0x70, 0xb3, 0x8e, 0xf3, 0x55, 0xac, 0xda, 0xdc, 0xd1, 0x22, 0x97, 0x5b,
    0x12, 0xc8, 0x5e, 0xa5, 0xdb, 0x8c, 0x6d, 0xeb, 0x4a, 0xab, 0x71, 0x80, 0x8d, 0xcb, 0x40, 0x8f,
    0xe3, 0xd1, 0xe7, 0x69, 0x0c, 0x43, 0xd3, 0x7b, 0x4c, 0xe6, 0xcc, 0x01, 0x66, 0xfa, 0x7d, 0xaa,
};

/* Every variant's answer about the pairs, from memory of the exact size; all the same. */
static struct pairing_result check_pairs(const uint8_t *pairs, size_t count)
{
    const struct kernels *variants[2] = {kernels_portable(), kernels_adx()};
    struct pairing_result results[2];
    struct work work = {NULL, NULL, 0, 0};
    for (int i = 0; i < 2 && variants[i] != NULL; i++) {
        struct pairing_walk *walks = malloc(count * sizeof *walks + 1);
        uint8_t *copy = malloc(count * PAIRING_PAIR_BYTES + 1);
        CHECK(walks != NULL && copy != NULL);
        walks = realloc(walks, count ? count * sizeof *walks : 1);
        copy = realloc(copy, count ? count * PAIRING_PAIR_BYTES : 1);
        CHECK(walks != NULL && copy != NULL);
        memcpy(copy, pairs, count * PAIRING_PAIR_BYTES);
        results[i] = variants[i]->ecpairing(walks, copy, count, &work);
        CHECK(i == 0 || (results[0].status == results[1].status && results[0].pair == results[1].pair &&
                          results[0].is_one == results[1].is_one));
        free(walks);
        free(copy);
    }
    return results[0];
}

/* y = P - y for a point other than infinity. */
static void negate_point(uint8_t point[64])
{
    int borrow = 0;
    for (int i = 31; i >= 0; i--) {
        int difference = (int)(FP_P.l[(31 - i) / 8] >> (8 * ((31 - i) % 8)) & 255) - point[32 + i] - borrow;
        borrow = difference < 0;
        point[32 + i] = (uint8_t)difference;
    }
}

/* a, b and either c or -a - b times G, each paired with H. */
static void fuzz_product(const uint8_t scalars[96], int make_one)
{
    static const uint8_t zero[64], generator[64] = {[31] = 1, [63] = 2};
    uint8_t pairs[3 * PAIRING_PAIR_BYTES], sum[64], *third = pairs + 2 * PAIRING_PAIR_BYTES;
    const struct kernels *kernels = kernels_portable();
    struct pairing_result result;
    for (int i = 0; i < 3; i++) {
        (void)kernels->ecmul(pairs + i * PAIRING_PAIR_BYTES, generator, scalars + 32 * i);
        memcpy(pairs + i * PAIRING_PAIR_BYTES + 64, H, sizeof H);
    }
    (void)kernels->ecadd(sum, pairs, pairs + PAIRING_PAIR_BYTES);
    if (make_one) {
        memcpy(third, sum, 64);
        if (memcmp(sum, zero, 64) != 0)
            negate_point(third);
    }
    (void)kernels->ecadd(sum, sum, third);
    result = check_pairs(pairs, 3);
    CHECK(result.status == PAIRING_OK && result.is_one == (memcmp(sum, zero, 64) == 0));
}

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t x = 0;
    for (int i = 7; i >= 0; i--)
        x = x << 8 | bytes[i];
    return x;
}

static void reference_g(uint64_t v[16], const int at[4], uint64_t x, uint64_t y)
{
    static const int turns[4] = {32, 24, 16, 63};
    for (int step = 0; step < 4; step++) {
        int to = step % 2 ? 2 : 0, with = step % 2 ? 3 : 1, turned = step % 2 ? 1 : 3;
        uint64_t z;
        v[at[to]] += v[at[with]] + (step == 0 ? x : step == 2 ? y : 0);
        z = v[at[turned]] ^ v[at[to]];
        v[at[turned]] = z >> turns[step] | z << (64 - turns[step]);
    }
}

/* RFC 7693, section 3.2, over an array and with the message looked up. */
static void reference_blake2f(uint8_t out[64], const struct blake2f_input *input)
{
    static const int places[8][4] = {{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15},
                                     {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13}, {3, 4, 9, 14}};
    uint64_t v[16];
    for (int i = 0; i < 8; i++) {
        v[i] = word_at(input->h + 8 * i);
        v[i + 8] = BLAKE2F_IV[i] ^ (i / 2 == 2 ? word_at(input->t + 8 * (i - 4)) : 0) ^
                   (i == 6 && input->final ? ~UINT64_C(0) : 0);
    }
    for (uint32_t round = 0; round < input->rounds; round++)
        for (int i = 0; i < 8; i++) {
            const uint8_t *order = BLAKE2F_SIGMA[round % 10];
            reference_g(v, places[i], word_at(input->m + 8 * order[2 * i]), word_at(input->m + 8 * order[2 * i + 1]));
        }
    for (int i = 0; i < 64; i++)
        out[i] = (uint8_t)((word_at(input->h + i / 8 * 8) ^ v[i / 8] ^ v[i / 8 + 8]) >> (8 * (i % 8)));
}

/* 211 bytes. The rounds at once, and in two parts. */
static void fuzz_blake2f(const uint8_t *data)
{
    struct blake2f_input input = {(uint32_t)data[0] << 8 | data[1], data + 2, data + 66, data + 194, data[210] & 1};
    uint32_t before = input.rounds / 2 / BLAKE2F_ORDERS * BLAKE2F_ORDERS;
    struct blake2f_work work;
    uint8_t out[64], expected[64];
    reference_blake2f(expected, &input);
    blake2f(out, &input);
    CHECK(memcmp(out, expected, sizeof out) == 0);
    blake2f_start(&work, &input);
    blake2f_mix(&work, before);
    blake2f_mix(&work, input.rounds - before);
    blake2f_end(out, &work);
    CHECK(memcmp(out, expected, sizeof out) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t operands[211] = {0};
    if (size == 0)
        return 0;
    memcpy(operands, data + 1, size - 1 < sizeof operands ? size - 1 : sizeof operands);
    switch (data[0] & 3) {
    case 0:
        (void)check_pairs(data + 1, (size - 1) / PAIRING_PAIR_BYTES);
        break;
    case 1:
    case 2:
        fuzz_product(operands, (data[0] & 3) == 2);
        break;
    default:
        fuzz_blake2f(operands);
    }
    return 0;
}

#ifdef EPP_FUZZ_MAIN
int main(int argc, char **argv)
{
    static uint8_t buffer[1 << 16];
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        size_t size;
        CHECK(file != NULL);
        size = fread(buffer, 1, sizeof buffer, file);
        (void)fclose(file);
        (void)LLVMFuzzerTestOneInput(buffer, size);
    }
    printf("%d inputs, no failure\n", argc - 1);
    return 0;
}
#endif
