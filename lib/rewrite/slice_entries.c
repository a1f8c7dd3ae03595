/* rewrite/slice_entries.c - where the entries of a module are, and what each is the record of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/slice_entries.h"

#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "ir/globals.h"
#include "rewrite/slicer.h"
#include "stream/cursor.h"

/* Where the walk is: how many of each there were so far. */
struct reading {
    struct bl_slice *s;
    struct bl_slice_entries *e;
    struct bl_record rec;
    struct bl_batch batch;
    /* A record: its first operand is read where it has any. */
    uint64_t bit_pos, op;
    uint32_t code, n_ops;
    uint32_t n_bodies; /* functions before the next body */
    uint32_t n_globals, n_comdats, n_sections, n_gcs, n_types, n_lists, n_groups, n_constants;
    uint32_t n_metadata;
    bool has_metadata;
    struct bl_error *err;
};

static int no_memory(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for a slice");
}

void bl_slice_entries_release(struct bl_slice_entries *e)
{
    for (uint32_t i = 0; i < e->n_cursors; i++) {
        bl_cursor_release(e->cursors[i]);
        bl_drop(e->cursors[i]);
    }
    bl_drop(e->cursors);
    bl_drop(e->blocks);
    bl_drop(e->items);
    bl_drop(e->positions);
    *e = (struct bl_slice_entries){0};
}

static int add(struct reading *r, uint64_t bit_pos, enum bl_slice_entry_kind kind, unsigned set,
               uint32_t number)
{
    struct bl_slice_entries *e = r->e;
    struct bl_slice_entry *last = e->n > 0 ? &e->items[e->n - 1] : NULL;
    struct bl_slice_entry entry = {
        .n = 1, .first = e->n_positions, .number = number, .kind = kind & 0xFF, .set = set & 0xFF};
    if (bl_append(&e->positions, &e->n_positions, &e->cap_positions, bit_pos) < 0)
        return no_memory(r->err);
    if (last && last->kind == kind && last->set == set && !last->places &&
        bl_slice_is_counted(kind) && number != BL_NONE && number == last->number + last->n) {
        last->n++;
        return BL_OK;
    }
    return bl_append(&e->items, &e->n, &e->cap, entry) < 0 ? no_memory(r->err) : BL_OK;
}

/* The entries of N values from NUMBER on. */
static int add_run(struct reading *r, enum bl_slice_places places, enum bl_slice_entry_kind kind,
                   uint32_t number, uint32_t n)
{
    struct bl_slice_entries *e = r->e;
    struct bl_slice_entry run = {.n = n,
                                 .number = number,
                                 .kind = kind & 0xFF,
                                 .set = BL_NUMBERED_VALUES,
                                 .places = places & 0xFF};
    return bl_append(&e->items, &e->n, &e->cap, run) < 0 ? no_memory(r->err) : BL_OK;
}

uint64_t bl_slice_entry_pos(const struct bl_slice *s, const struct bl_slice_entry *entry,
                            uint32_t i)
{
    const struct bl_slice_entries *e = &s->entries;
    switch ((enum bl_slice_places)entry->places) {
    case BL_PLACES_GLOBALS: return s->module->header.places[entry->number + i].bit_pos;
    case BL_PLACES_BODIES: return e->bodies[entry->number + i];
    case BL_PLACES_FNENTRIES: return e->fnentries[entry->number + i];
    default: return e->positions[entry->first + i];
    }
}

/* Room for a cursor of a block with ID. */
static struct bl_cursor *add_cursor(struct reading *r, uint32_t block_id)
{
    struct bl_slice_entries *e = r->e;
    struct bl_cursor *cursor = bl_new(sizeof *cursor);
    uint32_t n = e->n_cursors;
    if (!cursor || bl_append(&e->blocks, &n, &e->cap_blocks, block_id) < 0 ||
        bl_append(&e->cursors, &e->n_cursors, &e->cap_cursors, cursor) < 0) {
        bl_drop(cursor);
        (void)no_memory(r->err);
        return NULL;
    }
    return cursor;
}

