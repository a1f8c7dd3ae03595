/* ir/module_info.c - what a module says of itself, and which LLVM reads it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "index/index.h"
#include "ir/min_version.h"
#include "ir/module.h"
#include "ir/seek.h"
#include "stream/cursor.h"
#include "stream/limit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Blocks inside bodies nest no deeper than this. */
enum {
    MAX_DEPTH = 4
};

struct reader {
    struct bl_module *m;
    struct bl_module_info *facts;
    unsigned flags;       /* bl_info_flags */
    struct bl_error *err; /* of the step that is being taken */
    struct bl_record rec;
    uint64_t n_text_bytes; /* of names in blocks, and producers */
    int status;            /* of the first step that failed, */
    struct bl_error *first_err;
};

/* Of REC's operands from FIRST on; what is wrong with them is for the caller to report. */
static int keep_text(struct reader *r, uint32_t first, struct bl_view *text)
{
    return bl_module_keep_text(r->m, &r->rec, first, &r->n_text_bytes, text);
}

static int no_memory_for_info(struct reader *r)
{
    return bl_fail(r->err, BL_E_NOMEM, "no memory for the facts of a module");
}

/* *RESULT becomes STATUS if that is the first failure of a step. What fails later leaves the error
 * alone. */
static void keep_first(struct reader *r, int *result, int status)
{
    if (status >= 0 || *result < 0)
        return;
    *result = status;
    r->err = NULL;
}

/* ---- Texts ---- */

/* A list that is being made in the arena of the module, where it is left. */
struct list {
    struct bl_view *texts;
    uint32_t n, cap;
};

/* Move LIST into the arena. */
static int keep_list(struct reader *r, struct list *list, struct bl_texts *texts, int status)
{
    struct bl_view *kept = NULL;
    if (list->n > 0) {
        kept = bl_arena_take(&r->m->arena, list->n * sizeof *kept);
        if (kept)
            memcpy(kept, list->texts, list->n * sizeof *kept);
        else
            status = no_memory_for_info(r);
    }
    *texts = (struct bl_texts){.texts = kept, .n = kept ? list->n : 0};
    bl_drop(list->texts);
    return status;
}

/* The names in a block of the header: records CODE, text from operand FIRST on. */
static int read_names(struct reader *r, uint32_t block_id, uint32_t code, uint32_t first,
                      struct bl_texts *texts)
{
    struct bl_block block;
    struct bl_cursor cursor;
    struct list list = {0};
    struct bl_view text;
    int rc = bl_module_header_block(r->m, block_id, &block, r->err);
    if (rc <= 0)
        return rc;
    rc = bl_module_cursor(r->m, &block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &r->rec)) > 0) {
        if (r->rec.code != code)
            continue;
        rc = bl_limit_records(&cursor, list.n, BL_MIN_GLOBAL_BYTES, "more names than the limit");
        if (rc == BL_OK && (rc = keep_text(r, first, &text)) < 0)
            bl_cursor_fail(&cursor, rc, bl_module_text_failure(rc), r->rec.bit_pos);
        if (rc == BL_OK && bl_append(&list.texts, &list.n, &list.cap, text) < 0)
            rc = no_memory_for_info(r);
    }
    if (cursor.status < 0)
        bl_module_error(r->m, &cursor, r->err);
    bl_cursor_release(&cursor);
    return keep_list(r, &list, texts, rc);
}

