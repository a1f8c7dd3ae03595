/* ir/debug_type.c - types of debug information as C and C++ write them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A declarator is around what it declares: "int (*)(char)". So a type has a part that comes before,
 * and one that comes after. Of one text some thousand nodes are read at most: types of a damaged
 * file may be made of themselves.
 */
#include "base/status.h"
#include "bitleap_constants.h"
#include "bitleap_debug.h"
#include "ir/metadata.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_NODES = 4096,
    MOST_DEPTH = 64,
    TAG_ARRAY = 0x01,
};

/* How a type is written. */
enum shape_kind {
    NAMED,
    POINTER,
    QUALIFIER,
    ARRAY,
    FUNCTION,
};

struct shape {
    enum shape_kind kind;
    const char *text; /* "*", "const"; of what has no name: what it is */
    struct bl_view name;
    uint32_t base, list; /* BL_NONE: void; none */
};

struct type_text {
    struct bl_metadata *metadata;
    bl_put_fn *put;
    void *context;
    struct bl_error *err;
    uint32_t n_read;
    int status;
};

static const struct {
    uint8_t tag, kind;
    const char *text;
} shapes[] = {
    {0x0f, POINTER, "*"},          {0x10, POINTER, "&"},         {0x42, POINTER, "&&"},
    {0x1f, POINTER, "::*"},        {0x26, QUALIFIER, "const"},   {0x35, QUALIFIER, "volatile"},
    {0x37, QUALIFIER, "restrict"}, {0x47, QUALIFIER, "_Atomic"}, {0x02, NAMED, "(class)"},
    {0x04, NAMED, "(enum)"},       {0x13, NAMED, "(struct)"},    {0x17, NAMED, "(union)"},
};

static void put_text(struct type_text *t, const char *text)
{
    t->put(t->context, text, strlen(text));
}

static bool may_read(struct type_text *t, int depth)
{
    return t->status == BL_OK && depth < MOST_DEPTH && t->n_read++ < MOST_NODES;
}

static bool note(struct type_text *t, int rc)
{
    t->status = rc < 0 ? rc : t->status;
    return rc > 0;
}

/* False: NODE is no type that can be read. */
static bool read_shape(struct type_text *t, uint32_t node, struct shape *s)
{
    struct bl_metadata *md = t->metadata;
    uint64_t tag = 0;
    *s = (struct shape){.kind = NAMED, .text = "(type)", .base = BL_NONE, .list = BL_NONE};
    if (!note(t, bl_metadata_hold(md, node, t->err)))
        return false;
    (void)note(t, bl_metadata_field_string(md, node, BL_DI_NAME, &s->name, t->err));
    (void)note(t, bl_metadata_field_ref(md, node, BL_DI_BASE_TYPE, &s->base, t->err));
    (void)note(t, bl_metadata_field_number(md, node, BL_DI_TAG, &tag, t->err));
    if (md->held.code == BL_CODE_METADATA_SUBROUTINE_TYPE) {
        s->kind = FUNCTION;
        (void)note(t, bl_metadata_field_ref(md, node, BL_DI_TYPES, &s->list, t->err));
    } else if (tag == TAG_ARRAY && s->name.size == 0) {
        s->kind = ARRAY;
        (void)note(t, bl_metadata_field_ref(md, node, BL_DI_ELEMENTS, &s->list, t->err));
    }
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (tag == shapes[i].tag && s->kind == NAMED) {
            s->kind = shapes[i].kind;
            s->text = shapes[i].text;
        }
    return t->status == BL_OK;
}

/* Item I of LIST, BL_NONE for null. False: there are no more, or they cannot be read. */
static bool read_item(struct type_text *t, uint32_t list, uint32_t i, uint32_t *node)
{
    const struct bl_record *rec = &t->metadata->held;
    if (list == BL_NONE || !note(t, bl_metadata_hold(t->metadata, list, t->err)) ||
        rec->code != BL_CODE_METADATA_NODE || i >= rec->n_ops)
        return false;
    *node = rec->ops[i] ? bl_metadata_number(rec->ops[i] - 1) : BL_NONE;
    return true;
}

