/*
 * Eight lanes of 64 bits, and what AVX-512 IFMA does with them: the processor's instructions or, with
 * -DEPP_IFMA_EMULATED, the same in plain C, so that every machine can test what is built of them.
 *
 * Spec: Intel SDM, VPMADD52LUQ and VPMADD52HUQ: a lane plus the low or the high 52 bits of the product of the low 52
 * bits of two others.
 */
#ifndef EPP_IFMA_LANES_H
#define EPP_IFMA_LANES_H

#include "modexp/ifma.h"

/* floor(x y / 2^52) of two digits, with y 2^12 given. */
EPP_INLINE limb digits_high(limb x, limb y_shifted)
{
    limb high;
    (void)mul_add(x, y_shifted, 0, 0, &high);
    return high;
}

#ifdef EPP_IFMA_EMULATED

typedef struct {
    limb lane[LANES];
} lanes;

#define EACH_LANE(expression)                                                                                          \
    lanes r;                                                                                                           \
    for (int i = 0; i < LANES; i++)                                                                                    \
        r.lane[i] = (expression);                                                                                      \
    return r

EPP_INLINE lanes lanes_load(const limb *a) { EACH_LANE(a[i]); }
EPP_INLINE void lanes_store(limb *r, lanes x) { memcpy(r, x.lane, sizeof x.lane); }
EPP_INLINE lanes lanes_all(limb x) { EACH_LANE(x); }
EPP_INLINE limb lanes_second(lanes x) { return x.lane[1]; }
EPP_INLINE lanes lanes_with_first(lanes x, limb first) { EACH_LANE(i == 0 ? first : x.lane[i]); }
EPP_INLINE lanes lanes_add(lanes x, lanes y) { EACH_LANE(x.lane[i] + y.lane[i]); }

/* acc + the low, or the high, 52 bits of x y. */
EPP_INLINE lanes lanes_add_low(lanes acc, lanes x, lanes y)
{
    EACH_LANE(acc.lane[i] + ((x.lane[i] * y.lane[i]) & DIGIT_MASK));
}

EPP_INLINE lanes lanes_add_high(lanes acc, lanes x, lanes y)
{
    EACH_LANE(acc.lane[i] + digits_high(x.lane[i] & DIGIT_MASK, y.lane[i] << 12));
}

/* The low 52 bits of each lane, and the rest. */
EPP_INLINE lanes lanes_digit(lanes x) { EACH_LANE(x.lane[i] & DIGIT_MASK); }
EPP_INLINE lanes lanes_carry(lanes x) { EACH_LANE(x.lane[i] >> DIGIT_BITS); }

/* Seven lanes of `low` and one of `high`, all of them one lane down; and one lane of `low` below seven of `high`. */
EPP_INLINE lanes lanes_down(lanes high, lanes low) { EACH_LANE(i < LANES - 1 ? low.lane[i + 1] : high.lane[0]); }
EPP_INLINE lanes lanes_up(lanes high, lanes low) { EACH_LANE(i > 0 ? high.lane[i - 1] : low.lane[LANES - 1]); }

/* Whether a lane has more than 52 bits. */
EPP_INLINE int lanes_overflow(lanes x)
{
    limb all = 0;
    for (int i = 0; i < LANES; i++)
        all |= x.lane[i] >> DIGIT_BITS;
    return all != 0;
}

#undef EACH_LANE

#else

#include <immintrin.h>

typedef __m512i lanes;

EPP_INLINE lanes lanes_load(const limb *a) { return _mm512_loadu_si512(a); }
EPP_INLINE void lanes_store(limb *r, lanes x) { _mm512_storeu_si512(r, x); }
EPP_INLINE lanes lanes_all(limb x) { return _mm512_set1_epi64((long long)x); }
EPP_INLINE limb lanes_second(lanes x) { return (limb)_mm_extract_epi64(_mm512_castsi512_si128(x), 1); }
EPP_INLINE lanes lanes_with_first(lanes x, limb first) { return _mm512_mask_set1_epi64(x, 1, (long long)first); }
EPP_INLINE lanes lanes_add(lanes x, lanes y) { return _mm512_add_epi64(x, y); }
EPP_INLINE lanes lanes_add_low(lanes acc, lanes x, lanes y) { return _mm512_madd52lo_epu64(acc, x, y); }
EPP_INLINE lanes lanes_add_high(lanes acc, lanes x, lanes y) { return _mm512_madd52hi_epu64(acc, x, y); }
EPP_INLINE lanes lanes_digit(lanes x) { return _mm512_and_si512(x, lanes_all(DIGIT_MASK)); }
EPP_INLINE lanes lanes_carry(lanes x) { return _mm512_srli_epi64(x, DIGIT_BITS); }
EPP_INLINE lanes lanes_down(lanes high, lanes low) { return _mm512_alignr_epi64(high, low, 1); }
EPP_INLINE lanes lanes_up(lanes high, lanes low) { return _mm512_alignr_epi64(high, low, LANES - 1); }
EPP_INLINE int lanes_overflow(lanes x) { return _mm512_cmpgt_epu64_mask(x, lanes_all(DIGIT_MASK)) != 0; }

#endif

#endif