/* ---- Records ---- */

static int add_type(struct reading *r)
{
    uint64_t at = r->bit_pos;
    switch (r->code) {
    case BL_CODE_TYPE_NUMENTRY: return add(r, at, BL_SLICED_READ, BL_NUMBERED_TYPES, BL_NONE);
    case BL_CODE_TYPE_STRUCT_NAME: /* of the next one */
        return add(r, at, BL_SLICED_UNCHANGED, BL_NUMBERED_TYPES, r->n_types);
    default: return add(r, at, BL_SLICED_NUMBERED, BL_NUMBERED_TYPES, r->n_types++);
    }
}

static int add_group(struct reading *r)
{
    const struct bl_attributes *a = r->s->attributes;
    uint64_t at = r->bit_pos;
    while (r->n_groups < a->n_groups && a->groups[r->n_groups].bit_pos < at)
        r->n_groups++;
    bool is_it = r->n_groups < a->n_groups && a->groups[r->n_groups].bit_pos == at;
    return add(r, at, BL_SLICED_GROUP, BL_N_NUMBERED, is_it ? r->n_groups : BL_NONE);
}

static int add_constant(struct reading *r)
{
    uint64_t at = r->bit_pos;
    if (r->code == BL_CODE_CONSTANTS_SETTYPE)
        return add(r, at, BL_SLICED_SET_TYPE, BL_N_NUMBERED, BL_NONE);
    return add(r, at, BL_SLICED_NUMBERED, BL_NUMBERED_VALUES, r->s->n_globals + r->n_constants++);
}

static uint32_t value_of(const struct reading *r)
{
    return r->n_ops > 0 && r->op < r->s->n_globals ? (uint32_t)r->op : BL_NONE;
}

static int add_metadata(struct reading *r)
{
    uint64_t at = r->bit_pos;
    uint32_t first = r->n_metadata;
    switch (r->code) {
    case BL_CODE_METADATA_STRINGS:
        r->n_metadata += r->n_ops > 0 ? (uint32_t)r->op : 0;
        return add(r, at, BL_SLICED_READ, BL_NUMBERED_METADATA, first);
    case BL_CODE_METADATA_NAME:
    case BL_CODE_METADATA_NAMED_NODE:
    case BL_CODE_METADATA_INDEX_OFFSET:
    case BL_CODE_METADATA_INDEX: return add(r, at, BL_SLICED_READ, BL_NUMBERED_METADATA, BL_NONE);
    case BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT:
        return add(r, at, BL_SLICED_NUMBERED, BL_NUMBERED_VALUES, value_of(r));
    case BL_CODE_METADATA_KIND: return add(r, at, BL_SLICED_STAYS, BL_N_NUMBERED, BL_NONE);
    default: return add(r, at, BL_SLICED_NUMBERED, BL_NUMBERED_METADATA, r->n_metadata++);
    }
}

static int add_in_block(struct reading *r, uint32_t block_id)
{
    uint64_t at = r->bit_pos;
    switch (block_id) {
    case BL_BLOCK_TYPE: return add_type(r);
    case BL_BLOCK_PARAMATTR_GROUP: return add_group(r);
    case BL_BLOCK_PARAMATTR:
        return add(r, at, BL_SLICED_UNCHANGED, BL_NUMBERED_ATTRIBUTES, r->n_lists++);
    case BL_BLOCK_CONSTANTS: return add_constant(r);
    case BL_BLOCK_METADATA: return add_metadata(r);
    default: return add(r, at, BL_SLICED_NUMBERED, BL_NUMBERED_VALUES, value_of(r));
    }
}

