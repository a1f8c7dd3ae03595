/* rewrite/same_stripped_bodies.c - whether stripped bodies have the records that they should have
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "index/index.h"
#include "ir/function_values.h"
#include "ir/module.h"
#include "rewrite/same_records.h"
#include "rewrite/strip.h"
#include "stream/cursor.h"

enum {
    CALL_EXPLICIT_TYPE = 1 << 15,
    CALL_FAST_MATH = 1 << 17,
    INVOKE_EXPLICIT_TYPE = 1 << 13,
    MAX_LOCATION = sizeof((struct bl_same_location){0}.ops) / sizeof(uint64_t),
};

static const uint64_t metadata_mark = 0x80000000; /* in bundles: LLVMBitCodes.h, OB_METADATA */

/* ---- Calls ---- */

/* Numbers of values at calls of the body, from its instructions. */
static int find_calls(struct bl_same_records *r)
{
    struct bl_instruction inst;
    r->has_calls = true;
    r->n_calls = r->next_call = 0;
    if (!r->function) {
        int status = bl_function_open(&r->function, r->modules[BEFORE], BL_NONE, NULL);
        if (status < 0)
            return bl_same_answer(status);
    }
    int rc = bl_function_load(r->function, r->value, NULL);
    if (rc < 0)
        return bl_same_answer(rc);
    uint32_t next = bl_function_body(r->function)->first_instruction;
    while ((rc = bl_function_next(r->function, &inst, NULL)) > 0) {
        struct bl_numbered_call call = {inst.bit_pos, next};
        if (inst.opcode == BL_OP_UNKNOWN)
            return 0;
        if (inst.opcode == BL_OP_CALL && bl_append(&r->calls, &r->n_calls, &r->cap_calls, call) < 0)
            return BL_E_NOMEM;
        if (inst.value != BL_NONE)
            next = inst.value + 1;
    }
    return bl_same_answer(rc);
}

/* The number of the value after the call at BIT_POS; those asked for ascend. */
static int find_next_value(struct bl_same_records *r, uint64_t bit_pos, uint32_t *next_value)
{
    int rc = r->has_calls ? 1 : find_calls(r);
    if (rc <= 0)
        return rc;
    while (r->next_call < r->n_calls && r->calls[r->next_call].bit_pos < bit_pos)
        r->next_call++;
    if (r->next_call == r->n_calls || r->calls[r->next_call].bit_pos != bit_pos)
        return 0;
    *next_value = r->calls[r->next_call].next_value;
    return 1;
}

/* Where in REC, a call, its callee is, after the type, which has *SIGNATURE. 0: that is not
 * known. */
static uint32_t find_callee(const struct bl_same_records *r, const struct bl_record *rec,
                            uint8_t *signature)
{
    uint64_t flags = rec->n_ops > 1 ? rec->ops[1] : 0;
    uint32_t at = 2 + !!(flags & CALL_FAST_MATH);
    if (!(flags & CALL_EXPLICIT_TYPE) || at + 1 >= rec->n_ops || rec->ops[at] >= r->types->n)
        return 0;
    *signature = r->signatures[rec->ops[at]];
    return at + 1;
}

/* The arguments of a call, whose type has N_PARAMETERS, with NEXT_VALUE after it. */
static int compare_arguments(struct bl_same_records *r, const struct bl_type *type,
                             uint32_t next_value)
{
    const struct bl_record *x = &r->sides[BEFORE].record;
    const struct bl_record *y = &r->sides[AFTER].record;
    uint32_t n = type->n_parts - 1;
    int rc = 1;
    if (x->code != y->code || x->n_ops != y->n_ops || n > x->n_ops)
        return 0;
    uint32_t first = x->n_ops - n;
    if (memcmp(x->ops, y->ops, first * sizeof *x->ops) != 0)
        return 0;
    for (uint32_t i = 0; i < n && rc > 0; i++) {
        uint32_t part = r->types->parts[type->first_part + 1 + i];
        uint64_t before = x->ops[first + i];
        uint64_t after = y->ops[first + i];
        if (part < r->types->n && r->types->types[part].kind == BL_TYPE_METADATA)
            rc = bl_same_metadata_pair(&r->metadata, next_value - (uint32_t)before,
                                       next_value - (uint32_t)after);
        else
            rc = before == after;
    }
    return rc;
}

