/* bitleap_ir.h - LLVM IR in blocks: modules, symbols, types, attributes, constants, metadata
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Everything here reads through a bl_index, only as much as a question needs, and keeps it until
 * the module is closed. Unknown codes, kinds and flags, as of a newer LLVM, are reported by number
 * and are no failure. Records have the layout that LLVM's BitcodeWriter.cpp writes; codes are those
 * of LLVMBitCodes.h.
 *
 * Conventions: numbers of values, types, blocks and so on are the file's own.
 * Const pointers are borrowed until bl_module_close() of their module, unless the comment says
 * otherwise. Where the comment says so, a function that fails also returns what it read before the
 * damage.
 */
#ifndef BITLEAP_IR_H
#define BITLEAP_IR_H

#include "bitleap_codes.h"
#include "bitleap_index.h"
#include "bitleap_names.h"

BL_BEGIN_DECLS

/* ---- Modules ---- */

/* A module has at most one global value, COMDAT and text record for this many bytes of the stream;
 * otherwise BL_E_LIMIT. Abbreviations could encode them in hardly any bits; LLVM uses six bytes and
 * more. The same limit applies to groups of attributes and lists of groups, names of one kind in
 * bl_module_info, names in a body, and bundles and debug records of an instruction. */
#define BL_MIN_GLOBAL_BYTES 4

/* The same for types, and for attributes in groups. LLVM uses 12 bits and more for an attribute; up
 * to LLVM 14 it used four bits and those of a number for a pointer type.
 *
 * The parts of types, their integers, the groups in lists and the words of ranges number, in all,
 * at most as many as the operands of one record (BL_MAX_OPERANDS_PER_BYTE). So do the bytes of
 * texts that are kept from records of one kind: names of types, of global values before module
 * version 2, of COMDATs and sections, attributes, paths in an index, and each list in
 * bl_module_info; names in blocks and the producer count together. */
#define BL_MIN_TYPE_BYTES 2

/* One module of a stream. Opaque. One thread at a time; where all of its index is known, each may
 * have a module of its own on it. */
struct bl_module;

/* Number of the first module's block after top-level block AFTER (BL_NONE: of all);
 * BL_NONE: there is none. */
BL_API uint32_t bl_module_next(struct bl_index *index, uint32_t after);

/* The module in top-level BLOCK of INDEX, which must stay until bl_module_close(). Reads nothing
 * yet. Errors: BL_E_NOMEM, BL_E_ARGUMENT (no module). */
BL_API int bl_module_open(struct bl_module **module, struct bl_index *index, uint32_t block,
                          struct bl_error *err);
/* The first module of INDEX. Errors: those above; BL_E_CONTAINER, if there is none, with what the
 * stream is instead ("text, no bitcode"); or the damage before the first one. */
BL_API int bl_module_first(struct bl_module **module, struct bl_index *index, struct bl_error *err);
/* Close MODULE. NULL is ignored. */
BL_API void bl_module_close(struct bl_module *module);

/* The module in the file at PATH, with all that it needs: bl_module_close() closes the file, too.
 * PATH may lead on into the file, "libx.a(foo.o)!.llvmbc", as bitleap_search.h spells it. NAME, if
 * not NULL, is appended to it: such a path, or the name alone of a member of an archive, "foo.o".
 * FLAGS: bl_open_flags. On failure *MODULE is NULL. Errors: those of bl_file_open() and
 * bl_search_next(); BL_E_CONTAINER, if there is no module, with what is there instead ("text, no
 * bitcode"), or if there are several: *ERR has how many in n_choices. A stream that is cut off or
 * damaged is no failure as long as its module can be found. */
BL_API int bl_module_open_file(struct bl_module **module, const char *path, const char *name,
                               unsigned flags, struct bl_error *err);

/* The index that MODULE reads through, and the stream of that, for the text of an error. Borrowed;
 * threads that share an index which is complete (bl_index_expand) may each open a module of their
 * own on it. */
BL_API struct bl_index *bl_module_index(const struct bl_module *module);
BL_API const struct bl_stream *bl_module_stream(const struct bl_module *module);
/* The number of MODULE's block, as of bl_module_open(). */
BL_API uint32_t bl_module_block(const struct bl_module *module);

/* A cursor at the first entry of BLOCK, a sub-block of MODULE, for example from bl_module_body().
 * It does not see a BLOCKINFO after the first FUNCTION block, which no compiler writes. Release it
 * with bl_cursor_release(). Errors: BL_E_NOMEM; then every entry of CURSOR fails likewise, with
 * nothing to release. */
BL_API int bl_module_cursor(struct bl_module *module, const struct bl_block *block,
                            struct bl_cursor *cursor, struct bl_error *err);

/* As bl_module_cursor(), for BLOCK, a sub-block of the block that AROUND reads; AROUND continues
 * after it. */
