/* ir/references.c - which global values of a module use which
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Most operands are values of the body or constants without parts. Of a constant that is made of
 * others, what it is made of is found when an operand names it first, and kept: of one of the
 * module as long as the module, of one of a body as long as that.
 */
#include "ir/references.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "ir/module.h"
#include "ir/opcodes.h"

#include <string.h>

/* What a constant is made of. */
struct content {
    uint32_t value;    /* the global value that it is, casts aside; BL_NONE */
    uint32_t first, n; /* global values in it, in PARTS */
    bool is_assembly;
};

/* Contents of some constants. */
struct contents {
    struct content *items;
    uint32_t *parts;
    uint32_t n, cap, n_parts, cap_parts;
};

enum {
    UNKNOWN,     /* what is in NUMBERS: the constant has not been looked into, */
    NOTHING,     /* or it is made of nothing; */
    FIRST_NUMBER /* otherwise 2 and the number of its content */
};

struct bl_references {
    struct bl_module *module;
    struct bl_vtables *vtables;
    struct bl_function *function;        /* NULL: there was no body yet to be read here */
    const struct bl_body *body;          /* the last one */
    const struct bl_global *globals;     /* NULL: each is read when it is asked for */
    const struct bl_constant *constants; /* of the module */
    uint32_t n_globals, n_constants;
    struct contents of_module, of_body;
    uint32_t *numbers; /* by value: of its content */
    uint32_t *stamps;  /* by value: the walk that came by it last */
    uint32_t *left;    /* values that a walk has yet to look into */
    uint32_t stamp, cap_numbers, cap_stamps, cap_left;
    uint64_t steps_left; /* of walks through constants, in all */
    /* Of the value at hand: */
    uint32_t from;
    uint32_t end; /* its constants are below */
    struct bl_reference *rows;
    uint32_t *before; /* by row: the one before it that uses the same value; BL_NONE */
    uint32_t *last; /* by global value: its last row, if that is one of it; two for what is none */
    uint32_t n_rows, cap_rows, cap_before;
    struct bl_record rec;
    int status; /* BL_OK, BL_E_NOMEM or BL_E_LIMIT */
};

const char *bl_reference_kind_name(unsigned kind)
{
    static const char *const names[BL_REFERENCE_END] = {
        [BL_REFERENCE_CALL] = "call",
        [BL_REFERENCE_TAIL_CALL] = "tail call",
        [BL_REFERENCE_MUSTTAIL_CALL] = "musttail call",
        [BL_REFERENCE_INVOKE] = "invoke",
        [BL_REFERENCE_CALLBR] = "callbr",
        [BL_REFERENCE_ARGUMENT] = "argument",
        [BL_REFERENCE_BUNDLE] = "operand bundle",
        [BL_REFERENCE_STORED] = "stored",
        [BL_REFERENCE_OPERAND] = "operand",
        [BL_REFERENCE_INITIALIZER] = "initializer",
        [BL_REFERENCE_ALIASEE] = "aliasee",
        [BL_REFERENCE_RESOLVER] = "resolver",
        [BL_REFERENCE_PERSONALITY] = "personality",
        [BL_REFERENCE_PREFIX] = "prefix",
        [BL_REFERENCE_PROLOGUE] = "prologue",
        [BL_REFERENCE_VTABLE_SLOT] = "vtable slot",
    };
    return kind < BL_REFERENCE_END ? names[kind] : NULL;
}

static bool goes_on(struct bl_references *r, int status)
{
    if (status < 0 && r->status == BL_OK)
        r->status = status;
    return r->status == BL_OK;
}

static const struct bl_global *global_at(const struct bl_references *r, uint32_t value)
{
    return r->globals ? &r->globals[value] : bl_module_global_at(r->module, value);
}

/* ---- Rows ---- */

/* Where in LAST the row of TO is. */
static uint32_t slot_of(const struct bl_references *r, uint32_t to)
{
    return to < r->n_globals ? to : to == BL_CALLED_POINTER ? r->n_globals : r->n_globals + 1;
}

