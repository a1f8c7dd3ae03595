/* dump/text_dumper.h - prints blocks, abbreviations and records, as text or JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_TEXT_DUMPER_H
#define CMD_TEXT_DUMPER_H

#include "dump/dumper.h"
#include "input/input.h"

/* What --block asks for: a block by number, or by a name that may mean another in each stream. */
struct block_filter {
    const char *name; /* NULL: by number */
    uint32_t role;    /* bl_ir_block_role(); BL_NONE: LLVM IR has none of the name */
};

/* TEXT is borrowed. False: it begins as a number does, and is none. */
bool block_filter_parse(const char *text, struct block_filter *filter);

/* Whether FILTER asks for a block of ROLE in a stream of KIND, whose BLOCKINFO calls it STATED.
 * Case and _BLOCK at the end do not matter. */
bool block_filter_matches(const struct block_filter *filter, enum bl_stream_kind kind,
                          struct bl_view stated, uint32_t role);

enum {
    MAX_FILTERS = 64
};

/* What to print, and how. */
struct text_options {
    bool json, blobs;
    struct block_filter filters[MAX_FILTERS];
    int n_filters; /* 0: all blocks */
    bool has_at;
    uint64_t at; /* only what is at this bit; the dumper is done when it was found */
};

/* Whether OPTIONS want the entries of LEVEL, the innermost one of D. */
bool dump_shows(const struct dumper *d, const struct text_options *options,
                const struct dump_level *level);

/* Whether an entry covers the bit that --at names, or none is named; then D is done. A block's own
 * bits are its header. */
bool dump_covers(struct dumper *d, const struct text_options *options, uint64_t bit_pos,
                 uint64_t end_pos);

/* OPTIONS and INPUT are borrowed until dumper_close(). */
struct dumper *text_dumper_open(const struct text_options *options, const struct input *input);

#endif
