/* ir/module.h - what the parts of a module share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A module is read in three strides, and only as far as a question needs:
 *
 *  - The header: everything before the first FUNCTION block. All that LLVM has written since 2.0
 *    about types, attributes, globals, constants and metadata is there. One pass over the
 *    module's own records notes where global values and sub-blocks are.
 *  - Places that the header leads to: the VALUE_SYMTAB by VSTOFFSET, a body by its FNENTRY.
 *  - All blocks of the module, leaping over each: bl_index_children(). Only for what cannot be
 *    found otherwise, as this touches every page of a large file.
 *
 * What has been decoded is kept in parts, one to each file that decodes something.
 */
#ifndef BL_IR_MODULE_H
#define BL_IR_MODULE_H

#include "base/arena.h"
#include "base/compiler.h"
#include "bitleap_function.h"
#include "stream/blockinfo.h"

enum {
    BL_HASH_WORDS = 5,
    BL_VERSION_WITH_STRTAB = 2, /* from this module version on, names are in the STRTAB */
};

/* ---- Parts ---- */

enum bl_part_id {
    BL_PART_GLOBALS,
    BL_PART_TYPES,
    BL_PART_ATTRIBUTES,
    BL_PART_CONSTANTS,
    BL_PART_CONSTANT_VALUE,
    BL_PART_METADATA,
    BL_PART_SUMMARIES,
    BL_N_PARTS
};

typedef void bl_part_release_fn(void *part);

struct bl_part {
    void *data;
    bl_part_release_fn *release;
};

/* Part ID of MODULE, its file's own struct: SIZE zero bytes the first time. NULL: no memory.
 * RELEASE gives back what the part holds, not itself, when the module is closed; it may be NULL. */
void *bl_module_part(struct bl_module *module, enum bl_part_id id, size_t size,
                     bl_part_release_fn *release);

/* ---- The header ---- */

/* Where a global value's record is, and what its beginning says. */
struct bl_global_place {
    uint64_t bit_pos : 56;
    uint64_t kind : 3;           /* bl_global_kind */
    uint64_t has_body : 1;       /* a function with a FUNCTION block */
    uint64_t is_initialized : 1; /* a variable that is defined */
    uint64_t is_local : 1;       /* internal or private */
    uint64_t name_is_bad : 1;    /* offset or size are over 32 bits */
    uint64_t is_short : 1;       /* it has too few operands */
    uint32_t name_at, name_size; /* in the STRTAB; before version 2: nothing */
};
_Static_assert(sizeof(struct bl_global_place) == 16, "16 bytes a global value");

/* A module record that is text: TRIPLE, SECTIONNAME and others. */
struct bl_text_place {
    uint64_t bit_pos : 59;
    uint64_t code : 5;
};

/* A record that is no global value, COMDAT or text, or an abbreviation that is defined. */
struct bl_other_place {
    uint64_t bit_pos;
    uint32_t code; /* BL_NONE: an abbreviation */
};

/* BLOCKINFO as it holds for what comes after BIT_POS. */
struct bl_module_blockinfo {
    uint64_t bit_pos;
    const struct bl_blockinfo *info;
};

/* What REC says of a global value of KIND, all except its name and body. BL_E_MALFORMED: it has too
 * few operands. */
typedef int bl_global_decode_fn(struct bl_module *m, const struct bl_record *rec,
                                enum bl_global_kind kind, struct bl_global *v);
bl_global_decode_fn bl_global_decode; /* (global_record.c) */
/* Before its record says anything. */
extern BL_HIDDEN const struct bl_global bl_global_without_properties;
/* Whether that fails. */
bool bl_global_is_short(const struct bl_module *m, const struct bl_record *rec,
                        enum bl_global_kind kind);

/* Whether the first operands of REC say that a variable is defined, and that it is local. */
void bl_global_note(const struct bl_module *m, const struct bl_record *rec,
                    enum bl_global_kind kind, struct bl_global_place *place);

