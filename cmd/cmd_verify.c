/* cmd/cmd_verify.c - every problem of every file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Problems are what was asked for, so they go to standard output.
 */
#include "base/cut_stream.h"
#include "base/text.h"
#include "commands.h"
#include "input/ordered.h"
#include "input/paths.h"
#include "input/streams.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct verify {
    struct context *context;
    struct streams streams;
    bool puts_all; /* a line for each stream that is sound, too */
    uint64_t n_bad;
};

/* ---- One stream ---- */

/* What is printed of a stream, and where. */
struct account {
    struct out *out;
    const struct input *input;
    bool json;
    bool is_cut;            /* the stream is, which has been put */
    struct bl_index *index; /* of the stream, for names of blocks; NULL: not needed yet */
    uint64_t n_problems;    /* put */
    int status;             /* of them, for context_fail() */
};

/* Of LLVM IR no names are asked for: they are known. */
static struct bl_index *index_for(struct account *a, const struct bl_error *problem)
{
    const struct bl_stream *stream = &a->input->stream;
    if (!a->index && problem->depth && stream->kind != BL_STREAM_LLVM_IR)
        (void)out_need(bl_index_open(&a->index, stream, NULL));
    return a->index;
}

static void put_problem(void *data, const struct bl_error *problem)
{
    struct account *a = data;
    struct out *o = a->out;
    const struct bl_stream *stream = &a->input->stream;
    uint64_t byte = bl_error_byte(problem, stream);
    if (a->is_cut && follows_from_cut(problem->status))
        return;
    a->n_problems++;
    /* A magic number that is unknown is no damage. */
    a->status = stream->kind == BL_STREAM_UNKNOWN && problem->bit_pos == 0 && a->n_problems == 1
                    ? EXIT_NOTHING
                    : EXIT_DAMAGED;
    if (a->json) {
        json_begin(o, "problem");
        json_text(o, "file", a->input->path);
        json_u64(o, "bit_pos", problem->bit_pos);
        json_u64(o, "file_byte", byte);
        json_block_path(o, stream, index_for(a, problem), problem);
        json_text(o, "status", bl_status_text(problem->status));
        json_text(o, "cause", problem->what);
        json_end(o);
        return;
    }
    out_path(o, a->input->path);
    out_text(o, ": ");
    out_colour(o, COLOUR_POSITION);
    out_printf(o, "bit %" PRIu64 " (byte 0x%" PRIx64 ")", problem->bit_pos, byte);
    out_plain(o);
    if (problem->depth) {
        out_text(o, " in ");
        put_block_path(o, stream, index_for(a, problem), problem);
    }
    out_text(o, ": ");
    out_colour(o, COLOUR_BAD);
    out_text(o, problem->what);
    out_plain(o);
    out_char(o, '\n');
}

/* Before all that follows from it. */
static void check_end(struct account *a)
{
    struct text cause = {0};
    struct bl_error problem = {.status = BL_E_TRUNCATED, .has_pos = true};
    if (is_stream_cut(&a->input->stream, &problem.bit_pos, &cause)) {
        problem.what = cause.data;
        put_problem(a, &problem);
        a->is_cut = true;
    }
    free(cause.data);
}

static void put_summary(const struct account *a, const struct bl_verify_summary *s)
{
    struct out *o = a->out;
    const struct {
        const char *key, *one, *many;
        uint64_t n;
    } counts[] = {
        {"problems", "problem", "problems", a->n_problems},
        {"blocks", "block", "blocks", s->n_blocks},
        {"records", "record", "records", s->n_records},
        {"modules", "module", "modules", s->n_modules},
        {"bodies", "body", "bodies", s->n_bodies},
        {"strtab_ranges", "name", "names", s->n_strtab_ranges},
        {"metadata_indexes", "index", "indexes", s->n_metadata_indexes},
        {"offsets", "offset", "offsets", s->n_offsets},
        {"hashes", "hash", "hashes", s->n_hashes},
    };
    size_t n = sizeof counts / sizeof counts[0];
    if (a->json) {
        json_begin(o, "verified");
        json_text(o, "file", a->input->path);
        for (size_t i = 0; i < n; i++)
            json_u64(o, counts[i].key, counts[i].n);
        json_end(o);
        return;
    }
    out_path(o, a->input->path);
    out_printf(o, ": %s;", a->n_problems ? "bad" : "ok");
    for (size_t i = 1; i < n; i++)
        if (counts[i].n || i <= 2) {
            out_text(o, i > 1 ? ", " : " ");
            out_count(o, counts[i].n, counts[i].one, counts[i].many);
        }
    if (a->n_problems) {
        out_text(o, "; ");
        out_count(o, a->n_problems, "problem", "problems");
    }
    out_char(o, '\n');
}

