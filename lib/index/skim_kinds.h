/* index/skim_kinds.h - what blocks of one kind have in common, and their counts
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Streams of one origin have the same BLOCKINFO, and their blocks mostly the same definitions in
 * the same order. So kinds, with all that was compiled for them, are kept from one stream to the
 * next. Their counts are those of one stream: at its good end they are added to rows, at places
 * that are known from the stream before.
 */
#ifndef BL_INDEX_SKIM_KINDS_H
#define BL_INDEX_SKIM_KINDS_H

#include "base/arena.h"
#include "index/skim_lanes.h"
#include "index/tally_rows.h"
#include "stream/abbrev.h"

/* What is beyond these is walked instead. They bound the work of linear searches, and keep off the
 * limits that are counted in a walk. */
enum {
    BL_SKIM_MAX_ENVS = 64,
    BL_SKIM_MAX_KINDS = 512,
};

enum {
    BL_SKIM_SMALL_IDS = 32,
    BL_SKIM_KNOWN_WINDOWS = 4,
};

/* The BLOCKINFO in force under either rules. */
struct bl_skim_env {
    const struct bl_blockinfo *strict, *llvm;
    struct bl_skim_kind *kind_of_id[BL_SKIM_SMALL_IDS]; /* the last one; or NULL */
};

/* A definition that was met before in a block of this kind, at this place among the definitions. If
 * it gets an id, its programs are those of the block's. */
struct bl_skim_known {
    uint64_t bits[BL_SKIM_KNOWN_WINDOWS];
    uint32_t n_bits; /* 0: more than there is room for */
    uint32_t n_ops;
    uint64_t n_bytes;           /* that it takes of bytes_left */
    struct bl_skim_count count; /* of its records in this stream */
    uint32_t place;             /* in the row's counts, + 1; 0: not known yet */
    uint32_t code;              /* of all records, if */
    bool has_code;
    bool has_program, has_far; /* what hop() and hop_far() take */
};

/* The abbreviations of a block with definitions of its own, mostly those of the block before. */
struct bl_skim_own {
    struct bl_skim_own *next; /* of those that the kind has to spare */
    struct bl_abbrev_set set; /* behind its end are those of `known` that this block has not met */
    struct bl_skim_known *known;
    uint32_t n_known, max_known;
    struct bl_skim_program *programs; /* those of the kind, and these */
    struct bl_skim_far *far;
    uint32_t n_programs;
    uint64_t bytes_left;
};

/* Records of a block, at place AT in the row's counts. */
struct bl_skim_share {
    uint32_t at;
    struct bl_skim_count count;
};

/* The only block of its kind in a stream before, and what was in it. Compilers write some
 * blocks that are always the same: names of kinds of metadata, BLOCKINFO. Such a block is
 * compared, and not read. */
struct bl_skim_twin {
    uint8_t *bytes;
    size_t size, cap; /* of the body; 0: there is none */
    struct bl_skim_share *shares;
    uint32_t n_shares, cap_shares;
    uint64_t n_abbrevs, abbrev_bits;
    uint32_t n_misses; /* since one was met */
};

/* Blocks of one id (and role) in one environment. Other threads look at what tells it from other
 * kinds, which does not change. */
struct bl_skim_kind {
    uint32_t block_id, role, id_width;
    bool is_used;                 /* in this stream */
    struct bl_skim_env *env;      /* for itself, */
    struct bl_skim_env *children; /* and for blocks in it */
    uint64_t id_mask, choice;     /* of its lanes */
    /* By abbreviation id; ids that are not defined are left to bl_skim_slow(). There are twice as
     * many programs, by one bit more. */
    struct bl_skim_program *programs;
    struct bl_skim_far *far;
    uint32_t n_programs, n_ids;
    /* Of this stream. */
    uint64_t n, bits, n_sub_blocks, n_abbrevs, abbrev_bits;
    uint64_t first_pos;
    uint32_t parent_id;               /* of the first one */
    bool has_twin;                    /* the first block is like the twin, and not counted */
    bool is_partial;                  /* something was not counted here */
    struct bl_view first;             /* body of the first block that was met */
    struct bl_skim_kind *used_before; /* the kind that was used before it; or NULL */
    uint32_t n_codes;                 /* below it, unabbreviated records are counted here */
    struct bl_skim_count *codes;      /* by code */
    struct bl_skim_count *counts;     /* by abbreviation id, of those that are inherited */
    /* Of this stream and those before. */
    uint32_t *code_places, *places; /* where those are in the row's counts, + 1; 0: not known yet */
    const struct bl_abbrev_set *inherited;
    struct bl_view name;      /* as stated */
    struct bl_skim_own *owns; /* to spare */
    uint32_t row;             /* UINT32_MAX: not known yet */
    bool is_seen;             /* the row knows of the first block */
    struct bl_skim_twin twin;
};

