/* rewrite/slice.c - some definitions of a module as a module of their own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "index/index.h"
#include "ir/module.h"
#include "rewrite/editor.h"
#include "rewrite/slicer.h"
#include "stream/cursor.h"

#include <string.h>

enum {
    ALL_FLAGS = BL_SLICE_KEEP_LINKAGE | BL_SLICE_DELETE | BL_SLICE_WITH_GLOBALS |
                BL_SLICE_RECURSIVE | BL_SLICE_NO_DEBUG | BL_SLICE_KEEP_ASSEMBLY |
                BL_SLICE_UNNEEDED | BL_SLICE_LINES | BL_SLICE_PARTS,
    STAYS = BL_SLICE_KEEP_LINKAGE | BL_SLICE_KEEP_ASSEMBLY, /* with BL_SLICE_UNNEEDED */
    /* Before this LLVM types are found by name in the lists of compile units. */
    LLVM_WITHOUT_TYPE_NAMES = 5,
};

static int no_memory(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for a slice");
}

/* ---- Opening ---- */

static int make_numbering(struct bl_numbering *numbering, uint32_t n)
{
    numbering->n = n;
    numbering->is_kept = bl_new((size_t)n + 1);
    numbering->renewed = bl_new(((size_t)n + 1) * sizeof *numbering->renewed);
    return numbering->is_kept && numbering->renewed ? BL_OK : BL_E_NOMEM;
}

static int make_numberings(struct bl_slice *s, struct bl_error *err)
{
    struct bl_texts sections = {0};
    struct bl_texts gcs = {0};
    const struct bl_comdat *comdats;
    uint32_t n_comdats;
    int status = bl_module_sections(s->module, &sections, err);
    if (status == BL_OK)
        status = bl_module_texts(s->module, BL_CODE_MODULE_GCNAME, &gcs, err);
    if (status == BL_OK)
        status = bl_module_comdats(s->module, &comdats, &n_comdats, err);
    if (status < 0)
        return status;
    const uint32_t sizes[BL_N_NUMBERED] = {
        [BL_NUMBERED_VALUES] = s->n_module_values,
        [BL_NUMBERED_TYPES] = s->types->n,
        [BL_NUMBERED_METADATA] = s->n_metadata,
        [BL_NUMBERED_ATTRIBUTES] = s->attributes->n_lists,
        [BL_NUMBERED_COMDATS] = n_comdats,
        [BL_NUMBERED_SECTIONS] = sections.n,
        [BL_NUMBERED_GCS] = gcs.n,
    };
    for (int i = 0; i < BL_N_NUMBERED; i++)
        if (make_numbering(&s->sets[i], sizes[i]) < 0)
            return no_memory(err);
    s->is_added = bl_new((size_t)s->n_globals + 1);
    s->fates = bl_new((size_t)s->n_globals + 1);
    s->first_fates = bl_new((size_t)s->n_globals + 1);
    s->comdats = bl_new(((size_t)s->n_globals + 1) * sizeof *s->comdats);
    s->is_group_kept = bl_new((size_t)s->attributes->n_groups + 1);
    s->is_cut = bl_new((size_t)n_comdats + 1);
    s->nodes = bl_new((size_t)s->n_metadata + 1);
    s->was_defined = bl_new((size_t)s->n_metadata + 1);
    return s->is_added && s->fates && s->first_fates && s->comdats && s->is_group_kept &&
                   s->is_cut && s->nodes && s->was_defined
               ? BL_OK
               : no_memory(err);
}

static bool is_local(const struct bl_global *g)
{
    return g->linkage == BL_LINKAGE_INTERNAL || g->linkage == BL_LINKAGE_PRIVATE;
}

/* What the beginnings of records do not say. */
static int read_all_globals(struct bl_slice *s, struct bl_error *err)
{
    const struct bl_global *globals;
    uint32_t n;
    int status = bl_module_globals(s->module, &globals, &n, err);
    for (uint32_t i = 0; i < n && status == BL_OK; i++) {
        bool is_alias = globals[i].kind == BL_GLOBAL_ALIAS || globals[i].kind == BL_GLOBAL_IFUNC;
        s->first_fates[i] =
            globals[i].is_declaration && !is_alias ? BL_FATE_IS_DECLARATION : BL_FATE_NEEDED;
        s->comdats[i] = globals[i].comdat;
        s->has_unnamed |= globals[i].name.size == 0 && is_local(&globals[i]);
    }
    return status;
}

static int read_globals(struct bl_slice *s, struct bl_error *err)
{
    const struct bl_module_header *h = &s->module->header;
    uint32_t n;
    if (h->version < BL_VERSION_WITH_STRTAB || h->version_is_late || h->is_minimized ||
        h->n_comdats > 0)
        return read_all_globals(s, err);
    int status = bl_module_sound_globals(s->module, &n, err);
    for (uint32_t i = 0; i < n && status == BL_OK; i++) {
        const struct bl_global_place *g = &h->places[i];
        bool is_declaration = g->kind == BL_GLOBAL_FUNCTION   ? !g->has_body
                              : g->kind == BL_GLOBAL_VARIABLE ? !g->is_initialized
                                                              : false;
        s->first_fates[i] = is_declaration ? BL_FATE_IS_DECLARATION : BL_FATE_NEEDED;
        s->comdats[i] = BL_NONE;
        s->has_unnamed |= g->name_size == 0 && g->is_local;
    }
    return status;
}

