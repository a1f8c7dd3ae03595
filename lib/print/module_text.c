/* print/module_text.c - a module as LLVM assembly: all but its functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/module_text.h"
#include "base/grow.h"
#include "base/view.h"
#include "numbers/type_slots.h"
#include "print/annotation_text.h"
#include "print/attribute_text.h"
#include "print/closure.h"
#include "print/constant_text.h"
#include "print/data_layout.h"
#include "print/metadata_text.h"
#include "print/text_limit.h"
#include "print/type_text.h"
#include "print/use_text.h"

#include <stdlib.h>

enum {
    FIRST_WITH_CODE_MODELS = 18,
};

/* ---- Words of global values ---- */

static void put_and_space(struct bl_printer *p, const char *word)
{
    if (!word || !*word)
        return;
    bl_text_put(&p->text, word);
    bl_text_char(&p->text, ' ');
}

/* What has local linkage, or is hidden or protected, is in the same object anyway. */
static bool is_local_without_saying(const struct bl_global *g)
{
    return g->linkage == BL_LINKAGE_INTERNAL || g->linkage == BL_LINKAGE_PRIVATE ||
           (g->visibility != 0 && g->linkage != BL_LINKAGE_EXTERN_WEAK);
}

void bl_put_linkage(struct bl_printer *p, const struct bl_global *g)
{
    if (g->linkage != BL_LINKAGE_EXTERNAL)
        put_and_space(p, bl_linkage_name(g->linkage));
    if (g->dso_local && !is_local_without_saying(g))
        put_and_space(p, "dso_local");
    put_and_space(p, bl_visibility_name(g->visibility));
    put_and_space(p, bl_dll_storage_name(g->dll_storage));
}

static void put_quoted(struct bl_printer *p, const char *comma, const char *word,
                       struct bl_view text)
{
    if (text.size == 0)
        return;
    bl_text_put(&p->text, comma);
    bl_text_put(&p->text, word);
    bl_text_quoted(&p->text, text);
}

static void put_partition(struct bl_printer *p, const struct bl_global *g, const char *comma)
{
    put_quoted(p, comma, " partition ", g->partition);
    if (!g->partition_is_lost)
        return;
    bl_text_put(&p->text, comma);
    bl_text_put(&p->text, " partition <badref>");
}

void bl_put_section(struct bl_printer *p, const struct bl_global *g, const char *comma)
{
    struct bl_view section = {0};
    if (g->section != BL_NONE)
        (void)bl_module_note(p->tables.module,
                             bl_module_section(p->tables.module, g->section, &section));
    put_quoted(p, comma, " section ", section);
    put_partition(p, g, comma);
}

/* "$name"; one that is lost is empty. */
static void put_comdat_name(struct bl_printer *p, struct bl_view name)
{
    if (name.size == 0 && p->tables.failure.status < 0) {
        bl_text_put(&p->text, "<badref>");
        return;
    }
    bl_text_char(&p->text, '$');
    bl_text_name(&p->text, name);
}

void bl_put_comdat(struct bl_printer *p, const struct bl_global *g, const char *comma)
{
    if (g->comdat >= p->tables.n_comdats)
        return;
    struct bl_view name = p->tables.comdats[g->comdat].name;
    if (p->closure)
        bl_closure_note(p->closure, BL_CLOSURE_COMDATS, g->comdat);
    bl_text_put(&p->text, comma);
    bl_text_put(&p->text, " comdat");
    bool is_lost = !name.data || !g->name.data;
    if (!is_lost && bl_view_equal(name, g->name))
        return;
    bl_text_char(&p->text, '(');
    put_comdat_name(p, name);
    bl_text_char(&p->text, ')');
}

/* ---- The head ---- */

static void put_module_line(struct bl_printer *p, const char *key, struct bl_view text,
                            bool is_escaped)
{
    if (text.size == 0)
        return;
    bl_text_put(&p->text, key);
    if (is_escaped)
        bl_text_quoted(&p->text, text);
    else {
        bl_text_char(&p->text, '"');
        bl_text_view(&p->text, text);
        bl_text_char(&p->text, '"');
    }
    bl_text_char(&p->text, '\n');
}

void bl_put_target(struct bl_printer *p)
{
    bl_put_data_layout(p);
    put_module_line(p, "target triple = ", p->tables.info.triple, false);
}

/* A line of the source a line; what follows the last line feed is one only if it is not empty. */
static void put_module_assembly(struct bl_printer *p, struct bl_view text)
{
    if (text.size == 0)
        return;
    bl_text_char(&p->text, '\n');
    for (size_t at = 0; at < text.size;) {
        const uint8_t *end = memchr(text.data + at, '\n', text.size - at);
        size_t n = end ? (size_t)(end - text.data) - at : text.size - at;
        bl_text_put(&p->text, "module asm ");
        bl_text_quoted(&p->text, (struct bl_view){.data = text.data + at, .size = n});
        bl_text_char(&p->text, '\n');
        at += n + 1;
    }
}

