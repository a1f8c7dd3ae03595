/* print/use_text.c - how often values are used, in comments as llvm-dis --show-annotations has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM counts operands of instructions, initializers and constants. Constants that are equal are
 * one, whichever functions have them: each is known by a hash of all that it is made of. What
 * metadata refers to is not used.
 */
#include "print/use_text.h"

#include "base/grow.h"
#include "base/map.h"
#include "base/status.h"
#include "ir/constant_record.h"
#include "ir/function_values.h"
#include "ir/metadata.h"
#include "print/instruction_text.h"
#include "print/printed_body.h"
#include "print/text_limit.h"
#include "print/type_text.h"

#include <stdlib.h>

enum {
    MAX_DEPTH = 200,     /* of constants in constants */
    MAX_LOCATIONS = 256, /* that one is inlined at: a damaged one may be inlined at itself */
    COMMENT_COLUMN = 50,
    FIRST_WITH_BARE_ADDRESSES = 22, /* a block's address does not use the function */
};

struct bl_uses {
    uint32_t *globals; /* by global value */
    uint32_t *locals;  /* of the body that is printed: by value, from its first argument on */
    uint32_t n_locals, cap_locals;
    struct bl_map constants; /* hashes of those that have been met */
    uint64_t *of_module;     /* hashes by constant of the module; 0: not known yet */
    uint64_t *of_body;       /* likewise, of the body at hand */
    uint32_t n_of_body, cap_of_body;
    bool has_lacked;
};

/* ---- Constants ---- */

static uint64_t hash_of(struct bl_printer *p, uint64_t value, unsigned depth);

static void count_global(struct bl_printer *p, uint64_t value)
{
    if (value < p->tables.n_globals)
        p->uses->globals[value]++;
}

/* What it is made of is used by it, unless an equal one has been met. */
static void meet(struct bl_printer *p, const struct bl_record *rec, uint64_t hash)
{
    struct bl_map *met = &p->uses->constants;
    uint64_t part;
    if (bl_map_find(met, hash) != BL_MAP_NONE)
        return;
    p->uses->has_lacked |= bl_map_add(met, hash, 0) < 0;
    if (rec->code == BL_CODE_CONSTANTS_BLOCKADDRESS && p->llvm >= FIRST_WITH_BARE_ADDRESSES)
        return;
    for (uint32_t i = 0; bl_constant_part(rec, i, &part); i++)
        count_global(p, part);
}

static uint64_t hash_record(struct bl_printer *p, const struct bl_constant *c,
                            const struct bl_record *rec, unsigned depth)
{
    uint64_t hash = bl_map_mix(bl_map_mix(bl_map_seed(), c->code), c->type);
    uint32_t part = 0, at;
    bool has_part = bl_constant_part_at(rec, part, &at);
    for (uint32_t i = 0; i < rec->n_ops; i++) {
        if (!has_part || i != at) {
            hash = bl_map_mix(hash, rec->ops[i]);
            continue;
        }
        hash = bl_map_mix(hash, hash_of(p, rec->ops[i], depth + 1));
        has_part = bl_constant_part_at(rec, ++part, &at);
    }
    return hash;
}

static uint64_t hash_constant(struct bl_printer *p, const struct bl_constant *c, unsigned depth)
{
    struct bl_record rec = {0};
    uint64_t hash = bl_map_mix(1, c->bit_pos);
    if (depth < MAX_DEPTH &&
        bl_module_note(p->tables.module, bl_constant_read(p->tables.module, c, &rec, NULL)) ==
            BL_OK) {
        hash = hash_record(p, c, &rec, depth);
        meet(p, &rec, hash);
    }
    bl_record_release(&rec);
    return hash;
}

static uint64_t hash_of(struct bl_printer *p, uint64_t value, unsigned depth)
{
    struct bl_uses *uses = p->uses;
    uint64_t i = value - p->tables.n_globals;
    const struct bl_constant *c = NULL;
    uint64_t *known = NULL;
    if (value >= p->tables.n_globals && i < p->tables.n_constants) {
        c = &p->tables.constants[i];
        known = &uses->of_module[i];
    } else if (p->loaded.body && (i = value - p->loaded.body->first_constant) < uses->n_of_body) {
        c = &p->loaded.body->constants[i];
        known = &uses->of_body[i];
    }
    if (!c)
        return bl_map_mix(0, value);
    if (*known == 0) {
        *known = bl_map_mix(0, c->bit_pos); /* a damaged one may be in itself */
        uint64_t hash = hash_constant(p, c, depth);
        *known = hash;
    }
    return *known;
}

/* ---- Values ---- */

static void count_local(struct bl_printer *p, uint64_t value)
{
    uint64_t i = value - p->loaded.body->first_argument;
    if (i < p->uses->n_locals)
        p->uses->locals[i]++;
}

