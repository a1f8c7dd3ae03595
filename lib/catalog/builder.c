/* catalog/builder.c - a catalog of files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The way of one file into an index:
 *
 *   file            a path below an input, with its size and time            (scan.c)
 *   scan            where its streams are; nothing in them is read           (scan.c)
 *   candidate       the file in its batch: reused, or with its scan          (here)
 *   work items      what threads share: small files, pieces of large ones    (here)
 *   record buffers  what the collector makes of an item's streams            (collector.c)
 *   source ranges   records of some sources, of a buffer or an old catalog   (source_range.c)
 *   chunks          ranges appended by the catalog builder, in file order    (catalog_builder.c)
 *
 * Files are worked through in their order, in batches that bound how many are open. Each is first
 * examined: whether it is what it was in the catalog to be reused, and, if it is large, where its
 * streams are. What comes out does not depend on the order in which items are done: large ones are
 * first, so that no thread is left alone with one at the end.
 */
#include "base/file.h"
#include "base/grow.h"
#include "base/load.h"
#include "base/parallel.h"
#include "base/status.h"
#include "base/store.h"
#include "catalog/catalog_builder.h"
#include "catalog/collector.h"
#include "catalog/scan.h"

#include <pthread.h>
#include <string.h>
#include <sys/resource.h>

enum {
    SMALL_FILE = 16 << 10,       /* bytes: it is not worth a mapping */
    LARGE_FILE = 4 << 20,        /* bytes: its streams are shared out */
    SMALLEST_ARCHIVE = 16 << 10, /* bytes: a thin archive of that size names hundreds of files */
    ITEM_BYTES = 256 << 10,      /* of small streams that make a work item */
    MOST_SCANS = 64,             /* large files in a batch, which are open all the while */
    SCANS_SHARE = 4,             /* the part of a process's descriptors that they may have */
    MOST_FILES = 4096,           /* files in a batch */
    LARGE_SHARE = 8,             /* an item is large that is such a part of a thread's share */
};

/* A file of the batch. */
struct candidate {
    const struct bl_input_file *file;
    bool is_reused;
    struct bl_source_ranges reusable; /* what the catalog to be reused has of it */
    bool is_scanned;                  /* before its items are made, as it is large */
    struct bl_scan scan;
};

/* Pieces of a file that one thread collects. */
struct work_item {
    uint32_t candidate;
    uint32_t first, n; /* pieces of the scan, if there is one */
    bool is_first, is_last, is_done;
    uint64_t n_bytes;
    struct bl_record_buffer records; /* from when it is begun until it is appended */
};

/* A file that stays mapped for the catalog. */
struct kept_mapping {
    uint32_t source;
    struct bl_file *file;
};

struct build {
    const struct bl_catalog_options *options;
    unsigned parts, n_threads;
    struct bl_inputs inputs;
    struct bl_catalog_builder builder;
    struct bl_source_ranges reuse; /* the next one, of those sources that may be reused */
    bool has_reuse;
    int64_t *mtimes; /* of the sources that are reused, as they were found */
    size_t cap_mtimes;
    struct candidate *candidates;
    uint32_t n_candidates, cap_candidates;
    struct work_item *items;
    uint32_t n_items, cap_items, next_item;
    uint32_t *order; /* of items, as they are begun */
    uint32_t cap_order;
    struct bl_collector *collectors; /* of threads */
    size_t cap_collectors;
    pthread_mutex_t lock;           /* of what follows */
    struct bl_record_buffer *spare; /* empty ones with storage; the last one was used last */
    uint32_t n_spare, cap_spare;
    struct bl_catalog_progress progress;
    bool is_stopped; /* by it */
    struct kept_mapping *kept;
    uint32_t n_kept, cap_kept, most_kept;
};

/* ---- Candidates ---- */

