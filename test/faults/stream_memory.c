/* stream_memory.c - memory ends in files, searches, indices, walks, counts and the writer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: stream_memory
 */
#include "support/build.h"
#include "support/exhaust.h"
#include "support/trace.h"

#include <string.h>

/* Of an iterator: its last answer, to be returned. */
static int end_of(struct subject *s, int rc)
{
    if (rc < 0)
        tell_error(s, rc, &s->err);
    return rc;
}

/* ---- Files ---- */

static int open_map(struct subject *s)
{
    return bl_file_open(&s->file, s->path, 0, &s->err);
}

/* Without memory for the guard, a copy does. */
static int open_guarded(struct subject *s)
{
    return bl_file_open(&s->file, s->path, BL_OPEN_GUARDED, &s->err);
}

static int open_copy(struct subject *s)
{
    return bl_file_open(&s->file, s->path, BL_OPEN_COPY, &s->err);
}

static int ask_file(struct subject *s)
{
    tell_view(s, bl_file_view(s->file));
    return BL_OK;
}

static void close_file(struct subject *s)
{
    bl_file_close(s->file);
}

/* ---- Searches ---- */

static int open_search(struct subject *s)
{
    return bl_search_open(&s->search, s->bytes, s->path, &s->err);
}

/* Once there is no memory it ends. */
static int ask_search(struct subject *s)
{
    struct bl_found found;
    int rc;
    while ((rc = bl_search_next(s->search, &found, &s->err)) != 0) {
        if (rc == BL_E_NOMEM)
            return bl_search_next(s->search, &found, NULL) == 0 ? rc : BL_E_STOPPED;
        tell_error(s, rc, &s->err);
        tell_view(s, (struct bl_view){(const uint8_t *)found.path, strlen(found.path)});
        note(s, rc > 0 ? found.stream.bytes.size : 0);
    }
    return BL_OK;
}

static void close_search(struct subject *s)
{
    bl_search_close(s->search);
}

/* ---- Indices ---- */

static int open_index(struct subject *s)
{
    return bl_index_open(&s->index, &s->stream, &s->err);
}

static void close_index(struct subject *s)
{
    bl_index_close(s->index);
}

/* All blocks below BLOCK, in stream order. */
static int ask_children(struct subject *s, uint32_t block)
{
    uint32_t first;
    uint32_t n;
    int status = bl_index_children(s->index, block, &first, &n, &s->err);
    if (status < 0)
        return end_of(s, status);
    for (uint32_t i = first; i < first + n && status >= 0; i++) {
        note(s, bl_index_get(s->index, i).block.bit_pos);
        tell_view(s, bl_index_block_name(s->index, i));
        tell_view(s, bl_index_record_name(s->index, i, 1));
        status = ask_children(s, i);
        note(s, bl_index_get(s->index, i).n_records);
    }
    return status;
}

static int ask_index(struct subject *s)
{
    return ask_children(s, BL_NONE);
}

/* Calls EACH for all blocks in stream order, until it fails. */
static int for_each_block(struct subject *s, int (*each)(struct subject *s, uint32_t block))
{
    int rc = bl_index_expand(s->index, BL_NONE, UINT32_MAX, &s->err);
    uint32_t level = 0;
    uint32_t at = BL_NONE;
    while (rc >= 0 && (at = bl_index_next(s->index, at, UINT32_MAX, &level)) != BL_NONE)
        rc = each(s, at);
    return end_of(s, rc);
}

static int tell_place(struct subject *s, uint32_t block)
{
    note(s, bl_index_get(s->index, block).block.bit_pos);
    return BL_OK;
}

static int ask_expanded(struct subject *s)
{
    return for_each_block(s, tell_place);
}

/* The blocks around places all over the stream. */
static int ask_places(struct subject *s)
{
    int rc = BL_OK;
    for (uint64_t pos = 32; rc >= 0 && pos < s->stream.bytes.size * 8; pos += 999) {
        uint32_t block = BL_NONE;
        rc = bl_index_find(s->index, pos, &block, NULL);
        if (rc < 0)
            s->err = (struct bl_error){.status = rc, .what = "find"};
        note(s, block == BL_NONE ? 0 : bl_index_get(s->index, block).block.bit_pos);
    }
    return rc;
}

/* Errors in a few blocks, in words. */
static int ask_words(struct subject *s)
{
    int rc = BL_OK;
    for (unsigned quarter = 0; rc >= 0 && quarter < 4; quarter++) {
        uint32_t block = BL_NONE;
        struct bl_error err = {.status = BL_E_MALFORMED, .has_pos = true};
        err.bit_pos = s->stream.bytes.size * 2 * quarter + 32;
        rc = bl_index_find(s->index, err.bit_pos, &block, NULL);
        if (block != BL_NONE)
            bl_index_path(s->index, block, &err);
        if (rc >= 0)
            rc = bl_error_print(&err, &s->stream, tell_text, s);
    }
    if (rc < 0)
        s->err = (struct bl_error){.status = rc, .what = "words"};
    return rc;
}

