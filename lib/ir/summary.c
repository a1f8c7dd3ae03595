/* ir/summary.c - the summaries that ThinLTO keeps of global values, in modules and combined indices
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Summaries are handed out one by one, as they are read. What is kept between them is little: GUIDs
 * by value, which come before the first summary, and the list of modules of an index.
 */
#include "ir/summary.h"
#include "base/grow.h"
#include "base/map.h"
#include "base/status.h"
#include "ir/module.h"
#include "ir/summary_record.h"
#include "stream/cursor.h"
#include "stream/limit.h"

/* Since which version records have what. */
enum {
    VERSION_OF_FLAGS = 3, /* before, nothing may be imported, and all is live */
    VERSION_OF_FUNCTION_FLAGS = 4,
    VERSION_OF_READ_ONLY = 5,
    VERSION_OF_ENTRY_COUNT = 6,
    VERSION_OF_WRITE_ONLY = 7,
};

/* ---- Modules of an index ---- */

struct paths {
    struct bl_module *module;
    struct bl_summary_module *items;
    uint32_t n, cap;
    uint64_t n_bytes; /* of paths */
    struct bl_map number_of_id;
    bool is_read;
    struct bl_error failure;
};

static void release_paths(void *part)
{
    struct paths *p = part;
    bl_drop(p->items);
    bl_map_release(&p->number_of_id);
}

static int check_limit(struct bl_cursor *c, uint32_t n)
{
    return bl_limit_records(c, n, BL_MIN_GLOBAL_BYTES, "more records than the limit");
}

static int no_memory_for_summary(struct bl_cursor *c)
{
    return bl_cursor_fail(c, BL_E_NOMEM, "no memory for summaries", c->entry_pos);
}

static int read_path(struct paths *p, struct bl_cursor *c, const struct bl_record *rec)
{
    if (rec->n_ops == 0)
        return bl_cursor_fail(c, BL_E_MALFORMED, "module without an id", rec->bit_pos);
    if (check_limit(c, p->n) < 0)
        return c->status;
    if (bl_grow(&p->items, &p->cap, (size_t)p->n + 1) < 0 ||
        bl_map_set(&p->number_of_id, rec->ops[0], p->n) < 0)
        return no_memory_for_summary(c);
    struct bl_summary_module *item = &p->items[p->n];
    *item = (struct bl_summary_module){.id = rec->ops[0], .bit_pos = rec->bit_pos};
    int status = bl_module_keep_text(p->module, rec, 1, &p->n_bytes, &item->path);
    p->n += status == BL_OK;
    return status;
}

/* The hash of the module before it. */
static int read_hash(struct paths *p, struct bl_cursor *c, const struct bl_record *rec)
{
    if (p->n == 0 || !bl_hash_read(rec, p->items[p->n - 1].hash))
        return bl_cursor_fail(c, BL_E_MALFORMED, "hash of no module, or of another size",
                              rec->bit_pos);
    p->items[p->n - 1].has_hash = true;
    return BL_OK;
}

static int read_module_record(void *context, struct bl_cursor *c, const struct bl_record *rec)
{
    switch (rec->code) {
    case BL_CODE_MODULE_STRTAB_ENTRY: return read_path(context, c, rec);
    case BL_CODE_MODULE_STRTAB_HASH: return read_hash(context, c, rec);
    default: return BL_OK;
    }
}

static struct paths *paths_of(struct bl_module *module)
{
    struct paths *p = bl_module_part(module, BL_PART_SUMMARIES, sizeof *p, release_paths);
    if (p && !p->is_read) {
        struct bl_block block;
        p->is_read = true;
        p->module = module;
        if (bl_module_header_block(module, BL_BLOCK_MODULE_STRTAB, &block, &p->failure) > 0)
            (void)bl_module_read_block(module, &block, read_module_record, p, &p->failure);
    }
    return p;
}

int bl_module_paths(struct bl_module *module, const struct bl_summary_module **modules, uint32_t *n,
                    struct bl_error *err)
{
    *modules = NULL;
    *n = 0;
    const struct paths *p = paths_of(module);
    if (!p)
        return bl_fail(err, BL_E_NOMEM, "no memory for summaries");
    *modules = p->items;
    *n = p->n;
    return bl_fail_again(err, &p->failure);
}

/* ---- The iterator ---- */

