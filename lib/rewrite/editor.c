/* rewrite/editor.c - the changes of an edit: records of modules, and the names that they share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * First all modules are asked what their names become. Then the STRTAB of each group of modules is
 * made anew, in the order of their records, which is LLVM's, and each record gets its new place in
 * it. Where records that are not known may name a part of the STRTAB, its old bytes stay in front.
 */
#include "rewrite/editor.h"

#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "bitleap_names.h"
#include "ir/module.h"
#include "stream/cursor.h"

/* A module of the stream. */
struct part {
    struct bl_module *module;
    struct bl_edited_names names;
    uint64_t version;
    uint32_t strtab;    /* block, or BL_NONE */
    bool keeps_strings; /* of the STRTAB */
    bool has_renamed, has_relinked;
};

struct parts {
    struct part *items;
    uint32_t n, cap;
};

/* ---- Operands by name ---- */

/* The number of the operand of the editor's record that is called NAME; BL_NONE. */
static uint32_t operand(const struct bl_editor *e, const char *name)
{
    for (uint32_t i = 0; i < e->record.n_ops; i++)
        if (bl_view_is(bl_ir_operand_name(BL_BLOCK_MODULE, &e->record, i, e->version), name))
            return i;
    return BL_NONE;
}

/* The operand with the place of the name of a partition, which each record is asked for. */
static uint32_t partition_operand(struct bl_editor *e)
{
    if (e->record.code >= BL_N_PLACES)
        return BL_NONE;
    struct bl_partition_place *place = &e->partitions[e->record.code];
    if (place->at == 0 || place->n_ops != e->record.n_ops)
        *place = (struct bl_partition_place){e->record.n_ops, operand(e, "partition_offset") + 1U};
    return place->at - 1U;
}

static void set_operand(struct bl_editor *e, const char *name, uint64_t value)
{
    uint32_t i = operand(e, name);
    if (i != BL_NONE)
        e->ops[i] = value;
}

int bl_edit_replace(struct bl_editor *e, size_t n)
{
    struct bl_new_record record = {
        .code = e->record.code,
        .ops = e->ops,
        .n_ops = n,
    };
    return bl_rewrite_replace(e->rewrite, e->record.bit_pos, &record, e->err);
}

static int copy_operands(struct bl_editor *e)
{
    if (bl_grow(&e->ops, &e->cap_ops, (uint64_t)e->record.n_ops + 1) < 0)
        return bl_fail(e->err, BL_E_NOMEM, "no memory for a record");
    for (uint32_t i = 0; i < e->record.n_ops; i++)
        e->ops[i] = e->record.ops[i];
    return BL_OK;
}

/* ---- Texts ---- */

static int make_text(struct bl_editor *e, uint32_t code, struct bl_view text,
                     struct bl_new_record *record)
{
    if (bl_grow(&e->ops, &e->cap_ops, (uint64_t)text.size + 1) < 0)
        return bl_fail(e->err, BL_E_NOMEM, "no memory for a text");
    for (size_t i = 0; i < text.size; i++)
        e->ops[i] = text.data[i];
    *record = (struct bl_new_record){.code = code, .ops = e->ops, .n_ops = text.size};
    e->report->n_texts++;
    return BL_OK;
}

/* TEXT in place of that of the editor's record, unless it is the same. */
static int replace_text(struct bl_editor *e, struct bl_view text)
{
    struct bl_new_record record;
    bool is_same = text.size == e->record.n_ops;
    for (size_t i = 0; is_same && i < text.size; i++)
        is_same = text.data[i] == e->record.ops[i];
    if (is_same)
        return BL_OK;
    int status = make_text(e, e->record.code, text, &record);
    return status < 0 ? status : bl_rewrite_replace(e->rewrite, e->record.bit_pos, &record, e->err);
}

