/* ir/constants.c - the values that a CONSTANTS block makes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every record but SETTYPE makes one value, known or not, so that numbers stay right. What the value is
 * is read only when asked for.
 */
#include "ir/constants.h"

#include "base/grow.h"
#include "ir/seek.h"
#include "stream/cursor.h"

enum {
    SETTYPE = 1
};

static int append(struct bl_constant_list *list, struct bl_cursor *cursor,
                  struct bl_constant constant)
{
    if (list->n == BL_NONE)
        return bl_cursor_fail(cursor, BL_E_LIMIT, "more constants than can be numbered",
                              constant.bit_pos);
    if (bl_grow(&list->items, &list->cap, (size_t)list->n + 1) < 0)
        return bl_cursor_fail(cursor, BL_E_NOMEM, "no memory for the constants", constant.bit_pos);
    list->items[list->n++] = constant;
    return BL_OK;
}

/* SETTYPE was skipped: go back and read it. */
static int read_type(struct bl_cursor *cursor, uint64_t bit_pos, struct bl_record *rec)
{
    cursor->bits.pos = bit_pos;
    return bl_record_next(cursor, rec);
}

int bl_constants_append(struct bl_constant_list *list, struct bl_cursor *cursor, uint32_t n_types,
                        struct bl_record *rec)
{
    uint32_t type = BL_NONE;
    uint32_t code;
    uint64_t bit_pos;
    int rc;
    while ((rc = bl_seek_skip(cursor, &code, &bit_pos)) > 0) {
        if (code != SETTYPE)
            rc = append(list, cursor, (struct bl_constant){bit_pos, type, code});
        else if ((rc = read_type(cursor, bit_pos, rec)) > 0)
            type = rec->n_ops && rec->ops[0] < n_types ? (uint32_t)rec->ops[0] : BL_NONE;
        if (rc < 0)
            break;
    }
    return rc;
}

void bl_constants_release(struct bl_constant_list *list)
{
    bl_drop(list->items);
    *list = (struct bl_constant_list){0};
}
