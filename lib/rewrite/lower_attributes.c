/* rewrite/lower_attributes.c - groups of attributes without those that an older LLVM does not know
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "bitleap_codes.h"
#include "bitleap_types.h"
#include "ir/min_version.h"
#include "rewrite/lower.h"

#include <string.h>

enum {
    FIRST_ATTRIBUTE = 2, /* operand of a group */
    VERSION_SHIFT = 56,  /* of the integer of memory */
};

/* What is done to memory: bit 0, it is read; 1, it is written. */
struct effects {
    unsigned arguments, inaccessible, other;
};

/* Without errno and the memory of targets, which are parts of the rest. */
static struct effects effects_of(uint64_t integer)
{
    unsigned bits = (unsigned)integer;
    if (integer >> VERSION_SHIFT == 0)
        return (struct effects){bits & 3, bits >> 2 & 3, bits >> 4 & 3};
    unsigned of_targets = (bits >> 8 | bits >> 10) & 3;
    return (struct effects){bits & 3, (bits >> 2 & 3) | of_targets,
                            (bits >> 4 & 3) | (bits >> 6 & 3) | of_targets};
}

static void put_kind(struct bl_lower *l, uint64_t kind)
{
    l->ops[l->n_ops++] = BL_ATTRIBUTE_ENUM;
    l->ops[l->n_ops++] = kind;
}

/* The attributes of LLVM 15 and older. */
static void put_old_memory(struct bl_lower *l, const struct effects *e)
{
    unsigned all = e->arguments | e->inaccessible | e->other;
    if (all == 0) {
        put_kind(l, BL_ATTR_KIND_READ_NONE);
        return;
    }
    if (!e->other && e->arguments && e->inaccessible)
        put_kind(l, BL_ATTR_KIND_INACCESSIBLEMEM_OR_ARGMEMONLY);
    else if (!e->other)
        put_kind(l, e->arguments ? BL_ATTR_KIND_ARGMEMONLY : BL_ATTR_KIND_INACCESSIBLEMEM_ONLY);
    if (all != 3)
        put_kind(l, all == 1 ? BL_ATTR_KIND_READ_ONLY : BL_ATTR_KIND_WRITEONLY);
}

static void put_memory(struct bl_lower *l, const struct bl_record *rec, uint64_t integer)
{
    struct effects e = effects_of(integer);
    const struct bl_feature *memory =
        bl_feature_of_code(BL_MIN_VERSION_ATTRIBUTE, BL_ATTR_KIND_MEMORY);
    if (bl_feature_is_new(memory, l->options)) {
        put_old_memory(l, &e);
        (void)bl_lower_note(l, memory, rec->bit_pos, (struct bl_view){0});
        return;
    }
    if (integer >> VERSION_SHIFT != 0)
        (void)bl_lower_other(l, BL_OTHER_MEMORY_PLACES, rec->bit_pos);
    l->ops[l->n_ops++] = BL_ATTRIBUTE_INTEGER;
    l->ops[l->n_ops++] = BL_ATTR_KIND_MEMORY;
    l->ops[l->n_ops++] = e.arguments | e.inaccessible << 2 | e.other << 4;
}

/* Whether "frame-pointer" at AT says what is newer; then it becomes "non-leaf". */
static bool put_frame_pointer(struct bl_lower *l, const struct bl_record *rec, uint32_t at,
                              uint32_t size)
{
    static const char key[] = "frame-pointer";
    static const char *const values[] = {"non-leaf-no-reserve", "reserved"};
    static const char before[] = "non-leaf";
    char text[40];
    uint32_t value = at + 1 + sizeof key;
    if (rec->ops[at] != BL_ATTRIBUTE_PAIR || size > sizeof text || size < sizeof key + 2 ||
        !bl_lower_needs(l, BL_OTHER_FRAME_POINTER))
        return false;
    for (uint32_t i = 1; i < size; i++)
        text[i - 1] = (char)rec->ops[at + i];
    text[size - 1] = 0;
    if (strcmp(text, key) != 0 ||
        (strcmp(text + sizeof key, values[0]) != 0 && strcmp(text + sizeof key, values[1]) != 0))
        return false;
    (void)bl_lower_other(l, BL_OTHER_FRAME_POINTER, rec->bit_pos);
    for (uint32_t i = at; i < value; i++)
        l->ops[l->n_ops++] = rec->ops[i];
    for (size_t i = 0; i < sizeof before; i++)
        l->ops[l->n_ops++] = (uint8_t)before[i];
    return true;
}

