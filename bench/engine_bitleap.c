/* engine_bitleap.c - this library, in each CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Also compiled against the headers of older revisions (bench/compare.sh), which may lack what is
 * new. What they lack is reported by BENCH_WITHOUT_… macros; everything else has long been there.
 */
#include "engine.h"

#include "bitleap.h"

#include <stdlib.h>
#include <string.h>

#ifdef BENCH_WITHOUT_CURSOR_ERROR
#define bl_index_cursor(index, block, cursor, err) bl_index_cursor(index, block, cursor)
#endif

#ifndef BENCH_BITLEAP_NAME
#define BENCH_BITLEAP_NAME "bitleap"
#endif

const struct bench_engine *bench_bitleap(unsigned n);

enum {
    MAX_THREADS = 64,
    MAX_TALLY = 1024,
    PIECE_BYTES = 1 << 16,
    PIECES_AT_ONCE = 4 * MAX_THREADS
};

struct reader {
    struct bl_stream stream;
    struct bl_record record;
#ifndef BENCH_WITHOUT_BATCH
    struct bl_batch batch;
#endif
#ifndef BENCH_WITHOUT_BITS
    enum bl_cpu cpu;
    uint64_t values[BENCH_MAX_ARRAY];
#endif
};

static void take_record(struct bench_sink *sink, const struct bl_record *record)
{
    bench_take_record(sink, record->code, record->ops, record->n_ops);
    if (record->has_blob)
        bench_take_blob(sink, record->blob.data, record->blob.size);
}

/* ---- Batches ---- */

/* How to open a walk for them, whether it may skip, and what stands in one for a
 * block that begins. */
enum {
#ifndef BENCH_WITHOUT_ACROSS
    WALK_FLAGS = BL_WALK_ACROSS,
    HAS_SKIPPING_BATCHES = true,
    BEGINS = BL_ABBREV_ENTER_SUBBLOCK
#else
    WALK_FLAGS = 0,
    HAS_SKIPPING_BATCHES = false,
    BEGINS = 1
#endif
};

#ifndef BENCH_WITHOUT_BATCH
static void take_batch(struct bench_sink *total, const struct bl_batch *batch)
{
    struct bench_sink own = *total; /* in registers */
    struct bench_sink *sink = &own;
    const struct bl_batch_record *record = batch->records;
    for (const struct bl_batch_record *end = record + batch->n_records; record < end; record++)
        if (record->abbrev_id >= BL_ABBREV_UNABBREV)
            bench_take_record(sink, record->code, batch->ops + record->first_op,
                              record[1].first_op - record->first_op);
        else if (record->abbrev_id == BEGINS)
            bench_take_block(sink, record->code);
    *total = own;
}

/* The same of records that were skipped. */
static void take_codes(struct bench_sink *total, const struct bl_batch *batch)
{
    struct bench_sink own = *total;
    struct bench_sink *sink = &own;
    const struct bl_batch_record *record = batch->records;
    for (const struct bl_batch_record *end = record + batch->n_records; record < end; record++)
        if (record->abbrev_id >= BL_ABBREV_UNABBREV)
            bench_take_code(sink, record->code);
        else if (record->abbrev_id == BEGINS)
            bench_take_block(sink, record->code);
    *total = own;
}

/* All records up to something else; those of BLOCKINFO are not wanted. */
static int walk_records(struct reader *r, struct bl_walk *walk, bool skips, bool wanted,
                        struct bench_sink *sink)
{
    int rc = 0;
    while ((HAS_SKIPPING_BATCHES || !skips) && (rc = bl_walk_read_batch(walk, &r->batch, NULL)) > 0)
        if (wanted && skips)
            take_codes(sink, &r->batch);
        else if (wanted)
            take_batch(sink, &r->batch);
    return rc;
}

static int cursor_records(struct reader *r, struct bl_cursor *cursor, struct bench_sink *sink)
{
    int rc;
    while ((rc = bl_cursor_read_batch(cursor, &r->batch)) > 0)
        take_batch(sink, &r->batch);
    return rc;
}
#else
static int walk_records(struct reader *r, struct bl_walk *walk, bool skips, bool wanted,
                        struct bench_sink *sink)
{
    (void)r, (void)walk, (void)skips, (void)wanted, (void)sink;
    return 0;
}

static int cursor_records(struct reader *r, struct bl_cursor *cursor, struct bench_sink *sink)
{
    (void)r, (void)cursor, (void)sink;
    return 0;
}
#endif

/* ---- Walks ---- */

