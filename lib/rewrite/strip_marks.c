/* rewrite/strip_marks.c - which metadata of a module is reached once some of it goes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Named nodes, attachments and arguments of calls lead to nodes, and these to others. A body's own
 * metadata has the numbers after the module's; of one body at a time.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "rewrite/strip.h"

#include <string.h>

static int no_memory(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for what is left out");
}

/* ---- What goes ---- */

static bool strips_debug(const struct bl_strip_module *m)
{
    return bl_strips_debug(m->options);
}

enum bl_strip_target bl_strip_target_of(struct bl_module *module, uint32_t value)
{
    struct bl_global global;
    bool is_function = bl_module_global(module, value, &global, NULL) == BL_OK &&
                       global.kind == BL_GLOBAL_FUNCTION;
    return is_function ? BL_STRIP_FROM_FUNCTION : BL_STRIP_FROM_VARIABLE;
}

bool bl_strip_drops(const struct bl_strip_options *options, struct bl_view kind,
                    enum bl_strip_target target)
{
    bool keeps_lines = bl_strip_keeps_lines(options);
    bool drops = bl_strips_debug(options);
    if (bl_view_is(kind, "dbg"))
        drops &= !keeps_lines || target == BL_STRIP_FROM_VARIABLE;
    else if (bl_view_is(kind, "heapallocsite"))
        drops &= target == BL_STRIP_FROM_INSTRUCTION;
    else
        drops &=
            bl_view_is(kind, "DIAssignID") && target == BL_STRIP_FROM_INSTRUCTION && !keeps_lines;
    for (size_t i = 0; i < options->n_kinds && !drops; i++)
        drops = bl_view_is(kind, options->kinds[i]);
    return drops;
}

bool bl_strip_drops_kind(struct bl_strip_module *m, uint32_t kind, enum bl_strip_target target)
{
    struct bl_view name;
    return bl_metadata_kind_name(m->module, kind, &name, NULL) > 0 &&
           bl_strip_drops(m->options, name, target);
}

bool bl_strip_drops_named(const struct bl_strip_module *m, struct bl_view name)
{
    return m->options->flags & BL_STRIP_DEBUG &&
           (bl_view_begins(name, "llvm.dbg.") || bl_view_is(name, "llvm.gcov"));
}

/* Whether KIND is metadata of loops, some of which goes. */
static bool is_of_loops(struct bl_strip_module *m, uint32_t kind)
{
    struct bl_view name;
    return m->options->flags & BL_STRIP_DEBUG &&
           bl_metadata_kind_name(m->module, kind, &name, NULL) > 0 && bl_view_is(name, "llvm.loop");
}

/* ---- References ---- */

bool bl_strip_references_begin(struct bl_strip_references *r, const struct bl_record *rec)
{
    *r = (struct bl_strip_references){.rec = rec};
    bl_metadata_fields(rec, &r->node);
    if (!r->node.name)
        return false;
    for (uint32_t i = 0; i < r->node.n_fields; i++)
        if (r->node.fields[i].kind == BL_FIELD_TYPED)
            return false; /* of LLVM 3.5 and older */
    return true;
}

/* How many operands of F are references; *PLUS is what is added to them. */
static uint32_t n_references(const struct bl_metadata_field *f, uint32_t *plus)
{
    *plus = 1;
    switch (f->kind) {
    case BL_FIELD_STRING:
    case BL_FIELD_REF:
    case BL_FIELD_BOUND:
    case BL_FIELD_SIZE: return 1;
    case BL_FIELD_REFS: return f->n_ops;
    case BL_FIELD_NUMBER: *plus = 0; return 1;
    case BL_FIELD_NUMBERS: *plus = 0; return f->n_ops;
    default: return 0;
    }
}

bool bl_strip_references_next(struct bl_strip_references *r, struct bl_strip_reference *reference)
{
    for (; r->field < r->node.n_fields; r->field++, r->i = 0) {
        const struct bl_metadata_field *f = &r->node.fields[r->field];
        uint32_t plus;
        uint32_t n = n_references(f, &plus);
        while (r->i < n) {
            uint32_t op = f->op + r->i++;
            uint64_t value = op < r->rec->n_ops ? r->rec->ops[op] : 0;
            if (value < plus || value - plus >= BL_NONE)
                continue;
            *reference = (struct bl_strip_reference){op, (uint32_t)(value - plus), plus};
            return true;
        }
    }
    return false;
}