static void add_row(struct bl_references *r, uint32_t to, uint8_t kind, bool is_within)
{
    uint32_t *last = &r->last[slot_of(r, to)];
    uint32_t before = *last < r->n_rows && r->rows[*last].to == to ? *last : BL_NONE;
    for (uint32_t i = before; i != BL_NONE; i = r->before[i])
        if (r->rows[i].kind == kind && r->rows[i].is_within == is_within) {
            r->rows[i].n++;
            return;
        }
    size_t n = (size_t)r->n_rows + 1;
    if (!goes_on(r, bl_grow(&r->rows, &r->cap_rows, n)) ||
        !goes_on(r, bl_grow(&r->before, &r->cap_before, n)))
        return;
    r->rows[r->n_rows] =
        (struct bl_reference){.to = to, .kind = kind, .is_within = is_within, .n = 1};
    r->before[r->n_rows] = before;
    *last = r->n_rows++;
}

static int by_use(const void *a, const void *b)
{
    const struct bl_reference *x = a;
    const struct bl_reference *y = b;
    int order = bl_order(x->to, y->to);
    order = order ? order : bl_order(x->kind, y->kind);
    return order ? order : x->is_within - y->is_within;
}

/* ---- Constants ---- */

/* NULL: VALUE is no constant of the module or of the body at hand. */
static const struct bl_constant *constant_of(const struct bl_references *r, uint64_t value)
{
    if (value < r->n_globals || value >= r->end)
        return NULL;
    if (value - r->n_globals < r->n_constants)
        return &r->constants[value - r->n_globals];
    const struct bl_body *body = r->body;
    bool is_of_body =
        value >= body->first_constant && value - body->first_constant < body->n_constants;
    return is_of_body ? &body->constants[value - body->first_constant] : NULL;
}

/* Read the record of constant VALUE. What cannot be read is made of nothing: whoever reads the
 * module as a whole reports it. */
static bool read_parts(struct bl_references *r, const struct bl_constant *constant)
{
    if (r->steps_left == 0)
        return goes_on(r, BL_E_LIMIT);
    r->steps_left--;
    int status = bl_constant_read(r->module, constant, &r->rec, NULL);
    (void)goes_on(r, status == BL_E_NOMEM ? status : BL_OK);
    if (status == BL_OK && r->rec.n_ops > r->steps_left)
        (void)goes_on(r, BL_E_LIMIT);
    if (status == BL_OK && r->status == BL_OK)
        r->steps_left -= r->rec.n_ops;
    return status == BL_OK && r->status == BL_OK;
}

/* Whether the walk comes by VALUE the first time. */
static bool is_new(struct bl_references *r, uint32_t value)
{
    bool is_first = r->stamps[value] != r->stamp;
    r->stamps[value] = r->stamp;
    return is_first;
}

/* CONSTANT, which is VALUE, is a cast, or a cast of one, and so on: go to what is not. A circle of
 * casts ends at any of them. */
static const struct bl_constant *strip_casts(struct bl_references *r, uint32_t *value)
{
    const struct bl_constant *constant;
    uint64_t part;
    while ((constant = constant_of(r, *value)) && bl_constant_has_parts(constant->code) &&
           is_new(r, *value) && read_parts(r, constant) && bl_constant_is_cast(&r->rec) &&
           bl_constant_part(&r->rec, 0, &part) && part < r->end)
        *value = (uint32_t)part;
    return constant;
}

/* Add the global values that CONSTANT, or any constant in it, is made of. */
static void walk(struct bl_references *r, const struct bl_constant *constant, struct contents *to)
{
    uint32_t n = 0;
    r->stamp++;
    do {
        uint64_t part;
        if (!read_parts(r, constant))
            return;
        for (uint32_t i = 0; bl_constant_part(&r->rec, i, &part); i++) {
            if (part >= r->end || !is_new(r, (uint32_t)part))
                continue;
            bool is_global = part < r->n_globals;
            const struct bl_constant *next = constant_of(r, part);
            if (is_global)
                goes_on(r, bl_append(&to->parts, &to->n_parts, &to->cap_parts, (uint32_t)part));
            else if (next && bl_constant_has_parts(next->code))
                goes_on(r, bl_append(&r->left, &n, &r->cap_left, (uint32_t)part));
        }
    } while (r->status == BL_OK && n > 0 && (constant = constant_of(r, r->left[--n])));
}

