/* rewrite/edit_metadata.c - paths in strings of metadata; names that stay there and in assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/metadata_strings.h"
#include "ir/module.h"
#include "ir/record_texts.h"
#include "rewrite/editor.h"
#include "stream/cursor.h"

/* ---- Paths ---- */

static bool begins_with(struct bl_view text, struct bl_view with)
{
    return with.size > 0 && text.size >= with.size && memcmp(text.data, with.data, with.size) == 0;
}

/* Whether TEXT is a command line, or one of its words. */
static bool is_command_line(struct bl_view text)
{
    return bl_view_begins(text, "-") || bl_view_has(text, " -");
}

/* Whether a path of a command line may begin at AT: after a space or "=", and after an option of
 * one letter, as in -I/usr. */
static bool may_begin(struct bl_view text, size_t at)
{
    uint8_t before = at ? text.data[at - 1] : ' ';
    if (before == ' ' || before == '=' || before == '"')
        return true;
    bool is_letter = (before | 0x20) >= 'a' && (before | 0x20) <= 'z';
    return is_letter && at >= 2 && text.data[at - 2] == '-' &&
           (at == 2 || text.data[at - 3] == ' ');
}

static const struct bl_prefix_map *find_map(const struct bl_edits *edits, struct bl_view text)
{
    for (size_t i = 0; i < edits->n_prefixes; i++)
        if (begins_with(text, edits->prefixes[i].from))
            return &edits->prefixes[i];
    return NULL;
}

/* TEXT with each path replaced, to OUT, or counted where that is NULL. */
static size_t map_paths(const struct bl_edits *edits, struct bl_view text, uint8_t *out,
                        bool *is_changed)
{
    size_t n = 0;
    bool is_line = is_command_line(text);
    for (size_t at = 0; at < text.size;) {
        bool may = at == 0 || (is_line && may_begin(text, at));
        const struct bl_prefix_map *map = may ? find_map(edits, bl_view_from(text, at)) : NULL;
        struct bl_view part = map ? map->to : (struct bl_view){text.data + at, 1};
        if (out && part.size)
            memcpy(out + n, part.data, part.size);
        n += part.size;
        at += map ? map->from.size : 1;
        *is_changed |= map != NULL;
    }
    return n;
}

int bl_edit_path(const struct bl_edits *edits, struct bl_arena *arena, struct bl_view text,
                 struct bl_view *out)
{
    bool is_changed = false;
    *out = text;
    size_t size = edits->n_prefixes ? map_paths(edits, text, NULL, &is_changed) : 0;
    if (!is_changed)
        return 0;
    uint8_t *bytes = bl_arena_room(arena, size ? size : 1);
    if (!bytes)
        return BL_E_NOMEM;
    (void)map_paths(edits, text, bytes, &is_changed);
    *out = (struct bl_view){bytes, size};
    return 1;
}

/* ---- Names that are left ---- */

/* Names that have changed. */
struct left {
    struct bl_module *module;
    struct bl_string_table names;
    bool *is_reported;
    uint32_t cap;
};

static int find_changed(const struct bl_edited_names *names, struct left *left)
{
    uint32_t offset;
    int status = BL_OK;
    for (uint32_t i = 0; i < names->n && status == BL_OK; i++)
        if (!bl_view_equal(names->items[i].before, names->items[i].after))
            status = bl_string_table_add(&left->names, names->items[i].before, &offset);
    if (status == BL_OK)
        status = bl_grow(&left->is_reported, &left->cap, (uint64_t)left->names.n + 1);
    for (uint32_t i = 0; i < left->names.n && status == BL_OK; i++)
        left->is_reported[i] = false;
    return status;
}

static void report_left(struct bl_editor *e, struct left *left, struct bl_view text,
                        const char *where)
{
    uint32_t i = left->names.n ? bl_string_table_find(&left->names, text) : BL_MAP_NONE;
    if (i == BL_MAP_NONE || left->is_reported[i])
        return;
    left->is_reported[i] = true;
    e->report->n_untouched++;
    if (e->edits->untouched)
        e->edits->untouched(e->edits->context, text, where);
}

