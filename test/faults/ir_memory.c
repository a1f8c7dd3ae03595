/* ir_memory.c - memory ends while modules, symbols, types, metadata and bodies are read
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: ir_memory
 */
#include "support/exhaust.h"
#include "support/trace.h"

#include <string.h>

enum {
    MANY = 100 /* of what is asked for one by one */
};

static void tell_name(struct subject *s, const char *text)
{
    tell_view(s, (struct bl_view){(const uint8_t *)text, text ? strlen(text) : 0});
}

/* ---- Modules ---- */

static int open_module(struct subject *s)
{
    int rc = bl_index_open(&s->index, &s->stream, &s->err);
    if (rc < 0)
        return rc;
    return bl_module_open(&s->module, s->index, bl_module_next(s->index, BL_NONE), &s->err);
}

static int open_module_file(struct subject *s)
{
    return bl_module_open_file(&s->module, s->path, NULL, 0, &s->err);
}

static void close_module(struct subject *s)
{
    bl_function_close(s->function);
    bl_summaries_close(s->summaries);
    bl_symbols_close(s->symbols);
    bl_module_close(s->module);
    bl_index_close(s->index);
}

static void tell_list(struct subject *s, const struct bl_texts *list)
{
    note(s, list->n);
    for (uint32_t i = 0; i < list->n; i++)
        tell_view(s, list->texts[i]);
}

static int ask_facts(struct subject *s)
{
    struct bl_module_info f;
    int rc = bl_module_get_info(s->module, BL_INFO_DEEP, &f, &s->err);
    if (rc < 0)
        return rc;
    tell_view(s, f.producer);
    tell_view(s, f.triple);
    tell_view(s, f.source_file);
    tell_view(s, f.assembly);
    tell_list(s, &f.sections);
    tell_list(s, &f.libraries);
    tell_list(s, &f.sync_scopes);
    tell_list(s, &f.bundle_tags);
    tell_list(s, &f.metadata_kinds);
    note(s, f.flags);
    note(s, f.has_hash ? f.hash[0] : 0);
    note(s, f.n_defined + f.n_variables * UINT64_C(1000));
    note(s, f.needs_llvm);
    tell_name(s, f.needs_what);
    return rc;
}

/* ---- Global values ---- */

static void tell_global(struct subject *s, const struct bl_global *g)
{
    tell_view(s, g->name);
    tell_view(s, g->partition);
    note(s, g->bit_pos);
    note(s, (uint64_t)g->kind << 32 | g->type);
    note(s, g->linkage);
}

static int ask_globals(struct subject *s)
{
    const struct bl_global *globals;
    uint32_t n;
    int rc = bl_module_globals(s->module, &globals, &n, &s->err);
    if (rc < 0)
        return rc;
    for (uint32_t i = 0; i < n; i++)
        tell_global(s, &globals[i]);
    return rc;
}

/* One value by each way that leads to it. */
static int ask_value(struct subject *s, uint32_t value)
{
    struct bl_view name;
    struct bl_global global;
    struct bl_block body = {0};
    uint32_t found = 0;
    int rc = bl_module_name(s->module, value, &name, &s->err);
    if (rc < 0)
        return rc;
    tell_view(s, name);
    if ((rc = bl_module_find(s->module, name, &found, &s->err)) < 0)
        return rc;
    note(s, found);
    if ((rc = bl_module_global(s->module, value, &global, &s->err)) < 0)
        return rc;
    tell_global(s, &global);
    if ((rc = bl_module_body(s->module, value, &body, &s->err)) < 0)
        return rc;
    note(s, body.bit_pos);
    return rc;
}

static int ask_values(struct subject *s)
{
    uint32_t n;
    int rc = bl_module_count(s->module, &n, &s->err);
    for (uint32_t i = 0; rc >= 0 && i < n; i++)
        rc = ask_value(s, i);
    return rc;
}

static int ask_comdats(struct subject *s)
{
    const struct bl_comdat *comdats;
    uint32_t n;
    int rc = bl_module_comdats(s->module, &comdats, &n, &s->err);
    for (uint32_t i = 0; rc >= 0 && i < n; i++)
        tell_view(s, comdats[i].name);
    return rc;
}

/* ---- Symbols ---- */