/* ---- Marks ---- */

/* Where debug information stays, all metadata does: locations and debug records lead to it. */
static uint8_t first_mark(const struct bl_strip_module *m)
{
    return strips_debug(m) ? 0 : BL_STRIP_REACHED;
}

/* The mark of NUMBER; NULL: there is no such metadata. FIRST is that of the body's own. */
static uint8_t *mark_of(const struct bl_strip_module *m, uint32_t first, uint32_t number)
{
    uint64_t at = number < m->n_metadata ? number : (uint64_t)first + number - m->n_metadata;
    return at < m->n_marks ? &m->marks[at] : NULL;
}

static int push(struct bl_strip_module *m, uint32_t first, uint32_t number, struct bl_error *err)
{
    uint8_t *mark = mark_of(m, first, number);
    if (!mark || *mark & BL_STRIP_REACHED)
        return BL_OK;
    *mark |= BL_STRIP_REACHED;
    if (bl_append(&m->stack, &m->n_stack, &m->cap_stack, number) < 0)
        return no_memory(err);
    return BL_OK;
}

/* m->rec, the record of NUMBER, as it is where only line tables stay, in CHANGED, which borrows. */
static int change_record(struct bl_strip_module *m, uint32_t first, uint32_t number,
                         struct bl_record *changed, struct bl_error *err)
{
    *changed = m->rec;
    if (!bl_strip_keeps_lines(m->options))
        return BL_OK;
    if (bl_grow(&m->ops, &m->cap_ops, (uint64_t)m->rec.n_ops + 1) < 0)
        return no_memory(err);
    if (m->rec.n_ops > 0)
        memcpy(m->ops, m->rec.ops, m->rec.n_ops * sizeof *m->ops);
    changed->ops = m->ops;
    int rc = bl_line_tables_change(&m->lines, number, &m->rec, m->ops, &changed->n_ops, err);
    if (rc == BL_OK)
        rc = bl_line_tables_must_be_distinct(&m->lines, number, &m->rec, m->ops, err);
    if (rc > 0)
        *mark_of(m, first, number) |= BL_STRIP_DISTINCT;
    return rc < 0 ? rc : BL_OK;
}

static int look_into(struct bl_strip_module *m, struct bl_metadata *md, uint32_t first,
                     uint32_t number, struct bl_error *err)
{
    struct bl_strip_references references;
    struct bl_strip_reference to;
    struct bl_record changed;
    struct bl_view text;
    int rc = bl_metadata_string(md, number, &text, err);
    if (rc != 0)
        return rc < 0 ? rc : BL_OK;
    rc = bl_metadata_read(md, number, &m->rec, err);
    if (rc >= 0)
        rc = change_record(m, first, number, &changed, err);
    if (rc < 0)
        return rc;
    if (!bl_strip_references_begin(&references, &changed))
        return bl_fail_at(err, BL_E_MISMATCH,
                          "metadata whose operands are not known: what it leads to cannot be kept",
                          m->rec.bit_pos);
    bool is_loop = *mark_of(m, first, number) & BL_STRIP_LOOP;
    while (bl_strip_references_next(&references, &to)) {
        rc = is_loop ? bl_strip_is_location(md, to.number, err) : 0;
        if (rc == 0)
            rc = push(m, first, to.number, err);
        if (rc < 0)
            return rc;
    }
    return BL_OK;
}

/* NUMBER, and all that it leads to, is reached. */
static int mark(struct bl_strip_module *m, struct bl_metadata *md, uint32_t first, uint32_t number,
                struct bl_error *err)
{
    int status = push(m, first, number, err);
    if (bl_line_tables_empties(&m->lines, number))
        return bl_fail(err, BL_E_MISMATCH, "list of types that something else has, too");
    while (status == BL_OK && m->n_stack > 0)
        status = look_into(m, md, first, m->stack[--m->n_stack], err);
    return status;
}

/* ---- Loops ---- */

/* NODE is attached as a loop's. *IS_EMPTY: nothing of it will be left. */
static int mark_loop(struct bl_strip_module *m, struct bl_metadata *md, uint32_t first,
                     uint32_t node, bool *is_empty, struct bl_error *err)
{
    int status = bl_strip_is_empty_loop(md, node, is_empty, err);
    if (status == BL_OK && !*is_empty)
        status = bl_strip_check_options(md, node, err);
    uint8_t *own = mark_of(m, first, node);
    if (own)
        *own |= BL_STRIP_LOOP;
    return status;
}