static bool has_known_state(const struct build *b, const struct candidate *candidate,
                            uint32_t source)
{
    const struct bl_source_ranges *old = &candidate->reusable;
    bool is_itself = source == old->range.chunks[BL_BLX_SRCS].first;
    if (is_itself && !b->options->by_content)
        return old->source.size == candidate->file->size &&
               old->source.mtime == candidate->file->mtime;
    return bl_catalog_state_and_time(b->options->reuse, source, b->options->by_content,
                                     &b->mtimes[source], NULL) == BL_STATE_SAME;
}

/* A file with problems is not reused, since they may be gone; nor is a named file without bitcode,
 * which must be reported. */
static bool may_reuse(const struct build *b, const struct candidate *candidate)
{
    const struct bl_record_range *chunks = candidate->reusable.range.chunks;
    const struct bl_blx_stream *streams = (const void *)chunks[BL_BLX_STRM].data;
    uint64_t n = chunks[BL_BLX_STRM].n;
    uint64_t first = chunks[BL_BLX_SRCS].first;
    bool is_bitcode = n > 0 && bl_load_le32(streams->kind) != BL_STREAM_UNKNOWN;
    bool same = chunks[BL_BLX_PROB].n == 0 && candidate->file->failed == 0 &&
                (is_bitcode || (n == 0 && !candidate->file->is_named));
    /* Whose the members of a thin archive are depends on all inputs. What is packed may be unpacked
     * now. */
    same = same && !candidate->file->names_others &&
           !bl_catalog_names_others(b->options->reuse, (uint32_t)first) &&
           candidate->reusable.source.n_packed == 0 &&
           (n > 0 || !bl_catalog_is_packed(b->options->reuse, (uint32_t)first));
    for (uint64_t i = first; i < first + chunks[BL_BLX_SRCS].n && same; i++)
        same = has_known_state(b, candidate, (uint32_t)i);
    return same;
}

/* Whether the catalog to be reused has the file of CANDIDATE. Both are in the same order. */
static void find_reusable(struct build *b, struct candidate *candidate)
{
    const struct bl_input_file *file = candidate->file;
    struct bl_view path = bl_view_of(file->path);
    struct bl_view base = bl_inputs_base(&b->inputs, file->path);
    int order = -1;
    while (b->has_reuse &&
           (order = bl_compare_places(b->reuse.source.path, b->reuse.source.base, path, base)) < 0)
        b->has_reuse = bl_source_ranges_next(&b->reuse, NULL) > 0;
    candidate->is_reused = b->has_reuse && order == 0 && file->is_mappable &&
                           file->kind == BL_SOURCE_FILE && b->reuse.source.kind == BL_SOURCE_FILE;
    if (candidate->is_reused)
        candidate->reusable = b->reuse;
}

static bool is_large(const struct bl_input_file *file)
{
    size_t n = strlen(file->path);
    bool is_archive = n > 2 && strcmp(file->path + n - 2, ".a") == 0;
    return file->kind == BL_SOURCE_FILE && file->is_mappable &&
           file->size >= (is_archive ? SMALLEST_ARCHIVE : LARGE_FILE);
}

/* Where all is hashed, all is read; otherwise what is skipped need not be. To map a small file
 * costs several times as much as to copy it. */
static unsigned source_flags(const struct build *b, const struct bl_input_file *file)
{
    bool is_copied = file->size <= SMALL_FILE && !b->options->keep_mapped;
    return (b->options->open_flags & ~(unsigned)BL_OPEN_KEEP) |
           (b->parts & BL_CATALOG_HASHES ? BL_OPEN_SEQUENTIAL : 0) | (is_copied ? BL_OPEN_COPY : 0);
}

static int examine(void *context, unsigned thread, uint64_t job)
{
    struct build *b = context;
    struct candidate *candidate = &b->candidates[job];
    (void)thread;
    candidate->is_reused = candidate->is_reused && may_reuse(b, candidate);
    candidate->is_scanned = !candidate->is_reused && is_large(candidate->file);
    return candidate->is_scanned
               ? bl_scan_file(&candidate->scan, candidate->file, &b->inputs,
                              source_flags(b, candidate->file), b->parts & BL_CATALOG_HASHES)
               : BL_OK;
}