/* A record of the source file's name. */
static int edit_source(struct bl_editor *e)
{
    struct bl_view text;
    struct bl_view mapped;
    if (e->edits->source_filename.data)
        return replace_text(e, e->edits->source_filename);
    uint8_t *bytes = bl_arena_room(&e->arena, e->record.n_ops ? e->record.n_ops : 1);
    if (!bytes)
        return bl_fail(e->err, BL_E_NOMEM, "no memory for a path");
    for (uint32_t i = 0; i < e->record.n_ops; i++)
        bytes[i] = (uint8_t)e->record.ops[i];
    text = (struct bl_view){bytes, e->record.n_ops};
    int rc = bl_edit_path(e->edits, &e->arena, text, &mapped);
    if (rc < 0)
        return bl_fail(e->err, rc, "no memory for a path");
    return rc ? replace_text(e, mapped) : BL_OK;
}

/* ---- Global values ---- */

enum {
    LINKAGE_EXTERNAL = 0,
    LINKAGE_INTERNAL = 3,
    LINKAGE_EXTERN_WEAK = 7,
    LINKAGE_WEAK_ANY = 16,
};

/* The linkage of GLOBAL in the editor's operands. */
static void edit_linkage(struct bl_editor *e, const struct bl_global *global, unsigned how)
{
    static const uint8_t linkages[] = {
        [BL_RELINK_LOCALIZE] = LINKAGE_INTERNAL,
        [BL_RELINK_GLOBALIZE] = LINKAGE_EXTERNAL,
        [BL_RELINK_WEAKEN] = LINKAGE_WEAK_ANY,
    };
    bool is_undefined = how == BL_RELINK_WEAKEN && global->is_declaration;
    set_operand(e, "linkage", is_undefined ? LINKAGE_EXTERN_WEAK : linkages[how]);
    if (how == BL_RELINK_LOCALIZE) {
        set_operand(e, "visibility", 0);
        set_operand(e, "dllstorageclass", 0);
        set_operand(e, "comdat", 0);
        set_operand(e, "dso_local", 1);
    } else if (how == BL_RELINK_GLOBALIZE) {
        set_operand(e, "dso_local", 0);
    }
    e->report->n_linkages++;
}

/* The new place of a text in STRINGS that the operands OFFSET_NAME and SIZE_NAME have. */
static int place_name(struct bl_editor *e, struct bl_string_table *strings, uint32_t at,
                      struct bl_view text)
{
    uint32_t offset;
    int status = bl_string_table_add(strings, text, &offset);
    if (status < 0)
        return bl_fail_at(e->err, status, "names that are too much for a STRTAB",
                          e->record.bit_pos);
    e->ops[at] = offset;
    e->ops[at + 1] = text.size;
    return BL_OK;
}

/* The record of a global value or COMDAT; STRINGS: the new STRTAB, or NULL: it stays. */
static int edit_value(struct bl_editor *e, struct part *part, const struct bl_edited *edited,
                      const struct bl_global *global, struct bl_string_table *strings)
{
    int status = copy_operands(e);
    uint32_t partition = partition_operand(e);
    if (status == BL_OK && strings)
        status = place_name(e, strings, 0, edited->after);
    if (status == BL_OK && strings && partition != BL_NONE && partition + 1 < e->record.n_ops) {
        struct bl_view text = global ? global->partition : (struct bl_view){0};
        if (text.size)
            status = place_name(e, strings, partition, text);
    }
    if (status < 0)
        return status;
    if (edited->linkage && global) {
        edit_linkage(e, global, edited->linkage);
        part->has_relinked = true;
    }
    bool is_same = true;
    for (uint32_t i = 0; i < e->record.n_ops; i++)
        is_same &= e->ops[i] == e->record.ops[i];
    return is_same ? BL_OK : bl_edit_replace(e, e->record.n_ops);
}

static bool is_global_code(uint32_t code)
{
    return code == BL_CODE_MODULE_GLOBALVAR || code == BL_CODE_MODULE_FUNCTION ||
           code == BL_CODE_MODULE_ALIAS || code == BL_CODE_MODULE_ALIAS_OLD ||
           code == BL_CODE_MODULE_IFUNC;
}

