/* cmd_strings.c - where in streams a text is
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Large streams are cut into pieces, and those of all streams are searched at the same time.
 */
#include "analysis/string_finder.h"
#include "base/array.h"
#include "base/text.h"
#include "commands.h"
#include "input/ordered.h"
#include "input/paths.h"
#include "input/streams.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_IGNORE_CASE,
    OPT_COUNT
};

const struct option_spec strings_options[] = {
    [OPT_IGNORE_CASE] = {"ignore-case", 'i', NULL, "do not distinguish A from a"},
    [OPT_COUNT] = {"count", 'c', NULL, "print only how many texts match in each stream"},
    {NULL, 0, NULL, NULL},
};

enum {
    PIECE_BYTES = 1 << 19,
    /* Of a long text, so many bytes are printed before what matches, and in all. */
    SHOWN_BEFORE = 40,
    SHOWN = 160,
};

struct job {
    uint32_t item, piece;
};

/* What a thread has open. */
struct reader {
    struct pattern pattern;
    uint32_t item; /* of all that follows */
    struct string_finder finder;
    struct bl_walk *walk;          /* of a piece of it */
    uint32_t block;                /* of its index that was asked for last; BL_NONE */
    struct bl_error path;          /* to the block */
    uint64_t block_pos, block_end; /* of it, where no other is inside */
};

struct strings {
    struct context *context;
    bool ignore_case, count_only;
    struct streams streams;
    struct bl_split **splits; /* by stream; NULL: it is too small to be cut */
    struct job *jobs;
    uint32_t n_jobs, cap_jobs;
    struct reader *readers; /* by thread */
    uint32_t headed;        /* the stream whose heading has been printed; BL_NONE */
    uint32_t unread;        /* the last one reported to have a text too long for the pattern */
    uint64_t n_counted;     /* of it, with --count */
};

/* A job at work. */
struct work {
    const struct strings *s;
    struct reader *reader;
    struct job_output *output;
    uint32_t item;
};

/* ---- A match ---- */

/* The blocks around BIT_POS. */
static void find_path(struct work *w, uint64_t bit_pos)
{
    struct reader *r = w->reader;
    if (bit_pos >= r->block_pos && bit_pos < r->block_end)
        return;
    r->path = (struct bl_error){0};
    r->block_end = 0;
    r->block = BL_NONE;
    struct bl_index *index = string_finder_index(&r->finder);
    if (index)
        (void)out_need(bl_index_find(index, bit_pos, &r->block, NULL));
    if (r->block == BL_NONE)
        return;
    bl_index_path(index, r->block, &r->path);
    struct bl_index_entry entry = bl_index_get(index, r->block);
    if (entry.n_children > 0)
        return;
    r->block_pos = entry.block.body_pos;
    r->block_end = entry.block.body_pos + (uint64_t)entry.block.n_words * 32;
}

static void put_text(struct out *o, const struct found_string *f)
{
    size_t before = (size_t)(f->span.data - f->text.data);
    size_t first = f->text.size > SHOWN && before > SHOWN_BEFORE ? before - SHOWN_BEFORE : 0;
    size_t n = f->text.size - first < SHOWN ? f->text.size - first : SHOWN;
    out_text(o, first ? "...\"" : "\"");
    out_colour(o, COLOUR_STRING);
    out_escaped(o, (struct bl_view){f->text.data + first, n});
    out_plain(o);
    out_text(o, first + n < f->text.size ? "\"..." : "\"");
}

