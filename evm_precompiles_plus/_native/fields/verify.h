/*
 * The bounds that stand beside the code as assertions, in a build with -DEPP_VERIFY; nothing otherwise.
 */
#ifndef EPP_VERIFY_H
#define EPP_VERIFY_H

#ifdef EPP_VERIFY

#include <stdio.h>
#include <stdlib.h>

#define EPP_BOUND(condition)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: out of bounds: %s\n", __FILE__, __LINE__, #condition);                             \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

#else

#define EPP_BOUND(condition) ((void)0)

#endif

#endif
