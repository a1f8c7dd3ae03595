/* ir/metadata.h - what the readers of metadata share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_METADATA_H
#define BL_IR_METADATA_H

#include "base/map.h"
#include "ir/metadata_strings.h"
#include "ir/module.h"
#include "stream/cursor.h"

enum {
    BL_MD_VALUE_OPS = 2 /* of a VALUE record: type and value */
};

/* Whether a record of CODE has a type and a value; before LLVM 3.6 one for those of functions. */
static inline bool bl_node_is_value(uint32_t code)
{
    return code == BL_CODE_METADATA_VALUE || code == BL_CODE_METADATA_OLD_FN_NODE;
}

/* INDEX_OFFSET says how many bits after it the INDEX is, in two 32-bit words. False: it is
 * not two such words. */
static inline bool bl_metadata_index_offset(const struct bl_record *rec, uint64_t *offset)
{
    if (rec->n_ops != 2 || rec->ops[0] > UINT32_MAX || rec->ops[1] > UINT32_MAX)
        return false;
    *offset = rec->ops[0] | rec->ops[1] << 32;
    return true;
}

/* An operand as a number of something; BL_NONE: it is too large for one. */
static inline uint32_t bl_metadata_number(uint64_t operand)
{
    return operand < BL_NONE ? (uint32_t)operand : BL_NONE;
}

/* ---- Blocks ---- */

/* What one block holds: strings, and nodes and values after them. */
struct bl_metadata_piece {
    uint32_t first; /* number */
    struct bl_strings strings;
    uint64_t *places; /* of the records of those after the strings */
    uint32_t n_places, cap_places;
    struct bl_cursor cursor; /* knows the abbreviations of the block */
};

struct bl_metadata {
    struct bl_module *module;
    struct bl_metadata *outer; /* a function's: the module's */
    bool is_lent;              /* a module or function owns and closes it, no client */
    struct bl_metadata_counts counts;
    struct bl_metadata_piece *pieces; /* by their numbers; those without any are left out */
    uint32_t n_pieces, cap_pieces;
    struct bl_view *old_texts; /* of STRING_OLD records */
    uint32_t n_old_texts, cap_old_texts;
    struct bl_map old_text_of; /* by number */
    struct bl_named_metadata *named;
    uint32_t cap_named;
    struct bl_metadata_attachment *attachments;
    uint32_t cap_attachments;
    struct bl_arena arena; /* texts and lists */
    uint64_t n_kept;       /* operands of records in them, and in attachments */
    struct bl_record held; /* of node held_number, of which a field was asked for */
    uint32_t held_number;
    bool is_held;
};

/* How many of the first numbers are strings, at least. */
uint32_t bl_metadata_leading_strings(const struct bl_metadata *metadata);

/* Where the record of node or value NUMBER is. False: there is none. */
bool bl_metadata_place(struct bl_metadata *metadata, uint32_t number, uint64_t *bit_pos);

/* The header of the record that bl_metadata_read() would read, whatever its size. False: there is
 * none. */
bool bl_metadata_peek(struct bl_metadata *metadata, uint32_t number, struct bl_record_head *head);

/* As bl_metadata_read(), for a text that goes on without: notes that there is no memory. */
bool bl_metadata_read_node(struct bl_metadata *metadata, uint32_t number, struct bl_record *rec);

/* The same. Others refer to a node many times: unless its record is of CODE and has N_OPS operands,
 * it is not read. */
bool bl_metadata_read_node_of(struct bl_metadata *metadata, uint64_t number, uint32_t code,
                              uint32_t n_ops, struct bl_record *rec);

/* ---- Fields (metadata_fields.c) ---- */

/* A name of a node or a field, to be copied as a whole whatever its size. */
struct bl_short_name {
    char text[31]; /* and zeroes */
    uint8_t size;
};
#define BL_SHORT_NAME(text)    \
    {                          \
        text, sizeof(text) - 1 \
    }

/* By bl_di_field (field_names.c). */
extern const struct bl_short_name bl_field_names[BL_DI_END];

/* Make md->held the record of node NUMBER. 1; 0: there is no such node, or it is a long list;
 * or the errors of bl_metadata_read(). */
int bl_metadata_hold(struct bl_metadata *md, uint32_t number, struct bl_error *err);
/* Field ID of REC. False: it has none. */
bool bl_record_field(const struct bl_record *rec, unsigned id, struct bl_metadata_field *f);

/* Those of a record that LLVM prints, one after the other; bl_metadata_fields() gives all. */
struct bl_shown_fields {
    const struct bl_record *rec;
    const struct bl_field_row *next; /* private */
    bool is_distinct;
};

/* The name of the node, "" for a tuple; NULL: the code of REC, which must stay, is not known. */
const struct bl_short_name *bl_shown_fields_begin(struct bl_shown_fields *fields,
                                                  const struct bl_record *rec);
/* The name of field F, "" for elements. NULL: there are no more. */
const struct bl_short_name *bl_shown_fields_next(struct bl_shown_fields *fields,
                                                 struct bl_metadata_field *f);

#endif
