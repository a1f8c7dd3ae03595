/* ir/record_texts.c - texts between the other operands of records
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/record_texts.h"

/* [size, character…] at *AT, where there is one, cut off at the end of the record. */
static unsigned read_sized(const struct bl_record *rec, uint32_t *at, struct bl_text_ops *text)
{
    if (*at >= rec->n_ops)
        return 0;
    uint64_t n = rec->ops[(*at)++];
    uint32_t n_left = rec->n_ops - *at;
    *text = (struct bl_text_ops){*at, n < n_left ? (uint32_t)n : n_left};
    *at += text->n;
    return 1;
}

/* [flags, n, character…, n, character…], since LLVM 14 after the function's type */
unsigned bl_constant_texts(const struct bl_record *rec, uint32_t *at, struct bl_text_ops texts[2])
{
    if (!bl_constant_is_assembly(rec->code) || *at > 0)
        return 0;
    *at = rec->code == BL_CODE_CONSTANTS_INLINEASM ? 2 : 1;
    unsigned n = read_sized(rec, at, &texts[0]);
    return n + read_sized(rec, at, &texts[n]);
}

/* Before version 2 of modules [selection, size, character…]. Since then [offset, size, selection],
 * where the last is less than any character of a name. */
static unsigned comdat_texts(const struct bl_record *rec, uint32_t *at, struct bl_text_ops texts[2])
{
    enum {
        SELECTION_AT = 2
    };
    bool is_old = rec->n_ops > SELECTION_AT + 1 ||
                  (rec->n_ops == SELECTION_AT + 1 && rec->ops[SELECTION_AT] >= ' ');
    if (rec->code != BL_CODE_MODULE_COMDAT || !is_old || *at > 0)
        return 0;
    *at = 1;
    return read_sized(rec, at, &texts[0]);
}

typedef unsigned texts_fn(const struct bl_record *rec, uint32_t *at, struct bl_text_ops texts[2]);

static texts_fn *reader_for(uint32_t block_id)
{
    switch (block_id) {
    case BL_BLOCK_MODULE: return comdat_texts;
    case BL_BLOCK_PARAMATTR_GROUP: return bl_attribute_texts;
    case BL_BLOCK_CONSTANTS: return bl_constant_texts;
    default: return NULL;
    }
}

unsigned bl_ir_record_texts(uint32_t block_id, uint32_t code, const uint64_t *ops, uint32_t n_ops,
                            uint32_t *at, struct bl_text_ops texts[2])
{
    texts_fn *read = reader_for(block_id);
    if (!read)
        return 0;
    return read(&(struct bl_record){.code = code, .ops = ops, .n_ops = n_ops}, at, texts);
}