BL_API void bl_module_cursor_inside(struct bl_module *module, const struct bl_cursor *around,
                                    const struct bl_block *block, struct bl_cursor *cursor);

/* A list of texts. */
struct bl_texts {
    const struct bl_view *texts;
    uint32_t n;
};

/* What a module has. */
enum bl_module_flag {
    BL_MODULE_THIN_LTO = 1,        /* GLOBALVAL_SUMMARY block */
    BL_MODULE_FULL_LTO = 2,        /* FULL_LTO_GLOBALVAL_SUMMARY block */
    BL_MODULE_DEBUG_INFO = 4,      /* a compile unit in its metadata */
    BL_MODULE_OPAQUE_POINTERS = 8, /* OPAQUE_POINTER types */
    BL_MODULE_TYPED_POINTERS = 16, /* POINTER types */
    BL_MODULE_SYMTAB = 32,         /* a symbol table (SYMTAB block) serves it */
};

/* Facts about a module. */
struct bl_module_info {
    struct bl_view producer; /* IDENTIFICATION: "LLVM19.1.7" */
    uint32_t epoch;
    uint32_t version; /* of the module's records: 0, 1 (relative ids), 2 (names in STRTAB) */
    struct bl_view triple, data_layout, source_file, assembly;
    struct bl_texts sections, gcs, libraries; /* SECTIONNAME, GCNAME, DEPLIB */
    struct bl_texts sync_scopes, bundle_tags, metadata_kinds;
    bool has_hash;
    uint32_t hash[5]; /* SHA-1, as the HASH record has it */
    unsigned flags;   /* bl_module_flag */
    uint32_t n_variables, n_functions, n_defined, n_aliases, n_ifuncs, n_comdats;
    /* No LLVM before NEEDS_LLVM knows the record at NEEDS_POS, or its contents: it rejects the
     * module or misreads it, for example a constant as undef. KNOWN_LLVM certainly knows it (0: not
     * even LLVM 22). All 0: LLVM 13 knows everything that was seen. The check covers codes,
     * attribute kinds, the epoch, versions of modules and summaries, and operands that older
     * versions of LLVM are known not to read; the module may really need a newer version. */
    unsigned needs_llvm, known_llvm;
    const char *needs_what; /* "attribute kind 86 (memory)"; borrowed from the module */
    uint64_t needs_pos;
    BL_SLACK(8)
};

/* For bl_module_get_info(). */
enum bl_info_flags {
    /* Search the bodies, too, for records that need a newer LLVM. Reads the whole module. */
    BL_INFO_DEEP = 1,
};

/* Reads the module's own records, its types, attributes and, as far as necessary, the records of
 * its constants, metadata and summaries; skips bodies. On failure INFO has what was found before.
 */
BL_API int bl_module_get_info(struct bl_module *module, unsigned flags, struct bl_module_info *info,
                              struct bl_error *err);

/* ---- Global values ---- */

/* What a global value is. */
enum bl_global_kind {
    BL_GLOBAL_NONE = 0, /* a symbol of module assembly */
    BL_GLOBAL_VARIABLE = 1,
    BL_GLOBAL_FUNCTION = 2,
    BL_GLOBAL_ALIAS = 3,
    BL_GLOBAL_IFUNC = 4
};

/* Linkage as this LLVM names it; codes of old versions are translated. */
enum bl_linkage {
    BL_LINKAGE_EXTERNAL = 0,
    BL_LINKAGE_AVAILABLE_EXTERNALLY = 1,
    BL_LINKAGE_LINK_ONCE_ANY = 2,
    BL_LINKAGE_LINK_ONCE_ODR = 3,
    BL_LINKAGE_WEAK_ANY = 4,
    BL_LINKAGE_WEAK_ODR = 5,
    BL_LINKAGE_APPENDING = 6,
    BL_LINKAGE_INTERNAL = 7,
    BL_LINKAGE_PRIVATE = 8,
    BL_LINKAGE_EXTERN_WEAK = 9,
    BL_LINKAGE_COMMON = 10,
};

/* Who sees a global value. Numbers of this and the next four are those of the record. */
enum bl_visibility {
    BL_VISIBILITY_DEFAULT = 0,
    BL_VISIBILITY_HIDDEN = 1,
    BL_VISIBILITY_PROTECTED = 2,
};

/* How a thread-local variable is reached. */
enum bl_thread_local_model {
    BL_THREAD_LOCAL_NONE = 0,
    BL_THREAD_LOCAL_GENERAL_DYNAMIC = 1,
    BL_THREAD_LOCAL_LOCAL_DYNAMIC = 2,
    BL_THREAD_LOCAL_INITIAL_EXEC = 3,
    BL_THREAD_LOCAL_LOCAL_EXEC = 4,
};

