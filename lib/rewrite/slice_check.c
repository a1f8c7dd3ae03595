/* rewrite/slice_check.c - whether a slice says what its module does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What was written is read back, and each thing that was kept is held against what it was: types,
 * constants, attributes, nodes and bodies, part by part, with the numbers that it should have.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/module.h"
#include "rewrite/rewriter.h"
#include "rewrite/slicer.h"

#include <string.h>

struct attached {
    uint32_t instruction, kind, node;
};

struct attachments {
    struct attached *items;
    uint32_t n, cap;
    bool no_memory;
};

struct checking {
    struct bl_slice *s;
    struct bl_module *after;
    const struct bl_types *types; /* after */
    const struct bl_attributes *attributes;
    const struct bl_constant *constants;
    uint32_t n_globals, n_constants;
    struct bl_metadata *metadata;
    struct bl_function *function;
    struct bl_record before_rec, after_rec;
    struct attachments attachments[2]; /* of a body: before, after */
    struct bl_error *err;
};

static int differs(const struct checking *c, const char *what)
{
    return bl_fail(c->err, BL_E_MISMATCH, what);
}

/* ---- Numbers ---- */

static bool is_renewed(const struct checking *c, enum bl_numbered set, uint64_t before,
                       uint64_t after)
{
    const struct bl_numbering *n = &c->s->sets[set];
    if (before >= BL_NONE || after >= BL_NONE)
        return before == after;
    if (before >= n->n)
        return after == before - n->n + n->n_new;
    return n->is_kept[before] && n->renewed[before] == after;
}

/* Types that a table lacks are after those of it. */
static bool is_type(const struct checking *c, uint32_t before, uint32_t after)
{
    const struct bl_numbering *n = &c->s->sets[BL_NUMBERED_TYPES];
    if (before >= n->n || !n->is_kept[before])
        return after >= n->n_new;
    return n->renewed[before] == after;
}

static bool is_node(const struct checking *c, uint64_t before, uint64_t after)
{
    return is_renewed(c, BL_NUMBERED_METADATA, before, after);
}

static bool is_value(const struct checking *c, uint64_t before, uint64_t after)
{
    return is_renewed(c, BL_NUMBERED_VALUES, before, after);
}

/* ---- Types, attributes ---- */

static bool are_same_types(const struct checking *c, const struct bl_type *a,
                           const struct bl_type *b)
{
    bool unnamed = a->kind == BL_TYPE_STRUCT && a->name.size == 0 && !a->is_literal;
    if (a->kind != b->kind || (a->count != b->count && !unnamed) ||
        !bl_view_equal(a->name, b->name) || a->n_parts != b->n_parts || a->n_ints != b->n_ints ||
        a->is_packed != b->is_packed || a->is_opaque != b->is_opaque ||
        a->is_literal != b->is_literal || a->is_scalable != b->is_scalable ||
        a->is_vararg != b->is_vararg)
        return false;
    for (uint32_t i = 0; i < a->n_parts; i++)
        if (!is_type(c, c->s->types->parts[a->first_part + i], c->types->parts[b->first_part + i]))
            return false;
    return true;
}

static int check_types(const struct checking *c)
{
    const struct bl_numbering *n = &c->s->sets[BL_NUMBERED_TYPES];
    if (c->types->n != n->n_new)
        return differs(c, "the number of types differs");
    for (uint32_t i = 0; bl_slice_next(n, &i); i++)
        if (!are_same_types(c, &c->s->types->types[i], &c->types->types[n->renewed[i]]))
            return differs(c, "a type differs");
    return BL_OK;
}

static bool are_same_groups(const struct checking *c, const struct bl_attribute_group *a,
                            const struct bl_attribute_group *b)
{
    if (a->place != b->place || a->n != b->n)
        return false;
    for (uint32_t i = 0; i < a->n; i++) {
        const struct bl_attribute *x = &c->s->attributes->attributes[a->first + i];
        const struct bl_attribute *y = &c->attributes->attributes[b->first + i];
        if (x->form != y->form || x->kind != y->kind || x->integer != y->integer ||
            !bl_view_equal(x->key, y->key) || !bl_view_equal(x->value, y->value) ||
            x->n_words != y->n_words || x->range_bits != y->range_bits ||
            (x->form == BL_ATTRIBUTE_TYPED && !is_type(c, x->type, y->type)))
            return false;
    }
    return true;
}

