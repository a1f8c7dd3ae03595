/* cmd/cmd_funcs.c - the functions of a module, with sizes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/reach.h"
#include "base/array.h"
#include "base/name_sort.h"
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_SORT,
    OPT_OPCODES,
    OPT_PROPERTIES,
    OPT_RECURSIVE
};

const struct option_spec funcs_options[] = {
    [OPT_SORT] = {"sort", 's', "place|bytes|instructions|blocks|name",
                  "most first, or by name (default: place)"},
    [OPT_OPCODES] = {"opcodes", 0, NULL, "how often each instruction occurs; reads operands, too"},
    [OPT_PROPERTIES] = {"properties", 0, NULL,
                        "LLVM's numbers of each: BasicBlockCount and so on; reads operands, too"},
    [OPT_RECURSIVE] = {"recursive", 0, NULL, "only those that call themselves, across modules"},
    {NULL, 0, NULL, NULL},
};

struct row {
    struct bl_view name;
    uint64_t module; /* in order, over all inputs */
    uint32_t value;
    struct bl_body_counts counts;
};

/* A row that may be one of the first of all modules, after its module is closed. */
struct kept {
    struct row row; /* its name is TEXT's */
    char *text;     /* the name, the row, the path of its module */
    size_t name_size, row_size, path_size;
    size_t name_at; /* in the row: where the path is printed, if there are several modules */
};

struct funcs {
    struct context *context;
    bool opcodes, properties;
    struct row_limit all;   /* rows of a file that was named, and is a module */
    struct row_limit limit; /* of all other modules together */
    uint64_t n_modules, n_functions, n_bytes;
    struct row *rows; /* of one module */
    uint32_t n_rows, cap_rows;
    /* For numbers of rows: */
    const struct bl_stream *stream;
    uint32_t block;          /* of the module */
    struct numbers *numbers; /* MOST_NUMBERS; from row FIRST on */
    uint32_t first;
    struct reader *readers; /* one a thread */
    unsigned n_readers;
    /* Sorted rows, of which only so many are wanted: the first of all modules. */
    struct kept *kept;
    uint64_t n_kept, most_kept; /* most_kept 0: rows are printed module by module */
    struct out text;            /* of the row that is kept next, */
    struct out header;          /* and of the first module */
    size_t name_at;             /* of the row that was printed last */
};

/* ---- Order ---- */

static int by_place(const struct row *a, const struct row *b)
{
    int order = bl_order(a->module, b->module);
    return order ? order : bl_order(a->value, b->value);
}

static int by_bytes(const void *a, const void *b)
{
    const struct row *s = a;
    const struct row *t = b;
    int order = bl_order(t->counts.block.n_words, s->counts.block.n_words);
    return order ? order : by_place(s, t);
}

static int by_instructions(const void *a, const void *b)
{
    const struct row *s = a;
    const struct row *t = b;
    int order = bl_order(t->counts.n_instructions, s->counts.n_instructions);
    return order ? order : by_place(s, t);
}

static int by_blocks(const void *a, const void *b)
{
    const struct row *s = a;
    const struct row *t = b;
    int order = bl_order(t->counts.n_basic_blocks, s->counts.n_basic_blocks);
    return order ? order : by_place(s, t);
}

static int by_name(const void *a, const void *b)
{
    const struct row *s = a;
    const struct row *t = b;
    int order = bl_view_compare(s->name, t->name);
    return order ? order : by_place(s, t);
}

/* In the order of the option's words; rows come by their places. */
static int (*const orders[])(const void *a, const void *b) = {NULL, by_bytes, by_instructions,
                                                              by_blocks, by_name};

static void sort_rows(struct funcs *fs)
{
    if (orders[fs->context->sort])
        array_sort(fs->rows, fs->n_rows, sizeof *fs->rows, orders[fs->context->sort]);
    if (fs->context->reverse)
        array_reverse(fs->rows, fs->n_rows);
}

/* ---- Numbers ---- */

/* Those of a row, and what went wrong. */
struct numbers {
    struct bl_function_properties properties;
    int status;
    struct bl_error err;
};

/* All rows' at once, on all cores: each thread has an index and a module of its own, the first one
 * those of the caller. */
struct reader {
    struct bl_index *index; /* NULL: the module is the caller's */
    struct bl_module *module;
    struct bl_function *function;
};

enum {
    MOST_NUMBERS = 4096,     /* rows at once */
    READER_BYTES = 128 << 10 /* of bodies, for which another thread is worth its module */
};

static int open_reader(struct reader *r, const struct funcs *fs, struct bl_error *err)
{
    if (r->function)
        return BL_OK;
    int rc = r->module || r->index ? BL_OK : bl_index_open(&r->index, fs->stream, err);
    if (rc == BL_OK && !r->module)
        rc = bl_module_open(&r->module, r->index, fs->block, err);
    return rc == BL_OK ? bl_function_open(&r->function, r->module, BL_NONE, err) : rc;
}