/* Whether an address may be that of another value, too. */
enum bl_unnamed_addr {
    BL_UNNAMED_ADDR_NONE = 0,
    BL_UNNAMED_ADDR_GLOBAL = 1, /* unnamed_addr */
    BL_UNNAMED_ADDR_LOCAL = 2,  /* local_unnamed_addr */
};

/* Whether a global value is imported from a DLL, or exported by it. */
enum bl_dll_storage {
    BL_DLL_DEFAULT = 0,
    BL_DLL_IMPORT = 1,
    BL_DLL_EXPORT = 2,
};

/* Which of several COMDATs of one name a linker keeps. */
enum bl_comdat_selection {
    BL_COMDAT_ANY = 1,
    BL_COMDAT_EXACT_MATCH = 2,
    BL_COMDAT_LARGEST = 3,
    BL_COMDAT_NO_DEDUPLICATE = 4,
    BL_COMDAT_SAME_SIZE = 5,
};

/* What a variable asks of sanitizers, by LLVM's keywords. */
enum bl_sanitizer_flag {
    BL_SANITIZER_NO_ADDRESS = 1 << 0,      /* no_sanitize_address */
    BL_SANITIZER_NO_HWADDRESS = 1 << 1,    /* no_sanitize_hwaddress */
    BL_SANITIZER_MEMTAG = 1 << 2,          /* sanitize_memtag */
    BL_SANITIZER_ADDRESS_DYNINIT = 1 << 3, /* sanitize_address_dyninit */
};

/* A GLOBALVAR, FUNCTION, ALIAS or IFUNC record. Fields that its kind does not have
 * are 0 or BL_NONE. */
struct bl_global {
    struct bl_view name; /* in the STRTAB or, before version 2, from the VALUE_SYMTAB */
    uint64_t bit_pos;    /* of the record */
    uint8_t kind;        /* bl_global_kind */
    uint32_t value_type; /* type number: of the variable, of the function, of an alias's target */
    uint32_t type;       /* of the value itself, where it is a typed pointer; otherwise BL_NONE */
    uint32_t address_space;
    uint8_t linkage;            /* bl_linkage */
    uint8_t visibility;         /* bl_visibility */
    uint8_t thread_local_model; /* bl_thread_local_model */
    uint8_t unnamed_addr;       /* bl_unnamed_addr */
    uint8_t dll_storage;        /* bl_dll_storage */
    uint8_t code_model;         /* variables: 0 none, otherwise as the record has it */
    uint8_t sanitizers;         /* variables: bl_sanitizer_flag */
    bool dso_local;
    bool is_declaration; /* no body, no initializer */
    bool is_constant;
    bool externally_initialized;
    uint64_t alignment;   /* bytes; 0: none */
    uint32_t section, gc; /* numbers in bl_module_info's lists; BL_NONE: none */
    uint32_t comdat;      /* number in the list of COMDATs */
    uint32_t calling_convention;
    uint32_t attributes;  /* number of an attribute list; BL_NONE */
    uint32_t initializer; /* variable: value; alias: aliasee; ifunc: resolver; all BL_NONE: none */
    uint32_t prologue, prefix, personality; /* values */
    uint32_t body; /* functions: how many are defined before it; BL_NONE: declaration */
    struct bl_view partition;
    BL_SLACK(3)
};

/* All global values: number I is value I of the module. On failure those before the damage, or
 * before the one whose name is too much (BL_MAX_NAME_BYTES_PER_BYTE), which can be read by itself;
 * where only names cannot be read, all, and these names are empty. */
BL_API int bl_module_globals(struct bl_module *module, const struct bl_global **globals,
                             uint32_t *n, struct bl_error *err);

/* How many global values there are, without decoding them. On failure those before the damage. */
BL_API int bl_module_count(struct bl_module *module, uint32_t *n, struct bl_error *err);

/* The name of value VALUE, and its record, without decoding the others. Errors: BL_E_ARGUMENT
 * (no such value). */
BL_API int bl_module_name(struct bl_module *module, uint32_t value, struct bl_view *name,
                          struct bl_error *err);
BL_API int bl_module_global(struct bl_module *module, uint32_t value, struct bl_global *global,
                            struct bl_error *err);

/* Check that the names of all global values can be read. Returns BL_OK, or the failure of the first
 * name that cannot, or of the module before its bodies. */
BL_API int bl_module_check_names(struct bl_module *module, struct bl_error *err);

/* A COMDAT record. */
struct bl_comdat {
    struct bl_view name;
    uint32_t selection; /* bl_comdat_selection */
    uint64_t bit_pos;
    BL_SLACK(2)
};
/* All COMDATs of MODULE. On failure those before the damage. */
BL_API int bl_module_comdats(struct bl_module *module, const struct bl_comdat **comdats,
                             uint32_t *n, struct bl_error *err);