static int read_texts(struct reader *r)
{
    struct bl_module_info *f = r->facts;
    const struct {
        uint32_t code;
        struct bl_view *text;
    } single[] = {
        {BL_CODE_MODULE_TRIPLE, &f->triple},
        {BL_CODE_MODULE_DATALAYOUT, &f->data_layout},
        {BL_CODE_MODULE_ASM, &f->assembly},
        {BL_CODE_MODULE_SOURCE_FILENAME, &f->source_file},
    };
    int result = BL_OK;
    bool is_whole = bl_module_read_header(r->m, NULL) == BL_OK;
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        int rc = bl_module_text(r->m, single[i].code, single[i].text, r->err);
        if (rc == 0 && is_whole)
            *single[i].text = bl_view_of("");
        keep_first(r, &result, rc);
    }
    keep_first(r, &result, bl_module_sections(r->m, &f->sections, r->err));
    keep_first(r, &result, bl_module_texts(r->m, BL_CODE_MODULE_GCNAME, &f->gcs, r->err));
    keep_first(r, &result, bl_module_texts(r->m, BL_CODE_MODULE_DEPLIB, &f->libraries, r->err));
    keep_first(r, &result,
               read_names(r, BL_BLOCK_SYNC_SCOPE_NAMES, BL_CODE_SYNC_SCOPE_NAMES_SYNC_SCOPE_NAME, 0,
                          &f->sync_scopes));
    keep_first(r, &result,
               read_names(r, BL_BLOCK_OPERAND_BUNDLE_TAGS,
                          BL_CODE_OPERAND_BUNDLE_TAGS_OPERAND_BUNDLE_TAG, 0, &f->bundle_tags));
    keep_first(
        r, &result,
        read_names(r, BL_BLOCK_METADATA_KIND, BL_CODE_METADATA_KIND_KIND, 1, &f->metadata_kinds));
    return result;
}

/* ---- Which LLVM ---- */

enum {
    WHAT_BYTES = 96
};

/* Something that only newer LLVM knows: noted if nothing that comes before it needs as much.
 * Returns where to write what it is, NULL: nowhere. */
static char *note_need(struct reader *r, const struct bl_min_version *min_version, uint64_t bit_pos)
{
    if (!min_version || min_version->least <= r->facts->needs_llvm)
        return NULL;
    char *text = bl_arena_take(&r->m->arena, WHAT_BYTES);
    if (!text) {
        (void)bl_module_note(r->m, BL_E_NOMEM);
        return NULL;
    }
    r->facts->needs_llvm = min_version->least;
    r->facts->known_llvm = min_version->sure;
    r->facts->needs_what = text;
    r->facts->needs_pos = bit_pos;
    return text;
}

/* The same of WHAT, which has no code but a number. */
static void needs_number(struct reader *r, const struct bl_min_version *min_version,
                         const char *what, uint64_t number, uint64_t bit_pos)
{
    char *text = note_need(r, min_version, bit_pos);
    if (text)
        (void)snprintf(text, WHAT_BYTES, "%s %" PRIu64, what, number);
}

/* LLVM looks at 32 bits of it alone. */
static void read_epoch(struct reader *r)
{
    uint32_t epoch = (uint32_t)r->rec.ops[0];
    r->facts->epoch = epoch;
    needs_number(r, bl_min_version_of_epoch(epoch), "epoch", epoch, r->rec.bit_pos);
}

/* The IDENTIFICATION block before the module. */
static int read_identification(struct reader *r)
{
    struct bl_cursor cursor;
    if (r->m->block == 0 ||
        bl_index_get(r->m->index, r->m->block - 1).block.block_id != BL_BLOCK_IDENTIFICATION)
        return BL_OK;
    int rc = bl_index_cursor(r->m->index, r->m->block - 1, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &r->rec)) > 0) {
        if (r->rec.code == BL_CODE_IDENTIFICATION_STRING &&
            (rc = keep_text(r, 0, &r->facts->producer)) < 0)
            bl_cursor_fail(&cursor, rc, bl_module_text_failure(rc), r->rec.bit_pos);
        else if (r->rec.code == BL_CODE_IDENTIFICATION_EPOCH && r->rec.n_ops > 0)
            read_epoch(r);
    }
    if (cursor.status < 0)
        bl_cursor_error(&cursor, r->err);
    bl_cursor_release(&cursor);
    return rc;
}

/* "FUNCTION_BLOCK code 3 (INST_CAST)"; returns how much of TEXT that takes. */
static size_t name_code(char *text, uint32_t block, uint32_t code)
{
    const char *name = block == BL_MIN_VERSION_ATTRIBUTE ? bl_attribute_name(code)
                                                         : bl_ir_record_name(block, code);
    const char *block_name =
        block == BL_MIN_VERSION_ATTRIBUTE ? "attribute kind" : bl_ir_block_name(0, block);
    int n = snprintf(text, WHAT_BYTES, "%s %s%u%s%s%s", block_name,
                     block == BL_MIN_VERSION_ATTRIBUTE ? "" : "code ", (unsigned)code,
                     name ? " (" : "", name ? name : "", name ? ")" : "");
    return n < 0 ? 0 : n < WHAT_BYTES ? (size_t)n : WHAT_BYTES - 1;
}

