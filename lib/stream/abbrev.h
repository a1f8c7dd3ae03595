/* stream/abbrev.h - abbreviation definitions, read and compiled
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A set keeps its definitions one after the other in two arrays, so that a set is copied, grown
 * and thrown away in one go. Ids start at BL_ABBREV_FIRST.
 */
#ifndef BL_STREAM_ABBREV_H
#define BL_STREAM_ABBREV_H

#include "bitleap_stream.h"

/* A field in the shape that one step of the record loop reads, whatever its encoding:
 * literal | (bits & mask), unless it is a VBR of more chunks: bits & more. */
struct bl_field {
    uint32_t literal;
    uint32_t mask;
    uint32_t more;
    uint8_t width; /* of a fixed field or one chunk */
    uint8_t at;    /* where it begins, if one window holds all fields, with VBRs of one chunk */
    uint16_t unused;
};

/* How records are read. */
enum bl_plan {
    BL_PLAN_FIELDS, /* code and fields as compiled */
    BL_PLAN_ARRAY,  /* and an array of `element` */
    BL_PLAN_BLOB,   /* and a blob */
    BL_PLAN_SLOW,   /* operand by operand: what is not simple, or not well-formed */
};

enum {
    BL_MAX_FIELDS = 24 /* of a compiled abbreviation; those of DICompositeType */
};

struct bl_abbrev {
    uint32_t first_op;  /* in the set's ops */
    uint32_t n_ops;     /* all of them: code, fields, an array's element */
    uint32_t n_values;  /* operands of a record before any array element; the code is none */
    uint32_t skip_bits; /* bits of all fields after the code where that is known; else UINT32_MAX */
    const char *defect; /* why no record can be read with it; NULL where one can */
    uint32_t code;      /* unless PLAN_SLOW, as all that follows */
    uint8_t plan;       /* bl_plan */
    uint8_t element_encoding; /* PLAN_ARRAY */
    uint8_t short_bits; /* of all fields with VBRs of one chunk; 0: none, or more than a window */
    uint8_t unused;
    uint64_t short_more; /* continuation bits of that window: all clear if VBRs have one chunk */
    struct bl_field element; /* PLAN_ARRAY */
    struct bl_field fields[BL_MAX_FIELDS];
    uint64_t spare[9];
};
_Static_assert(sizeof(void *) < 8 || sizeof(struct bl_abbrev) == 512, "found by a shift");

/* Read the definition after a DEFINE_ABBREV id and append it. *BYTES_LEFT is what the set may
 * still grow by. Errors leave the set as it was: BL_E_TRUNCATED, BL_E_MALFORMED, BL_E_LIMIT,
 * BL_E_NOMEM, with *WHAT set. */
int bl_abbrev_set_define(struct bl_abbrev_set *set, struct bl_bits *bits, uint64_t *bytes_left,
                         const char **what);

/* Append a definition that is known already. Widths are 32 at most and N_OPS is 1 at least.
 * BL_E_NOMEM leaves the set as it was. */
int bl_abbrev_set_add(struct bl_abbrev_set *set, const struct bl_abbrev_op *ops, uint32_t n_ops);

/* Make SET, whose storage is used again, what FROM is. BL_E_NOMEM leaves it as it was. */
int bl_abbrev_set_copy(struct bl_abbrev_set *set, const struct bl_abbrev_set *from);

/* What a stream's abbreviations may take in all (BL_MAX_ABBREV_BYTES_…). */
uint64_t bl_abbrev_bytes_limit(const struct bl_stream *stream);

void bl_abbrev_set_release(struct bl_abbrev_set *set);

#endif