static int check_attributes(const struct checking *c)
{
    const struct bl_numbering *n = &c->s->sets[BL_NUMBERED_ATTRIBUTES];
    const struct bl_attributes *a = c->s->attributes;
    const struct bl_attributes *b = c->attributes;
    if (b->n_lists != n->n_new)
        return differs(c, "the number of attribute lists differs");
    for (uint32_t i = 0; bl_slice_next(n, &i); i++) {
        uint32_t k = n->renewed[i];
        uint32_t size = a->lists[i + 1] - a->lists[i];
        if (b->lists[k + 1] - b->lists[k] != size)
            return differs(c, "an attribute list differs");
        for (uint32_t g = 0; g < size; g++)
            if (!are_same_groups(c, &a->groups[a->list_groups[a->lists[i] + g]],
                                 &b->groups[b->list_groups[b->lists[k] + g]]))
                return differs(c, "attributes differ");
    }
    return BL_OK;
}

/* ---- Constants ---- */

static bool are_same_words(const struct bl_constant_value *a, const struct bl_constant_value *b)
{
    return a->n_words == b->n_words &&
           (a->n_words == 0 || memcmp(a->words, b->words, a->n_words * sizeof *a->words) == 0);
}

/* FUNCTION is that of an address of a block, or the constant is none. */
static bool is_lost(const struct checking *c, const struct bl_constant_value *a)
{
    return a->kind == BL_CONSTANT_BLOCK_ADDRESS && a->n_parts > 0 &&
           a->parts[0] < c->s->n_globals && c->s->fates[a->parts[0]] != BL_FATE_DEFINED;
}

static int check_constant(const struct checking *c, const struct bl_constant *before,
                          const struct bl_constant *after)
{
    const struct bl_constant_value *a = NULL;
    const struct bl_constant_value *b = NULL;
    int status = bl_constant_decode(c->s->module, before, &a, c->err);
    if (status == BL_OK)
        status = bl_constant_decode(c->after, after, &b, c->err);
    if (status < 0 || !a || !b)
        return status;
    if (is_lost(c, a))
        return b->kind == BL_CONSTANT_UNDEF ? BL_OK : differs(c, "an address of a block differs");
    bool has_source = a->source_type != BL_NONE;
    bool same =
        a->kind == b->kind && a->opcode == b->opcode && a->predicate == b->predicate &&
        is_type(c, a->type, b->type) && a->flags == b->flags && are_same_words(a, b) &&
        a->n_parts == b->n_parts && bl_view_equal(a->text, b->text) &&
        bl_view_equal(a->constraints, b->constraints) && a->basic_block == b->basic_block &&
        (has_source ? is_type(c, a->source_type, b->source_type) : b->source_type == BL_NONE);
    for (uint32_t i = 0; same && i < a->n_parts; i++)
        same = is_value(c, a->parts[i], b->parts[i]);
    return same ? BL_OK : differs(c, "a constant differs");
}

static int check_constants(const struct checking *c)
{
    const struct bl_slice *s = c->s;
    const struct bl_numbering *n = &s->sets[BL_NUMBERED_VALUES];
    int status = BL_OK;
    if (c->n_globals + c->n_constants != n->n_new)
        return differs(c, "the number of values differs");
    for (uint32_t i = s->n_globals; status == BL_OK && bl_slice_next(n, &i); i++)
        status = check_constant(c, &s->constants[i - s->n_globals],
                                &c->constants[n->renewed[i] - c->n_globals]);
    return status;
}

/* ---- Metadata ---- */