static int list_symbols(struct subject *s, unsigned flags)
{
    bl_symbols_close(s->symbols);
    s->symbols = NULL;
    struct bl_symbol symbol;
    int rc = bl_symbols_open(&s->symbols, s->module, flags, &s->err);
    if (rc < 0)
        return rc;
    tell_view(s, bl_symbols_triple(s->symbols));
    while ((rc = bl_symbols_next(s->symbols, &symbol, &s->err)) > 0) {
        uint32_t value = 0;
        tell_view(s, symbol.name);
        tell_view(s, symbol.ir_name);
        tell_view(s, symbol.comdat);
        tell_view(s, symbol.section);
        note(s, symbol.flags);
        if ((rc = bl_symbols_value(s->symbols, &symbol, &value, &s->err)) < 0)
            return rc;
        note(s, value);
    }
    if (rc < 0)
        return rc;
    uint32_t n;
    rc = bl_symbols_count(s->symbols, &n, &s->err);
    for (uint32_t i = 0; rc >= 0 && i < n; i++)
        tell_view(s, bl_symbols_at(s->symbols, i)->name);
    return rc;
}

static int ask_symbols(struct subject *s)
{
    return list_symbols(s, 0);
}

static int ask_symbols_of_records(struct subject *s)
{
    return list_symbols(s, BL_SYMBOLS_FROM_RECORDS);
}

/* ---- Summaries ---- */

static void tell_summary(struct subject *s, const struct bl_summary *summary)
{
    struct bl_view name;
    note(s, summary->bit_pos);
    note(s, summary->module);
    note(s, summary->guid);
    for (uint32_t i = 0; i < summary->n_ops; i++)
        note(s, summary->ops[i]);
    for (uint32_t i = 0; i < summary->n_refs; i++)
        note(s, summary->refs[i]);
    for (uint32_t i = 0; i < summary->n_calls; i++)
        note(s, summary->calls[i].value);
    for (uint32_t i = 0; i < summary->n_slots; i++)
        note(s, summary->slots[i].offset);
    for (uint32_t i = 0; bl_summaries_name(s->summaries, summary, i, &name); i++)
        tell_view(s, name);
}

static int ask_summaries(struct subject *s)
{
    bl_summaries_close(s->summaries);
    s->summaries = NULL;
    const struct bl_summary_module *modules;
    struct bl_summary summary;
    uint32_t n;
    int rc = bl_module_paths(s->module, &modules, &n, &s->err);
    if (rc < 0)
        return rc;
    for (uint32_t i = 0; i < n; i++)
        tell_view(s, modules[i].path);
    rc = bl_summaries_open(&s->summaries, s->module, &s->err);
    if (rc <= 0)
        return rc;
    while ((rc = bl_summaries_next(s->summaries, &summary, &s->err)) > 0)
        tell_summary(s, &summary);
    return rc;
}

/* ---- Types, attributes, constants ---- */

/* What prints the module, until close_printer(). */
static int open_printer(struct subject *s)
{
    int rc = bl_slots_open(&s->slots, s->module, &s->err);
    return rc < 0 ? rc : bl_printer_open(&s->printer, s->module, s->slots, &s->err);
}

