/* cmd/cmd_dump.c - blocks, abbreviations and records, with positions and names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "base/text.h"
#include "commands.h"
#include "dump/bits_dumper.h"
#include "dump/parallel_dump.h"
#include "dump/remarks_yaml.h"
#include "dump/text_dumper.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    OPT_BLOCK,
    OPT_AT,
    OPT_BYTE,
    OPT_BLOBS,
    OPT_BITS,
    OPT_YAML
};

const struct option_spec dump_options[] = {
    [OPT_BLOCK] = {"block", 0, "NAME|ID", "only blocks of this kind; may be given several times"},
    [OPT_AT] = {"at", 0, "BITPOS", "only what is at this bit"},
    [OPT_BYTE] = {"byte", 0, "N", "only what is at the first bit of byte N of the file"},
    [OPT_BLOBS] = {"blobs", 0, NULL, "print unprintable blobs too, in hex escapes"},
    [OPT_BITS] = {"bits", 0, NULL, "every primitive on a line of its own: bits, encoding, meaning"},
    [OPT_YAML] = {"yaml", 0, NULL, "optimization remarks as YAML, the text of llvm-remarkutil"},
    {NULL, 0, NULL, NULL},
};

struct dump {
    struct context *context;
    struct text_options options;
    bool is_yaml, by_bits, has_byte, has_found; /* the last one: a stream that has the byte */
    uint64_t byte;                              /* of the file */
    bool is_there[MAX_FILTERS]; /* in a stream so far, or could be: a block that is wanted */
    /* Of the stream at hand. */
    const struct input *input;
    struct dumper *dumper;
};

static void report_stream(struct dump *d, const struct bl_error *err)
{
    report_error(d->context, d->input->path, &d->input->stream, err);
}

static int dump_block(struct dump *d, struct bl_index *ix, uint32_t block, struct bl_error *err)
{
    struct bl_walk *walk;
    int rc = bl_index_walk(ix, block, BL_WALK_FLAT, &walk, err);
    if (rc == BL_OK)
        rc = dumper_walk(d->dumper, walk, &d->context->out, err);
    bl_walk_close(walk);
    return rc;
}

/* The magic number is in no block. */
static int dump_top(struct dump *d, struct bl_error *err)
{
    struct bl_walk *walk;
    int rc = bl_walk_open(&walk, &d->input->stream, BL_WALK_FLAT, NULL, err);
    if (rc == BL_OK)
        rc = dumper_walk(d->dumper, walk, &d->context->out, err);
    bl_walk_close(walk);
    return rc;
}

static int dump_at(struct dump *d, struct bl_index *ix, struct bl_error *err)
{
    struct bl_error place = {0};
    uint32_t block;
    int rc = BL_OK;
    (void)out_need(bl_index_find(ix, d->options.at, &block, NULL));
    if (block != BL_NONE) {
        bl_index_path(ix, block, &place);
        if (!d->options.json) {
            put_block_path(&d->context->out, &d->input->stream, NULL, &place);
            out_text(&d->context->out, ":\n");
        }
        rc = dump_block(d, ix, block, err);
    } else if (d->by_bits) {
        rc = dump_top(d, err);
    }
    if (rc < 0 || d->dumper->is_done)
        return rc;
    *err = (struct bl_error){.status = BL_E_ARGUMENT,
                             .what = "no block, abbreviation or record is at this bit",
                             .has_pos = true,
                             .bit_pos = d->options.at};
    return BL_E_ARGUMENT;
}

/* Whether BLOCK is a wanted one, as far as its id and name say; what is there is noted. */
static bool may_be_wanted(struct dump *d, struct bl_index *ix, uint32_t block)
{
    enum bl_stream_kind kind = d->input->stream.kind;
    uint32_t id = bl_index_get(ix, block).block.block_id;
    struct bl_view stated = bl_index_block_name(ix, block);
    bool may_be = false;
    for (int i = 0; i < d->options.n_filters; i++) {
        struct block_filter wanted = d->options.filters[i];
        wanted.role &= ~(1u << 31); /* a pseudo id holds the real one */
        bool is_one = block_filter_matches(&wanted, kind, stated, id);
        d->is_there[i] |= is_one;
        may_be |= is_one;
    }
    return may_be;
}

