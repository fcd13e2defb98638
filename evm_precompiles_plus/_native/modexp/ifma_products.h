/*
 * The products of ifma.h over the lanes of ifma_lanes.h. Included by ifma.c and by ifma_emulated.c, which name them.
 */
#include "fields/verify.h"
#include "modexp/ifma.h"
#include "modexp/ifma_lanes.h"

/* Carries from digit to digit, where the lanes' own step is not enough; returns what leaves the top. */
static EPP_NOINLINE limb ripple(limb *x, size_t n)
{
    limb carry = 0;
    for (size_t i = 0; i < n; i++) {
        limb sum = x[i] + carry;
        EPP_BOUND(sum >= carry);
        x[i] = sum & DIGIT_MASK;
        carry = sum >> DIGIT_BITS;
    }
    return carry;
}

/*
 * The number in eight lanes as digits, to r; returns what leaves the top. A carry goes up by one lane; the sum has more
 * than 52 bits where the digit was almost all ones, and then it goes on.
 */
EPP_INLINE limb store_digits(limb *r, lanes x)
{
    lanes carries = lanes_carry(x), zero = lanes_all(0), sum;
    limb top[LANES];
    sum = lanes_add(lanes_digit(x), lanes_up(carries, zero));
    if (lanes_overflow(sum)) {
        lanes_store(r, x);
        return ripple(r, LANES);
    }
    lanes_store(r, sum);
    lanes_store(top, carries);
    return top[LANES - 1];
}

/* The carries of a result, vector by vector from the lowest. */
struct carrying {
    lanes below; /* the last vector's */
    int more;    /* whether a sum has more than 52 bits */
};

EPP_INLINE void store_carried(limb *r, lanes x, struct carrying *state)
{
    lanes carries = lanes_carry(x), sum = lanes_add(lanes_digit(x), lanes_up(carries, state->below));
    state->more |= lanes_overflow(sum);
    state->below = carries;
    lanes_store(r, sum);
}

/*
 * One row at a time, for a constant count of vectors. The lowest digit, which the quotient's next digit waits for, goes
 * through ordinary registers, and lane 0 is not looked at: the digit is lane 1 of before, the low halves of its products
 * with b_i and q, the high halves of the digit below it, and the carry out of that one, which with q n_0 is a multiple
 * of 2^52: one more where it was not before.
 */
EPP_INLINE void multiply_rows(limb *r, const limb *a, const limb *b, const struct ifma_modulus *m, const size_t count)
{
    lanes x[IFMA_ROW_VECTORS], n[IFMA_ROW_VECTORS], acc[IFMA_ROW_VECTORS], zero = lanes_all(0);
    limb a0 = a[0], a1 = a[1], n0 = m->n[IFMA_PAD] << 12, n1 = m->n[IFMA_PAD + 1], k0 = m->inverse[IFMA_PAD], lowest = 0;
    struct carrying carrying = {zero, 0};
    for (size_t k = 0; k < count; k++) {
        x[k] = lanes_load(a + LANES * k);
        n[k] = lanes_load(m->n + IFMA_PAD + LANES * k);
        acc[k] = zero;
    }
    for (size_t i = 0; i < m->digits; i++) {
        limb b_i = b[i], sum = lowest + ((a0 * b_i) & DIGIT_MASK), q_i = (sum * k0) & DIGIT_MASK;
        lanes b_all = lanes_all(b_i), q_all = lanes_all(q_i), high[IFMA_ROW_VECTORS];
        EPP_BOUND(b_i <= DIGIT_MASK && sum >= lowest);
        lowest = lanes_second(acc[0]) + ((a1 * b_i) & DIGIT_MASK) + digits_high(b_i, a0 << 12) +
                 ((n1 * q_i) & DIGIT_MASK) + digits_high(q_i, n0) + (sum >> DIGIT_BITS) + ((sum & DIGIT_MASK) != 0);
        for (size_t k = 0; k < count; k++) {
            acc[k] = lanes_add_low(lanes_add_low(acc[k], x[k], b_all), n[k], q_all);
            high[k] = lanes_add_high(lanes_add_high(zero, x[k], b_all), n[k], q_all);
        }
        for (size_t k = 0; k < count; k++)
            acc[k] = lanes_add(lanes_down(k + 1 < count ? acc[k + 1] : zero, acc[k]), high[k]);
    }
    acc[0] = lanes_with_first(acc[0], lowest);
    for (size_t k = 0; k < count; k++)
        store_carried(r + LANES * k, acc[k], &carrying);
    if (carrying.more)
        (void)ripple(r, LANES * count);
}

/* A row for each count of vectors, so that its loops unroll and its vectors stay in registers. */
static EPP_NOINLINE void rows_2(limb *r, const limb *a, const limb *b, const struct ifma_modulus *m)
{
    multiply_rows(r, a, b, m, 2);
}

static EPP_NOINLINE void rows_3(limb *r, const limb *a, const limb *b, const struct ifma_modulus *m)
{
    multiply_rows(r, a, b, m, 3);
}

static EPP_NOINLINE void rows_4(limb *r, const limb *a, const limb *b, const struct ifma_modulus *m)
{
    multiply_rows(r, a, b, m, 4);
}

static EPP_NOINLINE void rows_5(limb *r, const limb *a, const limb *b, const struct ifma_modulus *m)
{
    multiply_rows(r, a, b, m, 5);
}

