/* rewrite/strip.c - debug information, names and other things left out of a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/strip_walk.h"

#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "rewrite/kept_strings.h"
#include "rewrite/rewriter.h"
#include "stream/walk.h"

#include <string.h>

enum {
    /* With fewer nodes LLVM writes no METADATA_INDEX. */
    MIN_INDEXED = 25,
};

int bl_strip_no_memory(struct bl_strip_walk *s)
{
    return bl_fail(s->err, BL_E_NOMEM, "no memory for what is left out");
}

/* The record at hand. */
static bool has_flag(const struct bl_strip_walk *s, unsigned flag)
{
    return s->options->flags & flag;
}

int bl_strip_read_record(struct bl_strip_walk *s, const struct bl_record **rec)
{
    return bl_walk_record(s->walk, &s->event, rec, s->err);
}

/* What has been found to go so far. */
static int drop_run(struct bl_strip_walk *s)
{
    uint64_t end = s->dropped_end;
    s->dropped_end = 0;
    return end ? bl_rewrite_drop_all(s->rewrite, s->dropped, end, s->err) : BL_OK;
}

int bl_strip_drop(struct bl_strip_walk *s, uint64_t bit_pos)
{
    const struct bl_event *event = &s->event;
    bool is_record = event->kind == BL_EVENT_RECORD && event->bit_pos == bit_pos;
    bool may_join = is_record && (event->block->block_id == BL_BLOCK_METADATA ||
                                  event->block->block_id == BL_BLOCK_FUNCTION);
    if (may_join && s->dropped_end == bit_pos) {
        s->dropped_end = event->end_pos;
        return BL_OK;
    }
    int status = drop_run(s);
    if (status < 0 || !may_join)
        return status < 0 ? status : bl_rewrite_drop(s->rewrite, bit_pos, s->err);
    s->dropped = bit_pos;
    s->dropped_end = event->end_pos;
    return BL_OK;
}

/* ---- Records with other operands ---- */

int bl_strip_copy_ops(struct bl_strip_walk *s, const struct bl_record *rec)
{
    if (bl_grow(&s->ops, &s->cap_ops, (uint64_t)rec->n_ops + 1) < 0)
        return bl_strip_no_memory(s);
    if (rec->n_ops > 0)
        memcpy(s->ops, rec->ops, rec->n_ops * sizeof *s->ops);
    s->n_ops = rec->n_ops;
    return BL_OK;
}

/* Write a record with CODE and the operands that have been made in place of the one at BIT_POS. */
int bl_strip_write_made(struct bl_strip_walk *s, uint64_t bit_pos, uint32_t code)
{
    struct bl_new_record made = {.code = code, .ops = s->ops, .n_ops = s->n_ops};
    int status = drop_run(s);
    return status < 0 ? status : bl_rewrite_replace(s->rewrite, bit_pos, &made, s->err);
}

/* Write REC with the operands that have been made, if they are others. */
int bl_strip_replace(struct bl_strip_walk *s, const struct bl_record *rec)
{
    if (s->n_ops == rec->n_ops && memcmp(s->ops, rec->ops, s->n_ops * sizeof *s->ops) == 0)
        return BL_OK;
    return bl_strip_write_made(s, rec->bit_pos, rec->code);
}

/* ---- Numbers of metadata ---- */

/* NULL: there is no such metadata. */
static const uint8_t *find_mark(const struct bl_strip_walk *s, uint32_t number)
{
    const struct bl_strip_module *m = s->module;
    uint32_t own = number - m->n_metadata;
    if (number < m->n_metadata)
        return &m->marks[number];
    return s->body && own < s->body->n_marks ? &m->marks[s->body->first_mark + own] : NULL;
}

static bool is_kept(const struct bl_strip_walk *s, uint32_t number)
{
    const uint8_t *mark = find_mark(s, number);
    return mark && *mark & BL_STRIP_REACHED;
}

static bool is_stripped_loop(const struct bl_strip_walk *s, uint32_t number)
{
    const uint8_t *mark = find_mark(s, number);
    return mark && *mark & BL_STRIP_LOOP;
}

/* What leads nowhere before leads nowhere after. */
uint32_t bl_strip_renew(const struct bl_strip_walk *s, uint32_t number)
{
    const struct bl_strip_module *m = s->module;
    if (number < m->n_metadata)
        return m->renewed[number];
    uint32_t own = number - m->n_metadata;
    return s->body && own < s->body->n_marks ? s->renewed[own] : number;
}