/* The wanted blocks only. Damage elsewhere is reported, too: a wanted block may have been lost. */
static int dump_wanted(struct dump *d, struct bl_index *ix, struct bl_error *err)
{
    int result = bl_index_expand(ix, BL_NONE, UINT32_MAX, err);
    uint32_t level = 0;
    uint32_t at = BL_NONE;
    while ((at = bl_index_next(ix, at, UINT32_MAX, &level)) != BL_NONE) {
        struct bl_error later;
        int rc = BL_OK;
        if (may_be_wanted(d, ix, at))
            rc = dump_block(d, ix, at, result < 0 ? &later : err);
        result = rc < 0 && result == BL_OK ? rc : result;
    }
    return result;
}

/* ---- All ---- */

/* False: it has to be done in one go, as of parallel_dump(). */
static bool dump_in_parallel(struct dump *d, unsigned n_threads)
{
    struct dumper **dumpers = array_new(n_threads, sizeof(struct dumper *));
    for (unsigned i = 0; i <= n_threads; i++)
        dumpers[i] = text_dumper_open(&d->options, d->input);
    bool good = parallel_dump(&d->context->out, &d->input->stream, dumpers, n_threads,
                              d->options.json ? 32 : 8, BL_WALK_ACROSS);
    for (unsigned i = 0; i <= n_threads; i++)
        dumper_close(dumpers[i]);
    free(dumpers);
    return good;
}

/* Damage is reported, and what follows it printed. */
static int dump_all(struct dump *d, const struct bl_stream *stream, struct bl_error *err)
{
    unsigned n_threads = d->by_bits ? 1 : parallel_dump_threads(stream, d->context->n_threads);
    if (n_threads > 1 && dump_in_parallel(d, n_threads))
        return BL_OK;
    struct bl_walk *walk;
    int rc = bl_walk_open(&walk, stream, BL_WALK_ACROSS | BL_WALK_RECOVER, NULL, err);
    if (rc == BL_OK)
        rc = dumper_walk(d->dumper, walk, &d->context->out, err);
    while (rc < 0 && rc != BL_E_NOMEM) {
        report_stream(d, err);
        rc = dumper_go_on(d->dumper, err);
    }
    bl_walk_close(walk);
    return rc;
}

/* ---- Remarks ---- */

/* Remarks of STREAM, at PATH. What is damaged is reported, and the next one printed. */
static void put_remarks(struct dump *d, const char *path, const struct bl_stream *stream,
                        const struct bl_remarks *strings_of, struct bl_remarks **remarks)
{
    struct out *o = &d->context->out;
    struct bl_remark remark;
    struct bl_error err;
    uint64_t most = BL_MAX_TEXT_BYTES_FLOOR + stream->bytes.size * BL_MAX_TEXT_BYTES_PER_BYTE;
    uint64_t before = out_total(o);
    int rc = out_need(bl_remarks_open(remarks, stream, strings_of, &err));
    if (rc < 0)
        report_error(d->context, path, stream, &err);
    while (*remarks && (rc = out_need(bl_remarks_next(*remarks, &remark, &err))) != 0) {
        if (rc < 0) {
            report_error(d->context, path, stream, &err);
            continue;
        }
        put_remark_yaml(o, &remark);
        if (out_total(o) - before <= most)
            continue;
        err = (struct bl_error){.status = BL_E_LIMIT,
                                .what = "more text than the limit",
                                .has_pos = true,
                                .bit_pos = remark.bit_pos};
        report_error(d->context, path, stream, &err);
        return;
    }
}

/* The remarks at PATH, whose strings are in the stream at hand. */
static void dump_external(struct dump *d, const struct bl_remarks *strings, const char *path)
{
    struct context *c = d->context;
    struct stat st;
    struct bl_file *file = NULL;
    struct bl_stream stream;
    struct bl_remarks *remarks = NULL;
    struct bl_error err;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        report_text(c, path, BL_E_ARGUMENT, "remarks have to be in a regular file");
        return;
    }
    int rc = bl_file_open(&file, path, context_open_flags(c), &err);
    if (rc >= 0)
        rc = bl_stream_locate(bl_file_view(file), &stream, &err);
    if (out_need(rc) < 0)
        report_error(c, path, NULL, &err);
    else
        put_remarks(d, path, &stream, strings, &remarks);
    bl_remarks_close(remarks);
    bl_file_close(file);
}