/* The global value called NAME: 1 found, 0 not; negative on failure, also if the name was not found
 * and some names cannot be read. Reads only names. */
BL_API int bl_module_find(struct bl_module *module, struct bl_view name, uint32_t *value,
                          struct bl_error *err);

/* The FUNCTION block of function VALUE: by its offset in the VALUE_SYMTAB if there is one and
 * offsets ascend in the order of functions; otherwise by order of definition. 1 found, 0 a
 * declaration, negative on failure. */
BL_API int bl_module_body(struct bl_module *module, uint32_t value, struct bl_block *block,
                          struct bl_error *err);

/* Where the body of function VALUE begins according to the module's VALUE_SYMTAB. Does not touch
 * the body, so that a list of all of them costs no page of a body. 1 found, 0 not (a declaration;
 * no VALUE_SYMTAB with offsets, as up to LLVM 3.7, or one that bl_module_body() does not use),
 * negative on failure. */
BL_API int bl_module_body_pos(struct bl_module *module, uint32_t value, uint64_t *bit_pos,
                              struct bl_error *err);

/* In LLVM's spelling, "linkonce_odr", "" for defaults that LLVM does not write; NULL: unknown.
 * Static. */
BL_API const char *bl_linkage_name(unsigned linkage);
BL_API const char *bl_visibility_name(unsigned visibility);
BL_API const char *bl_thread_local_name(unsigned model);
BL_API const char *bl_unnamed_addr_name(unsigned unnamed_addr);
BL_API const char *bl_dll_storage_name(unsigned storage);
BL_API const char *bl_comdat_selection_name(unsigned selection);
BL_API const char *bl_calling_convention_name(unsigned convention);

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

/* The names of a module's symbols have, in all, at most this many bytes for each byte of the module
 * and of its STRTAB; so have those of its global values. Otherwise BL_E_LIMIT: names may overlap in
 * the STRTAB, so that few bytes would make many names. LLVM writes each name once. bl_verify()
 * hashes at most as many for each byte of the stream. */
#define BL_MAX_NAME_BYTES_PER_BYTE 8

/* If more modules than that share a STRTAB, it counts for each module as if that number shared it,
 * and this many more bytes of it for each byte of the module: LLVM's cat writes a name once that
 * all of them use. */
#define BL_MAX_SHARED_NAME_BYTES_PER_BYTE 64

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

/* ---- Types ---- */

/* What a type is. */
enum bl_type_kind {
    BL_TYPE_UNKNOWN = 0, /* a code that is not known, or a record that is not usable */
    BL_TYPE_VOID = 1,
    BL_TYPE_HALF = 2,
    BL_TYPE_BFLOAT = 3,
    BL_TYPE_FLOAT = 4,
    BL_TYPE_DOUBLE = 5,
    BL_TYPE_X86_FP80 = 6,
    BL_TYPE_FP128 = 7,
    BL_TYPE_PPC_FP128 = 8,
    BL_TYPE_LABEL = 9,
    BL_TYPE_METADATA = 10,
    BL_TYPE_X86_MMX = 11,
    BL_TYPE_X86_AMX = 12,
    BL_TYPE_TOKEN = 13,
    BL_TYPE_INTEGER = 14, /* count: bits */
    BL_TYPE_POINTER = 15, /* count: address space; parts: the pointee, none: opaque */
    BL_TYPE_ARRAY = 16,   /* count: elements; parts: the element */
    BL_TYPE_VECTOR = 17,  /* likewise */
    /* parts: the fields; count: of one with neither name nor is_literal, how many such are before
     * it */
    BL_TYPE_STRUCT = 18,
    BL_TYPE_FUNCTION = 19, /* parts: return type, then parameters */
    BL_TYPE_TARGET = 20,   /* name, parts: type parameters; integers: see bl_types.ints */
};

/* "integer", "struct", "x86_fp80"; NULL: no such kind. Static. */
BL_API const char *bl_type_kind_name(unsigned kind);

/* One type of a module. */
struct bl_type {
    uint64_t count;
    uint64_t bit_pos;             /* of its record */
    struct bl_view name;          /* of a named struct or target type */
    uint32_t first_part, n_parts; /* in bl_types.parts */
    uint32_t first_int, n_ints;   /* in bl_types.ints */
    uint32_t code;                /* of the record */
    uint8_t kind;                 /* bl_type_kind */
    uint8_t scalar_kind;          /* of a vector, its element's; of others, theirs */
    bool is_packed, is_opaque;    /* structs; opaque: without a body */
    bool is_literal;              /* structs: identified by its fields; it has no name */
    bool is_scalable;             /* vectors */
    bool is_vararg;               /* functions */
    BL_SLACK(2)
};