static int ask_producer(struct subject *s)
{
    char text[64];
    int rc = bl_stream_producer(&s->stream, text, sizeof text, &s->err);
    if (rc >= 0)
        tell_view(s, (struct bl_view){(const uint8_t *)text, strlen(text)});
    return rc < 0 ? rc : BL_OK;
}

static void tell_record(struct subject *s, const struct bl_record *rec)
{
    note(s, rec->bit_pos);
    note(s, trace_contents(rec));
}

static int read_block(struct subject *s, uint32_t block)
{
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    int rc = bl_index_cursor(s->index, block, &cursor, &s->err);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &rec)) > 0)
        tell_record(s, &rec);
    if (rc < 0)
        bl_cursor_error(&cursor, &s->err);
    bl_cursor_release(&cursor);
    bl_record_release(&rec);
    return rc;
}

static int ask_cursors(struct subject *s)
{
    return for_each_block(s, read_block);
}

static int read_batches(struct subject *s, uint32_t block)
{
    struct bl_cursor cursor;
    struct bl_batch batch = {0};
    struct bl_entry entry;
    int rc = bl_index_cursor(s->index, block, &cursor, &s->err);
    do {
        while (rc >= 0 && (rc = bl_cursor_read_batch(&cursor, &batch)) > 0)
            for (uint32_t i = 0; i < batch.n_records; i++)
                note(s, batch.records[i].bit_pos ^ batch.records[i].code);
        if (rc == 0)
            rc = bl_cursor_next(&cursor, &entry);
    } while (rc > 0);
    if (rc < 0)
        bl_cursor_error(&cursor, &s->err);
    bl_cursor_release(&cursor);
    bl_batch_release(&batch);
    return rc;
}

static int ask_batches(struct subject *s)
{
    return for_each_block(s, read_batches);
}

/* ---- Walks ---- */

static int finish_walk(struct subject *s)
{
    struct bl_event event;
    int rc;
    while ((rc = bl_walk_next(s->walk, &event, &s->err)) > 0) {
        note(s, event.end_pos);
        if (event.kind == BL_EVENT_RECORD && event.record)
            tell_record(s, event.record);
        if (event.kind == BL_EVENT_BLOCK) {
            tell_view(s, bl_walk_block_name(s->walk, event.block->block_id));
            tell_view(s, bl_walk_record_name(s->walk, event.block->block_id, 1));
        }
    }
    return rc;
}

static int walk(struct subject *s, unsigned flags)
{
    bl_walk_close(s->walk);
    int rc = bl_walk_open(&s->walk, &s->stream, flags, &s->stream, &s->err);
    if (rc >= 0)
        rc = finish_walk(s);
    return end_of(s, rc);
}

static int ask_walk(struct subject *s)
{
    return walk(s, 0);
}

static int ask_skip(struct subject *s)
{
    return walk(s, BL_WALK_SKIP);
}

static int ask_llvm(struct subject *s)
{
    return walk(s, BL_WALK_LLVM);
}

/* Where there is no memory nothing can be forgiven. */
static int ask_recover(struct subject *s)
{
    int rc = walk(s, BL_WALK_RECOVER);
    for (int i = 0; s->walk && i < 100 && rc < 0 && rc != BL_E_NOMEM; i++)
        rc = end_of(s, finish_walk(s));
    return rc;
}

static int tell_batches(struct subject *s)
{
    struct bl_batch batch = {0};
    struct bl_event event;
    int rc;
    do {
        while ((rc = bl_walk_read_batch(s->walk, &batch, &s->err)) > 0)
            for (uint32_t i = 0; i < batch.n_records; i++)
                note(s, batch.records[i].bit_pos ^ batch.records[i].code);
        if (rc == 0)
            rc = bl_walk_next(s->walk, &event, &s->err);
    } while (rc > 0);
    bl_batch_release(&batch);
    return rc;
}

/* In batches that go across blocks. */
static int ask_across(struct subject *s)
{
    bl_walk_close(s->walk);
    int rc = bl_walk_open(&s->walk, &s->stream, BL_WALK_ACROSS, &s->stream, &s->err);
    return end_of(s, rc < 0 ? rc : tell_batches(s));
}

static int walk_block(struct subject *s, uint32_t block)
{
    bl_walk_close(s->walk);
    int rc = bl_index_walk(s->index, block, BL_WALK_FLAT, &s->walk, &s->err);
    return rc < 0 ? rc : finish_walk(s);
}

