/* cmd/dumper.h - prints blocks, abbreviations and records, as text or JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_DUMPER_H
#define CMD_DUMPER_H

#include "dump/heads.h"
#include "dump/wanted.h"
#include "input/input.h"

enum {
    MAX_WANTED = 64,
    DUMPER_CODES = 128
};

/* What to print, and how. */
struct dumper_options {
    bool json, blobs;
    struct wanted_block wanted[MAX_WANTED];
    int n_wanted; /* 0: all */
    bool has_at;
    uint64_t at; /* only what stands at this bit */
};

/* An open block. */
struct dumper_level {
    uint32_t block_id, role;
    uint32_t heads_block; /* stands for the role in the heads */
    bool is_wanted;
};

struct dumper {
    const struct dumper_options *options;
    struct out *out;
    const struct input *input;
    struct bl_walk *walk; /* at hand */
    struct dumper_level *levels;
    uint32_t n_levels, cap_levels;
    uint32_t n_around;  /* blocks around levels[0] */
    bool is_begun;      /* there has been an event */
    bool is_lost;       /* what is before the first event matters: what is printed means nothing */
    bool found;         /* what options->at asks for */
    struct heads heads; /* by role */
    uint8_t text_at[HEADS_BLOCKS][DUMPER_CODES]; /* where records are text; dumper.c knows how */
    char *line_begin; /* JSON: all that is the same in the lines of a file's records; malloc'ed */
    size_t line_begin_size;
    struct bl_batch batch;
};

/* INPUT is borrowed until dumper_release(). False: no memory. */
bool dumper_init(struct dumper *d, const struct dumper_options *options, const struct input *input);

void dumper_release(struct dumper *d);

/* Print to OUT all of WALK, or as much as OUT holds, or up to what options->at asks for, or until
 * it is lost. Negative: a failure, with ERR told. */
int dumper_walk(struct dumper *d, struct bl_walk *walk, struct out *out, struct bl_error *err);

/* The same of what is behind damage that it returned, where the walk recovers. */
int dumper_go_on(struct dumper *d, struct bl_error *err);

#endif
