/* Words of 64 bits as the hashes write them: the lowest byte first, whatever the host's order. */
#ifndef EPP_LITTLE_ENDIAN_H
#define EPP_LITTLE_ENDIAN_H

#include <stdint.h>

static inline uint64_t load_le64(const uint8_t *bytes)
{
    uint64_t x = 0;
    for (int i = 0; i < 8; i++)
        x |= (uint64_t)bytes[i] << (8 * i);
    return x;
}

static inline void store_le64(uint8_t *bytes, uint64_t x)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(x >> (8 * i));
}

#endif
