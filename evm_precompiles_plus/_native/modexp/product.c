/* Karatsuba over rows: see product.h. */
#include "modexp/product.h"

#include "modexp/rows.h"

/* Where Karatsuba begins to win; measured on Zen 3, the portable rows being slower, so that it pays sooner. */
#ifdef EPP_ADX
#define KARATSUBA_MUL 32
#define KARATSUBA_SQR 48
#else
#define KARATSUBA_MUL 24
#define KARATSUBA_SQR 40
#endif
/* From so many limbs on a product takes milliseconds and counts as work: some 2^21 limb products for 4096. */
#define LONG_PRODUCT 4096
#define LONG_PRODUCT_COST(n) (512 * (n))
#define SPLIT_LOW 32 /* at least 4, so that the parts of a split fit */

/* d = |x - y| for x of h limbs and y of h or h - 1; returns whether x < y. */
static int absolute_difference(limb *d, const limb *x, const limb *y, size_t h, size_t y_size)
{
    limb borrow;
    if (y_size == h ? natural_less(x, y, h) : x[h - 1] == 0 && natural_less(x, y, y_size)) {
        (void)natural_sub(d, y, x, y_size); /* where y is shorter, x has a top limb 0 */
        if (y_size < h)
            d[h - 1] = 0;
        return 1;
    }
    borrow = natural_sub(d, x, y, y_size);
    if (y_size < h)
        d[h - 1] = x[h - 1] - borrow;
    EPP_BOUND(borrow == 0 || (y_size < h && x[h - 1] > 0));
    return 0;
}

/*
 * t = low + high B^2h, of 2h and 2l limbs, l = n - h; adds the middle part (low + high -+ difference) B^h. `sum` and
 * `difference` are of 2h limbs. The middle part is (a0 b1 + a1 b0) >= 0, and all of t is a product of 2n limbs.
 */
static void add_middle(limb *t, size_t n, size_t h, limb *sum, const limb *difference, int add)
{
    size_t high_size = 2 * (n - h);
    limb carry = natural_add(sum, t, t + 2 * h, high_size);
    natural_copy(sum + high_size, t + high_size, 2 * h - high_size);
    carry = natural_propagate(sum + high_size, 2 * h - high_size, carry);
    if (add)
        carry += natural_add(sum, sum, difference, 2 * h);
    else
        carry -= natural_sub(sum, sum, difference, 2 * h);
    EPP_BOUND(carry <= 1);
    carry += natural_add(t + h, t + h, sum, 2 * h);
    carry = natural_propagate(t + 3 * h, 2 * n - 3 * h, carry);
    EPP_BOUND(carry == 0);
}

void product(limb *t, const limb *a, const limb *b, size_t n, limb *scratch, struct work *work)
{
    size_t h = (n + 1) / 2, l = n - h;
    limb *sum = scratch, *difference = scratch + 2 * h;
    int negative;
    if (n < KARATSUBA_MUL) {
        rows_mul(t, a, n, b, n);
        return;
    }
    if (n >= LONG_PRODUCT && work_count(work, LONG_PRODUCT_COST(n)))
        return;
    negative = absolute_difference(sum, a, a + h, h, l);
    negative ^= absolute_difference(sum + h, b, b + h, h, l);
    product(difference, sum, sum + h, h, scratch + 4 * h, work);
    product(t, a, b, h, scratch + 4 * h, work);
    product(t + 2 * h, a + h, b + h, l, scratch + 4 * h, work);
    add_middle(t, n, h, sum, difference, negative);
}

void square(limb *t, const limb *a, size_t n, limb *scratch, struct work *work)
{
    size_t h = (n + 1) / 2, l = n - h;
    limb *sum = scratch, *difference = scratch + 2 * h;
    if (n < KARATSUBA_SQR) {
        rows_sqr(t, a, n);
        return;
    }
    if (n >= LONG_PRODUCT && work_count(work, LONG_PRODUCT_COST(n)))
        return;
    (void)absolute_difference(sum, a, a + h, h, l);
    square(difference, sum, h, scratch + 4 * h, work);
    square(t, a, h, scratch + 4 * h, work);
    square(t + 2 * h, a + h, l, scratch + 4 * h, work);
    add_middle(t, n, h, sum, difference, 0);
}

void product_low(limb *r, const limb *a, const limb *b, size_t n, limb *scratch, struct work *work)
{
    size_t h = (n + 1) / 2, l = n - h;
    if (n < SPLIT_LOW) {
        rows_mul_low(r, a, b, n);
        return;
    }
    if (n >= LONG_PRODUCT && work->stopped)
        return;
    product(scratch, a, b, h, scratch + 2 * h, work);
    natural_copy(r, scratch, n);
    product_low(scratch, a + h, b, l, scratch + l, work);
    (void)natural_add(r + h, r + h, scratch, l);
    product_low(scratch, a, b + h, l, scratch + l, work);
    (void)natural_add(r + h, r + h, scratch, l);
}

void square_low(limb *r, const limb *a, size_t n, limb *scratch, struct work *work)
{
    size_t h = (n + 1) / 2, l = n - h;
    if (l == 0) {
        r[0] = a[0] * a[0];
        return;
    }
    square(scratch, a, h, scratch + 2 * h, work);
    natural_copy(r, scratch, n);
    product_low(scratch, a + h, a, l, scratch + l, work);
    (void)natural_add(r + h, r + h, scratch, l);
    (void)natural_add(r + h, r + h, scratch, l);
}
