/* rewrite/strip.c - debug information, names and other things left out of a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/strip.h"

#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "rewrite/kept_strings.h"
#include "stream/walk.h"

#include <string.h>

enum {
    /* With fewer nodes LLVM writes no METADATA_INDEX. */
    MIN_INDEXED = 25,
    CALL_EXPLICIT_TYPE = 1 << 15,
    CALL_FAST_MATH = 1 << 17,
};

static const uint64_t metadata_mark = 0x80000000; /* LLVMBitCodes.h, OB_METADATA */

struct strip {
    struct bl_rewrite *rewrite;
    struct bl_walk *walk; /* which decodes only what is asked for */
    struct bl_event event;
    const struct bl_strip_options *options;
    struct bl_strip_counts counts;
    struct bl_strip_module *modules;
    uint32_t n_modules, cap_modules;
    /* Where the walk is. */
    uint32_t next_module;
    struct bl_strip_module *module; /* NULL: in none */
    struct bl_strip_body *body;     /* NULL: in none */
    uint32_t next_body, call, argument;
    bool is_left_out;  /* what is walked through is in a block that goes, */
    uint32_t left_out; /* of this depth */
    uint32_t number;   /* of the next metadata */
    bool drops_named, has_metadata;
    bool has_struct_name;
    uint64_t struct_name; /* the record before a type */
    uint32_t *renewed;    /* numbers of the body's own metadata */
    uint32_t cap_renewed;
    uint64_t *ops; /* of the record that is made */
    uint32_t n_ops, cap_ops;
    struct bl_error *err;
};

static bool strips(const struct strip *s, unsigned flag)
{
    return s->options->flags & flag;
}

static int no_memory(struct strip *s)
{
    return bl_fail(s->err, BL_E_NOMEM, "no memory for what is left out");
}

/* The record at hand. */
static int read_record(struct strip *s, const struct bl_record **rec)
{
    return bl_walk_record(s->walk, &s->event, rec, s->err);
}

static int drop(struct strip *s, uint64_t bit_pos)
{
    return bl_rewrite_drop(s->rewrite, bit_pos, s->err);
}

/* ---- Records with other operands ---- */

static int copy_ops(struct strip *s, const struct bl_record *rec)
{
    if (bl_grow(&s->ops, &s->cap_ops, (uint64_t)rec->n_ops + 1) < 0)
        return no_memory(s);
    if (rec->n_ops > 0)
        memcpy(s->ops, rec->ops, rec->n_ops * sizeof *s->ops);
    s->n_ops = rec->n_ops;
    return BL_OK;
}

/* Write REC with the operands that have been made, if they are others. */
static int replace(struct strip *s, const struct bl_record *rec)
{
    struct bl_new_record made = {.code = rec->code, .ops = s->ops, .n_ops = s->n_ops};
    if (s->n_ops == rec->n_ops && memcmp(s->ops, rec->ops, s->n_ops * sizeof *s->ops) == 0)
        return BL_OK;
    return bl_rewrite_replace(s->rewrite, rec->bit_pos, &made, s->err);
}

/* ---- Numbers of metadata ---- */

/* NULL: there is no such metadata. */
static const uint8_t *find_mark(const struct strip *s, uint32_t number)
{
    const struct bl_strip_module *m = s->module;
    uint32_t own = number - m->n_metadata;
    if (number < m->n_metadata)
        return &m->marks[number];
    return s->body && own < s->body->n_marks ? &m->marks[s->body->first_mark + own] : NULL;
}

static bool is_kept(const struct strip *s, uint32_t number)
{
    const uint8_t *mark = find_mark(s, number);
    return mark && *mark & BL_STRIP_REACHED;
}

static bool is_stripped_loop(const struct strip *s, uint32_t number)
{
    const uint8_t *mark = find_mark(s, number);
    return mark && *mark & BL_STRIP_LOOP;
}

/* What leads nowhere before leads nowhere after. */
static uint32_t renew(const struct strip *s, uint32_t number)
{
    const struct bl_strip_module *m = s->module;
    if (number < m->n_metadata)
        return m->renewed[number];
    uint32_t own = number - m->n_metadata;
    return s->body && own < s->body->n_marks ? s->renewed[own] : number;
}

