/* Slow arithmetic by shift and add, to hold the kernels against: see reference.h. */
#include "reference.h"

#include <string.h>

/* 256 bits, least significant digit first; the operations are modulo an m that their operands are below. */
typedef struct {
    uint64_t d[4];
} num;

static num num_load(const uint8_t *bytes)
{
    num r;
    memset(&r, 0, sizeof r);
    for (int i = 0; i < 32; i++)
        r.d[(31 - i) / 8] |= (uint64_t)bytes[i] << (8 * ((31 - i) % 8));
    return r;
}

static void num_store(uint8_t *bytes, const num *a)
{
    for (int i = 0; i < 32; i++)
        bytes[i] = (uint8_t)(a->d[(31 - i) / 8] >> (8 * ((31 - i) % 8)));
}

static num num_small(uint64_t value)
{
    num r = {{value, 0, 0, 0}};
    return r;
}

static int num_is_zero(const num *a)
{
    uint64_t any = 0;
    for (int i = 0; i < 4; i++)
        any |= a->d[i];
    return any == 0;
}

static int num_less(const num *a, const num *b)
{
    for (int i = 3; i >= 0; i--)
        if (a->d[i] != b->d[i])
            return a->d[i] < b->d[i];
    return 0;
}

/* a -= b modulo 2^256. */
static void num_subtract(num *a, const num *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t x = a->d[i], y = b->d[i];
        a->d[i] = x - y - borrow;
        borrow = x < y || (x == y && borrow);
    }
}

/* a = (2a + bit) mod m for a below m. */
static void num_shift_in(num *a, uint64_t bit, const num *m)
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

static num num_reduce(const uint8_t *bytes, size_t length, const num *m)
{
    num r = num_small(0);
    for (size_t i = 0; i < 8 * length; i++)
        num_shift_in(&r, bytes[i / 8] >> (7 - i % 8) & 1, m);
    return r;
}

/* a + b mod m for a, b below m. */
static num num_add(num a, const num *b, const num *m)
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

static num num_negative(const num *a, const num *m)
{
    num r = *m;
    num_subtract(&r, a);
    return num_is_zero(a) ? *a : r;
}

static num num_mul(const num *a, const num *b, const num *m)
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
static num num_power(const num *base, const uint8_t *exponent, size_t length, const num *m)
{
    num r = num_small(1);
    for (size_t i = 0; i < 8 * length; i++) {
        r = num_mul(&r, &r, m);
        if (exponent[i / 8] >> (7 - i % 8) & 1)
            r = num_mul(&r, base, m);
    }
    return r;
}

static num prime(void)
{
    num p = {{0x3c208c16d87cfd47, 0x97816a916871ca8d, 0xb85045b68181585d, 0x30644e72e131a029}};
    return p;
}

/* 1 / a by Fermat's little theorem. */
static num field_inverse(const num *a)
{
    uint8_t exponent[32];
    num p = prime(), e = p, two = num_small(2);
    num_subtract(&e, &two);
    num_store(exponent, &e);
    return num_power(a, exponent, 32, &p);
}

int reference_on_curve(const uint8_t point[64])
{
    num p = prime(), x = num_load(point), y = num_load(point + 32), three = num_small(3), left, right;
    if (num_is_zero(&x) && num_is_zero(&y))
        return 1;
    if (!num_less(&x, &p) || !num_less(&y, &p))
        return 0;
    left = num_mul(&y, &y, &p);
    right = num_mul(&x, &x, &p);
    right = num_mul(&right, &x, &p);
    right = num_add(right, &three, &p);
    return memcmp(&left, &right, sizeof left) == 0;
}

/* out = a + b for points on the curve, none of them infinity, by the affine formulas. */
void reference_add(uint8_t out[64], const uint8_t a[64], const uint8_t b[64])
{
    num p = prime(), x1 = num_load(a), y1 = num_load(a + 32), x2 = num_load(b), y2 = num_load(b + 32);
    num minus_x1 = num_negative(&x1, &p), minus_x2 = num_negative(&x2, &p), minus_y1 = num_negative(&y1, &p);
    num rise = num_add(y2, &minus_y1, &p), run = num_add(x2, &minus_x1, &p), slope, x, y;
    if (num_is_zero(&run)) {
        if (!num_is_zero(&rise)) {
            memset(out, 0, 64);
            return;
        }
        rise = num_mul(&x1, &x1, &p);
        slope = num_add(rise, &rise, &p);
        rise = num_add(slope, &rise, &p);
        run = num_add(y1, &y1, &p);
    }
    run = field_inverse(&run);
    slope = num_mul(&rise, &run, &p);
    x = num_mul(&slope, &slope, &p);
    x = num_add(x, &minus_x1, &p);
    x = num_add(x, &minus_x2, &p);
    y = num_negative(&x, &p);
    y = num_add(x1, &y, &p);
    y = num_mul(&slope, &y, &p);
    y = num_add(y, &minus_y1, &p);
    num_store(out, &x);
    num_store(out + 32, &y);
}

void reference_add_scalars(uint8_t sum[32], const uint8_t a[32], const uint8_t b[32])
{
    num n = {{0x43e1f593f0000001, 0x2833e84879b97091, 0xb85045b68181585d, 0x30644e72e131a029}};
    num x = num_reduce(a, 32, &n), y = num_reduce(b, 32, &n);
    x = num_add(x, &y, &n);
    num_store(sum, &x);
}

void reference_modexp(uint8_t *out, const uint8_t *base, size_t base_len, const uint8_t *exponent, size_t exp_len,
                      const uint8_t *modulus, size_t mod_len)
{
    uint8_t word[32] = {0};
    num m, r, one = num_small(1);
    memset(out, 0, mod_len);
    while (mod_len > 0 && *modulus == 0)
        modulus++, mod_len--, out++;
    if (mod_len == 0)
        return;
    memcpy(word + 32 - mod_len, modulus, mod_len);
    m = num_load(word);
    r = num_reduce(base, base_len, &m);
    if (num_less(&one, &m))
        r = num_power(&r, exponent, exp_len, &m);
    num_store(word, &r);
    memcpy(out, word + 32 - mod_len, mod_len);
}
