/* rewrite/slice_write.c - the records of a slice, with their new numbers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Entry by entry of the module's block, and of those in it: what is not kept is dropped, all that
 * is in a row at once.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/module.h"
#include "rewrite/editor.h"
#include "rewrite/kept_strings.h"
#include "rewrite/slicer.h"
#include "stream/cursor.h"

#include <string.h>

enum {
    /* With fewer nodes LLVM writes no METADATA_INDEX. */
    MIN_INDEXED = 25,
};

/* Where the walk through the module is. */
struct writing {
    struct bl_slice *s;
    uint32_t at;            /* entry */
    uint32_t block;         /* the cursor of the block that it is in */
    uint64_t left_out_from; /* the first one of those before it that go in a row; 0: none */
    uint64_t name;          /* NAME: it stays if what follows does; 0: none */
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

static int write_type(struct bl_slice *s, const struct bl_record *rec)
{
    if (rec->code != BL_CODE_TYPE_NUMENTRY)
        return renew_in(s, rec, BL_BLOCK_TYPE);
    int status = copy_ops(s, rec);
    if (status < 0)
        return status;
    s->ops[0] = s->sets[BL_NUMBERED_TYPES].n_new;
    return replace(s, rec, rec->code, 1);
}

/* The address of a block that is not there. */
static int write_undefined(struct bl_slice *s, const struct bl_record *rec)
{
    s->report.n_block_addresses++;
    return replace(s, rec, BL_CODE_CONSTANTS_UNDEF, 0);
}

static int write_constant(struct bl_slice *s, const struct bl_record *rec)
{
    if (rec->code != BL_CODE_CONSTANTS_SETTYPE && bl_slice_is_lost_address(s, rec))
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
        status = w->name ? drop(s, w->name) : BL_OK;
        return status < 0 ? status : drop(s, rec->bit_pos);
    }
    w->name = 0;
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

static int write_declared_type(struct bl_slice *s, const struct bl_record *rec)
{
    struct bl_around around = around_of(s, BL_BLOCK_METADATA);
    int status = renew(s, rec, &around);
    for (uint32_t i = 0; i < rec->n_ops && status == BL_OK; i++)
        if (bl_slice_is_of_definition(i))
            s->ops[i] = 0;
    if (status == BL_OK)
        s->ops[BL_TYPE_FLAGS_AT] |= BL_TYPE_DECLARED;
    return status < 0 ? status : replace(s, rec, rec->code, rec->n_ops);
}

static int write_node(struct bl_slice *s, const struct bl_record *rec, uint32_t number)
{
    if (s->nodes[number] & BL_NODE_CUT_LIST)
        return write_cut_list(s, rec);
    if (s->nodes[number] & BL_NODE_DECLARED)
        return write_declared_type(s, rec);
    return renew_in(s, rec, BL_BLOCK_METADATA);
}

static int write_metadata(struct writing *w, const struct bl_record *rec, uint32_t number)
{
    struct bl_slice *s = w->s;
    int rc;
    switch (rec->code) {
    case BL_CODE_METADATA_STRINGS:
        rc = bl_keep_strings(s->rewrite, rec, number, keeps_string, s, s->err);
        return rc < 0 ? rc : BL_OK;
    case BL_CODE_METADATA_NAME: w->name = rec->bit_pos; return BL_OK;
    case BL_CODE_METADATA_NAMED_NODE: return write_named(w, rec);
    case BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT: return write_attached(s, rec);
    case BL_CODE_METADATA_INDEX_OFFSET:
    case BL_CODE_METADATA_INDEX:
        return s->sets[BL_NUMBERED_METADATA].n_new - s->n_new_strings < MIN_INDEXED
                   ? drop(s, rec->bit_pos)
                   : BL_OK;
    default: return write_node(s, rec, number);
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
    if (value == BL_NONE)
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

/* Whether other bodies may use VALUE, too: then an order of its uses has places of theirs. So it is
 * with constants of the body at hand, which LLVM has once for all. */
static bool is_shared(const struct bl_slice *s, uint64_t value)
{
    const struct bl_body *body = bl_function_body(s->function);
    return value < s->n_module_values ||
           (value >= body->first_constant && value - body->first_constant < body->n_constants);
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
        is_shared(s, rec->ops[rec->n_ops - 1]))
        return drop(s, rec->bit_pos);
    return renew_record(s, rec, around);
}

/* Bodies that were not looked at follow each other: whether that of VALUE ends where the next one
 * begins. What is between others is in pages that this slice does not touch. */
static int check_next(struct bl_slice *s, uint32_t value)
{
    const uint64_t *bodies = s->entries.bodies;
    struct bl_block body;
    uint32_t next = value + 1;
    while (bodies && next < s->n_globals && bodies[next] == 0)
        next++;
    if (!bodies || next >= s->n_globals)
        return BL_OK;
    int rc = bl_module_body(s->module, value, &body, s->err);
    if (rc <= 0)
        return rc;
    return bl_block_end(&body) == bodies[next]
               ? BL_OK
               : bl_fail_at(s->err, BL_E_MISMATCH, "what is between two bodies is not known",
                            bl_block_end(&body));
}

static int write_body(struct bl_slice *s, uint32_t value)
{
    struct bl_body_source bodies = bl_slice_bodies(s);
    int status = check_next(s, value);
    return status < 0 ? status : bl_body_records(&bodies, value, write_body_record, s, s->err);
}

/* ---- The module's own records ---- */

static int write_global(struct bl_slice *s, const struct bl_record *rec, uint32_t value)
{
    uint32_t code;
    uint32_t n;
    s->report.n_definitions += s->fates[value] == BL_FATE_DEFINED;
    s->report.n_declarations += s->fates[value] != BL_FATE_DEFINED;
    int status = bl_slice_global(s, value, &code, &n);
    return status < 0 ? status : replace(s, rec, code, n);
}

static int write_comdat(struct bl_slice *s, const struct bl_record *rec, uint32_t i)
{
    const struct bl_comdat *comdats;
    uint32_t n;
    uint32_t offset = 0;
    int status = bl_module_comdats(s->module, &comdats, &n, s->err);
    if (status < 0)
        return status;
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

static int write_module_record(struct bl_slice *s, const struct bl_record *rec, uint32_t number)
{
    switch (rec->code) {
    case BL_CODE_MODULE_COMDAT: return write_comdat(s, rec, number);
    case BL_CODE_MODULE_ASM:
        if (s->flags & (BL_SLICE_DELETE | BL_SLICE_KEEP_ASSEMBLY) ||
            (s->flags & BL_SLICE_PARTS && !s->is_later))
            return BL_OK;
        s->report.assembly_left_out = true;
        return drop(s, rec->bit_pos);
    case BL_CODE_MODULE_HASH: return s->flags & BL_SLICE_UNNEEDED ? BL_OK : drop(s, rec->bit_pos);
    default: return write_global(s, rec, number);
    }
}

/* ---- Entries ---- */

/* The first of E, from number I of them on, that stays; E->n: none does. */
static uint32_t next_kept(const struct bl_slice *s, const struct bl_slice_entry *e, uint32_t i)
{
    bool is_body = e->kind == BL_SLICED_BODY;
    uint32_t n = is_body ? s->n_globals : s->sets[e->set].n;
    const uint8_t *from = is_body ? s->fates : (const uint8_t *)s->sets[e->set].is_kept;
    while (i < e->n && (uint64_t)e->number + i < n) {
        uint32_t n_left = n - e->number - i < e->n - i ? n - e->number - i : e->n - i;
        const uint8_t *found =
            memchr(from + e->number + i, is_body ? BL_FATE_DEFINED : true, n_left);
        if (!found)
            break;
        i = (uint32_t)(found - from) - e->number;
        /* What nothing needs goes, although it would be defined. */
        if (!is_body || bl_slice_keeps(s, BL_NUMBERED_VALUES, e->number + i))
            return i;
        i++;
    }
    return e->n;
}

/* Whether a constant is kept that has the type of SETTYPE, the entry AT. */
static bool keeps_type(const struct bl_slice *s, uint32_t at)
{
    const struct bl_slice_entry *e = &s->entries.items[at];
    while ((++e)->kind != BL_SLICED_ENDED && e->kind != BL_SLICED_SET_TYPE)
        if (e->kind == BL_SLICED_NUMBERED && next_kept(s, e, 0) < e->n)
            return true;
    return false;
}

/* Whether entry AT, which has no numbers, stays, perhaps otherwise; what has to be read for that
 * does so far. */
static bool keeps_entry(struct bl_slice *s, uint32_t at)
{
    const struct bl_slice_entry *e = &s->entries.items[at];
    switch ((enum bl_slice_entry_kind)e->kind) {
    case BL_SLICED_BLOCK_OF_SUMMARY: s->report.summary_left_out = true; return false;
    case BL_SLICED_BLOCK_OF_USES: return false;
    case BL_SLICED_GROUP: return e->number != BL_NONE && s->is_group_kept[e->number];
    case BL_SLICED_SET_TYPE: return keeps_type(s, at);
    default: return true;
    }
}

/* Record NUMBER, or a body, at BIT_POS, of those like E, in the block at hand. */
static int write_entry(struct writing *w, const struct bl_slice_entry *e, uint32_t number,
                       uint64_t bit_pos)
{
    struct bl_slice *s = w->s;
    struct bl_cursor *cursor = s->entries.cursors[w->block];
    if (e->kind == BL_SLICED_BODY)
        return write_body(s, number);
    cursor->bits.pos = bit_pos;
    cursor->pending = 0;
    cursor->status = BL_OK;
    int rc = bl_cursor_read_next(cursor, &s->rec);
    if (rc == 0)
        rc = bl_cursor_fail(cursor, BL_E_STALE, "no record where there was one", bit_pos);
    if (rc < 0) {
        bl_cursor_error(cursor, s->err);
        return rc;
    }
    switch (s->entries.blocks[w->block]) {
    case BL_BLOCK_MODULE: return write_module_record(s, &s->rec, number);
    case BL_BLOCK_TYPE: return write_type(s, &s->rec);
    case BL_BLOCK_PARAMATTR_GROUP: return renew_in(s, &s->rec, BL_BLOCK_PARAMATTR_GROUP);
    case BL_BLOCK_CONSTANTS: return write_constant(s, &s->rec);
    case BL_BLOCK_METADATA: return write_metadata(w, &s->rec, number);
    default: return write_name(s, &s->rec);
    }
}

/* Those from number I to END of E go. */
static void begin_gap(struct writing *w, const struct bl_slice_entry *e, uint32_t i, uint32_t end)
{
    for (; !w->left_out_from && i < end; i++)
        w->left_out_from = bl_slice_entry_pos(w->s, e, i);
}

/* Those before BIT_POS that go. */
static int leave_out(struct writing *w, uint64_t bit_pos)
{
    uint64_t from = w->left_out_from;
    w->left_out_from = 0;
    return from ? bl_rewrite_drop_all(w->s->rewrite, from, bit_pos, w->s->err) : BL_OK;
}

static int write_single(struct writing *w, const struct bl_slice_entry *e)
{
    uint64_t bit_pos = bl_slice_entry_pos(w->s, e, 0);
    if (!keeps_entry(w->s, w->at)) {
        begin_gap(w, e, 0, 1);
        return BL_OK;
    }
    int status = leave_out(w, bit_pos);
    if (e->kind == BL_SLICED_OPENED)
        w->block = e->number;
    else if (e->kind == BL_SLICED_ENDED)
        w->block = 0;
    else if (status == BL_OK && e->kind != BL_SLICED_STAYS)
        status = write_entry(w, e, e->number, bit_pos);
    return status;
}

static int write_counted(struct writing *w, const struct bl_slice_entry *e)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < e->n && status == BL_OK; i++) {
        uint32_t kept = next_kept(w->s, e, i);
        begin_gap(w, e, i, kept);
        i = kept;
        uint64_t bit_pos = i < e->n ? bl_slice_entry_pos(w->s, e, i) : 0;
        if (bit_pos == 0)
            continue;
        status = leave_out(w, bit_pos);
        if (status == BL_OK && e->kind != BL_SLICED_UNCHANGED)
            status = write_entry(w, e, e->number + i, bit_pos);
    }
    return status;
}

static int write_entries(struct writing *w)
{
    const struct bl_slice_entries *all = &w->s->entries;
    int status = BL_OK;
    for (w->at = 0; w->at < all->n && status == BL_OK; w->at++) {
        const struct bl_slice_entry *e = &all->items[w->at];
        status = bl_slice_is_counted(e->kind) ? write_counted(w, e) : write_single(w, e);
    }
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
    s->err = err;
    bl_string_table_release(&s->strings);
    int status = bl_slice_entries_read(s, err);
    if (status == BL_OK)
        status = write_entries(&w);
    if (status == BL_OK)
        status = write_top(s);
    return status < 0 ? status : BL_OK;
}