/* The body's own metadata comes after the module's. */
static int number_own(struct strip *s)
{
    const struct bl_strip_module *m = s->module;
    uint32_t n = m->n_renewed;
    if (bl_grow(&s->renewed, &s->cap_renewed, (uint64_t)s->body->n_marks + 1) < 0)
        return no_memory(s);
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

static int renew_strings(struct strip *s, const struct bl_record *rec)
{
    int rc = bl_keep_strings(s->rewrite, rec, s->number, keeps_string, s, s->err);
    s->number += rec->n_ops > 0 ? (uint32_t)rec->ops[0] : 0;
    return rc < 0 ? rc : BL_OK;
}

/* Whether NUMBER is a location: a loop that is stripped loses it. */
static bool is_location(struct strip *s, uint32_t number)
{
    struct bl_strip_module *m = s->module;
    return !is_kept(s, number) ||
           (number < m->n_metadata && bl_metadata_read(m->metadata, number, &m->rec, NULL) >= 0 &&
            m->rec.code == BL_CODE_METADATA_LOCATION);
}

/* A loop's node without its locations, which begins with itself. */
static void leave_out_locations(struct strip *s, const struct bl_record *rec)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < rec->n_ops; i++) {
        uint64_t op = rec->ops[i];
        bool is_reference = op > 0 && op <= BL_NONE;
        if (i > 0 && is_reference && is_location(s, (uint32_t)(op - 1)))
            continue;
        s->ops[n++] = is_reference ? renew(s, (uint32_t)(op - 1)) + (uint64_t)1 : op;
    }
    s->n_ops = n;
}

static int renew_node(struct strip *s)
{
    const struct bl_record *rec;
    struct bl_strip_references references;
    struct bl_strip_reference to;
    uint32_t number = s->number++;
    if (!is_kept(s, number))
        return drop(s, s->event.bit_pos);
    int status = read_record(s, &rec);
    if (status == BL_OK)
        status = copy_ops(s, rec);
    if (status < 0)
        return status;
    if (is_stripped_loop(s, number))
        leave_out_locations(s, rec);
    else if (bl_strip_references_begin(&references, rec))
        while (bl_strip_references_next(&references, &to))
            s->ops[to.op] = renew(s, to.number) + (uint64_t)to.plus;
    return replace(s, rec);
}

static bool is_name_dropped(struct strip *s, const struct bl_record *rec)
{
    char name[64];
    size_t n = rec->n_ops < sizeof name ? rec->n_ops : sizeof name;
    for (size_t i = 0; i < n; i++)
        name[i] = (char)rec->ops[i];
    struct bl_view view = {.data = (const uint8_t *)name, .size = n};
    return bl_strip_drops_named(s->module, view);
}

static int renew_named(struct strip *s, const struct bl_record *rec)
{
    int status = s->drops_named ? drop(s, rec->bit_pos) : copy_ops(s, rec);
    if (status < 0 || s->drops_named)
        return status;
    for (uint32_t i = 0; i < s->n_ops; i++)
        if (s->ops[i] < BL_NONE)
            s->ops[i] = renew(s, (uint32_t)s->ops[i]);
    return replace(s, rec);
}

/* Pairs of kind and node from operand AT on, those that are kept; *N of them. What leads nowhere
 * does so afterwards, as there are not more nodes then; of what does not fit 32 bits readers take
 * the lower ones, which may be the number of a node. */
static int renew_pairs(struct strip *s, const struct bl_record *rec, uint32_t at,
                       bool to_instruction, uint32_t *n)
{
    struct bl_strip_module *m = s->module;
    int status = copy_ops(s, rec);
    uint32_t end = at;
    *n = 0;
    for (uint32_t i = at; status == BL_OK && i + 1 < rec->n_ops; i += 2) {
        uint32_t kind = rec->ops[i] < BL_NONE ? (uint32_t)rec->ops[i] : BL_NONE;
        uint64_t node = rec->ops[i + 1];
        if (bl_strip_drops_kind(m, kind, to_instruction))
            continue;
        if (node >= BL_NONE)
            return bl_fail_at(s->err, BL_E_MISMATCH, "attached is a node of a number too large",
                              rec->bit_pos);
        if (find_mark(s, (uint32_t)node) && !is_kept(s, (uint32_t)node))
            continue;
        s->ops[end] = rec->ops[i];
        s->ops[end + 1] = renew(s, (uint32_t)node);
        end += 2;
        ++*n;
    }
    s->n_ops = end;
    return status;
}

static int renew_global_attachment(struct strip *s, const struct bl_record *rec)
{
    uint32_t n;
    int status = renew_pairs(s, rec, 1, false, &n);
    if (status < 0)
        return status;
    return n > 0 || rec->n_ops < 2 ? replace(s, rec) : drop(s, rec->bit_pos);
}

