/* cmd/cmd_bcanalyzer.c - llvm-bcanalyzer's options, its output to the byte, its exit codes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Read under LLVM's rules (BL_WALK_LLVM). Messages on stderr are our own and say where.
 */
#include "commands.h"

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

struct flag {
    const char *name;
    bool *flag;        /* a boolean option, or */
    const char **text; /* one with a value */
};

static int bad_call(const struct bc_options *o, const char *what, const char *word)
{
    say("%s: %s '%s'", o->program, what, word);
    return EXIT_BAD_INPUT;
}

static bool parse_boolean(const char *text, bool *value)
{
    static const char *const yes[] = {"", "true", "TRUE", "True", "1"};
    static const char *const no[] = {"false", "FALSE", "False", "0"};
    for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++)
        if (strcmp(text, yes[i]) == 0)
            return *value = true;
    for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
        if (strcmp(text, no[i]) == 0) {
            *value = false;
            return true;
        }
    return false;
}

/* One option; of several equal ones the last wins. FOLLOWING is the word behind it, or NULL;
 * whether it was the value is returned. */
static int take_option(const struct bc_options *o, struct flag *flags, const char *word,
                       const char *following, bool *took_following)
{
    const char *name = word + (word[1] == '-' ? 2 : 1);
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    for (struct flag *f = flags; f->name; f++) {
        if (strlen(f->name) != length || strncmp(f->name, name, length) != 0)
            continue;
        if (f->flag)
            return parse_boolean(value ? value : "", f->flag)
                       ? EXIT_OK
                       : bad_call(o, "not a boolean value in", word);
        if (!value) {
            value = following;
            *took_following = following != NULL;
        }
        if (!value)
            return bad_call(o, "value missing behind", word);
        *f->text = value;
        return EXIT_OK;
    }
    return bad_call(o, "unknown option", word);
}

static int parse(struct bc_options *o, int argc, char **argv)
{
    const char *threads = NULL;
    bool unused;
    struct flag flags[] = {
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
    bool only_operands = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (!only_operands && strcmp(word, "--") == 0) {
            only_operands = true;
        } else if (!only_operands && !is_operand(word)) {
            const char *following = i + 1 < argc ? argv[i + 1] : NULL;
            bool took_following = false;
            int status = take_option(o, flags, word, following, &took_following);
            if (status != EXIT_OK)
                return status;
            i += took_following;
        } else if (o->input) {
            return bad_call(o, "one input only, not also", word);
        } else {
            o->input = word;
        }
    }
    if (threads && !parse_threads(threads, &o->n_threads))
        return bad_call(o, "not a number of threads:", threads);
    if (!o->input)
        o->input = "-";
    if (o->dump.check_hash && !*o->dump.check_hash)
        o->dump.check_hash = NULL;
    return EXIT_OK;
}

struct analysis {
    const struct bc_options *options;
    struct context *context;
    struct input *input, *block_info;
    struct out *out;
    bool good;
};

/* LLVM prints a wrapper's header before it looks whether the header is right. */
static bool locate(const struct analysis *a, struct input *input)
{
    struct bl_error err;
    int status = bl_stream_locate(input->found.whole, &input->stream, &err);
    if (a->options->want_dump && input->stream.wrapper.magic)
        llvm_dump_wrapper(a->out, &input->stream.wrapper);
    if (status < 0)
        report_error(a->context, input->path, NULL, &err);
    return status == BL_OK;
}

static const struct bl_stream *names_of(const struct analysis *a)
{
    return a->block_info ? &a->block_info->stream : NULL;
}

/* NULL: reported. What can be wrong here is the stream that names come from. */
static struct bl_walk *open_walk(const struct analysis *a)
{
    struct bl_walk *walk;
    struct bl_error err;
    unsigned flags = BL_WALK_LLVM | llvm_walk_flags(&a->options->dump);
    if (bl_walk_open(&walk, &a->input->stream, flags, names_of(a), &err) < 0)
        report_error(a->context, a->block_info ? a->block_info->path : a->input->path, NULL, &err);
    return walk;
}

static bool report_failure(const struct analysis *a, const struct bl_error *err)
{
    report_error(a->context, a->input->path, &a->input->stream, err);
    return false;
}

/* *COUNTED: STATS has been filled, too. */
static bool dump(const struct analysis *a, struct bl_walk *walk, struct bl_stats *stats,
                 bool *counted)
{
    const struct bl_stream *stream = &a->input->stream;
    const struct llvm_options *options = &a->options->dump;
    unsigned n_threads = parallel_dump_threads(stream, a->options->n_threads);
    if (n_threads > 1 && !a->block_info) {
        uint64_t before = out_total(a->out);
        if (llvm_dump_in_parallel(a->out, options, stream, n_threads, stats, counted))
            return true;
        out_repeat(a->out, out_total(a->out) - before);
    }
    struct bl_error err;
    int status = llvm_dump(a->out, options, stream, walk, &err);
    return status < 0 ? report_failure(a, &err) : true;
}

