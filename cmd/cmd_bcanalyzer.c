/* cmd/cmd_bcanalyzer.c - llvm-bcanalyzer's options, its output to the byte, its exit codes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Read under LLVM's rules (BL_WALK_LLVM). Messages on stderr are our own and say where.
 */
#include "commands.h"

#include "base/llvm_options.h"
#include "base/text.h"
#include "dump/llvm_dumper.h"
#include "dump/llvm_summary.h"
#include "dump/parallel_dump.h"
#include "input/input.h"
#include "input/paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bc_options {
    const char *input, *block_info;
    struct llvm_options dump;
    bool want_dump, no_histogram, help, version;
    unsigned n_threads;
    const char *program;
};

static bool bad_call(const struct bc_options *o, const char *what, const char *word)
{
    say("%s: %s '%s'", o->program, what, word);
    return false;
}

static bool parse_options(struct bc_options *o, int argc, char **argv)
{
    const char *threads = NULL;
    bool unused;
    char **operands;
    int n_operands;
    struct llvm_flag flags[] = {
        {"dump", &o->want_dump, NULL},
        {"dump-blockinfo", &o->dump.blockinfo, NULL},
        {"disable-histogram", &o->no_histogram, NULL},
        {"non-symbolic", &o->dump.non_symbolic, NULL},
        {"show-binary-blobs", &o->dump.binary_blobs, NULL},
        {"block-info", NULL, &o->block_info},
        {"check-hash", NULL, &o->dump.check_hash},
        {"color", &unused, NULL},
        {"threads", NULL, &threads},
        {"help", &o->help, NULL},
        {"h", &o->help, NULL},
        {"version", &o->version, NULL},
        {NULL, NULL, NULL},
    };
    bool good = parse_llvm_options(argc, argv, flags, &operands, &n_operands);
    o->input = n_operands ? operands[0] : "-";
    if (good && n_operands > 1)
        good = bad_call(o, "one input only, not also", operands[1]);
    free(operands);
    if (good && threads && !parse_threads(threads, &o->n_threads))
        good = bad_call(o, "not a number of threads:", threads);
    if (o->dump.check_hash && !*o->dump.check_hash)
        o->dump.check_hash = NULL;
    return good;
}

/* A file to read, or what is in it. */
struct source {
    struct input input;
    struct bl_search *search; /* of a nested path: keeps the bytes */
};

struct analysis {
    const struct bc_options *options;
    struct source source, block_info;
    const struct bl_stream *names; /* the stream of block_info, or NULL */
    struct context *context;
};

/* STREAM is NULL, or the one that ERR is about. */
static bool fail_analysis(const struct analysis *a, const char *path,
                          const struct bl_stream *stream, const struct bl_error *err)
{
    report_error(a->context, path, stream, err);
    return false;
}

/* The bytes to analyze: the file's, or those that a nested path leads to. */
static int find_bytes(struct source *source, struct bl_error *err)
{
    struct input *input = &source->input;
    char *file_path;
    const char *nested;
    int status =
        open_operand(input->path, BL_OPEN_SEQUENTIAL, &input->file, &file_path, &nested, err);
    if (status < 0 || !*nested) {
        free(file_path);
        if (status == BL_OK)
            input->found.whole = bl_file_view(input->file);
        return status;
    }
    int rc = open_search(input->file, file_path, nested, BL_OPEN_SEQUENTIAL, &source->search, err);
    bool is_it = false;
    bool has_any = false;
    while (rc >= 0 && !is_it && (rc = bl_search_next(source->search, &input->found, err)) != 0) {
        is_it = strcmp(input->found.path, nested) == 0;
        has_any = true;
    }
    free(file_path);
    if (rc == 0 && has_any)
        *err = (struct bl_error){.status = BL_E_ARGUMENT,
                                 .what = "no stream itself: name one that is inside"};
    else if (rc == 0)
        (void)bl_search_explain(source->search, err);
    return rc > 0 ? BL_OK : err->status;
}

/* Open SOURCE, with LLVM's demand on its size. */
static bool open_source(struct analysis *a, struct source *source, const char *path)
{
    struct bl_error err;
    source->input.path = path;
    if (find_bytes(source, &err) == BL_OK) {
        if (source->input.found.whole.size % 4 == 0)
            return true;
        err = (struct bl_error){.what = "Bitcode stream should be a multiple of 4 bytes in length"};
    }
    return fail_analysis(a, path, NULL, &err);
}

static const uint8_t wrapper_magic[] = {0xDE, 0xC0, 0x17, 0x0B};

/* LLVM prints a wrapper's header before it looks whether the header is right. Without one it reads
 * any bytes, as of a COFF file, as a stream. */
static bool locate(struct analysis *a, struct input *input)
{
    struct bl_error err;
    struct bl_view whole = input->found.whole;
    int status = bl_stream_locate(whole, &input->stream, &err);
    bool is_wrapped = whole.size >= sizeof wrapper_magic &&
                      memcmp(whole.data, wrapper_magic, sizeof wrapper_magic) == 0;
    if (status == BL_E_CONTAINER && !is_wrapped) {
        input->stream = (struct bl_stream){.bytes = whole, .kind = BL_STREAM_UNKNOWN};
        status = BL_OK;
    }
    if (a->options->want_dump && input->stream.wrapper.magic)
        llvm_dump_wrapper(&a->context->out, &input->stream.wrapper);
    return status == BL_OK || fail_analysis(a, input->path, NULL, &err);
}