static bool keeps_index(const struct strip *s)
{
    return s->module->n_renewed - s->module->n_new_strings >= MIN_INDEXED;
}

/* A record of METADATA that is no node. */
static int see_other_metadata(struct strip *s, const struct bl_record *rec)
{
    switch (rec->code) {
    case BL_CODE_METADATA_STRINGS: return renew_strings(s, rec);
    case BL_CODE_METADATA_NAME:
        s->drops_named = is_name_dropped(s, rec);
        return s->drops_named ? drop(s, rec->bit_pos) : BL_OK;
    case BL_CODE_METADATA_NAMED_NODE: return renew_named(s, rec);
    case BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT: return renew_global_attachment(s, rec);
    default: return BL_OK;
    }
}

static int see_metadata(struct strip *s)
{
    const struct bl_record *rec;
    int status;
    switch (s->event.code) {
    case BL_CODE_METADATA_STRINGS:
    case BL_CODE_METADATA_NAME:
    case BL_CODE_METADATA_NAMED_NODE:
    case BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT:
        status = read_record(s, &rec);
        return status < 0 ? status : see_other_metadata(s, rec);
    case BL_CODE_METADATA_INDEX_OFFSET:
    case BL_CODE_METADATA_INDEX: return keeps_index(s) ? BL_OK : drop(s, s->event.bit_pos);
    case BL_CODE_METADATA_KIND: return BL_OK;
    default: return renew_node(s);
    }
}

/* ---- Bodies ---- */

/* Calls before BIT_POS that go. */
static uint32_t n_calls_before(const struct strip *s, uint64_t instruction)
{
    uint32_t lo = 0;
    uint32_t hi = s->body->n_calls;
    if (hi == 0)
        return 0;
    const struct bl_strip_call *calls = s->module->calls + s->body->first_call;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (calls[mid].instruction < instruction)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static int see_attachment(struct strip *s, const struct bl_record *rec)
{
    uint32_t n;
    bool to_instruction = rec->n_ops % 2;
    if (rec->code != BL_CODE_METADATA_ATTACHMENT_ATTACHMENT)
        return BL_OK;
    int status = renew_pairs(s, rec, to_instruction, to_instruction, &n);
    if (status < 0)
        return status;
    if (n == 0)
        return drop(s, rec->bit_pos);
    if (to_instruction)
        s->ops[0] -= n_calls_before(s, rec->ops[0]);
    return replace(s, rec);
}

/* Where in REC, a call, argument ARGUMENT is: after the callee, which has a type where it leads
 * ahead. */
static uint32_t place_of(const struct bl_record *rec, const struct bl_strip_argument *argument)
{
    uint64_t flags = rec->n_ops > 1 ? rec->ops[1] : 0;
    uint32_t at = 2 + !!(flags & CALL_FAST_MATH) + !!(flags & CALL_EXPLICIT_TYPE);
    uint32_t callee = at < rec->n_ops ? argument->from - (uint32_t)rec->ops[at] : 0;
    return at + (callee >= argument->from) + argument->op;
}

/* Operand AT of REC is ARGUMENT. */
static int renew_argument(struct strip *s, const struct bl_record *rec,
                          const struct bl_strip_argument *argument, uint32_t at)
{
    if (at >= rec->n_ops || (uint32_t)(argument->from - rec->ops[at]) != argument->node)
        return bl_fail_at(s->err, BL_E_MISMATCH, "argument that is not where it should be",
                          rec->bit_pos);
    s->ops[at] = (uint32_t)(argument->from - renew(s, argument->node));
    return BL_OK;
}

static int renew_arguments(struct strip *s, const struct bl_record *rec)
{
    const struct bl_strip_module *m = s->module;
    uint32_t end = s->body->first_argument + s->body->n_arguments;
    int status = copy_ops(s, rec);
    for (; status == BL_OK && s->argument < end; s->argument++) {
        const struct bl_strip_argument *argument = &m->arguments[s->argument];
        if (argument->bit_pos != rec->bit_pos)
            break;
        status = renew_argument(s, rec, argument, place_of(rec, argument));
    }
    return status == BL_OK ? replace(s, rec) : status;
}

/* Metadata in a bundle comes after a mark, which is no value's number. */
static int see_bundle(struct strip *s, const struct bl_record *rec)
{
    const struct bl_strip_module *m = s->module;
    uint32_t end = s->body->first_argument + s->body->n_arguments;
    int status = copy_ops(s, rec);
    for (uint32_t i = 1; status == BL_OK && i + 1 < rec->n_ops; i++) {
        bool is_next = s->argument < end && m->arguments[s->argument].op == 0;
        if (rec->ops[i] == metadata_mark && is_next)
            status = renew_argument(s, rec, &m->arguments[s->argument++], ++i);
    }
    return status == BL_OK ? replace(s, rec) : status;
}

static int see_call(struct strip *s)
{
    const struct bl_strip_module *m = s->module;
    const struct bl_record *rec;
    uint64_t bit_pos = s->event.bit_pos;
    uint32_t end = s->body->first_call + s->body->n_calls;
    if (s->call < end && m->calls[s->call].bit_pos == bit_pos) {
        s->call++;
        return drop(s, bit_pos);
    }
    end = s->body->first_argument + s->body->n_arguments;
    if (s->argument == end || m->arguments[s->argument].bit_pos != bit_pos)
        return BL_OK;
    int status = read_record(s, &rec);
    return status < 0 ? status : renew_arguments(s, rec);
}

static int see_debug(struct strip *s)
{
    switch (s->event.code) {
    case BL_CODE_FUNCTION_DEBUG_LOC:
    case BL_CODE_FUNCTION_DEBUG_LOC_AGAIN:
        s->counts.n_locations++;
        return drop(s, s->event.bit_pos);
    case BL_CODE_FUNCTION_DEBUG_RECORD_VALUE:
    case BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE:
    case BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN:
    case BL_CODE_FUNCTION_DEBUG_RECORD_VALUE_SIMPLE:
    case BL_CODE_FUNCTION_DEBUG_RECORD_LABEL:
    case BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE_VALUE:
        s->counts.n_debug_records++;
        return drop(s, s->event.bit_pos);
    default: return BL_OK;
    }
}

static int see_body_record(struct strip *s)
{
    const struct bl_record *rec;
    if (s->event.code == BL_CODE_FUNCTION_INST_CALL && s->body)
        return see_call(s);
    if (s->event.code != BL_CODE_FUNCTION_OPERAND_BUNDLE || !s->body)
        return strips(s, BL_STRIP_DEBUG) ? see_debug(s) : BL_OK;
    int status = read_record(s, &rec);
    return status < 0 ? status : see_bundle(s, rec);
}

/* ---- Other records ---- */

/* The uses of llvm.dbg.* are others now. */
static int see_use_list(struct strip *s, const struct bl_record *rec)
{
    const struct bl_strip_module *m = s->module;
    uint64_t value = rec->n_ops > 0 ? rec->ops[rec->n_ops - 1] : UINT64_MAX;
    bool goes = strips(s, BL_STRIP_DEBUG) && rec->code == BL_CODE_USELIST_DEFAULT &&
                value < m->n_globals && m->is_debug[value];
    return goes ? drop(s, rec->bit_pos) : BL_OK;
}

/* Types of targets are known by their names. */
static int see_type(struct strip *s)
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
    return drop(s, name);
}