/* A module's type table. Later versions may append fields. */
struct bl_types {
    const struct bl_type *types;
    uint32_t n;
    const uint32_t *parts; /* type numbers; all are below n or BL_NONE */
    const uint32_t *ints;
    bool has_typed_pointers; /* those with a pointee type, as before LLVM 15 */
};

/* The types of MODULE. On failure those before the damage. */
BL_API int bl_module_types(struct bl_module *module, const struct bl_types **types,
                           struct bl_error *err);

/* ---- Attributes ---- */

/* What an attribute consists of. */
enum bl_attribute_form {
    BL_ATTRIBUTE_ENUM = 0,    /* kind */
    BL_ATTRIBUTE_INTEGER = 1, /* kind, integer */
    BL_ATTRIBUTE_TEXT = 3,    /* key */
    BL_ATTRIBUTE_PAIR = 4,    /* key, value */
    BL_ATTRIBUTE_TYPE = 5,    /* kind, without a type */
    BL_ATTRIBUTE_TYPED = 6,   /* kind, type */
    BL_ATTRIBUTE_RANGE = 7,   /* kind, one range */
    BL_ATTRIBUTE_RANGES = 8,  /* kind, several */
};

/* One attribute of a group. */
struct bl_attribute {
    uint8_t form;  /* bl_attribute_form */
    uint32_t kind; /* LLVMBitCodes.h, AttributeKindCodes; BL_NONE: over 32 bits */
    uint32_t type;
    uint64_t integer;
    struct bl_view key, value;
    uint32_t range_bits; /* width of the ranges' ends */
    /* in bl_attributes.words: ends of ranges: lower, upper, lower, … Each is a count of words,
     * followed by the words, least significant first; missing words are zero */
    uint32_t first_word, n_words;
    BL_SLACK(2)
};

/* Places, as LLVM's AttributeList counts them; parameters from 1. */
#define BL_RETURN_INDEX 0u
#define BL_FUNCTION_INDEX UINT32_MAX

/* The attributes of one place: the function, its return value, or a parameter. */
struct bl_attribute_group {
    uint64_t id;
    uint64_t bit_pos;  /* of its record */
    uint32_t place;    /* BL_RETURN_INDEX, a parameter, or BL_FUNCTION_INDEX */
    uint32_t first, n; /* in bl_attributes.attributes */
};

/* The attributes of a module: groups of them, and lists of groups. Later versions may append
 * fields. */
struct bl_attributes {
    const struct bl_attribute *attributes;
    /* PARAMATTR_GROUP entries; the old form makes its own */
    const struct bl_attribute_group *groups;
    uint32_t n_groups;
    const uint64_t *words;
    /* List I (as bl_global.attributes counts) is groups list_groups[lists[I] …
     * lists[I + 1] - 1]. Groups without attributes are left out. */
    const uint32_t *lists;
    uint32_t n_lists;
    const uint32_t *list_groups;
    const uint32_t *by_place; /* the same, each list in order for bl_attributes_at() */
    /* The LLVM that wrote them, 19; 0: not known. Decides how the memory attribute is printed. */
    unsigned llvm;
};

/* The attributes of MODULE. On failure those before the damage. */
BL_API int bl_module_attributes(struct bl_module *module, const struct bl_attributes **attributes,
                                struct bl_error *err);

/* The groups of list LIST for PLACE, *N numbers in the list's order; NULL: there are none. Borrowed
 * from ATTRIBUTES. */
BL_API const uint32_t *bl_attributes_at(const struct bl_attributes *attributes, uint32_t list,
                                        uint32_t place, uint32_t *n);

/* LLVM's spelling of an attribute kind, "noalias"; NULL: not known. Static. */
BL_API const char *bl_attribute_name(uint32_t kind);

/* ---- Constants ---- */

/* A record of a CONSTANTS block that makes a value. */
struct bl_constant {
    uint64_t bit_pos;
    uint32_t type;
    uint32_t code; /* CONSTANTS record code */
};

/* All constants at module level: number I is value n_globals + I. On failure those before the
 * damage. Operands are not kept: read them with bl_constant_read(). */
BL_API int bl_module_constants(struct bl_module *module, const struct bl_constant **constants,
                               uint32_t *n, struct bl_error *err);

/* The operands of a constant of the module or of one of its functions, as in the file (a
 * signed VBR is not undone, value numbers are absolute). Strings of bytes: a view where they
 * are bytes in the file. Errors: BL_E_ARGUMENT (no constant is there), BL_E_LIMIT
 * (BL_MAX_FIXED_OPERANDS), those of bl_cursor_read(). */
BL_API int bl_constant_read(struct bl_module *module, const struct bl_constant *constant,
                            struct bl_record *rec, struct bl_error *err);

