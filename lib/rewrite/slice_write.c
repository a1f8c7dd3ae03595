/* rewrite/slice_write.c - the records of a slice, with their new numbers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Entry by entry of the module's block, and of those in it: what is not kept is dropped.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/module.h"
#include "rewrite/editor.h"
#include "rewrite/kept_strings.h"
#include "rewrite/slicer.h"

#include <string.h>

enum {
    /* With fewer nodes LLVM writes no METADATA_INDEX. */
    MIN_INDEXED = 25,
};

/* Where the walk through the module is: how many of each there were so far. */
struct writing {
    struct bl_slice *s;
    uint32_t n_globals, n_comdats, n_sections, n_gcs, n_types, n_lists, n_groups, n_constants;
    uint32_t n_metadata;
    bool has_metadata;
    uint64_t before; /* STRUCT_NAME, SETTYPE, NAME: it stays if what follows does; 0: none */
    uint64_t type;   /* of that SETTYPE */
};

static int drop(struct bl_slice *s, uint64_t bit_pos)
{
    return bl_rewrite_drop(s->rewrite, bit_pos, s->err);
}

/* ---- Records with new numbers ---- */

static int copy_ops(struct bl_slice *s, const struct bl_record *rec)
{
    if (bl_grow(&s->ops, &s->cap_ops, (uint64_t)rec->n_ops + 1) < 0)
        return bl_fail(s->err, BL_E_NOMEM, "no memory for a record");
    if (rec->n_ops > 0)
        memcpy(s->ops, rec->ops, rec->n_ops * sizeof *s->ops);
    return BL_OK;
}

static int replace(struct bl_slice *s, const struct bl_record *rec, uint32_t code, uint32_t n)
{
    bool is_same = code == rec->code && n == rec->n_ops &&
                   (n == 0 || memcmp(s->ops, rec->ops, n * sizeof *s->ops) == 0);
    struct bl_new_record record = {.code = code, .ops = s->ops, .n_ops = n};
    return is_same ? BL_OK : bl_rewrite_replace(s->rewrite, rec->bit_pos, &record, s->err);
}

/* What follows the module's numbers are the body's own, all of which stay. False: it is gone. */
static bool renew_number(const struct bl_slice *s, enum bl_numbered set, uint32_t number,
                         uint32_t *renewed)
{
    const struct bl_numbering *numbering = &s->sets[set];
    if (number >= numbering->n) {
        *renewed = number - numbering->n + numbering->n_new;
        return set == BL_NUMBERED_VALUES || set == BL_NUMBERED_METADATA;
    }
    *renewed = numbering->renewed[number];
    return numbering->is_kept[number];
}

/* REC with new numbers in s->ops. */
static int renew(struct bl_slice *s, const struct bl_record *rec, const struct bl_around *around)
{
    const struct bl_numbering *values = &s->sets[BL_NUMBERED_VALUES];
    uint32_t next = around->next_value - (values->n - values->n_new);
    int status = bl_slice_places(s, around, rec);
    if (status == BL_OK)
        status = copy_ops(s, rec);
    for (uint32_t i = 0; i < s->places.n && status == BL_OK; i++) {
        const struct bl_place *p = &s->places.items[i];
        enum bl_numbered set = bl_numbering_of(p);
        uint32_t renewed;
        if (set == BL_N_NUMBERED)
            continue;
        if (renew_number(s, set, p->number, &renewed))
            s->ops[p->op] = bl_place_operand(p, renewed, next);
        else if (set == BL_NUMBERED_METADATA && p->form == BL_FORM_PLUS_1)
            s->ops[p->op] = 0;
        else
            status = bl_fail_at(s->err, BL_E_MISMATCH, "number of what is not there", rec->bit_pos);
    }
    return status;
}

static int renew_record(struct bl_slice *s, const struct bl_record *rec,
                        const struct bl_around *around)
{
    int status = renew(s, rec, around);
    return status < 0 ? status : replace(s, rec, rec->code, rec->n_ops);
}

/* What was noted as before REC goes. */
static int drop_before(struct writing *w)
{
    uint64_t before = w->before;
    w->before = 0;
    return before ? drop(w->s, before) : BL_OK;
}

/* ---- Tables of the module ---- */

static struct bl_around around_of(const struct bl_slice *s, uint32_t block_id)
{
    return (struct bl_around){
        .block_id = block_id,
        .version = s->version,
        .next_value = s->sets[BL_NUMBERED_VALUES].n,
        .types = s->types,
        .call_type = BL_NONE,
    };
}