/* The body's own metadata comes after the module's. */
static int number_own(struct bl_strip_walk *s)
{
    const struct bl_strip_module *m = s->module;
    uint32_t n = m->n_renewed;
    if (bl_grow(&s->renewed, &s->cap_renewed, (uint64_t)s->body->n_marks + 1) < 0)
        return bl_strip_no_memory(s);
    for (uint32_t i = 0; i < s->body->n_marks; i++) {
        s->renewed[i] = n;
        n += m->marks[s->body->first_mark + i] & BL_STRIP_REACHED;
    }
    return BL_OK;
}

/* ---- Metadata ---- */

static bool keeps_string(const void *context, uint32_t number)
{
    return is_kept(context, number);
}

static int renew_strings(struct bl_strip_walk *s, const struct bl_record *rec)
{
    int rc = bl_keep_strings(s->rewrite, rec, s->number, keeps_string, s, s->err);
    s->number += rec->n_ops > 0 ? (uint32_t)rec->ops[0] : 0;
    return rc < 0 ? rc : BL_OK;
}

/* Whether NUMBER is a location: a loop that is stripped loses it. */
static bool is_location(struct bl_strip_walk *s, uint32_t number)
{
    struct bl_strip_module *m = s->module;
    return !is_kept(s, number) ||
           (number < m->n_metadata && bl_metadata_read(m->metadata, number, &m->rec, NULL) >= 0 &&
            m->rec.code == BL_CODE_METADATA_LOCATION);
}

/* A loop's node without its locations, which begins with itself. */
static void leave_out_locations(struct bl_strip_walk *s, const struct bl_record *rec)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < rec->n_ops; i++) {
        uint64_t op = rec->ops[i];
        bool is_reference = op > 0 && op <= BL_NONE;
        if (i > 0 && is_reference && is_location(s, (uint32_t)(op - 1)))
            continue;
        s->ops[n++] = is_reference ? bl_strip_renew(s, (uint32_t)(op - 1)) + (uint64_t)1 : op;
    }
    s->n_ops = n;
}

static int renew_node(struct bl_strip_walk *s)
{
    const struct bl_record *rec;
    struct bl_strip_references references;
    struct bl_strip_reference to;
    uint32_t number = s->number++;
    if (!is_kept(s, number))
        return bl_strip_drop(s, s->event.bit_pos);
    int status = bl_strip_read_record(s, &rec);
    if (status == BL_OK)
        status = bl_strip_copy_ops(s, rec);
    if (status == BL_OK && bl_strip_lines_stay(s))
        status = bl_line_tables_change(&s->module->lines, number, rec, s->ops, &s->n_ops, s->err);
    if (status < 0)
        return status;
    if (*find_mark(s, number) & BL_STRIP_DISTINCT)
        s->ops[0] |= 1;
    struct bl_record changed = *rec;
    changed.ops = s->ops;
    changed.n_ops = s->n_ops;
    if (is_stripped_loop(s, number))
        leave_out_locations(s, rec);
    else if (bl_strip_references_begin(&references, &changed))
        while (bl_strip_references_next(&references, &to))
            s->ops[to.op] = bl_strip_renew(s, to.number) + (uint64_t)to.plus;
    return bl_strip_replace(s, rec);
}

static bool is_name_dropped(struct bl_strip_walk *s, const struct bl_record *rec)
{
    char name[64];
    size_t n = rec->n_ops < sizeof name ? rec->n_ops : sizeof name;
    for (size_t i = 0; i < n; i++)
        name[i] = (char)rec->ops[i];
    struct bl_view view = {.data = (const uint8_t *)name, .size = n};
    return bl_strip_drops_named(s->module, view);
}

static int renew_named(struct bl_strip_walk *s, const struct bl_record *rec)
{
    int status = s->drops_named ? bl_strip_drop(s, rec->bit_pos) : bl_strip_copy_ops(s, rec);
    if (status < 0 || s->drops_named)
        return status;
    for (uint32_t i = 0; i < s->n_ops; i++)
        if (s->ops[i] < BL_NONE)
            s->ops[i] = bl_strip_renew(s, (uint32_t)s->ops[i]);
    return bl_strip_replace(s, rec);
}

/* Pairs of kind and node from operand AT on, those that are kept; *N of them. What leads nowhere
 * does so afterwards, as there are not more nodes then; of what does not fit 32 bits readers take
 * the lower ones, which may be the number of a node. */
