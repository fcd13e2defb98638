/*
 * MODEXP below 2^256.
 *
 * Algorithm: one sliding-window exponentiation (window.h) over two rings: an odd modulus in Montgomery form, and 2^k by
 * truncated products. An even modulus 2^k odd goes through both, and the Chinese remainder theorem joins the results.
 * Each ring has one product per limb count, so that the loops unroll and a 64-bit modulus does not pay for 256 bits.
 * Timing: variable time; every input is public.
 */
#include "modexp/modexp_u256.h"

#include "modexp/montgomery_u256.h"
#include "modexp/power.h"

#ifdef EPP_ADX
#include "modexp/montgomery_u256_adx.h"
#endif

typedef void multiplication(limb *r, const limb *a, const limb *b, const void *context);
typedef void squaring(limb *r, const limb *a, const void *context);

#define DEFINE_MONTGOMERY_MUL(size)                                                                                    \
    static void montgomery_mul_##size(limb *r, const limb *a, const limb *b, const void *modulus)                      \
    {                                                                                                                  \
        montgomery_mul_n(r, a, b, modulus, size);                                                                      \
    }                                                                                                                  \
    static void montgomery_sqr_##size(limb *r, const limb *a, const void *modulus)                                     \
    {                                                                                                                  \
        montgomery_mul_n(r, a, a, modulus, size);                                                                      \
    }

DEFINE_MONTGOMERY_MUL(1)
DEFINE_MONTGOMERY_MUL(2)
DEFINE_MONTGOMERY_MUL(3)
#ifdef EPP_ADX
static void montgomery_mul_of_4(limb *r, const limb *a, const limb *b, const void *modulus)
{
    montgomery_mul_4(r, a, b, modulus);
}

static void montgomery_sqr_of_4(limb *r, const limb *a, const void *modulus) { montgomery_sqr_4(r, a, modulus); }
#else
DEFINE_MONTGOMERY_MUL(4)
#define montgomery_mul_of_4 montgomery_mul_4
#define montgomery_sqr_of_4 montgomery_sqr_4
#endif

/* r = a b mod 2^(64 size). */
EPP_INLINE void truncated_mul_n(limb *r, const limb *a, const limb *b, const int size)
{
    limb t[4] = {0};
    for (int i = 0; i < size; i++) {
        limb carry = 0;
        for (int j = 0; i + j < size - 1; j++)
            t[i + j] = mul_add(a[j], b[i], t[i + j], carry, &carry);
        t[size - 1] += a[size - 1 - i] * b[i] + carry;
    }
    memcpy(r, t, sizeof(limb) * (size_t)size);
}

#define DEFINE_TRUNCATED_MUL(size)                                                                                     \
    static void truncated_mul_##size(limb *r, const limb *a, const limb *b, const void *unused)                        \
    {                                                                                                                  \
        (void)unused;                                                                                                  \
        truncated_mul_n(r, a, b, size);                                                                                \
    }                                                                                                                  \
    static void truncated_sqr_##size(limb *r, const limb *a, const void *unused)                                       \
    {                                                                                                                  \
        (void)unused;                                                                                                  \
        truncated_mul_n(r, a, a, size);                                                                                \
    }

DEFINE_TRUNCATED_MUL(1)
DEFINE_TRUNCATED_MUL(2)
DEFINE_TRUNCATED_MUL(3)
DEFINE_TRUNCATED_MUL(4)

/* r = base^exponent in the ring, its `size` limbs. */
static void power_narrow(limb r[4], const struct ring *ring, const limb base[4], struct bytes exponent,
                         const struct operands *operands)
{
    limb odd[4 << (WINDOW_MAX - 1)];
    memcpy(odd, base, 4 * sizeof(limb));
    power(r, ring, odd, exponent, window_plan(operands->tables, exponent, operands->work).width, operands->work);
}