/* HASH is the last record of its module. */
static int see_module_record(struct strip *s)
{
    bool goes = s->event.code == BL_CODE_MODULE_HASH && strips(s, BL_STRIP_HASH);
    return goes ? drop(s, s->event.bit_pos) : BL_OK;
}

static int see_record(struct strip *s)
{
    const struct bl_event *event = &s->event;
    const struct bl_record *rec;
    int status;
    if (!s->module || !event->block)
        return BL_OK;
    bool renumbers = s->module->renumbers;
    switch (event->block->block_id) {
    case BL_BLOCK_MODULE: return see_module_record(s);
    case BL_BLOCK_FUNCTION: return see_body_record(s);
    case BL_BLOCK_METADATA: return renumbers ? see_metadata(s) : BL_OK;
    case BL_BLOCK_METADATA_ATTACHMENT:
        if (!renumbers || !s->body)
            return BL_OK;
        status = read_record(s, &rec);
        return status < 0 ? status : see_attachment(s, rec);
    case BL_BLOCK_USELIST:
        status = read_record(s, &rec);
        return status < 0 ? status : see_use_list(s, rec);
    case BL_BLOCK_TYPE: return strips(s, BL_STRIP_NAMES) ? see_type(s) : BL_OK;
    default: return BL_OK;
    }
}

/* ---- Blocks ---- */

static bool has_own_metadata(const struct strip *s)
{
    for (uint32_t i = 0; i < s->body->n_marks; i++)
        if (s->module->marks[s->body->first_mark + i] & BL_STRIP_REACHED)
            return true;
    return false;
}

