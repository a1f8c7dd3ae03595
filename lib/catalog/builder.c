/* catalog/builder.c - a catalog of files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Files are worked through in their order, in batches that bound how many are open. In a batch each
 * file is first looked at: whether it is what it was in the catalog to be reused, and, of a large
 * one, where its streams are. Then units of work are shared out: small files, runs of pieces of
 * large ones. Their fragments are assembled in order of the files, whatever the order in which they
 * are done: large units come first, so that no thread is left alone with one at the end.
 */
#include "base/file.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/parallel.h"
#include "base/status.h"
#include "base/store.h"
#include "catalog/assemble.h"
#include "catalog/gather.h"
#include "catalog/plan.h"
#include "catalog/slices.h"
#include "catalog/sources.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    LARGE_FILE = 4 << 20,        /* bytes: its streams are shared out */
    SMALLEST_ARCHIVE = 16 << 10, /* bytes: a thin archive of that size names hundreds of files */
    RUN_BYTES = 256 << 10,       /* of small streams that make a unit */
    MOST_PLANS = 64,             /* large files in a batch, which are open all the while */
    PLANS_SHARE = 4,             /* the part of a process's descriptors that they may have */
    MOST_FILES = 4096,           /* files in a batch */
    LARGE_SHARE = 8,             /* a unit is large that is such a part of a thread's share */
};

/* What is known of a file before its units are made. */
struct look {
    const struct bl_input_file *file;
    bool is_candidate; /* for reuse; then, whether it is reused */
    uint32_t before;   /* number in befores */
    bool is_planned;
    struct bl_plan plan;
    struct bl_fragment problems; /* of its streams */
};

/* Pieces of a file that are gathered together. */
struct unit {
    uint32_t look;
    uint32_t first, n; /* of the plan, if there is one: n_pieces() */
    bool is_first, is_last, is_done;
    uint64_t n_bytes;
    struct bl_fragment fragment; /* from when it is begun until it is appended */
};

struct build {
    const struct bl_catalog_options *options;
    unsigned parts, n_threads;
    struct bl_inputs inputs;
    struct bl_assembly assembly;
    struct bl_slices reuse;
    bool has_slice;
    int64_t *mtimes; /* of the sources that are reused, as they were found */
    size_t cap_mtimes;
    struct bl_slices *befores; /* what is there already of files of the batch */
    uint32_t n_befores, cap_befores;
    struct look *looks;
    uint32_t n_looks, cap_looks;
    struct unit *units;
    uint32_t n_units, cap_units, next_unit;
    uint32_t *order; /* of units, as they are begun */
    uint32_t cap_order;
    struct bl_gather *gathers; /* of threads */
    size_t cap_gathers;
    pthread_mutex_t lock;      /* of what follows */
    struct bl_fragment *spare; /* empty ones with storage; the last one was the last to be used */
    uint32_t n_spare, cap_spare;
    struct bl_catalog_progress progress;
    /* Files to be lent to the catalog. */
    struct lent {
        uint32_t source;
        struct bl_file *file;
    } * lent;
    uint32_t n_lent, cap_lent, most_lent;
};

/* ---- Reuse ---- */

static bool has_known_state(const struct build *b, const struct look *look, uint32_t source)
{
    const struct bl_slices *before = &b->befores[look->before];
    bool is_itself = source == before->slice.runs[BL_BLX_SRCS].first;
    if (is_itself && !b->options->by_content)
        return before->source.size == look->file->size && before->source.mtime == look->file->mtime;
    return bl_catalog_state_and_time(b->options->reuse, source, b->options->by_content,
                                     &b->mtimes[source], NULL) == BL_SOURCE_SAME;
}

/* What was said of it would be said again: a problem may have gone, and a file that is no bitcode
 * is a problem if it was named. */
static bool is_reusable(const struct look *look, const struct bl_slice *slice)
{
    const struct bl_blx_stream *streams = (const void *)slice->runs[BL_BLX_STRM].data;
    uint64_t n = slice->runs[BL_BLX_STRM].n;
    bool is_bitcode = n > 0 && bl_load_le32(streams->kind) != BL_STREAM_UNKNOWN;
    return slice->runs[BL_BLX_PROB].n == 0 && look->file->failed == 0 &&
           (is_bitcode || (n == 0 && !look->file->is_named));
}