static int renew_in(struct bl_slice *s, const struct bl_record *rec, uint32_t block_id)
{
    struct bl_around around = around_of(s, block_id);
    return renew_record(s, rec, &around);
}

static int write_type(struct writing *w, const struct bl_record *rec)
{
    struct bl_slice *s = w->s;
    int status = BL_OK;
    if (rec->code == BL_CODE_TYPE_NUMENTRY) {
        status = copy_ops(s, rec);
        if (status < 0)
            return status;
        s->ops[0] = s->sets[BL_NUMBERED_TYPES].n_new;
        return replace(s, rec, rec->code, 1);
    }
    if (rec->code == BL_CODE_TYPE_STRUCT_NAME) {
        w->before = rec->bit_pos;
        return BL_OK;
    }
    if (bl_slice_keeps(s, BL_NUMBERED_TYPES, w->n_types++)) {
        w->before = 0;
        return renew_in(s, rec, BL_BLOCK_TYPE);
    }
    status = drop_before(w);
    return status < 0 ? status : drop(s, rec->bit_pos);
}

static int write_group(struct writing *w, const struct bl_record *rec)
{
    struct bl_slice *s = w->s;
    const struct bl_attributes *a = s->attributes;
    while (w->n_groups < a->n_groups && a->groups[w->n_groups].bit_pos < rec->bit_pos)
        w->n_groups++;
    uint32_t i = w->n_groups;
    if (i < a->n_groups && a->groups[i].bit_pos == rec->bit_pos && s->is_group_kept[i])
        return renew_in(s, rec, BL_BLOCK_PARAMATTR_GROUP);
    return drop(s, rec->bit_pos);
}

static int write_list(struct writing *w, const struct bl_record *rec)
{
    return bl_slice_keeps(w->s, BL_NUMBERED_ATTRIBUTES, w->n_lists++) ? BL_OK
                                                                      : drop(w->s, rec->bit_pos);
}

/* The address of a block that is not there. */
static int write_undefined(struct bl_slice *s, const struct bl_record *rec)
{
    s->report.n_block_addresses++;
    return replace(s, rec, BL_CODE_CONSTANTS_UNDEF, 0);
}

static int write_constant(struct writing *w, const struct bl_record *rec)
{
    struct bl_slice *s = w->s;
    if (rec->code == BL_CODE_CONSTANTS_SETTYPE) {
        int status = drop_before(w);
        w->before = rec->bit_pos;
        w->type = rec->n_ops > 0 ? rec->ops[0] : 0;
        return status;
    }
    uint32_t value = s->n_globals + w->n_constants++;
    if (!bl_slice_keeps(s, BL_NUMBERED_VALUES, value))
        return drop(s, rec->bit_pos);
    if (w->before) {
        struct bl_record type = {
            .code = BL_CODE_CONSTANTS_SETTYPE, .bit_pos = w->before, .ops = &w->type, .n_ops = 1};
        int status = renew_in(s, &type, BL_BLOCK_CONSTANTS);
        if (status < 0)
            return status;
        w->before = 0;
    }
    if (bl_slice_is_lost_address(s, rec))
        return write_undefined(s, rec);
    return renew_in(s, rec, BL_BLOCK_CONSTANTS);
}

/* ---- Metadata ---- */

static bool keeps_string(const void *context, uint32_t number)
{
    return bl_slice_keeps(context, BL_NUMBERED_METADATA, number);
}

/* A list of a compile unit, without what nothing else leads to. */
static int write_cut_list(struct bl_slice *s, const struct bl_record *rec)
{
    uint32_t n = 0;
    uint32_t renewed;
    int status = copy_ops(s, rec);
    for (uint32_t i = 0; i < rec->n_ops && status == BL_OK; i++) {
        uint64_t op = rec->ops[i];
        if (op == 0 || op > s->n_metadata)
            continue;
        if (renew_number(s, BL_NUMBERED_METADATA, (uint32_t)(op - 1), &renewed))
            s->ops[n++] = (uint64_t)renewed + 1;
    }
    s->report.n_lists_cut += n < rec->n_ops;
    return status < 0 ? status : replace(s, rec, rec->code, n);
}

