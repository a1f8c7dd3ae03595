/* cmd/cmd_funcs.c - the functions of a module, with sizes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/reach.h"
#include "base/text.h"
#include "commands.h"
#include "list.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_OPCODES,
    OPT_PROPERTIES,
    OPT_RECURSIVE
};

const struct option_spec funcs_options[] = {
    [OPT_OPCODES] = {"opcodes", 0, NULL, "how often each instruction occurs; reads operands, too"},
    [OPT_PROPERTIES] = {"properties", 0, NULL,
                        "LLVM's numbers of each: BasicBlockCount and so on; reads operands, too"},
    [OPT_RECURSIVE] = {"recursive", 0, NULL, "only those that call themselves, across modules"},
    {NULL, 0, NULL, NULL},
};

enum {
    MOST_ROWS = 40
};

/* Keys of the listing, in their order. */
enum {
    NAME,
    DEMANGLED,
    VALUE,
    BIT_POS,
    BODY_POS,
    BYTES,
    BLOCKS,
    INSTRUCTIONS,
    UNKNOWN
};

struct funcs {
    struct list list;
    bool opcodes, properties;
    uint32_t first_opcode, first_property; /* their columns, one after the other */
    bool has_heading;                      /* for all modules */
    uint64_t n_modules, n_bytes;
};

/* One that cannot be counted is left out. */
static bool is_wanted(struct list *l)
{
    struct funcs *fs = l->data;
    if (list_cell(l, INSTRUCTIONS).is_null)
        return false;
    fs->n_bytes += (uint64_t)list_cell(l, BYTES).integer;
    return true;
}

/* Those of the row in the N columns from FIRST on. */
static void put_counts(struct list *l, uint32_t first, unsigned n, const char *(*name)(unsigned))
{
    struct out *o = &l->context->out;
    bool json = l->context->json;
    const char *before = json ? "\"" : "  ";
    for (unsigned i = 0; i < n; i++) {
        const char *text = name(i) ? name(i) : "unknown";
        int64_t count = list_cell(l, first + i).integer;
        if (!count && !(json && name == bl_property_name))
            continue;
        out_text(o, before);
        out_text(o, text);
        out_text(o, json ? "\":" : "=");
        out_u64(o, (uint64_t)count);
        before = json ? ",\"" : " ";
    }
}

/* A body that cannot be read has a row all the same, but none of these numbers. */
static void put_numbers(struct list *l)
{
    const struct funcs *fs = l->data;
    struct out *o = &l->context->out;
    bool json = l->context->json;
    if (fs->opcodes && !list_cell(l, fs->first_opcode).is_null) {
        out_text(o, json ? ",\"opcodes\":{" : "");
        put_counts(l, fs->first_opcode, BL_OP_END, bl_opcode_name);
        out_text(o, json ? "}" : "");
    }
    if (fs->properties && !list_cell(l, fs->first_property).is_null) {
        out_text(o, json ? ",\"properties\":{" : "");
        put_counts(l, fs->first_property, BL_PROPERTY_END, bl_property_name);
        out_text(o, json ? "}" : "");
    }
}

static uint64_t number(struct list *l, unsigned key)
{
    return (uint64_t)list_cell(l, key).integer;
}

static void put_text(struct list *l)
{
    struct out *o = &l->context->out;
    uint64_t n_unknown = number(l, UNKNOWN);
    out_colour(o, COLOUR_POSITION);
    out_u64_wide(o, number(l, BIT_POS), 12);
    out_plain(o);
    out_u64_wide(o, number(l, BYTES), 10);
    out_u64_wide(o, number(l, BLOCKS), 8);
    out_u64_wide(o, number(l, INSTRUCTIONS), 13);
    out_text(o, "  ");
    list_put_path(l);
    out_colour(o, COLOUR_NAME);
    put_global_name(l->context, l->in->module, (uint32_t)number(l, VALUE), out_put, o);
    out_plain(o);
    if (n_unknown)
        out_printf(o, "  (%" PRIu64 " of unknown codes)", n_unknown);
    put_numbers(l);
    out_char(o, '\n');
}

/* Where rows have their paths, one for all modules. */
static void put_heading(struct list *l, uint64_t n_rows, bool is_damaged)
{
    struct funcs *fs = l->data;
    struct out *o = &l->context->out;
    if (fs->has_heading)
        return;
    fs->has_heading = list_has_paths(l);
    if (!fs->has_heading) {
        put_module_path(o, l->in);
        out_text(o, ": ");
        out_count(o, n_rows, "function with a body", "functions with a body");
        out_text(o, is_damaged ? " that can be read\n" : "\n");
    }
    out_printf(o, "%12s %9s %7s %12s  function\n", "bit", "bytes", "blocks", "instructions");
}

static const struct listing listing = {
    .table = "functions",
    .type = "function",
    .keys = "name,demangled+,value,bit_pos,body_pos,bytes,blocks,instructions,unknown",
    .one = "function",
    .many = "functions",
    .most_rows = MOST_ROWS,
    .wants = is_wanted,
    .put_text = put_text,
    .put_heading = put_heading,
    .put_more_json = put_numbers,
};

static void list_module(void *data, const struct module_input *in)
{
    struct funcs *fs = data;
    fs->n_modules++;
    list_module_rows(&fs->list, in, NULL);
}

/* The place of the first of the N columns of NAMES after PREFIX. */
static uint32_t add_numbers(struct list *l, unsigned n, const char *(*name)(unsigned),
                            const char *prefix)
{
    uint32_t first = l->n_columns;
    for (unsigned i = 0; i < n; i++) {
        char *column = string_printf("%s%s", prefix, name(i) ? name(i) : "unknown");
        (void)list_add_column(l, column);
        free(column);
    }
    return first;
}

bool cmd_funcs(struct context *c)
{
    struct funcs fs = {.opcodes = false};
    int option;
    bool is_recursive = false;
    while ((option = next_option(c, NULL)) >= 0) {
        is_recursive |= option == OPT_RECURSIVE;
        fs.opcodes |= option == OPT_OPCODES;
        fs.properties |= option == OPT_PROPERTIES;
    }
    if (is_recursive && (fs.opcodes || fs.properties))
        usage_error(c->command, "--recursive excludes --opcodes and --properties");
    if (is_recursive && list_has_options(c))
        usage_error(c->command, "--recursive excludes --columns, --where, --sort and --only");
    if (is_recursive)
        return reach_recursive(c);
    list_open(&fs.list, c, &listing, &fs);
    if (fs.opcodes)
        fs.first_opcode = add_numbers(&fs.list, BL_OP_END, bl_opcode_name, "op_");
    if (fs.properties)
        fs.first_property = add_numbers(&fs.list, BL_PROPERTY_END, bl_property_name, "");
    visit_modules(c, BL_OPEN_SEQUENTIAL, list_module, &fs);
    list_close(&fs.list);
    if (fs.list.limit.n_more > 0 && fs.n_modules > 1 && !c->json && !c->columns)
        out_printf(&c->out,
                   "%" PRIu64 " functions of %" PRIu64 " bytes in %" PRIu64
                   " modules; 'bitleap top' lists the largest\n",
                   fs.list.n_found, fs.n_bytes, fs.n_modules);
    return !list_has_options(c) || fs.list.n_found > 0;
}