static int read_tables(struct bl_slice *s, struct bl_error *err)
{
    uint32_t n_constants = 0;
    int status = bl_module_count(s->module, &s->n_globals, err);
    if (status == BL_OK)
        status = bl_module_check_names(s->module, err);
    if (status == BL_OK)
        status = bl_module_types(s->module, &s->types, err);
    if (status == BL_OK)
        status = bl_module_attributes(s->module, &s->attributes, err);
    if (status == BL_OK)
        status = bl_module_constants(s->module, &s->constants, &n_constants, err);
    if (status == BL_OK)
        status = bl_module_metadata(s->module, &s->metadata, err);
    if (status == BL_OK)
        status = bl_function_open(&s->function, s->module, BL_NONE, err);
    if (status < 0)
        return status;
    struct bl_metadata_counts counts = {0};
    if (s->metadata)
        counts = bl_metadata_get_counts(s->metadata);
    s->n_module_values = s->n_globals + n_constants;
    for (uint32_t i = 0; i < n_constants; i++)
        s->has_addresses |= s->constants[i].code == BL_CODE_CONSTANTS_BLOCKADDRESS;
    s->n_metadata = counts.end;
    s->n_strings = counts.n_strings;
    s->version = s->module->header.version;
    unsigned llvm = bl_module_llvm(s->module);
    s->keeps_lists = s->flags & BL_SLICE_UNNEEDED || (llvm > 0 && llvm < LLVM_WITHOUT_TYPE_NAMES);
    status = make_numberings(s, err);
    return status == BL_OK ? read_globals(s, err) : status;
}

int bl_slice_open(struct bl_slice **slice, struct bl_module *module, unsigned flags,
                  struct bl_error *err)
{
    *slice = NULL;
    unsigned allowed = flags & BL_SLICE_UNNEEDED ? BL_SLICE_UNNEEDED | STAYS : ALL_FLAGS;
    int status = bl_check_flags(flags, allowed, err);
    if (status < 0)
        return status;
    struct bl_slice *s = bl_new(sizeof *s);
    if (!s)
        return no_memory(err);
    s->module = module;
    s->index = bl_module_index(module);
    s->depth = UINT32_MAX;
    s->flags = flags & BL_SLICE_UNNEEDED ? flags | STAYS : flags;
    status = read_tables(s, err);
    if (status == BL_OK && bl_module_lacked(module))
        status = no_memory(err);
    if (status < 0)
        bl_slice_close(s);
    else
        *slice = s;
    return status;
}

static void forget_bytes(struct bl_slice *s)
{
    bl_slice_strip_release(s);
    bl_rewrite_close(s->made);
    s->made = NULL;
    s->rewrite = NULL;
    s->bytes = (struct bl_view){0};
}

void bl_slice_close(struct bl_slice *s)
{
    if (!s)
        return;
    forget_bytes(s);
    bl_function_close(s->function);
    for (int i = 0; i < BL_N_NUMBERED; i++) {
        bl_drop(s->sets[i].is_kept);
        bl_drop(s->sets[i].renewed);
    }
    bl_drop(s->is_added);
    bl_drop(s->fates);
    bl_drop(s->first_fates);
    bl_drop(s->comdats);
    bl_drop(s->is_group_kept);
    bl_drop(s->is_cut);
    bl_drop(s->nodes);
    bl_drop(s->was_defined);
    bl_drop(s->stack);
    bl_drop(s->weak);
    bl_drop(s->ops);
    bl_places_release(&s->places);
    bl_record_release(&s->rec);
    bl_string_table_release(&s->strings);
    bl_slice_entries_release(&s->entries);
    bl_drop(s);
}

/* ---- What is taken ---- */

int bl_slice_add(struct bl_slice *s, uint32_t value, struct bl_error *err)
{
    struct bl_global global;
    int status = bl_module_global(s->module, value, &global, err);
    if (status < 0)
        return status;
    if (global.is_declaration && !(s->flags & (BL_SLICE_DELETE | BL_SLICE_UNNEEDED)))
        return bl_fail_at(err, BL_E_ARGUMENT, "a declaration, of which there is nothing to take",
                          global.bit_pos);
    s->is_added[value] = true;
    return BL_OK;
}

/* As LLVM has it, GlobalValue::isDiscardableIfUnused(). */
static bool is_discardable(const struct bl_global *g)
{
    switch (g->linkage) {
    case BL_LINKAGE_INTERNAL:
    case BL_LINKAGE_PRIVATE:
    case BL_LINKAGE_LINK_ONCE_ANY:
    case BL_LINKAGE_LINK_ONCE_ODR:
    case BL_LINKAGE_AVAILABLE_EXTERNALLY: return true;
    default: return g->is_declaration;
    }
}