/* The operands of the two records. */
static int check_fields(struct checking *c, const struct bl_around *around, bool is_declared)
{
    struct bl_slice *s = c->s;
    const struct bl_record *a = &c->before_rec;
    const struct bl_record *b = &c->after_rec;
    if (a->code != b->code || a->n_ops != b->n_ops)
        return differs(c, "a node differs");
    if (bl_places_find(&s->places, around, a) <= 0 ||
        bl_grow(&s->ops, &s->cap_ops, (uint64_t)a->n_ops + 1) < 0)
        return bl_fail(c->err, BL_E_NOMEM, "no memory for a slice");
    for (uint32_t i = 0; i < a->n_ops; i++)
        s->ops[i] = b->ops[i] ^ a->ops[i];
    for (uint32_t i = 0; i < s->places.n; i++) {
        const struct bl_place *p = &s->places.items[i];
        uint64_t after = b->ops[p->op];
        bool is_gone = p->number < s->sets[bl_numbering_of(p)].n &&
                       !bl_slice_keeps(s, bl_numbering_of(p), p->number);
        uint32_t plus = p->form == BL_FORM_PLUS_1;
        bool same =
            is_gone ? plus && after == 0
                    : after >= plus && is_renewed(c, bl_numbering_of(p), p->number, after - plus);
        s->ops[p->op] = !same;
    }
    for (uint32_t i = 0; i < a->n_ops && is_declared; i++)
        if (bl_slice_is_of_definition(i))
            s->ops[i] = b->ops[i];
    if (is_declared)
        s->ops[BL_TYPE_FLAGS_AT] ^= BL_TYPE_DECLARED;
    for (uint32_t i = 0; i < a->n_ops; i++)
        if (s->ops[i])
            return differs(c, "a node differs");
    return BL_OK;
}

/* Node BEFORE of A is AFTER of B. */
static int check_node(struct checking *c, struct bl_metadata *a, uint32_t before,
                      struct bl_metadata *b, uint32_t after)
{
    struct bl_view x = {0};
    struct bl_view y = {0};
    struct bl_around around = {.block_id = BL_BLOCK_METADATA, .version = c->s->version};
    int is_string = bl_metadata_string(a, before, &x, c->err);
    int rc = is_string < 0 ? is_string : bl_metadata_string(b, after, &y, c->err);
    if (rc < 0)
        return rc;
    if (is_string || rc)
        return is_string == rc && bl_view_equal(x, y) ? BL_OK : differs(c, "a string differs");
    rc = bl_metadata_read(a, before, &c->before_rec, c->err);
    if (rc >= 0)
        rc = bl_metadata_read(b, after, &c->after_rec, c->err);
    if (rc < 0)
        return rc;
    if (before < c->s->n_metadata && c->s->nodes[before] & BL_NODE_CUT_LIST)
        return c->after_rec.n_ops <= c->before_rec.n_ops ? BL_OK : differs(c, "a list differs");
    return check_fields(c, &around,
                        before < c->s->n_metadata && c->s->nodes[before] & BL_NODE_DECLARED);
}

/* Of each list what is kept, and lists of which anything is. */
static int check_named(const struct checking *c)
{
    struct bl_metadata_counts x = bl_metadata_get_counts(c->s->metadata);
    struct bl_metadata_counts y = bl_metadata_get_counts(c->metadata);
    uint32_t k = 0;
    for (uint32_t i = 0; i < x.n_named; i++) {
        const struct bl_named_metadata *a = &x.named[i];
        const struct bl_named_metadata *b = k < y.n_named ? &y.named[k] : NULL;
        uint32_t n = 0;
        for (uint32_t node = 0; node < a->n_nodes; node++) {
            if (!bl_slice_keeps(c->s, BL_NUMBERED_METADATA, a->nodes[node]))
                continue;
            if (!b || n >= b->n_nodes || !is_node(c, a->nodes[node], b->nodes[n]))
                return differs(c, "a named list differs");
            n++;
        }
        if (n == 0 && a->n_nodes > 0)
            continue;
        if (!b || !bl_view_equal(a->name, b->name) || n != b->n_nodes)
            return differs(c, "a named list differs");
        k++;
    }
    return k == y.n_named ? BL_OK : differs(c, "the number of named lists differs");
}