/* Whether the call that has been read in the module before was to go; *NEXT_VALUE: it stays, and
 * has metadata among its arguments; BL_NONE: it has none. */
static int see_call(struct bl_same_records *r, bool *is_dropped, uint32_t *next_value)
{
    const struct bl_record *rec = &r->sides[BEFORE].record;
    uint8_t signature = BL_SIGNATURE_PLAIN;
    *is_dropped = false;
    *next_value = BL_NONE;
    if (!bl_same_strips_debug(r) || !r->has_metadata_types)
        return 1;
    uint32_t callee = find_callee(r, rec, &signature);
    *is_dropped = callee > 0 && signature == BL_SIGNATURE_DEBUG;
    if (callee == 0 || signature != BL_SIGNATURE_METADATA)
        return callee > 0;
    int rc = find_next_value(r, rec->bit_pos, next_value);
    if (rc <= 0)
        return rc;
    uint32_t function = *next_value - (uint32_t)rec->ops[callee];
    *is_dropped = function < r->n_globals && r->is_debug[function];
    return *is_dropped || !r->types->types[rec->ops[callee - 1]].is_vararg;
}

static int compare_call(struct bl_same_records *r, uint32_t next_value)
{
    uint8_t signature;
    uint32_t callee = find_callee(r, &r->sides[BEFORE].record, &signature);
    const struct bl_type *type = &r->types->types[r->sides[BEFORE].record.ops[callee - 1]];
    return compare_arguments(r, type, next_value);
}

static bool has_metadata_type(const struct bl_same_records *r, uint64_t type)
{
    return type >= r->types->n || r->signatures[type] != BL_SIGNATURE_PLAIN;
}

/* Whether REC, an instruction of the module before, has metadata where it is not looked for. */
static bool may_have_metadata(const struct bl_same_records *r, const struct bl_record *rec)
{
    if (!bl_same_strips_debug(r))
        return false;
    switch (rec->code) {
    case BL_CODE_FUNCTION_OPERAND_BUNDLE:
        for (uint32_t i = 1; i < rec->n_ops; i++)
            if (rec->ops[i] == metadata_mark)
                return true;
        return false;
    case BL_CODE_FUNCTION_INST_INVOKE:
        return r->has_metadata_types && (rec->n_ops < 5 || !(rec->ops[1] & INVOKE_EXPLICIT_TYPE) ||
                                         has_metadata_type(r, rec->ops[4]));
    case BL_CODE_FUNCTION_INST_CALLBR:
        return r->has_metadata_types &&
               (rec->n_ops < 5 || !(rec->ops[1] & CALL_EXPLICIT_TYPE) ||
                rec->ops[3] >= rec->n_ops - 4 || has_metadata_type(r, rec->ops[4 + rec->ops[3]]));
    default: return false;
    }
}

/* ---- Blocks of bodies ---- */

/* Whether a record of the use lists was to go. */
static bool is_dropped_use_list(const struct bl_same_records *r, const struct bl_record *rec)
{
    uint64_t value = rec->n_ops > 0 ? rec->ops[rec->n_ops - 1] : UINT64_MAX;
    return bl_same_strips_debug(r) && rec->code == BL_CODE_USELIST_DEFAULT &&
           value < r->n_globals && r->is_debug[value];
}

/* The next record of use lists that has to be the same; *IS_END: there is none. */
static int read_use_list(const struct bl_same_records *r, struct bl_side *s, bool is_before,
                         bool *is_end)
{
    int rc;
    do {
        rc = bl_cursor_read_next(&s->cursor, &s->record);
    } while (rc > 0 && is_before && is_dropped_use_list(r, &s->record));
    *is_end = rc == 0;
    return bl_same_answer(rc);
}

