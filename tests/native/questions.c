/*
 * How often long operations of MODEXP ask whether to stop, without Python: one line for each, its name and the number
 * of questions; and that it is over soon after the first question that is answered with yes.
 */
#include <stdio.h>
#include <stdlib.h>

#include "modexp/montgomery_wide.h"
#include "modexp/product.h"
#include "modexp/window.h"

#define LIMBS 16384

struct asked {
    int questions, stop_at;
};

static int count_question(void *context)
{
    struct asked *asked = context;
    return ++asked->questions >= asked->stop_at;
}

static limb a[LIMBS], b[LIMBS], t[2 * LIMBS], r[LIMBS], normalised[LIMBS], scratch[4 * LIMBS + 256];
static uint8_t exponent[1 << 22];
static struct window_tables tables;

static void run(int operation, struct work *work)
{
    struct odd_modulus modulus;
    switch (operation) {
    case 0:
        odd_modulus_init(&modulus, b, LIMBS, normalised);
        montgomery_reduce(r, t, &modulus, work);
        return;
    case 1:
        product(t, a, b, LIMBS, scratch, work);
        return;
    case 2:
        square(t, a, LIMBS, scratch, work);
        return;
    case 3:
        product_low(r, a, b, LIMBS, scratch, work);
        return;
    case 4:
        square_low(r, a, LIMBS, scratch, work);
        return;
    default:
        (void)window_plan(&tables, (struct bytes){exponent, sizeof exponent}, work);
    }
}

int main(void)
{
    static const char *const names[] = {"reduction", "product", "square", "low product", "low square", "plan"};
    window_tables_init(&tables);
    memset(exponent, 0xa5, sizeof exponent);
    for (int i = 0; i < LIMBS; i++) {
        a[i] = UINT64_C(0x9e3779b97f4a7c15) * (limb)(i + 1);
        b[i] = (a[i] ^ (limb)i) | 1;
    }
    for (int operation = 0; operation < 6; operation++) {
        struct asked all = {0, INT32_MAX}, one = {0, 1};
        struct work whole = {count_question, &all, 0, 0}, stopped = {count_question, &one, 0, 0};
        run(operation, &whole);
        run(operation, &stopped);
        if (!stopped.stopped || one.questions != 1)
            return 1;
        printf("%s: %d\n", names[operation], all.questions);
    }
    return 0;
}