/* Whether constants of that record code are made of others: aggregates, expressions. */
BL_API bool bl_constant_has_parts(uint32_t code);

/* Whether constants of that record code are inline assembly. */
BL_API bool bl_constant_is_assembly(uint32_t code);

/* Value NUMBER, from 0, of those that the constant in record REC is made of. False:
 * there are no more. */
BL_API bool bl_constant_part(const struct bl_record *rec, uint32_t number, uint64_t *value);

/* Whether it has the same value as its one part: a bitcast or addrspacecast, dso_local_equivalent,
 * no_cfi. */
BL_API bool bl_constant_is_cast(const struct bl_record *rec);

/* What a constant is. */
enum bl_constant_kind {
    BL_CONSTANT_UNKNOWN = 0, /* a code that is not known */
    BL_CONSTANT_NULL = 1,    /* zero, of any type */
    BL_CONSTANT_UNDEF = 2,
    BL_CONSTANT_POISON = 3,
    BL_CONSTANT_INTEGER = 4, /* words, integer; of a vector type: of each element */
    BL_CONSTANT_FLOAT = 5,   /* words, real; likewise */
    BL_CONSTANT_STRING = 6,  /* text: an array of bytes */
    BL_CONSTANT_DATA = 7,    /* words: the bits of each element of an array or a vector */
    BL_CONSTANT_AGGREGATE = 8,
    BL_CONSTANT_EXPRESSION = 9,      /* opcode, flags, predicate, source_type, parts */
    BL_CONSTANT_BLOCK_ADDRESS = 10,  /* parts: the function; basic_block */
    BL_CONSTANT_DSO_LOCAL = 11,      /* parts: the function (dso_local_equivalent) */
    BL_CONSTANT_NO_CFI = 12,         /* parts: the function (no_cfi) */
    BL_CONSTANT_SIGNED_POINTER = 13, /* parts: pointer, key, discriminators (ptrauth) */
    BL_CONSTANT_ASSEMBLY = 14,       /* text, constraints; flags: bl_assembly_flag */
};

/* Of inline assembly. Numbers are those of the record. */
enum bl_assembly_flag {
    BL_ASSEMBLY_SIDE_EFFECT = 1 << 0,
    BL_ASSEMBLY_ALIGN_STACK = 1 << 1,
    BL_ASSEMBLY_INTEL_DIALECT = 1 << 2,
    BL_ASSEMBLY_UNWIND = 1 << 3,
};

/* A constant, decoded. Fields that its kind does not name are 0 or BL_NONE. Later versions may
 * append fields. */
struct bl_constant_value {
    uint8_t kind;      /* bl_constant_kind */
    uint8_t opcode;    /* bl_opcode, of an expression */
    uint8_t predicate; /* bl_predicate, of icmp and fcmp */
    uint32_t type;     /* of the constant */
    uint64_t flags;    /* bl_instruction_flag of an expression, as of the instruction */
    /* Integers: two's complement, least significant word first; missing words are zero, but a
     * single one is extended by its sign. Floats: one word, or two of more than 64 bits; the bits
     * as in memory. Data: a word for each element, of which its type's bits count. */
    const uint64_t *words;
    uint32_t n_words;
    uint32_t n_parts;
    const uint32_t *parts; /* numbers of values: elements, fields, operands */
    int64_t integer;       /* of a single word */
    double real;           /* half, bfloat, float, double */
    struct bl_view text, constraints;
    uint32_t source_type; /* getelementptr: of what is indexed; BL_NONE: up to LLVM 3.6 */
    uint32_t basic_block;
};

/* Decode CONSTANT of MODULE or of one of its functions. *VALUE and what it leads to are borrowed
 * until the next call for this module, or its close. Errors: those of bl_constant_read(). */
BL_API int bl_constant_decode(struct bl_module *module, const struct bl_constant *constant,
                              const struct bl_constant_value **value, struct bl_error *err);

/* What a number of a value stands for. */
enum bl_value_kind {
    BL_VALUE_NONE = 0, /* there is no such value */
    BL_VALUE_GLOBAL = 1,
    BL_VALUE_CONSTANT = 2,
    BL_VALUE_ARGUMENT = 3,
    BL_VALUE_INSTRUCTION = 4,
};

/* What VALUE of the module is, bl_value_kind, or negative: the part of the module that would say it
 * cannot be read. In a body ask bl_function_value_kind(). */
BL_API int bl_module_value_kind(struct bl_module *module, uint32_t value, struct bl_error *err);

/* ---- Metadata ----
 *
 * Strings and nodes of a METADATA block have numbers, as in LLVM's MetadataLoader.cpp: first
 * strings, then nodes and values in the order of their records. These are not the numbers that
 * llvm-dis prints, which it assigns as it prints: bl_printer_metadata_slot() has those. Each item
 * is read on demand: a string by the lengths of the strings before it, a node by the block's
 * METADATA_INDEX if there is one; otherwise the block is walked once, without decoding it. LLVM
 * writes one block; the numbers of further blocks continue after it.
 */
