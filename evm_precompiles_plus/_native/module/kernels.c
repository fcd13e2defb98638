/* The portable entry points, and the run-time check for the others: see kernels.h. */
#include "module/kernels.h"

const struct kernels *kernels_portable(void)
{
    static const struct kernels table = KERNELS_OF_THIS_VARIANT("portable", modexp);
    return &table;
}

const struct kernels *kernels_ifma_emulated(void)
{
    static const struct kernels table = KERNELS_OF_THIS_VARIANT("ifma-emulated", modexp_ifma);
    return &table;
}

#ifdef EPP_HAVE_ADX

#include <cpuid.h>

extern const struct kernels kernels_adx_table, kernels_ifma_table; /* kernels_adx.c */

/* Whether CPUID leaf 7 has these bits of EBX. */
static int cpu_has(unsigned needed)
{
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (ebx & needed) == needed;
}

/* Bit 8 is BMI2 (MULX), bit 19 ADX. Neither needs the operating system's consent. */
static int cpu_has_adx(void) { return cpu_has(1u << 8 | 1u << 19); }

const struct kernels *kernels_adx(void) { return cpu_has_adx() ? &kernels_adx_table : NULL; }

#else

const struct kernels *kernels_adx(void) { return NULL; }

#endif

#ifdef EPP_HAVE_IFMA

/*
 * Whether the operating system keeps the vectors: leaf 1's ECX bit 27 is OSXSAVE, and XCR0 has SSE, AVX, opmask and the
 * two halves of ZMM in bits 1, 2, 5, 6, 7.
 */
static int system_keeps_zmm(void)
{
    unsigned eax, ebx, ecx, edx, needed = 0xe6;
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & 1u << 27))
        return 0;
    __asm__ volatile("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
    return (eax & needed) == needed;
}

/* Bit 16 is AVX512F, bit 21 AVX512IFMA. */
const struct kernels *kernels_ifma(void)
{
    return cpu_has_adx() && cpu_has(1u << 16 | 1u << 21) && system_keeps_zmm() ? &kernels_ifma_table : NULL;
}

#else

const struct kernels *kernels_ifma(void) { return NULL; }

#endif

const struct kernels *kernels_body(size_t index)
{
    const struct kernels *bodies[] = {kernels_ifma(), kernels_adx(), kernels_portable(), kernels_ifma_emulated()};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
        if (bodies[i] != NULL && index-- == 0)
            return bodies[i];
    return NULL;
}
