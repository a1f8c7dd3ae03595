/* dump/llvm_dumper.h - what llvm-bcanalyzer --dump prints
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_LLVM_DUMPER_H
#define CMD_LLVM_DUMPER_H

#include "dump/dumper.h"

struct llvm_options {
    bool blockinfo;    /* --dump-blockinfo */
    bool non_symbolic; /* --non-symbolic */
    bool binary_blobs; /* --show-binary-blobs */
    const char *check_hash;
};

/* What llvm-bcanalyzer calls a block or record; data is NULL where it calls it unknown. STATED is
 * the name that BLOCKINFO gives. */
struct bl_view llvm_block_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                   uint32_t block_id);
struct bl_view llvm_record_label_of(struct bl_view stated, enum bl_stream_kind kind,
                                    uint32_t block_id, uint32_t code);
/* LABEL, or UNKNOWN and the number. */
void llvm_put_label(struct out *o, struct bl_view label, const char *unknown, uint32_t number);
void llvm_dump_wrapper(struct out *o, const struct bl_wrapper *wrapper);

/* Print all of WALK, which was opened with LLVM's rules and the flags llvm_walk_flags(). Negative:
 * a failure of the walk, or what LLVM finds wrong only when it prints, reported in ERR. */
int llvm_dump(struct out *out, const struct llvm_options *options, const struct bl_stream *stream,
              struct bl_walk *walk, struct bl_error *err);
unsigned llvm_walk_flags(const struct llvm_options *options);

/* The same in parallel. What can be counted on the way is counted in STATS; *COUNTED: all of it.
 * False: it has to be done in one go, as of parallel_dump(), and STATS is as it was. */
bool llvm_dump_in_parallel(struct out *out, const struct llvm_options *options,
                           const struct bl_stream *stream, unsigned n_threads,
                           struct bl_stats *stats, bool *counted);

#endif
