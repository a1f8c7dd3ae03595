/* rewrite/object_sections.h - sections of relocatable objects, and what says where they are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_OBJECT_SECTIONS_H
#define BL_REWRITE_OBJECT_SECTIONS_H

#include "bitleap_base.h"

struct bl_object_format;

struct bl_object {
    struct bl_view bytes;
    const struct bl_object_format *format;
    bool is_big;
    uint8_t word; /* 4 or 8 bytes, of what is an address */
    uint64_t table_at, n_sections;
    uint64_t symbols_at, n_symbols; /* of COFF */
    uint8_t symbol_bytes;
    struct bl_error *err;
};

struct bl_object_section {
    uint64_t header_at, offset, size;
    bool has_bytes;
    uint8_t offset_bytes, size_bytes; /* of the fields */
    uint64_t offset_at, size_at;
    const char *refusal; /* why it stays as it is; NULL: it may change, */
    const char *limit;   /* and why it may not become longer; NULL: it may */
};

/* Whether object->bytes is a relocatable object. Errors: BL_E_ARGUMENT, with what to do otherwise;
 * BL_E_CONTAINER: sections outside of the file. */
int bl_object_open(struct bl_object *object);

/* Section I, from 0 on. */
struct bl_object_section bl_object_section(const struct bl_object *object, uint64_t i);

/* Section I of DATA, the object in the making, has other CONTENTS: where else that is said. */
void bl_object_renew(const struct bl_object *object, uint8_t *data, uint64_t i,
                     struct bl_view contents);

#endif