/* The use lists that both sides have announced. */
static int compare_use_lists(struct bl_same_records *r, const struct bl_side *x,
                             const struct bl_side *y)
{
    struct bl_side sides[2] = {0};
    bool is_end[2] = {false, false};
    int rc = 1;
    for (int i = 0; i < 2; i++) {
        const struct bl_block *block = &(i == BEFORE ? x : y)->entry.block;
        if (bl_module_cursor(r->modules[i], block, &sides[i].cursor, NULL) < 0)
            rc = BL_E_NOMEM;
    }
    while (rc > 0 && !is_end[BEFORE] && !is_end[AFTER]) {
        rc = read_use_list(r, &sides[BEFORE], true, &is_end[BEFORE]);
        if (rc > 0)
            rc = read_use_list(r, &sides[AFTER], false, &is_end[AFTER]);
        if (rc > 0 && !is_end[BEFORE] && !is_end[AFTER])
            rc = bl_are_same_records(&sides[BEFORE].record, &sides[AFTER].record);
    }
    for (int i = 0; i < 2; i++)
        bl_side_release(&sides[i]);
    return rc > 0 ? is_end[BEFORE] == is_end[AFTER] : rc;
}

int bl_same_records_blocks(struct bl_same_records *r, const struct bl_side *x,
                           const struct bl_side *y)
{
    if (bl_are_same_entries(x, y))
        return 1;
    bool are_use_lists =
        x->entry.block.block_id == BL_BLOCK_USELIST && y->entry.block.block_id == BL_BLOCK_USELIST;
    return are_use_lists ? compare_use_lists(r, x, y) : 0;
}

static void note_attached(void *context, const struct bl_attached *a)
{
    struct bl_same_attachments *list = context;
    struct bl_same_attached item = {a->instruction, a->kind, a->node};
    list->no_memory |= bl_append(&list->items, &list->n, &list->cap, item) < 0;
}

/* A block of side I that is not compared entry by entry; *IS_PASSED: it is one. */
static int see_block(struct bl_same_records *r, int i, bool *is_passed)
{
    const struct bl_block *block = &r->sides[i].entry.block;
    int status = BL_OK;
    *is_passed = true;
    switch (block->block_id) {
    case BL_BLOCK_METADATA:
        if (r->own[i]) /* a second one */
            return 0;
        status = bl_metadata_open(&r->own[i], r->modules[i], block, NULL);
        break;
    case BL_BLOCK_METADATA_ATTACHMENT:
        status = bl_metadata_attached(r->modules[i], block, note_attached, &r->attached[i], NULL);
        if (r->attached[i].no_memory)
            status = BL_E_NOMEM;
        break;
    case BL_BLOCK_USELIST: *is_passed = r->options->flags & BL_STRIP_USE_LISTS; break;
    default: *is_passed = false; break;
    }
    return bl_same_answer(status);
}

/* ---- Locations ---- */

/* Whether the record that side I has read is a location that stays, or was to go with a call; it
 * is noted. */
static bool see_location(struct bl_same_records *r, int i)
{
    const struct bl_record *rec = &r->sides[i].record;
    struct bl_same_locations *l = &r->locations[i];
    bool is_new = rec->code == BL_CODE_FUNCTION_DEBUG_LOC;
    if (!bl_strip_keeps_lines(r->options) ||
        !(is_new || rec->code == BL_CODE_FUNCTION_DEBUG_LOC_AGAIN))
        return false;
    if (is_new) {
        l->last.n = rec->n_ops < MAX_LOCATION ? rec->n_ops : MAX_LOCATION;
        memcpy(l->last.ops, rec->ops, l->last.n * sizeof *l->last.ops);
    }
    if (i == AFTER || !r->is_after_dropped)
        l->here = l->last;
    return true;
}

/* Those of the last instruction, of which all is read. */
static int compare_locations(struct bl_same_records *r)
{
    struct bl_same_location x = r->locations[BEFORE].here;
    struct bl_same_location y = r->locations[AFTER].here;
    r->locations[BEFORE].here.n = r->locations[AFTER].here.n = 0;
    if (x.n != y.n || x.n == MAX_LOCATION)
        return 0;
    int rc = bl_same_answer(bl_line_tables_location(&r->metadata.lines, x.ops, x.n, NULL));
    for (uint32_t i = 0; i < x.n && rc > 0; i++)
        if ((i == 2 || i == 3) && x.ops[i] > 0 && y.ops[i] > 0)
            rc = x.ops[i] <= BL_NONE && y.ops[i] <= BL_NONE
                     ? bl_same_metadata_pair(&r->metadata, (uint32_t)(x.ops[i] - 1),
                                             (uint32_t)(y.ops[i] - 1))
                     : 0;
        else
            rc = x.ops[i] == y.ops[i];
    return rc;
}