/* Those of llvm.dbg.cu that are there, or all. */
static int write_named(struct writing *w, const struct bl_record *rec)
{
    struct bl_slice *s = w->s;
    uint32_t n = 0;
    uint32_t renewed;
    int status = copy_ops(s, rec);
    for (uint32_t i = 0; i < rec->n_ops && status == BL_OK; i++)
        if (rec->ops[i] < s->n_metadata &&
            renew_number(s, BL_NUMBERED_METADATA, (uint32_t)rec->ops[i], &renewed))
            s->ops[n++] = renewed;
    if (status == BL_OK && n == 0 && rec->n_ops > 0) {
        status = drop_before(w);
        return status < 0 ? status : drop(s, rec->bit_pos);
    }
    w->before = 0;
    return status < 0 ? status : replace(s, rec, rec->code, n);
}

/* [value, (kind, node)...] */
static int write_attached(struct bl_slice *s, const struct bl_record *rec)
{
    uint32_t n = 1;
    uint32_t renewed;
    int status = copy_ops(s, rec);
    uint32_t value = rec->n_ops > 0 && rec->ops[0] < s->n_globals ? (uint32_t)rec->ops[0] : BL_NONE;
    for (uint32_t i = 1; i + 1 < rec->n_ops && status == BL_OK && value != BL_NONE; i += 2) {
        if (rec->ops[i] >= BL_NONE || rec->ops[i + 1] >= s->n_metadata ||
            !bl_slice_keeps_attachment(s, value, (uint32_t)rec->ops[i]) ||
            !renew_number(s, BL_NUMBERED_METADATA, (uint32_t)rec->ops[i + 1], &renewed))
            continue;
        s->ops[n] = rec->ops[i];
        s->ops[n + 1] = renewed;
        n += 2;
    }
    if (status < 0)
        return status;
    if (n == 1)
        return drop(s, rec->bit_pos);
    s->ops[0] = s->sets[BL_NUMBERED_VALUES].renewed[value];
    return replace(s, rec, rec->code, n);
}

static int write_node(struct writing *w, const struct bl_record *rec)
{
    struct bl_slice *s = w->s;
    uint32_t number = w->n_metadata++;
    if (!bl_slice_keeps(s, BL_NUMBERED_METADATA, number))
        return drop(s, rec->bit_pos);
    if (s->nodes[number] & BL_NODE_CUT_LIST)
        return write_cut_list(s, rec);
    return renew_in(s, rec, BL_BLOCK_METADATA);
}

static uint32_t n_kept_nodes(const struct bl_slice *s)
{
    uint32_t n = 0;
    for (uint32_t i = s->n_strings; i < s->n_metadata; i++)
        n += s->sets[BL_NUMBERED_METADATA].is_kept[i];
    return n;
}

static int write_metadata(struct writing *w, const struct bl_record *rec)
{
    struct bl_slice *s = w->s;
    int rc;
    switch (rec->code) {
    case BL_CODE_METADATA_STRINGS:
        rc = bl_keep_strings(s->rewrite, rec, w->n_metadata, keeps_string, s, s->err);
        w->n_metadata += rec->n_ops > 0 ? (uint32_t)rec->ops[0] : 0;
        return rc < 0 ? rc : BL_OK;
    case BL_CODE_METADATA_NAME: w->before = rec->bit_pos; return BL_OK;
    case BL_CODE_METADATA_NAMED_NODE: return write_named(w, rec);
    case BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT: return write_attached(s, rec);
    case BL_CODE_METADATA_INDEX_OFFSET:
    case BL_CODE_METADATA_INDEX:
        return n_kept_nodes(s) < MIN_INDEXED ? drop(s, rec->bit_pos) : BL_OK;
    case BL_CODE_METADATA_KIND: return BL_OK;
    default: return write_node(w, rec);
    }
}

/* ---- Names of the module's values ---- */

/* Before version 2 of modules the table has names; a body that has gone has no position. */
static int write_name(struct bl_slice *s, const struct bl_record *rec)
{
    uint32_t value = rec->n_ops > 0 && rec->ops[0] < s->n_globals ? (uint32_t)rec->ops[0] : BL_NONE;
    bool is_function = rec->code == BL_CODE_VALUE_SYMTAB_FNENTRY;
    uint32_t code = rec->code;
    uint32_t n = rec->n_ops;
    if (value == BL_NONE || !bl_slice_keeps(s, BL_NUMBERED_VALUES, value))
        return drop(s, rec->bit_pos);
    int status = copy_ops(s, rec);
    if (status < 0)
        return status;
    s->ops[0] = s->sets[BL_NUMBERED_VALUES].renewed[value];
    if (is_function && s->fates[value] != BL_FATE_DEFINED) {
        if (s->version >= BL_VERSION_WITH_STRTAB || n < 2)
            return drop(s, rec->bit_pos);
        memmove(&s->ops[1], &s->ops[2], (n - 2) * sizeof *s->ops);
        code = BL_CODE_VALUE_SYMTAB_ENTRY;
        n--;
    }
    return replace(s, rec, code, n);
}

