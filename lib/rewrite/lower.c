/* rewrite/lower.c - a stream as an older LLVM reads it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/lower.h"

#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "ir/min_version.h"
#include "ir/module.h"
#include "ir/seek.h"

#include <string.h>

/* ---- Findings ---- */

static bool is_allowed(const struct bl_lower *l, const char *feature)
{
    for (size_t i = 0; i < l->options->n_allowed; i++)
        if (strcmp(l->options->allowed[i], feature) == 0)
            return true;
    return false;
}

/* What can go without code of its own: attributes, and properties of global variables. */
static bool can_be_allowed(const struct bl_feature *feature)
{
    return feature->block == BL_MIN_VERSION_ATTRIBUTE ||
           feature == bl_feature_other(BL_OTHER_GLOBAL_SANITIZER) ||
           feature == bl_feature_other(BL_OTHER_CODE_MODEL);
}

uint8_t bl_lower_note(struct bl_lower *l, const struct bl_feature *feature, uint64_t bit_pos,
                      struct bl_view what)
{
    struct bl_lower_finding_place *place;
    struct bl_lower_finding *f = bl_lower_finding_of(l->report, feature, &place);
    if (f->remedy == BL_REMEDY_REFUSE && can_be_allowed(feature) && is_allowed(l, f->feature))
        f->remedy = BL_REMEDY_DROP;
    if (f->n++ == 0) {
        uint8_t *copy = what.size ? bl_arena_room(&l->report->arena, what.size) : NULL;
        if (copy) {
            memcpy(copy, what.data, what.size);
            f->what = (struct bl_view){copy, what.size};
        }
        f->bit_pos = bit_pos;
        place->body = l->body;
    }
    return f->remedy;
}

/* The names of functions that findings are in. */
static int name_functions(struct bl_lower *l, uint32_t n_rows)
{
    for (uint32_t i = 0; i < n_rows; i++) {
        struct bl_lower_finding_place *place = &l->report->places[i];
        struct bl_lower_finding *f = &l->report->items[i];
        uint64_t bit_pos = 0;
        struct bl_view name = {0};
        if (f->n == 0 || place->is_named)
            continue;
        place->is_named = true;
        for (uint32_t value = 0; place->body && value < l->n_globals; value++) {
            int rc = bl_module_body_pos(l->module, value, &bit_pos, l->err);
            if (rc > 0 && bit_pos == place->body)
                rc = bl_module_name(l->module, value, &name, l->err);
            if (rc == BL_E_NOMEM)
                return rc;
            if (rc < 0 || bit_pos != place->body)
                continue;
            uint8_t *copy = bl_arena_room(&l->report->arena, name.size + 1);
            if (!copy)
                return bl_fail(l->err, BL_E_NOMEM, "no memory for a name");
            if (name.size > 0)
                memcpy(copy, name.data, name.size);
            f->function = (struct bl_view){copy, name.size};
            break;
        }
    }
    return BL_OK;
}

/* ---- Records ---- */

uint32_t bl_lower_value(const struct bl_lower *l, uint32_t value)
{
    return value < l->n_globals         ? value
           : value < l->n_module_values ? value + l->n_new_functions
                                        : value + l->n_new_functions + l->n_new_constants;
}

bool bl_lower_rewrites_bodies(const struct bl_lower *l)
{
    bool rewrites = bl_lower_renumbers(l) || l->n_callees > 0 || l->looks_at_types;
    for (int i = 0; i < BL_N_DBG; i++)
        rewrites |= l->needs_debug[i];
    return rewrites;
}

int bl_lower_room(struct bl_lower *l, uint32_t n_ops)
{
    if (bl_grow(&l->ops, &l->cap_ops, (uint64_t)n_ops + 1) < 0)
        return bl_fail(l->err, BL_E_NOMEM, "no memory for a record");
    return BL_OK;
}