static uint32_t most_scans(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0 || limit.rlim_cur / SCANS_SHARE >= MOST_SCANS)
        return MOST_SCANS;
    return limit.rlim_cur < SCANS_SHARE ? 1 : (uint32_t)(limit.rlim_cur / SCANS_SHARE);
}

/* As many files from FIRST on as make a batch. */
static int begin_batch(struct build *b, uint32_t first)
{
    uint32_t most_large = most_scans();
    uint32_t n_large = 0;
    b->n_candidates = 0;
    for (uint32_t i = first;
         i < b->inputs.n_files && b->n_candidates < MOST_FILES && n_large < most_large; i++) {
        if (bl_grow(&b->candidates, &b->cap_candidates, (size_t)b->n_candidates + 1) < 0)
            return BL_E_NOMEM;
        struct candidate *candidate = &b->candidates[b->n_candidates++];
        *candidate = (struct candidate){.file = &b->inputs.files[i]};
        find_reusable(b, candidate);
        n_large += is_large(candidate->file);
    }
    return bl_parallel(b->n_threads, b->n_candidates, b->n_candidates, examine, NULL, b);
}

static void end_batch(struct build *b)
{
    for (uint32_t i = 0; i < b->n_candidates; i++)
        bl_scan_release(&b->candidates[i].scan);
    for (uint32_t i = 0; i < b->n_items; i++)
        bl_record_buffer_release(&b->items[i].records);
    b->n_candidates = 0;
    b->n_items = 0;
    b->next_item = 0;
}

/* ---- Work items ---- */

static int add_item(struct build *b, const struct work_item *item)
{
    return bl_append(&b->items, &b->n_items, &b->cap_items, *item);
}

/* Cut what was scanned into items. Of a thin archive's members, files are read as a whole. */
static int cut_scan(struct build *b, uint32_t candidate)
{
    const struct bl_scan *scan = &b->candidates[candidate].scan;
    struct work_item item = {.candidate = candidate, .is_first = true};
    int status = BL_OK;
    b->progress.all_bytes -= b->candidates[candidate].file->size; /* instead, its pieces count */
    for (uint32_t i = 0; i < scan->n_pieces && status == BL_OK; i++) {
        uint64_t size = scan->pieces[i].stream.bytes.size;
        bool can_cut = i > 0 && (scan->pieces[i].source == 0 ||
                                 scan->pieces[i].source != scan->pieces[i - 1].source);
        if (item.n_bytes >= ITEM_BYTES && can_cut) {
            status = add_item(b, &item);
            item = (struct work_item){.candidate = candidate, .first = i};
        }
        item.n++;
        item.n_bytes += size;
        b->progress.all_bytes += size;
    }
    item.is_last = true;
    return status < 0 ? status : add_item(b, &item);
}

/* Items in the order of files; they are begun in an order that has the large ones first. */
static int make_items(struct build *b)
{
    uint64_t n_bytes = 0;
    int status = BL_OK;
    for (uint32_t i = 0; i < b->n_candidates && status == BL_OK; i++) {
        struct work_item whole = {.candidate = i,
                                  .is_first = true,
                                  .is_last = true,
                                  .n_bytes = b->candidates[i].file->size};
        status = b->candidates[i].is_scanned ? cut_scan(b, i) : add_item(b, &whole);
    }
    if (status < 0 || bl_grow(&b->order, &b->cap_order, b->n_items) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < b->n_items; i++)
        n_bytes += b->items[i].n_bytes;
    uint64_t large = n_bytes / b->n_threads / LARGE_SHARE + ITEM_BYTES;
    uint32_t n = 0;
    for (int is_small = 0; is_small < 2; is_small++)
        for (uint32_t i = 0; i < b->n_items; i++)
            if ((b->items[i].n_bytes < large) == is_small)
                b->order[n++] = i;
    return BL_OK;
}

