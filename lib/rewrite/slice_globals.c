/* rewrite/slice_globals.c - records of global values in a slice: defined, or declared
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "bitleap_names.h"
#include "ir/module.h"
#include "rewrite/slicer.h"

enum {
    MOST_OPERANDS = 32, /* of a global value's record, up to the last one that is changed here */
    /* Of records. */
    LINKAGE_EXTERNAL = 0,
    LINKAGE_EXTERN_WEAK = 7,
    LINKAGE_WEAK_ANY = 16,
    LINKAGE_WEAK_ODR = 17,
    HIDDEN = 1,
    DLL_EXPORT = 2,
    EXPLICIT_TYPE = 2, /* of a variable: its type is that of the value */
    ADDRESS_SPACE_SHIFT = 2,
};

/* Operands that are changed here. */
enum operand_name {
    OF_LINKAGE,
    OF_VISIBILITY,
    OF_INITID,
    OF_SECTION,
    OF_GC,
    OF_PROLOGUEDATA,
    OF_COMDAT,
    OF_PREFIXDATA,
    OF_PERSONALITYFN,
    OF_PARTITION_OFFSET,
    OF_PARTITION_SIZE,
    OF_ISPROTO,
    OF_DLLSTORAGECLASS,
    OF_THREADLOCAL,
    OF_UNNAMED_ADDR,
    OF_DSO_LOCAL,
    OF_ADDRSPACE,
    OF_IS_CONST,
    N_OPERANDS
};

static const char *const operand_names[N_OPERANDS] = {
    [OF_LINKAGE] = "linkage",
    [OF_VISIBILITY] = "visibility",
    [OF_INITID] = "initid",
    [OF_SECTION] = "section",
    [OF_GC] = "gc",
    [OF_PROLOGUEDATA] = "prologuedata",
    [OF_COMDAT] = "comdat",
    [OF_PREFIXDATA] = "prefixdata",
    [OF_PERSONALITYFN] = "personalityfn",
    [OF_PARTITION_OFFSET] = "partition_offset",
    [OF_PARTITION_SIZE] = "partition_size",
    [OF_ISPROTO] = "isproto",
    [OF_DLLSTORAGECLASS] = "dllstorageclass",
    [OF_THREADLOCAL] = "threadlocal",
    [OF_UNNAMED_ADDR] = "unnamed_addr",
    [OF_DSO_LOCAL] = "dso_local",
    [OF_ADDRSPACE] = "addrspace",
    [OF_IS_CONST] = "is_const",
};

_Static_assert((int)N_OPERANDS <= (int)BL_SLICE_OPERANDS, "all have a place");

static uint32_t find_operand(const struct bl_slice *s, uint32_t code, const char *name)
{
    struct bl_record rec = {.code = code};
    for (uint32_t i = 0; i < MOST_OPERANDS; i++)
        if (bl_view_is(bl_ir_operand_name(BL_BLOCK_MODULE, &rec, i, s->version), name))
            return i;
    return BL_NONE;
}

/* The operand of a record with CODE that is called NAME; BL_NONE: there is none. */
static uint32_t operand(struct bl_slice *s, uint32_t code, enum operand_name name)
{
    uint32_t *known = &s->operands[code % BL_SLICE_CODES][name];
    if (*known == 0) {
        uint32_t i = find_operand(s, code, operand_names[name]);
        *known = i == BL_NONE ? BL_NONE : i + 1;
    }
    return *known == BL_NONE ? BL_NONE : *known - 1;
}

/* Set the operand, which older LLVMs may not have written: then 0 is between. */
static void set(struct bl_slice *s, uint32_t code, uint32_t *n, enum operand_name name,
                uint64_t value)
{
    uint32_t i = operand(s, code, name);
    if (i == BL_NONE || (i >= *n && value == 0))
        return;
    for (; *n <= i; ++*n)
        s->ops[*n] = 0;
    s->ops[i] = value;
}

static bool is_local(const struct bl_global *g)
{
    return g->linkage == BL_LINKAGE_INTERNAL || g->linkage == BL_LINKAGE_PRIVATE;
}

