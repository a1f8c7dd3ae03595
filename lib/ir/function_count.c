/* ir/function_count.c - instructions of a body, counted by the codes of its records
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/instruction.h"

#include "ir/seek.h"
#include "stream/cursor.h"

/* Records of a body that are no instructions. */
static bool is_aside(uint32_t code)
{
    return code == BL_FUNCTION_DECLAREBLOCKS || code == BL_FUNCTION_OPERAND_BUNDLE ||
           code == BL_FUNCTION_BLOCKADDR_USERS || bl_is_about_instruction(code);
}

static void count(struct bl_body_counts *counts, uint32_t code)
{
    if (is_aside(code))
        return;
    counts->n_instructions++;
    counts->n_unknown += !bl_instruction_is_known(code);
}

/* DECLAREBLOCKS, at BIT_POS, has been passed by C: go back and read it. */
static int read_declared(struct bl_cursor *c, uint64_t bit_pos, struct bl_body_counts *counts)
{
    struct bl_record rec = {0};
    c->bits.pos = bit_pos;
    int rc = bl_record_next(c, &rec);
    if (rc > 0 && rec.n_ops > 0 && rec.ops[0] <= UINT32_MAX)
        counts->n_blocks = (uint32_t)rec.ops[0];
    bl_record_release(&rec);
    return rc;
}

static int count_records(struct bl_cursor *c, struct bl_body_counts *counts)
{
    uint32_t code;
    uint64_t bit_pos;
    int rc;
    while ((rc = bl_seek_skip(c, &code, &bit_pos)) > 0) {
        count(counts, code);
        if (code == BL_FUNCTION_DECLAREBLOCKS && (rc = read_declared(c, bit_pos, counts)) < 0)
            break;
    }
    return rc;
}

int bl_function_count(struct bl_module *module, uint32_t value, struct bl_body_counts *counts,
                      struct bl_error *err)
{
    *counts = (struct bl_body_counts){0};
    int rc = bl_module_body(module, value, &counts->block, err);
    if (rc <= 0)
        return rc;
    struct bl_cursor cursor;
    rc = bl_module_cursor(module, &counts->block, &cursor);
    if (rc == BL_OK)
        rc = count_records(&cursor, counts);
    if (rc < 0)
        bl_module_error(module, &cursor, err);
    bl_cursor_release(&cursor);
    return rc < 0 ? rc : 1;
}