/* To variables and declarations. */
static int check_global_attachments(const struct checking *c)
{
    struct bl_metadata_counts x = bl_metadata_get_counts(c->s->metadata);
    struct bl_metadata_counts y = bl_metadata_get_counts(c->metadata);
    uint32_t k = 0;
    for (uint32_t i = 0; i < x.n_attachments; i++) {
        const struct bl_metadata_attachment *a = &x.attachments[i];
        const struct bl_metadata_attachment *b = k < y.n_attachments ? &y.attachments[k] : NULL;
        if (!bl_slice_keeps_attachment(c->s, a->value, a->kind) ||
            !bl_slice_keeps(c->s, BL_NUMBERED_METADATA, a->node))
            continue;
        if (!b || a->kind != b->kind || !is_value(c, a->value, b->value) ||
            !is_node(c, a->node, b->node))
            return differs(c, "what is attached to a global value differs");
        k++;
    }
    return k == y.n_attachments ? BL_OK : differs(c, "the number of attachments differs");
}

static int check_metadata(struct checking *c)
{
    const struct bl_numbering *n = &c->s->sets[BL_NUMBERED_METADATA];
    int status = BL_OK;
    if (!c->s->metadata || !c->metadata)
        return BL_OK;
    status = check_named(c);
    if (status == BL_OK)
        status = check_global_attachments(c);
    if (status < 0)
        return status;
    if (bl_metadata_get_counts(c->metadata).end != n->n_new)
        return differs(c, "the number of nodes differs");
    for (uint32_t i = 0; status == BL_OK && bl_slice_next(n, &i); i++)
        status = check_node(c, c->s->metadata, i, c->metadata, n->renewed[i]);
    return status;
}

/* ---- Bodies ---- */

static bool is_operand(const struct checking *c, const struct bl_operand *a,
                       const struct bl_operand *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case BL_OPERAND_VALUE: return is_value(c, a->number, b->number) && is_type(c, a->type, b->type);
    case BL_OPERAND_METADATA: return is_node(c, a->number, b->number);
    default: return a->number == b->number;
    }
}

static bool are_operands(const struct checking *c, const struct bl_operand *a,
                         const struct bl_operand *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!is_operand(c, &a[i], &b[i]))
            return false;
    return true;
}

static bool is_location(const struct checking *c, const struct bl_debug_location *a,
                        const struct bl_debug_location *b)
{
    return a->line == b->line && a->column == b->column && is_node(c, a->scope, b->scope) &&
           is_node(c, a->inlined_at, b->inlined_at) && a->is_implicit == b->is_implicit &&
           a->atom_group == b->atom_group && a->atom_rank == b->atom_rank;
}

static bool are_debug_records(const struct checking *c, const struct bl_instruction *x,
                              const struct bl_instruction *y)
{
    for (uint32_t i = 0; i < x->n_debug_records; i++) {
        const struct bl_debug_record *a = &x->debug_records[i];
        const struct bl_debug_record *b = &y->debug_records[i];
        if (a->code != b->code || !is_node(c, a->location, b->location) ||
            !is_node(c, a->variable, b->variable) || !is_node(c, a->expression, b->expression) ||
            !is_node(c, a->assign_id, b->assign_id) ||
            !is_node(c, a->address_expression, b->address_expression) ||
            !is_node(c, a->address, b->address) || !is_operand(c, &a->value, &b->value))
            return false;
    }
    return true;
}

static bool are_bundles(const struct checking *c, const struct bl_instruction *x,
                        const struct bl_instruction *y)
{
    for (uint32_t i = 0; i < x->n_bundles; i++) {
        const struct bl_bundle *a = &x->bundles[i];
        const struct bl_bundle *b = &y->bundles[i];
        if (a->tag != b->tag || a->n != b->n ||
            !are_operands(c, x->bundle_operands + a->first, y->bundle_operands + b->first, a->n))
            return false;
    }
    return true;
}

static bool are_same_instructions(const struct checking *c, const struct bl_instruction *a,
                                  const struct bl_instruction *b)
{
    return a->code == b->code && a->opcode == b->opcode && a->has_location == b->has_location &&
           a->is_atomic == b->is_atomic && is_value(c, a->value, b->value) &&
           (a->value == BL_NONE || is_type(c, a->type, b->type)) &&
           a->basic_block == b->basic_block && a->flags == b->flags &&
           (a->source_type == BL_NONE ? b->source_type == BL_NONE
                                      : is_type(c, a->source_type, b->source_type)) &&
           is_renewed(c, BL_NUMBERED_ATTRIBUTES, a->attributes, b->attributes) &&
           a->calling_convention == b->calling_convention && a->sync_scope == b->sync_scope &&
           a->alignment == b->alignment && a->predicate == b->predicate &&
           a->operation == b->operation && a->ordering == b->ordering &&
           a->failure_ordering == b->failure_ordering && a->n_operands == b->n_operands &&
           a->n_bundles == b->n_bundles && a->n_debug_records == b->n_debug_records &&
           are_operands(c, a->operands, b->operands, a->n_operands) && are_bundles(c, a, b) &&
           (!a->has_location || is_location(c, &a->location, &b->location)) &&
           are_debug_records(c, a, b);
}

