/* cmd/cmd_info.c - the headers of modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/lto_flags.h"
#include "analysis/tally.h"
#include "base/array.h"
#include "commands.h"
#include "input/container_facts.h"
#include "input/modules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_DEEP,
    OPT_CHECK_LTO
};

const struct option_spec info_options[] = {
    [OPT_DEEP] = {"deep", 0, NULL, "look through function bodies, too, for what needs newer LLVM"},
    [OPT_CHECK_LTO] = {"check-lto", 0, NULL, "whether module flags let all of them be linked"},
    {NULL, 0, NULL, NULL},
};

struct info {
    struct context *context;
    unsigned flags;         /* bl_info_flags */
    struct row_limit limit; /* of modules that are not all of a file that was named */
    uint32_t n_modules;
    struct tally tally;
    bool has_header, is_whole; /* the module at hand: counts are of all records */
    bool checks_lto;
    struct lto_flags linked;
    uint32_t n_conflicts;
    uint32_t n_damaged; /* modules, whose flags may not all be known */
};

static const struct {
    unsigned flag;
    const char *key;  /* in JSON */
    const char *text; /* for people */
} properties[] = {
    {BL_MODULE_DEBUG_INFO, "debug_info", "debug info"},
    {BL_MODULE_OPAQUE_POINTERS, "opaque_pointers", "opaque pointers"},
    {BL_MODULE_TYPED_POINTERS, "typed_pointers", "typed pointers"},
    {BL_MODULE_THIN_LTO, "thin_lto", "ThinLTO summary"},
    {BL_MODULE_FULL_LTO, "full_lto", "full LTO summary"},
    {BL_MODULE_SYMTAB, "symtab", "symbol table"},
    {BL_MODULE_MINIMIZED, "minimized", "no types and bodies: minimized for a thin link"},
    {BL_MODULE_OLD_DIALECT, "old_dialect", "what no LLVM since 3.1 reads"},
};

enum {
    N_PROPERTIES = sizeof properties / sizeof *properties,
    LABEL_COLUMNS = 16,
    LINE_COLUMNS = 80,
};

/* ---- For people ---- */

static void put_label(struct info *info, const char *label)
{
    struct out *o = &info->context->out;
    out_text(o, "  ");
    out_colour(o, COLOUR_DIM);
    out_text(o, label);
    out_plain(o);
    out_fill(o, ' ', LABEL_COLUMNS - strlen(label));
}

static void put_fact(struct info *info, const char *label, struct bl_view value)
{
    if (value.size == 0)
        return;
    put_label(info, label);
    out_escaped(&info->context->out, value);
    out_char(&info->context->out, '\n');
}

/* A list over as many lines as it takes. */
static void put_list(struct info *info, const char *label, struct bl_texts list)
{
    struct out *o = &info->context->out;
    size_t column = LABEL_COLUMNS + 2;
    if (list.n == 0)
        return;
    put_label(info, label);
    for (uint32_t i = 0; i < list.n; i++) {
        size_t width = list.texts[i].size + 2;
        if (i > 0 && column + width > LINE_COLUMNS) {
            out_text(o, ",\n");
            column = LABEL_COLUMNS + 2;
            out_fill(o, ' ', column);
        } else if (i > 0) {
            out_text(o, ", ");
        }
        if (list.texts[i].size)
            out_escaped(o, list.texts[i]);
        else
            out_text(o, "\"\"");
        column += width;
    }
    out_char(o, '\n');
}

/* "1 alias", "3 functions (2 defined)" */
static void put_count(struct out *o, bool *is_first, uint32_t n, const char *one, const char *many)
{
    if (n == 0)
        return;
    out_text(o, *is_first ? "" : ", ");
    out_count(o, n, one, many);
    *is_first = false;
}

static void put_counts(struct info *info, const struct bl_module_info *f)
{
    struct out *o = &info->context->out;
    bool is_first = true;
    put_label(info, "contents");
    put_count(o, &is_first, f->n_functions, "function", "functions");
    if (f->n_functions)
        out_printf(o, " (%" PRIu32 " defined)", f->n_defined);
    put_count(o, &is_first, f->n_variables, "variable", "variables");
    put_count(o, &is_first, f->n_aliases, "alias", "aliases");
    put_count(o, &is_first, f->n_ifuncs, "ifunc", "ifuncs");
    put_count(o, &is_first, f->n_comdats, "COMDAT", "COMDATs");
    if (is_first)
        out_text(o, f->flags & BL_MODULE_THIN_LTO ? "nothing but summaries" : "nothing");
    out_text(o, info->has_header ? "\n" : " that can be read\n");
}