static int renumber(struct bl_lower *l, const struct bl_record *rec, const struct bl_around *around)
{
    int rc = bl_places_find(&l->places, around, rec);
    if (rc <= 0)
        return rc < 0 ? bl_fail(l->err, rc, "no memory for a record")
                      : bl_fail_at(l->err, BL_E_MISMATCH, "record whose operands are not known",
                                   rec->bit_pos);
    l->next_value = bl_lower_value(l, around->next_value);
    for (uint32_t i = 0; i < l->places.n; i++) {
        const struct bl_place *p = &l->places.items[i];
        bool is_metadata = p->role == BL_OF_METADATA && p->form == BL_FORM_BACK;
        if (p->role != BL_OF_VALUE && !is_metadata)
            continue;
        uint32_t number = is_metadata ? p->number : bl_lower_value(l, p->number);
        l->ops[p->op] = bl_place_operand(p, number, l->next_value);
    }
    return BL_OK;
}

int bl_lower_begin(struct bl_lower *l, const struct bl_record *rec, const struct bl_around *around)
{
    int status = bl_lower_room(l, rec->n_ops);
    if (status < 0)
        return status;
    if (rec->n_ops > 0)
        memcpy(l->ops, rec->ops, rec->n_ops * sizeof *l->ops);
    l->n_ops = rec->n_ops;
    l->code = rec->code;
    l->goes = false;
    return around ? renumber(l, rec, around) : BL_OK;
}

int bl_lower_end(struct bl_lower *l, const struct bl_record *rec)
{
    struct bl_new_record record = {.code = l->code, .ops = l->ops, .n_ops = l->n_ops};
    if (!l->rewrite)
        return BL_OK;
    if (l->goes)
        return bl_rewrite_drop(l->rewrite, rec->bit_pos, l->err);
    bool is_same = l->code == rec->code && l->n_ops == rec->n_ops &&
                   (l->n_ops == 0 || memcmp(l->ops, rec->ops, l->n_ops * sizeof *l->ops) == 0);
    return is_same ? BL_OK : bl_rewrite_replace(l->rewrite, rec->bit_pos, &record, l->err);
}

int bl_lower_insert(struct bl_lower *l, uint64_t bit_pos, uint32_t code, const uint64_t *ops,
                    uint32_t n_ops)
{
    struct bl_new_record record = {.code = code, .ops = ops, .n_ops = n_ops};
    return l->rewrite ? bl_rewrite_insert(l->rewrite, bit_pos, &record, l->err) : BL_OK;
}

int bl_lower_begin_block(struct bl_lower *l, uint32_t block_id, unsigned id_width,
                         struct bl_writer **writer)
{
    int status = bl_writer_open(writer, l->err);
    if (status == BL_OK)
        bl_writer_enter(*writer, block_id, id_width);
    return status;
}

int bl_lower_end_block(struct bl_lower *l, uint64_t bit_pos, uint32_t block_id, unsigned id_width,
                       struct bl_writer *writer)
{
    enum {
        HEADER_BYTES = 8 /* of a block whose header is at the stream's start */
    };
    struct bl_view bytes;
    bl_writer_exit(writer);
    int status = bl_writer_finish(writer, &bytes, l->err);
    if (status == BL_OK)
        status = bl_rewrite_insert_block(l->rewrite, bit_pos, block_id, id_width,
                                         bl_view_from(bytes, HEADER_BYTES), l->err);
    bl_writer_close(writer);
    return status;
}

/* ---- Blocks ---- */

static bool is_wanted(const struct bl_lower *l, uint32_t block_id, uint32_t code)
{
    const struct bl_min_version *row;
    if (block_id == BL_BLOCK_METADATA_ATTACHMENT)
        return bl_lower_needs(l, BL_OTHER_ANNOTATION_TUPLE);
    if (block_id > BL_BLOCK_METADATA)
        return false;
    if (code < BL_LOWER_CODES && l->wants[block_id][code])
        return true;
    return code >= BL_LOWER_CODES / 4 && (row = bl_min_version_of_code(block_id, code)) &&
           row->sure == 0;
}

static bool is_looked_into(uint32_t block_id)
{
    return block_id == BL_BLOCK_CONSTANTS || block_id == BL_BLOCK_METADATA ||
           block_id == BL_BLOCK_FUNCTION || block_id == BL_BLOCK_METADATA_ATTACHMENT;
}