int bl_strip_renew_pairs(struct bl_strip_walk *s, const struct bl_record *rec, uint32_t at,
                         enum bl_strip_target target, uint32_t *n)
{
    struct bl_strip_module *m = s->module;
    int status = bl_strip_copy_ops(s, rec);
    uint32_t end = at;
    *n = 0;
    for (uint32_t i = at; status == BL_OK && i + 1 < rec->n_ops; i += 2) {
        uint32_t kind = rec->ops[i] < BL_NONE ? (uint32_t)rec->ops[i] : BL_NONE;
        uint64_t node = rec->ops[i + 1];
        if (bl_strip_drops_kind(m, kind, target))
            continue;
        if (node >= BL_NONE)
            return bl_fail_at(s->err, BL_E_MISMATCH, "attached is a node of a number too large",
                              rec->bit_pos);
        if (find_mark(s, (uint32_t)node) && !is_kept(s, (uint32_t)node))
            continue;
        s->ops[end] = rec->ops[i];
        s->ops[end + 1] = bl_strip_renew(s, (uint32_t)node);
        end += 2;
        ++*n;
    }
    s->n_ops = end;
    return status;
}

static int renew_global_attachment(struct bl_strip_walk *s, const struct bl_record *rec)
{
    uint32_t n;
    uint64_t value = rec->n_ops > 0 ? rec->ops[0] : BL_NONE;
    enum bl_strip_target target = value < s->module->n_globals
                                      ? bl_strip_target_of(s->module->module, (uint32_t)value)
                                      : BL_STRIP_FROM_VARIABLE;
    int status = bl_strip_renew_pairs(s, rec, 1, target, &n);
    if (status < 0)
        return status;
    return n > 0 || rec->n_ops < 2 ? bl_strip_replace(s, rec) : bl_strip_drop(s, rec->bit_pos);
}

static bool keeps_index(const struct bl_strip_walk *s)
{
    return s->module->n_renewed - s->module->n_new_strings >= MIN_INDEXED;
}

/* A record of METADATA that is no node. */
static int see_other_metadata(struct bl_strip_walk *s, const struct bl_record *rec)
{
    switch (rec->code) {
    case BL_CODE_METADATA_STRINGS: return renew_strings(s, rec);
    case BL_CODE_METADATA_NAME:
        s->drops_named = is_name_dropped(s, rec);
        return s->drops_named ? bl_strip_drop(s, rec->bit_pos) : BL_OK;
    case BL_CODE_METADATA_NAMED_NODE: return renew_named(s, rec);
    case BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT: return renew_global_attachment(s, rec);
    default: return BL_OK;
    }
}

static int see_metadata(struct bl_strip_walk *s)
{
    const struct bl_record *rec;
    int status;
    switch (s->event.code) {
    case BL_CODE_METADATA_STRINGS:
    case BL_CODE_METADATA_NAME:
    case BL_CODE_METADATA_NAMED_NODE:
    case BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT:
        status = bl_strip_read_record(s, &rec);
        return status < 0 ? status : see_other_metadata(s, rec);
    case BL_CODE_METADATA_INDEX_OFFSET:
    case BL_CODE_METADATA_INDEX: return keeps_index(s) ? BL_OK : bl_strip_drop(s, s->event.bit_pos);
    case BL_CODE_METADATA_KIND: return BL_OK;
    default: return renew_node(s);
    }
}

/* ---- Other records ---- */

/* The uses of llvm.dbg.* are others now. */
static int see_use_list(struct bl_strip_walk *s, const struct bl_record *rec)
{
    const struct bl_strip_module *m = s->module;
    uint64_t value = rec->n_ops > 0 ? rec->ops[rec->n_ops - 1] : UINT64_MAX;
    bool goes = bl_strips_debug(s->options) && rec->code == BL_CODE_USELIST_DEFAULT &&
                value < m->n_globals && m->is_debug[value];
    return goes ? bl_strip_drop(s, rec->bit_pos) : BL_OK;
}

/* Types of targets are known by their names. */
static int see_type(struct bl_strip_walk *s)
{
    uint32_t code = s->event.code;
    bool names_it =
        s->has_struct_name && (code == BL_CODE_TYPE_STRUCT_NAMED || code == BL_CODE_TYPE_OPAQUE);
    uint64_t name = s->struct_name;
    s->has_struct_name = code == BL_CODE_TYPE_STRUCT_NAME;
    s->struct_name = s->event.bit_pos;
    if (!names_it)
        return BL_OK;
    s->counts.n_names++;
    return bl_strip_drop(s, name);
}

