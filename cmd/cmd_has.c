/* cmd/cmd_has.c - whether there is bitcode in files, and how much
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For checks of packages: the exit status is the answer, a line per file says more.
 */
#include "base/text.h"
#include "commands.h"
#include "input/input.h"
#include "input/paths.h"

#include <inttypes.h>
#include <string.h>

enum {
    OPT_ANY,
    OPT_NONE
};

const struct option_spec has_options[] = {
    [OPT_ANY] = {"any", 0, NULL, "exit with 0 if at least one file has bitcode"},
    [OPT_NONE] = {"none", 0, NULL, "exit with 0 if no file has, and all could be read"},
    {NULL, 0, NULL, NULL},
};

struct has {
    struct context *context;
    uint64_t n_streams, n_bytes;                  /* of the file at hand */
    struct row_limit limit;                       /* of rows for files that were not named */
    uint64_t n_files, n_all_streams, n_all_bytes; /* that have bitcode */
    uint64_t n_named;                             /* that were looked into, with or without */
    uint64_t n_without;                           /* below directories, without a row */
    struct packed_count packed, other_packed;     /* in files with a row or asked for, in others */
    bool all;                                     /* files have some so far */
};

/* Any stream of a kind that is known counts, also one whose top level is not whole, as that of a
 * file that was cut, which is bad; blocks are leapt over. */
static void count_stream(void *data, const struct input *input)
{
    struct has *h = data;
    struct bl_error err;
    if (input->stream.kind == BL_STREAM_UNKNOWN)
        return;
    if (check_top_level(&input->stream, &err) < 0)
        report_error(h->context, input->path, &input->stream, &err);
    h->n_streams++;
    h->n_bytes += input->found.whole.size;
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

static void put_file(struct has *h, const struct visited_file *file)
{
    struct out *o = &h->context->out;
    out_path(o, file->operand);
    if (h->n_streams) {
        out_text(o, ": ");
        out_count(o, h->n_streams, "stream", "streams");
        out_printf(o, ", %" PRIu64 " bytes", h->n_bytes);
    } else if (file->n_errors) {
        out_text(o, ": no bitcode that can be read"); /* errors have been reported */
    } else {
        out_text(o, ": no bitcode");
        put_hint(o, file->hint);
    }
    if (h->n_streams || file->packed.n > 1) /* of one by itself the hint has said it */
        put_packed(o, &file->packed);
    out_char(o, '\n');
}

static void put_json_file(struct has *h, const struct visited_file *file)
{
    struct out *o = &h->context->out;
    json_begin(o, "has");
    json_text(o, "file", file->operand);
    json_u64(o, "streams", h->n_streams);
    json_u64(o, "bytes", h->n_bytes);
    json_u64(o, "bad", file->n_errors);
    json_packed(o, &file->packed);
    if (!h->n_streams && !file->n_errors)
        json_text(o, "kind", file->packed.n ? "unsupported" : "no bitcode");
    if (!h->n_streams && file->hint)
        json_text(o, "cause", file->hint);
    json_end(o);
}

static void put_answer(void *data, const struct visited_file *file)
{
    struct has *h = data;
    if (file->is_readable && h->context->json)
        put_json_file(h, file);
    else if (file->is_readable && (file->is_named || !h->n_streams || take_row(&h->limit)))
        put_file(h, file);
    h->n_named += file->is_readable;
    h->n_files += h->n_streams > 0;
    h->n_all_streams += h->n_streams;
    h->n_all_bytes += h->n_bytes;
    count_packed(&h->packed, file->packed.n, file->packed.with);
    if (file->is_named && file->packed.n > 0)
        context_fail(h->context, EXIT_UNSUPPORTED);
    h->all &= h->n_streams > 0;
    h->n_streams = h->n_bytes = 0;
}

/* Of a directory or an index file, where some files have no line. */
static void put_totals(struct has *h)
{
    struct out *o = &h->context->out;
    uint64_t n = h->n_named + h->n_without;
    if (h->context->json) {
        json_begin(o, "total");
        json_u64(o, "files", n);
        json_u64(o, "with_bitcode", h->n_files);
        json_u64(o, "streams", h->n_all_streams);
        json_u64(o, "bytes", h->n_all_bytes);
        json_packed(o, &h->packed);
        json_end(o);
        return;
    }
    out_printf(o, "%" PRIu64 " of ", h->n_files);
    out_count(o, n, "file", "files");
    out_text(o, h->n_files == 1 || n == 1 ? " has bitcode: " : " have bitcode: ");
    out_count(o, h->n_all_streams, "stream", "streams");
    out_printf(o, ", %" PRIu64 " bytes", h->n_all_bytes);
    put_packed(o, &h->packed);
    out_char(o, '\n');
}

bool cmd_has(struct context *c)
{
    enum {
        MOST_ROWS = 20
    };
    struct has h = {.context = c, .all = true};
    bool any = false, none = false;
    int option;
    while ((option = next_option(c, NULL)) >= 0) {
        any |= option == OPT_ANY;
        none |= option == OPT_NONE;
    }
    if (any && none)
        usage_error(c->command, "--any and --none exclude each other");
    h.limit = limit_rows(c, MOST_ROWS);
    visit_streams(c, &(struct visitor){.stream = count_stream,
                                       .file = put_answer,
                                       .n_without = &h.n_without,
                                       .packed = &h.other_packed,
                                       .may_be_empty = any || none,
                                       .data = &h});
    put_more_rows(c, &h.limit, "file", "files");
    count_packed(&h.packed, h.other_packed.n, h.other_packed.with);
    if (none && h.packed.n > 0)
        context_fail(c, EXIT_UNSUPPORTED);
    if (h.n_without > 0 || h.limit.n_more > 0)
        put_totals(&h);
    return none ? h.n_files == 0 : any ? h.n_files > 0 : h.all && h.n_files > 0;
}