static int check_instructions(struct checking *c)
{
    struct bl_instruction a;
    struct bl_instruction b;
    struct bl_view x = {0};
    struct bl_view y = {0};
    int rc = 1;
    while (rc > 0) {
        rc = bl_function_next(c->s->function, &a, c->err);
        int other = rc < 0 ? rc : bl_function_next(c->function, &b, c->err);
        if (other < 0)
            return other;
        if (rc != other || (rc > 0 && !are_same_instructions(c, &a, &b)))
            return differs(c, "an instruction differs");
        if (rc == 0 || a.value == BL_NONE)
            continue;
        int status = bl_function_value_name(c->s->function, a.value, &x, c->err);
        if (status == BL_OK)
            status = bl_function_value_name(c->function, b.value, &y, c->err);
        if (status < 0)
            return status;
        if (!bl_view_equal(x, y))
            return differs(c, "a name differs");
    }
    return rc;
}

/* The body's own constants and metadata. */
static int check_own(struct checking *c)
{
    const struct bl_body *a = bl_function_body(c->s->function);
    const struct bl_body *b = bl_function_body(c->function);
    struct bl_metadata *x = NULL;
    struct bl_metadata *y = NULL;
    int status = BL_OK;
    if (a->n_constants != b->n_constants || a->n_basic_blocks != b->n_basic_blocks ||
        !is_type(c, a->type, b->type))
        return differs(c, "a body differs");
    for (uint32_t i = 0; i < a->n_constants && status == BL_OK; i++)
        status = check_constant(c, &a->constants[i], &b->constants[i]);
    if (status == BL_OK)
        status = bl_function_metadata(c->s->function, &x, c->err);
    if (status == BL_OK)
        status = bl_function_metadata(c->function, &y, c->err);
    if (status < 0 || !x || !y)
        return status;
    uint32_t n = bl_metadata_get_counts(x).end;
    uint32_t n_before = c->s->n_metadata;
    uint32_t n_after = c->s->sets[BL_NUMBERED_METADATA].n_new;
    if (n - n_before != bl_metadata_get_counts(y).end - n_after)
        return differs(c, "metadata of a body differs");
    for (uint32_t i = n_before; i < n && status == BL_OK; i++)
        status = check_node(c, x, i, y, i - n_before + n_after);
    return status;
}

static void note_attached(void *context, const struct bl_attached *a)
{
    struct attachments *list = context;
    struct attached item = {a->instruction, a->kind, a->node};
    list->no_memory |= bl_append(&list->items, &list->n, &list->cap, item) < 0;
}

static int read_attachments(const struct checking *c, struct bl_module *module,
                            struct bl_function *function, struct attachments *list)
{
    const struct bl_block *blocks;
    uint32_t n = bl_function_blocks(function, &blocks);
    int status = BL_OK;
    list->n = 0;
    for (uint32_t i = 0; i < n && status >= 0; i++)
        if (blocks[i].block_id == BL_BLOCK_METADATA_ATTACHMENT)
            status = bl_metadata_attached(module, &blocks[i], note_attached, list, c->err);
    return list->no_memory ? bl_fail(c->err, BL_E_NOMEM, "no memory for a slice") : status;
}

/* To the function, and to its instructions, all of which have been read. */
static int check_attachments(struct checking *c)
{
    struct attachments *x = &c->attachments[0];
    struct attachments *y = &c->attachments[1];
    int status = read_attachments(c, c->s->module, c->s->function, x);
    if (status >= 0)
        status = read_attachments(c, c->after, c->function, y);
    if (status < 0)
        return status;
    bool same = x->n == y->n;
    for (uint32_t i = 0; i < x->n && same; i++)
        same = x->items[i].instruction == y->items[i].instruction &&
               x->items[i].kind == y->items[i].kind &&
               is_node(c, x->items[i].node, y->items[i].node);
    return same ? BL_OK : differs(c, "what is attached in a body differs");
}