static bool is_reused(const struct build *b, const struct look *look)
{
    const struct bl_slice *slice = &b->befores[look->before].slice;
    uint64_t first = slice->runs[BL_BLX_SRCS].first;
    uint64_t n = slice->runs[BL_BLX_SRCS].n;
    bool same = is_reusable(look, slice);
    for (uint64_t i = first; i < first + n && same; i++)
        same = has_known_state(b, look, (uint32_t)i);
    return same;
}

/* Whether the catalog to be reused has the file of LOOK. Both are in the same order. */
static int find_before(struct build *b, struct look *look)
{
    const struct bl_input_file *file = look->file;
    struct bl_view path = bl_text_view(file->path, strlen(file->path));
    struct bl_view base = bl_inputs_base(&b->inputs, file->path);
    int order = -1;
    while (b->has_slice &&
           (order = bl_compare_places(b->reuse.source.path, b->reuse.source.base, path, base)) < 0)
        b->has_slice = bl_slices_next(&b->reuse, NULL) > 0;
    look->is_candidate =
        b->has_slice && order == 0 && file->is_mappable && file->kind == BL_SOURCE_FILE;
    if (!look->is_candidate)
        return BL_OK;
    if (bl_grow(&b->befores, &b->cap_befores, (size_t)b->n_befores + 1) < 0)
        return BL_E_NOMEM;
    look->before = b->n_befores;
    b->befores[b->n_befores++] = b->reuse;
    return BL_OK;
}

/* ---- Looking at files ---- */

static bool is_large(const struct bl_input_file *file)
{
    size_t n = strlen(file->path);
    bool is_archive = n > 2 && strcmp(file->path + n - 2, ".a") == 0;
    return file->kind == BL_SOURCE_FILE && file->is_mappable &&
           file->size >= (is_archive ? SMALLEST_ARCHIVE : LARGE_FILE);
}

/* Where all is hashed, all is read; otherwise what is leapt over need not be. */
static unsigned open_flags(const struct build *b)
{
    return b->options->open_flags | (b->parts & BL_CATALOG_HASHES ? BL_OPEN_SEQUENTIAL : 0);
}

static int look_at(void *context, unsigned thread, uint64_t job)
{
    struct build *b = context;
    struct look *look = &b->looks[job];
    (void)thread;
    look->is_candidate = look->is_candidate && is_reused(b, look);
    look->is_planned = !look->is_candidate && is_large(look->file);
    return look->is_planned ? bl_plan_make(&look->plan, look->file, open_flags(b)) : BL_OK;
}

static uint32_t most_plans(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur / PLANS_SHARE >= MOST_PLANS)
        return MOST_PLANS;
    return limit.rlim_cur < PLANS_SHARE ? 1 : (uint32_t)(limit.rlim_cur / PLANS_SHARE);
}

/* As many files from FIRST on as make a batch. */
static int begin_batch(struct build *b, uint32_t first)
{
    uint32_t most_large = most_plans();
    uint32_t n_large = 0;
    b->n_looks = 0;
    for (uint32_t i = first; i < b->inputs.n_files && b->n_looks < MOST_FILES; i++) {
        if (n_large == most_large)
            break;
        if (bl_grow(&b->looks, &b->cap_looks, (size_t)b->n_looks + 1) < 0)
            return BL_E_NOMEM;
        struct look *look = &b->looks[b->n_looks++];
        *look = (struct look){.file = &b->inputs.files[i]};
        if (find_before(b, look) < 0)
            return BL_E_NOMEM;
        n_large += is_large(look->file);
    }
    return bl_parallel(b->n_threads, b->n_looks, b->n_looks, look_at, NULL, b);
}

static void drop_look(struct look *look)
{
    bl_plan_release(&look->plan);
    bl_fragment_release(&look->problems);
}

static void end_batch(struct build *b)
{
    for (uint32_t i = 0; i < b->n_looks; i++)
        drop_look(&b->looks[i]);
    for (uint32_t i = 0; i < b->n_units; i++)
        bl_fragment_release(&b->units[i].fragment);
    b->n_looks = 0;
    b->n_befores = 0;
    b->n_units = 0;
    b->next_unit = 0;
}

/* ---- Units ---- */

static int add_unit(struct build *b, const struct unit *unit)
{
    if (bl_grow(&b->units, &b->cap_units, (size_t)b->n_units + 1) < 0)
        return BL_E_NOMEM;
    b->units[b->n_units++] = *unit;
    return BL_OK;
}

