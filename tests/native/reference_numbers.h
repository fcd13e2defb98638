/*
 * Slow arithmetic of numbers below 2^256 by shift and add, for the references that the kernels are held against.
 */
#ifndef EPP_REFERENCE_NUMBERS_H
#define EPP_REFERENCE_NUMBERS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* 256 bits, least significant digit first; the operations are modulo an m that their operands are below. */
typedef struct {
    uint64_t d[4];
} num;

static inline num num_load(const uint8_t *bytes)
{
    num r;
    memset(&r, 0, sizeof r);
    for (int i = 0; i < 32; i++)
        r.d[(31 - i) / 8] |= (uint64_t)bytes[i] << (8 * ((31 - i) % 8));
    return r;
}

static inline void num_store(uint8_t *bytes, const num *a)
{
    for (int i = 0; i < 32; i++)
        bytes[i] = (uint8_t)(a->d[(31 - i) / 8] >> (8 * ((31 - i) % 8)));
}

static inline num num_small(uint64_t value)
{
    num r = {{value, 0, 0, 0}};
    return r;
}

static inline int num_is_zero(const num *a)
{
    uint64_t any = 0;
    for (int i = 0; i < 4; i++)
        any |= a->d[i];
    return any == 0;
}

static inline int num_less(const num *a, const num *b)
{
    for (int i = 3; i >= 0; i--)
        if (a->d[i] != b->d[i])
            return a->d[i] < b->d[i];
    return 0;
}

/* a -= b modulo 2^256. */
static inline void num_subtract(num *a, const num *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t x = a->d[i], y = b->d[i];
        a->d[i] = x - y - borrow;
        borrow = x < y || (x == y && borrow);
    }
}

/* a = (2a + bit) mod m for a below m. */
static inline void num_shift_in(num *a, uint64_t bit, const num *m)
{
    uint64_t carry = bit;
    for (int i = 0; i < 4; i++) {
        uint64_t top = a->d[i] >> 63;
        a->d[i] = a->d[i] << 1 | carry;
        carry = top;
    }
    if (carry || !num_less(a, m))
        num_subtract(a, m);
}

static inline num num_reduce(const uint8_t *bytes, size_t length, const num *m)
{
    num r = num_small(0);
    for (size_t i = 0; i < 8 * length; i++)
        num_shift_in(&r, bytes[i / 8] >> (7 - i % 8) & 1, m);
    return r;
}

/* a + b mod m for a, b below m. */
static inline num num_add(num a, const num *b, const num *m)
{
    uint64_t carry = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t x = a.d[i], sum = x + b->d[i] + carry;
        carry = sum < x || (sum == x && carry);
        a.d[i] = sum;
    }
    if (carry || !num_less(&a, m))
        num_subtract(&a, m);
    return a;
}

static inline num num_negative(const num *a, const num *m)
{
    num r = *m;
    num_subtract(&r, a);
    return num_is_zero(a) ? *a : r;
}

static inline num num_mul(const num *a, const num *b, const num *m)
{
    num r = num_small(0);
    for (int i = 255; i >= 0; i--) {
        num_shift_in(&r, 0, m);
        if (b->d[i / 64] >> (i % 64) & 1)
            r = num_add(r, a, m);
    }
    return r;
}

/* base^exponent mod m, m above 1, bit by bit. */
static inline num num_power(const num *base, const uint8_t *exponent, size_t length, const num *m)
{
    num r = num_small(1);
    for (size_t i = 0; i < 8 * length; i++) {
        r = num_mul(&r, &r, m);
        if (exponent[i / 8] >> (7 - i % 8) & 1)
            r = num_mul(&r, base, m);
    }
    return r;
}

/* 1 / a modulo the prime m by Fermat's little theorem, 0 for 0. */
static inline num num_inverse(const num *a, const num *m)
{
    uint8_t exponent[32];
    num e = *m, two = num_small(2);
    num_subtract(&e, &two);
    num_store(exponent, &e);
    return num_power(a, exponent, 32, m);
}

#endif
