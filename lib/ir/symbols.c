/* ir/symbols.c - the symbols of a module, from its symbol table or from its records
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Both ways lead to the same symbols in the same order, that of llvm::ModuleSymbolTable: functions,
 * variables, aliases, ifuncs, assembly. Symbol I is global value order[I].
 */
#include "ir/symbols.h"

#include "base/arena.h"
#include "base/grow.h"
#include "base/map.h"
#include "base/status.h"
#include "base/view.h"
#include "index/index.h"
#include "ir/globals.h"
#include "ir/linker_name.h"
#include "ir/module_asm.h"
#include "ir/symtab.h"

/* Aliases of aliases, and constants, that are followed to what an alias stands for. */
enum {
    MAX_STEPS = 64
};

struct bl_symbols {
    struct bl_module *module;
    struct bl_arena arena;
    uint32_t at; /* number of the next one */
    uint64_t name_bytes_left;
    /* From a symbol table. */
    bool has_table;
    uint32_t table_block;
    struct bl_symtab_view table;
    uint32_t first, end, uncommon;
    struct bl_view triple;
    /* From records. */
    uint32_t *order;
    uint32_t n_order;
    bool has_order;
    struct bl_error damage; /* of the module: reported after what could be read */
    struct bl_error lost;   /* of the first symbol whose name cannot be read; likewise */
    enum bl_name_style style;
    struct bl_layout *layout; /* for the bytes of arguments; NULL: not needed so far */
    struct bl_budget parameters;
    bool leaves_names; /* that need not be looked at */
    bool left_name;    /* of the last one */
    uint32_t n_unnamed;
    struct bl_asm_symbols assembly;
    /* Of bl_symbols_count(), with what failed at their end. */
    struct bl_symbol *all;
    uint32_t n_all, cap_all;
    bool all_are_read;
    struct bl_error failure;
    bool *summarized;    /* by value, in a minimized module: it is defined; NULL: it is none */
    struct bl_map bases; /* from constants that aliases stand for to what these stand for */
};

/* ---- From a symbol table ---- */

static bool open_table(struct bl_symbols *s)
{
    struct bl_module *m = s->module;
    struct bl_module_group group = bl_module_group(m);
    struct bl_view blob;
    struct bl_view strtab;
    if (group.symtab == BL_NONE ||
        bl_module_note(m, bl_index_blob(m->index, group.symtab, &blob)) <= 0 ||
        bl_module_note(m, bl_module_strtab(m, &strtab)) <= 0)
        return false;
    s->table_block = group.symtab;
    /* Each symbol is a value of the module, or is in its assembly, where a macro makes many out of
     * few words. A table of many modules may give the same ones to all of them. */
    return bl_symtab_open(&s->table, blob, strtab) && s->table.modules.n == group.n_modules &&
           bl_symtab_module(&s->table, group.number, &s->first, &s->end, &s->uncommon) &&
           (group.n_modules <= BL_N_SHARING || s->end - s->first <= m->place.n_words);
}

/* ---- From records ---- */

