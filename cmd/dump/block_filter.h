/* dump/block_filter.h - blocks asked for by name or number
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BLOCK_FILTER_H
#define CMD_BLOCK_FILTER_H

#include "bitleap.h"

/* What --block asks for: a block by number, or by a name that may mean another in each stream. */
struct block_filter {
    const char *name; /* NULL: by number */
    uint32_t role;    /* bl_ir_block_role(); BL_NO_BLOCK: LLVM IR has none of the name */
};

/* TEXT is borrowed. False: it begins as a number does, and is none. */
bool parse_block(const char *text, struct block_filter *filter);

/* Whether FILTER asks for a block of ROLE in a stream of KIND, whose BLOCKINFO calls it STATED.
 * Case and _BLOCK at the end do not matter. */
bool block_filter_matches(const struct block_filter *filter, enum bl_stream_kind kind,
                          struct bl_view stated, uint32_t role);

#endif
