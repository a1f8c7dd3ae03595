/* bitleap_symbols.h - modules as linkers see them: symbols, and the summaries of ThinLTO
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The conventions are those of bitleap_module.h.
 */
#ifndef BITLEAP_SYMBOLS_H
#define BITLEAP_SYMBOLS_H

#include "bitleap_module.h"

BL_BEGIN_DECLS

/* ---- Symbols ----
 *
 * A module as linkers see it: its global values, with their names in the object file, and the
 * symbols of its module-level assembly. They come from the symbol table in the SYMTAB block, of any
 * producer (IRSymtab.h, header versions 0 to 3), if there is one; otherwise from the module's
 * records.
 */

/* What a symbol is. Numbers are those of irsymtab::storage::Symbol::FlagBits. */
enum bl_symbol_flag {
    BL_SYMBOL_UNDEFINED = 1 << 3,
    BL_SYMBOL_WEAK = 1 << 4,
    BL_SYMBOL_COMMON = 1 << 5,
    BL_SYMBOL_INDIRECT = 1 << 6, /* an alias */
    BL_SYMBOL_USED = 1 << 7,     /* to be kept; known from symbol tables only */
    BL_SYMBOL_TLS = 1 << 8,
    BL_SYMBOL_MAY_OMIT = 1 << 9, /* need not be exported; known from symbol tables only */
    BL_SYMBOL_GLOBAL = 1 << 10,
    BL_SYMBOL_FORMAT_SPECIFIC = 1 << 11, /* of no interest to linkers: private, llvm.* */
    BL_SYMBOL_UNNAMED_ADDR = 1 << 12,
    BL_SYMBOL_EXECUTABLE = 1 << 13, /* code; of module assembly all */
    BL_SYMBOL_FLAGS = 0x3FF8,
};

/* A symbol of a module. */
struct bl_symbol {
    struct bl_view name;    /* "_main", "__imp_f"; "__unnamed_1": of a value without a name */
    struct bl_view ir_name; /* "main"; empty: that of such a value, or of module assembly */
    struct bl_view comdat;  /* name of its COMDAT; empty: none */
    unsigned flags;         /* bl_symbol_flag */
    uint8_t visibility;     /* as bl_global's */
    uint32_t number;        /* among the module's symbols */
    /* Told by symbol tables only: */
    uint32_t common_size, common_align;
    struct bl_view fallback; /* COFF: the symbol that replaces an undefined weak external */
    struct bl_view section;  /* where one is stated */
    BL_SLACK(3)
};

/* For bl_symbols_open(). */
enum bl_symbols_flags {
    /* Ignore the SYMTAB block. From module-level assembly this reports what is visible without the
     * target's assembler: labels and directives, but not references in instructions. */
    BL_SYMBOLS_FROM_RECORDS = 1,
};

/* The symbols of one module. Opaque. */
struct bl_symbols;

/* The symbols of MODULE, which must stay until bl_symbols_close(). A symbol table that cannot be
 * used is ignored, as is one that gives the module more symbols than it has 32-bit words; single
 * symbols are checked when they are read. Errors: BL_E_NOMEM. */
BL_API int bl_symbols_open(struct bl_symbols **symbols, struct bl_module *module, unsigned flags,
                           struct bl_error *err);
/* Close SYMBOLS. NULL is ignored. */
BL_API void bl_symbols_close(struct bl_symbols *symbols);

/* 1 a symbol, 0 the end, negative on failure. Functions come first, then variables, aliases,
 * ifuncs, and assembly. Names are borrowed until bl_symbols_close(). Errors: BL_E_MISMATCH (the
 * symbol table refers to bytes outside of the STRTAB or the table), BL_E_LIMIT (of names),
 * BL_E_NOMEM, and those of records. */
BL_API int bl_symbols_next(struct bl_symbols *symbols, struct bl_symbol *symbol,
                           struct bl_error *err);

/* How many symbols there are, in *N, and each of them by its number. They are read the first time,
 * in the place of bl_symbols_next(), which goes on as before. On failure *N are those before the
 * damage. Errors: those of bl_symbols_next(). */
BL_API int bl_symbols_count(struct bl_symbols *symbols, uint32_t *n, struct bl_error *err);
/* Symbol NUMBER, below that count; NULL: there is none. Borrowed until bl_symbols_close(). */
BL_API const struct bl_symbol *bl_symbols_at(const struct bl_symbols *symbols, uint32_t number);

/* The target triple; empty: none is stated. Borrowed as names are. */
BL_API struct bl_view bl_symbols_triple(const struct bl_symbols *symbols);

/* Which global value SYMBOL is: 1 found, 0 none (assembly), or not known, as the table has it and
 * not all of the module's values can be read; negative on failure. */
