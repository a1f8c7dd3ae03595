/* dump/text_dumper.h - prints blocks, abbreviations and records, as text or JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_TEXT_DUMPER_H
#define CMD_TEXT_DUMPER_H

#include "dump/block_filter.h"
#include "dump/dumper.h"
#include "input/input.h"

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

/* OPTIONS and INPUT are borrowed until dumper_close(). */
struct dumper *text_dumper_open(const struct text_options *options, const struct input *input);

#endif
