/* cmd/input/modules.c - the LLVM IR modules of the streams that a command was given
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/modules.h"

#include "base/name_sort.h"
#include "base/nearest.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Whether nothing around the modules is damaged, so that none is missing. That the last one is cut
 * is reported by what reads it. */
static bool is_whole_around(struct bl_index *index, struct bl_error *err)
{
    uint32_t last = BL_NONE;
    uint64_t end;
    if (bl_index_end(index, &end, err) == BL_OK)
        return true;
    for (uint32_t i = BL_NONE; (i = bl_module_next(index, i)) != BL_NONE;)
        last = i;
    return last != BL_NONE && err->has_pos &&
           err->bit_pos == bl_index_get(index, last).block.bit_pos;
}

struct visits {
    struct context *context;
    module_fn *visit;
    void *data;
    const struct module_visitor *others; /* NULL: modules only */
};

void report_in_module(const struct module_input *in, const struct bl_error *err)
{
    report_error(in->context, in->input->path, &in->input->stream, err);
}

static void visit_stream(void *data, const struct input *input)
{
    struct visits *v = data;
    uint64_t left = UINT64_MAX;
    struct module_input in = {.context = v->context, .input = input, .left = &left};
    struct bl_error err;
    struct bl_index *index;
    if (v->others && v->others->stream &&
        (is_ast(&input->stream) || input->stream.kind == BL_STREAM_LLVM_IR))
        v->others->stream(v->data, input);
    if (v->others && is_ast(&input->stream)) {
        v->others->ast(v->data, input);
        return;
    }
    if (input->stream.kind != BL_STREAM_LLVM_IR && !input->is_alone)
        return;
    if (bl_index_open(&index, &input->stream, &err) < 0) {
        report_in_module(&in, &err);
        return;
    }
    uint32_t block = bl_module_next(index, BL_NONE);
    in.index = index;
    in.is_alone = block != BL_NONE && bl_module_next(index, block) == BL_NONE;
    if (block == BL_NONE || input->stream.kind != BL_STREAM_LLVM_IR) {
        report_text(v->context, input->path, BL_E_CONTAINER, "no LLVM IR module in the stream");
        block = BL_NONE;
    }
    for (; block != BL_NONE; block = bl_module_next(index, block), in.number++) {
        in.block = block;
        if (bl_module_open(&in.module, index, block, &err) < 0)
            report_in_module(&in, &err);
        else
            v->visit(v->data, &in);
        bl_module_close(in.module);
    }
    if (!is_whole_around(index, &err))
        report_in_module(&in, &err);
    bl_index_close(index);
}

void visit_modules(struct context *c, unsigned open_flags, module_fn *visit, void *data)
{
    struct visits visits = {c, visit, data, NULL};
    visit_streams(
        c, &(struct visitor){.open_flags = open_flags, .stream = visit_stream, .data = &visits});
}

void visit_modules_with(struct context *c, const struct name_patterns *wanted, module_fn *visit,
                        void *data)
{
    struct visits visits = {c, visit, data, NULL};
    visit_streams(c, &(struct visitor){.stream = visit_stream, .data = &visits, .wanted = wanted});
}

static void visit_image(void *data, const struct input *input, const struct bl_image *image)
{
    struct visits *v = data;
    v->others->image(v->data, input, image);
}

static void visit_file(void *data, const struct visited_file *file)
{
    struct visits *v = data;
    v->others->file(v->data, file);
}

void visit_modules_and_others(struct context *c, const struct module_visitor *visitor, void *data)
{
    struct visits visits = {c, visitor->module, data, visitor};
    visit_streams(c, &(struct visitor){.stream = visit_stream,
                                       .image = visit_image,
                                       .file = visitor->file ? visit_file : NULL,
                                       .may_be_empty = visitor->file != NULL,
                                       .data = &visits});
}

/* ---- Names ---- */

/* The value that linkers call so; of several *VALUE, unless that is BL_NONE. */
static int find_symbol(struct bl_module *module, struct bl_view name, uint32_t *value,
                       struct bl_error *err)
{
    struct bl_symbols *symbols;
    struct bl_symbol symbol;
    uint32_t number;
    int rc = bl_symbols_open(&symbols, module, BL_SYMBOLS_FROM_RECORDS, err);
    if (rc < 0)
        return rc;
    bool found = false;
    while (!found && (rc = bl_symbols_next(symbols, &symbol, err)) > 0)
        found = bl_view_compare(symbol.name, name) == 0 &&
                out_need(bl_symbols_value(symbols, &symbol, &number, NULL)) > 0 &&
                (*value == BL_NONE || *value == number);
    bl_symbols_close(symbols);
    if (found)
        *value = number;
    return found ? 1 : rc;
}