/* The content of constant VALUE, made now. */
static void look_into(struct bl_references *r, uint32_t value)
{
    struct contents *to = value < r->n_globals + r->n_constants ? &r->of_module : &r->of_body;
    struct content content = {.value = BL_NONE, .first = to->n_parts};
    uint32_t stripped = value;
    r->stamp++;
    const struct bl_constant *constant = strip_casts(r, &stripped);
    if (stripped < r->n_globals)
        content.value = stripped;
    else if (constant && bl_constant_is_assembly(constant->code))
        content.is_assembly = true;
    else if (constant && bl_constant_has_parts(constant->code))
        walk(r, constant, to);
    content.n = to->n_parts - content.first;
    r->numbers[value] = NOTHING;
    if (content.value == BL_NONE && !content.is_assembly && content.n == 0)
        return;
    if (goes_on(r, bl_append(&to->items, &to->n, &to->cap, content)))
        r->numbers[value] = FIRST_NUMBER + to->n - 1;
}

/* The content of VALUE; NULL: it is no constant that is made of anything. */
static const struct content *content_of(struct bl_references *r, uint64_t value)
{
    if (value >= r->end)
        return NULL;
    if (r->numbers[value] == UNKNOWN)
        look_into(r, (uint32_t)value);
    if (r->numbers[value] < FIRST_NUMBER)
        return NULL;
    const struct contents *all =
        value < r->n_globals + r->n_constants ? &r->of_module : &r->of_body;
    return &all->items[r->numbers[value] - FIRST_NUMBER];
}

/* Values BEGIN to END now belong to another body; FIRST to FIRST + N are its CONSTANTS, not yet
 * examined. */
static void set_values(struct bl_references *r, uint32_t begin, uint32_t end,
                       const struct bl_constant *constants, uint32_t first, uint32_t n)
{
    uint32_t cap = r->cap_stamps;
    r->end = end;
    if (!goes_on(r, bl_grow(&r->numbers, &r->cap_numbers, end)) ||
        !goes_on(r, bl_grow(&r->stamps, &r->cap_stamps, end)))
        return;
    if (r->cap_stamps > cap)
        memset(r->stamps + cap, 0, (r->cap_stamps - cap) * sizeof *r->stamps);
    for (uint32_t i = begin; i < end; i++)
        r->numbers[i] = NOTHING;
    for (uint32_t i = 0; i < n; i++)
        if (bl_constant_has_parts(constants[i].code) || bl_constant_is_assembly(constants[i].code))
            r->numbers[first + i] = UNKNOWN;
}

/* ---- Uses ---- */

/* Global value TO is in a constant that is used as KIND, or is all of it. */
static void use_part(struct bl_references *r, uint32_t to, uint8_t kind, bool is_within)
{
    bool is_variable = kind == BL_REFERENCE_VTABLE_SLOT;
    bool is_slot = is_variable && global_at(r, to)->kind == BL_GLOBAL_FUNCTION;
    add_row(r, to, is_variable && !is_slot ? BL_REFERENCE_INITIALIZER : kind,
            is_within && !is_slot);
}

/* VALUE is used as KIND. A called constant that is no function has an unknown
 * target. */
static void use(struct bl_references *r, uint64_t value, uint8_t kind)
{
    if (value < r->n_globals) {
        use_part(r, (uint32_t)value, kind, false);
        return;
    }
    const struct content *content = content_of(r, value);
    bool is_call = kind <= BL_REFERENCE_CALLBR;
    if (content && content->value != BL_NONE) {
        use_part(r, content->value, kind, false);
        return;
    }
    if (is_call)
        add_row(r, content && content->is_assembly ? BL_CALLED_ASSEMBLY : BL_CALLED_POINTER, kind,
                false);
    if (!content || content->n == 0)
        return;
    if (content->n > r->steps_left) {
        (void)goes_on(r, BL_E_LIMIT);
        return;
    }
    r->steps_left -= content->n;
    const struct contents *all =
        value < r->n_globals + r->n_constants ? &r->of_module : &r->of_body;
    for (uint32_t i = 0; i < content->n; i++)
        use_part(r, all->parts[content->first + i], is_call ? BL_REFERENCE_OPERAND : kind, true);
}