typedef void count_fn(struct bl_printer *p, uint64_t value);

static void count_in(struct bl_printer *p, const struct bl_operand *operands, uint32_t n,
                     count_fn *count)
{
    for (uint32_t i = 0; i < n; i++)
        if (operands[i].kind == BL_OPERAND_VALUE)
            count(p, operands[i].number);
}

static void count_in_code(struct bl_printer *p, count_fn *count)
{
    for (uint32_t i = 0; i < p->loaded.code.n_instructions; i++) {
        const struct bl_instruction *inst = bl_code_at(&p->loaded.code, i);
        count_in(p, inst->operands, inst->n_operands, count);
        for (uint32_t k = 0; k < inst->n_bundles; k++)
            count_in(p, inst->bundle_operands + inst->bundles[k].first, inst->bundles[k].n, count);
    }
}

/* Zeroes for the body's constants and values. False: no memory. */
static bool begin_body(struct bl_printer *p)
{
    struct bl_uses *uses = p->uses;
    uint32_t n = p->loaded.function->next_value - p->loaded.body->first_argument;
    uses->n_locals = uses->n_of_body = 0;
    if (bl_grow(&uses->locals, &uses->cap_locals, n + UINT64_C(1)) < 0 ||
        bl_grow(&uses->of_body, &uses->cap_of_body, p->loaded.body->n_constants + UINT64_C(1)) <
            0) {
        uses->has_lacked = true;
        return false;
    }
    uses->n_locals = n;
    uses->n_of_body = p->loaded.body->n_constants;
    memset(uses->locals, 0, (size_t)n * sizeof *uses->locals);
    memset(uses->of_body, 0, (size_t)uses->n_of_body * sizeof *uses->of_body);
    return true;
}

static void count_function(struct bl_printer *p, uint32_t value)
{
    struct bl_error err;
    if (bl_module_note(p->tables.module, bl_load_body(p, value, &err)) == BL_OK && begin_body(p)) {
        for (uint32_t i = 0; i < p->loaded.body->n_constants; i++)
            (void)hash_of(p, (uint64_t)p->loaded.body->first_constant + i, 0);
        count_in_code(p, count_global);
    }
    bl_unload_body(p);
}

static void count_all(struct bl_printer *p)
{
    for (uint32_t i = 0; i < p->tables.n_constants; i++)
        (void)hash_of(p, (uint64_t)p->tables.n_globals + i, 0);
    for (uint32_t i = 0; i < p->tables.n_listed && !p->uses->has_lacked; i++) {
        const struct bl_global *g = bl_global_of(p, i);
        const uint32_t used[] = {g->initializer, g->personality, g->prefix, g->prologue};
        for (size_t k = 0; k < sizeof used / sizeof *used; k++)
            count_global(p, used[k]);
        if (g->kind == BL_GLOBAL_FUNCTION && !g->is_declaration)
            count_function(p, i);
    }
}

int bl_printer_show_uses(struct bl_printer *p, struct bl_error *err)
{
    bl_uses_release(p);
    p->uses = bl_new(sizeof *p->uses);
    if (p->uses) {
        p->uses->globals = calloc(p->tables.n_globals + UINT64_C(1), sizeof *p->uses->globals);
        p->uses->of_module =
            calloc(p->tables.n_constants + UINT64_C(1), sizeof *p->uses->of_module);
        if (p->uses->globals && p->uses->of_module)
            count_all(p);
        else
            p->uses->has_lacked = true;
    }
    if (p->uses && !p->uses->has_lacked && !bl_module_lacked(p->tables.module))
        return BL_OK;
    bl_uses_release(p);
    return bl_fail(err, BL_E_NOMEM, "no memory for the uses of values");
}

void bl_uses_release(struct bl_printer *p)
{
    if (!p->uses)
        return;
    free(p->uses->globals);
    free(p->uses->of_module);
    bl_drop(p->uses->locals);
    bl_drop(p->uses->of_body);
    bl_map_release(&p->uses->constants);
    bl_drop(p->uses);
    p->uses = NULL;
}

/* ---- Comments ---- */

static void begin_comment(struct bl_printer *p)
{
    struct bl_text *t = &p->text;
    const char *line = t->size ? memrchr(t->data, '\n', t->size) : NULL;
    size_t column = t->size - (line ? (size_t)(line + 1 - t->data) : 0);
    do
        bl_text_char(t, ' ');
    while (++column < COMMENT_COLUMN);
    bl_text_char(t, ';');
}

static void put_use_count(struct bl_printer *p, uint32_t n)
{
    bl_text_numbered(&p->text, " [#uses=", n);
    bl_text_put(&p->text, " type=");
}