/* Whether the block that begins goes, and with it what is counted in *COUNT. */
static bool block_goes(struct strip *s, const struct bl_event *event, uint64_t **count)
{
    bool in_body = event->parent_id == BL_BLOCK_FUNCTION;
    bool renumbers_body = in_body && s->module && s->module->renumbers && s->body;
    *count = &s->counts.n_blocks;
    switch (event->block->block_id) {
    case BL_BLOCK_USELIST: return strips(s, BL_STRIP_USE_LISTS);
    case BL_BLOCK_SYMTAB: return strips(s, BL_STRIP_SYMBOL_TABLE);
    case BL_BLOCK_GLOBALVAL_SUMMARY:
    case BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY: return strips(s, BL_STRIP_SUMMARY);
    case BL_BLOCK_VALUE_SYMTAB:
        *count = &s->counts.n_names;
        return in_body && strips(s, BL_STRIP_NAMES);
    case BL_BLOCK_METADATA_ATTACHMENT:
        *count = NULL;
        return renumbers_body && !s->body->keeps_attachments;
    case BL_BLOCK_METADATA: *count = NULL; return renumbers_body && !has_own_metadata(s);
    default: return false;
    }
}

static int enter_body(struct strip *s, const struct bl_event *event)
{
    const struct bl_strip_module *m = s->module;
    if (!m->renumbers)
        return BL_OK;
    if (s->next_body >= m->n_bodies || m->bodies[s->next_body].bit_pos != event->bit_pos)
        return bl_fail_at(s->err, BL_E_MISMATCH, "body of no function", event->bit_pos);
    s->body = &m->bodies[s->next_body++];
    s->call = s->body->first_call;
    s->argument = s->body->first_argument;
    return number_own(s);
}

static int enter_metadata(struct strip *s, const struct bl_event *event)
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

static int see_block(struct strip *s, const struct bl_event *event)
{
    uint64_t *count;
    uint32_t id = event->block->block_id;
    s->has_struct_name = false;
    if (id == BL_BLOCK_MODULE && event->depth == 0) {
        s->module = s->next_module < s->n_modules ? &s->modules[s->next_module++] : NULL;
        s->next_body = 0;
        s->has_metadata = false;
    }
    if (block_goes(s, event, &count)) {
        s->is_left_out = true;
        s->left_out = event->depth;
        if (count)
            ++*count;
        return drop(s, event->bit_pos);
    }
    if (s->module && id == BL_BLOCK_FUNCTION && event->parent_id == BL_BLOCK_MODULE) {
        s->has_metadata = false;
        return enter_body(s, event);
    }
    if (s->module && id == BL_BLOCK_METADATA)
        return enter_metadata(s, event);
    return BL_OK;
}

static void leave_block(struct strip *s, const struct bl_event *event)
{
    uint32_t id = event->block->block_id;
    if (id == BL_BLOCK_FUNCTION && event->parent_id == BL_BLOCK_MODULE)
        s->body = NULL;
    if (id == BL_BLOCK_MODULE && event->depth == 0)
        s->module = NULL;
}

static int see_event(struct strip *s, const struct bl_event *event)
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

static int walk(struct strip *s, const struct bl_stream *stream)
{
    int rc = bl_walk_open(&s->walk, stream, BL_WALK_SKIP, NULL, s->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_walk_next(s->walk, &s->event, s->err)) > 0) {
        rc = see_event(s, &s->event);
        if (rc < 0)
            break;
    }
    bl_walk_close(s->walk);
    return rc;
}

static int find_module(struct strip *s, struct bl_index *index, uint32_t block)
{
    struct bl_strip_module m = {
        .options = s->options,
        .counts = &s->counts,
        .renumbers = strips(s, BL_STRIP_DEBUG) || s->options->n_kinds > 0,
    };
    if (bl_grow(&s->modules, &s->cap_modules, (uint64_t)s->n_modules + 1) < 0)
        return no_memory(s);
    int status = bl_module_open(&m.module, index, block, s->err);
    if (status < 0)
        return status;
    s->modules[s->n_modules++] = m;
    s->counts.n_modules++;
    return bl_strip_find(&s->modules[s->n_modules - 1], s->err);
}

static int find_modules(struct strip *s, struct bl_index *index)
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
    struct strip s = {.rewrite = rewrite, .options = options, .err = err};
    struct bl_index *index;
    int status = bl_index_open(&index, stream, err);
    if (status < 0)
        return status;
    status = find_modules(&s, index);
    if (status == BL_OK)
        status = walk(&s, stream);
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
