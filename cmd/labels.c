/* cmd/labels.c - what a block or record is called where people read it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "labels.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    BLOCKINFO = 0,
    FIRST_APPLICATION_BLOCK = 8
};

/* Ids below 8 are the container's own; their names need no IR. */
static bool knows_ir(enum bl_stream_kind kind, uint32_t block_id)
{
    return kind == BL_STREAM_LLVM_IR || block_id < FIRST_APPLICATION_BLOCK;
}

/* Names in files have any length; names for people have a limit, which callers'
 * buffers count on. */
static void put_stated(struct out *o, struct bl_view stated)
{
    bool is_long = stated.size > LABEL_BYTES;
    if (is_long)
        stated.size = LABEL_BYTES;
    out_escaped(o, stated);
    if (is_long)
        out_text(o, "...");
}

/* The stream's own name, else LLVM IR's, else WHAT and its number. */
static void put_label(struct out *o, uint32_t block_id, struct bl_view stated, const char *known,
                      const char *what, uint32_t number)
{
    if (stated.size && block_id != BLOCKINFO)
        put_stated(o, stated);
    else if (known)
        out_text(o, known);
    else
        out_printf(o, "%s %" PRIu32, what, number);
}

void put_block_name(struct out *o, enum bl_stream_kind kind, struct bl_view stated,
                    uint32_t parent_id, uint32_t block_id)
{
    const char *known = knows_ir(kind, block_id) ? bl_ir_block_name(parent_id, block_id) : NULL;
    put_label(o, block_id, stated, known, "block", block_id);
}

void put_record_name(struct out *o, enum bl_stream_kind kind, struct bl_view stated,
                     uint32_t block_id, uint32_t code)
{
    const char *known = knows_ir(kind, block_id) ? bl_ir_record_name(block_id, code) : NULL;
    put_label(o, block_id, stated, known, "record", code);
}

bool parse_block(const char *text, struct wanted_block *wanted)
{
    *wanted = (struct wanted_block){.name = text, .role = BL_NO_BLOCK};
    if (*text < '0' || *text > '9') {
        (void)bl_ir_block_by_name(text, &wanted->role);
        return true;
    }
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 0);
    *wanted = (struct wanted_block){.role = (uint32_t)v};
    return !errno && !*end && v < BL_NO_BLOCK;
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
    if (wanted->role == role && (!wanted->name || knows_ir(kind, role)))
        return true;
    if (!wanted->name || !stated.size)
        return false;
    size_t n = stem_size(wanted->name, strlen(wanted->name));
    const char *name = (const char *)stated.data;
    return stem_size(name, stated.size) == n && strncasecmp(name, wanted->name, n) == 0;
}

const char *global_kind_name(enum bl_global_kind kind)
{
    switch (kind) {
    case BL_GLOBAL_VARIABLE: return "variable";
    case BL_GLOBAL_FUNCTION: return "function";
    case BL_GLOBAL_ALIAS: return "alias";
    case BL_GLOBAL_IFUNC: return "ifunc";
    }
    return "assembly";
}
