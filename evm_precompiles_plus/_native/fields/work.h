/*
 * How long a computation has been going on, and whether somebody wants it to stop.
 */
#ifndef EPP_WORK_H
#define EPP_WORK_H

#include <stddef.h>

#include "fields/uint128.h"

/* Limb products between two questions: at most some ten milliseconds. */
#define WORK_BETWEEN_QUESTIONS ((size_t)1 << 22)

struct work {
    int (*should_stop)(void *context); /* NULL where nobody asks */
    void *context;
    size_t done;
    int stopped;
};

/*
 * Counts limb products, and asks now and then. Once it returns 1 it always does, and whoever computes returns with
 * whatever is there: a result of stopped work is never used.
 */
EPP_INLINE int work_count(struct work *work, size_t products)
{
    work->done += products;
    if (work->done >= WORK_BETWEEN_QUESTIONS) {
        work->done = 0;
        if (work->should_stop != NULL && !work->stopped)
            work->stopped = work->should_stop(work->context);
    }
    return work->stopped;
}

#endif
