/* See montgomery_wide.h. The quotient limb is quotient.h's. */
#include "modexp/montgomery_wide.h"

#include "modexp/rows.h"

void odd_modulus_init(struct odd_modulus *m, const limb *n, size_t size, limb *normalised)
{
    m->size = size;
    m->n = n;
    m->n0_inv = negative_inverse(n[0]);
    m->shift = count_leading_zeros(n[size - 1]);
    (void)natural_shift_left(normalised, n, size, m->shift);
    m->normalised = normalised;
    m->top.d1 = normalised[size - 1];
    m->top.d0 = normalised[size - 2];
    m->top.reciprocal = reciprocal_3by2(m->top.d1, m->top.d0);
}

/* Whether -u - 1 modulo B^n is below m. */
static EPP_UNUSED int complement_is_below(const limb *u, const limb *m, size_t n)
{
    while (n-- > 0)
        if (~u[n] != m[n])
            return ~u[n] < m[n];
    return 0;
}

/*
 * u = u mod the normalised modulus, for u of u_size + 1 limbs, the top one 0, u_size >= size. The dividend is kept
 * complemented: -u - 1 + q n is -(u - q n) - 1, so that a row that adds takes off, and it carries where q was one too
 * large.
 */
static void remainder_of(limb *u, size_t u_size, const struct odd_modulus *m, struct work *work)
{
    size_t n = m->size;
    for (size_t i = 0; i <= u_size; i++)
        u[i] = ~u[i];
    for (size_t j = u_size - n + 1; j-- > 0 && !work_count(work, n);) {
        limb q = quotient_limb(&m->top, ~u[j + n], ~u[j + n - 1], ~u[j + n - 2]);
        limb carry = row_add_mul(u + j, m->normalised, n, q);
        u[j + n] += carry;
        if (u[j + n] < carry)
            u[j + n] -= natural_sub(u + j, u + j, m->normalised, n);
        EPP_BOUND(~u[j + n] == 0 && complement_is_below(u + j, m->normalised, n));
    }
    for (size_t i = 0; i < n; i++)
        u[i] = ~u[i];
}

void residue_of(limb *r, const struct odd_modulus *m, const limb *a, size_t size, size_t shift,
                             limb *room, struct work *work)
{
    size_t u_size = size + shift;
    limb *u = room;
    natural_zero(u, shift);
    u[u_size] = natural_shift_left(u + shift, a, size, m->shift);
    u_size = natural_size(u, u_size + 1);
    if (u_size < m->size) {
        natural_zero(u + u_size, m->size - u_size);
        u_size = m->size;
    }
    u[u_size] = 0;
    remainder_of(u, u_size, m, work);
    natural_shift_right(r, u, m->size, m->shift);
    EPP_BOUND(work->stopped || natural_less(r, m->n, m->size));
}

/* Whether a < 2 m. */
static EPP_UNUSED int natural_is_below_twice(const limb *a, const limb *m, size_t n)
{
    if (m[n - 1] >> 63)
        return 1;
    while (n-- > 0) {
        limb twice = m[n] << 1 | (n > 0 ? m[n - 1] >> 63 : 0);
        if (a[n] != twice)
            return a[n] < twice;
    }
    return 0;
}

void montgomery_reduce(limb *r, limb *t, const struct odd_modulus *m, struct work *work)
{
    EPP_BOUND_IF(below_n, natural_less(t + m->size, m->n, m->size));
    EPP_BOUND_IF(below_r, natural_size(t + m->size, m->size) == 0);
    EPP_BOUND(m->n0_inv * m->n[0] == ~(limb)0);
    rows_redc(r, t, m->n, m->size, m->n0_inv, work);
    EPP_BOUND(work->stopped || !below_r || !natural_less(m->n, r, m->size));
    EPP_BOUND(work->stopped || !below_n || natural_is_below_twice(r, m->n, m->size));
}
