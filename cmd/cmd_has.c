/* cmd/cmd_has.c - whether there is bitcode in files, and how much
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For checks of packages: the exit status is the answer, a line per file says more.
 */
#include "base/text.h"
#include "commands.h"
#include "input/input.h"
#include "input/tree.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct has {
    struct parser parser;
    struct out out;
    struct bl_file *file;
    unsigned open_flags;
    const char *path, *nested;
    uint64_t n_streams, n_bytes, n_bad;
    const char *hint;
    const char *nowhere; /* what to say of a path that leads there; NULL: it does not */
};

/* What is at NESTED in the file is bad. */
static void report_bad(struct has *h, const char *nested, const struct bl_stream *stream,
                       const struct bl_error *err)
{
    char *path = join_path(h->path, nested);
    struct input input = {.path = path};
    if (stream)
        input.stream = *stream;
    report_error(&h->out, &h->parser.common, stream ? &input : NULL, path, err);
    free(path);
    h->n_bad++;
}

/* A stream whose top level is not whole, as that of a file that was cut, is bad. It counts. */
static void count_stream(struct has *h, const struct bl_found *found)
{
    struct bl_error err;
    if (check_top_level(&found->stream, &err) < 0)
        report_bad(h, found->path, &found->stream, &err);
    h->n_streams++;
    h->n_bytes += found->whole.size;
}

/* Any stream of a kind that is known counts; blocks are leapt over. What is bad on the way is told,
 * and counted. */
static void count_streams(struct has *h)
{
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    int rc = open_search(h->file, h->path, h->nested, h->open_flags, &search, &err);
    if (rc < 0) {
        report_bad(h, "", NULL, &err);
        return;
    }
    while (out_need(rc = bl_search_next(search, &found, &err)) != 0) {
        if (rc > 0 && found.stream.kind != BL_STREAM_UNKNOWN)
            count_stream(h, &found);
        if (rc > 0)
            rc = bl_search_check(search, &err) < 0 ? err.status : rc;
        bool is_too_short = rc == BL_E_TRUNCATED && !*found.path; /* for a magic number */
        if (rc < 0 && !is_too_short)
            report_bad(h, found.path, NULL, &err);
    }
    h->hint = h->n_bad ? NULL : bl_search_hint(search);
    h->nowhere = bl_search_met(search) ? NULL : nothing_found(search);
    bl_search_close(search);
}

/* In brackets, without its own "no bitcode". */
static void put_hint(struct out *o, const char *hint)
{
    static const char end[] = ", no bitcode";
    if (!hint)
        return;
    struct bl_view view = view_of(hint);
    size_t n_end = sizeof end - 1;
    if (view.size > n_end && strcmp(hint + view.size - n_end, end) == 0)
        view.size -= n_end;
    out_text(o, " (");
    out_view(o, view);
    out_char(o, ')');
}

static void put_answer(struct has *h, const char *operand)
{
    struct out *o = &h->out;
    if (h->parser.common.json) {
        json_begin(o, "has");
        json_text(o, "file", operand);
        json_u64(o, "streams", h->n_streams);
        json_u64(o, "bytes", h->n_bytes);
        json_u64(o, "bad", h->n_bad);
        if (!h->n_streams && h->hint)
            json_text(o, "cause", h->hint);
        json_end(o);
        return;
    }
    out_path(o, operand);
    if (!h->n_streams && h->n_bad) {
        out_text(o, ": no bitcode that can be read\n"); /* what was bad has been told */
        return;
    }
    if (!h->n_streams) {
        out_text(o, ": no bitcode");
        put_hint(o, h->hint);
        out_char(o, '\n');
        return;
    }
    out_text(o, ": ");
    out_count(o, h->n_streams, "stream", "streams");
    out_printf(o, ", %" PRIu64 " bytes\n", h->n_bytes);
}

static bool ask(struct has *h, const char *operand)
{
    struct bl_error err;
    char *path;
    h->n_streams = h->n_bytes = h->n_bad = 0;
    h->hint = h->nowhere = NULL;
    int status = open_operand(operand, h->open_flags, &h->file, &path, &h->nested, &err);
    h->path = path;
    if (status == BL_OK) {
        count_streams(h);
        status = bl_file_check(h->file, &err);
    }
    if (status == BL_OK && h->nowhere) {
        err = (struct bl_error){.status = BL_E_CONTAINER, .what = h->nowhere};
        status = err.status;
    }
    if (status < 0)
        report_error(&h->out, &h->parser.common, NULL, operand, &err);
    else
        put_answer(h, operand);
    bl_file_close(h->file);
    free(path);
    return status == BL_OK && h->n_streams > 0 && h->n_bad == 0;
}

/* Only files that have bitcode, or are damaged, are worth a line. */
static bool ask_tree(struct has *h, const char *directory)
{
    struct tree tree = {.files = NULL};
    bool all = tree_find(&tree, directory, h->open_flags, &h->parser.common, &h->out);
    for (uint32_t i = 0; i < tree.n; i++)
        all &= ask(h, tree.files[i]);
    tree_release(&tree);
    return all;
}

int cmd_has(int argc, char **argv)
{
    struct has h = {.parser.command = find_command("has")};
    const char *argument;
    if (parser_next(&h.parser, argc, argv, &argument) == PARSE_EXIT)
        return h.parser.exit_status;
    if (optind == argc)
        return usage_error(h.parser.command, "no file given");
    out_init(&h.out, h.parser.common.colour);
    h.open_flags = h.parser.common.copy ? BL_OPEN_COPY : 0;
    bool all = true;
    for (int i = optind; i < argc; i++)
        all &= is_directory(argv[i]) ? ask_tree(&h, argv[i]) : ask(&h, argv[i]);
    return out_close(&h.out) && all ? EXIT_OK : EXIT_BAD_INPUT;
}
