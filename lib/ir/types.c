/* ir/types.c - the type table of a module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every record except NUMENTRY and STRUCT_NAME makes a type, known or not, so that numbers stay
 * right. NUMENTRY is no more than a claim, and is not looked at. A type may name one after it:
 * numbers are held against the table when it is complete.
 *
 * Up to LLVM 2.9 (TYPE_BLOCK_OLD) structs had no names of their own; a symbol table had the names
 * of types of any kind, and code 10 was a struct where it is HALF now.
 */
#include "base/grow.h"
#include "base/status.h"
#include "ir/module.h"
#include "ir/seek.h"
#include "stream/cursor.h"
#include "stream/limit.h"

/* What a module keeps of its types. */
struct numbers {
    uint32_t *items, n, cap;
};

struct table {
    struct bl_types pub;
    struct bl_type *types;
    uint32_t cap_types;
    struct numbers parts, ints;
    bool is_read;
    struct bl_error failure;
};

struct reader {
    struct bl_module *module;
    struct bl_cursor *cursor; /* of the block that is being read */
    struct table *table;
    bool is_old;
    struct bl_view name; /* the last STRUCT_NAME; it serves one type */
    uint64_t n_name_bytes;
    int (*read)(struct reader *); /* rec */
    const struct bl_record *rec;
    struct bl_type *type; /* being made */
};

/* ---- Pieces of a type ---- */

static uint64_t op(const struct reader *r, uint32_t i)
{
    return i < r->rec->n_ops ? r->rec->ops[i] : 0;
}

/* Operands FIRST to END - 1; what is over 32 bits becomes BL_NONE. */
static int add_numbers(struct reader *r, struct numbers *numbers, uint32_t first, uint32_t end)
{
    uint64_t n = (uint64_t)numbers->n + (end - first);
    if (bl_limit_operands(r->cursor, n, "more parts of types than the limit") < 0)
        return BL_E_LIMIT;
    if (bl_grow(&numbers->items, &numbers->cap, n) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = first; i < end; i++)
        numbers->items[numbers->n++] = op(r, i) < BL_NONE ? (uint32_t)op(r, i) : BL_NONE;
    return BL_OK;
}

static int add_parts(struct reader *r, uint32_t first, uint32_t end)
{
    r->type->first_part = r->table->parts.n;
    r->type->n_parts = end - first;
    return add_numbers(r, &r->table->parts, first, end);
}

static void read_struct_name(struct reader *r)
{
    r->type->name = r->name;
    r->name = (struct bl_view){0};
}

/* ---- Records ---- */

/* Without operands: the kind says everything. 0: another. */
static const uint8_t plain_kinds[] = {
    [BL_CODE_TYPE_VOID] = BL_TYPE_VOID,         [BL_CODE_TYPE_FLOAT] = BL_TYPE_FLOAT,
    [BL_CODE_TYPE_DOUBLE] = BL_TYPE_DOUBLE,     [BL_CODE_TYPE_LABEL] = BL_TYPE_LABEL,
    [BL_CODE_TYPE_HALF] = BL_TYPE_HALF,         [BL_CODE_TYPE_X86_FP80] = BL_TYPE_X86_FP80,
    [BL_CODE_TYPE_FP128] = BL_TYPE_FP128,       [BL_CODE_TYPE_PPC_FP128] = BL_TYPE_PPC_FP128,
    [BL_CODE_TYPE_METADATA] = BL_TYPE_METADATA, [BL_CODE_TYPE_X86_MMX] = BL_TYPE_X86_MMX,
    [BL_CODE_TYPE_TOKEN] = BL_TYPE_TOKEN,       [BL_CODE_TYPE_BFLOAT] = BL_TYPE_BFLOAT,
    [BL_CODE_TYPE_X86_AMX] = BL_TYPE_X86_AMX,   [BL_CODE_TYPE_TARGET_TYPE] = 0,
};

/* [vararg, return type, parameter…], with an operand between that is ignored in the old form. */
static int read_function_type(struct reader *r, uint32_t first)
{
    if (r->rec->n_ops <= first)
        return BL_OK;
    r->type->kind = BL_TYPE_FUNCTION;
    r->type->is_vararg = op(r, 0) != 0;
    return add_parts(r, first, r->rec->n_ops);
}

/* [count, element, scalable] */
static int read_sequence(struct reader *r, enum bl_type_kind kind)
{
    if (r->rec->n_ops < 2)
        return BL_OK;
    r->type->kind = (uint8_t)kind;
    r->type->count = op(r, 0);
    r->type->is_scalable = kind == BL_TYPE_VECTOR && op(r, 2) != 0;
    return add_parts(r, 1, 2);
}