struct bl_metadata;

/* The metadata of the module itself, which owns it. On failure *METADATA is what precedes the
 * damage, or NULL. BL_E_LIMIT: the records that are kept, those of named nodes, attachments and, up
 * to LLVM 3.8, strings, have more operands than one record may have (BL_MAX_OPERANDS_PER_BYTE), or
 * there are more named nodes than one for each BL_MIN_GLOBAL_BYTES. */
BL_API int bl_module_metadata(struct bl_module *module, struct bl_metadata **metadata,
                              struct bl_error *err);

/* The metadata of BLOCK, a METADATA block in a function of MODULE. Its numbers continue after the
 * module's, which *METADATA includes. bl_function_metadata() does this for a body. On failure
 * *METADATA is what precedes the damage, or NULL. The limits of bl_module_metadata() apply to each
 * body separately. */
BL_API int bl_metadata_open(struct bl_metadata **metadata, struct bl_module *module,
                            const struct bl_block *block, struct bl_error *err);
/* Also those of BLOCK, a further METADATA block in the same body. */
BL_API int bl_metadata_append(struct bl_metadata *metadata, const struct bl_block *block,
                              struct bl_error *err);
/* Close METADATA. NULL is ignored, as are those that a module or a function lends: these close
 * them. */
BL_API void bl_metadata_close(struct bl_metadata *metadata);

/* The strings of a METADATA_STRINGS record, one after the other, for callers that read the record
 * themselves. */
struct bl_string_reader {
    struct bl_bits lengths; /* VBRs of 6 bits, read into 32 bits as LLVM does */
    struct bl_view text;    /* the characters of the strings that are left, */
    uint64_t n_left;        /* and how many there should be */
    BL_SLACK(2)
};

/* OPS are [number of strings, offset of their characters in BLOB]. False: the offset is outside of
 * BLOB, or there are fewer operands. BLOB is borrowed. */
BL_API bool bl_string_reader_init(struct bl_string_reader *reader, const uint64_t *ops,
                                  uint32_t n_ops, struct bl_view blob);

/* The next string, in the blob: 1, 0 when none is left, or BL_E_MALFORMED, without a position. */
BL_API int bl_string_reader_next(struct bl_string_reader *reader, struct bl_view *text,
                                 struct bl_error *err);

/* A named node: a list of nodes, "llvm.dbg.cu". */
struct bl_named_metadata {
    struct bl_view name;
    uint64_t bit_pos;
    const uint32_t *nodes;
    uint32_t n_nodes;
    BL_SLACK(2)
};

/* Attached to a global variable or a declaration. */
struct bl_metadata_attachment {
    uint32_t value;
    uint32_t kind; /* bl_metadata_kind_name() */
    uint32_t node;
};

/* How much metadata there is, and what is named or attached. */
struct bl_metadata_counts {
    uint32_t first;     /* number of the first one: 0 in a module */
    uint32_t end;       /* one more than the last */
    uint32_t n_strings; /* in METADATA_STRINGS records; they come first in each block */
    bool has_index;     /* nodes were found by METADATA_INDEX */
    const struct bl_named_metadata *named;
    uint32_t n_named;
    const struct bl_metadata_attachment *attachments;
    uint32_t n_attachments;
    BL_SLACK(4)
};

/* How much METADATA has. Borrowed from it. */
BL_API struct bl_metadata_counts bl_metadata_get_counts(const struct bl_metadata *metadata);

/* String NUMBER: 1, with bytes in the file where METADATA_STRINGS has it; 0: it is no string.
 * Errors: BL_E_MALFORMED (it does not fit the blob), BL_E_NOMEM. */
BL_API int bl_metadata_string(struct bl_metadata *metadata, uint32_t number, struct bl_view *text,
                              struct bl_error *err);

/* The record of node or value NUMBER. Errors: BL_E_ARGUMENT (there is none), those of decoding, and
 * BL_E_MALFORMED of a string that does not fit the blob. */
BL_API int bl_metadata_read(struct bl_metadata *metadata, uint32_t number, struct bl_record *rec,
                            struct bl_error *err);

/* The name of attachment kind KIND, "dbg": 1, 0 if there is none, or BL_E_NOMEM. */
BL_API int bl_metadata_kind_name(struct bl_module *module, uint32_t kind, struct bl_view *name,
                                 struct bl_error *err);