/* What is to be read of a plan: streams and, behind them, idle members, if those are hashed. */
static uint32_t n_pieces(const struct build *b, const struct bl_plan *plan)
{
    return plan->n_streams + (b->parts & BL_CATALOG_HASHES ? plan->n_idle : 0);
}

static uint64_t piece_bytes(const struct bl_plan *plan, uint32_t i)
{
    return i < plan->n_streams ? plan->streams[i].stream.bytes.size
                               : plan->sources[plan->idle[i - plan->n_streams]].file.size;
}

/* Whether a unit that has piece I - 1 may end in front of piece I: of a thin archive's members,
 * files are read as a whole. */
static bool can_cut(const struct bl_plan *plan, uint32_t i)
{
    return i >= plan->n_streams || plan->streams[i].source == 0 ||
           plan->streams[i].source != plan->streams[i - 1].source;
}

static int cut_plan(struct build *b, uint32_t look)
{
    const struct bl_plan *plan = &b->looks[look].plan;
    struct unit unit = {.look = look, .is_first = true};
    uint32_t n = n_pieces(b, plan);
    int status = BL_OK;
    b->progress.all_bytes -= b->looks[look].file->size; /* instead, its pieces count */
    for (uint32_t i = 0; i < n && status == BL_OK; i++) {
        if (unit.n_bytes >= RUN_BYTES && can_cut(plan, i)) {
            status = add_unit(b, &unit);
            unit = (struct unit){.look = look, .first = i};
        }
        unit.n++;
        unit.n_bytes += piece_bytes(plan, i);
        b->progress.all_bytes += piece_bytes(plan, i);
    }
    unit.is_last = true;
    return status < 0 ? status : add_unit(b, &unit);
}

static int make_units(struct build *b)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < b->n_looks && status == BL_OK; i++) {
        const struct look *look = &b->looks[i];
        struct unit whole = {
            .look = i, .is_first = true, .is_last = true, .n_bytes = look->file->size};
        status = look->is_planned ? cut_plan(b, i) : add_unit(b, &whole);
    }
    return status;
}

/* Large units first, the others behind them. */
static int order_units(struct build *b)
{
    uint64_t n_bytes = 0;
    if (bl_grow(&b->order, &b->cap_order, b->n_units) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < b->n_units; i++)
        n_bytes += b->units[i].n_bytes;
    uint64_t large = n_bytes / b->n_threads / LARGE_SHARE + RUN_BYTES;
    uint32_t n = 0;
    for (int is_small = 0; is_small < 2; is_small++)
        for (uint32_t i = 0; i < b->n_units; i++)
            if ((b->units[i].n_bytes < large) == is_small)
                b->order[n++] = i;
    return BL_OK;
}

/* ---- Fragments ---- */

/* Storage that was used just now is near, and there: of new memory every page has
 * to be made first. */
static struct bl_fragment take_spare(struct build *b)
{
    struct bl_fragment fragment = {0};
    pthread_mutex_lock(&b->lock);
    if (b->n_spare > 0)
        fragment = b->spare[--b->n_spare];
    pthread_mutex_unlock(&b->lock);
    return fragment;
}

static void give_spare(struct build *b, struct bl_fragment *fragment)
{
    bl_fragment_clear(fragment);
    pthread_mutex_lock(&b->lock);
    if (bl_grow(&b->spare, &b->cap_spare, (size_t)b->n_spare + 1) == BL_OK) {
        b->spare[b->n_spare++] = *fragment;
        *fragment = (struct bl_fragment){0};
    }
    pthread_mutex_unlock(&b->lock);
    bl_fragment_release(fragment);
}

/* ---- Doing a unit ---- */

/* Streams FIRST to END - 1 of PLAN, which are of one source with these BYTES. */
static int gather_streams(struct bl_gather *g, const struct bl_plan *plan, struct bl_view bytes,
                          uint32_t first, uint32_t end)
{
    int status = BL_OK;
    for (uint32_t i = first; i < end && status == BL_OK; i++) {
        struct bl_stream stream = plan->streams[i].stream;
        bool is_inside = stream.file_offset <= bytes.size &&
                         stream.bytes.size <= bytes.size - stream.file_offset;
        stream.bytes.data = bytes.data + (is_inside ? stream.file_offset : 0);
        stream.bytes.size = is_inside ? stream.bytes.size : 0;
        status = bl_gather_stream(g, &stream, plan->streams[i].path, plan->streams[i].source);
    }
    return status;
}