static void put_properties(struct info *info, const struct bl_module_info *f)
{
    struct out *o = &info->context->out;
    bool is_first = true;
    for (size_t i = 0; i < N_PROPERTIES; i++) {
        if (!(f->flags & properties[i].flag))
            continue;
        if (is_first)
            put_label(info, "has");
        out_printf(o, "%s%s", is_first ? "" : ", ", properties[i].text);
        is_first = false;
    }
    if (!is_first)
        out_char(o, '\n');
}

/* Words on lines of their own, below those of a label. */
static void put_reason(struct out *o, const char *text)
{
    size_t column = LINE_COLUMNS;
    for (size_t n; *text; text += n + strspn(text + n, " ")) {
        n = strcspn(text, " ");
        bool is_new_line = column + 1 + n > LINE_COLUMNS;
        out_text(o, is_new_line ? "\n" : " ");
        out_fill(o, ' ', is_new_line ? LABEL_COLUMNS + 2 : 0);
        out_bytes(o, text, n);
        column = n + (is_new_line ? LABEL_COLUMNS + 2 : column + 1);
    }
    out_char(o, '\n');
}

static void put_needs(struct info *info, const struct bl_module_info *f)
{
    struct out *o = &info->context->out;
    put_label(info, "needs");
    if (f->flags & BL_MODULE_OLD_DIALECT) {
        out_text(o, "LLVM 3.0 or older; no LLVM of today reads its dialect");
        char *what = string_printf("for %s at bit %" PRIu64, f->needs_what, f->needs_pos);
        put_reason(o, what);
        free(what);
        return;
    }
    if (f->needs_llvm == 0) {
        out_printf(o, "nothing newer than LLVM 13%s\n",
                   info->flags & BL_INFO_DEEP ? "" : " (function bodies not checked; use --deep)");
        return;
    }
    if (f->known_llvm == 0)
        out_printf(o, "LLVM newer than %d", BL_NEWEST_LLVM);
    else if (f->known_llvm == f->needs_llvm)
        out_printf(o, "LLVM %u or newer", f->needs_llvm);
    else
        out_printf(o, "LLVM %u, perhaps %u, or newer", f->known_llvm, f->needs_llvm);
    bool may_need_more =
        !(info->flags & BL_INFO_DEEP) && f->known_llvm > 0 && f->known_llvm < BL_NEWEST_LLVM;
    char *reason =
        string_printf("for %s at bit %" PRIu64 "; see bitleap lower%s", f->needs_what, f->needs_pos,
                      may_need_more ? " (function bodies not checked; use --deep)" : "");
    put_reason(o, reason);
    free(reason);
}

static void put_hash(struct out *o, const struct bl_module_info *f)
{
    for (size_t i = 0; i < sizeof f->hash / sizeof *f->hash; i++)
        out_printf(o, "%08" PRIx32, f->hash[i]);
}

/* How many lines the assembly has is enough; --json has all of it. */
static void put_assembly(struct info *info, struct bl_view assembly)
{
    uint64_t n_lines = 0;
    if (assembly.size == 0)
        return;
    for (size_t i = 0; i < assembly.size; i++)
        n_lines += assembly.data[i] == '\n';
    n_lines += assembly.data[assembly.size - 1] != '\n';
    put_label(info, "assembly");
    out_count(&info->context->out, n_lines, "line\n", "lines\n");
}

/* ---- How it was built ---- */

/* Each of a command line's arguments, which end with NUL. */
static void put_arguments(struct info *info, struct bl_view line)
{
    struct out *o = &info->context->out;
    if (line.size == 0)
        return;
    put_label(info, "command line");
    for (size_t at = 0; at < line.size;) {
        size_t length = strnlen((const char *)line.data + at, line.size - at);
        out_text(o, at > 0 ? " " : "");
        out_escaped(o, (struct bl_view){.data = line.data + at, .size = length});
        at += length + 1;
    }
    out_char(o, '\n');
}