bool bl_slice_keeps_operand(const struct bl_slice *s, uint32_t value, const struct bl_place *place)
{
    bool is_defined = s->fates[value] != BL_FATE_NEEDED;
    if (place->role == BL_OF_COMDAT)
        return is_defined && place->number < s->sets[BL_NUMBERED_COMDATS].n &&
               !s->is_cut[place->number];
    return is_defined || place->role == BL_OF_TYPE || place->role == BL_OF_ATTRIBUTES ||
           (place->role == BL_OF_STRING && place->op == 0);
}

/* What is defined: linkage as llvm-extract makes it. */
static void relink(struct bl_slice *s, const struct bl_global *g, uint32_t code, uint32_t *n)
{
    bool changes = true;
    if (s->flags & BL_SLICE_KEEP_LINKAGE || g->linkage == BL_LINKAGE_APPENDING)
        return;
    if (is_local(g)) {
        set(s, code, n, OF_LINKAGE, LINKAGE_EXTERNAL);
        set(s, code, n, OF_VISIBILITY, HIDDEN);
    } else if (g->linkage == BL_LINKAGE_LINK_ONCE_ANY) {
        set(s, code, n, OF_LINKAGE, LINKAGE_WEAK_ANY);
    } else if (g->linkage == BL_LINKAGE_LINK_ONCE_ODR) {
        set(s, code, n, OF_LINKAGE, LINKAGE_WEAK_ODR);
    } else {
        changes = false;
    }
    s->report.n_relinked += changes;
}

/* What is declared now: external, and nothing that only a definition has. */
static void declare(struct bl_slice *s, const struct bl_global *g, uint32_t code, uint32_t *n)
{
    static const enum operand_name definition[] = {
        OF_INITID,        OF_SECTION,          OF_GC,
        OF_PROLOGUEDATA,  OF_COMDAT,           OF_PREFIXDATA,
        OF_PERSONALITYFN, OF_PARTITION_OFFSET, OF_PARTITION_SIZE};
    for (size_t i = 0; i < sizeof definition / sizeof definition[0]; i++)
        set(s, code, n, definition[i], 0);
    if (code == BL_CODE_MODULE_FUNCTION)
        set(s, code, n, OF_ISPROTO, 1);
    set(s, code, n, OF_LINKAGE,
        g->linkage == BL_LINKAGE_EXTERN_WEAK ? LINKAGE_EXTERN_WEAK : LINKAGE_EXTERNAL);
    if (is_local(g)) {
        set(s, code, n, OF_VISIBILITY, HIDDEN);
        s->report.n_relinked++;
    }
    if (g->dll_storage == DLL_EXPORT)
        set(s, code, n, OF_DLLSTORAGECLASS, 0);
}

/* An alias or ifunc that is declared: a function or variable of its type, where it was. */
static int declare_alias(struct bl_slice *s, const struct bl_global *g, uint32_t *code, uint32_t *n)
{
    uint64_t type = g->value_type;
    uint32_t name_end = s->version >= BL_VERSION_WITH_STRTAB ? 2 : 0;
    if (s->rec.code == BL_CODE_MODULE_ALIAS_OLD || type >= s->types->n)
        return bl_fail_at(s->err, BL_E_MISMATCH, "alias of LLVM 3.8 or older, to be declared",
                          s->rec.bit_pos);
    bool is_function = s->types->types[type].kind == BL_TYPE_FUNCTION;
    *code = is_function ? BL_CODE_MODULE_FUNCTION : BL_CODE_MODULE_GLOBALVAR;
    *n = name_end + 1; /* the type */
    set(s, *code, n, OF_THREADLOCAL, g->thread_local_model);
    set(s, *code, n, OF_VISIBILITY, is_local(g) ? HIDDEN : g->visibility);
    set(s, *code, n, OF_UNNAMED_ADDR, g->unnamed_addr);
    set(s, *code, n, OF_DLLSTORAGECLASS, g->dll_storage == DLL_EXPORT ? 0 : g->dll_storage);
    set(s, *code, n, OF_DSO_LOCAL, g->dso_local);
    if (is_function) {
        set(s, *code, n, OF_ISPROTO, 1);
        set(s, *code, n, OF_ADDRSPACE, g->address_space);
    } else {
        set(s, *code, n, OF_IS_CONST,
            EXPLICIT_TYPE | (uint64_t)g->address_space << ADDRESS_SPACE_SHIFT);
    }
    s->report.n_relinked++;
    return BL_OK;
}