int bl_slice_add_discardable(struct bl_slice *s, struct bl_error *err)
{
    const struct bl_global *globals;
    uint32_t n;
    int status = bl_module_globals(s->module, &globals, &n, err);
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        s->is_added[i] |= is_discardable(&globals[i]);
    return status;
}

bool bl_slice_has(const struct bl_slice *s, uint32_t value)
{
    return value < s->n_globals && bl_slice_keeps(s, BL_NUMBERED_VALUES, value);
}

void bl_slice_set_depth(struct bl_slice *s, uint32_t depth)
{
    s->depth = depth;
}

void bl_slice_clear(struct bl_slice *s)
{
    s->is_later |= s->rewrite && s->flags & BL_SLICE_PARTS;
    for (uint32_t i = 0; s->is_later && i < s->n_metadata; i++)
        s->was_defined[i] |= s->nodes[i] & BL_NODE_TYPE && !(s->nodes[i] & BL_NODE_DECLARED);
    memset(s->is_added, 0, s->n_globals);
    forget_bytes(s);
}

/* ---- Making ---- */

/* Whether the stream has no other module, which a slice has not. */
static bool is_alone(const struct bl_slice *s)
{
    return bl_module_next(s->index, bl_module_next(s->index, BL_NONE)) == BL_NONE;
}

/* The symbol table of what is written otherwise. */
static int renew_symtab(struct bl_slice *s, struct bl_error *err)
{
    struct bl_edit_report report = {0};
    struct bl_editor editor = {
        .rewrite = s->rewrite, .index = s->index, .report = &report, .err = err};
    struct bl_symtab_modules before = {.modules = &s->module, .n = is_alone(s)};
    int status = bl_edit_symtab(&editor, before);
    bl_record_release(&editor.record);
    s->report.symtab_left_out = report.symtab == BL_EDIT_DROPPED;
    return status;
}

static int change(struct bl_slice *s, struct bl_rewrite *rewrite, struct bl_error *err)
{
    bool has_unneeded = s->flags & BL_SLICE_UNNEEDED;
    s->report = (struct bl_slice_report){0};
    int status = bl_slice_decide(s, err);
    if (status == BL_OK)
        status = bl_slice_reach(s, err);
    s->rewrite = rewrite;
    for (uint32_t i = 0; i < s->n_globals && has_unneeded; i++)
        s->report.n_left_out += !bl_slice_has(s, i);
    if (status == BL_OK && has_unneeded && s->report.n_left_out == 0 && is_alone(s)) {
        bl_slice_keep_all(s);
        return BL_OK;
    }
    if (status == BL_OK)
        status = bl_slice_write(s, err);
    return status == BL_OK && has_unneeded ? renew_symtab(s, err) : status;
}

static int make(struct bl_slice *s, struct bl_error *err)
{
    /* Without a wrapper, and without what follows the last block: LLVM takes padding for a block
     * that is damaged. Positions still count from where they did. */
    struct bl_stream stream = *bl_index_stream(s->index);
    stream.wrapper.magic = 0;
    uint32_t first;
    uint32_t n;
    int status = bl_index_children(s->index, BL_NONE, &first, &n, err);
    if (status == BL_OK && n > 0) {
        struct bl_block last = bl_index_get(s->index, first + n - 1).block;
        stream.bytes.size = (size_t)(bl_block_end(&last) / 8);
    }
    if (status == BL_OK)
        status = bl_rewrite_open(&s->made, &stream, 0, err);
    if (status == BL_OK)
        status = change(s, s->made, err);
    if (status == BL_OK)
        status = bl_rewrite_join(s->made, &s->bytes, err);
    return status;
}

int bl_slice_make(struct bl_slice *s, struct bl_view *bytes, struct bl_slice_report *report,
                  struct bl_error *err)
{
    forget_bytes(s);
    int status = make(s, err);
    *bytes = s->bytes;
    if (status == BL_OK && s->flags & (BL_SLICE_NO_DEBUG | BL_SLICE_LINES))
        status = bl_slice_strip(s, bytes, err);
    if (status == BL_OK && bl_module_lacked(s->module))
        status = no_memory(err);
    if (status < 0) {
        forget_bytes(s);
        *bytes = (struct bl_view){0};
        return status;
    }
    if (report)
        *report = s->report;
    return BL_OK;
}

int bl_slice_change(struct bl_slice *s, struct bl_rewrite *rewrite, struct bl_slice_report *report,
                    struct bl_error *err)
{
    forget_bytes(s);
    if (s->flags & (BL_SLICE_NO_DEBUG | BL_SLICE_LINES))
        return bl_fail(err, BL_E_ARGUMENT, "changes of a rewrite leave debug information");
    if (!is_alone(s))
        return bl_fail(err, BL_E_ARGUMENT, "several modules in a stream");
    int status = change(s, rewrite, err);
    if (status == BL_OK && bl_module_lacked(s->module))
        status = no_memory(err);
    if (status < 0)
        forget_bytes(s);
    else if (report)
        *report = s->report;
    return status;
}
