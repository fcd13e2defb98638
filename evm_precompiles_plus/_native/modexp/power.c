/* See power.h. */
#include "modexp/power.h"

void power(limb *acc, const struct ring *ring, limb *odd, struct bytes exponent, int width,
                        struct work *work)
{
    struct window_reader reader;
    struct window window;
    size_t size = ring->size;
    if (width > 1)
        ring->sqr(acc, odd, ring->context);
    for (size_t i = 1; i < odd_powers(width); i++) {
        if (work_count(work, ring->cost))
            return;
        ring->mul(odd + i * size, odd + (i - 1) * size, acc, ring->context);
    }
    window_start(&reader, exponent);
    (void)window_next(&reader, width, &window);
    memcpy(acc, odd + (window.value >> 1) * size, size * sizeof(limb));
    while (window_next(&reader, width, &window)) {
        for (int i = window.zeros + window.length; i > 0; i--) {
            ring->sqr(acc, acc, ring->context);
            if (work_count(work, ring->cost))
                return;
        }
        if (window.value)
            ring->mul(acc, acc, odd + (window.value >> 1) * size, ring->context);
    }
}

void power_of_two_ones(limb *acc, const struct ring *ring, const limb *plain, size_t squarings, struct work *work)
{
    for (size_t i = 0; i < squarings; i++) {
        ring->sqr(acc, acc, ring->context);
        if (work_count(work, ring->cost))
            return;
    }
    ring->mul(acc, acc, plain, ring->context);
}