static int read_numbers(void *context, unsigned thread, uint64_t job)
{
    struct funcs *fs = context;
    struct numbers *n = &fs->numbers[job];
    struct reader *r = &fs->readers[thread];
    n->status = open_reader(r, fs, &n->err);
    if (n->status == BL_OK)
        n->status = bl_function_load(r->function, fs->rows[fs->first + job].value, &n->err);
    if (n->status == BL_OK)
        n->status = bl_function_get_properties(r->function, &n->properties, &n->err);
    return BL_OK;
}

static void close_readers(struct funcs *fs)
{
    for (unsigned i = 0; i < fs->n_readers; i++) {
        bl_function_close(fs->readers[i].function);
        if (i > 0)
            bl_module_close(fs->readers[i].module);
        bl_index_close(fs->readers[i].index);
        fs->readers[i] = (struct reader){.index = NULL};
    }
}

/* How many for N rows from FIRST on; as many as were asked for, if any were. */
static unsigned readers_for(const struct funcs *fs, uint32_t n)
{
    uint64_t n_bytes = 0;
    for (uint32_t i = 0; i < n; i++)
        n_bytes += (uint64_t)fs->rows[fs->first + i].counts.block.n_words * 4;
    uint64_t n_worth = n_bytes / READER_BYTES + 1;
    return fs->context->n_threads || n_worth > fs->n_readers ? fs->n_readers : (unsigned)n_worth;
}

/* The numbers of row I. NULL: none are asked for. Rows come in order. */
static const struct numbers *numbers_of(struct funcs *fs, uint32_t i)
{
    if (!fs->opcodes && !fs->properties)
        return NULL;
    if (i % MOST_NUMBERS == 0) {
        uint32_t n = fs->n_rows - i < MOST_NUMBERS ? fs->n_rows - i : MOST_NUMBERS;
        fs->first = i;
        (void)bl_parallel(readers_for(fs, n), n, n, read_numbers, NULL, fs);
    }
    return &fs->numbers[i - fs->first];
}

static void put_counts(struct out *o, const uint64_t *counts, unsigned n,
                       const char *(*name)(unsigned), bool json)
{
    const char *before = json ? "\"" : "  ";
    for (unsigned i = 0; i < n; i++) {
        const char *text = name(i) ? name(i) : "unknown";
        if (!counts[i] && !(json && name == bl_property_name))
            continue;
        out_text(o, before);
        out_text(o, text);
        out_text(o, json ? "\":" : "=");
        out_u64(o, counts[i]);
        before = json ? ",\"" : " ";
    }
}

static void put_numbers(const struct funcs *fs, struct out *o, const struct numbers *n, bool json)
{
    if (!n || n->status < 0)
        return;
    if (fs->opcodes) {
        out_text(o, json ? ",\"opcodes\":{" : "");
        put_counts(o, n->properties.opcodes, BL_OP_END, bl_opcode_name, json);
        out_text(o, json ? "}" : "");
    }
    if (fs->properties) {
        out_text(o, json ? ",\"properties\":{" : "");
        put_counts(o, n->properties.n, BL_PROPERTY_END, bl_property_name, json);
        out_text(o, json ? "}" : "");
    }
}

/* ---- Rows ---- */

static void put_row(struct funcs *fs, const struct module_input *in, const struct row *row,
                    const struct numbers *numbers)
{
    struct out *o = &fs->context->out;
    const struct bl_body_counts *counts = &row->counts;
    out_colour(o, COLOUR_POSITION);
    out_u64_wide(o, counts->block.bit_pos, 12);
    out_plain(o);
    out_u64_wide(o, bl_block_bytes(counts->block.n_words), 10);
    out_u64_wide(o, counts->n_basic_blocks, 8);
    out_u64_wide(o, counts->n_instructions, 13);
    out_text(o, "  ");
    fs->name_at = o->n;
    out_colour(o, COLOUR_NAME);
    put_global_name(fs->context, in->module, row->value, out_put, o);
    out_plain(o);
    if (counts->n_unknown)
        out_printf(o, "  (%" PRIu32 " of unknown codes)", counts->n_unknown);
    put_numbers(fs, o, numbers, false);
    out_char(o, '\n');
}

static void put_json(struct funcs *fs, const struct module_input *in, const struct row *row,
                     const struct numbers *numbers)
{
    struct out *o = &fs->context->out;
    json_begin_in(o, "function", in);
    json_view(o, "name", row->name);
    json_demangled(fs->context, o, row->name);
    json_u64(o, "value", row->value);
    json_u64(o, "bit_pos", row->counts.block.bit_pos);
    json_u64(o, "body_pos", row->counts.block.body_pos);
    json_u64(o, "bytes", bl_block_bytes(row->counts.block.n_words));
    json_u64(o, "blocks", row->counts.n_basic_blocks);
    json_u64(o, "instructions", row->counts.n_instructions);
    json_u64(o, "unknown", row->counts.n_unknown);
    put_numbers(fs, o, numbers, true);
    json_end(o);
}

