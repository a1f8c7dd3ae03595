/* analysis/ranking.h - what streams are made of, to be sorted by size
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_RANKING_H
#define CMD_RANKING_H

#include "analysis/groups.h"
#include "analysis/stream_modules.h"

enum rank_by {
    RANK_FUNCTIONS, /* blocks of function bodies */
    RANK_GLOBALS,   /* constants that initializers of variables are made of */
    RANK_METADATA,  /* records of metadata blocks, by kind */
    RANK_MODULES,
    RANK_BLOCKS, /* by role */
    RANK_SOURCES,
    /* Functions and variables together, by what they belong to: in the order of enum group_by. */
    RANK_CRATES,
    RANK_NAMESPACES,
    RANK_TEMPLATES,
    RANK_DIRECTORIES,
    RANK_SECTIONS,
    RANK_SYMBOLS,
};

struct ranked {
    uint64_t bits;
    uint64_t count;   /* metadata, blocks, groups: how many there are */
    uint64_t bit_pos; /* functions, globals, modules */
    /* The module; of sources, in.item is the source's number; of blocks, metadata and groups, which
     * are those of all streams, it is BL_NONE. */
    struct stream_module in;
    uint32_t value;          /* globals; functions: filled in by ranking_find_values() */
    uint32_t block_id, code; /* metadata, blocks */
    enum bl_stream_kind kind;
    uint32_t parent_id;
    struct bl_view name; /* of a block, as its stream states it; of a group */
    uint32_t group;      /* groups: its number */
};

/* What is not in rows. */
struct rest {
    const char *what;
    uint64_t bits;
};

enum {
    MOST_RESTS = 5
};

struct ranking {
    struct ranked *rows; /* largest first */
    uint32_t n, cap;
    struct rest rests[MOST_RESTS]; /* with the rows, all bits there are */
    uint32_t n_rests;
    uint64_t bits; /* of all files */
    uint32_t n_files;
    struct bl_stats *stats; /* names of rows are borrowed from it; may be NULL */
    struct groups groups;   /* likewise */
};

/* Whether rows are for groups. */
static inline bool ranks_groups(enum rank_by by)
{
    return by >= RANK_CRATES;
}

/* Rank what STREAMS have, and report what is wrong in them. Groups are those of GROUPING, whose
 * outermost is BY. */
void ranking_make(struct ranking *ranking, enum rank_by by, const struct grouping *grouping,
                  struct streams *streams);

/* What is said of a group that has what is of none of its kind. */
const char *of_no_group(enum group_by by);
void ranking_release(struct ranking *ranking);

/* Fill in which functions the first N rows of RANK_FUNCTIONS are. */
void ranking_find_values(struct ranking *ranking, uint32_t n, const struct streams *streams);

#endif