/* A job of a thread. What it counts is its exit status. */
static void verify(void *data, unsigned thread, uint64_t job, struct job_output *output)
{
    const struct verify *v = data;
    const struct input *input = &v->streams.items[job].input;
    struct account account = {.out = output->text, .input = input, .json = v->context->json};
    struct bl_verify_summary summary = {0};
    struct bl_error err;
    (void)thread;
    check_end(&account);
    if (bl_verify(&input->stream, put_problem, &account, &summary, &err) < 0)
        keep_job_error(output, &err);
    else if (v->puts_all || account.n_problems)
        put_summary(&account, &summary);
    bl_index_close(account.index);
    output->n = (uint64_t)account.status;
}

/* ---- All ---- */

static void count_bad(void *data, uint64_t job, const struct job_output *output)
{
    struct verify *v = data;
    (void)job;
    v->n_bad += output->n > 0;
    context_fail(v->context, (int)output->n);
}

static void note_failure(void *data, uint64_t job, const struct bl_error *err)
{
    struct verify *v = data;
    streams_report(&v->streams, (uint32_t)job, err);
}

static bool is_called_bitcode(struct bl_view path)
{
    return path.size > 3 && memcmp(path.data + path.size - 3, ".bc", 3) == 0;
}

/* Of the file that is source NUMBER, in which nothing was found, why. */
static void report_unrecognised(struct verify *v, uint32_t number)
{
    char *path = query_source_path(&v->streams.query, number, (struct bl_view){0});
    struct bl_error err;
    out_need(bl_path_explain_nothing(path, "", context_open_flags(v->context), &err));
    report_error(v->context, path, NULL, &err);
    free(path);
}

/* Whether SOURCE could not even be read. */
static bool is_out_of_reach(const struct bl_catalog *catalog, const struct bl_source *source)
{
    struct bl_catalog_problem problem;
    return source->n_problems > 0 &&
           bl_catalog_get_problem(catalog, source->first_problem, &problem, NULL) == BL_OK &&
           problem.error.status == BL_E_SYSTEM;
}

/* How many files have no stream, but for those whose names say that they are bitcode, which are
 * bad. Below directories and in index files there are such. */
static uint64_t count_unrecognised(struct verify *v)
{
    const struct bl_catalog *catalog = v->streams.query.catalog;
    struct bl_source source;
    uint64_t n_files = 0;
    uint32_t n = catalog ? bl_catalog_get_counts(catalog).n_sources : 0;
    for (uint32_t i = 0; i < n; i++) {
        if (bl_catalog_get_source(catalog, i, &source, NULL) < 0 || source.kind != BL_SOURCE_FILE ||
            source.n_streams > 0 || is_out_of_reach(catalog, &source))
            continue;
        if (source.n_problems == 0 && is_called_bitcode(source.path)) {
            report_unrecognised(v, i);
            v->n_bad++;
        } else {
            n_files++;
        }
    }
    return n_files;
}

static void put_total(struct verify *v)
{
    struct out *o = &v->context->out;
    uint64_t n_ok = v->streams.n - v->n_bad, n_others = count_unrecognised(v);
    struct packed_count packed = query_count_packed(&v->streams.query);
    if (v->context->json) {
        json_begin(o, "total");
        json_u64(o, "ok", n_ok);
        json_u64(o, "bad", v->n_bad);
        json_u64(o, "unrecognised", n_others);
        json_u64(o, "links", query_count_links(&v->streams.query));
        json_packed(o, &packed);
        json_end(o);
        return;
    }
    out_printf(o, "%" PRIu64 " ok, %" PRIu64 " bad, %" PRIu64 " not recognised", n_ok, v->n_bad,
               n_others);
    put_links(o, query_count_links(&v->streams.query));
    put_packed(o, &packed);
    out_char(o, '\n');
}

bool cmd_verify(struct context *c)
{
    struct verify v = {.context = c};
    (void)next_option(c, NULL);
    bool is_one = c->n_operands == 1 && !is_directory(c->operands[0]);
    bool is_open = streams_open(&v.streams, c, BL_CATALOG_HASHES);
    is_one = is_one && v.streams.n <= 1;
    v.puts_all = c->all || is_one || c->json;
    if (is_open && v.streams.n == 0)
        streams_report_none(&v.streams);
    if (v.streams.n > 0)
        print_ordered(&(struct ordered){.out = &c->out,
                                        .n_threads = c->n_threads,
                                        .work = verify,
                                        .before = count_bad,
                                        .fail = note_failure,
                                        .context = &v},
                      v.streams.n);
    if (!is_one)
        put_total(&v);
    streams_close(&v.streams);
    return v.n_bad == 0;
}