static bool analyze(const struct analysis *a, struct bl_walk *walk, struct bl_stats *stats)
{
    struct bl_error err;
    bool counted = false;
    if (a->options->want_dump && !dump(a, walk, stats, &counted))
        return false;
    if (!counted &&
        bl_stats_add(stats, &a->input->stream, names_of(a), a->options->n_threads, &err) < 0)
        return report_failure(a, &err);
    if (a->options->want_dump)
        out_text(a->out, "\n\n");
    llvm_summary(a->out, stats, a->input, !a->options->no_histogram);
    return true;
}

static void run_analysis(struct analysis *a)
{
    struct bl_error err;
    struct bl_stats *stats = NULL;
    if (!locate(a, a->input) || (a->block_info && !locate(a, a->block_info)))
        return;
    struct bl_walk *walk = open_walk(a);
    if (walk && bl_stats_open(&stats, BL_STATS_LLVM, &err) < 0)
        report_error(a->context, a->input->path, NULL, &err);
    a->good = stats && analyze(a, walk, stats);
    bl_stats_close(stats);
    bl_walk_close(walk);
}

/* The bytes to analyze: the file's, or those that a nested path leads to. SEARCH keeps them. */
static int find_bytes(struct input *input, const char *path, struct bl_search **search,
                      struct bl_error *err)
{
    char *file_path;
    const char *nested;
    int status = open_operand(path, BL_OPEN_SEQUENTIAL, &input->file, &file_path, &nested, err);
    if (status < 0 || !*nested) {
        free(file_path);
        if (status == BL_OK)
            input->found.whole = bl_file_view(input->file);
        return status;
    }
    int rc = open_search(input->file, file_path, nested, BL_OPEN_SEQUENTIAL, search, err);
    bool is_it = false;
    bool has_any = false;
    while (rc >= 0 && !is_it && (rc = bl_search_next(*search, &input->found, err)) != 0) {
        is_it = strcmp(input->found.path, nested) == 0;
        has_any = true;
    }
    free(file_path);
    if (rc == 0)
        *err = (struct bl_error){.status = BL_E_ARGUMENT,
                                 .what = has_any ? "no stream itself: name one that is inside"
                                                 : nothing_found(*search)};
    return rc > 0 ? BL_OK : err->status;
}

/* Open one of the inputs, with LLVM's demand on its size. */
static bool open_input(struct context *c, struct input *input, const char *path,
                       struct bl_search **search)
{
    struct bl_error err;
    input->path = path;
    if (find_bytes(input, path, search, &err) < 0) {
        report_error(c, path, NULL, &err);
        return false;
    }
    if (input->found.whole.size % 4 == 0)
        return true;
    err = (struct bl_error){.what = "the file's size is not a multiple of four bytes"};
    report_error(c, path, NULL, &err);
    return false;
}

/* Whether INPUT has stayed what it was while it was read. */
static bool check_input(struct context *c, const struct input *input,
                        const struct bl_search *search)
{
    struct bl_error err;
    int status = bl_file_check(input->file, &err);
    if (status == BL_OK && search)
        status = bl_search_check(search, &err);
    if (status < 0)
        report_error(c, input->path, NULL, &err);
    return status == BL_OK;
}

static bool analyze_files(struct context *c, const struct bc_options *options)
{
    struct input input = {0};
    struct input block_info = {0};
    bool has_block_info = options->block_info && *options->block_info;
    out_init(&c->out, "never");
    struct analysis a = {.options = options,
                         .context = c,
                         .input = &input,
                         .block_info = has_block_info ? &block_info : NULL,
                         .out = &c->out};
    struct bl_search *searches[2] = {NULL, NULL};
    if (open_input(c, &input, options->input, &searches[0]) &&
        (!has_block_info || open_input(c, &block_info, options->block_info, &searches[1]))) {
        run_analysis(&a);
        a.good &= check_input(c, &input, searches[0]);
        if (has_block_info)
            a.good &= check_input(c, &block_info, searches[1]);
    }
    bl_search_close(searches[0]);
    bl_search_close(searches[1]);
    bl_file_close(block_info.file);
    bl_file_close(input.file);
    return a.good;
}

bool cmd_bcanalyzer(struct context *c)
{
    struct bc_options options = {.program = c->argv[0]};
    if (parse(&options, c->argc, c->argv) != EXIT_OK)
        return false;
    if (options.help)
        print_command_help(c->command);
    else if (options.version)
        printf("bitleap bcanalyzer %s\n", bl_version());
    else
        return analyze_files(c, &options);
    return true;
}
