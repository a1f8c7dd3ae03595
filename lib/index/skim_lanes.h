/* index/skim_lanes.h - what the loop over four lanes works on
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The loop takes what is common: unabbreviated records, and those of abbreviations that fit the
 * scheme of programs. All else it leaves to bl_skim_slow(): other entries, other records, the end
 * of a block, the last bytes of the stream, and whatever might be damage.
 */
#ifndef BL_INDEX_SKIM_LANES_H
#define BL_INDEX_SKIM_LANES_H

#include "base/compiler.h"
#include "bitleap.h"

struct bl_skimmer;
struct bl_skim_kind;

enum {
    /* Codes below this can have a place of their own: those of one or two chunks. */
    BL_SKIM_MAX_CODES = 1024,
    /* Widest abbreviation ids in the loop. */
    BL_SKIM_MAX_ID_WIDTH = 6,
    BL_SKIM_MAX_PROGRAMS = 1 << BL_SKIM_MAX_ID_WIDTH,
    /* VBRs in a far program. */
    BL_SKIM_MAX_STEPS = 8,
    /* Windows of a record, and how many bytes behind each the next one begins. */
    BL_SKIM_WINDOWS = 3,
    BL_SKIM_WINDOW_BYTES = 7,
    /* A VBR with more chunks that are not its last may be too long. */
    BL_SKIM_MAX_GOES_ON = 12
};

/* How many records, and their bits. */
struct bl_skim_count {
    uint64_t n, bits;
};

/* How records of one abbreviation id are skipped. All go the same way, because a branch that cannot
 * be foreseen costs more than all that:
 *
 *   id and fixed bits, a run of VBRs of one width, other bits, elements of a fixed width
 *
 * and nothing waits for the position of a VBR but for the run's end. How many VBRs there are is
 * known, or one chunk of the run tells it; how many elements, one chunk behind the run. For what is
 * not so, for long runs and whatever else is out of reach, there is the far program. A code of two
 * chunks moves what is behind it, so its records have a program of their own: the top bit of the
 * first chunk counts as one more bit of the id, for all ids. */
struct bl_skim_program {
    uint64_t tops[BL_SKIM_WINDOWS]; /* of the run's chunks, in each window */
    /* Masks in the first window: what is counted by, with the bit in which a greater number would
     * go on, so that it is out of reach, too; and how many VBRs follow. */
    uint64_t code, number;
    struct bl_skim_count *counts; /* by code, or a single one */
    uint64_t first; /* a bit: where the run ends if no VBRs follow and all have one chunk */
    uint64_t ends;  /* a bit for each chunk in the windows, above one for the run's beginning */
    uint64_t n_elements;  /* a mask behind the run */
    uint64_t pre;         /* bits before the run, */
    uint64_t post;        /* and from its end on, without elements */
    uint64_t width;       /* of the run's chunks */
    uint64_t n_codes;     /* that have a place; 0: only the far program fits, if any */
    uint64_t most_chunks; /* besides `number`: with more, a VBR may be too long */
    uint32_t rest; /* must be zero behind the run: top bits of VBRs that have one chunk as a rule */
    uint32_t element_width;
    uint8_t n; /* VBRs in the run, besides `number` */
    /* One, and the run's chunks before the second and the third window. */
    uint8_t before[BL_SKIM_WINDOWS - 1];
};
_Static_assert(sizeof(void *) < 8 || sizeof(struct bl_skim_program) == 128, "found by a shift");

/* How any record is skipped, VBR by VBR. An array is as long as the last one says. */
struct bl_skim_far {
    struct bl_skim_count *counts; /* by code, or a single one; NULL: left to bl_skim_slow() */
    uint32_t n_codes;             /* that have a place */
    uint32_t code;
    struct {
        uint16_t pre; /* bits before the VBR; of the first one, with the id */
        uint8_t width;
    } steps[BL_SKIM_MAX_STEPS];
    uint16_t post; /* bits behind the last VBR */
    uint8_t n_steps;
    uint8_t element_width;
    bool elements_are_vbr;
    bool has_code;   /* all records have this code */
    bool tells_code; /* the first VBR does */
    bool has_array;
};

/* A block that is being read. */
struct bl_skim_lane {
    uint64_t pos;       /* next entry; before limit */
    uint64_t limit;     /* entries that do not end before it are left to us, */
    uint64_t far_limit; /* and those behind it that need a far program: the stream's */
    uint64_t id_mask;
    uint64_t choice;                        /* the same bits, and one more that chooses a program */
    const struct bl_skim_program *programs; /* 2 * (id_mask + 1) of them */
    const struct bl_skim_far *far;          /* by abbreviation id */
    bool is_active;
    uint8_t id_width;
    uint8_t depth;
    bool is_part; /* as of a task */
    uint64_t end; /* as the block's length says */
    struct bl_skim_kind *kind;
    struct bl_skim_own *own; /* the block has definitions of its own; or NULL */
};

enum {
    BL_SKIM_LANES = 4,
    /* Bytes from the first byte of an entry on that the loop may load, and far programs. */
    BL_SKIM_READ_AHEAD = 64,
    BL_SKIM_FAR_AHEAD = 256
};

/* Take the entry at lane->pos, and those behind it that the loop must not, or go on to the next
 * block. False: look at the lanes. */
bool bl_skim_slow(struct bl_skimmer *s, struct bl_skim_lane *lane);

/* Take entries until bl_skim_slow() says so: of the first lanes, all active, in turns. */
typedef void bl_skim_run_fn(struct bl_skimmer *s, const struct bl_bits *bits,
                            struct bl_skim_lane *lanes);

/* By the number of lanes, less one. */
extern bl_skim_run_fn *const bl_skim_loops_generic[BL_SKIM_LANES];
extern bl_skim_run_fn *const bl_skim_loops_bmi2[BL_SKIM_LANES];

#endif