struct bl_summaries {
    struct bl_module *module;
    const struct paths *paths;
    struct bl_summaries_info facts;
    struct bl_cursor cursor;
    struct bl_record rec;
    bool is_ahead; /* rec has been read, but not handed out */
    bool is_over;
    struct bl_map guid_of_value; /* numbers in guids */
    uint64_t *guids;
    uint32_t cap_guids;
    struct bl_summary_call *calls;
    uint32_t cap_calls;
    struct bl_summary_slot *slots;
    uint32_t cap_slots;
    uint32_t *names; /* of rec: the operands at which they stand */
    uint32_t n_names, cap_names;
};

static int fail_malformed(struct bl_summaries *s, const char *what)
{
    return bl_cursor_fail(&s->cursor, BL_E_MALFORMED, what, s->rec.bit_pos);
}

/* [value, GUID], or its upper and lower half. */
static int read_guid(struct bl_summaries *s)
{
    const uint64_t *ops = s->rec.ops;
    uint32_t n = s->facts.n_guids;
    if (s->rec.n_ops < 2)
        return fail_malformed(s, "VALUE_GUID is short");
    if (check_limit(&s->cursor, n) < 0)
        return s->cursor.status;
    if (bl_grow(&s->guids, &s->cap_guids, (size_t)n + 1) < 0 ||
        bl_map_set(&s->guid_of_value, ops[0], n) < 0)
        return no_memory_for_summary(&s->cursor);
    s->guids[n] = s->rec.n_ops > 2 ? ops[1] << 32 | (ops[2] & UINT32_MAX) : ops[1];
    s->facts.n_guids++;
    return BL_OK;
}

/* Read the record if it is about the whole block. 1: it did, 0: it is to be handed out. */
static int read_fact(struct bl_summaries *s)
{
    uint64_t first = s->rec.n_ops > 0 ? s->rec.ops[0] : 0;
    switch (s->rec.code) {
    case BL_CODE_SUMMARY_VERSION:
        s->facts.version = first < UINT32_MAX ? (uint32_t)first : UINT32_MAX;
        return 1;
    case BL_CODE_SUMMARY_FLAGS: s->facts.flags = first; return 1;
    case BL_CODE_SUMMARY_BLOCK_COUNT: s->facts.n_blocks = first; return 1;
    case BL_CODE_SUMMARY_VALUE_GUID: return read_guid(s) < 0 ? s->cursor.status : 1;
    default: return 0;
    }
}

/* Go on to the next record that is to be handed out. */
static int read_ahead(struct bl_summaries *s)
{
    int rc;
    do {
        rc = bl_cursor_read_next(&s->cursor, &s->rec);
        if (rc > 0)
            rc = bl_cursor_doubt(&s->cursor);
        if (rc <= 0) {
            s->is_over = rc == 0;
            return rc;
        }
        rc = read_fact(s);
    } while (rc > 0);
    s->is_ahead = rc == 0;
    return rc < 0 ? rc : 1;
}

int bl_summaries_open(struct bl_summaries **summaries, struct bl_module *module,
                      struct bl_error *err)
{
    struct bl_summaries_info facts = {0};
    *summaries = NULL;
    int rc = bl_module_child(module, BL_BLOCK_GLOBALVAL_SUMMARY, &facts.block, err);
    facts.is_full_lto = rc == 0;
    if (rc == 0)
        rc = bl_module_child(module, BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY, &facts.block, err);
    if (rc <= 0)
        return rc;
    struct bl_summaries *s = bl_new(sizeof *s);
    const struct paths *paths = paths_of(module);
    struct bl_view strtab; /* is looked for now, so that asking for a name does not take memory */
    if (!s || !paths || bl_module_strtab(module, &strtab) == BL_E_NOMEM ||
        bl_module_cursor(module, &facts.block, &s->cursor, NULL) < 0) {
        bl_drop(s);
        return bl_fail(err, BL_E_NOMEM, "no memory for summaries");
    }
    s->module = module;
    s->paths = paths;
    s->facts = facts;
    (void)read_ahead(s); /* a failure is reported with the first record */
    *summaries = s;
    return 1;
}

