/* cmd/cmd_strip.c - strip: modules without debug information, names and other things
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "commands.h"
#include "rewrite/rewriting.h"
#include "rewrite/unneeded.h"

#include <stdlib.h>

enum {
    OPT_ALL = N_REWRITE_OPTIONS,
    OPT_DEBUG,
    OPT_LINES,
    OPT_NAMES,
    OPT_USE_LISTS,
    OPT_SYMBOL_TABLE,
    OPT_SUMMARY,
    OPT_HASH,
    OPT_UNNEEDED,
    OPT_METADATA
};

const struct option_spec strip_options[] = {
    REWRITE_OPTIONS,
    [OPT_ALL] = {"all", 'a', NULL,
                 "all of the following, except --lines, --unneeded and --metadata"},
    [OPT_DEBUG] = {"strip-debug", 'g', NULL,
                   "debug information, and metadata that nothing leads to"},
    [OPT_LINES] = {"lines", 0, NULL,
                   "the same, but for line tables: subprograms and locations stay"},
    [OPT_NAMES] = {"names", 0, NULL, "names of local values, basic blocks and structs"},
    [OPT_USE_LISTS] = {"uselists", 0, NULL, "the order of uses"},
    [OPT_SYMBOL_TABLE] = {"symtab", 0, NULL, "the symbol table, which linkers make anew"},
    [OPT_SUMMARY] = {"summary", 0, NULL, "summaries of ThinLTO"},
    [OPT_HASH] = {"hash", 0, NULL, "module hashes, whatever --module-hash says"},
    [OPT_UNNEEDED] = {"unneeded", 0, NULL,
                      "after that: declarations, and definitions that LLVM may leave out, that "
                      "nothing leads to"},
    [OPT_METADATA] = {"metadata", 0, "KIND", "what is attached as KIND, tbaa for example"},
    {NULL, 0, NULL, NULL},
};

struct strip {
    struct rewriting rewriting;
    struct bl_strip_options options;
    struct bl_strip_counts sum; /* of a file */
    const char **kinds;
    uint32_t n_kinds, cap_kinds;
    struct unneeded unneeded;
};

static void begin(void *data)
{
    struct strip *s = data;
    s->sum = (struct bl_strip_counts){0};
    s->unneeded.n_values = 0;
}

static void add_counts(struct bl_strip_counts *sum, const struct bl_strip_counts *n)
{
    sum->n_modules += n->n_modules;
    sum->n_locations += n->n_locations;
    sum->n_debug_records += n->n_debug_records;
    sum->n_attachments += n->n_attachments;
    sum->n_metadata += n->n_metadata;
    sum->n_metadata_before += n->n_metadata_before;
    sum->n_names += n->n_names;
    sum->n_blocks += n->n_blocks;
}

static int change(void *data, struct bl_rewrite *rewrite, const struct input *input,
                  struct bl_error *err)
{
    struct strip *s = data;
    struct bl_strip_counts counts = {0};
    int status = bl_strip(rewrite, &input->stream, &s->options, &counts, err);
    add_counts(&s->sum, &counts);
    return status;
}

static bool strips(const struct strip *s)
{
    return s->options.flags || s->options.n_kinds;
}

static int check(void *data, struct bl_rewrite *rewrite, struct bl_error *err)
{
    const struct strip *s = data;
    return strips(s) ? bl_strip_check(rewrite, &s->options, err) : BL_OK;
}

static void put_counts(const void *data, struct out *o)
{
    const struct strip *s = data;
    const struct bl_strip_counts *n = &s->sum;
    json_u64(o, "modules", n->n_modules);
    json_u64(o, "locations", n->n_locations);
    json_u64(o, "debug_records", n->n_debug_records);
    json_u64(o, "attachments", n->n_attachments);
    json_u64(o, "metadata_before", n->n_metadata_before);
    json_u64(o, "metadata", n->n_metadata);
    json_u64(o, "names", n->n_names);
    json_u64(o, "blocks", n->n_blocks);
    json_u64(o, "values", s->unneeded.n_values);
}

static void *sum_of(void *data)
{
    struct strip *s = data;
    return &s->sum;
}

static void add(void *data, const void *sum)
{
    struct strip *s = data;
    add_counts(&s->sum, sum);
}

/* ---- The call ---- */

static unsigned flag_of(int option)
{
    switch (option) {
    case OPT_ALL:
        return BL_STRIP_DEBUG | BL_STRIP_NAMES | BL_STRIP_USE_LISTS | BL_STRIP_SYMBOL_TABLE |
               BL_STRIP_SUMMARY | BL_STRIP_HASH;
    case OPT_DEBUG: return BL_STRIP_DEBUG;
    case OPT_LINES: return BL_STRIP_ALL_BUT_LINES;
    case OPT_NAMES: return BL_STRIP_NAMES;
    case OPT_USE_LISTS: return BL_STRIP_USE_LISTS;
    case OPT_SYMBOL_TABLE: return BL_STRIP_SYMBOL_TABLE;
    case OPT_SUMMARY: return BL_STRIP_SUMMARY;
    case OPT_HASH: return BL_STRIP_HASH;
    default: return 0;
    }
}

static void read_options(struct strip *s)
{
    const char *argument;
    int option;
    while ((option = next_option(s->rewriting.context, &argument)) >= 0) {
        if (rewriting_option(&s->rewriting, option, argument))
            continue;
        s->options.flags |= flag_of(option);
        if (option == OPT_UNNEEDED)
            s->rewriting.unneeded = &s->unneeded;
        if (option == OPT_METADATA)
            array_add(&s->kinds, &s->n_kinds, &s->cap_kinds, argument);
    }
    s->options.kinds = s->kinds;
    s->options.n_kinds = s->n_kinds;
}

static const struct rewriting_command stripping = {
    .type = "stripped",
    .bytes = "bytes",
    .begin = begin,
    .change = change,
    .check = check,
    .put_counts = put_counts,
    .sum = sum_of,
    .add = add,
    .n_sum = sizeof(struct bl_strip_counts),
};

bool cmd_strip(struct context *c)
{
    struct strip s = {.rewriting = {.command = &stripping, .context = c},
                      .unneeded = {.context = c}};
    s.rewriting.data = &s;
    read_options(&s);
    if (!strips(&s) && !s.rewriting.unneeded)
        usage_error(c->command, "say what is to go: -g, or another option");
    rewriting_run(&s.rewriting);
    unneeded_release(&s.unneeded);
    free(s.kinds);
    return true;
}