/* The most frequent one first, "x86-64 (39 functions), haswell (1 function)"; of one no number. */
static void put_targets(struct info *info, const char *label, const struct build_target *targets,
                        uint32_t n)
{
    struct out *o = &info->context->out;
    for (uint32_t i = 0; i < n; i++) {
        put_label(info, i == 0 ? label : "");
        out_escaped(o, targets[i].value);
        if (n > 1) {
            out_text(o, " (");
            out_count(o, targets[i].n, "function)", "functions)");
        }
        out_char(o, '\n');
    }
}

static void put_flags(struct info *info, const struct build_facts *built)
{
    struct out *o = &info->context->out;
    for (uint32_t i = 0; i < built->n_flags; i++) {
        const struct module_flag *flag = &built->flags[i];
        put_label(info, i == 0 ? "flags" : "");
        out_escaped(o, flag->name);
        out_text(o, ": ");
        out_escaped(o, view_of(flag->value));
        out_printf(o, " (%s)\n", flag_behavior_name(flag->behavior));
    }
}

static void put_built(struct info *info, const struct module_input *in,
                      const struct build_facts *built)
{
    for (uint32_t i = 0; i < built->n_idents; i++)
        put_fact(info, i == 0 ? "ident" : "", built->idents[i]);
    put_arguments(info, in->input->found.command_line);
    for (uint32_t i = 0; i < built->n_command_lines; i++)
        put_fact(info, "command line", built->command_lines[i]);
    for (uint32_t i = 0; i < built->n_units; i++) {
        const struct build_unit *unit = &built->units[i];
        put_fact(info, "compile unit", unit->file);
        put_fact(info, "  by", unit->producer);
        put_fact(info, "  in", unit->directory);
    }
    put_targets(info, "CPU", built->cpus, built->n_cpus);
    put_targets(info, "features", built->features, built->n_features);
    put_flags(info, built);
}

static void put_facts(struct info *info, const struct module_input *in,
                      const struct bl_module_info *f, const struct build_facts *built)
{
    struct out *o = &info->context->out;
    out_colour(o, COLOUR_NAME);
    put_module_path(o, in);
    out_plain(o);
    out_char(o, '\n');
    put_fact(info, "producer", f->producer);
    put_needs(info, f);
    put_label(info, "format");
    out_printf(o, "module version %" PRIu32 ", epoch %" PRIu32 "\n", f->version, f->epoch);
    put_fact(info, "source", f->source_file);
    put_fact(info, "target", f->triple);
    put_fact(info, "data layout", f->data_layout);
    put_counts(info, f);
    put_properties(info, f);
    put_list(info, "sections", f->sections);
    put_list(info, "GCs", f->gcs);
    put_list(info, "libraries", f->libraries);
    put_list(info, "sync scopes", f->sync_scopes);
    put_list(info, "bundle tags", f->bundle_tags);
    /* Nearly all are those that every module of that LLVM has. --json lists them. */
    if (f->metadata_kinds.n > 0) {
        put_label(info, "metadata kinds");
        out_printf(o, "%" PRIu32 "\n", f->metadata_kinds.n);
    }
    put_assembly(info, f->assembly);
    put_built(info, in, built);
    if (f->has_hash) {
        put_label(info, "hash");
        put_hash(o, f);
        out_char(o, '\n');
    }
}

/* ---- JSON ---- */

static void json_list(struct out *o, const char *key, struct bl_texts list)
{
    json_array(o, key);
    for (uint32_t i = 0; i < list.n; i++) {
        out_text(o, i > 0 ? "," : "");
        json_string(o, list.texts[i]);
    }
    out_char(o, ']');
}

static void json_texts(struct out *o, const char *key, const struct bl_view *texts, uint32_t n)
{
    json_list(o, key, (struct bl_texts){.texts = texts, .n = n});
}