static int ask_index_walk(struct subject *s)
{
    return for_each_block(s, walk_block);
}

static void close_walk(struct subject *s)
{
    bl_walk_close(s->walk);
    bl_index_close(s->index);
}

/* ---- Pieces ---- */

static int open_split(struct subject *s)
{
    return bl_split_open(&s->split, &s->stream, 2000, &s->err);
}

static int ask_split(struct subject *s)
{
    int rc = BL_OK;
    for (uint32_t piece = 0; rc >= 0 && piece < bl_split_count(s->split); piece++) {
        rc = bl_split_walk(s->split, piece, 0, &s->walk, &s->err);
        if (rc >= 0)
            rc = finish_walk(s);
    }
    return end_of(s, rc);
}

static void close_split(struct subject *s)
{
    bl_walk_close(s->walk);
    bl_split_close(s->split);
}

/* ---- Counts ---- */

static void tell_stats(struct subject *s, struct bl_stats *stats)
{
    uint32_t n = bl_stats_n_blocks(stats);
    note(s, n);
    note(s, bl_stats_n_top_blocks(stats));
    for (uint32_t i = 0; i < n; i++) {
        struct bl_stats_block block = bl_stats_get_block(stats, i);
        const struct bl_stats_count *counts;
        note(s, block.block_id);
        note(s, block.bits);
        tell_view(s, block.name);
        uint32_t n_counts = bl_stats_counts(stats, i, true, &counts);
        for (uint32_t k = 0; k < n_counts; k++)
            note(s, counts[k].bits * 1000 + counts[k].n);
    }
}

/* Counted in pieces, then as a whole, then added to another. */
static int ask_stats(struct subject *s)
{
    bl_stats_close(s->stats);
    bl_stats_close(s->other_stats);
    s->stats = s->other_stats = NULL;
    int rc = bl_stats_open(&s->stats, BL_STATS_ROLES, &s->err);
    if (rc >= 0)
        rc = bl_stats_open(&s->other_stats, BL_STATS_ROLES, &s->err);
    if (rc >= 0)
        rc = bl_stats_add(s->stats, &s->stream, NULL, 3, &s->err);
    if (rc >= 0)
        rc = bl_stats_add(s->stats, &s->stream, &s->stream, 1, &s->err);
    if (rc >= 0)
        rc = bl_stats_join(s->other_stats, s->stats, &s->err);
    if (rc < 0)
        return end_of(s, rc);
    tell_view(s, bl_stats_block_name(s->stats, 8));
    tell_stats(s, s->stats);
    tell_stats(s, s->other_stats);
    return BL_OK;
}

static void tell_failure(void *context, uint64_t stream, const struct bl_error *err)
{
    note(context, stream);
    note(context, (uint64_t)-err->status);
}

/* Several at once, one of them damaged. */
static int ask_stats_of_all(struct subject *s)
{
    struct bl_stream cut = s->stream;
    cut.bytes.size = cut.bytes.size / 8 * 4;
    const struct bl_stream *all[] = {&s->stream, &cut, &s->stream};
    bl_stats_close(s->stats);
    int rc = bl_stats_open(&s->stats, 0, &s->err);
    if (rc >= 0)
        rc = bl_stats_add_all(s->stats, all, 3, 2, tell_failure, s, &s->err);
    if (rc < 0)
        return end_of(s, rc);
    tell_stats(s, s->stats);
    return BL_OK;
}

static int ask_own_counts(struct subject *s)
{
    bl_stats_close(s->stats);
    s->stats = NULL;
    int rc = bl_stats_open(&s->stats, 0, &s->err);
    for (uint32_t id = 8; rc >= 0 && id < 40; id++) {
        struct bl_stats_block block = {.kind = BL_STREAM_LLVM_IR, .block_id = id, .n = 1};
        rc = bl_stats_add_blocks(s->stats, &block, &s->err);
        for (uint32_t code = 0; rc >= 0 && code < id; code++)
            rc = bl_stats_add_records(
                s->stats, block.kind, id,
                &(struct bl_stats_count){.code = code, .abbrev_id = 3, .n = 1, .bits = id},
                &s->err);
    }
    if (rc < 0)
        return rc;
    tell_stats(s, s->stats);
    return BL_OK;
}

static void close_stats(struct subject *s)
{
    bl_stats_close(s->stats);
    bl_stats_close(s->other_stats);
}

/* ---- Jobs ---- */

enum {
    N_JOBS = 50
};

struct sums {
    uint64_t of_job[N_JOBS], taken;
};

static int add_up(void *context, unsigned thread, uint64_t job)
{
    struct sums *sums = context;
    (void)thread;
    sums->of_job[job] = job * job;
    return 0;
}