/* ---- Record buffers ---- */

/* Storage that was used just now is near, and there: of new memory every page has
 * to be made first. */
static struct bl_record_buffer take_buffer(struct build *b)
{
    struct bl_record_buffer records = {0};
    pthread_mutex_lock(&b->lock);
    if (b->n_spare > 0)
        records = b->spare[--b->n_spare];
    pthread_mutex_unlock(&b->lock);
    return records;
}

static void return_buffer(struct build *b, struct bl_record_buffer *records)
{
    bl_record_buffer_clear(records);
    pthread_mutex_lock(&b->lock);
    if (bl_append(&b->spare, &b->n_spare, &b->cap_spare, *records) == BL_OK)
        *records = (struct bl_record_buffer){0};
    pthread_mutex_unlock(&b->lock);
    bl_record_buffer_release(records);
}

/* That FILE, of SOURCE, is no longer what was read of it is a problem. It may be NULL. */
static void check_file(struct bl_record_buffer *problems, uint32_t source,
                       const struct bl_file *file)
{
    struct bl_error err;
    if (file && bl_file_check(file, &err) < 0)
        bl_record_buffer_add_problem(problems, source, bl_view_of(""), 0, &err);
}

/* Streams that are pieces FIRST to END - 1 of SCAN, all of one source. A member's file is hashed
 * here: nobody else opens it. */
static int collect_source(struct bl_collector *col, struct bl_scan *scan, uint32_t first,
                          uint32_t end)
{
    uint32_t source = scan->pieces[first].source;
    uint32_t first_stream = bl_record_buffer_count(col->records, BL_BLX_STRM);
    struct bl_file *member;
    struct bl_view bytes;
    struct bl_error err;
    int status = bl_scan_open_source(scan, source, &member, &bytes, &err);
    if (status < 0) {
        scan->sources[source].n_streams = 0;
        bl_record_buffer_add_problem(col->records, source, scan->pieces[first].path, 0, &err);
        bl_file_close(member);
        return col->records->status;
    }
    for (uint32_t i = first; i < end && status == BL_OK; i++) {
        struct bl_stream stream = scan->pieces[i].stream;
        bool is_inside = stream.file_offset <= bytes.size &&
                         stream.bytes.size <= bytes.size - stream.file_offset;
        stream.bytes.data = bytes.data + (is_inside ? stream.file_offset : 0);
        stream.bytes.size = is_inside ? stream.bytes.size : 0;
        status = bl_collect_stream(col, &stream, scan->pieces[i].path, source);
    }
    const struct bl_blx_stream *streams = (const void *)col->records->chunks[BL_BLX_STRM].data;
    if (status == BL_OK && source > 0 && col->parts & BL_CATALOG_HASHES)
        status = bl_scan_hash_source(scan, source, bytes, streams + first_stream, end - first);
    if (status == BL_OK)
        check_file(col->records, source, member);
    bl_file_close(member);
    return status < 0 ? status : col->records->status;
}

/* Pieces FIRST to END - 1 of SCAN. */
static int collect_pieces(struct bl_collector *col, struct bl_scan *scan, uint32_t first,
                          uint32_t end)
{
    int status = BL_OK;
    for (uint32_t next; first < end && status == BL_OK; first = next) {
        for (next = first + 1; next < end; next++)
            if (scan->pieces[next].source != scan->pieces[first].source)
                break;
        status = scan->pieces[first].is_empty ? bl_scan_hash_empty(scan, scan->pieces[first].source)
                                              : collect_source(col, scan, first, next);
    }
    return status;
}

/* When all of a scan has been collected: the hash of the file itself, from the records of its
 * streams, and whether it still is what was read. */