static int add_module_record(struct reading *r)
{
    uint64_t at = r->bit_pos;
    switch (r->code) {
    case BL_CODE_MODULE_GLOBALVAR:
    case BL_CODE_MODULE_FUNCTION:
    case BL_CODE_MODULE_ALIAS:
    case BL_CODE_MODULE_ALIAS_OLD:
    case BL_CODE_MODULE_IFUNC:
        return add(r, at, BL_SLICED_NUMBERED, BL_NUMBERED_VALUES, r->n_globals++);
    case BL_CODE_MODULE_COMDAT:
        return add(r, at, BL_SLICED_NUMBERED, BL_NUMBERED_COMDATS, r->n_comdats++);
    case BL_CODE_MODULE_SECTIONNAME:
        return add(r, at, BL_SLICED_UNCHANGED, BL_NUMBERED_SECTIONS, r->n_sections++);
    case BL_CODE_MODULE_GCNAME: return add(r, at, BL_SLICED_UNCHANGED, BL_NUMBERED_GCS, r->n_gcs++);
    case BL_CODE_MODULE_ASM:
    case BL_CODE_MODULE_HASH: return add(r, at, BL_SLICED_READ, BL_N_NUMBERED, BL_NONE);
    case BL_CODE_MODULE_VERSION:
    case BL_CODE_MODULE_TRIPLE:
    case BL_CODE_MODULE_DATALAYOUT:
    case BL_CODE_MODULE_DEPLIB:
    case BL_CODE_MODULE_VSTOFFSET:
    case BL_CODE_MODULE_METADATA_VALUES_UNUSED:
    case BL_CODE_MODULE_SOURCE_FILENAME: return add(r, at, BL_SLICED_STAYS, BL_N_NUMBERED, BL_NONE);
    default: return bl_fail_at(r->err, BL_E_MISMATCH, "record of a module that is not known", at);
    }
}

/* ---- Blocks ---- */

static int note_record(struct reading *r, uint32_t block_id)
{
    r->bit_pos = r->rec.bit_pos;
    r->code = r->rec.code;
    r->n_ops = r->rec.n_ops;
    r->op = r->n_ops > 0 ? r->rec.ops[0] : 0;
    return block_id == BL_BLOCK_MODULE ? add_module_record(r) : add_in_block(r, block_id);
}

static int note_batch(struct reading *r, uint32_t block_id)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < r->batch.n_records && status == BL_OK; i++) {
        const struct bl_batch_record *rec = &r->batch.records[i];
        r->bit_pos = rec->bit_pos;
        r->code = rec->code;
        r->n_ops = rec[1].first_op - rec->first_op;
        r->op = r->n_ops > 0 ? r->batch.ops[rec->first_op] : 0;
        status = add_in_block(r, block_id);
    }
    return status;
}

/* What CURSOR is in, up to an entry that is no usual record: 1, with what it is, 0: the end. */
static int next_entry(struct reading *r, struct bl_cursor *cursor, struct bl_entry *entry)
{
    int rc;
    while ((rc = bl_cursor_read_batch(cursor, &r->batch)) > 0) {
        int status = note_batch(r, cursor->block.block_id);
        if (status < 0)
            return status;
    }
    return rc < 0 ? rc : bl_cursor_next(cursor, entry);
}

/* STATUS, or what has happened to CURSOR. */
static int end_reading(struct reading *r, const struct bl_cursor *cursor, int status)
{
    if (cursor->status < 0)
        bl_cursor_error(cursor, r->err);
    return cursor->status < 0 ? cursor->status : status;
}

/* The entries of BLOCK, of the module. */
static int add_entries(struct reading *r, const struct bl_block *block)
{
    struct bl_cursor *cursor = add_cursor(r, block->block_id);
    struct bl_entry entry;
    int rc = 0;
    if (!cursor)
        return BL_E_NOMEM;
    int status = bl_module_cursor(r->s->module, block, cursor, r->err);
    if (status == BL_OK)
        status = add(r, block->bit_pos, BL_SLICED_OPENED, BL_N_NUMBERED, r->e->n_cursors - 1);
    while (status == BL_OK && (rc = next_entry(r, cursor, &entry)) > 0)
        if (entry.kind != BL_ENTRY_RECORD)
            status = add(r, entry.bit_pos, BL_SLICED_STAYS, BL_N_NUMBERED, BL_NONE);
        else if ((status = bl_cursor_read(cursor, &r->rec)) == BL_OK)
            status = note_record(r, block->block_id);
    status = end_reading(r, cursor, status < 0 ? status : rc);
    return status < 0 ? status : add(r, cursor->entry_pos, BL_SLICED_ENDED, BL_N_NUMBERED, BL_NONE);
}

