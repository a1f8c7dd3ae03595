/* rewrite/recoding.h - the abbreviations by which the records of modules are written anew
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_RECODING_H
#define BL_REWRITE_RECODING_H

#include "base/budget.h"
#include "bitleap_codes.h"
#include "bitleap_limits.h"
#include "bitleap_rewrite.h"
#include "bitleap_walk.h"
#include "rewrite/abbrev_chooser.h"

/* Whether E is a module's HASH, which is not for recoding. */
static inline bool bl_is_module_hash(const struct bl_event *e)
{
    return e->kind == BL_EVENT_RECORD && e->code == BL_CODE_MODULE_HASH &&
           e->block->block_id == BL_BLOCK_MODULE;
}

/* Operands that records of STREAM may have to be written anew. */
static inline struct bl_budget bl_recoding_budget(const struct bl_stream *stream)
{
    uint64_t n = (uint64_t)stream->bytes.size * BL_MAX_RECODED_OPERANDS_PER_BYTE;
    return (struct bl_budget){
        .left = n > BL_MAX_RECODED_OPERANDS_FLOOR ? n : BL_MAX_RECODED_OPERANDS_FLOOR,
    };
}

/* All blocks of one kind in a module. */
struct bl_recoded_block {
    uint32_t block_id;
    struct bl_chosen chosen;
    struct bl_arena arena; /* of new definitions */
};

/* A module. */
struct bl_recoding {
    uint64_t module_pos; /* of its block */
    struct bl_view info; /* the body of its BLOCKINFO, in place of the one that there is */
    bool has_info;       /* there is one; otherwise the module begins with it */
    struct bl_recoded_block *blocks;
    uint32_t n;
    struct bl_arena arena; /* of `info`, and of definitions that are those of the stream */
};

struct bl_recodings {
    struct bl_recoding *items; /* by position */
    uint32_t n, cap;
};

/* The recoding of the module at MODULE_POS; NULL: there is none. */
const struct bl_recoding *bl_recoding_of(const struct bl_recodings *all, uint64_t module_pos);
/* What blocks with BLOCK_ID have; NULL: nothing. */
const struct bl_chosen *bl_recoded_block(const struct bl_recoding *recoding, uint32_t block_id);
void bl_recoding_release(struct bl_recoding *recoding);
void bl_recodings_release(struct bl_recodings *all);

/* Bits after the id of RECORD by the N_OPS operands of an abbreviation, OPS, if they are fewer than
 * MOST; otherwise MOST or more. Those of a blob do not count. BL_DOES_NOT_FIT: the record cannot be
 * written by it. */
#define BL_DOES_NOT_FIT UINT64_MAX
uint64_t bl_record_bits(const struct bl_abbrev_op *ops, uint32_t n_ops,
                        const struct bl_new_record *record, uint64_t most);

/* The definition by which RECORD has the fewest bits, and its abbreviation id; NULL: it has them
 * without one. */
const struct bl_new_abbrev *bl_recode(const struct bl_chosen *chosen,
                                      const struct bl_new_record *record, uint32_t *abbrev_id);

/* Bits of RECORD, which has no blob, written so, after the id. */
uint64_t bl_recoded_bits(const struct bl_chosen *chosen, const struct bl_new_record *record);

#endif
