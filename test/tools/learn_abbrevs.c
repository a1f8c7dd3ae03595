/* learn_abbrevs.c - prints the abbreviations that make records of many modules smallest
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   learn_abbrevs FILE… > lib/rewrite/abbrev_table.def     by lib/rewrite/abbrev_table.sh
 */
#include "bitleap.h"
#include "rewrite/rewriter.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    MOST_SAMPLES = 1 << 15
};

static void print_operand(const struct bl_abbrev_op *op)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_LITERAL: printf(", LITERAL(%" PRIu64 ")", op->literal); break;
    case BL_ENC_FIXED: printf(", FIXED(%u)", op->width); break;
    case BL_ENC_VBR: printf(", VBR(%u)", op->width); break;
    case BL_ENC_CHAR6: printf(", CHAR6"); break;
    default: printf(", ARRAY"); break;
    }
}

/* Whether D is for one text: a triple, a name. */
static bool is_of_text(const struct bl_new_abbrev *d)
{
    enum {
        LEAST_TEXT = 6
    };
    unsigned n = 0;
    for (uint32_t i = 1; i < d->n_ops && n < LEAST_TEXT; i++)
        n = d->ops[i].encoding == BL_ENC_LITERAL && d->ops[i].literal >= ' ' ? n + 1 : 0;
    return n == LEAST_TEXT;
}

static int print_block(const struct bl_block_samples *block)
{
    static struct bl_chosen chosen;
    struct bl_arena arena = {0};
    chosen = (struct bl_chosen){0};
    int status = bl_choose_abbrevs(block, &arena, &chosen);
    for (uint32_t i = 0; i < chosen.n && status == BL_OK; i++) {
        const struct bl_new_abbrev *d = &chosen.items[i];
        if (d->n_ops < 2 || is_of_text(d))
            continue; /* a code alone saves next to nothing */
        printf("ABBREVIATION(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ", %" PRIu32, block->block_id,
               d->code, d->saves, d->n_ops);
        for (uint32_t k = 1; k < d->n_ops; k++)
            print_operand(&d->ops[k]);
        printf(")\n");
    }
    bl_arena_release(&arena);
    return status;
}

int main(int argc, char **argv)
{
    struct bl_module_samples samples = {.most = MOST_SAMPLES};
    int status = BL_OK;
    for (int i = 1; i < argc && status == BL_OK; i++) {
        struct bl_file *file;
        struct bl_stream stream;
        struct bl_error err = {0};
        status = bl_file_open(&file, argv[i], 0, &err);
        if (status == BL_OK)
            status = bl_stream_locate(bl_file_view(file), &stream, &err);
        if (status == BL_OK)
            status = bl_repack_sample(&stream, &samples, &err);
        if (status < 0)
            fprintf(stderr, "%s: %s\n", argv[i], err.what);
        bl_file_close(file);
    }
    for (uint32_t i = 0; i < samples.n && status == BL_OK; i++)
        status = print_block(&samples.blocks[i]);
    bl_samples_release(&samples);
    return status < 0;
}