/* [packed, field…] */
static int read_struct(struct reader *r, bool is_literal)
{
    if (r->rec->n_ops < 1)
        return BL_OK;
    r->type->kind = BL_TYPE_STRUCT;
    r->type->is_literal = is_literal;
    r->type->is_packed = op(r, 0) != 0;
    if (!is_literal)
        read_struct_name(r);
    return add_parts(r, 1, r->rec->n_ops);
}

/* [number of types, type…, integer…]. LLVM refuses integers over 32 bits. */
static int read_target(struct reader *r)
{
    if (r->rec->n_ops < 1 || op(r, 0) >= r->rec->n_ops)
        return BL_OK;
    uint32_t n_types = (uint32_t)op(r, 0);
    for (uint32_t i = 1 + n_types; i < r->rec->n_ops; i++)
        if (op(r, i) > UINT32_MAX)
            return BL_OK;
    r->type->kind = BL_TYPE_TARGET;
    read_struct_name(r);
    r->type->first_int = r->table->ints.n;
    r->type->n_ints = r->rec->n_ops - (1 + n_types);
    int status = add_parts(r, 1, 1 + n_types);
    return status < 0 ? status : add_numbers(r, &r->table->ints, 1 + n_types, r->rec->n_ops);
}

/* [type, address space] or [address space] */
static int read_pointer(struct reader *r, uint32_t n_pointees)
{
    if (r->rec->n_ops < 1)
        return BL_OK;
    r->type->kind = BL_TYPE_POINTER;
    r->type->count = op(r, n_pointees);
    return n_pointees ? add_parts(r, 0, 1) : BL_OK;
}

static int read_fields(struct reader *r)
{
    switch (r->rec->code) {
    case BL_CODE_TYPE_OPAQUE:
        r->type->kind = BL_TYPE_STRUCT;
        r->type->is_opaque = true;
        read_struct_name(r);
        return BL_OK;
    case BL_CODE_TYPE_INTEGER:
        r->type->kind = r->rec->n_ops ? BL_TYPE_INTEGER : BL_TYPE_UNKNOWN;
        r->type->count = op(r, 0);
        return BL_OK;
    case BL_CODE_TYPE_POINTER: return read_pointer(r, 1);
    case BL_CODE_TYPE_OPAQUE_POINTER: return read_pointer(r, 0);
    case BL_CODE_TYPE_FUNCTION_OLD: return read_function_type(r, 2);
    case BL_CODE_TYPE_FUNCTION: return read_function_type(r, 1);
    case BL_CODE_TYPE_ARRAY: return read_sequence(r, BL_TYPE_ARRAY);
    case BL_CODE_TYPE_VECTOR: return read_sequence(r, BL_TYPE_VECTOR);
    case BL_CODE_TYPE_STRUCT_ANON: return read_struct(r, true);
    case BL_CODE_TYPE_STRUCT_NAMED: return read_struct(r, false);
    case BL_CODE_TYPE_TARGET_TYPE: return read_target(r);
    default: return BL_OK;
    }
}

static int read_kind(struct reader *r)
{
    if (r->is_old && r->rec->code == BL_CODE_TYPE_OLD_STRUCT_OLD)
        return read_struct(r, true);
    if (r->rec->code < sizeof plain_kinds && plain_kinds[r->rec->code]) {
        r->type->kind = plain_kinds[r->rec->code];
        return BL_OK;
    }
    return read_fields(r);
}

static int read_type(struct reader *r)
{
    struct table *t = r->table;
    if (bl_limit_records(r->cursor, t->pub.n, BL_MIN_TYPE_BYTES, "more types than the limit") < 0)
        return BL_E_LIMIT;
    if (bl_grow(&t->types, &t->cap_types, (size_t)t->pub.n + 1) < 0)
        return BL_E_NOMEM;
    r->type = &t->types[t->pub.n];
    *r->type = (struct bl_type){.bit_pos = r->rec->bit_pos, .code = r->rec->code};
    int status = read_kind(r);
    if (status == BL_OK)
        t->pub.n++;
    return status;
}

static int keep_name(struct reader *r, uint32_t first, struct bl_view *name)
{
    int status = bl_module_keep_text(r->module, r->rec, first, &r->n_name_bytes, name);
    if (status == BL_E_LIMIT)
        bl_cursor_fail(r->cursor, status, bl_module_text_failure(status), r->rec->bit_pos);
    return status;
}

static int read_type_record(struct reader *r)
{
    if (r->rec->code == BL_CODE_TYPE_NUMENTRY)
        return BL_OK;
    if (r->rec->code == BL_CODE_TYPE_STRUCT_NAME)
        return keep_name(r, 0, &r->name);
    return read_type(r);
}