static void needs(struct reader *r, const struct bl_min_version *min_version, uint32_t block,
                  uint32_t code, uint64_t bit_pos)
{
    char *text = note_need(r, min_version, bit_pos);
    if (text)
        (void)name_code(text, block, code);
}

static void needs_operand(struct reader *r, uint32_t block)
{
    const struct bl_min_version_operand *row =
        bl_min_version_of_operand(block, &r->rec, r->m->header.version > 0);
    if (!row)
        return;
    char *text = note_need(r, &(struct bl_min_version){.least = row->least, .sure = row->sure},
                           r->rec.bit_pos);
    if (!text)
        return;
    size_t n = name_code(text, block, r->rec.code);
    if (row->what)
        (void)snprintf(text + n, WHAT_BYTES - n, ", %s", row->what);
    else
        (void)snprintf(text + n, WHAT_BYTES - n, " of more than %u operands", row->at);
}

/* Whether no LLVM since 3.1 knows CODE, though one of 2.7 to 3.0 did. No LLVM has given these codes
 * to anything else. */
static bool is_dropped(uint32_t block_id, uint32_t code)
{
    if (block_id == BL_BLOCK_METADATA_ATTACHMENT)
        return code == BL_CODE_METADATA_ATTACHMENT_ATTACHMENT_OLD;
    if (block_id != BL_BLOCK_FUNCTION)
        return false;
    switch (code) {
    case BL_CODE_FUNCTION_INST_UNWIND:
    case BL_CODE_FUNCTION_INST_MALLOC:
    case BL_CODE_FUNCTION_INST_FREE:
    case BL_CODE_FUNCTION_INST_STORE_OLDEST:
    case BL_CODE_FUNCTION_INST_CALL_OLD:
    case BL_CODE_FUNCTION_INST_GETRESULT:
    case BL_CODE_FUNCTION_DEBUG_LOC_OLD: return true;
    default: return false;
    }
}

static void note_dropped(struct reader *r, uint32_t block_id, uint32_t code, uint64_t bit_pos)
{
    if (r->facts->flags & BL_MODULE_OLD_DIALECT)
        return;
    if (r->facts->needs_llvm == 0) {
        char *text = bl_arena_take(&r->m->arena, WHAT_BYTES);
        if (!text) {
            (void)bl_module_note(r->m, BL_E_NOMEM);
            return;
        }
        (void)name_code(text, block_id, code);
        r->facts->needs_what = text;
        r->facts->needs_pos = bit_pos;
    }
    r->facts->flags |= BL_MODULE_OLD_DIALECT;
}

static void note_code(struct reader *r, uint32_t block_id, uint32_t code, uint64_t bit_pos)
{
    if (is_dropped(block_id, code))
        note_dropped(r, block_id, code, bit_pos);
    if (block_id == BL_BLOCK_TYPE && code == BL_CODE_TYPE_POINTER)
        r->facts->flags |= BL_MODULE_TYPED_POINTERS;
    if (block_id == BL_BLOCK_TYPE && code == BL_CODE_TYPE_OPAQUE_POINTER)
        r->facts->flags |= BL_MODULE_OPAQUE_POINTERS;
    if (block_id == BL_BLOCK_METADATA && code == BL_CODE_METADATA_COMPILE_UNIT)
        r->facts->flags |= BL_MODULE_DEBUG_INFO;
}

/* The record that CURSOR has gone over. CODES are those to look at. */
static int look_at(struct reader *r, struct bl_cursor *cursor, struct bl_code_set *codes)
{
    uint32_t block_id = cursor->block.block_id;
    unsigned needed = r->facts->needs_llvm;
    int rc = bl_seek_read(cursor, cursor->entry_pos, &r->rec, r->err);
    if (rc < 0)
        return rc;
    needs(r, bl_min_version_of_code(block_id, r->rec.code), block_id, r->rec.code, r->rec.bit_pos);
    needs_operand(r, block_id);
    if (r->facts->needs_llvm > needed)
        *codes = bl_codes_above(block_id, r->facts->needs_llvm);
    return BL_OK;
}

