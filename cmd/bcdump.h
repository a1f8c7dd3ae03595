/* cmd/bcdump.h - what llvm-bcanalyzer --dump prints, event by event
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BCDUMP_H
#define CMD_BCDUMP_H

#include "bitleap.h"
#include "out.h"

struct bcdump_options {
    bool blockinfo;    /* --dump-blockinfo */
    bool non_symbolic; /* --non-symbolic */
    bool binary_blobs; /* --show-binary-blobs */
    const char *check_hash;
};

/* One open block. */
struct bcdump_level {
    bool shown;
    char *name;         /* as it was printed when the block began; malloc'ed */
    uint64_t index_pos; /* where METADATA_INDEX_OFFSET says that the index is */
};

/* How the line of a record begins, "<NAME" and with --non-symbolic its code; kept for most. */
enum {
    HEAD_BLOCKS = 32,
    HEAD_CODES = 64,
    HEAD_BYTES = 63
};

struct bcdump_head {
    uint8_t size; /* 0: not made yet */
    char text[HEAD_BYTES];
};

struct bcdump {
    struct out *out;
    const struct bcdump_options *options;
    const struct bl_stream *stream;
    struct bcdump_level *levels;
    uint32_t n_levels, cap_levels;
    struct bcdump_head (*heads)[HEAD_CODES]; /* by block id and code; NULL: no memory */
};

/* What llvm-bcanalyzer calls a block or record; data is NULL where it calls it unknown. STATED is the
 * name that BLOCKINFO gives. */
struct bl_view llvm_block_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                   uint32_t block_id);
struct bl_view llvm_record_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                    uint32_t block_id, uint32_t code);
struct bl_view llvm_block_label(const struct bl_walk *walk, enum bl_stream_kind kind,
                                uint32_t block_id);
struct bl_view llvm_record_label(const struct bl_walk *walk, enum bl_stream_kind kind,
                                 uint32_t block_id, uint32_t code);

void bcdump_wrapper(struct out *o, const struct bl_wrapper *wrapper);

/* All pointers are borrowed until bcdump_release(). */
void bcdump_init(struct bcdump *d, struct out *out, const struct bcdump_options *options,
                 const struct bl_stream *stream);

/* Print EVENT. Negative: what LLVM finds wrong only when it prints, with ERR told. */
int bcdump_event(struct bcdump *d, const struct bl_walk *walk, const struct bl_event *event,
                 struct bl_error *err);

/* After a failure of the walk: a BLOCKINFO block is announced before it is read. */
void bcdump_failed_entry(struct bcdump *d, const struct bl_error *err);

void bcdump_release(struct bcdump *d);

#endif
