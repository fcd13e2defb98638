/*
 * The two ways the same sources are compiled.
 *
 * Portable: each .c file by itself. ADX: all of them once more as one unit, kernels_adx.c, with the products replaced
 * by inline assembly for MULX, ADCX and ADOX; only on x86-64 under gcc and clang, and used only where the CPU has them.
 * Not without optimisation, when a compiler has too few registers to give. -DEPP_NO_ADX leaves it out.
 * What is for AVX-512 IFMA (modexp/ifma.h) is compiled for it function by function, and joins the ADX unit's table for
 * processors that have both; -DEPP_NO_IFMA leaves it out.
 * EPP_VARIANT stands before the declaration, in a header, of every function that is compiled once for each variant: in
 * the ADX unit it is static, so that the name means that unit's body there and the portable one everywhere else.
 */
#ifndef EPP_VARIANT_H
#define EPP_VARIANT_H

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__)) && !defined(EPP_NO_INT128) && \
    !defined(EPP_NO_ADX) && defined(__LP64__) && defined(__OPTIMIZE__)
#define EPP_HAVE_ADX 1
#endif

#if defined(EPP_HAVE_ADX) && (defined(__clang__) || __GNUC__ >= 6) && !defined(EPP_NO_IFMA)
#define EPP_HAVE_IFMA 1
#endif

#ifdef EPP_ADX
#define EPP_VARIANT static
#else
#define EPP_VARIANT
#endif

#endif