/* Whether SOURCE has stayed what it was while it was read. */
static bool check_source(struct analysis *a, const struct source *source)
{
    struct bl_error err;
    int status = bl_file_check(source->input.file, &err);
    if (status == BL_OK && source->search)
        status = bl_search_check(source->search, &err);
    return status == BL_OK || fail_analysis(a, source->input.path, NULL, &err);
}

static void close_source(struct source *source)
{
    bl_search_close(source->search);
    bl_file_close(source->input.file);
}

/* *COUNTED: STATS has been filled, too. */
static int dump(struct analysis *a, struct bl_walk *walk, struct bl_stats *stats, bool *counted,
                struct bl_error *err)
{
    const struct bl_stream *stream = &a->source.input.stream;
    const struct llvm_options *options = &a->options->dump;
    unsigned n_threads = parallel_dump_threads(stream, a->options->n_threads);
    bool is_done =
        n_threads > 1 && !a->names &&
        llvm_dump_in_parallel(&a->context->out, options, stream, n_threads, stats, counted);
    return is_done ? BL_OK : llvm_dump(&a->context->out, options, stream, walk, err);
}

static bool analyze(struct analysis *a, struct bl_walk *walk, struct bl_stats *stats)
{
    const struct input *input = &a->source.input;
    struct bl_error err;
    bool counted = false;
    int status = a->options->want_dump ? dump(a, walk, stats, &counted, &err) : BL_OK;
    if (status == BL_OK && !counted)
        status = bl_stats_add(stats, &input->stream, a->names, a->options->n_threads, &err);
    if (status < 0)
        return fail_analysis(a, input->path, &input->stream, &err);
    if (a->options->want_dump)
        out_text(&a->context->out, "\n\n");
    llvm_summary(&a->context->out, stats, input, !a->options->no_histogram);
    return true;
}

static bool run_analysis(struct analysis *a)
{
    struct bl_error err;
    struct bl_walk *walk;
    struct bl_stats *stats = NULL;
    unsigned flags = BL_WALK_LLVM | llvm_walk_flags(&a->options->dump);
    if (!locate(a, &a->source.input) || (a->names && !locate(a, &a->block_info.input)))
        return false;
    bool good;
    if (bl_walk_open(&walk, &a->source.input.stream, flags, a->names, &err) < 0)
        /* What can be wrong here is the stream that names come from. */
        good = fail_analysis(a, (a->names ? &a->block_info : &a->source)->input.path, NULL, &err);
    else if (bl_stats_open(&stats, BL_STATS_LLVM, &err) < 0)
        good = fail_analysis(a, a->source.input.path, NULL, &err);
    else
        good = analyze(a, walk, stats);
    bl_stats_close(stats);
    bl_walk_close(walk);
    return good;
}

static bool analyze_files(struct context *c, const struct bc_options *options)
{
    struct analysis a = {.options = options, .context = c};
    if (options->block_info && *options->block_info)
        a.names = &a.block_info.input.stream;
    out_init(&c->out, "never");
    bool good = open_source(&a, &a.source, options->input) &&
                (!a.names || open_source(&a, &a.block_info, options->block_info));
    if (good) {
        good = run_analysis(&a);
        good &= check_source(&a, &a.source);
        good &= !a.names || check_source(&a, &a.block_info);
    }
    close_source(&a.block_info);
    close_source(&a.source);
    return good;
}

/* What llvm-bcanalyzer 22 prints. */
static void print_llvm_help(const char *program)
{
    printf(
        "OVERVIEW: llvm-bcanalyzer file analyzer\n\n"
        "USAGE: %s [options] <input bitcode>\n\n"
        "OPTIONS:\n\n"
        "BC Analyzer Options:\n\n"
        "  --block-info=<string> - Use the BLOCK_INFO from the given file\n"
        "  --check-hash=<string> - Check module hash using the argument as a string table\n"
        "  --disable-histogram   - Do not print per-code histogram\n"
        "  --dump                - Dump low level bitcode trace\n"
        "  --dump-blockinfo      - Include BLOCKINFO details in low level dump\n"
        "  --non-symbolic        - Emit numeric info in dump even if symbolic info is available\n"
        "  --show-binary-blobs   - Print binary blobs using hex escapes\n\n"
        "Color Options:\n\n"
        "  --color               - Use colors in output (default=autodetect)\n\n"
        "Generic Options:\n\n"
        "  --help                - Display available options (--help-hidden for more)\n"
        "  --help-list           - Display list of available options (--help-list-hidden for "
        "more)\n"
        "  --version             - Display the version of this program\n",
        program);
}

bool cmd_bcanalyzer(struct context *c)
{
    struct bc_options options = {.program = c->argv[0]};
    const char *slash = strrchr(c->argv[0], '/');
    const char *called = slash ? slash + 1 : c->argv[0];
    if (!parse_options(&options, c->argc, c->argv))
        return false;
    if (options.help && strcmp(called, "llvm-bcanalyzer") == 0)
        print_llvm_help(called);
    else if (options.help)
        print_command_help(c->command);
    else if (options.version)
        printf("bitleap bcanalyzer %s\n", bl_version());
    else
        return analyze_files(c, &options);
    return true;
}