static int check_body(struct checking *c, uint32_t before, uint32_t after)
{
    int status = bl_function_load(c->s->function, before, c->err);
    if (status == BL_OK)
        status = bl_function_load(c->function, after, c->err);
    if (status == BL_OK)
        status = check_instructions(c);
    if (status == BL_OK)
        status = check_attachments(c);
    return status == BL_OK ? check_own(c) : status;
}

static int check_globals(struct checking *c)
{
    struct bl_slice *s = c->s;
    const struct bl_numbering *n = &s->sets[BL_NUMBERED_VALUES];
    int status = BL_OK;
    for (uint32_t i = 0; s->flags & BL_SLICE_UNNEEDED && i < s->n_globals; i++)
        if (!n->is_kept[i] && !s->is_added[i])
            return differs(c, "a global value is not there");
    for (uint32_t i = 0; status == BL_OK && bl_slice_next(n, &i) && i < s->n_globals; i++) {
        struct bl_global a = {.name = {0}};
        struct bl_global b = {.name = {0}};
        status = bl_module_global(s->module, i, &a, c->err);
        if (status == BL_OK)
            status = bl_module_global(c->after, n->renewed[i], &b, c->err);
        if (status < 0)
            return status;
        bool is_defined = s->fates[i] == BL_FATE_DEFINED;
        bool same =
            bl_view_equal(a.name, b.name) && is_type(c, a.value_type, b.value_type) &&
            b.is_declaration != is_defined &&
            (!is_defined ||
             (is_value(c, a.initializer, b.initializer) && is_value(c, a.prologue, b.prologue) &&
              is_value(c, a.prefix, b.prefix) && is_value(c, a.personality, b.personality) &&
              a.kind == b.kind && a.alignment == b.alignment));
        if (!same)
            return differs(c, "a global value differs");
        if (is_defined && a.kind == BL_GLOBAL_FUNCTION)
            status = check_body(c, i, n->renewed[i]);
    }
    return status;
}

/* ---- All ---- */

static int check_module(struct checking *c)
{
    int status = bl_module_count(c->after, &c->n_globals, c->err);
    if (status == BL_OK)
        status = bl_module_types(c->after, &c->types, c->err);
    if (status == BL_OK)
        status = bl_module_attributes(c->after, &c->attributes, c->err);
    if (status == BL_OK)
        status = bl_module_constants(c->after, &c->constants, &c->n_constants, c->err);
    if (status == BL_OK)
        status = bl_module_metadata(c->after, &c->metadata, c->err);
    if (status == BL_OK)
        status = bl_function_open(&c->function, c->after, BL_NONE, c->err);
    if (status == BL_OK)
        status = check_types(c);
    if (status == BL_OK)
        status = check_attributes(c);
    if (status == BL_OK)
        status = check_constants(c);
    if (status == BL_OK)
        status = check_metadata(c);
    return status == BL_OK ? check_globals(c) : status;
}

int bl_slice_check(struct bl_slice *s, struct bl_error *err)
{
    struct checking c = {.s = s, .err = err};
    struct bl_stream stream;
    struct bl_view bytes;
    if (!s->rewrite)
        return bl_fail(err, BL_E_ARGUMENT, "nothing has been made");
    int status = bl_rewrite_join(s->rewrite, &bytes, err);
    if (status == BL_OK)
        status = bl_stream_locate(bytes, &stream, err);
    if (status == BL_OK)
        status = bl_rewrite_verify(s->rewrite, &stream, &c.after, err);
    if (status == BL_OK)
        status = c.after ? check_module(&c) : differs(&c, "there is no module");
    bl_function_close(c.function);
    struct bl_index *index = c.after ? bl_module_index(c.after) : NULL;
    bl_module_close(c.after);
    bl_index_close(index);
    bl_record_release(&c.before_rec);
    bl_record_release(&c.after_rec);
    bl_drop(c.attachments[0].items);
    bl_drop(c.attachments[1].items);
    return status == BL_OK ? bl_slice_strip_check(s, err) : status;
}