static bool is_in_name(uint8_t c)
{
    bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    return is_letter || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

/* Each word of assembly. */
static void report_in_assembly(struct bl_editor *e, struct left *left, struct bl_view text,
                               const char *where)
{
    for (size_t at = 0; at < text.size;) {
        size_t end = at;
        while (end < text.size && is_in_name(text.data[end]))
            end++;
        if (end > at)
            report_left(e, left, (struct bl_view){text.data + at, end - at}, where);
        at = end + 1;
    }
}

/* ---- Strings ---- */

/* The record has been read. */
struct strings {
    struct bl_writer *lengths;
    uint8_t *text;
    size_t n, cap;
    uint64_t n_changed;
};

static int add_string(struct strings *s, struct bl_view text)
{
    if (bl_grow(&s->text, &s->cap, (uint64_t)s->n + text.size + 1) < 0)
        return BL_E_NOMEM;
    if (text.size)
        memcpy(s->text + s->n, text.data, text.size);
    s->n += text.size;
    bl_writer_vbr(s->lengths, text.size, 6);
    return BL_OK;
}

static int put_strings(struct bl_editor *e, struct strings *s)
{
    struct bl_view lengths;
    int status = bl_writer_finish(s->lengths, &lengths, e->err);
    if (status < 0)
        return status;
    struct strings blob = {0};
    if (bl_grow(&blob.text, &blob.cap, (uint64_t)lengths.size + s->n + 1) < 0)
        return bl_fail(e->err, BL_E_NOMEM, "no memory for strings");
    memcpy(blob.text, lengths.data, lengths.size);
    if (s->n)
        memcpy(blob.text + lengths.size, s->text, s->n);
    const uint64_t ops[] = {e->record.ops[0], lengths.size};
    struct bl_new_record record = {
        .code = e->record.code,
        .ops = ops,
        .n_ops = 2,
        .has_blob = true,
        .blob = {blob.text, lengths.size + s->n},
    };
    status = bl_rewrite_replace(e->rewrite, e->record.bit_pos, &record, e->err);
    bl_drop(blob.text);
    return status;
}

/* METADATA_STRINGS. */
static int edit_strings(struct bl_editor *e)
{
    struct bl_string_reader reader;
    struct bl_view text;
    struct bl_view mapped;
    struct strings s = {0};
    if (!bl_string_reader_init(&reader, e->record.ops, e->record.n_ops, e->record.blob))
        return bl_fail_at(e->err, BL_E_MALFORMED, "strings of metadata that are damaged",
                          e->record.bit_pos);
    int rc = bl_writer_open(&s.lengths, e->err);
    while (rc >= 0 && (rc = bl_string_reader_next(&reader, &text, e->err)) > 0) {
        rc = bl_edit_path(e->edits, &e->arena, text, &mapped);
        s.n_changed += rc > 0;
        if (rc >= 0)
            rc = add_string(&s, mapped);
        if (rc < 0)
            (void)bl_fail(e->err, rc, "no memory for strings");
    }
    if (rc == 0 && s.n_changed)
        rc = put_strings(e, &s);
    e->report->n_strings += s.n_changed;
    bl_writer_close(s.lengths);
    bl_drop(s.text);
    return rc;
}

/* The names for linkers in the debug information of functions and variables. */
static int report_linkage_name(struct bl_editor *e, struct left *left, struct bl_strings *strings)
{
    enum {
        LINKAGE_NAME_AT = 3 /* a string's number plus one */
    };
    struct bl_view name;
    bool has_name = e->record.code == BL_CODE_METADATA_SUBPROGRAM ||
                    e->record.code == BL_CODE_METADATA_GLOBAL_VAR;
    uint64_t number =
        has_name && e->record.n_ops > LINKAGE_NAME_AT ? e->record.ops[LINKAGE_NAME_AT] : 0;
    if (number == 0 || number > strings->n)
        return BL_OK;
    int status = bl_strings_get(strings, (uint32_t)(number - 1), &name);
    if (status == BL_OK)
        report_left(e, left, name, "in debug information, as linkageName");
    return status < 0 ? bl_fail_at(e->err, status, "a string of metadata that cannot be read",
                                   e->record.bit_pos)
                      : BL_OK;
}

/* A block of metadata; C is at its begin. */
static int edit_block(struct bl_editor *e, struct bl_cursor *c, struct left *left)
{
    struct bl_strings strings = {0};
    int status = BL_OK;
    int rc = 0;
    while (status == BL_OK && (rc = bl_cursor_read_next(c, &e->record)) > 0) {
        if (e->record.code == BL_CODE_METADATA_STRINGS) {
            bl_strings_release(&strings);
            (void)bl_strings_init(&strings, &e->record);
            status = e->edits->n_prefixes ? edit_strings(e) : BL_OK;
        } else if (left->names.n) {
            status = report_linkage_name(e, left, &strings);
        } else if (e->record.code != BL_CODE_METADATA_STRING_OLD) {
            break;
        }
    }
    bl_strings_release(&strings);
    if (rc < 0)
        bl_cursor_error(c, e->err);
    return rc < 0 ? rc : status;
}

/* Assembly among the constants of a body; C is at their begin. */
static int report_in_constants(struct bl_editor *e, struct bl_cursor *c, struct left *left)
{
    struct bl_text_ops texts[2];
    int rc;
    while ((rc = bl_cursor_read_next(c, &e->record)) > 0) {
        uint32_t at = 0;
        if (bl_constant_texts(&e->record, &at, texts) == 0)
            continue;
        uint8_t *text = bl_arena_room(&e->arena, texts[0].n + 1U);
        if (!text)
            return bl_fail(e->err, BL_E_NOMEM, "no memory for assembly");
        for (uint32_t i = 0; i < texts[0].n; i++)
            text[i] = (uint8_t)e->record.ops[texts[0].first + i];
        report_in_assembly(e, left, (struct bl_view){text, texts[0].n}, "in assembly of functions");
    }
    if (rc < 0)
        bl_cursor_error(c, e->err);
    return rc;
}

static int edit_inside(struct bl_editor *e, struct bl_cursor *c, bool is_module, struct left *left);

/* BLOCK, which AROUND has announced. */
static int edit_child(struct bl_editor *e, const struct bl_cursor *around,
                      const struct bl_block *block, bool is_module, struct left *left)
{
    struct bl_cursor c;
    bool is_function = block->block_id == BL_BLOCK_FUNCTION && is_module;
    bool is_constants = block->block_id == BL_BLOCK_CONSTANTS && left->names.n;
    if (!is_function && !is_constants && block->block_id != BL_BLOCK_METADATA)
        return BL_OK;
    bl_module_cursor_inside(left->module, around, block, &c);
    int status = is_function    ? edit_inside(e, &c, false, left)
                 : is_constants ? report_in_constants(e, &c, left)
                                : edit_block(e, &c, left);
    bl_cursor_release(&c);
    return status;
}

/* Whether the record that C, of a body, has announced is an instruction: those who write bitcode
 * put constants and metadata before the first one. */
static int is_instruction(struct bl_editor *e, struct bl_cursor *c)
{
    uint32_t code;
    int rc = bl_record_skip(c, &code);
    if (rc < 0)
        bl_cursor_error(c, e->err);
    return rc < 0 ? rc : code != BL_CODE_FUNCTION_DECLAREBLOCKS;
}

/* Blocks of metadata and constants in what C is in. What is only reported is not looked for among
 * instructions, which are most of a module. */
static int edit_inside(struct bl_editor *e, struct bl_cursor *c, bool is_module, struct left *left)
{
    struct bl_entry entry;
    int rc = BL_OK;
    int status = BL_OK;
    while (status == BL_OK && (rc = bl_cursor_next(c, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_BLOCK)
            status = edit_child(e, c, &entry.block, is_module, left);
        else if (entry.kind == BL_ENTRY_RECORD && !is_module && !e->edits->n_prefixes)
            status = is_instruction(e, c);
    }
    if (rc < 0)
        bl_cursor_error(c, e->err);
    return rc < 0 ? rc : status < 0 ? status : BL_OK;
}

static int edit_below(struct bl_editor *e, struct left *left)
{
    struct bl_cursor c;
    int status = bl_index_cursor(e->index, bl_module_block(left->module), &c, e->err);
    if (status < 0)
        return status;
    status = edit_inside(e, &c, true, left);
    bl_cursor_release(&c);
    return status;
}

int bl_edit_metadata(struct bl_editor *e, struct bl_module *module,
                     const struct bl_edited_names *names)
{
    struct left left = {.module = module};
    struct bl_view assembly = {0};
    int status = find_changed(names, &left);
    if (status < 0) {
        (void)bl_fail(e->err, status, "no memory for names");
    } else if (left.names.n || e->edits->n_prefixes) {
        status = bl_module_text(module, BL_CODE_MODULE_ASM, &assembly, e->err);
        if (status >= 0) {
            report_in_assembly(e, &left, assembly, "in the module's assembly");
            status = edit_below(e, &left);
        }
    }
    bl_string_table_release(&left.names);
    bl_drop(left.is_reported);
    return status;
}
