/* bitleap_primitives.h - the primitives that an entry of a stream is made of, bit by bit
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_PRIMITIVES_H
#define BITLEAP_PRIMITIVES_H

#include "bitleap_walk.h"

BL_BEGIN_DECLS

/* What a primitive is in its entry. */
enum bl_primitive_role {
    BL_ROLE_ABBREV_ID = 1,    /* the first one of each entry */
    BL_ROLE_BLOCK_ID = 2,     /* ENTER_SUBBLOCK */
    BL_ROLE_ID_WIDTH = 3,     /* newabbrevlen: bits of an abbreviation id inside */
    BL_ROLE_ALIGNMENT = 4,    /* up to the next multiple of 32 bits; also around a blob's bytes */
    BL_ROLE_BLOCKLEN = 5,     /* 32-bit words of the body */
    BL_ROLE_N_ABBREV_OPS = 6, /* DEFINE_ABBREV: operands that follow; and of each of them: */
    BL_ROLE_IS_LITERAL = 7,
    BL_ROLE_LITERAL = 8,
    BL_ROLE_ENCODING = 9, /* value is a bl_encoding */
    BL_ROLE_WIDTH = 10,   /* of Fixed and VBR */
    BL_ROLE_CODE = 11,    /* a record */
    BL_ROLE_N_OPS = 12,   /* of an unabbreviated record */
    BL_ROLE_OPERAND = 13, /* also an element of an array */
    BL_ROLE_ARRAY_LENGTH = 14,
    BL_ROLE_BLOB_LENGTH = 15, /* bytes */
    BL_ROLE_BLOB = 16,
};

/* One primitive (document, "Primitives"). */
struct bl_primitive {
    uint8_t role;     /* bl_primitive_role */
    uint8_t encoding; /* bl_encoding: BL_ENC_FIXED, BL_ENC_VBR, BL_ENC_CHAR6, BL_ENC_BLOB, or
                         BL_ENC_LITERAL, a value of the abbreviation, which takes no bits */
    uint8_t width;    /* bits of the value, or of a chunk of a VBR; 0 for a literal and a blob */
    uint32_t number;  /* BL_ROLE_OPERAND: the operand's, as in bl_record.ops; an array's length: of
                         its first element; an operand of a definition: 0 is that of the code */
    uint64_t bit_pos; /* first bit */
    uint64_t end_pos; /* first bit after; bit_pos if there are none */
    uint64_t value;   /* as in a bl_record: a Char6 is a character; of a blob its bytes' number */
    const char *section;  /* of the format document, as "ENTER_SUBBLOCK Encoding"; static */
    struct bl_view bytes; /* of a blob; borrowed from the stream's bytes */
    BL_SLACK(2)
};

/* A position among the primitives of one entry. A plain struct on the caller's stack, which needs
 * no release; it borrows from the walk and its event, until the next call of bl_walk_next(). All
 * fields are private. */
struct bl_primitives {
    struct bl_bits bits;
    const struct bl_event *event;
    const struct bl_abbrev_op *ops;
    uint32_t n_ops, op, n_left, number;
    uint32_t id_width;
    int step;
    BL_SLACK(4)
};

/* The primitives of EVENT, which WALK has returned last. A BLOCK_END with `damaged` has none. */
BL_API void bl_primitives_begin(struct bl_primitives *primitives, const struct bl_walk *walk,
                                const struct bl_event *event);

/* The next one. 1 item, 0 end: the walk has checked the entry, so that nothing can fail. The first
 * one begins at event.bit_pos, each other one where the one before it ends, the last one ends at
 * event.end_pos. */
BL_API int bl_primitives_next(struct bl_primitives *primitives, struct bl_primitive *primitive);

BL_END_DECLS

#endif