/* That FILE, of SOURCE, is no longer what was read of it is a problem. It may be NULL. */
static int check_file(struct bl_fragment *problems, uint32_t source, const struct bl_file *file)
{
    struct bl_error err;
    if (!file || bl_file_check(file, &err) == BL_OK)
        return BL_OK;
    return bl_fragment_problem(problems, source, bl_text_view("", 0), 0, &err);
}

/* The same, of any one source. A member's file is hashed here: nobody else opens it. */
static int gather_source(struct bl_gather *g, struct bl_plan *plan, uint32_t first, uint32_t end)
{
    uint32_t source = plan->streams[first].source;
    uint32_t first_stream = bl_fragment_count(g->fragment, BL_BLX_STRM);
    struct bl_file *member;
    struct bl_view bytes;
    struct bl_error err;
    int status = bl_plan_open_source(plan, source, &member, &bytes, &err);
    if (status < 0) {
        plan->sources[source].n_streams = 0;
        status = bl_fragment_problem(g->fragment, source, plan->streams[first].path, 0, &err);
    } else {
        status = gather_streams(g, plan, bytes, first, end);
        const struct bl_blx_stream *streams = (const void *)g->fragment->chunks[BL_BLX_STRM].data;
        if (status == BL_OK && source > 0 && g->parts & BL_CATALOG_HASHES)
            status = bl_plan_hash_source(plan, source, bytes, streams + first_stream, end - first);
        if (status == BL_OK)
            status = check_file(g->fragment, source, member);
    }
    bl_file_close(member);
    return status;
}

/* Pieces FIRST to END - 1 of PLAN. */
static int gather_plan(struct bl_gather *g, struct bl_plan *plan, uint32_t first, uint32_t end)
{
    uint32_t streams_end = end < plan->n_streams ? end : plan->n_streams;
    int status = BL_OK;
    while (first < streams_end && status == BL_OK) {
        uint32_t next = first + 1;
        while (next < streams_end && plan->streams[next].source == plan->streams[first].source)
            next++;
        status = gather_source(g, plan, first, next);
        first = next;
    }
    for (; first < end && status == BL_OK; first++)
        status = bl_plan_hash_idle(plan, plan->idle[first - plan->n_streams]);
    return status;
}

/* The hash of the planned file itself, whose streams are N records. */
static int hash_file(const struct build *b, struct bl_plan *plan,
                     const struct bl_blx_stream *streams)
{
    if (!plan->file || !(b->parts & BL_CATALOG_HASHES))
        return BL_OK;
    return bl_plan_hash_source(plan, 0, bl_file_view(plan->file), streams,
                               plan->sources[0].n_streams);
}

/* Whether the catalog is to have a small file as it is: there may be more files than mappings. */
static bool is_lent(const struct build *b, const struct look *look)
{
    return b->options->keep_mapped && look->file - b->inputs.files < BL_MAPPED_SOURCES;
}

/* A file that was not planned beforehand is given back when it is done, so that few are open. */
static int do_file(struct build *b, struct bl_gather *g, struct look *look)
{
    struct bl_plan *plan = &look->plan;
    int status = bl_plan_make(plan, look->file, open_flags(b));
    if (status == BL_OK)
        status = gather_plan(g, plan, 0, n_pieces(b, plan));
    if (status == BL_OK)
        status = hash_file(b, plan, (const void *)g->fragment->chunks[BL_BLX_STRM].data);
    if (status == BL_OK)
        status = check_file(&plan->problems, 0, plan->file);
    if (!look->file->is_mappable || !plan->file)
        return status;
    if (is_lent(b, look)) {
        bl_file_detach(plan->file);
    } else {
        bl_file_close(plan->file);
        plan->file = NULL;
    }
    return status;
}

static int do_unit(void *context, unsigned thread, uint64_t job)
{
    struct build *b = context;
    struct unit *unit = &b->units[b->order[job]];
    struct look *look = &b->looks[unit->look];
    struct bl_gather *g = &b->gathers[thread];
    if (look->is_candidate)
        return BL_OK;
    unit->fragment = take_spare(b);
    g->parts = b->parts;
    g->fragment = &unit->fragment;
    if (look->is_planned)
        return gather_plan(g, &look->plan, unit->first, unit->first + unit->n);
    return do_file(b, g, look);
}

