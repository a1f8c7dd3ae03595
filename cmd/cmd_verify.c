/* cmd/cmd_verify.c - every problem of every file
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Problems are what was asked for, so they go to standard output.
 */
#include "commands.h"
#include "input.h"

#include <getopt.h>
#include <inttypes.h>

struct verify {
    struct parser parser;
    struct out out;
    const struct input *input;
};

static void put_problem(void *context, const struct bl_error *problem)
{
    struct verify *v = context;
    struct out *o = &v->out;
    const struct bl_stream *stream = &v->input->stream;
    uint64_t byte = stream->file_offset + problem->bit_pos / 8;
    if (v->parser.common.json) {
        json_begin(o, "problem");
        json_text(o, "file", v->input->path);
        json_u64(o, "bit_pos", problem->bit_pos);
        json_u64(o, "file_byte", byte);
        json_path(o, stream, NULL, problem);
        json_text(o, "status", bl_status_text(problem->status));
        json_text(o, "cause", problem->what);
        json_end(o);
        return;
    }
    out_text(o, v->input->path);
    out_text(o, ": ");
    out_colour(o, COLOUR_POSITION);
    out_printf(o, "bit %" PRIu64 " (byte 0x%" PRIx64 ")", problem->bit_pos, byte);
    out_plain(o);
    if (problem->depth) {
        out_text(o, " in ");
        put_path(o, stream, NULL, problem);
    }
    out_text(o, ": ");
    out_colour(o, COLOUR_BAD);
    out_text(o, problem->what);
    out_plain(o);
    out_char(o, '\n');
}

static void put_summary(struct verify *v, const struct bl_verify_summary *s)
{
    struct out *o = &v->out;
    const struct {
        const char *key, *one, *many;
        uint64_t n;
    } counts[] = {
        {"problems", "problem", "problems", s->n_problems},
        {"blocks", "block", "blocks", s->n_blocks},
        {"records", "record", "records", s->n_records},
        {"modules", "module", "modules", s->n_modules},
        {"strtab_ranges", "name in STRTAB", "names in STRTAB", s->n_strtab_ranges},
        {"metadata_indexes", "metadata index", "metadata indexes", s->n_metadata_indexes},
        {"offsets", "offset of a block", "offsets of blocks", s->n_offsets},
        {"hashes", "module hash", "module hashes", s->n_hashes},
    };
    size_t n = sizeof counts / sizeof counts[0];
    if (v->parser.common.json) {
        json_begin(o, "verified");
        json_text(o, "file", v->input->path);
        for (size_t i = 0; i < n; i++)
            json_u64(o, counts[i].key, counts[i].n);
        json_end(o);
        return;
    }
    out_printf(o, "%s: %s; checked", v->input->path, s->n_problems ? "bad" : "ok");
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

static bool verify(void *context, const struct input *input)
{
    struct verify *v = context;
    struct bl_verify_summary summary = {0};
    struct bl_error err;
    v->input = input;
    int rc = bl_verify(&input->stream, put_problem, v, &summary, &err);
    if (rc < 0) {
        report_error(&v->out, &v->parser.common, input, input->path, &err);
        return false;
    }
    put_summary(v, &summary);
    return rc == 0;
}

int cmd_verify(int argc, char **argv)
{
    struct verify v = {.parser.command = find_command("verify")};
    const char *argument;
    if (parser_next(&v.parser, argc, argv, &argument) == PARSE_EXIT)
        return v.parser.exit_status;
    out_init(&v.out, v.parser.common.colour);
    int status = for_each_input(v.parser.command, &v.parser.common, BL_OPEN_SEQUENTIAL, &v.out,
                                argc - optind, argv + optind, verify, &v);
    return out_close(&v.out) ? status : EXIT_BAD_INPUT;
}
