/* dump/block_filter.c - blocks asked for by name or number
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/block_filter.h"

#include "base/options.h"

#include <string.h>
#include <strings.h>

bool parse_block(const char *text, struct block_filter *filter)
{
    *filter = (struct block_filter){.name = text, .role = BL_NO_BLOCK};
    if (*text < '0' || *text > '9') {
        (void)bl_ir_block_by_name(text, &filter->role);
        return true;
    }
    uint64_t id;
    bool is_id = parse_number(text, BL_NO_BLOCK - 1, &id);
    *filter = (struct block_filter){.role = (uint32_t)id};
    return is_id;
}

static size_t stem_size(const char *name, size_t size)
{
    static const char end[] = "_BLOCK";
    size_t n = sizeof end - 1;
    return size > n && strncasecmp(name + size - n, end, n) == 0 ? size - n : size;
}

bool block_filter_matches(const struct block_filter *filter, enum bl_stream_kind kind,
                          struct bl_view stated, uint32_t role)
{
    bool knows_ir = kind == BL_STREAM_LLVM_IR || role < BL_MODULE_BLOCK;
    if (filter->role == role && (!filter->name || knows_ir))
        return true;
    if (!filter->name || !stated.size)
        return false;
    size_t n = stem_size(filter->name, strlen(filter->name));
    const char *name = (const char *)stated.data;
    return stem_size(name, stated.size) == n && strncasecmp(name, filter->name, n) == 0;
}