/* Attached to a function or to one of its instructions. Later versions may append fields. */
struct bl_attached {
    uint64_t bit_pos;     /* of the record */
    uint32_t instruction; /* how many are before it in the body; BL_NONE: the function itself */
    uint32_t kind, node;
};
typedef void bl_attached_fn(void *context, const struct bl_attached *attached);

/* Call EACH for every attachment in BLOCK, a METADATA_ATTACHMENT block in a body. On failure EACH
 * has been called for those before the damage. */
BL_API int bl_metadata_attached(struct bl_module *module, const struct bl_block *block,
                                bl_attached_fn *each, void *context, struct bl_error *err);

/* What an operand of a node means. */
enum bl_field_kind {
    BL_FIELD_UNSIGNED = 0,
    BL_FIELD_SIGNED = 1,     /* two's complement */
    BL_FIELD_SIGNED_VBR = 2, /* document, "Signed VBRs" */
    BL_FIELD_WIDE = 3,       /* words in signed VBRs, of bl_metadata_field.bits bits */
    BL_FIELD_BOOL = 4,
    BL_FIELD_STRING = 5,      /* a string's number plus 1; 0: none */
    BL_FIELD_REF = 6,         /* a node's number plus 1; 0: null */
    BL_FIELD_BOUND = 7,       /* likewise; a constant is printed without its type */
    BL_FIELD_SIZE = 8,        /* as BL_FIELD_BOUND; the constant zero is not printed */
    BL_FIELD_NUMBER = 9,      /* a node's number */
    BL_FIELD_REFS = 10,       /* all that follow, as BL_FIELD_REF */
    BL_FIELD_NUMBERS = 11,    /* all that follow, as BL_FIELD_NUMBER */
    BL_FIELD_TYPED = 12,      /* pairs of a type and a value (before LLVM 3.6) */
    BL_FIELD_OPERATIONS = 13, /* of a DIExpression */
    BL_FIELD_FLAGS = 14,      /* DIFlags */
    BL_FIELD_SUBPROGRAM_FLAGS = 15,
    BL_FIELD_TAG = 16, /* DW_TAG_… and so on */
    BL_FIELD_LANGUAGE = 17,
    BL_FIELD_LANGUAGE_NAME = 18,
    BL_FIELD_ENCODING = 19,
    BL_FIELD_CONVENTION = 20,
    BL_FIELD_MACRO = 21,
    BL_FIELD_ENUM_KIND = 22,
    BL_FIELD_EMISSION = 23, /* NoDebug, FullDebug, LineTablesOnly, DebugDirectivesOnly */
    BL_FIELD_NAME_TABLE = 24,
    BL_FIELD_CHECKSUM = 25,
    BL_FIELD_FIXED_POINT = 26,
    BL_FIELD_TYPE = 27,  /* a type's number */
    BL_FIELD_VALUE = 28, /* a value's number */
};

/* One field of a node. */
struct bl_metadata_field {
    const char *name;   /* "scope"; NULL: elements. Static */
    uint8_t kind;       /* bl_field_kind */
    uint32_t op, n_ops; /* operands of the record: mostly one */
    /* of a single operand, as the field has it, without the other parts of a packed operand */
    uint64_t value;
    uint32_t bits; /* BL_FIELD_WIDE */
    /* BL_FIELD_WIDE and BL_FIELD_SIGNED_VBR: has no sign, in spite of its encoding */
    bool is_unsigned;
    bool is_default; /* LLVM does not print it */
};

/* How many fields a node has at most. */
enum bl_metadata_limit {
    BL_METADATA_MAX_FIELDS = 32
};

/* A node's fields, in the order in which LLVM prints them. */
struct bl_metadata_node {
    const char *name; /* "DILocation"; "" for a tuple; NULL: the code is not known. Static */
    bool is_distinct;
    uint32_t n_fields;
    struct bl_metadata_field fields[BL_METADATA_MAX_FIELDS];
    BL_SLACK(4)
};

/* Take the record of a node apart; its flags and its length say which LLVM wrote it. Operands that
 * an old LLVM did not write are no fields. */
BL_API void bl_metadata_fields(const struct bl_record *rec, struct bl_metadata_node *node);

/* Which codes of DWARF are meant. */
enum bl_dwarf {
    BL_DWARF_TAG = 0,
    BL_DWARF_LANGUAGE = 1,
    BL_DWARF_LANGUAGE_NAME = 2,
    BL_DWARF_ENCODING = 3,
    BL_DWARF_OPERATION = 4,
    BL_DWARF_CONVENTION = 5,
    BL_DWARF_MACRO = 6,
    BL_DWARF_ENUM_KIND = 7,
};
/* Codes of DWARF by name, in SPACE (bl_dwarf): "DW_TAG_member"; NULL: not known. Static. */
BL_API const char *bl_dwarf_name(unsigned space, uint64_t code);

BL_END_DECLS

#endif /* BITLEAP_IR_H */