static int scan_codes(struct reader *r, struct bl_cursor *cursor, uint32_t depth);

/* The block that CURSOR has announced. */
static int scan_inner(struct reader *r, struct bl_cursor *cursor, const struct bl_block *block,
                      uint32_t depth)
{
    struct bl_cursor inner;
    if (depth >= MAX_DEPTH)
        return BL_OK;
    bl_module_cursor_inside(r->m, cursor, block, &inner);
    int rc = scan_codes(r, &inner, depth + 1);
    bl_cursor_release(&inner);
    return rc;
}

/* All records from CURSOR to the end of its block, and of the blocks inside. */
static int scan_codes(struct reader *r, struct bl_cursor *cursor, uint32_t depth)
{
    struct bl_entry entry;
    uint32_t block_id = cursor->block.block_id;
    struct bl_code_set codes = bl_codes_above(block_id, r->facts->needs_llvm);
    uint32_t code;
    int rc;
    while ((rc = bl_seek_entry(cursor, &entry, &code)) > 0) {
        if (entry.kind == BL_ENTRY_BLOCK) {
            rc = scan_inner(r, cursor, &entry.block, depth);
        } else if (entry.kind == BL_ENTRY_RECORD) {
            note_code(r, block_id, code, cursor->entry_pos);
            if (bl_code_set_has(&codes, code))
                rc = look_at(r, cursor, &codes);
        }
        if (rc < 0)
            return rc;
    }
    if (rc < 0)
        bl_module_error(r->m, cursor, r->err);
    return rc;
}

static int scan_block(struct reader *r, const struct bl_block *block)
{
    struct bl_cursor cursor;
    int rc = bl_module_cursor(r->m, block, &cursor, NULL);
    if (rc == BL_OK)
        rc = scan_codes(r, &cursor, 0);
    bl_cursor_release(&cursor);
    return rc;
}

static void read_attribute(struct reader *r, const struct bl_attribute *a)
{
    const uint32_t block = BL_MIN_VERSION_ATTRIBUTE;
    if (a->form == BL_ATTRIBUTE_TEXT || a->form == BL_ATTRIBUTE_PAIR)
        return;
    needs(r, bl_min_version_of_code(block, a->kind), block, a->kind, r->rec.bit_pos);
    const struct bl_min_version *min_version = bl_min_version_of_form(a);
    char *text = note_need(r, min_version, r->rec.bit_pos);
    if (!text)
        return;
    size_t n = name_code(text, block, a->kind);
    (void)snprintf(text + n, WHAT_BYTES - n, ", %s", min_version->what);
}

/* Attribute kinds. Group I is the I-th ENTRY of its block. */
static int scan_attributes(struct reader *r)
{
    const struct bl_attributes *attributes;
    struct bl_block block;
    int rc = bl_module_header_block(r->m, BL_BLOCK_PARAMATTR_GROUP, &block, NULL);
    if (rc <= 0)
        return BL_OK; /* what is damaged has been reported */
    int result = BL_OK;
    keep_first(r, &result, bl_module_attributes(r->m, &attributes, r->err));
    if (result == BL_E_NOMEM)
        return result;
    struct bl_cursor cursor;
    uint32_t group = 0;
    rc = bl_module_cursor(r->m, &block, &cursor, NULL);
    while (rc >= 0 && group < attributes->n_groups &&
           (rc = bl_cursor_read_next(&cursor, &r->rec)) > 0) {
        if (r->rec.code != BL_CODE_PARAMATTR_GROUP_ENTRY)
            continue;
        const struct bl_attribute_group *g = &attributes->groups[group++];
        for (uint32_t i = g->first; i < g->first + g->n; i++)
            read_attribute(r, &attributes->attributes[i]);
    }
    if (rc < 0)
        bl_module_error(r->m, &cursor, r->err);
    keep_first(r, &result, rc);
    bl_cursor_release(&cursor);
    return result;
}