/* HASH is the last record of its module. */
static int see_module_record(struct bl_strip_walk *s)
{
    bool goes = s->event.code == BL_CODE_MODULE_HASH && has_flag(s, BL_STRIP_HASH);
    return goes ? bl_strip_drop(s, s->event.bit_pos) : BL_OK;
}

static int see_record(struct bl_strip_walk *s)
{
    const struct bl_event *event = &s->event;
    const struct bl_record *rec;
    int status;
    if (!s->module || !event->block)
        return BL_OK;
    bool renumbers = s->module->renumbers;
    switch (event->block->block_id) {
    case BL_BLOCK_MODULE: return see_module_record(s);
    case BL_BLOCK_FUNCTION: return bl_strip_see_body_record(s);
    case BL_BLOCK_METADATA: return renumbers ? see_metadata(s) : BL_OK;
    case BL_BLOCK_METADATA_ATTACHMENT:
        if (!renumbers || !s->body)
            return BL_OK;
        status = bl_strip_read_record(s, &rec);
        return status < 0 ? status : bl_strip_see_attachment(s, rec);
    case BL_BLOCK_USELIST:
        status = bl_strip_read_record(s, &rec);
        return status < 0 ? status : see_use_list(s, rec);
    case BL_BLOCK_TYPE: return has_flag(s, BL_STRIP_NAMES) ? see_type(s) : BL_OK;
    default: return BL_OK;
    }
}

/* ---- Blocks ---- */

static bool has_own_metadata(const struct bl_strip_walk *s)
{
    for (uint32_t i = 0; i < s->body->n_marks; i++)
        if (s->module->marks[s->body->first_mark + i] & BL_STRIP_REACHED)
            return true;
    return false;
}

/* Whether the block that begins goes, and with it what is counted in *COUNT. */
static bool block_goes(struct bl_strip_walk *s, const struct bl_event *event, uint64_t **count)
{
    bool in_body = event->parent_id == BL_BLOCK_FUNCTION;
    bool renumbers_body = in_body && s->module && s->module->renumbers && s->body;
    *count = &s->counts.n_blocks;
    switch (event->block->block_id) {
    case BL_BLOCK_USELIST: return has_flag(s, BL_STRIP_USE_LISTS);
    case BL_BLOCK_SYMTAB: return has_flag(s, BL_STRIP_SYMBOL_TABLE);
    case BL_BLOCK_GLOBALVAL_SUMMARY:
    case BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY: return has_flag(s, BL_STRIP_SUMMARY);
    case BL_BLOCK_VALUE_SYMTAB:
        *count = &s->counts.n_names;
        return in_body && has_flag(s, BL_STRIP_NAMES);
    case BL_BLOCK_METADATA_ATTACHMENT:
        *count = NULL;
        return renumbers_body && !s->body->keeps_attachments;
    case BL_BLOCK_METADATA: *count = NULL; return renumbers_body && !has_own_metadata(s);
    default: return false;
    }
}

static int enter_body(struct bl_strip_walk *s, const struct bl_event *event)
{
    const struct bl_strip_module *m = s->module;
    if (!m->renumbers)
        return BL_OK;
    if (s->next_body >= m->n_bodies || m->bodies[s->next_body].bit_pos != event->bit_pos)
        return bl_fail_at(s->err, BL_E_MISMATCH, "body of no function", event->bit_pos);
    s->body = &m->bodies[s->next_body++];
    s->call = s->body->first_call;
    s->argument = s->body->first_argument;
    s->is_after_call = false;
    s->n_location = 0;
    int status = bl_strip_lines_stay(s)
                     ? bl_line_tables_begin(&s->module->lines, m->metadata, s->err)
                     : BL_OK;
    return status < 0 ? status : number_own(s);
}

static int enter_metadata(struct bl_strip_walk *s, const struct bl_event *event)
{
    bool is_second = s->has_metadata;
    if (!s->module->renumbers)
        return BL_OK;
    s->number = s->body ? s->module->n_metadata : 0;
    s->has_metadata = true;
    if (is_second)
        return bl_fail_at(s->err, BL_E_MISMATCH, "a second METADATA block", event->bit_pos);
    return BL_OK;
}

/* Scopes of locations are looked for in a body's own metadata, whether any of it stays or not. */
static int read_own(struct bl_strip_walk *s, const struct bl_event *event)
{
    if (!s->module || !s->body || !bl_strip_lines_stay(s) || s->own)
        return BL_OK;
    int status = bl_metadata_open(&s->own, s->module->module, event->block, s->err);
    return status < 0 ? status : bl_line_tables_begin(&s->module->lines, s->own, s->err);
}