/* ---- Entries of bodies ---- */

/* The next entry of side I that is no definition of an abbreviation. */
static int read_entry(struct bl_side *s, bool *is_end)
{
    int rc = 0;
    *is_end = false;
    if (!s->cursor.pending && !bl_cursor_is_at_other(&s->cursor))
        rc = bl_record_next(&s->cursor, &s->record);
    s->entry.kind = BL_ENTRY_RECORD;
    if (rc != 0)
        return bl_same_answer(rc);
    do {
        rc = bl_cursor_next(&s->cursor, &s->entry);
    } while (rc > 0 && s->entry.kind == BL_ENTRY_ABBREV);
    *is_end = rc == 0;
    if (rc > 0 && s->entry.kind == BL_ENTRY_RECORD)
        rc = bl_cursor_read(&s->cursor, &s->record);
    return bl_same_answer(rc);
}

/* An entry of the module before, which has been read. *IS_DROPPED: it was to go. */
static int see_before(struct bl_same_records *r, bool *is_dropped, uint32_t *next_value)
{
    const struct bl_record *rec = &r->sides[BEFORE].record;
    int rc = 1;
    *is_dropped = false;
    if (bl_function_is_debug(rec->code)) {
        *is_dropped = bl_same_strips_debug(r);
        return 1;
    }
    switch (rec->code) {
    case BL_CODE_FUNCTION_DECLAREBLOCKS:
    case BL_CODE_FUNCTION_BLOCKADDR_USERS: return 1;
    case BL_CODE_FUNCTION_OPERAND_BUNDLE: return !may_have_metadata(r, rec);
    case BL_CODE_FUNCTION_INST_CALL: rc = see_call(r, is_dropped, next_value); break;
    default: break;
    }
    if (rc > 0 && *is_dropped &&
        bl_append(&r->dropped, &r->n_dropped, &r->cap_dropped, r->n_instructions) < 0)
        return BL_E_NOMEM;
    r->n_instructions++;
    return rc > 0 ? !may_have_metadata(r, rec) : rc;
}

/* The next entry of side I that has to be on the other one, too. */
static int read_kept(struct bl_same_records *r, int i, bool *is_end, uint32_t *next_value)
{
    struct bl_side *s = &r->sides[i];
    bool is_passed = true;
    int rc = 1;
    *next_value = BL_NONE;
    while (rc > 0 && is_passed) {
        rc = read_entry(s, is_end);
        if (rc <= 0 || *is_end)
            return rc;
        is_passed = false;
        if (s->entry.kind == BL_ENTRY_BLOCK)
            rc = see_block(r, i, &is_passed);
        else if (see_location(r, i))
            is_passed = true;
        else if (i == BEFORE) {
            rc = see_before(r, &is_passed, next_value);
            r->is_after_dropped = is_passed;
        }
    }
    return rc;
}

static int compare_entries(struct bl_same_records *r)
{
    struct bl_side *x = &r->sides[BEFORE];
    struct bl_side *y = &r->sides[AFTER];
    uint32_t next_value;
    uint32_t unused;
    int rc = 1;
    while (rc > 0) {
        bool is_end[2];
        rc = read_kept(r, BEFORE, &is_end[BEFORE], &next_value);
        if (rc > 0)
            rc = read_kept(r, AFTER, &is_end[AFTER], &unused);
        if (rc > 0 && (r->metadata.sides[BEFORE].body != r->own[BEFORE] ||
                       r->metadata.sides[AFTER].body != r->own[AFTER]))
            rc = bl_same_metadata_begin(&r->metadata, r->own[BEFORE], r->own[AFTER]);
        if (rc > 0)
            rc = compare_locations(r);
        if (rc <= 0 || is_end[BEFORE] || is_end[AFTER])
            return rc > 0 ? is_end[BEFORE] == is_end[AFTER] : rc;
        if (x->entry.kind != y->entry.kind)
            return 0;
        if (x->entry.kind == BL_ENTRY_BLOCK)
            rc = bl_same_records_blocks(r, x, y);
        else
            rc = next_value == BL_NONE ? bl_are_same_records(&x->record, &y->record)
                                       : compare_call(r, next_value);
    }
    return rc;
}

/* ---- Attachments ---- */