/* All records of the block that CURSOR reads, and of those in it; *END is where it ends. */
static int lower_records(struct bl_lower *l, struct bl_cursor *cursor,
                         const struct bl_around *around, uint64_t *end)
{
    struct bl_entry entry;
    uint32_t block_id = cursor->block.block_id;
    uint32_t code;
    int rc;
    while ((rc = bl_seek_entry(cursor, &entry, &code)) > 0) {
        bool is_strings = block_id == BL_BLOCK_METADATA && code == BL_CODE_METADATA_STRINGS;
        if (entry.kind == BL_ENTRY_BLOCK && is_looked_into(entry.block.block_id)) {
            struct bl_cursor inner;
            uint64_t inner_end;
            if (entry.block.block_id == BL_BLOCK_METADATA && l->body) {
                bl_metadata_close(l->body_metadata);
                rc = bl_metadata_open(&l->body_metadata, l->module, &entry.block, l->err);
            }
            if (rc < 0)
                return rc;
            bl_module_cursor_inside(l->module, cursor, &entry.block, &inner);
            rc = lower_records(l, &inner, around, &inner_end);
            bl_cursor_release(&inner);
            if (rc < 0)
                return rc;
        }
        if (entry.kind != BL_ENTRY_RECORD || is_strings ||
            !(around || is_wanted(l, block_id, code)))
            continue;
        rc = bl_seek_read(cursor, cursor->entry_pos, &l->rec, l->err);
        if (rc >= 0)
            rc = bl_lower_begin(l, &l->rec, around);
        if (rc >= 0)
            rc = bl_lower_record(l, &l->rec, block_id);
        if (rc >= 0)
            rc = bl_lower_end(l, &l->rec);
        if (rc < 0)
            return rc;
    }
    *end = cursor->entry_pos;
    if (rc < 0)
        bl_module_error(l->module, cursor, l->err);
    return rc;
}

static int lower_block(struct bl_lower *l, const struct bl_block *block,
                       const struct bl_around *around, uint64_t *end)
{
    struct bl_cursor cursor;
    int rc = bl_module_cursor(l->module, block, &cursor, l->err);
    if (rc == BL_OK)
        rc = lower_records(l, &cursor, around, end);
    bl_cursor_release(&cursor);
    return rc;
}

/* Each record of BLOCK by LOWER; *END as above. */
static int lower_each(struct bl_lower *l, const struct bl_block *block,
                      int (*lower)(struct bl_lower *l, const struct bl_record *rec), uint64_t *end)
{
    struct bl_cursor cursor;
    int status = BL_OK;
    int rc = bl_module_cursor(l->module, block, &cursor, l->err);
    while (status == BL_OK && rc >= 0 && (rc = bl_cursor_read_next(&cursor, &l->rec)) > 0) {
        status = bl_lower_begin(l, &l->rec, NULL);
        if (status == BL_OK)
            status = lower(l, &l->rec);
        if (status == BL_OK)
            status = bl_lower_end(l, &l->rec);
    }
    *end = cursor.entry_pos;
    if (status == BL_OK && rc < 0)
        bl_module_error(l->module, &cursor, l->err);
    bl_cursor_release(&cursor);
    return status < 0 ? status : rc;
}

static int lower_type(struct bl_lower *l, const struct bl_record *rec)
{
    if (rec->code != BL_CODE_TYPE_NUMENTRY)
        return bl_lower_record(l, rec, BL_BLOCK_TYPE);
    if (l->n_new_types > 0 && rec->n_ops > 0)
        l->ops[0] = l->types->n + l->n_new_types;
    return BL_OK;
}

