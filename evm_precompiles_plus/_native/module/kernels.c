/* The portable entry points, and the run-time check for the others: see kernels.h. */
#include "module/kernels.h"

const struct kernels *kernels_portable(void)
{
    static const struct kernels table = KERNELS_OF_THIS_VARIANT("portable");
    return &table;
}

#ifdef EPP_HAVE_ADX

#include <cpuid.h>

extern const struct kernels kernels_adx_table; /* kernels_adx.c */

/* CPUID leaf 7: EBX bit 8 is BMI2 (MULX), bit 19 ADX. Neither needs the operating system's consent. */
static int cpu_has_adx(void)
{
    unsigned eax, ebx, ecx, edx, needed = 1u << 8 | 1u << 19;
    return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) && (ebx & needed) == needed;
}

const struct kernels *kernels_adx(void) { return cpu_has_adx() ? &kernels_adx_table : NULL; }

#else

const struct kernels *kernels_adx(void) { return NULL; }

#endif