/* ---- A module ---- */

/* What the module lacks of what it is to say, before its first record of another kind. */
struct missing {
    bool triple, data_layout, source, is_placed;
};

static int insert_text(struct bl_editor *e, uint64_t bit_pos, uint32_t code, struct bl_view text)
{
    struct bl_new_record record;
    int status = make_text(e, code, text, &record);
    return status < 0 ? status : bl_rewrite_insert(e->rewrite, bit_pos, &record, e->err);
}

static int insert_missing(struct bl_editor *e, struct missing *missing, uint64_t bit_pos)
{
    int status = BL_OK;
    const struct bl_edits *edits = e->edits;
    if (!missing->is_placed && missing->triple)
        status = insert_text(e, bit_pos, BL_CODE_MODULE_TRIPLE, edits->triple);
    if (status == BL_OK && !missing->is_placed && missing->data_layout)
        status = insert_text(e, bit_pos, BL_CODE_MODULE_DATALAYOUT, edits->data_layout);
    if (status == BL_OK && !missing->is_placed && missing->source)
        status = insert_text(e, bit_pos, BL_CODE_MODULE_SOURCE_FILENAME, edits->source_filename);
    missing->is_placed = true;
    return status;
}

static int find_missing(struct bl_editor *e, const struct part *part, struct missing *missing)
{
    static const uint32_t codes[] = {BL_CODE_MODULE_TRIPLE, BL_CODE_MODULE_DATALAYOUT,
                                     BL_CODE_MODULE_SOURCE_FILENAME};
    const struct bl_view wanted[] = {e->edits->triple, e->edits->data_layout,
                                     e->edits->source_filename};
    bool *are_missing[] = {&missing->triple, &missing->data_layout, &missing->source};
    struct bl_cursor c;
    bool is_any = false;
    for (int i = 0; i < 3; i++) {
        *are_missing[i] = wanted[i].data != NULL;
        is_any |= *are_missing[i];
    }
    int rc = is_any ? bl_index_cursor(e->index, bl_module_block(part->module), &c, e->err) : BL_OK;
    if (rc < 0 || !is_any)
        return rc;
    while ((rc = bl_cursor_read_next(&c, &e->record)) > 0)
        for (int i = 0; i < 3; i++)
            *are_missing[i] &= e->record.code != codes[i];
    if (rc < 0)
        bl_cursor_error(&c, e->err);
    bl_cursor_release(&c);
    return rc;
}

/* The numbers of global values and COMDATs so far. */
struct counts {
    uint32_t n_globals, n_comdats;
};

static int edit_record(struct bl_editor *e, struct part *part, struct counts *counts,
                       struct bl_string_table *strings)
{
    const struct bl_edits *edits = e->edits;
    uint32_t code = e->record.code;
    if (code == BL_CODE_MODULE_TRIPLE && edits->triple.data)
        return replace_text(e, edits->triple);
    if (code == BL_CODE_MODULE_DATALAYOUT && edits->data_layout.data)
        return replace_text(e, edits->data_layout);
    if (code == BL_CODE_MODULE_SOURCE_FILENAME)
        return edit_source(e);
    if (part->names.n == 0)
        return BL_OK;
    if (code == BL_CODE_MODULE_COMDAT) {
        uint32_t i = part->names.n_globals + counts->n_comdats++;
        if (i >= part->names.n)
            return BL_OK;
        return part->version < BL_VERSION_WITH_STRTAB
                   ? bl_edit_old_comdat(e, &part->names.items[i])
                   : edit_value(e, part, &part->names.items[i], NULL, strings);
    }
    if (!is_global_code(code))
        return BL_OK;
    struct bl_global global;
    uint32_t i = counts->n_globals++;
    int status = i < part->names.n_globals ? bl_module_global(part->module, i, &global, e->err)
                                           : BL_E_ARGUMENT;
    if (status < 0)
        return status;
    return edit_value(e, part, &part->names.items[i], &global, strings);
}

