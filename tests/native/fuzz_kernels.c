/*
 * Fuzzing the three kernels without Python: each input goes through every compiled variant and is held against the slow
 * reference arithmetic of reference.c, which shares neither method nor code with the kernels.
 *
 * Input: the first byte chooses the kernel and the shape, the rest is the operands (see the fuzz_ functions).
 *
 * fuzz.sh builds and runs it under libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer, from the inputs in
 * tests/native/corpus on, and adds to them.
 *
 * Without libFuzzer (gcc, AFL++): add -DEPP_FUZZ_MAIN and leave `fuzzer` out of -fsanitize; the program then runs the
 * files that its arguments name. -DEPP_NO_INT128 tests the plain C11 body of uint128.h.
 */
#include <stdio.h>
#include <stdlib.h>

#include "module/kernels.h"
#include "reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                            \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* Every variant, one after the other; NULL at the end. */
static const struct kernels *variant(int index)
{
    return index == 0 ? kernels_portable() : index == 1 ? kernels_adx() : NULL;
}

/* Random bytes hardly ever are a point: bit 0 of the shape asks for a multiple of the generator instead. */
static void make_point(uint8_t point[64], const uint8_t bytes[64], int multiple)
{
    static const uint8_t generator[64] = {[31] = 1, [63] = 2};
    if (multiple)
        (void)kernels_portable()->ecmul(point, generator, bytes);
    else
        memcpy(point, bytes, 64);
}

static void check_result(struct g1_result result, int bad_point)
{
    CHECK((result.status == G1_OK) == (bad_point < 0));
    if (bad_point >= 0)
        CHECK(result.point == bad_point);
}

/* 128 bytes: two points or what stands for them. */
static void fuzz_ecadd(int shape, const uint8_t operands[128])
{
    static const uint8_t zero[64];
    uint8_t p[64], q[64], expected[64], out[64];
    int bad;
    make_point(p, operands, shape & 1);
    make_point(q, shape & 4 ? operands : operands + 64, shape & 2);
    bad = !reference_on_curve(p) ? 0 : !reference_on_curve(q) ? 1 : -1;
    if (bad < 0 && memcmp(p, zero, 64) != 0 && memcmp(q, zero, 64) != 0)
        reference_add(expected, p, q);
    else
        memcpy(expected, memcmp(p, zero, 64) != 0 ? p : q, 64);
    for (int i = 0; variant(i) != NULL; i++) {
        check_result(variant(i)->ecadd(out, p, q), bad);
        CHECK(bad >= 0 || memcmp(out, expected, 64) == 0);
    }
}

/*
 * 128 bytes: a point and two scalars. A double-and-add over reference_add would take a second; instead the homomorphism
 * k p + j p = (k + j) p with the sum by the reference, 1 p = p and 0 p = 0, which fix the function on its own.
 */
static void fuzz_ecmul(int shape, const uint8_t operands[128])
{
    static const uint8_t zero[64], one[32] = {[31] = 1};
    const uint8_t *k = operands + 64, *j = shape & 4 ? one : operands + 96;
    uint8_t p[64], sum[32], kp[64], jp[64], expected[64], out[64], first[64];
    int bad;
    make_point(p, operands, shape & 1);
    bad = reference_on_curve(p) ? -1 : 0;
    reference_add_scalars(sum, k, j);
    for (int i = 0; variant(i) != NULL; i++) {
        check_result(variant(i)->ecmul(kp, p, k), bad);
        if (bad >= 0)
            continue;
        check_result(variant(i)->ecmul(jp, p, j), -1);
        check_result(variant(i)->ecmul(out, p, sum), -1);
        CHECK(!(shape & 4) || memcmp(jp, p, 64) == 0);
        if (i == 0)
            memcpy(first, kp, 64);
        CHECK(memcmp(first, kp, 64) == 0);
        CHECK(reference_on_curve(kp));
        if (memcmp(kp, zero, 64) != 0 && memcmp(jp, zero, 64) != 0)
            reference_add(expected, kp, jp);
        else
            memcpy(expected, memcmp(kp, zero, 64) != 0 ? kp : jp, 64);
        CHECK(memcmp(out, expected, 64) == 0);
    }
}

/* Exact-size copies on the heap, so that a sanitizer sees a read past the end. */
static struct bytes copy_bytes(const uint8_t *data, size_t length)
{
    uint8_t *copy = malloc(length + 1);
    CHECK(copy != NULL);
    memcpy(copy, data, length);
    copy = realloc(copy, length ? length : 1);
    CHECK(copy != NULL);
    return (struct bytes){copy, length};
}

/* Two bytes with the lengths of modulus and exponent, then modulus, exponent, and the base from what is left. */
static void fuzz_modexp(const struct window_tables *tables, const uint8_t *data, size_t size)
{
    size_t mod_len = data[0] % 40, exp_len = data[1] % 48;
    struct bytes modulus, exponent, base;
    struct work work = {NULL, NULL, 0, 0};
    uint8_t *out, *expected;
    data += 2;
    size -= 2;
    mod_len = mod_len < size ? mod_len : size;
    exp_len = exp_len < size - mod_len ? exp_len : size - mod_len;
    modulus = copy_bytes(data, mod_len);
    exponent = copy_bytes(data + mod_len, exp_len);
    base = copy_bytes(data + mod_len + exp_len, size - mod_len - exp_len);
    out = malloc(mod_len + 1);
    expected = malloc(mod_len + 1);
    CHECK(out != NULL && expected != NULL);
    if (strip_leading_zeros(modulus).length <= 32) {
        reference_modexp(expected, base.data, base.length, exponent.data, exponent.length, modulus.data,
                         modulus.length);
        for (int i = 0; variant(i) != NULL; i++) {
            out[mod_len] = 0xa5;
            CHECK(variant(i)->modexp(out, base, exponent, modulus, tables, &work) == MODEXP_OK);
            CHECK(memcmp(out, expected, mod_len) == 0 && out[mod_len] == 0xa5);
        }
    }
    free((void *)modulus.data);
    free((void *)exponent.data);
    free((void *)base.data);
    free(out);
    free(expected);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct window_tables tables;
    static int ready;
    uint8_t operands[128] = {0};
    if (size < 3)
        return 0;
    if (!ready) {
        window_tables_init(&tables);
        ready = 1;
    }
    memcpy(operands, data + 1, size - 1 < sizeof operands ? size - 1 : sizeof operands);
    switch (data[0] >> 4 & 3) {
    case 0:
        fuzz_ecadd(data[0], operands);
        break;
    case 1:
        fuzz_ecmul(data[0], operands);
        break;
    default:
        fuzz_modexp(&tables, data + 1, size - 1);
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