static int scan_header(struct reader *r)
{
    int result = BL_OK;
    for (uint32_t i = 0; i < r->m->header.n_blocks; i++) {
        uint32_t id = r->m->header.blocks[i].block_id;
        if (id == BL_BLOCK_PARAMATTR_GROUP && bl_is_old_type_table(r->m, &r->m->header.blocks[i]))
            note_dropped(r, BL_BLOCK_TYPE_OLD, BL_CODE_TYPE_OLD_NUMENTRY,
                         r->m->header.blocks[i].bit_pos);
        if (id != BL_BLOCK_TYPE && id != BL_BLOCK_CONSTANTS && id != BL_BLOCK_METADATA)
            continue;
        keep_first(r, &result, scan_block(r, &r->m->header.blocks[i]));
    }
    uint64_t bit_pos = bl_index_get(r->m->index, r->m->block).block.bit_pos;
    needs_number(r, bl_min_version_of_module(r->m->header.version), "module version",
                 r->m->header.version, bit_pos);
    keep_first(r, &result, scan_attributes(r));
    return result;
}

/* ---- After the header ---- */

/* The VERSION of a summary. */
static int read_summary(struct reader *r, const struct bl_block *block)
{
    struct bl_cursor cursor;
    bool found = false;
    int rc = bl_module_cursor(r->m, block, &cursor, NULL);
    while (!found && rc >= 0 && (rc = bl_cursor_read_next(&cursor, &r->rec)) > 0) {
        found = r->rec.code == BL_CODE_SUMMARY_VERSION && r->rec.n_ops > 0;
        if (found)
            needs_number(r, bl_min_version_of_summary(r->rec.ops[0]), "summary version",
                         r->rec.ops[0], r->rec.bit_pos);
    }
    (void)bl_module_note(r->m, cursor.status);
    bl_cursor_release(&cursor);
    return scan_block(r, block);
}

static int read_info_block(struct reader *r, const struct bl_block *block)
{
    switch (block->block_id) {
    case BL_BLOCK_GLOBALVAL_SUMMARY:
        r->facts->flags |= BL_MODULE_THIN_LTO;
        return read_summary(r, block);
    case BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY:
        r->facts->flags |= BL_MODULE_FULL_LTO;
        return read_summary(r, block);
    case BL_BLOCK_FUNCTION:
        if (r->flags & BL_INFO_DEEP)
            break;
        return BL_OK;
    default: return BL_OK;
    }
    return scan_block(r, block);
}

/* Bodies, summaries and HASH; a module without bodies is all header, so all entries are asked. */
static int read_rest(struct reader *r)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    uint64_t head_end = r->m->header.at_bodies.entry_pos;
    int rc = bl_index_cursor(r->m->index, r->m->block, &cursor, NULL);
    int result = BL_OK;
    while (rc >= 0 && (rc = bl_cursor_next(&cursor, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_BLOCK) {
            keep_first(r, &result, read_info_block(r, &entry.block));
        } else if (entry.kind == BL_ENTRY_RECORD &&
                   (entry.bit_pos >= head_end || r->m->header.n_places == 0 ||
                    entry.bit_pos > r->m->header.places[r->m->header.n_places - 1].bit_pos)) {
            rc = bl_cursor_read(&cursor, &r->rec);
            if (rc == BL_OK && r->rec.code == BL_CODE_MODULE_HASH)
                r->facts->has_hash |= bl_hash_read(&r->rec, r->facts->hash);
        }
    }
    if (rc < 0) {
        r->facts->has_hash = false; /* it comes last, and may run into the damage */
        bl_module_error(r->m, &cursor, r->err);
    }
    keep_first(r, &result, rc);
    bl_cursor_release(&cursor);
    return result;
}

static void count_globals(struct reader *r)
{
    const struct bl_module_header *h = &r->m->header;
    for (uint32_t i = 0; i < h->n_places; i++) {
        r->facts->n_variables += h->places[i].kind == BL_GLOBAL_VARIABLE;
        r->facts->n_functions += h->places[i].kind == BL_GLOBAL_FUNCTION;
        r->facts->n_aliases += h->places[i].kind == BL_GLOBAL_ALIAS;
        r->facts->n_ifuncs += h->places[i].kind == BL_GLOBAL_IFUNC;
        r->facts->n_defined += h->places[i].has_body;
    }
    r->facts->n_comdats = h->n_comdats;
    r->facts->version = h->version;
}