static int end_scan(const struct build *b, struct bl_scan *scan,
                    const struct bl_blx_stream *streams)
{
    int status = BL_OK;
    if (scan->file && b->parts & BL_CATALOG_HASHES)
        status = bl_scan_hash_source(scan, 0, bl_file_view(scan->file), streams,
                                     scan->sources[0].n_streams);
    if (status == BL_OK)
        check_file(&scan->problems, 0, scan->file);
    return status < 0 ? status : scan->problems.status;
}

/* A small file is scanned and collected at once, and then given back, so that few are open, unless
 * the catalog keeps it mapped: there may be more files than mappings. */
static int do_file(struct build *b, struct bl_collector *col, struct candidate *candidate)
{
    struct bl_scan *scan = &candidate->scan;
    int status = bl_scan_file(scan, candidate->file, &b->inputs, source_flags(b, candidate->file),
                              b->parts & BL_CATALOG_HASHES);
    if (status == BL_OK)
        status = collect_pieces(col, scan, 0, scan->n_pieces);
    if (status == BL_OK)
        status = end_scan(b, scan, (const void *)col->records->chunks[BL_BLX_STRM].data);
    if (!candidate->file->is_mappable || !scan->file)
        return status;
    if (b->options->keep_mapped && candidate->file - b->inputs.files < BL_MAPPED_SOURCES) {
        bl_file_detach(scan->file);
    } else {
        bl_file_close(scan->file);
        scan->file = NULL;
    }
    return status;
}

static int do_item(void *context, unsigned thread, uint64_t job)
{
    struct build *b = context;
    struct work_item *item = &b->items[b->order[job]];
    struct candidate *candidate = &b->candidates[item->candidate];
    struct bl_collector *col = &b->collectors[thread];
    if (candidate->is_reused)
        return BL_OK;
    item->records = take_buffer(b);
    col->parts = b->parts;
    col->records = &item->records;
    return candidate->is_scanned
               ? collect_pieces(col, &candidate->scan, item->first, item->first + item->n)
               : do_file(b, col, candidate);
}

/* ---- Chunks ---- */

/* What was reused by its content may have other times now: those of the bytes that were read, for
 * others may have come since. */
static int append_reused(struct build *b, const struct candidate *candidate)
{
    const struct bl_source_range *range = &candidate->reusable.range;
    const struct bl_record_range *sources = &range->chunks[BL_BLX_SRCS];
    int status = bl_catalog_builder_add(&b->builder, range);
    for (uint32_t i = 0; status == BL_OK && b->options->by_content && i < sources->n; i++)
        bl_store_le64(bl_catalog_builder_source(&b->builder, i)->mtime,
                      (uint64_t)b->mtimes[sources->first + i]);
    return status;
}

/* Store what each source has: streams follow each other, and so do problems. */
static int end_sources(struct build *b, struct bl_scan *scan)
{
    bl_record_buffer_sort_problems(&scan->problems);
    const struct bl_blx_problem *problems = (const void *)scan->problems.chunks[BL_BLX_PROB].data;
    uint32_t n = bl_record_buffer_count(&scan->problems, BL_BLX_PROB);
    uint32_t stream = b->builder.first_stream;
    uint32_t first = 0;
    for (uint32_t i = 0; i < scan->n_sources; i++) {
        struct bl_blx_source *source = bl_catalog_builder_source(&b->builder, i);
        uint32_t end = first;
        while (end < n && bl_load_le32(problems[end].source) == i)
            end++;
        bl_store_le32(source->first_stream, stream);
        bl_store_le32(source->n_streams, scan->sources[i].n_streams);
        bl_store_le32(source->first_problem, b->builder.first_problem + first);
        bl_store_le32(source->n_problems, end - first);
        bl_store_le64(source->hash, scan->sources[i].hash.low);
        bl_store_le64(source->hash + 8, scan->sources[i].hash.high);
        stream += scan->sources[i].n_streams;
        first = end;
    }
    struct bl_source_range range = bl_record_buffer_range(&scan->problems);
    return bl_catalog_builder_end(&b->builder, &range);
}