/* Whether none of the names that could be read is the one. Another way of asking may find it. */
static bool is_left(int rc)
{
    return rc <= 0 && rc != BL_E_NOMEM;
}

const char *const name_prefixes[] = {"_",   ".L", "L_",     "L",       "$",
                                     "L..", "L#", "__imp_", "__imp__", NULL};

/* Where some names cannot be read, that is returned only if none of the others is the one. */
static int find_named(struct bl_module *module, struct bl_view name, uint32_t *value,
                      struct bl_error *err)
{
    int rc = bl_module_find(module, name, value, err);
    if (is_left(rc)) { /* a name after the byte 1 is what linkers see */
        struct text marked = {0};
        text_put(&marked, "\1", 1);
        text_put(&marked, (const char *)name.data, name.size);
        rc = bl_module_find(module, text_view(&marked), value, err);
        free(marked.data);
    }
    for (const char *const *prefix = name_prefixes; *prefix && is_left(rc); prefix++) {
        size_t n = strlen(*prefix);
        if (name.size <= n || memcmp(name.data, *prefix, n) != 0)
            continue;
        struct bl_view rest = {.data = name.data + n, .size = name.size - n};
        rc = bl_module_find(module, rest, value, err);
        if (rc > 0 && (rc = find_symbol(module, name, value, err)) < 0)
            return rc;
    }
    return rc;
}

/* Where the digits begin that NAME ends in. */
static size_t digits_at(struct bl_view name)
{
    size_t n = name.size;
    while (n > 0 && name.data[n - 1] >= '0' && name.data[n - 1] <= '9')
        n--;
    return n;
}

/* The value that LLVM writes as NAME: @main, @"a name", @0 for the first without one. */
static int find_printed(struct bl_module *module, struct bl_view name, uint32_t *value,
                        struct bl_error *err)
{
    struct text text = {0};
    uint32_t n;
    bool found = false;
    if (name.data[1] != '"' && digits_at(name) > 1) {
        struct bl_view rest = {.data = name.data + 1, .size = name.size - 1};
        return bl_module_find(module, rest, value, err);
    }
    int rc = bl_module_count(module, &n, err);
    for (*value = 0; *value < n && !found; *value += !found) {
        text.n = 0;
        (void)out_need(bl_global_print_name(module, *value, text_put, &text, NULL));
        found = bl_view_compare(text_view(&text), name) == 0;
    }
    free(text.data);
    return found ? 1 : rc;
}

/* As people write it. */
static int find_demangled(struct bl_module *module, struct bl_view name, uint32_t *value,
                          struct bl_error *err)
{
    uint32_t n = 0;
    int rc = bl_module_count(module, &n, err);
    for (*value = 0; *value < n; ++*value) {
        struct bl_view mangled;
        if (out_need(bl_module_name(module, *value, &mangled, NULL)) == BL_OK &&
            is_demangled_name(name, mangled))
            return 1;
    }
    return rc;
}

int find_global(struct bl_module *module, struct bl_view name, uint32_t *value,
                struct bl_error *err)
{
    /* "__unnamed_1", what linkers call a value without a name, with what targets put before it. */
    static const char stem[] = "__unnamed_";
    size_t n_stem = sizeof stem - 1;
    size_t n = digits_at(name);
    bool is_for_unnamed =
        n < name.size && n >= n_stem && memcmp(name.data + n - n_stem, stem, n_stem) == 0;
    int rc = find_named(module, name, value, err);
    int later = 0;
    if (is_left(rc) && is_for_unnamed) {
        *value = BL_NONE;
        later = find_symbol(module, name, value, err);
    }
    if (is_left(rc) && is_left(later) && name.size > 1 && name.data[0] == '@')
        later = find_printed(module, name, value, err);
    if (is_left(rc) && is_left(later) && is_demangled(name))
        later = find_demangled(module, name, value, err);
    return later != 0 ? later : rc;
}

/* ---- Printers ---- */

/* The module in the catalog that led to it; BL_NONE: it is in none. */
static uint32_t find_in_catalog(const struct module_input *in)
{
    const struct input *input = in->input;
    struct bl_catalog_stream stream;
    struct bl_catalog_module module;
    if (!input->catalog || input->number == BL_NONE ||
        bl_catalog_get_stream(input->catalog, input->number, &stream, NULL) < 0 ||
        in->number >= stream.n_modules ||
        bl_catalog_get_module(input->catalog, stream.first_module + in->number, &module, NULL) < 0)
        return BL_NONE;
    return module.block == in->block ? stream.first_module + in->number : BL_NONE;
}