/* All of WALK. Batches do not lead into BLOCKINFO (0) or out of it. */
static int take_walk(struct reader *r, struct bl_walk *walk, bool skips, struct bench_sink *sink)
{
    uint32_t block_id = BL_NONE;
    for (;;) {
        struct bl_event event;
        int rc = walk_records(r, walk, skips, block_id != 0, sink);
        if (rc >= 0)
            rc = bl_walk_next(walk, &event, NULL);
        if (rc <= 0)
            return rc;
        if (event.kind == BL_EVENT_BLOCK) {
            block_id = event.block->block_id;
            bench_take_block(sink, block_id);
        } else if (event.kind == BL_EVENT_BLOCK_END) {
            block_id = event.parent_id;
        } else if (event.kind == BL_EVENT_RECORD && event.block->block_id != 0) {
            if (skips)
                bench_take_code(sink, event.code);
            else
                take_record(sink, event.record);
        }
    }
}

static int take_stream(struct reader *r, bool skips, struct bench_sink *sink)
{
    struct bl_walk *walk;
    unsigned flags = WALK_FLAGS | (skips ? BL_WALK_SKIP : 0);
    if (bl_walk_open(&walk, &r->stream, flags, NULL, NULL) < 0)
        return -1;
    int rc = take_walk(r, walk, skips, sink);
    bl_walk_close(walk);
    return rc;
}

static int run_skip(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    (void)task;
    return take_stream(state, true, sink);
}

#ifndef BENCH_WITHOUT_TALLY
static void take_tally(struct bench_sink *sink, struct bl_stats *tally)
{
    uint32_t n = bl_stats_n_blocks(tally);
    for (uint32_t i = 0; i < n; i++) {
        struct bl_stats_block block = bl_stats_get_block(tally, i);
        if (block.block_id != 0)
            bench_take_count(sink, (uint32_t)block.n, block.n_records);
    }
}

static int run_tally(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct reader *r = state;
    struct bl_stats *tally;
    (void)task;
    if (bl_stats_open(&tally, 0, NULL) < 0)
        return -1;
    int rc = bl_stats_add(tally, &r->stream, NULL, 1, NULL);
    take_tally(sink, tally);
    bl_stats_close(tally);
    return rc;
}

#ifdef BENCH_WITHOUT_TALLY_ALL
static int add_all(struct bl_stats *tally, const struct bl_stream *const *streams, size_t n,
                   unsigned n_threads)
{
    int rc = 0;
    (void)n_threads;
    for (size_t i = 0; rc >= 0 && i < n; i++)
        rc = bl_stats_add(tally, streams[i], NULL, 1, NULL);
    return rc;
}
#else
static void take_failure(void *context, uint64_t stream, const struct bl_error *err)
{
    (void)stream;
    *(int *)context = err->status;
}

static int add_all(struct bl_stats *tally, const struct bl_stream *const *streams, size_t n,
                   unsigned n_threads)
{
    int failure = 0;
    int rc = bl_stats_add_all(tally, streams, n, n_threads, take_failure, &failure, NULL);
    return rc < 0 ? rc : failure;
}
#endif

/* ALL has room for the streams of TASK, and ONE for what it points at. */
static int tally_all(const struct reader *r, const struct bench_task *task, struct bl_stream *one,
                     const struct bl_stream **all, struct bench_sink *sink)
{
    struct bl_stats *tally;
    int rc = bl_stats_open(&tally, 0, NULL);
    if (rc < 0)
        return rc;
    for (size_t i = 0; rc >= 0 && i < task->n_streams; i++) {
        struct bl_view bytes = {task->streams[i].data, task->streams[i].size};
        rc = bl_stream_locate(bytes, &one[i], NULL);
        one[i].cpu = r->stream.cpu;
        all[i] = &one[i];
    }
    if (rc >= 0)
        rc = add_all(tally, all, task->n_streams, task->threads ? task->threads : 1);
    take_tally(sink, tally);
    bl_stats_close(tally);
    return rc;
}

