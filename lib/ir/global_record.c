/* ir/global_record.c - what the records of global values mean
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Fields that older LLVM did not write yet are missing at the end. A thin-link file has names and
 * linkage alone. Document: "MODULE_CODE_GLOBALVAR Record" and those that follow it.
 */
#include "ir/module.h"
#include "stream/decoder.h"

/* Operands of a global value's record, counted after the place of the name. */
struct fields {
    const struct bl_record *rec;
    uint32_t base;
};

static bool has(const struct fields *f, uint32_t i)
{
    return f->base + i < f->rec->n_ops;
}

/* What is not written is 0. */
static uint64_t field(const struct fields *f, uint32_t i)
{
    return has(f, i) ? f->rec->ops[f->base + i] : 0;
}

static uint32_t number_of(uint64_t v)
{
    return v < BL_NONE ? (uint32_t)v : BL_NONE;
}

static uint32_t number(const struct fields *f, uint32_t i)
{
    return number_of(field(f, i));
}

/* A number that is written plus one; 0: none. */
static uint32_t reference(const struct fields *f, uint32_t i)
{
    uint64_t v = field(f, i);
    return v > 0 && v <= BL_NONE ? (uint32_t)(v - 1) : BL_NONE;
}

static uint8_t small(const struct fields *f, uint32_t i)
{
    uint64_t v = field(f, i);
    return v <= UINT8_MAX ? (uint8_t)v : UINT8_MAX;
}

/* Operand I, where it is one of the MOST + 1 that LLVM knows; what it takes others
 * for is OTHERWISE. */
static uint8_t one_of(const struct fields *f, uint32_t i, uint8_t most, uint8_t otherwise)
{
    uint64_t v = field(f, i);
    return v <= most ? (uint8_t)v : otherwise;
}

/* Written as the logarithm plus one. */
static uint64_t alignment_of(uint64_t v)
{
    return v > 0 && v <= 64 ? (uint64_t)1 << (v - 1) : 0;
}

enum {
    FUNCTION_ATTRIBUTES_AT = 4,
    VARIABLE_ATTRIBUTES_AT = 12
};
enum {
    LINKAGE_DLLIMPORT_OLD = 5,
    LINKAGE_DLLEXPORT_OLD = 6
};
/* The last of each property's values, and some others. */
enum {
    PROTECTED = 2,
    GENERAL_DYNAMIC = 1,
    LOCAL_EXEC = 4,
    LOCAL_UNNAMED_ADDR = 2,
    DLL_IMPORT = 1,
    DLL_EXPORT = 2
};

static uint8_t linkage_of(uint64_t code)
{
    static const uint8_t linkages[] = {
        [0] = BL_LINKAGE_EXTERNAL,
        [1] = BL_LINKAGE_WEAK_ANY, /* 1, 4, 10, 11: a COMDAT of the same name is meant */
        [2] = BL_LINKAGE_APPENDING,
        [3] = BL_LINKAGE_INTERNAL,
        [4] = BL_LINKAGE_LINK_ONCE_ANY,
        [LINKAGE_DLLIMPORT_OLD] = BL_LINKAGE_EXTERNAL,
        [LINKAGE_DLLEXPORT_OLD] = BL_LINKAGE_EXTERNAL,
        [7] = BL_LINKAGE_EXTERN_WEAK,
        [8] = BL_LINKAGE_COMMON,
        [9] = BL_LINKAGE_PRIVATE,
        [10] = BL_LINKAGE_WEAK_ODR,
        [11] = BL_LINKAGE_LINK_ONCE_ODR,
        [12] = BL_LINKAGE_AVAILABLE_EXTERNALLY,
        [13] = BL_LINKAGE_PRIVATE,  /* linker_private */
        [14] = BL_LINKAGE_PRIVATE,  /* linker_private_weak */
        [15] = BL_LINKAGE_EXTERNAL, /* linkonce_odr_auto_hide */
        [16] = BL_LINKAGE_WEAK_ANY,
        [17] = BL_LINKAGE_WEAK_ODR,
        [18] = BL_LINKAGE_LINK_ONCE_ANY,
        [19] = BL_LINKAGE_LINK_ONCE_ODR,
    };
    return code < sizeof linkages ? linkages[code] : BL_LINKAGE_EXTERNAL;
}

