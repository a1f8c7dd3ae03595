/* ir/function_names.c - names of arguments, instructions and basic blocks
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * They are in the body's VALUE_SYMTAB, after the instructions: to find it before these have been
 * read, the records are leapt over.
 */
#include "ir/function_values.h"

#include "base/grow.h"
#include "base/map.h"
#include "base/status.h"
#include "stream/cursor.h"
#include "stream/limit.h"

/* A name's characters in bl_names.bytes. */
struct place {
    uint32_t at, size;
};

struct bl_names {
    bool are_read;
    struct bl_error failure;
    struct bl_map map; /* from key_of() to a place */
    struct place *places;
    uint32_t n_places, cap_places;
    uint8_t *bytes;
    uint32_t n_bytes, cap_bytes;
    uint32_t end; /* one more than the highest value that has one */
};

static uint64_t key_of(uint32_t number, bool is_block)
{
    return (uint64_t)is_block << 32 | number;
}

void bl_function_forget_names(struct bl_function *f)
{
    if (!f->names || !f->names->are_read)
        return;
    bl_map_release(&f->names->map);
    f->names->n_places = 0;
    f->names->n_bytes = 0;
    f->names->end = 0;
    f->names->are_read = false;
    f->names->failure.status = BL_OK;
}

void bl_function_release_names(struct bl_function *f)
{
    if (!f->names)
        return;
    bl_map_release(&f->names->map);
    bl_drop(f->names->places);
    bl_drop(f->names->bytes);
    bl_drop(f->names);
    f->names = NULL;
}

/* [number, character…] */
static int read_name_entry(struct bl_names *names, struct bl_cursor *cursor,
                           const struct bl_record *rec)
{
    bool is_block = rec->code == BL_CODE_VALUE_SYMTAB_BBENTRY;
    if ((!is_block && rec->code != BL_CODE_VALUE_SYMTAB_ENTRY) || rec->n_ops < 1 ||
        rec->ops[0] > UINT32_MAX)
        return BL_OK;
    uint32_t size = rec->n_ops - 1;
    uint64_t n_bytes = (uint64_t)names->n_bytes + size;
    if (n_bytes > UINT32_MAX) /* they have no place */
        n_bytes = UINT64_MAX;
    if (bl_limit_operands(cursor, n_bytes, "longer names than the limit") < 0 ||
        bl_limit_records(cursor, names->n_places, BL_MIN_GLOBAL_BYTES,
                         "more names than the limit") < 0)
        return BL_E_LIMIT;
    if (bl_grow(&names->bytes, &names->cap_bytes, (size_t)names->n_bytes + size) < 0 ||
        bl_grow(&names->places, &names->cap_places, (size_t)names->n_places + 1) < 0 ||
        bl_map_set(&names->map, key_of((uint32_t)rec->ops[0], is_block), names->n_places) < 0)
        return bl_cursor_fail(cursor, BL_E_NOMEM, "no memory for names", rec->bit_pos);
    if (!is_block && rec->ops[0] >= names->end && rec->ops[0] < BL_NONE)
        names->end = (uint32_t)rec->ops[0] + 1;
    names->places[names->n_places++] = (struct place){.at = names->n_bytes, .size = size};
    for (uint32_t i = 0; i < size; i++)
        names->bytes[names->n_bytes++] = (uint8_t)rec->ops[i + 1];
    return BL_OK;
}

static int read_symtab(struct bl_function *f, const struct bl_cursor *around,
                       const struct bl_block *block)
{
    struct bl_names *names = f->names;
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    bl_module_cursor_inside(f->module, around, block, &cursor);
    int rc;
    while ((rc = bl_cursor_read_next(&cursor, &rec)) > 0)
        if ((rc = read_name_entry(names, &cursor, &rec)) < 0)
            break;
    if (rc < 0)
        bl_module_error(f->module, &cursor, &names->failure);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return rc;
}

/* Of a body that was read to its end, those that were met. */
static void read_known_symtabs(struct bl_function *f)
{
    int rc = 0;
    for (uint32_t i = 0; i < f->n_blocks && rc >= 0; i++)
        if (f->blocks[i].block_id == BL_BLOCK_VALUE_SYMTAB)
            rc = read_symtab(f, &f->cursor, &f->blocks[i]);
}

/* Where they are is not known: over all records. */
static void find_symtabs(struct bl_function *f)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    uint32_t code;
    int rc = bl_module_cursor(f->module, &f->body.block, &cursor, NULL);
    while (rc >= 0) {
        while ((rc = bl_record_skip_next(&cursor, &code)) > 0)
            ;
        if (rc < 0 || (rc = bl_cursor_next(&cursor, &entry)) <= 0)
            break;
        if (entry.kind == BL_ENTRY_BLOCK && entry.block.block_id == BL_BLOCK_VALUE_SYMTAB)
            rc = read_symtab(f, &cursor, &entry.block);
    }
    if (rc < 0 && f->names->failure.status == BL_OK)
        bl_module_error(f->module, &cursor, &f->names->failure);
    bl_cursor_release(&cursor);
}

/* Read every VALUE_SYMTAB of the body; compilers write one. */
static void read_local_names(struct bl_function *f)
{
    if (f->is_over && f->failure.status == BL_OK)
        read_known_symtabs(f);
    else
        find_symtabs(f);
}

static int read_names(struct bl_function *f, struct bl_error *err)
{
    if (!f->names && !(f->names = bl_new(sizeof *f->names)))
        return bl_fail(err, BL_E_NOMEM, "no memory for names");
    if (!f->names->are_read) {
        f->names->are_read = true;
        read_local_names(f);
    }
    return BL_OK;
}

static int find_name(struct bl_function *f, uint64_t key, struct bl_view *name,
                     struct bl_error *err)
{
    *name = (struct bl_view){0};
    if (!f->is_loaded)
        return bl_fail(err, BL_E_ARGUMENT, "no function has been loaded");
    int status = read_names(f, err);
    if (status < 0)
        return status;
    uint32_t i = bl_map_find(&f->names->map, key);
    if (i != BL_MAP_NONE && f->names->places[i].size > 0) /* else there may be no bytes at all */
        *name = (struct bl_view){.data = f->names->bytes + f->names->places[i].at,
                                 .size = f->names->places[i].size};
    return bl_fail_again(err, &f->names->failure);
}

int bl_function_value_name(struct bl_function *f, uint32_t value, struct bl_view *name,
                           struct bl_error *err)
{
    return find_name(f, key_of(value, false), name, err);
}

int bl_function_basic_block_name(struct bl_function *f, uint32_t block, struct bl_view *name,
                                 struct bl_error *err)
{
    return find_name(f, key_of(block, true), name, err);
}

uint32_t bl_function_names_end(struct bl_function *f)
{
    return bl_module_note(f->module, read_names(f, NULL)) < 0 ? 0 : f->names->end;
}