void bl_summaries_close(struct bl_summaries *s)
{
    if (!s)
        return;
    bl_record_release(&s->rec);
    bl_cursor_release(&s->cursor);
    bl_map_release(&s->guid_of_value);
    bl_drop(s->guids);
    bl_drop(s->calls);
    bl_drop(s->slots);
    bl_drop(s->names);
    bl_drop(s);
}

struct bl_summaries_info bl_summaries_get_info(const struct bl_summaries *s)
{
    return s->facts;
}

bool bl_summaries_guid(const struct bl_summaries *s, uint64_t value, uint64_t *guid)
{
    uint32_t number = bl_map_find(&s->guid_of_value, value);
    if (number == BL_MAP_NONE)
        return false;
    *guid = s->guids[number];
    return true;
}

uint32_t bl_summaries_guid_number(const struct bl_summaries *s, uint64_t value)
{
    uint32_t number = bl_map_find(&s->guid_of_value, value);
    return number == BL_MAP_NONE ? BL_NONE : number;
}

const uint64_t *bl_summaries_guids(const struct bl_summaries *s)
{
    return s->guids;
}

bool bl_summaries_name(const struct bl_summaries *s, const struct bl_summary *summary, uint32_t i,
                       struct bl_view *name)
{
    if (i >= s->n_names)
        return false;
    const uint64_t *place = summary->ops + s->names[i];
    return bl_module_strtab_text(s->module, place[0], place[1], name) && !bl_name_is_lost(*name);
}

/* ---- One summary ---- */

/* What is said of a call after its value. */
enum call_form {
    CALL_PLAIN,
    CALL_HOTNESS,
    CALL_FREQUENCY
};

/* Codes of summaries; of others kind is 0. */
static const struct layout {
    uint8_t kind; /* bl_summary_kind */
    bool is_combined;
    uint8_t calls; /* call_form */
} layouts[] = {
    [BL_CODE_SUMMARY_PERMODULE] = {BL_SUMMARY_FUNCTION, false, CALL_PLAIN},
    [BL_CODE_SUMMARY_PERMODULE_PROFILE] = {BL_SUMMARY_FUNCTION, false, CALL_HOTNESS},
    [BL_CODE_SUMMARY_PERMODULE_RELBF] = {BL_SUMMARY_FUNCTION, false, CALL_FREQUENCY},
    [BL_CODE_SUMMARY_COMBINED] = {BL_SUMMARY_FUNCTION, true, CALL_PLAIN},
    [BL_CODE_SUMMARY_COMBINED_PROFILE] = {BL_SUMMARY_FUNCTION, true, CALL_HOTNESS},
    [BL_CODE_SUMMARY_PERMODULE_GLOBALVAR_INIT_REFS] = {BL_SUMMARY_VARIABLE, false, 0},
    [BL_CODE_SUMMARY_PERMODULE_VTABLE_GLOBALVAR_INIT_REFS] = {BL_SUMMARY_VARIABLE, false, 0},
    [BL_CODE_SUMMARY_COMBINED_GLOBALVAR_INIT_REFS] = {BL_SUMMARY_VARIABLE, true, 0},
    [BL_CODE_SUMMARY_ALIAS] = {BL_SUMMARY_ALIAS, false, 0},
    [BL_CODE_SUMMARY_COMBINED_ALIAS] = {BL_SUMMARY_ALIAS, true, 0},
};

/* Where the records belong that are no summaries, nor read by take_fact(). */
static const uint8_t places[] = {
    [BL_CODE_SUMMARY_COMBINED_ORIGINAL_NAME] = BL_PLACE_BEFORE,
    [BL_CODE_SUMMARY_TYPE_TESTS] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_TYPE_TEST_ASSUME_VCALLS] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_TYPE_CHECKED_LOAD_VCALLS] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_TYPE_TEST_ASSUME_CONST_VCALL] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_TYPE_CHECKED_LOAD_CONST_VCALL] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_CFI_FUNCTION_DEFS] = BL_PLACE_INDEX,
    [BL_CODE_SUMMARY_CFI_FUNCTION_DECLS] = BL_PLACE_INDEX,
    [BL_CODE_SUMMARY_TYPE_ID] = BL_PLACE_INDEX,
    [BL_CODE_SUMMARY_TYPE_ID_METADATA] = BL_PLACE_INDEX,
    [BL_CODE_SUMMARY_PARAM_ACCESS] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_PERMODULE_CALLSITE_INFO] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_PERMODULE_ALLOC_INFO] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_COMBINED_CALLSITE_INFO] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_COMBINED_ALLOC_INFO] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_STACK_IDS] = BL_PLACE_INDEX,
    [BL_CODE_SUMMARY_ALLOC_CONTEXT_IDS] = BL_PLACE_NEXT,
    [BL_CODE_SUMMARY_CONTEXT_RADIX_TREE_ARRAY] = BL_PLACE_INDEX,
    [BL_CODE_SUMMARY_COMBINED_ALLOC_INFO_NO_CONTEXT] = BL_PLACE_NEXT,
};