/* ---- Bodies ---- */

/* A body that is being looked at. */
struct looking {
    struct bl_strip_module *m;
    struct bl_strip_body *body;
    struct bl_function *function;
    struct bl_metadata *md;
    uint32_t next_value, instruction;
    int status;
    struct bl_error *err;
};

static void see_attached(void *context, const struct bl_attached *attached)
{
    struct looking *l = context;
    struct bl_strip_module *m = l->m;
    bool to_instruction = attached->instruction != BL_NONE;
    bool is_empty = false;
    if (l->status < 0)
        return;
    if (bl_strip_drops_kind(m, attached->kind,
                            to_instruction ? BL_STRIP_FROM_INSTRUCTION : BL_STRIP_FROM_FUNCTION)) {
        m->counts->n_attachments++;
        return;
    }
    if (to_instruction && is_of_loops(m, attached->kind))
        l->status = mark_loop(m, l->md, l->body->first_mark, attached->node, &is_empty, l->err);
    if (l->status < 0 || is_empty)
        return;
    l->body->keeps_attachments = true;
    l->status = mark(m, l->md, l->body->first_mark, attached->node, l->err);
}

static bool is_debug_call(const struct bl_strip_module *m, const struct bl_instruction *inst)
{
    const struct bl_operand *callee = inst->operands;
    return strips_debug(m) && inst->opcode == BL_OP_CALL && inst->n_operands > 0 &&
           callee->kind == BL_OPERAND_VALUE && callee->number < m->n_globals &&
           m->is_debug[callee->number];
}

/* OPERAND of INST, its operand OP or, 0, one of a bundle, is metadata. Where in the record that is,
 * is found out when it is written. */
static int note_argument(struct looking *l, const struct bl_instruction *inst, uint32_t op,
                         const struct bl_operand *operand)
{
    struct bl_strip_module *m = l->m;
    struct bl_strip_argument argument = {
        .bit_pos = inst->bit_pos,
        .op = op,
        .node = operand->number < BL_NONE ? (uint32_t)operand->number : BL_NONE,
        .from = l->next_value,
    };
    if (op > 0 && inst->opcode != BL_OP_CALL)
        return bl_fail_at(l->err, BL_E_MISMATCH, "metadata as an argument of no plain call",
                          inst->bit_pos);
    if (bl_append(&m->arguments, &m->n_arguments, &m->cap_arguments, argument) < 0)
        return no_memory(l->err);
    return BL_OK;
}

/* In the order of the records. */
static int note_arguments(struct looking *l, const struct bl_instruction *inst)
{
    int status = BL_OK;
    for (uint32_t b = 0; b < inst->n_bundles; b++)
        for (uint32_t i = 0; status == BL_OK && i < inst->bundles[b].n; i++) {
            const struct bl_operand *operand = &inst->bundle_operands[inst->bundles[b].first + i];
            if (operand->kind == BL_OPERAND_METADATA)
                status = note_argument(l, inst, 0, operand);
        }
    for (uint32_t i = 1; status == BL_OK && i < inst->n_operands; i++)
        if (inst->operands[i].kind == BL_OPERAND_METADATA)
            status = note_argument(l, inst, i, &inst->operands[i]);
    return status;
}

/* What the location of INST leads to, where it stays. */
static int mark_location(struct looking *l, const struct bl_instruction *inst)
{
    struct bl_strip_module *m = l->m;
    uint32_t scope = inst->location.scope;
    int status = BL_OK;
    if (!inst->has_location || !bl_strip_keeps_lines(m->options))
        return BL_OK;
    if (scope != BL_NONE)
        status = bl_line_tables_scope(&m->lines, &scope, l->err);
    if (status == BL_OK && scope != BL_NONE)
        status = mark(m, l->md, l->body->first_mark, scope, l->err);
    if (status == BL_OK && inst->location.inlined_at != BL_NONE)
        status = mark(m, l->md, l->body->first_mark, inst->location.inlined_at, l->err);
    return status;
}