/* Global values in the order of symbols. */
static int make_order(struct bl_symbols *s, struct bl_error *err)
{
    static const uint8_t kinds[] = {BL_GLOBAL_FUNCTION, BL_GLOBAL_VARIABLE, BL_GLOBAL_ALIAS,
                                    BL_GLOBAL_IFUNC};
    uint32_t cap = 0;
    uint32_t n;
    if (s->has_order)
        return BL_OK;
    if (bl_module_count(s->module, &n, &s->damage) == BL_E_NOMEM || bl_grow(&s->order, &cap, n) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for symbols");
    for (uint32_t k = 0; k < sizeof kinds; k++)
        for (uint32_t value = 0; value < n; value++)
            if (s->module->header.places[value].kind == kinds[k])
                s->order[s->n_order++] = value;
    s->has_order = true;
    return BL_OK;
}

/* Which operand of a constant expression is what it takes the address of; 0: none. */
static uint32_t base_operand(const struct bl_record *rec)
{
    switch (rec->code) {
    case BL_CODE_CONSTANTS_CE_CAST:
        return 2; /* [opcode, type, value] */
    /* [type of what is pointed to, if it is stated; type, value, …] */
    case BL_CODE_CONSTANTS_CE_GEP_OLD:
    case BL_CODE_CONSTANTS_CE_INBOUNDS_GEP: return 1 + rec->n_ops % 2;
    /* [type of what is pointed to, flags, type, value, …] */
    case BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE_INDEX_OLD:
    case BL_CODE_CONSTANTS_CE_GEP: return 3;
    default: return 0;
    }
}

/* No value, as there are not so many. */
#define NO_BASE (BL_NONE - 1)

/* The value that constant expression VALUE takes the address of; NO_BASE: it is none of that
 * kind. */
static uint32_t read_base(struct bl_module *m, uint32_t value)
{
    const struct bl_constant *constants;
    struct bl_record rec = {0};
    uint32_t n;
    uint32_t number = value - m->header.n_places;
    uint32_t base = NO_BASE;
    (void)bl_module_note(m, bl_module_constants(m, &constants, &n, NULL));
    if (number < n &&
        bl_module_note(m, bl_constant_read(m, &constants[number], &rec, NULL)) == BL_OK) {
        uint32_t at = base_operand(&rec);
        if (at > 0 && at < rec.n_ops && rec.ops[at] < NO_BASE)
            base = (uint32_t)rec.ops[at];
    }
    bl_record_release(&rec);
    return base;
}

/* On to what constant expression *VALUE takes the address of, which is read once for all aliases.
 * False: it is none of that kind. */
static bool step_through_constant(struct bl_symbols *s, uint32_t *value)
{
    uint32_t base = bl_map_find(&s->bases, *value);
    if (base == BL_MAP_NONE) {
        base = read_base(s->module, *value);
        (void)bl_module_note(s->module, bl_map_add(&s->bases, *value, base));
    }
    *value = base;
    return base != NO_BASE;
}

/* The function, variable or ifunc that alias V leads to; false where that is no global value. */
static bool find_aliased(struct bl_symbols *s, const struct bl_global *v, struct bl_global *base)
{
    struct bl_module *m = s->module;
    *base = *v;
    uint32_t value = v->initializer;
    for (uint32_t i = 0; base->kind == BL_GLOBAL_ALIAS && i < MAX_STEPS; i++) {
        if (value >= m->header.n_places) {
            if (!step_through_constant(s, &value))
                return false;
        } else if (bl_module_note(m, bl_module_global(m, value, base, NULL)) < 0) {
            return false;
        } else {
            value = base->initializer;
        }
    }
    return base->kind != BL_GLOBAL_ALIAS;
}

bool bl_symbol_is_intrinsic(struct bl_view ir_name)
{
    return bl_view_begins(ir_name, "llvm.");
}

/* Whether V's name, a view into the STRTAB, is that of its symbol, except for a mark in front that
 * it may have: then only the name itself says more. */
static bool can_leave_name(const struct bl_symbols *s, const struct bl_global *v,
                           const struct bl_global *base)
{
    return s->leaves_names && v->name.size > 0 && v->linkage != BL_LINKAGE_PRIVATE &&
           v->dll_storage == 0 && s->module->header.version >= BL_VERSION_WITH_STRTAB &&
           !(base && bl_linker_name_has_bytes(s->style, base));
}

/* The name of V, which leads to BASE; NULL: it is not known. NUMBER names what has none. */
static int find_name(struct bl_symbols *s, const struct bl_global *v, const struct bl_global *base,
                     uint32_t number, struct bl_view *name)
{
    uint64_t n_bytes;
    int rc = 0;
    if (base && bl_linker_name_has_bytes(s->style, base)) {
        rc = s->layout ? BL_OK : bl_layout_open(&s->layout, s->module, NULL);
        if (rc == BL_OK)
            rc = bl_argument_bytes(s->module, s->layout, &s->parameters, base, &n_bytes);
        if (rc == BL_E_NOMEM || rc == BL_E_LIMIT)
            return rc;
    }
    return bl_linker_name(&s->arena, s->style, v, base, rc > 0 ? &n_bytes : NULL, number, name);
}

static unsigned linkage_flags(const struct bl_global *v)
{
    switch (v->linkage) {
    case BL_LINKAGE_PRIVATE: return BL_SYMBOL_FORMAT_SPECIFIC;
    case BL_LINKAGE_INTERNAL: return 0;
    case BL_LINKAGE_COMMON: return BL_SYMBOL_GLOBAL | BL_SYMBOL_COMMON;
    case BL_LINKAGE_LINK_ONCE_ANY:
    case BL_LINKAGE_LINK_ONCE_ODR:
    case BL_LINKAGE_WEAK_ANY:
    case BL_LINKAGE_WEAK_ODR:
    case BL_LINKAGE_EXTERN_WEAK: return BL_SYMBOL_GLOBAL | BL_SYMBOL_WEAK;
    case BL_LINKAGE_AVAILABLE_EXTERNALLY: return BL_SYMBOL_GLOBAL | BL_SYMBOL_UNDEFINED;
    default: return BL_SYMBOL_GLOBAL;
    }
}

/* The first operand of what the summary says of a definition. */
static int note_summarized(void *context, struct bl_cursor *cursor, const struct bl_record *rec)
{
    struct bl_symbols *s = context;
    (void)cursor;
    switch (rec->code) {
    case BL_CODE_SUMMARY_PERMODULE:
    case BL_CODE_SUMMARY_PERMODULE_PROFILE:
    case BL_CODE_SUMMARY_PERMODULE_GLOBALVAR_INIT_REFS:
    case BL_CODE_SUMMARY_ALIAS:
    case BL_CODE_SUMMARY_PERMODULE_RELBF:
    case BL_CODE_SUMMARY_PERMODULE_VTABLE_GLOBALVAR_INIT_REFS:
        if (rec->n_ops > 0 && rec->ops[0] < s->module->header.n_places)
            s->summarized[rec->ops[0]] = true;
        break;
    default: break;
    }
    return BL_OK;
}

/* What a minimized module defines. A summary that is damaged is so for others, too. */
static int read_summarized(struct bl_symbols *s, struct bl_error *err)
{
    struct bl_module *m = s->module;
    uint32_t cap = 0;
    if (!m->header.is_minimized)
        return BL_OK;
    if (bl_grow(&s->summarized, &cap, (size_t)m->header.n_places + 1) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for a symbol");
    memset(s->summarized, 0, m->header.n_places * sizeof *s->summarized);
    for (uint32_t i = 0; i < m->header.n_blocks; i++) {
        const struct bl_block *block = &m->header.blocks[i];
        if ((block->block_id == BL_BLOCK_GLOBALVAL_SUMMARY ||
             block->block_id == BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY) &&
            bl_module_read_block(m, block, note_summarized, s, NULL) == BL_E_NOMEM)
            return bl_fail(err, BL_E_NOMEM, "no memory for a symbol");
    }
    return BL_OK;
}

/* All except what the name says. */
static unsigned flags_of(const struct bl_symbols *s, uint32_t value, const struct bl_global *v,
                         const struct bl_global *base, const struct bl_symbol *symbol)
{
    unsigned flags = linkage_flags(v);
    if (s->summarized ? !s->summarized[value] : v->is_declaration)
        flags |= BL_SYMBOL_UNDEFINED;
    if (base && (base->kind == BL_GLOBAL_FUNCTION || base->kind == BL_GLOBAL_IFUNC))
        flags |= BL_SYMBOL_EXECUTABLE;
    if (v->kind == BL_GLOBAL_ALIAS)
        flags |= BL_SYMBOL_INDIRECT;
    if (v->thread_local_model != 0)
        flags |= BL_SYMBOL_TLS;
    if (v->unnamed_addr == 1)
        flags |= BL_SYMBOL_UNNAMED_ADDR;
    if (v->kind == BL_GLOBAL_VARIABLE && bl_view_is(symbol->section, "llvm.metadata"))
        flags |= BL_SYMBOL_FORMAT_SPECIFIC;
    return flags;
}

static int read_value(struct bl_symbols *s, uint32_t value, struct bl_symbol *symbol,
                      struct bl_error *err)
{
    struct bl_module *m = s->module;
    struct bl_global v;
    struct bl_global aliased;
    const struct bl_global *base = &v;
    int status = bl_module_global(m, value, &v, err);
    if (status < 0)
        return status;
    if (v.kind == BL_GLOBAL_ALIAS)
        base = find_aliased(s, &v, &aliased) ? &aliased : NULL;
    *symbol = (struct bl_symbol){.ir_name = v.name, .visibility = v.visibility};
    const struct bl_comdat *comdats;
    uint32_t n_comdats;
    if (base && base->section != BL_NONE &&
        bl_module_section(m, base->section, &symbol->section) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for a symbol");
    if (base && base->comdat != BL_NONE &&
        bl_module_note(m, bl_module_comdats(m, &comdats, &n_comdats, NULL)) == BL_OK &&
        base->comdat < n_comdats)
        symbol->comdat = comdats[base->comdat].name;
    symbol->flags = flags_of(s, value, &v, base, symbol);
    s->left_name = can_leave_name(s, &v, base);
    if (s->left_name) {
        symbol->name = v.name;
        return bl_module_lacked(m) ? bl_fail(err, BL_E_NOMEM, "no memory for a symbol") : BL_OK;
    }
    if (bl_symbol_is_intrinsic(v.name))
        symbol->flags |= BL_SYMBOL_FORMAT_SPECIFIC;
    uint32_t n_unnamed = s->n_unnamed + (v.name.size == 0);
    status = bl_module_lacked(m) ? BL_E_NOMEM : find_name(s, &v, base, n_unnamed, &symbol->name);
    if (status == BL_E_LIMIT)
        return bl_fail(err, status, "parameters that more names count than the limit");
    if (status < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for a symbol");
    s->n_unnamed = n_unnamed;
    return BL_OK;
}

/* bl_asm_state */
static unsigned assembly_state(const struct bl_global *v)
{
    unsigned flags = linkage_flags(v);
    bool is_undefined = v->is_declaration || flags & BL_SYMBOL_UNDEFINED;
    unsigned state = is_undefined ? 0 : BL_ASM_DEFINED;
    if (flags & (BL_SYMBOL_WEAK | BL_SYMBOL_COMMON))
        return state | BL_ASM_WEAK;
    return v->linkage == BL_LINKAGE_EXTERNAL ? state | BL_ASM_GLOBAL : state;
}

/* What assembly gives versions to may be in IR, under its name there or that of the linker. */
static int read_versions(struct bl_symbols *s)
{
    struct bl_module *m = s->module;
    uint32_t n = s->assembly.n_versions > 0 ? s->n_order : 0;
    uint64_t bytes_left = s->name_bytes_left;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_global v;
        struct bl_view name;
        if (bl_module_note(m, bl_module_global(m, s->order[i], &v, NULL)) < 0 || v.name.size == 0)
            continue;
        int status = find_name(s, &v, &v, 0, &name);
        if (status == BL_E_NOMEM)
            return status;
        if (status < 0 || bl_module_spend_name(m, name, &bytes_left, NULL) < 0)
            break; /* as it will be when it is reported */
        bl_asm_symbols_note_ir(&s->assembly, v.name, assembly_state(&v));
        bl_asm_symbols_note_ir(&s->assembly, name, assembly_state(&v));
    }
    return bl_module_lacked(m) ? BL_E_NOMEM : bl_asm_symbols_add_versions(&s->assembly, &s->arena);
}

static int open_records(struct bl_symbols *s, struct bl_error *err)
{
    struct bl_view layout = {0};
    struct bl_view assembly = {0};
    int status = make_order(s, err);
    if (status == BL_OK &&
        (bl_module_text(s->module, BL_CODE_MODULE_DATALAYOUT, &layout, err) == BL_E_NOMEM ||
         bl_module_text(s->module, BL_CODE_MODULE_ASM, &assembly, err) == BL_E_NOMEM))
        status = BL_E_NOMEM;
    s->style = bl_name_style(layout);
    if (status == BL_OK &&
        bl_module_text(s->module, BL_CODE_MODULE_TRIPLE, &s->triple, err) == BL_E_NOMEM)
        status = BL_E_NOMEM;
    if (status == BL_OK &&
        (bl_asm_symbols_read(&s->assembly, assembly, s->triple) < 0 || read_versions(s) < 0))
        status = bl_fail(err, BL_E_NOMEM, "no memory for the symbols of assembly");
    return status;
}

/* ---- Public ---- */

/* Where symbols are called as their global values are, and no assembly adds any, records tell as
 * much as is needed. */
static bool can_leave_names(const struct bl_symbols *s)
{
    const struct bl_module_header *header = &s->module->header;
    for (uint32_t i = 0; i < header->n_texts; i++)
        if (header->texts[i].code == BL_CODE_MODULE_ASM)
            return false;
    return s->style != BL_NAMES_MACHO && s->style != BL_NAMES_COFF && s->style != BL_NAMES_COFF_X86;
}

int bl_symbols_open_unseen(struct bl_symbols **symbols, struct bl_module *module,
                           struct bl_error *err)
{
    int status = bl_symbols_open(symbols, module, BL_SYMBOLS_FROM_RECORDS, err);
    if (!*symbols)
        return status;
    (*symbols)->leaves_names = can_leave_names(*symbols);
    if ((*symbols)->leaves_names)
        return BL_OK;
    bl_symbols_close(*symbols);
    return bl_symbols_open(symbols, module, 0, err);
}

bool bl_symbols_left_name(const struct bl_symbols *s)
{
    return s->left_name;
}

int bl_symbols_open(struct bl_symbols **symbols, struct bl_module *module, unsigned flags,
                    struct bl_error *err)
{
    *symbols = NULL;
    int status = bl_check_flags(flags, BL_SYMBOLS_FROM_RECORDS, err);
    if (status < 0)
        return status;
    struct bl_symbols *s = bl_new(sizeof *s);
    if (!s)
        return bl_fail(err, BL_E_NOMEM, "no memory for symbols");
    s->module = module;
    s->name_bytes_left = bl_module_name_bytes(module);
    s->parameters.left = s->name_bytes_left;
    s->has_table = !(flags & BL_SYMBOLS_FROM_RECORDS) && open_table(s);
    if (s->has_table)
        s->triple = bl_symtab_text(&s->table, BL_SYMTAB_TRIPLE);
    if (s->has_table && (s->triple.size == 0 || bl_name_is_lost(s->triple)))
        (void)bl_module_note(module,
                             bl_module_text(module, BL_CODE_MODULE_TRIPLE, &s->triple, NULL));
    if (bl_module_lacked(module))
        status = bl_fail(err, BL_E_NOMEM, "no memory for a symbol table");
    else if (!s->has_table)
        status = open_records(s, err);
    if (status == BL_OK && !s->has_table)
        status = read_summarized(s, err);
    if (status < 0) {
        bl_symbols_close(s);
        return status;
    }
    *symbols = s;
    return BL_OK;
}

void bl_symbols_close(struct bl_symbols *s)
{
    if (!s)
        return;
    bl_drop(s->order);
    bl_drop(s->summarized);
    bl_drop(s->all);
    bl_asm_symbols_release(&s->assembly);
    bl_layout_close(s->layout);
    bl_map_release(&s->bases);
    bl_arena_release(&s->arena);
    bl_drop(s);
}

/* In the words of bl_verify(), and at its place. */
static int fail_in_table(const struct bl_symbols *s, struct bl_error *err)
{
    const struct bl_index *index = s->module->index;
    uint64_t at = (uint64_t)(s->table.blob.data - bl_index_stream(index)->bytes.data);
    bl_fail_at(err, BL_E_MISMATCH, "symbol table that reaches beyond the STRTAB or its own end",
               at * 8);
    bl_index_path(index, s->table_block, err);
    return BL_E_MISMATCH;
}

/* After the last symbol: what could not be read. */
static int end_symbols(const struct bl_symbols *s, struct bl_error *err)
{
    return bl_fail_again(err, s->damage.status < 0 ? &s->damage : &s->lost);
}

/* Symbol AT is left out, as its name cannot be read: why is told after all others. */
static void leave_out(struct bl_symbols *s, const struct bl_error *why)
{
    if (s->lost.status == BL_OK)
        s->lost = *why;
    s->at++;
}

/* Only its name is missing, or the failure STATUS is of memory or a limit. */
static bool is_of_name(struct bl_symbols *s, uint32_t value, int status)
{
    struct bl_view name;
    return status < 0 && status != BL_E_NOMEM && status != BL_E_LIMIT &&
           bl_module_name(s->module, value, &name, NULL) == status;
}

static int next_of_records(struct bl_symbols *s, struct bl_symbol *symbol, struct bl_error *err)
{
    struct bl_error why;
    while (s->at < s->n_order) {
        int status = read_value(s, s->order[s->at], symbol, &why);
        if (!is_of_name(s, s->order[s->at], status))
            return status < 0 ? bl_fail_again(err, &why) : 1;
        leave_out(s, &why);
    }
    if (s->damage.status < 0)
        return end_symbols(s, err);
    uint32_t i = s->at - s->n_order;
    if (i >= s->assembly.n)
        return end_symbols(s, err);
    *symbol = (struct bl_symbol){
        .name = s->assembly.symbols[i].name,
        .flags = bl_asm_symbol_flags(&s->assembly.symbols[i]),
    };
    return 1;
}

static int next_of_table(struct bl_symbols *s, struct bl_symbol *symbol, struct bl_error *err)
{
    struct bl_error why;
    while (s->at < s->end - s->first) {
        if (bl_symtab_symbol(&s->table, s->first + s->at, &s->uncommon, symbol) &&
            !bl_name_is_lost(symbol->name))
            return 1;
        (void)fail_in_table(s, &why);
        leave_out(s, &why);
    }
    return bl_fail_again(err, &s->lost);
}

int bl_symbols_next(struct bl_symbols *s, struct bl_symbol *symbol, struct bl_error *err)
{
    s->left_name = false;
    symbol->name = (struct bl_view){0};
    int rc = s->has_table ? next_of_table(s, symbol, err) : next_of_records(s, symbol, err);
    if (rc <= 0)
        return rc;
    int status = bl_module_spend_name(s->module, symbol->name, &s->name_bytes_left, err);
    if (status < 0)
        return status;
    symbol->number = s->at++;
    return 1;
}

/* From the first symbol on, with a budget of names of their own. */
static int read_all_symbols(struct bl_symbols *s)
{
    struct bl_symbol symbol;
    int rc;
    while ((rc = bl_symbols_next(s, &symbol, &s->failure)) > 0) {
        if (bl_append(&s->all, &s->n_all, &s->cap_all, symbol) < 0)
            return bl_fail(&s->failure, BL_E_NOMEM, "no memory for symbols");
    }
    return rc;
}

int bl_symbols_count(struct bl_symbols *s, uint32_t *n, struct bl_error *err)
{
    if (!s->all_are_read) {
        uint32_t at = s->at;
        uint32_t uncommon = s->uncommon;
        uint32_t n_unnamed = s->n_unnamed;
        uint64_t name_bytes_left = s->name_bytes_left;
        struct bl_budget parameters = s->parameters;
        uint32_t end;
        s->at = s->n_all = s->n_unnamed = 0;
        s->name_bytes_left = bl_module_name_bytes(s->module);
        s->parameters.left = s->name_bytes_left;
        s->failure = (struct bl_error){0};
        if (s->has_table)
            (void)bl_symtab_module(&s->table, bl_module_group(s->module).number, &s->first, &end,
                                   &s->uncommon);
        s->all_are_read = read_all_symbols(s) != BL_E_NOMEM;
        s->at = at;
        s->uncommon = uncommon;
        s->n_unnamed = n_unnamed;
        s->name_bytes_left = name_bytes_left;
        s->parameters = parameters;
    }
    *n = s->n_all;
    return bl_fail_again(err, &s->failure);
}

const struct bl_symbol *bl_symbols_at(const struct bl_symbols *s, uint32_t number)
{
    return number < s->n_all ? &s->all[number] : NULL;
}

struct bl_view bl_symbols_triple(const struct bl_symbols *s)
{
    return s->triple;
}

int bl_symbols_value(struct bl_symbols *s, const struct bl_symbol *symbol, uint32_t *value,
                     struct bl_error *err)
{
    int status = make_order(s, err);
    if (status < 0)
        return status;
    /* Where values are missing, those after them stand for other symbols of the table. */
    if (symbol->number >= s->n_order || (s->has_table && s->damage.status < 0))
        return 0;
    *value = s->order[symbol->number];
    return 1;
}

bool bl_symbols_table(const struct bl_symbols *s, struct bl_symtab *table)
{
    if (!s->has_table)
        return false;
    *table = (struct bl_symtab){
        .version = s->table.version,
        .producer = bl_symtab_text(&s->table, BL_SYMTAB_PRODUCER),
        .triple = bl_symtab_text(&s->table, BL_SYMTAB_TRIPLE),
        .source_file = bl_symtab_text(&s->table, BL_SYMTAB_SOURCE_FILE),
        .linker_options = bl_symtab_text(&s->table, BL_SYMTAB_LINKER_OPTIONS),
        .n_modules = s->table.modules.n,
        .n_symbols = s->table.symbols.n,
        .n_libraries = s->table.libraries.n,
    };
    return true;
}

struct bl_view bl_symbols_library(const struct bl_symbols *s, uint32_t i)
{
    return bl_symtab_library(&s->table, i);
}