/* A summary that is too new goes as a whole. */
static int lower_summary(struct bl_lower *l, const struct bl_block *block)
{
    struct bl_cursor cursor;
    /* Functions that are defined anew are not in it. */
    const struct bl_feature *found = l->n_definitions ? bl_feature_other(BL_OTHER_SUMMARY) : NULL;
    int rc = bl_module_cursor(l->module, block, &cursor, l->err);
    while (rc >= 0 && !found && (rc = bl_cursor_read_next(&cursor, &l->rec)) > 0) {
        const struct bl_min_version *version =
            l->rec.code == BL_CODE_SUMMARY_VERSION && l->rec.n_ops > 0
                ? bl_min_version_of_summary(l->rec.ops[0])
                : NULL;
        const struct bl_feature *feature =
            bl_feature_of_code(BL_BLOCK_GLOBALVAL_SUMMARY, l->rec.code);
        const struct bl_feature *of_version = bl_feature_other(
            version && version->least <= 17 ? BL_OTHER_SUMMARY : BL_OTHER_NEWER_SUMMARY);
        if (version && bl_feature_is_new(of_version, l->options))
            found = of_version;
        else if (feature && bl_feature_is_new(feature, l->options))
            found = feature;
    }
    if (rc < 0)
        bl_module_error(l->module, &cursor, l->err);
    bl_cursor_release(&cursor);
    if (rc < 0 || !found)
        return rc < 0 ? rc : BL_OK;
    (void)bl_lower_note(l, found, block->bit_pos, (struct bl_view){0});
    return l->rewrite ? bl_rewrite_drop(l->rewrite, block->bit_pos, l->err) : BL_OK;
}

/* What is around records of block BLOCK_ID outside of bodies. */
static struct bl_around around_in_module(const struct bl_lower *l, uint32_t block_id)
{
    return (struct bl_around){
        .block_id = block_id,
        .version = l->version,
        .next_value = l->n_module_values,
        .types = l->types,
        .call_type = BL_NONE,
    };
}

static int lower_module_block(struct bl_lower *l, const struct bl_block *block)
{
    struct bl_around around = around_in_module(l, block->block_id);
    const struct bl_around *renumbered = bl_lower_renumbers(l) ? &around : NULL;
    uint64_t end;
    int status;
    switch (block->block_id) {
    case BL_BLOCK_TYPE:
        status = lower_each(l, block, lower_type, &end);
        return status < 0 ? status : bl_lower_add_types(l, end);
    case BL_BLOCK_PARAMATTR_GROUP:
        status = lower_each(l, block, bl_lower_group, &end);
        return status < 0 ? status : bl_lower_add_processor_group(l, end);
    case BL_BLOCK_PARAMATTR:
        status = lower_each(l, block, bl_lower_list, &end);
        return status < 0 ? status : bl_lower_add_processor_list(l, end);
    case BL_BLOCK_CONSTANTS:
        status = lower_block(l, block, renumbered, &end);
        return status < 0 ? status : bl_lower_add_constants(l, end);
    case BL_BLOCK_METADATA: return lower_block(l, block, renumbered, &l->metadata_end);
    case BL_BLOCK_USELIST: return renumbered ? lower_block(l, block, renumbered, &end) : BL_OK;
    case BL_BLOCK_GLOBALVAL_SUMMARY:
    case BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY: return lower_summary(l, block);
    case BL_BLOCK_FUNCTION:
        l->body = block->bit_pos;
        /* Where numbers change they come later, by function. */
        status = bl_lower_rewrites_bodies(l) ? BL_OK : lower_block(l, block, NULL, &end);
        bl_metadata_close(l->body_metadata);
        l->body_metadata = NULL;
        l->body = 0;
        return status;
    case BL_BLOCK_VALUE_SYMTAB:
        return l->n_definitions > 0 && l->rewrite
                   ? bl_rewrite_drop(l->rewrite, block->bit_pos, l->err)
                   : BL_OK;
    default: return BL_OK;
    }
}

/* ---- A module ---- */

static bool is_global(uint32_t code)
{
    return code == BL_CODE_MODULE_GLOBALVAR || code == BL_CODE_MODULE_FUNCTION ||
           code == BL_CODE_MODULE_ALIAS || code == BL_CODE_MODULE_ALIAS_OLD ||
           code == BL_CODE_MODULE_IFUNC;
}

static int lower_module_record(struct bl_lower *l, struct bl_cursor *cursor, uint32_t *n_globals)
{
    struct bl_around around = around_in_module(l, BL_BLOCK_MODULE);
    int rc = bl_cursor_read(cursor, &l->rec);
    if (rc < 0) {
        bl_cursor_error(cursor, l->err);
        return rc;
    }
    /* Without the places of bodies they are looked for. */
    if (l->rec.code == BL_CODE_MODULE_VSTOFFSET && l->n_definitions > 0)
        return l->rewrite ? bl_rewrite_drop(l->rewrite, l->rec.bit_pos, l->err) : BL_OK;
    if (!is_global(l->rec.code))
        return BL_OK;
    rc = bl_lower_begin(l, &l->rec, bl_lower_renumbers(l) ? &around : NULL);
    if (rc >= 0)
        rc = bl_lower_global(l, &l->rec, (*n_globals)++);
    return rc < 0 ? rc : bl_lower_end(l, &l->rec);
}