/* Fill rows with the functions that have bodies. One that is damaged is left out; the first
 * failure is returned. */
static int collect(struct funcs *fs, struct bl_module *module, struct bl_error *first)
{
    struct bl_error err;
    const struct bl_global *globals;
    uint32_t n; /* how many values there are, or come before the one whose name is too much */
    int status = bl_module_globals(module, &globals, &n, first);
    if (status != BL_E_LIMIT)
        status = bl_module_count(module, &n, first);
    for (uint32_t value = 0; value < n && status != BL_E_NOMEM; value++) {
        struct row row = {.module = fs->n_modules, .value = value};
        int rc = bl_function_count(module, value, &row.counts, &err);
        if (rc > 0 && !array_room(&fs->rows, &fs->cap_rows, fs->n_rows)) {
            err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory for functions"};
            rc = err.status;
        }
        if (rc > 0) {
            rc = out_need(bl_module_name(module, value, &row.name, &err));
            fs->rows[fs->n_rows++] = row;
        }
        if (rc < 0 && status == BL_OK) {
            status = rc;
            *first = err;
        }
    }
    return status;
}

/* A body that cannot be read has a row all the same, but no numbers. */
static void put_rows(struct funcs *fs, const struct module_input *in, struct row_limit *limit)
{
    for (uint32_t i = 0; i < fs->n_rows; i++) {
        const struct row *row = &fs->rows[i];
        fs->n_bytes += bl_block_bytes(row->counts.block.n_words);
        if (!take_row(limit))
            continue;
        const struct numbers *numbers = numbers_of(fs, i);
        if (numbers)
            (void)out_need(numbers->status);
        if (fs->context->json)
            put_json(fs, in, row, numbers);
        else
            put_row(fs, in, row, numbers);
        if (numbers && numbers->status < 0)
            report_in_module(in, &numbers->err);
    }
}

/* ---- The first rows of all modules ---- */

/* Print row I into memory. */
static struct kept keep_row(struct funcs *fs, const struct module_input *in, uint32_t i)
{
    struct context *c = fs->context;
    const struct numbers *numbers = numbers_of(fs, i);
    struct kept kept = {.row = fs->rows[i], .name_size = fs->rows[i].name.size};
    struct out whole = c->out;
    c->out = fs->text;
    out_reset(&c->out);
    if (c->json)
        put_json(fs, in, &fs->rows[i], numbers);
    else
        put_row(fs, in, &fs->rows[i], numbers);
    kept.row_size = c->out.n;
    put_module_path(&c->out, in);
    kept.path_size = c->out.n - kept.row_size;
    kept.name_at = fs->name_at;
    fs->text = c->out;
    c->out = whole;
    kept.text = malloc(kept.name_size + fs->text.n + 1);
    if (!kept.text || fs->text.failed || (numbers && numbers->status == BL_E_NOMEM))
        out_no_memory();
    if (kept.name_size > 0)
        memcpy(kept.text, kept.row.name.data, kept.name_size);
    memcpy(kept.text + kept.name_size, fs->text.data, fs->text.n);
    kept.row.name.data = (const uint8_t *)kept.text;
    if (numbers && numbers->status < 0)
        report_in_module(in, &numbers->err);
    return kept;
}

/* Join the rows of a module, which are in order, to those that are kept. */
static void keep_rows(struct funcs *fs, const struct module_input *in)
{
    uint64_t n_all = fs->n_kept + fs->n_rows;
    uint64_t end = n_all < fs->most_kept ? n_all : fs->most_kept;
    struct kept *joined = malloc((size_t)(end + 1) * sizeof *joined);
    int sign = fs->context->reverse ? -1 : 1;
    uint64_t old = 0;
    uint32_t i = 0;
    if (!joined)
        out_no_memory();
    for (uint64_t n = 0; n < end; n++) {
        bool is_new = old == fs->n_kept ||
                      (i < fs->n_rows &&
                       sign * orders[fs->context->sort](&fs->rows[i], &fs->kept[old].row) < 0);
        if (is_new)
            joined[n] = keep_row(fs, in, i++);
        else
            joined[n] = fs->kept[old++];
    }
    for (; old < fs->n_kept; old++)
        free(fs->kept[old].text);
    free(fs->kept);
    fs->kept = joined;
    fs->n_kept = end;
    for (i = 0; i < fs->n_rows; i++)
        fs->n_bytes += bl_block_bytes(fs->rows[i].counts.block.n_words);
}

