/*
 * Fuzzing MODEXP above 256 bits without Python: each input goes through every body and is held against
 * square-and-multiply over shift-and-add, which shares neither method nor code with the kernels.
 *
 * Input: the lengths of modulus and exponent, the zeros at the modulus's end, the base's length, and digits that the
 * operands are filled with over and over, so that a short input makes long operands of every pattern.
 *
 * Built and run as fuzz_kernels.c is.
 */
#include <stdio.h>
#include <stdlib.h>

#include "module/kernels.h"

#define HEAD 4
#define LONGEST 552 /* bytes of a modulus, 8 divides it */
#define WORDS (LONGEST / 8)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* Least significant word first; the operations are modulo an m that their operands are below. */
struct number {
    uint64_t words[WORDS];
};

static struct number load(struct bytes bytes)
{
    struct number r = {{0}};
    for (size_t i = 0; i < bytes.length; i++)
        r.words[i / 8] |= (uint64_t)bytes.data[bytes.length - 1 - i] << 8 * (i % 8);
    return r;
}

/* a = a + b mod m. */
static void add(struct number *a, const struct number *b, const struct number *m)
{
    uint64_t carry = 0, borrow = 0;
    struct number less;
    for (int i = 0; i < WORDS; i++) {
        uint64_t sum = a->words[i] + b->words[i], all = sum + carry;
        carry = (uint64_t)(sum < b->words[i]) | (uint64_t)(all < sum);
        a->words[i] = all;
    }
    for (int i = 0; i < WORDS; i++) {
        uint64_t x = a->words[i], y = m->words[i];
        less.words[i] = x - y - borrow;
        borrow = x < y || (x == y && borrow);
    }
    if (carry || !borrow)
        *a = less;
}

static struct number multiply(const struct number *a, const struct number *b, const struct number *m)
{
    struct number r = {{0}};
    int words = WORDS;
    while (words > 0 && b->words[words - 1] == 0)
        words--;
    for (int i = 64 * words - 1; i >= 0; i--) {
        struct number twice = r;
        add(&r, &twice, m);
        if (b->words[i / 64] >> i % 64 & 1)
            add(&r, a, m);
    }
    return r;
}

/* The bytes modulo m, by Horner's rule over bits. */
static struct number reduce(struct bytes bytes, const struct number *m)
{
    struct number r = {{0}}, one = {{1}};
    for (size_t i = 0; i < 8 * bytes.length; i++) {
        struct number twice = r;
        add(&r, &twice, m);
        if (bytes.data[i / 8] >> (7 - i % 8) & 1)
            add(&r, &one, m);
    }
    return r;
}

/* For a modulus above 1. */
static void reference(uint8_t *out, struct bytes base, struct bytes exponent, struct bytes modulus)
{
    struct number m = load(modulus), b = reduce(base, &m), r = {{1}};
    for (size_t i = 0; i < 8 * exponent.length; i++) {
        r = multiply(&r, &r, &m);
        if (exponent.data[i / 8] >> (7 - i % 8) & 1)
            r = multiply(&r, &b, &m);
    }
    for (size_t i = 0; i < modulus.length; i++)
        out[modulus.length - 1 - i] = (uint8_t)(r.words[i / 8] >> 8 * (i % 8));
}

/* Bytes of exactly this length on the heap, so that a sanitizer sees a read past the end. */
static struct bytes fill(size_t length, const uint8_t *digits, size_t count, size_t first)
{
    uint8_t *bytes = malloc(length ? length : 1);
    CHECK(bytes != NULL);
    for (size_t i = 0; i < length; i++)
        bytes[i] = digits[(first + i) % count];
    return (struct bytes){bytes, length};
}

static void check_variant(const struct kernels *kernels, const struct window_tables *tables, struct bytes operands[3],
                          const uint8_t *expected)
{
    struct work work = {NULL, NULL, 0, 0};
    size_t length = operands[2].length;
    uint8_t *out = malloc(length);
    CHECK(out != NULL);
    CHECK(kernels->modexp(out, operands[0], operands[1], operands[2], tables, &work) == MODEXP_OK);
    CHECK(memcmp(out, expected, length) == 0);
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct window_tables tables;
    static int ready;
    uint8_t expected[LONGEST];
    struct bytes operands[3];
    size_t modulus_length, exponent_length, zeros;
    if (size <= HEAD)
        return 0;
    if (!ready) {
        window_tables_init(&tables);
        ready = 1;
    }
    modulus_length = 33 + 2 * (size_t)data[0];
    exponent_length = data[1] % (modulus_length > 128 ? 4 : 12);
    zeros = data[2] & 1 ? 0 : data[2] * modulus_length / 256;
    operands[0] = fill(data[3] % 5 * modulus_length / 2, data + HEAD, size - HEAD, 1);
    operands[1] = fill(exponent_length, data + HEAD, size - HEAD, 2);
    operands[2] = fill(modulus_length, data + HEAD, size - HEAD, 0);
    memset((uint8_t *)operands[2].data + modulus_length - zeros, 0, zeros);
    ((uint8_t *)operands[2].data)[0] |= 1;
    ((uint8_t *)operands[2].data)[modulus_length - 1] |= data[2] & 1;
    reference(expected, operands[0], operands[1], operands[2]);
    for (size_t body = 0; kernels_body(body) != NULL; body++)
        check_variant(kernels_body(body), &tables, operands, expected);
    for (int i = 0; i < 3; i++)
        free((void *)operands[i].data);
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