/* Let the catalog have the file, if it is there still and may stay mapped, which then need not be
 * opened again; standard input cannot be. */
static int keep_mapped(struct build *b, struct bl_scan *scan)
{
    const struct bl_input_file *file = &scan->sources[0].file;
    uint32_t source = b->builder.first_source;
    if (!scan->file ||
        (file->is_mappable && !bl_catalog_may_map(source, file->size, b->n_kept, b->most_kept)))
        return BL_OK;
    struct kept_mapping kept = {.source = source, .file = scan->file};
    if (bl_append(&b->kept, &b->n_kept, &b->cap_kept, kept) < 0)
        return BL_E_NOMEM;
    bl_file_detach(scan->file);
    scan->file = NULL;
    return BL_OK;
}

static int append_collected(struct build *b, const struct work_item *item,
                            struct candidate *candidate)
{
    struct bl_scan *scan = &candidate->scan;
    struct bl_source_range range = bl_record_buffer_range(&item->records);
    int status = BL_OK;
    if (item->is_first) {
        struct bl_record_buffer sources = {0};
        bl_scan_put_sources(scan, &b->inputs, &sources);
        struct bl_source_range of_sources = bl_record_buffer_range(&sources);
        status = sources.status < 0 ? sources.status
                                    : bl_catalog_builder_begin(&b->builder, &of_sources);
        bl_record_buffer_release(&sources);
    }
    if (status == BL_OK)
        status = bl_catalog_builder_append(&b->builder, &range);
    bl_record_buffer_copy_problems(&scan->problems, &item->records);
    if (status == BL_OK)
        status = scan->problems.status;
    if (status < 0 || !item->is_last)
        return status;
    if (candidate->is_scanned) {
        const struct bl_blx_stream *streams =
            (const void *)b->builder.made.chunks[BL_BLX_STRM].data;
        status = end_scan(b, scan, streams ? streams + b->builder.first_stream : NULL);
    }
    if (status == BL_OK)
        status = end_sources(b, scan);
    return status < 0 ? status : keep_mapped(b, scan);
}

static bool goes_on(struct build *b)
{
    b->is_stopped = b->is_stopped || (b->options->progress &&
                                      !b->options->progress(b->options->context, &b->progress));
    return !b->is_stopped;
}

/* Whether what has been appended are whole sources. */
static bool is_between_sources(const struct build *b)
{
    return b->next_item == 0 || b->items[b->next_item - 1].is_last;
}

/* Append items that are done, in order. */
static int append_items(void *context, uint64_t job)
{
    struct build *b = context;
    struct work_item *done = &b->items[b->order[job]];
    int status = BL_OK;
    done->is_done = true;
    while (status == BL_OK && b->next_item < b->n_items && b->items[b->next_item].is_done &&
           !(b->is_stopped && is_between_sources(b))) {
        struct work_item *item = &b->items[b->next_item++];
        struct candidate *candidate = &b->candidates[item->candidate];
        if (candidate->is_reused) {
            status = append_reused(b, candidate);
        } else {
            status = append_collected(b, item, candidate);
            return_buffer(b, &item->records);
        }
        if (item->is_last) {
            bl_scan_release(&candidate->scan);
            b->progress.n_sources++;
        }
    }
    b->progress.n_bytes += done->n_bytes;
    if (status < 0 || goes_on(b) || (b->options->keep_stopped && !is_between_sources(b)))
        return status;
    return BL_E_STOPPED;
}

/* ---- The whole ---- */

