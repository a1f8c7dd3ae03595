/* print/type_print.c - types in LLVM's syntax
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A struct with a name or a number is printed by it, so in a sound table no type contains itself.
 * In a damaged one it may, and shared parts may unfold to more text than there is memory: both the
 * depth and the size of a text are limited.
 */
#include "base/budget.h"
#include "print/print.h"

enum {
    MAX_DEPTH = 64,
    MAX_ITEMS = 1024,
    MAX_ITEMS_PER_PART = 16, /* more for those with many parts of their own */
    NAME_BYTES_PER_ITEM = 32,
};

struct printer {
    struct bl_print p;
    const struct bl_types *types;
    unsigned depth;
    struct bl_budget budget; /* types, integers and pieces of names that may yet be printed */
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

static void print_type(struct printer *pr, uint32_t number);

static uint32_t part(const struct printer *pr, const struct bl_type *type, uint32_t i)
{
    return pr->types->parts[type->first_part + i];
}

/* The parts from FIRST on, with commas between. Stops when the limit is reached. */
static void print_parts(struct printer *pr, const struct bl_type *type, uint32_t first)
{
    for (uint32_t i = first; i < type->n_parts; i++) {
        bl_print_comma(&pr->p, i - first);
        print_type(pr, part(pr, type, i));
        if (pr->budget.left == 0)
            return;
    }
}

static void print_body(struct printer *pr, const struct bl_type *type)
{
    if (type->is_opaque) {
        bl_print_text(&pr->p, "opaque");
        return;
    }
    bl_print_text(&pr->p, type->is_packed ? "<{" : "{");
    if (type->n_parts) {
        bl_print_text(&pr->p, " ");
        print_parts(pr, type, 0);
        bl_print_text(&pr->p, " ");
    }
    bl_print_text(&pr->p, type->is_packed ? "}>" : "}");
}

static void print_pointer(struct printer *pr, const struct bl_type *type)
{
    if (type->n_parts)
        print_type(pr, part(pr, type, 0));
    else
        bl_print_text(&pr->p, "ptr");
    bl_print_address_space(&pr->p, type->count);
    if (type->n_parts)
        bl_print_text(&pr->p, "*");
}

static void print_sequence(struct printer *pr, const struct bl_type *type, const char *open,
                           const char *close)
{
    bl_print_text(&pr->p, open);
    bl_print_text(&pr->p, type->is_scalable ? "vscale x " : "");
    bl_print_u64(&pr->p, type->count);
    bl_print_text(&pr->p, " x ");
    print_type(pr, part(pr, type, 0));
    bl_print_text(&pr->p, close);
}

static void print_function(struct printer *pr, const struct bl_type *type)
{
    print_type(pr, part(pr, type, 0));
    bl_print_text(&pr->p, " (");
    print_parts(pr, type, 1);
    if (type->is_vararg)
        bl_print_text(&pr->p, type->n_parts > 1 ? ", ..." : "...");
    bl_print_text(&pr->p, ")");
}

static void print_target(struct printer *pr, const struct bl_type *type)
{
    bl_print_text(&pr->p, "target(");
    bl_print_quoted(&pr->p, type->name);
    (void)bl_budget_spend(&pr->budget, type->name.size / NAME_BYTES_PER_ITEM);
    if (type->n_parts)
        bl_print_text(&pr->p, ", ");
    print_parts(pr, type, 0);
    for (uint32_t i = 0; i < type->n_ints && pr->budget.left > 0; i++) {
        (void)bl_budget_spend(&pr->budget, 1);
        bl_print_numbered(&pr->p, ", ", pr->types->ints[type->first_int + i]);
    }
    bl_print_text(&pr->p, ")");
}

static void print_known(struct printer *pr, const struct bl_type *type)
{
    switch ((enum bl_type_kind)type->kind) {
    case BL_TYPE_INTEGER: bl_print_numbered(&pr->p, "i", type->count); return;
    case BL_TYPE_POINTER: print_pointer(pr, type); return;
    case BL_TYPE_ARRAY: print_sequence(pr, type, "[", "]"); return;
    case BL_TYPE_VECTOR: print_sequence(pr, type, "<", ">"); return;
    case BL_TYPE_STRUCT:
        if (type->is_literal) {
            print_body(pr, type);
            return;
        }
        (void)bl_budget_spend(&pr->budget, type->name.size / NAME_BYTES_PER_ITEM);
        bl_print_named(&pr->p, "%", type->name, type->count);
        return;
    case BL_TYPE_FUNCTION: print_function(pr, type); return;
    case BL_TYPE_TARGET: print_target(pr, type); return;
    default: bl_print_text(&pr->p, plain_names[type->kind]); return;
    }
}

static void print_type(struct printer *pr, uint32_t number)
{
    bool is_cut = !bl_budget_spend(&pr->budget, 1) || pr->depth == MAX_DEPTH;
    pr->depth++;
    if (is_cut)
        bl_print_text(&pr->p, "...");
    else if (number == BL_NONE)
        bl_print_text(&pr->p, "<no type>");
    else if (number >= pr->types->n || pr->types->types[number].kind == BL_TYPE_UNKNOWN)
        bl_print_unknown(&pr->p, "type", number);
    else
        print_known(pr, &pr->types->types[number]);
    pr->depth--;
}

static struct printer printer_for(const struct bl_types *types, uint32_t type, bl_put_fn *put,
                                  void *context)
{
    /* Its own integers are as many as it has. */
    uint64_t n_parts =
        type < types->n ? (uint64_t)types->types[type].n_parts + types->types[type].n_ints : 0;
    return (struct printer){
        .p = {put, context},
        .types = types,
        .budget.left = MAX_ITEMS + MAX_ITEMS_PER_PART * n_parts,
    };
}

void bl_type_print(const struct bl_types *types, uint32_t type, bl_put_fn *put, void *context)
{
    struct printer pr = printer_for(types, type, put, context);
    print_type(&pr, type);
}

void bl_type_print_body(const struct bl_types *types, uint32_t type, bl_put_fn *put, void *context)
{
    struct printer pr = printer_for(types, type, put, context);
    if (type < types->n && types->types[type].kind == BL_TYPE_STRUCT)
        print_body(&pr, &types->types[type]);
    else
        print_type(&pr, type);
}
