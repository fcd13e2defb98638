/* Points of BN254 and MODEXP over slow arithmetic: see reference.h. */
#include "reference.h"

#include "reference_numbers.h"

static num prime(void)
{
    num p = {{0x3c208c16d87cfd47, 0x97816a916871ca8d, 0xb85045b68181585d, 0x30644e72e131a029}};
    return p;
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
    run = num_inverse(&run, &p);
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
