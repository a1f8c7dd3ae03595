/* engine.h - what a decoder has to bring to be measured
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An engine is one decoder: a table of functions, one for each kind of work. Those built in are
 * found by name in engines.c. Any other comes as a shared object that defines
 *
 *   const struct bench_engine *bench_engine(unsigned n);   the n-th engine, or NULL after the last
 *
 * and is named with --engine ./mine.so. bench/example_engine.c is a small one to start
 * from. C and C++.
 *
 * All that is decoded is given to a sink, which has two modes. While results are compared it hashes
 * everything, in order. While time counts it adds up numbers, codes and the last operand of each
 * record, so that the sink costs next to nothing, and these sums are compared, too. An engine does
 * the same work in both: every operand decoded into memory.
 */
#ifndef BENCH_ENGINE_H
#define BENCH_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes when something below does. */
#define BENCH_ENGINE_VERSION 4

/* Kinds of work. */
enum bench_way {
    BENCH_ARRAYS,      /* each array of the task: its elements as 64-bit integers */
    BENCH_TEXT,        /* each array of the task, of Char6: as characters in bytes */
    BENCH_SKIP_ARRAYS, /* each array of the task: only where it ends */
    BENCH_READ,        /* walk the stream, decode every record */
    BENCH_SKIP,        /* walk the stream, find only codes of records */
    BENCH_TALLY,       /* for every block id, how many blocks and records there are, in any order */
    BENCH_INDEX_READ,  /* top-level blocks: leap over their sub-blocks, decode their own records */
    BENCH_INDEX_SKIP,  /* the same, but only count those records */
    BENCH_FIND,        /* leap to one sub-block of a top-level block, decode its own records */
    BENCH_DUMP,        /* print the file as llvm-bcanalyzer --dump does */
    BENCH_TALLY_ALL,   /* BENCH_TALLY over all streams of the task together */
    BENCH_BODIES,      /* LLVM IR: decode every instruction of each function with a body */
    BENCH_DIS,         /* print the file as llvm-dis does */
    BENCH_DIS_PART,    /* print one function of it */
    BENCH_N_WAYS
};

/* Whether engines are commands: processes, whose output is what counts. */
static inline bool bench_way_is_command(enum bench_way way)
{
    return way == BENCH_DUMP || way == BENCH_DIS || way == BENCH_DIS_PART;
}

/* The longest array. */
#define BENCH_MAX_ARRAY 4096

/* Array elements of one width, the only operands of a record whose code is a literal. All arrays of
 * a task are in the stream's first block. */
struct bench_array {
    uint64_t record_pos; /* bit of the record's abbreviation id */
    uint64_t first_pos;  /* bit of the first element */
    uint32_t n;
    uint8_t encoding; /* 1 fixed, 2 VBR, 4 Char6, as in DEFINE_ABBREV */
    uint8_t width;    /* of an element or chunk */
};

/* A stream's bytes. */
struct bench_stream {
    const uint8_t *data;
    size_t size;
};

struct bench_task {
    const struct bench_array *arrays;
    size_t n_arrays;
    /* BENCH_FIND: the NTH sub-block of a top-level block that has this id. */
    uint32_t block_id;
    uint32_t nth;
    unsigned threads; /* BENCH_READ, BENCH_TALLY_ALL: as many may be used; 0 is one */
    const char *path; /* commands: the file */
    unsigned llvm;    /* BENCH_DIS: the major version that wrote it */
    const char *name; /* BENCH_DIS_PART: of the function, without @ */
    /* BENCH_TALLY_ALL; open() is called once, with the first one. */
    const struct bench_stream *streams;
    size_t n_streams;
};

/* Where results go. To be filled with the functions below only. */
struct bench_sink {
    uint64_t values;  /* array elements, operands */
    uint64_t records; /* those of BLOCKINFO blocks (id 0) are not given */
    uint64_t blocks;
    uint64_t sum;
    uint64_t hash;  /* polynomial in BENCH_FACTOR, so that parts can be joined */
    uint64_t power; /* BENCH_FACTOR to the number of items hashed */
    bool hashing;
};

#define BENCH_FACTOR UINT64_C(0x9E3779B97F4A7C15)

static inline void bench_hash(struct bench_sink *sink, uint64_t item)
{
    sink->hash = sink->hash * BENCH_FACTOR + (item ^ item >> 32) + 1;
    sink->power *= BENCH_FACTOR;
}

static inline void bench_hash_values(struct bench_sink *sink, const uint64_t *values, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bench_hash(sink, values[i]);
}

static inline void bench_hash_bytes(struct bench_sink *sink, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bench_hash(sink, bytes[i]);
}