static void json_targets(struct out *o, const char *key, const struct build_target *targets,
                         uint32_t n)
{
    json_array(o, key);
    for (uint32_t i = 0; i < n; i++) {
        out_text(o, i > 0 ? ",{" : "{");
        out_text(o, "\"value\":");
        json_string(o, targets[i].value);
        json_u64(o, "functions", targets[i].n);
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void json_built(struct out *o, const struct build_facts *built)
{
    json_texts(o, "idents", built->idents, built->n_idents);
    json_texts(o, "command_lines", built->command_lines, built->n_command_lines);
    json_targets(o, "cpus", built->cpus, built->n_cpus);
    json_targets(o, "features", built->features, built->n_features);
    json_array(o, "flags");
    for (uint32_t i = 0; i < built->n_flags; i++) {
        out_text(o, i > 0 ? ",{\"name\":" : "{\"name\":");
        json_string(o, built->flags[i].name);
        json_text(o, "behavior", flag_behavior_name(built->flags[i].behavior));
        json_text(o, "value", built->flags[i].value);
        out_char(o, '}');
    }
    out_char(o, ']');
    json_array(o, "compile_units");
    for (uint32_t i = 0; i < built->n_units; i++) {
        out_text(o, i > 0 ? ",{\"file\":" : "{\"file\":");
        json_string(o, built->units[i].file);
        json_view(o, "directory", built->units[i].directory);
        json_view(o, "producer", built->units[i].producer);
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void json_facts(struct info *info, const struct module_input *in,
                       const struct bl_module_info *f, const struct build_facts *built)
{
    struct out *o = &info->context->out;
    json_begin_in(o, "module", in);
    json_view(o, "producer", f->producer);
    json_u64(o, "epoch", f->epoch);
    json_u64(o, "version", f->version);
    json_name(o, "source", f->source_file);
    json_name(o, "triple", f->triple);
    json_name(o, "data_layout", f->data_layout);
    json_name(o, "assembly", f->assembly);
    json_u64_or_null(o, "functions", f->n_functions, info->has_header);
    json_u64_or_null(o, "defined", f->n_defined, info->has_header);
    json_u64_or_null(o, "variables", f->n_variables, info->has_header);
    json_u64_or_null(o, "aliases", f->n_aliases, info->has_header);
    json_u64_or_null(o, "ifuncs", f->n_ifuncs, info->has_header);
    json_u64_or_null(o, "comdats", f->n_comdats, info->has_header);
    for (size_t i = 0; i < N_PROPERTIES; i++)
        if (info->is_whole || (f->flags & properties[i].flag))
            json_bool(o, properties[i].key, f->flags & properties[i].flag);
        else
            json_null(o, properties[i].key);
    json_list(o, "sections", f->sections);
    json_list(o, "gcs", f->gcs);
    json_list(o, "libraries", f->libraries);
    json_list(o, "sync_scopes", f->sync_scopes);
    json_list(o, "bundle_tags", f->bundle_tags);
    json_list(o, "metadata_kinds", f->metadata_kinds);
    json_built(o, built);
    json_command_line(o, in->input);
    if (f->has_hash) {
        json_key(o, "hash");
        out_char(o, '"');
        put_hash(o, f);
        out_char(o, '"');
    }
    if (f->needs_llvm) {
        json_u64(o, "needs_llvm", f->needs_llvm);
        if (f->known_llvm)
            json_u64(o, "known_llvm", f->known_llvm);
    }
    if (f->needs_what) {
        json_text(o, "needs_what", f->needs_what);
        json_u64(o, "needs_pos", f->needs_pos);
    }
    json_end(o);
}

/* ---- Precompiled headers and modules ---- */

/* NAME, or where it is relative, the path to it. */
static void put_path(struct info *info, const char *label, const struct bl_ast_info *f,
                     struct bl_view name)
{
    struct out *o = &info->context->out;
    if (name.size == 0)
        return;
    put_label(info, label);
    if (f->directory.size > 0 && name.data[0] != '/') {
        out_escaped(o, f->directory);
        out_char(o, '/');
    }
    out_escaped(o, name);
    out_char(o, '\n');
}

static void put_ast_facts(struct info *info, const struct input *input, const struct bl_ast_info *f)
{
    struct out *o = &info->context->out;
    out_colour(o, COLOUR_NAME);
    out_path(o, input->path);
    out_plain(o);
    out_char(o, '\n');
    bool is_swift = input->stream.kind == BL_STREAM_SWIFT;
    put_label(info, "producer");
    if (is_swift) {
        out_text(o, "Swift ");
        out_escaped(o, f->language);
        out_char(o, '\n');
    } else {
        out_printf(o, "clang %" PRIu32 ".%" PRIu32 "\n", f->clang_major, f->clang_minor);
    }
    put_fact(info, "generated by", f->generated_by);
    put_label(info, "format");
    out_printf(o, "%s version %" PRIu32 ".%" PRIu32 "\n", is_swift ? "Swift module" : "clang AST",
               f->major, f->minor);
    put_fact(info, "module", f->module_name);
    put_path(info, "module map", f, f->module_map);
    put_path(info, "original file", f, f->original_file);
    put_fact(info, "target", f->triple);
    put_fact(info, "SDK", f->sdk);
    for (uint32_t i = 0; i < f->n_imports; i++)
        put_fact(info, "imports", f->imports[i]);
    for (uint32_t i = 0; i < f->n_libraries; i++)
        put_fact(info, "links", f->libraries[i]);
    for (uint32_t i = 0; i < f->n_input_files; i++)
        put_path(info, "input file", f, f->input_files[i]);
}

static void json_ast_facts(struct info *info, const struct input *input,
                           const struct bl_ast_info *f)
{
    struct out *o = &info->context->out;
    json_begin(o, "ast");
    json_text(o, "file", input->path);
    json_u64(o, "major", f->major);
    json_u64(o, "minor", f->minor);
    json_u64(o, "clang_major", f->clang_major);
    json_u64(o, "clang_minor", f->clang_minor);
    json_view(o, "generated_by", f->generated_by);
    json_view(o, "module_name", f->module_name);
    json_view(o, "directory", f->directory);
    json_view(o, "module_map", f->module_map);
    json_view(o, "original_file", f->original_file);
    json_view(o, "triple", f->triple);
    json_list(o, "input_files", (struct bl_texts){.texts = f->input_files, .n = f->n_input_files});
    json_view(o, "language", f->language);
    json_view(o, "sdk", f->sdk);
    json_list(o, "imports", (struct bl_texts){.texts = f->imports, .n = f->n_imports});
    json_list(o, "libraries", (struct bl_texts){.texts = f->libraries, .n = f->n_libraries});
    json_end(o);
}

static void put_ast(void *data, const struct input *input)
{
    struct info *info = data;
    struct bl_ast *ast;
    struct bl_error err;
    int rc = out_need(bl_ast_open(&ast, &input->stream, &err));
    if (ast && info->context->json)
        json_ast_facts(info, input, bl_ast_get_info(ast));
    else if (ast)
        put_ast_facts(info, input, bl_ast_get_info(ast));
    if (rc < 0)
        report_error(info->context, input->path, &input->stream, &err);
    bl_ast_close(ast);
}

/* ---- Images for devices ---- */

/* "compression     zstd". Names may be of columns around the image, and of any length. */
static void put_image_fact(struct info *info, const struct bl_fact *fact)
{
    char label[LABEL_COLUMNS] = "";
    if (fact->kind != BL_FACT_TEXT && fact->kind != BL_FACT_INTEGER)
        return;
    for (size_t i = 0; i < fact->name.size && i + 1 < sizeof label; i++)
        label[i] = (char)(fact->name.data[i] == '_' ? ' ' : fact->name.data[i]);
    if (fact->kind == BL_FACT_TEXT) {
        put_fact(info, label, fact->text);
        return;
    }
    put_label(info, label);
    out_printf(&info->context->out, "%" PRId64 "\n", fact->integer);
}

static void put_image(void *data, const struct input *input, const struct bl_image *image)
{
    struct info *info = data;
    struct out *o = &info->context->out;
    struct bl_fact fact;
    if (info->context->json) {
        json_image(o, input, image);
        return;
    }
    out_colour(o, COLOUR_NAME);
    out_path(o, input->path);
    out_plain(o);
    out_char(o, '\n');
    put_fact(info, "container", view_of(image->container));
    put_label(info, "size");
    out_count(o, image->bytes.size, "byte\n", "bytes\n");
    for (uint32_t n = 0; bl_search_fact(input->search, n, &fact) > 0; n++)
        put_image_fact(info, &fact);
}

/* ---- Many modules ---- */

static void count_module(struct info *info, struct bl_view place, const struct bl_module_info *f,
                         const struct build_facts *built)
{
    struct tally *tally = &info->tally;
    char *needs = f->needs_llvm                      ? string_printf("LLVM %" PRIu32, f->needs_llvm)
                  : f->flags & BL_MODULE_OLD_DIALECT ? string_printf("none since LLVM 3.0")
                                                     : string_printf("nothing newer than LLVM 13");
    const struct bl_view none = {0};
    info->n_modules++;
    tally_add(tally, "producer", none, f->producer, place);
    tally_add(tally, "target", none, f->triple, place);
    tally_add(tally, "oldest LLVM that can read it", none, view_of(needs), place);
    if (built->n_idents)
        tally_add(tally, "ident", none, built->idents[0], place);
    if (built->n_cpus)
        tally_add(tally, "CPU", none, built->cpus[0].value, place);
    for (uint32_t i = 0; i < built->n_flags; i++)
        if (built->flags[i].behavior != FLAG_REQUIRE)
            tally_add(tally, "flag", built->flags[i].name, view_of(built->flags[i].value), place);
    free(needs);
}

/* ---- Links ---- */

static void put_conflict(void *data, const struct lto_conflict *conflict)
{
    struct info *info = data;
    struct out *o = &info->context->out;
    info->n_conflicts++;
    if (info->context->json) {
        json_begin(o, "conflict");
        json_bool(o, "refused", conflict->is_refused);
        json_text(o, "flag", conflict->name);
        json_text(o, "what", conflict->what);
        json_text(o, "first", conflict->first);
        json_text(o, "first_module", conflict->first_place);
        json_text(o, "second", conflict->second);
        json_text(o, "second_module", conflict->second_place);
        json_end(o);
        return;
    }
    out_printf(o, "%s: flag ", conflict->is_refused ? "refused" : "warning");
    out_escaped(o, view_of(conflict->name));
    out_printf(o, ", %s differ%s\n", conflict->what,
               strncmp(conflict->what, "a ", 2) == 0 ? "s" : "");
    for (int i = 0; i < 2; i++) {
        out_text(o, "  ");
        out_escaped(o, view_of(i ? conflict->second : conflict->first));
        out_printf(o, " in %s\n", i ? conflict->second_place : conflict->first_place);
    }
}

/* ---- The command ---- */

static void put_module(void *data, const struct module_input *in)
{
    struct info *info = data;
    struct out place;
    struct bl_module_info facts;
    struct build_facts built;
    struct bl_error err, built_err;
    uint32_t n;
    int status = bl_module_get_info(in->module, info->flags, &facts, &err);
    info->is_whole = status >= 0;
    info->has_header = out_need(bl_module_count(in->module, &n, NULL)) >= 0;
    int built_status = build_facts_read(&built, in->module, &built_err);
    if (!out_init_memory(&place, OUT_LEAST_BYTES, SIZE_MAX / 2, false))
        out_no_memory();
    put_module_path(&place, in);
    struct bl_view path = {(const uint8_t *)place.data, place.n};
    if (info->checks_lto) {
        char *name = string_of(path);
        lto_flags_add(&info->linked, &built, name);
        info->n_modules++;
        info->n_damaged += status < 0 || built_status < 0;
        free(name);
    } else if (info->context->json) {
        json_facts(info, in, &facts, &built);
    } else {
        count_module(info, path, &facts, &built);
        if (in->input->is_alone || take_row(&info->limit))
            put_facts(info, in, &facts, &built);
    }
    if (status < 0)
        report_in_module(in, &err);
    else if (built_status < 0)
        report_in_module(in, &built_err);
    free(place.data);
    build_facts_release(&built);
}

/* Whether all that was read can be linked as it is. */
static bool put_verdict(struct info *info)
{
    struct out *o = &info->context->out;
    if (!info->context->json && info->n_conflicts == 0) {
        out_text(o, "module flags of ");
        out_count(o, info->n_modules, "module", "modules");
        out_text(o, info->n_damaged ? " that can be read agree; of " : " agree\n");
        if (info->n_damaged)
            out_count(o, info->n_damaged, "module not all are known, for damage\n",
                      "modules not all are known, for damage\n");
    }
    return info->n_conflicts == 0;
}

bool cmd_info(struct context *c)
{
    enum {
        MOST_MODULES = 1
    };
    struct info info = {.context = c, .linked = {.report = put_conflict}};
    int option;
    info.linked.data = &info;
    while ((option = next_option(c, NULL)) >= 0) {
        info.flags |= option == OPT_DEEP ? BL_INFO_DEEP : 0;
        info.checks_lto |= option == OPT_CHECK_LTO;
    }
    info.limit = limit_rows(c, MOST_MODULES);
    struct module_visitor visitor = {.module = put_module, .ast = put_ast, .image = put_image};
    if (info.checks_lto)
        visit_modules(c, 0, put_module, &info);
    else
        visit_modules_and_others(c, &visitor, &info);
    put_more_rows(c, &info.limit, "module", "modules");
    if (info.n_modules > MOST_MODULES && !info.checks_lto)
        tally_put(c, &info.tally, info.n_modules);
    bool is_right = !info.checks_lto || put_verdict(&info);
    tally_release(&info.tally);
    lto_flags_release(&info.linked);
    return is_right;
}
