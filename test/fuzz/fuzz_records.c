/* fuzz_records.c - any bits as the body of a block, read in every way by every CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One byte chooses the width of abbreviation ids; three bytes for each operand of the
 * abbreviations that the block begins with; what follows is its body. Property: all ways to read
 * its records agree.
 */
#include "fuzz/choosy.h"
#include "fuzz/target.h"
#include "support/records_agree.h"

#include "support/build.h"

enum {
    MAX_ABBREVS = 4,
    MAX_OPS = 12,
    MAX_BYTES = 4096
};

/* An abbreviation of *DATA: the number of its operands, then encoding, width and literal of each. A
 * literal code, so that it is simple unless one of the others is not. */
static void define(struct bl_writer *w, const uint8_t **data, const uint8_t *end)
{
    struct bl_abbrev_op ops[1 + MAX_OPS] = {LIT(3)};
    size_t n = 1;
    size_t n_ops = *data < end ? *(*data)++ % (MAX_OPS + 1) : 0;
    for (; n <= n_ops && end - *data >= 3; n++, *data += 3) {
        const uint8_t *from = *data;
        ops[n].encoding = from[0] % 6;
        ops[n].width = from[1] % (BL_MAX_WIDTH + 1);
        ops[n].literal = from[0] & 0x80 ? UINT64_MAX - from[2] : from[2];
        /* A width of 0 is read as a literal. */
        if (ops[n].encoding == BL_ENC_FIXED || ops[n].encoding == BL_ENC_VBR)
            ops[n].literal = 0;
    }
    bl_writer_define(w, ops, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2 || size > MAX_BYTES)
        return 0;
    const uint8_t *end = data + size;
    unsigned id_width = 2 + data[0] % 7;
    unsigned n_abbrevs = data[1] % (MAX_ABBREVS + 1);
    data += 2;
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, id_width);
    for (unsigned i = 0; i < n_abbrevs; i++)
        define(w, &data, end);
    for (; data < end; data++)
        bl_writer_fixed(w, *data, 8);
    bl_writer_align32(w);
    bl_writer_exit(w);
    struct bl_view bytes;
    struct choice choice;
    if (bl_writer_finish(w, &bytes, NULL) == BL_OK)
        require_none(records_agree(bytes, fuzz_choice(&choice, bytes)));
    bl_writer_close(w);
    return 0;
}