void bl_put_struct(struct bl_printer *p, uint32_t type)
{
    const struct bl_type *t = &p->loaded.types->types[type];
    bl_text_char(&p->text, '%');
    if (t->name.size)
        bl_text_name(&p->text, t->name);
    else
        bl_text_u64(&p->text, bl_type_slot(p->slots, type));
    bl_text_put(&p->text, " = type ");
    bl_put_struct_body(p, type);
    bl_end_line(p, t->bit_pos);
}

/* Numbered ones first. */
static void put_structs(struct bl_printer *p)
{
    const struct bl_slots *slots = p->slots;
    if (slots->n_structs > 0)
        bl_text_char(&p->text, '\n');
    for (int named = 0; named < 2; named++)
        for (uint32_t i = 0; i < slots->n_structs; i++)
            if ((p->loaded.types->types[slots->structs[i]].name.size > 0) == named)
                bl_put_struct(p, slots->structs[i]);
}

void bl_put_comdat_definition(struct bl_printer *p, uint32_t number)
{
    const struct bl_comdat *c = &p->tables.comdats[number];
    const char *selection = bl_comdat_selection_name(c->selection);
    put_comdat_name(p, c->name);
    bl_text_put(&p->text, " = comdat ");
    bl_text_put(&p->text, selection ? selection : "any");
    bl_end_line(p, c->bit_pos);
}

/* Those that something is in, functions first, in the order in which they are met. */
static void put_comdats(struct bl_printer *p)
{
    bool *are_put = p->tables.n_comdats ? calloc(p->tables.n_comdats, sizeof *are_put) : NULL;
    if (p->tables.n_comdats && !are_put)
        p->text.is_cut = p->text.has_lacked = true;
    for (int functions = 1; functions >= 0 && are_put; functions--) {
        for (uint32_t i = 0; i < p->tables.n_listed; i++) {
            const struct bl_global *g = bl_global_of(p, i);
            bool is_function = g->kind == BL_GLOBAL_FUNCTION;
            if ((g->kind != BL_GLOBAL_VARIABLE && !is_function) || is_function != functions ||
                g->comdat >= p->tables.n_comdats || are_put[g->comdat])
                continue;
            are_put[g->comdat] = true;
            bl_text_char(&p->text, '\n');
            bl_put_comdat_definition(p, g->comdat);
        }
    }
    free(are_put);
}

/* ---- Global values ---- */

static void put_code_model(struct bl_printer *p, const struct bl_global *g)
{
    static const char *const models[] = {NULL, "tiny", "small", "kernel", "medium", "large"};
    if (p->llvm < FIRST_WITH_CODE_MODELS || g->code_model == 0)
        return;
    bl_text_put(&p->text, ", code_model \"");
    bl_text_put(&p->text,
                g->code_model < sizeof models / sizeof *models ? models[g->code_model] : "unknown");
    bl_text_char(&p->text, '"');
}