struct module_printer open_printer(const struct module_input *in)
{
    struct module_printer p = {.in = in};
    uint32_t number = find_in_catalog(in);
    if (number == BL_NONE)
        out_need(bl_slots_open(&p.slots, in->module, NULL));
    else
        out_need(bl_catalog_open_slots(in->input->catalog, number, in->module, &p.slots, NULL));
    out_need(bl_printer_open(&p.printer, in->module, p.slots, NULL));
    if (in->context->is_unlimited || *in->left < UINT64_MAX)
        bl_printer_limit(p.printer, *in->left);
    return p;
}

void close_printer(struct module_printer *p)
{
    struct bl_error err;
    if (out_need(bl_printer_check(p->printer, &err)) == BL_E_LIMIT)
        report_in_module(p->in, &err);
    if (!p->in->context->is_unlimited)
        *p->in->left = bl_printer_left(p->printer);
    bl_printer_close(p->printer);
    bl_slots_close(p->slots);
}

/* ---- Functions by name ---- */

int know_function(struct named_function *function, struct bl_module *module, uint32_t value,
                  struct bl_error *err)
{
    struct bl_global global;
    int rc = bl_module_global(module, value, &global, err);
    if (rc < 0)
        return rc;
    bool is_function = global.kind == BL_GLOBAL_FUNCTION;
    if (is_function || !function->is_known)
        function->kind = global.kind;
    function->is_known = true;
    function->is_defined |= is_function && !global.is_declaration;
    return is_function && !global.is_declaration;
}

struct suggestion {
    struct nearest nearest;
    struct text name; /* the nearest one */
};

static void try_names(void *data, const struct module_input *in)
{
    struct suggestion *s = data;
    struct bl_view before = s->nearest.found;
    const struct bl_global *globals;
    uint32_t n;
    (void)bl_module_globals(in->module, &globals, &n, NULL);
    for (uint32_t i = 0; i < n; i++)
        nearest_try(&s->nearest, globals[i].name);
    if (s->nearest.found.data == before.data)
        return;
    s->name.n = 0;
    text_put(&s->name, (const char *)s->nearest.found.data, s->nearest.found.size);
    s->nearest.found.data = (const uint8_t *)s->name.data;
}

/* Whether it takes no time to read all operands again. */
static bool are_small_files(const struct context *c)
{
    enum {
        MOST_BYTES = 64 << 20
    };
    off_t n = 0;
    struct stat st;
    for (int i = 0; i < c->n_operands; i++) {
        if (stat(c->operands[i], &st) < 0 || !S_ISREG(st.st_mode))
            return false;
        n += st.st_size;
    }
    return c->n_operands > 0 && n <= MOST_BYTES;
}

void suggest_name(struct context *c, const char *wanted)
{
    struct suggestion s = {.nearest = nearest_to(view_of(wanted + (*wanted == '@')))};
    struct text text = {0};
    if (c->quiet || !are_small_files(c))
        return;
    visit_modules(c, 0, try_names, &s);
    bl_name_print(s.nearest.found, text_put, &text);
    if (s.nearest.found.size > 0)
        put_note(c, "did you mean '%.*s'?", (int)text.n, text.data);
    free(text.data);
    free(s.name.data);
}

void report_undefined(struct context *c, const char *path, const struct named_function *function)
{
    static const char *const causes[] = {
        [BL_GLOBAL_FUNCTION] = "function without a body",
        [BL_GLOBAL_VARIABLE] = "a variable, not a function",
        [BL_GLOBAL_ALIAS] = "an alias, not a function",
        [BL_GLOBAL_IFUNC] = "an ifunc, not a function",
    };
    if (!function->is_defined)
        report_wanted(c, path, function->name,
                      function->is_known ? causes[function->kind] : "no function of this name");
    if (!function->is_known)
        suggest_name(c, function->name);
}

/* ---- Where a module is ---- */

void put_module_path(struct out *o, const struct module_input *in)
{
    out_path(o, in->input->path);
    if (!in->is_alone)
        out_printf(o, "[module %" PRIu32 "]", in->number + 1);
}

void json_begin_in(struct out *o, const char *type, const struct module_input *in)
{
    json_begin(o, type);
    json_text(o, "file", in->input->path);
    json_u64(o, "module", in->number);
}