/* A SYMTAB block after the module, before the STRTAB ends what it can serve. */
static bool has_symtab(const struct bl_module *m)
{
    struct bl_top_blocks symtabs = bl_index_top_blocks(m->index, BL_BLOCK_SYMTAB);
    struct bl_top_blocks strtabs = bl_index_top_blocks(m->index, BL_BLOCK_STRTAB);
    uint32_t symtab = bl_top_blocks_after(&symtabs, m->block);
    return symtab != BL_NONE && symtab < bl_top_blocks_after(&strtabs, m->block);
}

static int read_header(struct reader *r)
{
    int status = bl_module_read_header(r->m, r->err);
    count_globals(r);
    if (has_symtab(r->m))
        r->facts->flags |= BL_MODULE_SYMTAB;
    if (r->m->header.is_minimized)
        r->facts->flags |= BL_MODULE_MINIMIZED;
    return status;
}

/* What fails does not keep the other steps from reporting what they can. */
static void read_step(struct reader *r, int (*step)(struct reader *))
{
    struct bl_error failure;
    r->err = &failure;
    int rc = step(r);
    r->err = &failure;
    if (bl_module_lacked(r->m))
        rc = no_memory_for_info(r);
    r->err = NULL;
    if (rc >= 0 || r->status < 0)
        return;
    r->status = rc;
    if (r->first_err)
        *r->first_err = failure;
}

/* Which pointers the types have: all are of one kind, so the first one decides. */
static int scan_types(struct reader *r)
{
    struct bl_block types;
    struct bl_cursor cursor;
    unsigned flags = r->facts->flags;
    uint32_t code;
    int rc = bl_module_header_block(r->m, BL_BLOCK_TYPE, &types, NULL);
    if (rc <= 0)
        return BL_OK; /* what is damaged has been reported */
    rc = bl_module_cursor(r->m, &types, &cursor, NULL);
    while (rc >= 0 && r->facts->flags == flags &&
           (rc = bl_seek_skip(&cursor, &code, &(uint64_t){0})) > 0)
        note_code(r, BL_BLOCK_TYPE, code, 0);
    if (cursor.status < 0)
        bl_module_error(r->m, &cursor, r->err);
    bl_cursor_release(&cursor);
    return rc;
}

static int read_triple_and_source(struct reader *r)
{
    struct bl_module_info *f = r->facts;
    int result = BL_OK;
    keep_first(r, &result, bl_module_text(r->m, BL_CODE_MODULE_TRIPLE, &f->triple, r->err));
    keep_first(r, &result,
               bl_module_text(r->m, BL_CODE_MODULE_SOURCE_FILENAME, &f->source_file, r->err));
    return result;
}

int bl_module_brief(struct bl_module *m, struct bl_module_info *facts, struct bl_error *err)
{
    struct reader r = {.m = m, .facts = facts, .first_err = err};
    *facts = (struct bl_module_info){0};
    read_step(&r, read_header);
    if (m->header.is_read) {
        read_step(&r, read_identification);
        read_step(&r, read_triple_and_source);
        read_step(&r, scan_types);
    }
    bl_record_release(&r.rec);
    return r.status;
}

int bl_module_get_texts(struct bl_module *m, struct bl_module_info *facts, struct bl_error *err)
{
    struct reader r = {.m = m, .facts = facts, .first_err = err};
    *facts = (struct bl_module_info){0};
    int status = bl_module_read_header(m, err);
    if (status < 0) {
        r.status = status;
        r.first_err = NULL;
    }
    if (m->header.is_read)
        read_step(&r, read_texts);
    bl_record_release(&r.rec);
    return r.status;
}

int bl_module_get_info(struct bl_module *m, unsigned flags, struct bl_module_info *facts,
                       struct bl_error *err)
{
    struct reader r = {.m = m, .facts = facts, .flags = flags, .first_err = err};
    *facts = (struct bl_module_info){0};
    int status = bl_check_flags(flags, BL_INFO_DEEP, err);
    if (status < 0)
        return status;
    read_step(&r, read_header);
    if (m->header.is_read) {
        read_step(&r, read_identification);
        read_step(&r, read_texts);
        read_step(&r, scan_header);
        read_step(&r, read_rest);
    }
    bl_record_release(&r.rec);
    return r.status;
}