static int run_tally_all(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct bl_stream *one = calloc(task->n_streams, sizeof *one);
    const struct bl_stream **all = calloc(task->n_streams, sizeof *all);
    int rc = one && all ? tally_all(state, task, one, all, sink) : -1;
    free(one);
    free(all);
    return rc;
}
#define RUN_TALLY_ALL [BENCH_TALLY_ALL] = run_tally_all,
#else
static int run_tally(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct reader *r = state;
    struct bl_walk *walk;
    struct bl_event event;
    struct {
        uint32_t blocks;
        uint64_t records;
    } tally[MAX_TALLY] = {{0, 0}};
    (void)task;
    int rc = bl_walk_open(&walk, &r->stream, BL_WALK_SKIP, NULL, NULL);
    if (rc < 0)
        return rc;
    while ((rc = bl_walk_next(walk, &event, NULL)) > 0 && event.block->block_id < MAX_TALLY)
        if (event.kind == BL_EVENT_RECORD)
            tally[event.block->block_id].records++;
        else if (event.kind == BL_EVENT_BLOCK)
            tally[event.block->block_id].blocks++;
    bl_walk_close(walk);
    for (uint32_t id = 1; id < MAX_TALLY; id++)
        if (tally[id].blocks)
            bench_take_count(sink, tally[id].blocks, tally[id].records);
    return rc == 0 ? 0 : -1;
}
#define RUN_TALLY_ALL
#endif

/* ---- Threads ---- */

#ifndef BENCH_WITHOUT_SPLIT
struct pieces {
    struct bl_split *split;
    struct bench_sink *total;
    struct bench_sink sinks[PIECES_AT_ONCE]; /* by job modulo their number */
    struct {
        struct reader reader;
        struct bl_walk *walk;
    } threads[MAX_THREADS];
};

static int read_piece(void *context, unsigned thread, uint64_t job)
{
    struct pieces *pieces = context;
    struct bl_walk **walk = &pieces->threads[thread].walk;
    struct bench_sink sink = bench_sink_empty(pieces->total->hashing);
    int rc = 0;
    if (bl_split_has(pieces->split, (uint32_t)job)) {
        rc = bl_split_walk(pieces->split, (uint32_t)job, WALK_FLAGS, walk, NULL);
        if (rc >= 0)
            rc = take_walk(&pieces->threads[thread].reader, *walk, false, &sink);
    }
    pieces->sinks[job % PIECES_AT_ONCE] = sink; /* only now: those in the array share cache lines */
    return rc;
}

static int take_piece(void *context, uint64_t job)
{
    struct pieces *pieces = context;
    bench_sink_join(pieces->total, &pieces->sinks[job % PIECES_AT_ONCE]);
    return 0;
}

static void close_pieces(struct pieces *pieces)
{
    for (int i = 0; i < MAX_THREADS; i++) {
        bl_walk_close(pieces->threads[i].walk);
        bl_record_release(&pieces->threads[i].reader.record);
#ifndef BENCH_WITHOUT_BATCH
        bl_batch_release(&pieces->threads[i].reader.batch);
#endif
    }
    bl_split_close(pieces->split);
    free(pieces);
}

static int read_pieces(struct reader *r, unsigned threads, struct bench_sink *sink)
{
    struct pieces *pieces = calloc(1, sizeof *pieces);
    int rc = -1;
    if (!pieces)
        return -1;
    pieces->total = sink;
    if (bl_split_open(&pieces->split, &r->stream, PIECE_BYTES, NULL) == BL_OK) {
        uint64_t most_pieces = r->stream.bytes.size / (PIECE_BYTES / 2) + 1;
        rc = bl_parallel(threads < MAX_THREADS ? threads : MAX_THREADS, most_pieces, PIECES_AT_ONCE,
                         read_piece, take_piece, pieces);
    }
    close_pieces(pieces);
    return rc;
}
#endif

static int run_read(void *state, const struct bench_task *task, struct bench_sink *sink)
{
#ifndef BENCH_WITHOUT_SPLIT
    if (task->threads > 1)
        return read_pieces(state, task->threads, sink);
#else
    (void)task;
#endif
    return take_stream(state, false, sink);
}

/* ---- Index ---- */

/* One block's own records; its sub-blocks are reported. */
static int read_own(struct reader *r, struct bl_index *index, uint32_t block, bool tell_blocks,
                    struct bench_sink *sink)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    int rc = bl_index_cursor(index, block, &cursor, NULL);
    while (rc >= 0 && (rc = cursor_records(r, &cursor, sink)) >= 0 &&
           (rc = bl_cursor_next(&cursor, &entry)) > 0) {
        if (entry.kind == BL_ENTRY_RECORD && (rc = bl_cursor_read(&cursor, &r->record)) >= 0)
            take_record(sink, &r->record);
        else if (entry.kind == BL_ENTRY_BLOCK && tell_blocks)
            bench_take_block(sink, entry.block.block_id);
    }
    bl_cursor_release(&cursor);
    return rc;
}