/* ---- Assembling what is done ---- */

/* What was reused by its content may have other times now: those of the bytes that were read, for
 * others may have come since. */
static void renew_times(struct build *b, const struct bl_slice *slice)
{
    const struct bl_run *sources = &slice->runs[BL_BLX_SRCS];
    for (uint32_t i = 0; i < sources->n && b->options->by_content; i++)
        bl_store_le64(bl_assembly_source(&b->assembly, i)->mtime,
                      (uint64_t)b->mtimes[sources->first + i]);
}

static int append_reused(struct build *b, const struct look *look)
{
    const struct bl_slice *slice = &b->befores[look->before].slice;
    int status = bl_assembly_add(&b->assembly, slice);
    if (status == BL_OK)
        renew_times(b, slice);
    return status;
}

static int begin_sources(struct build *b, const struct look *look)
{
    struct bl_fragment header = {0};
    struct bl_slice slice;
    int status = bl_plan_put_sources(&look->plan, &b->inputs, &header);
    slice = bl_fragment_slice(&header);
    if (status == BL_OK)
        status = bl_assembly_begin(&b->assembly, &slice);
    bl_fragment_release(&header);
    return status;
}

/* Those of the plan come first. */
static int gather_problems(const struct look *look, struct bl_fragment *sorted)
{
    struct bl_fragment all = {0};
    int status = bl_fragment_copy_problems(&all, &look->plan.problems);
    if (status == BL_OK)
        status = bl_fragment_copy_problems(&all, &look->problems);
    if (status == BL_OK)
        status = bl_fragment_sort_problems(sorted, &all);
    bl_fragment_release(&all);
    return status;
}

/* Tell the sources what they have: streams follow each other, and so do PROBLEMS. */
static void fill_sources(struct build *b, const struct bl_plan *plan,
                         const struct bl_fragment *problems)
{
    const struct bl_blx_problem *records = (const void *)problems->chunks[BL_BLX_PROB].data;
    uint32_t n = bl_fragment_count(problems, BL_BLX_PROB);
    uint32_t stream = b->assembly.first_stream;
    uint32_t first = 0;
    for (uint32_t i = 0; i < plan->n_sources; i++) {
        struct bl_blx_source *source = bl_assembly_source(&b->assembly, i);
        uint32_t end = first;
        while (end < n && bl_load_le32(records[end].source) == i)
            end++;
        bl_store_le32(source->first_stream, stream);
        bl_store_le32(source->n_streams, plan->sources[i].n_streams);
        bl_store_le32(source->first_problem, b->assembly.first_problem + first);
        bl_store_le32(source->n_problems, end - first);
        bl_store_le64(source->hash, plan->sources[i].hash.low);
        bl_store_le64(source->hash + 8, plan->sources[i].hash.high);
        stream += plan->sources[i].n_streams;
        first = end;
    }
}

static int end_sources(struct build *b, const struct look *look)
{
    struct bl_fragment problems = {0};
    int status = gather_problems(look, &problems);
    if (status == BL_OK) {
        struct bl_slice slice = bl_fragment_slice(&problems);
        fill_sources(b, &look->plan, &problems);
        status = bl_assembly_end(&b->assembly, &slice);
    }
    bl_fragment_release(&problems);
    return status;
}

/* Let the catalog have the file, if it is there still and may stay mapped, which then need not be
 * opened again; standard input cannot be. */
static int lend_file(struct build *b, struct bl_plan *plan)
{
    const struct bl_input_file *file = &plan->sources[0].file;
    uint32_t source = b->assembly.first_source;
    if (!plan->file ||
        (file->is_mappable && !bl_catalog_may_map(source, file->size, b->n_lent, b->most_lent)))
        return BL_OK;
    if (bl_grow(&b->lent, &b->cap_lent, (size_t)b->n_lent + 1) < 0)
        return BL_E_NOMEM;
    bl_file_detach(plan->file);
    b->lent[b->n_lent++] = (struct lent){.source = source, .file = plan->file};
    plan->file = NULL;
    return BL_OK;
}