/*
 * r = a representative of the number in Montgomery form, in [0, R). Horner's rule over chunks of `size` limbs, highest
 * first; the product with R^2 / R moves up by one chunk. It is below 2n, so a chunk carries at most to R + 2n: n goes
 * at most twice.
 */
static void to_montgomery(limb r[4], const struct montgomery *m, multiplication *mul, struct bytes number)
{
    int size = m->size;
    size_t chunk = 8 * (size_t)size, first = number.length % chunk;
    if (first == 0 && number.length > 0)
        first = chunk;
    load_bytes(r, size, number.data, first);
    for (size_t i = first; i < number.length; i += chunk) {
        limb next[4], carry;
        mul(r, r, m->r2, m);
        load_bytes(next, size, number.data + i, chunk);
        carry = limbs_add(r, r, next, size);
        for (int times = 0; carry; times++) {
            EPP_BOUND(times < 2);
            carry -= limbs_sub(r, r, m->n, size);
        }
    }
    mul(r, r, m->r2, m);
}

/* Maps a Montgomery form in [0, R) to the number in [0, n): a / R + n (R - 1) / R is at most n. */
static void from_montgomery(limb r[4], const struct montgomery *m, multiplication *mul)
{
    static const limb one[4] = {1, 0, 0, 0};
    mul(r, r, one, m);
    EPP_BOUND(!limbs_less(m->n, r, m->size));
    if (!limbs_less(r, m->n, m->size))
        (void)limbs_sub(r, r, m->n, m->size);
    EPP_BOUND(limbs_less(r, m->n, m->size));
}

static int count_limbs(const limb a[4])
{
    int size = 4;
    while (size > 1 && a[size - 1] == 0)
        size--;
    return size;
}

void power_odd(limb r[4], const limb n[4], const struct operands *operands)
{
    static multiplication *const muls[4] = {montgomery_mul_1, montgomery_mul_2, montgomery_mul_3,
                                            montgomery_mul_of_4};
    static squaring *const sqrs[4] = {montgomery_sqr_1, montgomery_sqr_2, montgomery_sqr_3,
                                      montgomery_sqr_of_4};
    struct montgomery m;
    struct ring ring = {.context = &m, .cost = 1};
    limb mont[4] = {0};
    memcpy(m.n, n, sizeof m.n);
    m.size = count_limbs(n);
    montgomery_init(&m);
    ring.size = (size_t)m.size;
    ring.mul = muls[m.size - 1];
    ring.sqr = sqrs[m.size - 1];
    memset(r, 0, 4 * sizeof(limb));
    to_montgomery(mont, &m, ring.mul, operands->base);
    power_narrow(r, &ring, mont, operands->exponent, operands);
    from_montgomery(r, &m, ring.mul);
}

/* a = a mod 2^bits, 0 < bits <= 256. */
static void truncate(limb a[4], int bits)
{
    EPP_BOUND(0 < bits && bits <= 256);
    for (int i = 0; i < 4; i++) {
        int keep = bits - 64 * i;
        if (keep <= 0)
            a[i] = 0;
        else if (keep < 64)
            a[i] &= ((limb)1 << keep) - 1;
    }
}

/* The number modulo 2^bits. */
static void load_truncated(limb r[4], struct bytes number, int bits)
{
    size_t length = number.length < 32 ? number.length : 32;
    load_bytes(r, 4, number.data + (number.length - length), length);
    truncate(r, bits);
}

/* Whether the exponent, without leading zero bytes, is at least k <= 256. */
static int exponent_at_least(struct bytes exponent, int k)
{
    int value = 0;
    if (exponent.length > 2)
        return 1;
    for (size_t i = 0; i < exponent.length; i++)
        value = value << 8 | exponent.data[i];
    return value >= k;
}

/*
 * The exponent never needs more than k bits: an even base to the k-th power or above is 0, and the order of an odd base
 * divides 2^(k-1), so its exponent counts modulo 2^k.
 */