static int edit_module(struct bl_editor *e, struct part *part, struct bl_string_table *strings)
{
    struct bl_cursor c;
    struct bl_entry entry;
    struct counts counts = {0};
    struct missing missing = {0};
    e->version = part->version;
    int status = find_missing(e, part, &missing);
    int rc =
        status < 0 ? status : bl_index_cursor(e->index, bl_module_block(part->module), &c, e->err);
    if (rc < 0)
        return rc;
    while (status == BL_OK && (rc = bl_cursor_next(&c, &entry)) > 0) {
        if (entry.kind != BL_ENTRY_RECORD)
            continue;
        rc = bl_cursor_read(&c, &e->record);
        if (rc < 0)
            break;
        if (e->record.code != BL_CODE_MODULE_VERSION)
            status = insert_missing(e, &missing, e->record.bit_pos);
        if (status == BL_OK)
            status = edit_record(e, part, &counts, strings);
    }
    if (status == BL_OK && rc < 0) {
        bl_cursor_error(&c, e->err);
        status = rc;
    }
    bl_cursor_release(&c);
    return status;
}

/* ---- What follows from changes in a module ---- */

static int drop(struct bl_editor *e, uint64_t bit_pos, uint8_t *what)
{
    *what = BL_EDIT_DROPPED;
    return bl_rewrite_drop(e->rewrite, bit_pos, e->err);
}

static bool is_summary(uint32_t block_id)
{
    return block_id == BL_BLOCK_GLOBALVAL_SUMMARY ||
           block_id == BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY;
}

/* A summary of which linkage has changed. */
static int drop_summary(struct bl_editor *e, const struct part *part)
{
    struct bl_cursor c;
    struct bl_entry entry;
    int status = BL_OK;
    int rc = bl_index_cursor(e->index, bl_module_block(part->module), &c, e->err);
    if (rc < 0)
        return rc;
    while (status == BL_OK && bl_cursor_next(&c, &entry) > 0) {
        if (entry.kind == BL_ENTRY_BLOCK && is_summary(entry.block.block_id)) {
            if (part->has_relinked)
                status = drop(e, entry.bit_pos, &e->report->summary);
            else if (!e->report->summary)
                e->report->summary = BL_EDIT_KEPT;
            if (!part->has_relinked && part->has_renamed)
                status = bl_edit_summary(e, &c);
        }
    }
    bl_cursor_release(&c);
    return status;
}

/* ---- STRTAB ---- */

/* Whether records of the module may name parts of the STRTAB that nobody renews. */
static int find_other_users(struct bl_editor *e, struct part *part)
{
    struct bl_cursor c;
    struct bl_entry entry;
    uint32_t code;
    int rc = bl_index_cursor(e->index, bl_module_block(part->module), &c, e->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_cursor_next(&c, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_BLOCK) {
            /* Summaries name types, and functions of CFI; of other blocks no LLVM does. */
            part->keeps_strings |=
                is_summary(entry.block.block_id) || entry.block.block_id >= BL_IR_BLOCK_ID_END;
            continue;
        }
        if (entry.kind != BL_ENTRY_RECORD)
            continue;
        rc = bl_record_skip(&c, &code);
        if (rc < 0)
            break;
        part->keeps_strings |= bl_ir_record_name(BL_BLOCK_MODULE, code) == NULL;
    }
    if (rc < 0)
        bl_cursor_error(&c, e->err);
    bl_cursor_release(&c);
    return rc;
}

uint32_t bl_edit_strtab_of(struct bl_index *index, uint32_t block)
{
    uint32_t first;
    uint32_t n;
    (void)bl_index_children(index, BL_NONE, &first, &n, NULL);
    for (uint32_t b = block + 1; b < first + n; b++)
        if (bl_index_get(index, b).block.block_id == BL_BLOCK_STRTAB)
            return b;
    return BL_NONE;
}