/* ---- Blocks ---- */

/* Names of types in TYPE_SYMTAB_OLD. A struct that has one is no literal any more. */
static int read_old_name(struct reader *r)
{
    if (r->rec->code != BL_CODE_TYPE_SYMTAB_OLD_ENTRY || op(r, 0) >= r->table->pub.n)
        return BL_OK;
    struct bl_type *type = &r->table->types[op(r, 0)];
    if (type->kind != BL_TYPE_STRUCT || type->name.size || r->rec->n_ops < 2)
        return BL_OK;
    type->is_literal = false;
    return keep_name(r, 1, &type->name);
}

static int read_one(void *context, struct bl_cursor *cursor, const struct bl_record *rec)
{
    struct reader *r = context;
    r->cursor = cursor;
    r->rec = rec;
    int status = r->read(r);
    if (status == BL_E_NOMEM)
        bl_cursor_fail(cursor, status, "no memory for the types", rec->bit_pos);
    return status;
}

static int read_type_block(struct reader *r, const struct bl_block *block,
                           int read(struct reader *), struct bl_error *err)
{
    r->read = read;
    return bl_module_read_block(r->module, block, read_one, r, err);
}

bool bl_is_old_type_table(struct bl_module *module, const struct bl_block *block)
{
    struct bl_cursor cursor;
    uint32_t code = 0;
    uint64_t bit_pos;
    if (bl_module_cursor(module, block, &cursor, NULL) < 0)
        return false;
    (void)bl_module_note(module, bl_seek_skip(&cursor, &code, &bit_pos));
    bl_cursor_release(&cursor);
    return bl_ir_block_role(BL_BLOCK_MODULE, block->block_id, code) == BL_BLOCK_TYPE_OLD;
}

static int read_old_table(struct reader *r, struct bl_error *err)
{
    struct bl_block block;
    int rc = bl_module_header_block(r->module, BL_BLOCK_PARAMATTR_GROUP, &block, err);
    if (rc <= 0 || !bl_is_old_type_table(r->module, &block))
        return rc;
    r->is_old = true;
    rc = read_type_block(r, &block, read_type_record, err);
    if (rc < 0)
        return rc;
    /* TYPE_SYMTAB_OLD had the id that IDENTIFICATION has now, and may be after the bodies. */
    rc = bl_module_child(r->module, BL_BLOCK_IDENTIFICATION, &block, err);
    return rc > 0 ? read_type_block(r, &block, read_old_name, err) : rc;
}

static int read_table(struct reader *r, struct bl_error *err)
{
    struct bl_block block;
    int rc = bl_module_header_block(r->module, BL_BLOCK_TYPE, &block, err);
    if (rc > 0)
        return read_type_block(r, &block, read_type_record, err);
    return rc < 0 ? rc : read_old_table(r, err);
}

/* What can be said only about the complete table. */
static void finish_types(struct table *t)
{
    uint64_t n_unnamed = 0;
    for (uint32_t i = 0; i < t->parts.n; i++)
        if (t->parts.items[i] >= t->pub.n)
            t->parts.items[i] = BL_NONE;
    for (uint32_t i = 0; i < t->pub.n; i++) {
        struct bl_type *type = &t->types[i];
        if (type->kind == BL_TYPE_STRUCT && !type->is_literal && !type->name.size)
            type->count = n_unnamed++;
        uint32_t element = type->kind == BL_TYPE_VECTOR ? t->parts.items[type->first_part] : i;
        type->scalar_kind = element < t->pub.n ? t->types[element].kind : BL_TYPE_UNKNOWN;
        t->pub.has_typed_pointers |= type->kind == BL_TYPE_POINTER && type->n_parts;
    }
    t->pub.types = t->types;
    t->pub.parts = t->parts.items;
    t->pub.ints = t->ints.items;
}

static void release_types(void *part)
{
    struct table *t = part;
    bl_drop(t->types);
    bl_drop(t->parts.items);
    bl_drop(t->ints.items);
}

int bl_module_types(struct bl_module *module, const struct bl_types **types, struct bl_error *err)
{
    static const struct bl_types none;
    *types = &none;
    struct table *t = bl_module_part(module, BL_PART_TYPES, sizeof *t, release_types);
    if (!t)
        return bl_fail(err, BL_E_NOMEM, "no memory for the types");
    if (!t->is_read) {
        struct reader reader = {.module = module, .table = t};
        t->is_read = true;
        (void)read_table(&reader, &t->failure);
        if (bl_module_lacked(module))
            bl_fail(&t->failure, BL_E_NOMEM, "no memory for the types");
        finish_types(t);
    }
    *types = &t->pub;
    return bl_fail_again(err, &t->failure);
}