static int see_instruction(struct looking *l, const struct bl_instruction *inst)
{
    struct bl_strip_module *m = l->m;
    if (inst->opcode == BL_OP_UNKNOWN)
        return bl_fail_at(l->err, BL_E_MISMATCH,
                          "after a record that is not known, values cannot be counted",
                          inst->bit_pos);
    if (is_debug_call(m, inst)) {
        struct bl_strip_call call = {inst->bit_pos, l->instruction};
        if (inst->n_bundles > 0)
            return bl_fail_at(l->err, BL_E_MISMATCH, "call of llvm.dbg.* with operand bundles",
                              inst->bit_pos);
        m->counts->n_debug_records++;
        return bl_append(&m->calls, &m->n_calls, &m->cap_calls, call) < 0 ? no_memory(l->err)
                                                                          : BL_OK;
    }
    int status = mark_location(l, inst);
    return status < 0 ? status : note_arguments(l, inst);
}

static int see_instructions(struct looking *l)
{
    struct bl_instruction inst;
    int rc;
    while ((rc = bl_function_next(l->function, &inst, l->err)) > 0) {
        rc = see_instruction(l, &inst);
        if (rc < 0)
            return rc;
        l->instruction++;
        if (inst.value != BL_NONE)
            l->next_value = inst.value + 1;
    }
    return rc;
}

static int mark_arguments(struct looking *l)
{
    int status = BL_OK;
    for (uint32_t i = l->body->first_argument; status == BL_OK && i < l->m->n_arguments; i++)
        status = mark(l->m, l->md, l->body->first_mark, l->m->arguments[i].node, l->err);
    return status;
}

static int see_attachments(struct looking *l)
{
    const struct bl_block *blocks;
    uint32_t n = bl_function_blocks(l->function, &blocks);
    for (uint32_t i = 0; i < n; i++) {
        if (blocks[i].block_id != BL_BLOCK_METADATA_ATTACHMENT)
            continue;
        int status = bl_metadata_attached(l->m->module, &blocks[i], see_attached, l, l->err);
        if (status < 0 || l->status < 0)
            return status < 0 ? status : l->status;
    }
    return BL_OK;
}

/* Marks for the body's own metadata, none set. */
static int add_marks(struct looking *l)
{
    struct bl_strip_module *m = l->m;
    struct bl_metadata_counts counts = bl_metadata_get_counts(l->md);
    uint32_t n = counts.end > m->n_metadata ? counts.end - m->n_metadata : 0;
    l->body->first_mark = m->n_marks;
    l->body->n_marks = n;
    m->counts->n_metadata_before += n;
    if (bl_grow(&m->marks, &m->cap_marks, (uint64_t)m->n_marks + n) < 0)
        return no_memory(l->err);
    memset(m->marks + m->n_marks, first_mark(m), n);
    m->n_marks += n;
    return BL_OK;
}

static int see_body(struct bl_strip_module *m, struct bl_function *function, uint32_t value,
                    struct bl_error *err)
{
    struct bl_strip_body body = {.first_call = m->n_calls, .first_argument = m->n_arguments};
    struct looking l = {.m = m, .body = &body, .function = function, .err = err};
    int status = bl_function_load(function, value, err);
    if (status < 0)
        return status;
    const struct bl_body *facts = bl_function_body(function);
    body.bit_pos = facts->block.bit_pos;
    l.next_value = facts->first_instruction;
    status = bl_function_metadata(function, &l.md, err);
    if (status == BL_OK)
        status = add_marks(&l);
    if (status == BL_OK && bl_strip_keeps_lines(m->options))
        status = bl_line_tables_begin(&m->lines, l.md, err);
    if (status == BL_OK)
        status = see_instructions(&l);
    if (status == BL_OK)
        status = mark_arguments(&l);
    if (status == BL_OK)
        status = see_attachments(&l);
    body.n_calls = m->n_calls - body.first_call;
    body.n_arguments = m->n_arguments - body.first_argument;
    if (status == BL_OK && bl_append(&m->bodies, &m->n_bodies, &m->cap_bodies, body) < 0)
        status = no_memory(err);
    return status;
}

