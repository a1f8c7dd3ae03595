/* print/type_text.c - types as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A struct with a name or a number is printed by it, so in a sound table no type contains itself.
 * In a damaged one it may, and shared parts may unfold to more text than there is memory: how many
 * types there are in a text is limited. The depth is not (nested_text.h).
 */
#include "print/type_text.h"
#include "base/budget.h"
#include "numbers/type_slots.h"
#include "print/closure.h"
#include "print/nested_text.h"

enum {
    MAX_ITEMS = 1 << 16, /* types in one text, beside each once; more for those with many parts */
    MAX_ITEMS_PER_PART = 16,
    NEWEST_WITH_BODIES = 19, /* named structs in target types are printed with their bodies */
};

struct writer {
    struct bl_printer *p;
    unsigned depth;
    struct bl_budget budget;
    struct bl_nested_text nested;
};

static const char *const plain_names[] = {
    [BL_TYPE_VOID] = "void",       [BL_TYPE_HALF] = "half",
    [BL_TYPE_BFLOAT] = "bfloat",   [BL_TYPE_FLOAT] = "float",
    [BL_TYPE_DOUBLE] = "double",   [BL_TYPE_X86_FP80] = "x86_fp80",
    [BL_TYPE_FP128] = "fp128",     [BL_TYPE_PPC_FP128] = "ppc_fp128",
    [BL_TYPE_LABEL] = "label",     [BL_TYPE_METADATA] = "metadata",
    [BL_TYPE_X86_MMX] = "x86_mmx", [BL_TYPE_X86_AMX] = "x86_amx",
    [BL_TYPE_TOKEN] = "token",
};

static void put_type_number(struct writer *w, uint32_t number);

static uint32_t part(const struct writer *w, const struct bl_type *type, uint32_t i)
{
    return w->p->loaded.types->parts[type->first_part + i];
}

static void cut(struct writer *w)
{
    struct bl_error err;
    bl_text_put(&w->p->text, "...");
    w->p->is_shortened = true;
    (void)bl_module_fail(w->p->tables.module, BL_E_LIMIT, "a type with more parts than the limit",
                         w->p->tables.module->place.bit_pos, &err);
    bl_printer_note(w->p, &err);
}

/* The parts from FIRST on, with commas between. Stops when the limit is reached. */
static void put_parts(struct writer *w, const struct bl_type *type, uint32_t first)
{
    for (uint32_t i = first; i < type->n_parts && !w->p->text.is_cut; i++) {
        bl_text_comma(&w->p->text, i - first);
        if (w->budget.left == 0) {
            cut(w);
            return;
        }
        put_type_number(w, part(w, type, i));
    }
}

static void put_body(struct writer *w, const struct bl_type *type)
{
    struct bl_text *t = &w->p->text;
    if (type->is_opaque) {
        bl_text_put(t, "opaque");
        return;
    }
    bl_text_put(t, type->is_packed ? "<{" : "{");
    if (type->n_parts) {
        bl_text_char(t, ' ');
        put_parts(w, type, 0);
        bl_text_char(t, ' ');
    }
    bl_text_put(t, type->is_packed ? "}>" : "}");
}

/* " addrspace(N)", unless N is 0. */
static void put_address_space(struct bl_printer *p, uint64_t n)
{
    if (n == 0)
        return;
    bl_text_numbered(&p->text, " addrspace(", n);
    bl_text_char(&p->text, ')');
}

static void put_pointer(struct writer *w, const struct bl_type *type)
{
    if (type->n_parts)
        put_type_number(w, part(w, type, 0));
    else
        bl_text_put(&w->p->text, "ptr");
    put_address_space(w->p, type->count);
    bl_text_put(&w->p->text, type->n_parts ? "*" : "");
}

static void put_sequence(struct writer *w, const struct bl_type *type, const char *open,
                         const char *close)
{
    struct bl_text *t = &w->p->text;
    bl_text_put(t, open);
    bl_text_put(t, type->is_scalable ? "vscale x " : "");
    bl_text_u64(t, type->count);
    bl_text_put(t, " x ");
    put_type_number(w, part(w, type, 0));
    bl_text_put(t, close);
}

static void put_function_type(struct writer *w, const struct bl_type *type)
{
    struct bl_text *t = &w->p->text;
    put_type_number(w, part(w, type, 0));
    bl_text_put(t, " (");
    put_parts(w, type, 1);
    if (type->is_vararg)
        bl_text_put(t, type->n_parts > 1 ? ", ..." : "...");
    bl_text_char(t, ')');
}

static void put_struct(struct writer *w, const struct bl_type *type, uint32_t number)
{
    struct bl_slots *slots = w->p->slots;
    uint32_t slot;
    if (type->is_literal) {
        put_body(w, type);
        return;
    }
    bl_text_char(&w->p->text, '%');
    if (type->name.size)
        bl_text_name(&w->p->text, type->name);
    else if (slots && (slot = bl_type_slot(slots, number)) != BL_NONE)
        bl_text_u64(&w->p->text, slot);
    else if (!slots || w->p->is_portable)
        bl_text_u64(&w->p->text, type->count);
    else { /* LLVM writes an address */
        bl_text_numbered(&w->p->text, "\"type ", number);
        bl_text_char(&w->p->text, '"');
    }
}