void power_pow2(limb r[4], int k, const struct operands *operands)
{
    static multiplication *const muls[4] = {truncated_mul_1, truncated_mul_2, truncated_mul_3, truncated_mul_4};
    static squaring *const sqrs[4] = {truncated_sqr_1, truncated_sqr_2, truncated_sqr_3, truncated_sqr_4};
    int size = (k + 63) / 64;
    struct ring ring = {muls[size - 1], sqrs[size - 1], NULL, (size_t)size, 1};
    struct bytes exponent = operands->exponent;
    limb b[4], short_exponent[4];
    uint8_t word[32];
    load_truncated(b, operands->base, k);
    memset(r, 0, 4 * sizeof(limb));
    if ((b[0] & 1) == 0 && exponent_at_least(exponent, k))
        return;
    load_truncated(short_exponent, exponent, 256);
    if (b[0] & 1)
        truncate(short_exponent, k);
    store_word(word, short_exponent);
    exponent = strip_leading_zeros((struct bytes){word, sizeof word});
    if (exponent.length == 0) {
        r[0] = 1;
        return;
    }
    power_narrow(r, &ring, b, exponent, operands);
    truncate(r, k);
}

/* r = 1 / odd mod 2^256: Newton's step x (2 - odd x) doubles the bits, from 5 (see negative_inverse). */
static void inverse_pow2(limb r[4], const limb odd[4])
{
    static const limb two[4] = {2, 0, 0, 0};
    limb t[4];
    memset(r, 0, 4 * sizeof(limb));
    r[0] = (3 * odd[0]) ^ 2;
    for (int i = 0; i < 4; i++)
        r[0] *= 2 - odd[0] * r[0];
    for (int i = 0; i < 2; i++) {
        truncated_mul_n(t, odd, r, 4);
        (void)limbs_sub(t, two, t, 4);
        truncated_mul_n(r, r, t, 4);
    }
}

/* r = the number below 2^k odd that is x modulo odd and y modulo 2^k: x + odd ((y - x) / odd mod 2^k). */
static void crt_combine(limb r[4], const limb x[4], const limb odd[4], const limb y[4], int k)
{
    limb inverse[4], t[4], carry;
    inverse_pow2(inverse, odd);
    (void)limbs_sub(t, y, x, 4);
    truncated_mul_n(t, t, inverse, 4);
    truncate(t, k);
    truncated_mul_n(t, t, odd, 4);
    carry = limbs_add(r, t, x, 4);
    EPP_BOUND(carry == 0);
}

static int trailing_zeros(const limb a[4])
{
    int i = 0;
    while (a[i] == 0)
        i++;
    return 64 * i + count_trailing_zeros(a[i]);
}

/* r = base^exponent mod n, for n above 1. */
static void power_mod(limb r[4], const limb n[4], const struct operands *operands)
{
    int k = trailing_zeros(n);
    limb odd[4], x[4], y[4];
    memcpy(odd, n, sizeof odd);
    limbs_shift_right(odd, k, 4);
    if (k == 0) {
        power_odd(r, n, operands);
    } else if (odd[0] == 1 && count_limbs(odd) == 1) {
        power_pow2(r, k, operands);
    } else {
        power_odd(x, odd, operands);
        power_pow2(y, k, operands);
        crt_combine(r, x, odd, y, k);
    }
}

void modexp_u256(uint8_t *out, struct bytes modulus, const struct operands *operands)
{
    limb n[4], r[4] = {0};
    uint8_t word[32];
    memset(out, 0, modulus.length);
    if (modulus.length == 0 || (modulus.length == 1 && modulus.data[0] == 1))
        return;
    load_bytes(n, 4, modulus.data, modulus.length);
    if (operands->exponent.length == 0)
        r[0] = 1;
    else
        power_mod(r, n, operands);
    store_word(word, r);
    memcpy(out, word + (sizeof word - modulus.length), modulus.length);
}