/* The same, its records leapt over. */
static int count_own(struct bl_index *index, uint32_t block, struct bench_sink *sink)
{
    uint32_t first;
    uint32_t n;
    int rc = bl_index_children(index, block, &first, &n, NULL);
    for (uint32_t i = first; rc >= 0 && i < first + n; i++)
        bench_take_block(sink, bl_index_get(index, i).block.block_id);
    bench_take_count(sink, 0, bl_index_get(index, block).n_records);
    return rc;
}

static int index_top_blocks(struct reader *r, bool skips, struct bench_sink *sink)
{
    struct bl_index *index;
    if (bl_index_open(&index, &r->stream, NULL) < 0)
        return -1;
    uint32_t n_top = bl_index_count(index);
    int rc = 0;
    for (uint32_t i = 0; i < n_top && rc >= 0; i++) {
        uint32_t block_id = bl_index_get(index, i).block.block_id;
        bench_take_block(sink, block_id);
        if (block_id != 0)
            rc = skips ? count_own(index, i, sink) : read_own(r, index, i, true, sink);
    }
    bl_index_close(index);
    return rc;
}

static int run_index_read(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    (void)task;
    return index_top_blocks(state, false, sink);
}

static int run_index_skip(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    (void)task;
    return index_top_blocks(state, true, sink);
}

/* The block that TASK looks for, or BL_NONE. */
static uint32_t find_block(struct bl_index *index, const struct bench_task *task)
{
    uint32_t left = task->nth;
    uint32_t n_top = bl_index_count(index);
    for (uint32_t i = 0; i < n_top; i++) {
        uint32_t first;
        uint32_t n;
        if (bl_index_children(index, i, &first, &n, NULL) < 0)
            return BL_NONE;
        for (uint32_t k = first; k < first + n; k++)
            if (bl_index_get(index, k).block.block_id == task->block_id && left-- == 0)
                return k;
    }
    return BL_NONE;
}

static int run_find(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct reader *r = state;
    struct bl_index *index;
    if (bl_index_open(&index, &r->stream, NULL) < 0)
        return -1;
    int rc = 0;
    uint32_t block = find_block(index, task);
    if (block != BL_NONE) {
        bench_take_block(sink, task->block_id);
        rc = read_own(r, index, block, false, sink);
    }
    bl_index_close(index);
    return rc;
}

/* ---- Bodies ---- */

#ifndef BENCH_WITHOUT_BODIES
static bool is_debug_intrinsic(const struct bl_global *global)
{
    return global->kind == BL_GLOBAL_FUNCTION && global->name.size > 9 &&
           memcmp(global->name.data, "llvm.dbg.", 9) == 0;
}

static int read_bodies(struct bl_module *module, const struct bl_global *globals, uint32_t n,
                       struct bench_sink *sink)
{
    struct bl_function *f;
    struct bl_instruction inst;
    int rc = bl_function_open(&f, module, BL_NONE, NULL);
    for (uint32_t i = 0; i < n && rc >= 0; i++) {
        uint64_t n_instructions = 0;
        if (globals[i].body == BL_NONE || (rc = bl_function_load(f, i, NULL)) < 0)
            continue;
        while ((rc = bl_function_next(f, &inst, NULL)) > 0)
            n_instructions += inst.opcode != BL_OP_CALL || inst.operands[0].number >= n ||
                              !is_debug_intrinsic(&globals[inst.operands[0].number]);
        bench_take_body(sink, n_instructions, bl_function_body(f)->n_basic_blocks);
    }
    bl_function_close(f);
    return rc;
}

static int run_bodies(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct reader *r = state;
    struct bl_index *index;
    struct bl_module *module = NULL;
    const struct bl_global *globals;
    uint32_t n;
    (void)task;
    if (bl_index_open(&index, &r->stream, NULL) < 0)
        return -1;
    int rc = bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL);
    if (rc >= 0)
        rc = bl_module_globals(module, &globals, &n, NULL);
    if (rc >= 0)
        rc = read_bodies(module, globals, n, sink);
    bl_module_close(module);
    bl_index_close(index);
    return rc;
}
#define RUN_BODIES [BENCH_BODIES] = run_bodies,
#else
#define RUN_BODIES
#endif

/* ---- Arrays ---- */

#ifndef BENCH_WITHOUT_BITS
static uint64_t read_array(const struct bl_bits *bits, const struct bench_array *a, uint64_t *out)
{
    switch (a->encoding) {
    case BL_ENC_VBR: return bl_bits_read_vbr_run(bits, a->first_pos, a->width, out, a->n);
    case BL_ENC_FIXED: return bl_bits_read_fixed_run(bits, a->first_pos, a->width, out, a->n);
    default: return bl_bits_read_char6_run(bits, a->first_pos, out, a->n);
    }
}