static void put_found(struct work *w, const struct found_string *f)
{
    struct out *o = w->output->text;
    struct reader *r = w->reader;
    struct bl_index *index = string_finder_index(&r->finder);
    struct bl_view stated = {0}; /* what the stream itself calls the record */
    if (r->block != BL_NONE)
        stated = bl_index_record_name(index, r->block, f->code);
    out_colour(o, COLOUR_POSITION);
    out_u64_wide(o, f->text_pos, 12);
    out_plain(o);
    out_printf(o, "  %-15s  ", string_kind_name(f->kind));
    put_text(o, f);
    out_text(o, " in ");
    out_colour(o, COLOUR_DIM);
    put_block_path(o, r->finder.stream, index, &r->path);
    out_plain(o);
    out_char(o, ' ');
    bl_record_label_print(r->finder.stream->kind, stated, f->block_id, f->code, out_put, o);
    out_char(o, '\n');
}

static void json_found(struct work *w, const struct found_string *f)
{
    struct out *o = w->output->text;
    json_begin(o, "string");
    json_text(o, "file", w->s->streams.items[w->item].path);
    json_text(o, "kind", string_kind_name(f->kind));
    json_u64(o, "bit_pos", f->bit_pos);
    if (f->is_view)
        json_u64(o, "text_pos", f->text_pos);
    json_block_path(o, w->reader->finder.stream, string_finder_index(&w->reader->finder),
                    &w->reader->path);
    json_u64(o, "block", f->block_id);
    json_u64(o, "code", f->code);
    json_view(o, "text", f->text);
    json_u64(o, "match_at", (uint64_t)(f->span.data - f->text.data));
    json_u64(o, "match_bytes", f->span.size);
    json_end(o);
}

static void add_found(void *data, const struct found_string *f)
{
    struct work *w = data;
    w->output->n++;
    if (w->s->count_only)
        return;
    find_path(w, f->bit_pos);
    if (w->s->context->json)
        json_found(w, f);
    else
        put_found(w, f);
}

static void fail_text(void *data, const struct bl_error *err)
{
    struct work *w = data;
    keep_job_error(w->output, err);
}

/* ---- Jobs ---- */

static void leave_stream(struct reader *r)
{
    bl_walk_close(r->walk);
    string_finder_begin(&r->finder, NULL);
    r->walk = NULL;
    r->block_end = 0;
    r->item = BL_NONE;
}

static void search_piece(void *data, unsigned thread, uint64_t number, struct job_output *output)
{
    struct strings *s = data;
    const struct job *job = &s->jobs[number];
    struct work w = {s, &s->readers[thread], output, job->item};
    struct reader *r = w.reader;
    struct bl_split *split = s->splits[job->item];
    const struct bl_stream *stream = &s->streams.items[job->item].input.stream;
    unsigned flags = string_finder_walk_flags(stream);
    struct bl_error err;
    if (split && !bl_split_has(split, job->piece))
        return;
    if (r->item != job->item)
        leave_stream(r);
    r->item = job->item;
    string_finder_begin(&r->finder, stream);
    r->finder.pattern = &r->pattern;
    r->finder.found = add_found;
    r->finder.fail = fail_text;
    r->finder.context = &w;
    int status = split ? bl_split_walk(split, job->piece, flags, &r->walk, &err)
                       : bl_walk_open(&r->walk, stream, flags, NULL, &err);
    if (status == BL_OK)
        string_finder_walk(&r->finder, r->walk);
    else
        keep_job_error(output, &err);
}

static void put_count(struct strings *s)
{
    struct out *o = &s->context->out;
    if (s->headed == BL_NONE)
        return;
    const char *path = s->streams.items[s->headed].path;
    if (s->context->json) {
        json_begin(o, "strings");
        json_text(o, "file", path);
        json_u64(o, "strings", s->n_counted);
        json_end(o);
    } else {
        out_path(o, path);
        out_printf(o, ": %" PRIu64 "\n", s->n_counted);
    }
}

/* With --count a line is printed when all of its stream has been counted: with the next stream. */
static void put_heading(void *data, uint64_t number, const struct job_output *output)
{
    struct strings *s = data;
    uint32_t item = s->jobs[number].item;
    if (s->headed != item) {
        if (s->count_only) {
            put_count(s);
        } else if (!s->context->json) {
            out_path(&s->context->out, s->streams.items[item].path);
            out_text(&s->context->out, ":\n");
        }
        s->n_counted = 0;
    }
    s->headed = item;
    s->n_counted += output->n;
}

