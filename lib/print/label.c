/* print/label.c - what a block or record is called where people read it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/print.h"

enum {
    STATED_BYTES = 128,                  /* of a name that the stream states, no more are told, */
    STATED_CHARACTERS = 3 * STATED_BYTES /* escaped */
};
_Static_assert(STATED_CHARACTERS + sizeof "..." <= BL_LABEL_MAX, "a label's limit");

/* Ids of the container's own blocks mean the same in all streams. */
static bool knows_ir(enum bl_stream_kind kind, uint32_t block_id)
{
    return kind == BL_STREAM_LLVM_IR || block_id < BL_MODULE_BLOCK;
}

static void print_label(const struct bl_print *p, uint32_t block_id, struct bl_view stated,
                        const char *known, const char *what, uint32_t number)
{
    if (stated.size && block_id != BL_BLOCKINFO_BLOCK) {
        bool is_long = stated.size > STATED_BYTES;
        bl_print_escaped(p, (struct bl_view){stated.data, is_long ? STATED_BYTES : stated.size});
        bl_print_text(p, is_long ? "..." : "");
    } else if (known) {
        bl_print_text(p, known);
    } else {
        bl_print_text(p, what);
        bl_print_text(p, " ");
        bl_print_u64(p, number);
    }
}

void bl_block_label_print(enum bl_stream_kind kind, struct bl_view stated, uint32_t parent_id,
                          uint32_t block_id, bl_put_fn *put, void *context)
{
    const char *known = knows_ir(kind, block_id) ? bl_ir_block_name(parent_id, block_id) : NULL;
    print_label(&(struct bl_print){put, context}, block_id, stated, known, "block", block_id);
}

void bl_record_label_print(enum bl_stream_kind kind, struct bl_view stated, uint32_t block_id,
                           uint32_t code, bl_put_fn *put, void *context)
{
    const char *known = knows_ir(kind, block_id) ? bl_ir_record_name(block_id, code) : NULL;
    print_label(&(struct bl_print){put, context}, block_id, stated, known, "record", code);
}
