/* rewrite/body_records.c - all records of a body, with the number that the next value has at each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/body_records.h"

#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "ir/module.h"

/* An instruction: what is before it counts back from next_value. */
struct instruction {
    uint64_t bit_pos;
    uint32_t next_value, call_type;
};

struct body {
    const struct bl_body_source *s;
    struct instruction *items;
    uint32_t n, cap;
    uint32_t at;         /* the first one that is not before the record at hand */
    uint32_t next_value; /* after the last one */
    bool has_info;       /* a BLOCKINFO, of which the index knows */
    bl_body_record_fn *each;
    void *context;
    struct bl_record rec;
    struct bl_error *err;
};

static int read_instructions(struct body *b, uint32_t value)
{
    struct bl_instruction inst;
    struct bl_function *function = b->s->function;
    int rc = bl_function_load(function, value, b->err);
    if (rc < 0)
        return rc;
    b->next_value = bl_function_body(function)->first_instruction;
    while ((rc = bl_function_next(function, &inst, b->err)) > 0) {
        struct instruction item = {inst.bit_pos, b->next_value, inst.source_type};
        if (inst.opcode == BL_OP_UNKNOWN)
            return bl_fail_at(b->err, BL_E_MISMATCH,
                              "after a record that is not known, values cannot be counted",
                              inst.bit_pos);
        if (bl_append(&b->items, &b->n, &b->cap, item) < 0)
            return bl_fail(b->err, BL_E_NOMEM, "no memory for a body");
        if (inst.value != BL_NONE)
            b->next_value = inst.value + 1;
    }
    return rc;
}

static int give(struct body *b, uint32_t block_id)
{
    while (b->at < b->n && b->items[b->at].bit_pos < b->rec.bit_pos)
        b->at++;
    bool is_after = b->at == b->n;
    struct bl_around around = {
        .block_id = block_id,
        .version = b->s->version,
        .next_value = is_after ? b->next_value : b->items[b->at].next_value,
        .types = b->s->types,
        .call_type = is_after ? BL_NONE : b->items[b->at].call_type,
    };
    return b->each(b->context, &b->rec, &around);
}

static bool is_known_block(uint32_t block_id)
{
    switch (block_id) {
    case BL_BLOCK_BLOCKINFO:
    case BL_BLOCK_CONSTANTS:
    case BL_BLOCK_METADATA:
    case BL_BLOCK_METADATA_ATTACHMENT:
    case BL_BLOCK_VALUE_SYMTAB:
    case BL_BLOCK_USELIST: return true;
    default: return false;
    }
}

/* The block that CURSOR, of the body, has announced. */
static int read_block(struct body *b, struct bl_cursor *cursor, const struct bl_block *block)
{
    struct bl_cursor child;
    if (!is_known_block(block->block_id))
        return bl_fail_at(b->err, BL_E_MISMATCH, "block that is not known in a body",
                          block->bit_pos);
    if (block->block_id == BL_BLOCK_CONSTANTS && b->n > 0 && block->bit_pos > b->items[0].bit_pos)
        return bl_fail_at(b->err, BL_E_MISMATCH, "constants after instructions", block->bit_pos);
    b->has_info |= block->block_id == BL_BLOCK_BLOCKINFO;
    if (block->block_id == BL_BLOCK_BLOCKINFO)
        return BL_OK;
    int rc = BL_OK;
    if (b->has_info)
        rc = bl_index_enter(b->s->index, cursor, &child, b->err);
    else
        bl_module_cursor_inside(b->s->module, cursor, block, &child);
    if (rc < 0)
        return rc;
    while ((rc = bl_cursor_read_next(&child, &b->rec)) > 0) {
        int status = give(b, block->block_id);
        if (status < 0) {
            bl_cursor_release(&child);
            return status;
        }
    }
    if (rc < 0)
        bl_cursor_error(&child, b->err);
    bl_cursor_release(&child);
    return rc;
}

static int read_records(struct body *b, const struct bl_block *block)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    int status = BL_OK;
    int rc = bl_module_cursor(b->s->module, block, &cursor, b->err);
    if (rc < 0)
        return rc;
    while (status == BL_OK && (rc = bl_cursor_next(&cursor, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_BLOCK) {
            status = read_block(b, &cursor, &entry.block);
        } else if (entry.kind == BL_ENTRY_RECORD) {
            rc = bl_cursor_read(&cursor, &b->rec);
            if (rc < 0)
                break;
            status = give(b, BL_BLOCK_FUNCTION);
        }
    }
    if (status == BL_OK && rc < 0) {
        bl_cursor_error(&cursor, b->err);
        status = rc;
    }
    bl_cursor_release(&cursor);
    return status;
}

int bl_body_records(const struct bl_body_source *s, uint32_t value, bl_body_record_fn *each,
                    void *context, struct bl_error *err)
{
    struct body b = {.s = s, .each = each, .context = context, .err = err};
    struct bl_block block;
    int rc = bl_module_body(s->module, value, &block, err);
    if (rc <= 0)
        return rc;
    rc = read_instructions(&b, value);
    if (rc == BL_OK)
        rc = read_records(&b, &block);
    bl_drop(b.items);
    bl_record_release(&b.rec);
    return rc;
}
