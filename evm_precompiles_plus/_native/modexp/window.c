/* Counting windows for the plan, and reading them for the exponentiation: see window.h. */
#include "modexp/window.h"

/*
 * The counter runs from the right: at a 1 bit that is not covered it opens a window over w bits. Windows from the left
 * and from the right differ in place, not in number: both greedy rules cover the 1 bits by the least number of
 * intervals of w bits.
 */
static uint8_t step_byte(int width, int covered, unsigned byte)
{
    int opened = 0, next = covered;
    while (next < 8) {
        if (byte >> next & 1) {
            opened++;
            next += width;
        } else {
            next++;
        }
    }
    EPP_BOUND(opened < 32 && next - 8 < WINDOW_MAX);
    return (uint8_t)(opened << 3 | (next - 8));
}

void window_tables_init(struct window_tables *tables)
{
    for (int width = 2; width <= WINDOW_MAX; width++)
        for (int covered = 0; covered < WINDOW_MAX; covered++)
            for (unsigned byte = 0; byte < 256; byte++)
                tables->step[width - 2][covered][byte] = step_byte(width, covered, byte);
}

struct bytes strip_leading_zeros(struct bytes number)
{
    while (number.length > 0 && number.data[0] == 0) {
        number.data++;
        number.length--;
    }
    return number;
}

/* Bytes of an exponent between two counts of work, and what one takes of it. */
#define WINDOW_BYTES ((size_t)1 << 16)
#define WINDOW_BYTE_COST 16

/*
 * counts[w - 2] += the windows of width w that open in the bytes, for w = 2 .. limit, a constant so that all unrolls;
 * covered[w - 2] are the bits of the byte before the first that the last window covers, in and out.
 */
EPP_INLINE void count_windows(const struct window_tables *tables, struct bytes part, unsigned *covered, size_t *counts,
                              const int limit)
{
    for (size_t i = part.length; i-- > 0;) {
        for (int w = 0; w < limit - 1; w++) {
            unsigned step = tables->step[w][covered[w]][part.data[i]];
            covered[w] = step & 7;
            counts[w] += step >> 3;
        }
    }
}

/* Up to width 6 for a short exponent. */
static void count_windows_to_6(const struct window_tables *tables, struct bytes exponent, size_t *counts)
{
    unsigned covered[WINDOW_MAX - 1] = {0};
    size_t count[WINDOW_MAX - 1] = {0};
    count_windows(tables, exponent, covered, count, 6);
    memcpy(counts, count, sizeof count);
}

/* Up to width 8, part by part from the right; what is counted means nothing where the work was stopped. */
static void count_windows_to_8(const struct window_tables *tables, struct bytes exponent, size_t *counts,
                               struct work *work)
{
    unsigned covered[WINDOW_MAX - 1] = {0};
    size_t count[WINDOW_MAX - 1] = {0};
    do {
        size_t length = exponent.length < WINDOW_BYTES ? exponent.length : WINDOW_BYTES;
        exponent.length -= length;
        count_windows(tables, (struct bytes){exponent.data + exponent.length, length}, covered, count, WINDOW_MAX);
    } while (exponent.length > 0 && !work_count(work, WINDOW_BYTES * WINDOW_BYTE_COST));
    memcpy(counts, count, sizeof count);
}

size_t count_ones(struct bytes exponent)
{
    size_t ones = 0;
    for (size_t i = 0; i < exponent.length; i += 8) {
        size_t part = exponent.length - i < 8 ? exponent.length - i : 8;
        limb x = 0;
        load_bytes(&x, 1, exponent.data + i, part);
        x -= x >> 1 & UINT64_C(0x5555555555555555);
        x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
        x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
        ones += (size_t)(x * UINT64_C(0x0101010101010101) >> 56);
    }
    return ones;
}

static size_t plan_cost(const struct window_plan *plan) { return plan->squarings + plan->multiplies + plan->table; }

/* The first sixteen bits of the exponent from its leading 1 bit, left-aligned. */
static unsigned leading_bits(struct bytes exponent, int top_bits)
{
    limb x = 0;
    size_t part = exponent.length < 3 ? exponent.length : 3;
    load_bytes(&x, 1, exponent.data, part);
    x <<= 64 - 8 * part + 8 - (size_t)top_bits;
    return (unsigned)(x >> 48);
}

struct window_plan window_plan(const struct window_tables *tables, struct bytes exponent, struct work *work)
{
    struct window_plan best = {1, 0, 0, 0};
    size_t counts[WINDOW_MAX - 1], bits, ones;
    unsigned leading;
    int top_bits, limit;
    if (exponent.length == 0)
        return best;
    top_bits = 64 - count_leading_zeros(exponent.data[0]);
    bits = 8 * (exponent.length - 1) + (size_t)top_bits;
    ones = count_ones(exponent);
    best.squarings = bits - 1;
    best.multiplies = ones - 1;
    /* With two ones width 1 costs `bits`. Width w costs at least bits - w + 2^(w-1), for one window, and is no less. */
    if (ones <= 2)
        return best;
    /*
     * Up to 256 bits no width above 6 is best. With W5 and W7 windows, width 7 beats width 5 only if
     * bits - 7 + W7 - 1 + 64 < bits - 1 + W5 - 1 + 16, that is W5 > W7 + 42. A window of 7 bits is covered by two of 5,
     * so W5 <= 2 W7, hence W7 > 42; but 43 windows of width 7 span at least 42 * 7 + 1 = 295 bits. Width 8 needs more.
     */
    limit = bits <= 256 ? 6 : WINDOW_MAX;
    if (limit == 6)
        count_windows_to_6(tables, exponent, counts);
    else
        count_windows_to_8(tables, exponent, counts, work);
    if (work->stopped)
        return best;
    leading = leading_bits(exponent, top_bits);
    for (int width = 2; width <= limit; width++) {
        /* Bits beyond a short exponent read as zeros, and a window ends in its last 1 bit: they never count. */
        int first = width - count_trailing_zeros(leading >> (16 - width));
        struct window_plan plan = {width, bits - (size_t)first, counts[width - 2] - 1, (size_t)1 << (width - 1)};
        if (plan_cost(&plan) < plan_cost(&best))
            best = plan;
    }
    return best;
}

void window_start(struct window_reader *reader, struct bytes exponent)
{
    reader->rest = exponent;
    reader->buffer = 0;
    reader->available = 0;
}

/* Fills the buffer to at least 57 bits, or to the end of the exponent. */
static void refill(struct window_reader *reader)
{
    while (reader->available <= 56 && reader->rest.length > 0) {
        reader->buffer |= (limb)*reader->rest.data++ << (56 - reader->available);
        reader->rest.length--;
        reader->available += 8;
    }
}

static void drop(struct window_reader *reader, int bits)
{
    EPP_BOUND(0 <= bits && bits <= reader->available && reader->available <= 64);
    reader->buffer = bits < 64 ? reader->buffer << bits : 0;
    reader->available -= bits;
}

int window_next(struct window_reader *reader, int width, struct window *window)
{
    unsigned top;
    refill(reader);
    window->length = 0;
    window->value = 0;
    window->zeros = reader->buffer != 0 ? count_leading_zeros(reader->buffer) : reader->available;
    drop(reader, window->zeros);
    if (reader->buffer == 0)
        return window->zeros > 0;
    refill(reader);
    top = (unsigned)(reader->buffer >> (64 - width));
    window->length = width - count_trailing_zeros(top);
    window->value = top >> (width - window->length);
    EPP_BOUND((window->value & 1) && window->value < 1u << width && window->length <= width);
    drop(reader, window->length);
    return 1;
}
