/* cmd/wanted.h - blocks that are asked for by name or number
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_WANTED_H
#define CMD_WANTED_H

#include "bitleap.h"

/* What --block asks for: a block by number, or by a name that may mean another in each stream. */
struct wanted_block {
    const char *name; /* NULL: by number */
    uint32_t role;    /* bl_ir_block_role(); BL_NO_BLOCK: LLVM IR has none of the name */
};

/* TEXT is borrowed. False: it begins as a number does, and is none. */
bool parse_block(const char *text, struct wanted_block *wanted);

/* Whether WANTED is a block of ROLE in a stream of KIND, whose BLOCKINFO calls it STATED. Case and
 * _BLOCK at the end do not matter. */
bool is_wanted_block(const struct wanted_block *wanted, enum bl_stream_kind kind,
                     struct bl_view stated, uint32_t role);

#endif