/* Many pieces of a stream may have a text that is too long for the pattern: report it once. */
static void fail_piece(void *data, uint64_t number, const struct bl_error *err)
{
    struct strings *s = data;
    uint32_t item = s->jobs[number].item;
    bool is_too_long = strcmp(err->what, PATTERN_TOO_LONG) == 0;
    if (is_too_long && s->unread == item)
        return;
    if (is_too_long)
        s->unread = item;
    streams_report(&s->streams, item, err);
}

/* ---- All streams ---- */

/* The most pieces that STREAM may be cut into: each but the last has half of what they should. */
static size_t most_pieces(const struct bl_stream *stream)
{
    return stream->bytes.size / (PIECE_BYTES / 2) + 1;
}

static int split_stream(void *data, unsigned thread, uint64_t job)
{
    struct strings *s = data;
    const struct bl_stream *stream = &s->streams.items[job].input.stream;
    (void)thread;
    return most_pieces(stream) > 1 ? bl_split_open(&s->splits[job], stream, PIECE_BYTES, NULL)
                                   : BL_OK;
}

static void search(struct strings *s, unsigned n_threads)
{
    s->splits = array_new(s->streams.n, sizeof(struct bl_split *));
    if (bl_parallel(s->context->n_threads, s->streams.n, 0, split_stream, NULL, s) < 0)
        out_no_memory();
    /* As many jobs as there may be pieces: those are counted while the first ones are searched. */
    for (uint32_t i = 0; i < s->streams.n; i++)
        for (uint32_t k = 0; k < most_pieces(&s->streams.items[i].input.stream); k++)
            array_add(&s->jobs, &s->n_jobs, &s->cap_jobs, (struct job){i, k});
    if (s->n_jobs > 0)
        print_ordered(&(struct ordered){.out = &s->context->out,
                                        .n_threads = n_threads,
                                        .work = search_piece,
                                        .before = put_heading,
                                        .fail = fail_piece,
                                        .context = s},
                      s->n_jobs);
    if (s->count_only)
        put_count(s);
    for (unsigned i = 0; i < n_threads; i++) {
        leave_stream(&s->readers[i]);
        string_finder_release(&s->readers[i].finder);
    }
    for (uint32_t i = 0; i < s->streams.n; i++)
        bl_split_close(s->splits[i]);
    free(s->splits);
    free(s->jobs);
}

bool cmd_strings(struct context *c)
{
    struct strings s = {.context = c, .headed = BL_NONE, .unread = BL_NONE};
    int option;
    while ((option = next_option(c, NULL)) >= 0) {
        s.ignore_case |= option == OPT_IGNORE_CASE;
        s.count_only |= option == OPT_COUNT;
    }
    if (c->n_operands < 2 - (c->index != NULL))
        usage_error(c->command, "a text to look for and a file are needed");
    if (is_path_first(c))
        move_last_to_front(c);
    const char *text = take_operand(c);
    unsigned n_threads = context_threads(c);
    s.readers = array_new(n_threads, sizeof *s.readers);
    for (unsigned i = 0; i < n_threads; i++) {
        char message[128];
        s.readers[i].item = BL_NONE;
        if (!pattern_open(&s.readers[i].pattern, text, PATTERN_SUBSTRING, s.ignore_case, message,
                          sizeof message))
            usage_error(c->command, "%s: %s", text, message);
    }
    if (streams_open(&s.streams, c, 0))
        search(&s, n_threads);
    streams_close(&s.streams);
    for (unsigned i = 0; i < n_threads; i++)
        pattern_close(&s.readers[i].pattern);
    free(s.readers);
    if (s.headed == BL_NONE && c->n_errors == 0)
        put_note(c, "no text matches '%s'", text);
    return s.headed != BL_NONE;
}