static int run_arrays(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct reader *r = state;
    struct bl_bits bits = bl_bits_over(r->stream.bytes, r->cpu);
    for (size_t i = 0; i < task->n_arrays; i++) {
        if (read_array(&bits, &task->arrays[i], r->values) > bits.end)
            return -1;
        bench_take_values(sink, r->values, task->arrays[i].n);
    }
    return 0;
}

static int run_text(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct reader *r = state;
    struct bl_bits bits = bl_bits_over(r->stream.bytes, r->cpu);
    char text[BENCH_MAX_ARRAY];
    for (size_t i = 0; i < task->n_arrays; i++) {
        const struct bench_array *array = &task->arrays[i];
        if (bl_bits_read_char6_text(&bits, array->first_pos, text, array->n) > bits.end)
            return -1;
        bench_take_text(sink, text, array->n);
    }
    return 0;
}

static int run_skip_arrays(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct reader *r = state;
    struct bl_bits bits = bl_bits_over(r->stream.bytes, r->cpu);
    for (size_t i = 0; i < task->n_arrays; i++) {
        const struct bench_array *a = &task->arrays[i];
        uint64_t pos = a->encoding == BL_ENC_VBR
                           ? bl_bits_skip_vbr_run(&bits, a->first_pos, a->width, a->n)
                           : a->first_pos + (uint64_t)a->n * a->width;
        if (pos > bits.end)
            return -1;
        bench_take_end(sink, pos, a->n);
    }
    return 0;
}
#endif

/* ---- Engines ---- */

/* Of enum bl_cpu, which old headers lack. */
static const int cpus[] = {0, 1, 2, 3, 4};

enum {
    N_CPUS = sizeof cpus / sizeof cpus[0]
};

static bool usable(int cpu)
{
#ifndef BENCH_WITHOUT_BITS
    return bl_cpu_usable((enum bl_cpu)cpu);
#else
    return cpu == 0;
#endif
}

static void *open_reader(const struct bench_engine *engine, const uint8_t *data, size_t size)
{
    const int *cpu = engine->own;
    struct reader *r = calloc(1, sizeof *r);
    if (r && bl_stream_locate((struct bl_view){data, size}, &r->stream, NULL) < 0) {
        free(r);
        return NULL;
    }
    (void)cpu;
#ifndef BENCH_WITHOUT_BITS
    if (r)
        r->cpu = r->stream.cpu = (enum bl_cpu) * cpu;
#endif
    return r;
}

static void close_reader(void *state)
{
    struct reader *r = state;
    bl_record_release(&r->record);
#ifndef BENCH_WITHOUT_BATCH
    bl_batch_release(&r->batch);
#endif
    free(r);
}

// clang-format off
#ifndef BENCH_WITHOUT_BITS
#define RUN_ARRAYS                                                                                 \
    [BENCH_ARRAYS] = run_arrays, [BENCH_TEXT] = run_text, [BENCH_SKIP_ARRAYS] = run_skip_arrays,
#else
#define RUN_ARRAYS
#endif

#define ENGINE(suffix, text, number)                                                               \
    {                                                                                              \
        .version = BENCH_ENGINE_VERSION,                                                           \
        .name = BENCH_BITLEAP_NAME suffix,                                                         \
        .about = "this library, " text,                                                            \
        .own = &cpus[number],                                                                      \
        .open = open_reader,                                                                       \
        .close = close_reader,                                                                     \
        .run = {                                                                                   \
            RUN_ARRAYS                                                                             \
            [BENCH_READ] = run_read,                                                               \
            [BENCH_SKIP] = run_skip,                                                               \
            [BENCH_TALLY] = run_tally,                                                             \
            [BENCH_INDEX_READ] = run_index_read,                                                   \
            [BENCH_INDEX_SKIP] = run_index_skip,                                                   \
            [BENCH_FIND] = run_find,                                                               \
            RUN_TALLY_ALL                                                                          \
            RUN_BODIES                                                                             \
        },                                                                                         \
    }
// clang-format on

const struct bench_engine *bench_bitleap(unsigned n)
{
    static const struct bench_engine engines[N_CPUS] = {
        ENGINE("", "best for this CPU", 0),       ENGINE("-generic", "plain C", 1),
        ENGINE("-bmi2", "x86-64 with BMI2", 2),   ENGINE("-avx2", "and with AVX2", 3),
        ENGINE("-avx512", "and with AVX-512", 4),
    };
    for (int i = 0; i < N_CPUS; i++)
        if (usable(cpus[i]) && n-- == 0)
            return &engines[i];
    return NULL;
}