static void put_kept(struct funcs *fs)
{
    struct out *o = &fs->context->out;
    bool has_paths = fs->n_modules > 1 && !fs->context->json;
    if (has_paths)
        out_printf(o, "%12s %9s %7s %12s  function\n", "bit", "bytes", "blocks", "instructions");
    else
        out_append(o, &fs->header);
    for (uint64_t i = 0; i < fs->n_kept; i++) {
        const struct kept *kept = &fs->kept[i];
        const char *row = kept->text + kept->name_size;
        size_t at = has_paths ? kept->name_at : 0;
        out_bytes(o, row, at);
        out_bytes(o, row + kept->row_size, has_paths ? kept->path_size : 0);
        out_text(o, has_paths ? ": " : "");
        out_bytes(o, row + at, kept->row_size - at);
        free(kept->text);
    }
    fs->limit.n_more += fs->n_functions - fs->n_kept;
}

/* ---- Modules ---- */

static void put_header(struct funcs *fs, struct out *o, const struct module_input *in, int status)
{
    put_module_path(o, in);
    out_text(o, ": ");
    out_count(o, fs->n_rows, "function with a body", "functions with a body");
    out_text(o, status < 0 ? " that can be read\n" : "\n");
    out_printf(o, "%12s %9s %7s %12s  function\n", "bit", "bytes", "blocks", "instructions");
}

static void begin_rows(struct funcs *fs, const struct module_input *in)
{
    fs->stream = &in->input->stream;
    fs->block = in->block;
    if (fs->n_readers > 0)
        fs->readers[0].module = in->module;
}

static void list_module(void *data, const struct module_input *in)
{
    struct funcs *fs = data;
    struct bl_error err;
    fs->n_rows = 0;
    int status = collect(fs, in->module, &err);
    sort_rows(fs);
    struct row_limit *limit = in->input->is_alone && in->is_alone ? &fs->all : &fs->limit;
    fs->n_modules++;
    fs->n_functions += fs->n_rows;
    if (!fs->context->json && (fs->most_kept ? fs->n_modules == 1 : limit->n_left > 0))
        put_header(fs, fs->most_kept ? &fs->header : &fs->context->out, in, status);
    begin_rows(fs, in);
    if (fs->most_kept)
        keep_rows(fs, in);
    else
        put_rows(fs, in, limit);
    close_readers(fs);
    if (status < 0)
        report_in_module(in, &err);
}

/* Keep the first N rows of all. */
static void begin_kept(struct funcs *fs, uint64_t n)
{
    enum {
        MOST_TEXT = 1 << 30 /* of a row */
    };
    if (n == 0)
        return;
    fs->most_kept = n;
    if (!out_init_memory(&fs->text, OUT_LEAST_BYTES, MOST_TEXT, fs->context->out.colour) ||
        !out_init_memory(&fs->header, OUT_LEAST_BYTES, MOST_TEXT, fs->context->out.colour))
        out_no_memory();
}

bool cmd_funcs(struct context *c)
{
    enum {
        MOST_ROWS = 40
    };
    struct funcs fs = {.context = c};
    int option;
    bool is_recursive = false;
    while ((option = next_option(c, NULL)) >= 0)
        if (option == OPT_RECURSIVE)
            is_recursive = true;
        else if (option == OPT_OPCODES)
            fs.opcodes = true;
        else
            fs.properties = true;
    if (is_recursive && (fs.opcodes || fs.properties))
        usage_error(c->command, "--recursive excludes --opcodes and --properties");
    if (is_recursive)
        return reach_recursive(c);
    if (fs.opcodes || fs.properties) {
        fs.n_readers = context_threads(c);
        fs.readers = array_new(fs.n_readers, sizeof *fs.readers);
        fs.numbers = array_new(MOST_NUMBERS, sizeof *fs.numbers);
    }
    fs.all = limit_rows(c, UINT64_MAX);
    fs.limit = limit_rows(c, MOST_ROWS);
    if (orders[c->sort] && c->has_number)
        begin_kept(&fs, c->n_rows);
    visit_modules(c, BL_OPEN_SEQUENTIAL, list_module, &fs);
    if (fs.most_kept)
        put_kept(&fs);
    fs.limit.n_more += fs.all.n_more;
    put_more_rows(c, &fs.limit, "function", "functions");
    if (fs.limit.n_more > 0 && fs.n_modules > 1 && !c->json)
        out_printf(&c->out,
                   "%" PRIu64 " functions of %" PRIu64 " bytes in %" PRIu64
                   " modules; 'bitleap top' lists the largest\n",
                   fs.n_functions, fs.n_bytes, fs.n_modules);
    if (fs.most_kept) {
        out_close(&fs.text);
        out_close(&fs.header);
    }
    free(fs.kept);
    free(fs.rows);
    free(fs.readers);
    free(fs.numbers);
    return true;
}
