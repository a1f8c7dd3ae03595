/* rewrite/recoding.h - the abbreviations by which the records of modules are written anew
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_RECODING_H
#define BL_REWRITE_RECODING_H

#include "bitleap_rewrite.h"
#include "rewrite/abbrev_chooser.h"

enum {
    BL_INFO_ID_WIDTH = 2 /* of ids in BLOCKINFO, as LLVM writes it */
};

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

/* The definition by which RECORD has the fewest bits, and its abbreviation id; NULL: it has them
 * without one. */
const struct bl_definition *bl_recode(const struct bl_chosen *chosen,
                                      const struct bl_new_record *record, uint32_t *abbrev_id);

#endif
