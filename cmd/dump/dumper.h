/* dump/dumper.h - gives the entries of a walk to a printer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A walk has an entry as an event, or in a batch with many others; the walk of a piece of a stream
 * begins inside blocks. A printer sees neither: it is called for blocks, abbreviations and records.
 */
#ifndef CMD_DUMPER_H
#define CMD_DUMPER_H

#include "dump/line_prefix.h"

#include <sha1.h>

/* An open block. */
struct dump_level {
    uint32_t block_id, role; /* role: block_id unless dumper.by_role */
    uint32_t prefix_block;   /* the number of the role in the line prefixes */
    bool is_begun;           /* its beginning was among the entries */
    uint64_t body_pos;       /* first bit of its body; 0: not known */
    /* The printer's, set when the level opens: */
    bool shown;     /* its records are printed */
    bool by_events; /* they must come as events, not in batches */
    /* The LLVM printer's alone: */
    struct bl_view label; /* as printed when the block began: static, or */
    char *stated;         /* the stream's own, a copy; malloc'ed */
    uint32_t n_cleared;   /* line_prefixes.n_cleared then */
    uint64_t index_pos;   /* where METADATA_INDEX_OFFSET says that the index is; 0: it did not */
    SHA1_CTX sha1;        /* of its body up to byte hashed_to */
    uint64_t hashed_to;   /* 0: of nothing */
};

struct dumper;

struct dump_printer {
    /* A walk begins. May be NULL. */
    void (*begin_walk)(struct dumper *d);
    /* A level has opened, and is the innermost one. */
    void (*open_level)(struct dumper *d, struct dump_level *level);
    /* The innermost level's block begins with EVENT. */
    void (*begin_block)(struct dumper *d, const struct bl_event *event);
    /* ENDED's block has ended; its level is gone. BIT_POS and END_POS are its END_BLOCK's. */
    void (*end_block)(struct dumper *d, const struct dump_level *ended, uint64_t bit_pos,
                      uint64_t end_pos);
    void (*abbrev)(struct dumper *d, const struct bl_event *event);
    /* The records of BATCH from number I on, up to an entry that is none; returns its number. All
     * are in the innermost block. */
    uint32_t (*records)(struct dumper *d, const struct bl_batch *batch, uint32_t i);
    /* A walk has ended, or failed with ERR. May be NULL. */
    void (*end_walk)(struct dumper *d, const struct bl_error *err);
    /* Release what is the printer's own. May be NULL. */
    void (*release)(struct dumper *d);
};

/* The first member of a printer's own struct. */
struct dumper {
    const struct dump_printer *printer;
    const struct bl_stream *stream;
    bool by_role; /* blocks have roles of LLVM IR, bl_ir_block_role() */
    bool counts;  /* the printer counts: it goes on where OUT is full */
    struct out *out;
    struct bl_walk *walk;
    const struct bl_event *event; /* at hand; NULL: a batch is */
    struct dump_level *levels;
    uint32_t n_levels, cap_levels;
    uint32_t n_around;       /* blocks around levels[0] */
    bool is_begun;           /* there has been an entry */
    bool is_lost;            /* what is before the first entry matters: the text is wrong */
    bool is_done;            /* the printer needs no more */
    struct bl_error failure; /* what it found wrong; status is BL_OK: nothing */
    struct line_prefixes prefixes;
    struct bl_batch batch;
};

/* A dumper with room for SIZE bytes, zeroes after the dumper itself. Without memory the process
 * ends. */
struct dumper *dumper_open(const struct dump_printer *printer, const struct bl_stream *stream,
                           size_t size);
/* NULL is ignored. */
void dumper_close(struct dumper *d);

/* Print all of WALK to OUT, or as much as OUT holds, or until it is lost or done. Negative: a
 * failure of the walk or the printer, reported in ERR. */
int dumper_walk(struct dumper *d, struct bl_walk *walk, struct out *out, struct bl_error *err);

/* The same for what follows a failure, if the walk recovers. */
int dumper_go_on(struct dumper *d, struct bl_error *err);

static inline struct dump_level *innermost_level(const struct dumper *d)
{
    return &d->levels[d->n_levels - 1];
}

/* Blocks around an entry of the innermost one. */
static inline uint32_t dumper_depth(const struct dumper *d)
{
    return d->n_around + d->n_levels;
}

#endif
