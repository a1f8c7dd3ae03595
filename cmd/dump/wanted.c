/* cmd/wanted.c - blocks that are asked for by name or number
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/wanted.h"

#include "base/options.h"

#include <string.h>
#include <strings.h>

bool parse_block(const char *text, struct wanted_block *wanted)
{
    *wanted = (struct wanted_block){.name = text, .role = BL_NO_BLOCK};
    if (*text < '0' || *text > '9') {
        (void)bl_ir_block_by_name(text, &wanted->role);
        return true;
    }
    uint64_t id;
    bool is_id = parse_number(text, BL_NO_BLOCK - 1, &id);
    *wanted = (struct wanted_block){.role = (uint32_t)id};
    return is_id;
}

static size_t stem_size(const char *name, size_t size)
{
    static const char end[] = "_BLOCK";
    size_t n = sizeof end - 1;
    return size > n && strncasecmp(name + size - n, end, n) == 0 ? size - n : size;
}

bool is_wanted_block(const struct wanted_block *wanted, enum bl_stream_kind kind,
                     struct bl_view stated, uint32_t role)
{
    bool knows_ir = kind == BL_STREAM_LLVM_IR || role < BL_MODULE_BLOCK;
    if (wanted->role == role && (!wanted->name || knows_ir))
        return true;
    if (!wanted->name || !stated.size)
        return false;
    size_t n = stem_size(wanted->name, strlen(wanted->name));
    const char *name = (const char *)stated.data;
    return stem_size(name, stated.size) == n && strncasecmp(name, wanted->name, n) == 0;
}