/* An array's elements. */
static inline void bench_take_values(struct bench_sink *sink, const uint64_t *values, size_t n)
{
    sink->values += n;
    sink->sum += n ? values[n - 1] : 0;
    if (sink->hashing)
        bench_hash_values(sink, values, n);
}

/* An array's elements as bytes. */
static inline void bench_take_text(struct bench_sink *sink, const char *text, size_t n)
{
    sink->values += n;
    sink->sum += n ? (uint8_t)text[n - 1] : 0;
    if (sink->hashing)
        bench_hash_bytes(sink, (const uint8_t *)text, n);
}

/* An array of N elements that was skipped ended at bit POS. */
static inline void bench_take_end(struct bench_sink *sink, uint64_t pos, size_t n)
{
    sink->values += n;
    sink->sum += pos;
    if (sink->hashing)
        bench_hash(sink, pos);
}

/* A block began. */
static inline void bench_take_block(struct bench_sink *sink, uint32_t block_id)
{
    sink->blocks++;
    sink->sum += block_id;
    if (sink->hashing)
        bench_hash(sink, UINT64_C(1) << 40 | block_id);
}

/* A record was decoded. Operands as LLVM counts them: no code, no blob. */
static inline void bench_take_record(struct bench_sink *sink, uint32_t code, const uint64_t *ops,
                                     size_t n_ops)
{
    sink->records++;
    sink->values += n_ops;
    sink->sum += code + (n_ops ? ops[n_ops - 1] : 0);
    if (sink->hashing) {
        bench_hash(sink, UINT64_C(2) << 40 | code);
        bench_hash(sink, n_ops);
        bench_hash_values(sink, ops, n_ops);
    }
}

/* The blob of the record before, if it had one. */
static inline void bench_take_blob(struct bench_sink *sink, const uint8_t *bytes, size_t n)
{
    sink->sum += n + (n ? bytes[n - 1] : 0);
    if (sink->hashing)
        bench_hash_bytes(sink, bytes, n);
}

/* A record was skipped. */
static inline void bench_take_code(struct bench_sink *sink, uint32_t code)
{
    sink->records++;
    sink->sum += code;
    if (sink->hashing)
        bench_hash(sink, code);
}

/* BENCH_INDEX_SKIP: a top-level block had N_RECORDS; BENCH_TALLY: blocks with one id had. */
static inline void bench_take_count(struct bench_sink *sink, uint32_t n_blocks, uint64_t n_records)
{
    sink->records += n_records;
    sink->blocks += n_blocks;
    sink->sum += n_records;
    if (sink->hashing) {
        bench_hash(sink, n_blocks);
        bench_hash(sink, n_records);
    }
}

/* BENCH_BODIES: a body of N_BLOCKS basic blocks had N instructions, those left out that are calls
 * of intrinsics "llvm.dbg.": newer versions of LLVM make records of them. */
static inline void bench_take_body(struct bench_sink *sink, uint64_t n, uint64_t n_blocks)
{
    sink->records += n;
    sink->sum += n_blocks;
    sink->blocks++;
    if (sink->hashing) {
        bench_hash(sink, n);
        bench_hash(sink, n_blocks);
    }
}

/* An empty sink; BENCH_READ on several threads gives each piece its own, and
 * joins them in order. */
static inline struct bench_sink bench_sink_empty(bool hashing)
{
    struct bench_sink sink = {0, 0, 0, 0, 0, 1, hashing};
    return sink;
}

static inline void bench_sink_join(struct bench_sink *sink, const struct bench_sink *next)
{
    sink->values += next->values;
    sink->records += next->records;
    sink->blocks += next->blocks;
    sink->sum += next->sum;
    sink->hash = sink->hash * next->power + next->hash;
    sink->power *= next->power;
}

/* Results of one piece of work. 0; or negative: the stream cannot be read; or BENCH_DECLINED, in
 * the first run only: this is nothing for the decoder, which takes no part in the row. */
#define BENCH_DECLINED 1
typedef int bench_run_fn(void *state, const struct bench_task *task, struct bench_sink *sink);

struct bench_engine {
    uint32_t version;  /* BENCH_ENGINE_VERSION */
    const char *name;  /* "textbook": short, no spaces or commas */
    const char *about; /* one line: what it is, which version */
    const void *own;   /* for the engine itself */
    /* Make ready to read the stream in DATA, which stays until close(). NULL: cannot. Counted as
     * time for streams, not for arrays. */
    void *(*open)(const struct bench_engine *engine, const uint8_t *data, size_t size);
    void (*close)(void *state);
    bench_run_fn *run[BENCH_N_WAYS]; /* NULL: not something this decoder does */
};

/* What a shared object defines. */
typedef const struct bench_engine *bench_engine_fn(unsigned n);
#define BENCH_ENGINE_SYMBOL "bench_engine"

#ifdef __cplusplus
}
#endif

#endif