BL_API int bl_symbols_value(struct bl_symbols *symbols, const struct bl_symbol *symbol,
                            uint32_t *value, struct bl_error *err);

/* The header of a symbol table. */
struct bl_symtab {
    uint32_t version;
    struct bl_view producer; /* "22.1.8" */
    struct bl_view triple, source_file;
    struct bl_view linker_options; /* COFF */
    uint32_t n_modules, n_symbols; /* of all modules that it serves */
    uint32_t n_libraries;
    BL_SLACK(4)
};

/* The symbol table that SYMBOLS come from. False: they come from records. */
BL_API bool bl_symbols_table(const struct bl_symbols *symbols, struct bl_symtab *table);

/* Dependent library I of the symbol table. Cannot fail for I < n_libraries. */
BL_API struct bl_view bl_symbols_library(const struct bl_symbols *symbols, uint32_t i);

/* ---- Summaries ----
 *
 * What ThinLTO and devirtualization know about global values: the GLOBALVAL_SUMMARY block of a
 * module (FULL_LTO_GLOBALVAL_SUMMARY for FatLTO), or of a combined index, which describes many
 * modules and has nothing else. The block numbers values: in a module by the global value, in an
 * index by VALUE_GUID records. A module does not store most GUIDs: they are computed from names.
 */

/* The GUID that LLVM makes of NAME: the first eight bytes of its MD5. */
BL_API uint64_t bl_guid(struct bl_view name);
/* The GUID of global VALUE: of its name or, of one that other modules do not see, of the source
 * file and the name. Errors: those of bl_module_global() and of reading the source file's name. */
BL_API int bl_module_guid(struct bl_module *module, uint32_t value, uint64_t *guid,
                          struct bl_error *err);

/* A module of a combined index. */
struct bl_summary_module {
    uint64_t id; /* its number in records */
    uint64_t bit_pos;
    struct bl_view path;
    bool has_hash;
    uint32_t hash[5];
    BL_SLACK(2)
};

/* The modules of a combined index (MODULE_STRTAB); of others there are none. On failure those
 * before the damage. */
BL_API int bl_module_paths(struct bl_module *module, const struct bl_summary_module **modules,
                           uint32_t *n, struct bl_error *err);

/* What a record of summaries is. */
enum bl_summary_kind {
    /* No summary: belongs to one (type tests, ORIGINAL_NAME) or to the whole index (TYPE_ID,
     * CFI_FUNCTION_DEFS), or its code or form is not known; see code and ops. */
    BL_SUMMARY_RECORD = 0,
    BL_SUMMARY_FUNCTION = 1,
    BL_SUMMARY_VARIABLE = 2,
    BL_SUMMARY_ALIAS = 3,
};

/* Where a record belongs that is no summary itself. */
enum bl_summary_place {
    BL_PLACE_UNKNOWN = 0,
    BL_PLACE_INDEX = 1,
    BL_PLACE_NEXT = 2,   /* the next function: type tests, parameter accesses, memory profile */
    BL_PLACE_BEFORE = 3, /* the summary before it: ORIGINAL_NAME */
};

/* Of all summaries (LLVM's GVFlags). */
enum bl_summary_flag {
    BL_GV_NOT_ELIGIBLE = 1 << 0, /* to be imported */
    BL_GV_LIVE = 1 << 1,
    BL_GV_DSO_LOCAL = 1 << 2,
    BL_GV_CAN_AUTO_HIDE = 1 << 3,
    BL_GV_IMPORT_DECLARATION = 1 << 6, /* not the definition */
};

/* Of summaries of functions (LLVM's FFlags). Numbers are those of the record. */
enum bl_summary_function_flag {
    BL_FFLAG_READ_NONE = 1 << 0,
    BL_FFLAG_READ_ONLY = 1 << 1,
    BL_FFLAG_NO_RECURSE = 1 << 2,
    BL_FFLAG_RETURN_DOES_NOT_ALIAS = 1 << 3,
    BL_FFLAG_NO_INLINE = 1 << 4,
    BL_FFLAG_ALWAYS_INLINE = 1 << 5,
    BL_FFLAG_NO_UNWIND = 1 << 6,
    BL_FFLAG_MAY_THROW = 1 << 7,
    BL_FFLAG_HAS_UNKNOWN_CALL = 1 << 8,
    BL_FFLAG_MUST_BE_UNREACHABLE = 1 << 9,
};