static int lower_entries(struct bl_lower *l)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    struct bl_block constants;
    uint32_t n_globals = 0;
    bool has_added = false;
    bool has_met_body = false;
    int status = BL_OK;
    int rc = bl_index_cursor(l->index, bl_module_block(l->module), &cursor, l->err);
    if (rc < 0)
        return rc;
    bool has_constants =
        bl_module_header_block(l->module, BL_BLOCK_CONSTANTS, &constants, NULL) > 0;
    while (status >= 0 && (rc = bl_cursor_next(&cursor, &entry)) > 0) {
        if (n_globals == l->n_globals && !has_added) {
            has_added = true;
            l->after_globals = entry.bit_pos;
            status = bl_lower_add_functions(l, entry.bit_pos);
            if (status >= 0 && !has_constants)
                status = bl_lower_add_constant_block(l, entry.bit_pos);
        }
        bool is_body = entry.kind == BL_ENTRY_BLOCK && entry.block.block_id == BL_BLOCK_FUNCTION;
        if (status >= 0 && (is_body || has_met_body))
            status = bl_lower_add_bodies(l, is_body ? entry.block.bit_pos : 0, entry.bit_pos);
        has_met_body |= is_body;
        if (status >= 0 && entry.kind == BL_ENTRY_BLOCK)
            status = lower_module_block(l, &entry.block);
        else if (status >= 0 && entry.kind == BL_ENTRY_RECORD)
            status = lower_module_record(l, &cursor, &n_globals);
    }
    if (status >= 0 && rc < 0) {
        bl_cursor_error(&cursor, l->err);
        status = rc;
    }
    if (status >= 0)
        status = bl_lower_add_bodies(l, 0, cursor.entry_pos);
    if (!has_added)
        l->after_globals = cursor.entry_pos;
    bl_cursor_release(&cursor);
    return status;
}

static int open_module(struct bl_lower *l, uint32_t block)
{
    const struct bl_constant *constants;
    struct bl_module_info facts = {0};
    int status = bl_module_open(&l->module, l->index, block, l->err);
    if (status == BL_OK)
        status = bl_module_get_info(l->module, 0, &facts, l->err);
    if (status == BL_OK && facts.producer.size == 0) /* LLVM 3.7 or older */
        status = bl_module_get_info(l->module, BL_INFO_DEEP, &facts, l->err);
    if (status == BL_OK && (facts.flags & BL_MODULE_OLD_DIALECT))
        status = bl_fail_at(l->err, BL_E_UNSUPPORTED,
                            "a form of LLVM 2.x, which no LLVM since 3.1 reads", facts.needs_pos);
    if (status == BL_OK)
        status = bl_module_types(l->module, &l->types, l->err);
    if (status == BL_OK)
        status = bl_module_count(l->module, &l->n_globals, l->err);
    if (status == BL_OK)
        status = bl_module_constants(l->module, &constants, &l->n_module_constants, l->err);
    if (status == BL_OK)
        status = bl_module_metadata(l->module, &l->metadata, l->err);
    if (status == BL_OK)
        status = bl_function_open(&l->function, l->module, BL_NONE, l->err);
    if (status < 0)
        return status;
    l->version = facts.version;
    l->n_module_values = l->n_globals + l->n_module_constants;
    return status;
}

static int lower_bodies(struct bl_lower *l)
{
    int status = BL_OK;
    uint32_t n = bl_lower_rewrites_bodies(l) ? l->n_globals : 0;
    for (uint32_t value = 0; value < n && status >= 0; value++)
        status = bl_lower_body(l, value);
    return status;
}

