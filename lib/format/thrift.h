/* format/thrift.h - structs of Thrift's compact protocol, field by field
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   struct bl_thrift_field f = {0};
 *   while (bl_thrift_next(&t, &f))
 *       switch (f.id) {
 *       case 1: n = bl_thrift_integer(&t, &f); break;
 *       default: bl_thrift_skip(&t, f.type); break;
 *       }
 *
 * Each field that bl_thrift_next() returns must be read or skipped. What cannot be read ends
 * everything: t.failed stays, t.at is where, and values are zero. Thrift, "Thrift Compact protocol
 * encoding".
 */
#ifndef BL_FORMAT_THRIFT_H
#define BL_FORMAT_THRIFT_H

#include "bitleap_base.h"

/* Structs and lists in each other that are skipped. */
#define BL_THRIFT_MAX_DEPTH 32

struct bl_thrift {
    const uint8_t *at, *end; /* borrowed */
    bool failed;
};

enum bl_thrift_type {
    BL_THRIFT_STOP = 0,
    BL_THRIFT_TRUE,
    BL_THRIFT_FALSE,
    BL_THRIFT_BYTE,
    BL_THRIFT_I16,
    BL_THRIFT_I32,
    BL_THRIFT_I64,
    BL_THRIFT_DOUBLE,
    BL_THRIFT_BINARY,
    BL_THRIFT_LIST,
    BL_THRIFT_SET,
    BL_THRIFT_MAP,
    BL_THRIFT_STRUCT,
};

struct bl_thrift_field {
    int64_t id;
    unsigned type; /* bl_thrift_type */
};

static inline struct bl_thrift bl_thrift_over(struct bl_view bytes)
{
    return (struct bl_thrift){.at = bytes.data, .end = bytes.data + bytes.size};
}

/* The next field of a struct; *FIELD is the one before, or zero. False: the struct has ended. */
bool bl_thrift_next(struct bl_thrift *t, struct bl_thrift_field *field);

/* FIELD's value: an integer, or 1 or 0 of a bool. */
int64_t bl_thrift_integer(struct bl_thrift *t, const struct bl_thrift_field *field);

/* A string or binary, borrowed from the bytes. */
struct bl_view bl_thrift_binary(struct bl_thrift *t, const struct bl_thrift_field *field);

/* FIELD is a list of structs: their number, and they follow. */
uint32_t bl_thrift_structs(struct bl_thrift *t, const struct bl_thrift_field *field);

/* FIELD is a struct, and its fields follow; otherwise it is a failure. */
bool bl_thrift_struct(struct bl_thrift *t, const struct bl_thrift_field *field);

void bl_thrift_skip(struct bl_thrift *t, unsigned type);

/* An unsigned LEB128 of at most 64 bits. */
uint64_t bl_thrift_varint(struct bl_thrift *t);

static inline int64_t bl_thrift_zigzag(uint64_t value)
{
    return (int64_t)(value >> 1 ^ -(value & 1));
}

#endif
