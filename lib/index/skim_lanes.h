/* index/skim_lanes.h - what the loop over four lanes works on
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The loop takes what is common: unabbreviated records, and those of abbreviations that fit the scheme
 * of programs. All else it leaves to bl_skim_slow(): other entries, other records, the end of a block,
 * the last bytes of the stream, and whatever might be damage.
 */
#ifndef BL_INDEX_SKIM_LANES_H
#define BL_INDEX_SKIM_LANES_H

#include "base/compiler.h"
#include "bitleap.h"

struct bl_skimmer;
struct bl_skim_kind;

enum {
    /* The payload of a VBR of one or two chunks of six bits, and the chunks' top bits. */
    BL_SKIM_ONE_CHUNK = 0x1F,
    BL_SKIM_ONE_TOP = 0x20,
    BL_SKIM_TWO_CHUNKS = 0x7DF,
    BL_SKIM_TWO_TOPS = 0x820,
    /* Codes below this can have a place of their own. */
    BL_SKIM_MAX_CODES = 1024,
    /* Widest abbreviation ids in the loop. */
    BL_SKIM_MAX_ID_WIDTH = 6,
    BL_SKIM_MAX_PROGRAMS = 1 << BL_SKIM_MAX_ID_WIDTH,
    BL_SKIM_PLACES = BL_SKIM_MAX_CODES + BL_SKIM_MAX_PROGRAMS
};

/* How many records, and their bits: unabbreviated ones by code, others by abbreviation id behind that. Only
 * places that are in use are ever touched. */
struct bl_skim_counts {
    uint64_t n[BL_SKIM_PLACES];
    uint64_t bits[BL_SKIM_PLACES];
};

/* How records of one abbreviation id are skipped. All go the same way, because a branch that cannot be
 * foreseen costs more than all that:
 *
 *   id and pre bits, a VBR, mid bits, a VBR, post bits, elements
 *
 * The number of elements is in the second VBR. Elements are VBRs of six bits or have a fixed width. The
 * first VBR is the code of unabbreviated records. A VBR's end is its first chunk whose top bit, under the
 * mask, is zero; mid and post begin with that bit. A VBR that is not there has no mask: its end is found
 * at bit 64, which n_bits takes back; as the number of a shift it means 0. */
struct bl_skim_program {
    uint64_t first_mask, second_mask;
    uint64_t code_mask;   /* BL_SKIM_TWO_CHUNKS, or 0: there is none */
    uint64_t number_mask; /* BL_SKIM_ONE_CHUNK, or 0: there is none */
    uint64_t
        *counts; /* in bl_skim_counts.n, by code, or a single one; NULL: left to bl_skim_slow() */
    int64_t n_bits;   /* of id, pre and mid, less 64 for each VBR that is not there */
    uint64_t n_codes; /* that have a place; 0: the loop does not take it */
    uint32_t code;
    uint16_t post : 15;
    uint16_t has_code : 1; /* all records have this code */
    uint8_t pre;           /* with the id */
    uint8_t element_width; /* 0: they are VBRs, or there are none */
};
_Static_assert(sizeof(struct bl_skim_program) <= 64, "a line of the cache");

/* The top bits of eight and of nine chunks of six bits. */
#define BL_SKIM_TOPS_8 UINT64_C(0x820820820820)
#define BL_SKIM_TOPS_9 UINT64_C(0x20820820820820)

/* A block that is being read. */
struct bl_skim_lane {
    uint64_t pos;   /* next entry; before limit */
    uint64_t limit; /* entries that do not end before it are left to us */
    uint64_t id_mask;
    uint64_t top_bits[2];                   /* BL_SKIM_TOPS_8, BL_SKIM_TOPS_9, for the loop */
    const struct bl_skim_program *programs; /* by abbreviation id; there are id_mask + 1 */
    bool is_active;
    uint8_t id_width;
    uint8_t depth;
    bool has_own; /* the block has definitions of its own */
    uint64_t end; /* as the block's length says */
    struct bl_skim_kind *kind;
    struct bl_skim_own *own;
};

enum {
    BL_SKIM_LANES = 4,
    /* Bytes behind the first byte of an entry that the loop may load. */
    BL_SKIM_READ_AHEAD = 1024
};

/* Take the entry at lane->pos, and those behind it that the loop must not, or go on to the next block. False: look
 * at the lanes. */
bool bl_skim_slow(struct bl_skimmer *s, struct bl_skim_lane *lane);

/* Take entries until bl_skim_slow() says so: of four active lanes in turns, or of one alone. */
typedef void bl_skim_run_fn(struct bl_skimmer *s, const struct bl_bits *bits,
                            struct bl_skim_lane *lanes);

struct bl_skim_loops {
    bl_skim_run_fn *four, *one;
};

extern const struct bl_skim_loops bl_skim_loops_generic, bl_skim_loops_bmi2;

#endif
