/* cmd/labels.h - what a block or record is called where people read it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The stream's own BLOCKINFO comes first, then LLVM IR's names in IR streams, then the number.
 */
#ifndef CMD_LABELS_H
#define CMD_LABELS_H

#include "bitleap.h"
#include "out.h"

/* Of a name that the stream states, no more is shown; escaped, a byte takes four at most. */
enum {
    LABEL_BYTES = 128
};

/* STATED is the name from BLOCKINFO, or empty. */
void put_block_name(struct out *o, enum bl_stream_kind kind, struct bl_view stated,
                    uint32_t parent_id, uint32_t block_id);
void put_record_name(struct out *o, enum bl_stream_kind kind, struct bl_view stated,
                     uint32_t block_id, uint32_t code);

/* "function"; "assembly" where KIND is 0: a symbol of module assembly. */
const char *global_kind_name(enum bl_global_kind kind);

/* A block that --block asks for, by number or by a name that may mean another in each stream. */
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
