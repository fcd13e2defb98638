/*
 * Naturals of any number of limbs, least significant first: sums, shifts, comparison, bytes in and out.
 */
#ifndef EPP_NATURAL_H
#define EPP_NATURAL_H

#include "fields/verify.h"

/* r = a + b + carry, r = a - b - borrow, on n limbs; return the carry or borrow. r may be a or b. */
EPP_INLINE limb natural_add_carry(limb *r, const limb *a, const limb *b, size_t n, limb carry)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        r[i] = add_carry(a[i], b[i], &carry);
        r[i + 1] = add_carry(a[i + 1], b[i + 1], &carry);
        r[i + 2] = add_carry(a[i + 2], b[i + 2], &carry);
        r[i + 3] = add_carry(a[i + 3], b[i + 3], &carry);
    }
    for (; i < n; i++)
        r[i] = add_carry(a[i], b[i], &carry);
    return carry;
}

EPP_INLINE limb natural_sub_borrow(limb *r, const limb *a, const limb *b, size_t n, limb borrow)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        r[i] = sub_borrow(a[i], b[i], &borrow);
        r[i + 1] = sub_borrow(a[i + 1], b[i + 1], &borrow);
        r[i + 2] = sub_borrow(a[i + 2], b[i + 2], &borrow);
        r[i + 3] = sub_borrow(a[i + 3], b[i + 3], &borrow);
    }
    for (; i < n; i++)
        r[i] = sub_borrow(a[i], b[i], &borrow);
    return borrow;
}

EPP_INLINE limb natural_add(limb *r, const limb *a, const limb *b, size_t n)
{
    return natural_add_carry(r, a, b, n, 0);
}

EPP_INLINE limb natural_sub(limb *r, const limb *a, const limb *b, size_t n)
{
    return natural_sub_borrow(r, a, b, n, 0);
}

/*
 * r = a - b where condition is 1, r = a where it is 0. Up to a dozen limbs without a branch: whether there is a carry
 * cannot be predicted.
 */
EPP_INLINE void natural_sub_if(limb *r, const limb *a, const limb *b, size_t n, limb condition)
{
    limb borrow = 0, mask = 0 - condition;
    if (n > 12) {
        if (condition)
            (void)natural_sub(r, a, b, n);
        else
            memcpy(r, a, n * sizeof(limb));
        return;
    }
    for (size_t i = 0; i < n; i++)
        r[i] = sub_borrow(a[i], b[i] & mask, &borrow);
}

/* r += carry, a limb; stops where nothing is left to carry. Returns the carry out of n limbs. */
EPP_INLINE limb natural_propagate(limb *r, size_t n, limb carry)
{
    for (size_t i = 0; carry != 0 && i < n; i++) {
        r[i] += carry;
        carry = r[i] < carry;
    }
    return carry;
}

/* Whether a < b. */
EPP_INLINE int natural_less(const limb *a, const limb *b, size_t n)
{
    while (n-- > 0)
        if (a[n] != b[n])
            return a[n] < b[n];
    return 0;
}

EPP_INLINE void natural_copy(limb *r, const limb *a, size_t n) { memcpy(r, a, n * sizeof(limb)); }
EPP_INLINE void natural_zero(limb *r, size_t n) { memset(r, 0, n * sizeof(limb)); }

/* How many of the n limbs are left without leading zeros. */
EPP_INLINE size_t natural_size(const limb *a, size_t n)
{
    while (n > 0 && a[n - 1] == 0)
        n--;
    return n;
}

/* Trailing zero bits of a number that is not 0. */
EPP_INLINE size_t natural_trailing_zeros(const limb *a)
{
    size_t i = 0;
    while (a[i] == 0)
        i++;
    return 64 * i + (size_t)count_trailing_zeros(a[i]);
}

/* r = a 2^bits, 0 <= bits < 64, on n limbs; returns the bits that leave the top. r may be a. */
EPP_INLINE limb natural_shift_left(limb *r, const limb *a, size_t n, int bits)
{
    limb low = 0;
    for (size_t i = 0; i < n; i++) {
        limb x = a[i];
        r[i] = x << bits | low;
        low = bits ? x >> (64 - bits) : 0;
    }
    return low;
}

/* r = a / 2^bits, rounded down, 0 <= bits < 64, on n limbs. r may be a or lie below it. */
EPP_INLINE void natural_shift_right(limb *r, const limb *a, size_t n, int bits)
{
    for (size_t i = 0; i < n; i++) {
        limb high = i + 1 < n ? a[i + 1] : 0;
        r[i] = bits ? a[i] >> bits | high << (64 - bits) : a[i];
    }
}

/* r = r mod 2^bits, for 64 (n - 1) < bits <= 64 n. */
EPP_INLINE void natural_truncate(limb *r, size_t n, size_t bits)
{
    if (bits % 64)
        r[n - 1] &= ((limb)1 << bits % 64) - 1;
}

EPP_INLINE size_t limbs_of_bytes(size_t length) { return length / 8 + (length % 8 != 0); }
EPP_INLINE size_t limbs_of_bits(size_t bits) { return bits / 64 + (bits % 64 != 0); }

/* Big-endian bytes to the n limbs; bytes beyond 8n are left out. */
EPP_INLINE void natural_load(limb *r, size_t n, const uint8_t *bytes, size_t length)
{
    size_t i = 0;
    for (; i < n && length >= 8; i++, length -= 8)
        r[i] = load_be64(bytes + length - 8);
    for (; i < n; i++, length = 0) {
        limb x = 0;
        for (size_t j = 0; j < length; j++)
            x = x << 8 | bytes[j];
        r[i] = x;
    }
}

/* The number as `length` big-endian bytes; it must fit. */
EPP_INLINE void natural_store(uint8_t *bytes, size_t length, const limb *a, size_t n)
{
    size_t i = 0;
    for (; i < n && length >= 8; i++, length -= 8)
        store_be64(bytes + length - 8, a[i]);
    for (limb x = i < n ? a[i] : 0; length > 0; x >>= 8)
        bytes[--length] = (uint8_t)x;
}

#endif