/* Of summaries of variables (LLVM's GVarFlags). */
enum bl_summary_variable_flag {
    BL_GVAR_READ_ONLY = 1 << 0, /* may be */
    BL_GVAR_WRITE_ONLY = 1 << 1,
    BL_GVAR_CONSTANT = 1 << 2,
    BL_GVAR_VCALL_VISIBILITY = 3 << 3, /* 0 public, 1 linkage unit, 2 translation unit */
};

/* How often a call is made, by a profile. */
enum bl_hotness {
    BL_HOTNESS_UNKNOWN = 0,
    BL_HOTNESS_COLD = 1,
    BL_HOTNESS_NONE = 2,
    BL_HOTNESS_HOT = 3,
    BL_HOTNESS_CRITICAL = 4,
};

/* A call, in the summary of a function. */
struct bl_summary_call {
    uint64_t value;
    uint32_t frequency; /* relative to the entry block, times 256; of PERMODULE_RELBF records */
    uint8_t hotness;    /* bl_hotness; of ..._PROFILE records */
    bool is_tail;       /* one call of it at least */
};

/* A function in a vtable, OFFSET bytes from its beginning. */
struct bl_summary_slot {
    uint64_t value, offset;
};

/* One record. Pointers are borrowed from the iterator until the next call. */
struct bl_summary {
    uint64_t bit_pos;
    uint32_t code; /* FS_… */
    uint8_t kind;  /* bl_summary_kind */
    uint8_t place; /* bl_summary_place; for BL_SUMMARY_RECORD only */
    const uint64_t *ops;
    uint32_t n_ops;
    /* The fields below are for summaries only. */
    uint32_t module; /* number in bl_module_paths(); BL_NONE: this one, or none of that id */
    uint64_t module_id;
    uint64_t value;
    uint64_t guid;
    bool has_guid;
    uint8_t linkage;         /* bl_linkage */
    uint8_t visibility;      /* as bl_global's */
    uint64_t flags;          /* bl_summary_flag */
    uint64_t function_flags; /* bl_summary_function_flag */
    uint64_t variable_flags; /* bl_summary_variable_flag */
    uint64_t n_instructions;
    uint64_t entry_count; /* of functions of a combined index */
    /* Values referred to. The last n_write_only are only written to, the n_read_only
     * before them read. */
    const uint64_t *refs;
    uint32_t n_refs, n_read_only, n_write_only;
    const struct bl_summary_call *calls;
    uint32_t n_calls;
    uint64_t aliasee;
    const struct bl_summary_slot *slots; /* of a vtable */
    uint32_t n_slots;
    BL_SLACK(6)
};

/* An iterator over the summaries of a module. Opaque. */
struct bl_summaries;

/* The header of a block of summaries. */
struct bl_summaries_info {
    struct bl_block block;
    bool is_full_lto;
    uint32_t version;  /* 0: missing, and no record is understood; over 12: read as 12 */
    uint64_t flags;    /* FLAGS */
    uint64_t n_blocks; /* basic blocks; known at the end */
    uint32_t n_guids;  /* VALUE_GUID records so far: all that come before the first summary */
    BL_SLACK(4)
};

/* 1 with *SUMMARIES set; 0, and NULL, where MODULE has none. Leaps over function bodies. MODULE
 * must stay until bl_summaries_close(). */
BL_API int bl_summaries_open(struct bl_summaries **summaries, struct bl_module *module,
                             struct bl_error *err);
/* Close SUMMARIES. NULL is ignored. */
BL_API void bl_summaries_close(struct bl_summaries *summaries);

/* The header of the block that SUMMARIES are in. */
BL_API struct bl_summaries_info bl_summaries_get_info(const struct bl_summaries *summaries);

/* 1 a record, 0 the end, negative on failure: grammar as bl_cursor_read(), BL_E_MALFORMED
 * (an operand is missing), BL_E_LIMIT (more VALUE_GUID records than one for each four
 * bytes). Failures stick. */
BL_API int bl_summaries_next(struct bl_summaries *summaries, struct bl_summary *summary,
                             struct bl_error *err);

/* The GUID of VALUE, from the VALUE_GUID records read so far. False: none. */
BL_API bool bl_summaries_guid(const struct bl_summaries *summaries, uint64_t value, uint64_t *guid);

/* Name I of SUMMARY, the last one returned, if it has names in the STRTAB: the type identifier of
 * TYPE_ID and TYPE_ID_METADATA, followed for TYPE_ID by each function to which virtual calls
 * resolve; the functions of CFI_FUNCTION_DEFS and CFI_FUNCTION_DECLS. False: there is none.
 * Borrowed from the module. */
BL_API bool bl_summaries_name(const struct bl_summaries *summaries,
                              const struct bl_summary *summary, uint32_t i, struct bl_view *name);

BL_END_DECLS

#endif /* BITLEAP_SYMBOLS_H */