static int append_gathered(struct build *b, const struct unit *unit, struct look *look)
{
    struct bl_slice slice = bl_fragment_slice(&unit->fragment);
    int status = unit->is_first ? begin_sources(b, look) : BL_OK;
    if (status == BL_OK)
        status = bl_assembly_append(&b->assembly, &slice);
    if (status == BL_OK)
        status = bl_fragment_copy_problems(&look->problems, &unit->fragment);
    if (status < 0 || !unit->is_last)
        return status;
    if (look->is_planned) {
        const struct bl_blx_stream *streams =
            (const void *)b->assembly.made.chunks[BL_BLX_STRM].data;
        if (streams)
            streams += b->assembly.first_stream;
        status = hash_file(b, &look->plan, streams);
        if (status == BL_OK)
            status = check_file(&look->plan.problems, 0, look->plan.file);
    }
    if (status == BL_OK)
        status = end_sources(b, look);
    return status < 0 ? status : lend_file(b, &look->plan);
}

static int append(struct build *b, struct unit *unit)
{
    struct look *look = &b->looks[unit->look];
    int status = look->is_candidate ? append_reused(b, look) : append_gathered(b, unit, look);
    if (!look->is_candidate)
        give_spare(b, &unit->fragment);
    if (unit->is_last) {
        drop_look(look);
        b->progress.n_sources++;
    }
    return status;
}

static bool goes_on(struct build *b)
{
    return !b->options->progress || b->options->progress(b->options->context, &b->progress);
}

static int take_unit(void *context, uint64_t job)
{
    struct build *b = context;
    struct unit *unit = &b->units[b->order[job]];
    int status = BL_OK;
    unit->is_done = true;
    while (status == BL_OK && b->next_unit < b->n_units && b->units[b->next_unit].is_done)
        status = append(b, &b->units[b->next_unit++]);
    b->progress.n_bytes += unit->n_bytes;
    return status < 0 ? status : goes_on(b) ? BL_OK : BL_E_STOPPED;
}

/* ---- The whole ---- */

static int do_batch(struct build *b, uint32_t first)
{
    int status = begin_batch(b, first);
    if (status == BL_OK)
        status = make_units(b);
    if (status == BL_OK)
        status = order_units(b);
    return status < 0 ? status : bl_parallel(b->n_threads, b->n_units, 0, do_unit, take_unit, b);
}

static int put_inputs(struct build *b)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < b->inputs.n_named && status == BL_OK; i++) {
        const char *path = b->inputs.named[i];
        status = bl_assembly_input(&b->assembly, bl_text_view(path, strlen(path)),
                                   bl_inputs_base(&b->inputs, path), b->options->shard,
                                   b->options->n_shards);
    }
    return status;
}

/* Usual files have a symbol and a function for each so many bytes. Memory that is not
 * used is not touched. */
static void expect_symbols(struct build *b)
{
    enum {
        BYTES_A_SYMBOL = 480,
        BYTES_A_FUNCTION = 560,
        MOST_BYTES = 1 << 30, /* that are expected */
    };
    uint64_t n = b->inputs.n_bytes < MOST_BYTES ? b->inputs.n_bytes : MOST_BYTES;
    struct bl_buffer *chunks = b->assembly.made.chunks;
    if (!(b->parts & BL_SYMBOL_PARTS))
        return;
    bl_buffer_expect(&chunks[BL_BLX_SYMS],
                     (size_t)(n / BYTES_A_SYMBOL * sizeof(struct bl_blx_symbol)));
    bl_buffer_expect(&chunks[BL_BLX_FUNS],
                     (size_t)(n / BYTES_A_FUNCTION * sizeof(struct bl_blx_function)));
}

static int prepare(struct build *b)
{
    const struct bl_catalog *reuse = b->options->reuse;
    if (bl_grow(&b->gathers, &b->cap_gathers, b->n_threads) < 0)
        return BL_E_NOMEM;
    memset(b->gathers, 0, b->cap_gathers * sizeof *b->gathers);
    b->progress.all_bytes = b->inputs.n_bytes;
    b->progress.all_sources = b->inputs.n_files;
    b->most_lent = bl_catalog_most_mapped(b->inputs.n_files);
    if (reuse && reuse->parts == b->parts) {
        if (bl_grow(&b->mtimes, &b->cap_mtimes, reuse->n_sources) < 0)
            return BL_E_NOMEM;
        b->reuse = bl_slices_of(reuse);
        b->has_slice = bl_slices_next(&b->reuse, NULL) > 0;
    }
    expect_symbols(b);
    return put_inputs(b);
}