static int replace_strtab(struct bl_editor *e, uint32_t block, struct bl_string_table *strings)
{
    struct bl_cursor c;
    int rc = bl_index_cursor(e->index, block, &c, e->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_cursor_read_next(&c, &e->record)) > 0 && !e->record.has_blob)
        ;
    if (rc < 0)
        bl_cursor_error(&c, e->err);
    bl_cursor_release(&c);
    if (rc <= 0)
        return rc < 0 ? rc : bl_fail(e->err, BL_E_ARGUMENT, "a STRTAB without its strings");
    struct bl_new_record record = {
        .code = e->record.code,
        .has_blob = true,
        .blob = {strings->bytes, strings->n_bytes},
    };
    return bl_rewrite_replace(e->rewrite, e->record.bit_pos, &record, e->err);
}

/* Modules FIRST to END - 1 share a STRTAB. */
static int edit_group(struct bl_editor *e, struct part *first, const struct part *end)
{
    struct bl_string_table strings = {0};
    struct bl_view old;
    bool has_renamed = false;
    bool keeps_strings = false;
    int status = BL_OK;
    for (const struct part *p = first; p < end; p++) {
        has_renamed |= p->has_renamed;
        keeps_strings |= p->keeps_strings;
    }
    if (has_renamed && keeps_strings && bl_module_strtab(first->module, &old) > 0)
        status = bl_string_table_begin(&strings, old);
    if (status < 0)
        (void)bl_fail(e->err, status, "no memory for names");
    bool has_strtab = first->version >= BL_VERSION_WITH_STRTAB;
    for (struct part *p = first; p < end && status == BL_OK; p++)
        status = edit_module(e, p, has_renamed && has_strtab ? &strings : NULL);
    if (status == BL_OK && has_renamed && has_strtab)
        status = replace_strtab(e, first->strtab, &strings);
    else if (status == BL_OK && has_renamed)
        status = bl_edit_old_names(e, first->module, &first->names);
    bl_string_table_release(&strings);
    return status;
}

/* ---- All of it ---- */

static void close_parts(struct parts *parts)
{
    for (uint32_t i = 0; i < parts->n; i++) {
        bl_drop(parts->items[i].names.items);
        bl_module_close(parts->items[i].module);
    }
    bl_drop(parts->items);
}

static int open_part(struct bl_editor *e, struct parts *parts, uint32_t block)
{
    struct part part = {.strtab = BL_NONE};
    struct bl_view layout = {0};
    int status = bl_module_open(&part.module, e->index, block, e->err);
    if (status < 0)
        return status;
    if (bl_append(&parts->items, &parts->n, &parts->cap, part) < 0) {
        bl_module_close(part.module);
        return bl_fail(e->err, BL_E_NOMEM, "no memory for a module");
    }
    struct part *p = &parts->items[parts->n - 1];
    status = bl_module_text(p->module, BL_CODE_MODULE_DATALAYOUT, &layout, e->err);
    if (status < 0)
        return status;
    p->version = p->module->header.version;
    if (p->version >= BL_VERSION_WITH_STRTAB)
        p->strtab = bl_edit_strtab_of(e->index, block);
    status = bl_edit_check_layout(e, p->module, layout);
    if (status == BL_OK)
        status = find_other_users(e, p);
    if (status < 0 || !e->edits->symbol)
        return status;
    struct bl_block at = bl_index_get(e->index, block).block;
    status = bl_edit_ask(e->edits, &e->arena, p->module, &p->names, e->err);
    for (uint32_t i = 0; i < p->names.n && status == BL_OK; i++) {
        bool is_renamed = !bl_view_equal(p->names.items[i].before, p->names.items[i].after);
        p->has_renamed |= is_renamed;
        e->report->n_renamed += is_renamed;
        if (p->names.items[i].linkage == BL_RELINK_WEAKEN && p->version < BL_VERSION_WITH_STRTAB)
            status = bl_fail_at(
                e->err, BL_E_ARGUMENT,
                "weak linkage in a module from before LLVM 5.0, which has other codes", at.bit_pos);
    }
    bool needs_strtab = p->has_renamed && p->version >= BL_VERSION_WITH_STRTAB;
    if (status == BL_OK && needs_strtab && p->strtab == BL_NONE)
        status =
            bl_fail_at(e->err, BL_E_ARGUMENT, "module without a STRTAB for its names", at.bit_pos);
    return status;
}

