/*
 * Fuzzing ECRECOVER and P256VERIFY without Python, as fuzz_kernels.c does the other kernels: each variant is held
 * against reference_signatures.c.
 *
 * Input: the first byte chooses one of
 *   bit 0 clear: ECRECOVER of what follows: digest, r, s, 32 bytes each; bit 1 is the parity, bit 2 makes it 2;
 *   bit 0 set: P256VERIFY of what follows: digest, r, s, x, y; with bit 1 of a signature that is made from the digest,
 *   a key and a nonce, and with bit 2 that signature with a bit of r, s, x or y turned, which two more bytes choose.
 *
 * fuzz.sh builds and runs it, as it does fuzz_kernels.c; its corpus is tests/native/corpus_signatures.
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

static void fuzz_recover(int shape, const uint8_t operands[96])
{
    const struct kernels *variants[2] = {kernels_portable(), kernels_adx()};
    uint8_t signature[65], expected[64], key[64];
    int found;
    memcpy(signature, operands + 32, 64);
    signature[64] = shape & 4 ? 2 : shape >> 1 & 1;
    found = reference_recover(expected, operands, signature);
    for (int i = 0; i < 2 && variants[i] != NULL; i++) {
        CHECK(variants[i]->ecrecover(key, operands, signature) == found);
        CHECK(!found || memcmp(key, expected, sizeof key) == 0);
    }
}

static void fuzz_verify(int shape, const uint8_t operands[160])
{
    const struct kernels *variants[2] = {kernels_portable(), kernels_adx()};
    uint8_t signed_by[128]; /* r, s, x, y */
    int valid;
    memcpy(signed_by, operands + 32, sizeof signed_by);
    if (shape & 2) {
        reference_sign(signed_by + 64, signed_by, operands, operands + 32, operands + 64);
        if (shape & 4)
            signed_by[operands[96] & 127] ^= (uint8_t)(1 << (operands[97] & 7));
    }
    valid = reference_verify(operands, signed_by, signed_by + 64);
    for (int i = 0; i < 2 && variants[i] != NULL; i++)
        CHECK(variants[i]->p256verify(operands, signed_by, signed_by + 64) == valid);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t operands[160] = {0};
    if (size == 0)
        return 0;
    memcpy(operands, data + 1, size - 1 < sizeof operands ? size - 1 : sizeof operands);
    if (data[0] & 1)
        fuzz_verify(data[0], operands);
    else
        fuzz_recover(data[0], operands);
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