static int do_all(struct build *b)
{
    int status = prepare(b);
    for (uint32_t first = 0; first < b->inputs.n_files && status == BL_OK;) {
        status = do_batch(b, first);
        first += b->n_looks;
        end_batch(b);
        if (status == BL_OK && !goes_on(b))
            status = BL_E_STOPPED;
    }
    return status;
}

static void drop_build(struct build *b)
{
    for (size_t i = 0; i < b->cap_gathers; i++)
        bl_gather_release(&b->gathers[i]);
    for (uint32_t i = 0; i < b->n_spare; i++)
        bl_fragment_release(&b->spare[i]);
    pthread_mutex_destroy(&b->lock);
    for (uint32_t i = 0; i < b->n_lent; i++)
        bl_file_close(b->lent[i].file);
    bl_drop(b->gathers);
    bl_drop(b->spare);
    bl_drop(b->looks);
    bl_drop(b->befores);
    bl_drop(b->mtimes);
    bl_drop(b->units);
    bl_drop(b->order);
    bl_drop(b->lent);
    bl_assembly_release(&b->assembly);
    bl_inputs_release(&b->inputs);
}

static int finish(struct build *b, struct bl_catalog **catalog, struct bl_error *err)
{
    int status = bl_assembly_finish(&b->assembly, b->parts, b->n_threads, catalog, err);
    if (status < 0)
        return status;
    for (uint32_t i = 0; i < b->n_lent; i++)
        bl_catalog_lend_source(*catalog, b->lent[i].source, b->lent[i].file);
    b->n_lent = 0;
    (*catalog)->open_flags = b->options->open_flags;
    return BL_OK;
}

static const char *cause_of(int status)
{
    return status == BL_E_NOMEM     ? "no memory for a catalog"
           : status == BL_E_STOPPED ? "stopped"
                                    : "more than a catalog can hold";
}

static int check_options(const struct bl_catalog_options *options, struct bl_error *err)
{
    bool has_shard = options->n_shards > 0 ? options->shard >= 1 : options->shard == 0;
    if (options->parts & ~(unsigned)BL_ALL_PARTS)
        return bl_fail(err, BL_E_ARGUMENT, "no parts of that kind");
    int status = bl_check_flags(options->open_flags, BL_ALL_OPEN_FLAGS, err);
    if (status < 0)
        return status;
    if (!has_shard || options->shard > options->n_shards)
        return bl_fail(err, BL_E_ARGUMENT, "no such shard");
    if (options->directory && options->directory[0] != '/')
        return bl_fail(err, BL_E_ARGUMENT, "a directory to start at that is not absolute");
    return BL_OK;
}

static int build(struct bl_catalog **catalog, const char *const *paths, size_t n_paths,
                 const struct bl_catalog_options *options, bool are_old, struct bl_error *err)
{
    struct build b = {.options = options, .parts = options->parts, .inputs = {.are_old = are_old}};
    *catalog = NULL;
    int status = check_options(options, err);
    if (status < 0)
        return status;
    if (b.parts & BL_CATALOG_SYMBOLS)
        b.parts &= ~(unsigned)BL_CATALOG_PLACES;
    if (b.parts & BL_SYMBOL_PARTS)
        b.parts |= BL_CATALOG_MODULES;
    b.n_threads = bl_threads_for(options->n_threads, UINT64_MAX); /* files may be cut up */
    pthread_mutex_init(&b.lock, NULL); /* cannot fail without attributes */
    status = bl_inputs_find(&b.inputs, paths, n_paths, options, err);
    if (status == BL_OK) {
        status = do_all(&b);
        status = status < 0 ? bl_fail(err, status, cause_of(status)) : finish(&b, catalog, err);
    }
    drop_build(&b);
    return status;
}

int bl_catalog_build(struct bl_catalog **catalog, const char *const *paths, size_t n_paths,
                     const struct bl_catalog_options *options, struct bl_error *err)
{
    return build(catalog, paths, n_paths, options, false, err);
}

int bl_catalog_build_again(struct bl_catalog **catalog, const char *const *paths, size_t n_paths,
                           const struct bl_catalog_options *options, struct bl_error *err)
{
    return build(catalog, paths, n_paths, options, true, err);
}