static void rows(limb *r, const limb *a, const limb *b, const struct ifma_modulus *m)
{
    switch (m->vectors) {
    case 2:
        rows_2(r, a, b, m);
        return;
    case 3:
        rows_3(r, a, b, m);
        return;
    case 4:
        rows_4(r, a, b, m);
        return;
    default:
        rows_5(r, a, b, m);
    }
}

/* Eight digits, each in all lanes of a vector. */
struct block {
    lanes digit[LANES];
};

EPP_INLINE struct block block_of(const limb *digits)
{
    struct block block;
    for (int j = 0; j < LANES; j++)
        block.digit[j] = lanes_all(digits[j]);
    return block;
}

/*
 * x + the eight digits at a of a product with a block. a has the multiplicand's digit of the same weight and is read
 * from eight digits below: the block's digit j meets what lies j below, and with its high half j + 1 below.
 */
EPP_INLINE lanes add_block(lanes x, const limb *a, const struct block *block)
{
    lanes high = lanes_all(0), v = lanes_load(a);
    for (int j = 0; j < LANES; j++) {
        x = lanes_add_low(x, v, block->digit[j]);
        v = lanes_load(a - j - 1);
        high = lanes_add_high(high, v, block->digit[j]);
    }
    return lanes_add(x, high);
}

EPP_INLINE void add_block_at(limb *t, const limb *a, const struct block *block)
{
    lanes_store(t, add_block(lanes_load(t), a, block));
}

static void clear(limb *t, size_t vectors) { memset(t, 0, vectors * LANES * sizeof(limb)); }

/* t = a b, in lanes that have not carried. */
static void whole_product(limb *t, const limb *a, const limb *b, size_t vectors)
{
    clear(t, 2 * vectors);
    for (size_t l = 0; l < vectors; l++) {
        struct block block = block_of(b + LANES * l);
        for (size_t k = 0; k <= vectors; k++)
            add_block_at(t + LANES * (l + k), a + LANES * k, &block);
    }
}

/*
 * t = a^2. Each block meets the blocks above it; of the next one, the digits without those of its own, which `spread`
 * has between zeros. After it vectors 2l and 2l + 1 are whole: they are doubled, and the block's square comes on top.
 */
static void whole_square(limb *t, const limb *a, limb *spread, size_t vectors)
{
    clear(t, 2 * vectors);
    for (size_t l = 0; l < vectors; l++)
        lanes_store(spread + LANES * (2 * l + 1), lanes_load(a + LANES * l));
    for (size_t l = 0; l < vectors; l++) {
        struct block block = block_of(a + LANES * l);
        const limb *own = spread + LANES * (2 * l + 1);
        if (l + 1 < vectors)
            add_block_at(t + LANES * (2 * l + 1), own + 2 * LANES, &block);
        for (size_t k = l + 2; k <= vectors; k++)
            add_block_at(t + LANES * (l + k), a + LANES * k, &block);
        for (size_t k = 0; k < 2; k++) {
            limb *at = t + LANES * (2 * l + k);
            lanes x = lanes_load(at);
            lanes_store(at, add_block(lanes_add(x, x), own + LANES * k, &block));
        }
    }
}

/*
 * r = t / R mod n. The lowest block is a number below 2^416 and a carry; times -1 / n it is the quotient's block, and
 * with q n added it is a multiple of 2^416, so that what it carries is its top lane over 2^52, rounded up: what comes
 * from the lanes below is less than a digit.
 */
static void reduce_whole(limb *r, limb *t, const struct ifma_modulus *m)
{
    const limb *n = m->n + IFMA_PAD;
    limb low[LANES], q[LANES];
    struct carrying carrying = {lanes_all(0), 0};
    for (size_t l = 0; l < m->vectors; l++, t += LANES) {
        limb carry = store_digits(low, lanes_load(t));
        struct block block = block_of(low);
        (void)store_digits(q, add_block(lanes_all(0), m->inverse + IFMA_PAD, &block));
        block = block_of(q);
        lanes_store(t, add_block(lanes_load(low), n, &block));
        EPP_BOUND(t[LANES - 1] <= ~(limb)0 - DIGIT_MASK);
        add_block_at(t + LANES, n + LANES, &block);
        t[LANES] += carry + ((t[LANES - 1] + DIGIT_MASK) >> DIGIT_BITS);
        for (size_t k = 2; k <= m->vectors; k++)
            add_block_at(t + LANES * k, n + LANES * k, &block);
    }
    for (size_t k = 0; k < m->vectors; k++)
        store_carried(r + LANES * k, lanes_load(t + LANES * k), &carrying);
    if (carrying.more)
        (void)ripple(r, LANES * m->vectors);
}

EPP_INLINE void multiply(limb *r, const limb *a, const limb *b, const struct ifma_modulus *m)
{
    EPP_BOUND(2 <= m->vectors && m->digits <= LANES * m->vectors && m->digits <= IFMA_DIGITS_MOST);
    if (m->vectors <= IFMA_ROW_VECTORS) {
        rows(r + IFMA_PAD, a + IFMA_PAD, b + IFMA_PAD, m);
    } else {
        EPP_BOUND(m->digits == LANES * m->vectors);
        whole_product(m->t, a + IFMA_PAD, b + IFMA_PAD, m->vectors);
        reduce_whole(r + IFMA_PAD, m->t, m);
    }
}

EPP_INLINE void square(limb *r, const limb *a, const struct ifma_modulus *m)
{
    if (m->vectors <= IFMA_ROW_VECTORS) {
        multiply(r, a, a, m);
    } else {
        whole_square(m->t, a + IFMA_PAD, m->spread, m->vectors);
        reduce_whole(r + IFMA_PAD, m->t, m);
    }
}