static int put_inputs(struct build *b)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < b->inputs.n_named && status == BL_OK; i++) {
        const char *path = b->inputs.named[i];
        struct bl_catalog_input input = {.path = bl_view_of(path),
                                         .base = bl_inputs_base(&b->inputs, path),
                                         .shard = b->options->shard,
                                         .n_shards = b->options->n_shards};
        status = bl_catalog_builder_input(&b->builder, &input);
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
    struct bl_buffer *chunks = b->builder.made.chunks;
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
    if (bl_grow(&b->collectors, &b->cap_collectors, b->n_threads) < 0)
        return BL_E_NOMEM;
    memset(b->collectors, 0, b->cap_collectors * sizeof *b->collectors);
    b->progress.all_bytes = b->inputs.n_bytes;
    b->progress.all_sources = b->inputs.n_files;
    b->most_kept = bl_catalog_most_mapped(b->inputs.n_files);
    if (reuse && (reuse->parts & BL_ALL_PARTS) == b->parts) {
        if (bl_grow(&b->mtimes, &b->cap_mtimes, reuse->n_sources) < 0)
            return BL_E_NOMEM;
        b->reuse = (struct bl_source_ranges){.catalog = reuse};
        b->has_reuse = bl_source_ranges_next(&b->reuse, NULL) > 0;
    }
    expect_symbols(b);
    return put_inputs(b);
}

static int do_batches(struct build *b)
{
    int status = prepare(b);
    for (uint32_t first = 0; first < b->inputs.n_files && status == BL_OK;) {
        status = begin_batch(b, first);
        if (status == BL_OK)
            status = make_items(b);
        if (status == BL_OK)
            status = bl_parallel(b->n_threads, b->n_items, 0, do_item, append_items, b);
        first += b->n_candidates;
        end_batch(b);
        if (status == BL_OK && !goes_on(b))
            status = BL_E_STOPPED;
    }
    return status;
}

static void release_build(struct build *b)
{
    for (size_t i = 0; i < b->cap_collectors; i++)
        bl_collector_release(&b->collectors[i]);
    for (uint32_t i = 0; i < b->n_spare; i++)
        bl_record_buffer_release(&b->spare[i]);
    for (uint32_t i = 0; i < b->n_kept; i++)
        bl_file_close(b->kept[i].file);
    pthread_mutex_destroy(&b->lock);
    bl_drop(b->collectors);
    bl_drop(b->spare);
    bl_drop(b->candidates);
    bl_drop(b->mtimes);
    bl_drop(b->items);
    bl_drop(b->order);
    bl_drop(b->kept);
    bl_catalog_builder_release(&b->builder);
    bl_inputs_release(&b->inputs);
}

static int check_options(const struct bl_catalog_options *options, struct bl_error *err)
{
    bool has_shard = options->n_shards > 0 ? options->shard >= 1 : options->shard == 0;
    if (options->parts & ~(unsigned)BL_ALL_PARTS)
        return bl_fail(err, BL_E_ARGUMENT, "no parts of that kind");
    int status = bl_check_flags(options->open_flags, BL_ALL_OPEN_FLAGS | BL_OPEN_KEEP, err);
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
    static const struct bl_catalog_options usual;
    options = options ? options : &usual;
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
        status = do_batches(&b);
        if (status == BL_E_STOPPED && options->keep_stopped && b.progress.n_sources > 0) {
            bool is_complete = b.progress.n_sources == b.progress.all_sources;
            b.parts |= is_complete ? 0 : BL_CATALOG_INCOMPLETE;
            status = BL_OK;
        }
        if (status == BL_OK)
            status = bl_catalog_builder_finish(&b.builder, b.parts, b.n_threads, catalog, err);
        else
            bl_fail(err, status,
                    status == BL_E_NOMEM     ? "no memory for a catalog"
                    : status == BL_E_STOPPED ? "stopped"
                                             : "more than a catalog can hold");
    }
    for (; *catalog && b.n_kept > 0; b.n_kept--)
        bl_catalog_keep_mapped(*catalog, b.kept[b.n_kept - 1].source, b.kept[b.n_kept - 1].file);
    if (*catalog)
        (*catalog)->open_flags = options->open_flags;
    release_build(&b);
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
