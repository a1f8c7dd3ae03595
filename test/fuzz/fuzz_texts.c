/* fuzz_texts.c - texts between the operands of any record
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Two bytes choose the block and the code, each byte after is an operand. Properties: texts lie
 * within the operands, one after the other; each call takes some; and they come to an end, which
 * stays.
 */
#include "bitleap.h"
#include "fuzz/target.h"

enum {
    MAX_OPS = 4096
};

static uint64_t operand(uint8_t byte)
{
    enum {
        MANY = 0xFE, /* two words for a range of many bits, too many characters */
        MOST = 0xFF
    };
    return byte == MOST ? UINT64_MAX : byte == MANY ? UINT64_C(1) << 32 | 1 : byte;
}

static void check(uint32_t block_id, uint32_t code, const uint64_t *ops, uint32_t n_ops)
{
    struct bl_text_ops texts[2];
    uint32_t at = 0;
    uint32_t end = 0;
    unsigned n;
    while ((n = bl_ir_record_texts(block_id, code, ops, n_ops, &at, texts)) > 0) {
        REQUIRE(n <= 2 && at > end && at <= n_ops);
        for (unsigned i = 0; i < n; i++) {
            REQUIRE(texts[i].first >= end && texts[i].n <= n_ops - texts[i].first);
            end = texts[i].first + texts[i].n;
        }
        REQUIRE(end <= at);
    }
    REQUIRE(bl_ir_record_texts(block_id, code, ops, n_ops, &at, texts) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint32_t blocks[] = {BL_BLOCK_MODULE, BL_BLOCK_PARAMATTR_GROUP, BL_BLOCK_CONSTANTS,
                                      BL_BLOCK_METADATA};
    if (size < 2 || size > MAX_OPS)
        return 0;
    uint32_t n_ops = (uint32_t)size - 2;
    uint64_t *ops = malloc(n_ops * sizeof *ops); /* of this size, so that no more can be read */
    for (uint32_t i = 0; i < n_ops && ops; i++)
        ops[i] = operand(data[2 + i]);
    if (ops)
        check(blocks[data[0] % 4], data[1], ops, n_ops);
    free(ops);
    return 0;
}