static void close_module(struct bl_lower *l)
{
    bl_function_close(l->function);
    bl_map_release(&l->dropped_groups);
    bl_module_close(l->module);
    l->module = NULL;
    l->function = NULL;
    l->metadata = NULL;
    l->n_callees = l->n_definitions = l->next_definition = l->body_value = 0;
    l->n_new_types = l->n_new_functions = l->n_new_constants = 0;
    l->metadata_end = 0;
    l->has_processor = l->has_other_processors = false;
    l->processor_group = 0;
    l->looks_at_types = l->has_float_atomics = l->has_new_operations = false;
    memset(l->has_code, 0, sizeof l->has_code);
    memset(l->needs_debug, 0, sizeof l->needs_debug);
}

static int lower_module(struct bl_lower *l, uint32_t block)
{
    uint32_t n_rows;
    (void)bl_feature_rows(&n_rows);
    int status = open_module(l, block);
    if (status >= 0)
        status = bl_lower_plan(l);
    if (status >= 0)
        status = lower_entries(l);
    if (status >= 0)
        status = lower_bodies(l);
    if (status >= 0)
        status = bl_lower_add_notes(l, n_rows);
    if (status >= 0)
        status = name_functions(l, n_rows);
    close_module(l);
    return status;
}

/* ---- A stream ---- */

/* Symbol tables of modules with other names; linkers make them anew. */
static int drop_symtabs(struct bl_lower *l)
{
    uint32_t first;
    uint32_t n;
    int status = bl_index_children(l->index, BL_NONE, &first, &n, l->err);
    for (uint32_t b = first; status >= 0 && l->rewrite && b < first + n; b++) {
        struct bl_block block = bl_index_get(l->index, b).block;
        if (block.block_id == BL_BLOCK_SYMTAB)
            status = bl_rewrite_drop(l->rewrite, block.bit_pos, l->err);
    }
    return status;
}

static int lower_modules(struct bl_lower *l)
{
    uint32_t block = BL_NONE;
    int status = BL_OK;
    while (status >= 0 && (block = bl_module_next(l->index, block)) != BL_NONE)
        status = lower_module(l, block);
    if (status >= 0 && l->appended.n > 0)
        status = drop_symtabs(l);
    return status < 0 ? status : bl_lower_write_strtab(l);
}

/* What was found, and whether some of it has to be refused. */
static int conclude(struct bl_lower *l)
{
    struct bl_lower_report *r = l->report;
    const struct bl_lower_finding *refused = NULL;
    uint32_t n_rows;
    (void)bl_feature_rows(&n_rows);
    for (uint32_t i = 0; i < n_rows; i++) {
        if (r->items[i].n == 0)
            continue;
        r->found[r->n_found++] = r->items[i];
        r->n_refused += r->items[i].remedy == BL_REMEDY_REFUSE;
        if (r->items[i].remedy == BL_REMEDY_REFUSE && !refused)
            refused = &r->items[i];
    }
    return refused && l->rewrite
               ? bl_fail_at(l->err, BL_E_ARGUMENT, refused->reason, refused->bit_pos)
               : BL_OK;
}

int bl_lower(struct bl_rewrite *rewrite, const struct bl_stream *stream,
             const struct bl_lower_options *options, struct bl_lower_report **report,
             struct bl_error *err)
{
    struct bl_lower l = {.rewrite = rewrite, .options = options, .llvm = options->llvm, .err = err};
    if (report)
        *report = NULL;
    if (l.llvm < BL_LOWER_OLDEST || l.llvm > BL_LOWER_NEWEST || options->flags > BL_LOWER_NOTE)
        return bl_fail(err, BL_E_ARGUMENT, "a version of LLVM, or a flag, that is not known");
    l.report = bl_lower_report_open();
    if (!l.report)
        return bl_fail(err, BL_E_NOMEM, "no memory for a report");
    bl_lower_find_wanted(&l);
    int status = bl_index_open(&l.index, stream, err);
    if (status == BL_OK)
        status = lower_modules(&l);
    if (status >= 0)
        status = conclude(&l);
    bl_index_close(l.index);
    bl_places_release(&l.places);
    bl_record_release(&l.rec);
    bl_record_release(&l.other);
    bl_drop(l.ops);
    bl_drop(l.callees);
    bl_drop(l.definitions);
    bl_drop(l.constants);
    bl_drop(l.appended.bytes);
    if (report)
        *report = l.report;
    else
        bl_lower_report_close(l.report);
    return status < 0 ? status : BL_OK;
}