static int see_block(struct bl_strip_walk *s, const struct bl_event *event)
{
    uint64_t *count;
    uint32_t id = event->block->block_id;
    s->has_struct_name = false;
    if (id == BL_BLOCK_MODULE && event->depth == 0) {
        s->module = s->next_module < s->n_modules ? &s->modules[s->next_module++] : NULL;
        s->next_body = 0;
        s->has_metadata = false;
    }
    int status = id == BL_BLOCK_METADATA ? read_own(s, event) : BL_OK;
    if (status < 0)
        return status;
    if (block_goes(s, event, &count)) {
        s->is_left_out = true;
        s->left_out = event->depth;
        if (count)
            ++*count;
        return bl_strip_drop(s, event->bit_pos);
    }
    if (s->module && id == BL_BLOCK_FUNCTION && event->parent_id == BL_BLOCK_MODULE) {
        s->has_metadata = false;
        return enter_body(s, event);
    }
    if (s->module && id == BL_BLOCK_METADATA)
        return enter_metadata(s, event);
    return BL_OK;
}

static void leave_block(struct bl_strip_walk *s, const struct bl_event *event)
{
    uint32_t id = event->block->block_id;
    if (id == BL_BLOCK_FUNCTION && event->parent_id == BL_BLOCK_MODULE) {
        bl_metadata_close(s->own);
        s->own = NULL;
        s->body = NULL;
    }
    if (id == BL_BLOCK_MODULE && event->depth == 0)
        s->module = NULL;
}

static int see_event(struct bl_strip_walk *s, const struct bl_event *event)
{
    if (s->is_left_out) {
        if (event->kind == BL_EVENT_BLOCK_END && event->depth == s->left_out)
            s->is_left_out = false;
        return BL_OK;
    }
    switch (event->kind) {
    case BL_EVENT_BLOCK: return see_block(s, event);
    case BL_EVENT_BLOCK_END: leave_block(s, event); return BL_OK;
    case BL_EVENT_RECORD: return see_record(s);
    default: return BL_OK;
    }
}

/* ---- A stream ---- */

static int walk(struct bl_strip_walk *s, const struct bl_stream *stream)
{
    int rc = bl_walk_open(&s->walk, stream, BL_WALK_SKIP, NULL, s->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_walk_next(s->walk, &s->event, s->err)) > 0) {
        rc = see_event(s, &s->event);
        if (rc == BL_OK && s->dropped_end == s->event.bit_pos)
            rc = drop_run(s); /* the run has not gone on */
        if (rc < 0)
            break;
    }
    bl_walk_close(s->walk);
    return rc;
}

static int find_module(struct bl_strip_walk *s, struct bl_index *index, uint32_t block)
{
    struct bl_strip_module m = {
        .options = s->options,
        .counts = &s->counts,
        .renumbers = bl_strips_debug(s->options) || s->options->n_kinds > 0,
    };
    if (bl_grow(&s->modules, &s->cap_modules, (uint64_t)s->n_modules + 1) < 0)
        return bl_strip_no_memory(s);
    int status = bl_module_open(&m.module, index, block, s->err);
    if (status < 0)
        return status;
    s->modules[s->n_modules++] = m;
    s->counts.n_modules++;
    return bl_strip_find(&s->modules[s->n_modules - 1], s->err);
}

static int find_modules(struct bl_strip_walk *s, struct bl_index *index)
{
    uint32_t block = BL_NONE;
    int status = BL_OK;
    while (status == BL_OK && (block = bl_module_next(index, block)) != BL_NONE)
        status = find_module(s, index, block);
    return status;
}

int bl_strip(struct bl_rewrite *rewrite, const struct bl_stream *stream,
             const struct bl_strip_options *options, struct bl_strip_counts *counts,
             struct bl_error *err)
{
    struct bl_strip_walk s = {.rewrite = rewrite, .options = options, .err = err};
    struct bl_index *index;
    int status = bl_index_open(&index, stream, err);
    if (status < 0)
        return status;
    status = find_modules(&s, index);
    if (status == BL_OK)
        status = walk(&s, stream);
    bl_metadata_close(s.own);
    bl_drop(s.location);
    for (uint32_t i = 0; i < s.n_modules; i++)
        bl_strip_release(&s.modules[i]);
    bl_drop(s.modules);
    bl_drop(s.renewed);
    bl_drop(s.ops);
    bl_index_close(index);
    if (counts)
        *counts = s.counts;
    return status;
}