static bool is_local(const struct bl_global *v)
{
    return v->linkage == BL_LINKAGE_INTERNAL || v->linkage == BL_LINKAGE_PRIVATE;
}

/* Which operands have what the kinds have in common; 0: not written. */
struct layout {
    uint8_t least; /* operands that there must be */
    uint8_t linkage, visibility, thread_local_model, unnamed_addr, dll_storage, dso_local;
    uint8_t partition; /* two: offset and size */
};

static void read_common(struct bl_module *m, const struct layout *at, const struct fields *f,
                        struct bl_global *v)
{
    uint64_t linkage = field(f, at->linkage);
    v->linkage = linkage_of(linkage);
    if (at->visibility && !is_local(v))
        v->visibility = one_of(f, at->visibility, PROTECTED, 0);
    if (at->thread_local_model)
        v->thread_local_model = one_of(f, at->thread_local_model, LOCAL_EXEC, GENERAL_DYNAMIC);
    if (at->unnamed_addr)
        v->unnamed_addr = one_of(f, at->unnamed_addr, LOCAL_UNNAMED_ADDR, 0);
    if (at->dll_storage && has(f, at->dll_storage))
        v->dll_storage = one_of(f, at->dll_storage, DLL_EXPORT, 0);
    else if (linkage == LINKAGE_DLLIMPORT_OLD)
        v->dll_storage = DLL_IMPORT;
    else if (linkage == LINKAGE_DLLEXPORT_OLD)
        v->dll_storage = DLL_EXPORT;
    bool is_hidden = v->visibility != 0 && v->linkage != BL_LINKAGE_EXTERN_WEAK;
    v->dso_local = is_local(v) || is_hidden || (at->dso_local && field(f, at->dso_local) != 0);
    if (has(f, at->partition + 1U) && f->base > 0) {
        bool is_inside = bl_module_strtab_text(m, field(f, at->partition),
                                               field(f, at->partition + 1U), &v->partition);
        v->partition_is_lost =
            field(f, at->partition + 1U) > 0 && (!is_inside || bl_name_is_lost(v->partition));
        if (v->partition_is_lost)
            v->partition = (struct bl_view){0};
    }
}

/* [type, is const | explicit type << 1 | address space << 2, initializer + 1, linkage, alignment,
 * section + 1, visibility, thread local, unnamed_addr, externally initialized, DLL storage,
 * COMDAT + 1, attributes + 1, dso_local, partition, its size, sanitizers, code model] */
static void read_variable(const struct fields *f, struct bl_global *v)
{
    uint64_t flags = field(f, 1);
    bool has_value_type = flags & 2;
    v->value_type = has_value_type ? number(f, 0) : BL_NONE;
    v->type = has_value_type ? BL_NONE : number(f, 0);
    v->address_space = has_value_type ? number_of(flags >> 2) : 0;
    v->is_constant = flags & 1;
    v->initializer = reference(f, 2);
    v->is_declaration = v->initializer == BL_NONE;
    v->alignment = alignment_of(field(f, 4));
    v->section = reference(f, 5);
    v->externally_initialized = field(f, 9) != 0;
    v->comdat = reference(f, 11);
    v->attributes = reference(f, VARIABLE_ATTRIBUTES_AT);
    v->sanitizers = small(f, 16);
    v->code_model = small(f, 17);
}

/* [type, calling convention, is prototype, linkage, attributes + 1, alignment, section + 1,
 * visibility, GC + 1, unnamed_addr, prologue + 1, DLL storage, COMDAT + 1, prefix + 1,
 * personality + 1, dso_local, address space, partition, its size] */
static void read_function_fields(const struct fields *f, struct bl_global *v)
{
    v->value_type = number(f, 0);
    v->calling_convention = number(f, 1);
    v->is_declaration = field(f, 2) != 0;
    v->attributes = reference(f, FUNCTION_ATTRIBUTES_AT);
    v->alignment = alignment_of(field(f, 5));
    v->section = reference(f, 6);
    v->gc = reference(f, 8);
    v->prologue = reference(f, 10);
    v->comdat = reference(f, 12);
    v->prefix = reference(f, 13);
    v->personality = reference(f, 14);
    v->address_space = number(f, 16);
}