/* The operands of the record, taken one by one. */
struct reader {
    const struct bl_record *rec;
    uint32_t at;
    bool is_short; /* more was taken than there is */
};

static uint64_t read_op(struct reader *r)
{
    if (r->at < r->rec->n_ops)
        return r->rec->ops[r->at++];
    r->is_short = true;
    return 0;
}

static uint32_t n_left(const struct reader *r)
{
    return r->rec->n_ops - r->at;
}

static void read_flags(const struct bl_summaries *s, struct reader *r, struct bl_summary *summary)
{
    uint64_t raw = read_op(r);
    uint64_t flags = raw >> 4;
    if (s->facts.version < VERSION_OF_FLAGS)
        flags |= BL_GV_NOT_ELIGIBLE | BL_GV_LIVE;
    summary->linkage = raw & 15;
    summary->visibility = flags >> 4 & 3;
    summary->flags = flags & (BL_GV_NOT_ELIGIBLE | BL_GV_LIVE | BL_GV_DSO_LOCAL |
                              BL_GV_CAN_AUTO_HIDE | BL_GV_IMPORT_DECLARATION);
}

/* The next N operands are values referred to. */
static void read_refs(struct reader *r, struct bl_summary *summary, uint64_t n)
{
    if (n > n_left(r)) {
        r->is_short = true;
        return;
    }
    summary->refs = r->rec->ops + r->at;
    summary->n_refs = (uint32_t)n;
    r->at += (uint32_t)n;
}

static struct bl_summary_call call_of(enum call_form form, uint64_t value, uint64_t word)
{
    enum {
        FREQUENCY_BITS = 28
    };
    struct bl_summary_call call = {.value = value};
    if (form == CALL_HOTNESS) {
        call.hotness = word & 7;
        call.is_tail = word >> 3 & 1;
    } else if (form == CALL_FREQUENCY) {
        call.frequency = word & ((UINT32_C(1) << FREQUENCY_BITS) - 1);
        call.is_tail = word >> FREQUENCY_BITS & 1;
    }
    return call;
}

/* All that is left of the record. In version 1 counts of another kind follow each value. */
static int read_calls(struct bl_summaries *s, struct reader *r, enum call_form form,
                      struct bl_summary *summary)
{
    bool has_counts = s->facts.version == 1;
    uint32_t stride = (form == CALL_PLAIN ? 1 : 2) + has_counts;
    uint32_t n = n_left(r) / stride;
    if (n_left(r) % stride != 0)
        return fail_malformed(s, "call in a summary is cut short");
    if (bl_grow(&s->calls, &s->cap_calls, n) < 0)
        return no_memory_for_summary(&s->cursor);
    for (uint32_t i = 0; i < n; i++, r->at += stride) {
        const uint64_t *ops = r->rec->ops + r->at;
        s->calls[i] =
            call_of(has_counts ? CALL_PLAIN : form, ops[0], form == CALL_PLAIN ? 0 : ops[1]);
    }
    summary->calls = s->calls;
    summary->n_calls = n;
    return BL_OK;
}

static int read_function_summary(struct bl_summaries *s, struct reader *r,
                                 const struct layout *layout, struct bl_summary *summary)
{
    uint32_t version = s->facts.version;
    summary->n_instructions = read_op(r);
    if (version >= VERSION_OF_FUNCTION_FLAGS)
        summary->function_flags = read_op(r);
    if (layout->is_combined && version >= VERSION_OF_ENTRY_COUNT)
        summary->entry_count = read_op(r);
    uint64_t n_refs = read_op(r);
    uint64_t n_read_only = version >= VERSION_OF_READ_ONLY ? read_op(r) : 0;
    uint64_t n_write_only = version >= VERSION_OF_WRITE_ONLY ? read_op(r) : 0;
    read_refs(r, summary, n_refs);
    if (n_write_only > summary->n_refs || n_read_only > summary->n_refs - n_write_only)
        r->is_short = true;
    if (r->is_short)
        return BL_OK;
    summary->n_read_only = (uint32_t)n_read_only;
    summary->n_write_only = (uint32_t)n_write_only;
    return read_calls(s, r, layout->calls, summary);
}

