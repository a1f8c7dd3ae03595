/* cmd/cmd_verify.c - every problem of every file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Problems are what was asked for, so they go to standard output.
 */
#include "base/text.h"
#include "commands.h"
#include "input/ordered.h"
#include "input/streams.h"

#include <inttypes.h>

struct verify {
    struct context *context;
    struct streams streams;
    uint64_t n_problems;
};

/* ---- One stream ---- */

/* What is printed of a stream, and where. */
struct account {
    struct out *out;
    const struct input *input;
    bool json;
    struct bl_index *index; /* of the stream, for names of blocks; NULL: not needed yet */
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

static void put_summary(const struct account *a, const struct bl_verify_summary *s)
{
    struct out *o = a->out;
    const struct {
        const char *key, *one, *many;
        uint64_t n;
    } counts[] = {
        {"problems", "problem", "problems", s->n_problems},
        {"blocks", "block", "blocks", s->n_blocks},
        {"records", "record", "records", s->n_records},
        {"modules", "module", "modules", s->n_modules},
        {"bodies", "body", "bodies", s->n_bodies},
        {"strtab_ranges", "name in STRTAB", "names in STRTAB", s->n_strtab_ranges},
        {"metadata_indexes", "metadata index", "metadata indexes", s->n_metadata_indexes},
        {"offsets", "offset of a block", "offsets of blocks", s->n_offsets},
        {"hashes", "module hash", "module hashes", s->n_hashes},
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
    out_printf(o, ": %s; checked", s->n_problems ? "bad" : "ok");
    for (size_t i = 1; i < n; i++)
        if (counts[i].n || i <= 2) {
            out_text(o, i > 1 ? ", " : " ");
            out_count(o, counts[i].n, counts[i].one, counts[i].many);
        }
    if (s->n_problems) {
        out_text(o, "; ");
        out_count(o, s->n_problems, "problem", "problems");
    }
    out_char(o, '\n');
}

/* A job of a thread. What it counts is problems. */
static void verify(void *data, unsigned thread, uint64_t job, struct job_output *output)
{
    const struct verify *v = data;
    const struct input *input = &v->streams.items[job].input;
    struct account account = {.out = output->text, .input = input, .json = v->context->json};
    struct bl_verify_summary summary = {0};
    struct bl_error err;
    (void)thread;
    if (bl_verify(&input->stream, put_problem, &account, &summary, &err) < 0)
        keep_job_error(output, &err);
    else
        put_summary(&account, &summary);
    bl_index_close(account.index);
    output->n = summary.n_problems;
}

/* ---- All ---- */

static void count_problems(void *data, uint64_t job, const struct job_output *output)
{
    struct verify *v = data;
    (void)job;
    v->n_problems += output->n;
}

static void fail(void *data, uint64_t job, const struct bl_error *err)
{
    struct verify *v = data;
    streams_report(&v->streams, (uint32_t)job, err);
}

bool cmd_verify(struct context *c)
{
    struct verify v = {.context = c};
    (void)next_option(c, NULL);
    if (streams_open(&v.streams, c, 0) && v.streams.n == 0)
        streams_report_none(&v.streams);
    if (v.streams.n > 0)
        print_ordered(&(struct ordered){.out = &c->out,
                                        .n_threads = c->n_threads,
                                        .work = verify,
                                        .before = count_problems,
                                        .fail = fail,
                                        .context = &v},
                      v.streams.n);
    streams_close(&v.streams);
    return v.n_problems == 0;
}