/* The number of its attribute list plus 1, 0: none; or that it is not among the first operands. */
#define BL_ATTRIBUTES_NOT_READ UINT32_MAX
uint32_t bl_global_attributes(const struct bl_module *m, const struct bl_record *rec,
                              enum bl_global_kind kind);

struct bl_module_header {
    bool is_read;
    struct bl_error failure;    /* status 0: the header is whole */
    struct bl_cursor at_bodies; /* before the first FUNCTION block, or where the header ended */
    uint32_t version;
    bool has_version;
    /* What a thin link reads of a module, without types, and bodies that functions say they have:
     * which are defined only the symbol table and the summary know. */
    bool is_minimized;
    bool has_bodies;    /* the header ended before one */
    uint64_t vst_words; /* VSTOFFSET; 0: none */
    struct bl_global_place *places;
    uint32_t n_places, cap_places;
    /* What their records say, except for names and bodies, where that is wanted of all of them:
     * then it is kept on the way. Of kind 0: the record could not be understood. */
    bl_global_decode_fn *decode_global; /* NULL: it is not wanted */
    struct bl_global *globals;
    uint32_t cap_globals;
    bool wants_attributes, version_is_late; /* VERSION came after global values */
    uint32_t *attributes; /* bl_global_attributes() where they are wanted, by value; or NULL */
    uint32_t cap_attributes;
    uint64_t *comdats; /* positions of COMDAT records */
    uint32_t n_comdats, cap_comdats;
    struct bl_text_place *texts;
    uint32_t n_texts, cap_texts;
    struct bl_other_place *others;
    uint32_t n_others, cap_others;
    bool others_are_too_many; /* some are not in the list */
    struct bl_block *blocks;  /* sub-blocks, in order */
    uint32_t n_blocks, cap_blocks;
    struct bl_blockinfo_store store;
    struct bl_module_blockinfo *infos;
    uint32_t n_infos, cap_infos;
};

/* What a module of bl_module_open_file() is in, and owns (module_file.c). NULL is ignored. */
struct bl_module_file;
void bl_module_file_close(struct bl_module_file *file);

struct bl_module {
    struct bl_module_file *file; /* NULL: the index is the caller's */
    struct bl_index *index;
    uint32_t block; /* number of its block, at the top level */
    struct bl_block place;
    struct bl_arena arena; /* texts and whatever else lasts until the module is closed */
    struct bl_module_header header;
    bool strtab_is_read;
    bool has_strtab;
    struct bl_view strtab;
    struct bl_texts sections; /* by number */
    struct bl_error sections_failure;
    bool sections_are_read;
    bool is_as_llvm; /* bl_module_read_as_llvm() */
    bool llvm_is_read;
    unsigned llvm; /* of bl_module_llvm() */
    bool symtab_was_looked_for;
    bool has_symtab;        /* of bl_module_symtab_ahead() */
    struct bl_block symtab; /* where it has one */
    bool lacked_memory;     /* noted, and not reported yet */
    bool has_allocation_space;
    uint64_t allocation_space; /* address space of alloca, by the data layout */
    struct bl_part parts[BL_N_PARTS];
};

/* STATUS, where BL_E_NOMEM cannot be returned: then it is noted in MODULE. What the user has called
 * asks bl_module_lacked() after all work that may have noted it, and fails. */
static inline int bl_module_note(struct bl_module *module, int status)
{
    module->lacked_memory |= status == BL_E_NOMEM;
    return status;
}

/* Whether that has been noted, which is then forgotten. */
static inline bool bl_module_lacked(struct bl_module *module)
{
    bool lacked = module->lacked_memory;
    module->lacked_memory = false;
    return lacked;
}

/* Read the header, if that has not been done. On failure, now and later, what was read before the
 * damage is in module->header. */
int bl_module_read_header(struct bl_module *module, struct bl_error *err);

/* To be called before asking for all global values: DECODE, bl_global_decode(), is then called for
 * each on the way. */
static inline void bl_module_expect_globals(struct bl_module *module, bl_global_decode_fn *decode)
{
    module->header.decode_global = decode;
}

/* To be called before asking for single ones: the attribute lists of all are kept on the way. */
static inline void bl_module_expect_attributes(struct bl_module *module)
{
    module->header.wants_attributes = true;
}

