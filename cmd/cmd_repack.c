/* cmd/cmd_repack.c - repack: the same records by abbreviations of their own, in fewer bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "commands.h"
#include "rewrite/rewriting.h"

const struct option_spec repack_options[] = {
    REWRITE_OPTIONS,
    {NULL, 0, NULL, NULL},
};

struct repack {
    struct rewriting rewriting;
    struct bl_repack_report sum; /* of a file */
};

static void begin(void *data)
{
    struct repack *r = data;
    r->sum = (struct bl_repack_report){0};
}

static int change(void *data, struct bl_rewrite *rewrite, const struct input *input,
                  struct bl_error *err)
{
    struct repack *r = data;
    struct bl_repack_report report;
    int status = bl_repack(rewrite, context_threads(r->rewriting.context), &report, err);
    (void)input;
    r->sum.n_modules += report.n_modules;
    r->sum.n_kept += report.n_kept;
    r->sum.n_records += report.n_records;
    r->sum.n_abbreviations += report.n_abbreviations;
    return status;
}

static int check(void *data, struct bl_rewrite *rewrite, struct bl_error *err)
{
    (void)data;
    return bl_repack_check(rewrite, err);
}

static void put_counts(const void *data, struct out *o)
{
    const struct bl_repack_report *n = &((const struct repack *)data)->sum;
    json_u64(o, "modules", n->n_modules);
    json_u64(o, "kept", n->n_kept);
    json_u64(o, "records", n->n_records);
    json_u64(o, "abbreviations", n->n_abbreviations);
}

static const struct rewriting_command repacking = {
    .type = "repacked",
    .bytes = "bytes_after",
    .begin = begin,
    .change = change,
    .check = check,
    .put_counts = put_counts,
};

bool cmd_repack(struct context *c)
{
    struct repack r = {.rewriting = {.command = &repacking, .context = c}};
    const char *argument;
    int option;
    r.rewriting.data = &r;
    while ((option = next_option(c, &argument)) >= 0)
        (void)rewriting_option(&r.rewriting, option, argument);
    rewriting_run(&r.rewriting);
    return true;
}