/* ---- Bodies ---- */

static bool is_defined(const struct bl_slice *s, uint32_t value)
{
    return s->fates[value] == BL_FATE_DEFINED && bl_slice_keeps(s, BL_NUMBERED_VALUES, value);
}

/* Functions with addresses of blocks of this one. */
static int write_users(struct bl_slice *s, const struct bl_record *rec)
{
    uint32_t n = 0;
    int status = copy_ops(s, rec);
    for (uint32_t i = 0; i < rec->n_ops && status == BL_OK; i++)
        if (rec->ops[i] < s->n_globals && is_defined(s, (uint32_t)rec->ops[i]))
            s->ops[n++] = s->sets[BL_NUMBERED_VALUES].renewed[rec->ops[i]];
    if (status < 0)
        return status;
    return n > 0 || rec->n_ops == 0 ? replace(s, rec, rec->code, n) : drop(s, rec->bit_pos);
}

/* A bl_body_record_fn. */
static int write_body_record(void *context, const struct bl_record *rec,
                             const struct bl_around *around)
{
    struct bl_slice *s = context;
    uint32_t block_id = around->block_id;
    if (block_id == BL_BLOCK_FUNCTION && rec->code == BL_CODE_FUNCTION_BLOCKADDR_USERS)
        return write_users(s, rec);
    if (block_id == BL_BLOCK_CONSTANTS && bl_slice_is_lost_address(s, rec))
        return write_undefined(s, rec);
    if (block_id == BL_BLOCK_METADATA && rec->code == BL_CODE_METADATA_STRINGS)
        return BL_OK;
    if (block_id == BL_BLOCK_USELIST && rec->code == BL_CODE_USELIST_DEFAULT && rec->n_ops > 0 &&
        rec->ops[rec->n_ops - 1] < s->n_module_values)
        return drop(s, rec->bit_pos); /* others have used it, too */
    return renew_record(s, rec, around);
}

static int write_body(struct bl_slice *s, uint64_t bit_pos, uint32_t value)
{
    struct bl_body_source bodies = bl_slice_bodies(s);
    return value != BL_NONE ? bl_body_records(&bodies, value, write_body_record, s, s->err)
                            : drop(s, bit_pos);
}

/* ---- The module's own records ---- */

static int write_global(struct writing *w, const struct bl_record *rec)
{
    struct bl_slice *s = w->s;
    uint32_t value = w->n_globals++;
    uint32_t code;
    uint32_t n;
    if (!bl_slice_keeps(s, BL_NUMBERED_VALUES, value))
        return drop(s, rec->bit_pos);
    s->report.n_definitions += s->fates[value] == BL_FATE_DEFINED;
    s->report.n_declarations += s->fates[value] != BL_FATE_DEFINED;
    int status = bl_slice_global(s, value, &code, &n);
    return status < 0 ? status : replace(s, rec, code, n);
}

static int write_comdat(struct writing *w, const struct bl_record *rec)
{
    struct bl_slice *s = w->s;
    const struct bl_comdat *comdats;
    uint32_t n;
    uint32_t offset = 0;
    uint32_t i = w->n_comdats++;
    int status = bl_module_comdats(s->module, &comdats, &n, s->err);
    if (status < 0)
        return status;
    if (!bl_slice_keeps(s, BL_NUMBERED_COMDATS, i))
        return drop(s, rec->bit_pos);
    if (s->version < BL_VERSION_WITH_STRTAB)
        return BL_OK;
    status = copy_ops(s, rec);
    if (status == BL_OK)
        status = bl_string_table_add(&s->strings, comdats[i].name, &offset);
    if (status < 0)
        return bl_fail(s->err, status, "names that are too much for a STRTAB");
    s->ops[0] = offset;
    return replace(s, rec, rec->code, rec->n_ops);
}

