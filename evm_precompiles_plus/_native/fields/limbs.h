/*
 * Numbers of a few 64-bit limbs, least significant first: bytes in and out, sums, comparisons, shifts.
 *
 * The limb count is an argument; every caller passes a constant or a value from 1 to 4, so the loops unroll.
 */
#ifndef EPP_LIMBS_H
#define EPP_LIMBS_H

#include <stddef.h>
#include <string.h>

#include "fields/uint128.h"

/* Big-endian bytes to one limb; gcc and clang make a load and a byte swap of it. */
EPP_INLINE limb load_be64(const uint8_t *bytes)
{
    return (limb)bytes[0] << 56 | (limb)bytes[1] << 48 | (limb)bytes[2] << 40 | (limb)bytes[3] << 32 |
           (limb)bytes[4] << 24 | (limb)bytes[5] << 16 | (limb)bytes[6] << 8 | (limb)bytes[7];
}

EPP_INLINE void store_be64(uint8_t *bytes, limb x)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(x >> (56 - 8 * i));
}

/* A 32-byte big-endian word to four limbs, and back. */
EPP_INLINE void load_word(limb r[4], const uint8_t *word)
{
    for (int i = 0; i < 4; i++)
        r[i] = load_be64(word + 24 - 8 * i);
}

EPP_INLINE void store_word(uint8_t *word, const limb a[4])
{
    for (int i = 0; i < 4; i++)
        store_be64(word + 24 - 8 * i, a[i]);
}

/* At most 8n big-endian bytes to n limbs. */
EPP_INLINE void load_bytes(limb *r, int n, const uint8_t *bytes, size_t length)
{
    uint8_t padded[32] = {0};
    memcpy(padded + 8 * (size_t)n - length, bytes, length);
    for (int i = 0; i < n; i++)
        r[i] = load_be64(padded + 8 * (n - 1 - i));
}

/* r = a + b, r = a - b, both modulo 2^(64 n); return the carry or borrow. r may be a or b. */
EPP_INLINE limb limbs_add(limb *r, const limb *a, const limb *b, int n)
{
    limb carry = 0;
    for (int i = 0; i < n; i++)
        r[i] = add_carry(a[i], b[i], &carry);
    return carry;
}

EPP_INLINE limb limbs_sub(limb *r, const limb *a, const limb *b, int n)
{
    limb borrow = 0;
    for (int i = 0; i < n; i++)
        r[i] = sub_borrow(a[i], b[i], &borrow);
    return borrow;
}

/*
 * r = a + b where condition is 1, r = a where it is 0; returns the carry. No array of its own holds the masked b: gcc would
 * fill it with wide stores, and the sum's narrow loads would wait for them.
 */
EPP_INLINE limb limbs_add_if(limb *r, const limb *a, const limb *b, limb condition, int n)
{
    limb carry = 0, mask = 0 - condition;
    for (int i = 0; i < n; i++)
        r[i] = add_carry(a[i], b[i] & mask, &carry);
    return carry;
}

/* r = b where condition is 1, r stays where it is 0; no branch, for conditions that cannot be predicted. */
EPP_INLINE void limbs_select(limb *r, const limb *b, limb condition, int n)
{
    limb mask = 0 - condition;
    for (int i = 0; i < n; i++)
        r[i] ^= (r[i] ^ b[i]) & mask;
}

EPP_INLINE int limbs_less(const limb *a, const limb *b, int n)
{
    limb borrow = 0;
    for (int i = 0; i < n; i++)
        (void)sub_borrow(a[i], b[i], &borrow);
    return (int)borrow;
}

EPP_INLINE int limbs_is_zero(const limb *a, int n)
{
    limb any = 0;
    for (int i = 0; i < n; i++)
        any |= a[i];
    return any == 0;
}

EPP_INLINE int limbs_equal(const limb *a, const limb *b, int n)
{
    limb any = 0;
    for (int i = 0; i < n; i++)
        any |= a[i] ^ b[i];
    return any == 0;
}

/* a >>= bits, for 0 <= bits < 64 n. */
EPP_INLINE void limbs_shift_right(limb *a, int bits, int n)
{
    int whole = bits >> 6, part = bits & 63;
    for (int i = 0; i < n; i++) {
        limb low = i + whole < n ? a[i + whole] : 0;
        limb high = i + whole + 1 < n ? a[i + whole + 1] : 0;
        a[i] = part ? low >> part | high << (64 - part) : low;
    }
}

#endif
