/*
 * The sliding-window planner: which window width raises to a given exponent with the fewest multiplications.
 *
 * The plan is that of the Python planner (modular/window.py). For the exponent's value e >= 2 of n bits and a width w:
 * the table holds the odd powers b^1, b^3, ..., b^(2^w - 1) and costs 2^(w-1) multiplications, nothing for w = 1; from
 * the left, each 1 bit opens a window of at most w bits that ends in a 1 bit; the first window is loaded, so the
 * accumulator is squared n - (length of the first window) times and multiplied once for each further window. The plan
 * is the width of the least sum, the smaller width on a tie; for e = 0 and e = 1 it is width 1 and zeros.
 */
#ifndef EPP_WINDOW_H
#define EPP_WINDOW_H

#include "fields/verify.h"
#include "fields/work.h"

#define WINDOW_MAX 8

struct bytes {
    const uint8_t *data;
    size_t length;
};

struct window_plan {
    int width;
    size_t squarings, multiplies, table;
};

/*
 * One step of the window counter, for a byte of the exponent: windows opened << 3 | bits of the next byte that the last
 * window covers; by width - 2, by the bits of this byte that are covered already, by the byte.
 */
struct window_tables {
    uint8_t step[WINDOW_MAX - 1][WINDOW_MAX][256];
};

void window_tables_init(struct window_tables *tables);

/*
 * The exponent must not begin with a zero byte. Counting the windows of a long one is work; where that was stopped, the
 * plan is of width 1.
 */
struct window_plan window_plan(const struct window_tables *tables, struct bytes exponent, struct work *work);

/* The 1 bits of a number. */
size_t count_ones(struct bytes number);

struct bytes strip_leading_zeros(struct bytes number);

/* The windows of an exponent from the left, for the exponentiation itself. */
struct window_reader {
    struct bytes rest; /* what is not in the buffer yet */
    limb buffer;       /* the next bits, left-aligned; zeros below them */
    int available;     /* how many of them */
};

/* Zeros that are skipped, then a window of `length` bits with an odd value; value 0: the exponent ends in zeros. */
struct window {
    int zeros, length;
    unsigned value;
};

void window_start(struct window_reader *reader, struct bytes exponent);
/* The next run of zeros and window; returns 0 at the end. A long run of zeros comes in several parts. */
int window_next(struct window_reader *reader, int width, struct window *window);

#endif
