/* fuzz_object_writer.c - any object, with other bytes in a section
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what is written has at least the bytes of before; failures have a cause, and nothing
 * is written.
 */
#include "bitleap.h"
#include "fuzz/target.h"

#include <string.h>

enum {
    MAX_BYTES = 1 << 20,
    HEADER = 64 /* bytes of the largest header of a section */
};

struct written {
    uint8_t *data;
    size_t size;
};

static int keep(void *context, struct bl_view bytes)
{
    struct written *w = context;
    REQUIRE(!w->data);
    w->data = malloc(bytes.size + 1);
    REQUIRE(w->data);
    memcpy(w->data, bytes.data, bytes.size);
    w->size = bytes.size;
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t contents[256];
    struct written w = {0};
    struct bl_error err = {0};
    if (size < HEADER || size > MAX_BYTES)
        return 0;
    size_t from = (size_t)(data[9] | data[10] << 8) % size; /* padding of ELF's identification */
    size_t n = data[11] % (size - from) + 1;
    struct bl_bytes_change change = {{data + from, n}, {contents, data[12]}};
    int status = bl_object_write((struct bl_view){data, size}, &change, 1, keep, &w, &err);
    REQUIRE(status == BL_OK || (err.status == status && err.what && !w.data));
    REQUIRE(status < 0 || w.size >= size);
    free(w.data);
    return 0;
}