static int take_sum(void *context, uint64_t job)
{
    struct sums *sums = context;
    sums->taken = sums->taken * 31 + sums->of_job[job];
    return 0;
}

/* What cannot be had for more threads, fewer do without. */
static int ask_parallel(struct subject *s)
{
    struct sums sums = {0};
    int rc = bl_parallel(4, N_JOBS, N_JOBS, add_up, take_sum, &sums);
    note(s, sums.taken);
    return rc;
}

/* ---- Checks ---- */

static void take_problem(void *context, const struct bl_error *problem)
{
    tell_error(context, problem->status, problem);
}

static int ask_verify(struct subject *s)
{
    struct bl_verify_summary summary;
    int rc = bl_verify(&s->stream, take_problem, s, &summary, &s->err);
    if (rc < 0)
        return rc;
    note(s, summary.n_records);
    note(s, summary.n_strtab_ranges + summary.n_offsets + summary.n_metadata_indexes +
                summary.n_bodies);
    return rc;
}

/* ---- Writing ---- */

static int open_writer(struct subject *s)
{
    return bl_writer_open(&s->writer, &s->err);
}

static int ask_writer(struct subject *s)
{
    struct bl_writer *w = s->writer;
    struct bl_view bytes;
    bl_writer_magic(w, "BC\xC0\xDE");
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    for (uint32_t id = 8; id < 30; id++) {
        bl_writer_set_block(w, id);
        BUILD_DEFINE(w, LIT(1), VBR(6), ARRAY, CHAR6);
    }
    bl_writer_exit(w);
    for (uint32_t id = 8; id < 30; id++) {
        bl_writer_enter(w, id, 5);
        uint32_t own = BUILD_DEFINE(w, FIXED(3), BLOB);
        bl_writer_abbreviated(w, 4, 1, BUILD_OPS(7, 'a', 'b'), NULL);
        bl_writer_abbreviated(w, own, 2, NULL, 0, &s->bytes);
    }
    for (uint32_t id = 8; id < 30; id++)
        bl_writer_exit(w);
    int rc = bl_writer_finish(w, &bytes, &s->err);
    if (rc == BL_OK)
        tell_view(s, bytes);
    return rc;
}

static void close_writer(struct subject *s)
{
    bl_writer_close(s->writer);
}

int main(void)
{
    static const struct operation on_files[] = {
        {"map", open_map, ask_file, close_file, false},
        {"map, guarded", open_guarded, ask_file, close_file, false},
        {"copy", open_copy, ask_file, close_file, false},
        {"search", open_search, ask_search, close_search, true},
        {0},
    };
    static const char *const files[] = {
        "c-O2.clang22.bc",       "wrapper-thin.clang19.bc",
        "ar-mixed.llvm22.a",     "ar-thin.llvm22.a",
        "elf-fat-lto.clang22.o", "coff-x86_64.clang22.obj",
        "macho-arm64.clang22.o", "universal.llvm22.a",
        "merged.lld22.o",        NULL,
    };
    static const struct operation on_streams[] = {
        {"index", open_index, ask_index, close_index, false},
        {"index, expanded", open_index, ask_expanded, close_index, false},
        {"index, places", open_index, ask_places, close_index, false},
        {"index, words", open_index, ask_words, close_index, false},
        {"producer", NULL, ask_producer, close_index, false},
        {"index, cursors", open_index, ask_cursors, close_index, false},
        {"index, batches", open_index, ask_batches, close_index, false},
        {"index, walks", open_index, ask_index_walk, close_walk, false},
        {"walk", NULL, ask_walk, close_walk, false},
        {"walk, skipping", NULL, ask_skip, close_walk, false},
        {"walk, LLVM's rules", NULL, ask_llvm, close_walk, false},
        {"walk, in batches", NULL, ask_across, close_walk, false},
        {"walk, recovering", NULL, ask_recover, close_walk, false},
        {"split", open_split, ask_split, close_split, false},
        {"stats", NULL, ask_stats, close_stats, false},
        {"stats of many", NULL, ask_stats_of_all, close_stats, false},
        {"stats, own counts", NULL, ask_own_counts, close_stats, false},
        {"parallel", NULL, ask_parallel, close_index, false},
        {"verify", NULL, ask_verify, close_index, false},
        {"writer", open_writer, ask_writer, close_writer, true},
        {0},
    };
    static const char *const streams[] = {
        "c-g-O2.clang22.bc",  "multi.llvm14.bc", "warn.clang22.dia",
        "header.clang19.pch", "concat.bin",      NULL,
    };
    bool good = exhaust(on_files, files);
    good &= exhaust(on_streams, streams);
    return good ? 0 : 1;
}
