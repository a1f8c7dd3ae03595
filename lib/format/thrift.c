/* format/thrift.c - structs of Thrift's compact protocol, field by field
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "format/thrift.h"

#include "base/leb128.h"

static void fail_thrift(struct bl_thrift *t)
{
    t->failed = true;
    t->end = t->at;
}

static unsigned read_byte(struct bl_thrift *t)
{
    if (t->at == t->end) {
        fail_thrift(t);
        return 0;
    }
    return *t->at++;
}

uint64_t bl_thrift_varint(struct bl_thrift *t)
{
    uint64_t value;
    if (bl_leb_get(&t->at, t->end, &value))
        return value;
    fail_thrift(t);
    return 0;
}

bool bl_thrift_next(struct bl_thrift *t, struct bl_thrift_field *field)
{
    unsigned header = read_byte(t);
    field->type = header & 15;
    if (field->type == BL_THRIFT_STOP)
        return false;
    if (field->type > BL_THRIFT_STRUCT) {
        fail_thrift(t);
        return false;
    }
    /* The difference to the last number, if it is small. */
    field->id = header >> 4 ? field->id + (header >> 4) : bl_thrift_zigzag(bl_thrift_varint(t));
    if (field->id < INT16_MIN || field->id > INT16_MAX)
        fail_thrift(t);
    return !t->failed;
}

int64_t bl_thrift_integer(struct bl_thrift *t, const struct bl_thrift_field *field)
{
    switch (field->type) {
    case BL_THRIFT_TRUE: return 1;
    case BL_THRIFT_FALSE: return 0;
    case BL_THRIFT_BYTE: return (int8_t)read_byte(t);
    case BL_THRIFT_I16:
    case BL_THRIFT_I32:
    case BL_THRIFT_I64: return bl_thrift_zigzag(bl_thrift_varint(t));
    default: fail_thrift(t); return 0;
    }
}

static struct bl_view read_bytes(struct bl_thrift *t, uint64_t size)
{
    struct bl_view bytes = {.data = t->at, .size = 0};
    if (size > (uint64_t)(t->end - t->at)) {
        fail_thrift(t);
        return bytes;
    }
    bytes.size = (size_t)size;
    t->at += size;
    return bytes;
}

struct bl_view bl_thrift_binary(struct bl_thrift *t, const struct bl_thrift_field *field)
{
    if (field->type != BL_THRIFT_BINARY)
        fail_thrift(t);
    return read_bytes(t, bl_thrift_varint(t));
}

/* The header of a list or set: how many, and of which type. Each has a byte or more. */
static uint64_t read_list(struct bl_thrift *t, unsigned *type)
{
    unsigned header = read_byte(t);
    uint64_t n = header >> 4;
    *type = header & 15;
    if (n == 15)
        n = bl_thrift_varint(t);
    if (n > (uint64_t)(t->end - t->at))
        fail_thrift(t);
    return t->failed ? 0 : n;
}

uint32_t bl_thrift_structs(struct bl_thrift *t, const struct bl_thrift_field *field)
{
    unsigned type;
    if (field->type != BL_THRIFT_LIST)
        fail_thrift(t);
    uint64_t n = read_list(t, &type);
    if ((n > 0 && type != BL_THRIFT_STRUCT) || n > UINT32_MAX)
        fail_thrift(t);
    return t->failed ? 0 : (uint32_t)n;
}

bool bl_thrift_struct(struct bl_thrift *t, const struct bl_thrift_field *field)
{
    if (field->type != BL_THRIFT_STRUCT)
        fail_thrift(t);
    return !t->failed;
}

/* ---- Skipping ---- */

/* What is being skipped, and what it is in: a struct, or N_LEFT values of lists and maps. */
struct skipped {
    uint64_t n_left; /* with those of a map: keys and values in turn */
    unsigned types[2];
    bool is_struct;
};

/* Skip a value of TYPE that has none in it; otherwise begin INSIDE. */
static bool begin_skipped(struct bl_thrift *t, unsigned type, struct skipped *inside)
{
    *inside = (struct skipped){.is_struct = type == BL_THRIFT_STRUCT};
    switch (type) {
    case BL_THRIFT_TRUE:
    case BL_THRIFT_FALSE: return false;
    case BL_THRIFT_BYTE: (void)read_byte(t); return false;
    case BL_THRIFT_I16:
    case BL_THRIFT_I32:
    case BL_THRIFT_I64: (void)bl_thrift_varint(t); return false;
    case BL_THRIFT_DOUBLE: (void)read_bytes(t, 8); return false;
    case BL_THRIFT_BINARY: (void)read_bytes(t, bl_thrift_varint(t)); return false;
    case BL_THRIFT_LIST:
    case BL_THRIFT_SET:
        inside->n_left = read_list(t, &inside->types[0]);
        inside->types[1] = inside->types[0];
        return true;
    case BL_THRIFT_MAP: {
        uint64_t n = bl_thrift_varint(t);
        unsigned types = n > 0 ? read_byte(t) : 0;
        inside->types[0] = types >> 4; /* of keys: an even number is left */
        inside->types[1] = types & 15;
        inside->n_left = n > (uint64_t)(t->end - t->at) ? 0 : n * 2;
        return true;
    }
    case BL_THRIFT_STRUCT: return true;
    default: fail_thrift(t); return false;
    }
}

/* The type of the next value in WHERE; BL_THRIFT_STOP: there is none. Bools in lists have a
 * byte. */
static unsigned next_type(struct bl_thrift *t, struct skipped *where)
{
    struct bl_thrift_field field = {0};
    if (where->is_struct)
        return bl_thrift_next(t, &field) ? field.type : BL_THRIFT_STOP;
    if (where->n_left == 0)
        return BL_THRIFT_STOP;
    unsigned type = where->types[where->n_left-- % 2];
    return type == BL_THRIFT_TRUE || type == BL_THRIFT_FALSE ? BL_THRIFT_BYTE : type;
}

void bl_thrift_skip(struct bl_thrift *t, unsigned type)
{
    struct skipped stack[BL_THRIFT_MAX_DEPTH];
    unsigned depth = 0;
    if (begin_skipped(t, type, &stack[0]))
        depth = 1;
    while (depth > 0 && !t->failed) {
        unsigned inner = next_type(t, &stack[depth - 1]);
        struct skipped inside;
        if (inner == BL_THRIFT_STOP)
            depth--;
        else if (!begin_skipped(t, inner, &inside))
            continue;
        else if (depth == BL_THRIFT_MAX_DEPTH)
            fail_thrift(t);
        else
            stack[depth++] = inside;
    }
}