/* All operands that a record of old LLVMs may lack are 0. */
static void fill(struct bl_slice *s, uint32_t code, uint32_t *n)
{
    uint32_t least =
        operand(s, code, code == BL_CODE_MODULE_FUNCTION ? OF_UNNAMED_ADDR : OF_SECTION);
    for (; *n <= least; ++*n)
        s->ops[*n] = 0;
}

/* The new numbers of the operands that are kept. */
static int renew(struct bl_slice *s, uint32_t value)
{
    for (uint32_t i = 0; i < s->places.n; i++) {
        const struct bl_place *p = &s->places.items[i];
        enum bl_numbered numbered = bl_numbering_of(p);
        if (numbered == BL_N_NUMBERED)
            continue;
        if (!bl_slice_keeps_operand(s, value, p)) {
            s->ops[p->op] = 0;
            continue;
        }
        if (!bl_slice_keeps(s, numbered, p->number))
            return bl_fail_at(s->err, BL_E_MISMATCH, "number of what is not there", s->rec.bit_pos);
        s->ops[p->op] = bl_place_operand(p, s->sets[numbered].renewed[p->number], 0);
    }
    return BL_OK;
}

/* Names, which move to a new STRTAB. */
static int place_names(struct bl_slice *s, uint32_t value, const struct bl_global *g)
{
    for (uint32_t i = 0; i < s->places.n; i++) {
        const struct bl_place *p = &s->places.items[i];
        uint32_t offset = 0;
        if (p->role != BL_OF_STRING || p->op + 1 >= s->rec.n_ops ||
            !bl_slice_keeps_operand(s, value, p))
            continue;
        struct bl_view text = p->op == 0 ? g->name : g->partition;
        int status = text.size ? bl_string_table_add(&s->strings, text, &offset) : BL_OK;
        if (status < 0)
            return bl_fail(s->err, status, "names that are too much for a STRTAB");
        s->ops[p->op] = offset;
        s->ops[p->op + 1] = text.size;
    }
    return BL_OK;
}

int bl_slice_global(struct bl_slice *s, uint32_t value, uint32_t *code, uint32_t *n)
{
    struct bl_global g;
    struct bl_around around = {.block_id = BL_BLOCK_MODULE, .version = s->version};
    int status = bl_module_global(s->module, value, &g, s->err);
    if (status == BL_OK)
        status = bl_slice_places(s, &around, &s->rec);
    if (status < 0)
        return status;
    if (bl_grow(&s->ops, &s->cap_ops, (uint64_t)s->rec.n_ops + MOST_OPERANDS) < 0)
        return bl_fail(s->err, BL_E_NOMEM, "no memory for a record");
    for (uint32_t i = 0; i < s->rec.n_ops; i++)
        s->ops[i] = s->rec.ops[i];
    *code = s->rec.code;
    *n = s->rec.n_ops;
    status = renew(s, value);
    if (status == BL_OK)
        status = place_names(s, value, &g);
    if (status < 0)
        return status;
    bool is_alias = g.kind == BL_GLOBAL_ALIAS || g.kind == BL_GLOBAL_IFUNC;
    if (s->fates[value] == BL_FATE_DEFINED)
        relink(s, &g, *code, n);
    else if (s->fates[value] == BL_FATE_NEEDED && is_alias)
        status = declare_alias(s, &g, code, n);
    else if (s->fates[value] == BL_FATE_NEEDED)
        declare(s, &g, *code, n);
    if (status == BL_OK && is_alias && *code != s->rec.code)
        fill(s, *code, n);
    return status;
}
