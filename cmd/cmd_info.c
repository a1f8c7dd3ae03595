/* cmd/cmd_info.c - the headers of modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"
#include "commands.h"
#include "input/container_facts.h"
#include "input/modules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_DEEP
};

const struct option_spec info_options[] = {
    [OPT_DEEP] = {"deep", 0, NULL, "look through function bodies, too, for what needs newer LLVM"},
    {NULL, 0, NULL, NULL},
};

/* Texts of modules, to be counted; malloc'ed. */
struct tally {
    char **texts;
    uint32_t n, cap;
};

struct info {
    struct context *context;
    unsigned flags;         /* bl_info_flags */
    struct row_limit limit; /* of modules that are not all of a file that was named */
    uint32_t n_modules;
    struct tally producers, targets, needs;
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
    out_text(o, is_first ? "nothing\n" : "\n");
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
    char *reason = string_printf("for %s at bit %" PRIu64, f->needs_what, f->needs_pos);
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

static void put_facts(struct info *info, const struct module_input *in,
                      const struct bl_module_info *f)
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

static void json_facts(struct info *info, const struct module_input *in,
                       const struct bl_module_info *f)
{
    struct out *o = &info->context->out;
    json_begin_in(o, "module", in);
    json_view(o, "producer", f->producer);
    json_u64(o, "epoch", f->epoch);
    json_u64(o, "version", f->version);
    json_view(o, "source", f->source_file);
    json_view(o, "triple", f->triple);
    json_view(o, "data_layout", f->data_layout);
    json_view(o, "assembly", f->assembly);
    json_u64(o, "functions", f->n_functions);
    json_u64(o, "defined", f->n_defined);
    json_u64(o, "variables", f->n_variables);
    json_u64(o, "aliases", f->n_aliases);
    json_u64(o, "ifuncs", f->n_ifuncs);
    json_u64(o, "comdats", f->n_comdats);
    for (size_t i = 0; i < N_PROPERTIES; i++)
        json_bool(o, properties[i].key, f->flags & properties[i].flag);
    json_list(o, "sections", f->sections);
    json_list(o, "gcs", f->gcs);
    json_list(o, "libraries", f->libraries);
    json_list(o, "sync_scopes", f->sync_scopes);
    json_list(o, "bundle_tags", f->bundle_tags);
    json_list(o, "metadata_kinds", f->metadata_kinds);
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

/* One more of TEXT, or of what it begins with: they are kept for every module. */
static void count_text(struct tally *tally, struct bl_view text)
{
    enum {
        MOST_BYTES = 60
    };
    struct text shown = {0};
    struct bl_view view = text.size ? text : view_of("unknown");
    view.size = view.size < MOST_BYTES ? view.size : MOST_BYTES;
    bl_visible_print(view, text_put, &shown);
    text_put(&shown, "", 1);
    array_add(&tally->texts, &tally->n, &tally->cap, shown.data);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct tally_row {
    const char *text;
    uint32_t n;
};

static int compare_tally_rows(const void *a, const void *b)
{
    const struct tally_row *s = a, *t = b;
    int order = bl_order(t->n, s->n);
    return order ? order : strcmp(s->text, t->text);
}

/* How many modules have which of the texts, the most frequent ones first. */
static void put_tally(struct info *info, const char *one, const char *many, struct tally *tally)
{
    enum {
        MOST_ROWS = 8
    };
    struct row_limit limit = limit_rows(info->context, MOST_ROWS);
    struct out *o = &info->context->out;
    struct tally_row *rows = array_new(tally->n, sizeof *rows);
    uint32_t n = 0;
    array_sort(tally->texts, tally->n, sizeof *tally->texts, compare_texts);
    for (uint32_t i = 0; i < tally->n; i++) {
        if (n == 0 || strcmp(rows[n - 1].text, tally->texts[i]) != 0)
            rows[n++].text = tally->texts[i];
        rows[n - 1].n++;
    }
    array_sort(rows, n, sizeof *rows, compare_tally_rows);
    out_printf(o, "%10s  %s\n", "modules", one);
    for (uint32_t i = 0; i < n; i++)
        if (take_row(&limit))
            out_printf(o, "%10" PRIu32 "  %s\n", rows[i].n, rows[i].text);
    put_more_rows(info->context, &limit, one, many);
    free(rows);
}

static void drop_tally(struct tally *tally)
{
    for (uint32_t i = 0; i < tally->n; i++)
        free(tally->texts[i]);
    free(tally->texts);
}

static void count_module(struct info *info, const struct bl_module_info *f)
{
    char needs[32] = "nothing newer than LLVM 13";
    if (f->needs_llvm)
        snprintf(needs, sizeof needs, "LLVM %" PRIu32, f->needs_llvm);
    info->n_modules++;
    count_text(&info->producers, f->producer);
    count_text(&info->targets, f->triple);
    count_text(&info->needs, view_of(needs));
}

/* ---- The command ---- */

static void put_module(void *data, const struct module_input *in)
{
    struct info *info = data;
    struct bl_module_info facts;
    struct bl_error err;
    int status = bl_module_get_info(in->module, info->flags, &facts, &err);
    if (info->context->json) {
        json_facts(info, in, &facts);
    } else {
        count_module(info, &facts);
        if (in->input->is_alone || take_row(&info->limit))
            put_facts(info, in, &facts);
    }
    if (status < 0)
        report_in_module(in, &err);
}

bool cmd_info(struct context *c)
{
    enum {
        MOST_MODULES = 2
    };
    struct info info = {.context = c};
    while (next_option(c, NULL) >= 0)
        info.flags |= BL_INFO_DEEP;
    info.limit = limit_rows(c, MOST_MODULES);
    visit_modules_and_others(c, &(struct module_visitor){put_module, put_ast, put_image}, &info);
    put_more_rows(c, &info.limit, "module", "modules");
    if (info.n_modules > MOST_MODULES) {
        put_tally(&info, "producer", "producers", &info.producers);
        put_tally(&info, "target", "targets", &info.targets);
        put_tally(&info, "oldest LLVM that can read it", "versions", &info.needs);
    }
    drop_tally(&info.producers);
    drop_tally(&info.targets);
    drop_tally(&info.needs);
    return true;
}