/* RC is that of printing, of which only BL_E_NOMEM counts. */
static int close_printer(struct subject *s, int rc)
{
    if (s->printer && rc != BL_E_NOMEM)
        rc = bl_printer_check(s->printer, NULL);
    if (rc == BL_E_NOMEM)
        s->err = (struct bl_error){.status = rc, .what = "print"};
    bl_printer_close(s->printer);
    bl_slots_close(s->slots);
    s->printer = NULL;
    s->slots = NULL;
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

static int ask_types(struct subject *s)
{
    const struct bl_types *types;
    int rc = bl_module_types(s->module, &types, &s->err);
    if (rc >= 0)
        rc = open_printer(s);
    for (uint32_t i = 0; rc >= 0 && i < types->n; i++)
        if ((rc = bl_printer_put_type(s->printer, i, tell_text, s)) >= 0)
            rc = bl_printer_put_struct_body(s->printer, i, tell_text, s);
    return close_printer(s, rc);
}

static int ask_attributes(struct subject *s)
{
    const struct bl_attributes *all;
    int rc = bl_module_attributes(s->module, &all, &s->err);
    if (rc < 0)
        return rc;
    for (uint32_t i = 0; i < all->n_lists; i++)
        for (uint32_t k = all->lists[i]; k < all->lists[i + 1]; k++)
            note(s, all->list_groups[k]);
    rc = open_printer(s);
    for (uint32_t i = 0; rc >= 0 && i < all->n_groups; i++)
        for (uint32_t k = 0; rc >= 0 && k < all->groups[i].n; k++)
            rc = bl_printer_put_attribute(s->printer, &all->attributes[all->groups[i].first + k],
                                          false, tell_text, s);
    for (uint32_t i = 0; rc >= 0 && i < all->n_groups; i++) {
        note(s, bl_printer_group_slot(s->printer, i));
        rc = bl_printer_print_attributes(s->printer, i, tell_text, s, &s->err);
        rc = rc == BL_E_ARGUMENT ? BL_OK : rc;
    }
    return close_printer(s, rc);
}

static int ask_constants(struct subject *s)
{
    const struct bl_constant *constants;
    struct bl_record rec = {0};
    uint32_t n;
    int rc = bl_module_constants(s->module, &constants, &n, &s->err);
    for (uint32_t i = 0; rc >= 0 && i < n; i++) {
        rc = bl_constant_read(s->module, &constants[i], &rec, &s->err);
        if (rc >= 0)
            note(s, trace_contents(&rec));
        const struct bl_constant_value *value;
        if (rc >= 0 && (rc = bl_constant_decode(s->module, &constants[i], &value, &s->err)) >= 0)
            note(s, value->kind + (uint64_t)value->n_words + value->n_parts + value->text.size);
    }
    bl_record_release(&rec);
    return rc;
}

static int print_constants(struct subject *s)
{
    const struct bl_constant *constants;
    uint32_t n, n_globals;
    int rc = bl_module_constants(s->module, &constants, &n, &s->err);
    if (rc >= 0)
        rc = bl_module_count(s->module, &n_globals, &s->err);
    if (rc < 0)
        return rc;
    rc = open_printer(s);
    for (uint32_t i = 0; rc >= 0 && i < n; i++)
        rc = bl_printer_put_value(s->printer, n_globals + i, tell_text, s);
    return close_printer(s, rc);
}

/* ---- Metadata ---- */

static int open_metadata(struct subject *s, struct bl_metadata **md,
                         struct bl_metadata_counts *counts)
{
    int rc = bl_module_metadata(s->module, md, &s->err);
    if (rc >= 0)
        *counts = bl_metadata_get_counts(*md);
    return rc;
}

static int ask_metadata(struct subject *s)
{
    struct bl_metadata *md;
    struct bl_metadata_counts counts;
    struct bl_record rec = {0};
    int rc = open_metadata(s, &md, &counts);
    if (rc < 0)
        return rc;
    note(s, counts.end);
    for (uint32_t i = 0; i < counts.n_named; i++)
        tell_view(s, counts.named[i].name);
    for (uint32_t i = 0; i < counts.n_attachments; i++)
        note(s, counts.attachments[i].node);
    for (uint32_t i = counts.first; rc >= 0 && i < counts.end; i++) {
        struct bl_view text;
        rc = bl_metadata_string(md, i, &text, NULL);
        if (rc < 0)
            s->err = (struct bl_error){.status = rc, .what = "string"};
        tell_view(s, text);
        if (rc == 0 && (rc = bl_metadata_read(md, i, &rec, &s->err)) >= 0)
            note(s, trace_contents(&rec));
    }
    bl_record_release(&rec);
    for (uint32_t kind = 0; rc >= 0 && kind < 40; kind++) {
        struct bl_view name;
        rc = bl_metadata_kind_name(s->module, kind, &name, NULL);
        if (rc < 0)
            s->err = (struct bl_error){.status = rc, .what = "kind"};
        tell_view(s, name);
    }
    return rc;
}

static int print_metadata(struct subject *s)
{
    struct bl_metadata *md;
    struct bl_metadata_counts counts;
    int rc = open_metadata(s, &md, &counts);
    if (rc < 0)
        return rc;
    rc = open_printer(s);
    for (uint32_t i = 0; rc >= 0 && i < counts.end && i < MANY; i++) {
        rc = bl_printer_put_node(s->printer, i, tell_text, s);
        if (rc >= 0)
            rc = bl_printer_put_metadata(s->printer, i, tell_text, s);
    }
    return close_printer(s, rc);
}

/* ---- Bodies ---- */

static void tell_instruction(struct subject *s, const struct bl_instruction *inst)
{
    note(s, inst->bit_pos);
    note(s, inst->opcode);
    note(s, inst->type);
    note(s, inst->location.line);
    for (uint32_t i = 0; i < inst->n_operands; i++)
        note(s, inst->operands[i].number ^ (uint64_t)inst->operands[i].type << 32);
    for (uint32_t i = 0; i < inst->n_bundles; i++)
        note(s, inst->bundles[i].tag);
    for (uint32_t i = 0; i < inst->n_debug_records; i++)
        note(s, inst->debug_records[i].variable);
}

typedef int each_fn(struct subject *s, const struct bl_instruction *inst);

static int for_each_instruction(struct subject *s, each_fn *each)
{
    uint32_t n;
    int rc = bl_module_count(s->module, &n, &s->err);
    if (rc >= 0 && !s->function)
        rc = bl_function_open(&s->function, s->module, BL_NONE, &s->err);
    for (uint32_t value = 0; rc >= 0 && value < n; value++) {
        struct bl_instruction inst;
        struct bl_body_counts counts = {0};
        rc = bl_function_count(s->module, value, &counts, &s->err);
        if (rc <= 0)
            continue;
        note(s, counts.n_instructions);
        rc = bl_function_load(s->function, value, &s->err);
        while (rc >= 0 && (rc = bl_function_next(s->function, &inst, &s->err)) > 0)
            rc = each(s, &inst);
    }
    return rc;
}

static int read_instruction(struct subject *s, const struct bl_instruction *inst)
{
    tell_instruction(s, inst);
    return BL_OK;
}

static int ask_function(struct subject *s)
{
    return for_each_instruction(s, read_instruction);
}

static int ask_graphs(struct subject *s)
{
    uint32_t n;
    int rc = bl_module_count(s->module, &n, &s->err);
    if (rc >= 0 && !s->function)
        rc = bl_function_open(&s->function, s->module, BL_NONE, &s->err);
    for (uint32_t value = 0; rc >= 0 && value < n; value++) {
        struct bl_body_graph *graph;
        const struct bl_graph_use *uses;
        struct bl_block block;
        rc = bl_module_body(s->module, value, &block, &s->err);
        if (rc <= 0 || (rc = bl_function_load(s->function, value, &s->err)) < 0)
            continue;
        rc = bl_body_graph_open(&graph, s->function, &s->err);
        if (!graph)
            continue;
        const struct bl_graph_body *body = bl_body_graph_get(graph);
        note(s, body->n_instructions);
        for (uint32_t i = 0; i < body->n_values; i++)
            note(s, bl_body_graph_uses(graph, i, &uses));
        bl_body_graph_close(graph);
    }
    return rc;
}

static int name_value(struct subject *s, const struct bl_instruction *inst)
{
    struct bl_view name;
    int rc = bl_function_basic_block_name(s->function, inst->basic_block, &name, &s->err);
    if (rc >= 0 && inst->value != BL_NONE) {
        tell_view(s, name);
        rc = bl_function_value_name(s->function, inst->value, &name, &s->err);
    }
    if (rc >= 0)
        tell_view(s, name);
    return rc;
}

static int ask_names(struct subject *s)
{
    return for_each_instruction(s, name_value);
}

static int find_metadata(struct subject *s, const struct bl_instruction *inst)
{
    struct bl_metadata *md;
    (void)inst;
    int rc = bl_function_metadata(s->function, &md, &s->err);
    if (rc >= 0)
        note(s, bl_metadata_get_counts(md).end);
    return rc;
}

static int ask_function_metadata(struct subject *s)
{
    return for_each_instruction(s, find_metadata);
}

static int print_operands(struct subject *s, const struct bl_instruction *inst)
{
    int rc = BL_OK;
    for (uint32_t i = 0; rc >= 0 && i < inst->n_operands && i < 3; i++)
        if (inst->operands[i].kind == BL_OPERAND_VALUE)
            rc = bl_printer_put_value(s->printer, (uint32_t)inst->operands[i].number, tell_text, s);
        else if (inst->operands[i].kind == BL_OPERAND_METADATA)
            rc = bl_printer_put_metadata(s->printer, (uint32_t)inst->operands[i].number, tell_text,
                                         s);
    return rc;
}

static int print_function(struct subject *s)
{
    uint32_t n;
    int rc = bl_module_count(s->module, &n, &s->err);
    if (rc < 0)
        return rc;
    rc = open_printer(s);
    for (uint32_t value = 0; rc != BL_E_NOMEM && value < n; value++) {
        const struct bl_instruction *inst;
        rc = bl_printer_load(s->printer, value, &s->err);
        while (rc >= 0 && (rc = bl_printer_next(s->printer, &inst, tell_text, s, &s->err)) > 0)
            rc = print_operands(s, inst);
    }
    return close_printer(s, rc);
}

static void take_attached(void *context, const struct bl_attached *attached)
{
    note(context, attached->bit_pos);
    note(context, attached->node);
}

/* Metadata and attachments of the bodies. */
static int ask_block(struct subject *s, const struct bl_block *block)
{
    enum {
        METADATA = 15,
        METADATA_ATTACHMENT = 16
    };
    struct bl_metadata *md;
    if (block->block_id == METADATA_ATTACHMENT)
        return bl_metadata_attached(s->module, block, take_attached, s, &s->err);
    if (block->block_id != METADATA)
        return BL_OK;
    int rc = bl_metadata_open(&md, s->module, block, &s->err);
    if (rc >= 0) {
        struct bl_metadata_counts counts = bl_metadata_get_counts(md);
        note(s, counts.first);
        note(s, counts.end);
    }
    bl_metadata_close(md);
    return rc;
}

static int ask_local_metadata(struct subject *s)
{
    uint32_t n;
    int rc = bl_module_count(s->module, &n, &s->err);
    for (uint32_t value = 0; rc >= 0 && value < n; value++) {
        struct bl_block body;
        struct bl_cursor cursor;
        struct bl_entry entry;
        rc = bl_module_body(s->module, value, &body, &s->err);
        if (rc <= 0)
            continue;
        rc = bl_module_cursor(s->module, &body, &cursor, &s->err);
        while (rc >= 0 && (rc = bl_cursor_next(&cursor, &entry)) > 0)
            if (entry.kind == BL_ENTRY_BLOCK)
                rc = ask_block(s, &entry.block);
        if (cursor.status < 0)
            bl_cursor_error(&cursor, &s->err);
        bl_cursor_release(&cursor);
    }
    return rc;
}

/* ---- Remarks ---- */

static int open_remarks(struct subject *s)
{
    return bl_remarks_open(&s->remarks, &s->stream, NULL, &s->err);
}

static void close_remarks(struct subject *s)
{
    bl_remarks_close(s->remarks);
}

static int ask_remarks(struct subject *s)
{
    struct bl_remark remark;
    int rc;
    while ((rc = bl_remarks_next(s->remarks, &remark, &s->err)) > 0) {
        note(s, remark.bit_pos);
        tell_view(s, remark.function);
        for (uint32_t i = 0; i < remark.n_arguments; i++)
            tell_view(s, remark.arguments[i].value);
    }
    return rc;
}

/* ---- Precompiled headers and modules ---- */

static int open_ast(struct subject *s)
{
    return bl_ast_open(&s->ast, &s->stream, &s->err);
}

static void close_ast(struct subject *s)
{
    bl_ast_close(s->ast);
}

static int ask_ast(struct subject *s)
{
    const struct bl_ast_info *info = bl_ast_get_info(s->ast);
    tell_view(s, info->module_map);
    tell_view(s, info->triple);
    for (uint32_t i = 0; i < info->n_input_files; i++)
        tell_view(s, info->input_files[i]);
    for (uint32_t i = 0; i < info->n_imports; i++)
        tell_view(s, info->imports[i]);
    return BL_OK;
}

int main(void)
{
    static const struct operation operations[] = {
        {"facts", open_module, ask_facts, close_module, false},
        {"globals", open_module, ask_globals, close_module, false},
        {"globals, by path", open_module_file, ask_globals, close_module, false},
        {"values one by one", open_module, ask_values, close_module, false},
        {"COMDATs", open_module, ask_comdats, close_module, false},
        {"symbols", open_module, ask_symbols, close_module, false},
        {"symbols of records", open_module, ask_symbols_of_records, close_module, false},
        {"summaries", open_module, ask_summaries, close_module, false},
        {"types", open_module, ask_types, close_module, false},
        {"attributes", open_module, ask_attributes, close_module, false},
        {"constants", open_module, ask_constants, close_module, false},
        {"constants, printed", open_module, print_constants, close_module, false},
        {"metadata", open_module, ask_metadata, close_module, false},
        {"metadata, printed", open_module, print_metadata, close_module, false},
        {"metadata of bodies", open_module, ask_local_metadata, close_module, false},
        {"functions", open_module, ask_function, close_module, false},
        {"functions, graphs", open_module, ask_graphs, close_module, false},
        {"functions, names", open_module, ask_names, close_module, false},
        {"functions, metadata", open_module, ask_function_metadata, close_module, false},
        {"functions, printed", open_module, print_function, close_module, false},
        {"ASTs", open_ast, ask_ast, close_ast, false},
        {"remarks", open_remarks, ask_remarks, close_remarks, true},
        {0},
    };
    static const char *const names[] = {
        "c-g-O2.clang22.bc",   "c-g-O0.clang13.bc",
        "bundles.llvm22.bc",   "hash.llvm14.bc",
        "thin-a.clang22.bc",   "index.llvm19.bc",
        "values.llvm16.bc",    "modern.llvm22.bc",
        "multi.llvm13.bc",     "cxx-O2.clang13.bc",
        "cxx-msvc.clang22.bc", "remarks.clang22.opt.bitstream",
        "header.clang22.pch",  NULL,
    };
    return exhaust(operations, names) ? 0 : 1;
}
