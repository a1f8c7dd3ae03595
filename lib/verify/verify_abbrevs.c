/* verify/verify_abbrevs.c - whether all readers read a definition of an abbreviation alike
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What no reader accepts fails the walk: no operands, an unknown encoding, more than 32 bits. What
 * only fails where a record uses it is reported there, as clang defines such abbreviations and uses
 * none: a code that is an array or a blob, an array that is not second to last, its elements
 * literals, arrays or blobs (LLVM before 3.9 read those as something else), operands after a blob.
 *
 * The rest is here: definitions that readers take, and do not agree on. No compiler writes them.
 */
#include "bitleap_limits.h"
#include "verify/verifier.h"

/* A code has 32 bits in LLVM, which cuts off the others; the reader of Zig fails. */
static const char *find_fault(const struct bl_abbrev_op *ops, uint32_t n_ops)
{
    if (ops[0].encoding == BL_ENC_LITERAL && ops[0].literal > UINT32_MAX)
        return "abbreviation whose record code has more than 32 bits";
    for (uint32_t i = 0; i < n_ops; i++)
        if (ops[i].encoding == BL_ENC_VBR && ops[i].width == 1)
            return "abbreviation with a VBR of one bit, which has no room for a value";
    return NULL;
}

const char *bl_verify_abbrev(const struct bl_event *event)
{
    const char *fault = find_fault(event->abbrev_ops, event->n_abbrev_ops);
    /* In BLOCKINFO it has no id yet. */
    bool has_id = event->abbrev_id == 0 || event->block->id_width >= BL_MAX_WIDTH ||
                  event->abbrev_id >> event->block->id_width == 0;
    return !fault && !has_id ? "more abbreviations than the block's ids have room for" : fault;
}

const char *bl_verify_id_width(unsigned id_width)
{
    return id_width < 2 ? "block whose ids of one bit have room for no record" : NULL;
}