struct bl_skim_kinds {
    bool is_llvm; /* LLVM's rules */
    struct bl_arena arena;
    struct bl_skim_env *envs[BL_SKIM_MAX_ENVS];
    uint32_t n_envs;
    struct bl_skim_kind **v;
    uint32_t n, cap;
    struct bl_skim_kind *used; /* the last one that has come to be used in this stream */
    /* By id_width: a kind whose programs for unabbreviated records are those of others, too. */
    struct bl_skim_kind *of_width[BL_SKIM_MAX_ID_WIDTH + 1];
};

/* An environment; NULL: too many, or no memory. */
struct bl_skim_env *bl_skim_find_env(struct bl_skim_kinds *kinds, const struct bl_blockinfo *strict,
                                     const struct bl_blockinfo *llvm);

/* A kind that is used in this stream. NULL: too many, or the rules differ, or no memory. */
struct bl_skim_kind *bl_skim_find_kind(struct bl_skim_kinds *kinds, uint32_t block_id,
                                       uint32_t role, uint32_t id_width, struct bl_skim_env *env,
                                       struct bl_skim_env *children);

/* The same, if it was found before in this stream, and blocks inside another one have their id for
 * a role; else NULL. */
static inline struct bl_skim_kind *bl_skim_same_kind(const struct bl_skim_env *env,
                                                     uint32_t block_id, uint32_t id_width)
{
    struct bl_skim_kind *kind = block_id < BL_SKIM_SMALL_IDS ? env->kind_of_id[block_id] : NULL;
    return kind && kind->id_width == id_width && kind->is_used ? kind : NULL;
}

/* The first block of KIND in the stream, whose body is BODY, was met. True: its contents are known,
 * and need not be counted. */
bool bl_skim_meet(struct bl_skim_kind *kind, struct bl_view body);

/* Places for the counts of all codes up to CODE, which is below BL_SKIM_MAX_CODES. The programs of
 * unabbreviated records that others have are of no use any more. False: no memory. */
bool bl_skim_add_codes(struct bl_skim_kinds *kinds, struct bl_skim_kind *kind, uint32_t code);

/* Those that OWN has are to be KIND's again. */
void bl_skim_copy_unabbrev(struct bl_skim_own *own, const struct bl_skim_kind *kind);

/* Abbreviations for a block of KIND, which inherit; BYTES are what its definitions may take. NULL:
 * no memory. To be given back; NULL is ignored. */
struct bl_skim_own *bl_skim_begin_own(struct bl_skim_kinds *kinds, struct bl_skim_kind *kind,
                                      uint64_t bytes);
void bl_skim_end_own(struct bl_skim_kind *kind, struct bl_skim_own *own);

/* Take the definition at bits->pos if it is the known one. */
bool bl_skim_define_again(struct bl_skim_own *own, const struct bl_skim_kind *kind,
                          struct bl_bits *bits);

/* Take any definition, up to bits->end. The one that was known here is forgotten, and so may be
 * those behind it; their counts must have been taken away. False: it is damaged, or too much. */
bool bl_skim_define(struct bl_skim_own *own, const struct bl_skim_kind *kind, struct bl_bits *bits);

/* Where records of abbreviation ID are counted, in a block with OWN (or NULL) definitions, or NULL:
 * their code differs from record to record, or there is no room. */
struct bl_skim_count *bl_skim_count_of(struct bl_skim_kind *kind, struct bl_skim_own *own,
                                       uint32_t id);

/* The stream, number STREAM_NUMBER and of STREAM_KIND, was good: add its counts to ROWS,
 * which are always the same. With LEARN, all of them are here, and others like this one may
 * follow. BL_E_NOMEM. */
int bl_skim_kinds_commit(struct bl_skim_kinds *kinds, struct bl_tally_rows *rows,
                         enum bl_stream_kind stream_kind, uint64_t stream_number, bool learn);

/* Kinds are as if there had been none. */
void bl_skim_kinds_forget(struct bl_skim_kinds *kinds);

#endif
