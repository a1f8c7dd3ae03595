/* bitleap_module.h - LLVM IR in blocks: modules and their global values
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
#ifndef BITLEAP_MODULE_H
#define BITLEAP_MODULE_H

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

/* The names of a module's symbols have, in all, at most this many bytes for each byte of the module
 * and of its STRTAB; so have those of its global values. Otherwise BL_E_LIMIT: names may overlap in
 * the STRTAB, so that few bytes would make many names. LLVM writes each name once. bl_verify()
 * hashes at most as many for each byte of the stream. */
#define BL_MAX_NAME_BYTES_PER_BYTE 8

/* If more modules than that share a STRTAB, it counts for each module as if that number shared it,
 * and this many more bytes of it for each byte of the module: LLVM's cat writes a name once that
 * all of them use. */
#define BL_MAX_SHARED_NAME_BYTES_PER_BYTE 64

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
/* What is printed of MODULE from now on is what llvm-dis of the LLVM that wrote it prints: to be
 * called before the first bl_slots_open(). Declarations of intrinsics have the attributes that LLVM
 * gives them, where the version is one of 13, 14, 15, 16, 19 and 22, and up to LLVM 19 setter and
 * getter of a DIObjCProperty change places. Otherwise it is what the file says. */
BL_API void bl_module_read_as_llvm(struct bl_module *module);
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
    /* What ThinLTO writes for a thin link: no types and bodies, so that all global values are
     * declarations; which are defined the symbols and the summary say. */
    BL_MODULE_MINIMIZED = 64,
    /* Types, names of types, instructions or attachments in forms of LLVM 2.x that no LLVM since
     * 3.1 reads. Those in bodies are looked for with BL_INFO_DEEP only. */
    BL_MODULE_OLD_DIALECT = 128,
};

/* Facts about a module. */
struct bl_module_info {
    struct bl_view producer; /* IDENTIFICATION: "LLVM19.1.7" */
    uint32_t epoch;
    uint32_t version; /* of the module's records: 0, 1 (relative ids), 2 (names in STRTAB) */
    /* Without bytes, not even those of an empty text: not known, as the module is damaged. */
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
     * versions of LLVM are known not to read; the module may really need a newer version. If
     * NEEDS_LLVM is 0 but an old dialect was seen, NEEDS_WHAT is what of it was first. */
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
    /* In the STRTAB or, before version 2, from the VALUE_SYMTAB. Empty: it has none; without bytes:
     * it cannot be read. */
    struct bl_view name;
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
    bool partition_is_lost; /* it has one, whose name cannot be read */
    uint64_t alignment;     /* bytes; 0: none */
    uint32_t section, gc;   /* numbers in bl_module_info's lists; BL_NONE: none */
    uint32_t comdat;        /* number in the list of COMDATs */
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
 * offsets ascend in the order of functions; otherwise by order of definition. Where the stream is
 * cut off inside it, it is longer than what is there. 1 found, 0 a declaration, negative on
 * failure. */
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

BL_END_DECLS

#endif /* BITLEAP_MODULE_H */