static const struct layout layouts[] = {
    [BL_GLOBAL_VARIABLE] = {4, 3, 6, 7, 8, 10, 13, 14},
    [BL_GLOBAL_FUNCTION] = {4, 3, 7, 0, 9, 11, 15, 17},
    [BL_GLOBAL_ALIAS] = {4, 3, 4, 6, 7, 5, 8, 9},
    [BL_GLOBAL_IFUNC] = {4, 3, 4, 0, 0, 0, 5, 6},
};

static const struct layout old_alias_layout = {3, 2, 3, 5, 6, 4, 7, 8};

static const struct layout *layout_of(const struct bl_record *rec, enum bl_global_kind kind)
{
    return rec->code == BL_CODE_MODULE_ALIAS_OLD ? &old_alias_layout : &layouts[kind];
}

static struct fields fields_of(const struct bl_module *m, const struct bl_record *rec)
{
    return (struct fields){.rec = rec, .base = m->header.version >= BL_VERSION_WITH_STRTAB ? 2 : 0};
}

bool bl_global_is_short(const struct bl_module *m, const struct bl_record *rec,
                        enum bl_global_kind kind)
{
    struct fields f = fields_of(m, rec);
    return !has(&f, layout_of(rec, kind)->least - 1U);
}

void bl_global_note(const struct bl_module *m, const struct bl_record *rec,
                    enum bl_global_kind kind, struct bl_global_place *place)
{
    struct fields f = fields_of(m, rec);
    struct bl_global v = {.linkage = linkage_of(field(&f, layout_of(rec, kind)->linkage))};
    _Static_assert(2 + 3 < BL_FIRST_OPS, "they are read");
    place->is_initialized = kind == BL_GLOBAL_VARIABLE && reference(&f, 2) != BL_NONE;
    place->is_local = is_local(&v);
}

uint32_t bl_global_attributes(const struct bl_module *m, const struct bl_record *rec,
                              enum bl_global_kind kind)
{
    struct fields f = fields_of(m, rec);
    uint32_t at = kind == BL_GLOBAL_FUNCTION   ? FUNCTION_ATTRIBUTES_AT
                  : kind == BL_GLOBAL_VARIABLE ? VARIABLE_ATTRIBUTES_AT
                                               : UINT32_MAX - f.base;
    if (!has(&f, at))
        return 0;
    if (f.base + at >= BL_FIRST_OPS)
        return BL_ATTRIBUTES_NOT_READ;
    return reference(&f, at) + 1;
}

const struct bl_global bl_global_without_properties = {
    .value_type = BL_NONE,
    .type = BL_NONE,
    .section = BL_NONE,
    .gc = BL_NONE,
    .comdat = BL_NONE,
    .attributes = BL_NONE,
    .initializer = BL_NONE,
    .prologue = BL_NONE,
    .prefix = BL_NONE,
    .personality = BL_NONE,
    .body = BL_NONE,
};

int bl_global_decode(struct bl_module *m, const struct bl_record *rec, enum bl_global_kind kind,
                     struct bl_global *v)
{
    struct fields f = fields_of(m, rec);
    const struct layout *at = layout_of(rec, kind);
    *v = bl_global_without_properties;
    v->bit_pos = rec->bit_pos;
    v->kind = kind;
    if (!has(&f, at->least - 1U))
        return BL_E_MALFORMED;
    read_common(m, at, &f, v);
    if (at == &old_alias_layout) { /* the type of the pointer in place of type and address space */
        v->type = number(&f, 0);
        v->initializer = number(&f, 1);
    } else if (kind == BL_GLOBAL_VARIABLE) {
        read_variable(&f, v);
    } else if (kind == BL_GLOBAL_FUNCTION) {
        read_function_fields(&f, v);
    } else {
        /* [type, address space, aliasee or resolver, linkage, visibility, …], for aliases DLL
         * storage, thread local and unnamed_addr, then dso_local, partition, its size] */
        v->value_type = number(&f, 0);
        v->address_space = number(&f, 1);
        v->initializer = number(&f, 2);
    }
    return BL_OK;
}