unsigned bl_reference_kind_of(const struct bl_instruction *instruction, uint32_t number)
{
    if (number > 0)
        return bl_opcode_is(instruction->opcode, BL_IS_CALL) && number <= instruction->n_arguments
                   ? BL_REFERENCE_ARGUMENT
                   : BL_REFERENCE_OPERAND;
    switch (instruction->opcode) {
    case BL_OP_CALL:
        return instruction->flags & BL_INST_MUSTTAIL ? BL_REFERENCE_MUSTTAIL_CALL
               : instruction->flags & BL_INST_TAIL   ? BL_REFERENCE_TAIL_CALL
                                                     : BL_REFERENCE_CALL;
    case BL_OP_INVOKE: return BL_REFERENCE_INVOKE;
    case BL_OP_CALLBR: return BL_REFERENCE_CALLBR;
    case BL_OP_STORE: return BL_REFERENCE_STORED;
    default: return BL_REFERENCE_OPERAND;
    }
}

void bl_references_add(struct bl_references *r, const struct bl_instruction *inst)
{
    if (r->status != BL_OK)
        return;
    bool calls = bl_opcode_is(inst->opcode, BL_IS_CALL);
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct bl_operand *operand = &inst->operands[i];
        /* Most are no global values and no constants. */
        if (operand->kind == BL_OPERAND_VALUE && (operand->number < r->end || (calls && i == 0)))
            use(r, operand->number, (uint8_t)bl_reference_kind_of(inst, i));
    }
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        for (uint32_t k = bundle->first; k < bundle->first + bundle->n; k++)
            if (inst->bundle_operands[k].kind == BL_OPERAND_VALUE)
                use(r, inst->bundle_operands[k].number, BL_REFERENCE_BUNDLE);
    }
}

/* What the record of GLOBAL uses. Values are those of the module, whose constants are known. */
static void use_held(struct bl_references *r, const struct bl_global *global)
{
    static const uint8_t kinds[] = {
        [BL_GLOBAL_VARIABLE] = BL_REFERENCE_INITIALIZER,
        [BL_GLOBAL_FUNCTION] = BL_REFERENCE_INITIALIZER,
        [BL_GLOBAL_ALIAS] = BL_REFERENCE_ALIASEE,
        [BL_GLOBAL_IFUNC] = BL_REFERENCE_RESOLVER,
    };
    r->end = r->n_globals + r->n_constants;
    bool has_vtable = r->vtables && bl_vtables_has(r->vtables, r->from);
    if (global->initializer != BL_NONE)
        use(r, global->initializer, has_vtable ? BL_REFERENCE_VTABLE_SLOT : kinds[global->kind]);
    if (global->personality != BL_NONE)
        use(r, global->personality, BL_REFERENCE_PERSONALITY);
    if (global->prefix != BL_NONE)
        use(r, global->prefix, BL_REFERENCE_PREFIX);
    if (global->prologue != BL_NONE)
        use(r, global->prologue, BL_REFERENCE_PROLOGUE);
}

void bl_references_begin(struct bl_references *r, uint32_t value)
{
    r->from = value;
    r->n_rows = 0;
    r->status = BL_OK;
    use_held(r, global_at(r, value));
}

void bl_references_begin_body(struct bl_references *r, const struct bl_body *body)
{
    r->body = body;
    r->of_body.n = r->of_body.n_parts = 0;
    set_values(r, r->n_globals + r->n_constants, body->first_instruction, body->constants,
               body->first_constant, body->n_constants);
}

int bl_references_end(struct bl_references *r, const struct bl_reference **list, uint32_t *n,
                      struct bl_error *err)
{
    for (uint32_t i = 0; i < r->n_rows; i++)
        r->rows[i].from = r->from;
    *list = r->rows;
    *n = r->n_rows;
    if (r->status == BL_E_NOMEM)
        return bl_fail(err, BL_E_NOMEM, "no memory for references");
    if (r->status == BL_E_LIMIT)
        return bl_fail_at(err, BL_E_LIMIT, "too many constants made of others",
                          global_at(r, r->from)->bit_pos);
    return BL_OK;
}