static int edit_producer(struct bl_editor *e, uint32_t block)
{
    enum {
        STRING = 1
    };
    struct bl_cursor c;
    int rc = bl_index_cursor(e->index, block, &c, e->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_cursor_read_next(&c, &e->record)) > 0 && e->record.code != STRING)
        ;
    if (rc < 0)
        bl_cursor_error(&c, e->err);
    bl_cursor_release(&c);
    return rc > 0 ? replace_text(e, e->edits->producer) : rc;
}

static int edit_top(struct bl_editor *e, struct parts *parts)
{
    uint32_t first;
    uint32_t n;
    int status = bl_index_children(e->index, BL_NONE, &first, &n, e->err);
    for (uint32_t b = first; status >= 0 && b < first + n; b++) {
        uint32_t id = bl_index_get(e->index, b).block.block_id;
        if (id == BL_BLOCK_MODULE)
            status = open_part(e, parts, b);
        else if (id == BL_BLOCK_IDENTIFICATION && e->edits->producer.data)
            status = edit_producer(e, b);
    }
    return status;
}

static int edit_symtab(struct bl_editor *e, const struct parts *parts)
{
    struct bl_module **modules = NULL;
    uint32_t cap = 0;
    if (bl_grow(&modules, &cap, (uint64_t)parts->n + 1) < 0)
        return bl_fail(e->err, BL_E_NOMEM, "no memory for modules");
    for (uint32_t i = 0; i < parts->n; i++)
        modules[i] = parts->items[i].module;
    struct bl_symtab_modules before = {.modules = modules, .n = parts->n};
    int status = bl_edit_symtab(e, before);
    bl_drop(modules);
    return status;
}

static int edit_all(struct bl_editor *e, struct parts *parts)
{
    uint64_t end;
    int status = bl_index_end(e->index, &end, e->err);
    if (status == BL_OK)
        status = edit_top(e, parts);
    for (uint32_t i = 0; i < parts->n && status >= 0;) {
        uint32_t next = i + 1;
        while (next < parts->n && parts->items[next].strtab == parts->items[i].strtab &&
               parts->items[i].strtab != BL_NONE)
            next++;
        status = edit_group(e, &parts->items[i], &parts->items[next]);
        i = next;
    }
    for (uint32_t i = 0; i < parts->n && status >= 0; i++)
        status = bl_edit_metadata(e, parts->items[i].module, &parts->items[i].names);
    if (status >= 0 && bl_rewrite_count(e->rewrite) == 0)
        return status;
    for (uint32_t i = 0; i < parts->n && status >= 0; i++)
        status = drop_summary(e, &parts->items[i]);
    return status < 0 ? status : edit_symtab(e, parts);
}

int bl_edit(struct bl_rewrite *rewrite, const struct bl_edits *edits, struct bl_edit_report *report,
            struct bl_error *err)
{
    struct bl_edit_report ignored;
    struct parts parts = {0};
    struct bl_editor e = {
        .rewrite = rewrite, .edits = edits, .report = report ? report : &ignored, .err = err};
    *e.report = (struct bl_edit_report){0};
    int status = bl_index_open(&e.index, &rewrite->stream, err);
    if (status == BL_OK)
        status = edit_all(&e, &parts);
    close_parts(&parts);
    bl_index_close(e.index);
    bl_arena_release(&e.arena);
    bl_record_release(&e.record);
    bl_drop(e.ops);
    return status < 0 ? status : BL_OK;
}