/* How many instructions before number INSTRUCTION go. */
static uint32_t n_dropped_before(const struct bl_same_records *r, uint32_t instruction)
{
    uint32_t lo = 0;
    uint32_t hi = r->n_dropped;
    BL_LOWER_BOUND(lo, hi, mid, r->dropped[mid] < instruction);
    return lo;
}

int bl_same_records_attachment(struct bl_same_records *r, uint32_t value,
                               const struct bl_same_attached *a, bool *is_dropped)
{
    struct bl_view name;
    bool to_instruction = a->instruction != BL_NONE;
    int rc = bl_metadata_kind_name(r->modules[BEFORE], a->kind, &name, NULL);
    if (rc <= 0)
        return rc;
    *is_dropped = bl_strip_drops(r->options, name,
                                 to_instruction ? BL_STRIP_FROM_INSTRUCTION
                                                : bl_strip_target_of(r->modules[BEFORE], value));
    if (*is_dropped || !to_instruction || !(r->options->flags & BL_STRIP_DEBUG) ||
        !bl_view_is(name, "llvm.loop"))
        return 1;
    return bl_same_metadata_loop(&r->metadata, a->node, is_dropped);
}

static int compare_attachments(struct bl_same_records *r)
{
    const struct bl_same_attachments *before = &r->attached[BEFORE];
    const struct bl_same_attachments *after = &r->attached[AFTER];
    uint32_t k = 0;
    int rc = 1;
    for (uint32_t i = 0; i < before->n && rc > 0; i++) {
        struct bl_same_attached a = before->items[i];
        bool is_dropped;
        rc = bl_same_records_attachment(r, r->value, &a, &is_dropped);
        if (rc <= 0 || is_dropped)
            continue;
        if (a.instruction != BL_NONE)
            a.instruction -= n_dropped_before(r, a.instruction);
        const struct bl_same_attached *b = k < after->n ? &after->items[k++] : NULL;
        rc = b && b->instruction == a.instruction && b->kind == a.kind
                 ? bl_same_metadata_pair(&r->metadata, a.node, b->node)
                 : 0;
    }
    return rc > 0 ? k == after->n : rc;
}

/* ---- Bodies ---- */

/* Whether the next function that has a body has BEFORE, and AFTER. */
static int find_value(struct bl_same_records *r, const struct bl_block *before,
                      const struct bl_block *after)
{
    struct bl_block body;
    int rc = 0;
    while (rc == 0 && ++r->value < r->n_globals)
        rc = bl_module_body(r->modules[BEFORE], r->value, &body, NULL);
    if (rc > 0 && body.bit_pos == before->bit_pos)
        rc = bl_module_body(r->modules[AFTER], r->value, &body, NULL);
    else if (rc > 0)
        rc = 0;
    return rc > 0 ? body.bit_pos == after->bit_pos : rc == BL_E_NOMEM ? rc : 0;
}

static int open_body(struct bl_same_records *r, int i, const struct bl_block *block)
{
    r->attached[i].n = 0;
    r->own[i] = NULL;
    r->sides[i].bytes = bl_index_stream(r->modules[i]->index)->bytes;
    return bl_same_answer(bl_module_cursor(r->modules[i], block, &r->sides[i].cursor, NULL));
}

int bl_same_records_bodies(struct bl_same_records *r, const struct bl_block *before,
                           const struct bl_block *after)
{
    r->n_instructions = r->n_dropped = 0;
    r->has_calls = r->is_after_dropped = false;
    r->locations[BEFORE] = r->locations[AFTER] = (struct bl_same_locations){0};
    int rc = find_value(r, before, after);
    if (rc > 0)
        rc = bl_same_metadata_begin(&r->metadata, NULL, NULL);
    if (rc > 0)
        rc = open_body(r, BEFORE, before);
    if (rc > 0)
        rc = open_body(r, AFTER, after);
    if (rc > 0)
        rc = compare_entries(r);
    if (rc > 0)
        rc = compare_attachments(r);
    if (rc > 0)
        rc = bl_same_metadata_compare(&r->metadata);
    for (int i = 0; i < 2; i++) {
        bl_cursor_release(&r->sides[i].cursor);
        r->sides[i].cursor = (struct bl_cursor){0};
        bl_metadata_close(r->own[i]);
        r->own[i] = NULL;
    }
    return rc;
}
