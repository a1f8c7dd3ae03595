/* cmd/content.h - what functions and globals are, whatever numbers their modules use
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The bytes of a body tell types, globals and constants by numbers, which are the module's own: the
 * same function in two modules rarely has the same bytes. Here it is hashed as it reads: opcodes,
 * types and operands in LLVM's syntax, flags. Left out are metadata, debug locations and names of
 * local values; attributes and alignment of what it refers to belong to that.
 */
#ifndef CMD_CONTENT_H
#define CMD_CONTENT_H

#include "bitleap.h"

/* Of the body of function VALUE of MODULE, whose bytes have hash BYTES; FUNCTION is open
 * for any of them. */
int content_of_body(struct bl_module *module, struct bl_function *function, uint32_t value,
                    struct bl_hash bytes, struct bl_hash *hash, struct bl_error *err);

/* Of global value VALUE: its properties, its type, and what it is initialized with or stands for. A
 * function's body does not count. */
int content_of_global(struct bl_module *module, uint32_t value, struct bl_hash *hash,
                      struct bl_error *err);

static inline bool is_same_hash(const struct bl_hash *a, const struct bl_hash *b)
{
    return a->low == b->low && a->high == b->high;
}

#endif