static void put_sanitizers(struct bl_printer *p, const struct bl_global *g)
{
    static const char *const words[] = {", no_sanitize_address", ", no_sanitize_hwaddress",
                                        ", sanitize_memtag", ", sanitize_address_dyninit"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (g->sanitizers >> i & 1)
            bl_text_put(&p->text, words[i]);
}

static void put_alignment(struct bl_printer *p, const struct bl_global *g)
{
    if (g->alignment)
        bl_text_numbered(&p->text, ", align ", g->alignment);
}

static void put_name_and_words(struct bl_printer *p, const struct bl_global *g, uint32_t value)
{
    bl_put_global_name(p, value);
    bl_text_put(&p->text, " = ");
    if (g->kind == BL_GLOBAL_VARIABLE && g->initializer == BL_NONE &&
        g->linkage == BL_LINKAGE_EXTERNAL)
        put_and_space(p, "external");
    bl_put_linkage(p, g);
    if (g->thread_local_model)
        put_and_space(p, bl_thread_local_name(g->thread_local_model));
    put_and_space(p, bl_unnamed_addr_name(g->unnamed_addr));
}

void bl_put_variable(struct bl_printer *p, uint32_t value, const struct bl_global *g)
{
    struct bl_text *t = &p->text;
    put_name_and_words(p, g, value);
    if (g->address_space) {
        bl_text_numbered(t, "addrspace(", g->address_space);
        bl_text_put(t, ") ");
    }
    if (g->externally_initialized)
        put_and_space(p, "externally_initialized");
    bl_text_put(t, g->is_constant ? "constant " : "global ");
    bl_put_type(p, g->value_type);
    if (g->initializer != BL_NONE) {
        bl_text_char(t, ' ');
        bl_put_value(p, g->initializer);
    }
    bl_put_section(p, g, ",");
    put_code_model(p, g);
    put_sanitizers(p, g);
    bl_put_comdat(p, g, ",");
    put_alignment(p, g);
    if (g == bl_global_of(p, value))
        bl_put_global_attachments(p, value, ",");
    bl_put_attribute_slot(p, g->attributes);
    bl_put_uses_of_global(p, value);
    bl_end_line(p, g->bit_pos);
}

/* Whether LLVM has constant VALUE as an expression, whose type is not printed here. */
static bool is_expression(const struct bl_printer *p, uint32_t value)
{
    uint32_t i = value - p->tables.n_globals;
    if (value < p->tables.n_globals || i >= p->tables.n_constants)
        return false;
    switch (p->tables.constants[i].code) {
    case BL_CODE_CONSTANTS_CE_BINOP:
    case BL_CODE_CONSTANTS_CE_CAST:
    case BL_CODE_CONSTANTS_CE_SELECT:
    case BL_CODE_CONSTANTS_CE_CMP:
    case BL_CODE_CONSTANTS_CE_UNOP:
    case BL_CODE_CONSTANTS_CE_GEP_OLD:
    case BL_CODE_CONSTANTS_CE_INBOUNDS_GEP:
    case BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE_INDEX_OLD:
    case BL_CODE_CONSTANTS_CE_GEP_WITH_INRANGE:
    case BL_CODE_CONSTANTS_CE_GEP: return true;
    default: return false;
    }
}

static void put_indirect(struct bl_printer *p, const struct bl_global *g, uint32_t value)
{
    struct bl_text *t = &p->text;
    put_name_and_words(p, g, value);
    bl_text_put(t, g->kind == BL_GLOBAL_ALIAS ? "alias " : "ifunc ");
    bl_put_type(p, g->value_type);
    bl_text_put(t, ", ");
    if (p->closure)
        p->closure->takes_definitions = true;
    if (g->initializer == BL_NONE)
        bl_text_put(t, "<<NULL ALIASEE>>");
    else if (is_expression(p, g->initializer))
        bl_put_value(p, g->initializer);
    else
        bl_put_typed_value(p, BL_NONE, g->initializer);
    if (p->closure)
        p->closure->takes_definitions = false;
    put_partition(p, g, ",");
    if (g->kind == BL_GLOBAL_IFUNC)
        bl_put_global_attachments(p, value, ",");
    bl_put_uses_of_global(p, value);
    bl_end_line(p, g->bit_pos);
}

void bl_put_global_line(struct bl_printer *p, uint32_t value)
{
    const struct bl_global *g = bl_global_of(p, value);
    if (g->kind == BL_GLOBAL_VARIABLE)
        bl_put_variable(p, value, g);
    else if (g->kind == BL_GLOBAL_ALIAS || g->kind == BL_GLOBAL_IFUNC)
        put_indirect(p, g, value);
    bl_printer_put_noted(p);
    bl_printer_flush(p);
}

static void put_globals(struct bl_printer *p, enum bl_global_kind kind)
{
    bool is_first = true;
    for (uint32_t i = 0; i < p->tables.n_listed && !p->text.is_cut; i++) {
        if (bl_kind_of(&p->tables, i) != kind)
            continue;
        if (is_first)
            bl_text_char(&p->text, '\n');
        is_first = false;
        bl_put_global_line(p, i);
    }
}

/* ---- The module ---- */

/* Where it is not the writer's own. An index of summaries never says who wrote it. */
static void put_spelling(struct bl_printer *p)
{
    struct bl_text *t = &p->text;
    if (p->tables.writer == p->llvm || (!p->tables.writer && p->tables.n_listed == 0))
        return;
    if (p->tables.writer)
        bl_text_numbered(t, "; written by LLVM ", p->tables.writer);
    else
        bl_text_put(t, "; written by a tool that does not say its version");
    bl_text_numbered(t, ", in the spelling of LLVM ", p->llvm);
    bl_text_char(t, '\n');
}

void bl_put_module_head(struct bl_printer *p, struct bl_view module_id)
{
    struct bl_text *t = &p->text;
    put_spelling(p);
    if (p->tables.module->header.is_minimized)
        bl_text_put(t,
                    "; minimized for a thin link: types, bodies and initializers are elsewhere\n");
    if (module_id.size && !memchr(module_id.data, '\n', module_id.size)) {
        bl_text_put(t, "; ModuleID = '");
        bl_text_view(t, module_id);
        bl_text_put(t, "'\n");
    }
    struct bl_view source_file = p->tables.info.source_file;
    /* An index has no such record, nor do old modules: LLVM calls them by their own names. */
    if (bl_module_note(p->tables.module,
                       bl_module_text(p->tables.module, BL_CODE_MODULE_SOURCE_FILENAME,
                                      &source_file, NULL)) == 0)
        source_file = module_id;
    put_module_line(p, "source_filename = ", source_file, true);
    bl_put_target(p);
    put_module_assembly(p, p->tables.info.assembly);
    put_structs(p);
    put_comdats(p);
    put_globals(p, BL_GLOBAL_VARIABLE);
    put_globals(p, BL_GLOBAL_ALIAS);
    put_globals(p, BL_GLOBAL_IFUNC);
}

void bl_put_module_tail(struct bl_printer *p)
{
    bl_put_attribute_groups(p);
    bl_put_named_metadata(p);
    if (p->slots->n_places)
        bl_text_char(&p->text, '\n');
}