static int write_module_record(struct writing *w, const struct bl_record *rec)
{
    struct bl_slice *s = w->s;
    switch (rec->code) {
    case BL_CODE_MODULE_GLOBALVAR:
    case BL_CODE_MODULE_FUNCTION:
    case BL_CODE_MODULE_ALIAS:
    case BL_CODE_MODULE_ALIAS_OLD:
    case BL_CODE_MODULE_IFUNC: return write_global(w, rec);
    case BL_CODE_MODULE_COMDAT: return write_comdat(w, rec);
    case BL_CODE_MODULE_SECTIONNAME:
        return bl_slice_keeps(s, BL_NUMBERED_SECTIONS, w->n_sections++) ? BL_OK
                                                                        : drop(s, rec->bit_pos);
    case BL_CODE_MODULE_GCNAME:
        return bl_slice_keeps(s, BL_NUMBERED_GCS, w->n_gcs++) ? BL_OK : drop(s, rec->bit_pos);
    case BL_CODE_MODULE_ASM:
        if (s->flags & (BL_SLICE_DELETE | BL_SLICE_KEEP_ASSEMBLY))
            return BL_OK;
        s->report.assembly_left_out = true;
        return drop(s, rec->bit_pos);
    case BL_CODE_MODULE_HASH: return s->flags & BL_SLICE_UNNEEDED ? BL_OK : drop(s, rec->bit_pos);
    case BL_CODE_MODULE_VERSION:
    case BL_CODE_MODULE_TRIPLE:
    case BL_CODE_MODULE_DATALAYOUT:
    case BL_CODE_MODULE_DEPLIB:
    case BL_CODE_MODULE_VSTOFFSET:
    case BL_CODE_MODULE_METADATA_VALUES_UNUSED:
    case BL_CODE_MODULE_SOURCE_FILENAME: return BL_OK;
    default:
        return bl_fail_at(s->err, BL_E_MISMATCH, "record of a module that is not known",
                          rec->bit_pos);
    }
}

/* ---- Blocks ---- */

static int write_in_block(struct writing *w, uint32_t block_id, const struct bl_record *rec)
{
    switch (block_id) {
    case BL_BLOCK_TYPE: return write_type(w, rec);
    case BL_BLOCK_PARAMATTR_GROUP: return write_group(w, rec);
    case BL_BLOCK_PARAMATTR: return write_list(w, rec);
    case BL_BLOCK_CONSTANTS: return write_constant(w, rec);
    case BL_BLOCK_METADATA: return write_metadata(w, rec);
    default: return write_name(w->s, rec);
    }
}

/* The block that CURSOR, of the module, has announced, record by record. */
static int write_records(struct writing *w, struct bl_cursor *cursor, uint32_t block_id)
{
    struct bl_slice *s = w->s;
    struct bl_cursor child;
    int status = BL_OK;
    int rc = bl_index_enter(s->index, cursor, &child, s->err);
    if (rc < 0)
        return rc;
    w->before = 0;
    while (status == BL_OK && (rc = bl_cursor_read_next(&child, &s->rec)) > 0)
        status = write_in_block(w, block_id, &s->rec);
    if (status == BL_OK && rc < 0) {
        bl_cursor_error(&child, s->err);
        status = rc;
    }
    bl_cursor_release(&child);
    return status < 0 ? status : drop_before(w);
}

static int write_block(struct writing *w, struct bl_cursor *cursor, const struct bl_block *block)
{
    struct bl_slice *s = w->s;
    switch (block->block_id) {
    case BL_BLOCK_BLOCKINFO:
    case BL_BLOCK_METADATA_KIND:
    case BL_BLOCK_OPERAND_BUNDLE_TAGS:
    case BL_BLOCK_SYNC_SCOPE_NAMES: return BL_OK;
    case BL_BLOCK_TYPE:
    case BL_BLOCK_PARAMATTR_GROUP:
    case BL_BLOCK_PARAMATTR:
    case BL_BLOCK_CONSTANTS:
    case BL_BLOCK_VALUE_SYMTAB: return write_records(w, cursor, block->block_id);
    case BL_BLOCK_METADATA:
        if (w->has_metadata)
            return bl_fail_at(s->err, BL_E_MISMATCH, "a second METADATA block", block->bit_pos);
        w->has_metadata = true;
        return write_records(w, cursor, block->block_id);
    case BL_BLOCK_GLOBALVAL_SUMMARY:
    case BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY:
        s->report.summary_left_out = true;
        return drop(s, block->bit_pos);
    case BL_BLOCK_USELIST: return drop(s, block->bit_pos);
    default:
        return bl_fail_at(s->err, BL_E_MISMATCH, "block of a module that is not known",
                          block->bit_pos);
    }
}