/* "[3]"; "[]" where the number of elements is no constant. */
static void put_bound(struct type_text *t, uint32_t subrange)
{
    struct bl_metadata *md = t->metadata;
    const struct bl_constant_value *decoded;
    char text[32] = "[]";
    uint64_t n;
    uint32_t node;
    bool is_known = note(t, bl_metadata_field_number(md, subrange, BL_DI_COUNT, &n, t->err));
    if (!is_known && note(t, bl_metadata_field_ref(md, subrange, BL_DI_COUNT, &node, t->err)) &&
        note(t, bl_metadata_field_number(md, node, BL_DI_VALUE, &n, t->err))) {
        const struct bl_constant *constant =
            n < BL_NONE ? bl_module_constant(md->module, (uint32_t)n) : NULL;
        is_known = constant && bl_constant_decode(md->module, constant, &decoded, NULL) == BL_OK &&
                   decoded->n_words <= 1 &&
                   (decoded->kind == BL_CONSTANT_INTEGER || decoded->kind == BL_CONSTANT_NULL);
        n = is_known && decoded->n_words ? decoded->words[0] : 0;
    }
    if (is_known && n != UINT64_MAX)
        snprintf(text, sizeof text, "[%" PRIu64 "]", n);
    put_text(t, text);
}

static void put_type(struct type_text *t, uint32_t node, int depth);

static void put_before(struct type_text *t, uint32_t node, int depth)
{
    struct shape s, base;
    if (node == BL_NONE) {
        put_text(t, "void");
        return;
    }
    if (!may_read(t, depth) || !read_shape(t, node, &s)) {
        put_text(t, "...");
        return;
    }
    bool has_base = s.base != BL_NONE && (s.kind == POINTER || s.kind == QUALIFIER) &&
                    read_shape(t, s.base, &base);
    bool is_within = has_base && (base.kind == ARRAY || base.kind == FUNCTION);
    bool is_behind = has_base && (base.kind == POINTER || is_within);
    switch (s.kind) {
    case NAMED:
        if (s.name.size)
            bl_visible_print(s.name, t->put, t->context);
        else
            put_text(t, s.text);
        break;
    case POINTER:
        put_before(t, s.base, depth + 1);
        put_text(t, is_within ? " (" : has_base && base.kind == POINTER ? "" : " ");
        put_text(t, s.text);
        break;
    case QUALIFIER:
        if (!is_behind) {
            put_text(t, s.text);
            put_text(t, " ");
        }
        put_before(t, s.base, depth + 1);
        if (is_behind)
            put_text(t, s.text);
        break;
    case ARRAY: put_before(t, s.base, depth + 1); break;
    case FUNCTION: {
        uint32_t result = BL_NONE;
        (void)read_item(t, s.list, 0, &result);
        put_before(t, result, depth + 1);
        break;
    }
    }
}

static void put_after(struct type_text *t, uint32_t node, int depth)
{
    struct shape s, base;
    uint32_t item;
    if (node == BL_NONE || !may_read(t, depth) || !read_shape(t, node, &s))
        return;
    if (s.kind == POINTER && s.base != BL_NONE && read_shape(t, s.base, &base) &&
        (base.kind == ARRAY || base.kind == FUNCTION))
        put_text(t, ")");
    if (s.kind == ARRAY) {
        for (uint32_t i = 0; read_item(t, s.list, i, &item) && may_read(t, depth); i++)
            put_bound(t, item);
    } else if (s.kind == FUNCTION) {
        put_text(t, "(");
        for (uint32_t i = 1; read_item(t, s.list, i, &item) && may_read(t, depth); i++) {
            put_text(t, i > 1 ? ", " : "");
            if (item == BL_NONE)
                put_text(t, "..."); /* any arguments */
            else
                put_type(t, item, depth + 1);
        }
        put_text(t, ")");
        if (read_item(t, s.list, 0, &item))
            put_after(t, item, depth + 1);
    }
    if (s.kind == POINTER || s.kind == QUALIFIER || s.kind == ARRAY)
        put_after(t, s.base, depth + 1);
}

static void put_type(struct type_text *t, uint32_t node, int depth)
{
    put_before(t, node, depth);
    put_after(t, node, depth);
}

int bl_debug_type_print(struct bl_metadata *metadata, uint32_t type, bl_put_fn *put, void *context,
                        struct bl_error *err)
{
    struct type_text t = {.metadata = metadata, .put = put, .context = context, .err = err};
    put_type(&t, type, 0);
    return t.status;
}