/* How many bl_module_globals() gives, and what it fails with: none is decoded for that. */
int bl_module_sound_globals(struct bl_module *module, uint32_t *n, struct bl_error *err);
/* Global value VALUE, one of those; decoded when it is first asked for, it stays until the module
 * is closed. Notes that there is no memory, and returns one without properties, at bit 0. */
const struct bl_global *bl_module_global_at(struct bl_module *module, uint32_t value);
/* The number of its attribute list; BL_NONE: it has none. */
uint32_t bl_module_attributes_at(struct bl_module *module, uint32_t value);

/* The attributes as LLVM's reader leaves them. A call that is strictfp, or whose callee is, becomes
 * nobuiltin in a function that is not strictfp. So after the *N_LISTS of the file, if any list of
 * it has strictfp, comes what each of them is then, and what a call without a list has. Errors as
 * of bl_module_attributes(). */
/* Give declarations of intrinsics lists of their own among the upgraded ones: those that the LLVM
 * that wrote the module gives them. Errors: BL_E_NOMEM. */
int bl_module_add_intrinsics(struct bl_module *module, const struct bl_types *types,
                             struct bl_error *err);
/* The list of function VALUE among them. */
uint32_t bl_module_upgraded_attributes_at(struct bl_module *module, uint32_t value);
int bl_module_upgraded_attributes(struct bl_module *module, const struct bl_attributes **attributes,
                                  uint32_t *n_lists, struct bl_error *err);
/* Whether LIST makes a function or call strictfp. */
bool bl_attributes_are_strict(const struct bl_attributes *attributes, uint32_t list);

/* The record at BIT_POS, which reading the header has passed. */
int bl_module_read_at(struct bl_module *module, uint64_t bit_pos, struct bl_record *rec,
                      struct bl_error *err);

/* Reads REC, which CURSOR has passed: BL_OK, or a failure. If READ fails without
 * noting it in CURSOR, bl_module_keep_text() is assumed to have failed. */
typedef int bl_record_fn(void *context, struct bl_cursor *cursor, const struct bl_record *rec);

/* Has READ read each record of BLOCK, a sub-block of MODULE, until one fails. BL_OK, or a failure,
 * with the way there. */
int bl_module_read_block(struct bl_module *module, const struct bl_block *block, bl_record_fn *read,
                         void *context, struct bl_error *err);

/* The first sub-block BLOCK_ID in the header. 1 found, 0 none. Negative: none, and the
 * header is damaged. */
int bl_module_header_block(struct bl_module *module, uint32_t block_id, struct bl_block *block,
                           struct bl_error *err);

/* Whether BLOCK of the header, 10, is TYPE_BLOCK_OLD and not PARAMATTR_GROUP. */
bool bl_is_old_type_table(struct bl_module *module, const struct bl_block *block);

/* The block BLOCK_ID of the module that begins at BIT_POS. False: there is none. */
bool bl_module_block_at(struct bl_module *module, uint64_t bit_pos, uint32_t block_id,
                        struct bl_block *block);

/* The first sub-block BLOCK_ID among all; leaps over bodies. 1 found, 0 none,
 * negative on failure. */
int bl_module_child(struct bl_module *module, uint32_t block_id, struct bl_block *block,
                    struct bl_error *err);
/* The first of them after BIT_POS. */
int bl_module_child_after(struct bl_module *module, uint32_t block_id, uint64_t bit_pos,
                          struct bl_block *block, struct bl_error *err);

/* The VALUE_SYMTAB of the module itself, where it is in the header or VSTOFFSET leads there. */
bool bl_module_symtab_ahead(struct bl_module *module, struct bl_block *block);

/* The same, wherever it stands. 1 found, 0 none, negative on failure. */
int bl_module_symtab(struct bl_module *module, struct bl_block *block, struct bl_error *err);

/* VSTOFFSET and FNENTRY count 32-bit words from this bit on: from one word before the
 * IDENTIFICATION block before top-level block MODULE of INDEX, or before the module where
 * there is none. In a plain file that is the magic. */
