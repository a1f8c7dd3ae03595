/* cmd/base/tar_stream.c - files in a row, as tar has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/tar_stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    BLOCK_BYTES = 512,
    MOST_NAME = 100,
};

/* pax, "ustar Interchange Format"; all are texts, numbers in octal. */
struct header {
    char name[MOST_NAME], mode[8], uid[8], gid[8], size[12], mtime[12], sum[8], type;
    char link[100], magic[6], version[2], owner[32], group[32], major[8], minor[8], prefix[155];
    char padding[12];
};

_Static_assert(sizeof(struct header) == BLOCK_BYTES, "a header is a block");

static void put_header(struct out *o, const char *name, uint64_t size, char type)
{
    struct header h = {.mode = "0000644", .uid = "0000000", .gid = "0000000", .type = type};
    const unsigned char *bytes = (const unsigned char *)&h;
    char digits[24];
    unsigned sum = 0;
    memcpy(h.name, name, strnlen(name, MOST_NAME));
    (void)snprintf(digits, sizeof digits, "%011" PRIo64, size & 077777777777);
    memcpy(h.size, digits, sizeof h.size);
    memcpy(h.mtime, "00000000000", sizeof h.mtime);
    memcpy(h.magic, "ustar", sizeof h.magic);
    memcpy(h.version, "00", sizeof h.version);
    memset(h.sum, ' ', sizeof h.sum);
    for (size_t i = 0; i < sizeof h; i++)
        sum += bytes[i];
    (void)snprintf(digits, sizeof digits, "%06o", sum);
    memcpy(h.sum, digits, 7); /* and a space */
    out_view(o, (struct bl_view){bytes, sizeof h});
}

static void put_bytes(struct out *o, struct bl_view bytes)
{
    static const uint8_t zeros[BLOCK_BYTES];
    out_view(o, bytes);
    out_view(o, (struct bl_view){zeros, (BLOCK_BYTES - bytes.size % BLOCK_BYTES) % BLOCK_BYTES});
}

void tar_put(struct out *o, const char *name, struct bl_view bytes)
{
    size_t n = strlen(name) + 1;
    if (n > MOST_NAME) {
        put_header(o, "././@LongLink", n, 'L');
        put_bytes(o, (struct bl_view){(const uint8_t *)name, n});
    }
    put_header(o, name, bytes.size, '0');
    put_bytes(o, bytes);
}

void tar_end(struct out *o)
{
    static const uint8_t zeros[2 * BLOCK_BYTES];
    out_view(o, (struct bl_view){zeros, sizeof zeros});
}