static bool is_named_struct(const struct writer *w, uint32_t number)
{
    const struct bl_types *types = w->p->loaded.types;
    return number < types->n && types->types[number].kind == BL_TYPE_STRUCT &&
           !types->types[number].is_literal;
}

static void put_target(struct writer *w, const struct bl_type *type)
{
    struct bl_text *t = &w->p->text;
    bl_text_put(t, "target(");
    bl_text_quoted(t, type->name);
    for (uint32_t i = 0; i < type->n_parts && !w->p->text.is_cut; i++) {
        if (w->budget.left == 0) {
            cut(w);
            return;
        }
        uint32_t number = part(w, type, i);
        bl_text_put(t, ", ");
        put_type_number(w, number);
        if (w->p->llvm <= NEWEST_WITH_BODIES && is_named_struct(w, number)) {
            bl_text_put(t, " = type ");
            put_body(w, &w->p->loaded.types->types[number]);
        }
    }
    for (uint32_t i = 0; i < type->n_ints; i++) {
        if (!bl_budget_spend(&w->budget, 1)) {
            cut(w);
            return;
        }
        bl_text_put(t, ", ");
        bl_text_u64(t, w->p->loaded.types->ints[type->first_int + i]);
    }
    bl_text_char(t, ')');
}

static void put_known(struct writer *w, const struct bl_type *type, uint32_t number)
{
    switch (type->kind) {
    case BL_TYPE_INTEGER: bl_text_numbered(&w->p->text, "i", type->count); return;
    case BL_TYPE_POINTER: put_pointer(w, type); return;
    case BL_TYPE_ARRAY: put_sequence(w, type, "[", "]"); return;
    case BL_TYPE_VECTOR: put_sequence(w, type, "<", ">"); return;
    case BL_TYPE_FUNCTION: put_function_type(w, type); return;
    case BL_TYPE_STRUCT: put_struct(w, type, number); return;
    case BL_TYPE_TARGET: put_target(w, type); return;
    default: bl_text_put(&w->p->text, plain_names[type->kind]); return;
    }
}

static void put_type_number(struct writer *w, uint32_t number)
{
    const struct bl_types *types = w->p->loaded.types;
    if (number >= types->n || types->types[number].kind == BL_TYPE_UNKNOWN) {
        bl_text_put(&w->p->text, number == BL_NONE ? "<no type" : "<type ");
        if (number != BL_NONE)
            bl_text_u64(&w->p->text, number);
        bl_text_char(&w->p->text, '>');
        return;
    }
    if (w->p->text.is_cut)
        return;
    if (w->depth == BL_MAX_NESTING) {
        bl_nested_leave(&w->nested, &w->p->text, (struct bl_hole){.number = number});
        return;
    }
    if (!bl_budget_spend(&w->budget, 1)) {
        cut(w);
        return;
    }
    w->depth++;
    put_known(w, &types->types[number], number);
    w->depth--;
}

static struct writer writer_for(struct bl_printer *p, uint32_t number)
{
    uint64_t n_parts = number < p->loaded.types->n ? p->loaded.types->types[number].n_parts : 0;
    return (struct writer){
        .p = p, .budget = {MAX_ITEMS + p->loaded.types->n + n_parts * MAX_ITEMS_PER_PART}};
}

/* A bl_fill_fn. */
static void fill_hole(void *context, const struct bl_hole *hole)
{
    put_type_number(context, (uint32_t)hole->number);
}

void bl_put_type(struct bl_printer *p, uint32_t type)
{
    if (p->closure)
        bl_closure_note_type(p, type);
    if (bl_text_kept(&p->text, &p->type_texts, type))
        return;
    size_t begin = p->text.size;
    struct writer w = writer_for(p, type);
    put_type_number(&w, type);
    bl_nested_fill(&w.nested, &p->text, fill_hole, &w);
    bl_printer_keep(p, &p->type_texts, type, begin);
}

void bl_put_struct_body(struct bl_printer *p, uint32_t type)
{
    struct writer w = writer_for(p, type);
    put_body(&w, &p->loaded.types->types[type]);
    bl_nested_fill(&w.nested, &p->text, fill_hole, &w);
}

/* The type of a global value, a pointer, need not be in the table. */
void bl_put_global_type(struct bl_printer *p, const struct bl_global *g)
{
    if (p->is_typed)
        bl_put_type(p, g->value_type);
    else
        bl_text_put(&p->text, "ptr");
    put_address_space(p, g->address_space);
    bl_text_put(&p->text, p->is_typed ? "*" : "");
}