/* The VALUE_SYMTAB, where all that it has is known already. */
static int add_known_entries(struct reading *r, const struct bl_block *block)
{
    const struct bl_body_entries *entries = bl_module_body_entries(r->s->module);
    struct bl_block symtab;
    struct bl_entry entry;
    bool is_known = entries && bl_module_symtab_ahead(r->s->module, &symtab) &&
                    symtab.bit_pos == block->bit_pos;
    if (!is_known)
        return add_entries(r, block);
    struct bl_cursor *cursor = add_cursor(r, block->block_id);
    if (!cursor)
        return BL_E_NOMEM;
    int status = bl_module_cursor(r->s->module, block, cursor, r->err);
    if (status == BL_OK)
        status = add(r, block->bit_pos, BL_SLICED_OPENED, BL_N_NUMBERED, r->e->n_cursors - 1);
    while (status == BL_OK && bl_cursor_next(cursor, &entry) > 0 && entry.kind != BL_ENTRY_RECORD)
        status = add(r, entry.bit_pos, BL_SLICED_STAYS, BL_N_NUMBERED, BL_NONE);
    status = end_reading(r, cursor, status);
    r->e->fnentries = entries->positions;
    if (status == BL_OK)
        status = add_run(r, BL_PLACES_FNENTRIES, BL_SLICED_NUMBERED, 0, r->s->n_globals);
    return status < 0 ? status : add(r, entries->end, BL_SLICED_ENDED, BL_N_NUMBERED, BL_NONE);
}

static int add_block(struct reading *r, const struct bl_block *block)
{
    uint64_t at = block->bit_pos;
    switch (block->block_id) {
    case BL_BLOCK_BLOCKINFO:
    case BL_BLOCK_METADATA_KIND:
    case BL_BLOCK_OPERAND_BUNDLE_TAGS:
    case BL_BLOCK_SYNC_SCOPE_NAMES: return add(r, at, BL_SLICED_STAYS, BL_N_NUMBERED, BL_NONE);
    case BL_BLOCK_METADATA:
        if (r->has_metadata)
            return bl_fail_at(r->err, BL_E_MISMATCH, "a second METADATA block", at);
        r->has_metadata = true;
        return add_entries(r, block);
    case BL_BLOCK_TYPE:
    case BL_BLOCK_PARAMATTR_GROUP:
    case BL_BLOCK_PARAMATTR:
    case BL_BLOCK_CONSTANTS: return add_entries(r, block);
    case BL_BLOCK_VALUE_SYMTAB: return add_known_entries(r, block);
    case BL_BLOCK_GLOBALVAL_SUMMARY:
    case BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY:
        return add(r, at, BL_SLICED_BLOCK_OF_SUMMARY, BL_N_NUMBERED, BL_NONE);
    case BL_BLOCK_USELIST: return add(r, at, BL_SLICED_BLOCK_OF_USES, BL_N_NUMBERED, BL_NONE);
    default: return bl_fail_at(r->err, BL_E_MISMATCH, "block of a module that is not known", at);
    }
}

/* ---- Before the bodies ---- */

enum list {
    GLOBALS,
    COMDATS,
    TEXTS,
    OTHERS,
    BLOCKS,
    INFOS,
    N_LISTS
};

