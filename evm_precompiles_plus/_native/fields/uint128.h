/*
 * The one seam between the arithmetic and the compiler: products of two 64-bit limbs, carries, bit counts.
 *
 * Two bodies: one for compilers with a 128-bit integer, one in plain C11 from 32-bit halves. The second is chosen
 * where there is no __int128, and by -DEPP_NO_INT128, so that it can be tested on every host. Nothing here or above
 * looks at the byte order in memory: numbers meet bytes only through shifts (limbs.h), so big-endian hosts are correct.
 */
#ifndef EPP_UINT128_H
#define EPP_UINT128_H

#include <stdint.h>

typedef uint64_t limb;

#if defined(__GNUC__) || defined(__clang__)
#define EPP_INLINE static inline __attribute__((always_inline, unused))
#define EPP_NOINLINE __attribute__((noinline))
#define EPP_UNUSED __attribute__((unused))
#else
#define EPP_INLINE static inline
#define EPP_NOINLINE
#define EPP_UNUSED
#endif

#if defined(__SIZEOF_INT128__) && !defined(EPP_NO_INT128)

/* -DEPP_NO_INTRINSICS is for gcc's -fanalyzer, which does not see that they write through their last argument. */
#if defined(__x86_64__) && !defined(EPP_NO_INTRINSICS)
#define EPP_INTRINSICS 1
#include <immintrin.h>
#endif

__extension__ typedef unsigned __int128 epp_wide;

/* Low limb of x * y + a + b, the high limb to *hi. Never overflows: (B-1)^2 + 2(B-1) = B^2 - 1 for B = 2^64. */
EPP_INLINE limb mul_add(limb x, limb y, limb a, limb b, limb *hi)
{
    epp_wide t = (epp_wide)x * y + a + b;
    *hi = (limb)(t >> 64);
    return (limb)t;
}

#ifdef EPP_INTRINSICS
/* The intrinsics make one add-with-carry each; gcc does not find it in the 128-bit sum. */
EPP_INLINE limb add_carry(limb x, limb y, limb *carry)
{
    unsigned long long sum;
    *carry = _addcarry_u64((unsigned char)*carry, x, y, &sum);
    return sum;
}

EPP_INLINE limb sub_borrow(limb x, limb y, limb *borrow)
{
    unsigned long long difference;
    *borrow = _subborrow_u64((unsigned char)*borrow, x, y, &difference);
    return difference;
}
#else
EPP_INLINE limb add_carry(limb x, limb y, limb *carry)
{
    epp_wide t = (epp_wide)x + y + *carry;
    *carry = (limb)(t >> 64);
    return (limb)t;
}

EPP_INLINE limb sub_borrow(limb x, limb y, limb *borrow)
{
    epp_wide t = (epp_wide)x - y - *borrow;
    *borrow = (limb)(t >> 64) & 1;
    return (limb)t;
}
#endif

/* floor((2^128 - 1) / d) - 2^64 for a d with its top bit set. */
EPP_INLINE limb reciprocal_2by1(limb d) { return (limb)(((epp_wide)~d << 64 | ~(limb)0) / d); }

/* Trailing and leading zero bits; x must not be 0. */
EPP_INLINE int count_trailing_zeros(limb x) { return __builtin_ctzll(x); }
EPP_INLINE int count_leading_zeros(limb x) { return __builtin_clzll(x); }

#else /* plain C11 */

EPP_INLINE limb mul_add(limb x, limb y, limb a, limb b, limb *hi)
{
    const limb half = 0xffffffffu;
    limb x0 = x & half, x1 = x >> 32, y0 = y & half, y1 = y >> 32;
    /* Each line is at most (2^32-1)^2 + 2(2^32-1) = 2^64 - 1. */
    limb low = x0 * y0 + (a & half) + (b & half);
    limb mid = x1 * y0 + (low >> 32) + (a >> 32);
    limb mid2 = x0 * y1 + (mid & half) + (b >> 32);
    *hi = x1 * y1 + (mid >> 32) + (mid2 >> 32);
    return (mid2 << 32) | (low & half);
}

EPP_INLINE limb add_carry(limb x, limb y, limb *carry)
{
    limb sum = x + y, total = sum + *carry;
    *carry = (limb)(sum < x) | (limb)(total < sum);
    return total;
}

EPP_INLINE limb sub_borrow(limb x, limb y, limb *borrow)
{
    limb difference = x - y, total = difference - *borrow;
    *borrow = (limb)(x < y) | (limb)(difference < *borrow);
    return total;
}

/*
 * floor((2^128 - 1) / d) - 2^64 for a d with its top bit set: bit by bit, the quotient of (~d, 2^64 - 1) by d. The
 * remainder stays below d; where its doubling loses a bit, d goes once more.
 */
EPP_INLINE limb reciprocal_2by1(limb d)
{
    limb remainder = ~d, quotient = 0;
    for (int i = 0; i < 64; i++) {
        limb lost = remainder >> 63;
        remainder = remainder << 1 | 1;
        quotient <<= 1;
        if (lost || remainder >= d) {
            remainder -= d;
            quotient |= 1;
        }
    }
    return quotient;
}

/* Leading zero bits by halving the place where the top bit may be; x must not be 0. */
EPP_INLINE int count_leading_zeros(limb x)
{
    int zeros = 0;
    for (int step = 32; step > 0; step >>= 1)
        if (x >> (64 - step) == 0) {
            zeros += step;
            x <<= step;
        }
    return zeros;
}

EPP_INLINE int count_trailing_zeros(limb x) { return 63 - count_leading_zeros(x & (0 - x)); }

#endif

#endif