/* LLVM says of a struct what it is. */
static void put_result_type(struct bl_printer *p, uint32_t type)
{
    bl_put_type(p, type);
    if (type < p->loaded.types->n && p->loaded.types->types[type].kind == BL_TYPE_STRUCT &&
        !p->loaded.types->types[type].is_literal) {
        bl_text_put(&p->text, " = type ");
        bl_put_struct_body(p, type);
    }
}

/* "9:5@21:3" */
static void put_location(struct bl_printer *p, const struct bl_debug_location *l)
{
    enum {
        LINE = 1,
        COLUMN = 2,
        INLINED_AT = 4
    };
    struct bl_record rec = {0};
    uint64_t line = l->line, column = l->column, next = l->inlined_at;
    for (unsigned i = 0; i < MAX_LOCATIONS && !p->text.is_cut; i++) {
        bl_text_numbered(&p->text, i ? "@" : " [debug line = ", line);
        bl_text_numbered(&p->text, ":", column);
        if (next >= BL_NONE || !p->loaded.metadata ||
            !bl_metadata_read_node(p->loaded.metadata, (uint32_t)next, &rec) ||
            rec.code != BL_CODE_METADATA_LOCATION || rec.n_ops <= INLINED_AT)
            break;
        bl_printer_work(p, rec.n_ops);
        line = rec.ops[LINE];
        column = rec.ops[COLUMN];
        next = rec.ops[INLINED_AT] - 1;
    }
    bl_text_char(&p->text, ']');
    bl_record_release(&rec);
}

static bool is_named(const struct bl_global *g, const char *name)
{
    return g->name.size == strlen(name) && memcmp(g->name.data, name, g->name.size) == 0;
}

/* The variable of a call of llvm.dbg.value and its like; BL_NONE: it is none. */
static uint64_t variable_of(struct bl_printer *p, const struct bl_instruction *inst)
{
    enum {
        VARIABLE = 2 /* after the callee and the value */
    };
    if (inst->opcode != BL_OP_CALL || inst->n_operands <= VARIABLE ||
        inst->operands[0].number >= p->tables.n_globals ||
        inst->operands[VARIABLE].kind != BL_OPERAND_METADATA)
        return BL_NONE;
    const struct bl_global *callee = bl_global_of(p, inst->operands[0].number);
    return is_named(callee, "llvm.dbg.value") || is_named(callee, "llvm.dbg.declare") ||
                   is_named(callee, "llvm.dbg.assign")
               ? inst->operands[VARIABLE].number
               : BL_NONE;
}

static void put_variable(struct bl_printer *p, uint64_t number)
{
    struct bl_view name = {0};
    if (p->loaded.metadata)
        (void)bl_module_note(p->tables.module,
                             bl_metadata_field_string(p->loaded.metadata, (uint32_t)number,
                                                      BL_DI_NAME, &name, NULL));
    bl_text_put(&p->text, " [debug variable = ");
    bl_text_escaped(&p->text, name); /* or the rest of the line would be no comment */
    bl_text_char(&p->text, ']');
}

void bl_put_uses_of_function(struct bl_printer *p, uint32_t value)
{
    if (!p->uses)
        return;
    bl_text_numbered(&p->text, "; [#uses=", p->uses->globals[value]);
    bl_text_put(&p->text, "]\n");
}

void bl_put_uses_of_global(struct bl_printer *p, uint32_t value)
{
    const struct bl_global *g = bl_global_of(p, value);
    if (!p->uses)
        return;
    begin_comment(p);
    put_use_count(p, p->uses->globals[value]);
    if (p->is_typed)
        bl_put_type(p, g->value_type);
    else
        bl_text_put(&p->text, "ptr");
    if (g->address_space) {
        bl_text_numbered(&p->text, " addrspace(", g->address_space);
        bl_text_char(&p->text, ')');
    }
    bl_text_put(&p->text, p->is_typed ? "*]" : "]");
}

void bl_begin_uses_of_body(struct bl_printer *p)
{
    if (p->uses && begin_body(p))
        count_in_code(p, count_local);
    else if (p->uses)
        p->text.is_cut = p->text.has_lacked = true;
}

void bl_put_uses_of_instruction(struct bl_printer *p, const struct bl_instruction *inst)
{
    const struct bl_uses *uses = p->uses;
    uint64_t variable = variable_of(p, inst);
    bool has_value = inst->value != BL_NONE;
    if (!has_value && !inst->has_location && variable == BL_NONE)
        return;
    begin_comment(p);
    if (has_value) {
        uint32_t i = inst->value - p->loaded.body->first_argument;
        put_use_count(p, i < uses->n_locals ? uses->locals[i] : 0);
        put_result_type(p, inst->type);
        bl_text_char(&p->text, ']');
    }
    if (inst->has_location)
        put_location(p, &inst->location);
    if (variable != BL_NONE)
        put_variable(p, variable);
}