static int see_bodies(struct bl_strip_module *m, struct bl_error *err)
{
    struct bl_function *function;
    int status = bl_function_open(&function, m->module, BL_NONE, err);
    for (uint32_t value = 0; status == BL_OK && value < m->n_globals; value++) {
        struct bl_block block;
        int rc = bl_module_body(m->module, value, &block, err);
        if (rc > 0)
            rc = see_body(m, function, value, err);
        status = rc < 0 ? rc : BL_OK;
    }
    bl_function_close(function);
    return status;
}

/* ---- A module ---- */

static int find_debug_functions(struct bl_strip_module *m, struct bl_error *err)
{
    uint32_t cap = 0;
    const struct bl_global *globals;
    int status = bl_module_globals(m->module, &globals, &m->n_globals, err);
    if (status < 0)
        return status;
    if (bl_grow(&m->is_debug, &cap, (uint64_t)m->n_globals + 1) < 0)
        return no_memory(err);
    for (uint32_t value = 0; value < m->n_globals; value++)
        m->is_debug[value] = bl_view_begins(globals[value].name, "llvm.dbg.");
    return BL_OK;
}

/* What the module itself leads to. */
static int mark_module(struct bl_strip_module *m, struct bl_error *err)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(m->metadata);
    int status = BL_OK;
    for (uint32_t i = 0; status == BL_OK && i < counts.n_named; i++) {
        const struct bl_named_metadata *named = &counts.named[i];
        for (uint32_t k = 0; !bl_strip_drops_named(m, named->name) && k < named->n_nodes; k++)
            if (status == BL_OK)
                status = mark(m, m->metadata, m->n_metadata, named->nodes[k], err);
    }
    for (uint32_t i = 0; status == BL_OK && i < counts.n_attachments; i++) {
        const struct bl_metadata_attachment *attached = &counts.attachments[i];
        if (bl_strip_drops_kind(m, attached->kind, bl_strip_target_of(m->module, attached->value)))
            m->counts->n_attachments++;
        else
            status = mark(m, m->metadata, m->n_metadata, attached->node, err);
    }
    return status;
}

/* New numbers of the module's metadata. */
static int number(struct bl_strip_module *m, struct bl_error *err)
{
    uint32_t n = 0;
    if (bl_grow(&m->renewed, &m->cap_renewed, (uint64_t)m->n_metadata + 1) < 0)
        return no_memory(err);
    for (uint32_t i = 0; i < m->n_metadata; i++) {
        if (i == m->n_strings)
            m->n_new_strings = n;
        m->renewed[i] = n;
        n += m->marks[i] & BL_STRIP_REACHED;
    }
    if (m->n_strings == m->n_metadata)
        m->n_new_strings = n;
    m->n_renewed = n;
    for (uint32_t i = 0; i < m->n_marks; i++)
        m->counts->n_metadata += !(m->marks[i] & BL_STRIP_REACHED);
    return BL_OK;
}

int bl_strip_find(struct bl_strip_module *m, struct bl_error *err)
{
    struct bl_view name;
    int status = find_debug_functions(m, err);
    if (status < 0 || !m->renumbers)
        return status;
    status = bl_metadata_kind_name(m->module, 0, &name, err); /* no later one lacks memory */
    if (status < 0)
        return status;
    status = bl_module_metadata(m->module, &m->metadata, err);
    if (status < 0)
        return status;
    struct bl_metadata_counts counts = bl_metadata_get_counts(m->metadata);
    m->n_metadata = m->n_marks = counts.end;
    m->n_strings = counts.n_strings;
    m->counts->n_metadata_before += counts.end;
    if (bl_grow(&m->marks, &m->cap_marks, (uint64_t)m->n_marks + 1) < 0)
        return no_memory(err);
    memset(m->marks, first_mark(m), m->n_marks);
    if (bl_strip_keeps_lines(m->options))
        status = bl_line_tables_open(&m->lines, m->metadata, err);
    if (status == BL_OK)
        status = mark_module(m, err);
    if (status == BL_OK)
        status = see_bodies(m, err);
    return status == BL_OK ? number(m, err) : status;
}

void bl_strip_release(struct bl_strip_module *m)
{
    bl_drop(m->marks);
    bl_drop(m->renewed);
    bl_drop(m->is_debug);
    bl_drop(m->bodies);
    bl_drop(m->calls);
    bl_drop(m->arguments);
    bl_drop(m->stack);
    bl_drop(m->ops);
    bl_record_release(&m->rec);
    bl_line_tables_release(&m->lines);
    bl_module_close(m->module);
}
