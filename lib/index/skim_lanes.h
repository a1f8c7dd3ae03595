/* index/skim_lanes.h - what the loop over four lanes works on
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The loop takes what is common: unabbreviated records, and those of abbreviations that fit the scheme
 * of a program. All else it leaves to bl_skim_slow(): other entries, other records, the end of a block,
 * the last bytes of the stream, and whatever might be damage.
 */
#ifndef BL_INDEX_SKIM_LANES_H
#define BL_INDEX_SKIM_LANES_H

#include "base/compiler.h"
#include "bitleap.h"

struct bl_skimmer;
struct bl_skim_kind;

struct bl_skim_count {
    uint64_t n, bits;
};

/* A program's scheme; fields in brackets are optional.
 *
 *   FIXED        pre
 *   SCALARS      pre [vbr] mid [vbr] post
 *   ARRAY        pre [vbr] mid length elements of a fixed width
 *   ARRAY_VBR6   pre [vbr] mid length elements
 *   UNABBREV     code n elements
 */
enum bl_skim_scheme {
    BL_SKIM_SLOW, /* none of these */
    BL_SKIM_FIXED,
    BL_SKIM_SCALARS,
    BL_SKIM_ARRAY,
    BL_SKIM_ARRAY_VBR6,
    BL_SKIM_UNABBREV,
};

/* How records of one abbreviation id are skipped, and how many there were. The last chunk of a VBR is
 * found as the first zero bit under a mask of the chunks' top bits; a VBR that is not there has no mask,
 * and a bit that is found at once. */
struct bl_skim_program {
    uint8_t scheme;
    uint8_t mid; /* bits; mid and post begin with the top bit of the VBR before them */
    uint16_t pre, post;
    uint8_t no_first, no_second;
    uint8_t element_width;
    uint32_t code;
    uint64_t first_mask, second_mask;
    struct bl_skim_count count;
};
_Static_assert(sizeof(struct bl_skim_program) <= 64, "a line of the cache");

/* Codes below this have a place of their own for unabbreviated records; two chunks of six bits hold it. */
enum {
    BL_SKIM_MAX_CODES = 1024
};

/* A block that is being read. */
struct bl_skim_lane {
    uint64_t pos;   /* next entry */
    uint64_t limit; /* from here on the loop asks */
    uint64_t id_mask;
    struct bl_skim_program *programs; /* by abbreviation id; the first one is SLOW */
    struct bl_skim_count *codes;      /* of unabbreviated records */
    uint32_t n_programs, n_codes;
    uint32_t id_width;
    bool is_active;
    uint16_t depth;
    uint64_t end; /* as the block's length says */
    struct bl_skim_kind *kind;
    struct bl_skim_own *own; /* the block's own definitions */
    bool has_own;            /* there are some */
};

enum {
    BL_SKIM_LANES = 4,
    /* Bytes behind the first byte of an entry that the loop may load. */
    BL_SKIM_READ_AHEAD = 64,
    /* Widest abbreviation ids in the loop: this leaves eight chunks in a window. */
    BL_SKIM_MAX_ID_WIDTH = 9
};

/* Take the next entry of LANE, or the next block. False: the lanes have changed, or it is over. */
bool bl_skim_slow(struct bl_skimmer *s, struct bl_skim_lane *lane);

/* Take entries until bl_skim_slow() says so: of four active lanes in turns, or of one alone. */
typedef void bl_skim_run_fn(struct bl_skimmer *s, const struct bl_bits *bits,
                            struct bl_skim_lane *lanes);

struct bl_skim_loops {
    bl_skim_run_fn *four, *one;
};

extern const struct bl_skim_loops bl_skim_loops_generic, bl_skim_loops_bmi2;

#endif