static void dump_yaml(struct dump *d)
{
    const struct input *input = d->input;
    struct bl_remarks *remarks = NULL;
    struct bl_view file = {.data = NULL};
    if (input->stream.kind != BL_STREAM_REMARKS) {
        report_text(d->context, input->path, BL_E_ARGUMENT, "these are no optimization remarks");
        return;
    }
    put_remarks(d, input->path, &input->stream, NULL, &remarks);
    if (remarks)
        file = bl_remarks_file(remarks);
    if (file.size > 0) {
        char *path = strndup((const char *)file.data, file.size);
        if (!path)
            out_no_memory();
        dump_external(d, remarks, path);
        free(path);
    }
    bl_remarks_close(remarks);
}

static void dump_stream(void *data, const struct input *input)
{
    struct dump *d = data;
    struct bl_index *ix = NULL;
    struct bl_error err;
    d->input = input;
    if (d->has_byte) {
        uint64_t byte = d->byte - input->stream.file_offset;
        if (d->byte < input->stream.file_offset || byte >= input->stream.bytes.size)
            return;
        d->options.at = byte * 8;
        d->has_found = true;
    }
    if (d->is_yaml) {
        dump_yaml(d);
        return;
    }
    if (!d->context->json && input->needs_name) {
        out_path(&d->context->out, input->path);
        out_text(&d->context->out, ":\n");
    }
    /* What LLVM IR has a name for need not be in each module. */
    for (int i = 0; i < d->options.n_filters; i++)
        d->is_there[i] |=
            input->stream.kind == BL_STREAM_LLVM_IR && d->options.filters[i].role != BL_NONE;
    d->dumper =
        d->by_bits ? bits_dumper_open(&d->options, input) : text_dumper_open(&d->options, input);
    bool by_parts = d->options.has_at || d->options.n_filters;
    int rc =
        by_parts ? bl_index_open(&ix, &input->stream, &err) : dump_all(d, &input->stream, &err);
    if (by_parts && rc == BL_OK)
        rc = d->options.has_at ? dump_at(d, ix, &err) : dump_wanted(d, ix, &err);
    bl_index_close(ix);
    dumper_close(d->dumper);
    if (rc < 0)
        report_stream(d, &err);
}

static void set_option(struct dump *d, int option, const char *argument)
{
    const struct command *command = d->context->command;
    switch (option) {
    case OPT_BLOCK:
        if (d->options.n_filters == MAX_FILTERS)
            usage_error(command, "more than %d times --block", MAX_FILTERS);
        if (!block_filter_parse(argument, &d->options.filters[d->options.n_filters++]))
            usage_error(command, "--block takes a name or a number below %" PRIu32 ", not '%s'",
                        BL_NONE, argument);
        break;
    case OPT_AT:
        d->options.has_at = true;
        if (!parse_number(argument, UINT64_MAX, &d->options.at))
            usage_error(command, "--at takes the number of a bit, not '%s'", argument);
        break;
    case OPT_BYTE:
        d->options.has_at = d->has_byte = true;
        if (!parse_number(argument, UINT64_MAX / 8, &d->byte))
            usage_error(command, "--byte takes the number of a byte, not '%s'", argument);
        break;
    case OPT_BLOBS: d->options.blobs = true; break;
    case OPT_BITS: d->by_bits = true; break;
    default: d->is_yaml = true; break;
    }
}

bool cmd_dump(struct context *c)
{
    struct dump d = {.context = c};
    const char *argument;
    int option;
    while ((option = next_option(c, &argument)) >= 0)
        set_option(&d, option, argument);
    if (d.options.has_at && d.options.n_filters)
        usage_error(c->command, "--%s and --block exclude each other", d.has_byte ? "byte" : "at");
    if (d.is_yaml && (c->json || d.options.has_at || d.options.n_filters || d.by_bits))
        usage_error(c->command,
                    "--yaml is for all remarks, and excludes --json, --at, --block and --bits");
    d.options.json = c->json;
    visit_streams(c, &(struct visitor){.open_flags = d.options.has_at ? 0 : BL_OPEN_SEQUENTIAL,
                                       .stream = dump_stream,
                                       .data = &d});
    if (d.has_byte && !d.has_found && c->n_errors == 0)
        report_text(c, c->operands[0], BL_E_ARGUMENT, "no stream has this byte");
    for (int i = 0; i < d.options.n_filters && c->n_errors == 0; i++)
        if (d.options.filters[i].name && !d.is_there[i]) {
            out_flush(&c->out);
            usage_error(c->command, "no block of any stream is called '%s'",
                        d.options.filters[i].name);
        }
    return true;
}
