/* cmd/cmd_funcs.c - the functions of a module, with sizes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
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
    OPT_OPCODES
};

const struct option_spec funcs_options[] = {
    [OPT_SORT] = {"sort", 's', "bytes|instructions|blocks|name", "most first, or by name"},
    [OPT_OPCODES] = {"opcodes", 0, NULL, "how often each instruction occurs; reads operands, too"},
    {NULL, 0, NULL, NULL},
};

struct row {
    struct bl_view name;
    uint32_t value;
    struct bl_body_counts counts;
};

typedef int compare_fn(const void *a, const void *b);

struct funcs {
    struct context *context;
    compare_fn *compare;
    bool opcodes;
    struct row *rows; /* of one module */
    uint32_t n_rows, cap_rows;
};

/* ---- Order ---- */

static int by_place(const struct row *a, const struct row *b)
{
    return in_order(a->value, b->value);
}

static int by_bytes(const void *a, const void *b)
{
    const struct row *s = a;
    const struct row *t = b;
    int order = in_order(t->counts.block.n_words, s->counts.block.n_words);
    return order ? order : by_place(s, t);
}

static int by_instructions(const void *a, const void *b)
{
    const struct row *s = a;
    const struct row *t = b;
    int order = in_order(t->counts.n_instructions, s->counts.n_instructions);
    return order ? order : by_place(s, t);
}

static int by_blocks(const void *a, const void *b)
{
    const struct row *s = a;
    const struct row *t = b;
    int order = in_order(t->counts.n_blocks, s->counts.n_blocks);
    return order ? order : by_place(s, t);
}

static int by_name(const void *a, const void *b)
{
    const struct row *s = a;
    const struct row *t = b;
    int order = compare_names(s->name, t->name);
    return order ? order : by_place(s, t);
}

static compare_fn *order_of(const char *key)
{
    static const struct {
        const char *key;
        compare_fn *compare;
    } orders[] = {{"bytes", by_bytes},
                  {"instructions", by_instructions},
                  {"blocks", by_blocks},
                  {"name", by_name}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (strcmp(orders[i].key, key) == 0)
            return orders[i].compare;
    return NULL;
}

/* ---- Opcodes ---- */

/* How often each occurs; BL_OP_UNKNOWN is for codes that are not known. */
struct histogram {
    uint64_t n[BL_OP_END];
};

static int read_histogram(struct bl_function *function, uint32_t value, struct histogram *h,
                          struct bl_error *err)
{
    struct bl_instruction inst;
    *h = (struct histogram){{0}};
    int rc = bl_function_load(function, value, err);
    if (rc == BL_OK)
        while ((rc = bl_function_next(function, &inst, err)) > 0)
            h->n[inst.opcode]++;
    return rc;
}

static void put_histogram(struct out *o, const struct histogram *h, bool json)
{
    const char *before = json ? "" : "  ";
    for (unsigned i = 0; i < BL_OP_END; i++) {
        const char *name = bl_opcode_name(i) ? bl_opcode_name(i) : "unknown";
        if (!h->n[i])
            continue;
        out_printf(o, json ? "%s\"%s\":%" PRIu64 : "%s%s=%" PRIu64, before, name, h->n[i]);
        before = json ? "," : " ";
    }
}

/* ---- Rows ---- */

static void put_row(struct funcs *fs, const struct module_input *in, const struct row *row,
                    const struct histogram *h)
{
    struct out *o = &fs->context->out;
    const struct bl_body_counts *counts = &row->counts;
    out_colour(o, COLOUR_POSITION);
    out_u64_wide(o, counts->block.bit_pos, 12);
    out_plain(o);
    out_u64_wide(o, (uint64_t)counts->block.n_words * 4, 10);
    out_u64_wide(o, counts->n_blocks, 8);
    out_u64_wide(o, counts->n_instructions, 13);
    out_text(o, "  ");
    out_colour(o, COLOUR_NAME);
    out_need(bl_global_print_name(in->module, row->value, out_put, o));
    out_plain(o);
    if (counts->n_unknown)
        out_printf(o, "  (%" PRIu32 " of unknown codes)", counts->n_unknown);
    if (h)
        put_histogram(o, h, false);
    out_char(o, '\n');
}

static void put_json(struct funcs *fs, const struct module_input *in, const struct row *row,
                     const struct histogram *h)
{
    struct out *o = &fs->context->out;
    json_begin_in(o, "function", in);
    json_view(o, "name", row->name);
    json_u64(o, "value", row->value);
    json_u64(o, "bit_pos", row->counts.block.bit_pos);
    json_u64(o, "body_pos", row->counts.block.body_pos);
    json_u64(o, "bytes", (uint64_t)row->counts.block.n_words * 4);
    json_u64(o, "blocks", row->counts.n_blocks);
    json_u64(o, "instructions", row->counts.n_instructions);
    json_u64(o, "unknown", row->counts.n_unknown);
    if (h) {
        out_text(o, ",\"opcodes\":{");
        put_histogram(o, h, true);
        out_char(o, '}');
    }
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
        struct row row = {.value = value};
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

/* A body that cannot be read has a row all the same, but no opcodes. */
static void put_rows(struct funcs *fs, const struct module_input *in)
{
    struct bl_function *function = NULL;
    struct histogram histogram;
    struct bl_error err;
    if (fs->opcodes && bl_function_open(&function, in->module, BL_NONE, &err) < 0)
        report_in_module(in, &err);
    for (uint32_t i = 0; i < fs->n_rows; i++) {
        const struct row *row = &fs->rows[i];
        int rc = function ? read_histogram(function, row->value, &histogram, &err) : BL_OK;
        const struct histogram *h = function && rc == BL_OK ? &histogram : NULL;
        if (fs->context->json)
            put_json(fs, in, row, h);
        else
            put_row(fs, in, row, h);
        if (rc < 0)
            report_in_module(in, &err);
    }
    bl_function_close(function);
}

static void list_module(void *data, const struct module_input *in)
{
    struct funcs *fs = data;
    struct out *o = &fs->context->out;
    struct bl_error err;
    fs->n_rows = 0;
    int status = collect(fs, in->module, &err);
    if (fs->compare)
        array_sort(fs->rows, fs->n_rows, sizeof *fs->rows, fs->compare);
    if (!fs->context->json) {
        put_module_path(o, in);
        out_text(o, ": ");
        out_count(o, fs->n_rows, "function with a body", "functions with a body");
        out_text(o, status < 0 ? " that can be read\n" : "\n");
        out_printf(o, "%12s %9s %7s %12s  function\n", "bit", "bytes", "blocks", "instructions");
    }
    put_rows(fs, in);
    if (status < 0)
        report_in_module(in, &err);
}

bool cmd_funcs(struct context *c)
{
    struct funcs fs = {.context = c};
    const char *argument;
    int option;
    while ((option = next_option(c, &argument)) >= 0)
        if (option == OPT_OPCODES)
            fs.opcodes = true;
        else if (!(fs.compare = order_of(argument)))
            usage_error_word(c->command, &funcs_options[OPT_SORT], argument);
    visit_modules(c, BL_OPEN_SEQUENTIAL, list_module, &fs);
    free(fs.rows);
    return true;
}