uint64_t bl_module_offset_base(const struct bl_index *index, uint32_t module);

/* The LLVM that wrote MODULE, 19, as the IDENTIFICATION block before it says; 0: not known.
 * Notes that there is no memory. */
unsigned bl_module_llvm(struct bl_module *module);

/* Fill *ERR, which may be NULL: failed at BIT_POS, inside the MODULE block. Returns STATUS. */
int bl_module_fail(const struct bl_module *module, int status, const char *what, uint64_t bit_pos,
                   struct bl_error *err);

/* The same of what leads to a place that is not there: BL_E_MISMATCH or, if the stream is cut off,
 * that: BL_E_TRUNCATED. */
int bl_module_fail_beyond(const struct bl_module *module, const char *what, uint64_t bit_pos,
                          struct bl_error *err);

/* The failure of CURSOR, which reads MODULE or a sub-block of it, with the way there; or that the
 * stream is cut off, if CURSOR lacked bits. ERR stays as it is where CURSOR has not failed. */
void bl_module_error(const struct bl_module *module, const struct bl_cursor *cursor,
                     struct bl_error *err);

/* Of the facts those that cost little: producer, epoch, version, triple, source file, counts, and
 * flags that the header has without its metadata, or the blocks around the module. On failure
 * those found are returned. */
int bl_module_brief(struct bl_module *module, struct bl_module_info *facts, struct bl_error *err);

/* Those that are texts: triple, data layout, assembly, source file, lists of names. Likewise. */
int bl_module_get_texts(struct bl_module *module, struct bl_module_info *facts,
                        struct bl_error *err);

/* The SHA-1 in REC, which is a HASH. False: it is not five words of 32 bits. */
bool bl_hash_read(const struct bl_record *rec, uint32_t hash[BL_HASH_WORDS]);

/* ---- Texts ---- */

/* The STRTAB that serves MODULE: the first one after it. 1 found, 0 none, negative on failure. */
int bl_module_strtab(struct bl_module *module, struct bl_view *strtab);

/* Whether NAME begins or ends with a zero byte, as no name does: its bytes are not there. */
static inline bool bl_name_is_lost(struct bl_view name)
{
    return name.data && name.size > 0 && (name.data[0] == 0 || name.data[name.size - 1] == 0);
}

/* SIZE bytes at OFFSET of the STRTAB. False: they are not inside. Notes that there is no memory. */
bool bl_module_strtab_text(struct bl_module *module, uint64_t offset, uint64_t size,
                           struct bl_view *text);

/* The first text record CODE of the header. 1 found, 0 none, negative on failure. */
int bl_module_text(struct bl_module *module, uint32_t code, struct bl_view *text,
                   struct bl_error *err);

/* All text records CODE of the header, which has been read, in memory of the module: on failure
 * those before the first that cannot be read. */
int bl_module_texts(struct bl_module *module, uint32_t code, struct bl_texts *texts,
                    struct bl_error *err);

/* The same of sections, which are read once. */
int bl_module_sections(struct bl_module *module, struct bl_texts *sections, struct bl_error *err);

/* Section N, as global values number them from 0 on; empty: there is none, or it cannot be read.
 * BL_E_NOMEM. */
int bl_module_section(struct bl_module *module, uint32_t n, struct bl_view *name);

/* The operands of REC from FIRST on, one byte each, in ARENA. BL_E_NOMEM. */
int bl_text_keep(struct bl_arena *arena, const struct bl_record *rec, uint32_t first,
                 struct bl_view *text);

/* The same in memory of the module. *N_BYTES counts those of the texts that the caller keeps: there
 * are no more of them than operands in one record, or BL_E_LIMIT. */
int bl_module_keep_text(struct bl_module *module, const struct bl_record *rec, uint32_t first,
                        uint64_t *n_bytes, struct bl_view *text);

/* What is wrong where that fails. */
const char *bl_module_text_failure(int status);

/* Bits of floating-point types by kind (layout.c); 0: it is none of them. */
unsigned bl_float_bits(unsigned kind);

#endif
