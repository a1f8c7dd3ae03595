/* cmd_report.c - a page to look at: where the bytes are, and what a change did to them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "commands.h"
#include "report/page.h"
#include "report/report_data.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_OUTPUT,
    OPT_DIFF
};

const struct option_spec report_options[] = {
    [OPT_OUTPUT] = {"output", 'o', "FILE", "write the page to FILE, not to standard output"},
    [OPT_DIFF] = {"diff", 0, NULL, "compare two paths: what was before, and what is after"},
    {NULL, 0, NULL, NULL},
};

static void write_page(struct context *c, const struct out *page, const char *path)
{
    if (!path) {
        out_append(&c->out, page);
        return;
    }
    FILE *file = fopen(path, "we");
    bool good = file && fwrite(page->data, 1, page->n, file) == page->n;
    int error = errno;
    if (file && fclose(file) != 0 && good) {
        error = errno;
        good = false;
    }
    if (!good)
        report_text(c, path, BL_E_SYSTEM, strerror(error));
}

/* A page, or with --json its data. */
static void put_report(struct context *c, struct tree *tree, struct streams *streams,
                       const struct streams *before, const char *path)
{
    struct out data, page;
    if (!out_init_memory(&data, OUT_LEAST_BYTES, SIZE_MAX, false) ||
        !out_init_memory(&page, OUT_LEAST_BYTES, SIZE_MAX, false))
        out_no_memory();
    if (path && c->json)
        data.schema = c->out.schema;
    put_report_data(&data, tree, streams, before);
    if (!c->json)
        put_page(&page, (struct bl_view){.data = (const uint8_t *)data.data, .size = data.n});
    if (out_is_full(&data) || out_is_full(&page))
        out_no_memory();
    write_page(c, c->json ? &data : &page, path);
    free(data.data);
    free(page.data);
}

enum {
    PARTS = BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES
};

/* False: there is nothing in the operands. */
static bool open_side(struct streams *streams, struct context *c, struct tree *tree)
{
    if (!streams_open(streams, c, PARTS))
        return false;
    if (streams->n_sources == 0) {
        streams_report_none(streams);
        return false;
    }
    tree_make(tree, streams);
    return true;
}

static void compare(struct context *c, const char *path)
{
    struct streams sides[2];
    struct tree trees[2] = {{0}};
    char **operands = c->operands;
    c->n_operands = 1;
    bool good = open_side(&sides[0], c, &trees[0]);
    c->operands = operands + 1;
    good &= open_side(&sides[1], c, &trees[1]);
    if (good) {
        tree_join(&trees[1], &trees[0]);
        put_report(c, &trees[1], &sides[1], &sides[0], path);
    }
    for (int i = 0; i < 2; i++) {
        tree_release(&trees[i]);
        streams_close(&sides[i]);
    }
    c->operands = operands;
}

bool cmd_report(struct context *c)
{
    struct streams streams;
    struct tree tree = {0};
    const char *argument;
    const char *output = NULL;
    bool is_diff = false;
    for (int option; (option = next_option(c, &argument)) >= 0;) {
        is_diff |= option == OPT_DIFF;
        if (option == OPT_OUTPUT)
            output = argument;
    }
    if (is_diff && (c->n_operands != 2 || c->index))
        usage_error(c->command, "--diff takes two paths and no --index");
    if (!output && !c->json && out_is_to_terminal())
        usage_error(c->command, "--output=FILE is needed: a page is not for a terminal");
    if (is_diff) {
        compare(c, output);
        return true;
    }
    if (open_side(&streams, c, &tree))
        put_report(c, &tree, &streams, NULL, output);
    tree_release(&tree);
    streams_close(&streams);
    return true;
}