/* Where number I of LIST is; UINT64_MAX: there are not so many. */
static uint64_t place_in(const struct bl_module_header *h, enum list list, uint32_t i)
{
    switch (list) {
    case GLOBALS: return i < h->n_places ? h->places[i].bit_pos : UINT64_MAX;
    case COMDATS: return i < h->n_comdats ? h->comdats[i] : UINT64_MAX;
    case TEXTS: return i < h->n_texts ? h->texts[i].bit_pos : UINT64_MAX;
    case OTHERS: return i < h->n_others ? h->others[i].bit_pos : UINT64_MAX;
    case BLOCKS: return i < h->n_blocks ? h->blocks[i].bit_pos : UINT64_MAX;
    default: return i + 1 < h->n_infos ? h->infos[i + 1].bit_pos : UINT64_MAX;
    }
}

/* An abbreviation of the module at AT, for the cursor of it. */
static int add_abbreviation(struct reading *r, uint64_t at)
{
    struct bl_cursor *cursor = r->e->cursors[0];
    struct bl_entry entry;
    cursor->bits.pos = at;
    cursor->pending = 0;
    int rc = bl_cursor_next(cursor, &entry);
    if (rc == 0)
        return bl_fail_at(r->err, BL_E_STALE, "no abbreviation where there was one", at);
    if (rc < 0)
        return end_reading(r, cursor, rc);
    return add(r, at, BL_SLICED_STAYS, BL_N_NUMBERED, BL_NONE);
}

static int add_listed(struct reading *r, enum list list, uint32_t i)
{
    const struct bl_module_header *h = &r->s->module->header;
    r->bit_pos = place_in(h, list, i);
    switch (list) {
    case COMDATS: return add(r, r->bit_pos, BL_SLICED_NUMBERED, BL_NUMBERED_COMDATS, i);
    case TEXTS: r->code = h->texts[i].code; return add_module_record(r);
    case OTHERS:
        r->code = h->others[i].code;
        return r->code == BL_NONE ? add_abbreviation(r, r->bit_pos) : add_module_record(r);
    case BLOCKS: return add_block(r, &h->blocks[i]);
    default: return add(r, r->bit_pos, BL_SLICED_STAYS, BL_N_NUMBERED, BL_NONE);
    }
}

/* The global values from number I on, before PLACES: how many there are. */
static uint32_t count_globals(const struct bl_module_header *h, uint32_t i,
                              const uint64_t places[N_LISTS])
{
    uint64_t end = UINT64_MAX;
    uint32_t last = h->n_places;
    for (int list = GLOBALS + 1; list < N_LISTS; list++)
        end = places[list] < end ? places[list] : end;
    while (last > i + 1 && h->places[last - 1].bit_pos > end)
        last--;
    return last - i;
}

/* What the module's header has lists of, in its order. */
static int add_header(struct reading *r)
{
    const struct bl_module_header *h = &r->s->module->header;
    uint32_t at[N_LISTS] = {0};
    uint64_t places[N_LISTS];
    int status = BL_OK;
    for (int list = 0; list < N_LISTS; list++)
        places[list] = place_in(h, list, 0);
    while (status == BL_OK) {
        int first = 0;
        for (int list = 1; list < N_LISTS; list++)
            first = places[list] < places[first] ? list : first;
        if (places[first] == UINT64_MAX)
            break;
        uint32_t n = first == GLOBALS ? count_globals(h, at[GLOBALS], places) : 1;
        status = first == GLOBALS ? add_run(r, BL_PLACES_GLOBALS, BL_SLICED_NUMBERED, at[first], n)
                                  : add_listed(r, first, at[first]);
        at[first] += n;
        places[first] = place_in(h, first, at[first]);
    }
    return status;
}

/* ---- Bodies, and what is after them ---- */

static int add_body(struct reading *r, const struct bl_block *block)
{
    const struct bl_module_header *h = &r->s->module->header;
    struct bl_block body;
    while (r->n_bodies < h->n_places && !h->places[r->n_bodies].has_body)
        r->n_bodies++;
    uint32_t value = r->n_bodies;
    int rc = value < h->n_places ? bl_module_body(r->s->module, value, &body, r->err) : 0;
    if (rc < 0)
        return rc;
    bool is_it = rc > 0 && body.bit_pos == block->bit_pos;
    r->n_bodies += is_it;
    return add(r, block->bit_pos, BL_SLICED_BODY, BL_N_NUMBERED, is_it ? value : BL_NONE);
}

