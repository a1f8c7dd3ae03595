/* ir/operand_roles.h - what each operand of a record is the number of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What BL_OPERANDS in bitleap_codes.def says, and layouts in metadata_fields.c, taken apart operand
 * by operand. Who gives numbers anew asks for all of a record's places.
 */
#ifndef BL_IR_OPERAND_ROLES_H
#define BL_IR_OPERAND_ROLES_H

#include "bitleap_function.h"

/* What an operand is the number of. */
enum bl_operand_role {
    BL_OF_NOTHING, /* of nothing */
    BL_OF_TYPE,
    BL_OF_VALUE,
    BL_OF_METADATA,
    BL_OF_BASIC_BLOCK,
    BL_OF_ATTRIBUTES,
    BL_OF_COMDAT,
    BL_OF_SECTION,
    BL_OF_GC,
    BL_OF_STRING, /* a byte of the STRTAB; the next operand is how many */
};

/* How it is written. */
enum bl_operand_form {
    BL_FORM_PLAIN,
    BL_FORM_PLUS_1,
    BL_FORM_BACK,   /* counted back from the next value, in 32 bits */
    BL_FORM_SIGNED, /* likewise, as a signed VBR */
};

/* An operand that is a number of something. */
struct bl_place {
    uint32_t op;
    uint8_t role, form;
    uint32_t number;
};

/* What is known around a record. */
struct bl_around {
    uint32_t block_id;
    uint32_t version; /* of the module */
    /* In a body: the number that the next value gets. */
    uint32_t next_value;
    const struct bl_types *types;
    uint32_t call_type; /* of the function called, where the record does not have it; or BL_NONE */
};

struct bl_row_words;

/* Room for places, and what is known of rows; zero-initialise. */
struct bl_places {
    struct bl_place *items;
    uint32_t n, cap;
    struct bl_row_words *words;
};
void bl_places_release(struct bl_places *places);

/* All places of REC, in order. 1; 0: its operands are not known; BL_E_NOMEM. Numbers that are none,
 * as those over 32 bits, are left out. */
int bl_places_find(struct bl_places *places, const struct bl_around *around,
                   const struct bl_record *rec);

/* The operand that says NUMBER in PLACE, where the next value is NEXT_VALUE. */
uint64_t bl_place_operand(const struct bl_place *place, uint32_t number, uint32_t next_value);

/* How many operands of REC, a group of attributes, the one that begins at operand AT has; *TYPE is
 * which of them is a type, or BL_NONE. 0: its form is not known. They may end after the record. */
uint32_t bl_attribute_size(const struct bl_record *rec, uint32_t at, uint32_t *type);

/* The row of BL_OPERANDS; NULL: there is none (names.c). */
const char *bl_operands_row(uint32_t block_id, uint32_t code);

/* The name of operand NUMBER of REC by ROW, where that depends on the operands before it. Empty:
 * none. */
struct bl_view bl_operand_name_in(const char *row, const struct bl_record *rec, uint32_t number);

#endif