/* The function whose body is at BIT_POS; they come in order. BL_NONE: it is of none that is
 * defined. */
static int find_bodies(struct bl_slice *s, struct bl_map *bodies)
{
    struct bl_block block;
    for (uint32_t value = 0; value < s->n_globals; value++) {
        if (!is_defined(s, value))
            continue;
        int rc = bl_module_body(s->module, value, &block, s->err);
        if (rc < 0)
            return rc;
        if (rc > 0 && bl_map_set(bodies, block.bit_pos, value) < 0)
            return bl_fail(s->err, BL_E_NOMEM, "no memory for bodies");
    }
    return BL_OK;
}

static int write_entries(struct writing *w, const struct bl_map *bodies)
{
    struct bl_slice *s = w->s;
    struct bl_cursor cursor;
    struct bl_entry entry;
    int status = BL_OK;
    int rc = bl_index_cursor(s->index, bl_module_block(s->module), &cursor, s->err);
    if (rc < 0)
        return rc;
    while (status == BL_OK && (rc = bl_cursor_next(&cursor, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_BLOCK && entry.block.block_id == BL_BLOCK_FUNCTION) {
            uint32_t value = bl_map_find(bodies, entry.bit_pos);
            status = write_body(s, entry.bit_pos, value == BL_MAP_NONE ? BL_NONE : value);
        } else if (entry.kind == BL_ENTRY_BLOCK) {
            status = write_block(w, &cursor, &entry.block);
        } else if (entry.kind == BL_ENTRY_RECORD) {
            rc = bl_cursor_read(&cursor, &s->rec);
            if (rc < 0)
                break;
            status = write_module_record(w, &s->rec);
        }
    }
    if (status == BL_OK && rc < 0) {
        bl_cursor_error(&cursor, s->err);
        status = rc;
    }
    bl_cursor_release(&cursor);
    return status;
}

/* ---- The top level ---- */

static int write_strtab(struct bl_slice *s, uint32_t block)
{
    struct bl_cursor cursor;
    int rc = bl_index_cursor(s->index, block, &cursor, s->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_cursor_read_next(&cursor, &s->rec)) > 0 && !s->rec.has_blob)
        ;
    if (rc < 0)
        bl_cursor_error(&cursor, s->err);
    bl_cursor_release(&cursor);
    if (rc <= 0)
        return rc;
    struct bl_new_record record = {
        .code = s->rec.code,
        .has_blob = true,
        .blob = {s->strings.bytes, s->strings.n_bytes},
    };
    return bl_rewrite_replace(s->rewrite, s->rec.bit_pos, &record, s->err);
}

/* Other modules go, with what belongs to them. */
static int write_top(struct bl_slice *s)
{
    uint32_t first;
    uint32_t n;
    uint32_t own = bl_module_block(s->module);
    uint32_t strtab = bl_edit_strtab_of(s->index, own);
    int status = bl_index_children(s->index, BL_NONE, &first, &n, s->err);
    for (uint32_t b = first; status >= 0 && b < first + n; b++) {
        struct bl_block block = bl_index_get(s->index, b).block;
        bool is_own_identification = b + 1 == own;
        if (block.block_id == BL_BLOCK_STRTAB && b == strtab)
            status = write_strtab(s, b);
        else if (block.block_id == BL_BLOCK_SYMTAB && s->flags & BL_SLICE_UNNEEDED)
            continue;
        else if (b != own && block.block_id != BL_BLOCK_BLOCKINFO &&
                 !(block.block_id == BL_BLOCK_IDENTIFICATION && is_own_identification))
            status = drop(s, block.bit_pos);
    }
    return status;
}

int bl_slice_write(struct bl_slice *s, struct bl_error *err)
{
    struct writing w = {.s = s};
    struct bl_map bodies = {0};
    s->err = err;
    bl_string_table_release(&s->strings);
    int status = find_bodies(s, &bodies);
    if (status == BL_OK)
        status = write_entries(&w, &bodies);
    if (status == BL_OK)
        status = write_top(s);
    bl_map_release(&bodies);
    return status < 0 ? status : BL_OK;
}
