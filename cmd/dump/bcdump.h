/* cmd/bcdump.h - what llvm-bcanalyzer --dump prints, event by event
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BCDUMP_H
#define CMD_BCDUMP_H

#include "base/out.h"
#include "dump/bccount.h"
#include "dump/heads.h"

#include <sha1.h>

struct bcdump_options {
    bool blockinfo;    /* --dump-blockinfo */
    bool non_symbolic; /* --non-symbolic */
    bool binary_blobs; /* --show-binary-blobs */
    const char *check_hash;
};

/* One open block. */
struct bcdump_level {
    struct bccount_place place;
    bool shown;
    bool is_begun;        /* its beginning was among the events; otherwise there is no label */
    struct bl_view label; /* as it was printed when the block began: static, or */
    char *stated;         /* the stream's own, a copy; malloc'ed */
    uint64_t body_pos;    /* first bit of its body; 0: not known */
    uint64_t index_pos;   /* where METADATA_INDEX_OFFSET says that the index is; 0: it did not */
    SHA1_CTX sha1;        /* of its body up to byte HASHED_TO */
    uint64_t hashed_to;   /* 0: of nothing */
};

/* What a block is called, by the names in force when heads had been forgotten so often. */
struct bcdump_label {
    struct bl_view text;
    uint32_t n_forgotten;
    bool is_known, is_stated;
    struct kept_text begin, end; /* of its lines: up to the first number, and all */
};

struct bcdump {
    /* Of pieces of a stream: whether it was known before that a BLOCKINFO stands at this bit. NULL:
     * it does not matter. */
    bool (*foresees)(const void *context, uint64_t bit_pos);
    /* And what earlier pieces have found to be index_pos of the block whose body is at BODY_POS; 0:
     * nothing. Where they may yet find it, OUT is full from then on. */
    uint64_t (*recalls)(void *context, uint64_t body_pos, struct out *out);
    void *context;
    struct bccount *count; /* not NULL: all is counted, whether OUT holds it or not */
    struct out *out;
    const struct bcdump_options *options;
    const struct bl_stream *stream;
    struct bcdump_level *levels;
    uint32_t n_levels, cap_levels;
    uint32_t n_around; /* blocks around levels[0] */
    bool is_begun;     /* there has been an event */
    bool is_lost; /* what is before the first event may matter: what is printed means nothing */
    struct heads heads;                           /* by the names in force */
    struct bcdump_label labels[HEADS_BLOCKS + 1]; /* the last one for blocks that have none */
    const struct bl_walk *walk;                   /* at hand */
    struct bl_batch batch;
};

/* What llvm-bcanalyzer calls a block or record; data is NULL where it calls it unknown. STATED is
 * the name that BLOCKINFO gives. */
struct bl_view llvm_block_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                   uint32_t block_id);
struct bl_view llvm_record_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                    uint32_t block_id, uint32_t code);
void bcdump_wrapper(struct out *o, const struct bl_wrapper *wrapper);

/* How to open a walk for bcdump_walk(), beside what rules it keeps. */
unsigned bcdump_walk_flags(const struct bcdump_options *options);

/* All pointers are borrowed until bcdump_release(). */
void bcdump_init(struct bcdump *d, struct out *out, const struct bcdump_options *options,
                 const struct bl_stream *stream);

/* Print all of WALK, or as much as OUT holds, or until it is lost. Negative: a failure of the walk,
 * or what LLVM finds wrong only when it prints, with ERR told. */
int bcdump_walk(struct bcdump *d, struct bl_walk *walk, struct bl_error *err);

/* Begin anew, with another walk and output. */
void bcdump_restart(struct bcdump *d, struct out *out);

void bcdump_release(struct bcdump *d);

#endif