/* All bodies, if it is known where each of them is: LLVM writes them in a row. CURSOR, before the
 * first one, is moved to the last one. So no other body has to be looked at, which would lead to
 * all pages of a file. */
static int add_bodies(struct reading *r, struct bl_cursor *cursor, uint64_t first)
{
    const struct bl_module_header *h = &r->s->module->header;
    const uint64_t *bodies;
    struct bl_block symtab;
    uint32_t last = BL_NONE;
    if (bl_module_body_table(r->s->module, &bodies) < 0)
        return no_memory(r->err);
    if (!bodies || r->s->flags & (BL_SLICE_DELETE | BL_SLICE_UNNEEDED))
        return BL_OK;
    for (uint32_t i = 0; i < h->n_places; i++) {
        if (h->places[i].has_body != (bodies[i] != 0))
            return BL_OK;
        if (last == BL_NONE && bodies[i] != 0 && bodies[i] != first)
            return BL_OK;
        if (bodies[i] != 0)
            last = i;
    }
    if (last == BL_NONE || !bl_module_symtab_ahead(r->s->module, &symtab) ||
        symtab.bit_pos < bodies[last])
        return BL_OK;
    r->e->bodies = bodies;
    r->n_bodies = last;
    cursor->bits.pos = bodies[last];
    return add_run(r, BL_PLACES_BODIES, BL_SLICED_BODY, 0, last);
}

static int add_rest(struct reading *r, struct bl_cursor *cursor)
{
    struct bl_entry entry;
    int rc = 0;
    int status = BL_OK;
    while (status == BL_OK && (rc = bl_cursor_next(cursor, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_ABBREV)
            status = add(r, entry.bit_pos, BL_SLICED_STAYS, BL_N_NUMBERED, BL_NONE);
        else if (entry.kind == BL_ENTRY_BLOCK)
            status = entry.block.block_id == BL_BLOCK_FUNCTION ? add_body(r, &entry.block)
                                                               : add_block(r, &entry.block);
        else if ((status = bl_cursor_read(cursor, &r->rec)) == BL_OK)
            status = note_record(r, BL_BLOCK_MODULE);
    }
    status = end_reading(r, cursor, status < 0 ? status : rc);
    return status < 0 ? status : add(r, cursor->entry_pos, BL_SLICED_ENDED, BL_N_NUMBERED, BL_NONE);
}

static int read_module(struct reading *r)
{
    struct bl_module *m = r->s->module;
    struct bl_cursor *cursor = add_cursor(r, BL_BLOCK_MODULE);
    if (!cursor)
        return BL_E_NOMEM;
    if (m->header.others_are_too_many)
        return bl_fail(r->err, BL_E_LIMIT, "more records of a module than the limit");
    int status = bl_index_cursor(r->s->index, bl_module_block(m), cursor, r->err);
    if (status == BL_OK)
        status = add_header(r);
    if (status < 0)
        return status;
    cursor->bits.pos = m->header.at_bodies.entry_pos;
    cursor->pending = 0;
    if (m->header.has_bodies)
        status = add_bodies(r, cursor, cursor->bits.pos);
    return status < 0 ? status : add_rest(r, cursor);
}

int bl_slice_entries_read(struct bl_slice *s, struct bl_error *err)
{
    struct reading r = {.s = s, .e = &s->entries, .err = err};
    if (s->entries.is_complete)
        return BL_OK;
    int status = read_module(&r);
    bl_record_release(&r.rec);
    bl_batch_release(&r.batch);
    if (status < 0)
        bl_slice_entries_release(&s->entries);
    s->entries.is_complete = status == BL_OK;
    return status;
}