/* The attribute of SIZE operands at AT, as it is to be. */
static void put_attribute(struct bl_lower *l, const struct bl_record *rec, uint32_t at,
                          uint32_t size)
{
    uint64_t form = rec->ops[at];
    bool is_text = form == BL_ATTRIBUTE_TEXT || form == BL_ATTRIBUTE_PAIR;
    uint64_t kind = is_text ? 0 : rec->ops[at + 1];
    const struct bl_feature *feature =
        kind < BL_NONE ? bl_feature_of_code(BL_MIN_VERSION_ATTRIBUTE, (uint32_t)kind) : NULL;
    bool is_memory = !is_text && kind == BL_ATTR_KIND_MEMORY && form == BL_ATTRIBUTE_INTEGER;
    if (is_memory &&
        (bl_lower_needs(l, BL_OTHER_MEMORY_PLACES) || bl_feature_is_new(feature, l->options))) {
        put_memory(l, rec, rec->ops[at + 2]);
        return;
    }
    if (!is_text && kind == BL_ATTR_KIND_ELEMENTTYPE && bl_lower_needs(l, BL_OTHER_ELEMENT_TYPE)) {
        (void)bl_lower_other(l, BL_OTHER_ELEMENT_TYPE, rec->bit_pos);
        return;
    }
    if (kind == BL_ATTR_KIND_UW_TABLE && form == BL_ATTRIBUTE_INTEGER &&
        bl_lower_needs(l, BL_OTHER_UNWIND_TABLE)) {
        (void)bl_lower_other(l, BL_OTHER_UNWIND_TABLE, rec->bit_pos);
        put_kind(l, kind);
        return;
    }
    if (is_text && put_frame_pointer(l, rec, at, size))
        return;
    bool is_unknown = !is_text && !bl_attribute_name((uint32_t)kind);
    if (is_unknown)
        feature = bl_feature_of_code(BL_MIN_VERSION_ATTRIBUTE, BL_ATTR_KIND_HYBRID_PATCHABLE);
    if (is_text || !feature || !bl_feature_is_new(feature, l->options)) {
        for (uint32_t i = 0; i < size; i++)
            l->ops[l->n_ops++] = rec->ops[at + i];
        return;
    }
    (void)bl_lower_note(l, feature, rec->bit_pos, (struct bl_view){0});
    if (kind == BL_ATTR_KIND_CAPTURES && form == BL_ATTRIBUTE_INTEGER && rec->ops[at + 2] == 0)
        put_kind(l, BL_ATTR_KIND_NO_CAPTURE);
}

int bl_lower_group(struct bl_lower *l, const struct bl_record *rec)
{
    uint32_t type;
    uint32_t size;
    if (rec->n_ops < FIRST_ATTRIBUTE)
        return BL_OK;
    if (bl_lower_room(l, 2 * rec->n_ops) < 0)
        return BL_E_NOMEM;
    l->n_ops = FIRST_ATTRIBUTE;
    for (uint32_t at = FIRST_ATTRIBUTE; at < rec->n_ops; at += size) {
        size = bl_attribute_size(rec, at, &type);
        bool is_text = rec->ops[at] == BL_ATTRIBUTE_TEXT || rec->ops[at] == BL_ATTRIBUTE_PAIR;
        if (size == 0 || size > rec->n_ops - at || (!is_text && size < 2))
            return bl_fail_at(l->err, BL_E_MISMATCH, "attribute that is not known", rec->bit_pos);
        put_attribute(l, rec, at, size);
    }
    if (l->n_ops > FIRST_ATTRIBUTE || rec->n_ops == FIRST_ATTRIBUTE)
        return BL_OK;
    l->goes = true;
    if (bl_map_set(&l->dropped_groups, rec->ops[0], 1) < 0)
        return bl_fail(l->err, BL_E_NOMEM, "no memory for groups of attributes");
    return BL_OK;
}

int bl_lower_list(struct bl_lower *l, const struct bl_record *rec)
{
    if (rec->code != BL_CODE_PARAMATTR_ENTRY || l->dropped_groups.n == 0)
        return BL_OK;
    l->n_ops = 0;
    for (uint32_t i = 0; i < rec->n_ops; i++)
        if (bl_map_find(&l->dropped_groups, rec->ops[i]) == BL_MAP_NONE)
            l->ops[l->n_ops++] = rec->ops[i];
    return BL_OK;
}