/* Pairs to the end of the record. */
static int read_slots(struct bl_summaries *s, struct reader *r, struct bl_summary *summary)
{
    uint32_t n = n_left(r) / 2;
    if (n_left(r) % 2 != 0)
        return fail_malformed(s, "slot of a vtable is cut short");
    if (bl_grow(&s->slots, &s->cap_slots, n) < 0)
        return no_memory_for_summary(&s->cursor);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t value = read_op(r);
        s->slots[i] = (struct bl_summary_slot){.value = value, .offset = read_op(r)};
    }
    summary->slots = s->slots;
    summary->n_slots = n;
    return BL_OK;
}

static int read_variable(struct bl_summaries *s, struct reader *r, struct bl_summary *summary)
{
    bool is_vtable = summary->code == BL_CODE_SUMMARY_PERMODULE_VTABLE_GLOBALVAR_INIT_REFS;
    if (is_vtable || s->facts.version >= VERSION_OF_READ_ONLY)
        summary->variable_flags = read_op(r);
    read_refs(r, summary, is_vtable ? read_op(r) : n_left(r));
    return is_vtable && !r->is_short ? read_slots(s, r, summary) : BL_OK;
}

static int read_summary(struct bl_summaries *s, const struct layout *layout,
                        struct bl_summary *summary)
{
    struct reader r = {.rec = &s->rec};
    int status = BL_OK;
    summary->kind = layout->kind;
    summary->value = read_op(&r);
    if (layout->is_combined) {
        summary->module_id = read_op(&r);
        uint32_t module = bl_map_find(&s->paths->number_of_id, summary->module_id);
        summary->module = module != BL_MAP_NONE ? module : BL_NONE;
    }
    summary->has_guid = bl_summaries_guid(s, summary->value, &summary->guid);
    read_flags(s, &r, summary);
    if (layout->kind == BL_SUMMARY_FUNCTION)
        status = read_function_summary(s, &r, layout, summary);
    else if (layout->kind == BL_SUMMARY_VARIABLE)
        status = read_variable(s, &r, summary);
    else
        summary->aliasee = read_op(&r);
    return status == BL_OK && r.is_short ? fail_malformed(s, "summary is cut short") : status;
}

static int read_summary_names(struct bl_summaries *s)
{
    struct bl_summary_names names = {s->rec.ops, s->rec.n_ops, s->rec.code, 0};
    uint32_t at;
    s->n_names = 0;
    while (bl_summary_names_next(&names, &at)) {
        if (bl_append(&s->names, &s->n_names, &s->cap_names, at) < 0)
            return no_memory_for_summary(&s->cursor);
    }
    return BL_OK;
}

static int read_summary_record(struct bl_summaries *s, struct bl_summary *summary)
{
    uint32_t code = s->rec.code;
    *summary = (struct bl_summary){
        .bit_pos = s->rec.bit_pos,
        .code = code,
        .ops = s->rec.ops,
        .n_ops = s->rec.n_ops,
        .module = BL_NONE,
        .place = code < sizeof places ? places[code] : BL_PLACE_UNKNOWN,
    };
    bool is_summary = code < sizeof layouts / sizeof layouts[0] && layouts[code].kind != 0;
    if (read_summary_names(s) < 0)
        return s->cursor.status;
    return is_summary && s->facts.version > 0 ? read_summary(s, &layouts[code], summary) : BL_OK;
}

int bl_summaries_next(struct bl_summaries *s, struct bl_summary *summary, struct bl_error *err)
{
    if (!s->is_ahead && !s->is_over && s->cursor.status == BL_OK)
        (void)read_ahead(s);
    if (s->is_ahead) {
        s->is_ahead = false;
        (void)read_summary_record(s, summary);
    } else if (s->is_over) {
        return 0;
    }
    if (s->cursor.status == BL_OK)
        return 1;
    bl_module_error(s->module, &s->cursor, err);
    return s->cursor.status;
}
