/* dump/dump_counts.h - counting blocks and records while they are dumped
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The summary at the end of a dump needs another look at each record, unless they are counted
 * when they are printed anyway: then it is two additions, to numbers beside the
 * prefix of the line.
 */
#ifndef CMD_DUMP_COUNTS_H
#define CMD_DUMP_COUNTS_H

#include "dump/dumper.h"

/* Sums for the blocks of one id, as bl_stats_add_blocks() wants them. */
struct dump_sum {
    uint64_t n, bits, n_sub_blocks, n_abbrevs, abbrev_bits;
    uint64_t n_top; /* of n, those at the top level */
};

struct dump_counts {
    struct bl_stats *stats; /* what is not in the following, or in the prefixes */
    enum bl_stream_kind kind;
    struct line_prefixes *prefixes;
    struct dump_sum sums[PREFIX_BLOCKS + 1]; /* the last one for blocks that have none */
    bool failed;                             /* no memory */
};

/* PREFIXES are borrowed until dump_counts_release(). False: no memory. */
bool dump_counts_init(struct dump_counts *c, enum bl_stream_kind kind,
                      struct line_prefixes *prefixes);
void dump_counts_release(struct dump_counts *c);

/* Add all of it to STATS. False: no memory, then or before. */
bool dump_counts_add_to(struct dump_counts *c, struct bl_stats *stats);

/* A block begins or ends in the one AROUND, or (NULL) at the top level. */
void dump_counts_begin(struct dump_counts *c, const struct dump_level *block,
                       const struct dump_level *around, uint64_t header_pos);
void dump_counts_end(struct dump_counts *c, const struct dump_level *block,
                     const struct dump_level *around, uint64_t end_pos);
void dump_counts_abbrev(struct dump_counts *c, const struct dump_level *block, uint64_t bits);

/* A record of a batch that has no prefix. Those that have one are counted there. */
void dump_counts_record(struct dump_counts *c, const struct dump_level *block,
                        const struct bl_batch_record *rec);

#endif