/* The body of function VALUE. */
static int read_body(struct bl_references *r, uint32_t value, struct bl_error *err)
{
    struct bl_instruction inst;
    int rc = r->function ? bl_function_load(r->function, value, err)
                         : bl_function_open(&r->function, r->module, value, err);
    if (rc < 0)
        return rc;
    bl_references_begin_body(r, bl_function_body(r->function));
    while (r->status == BL_OK && (rc = bl_function_next(r->function, &inst, err)) > 0)
        bl_references_add(r, &inst);
    return rc;
}

int bl_references_of(struct bl_references *r, uint32_t value, const struct bl_reference **list,
                     uint32_t *n, struct bl_error *err)
{
    int rc = BL_OK;
    *list = NULL;
    *n = 0;
    if (value >= r->n_globals)
        return bl_fail(err, BL_E_ARGUMENT, "no such global value");
    const struct bl_global *global = global_at(r, value);
    bl_references_begin(r, value);
    if (global->kind == BL_GLOBAL_FUNCTION && !global->is_declaration && r->status == BL_OK)
        rc = read_body(r, value, err);
    int status = bl_references_end(r, list, n, err);
    bl_sort(r->rows, r->n_rows, sizeof *r->rows, by_use);
    return status < 0 ? status : rc < 0 ? rc : BL_OK;
}

/* ---- Open, close ---- */

int bl_module_unnamed_globals(struct bl_module *module, const struct bl_global **globals,
                              uint32_t *n, struct bl_error *err)
{
    uint32_t n_all;
    int status = bl_module_globals(module, globals, n, err);
    bool has_all =
        status == BL_OK ||
        (status != BL_E_NOMEM && bl_module_count(module, &n_all, NULL) == BL_OK && n_all == *n);
    return has_all ? BL_OK : status;
}

static int prepare(struct bl_references *r, bool of_few, struct bl_error *err)
{
    int status = of_few ? bl_module_sound_globals(r->module, &r->n_globals, err)
                        : bl_module_unnamed_globals(r->module, &r->globals, &r->n_globals, err);
    if (status == BL_OK)
        status = bl_module_constants(r->module, &r->constants, &r->n_constants, err);
    if (status == BL_OK && !of_few)
        status = bl_vtables_open(&r->vtables, r->module, err);
    if (status < 0)
        return status;
    uint32_t cap = 0;
    r->steps_left = bl_most_steps(r->module);
    set_values(r, 0, r->n_globals + r->n_constants, r->constants, r->n_globals, r->n_constants);
    if (!goes_on(r, bl_grow(&r->last, &cap, (uint64_t)r->n_globals + 2)))
        return bl_fail(err, BL_E_NOMEM, "no memory for references");
    memset(r->last, 0, ((size_t)r->n_globals + 2) * sizeof *r->last);
    return BL_OK;
}

static int open_references(struct bl_references **references, struct bl_module *module, bool of_few,
                           struct bl_error *err)
{
    *references = NULL;
    struct bl_references *r = bl_new(sizeof *r);
    if (!r)
        return bl_fail(err, BL_E_NOMEM, "no memory for references");
    r->module = module;
    int status = prepare(r, of_few, err);
    if (status < 0) {
        bl_references_close(r);
        return status;
    }
    *references = r;
    return BL_OK;
}

int bl_references_open(struct bl_references **references, struct bl_module *module,
                       struct bl_error *err)
{
    return open_references(references, module, false, err);
}

int bl_references_open_few(struct bl_references **references, struct bl_module *module,
                           struct bl_error *err)
{
    return open_references(references, module, true, err);
}

void bl_references_close(struct bl_references *r)
{
    if (!r)
        return;
    bl_function_close(r->function);
    bl_vtables_close(r->vtables);
    bl_drop(r->of_module.items);
    bl_drop(r->of_module.parts);
    bl_drop(r->of_body.items);
    bl_drop(r->of_body.parts);
    bl_drop(r->numbers);
    bl_drop(r->stamps);
    bl_drop(r->left);
    bl_drop(r->rows);
    bl_drop(r->before);
    bl_drop(r->last);
    bl_record_release(&r->rec);
    bl_drop(r);
}
