/* dump/llvm_summary.c - the summary of llvm-bcanalyzer
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "dump/llvm_summary.h"

#include "base/text.h"
#include "dump/llvm_dumper.h"

#include <inttypes.h>

static const char *llvm_kind_name(enum bl_stream_kind kind)
{
    switch (kind) {
    case BL_STREAM_LLVM_IR: return "LLVM IR";
    case BL_STREAM_CLANG_AST: return "Clang Serialized AST";
    case BL_STREAM_DIAGNOSTICS: return "Clang Serialized Diagnostics";
    case BL_STREAM_REMARKS: return "LLVM Remarks";
    default: return "unknown";
    }
}

static void put_size(struct out *o, uint64_t bits)
{
    out_printf(o, "%" PRIu64 "b/%.2fB/%" PRIu64 "W", bits, (double)bits / 8, bits / 32);
}

static void put_total_and_average(struct out *o, const char *what, uint64_t total, uint64_t n)
{
    out_printf(o, "%s%" PRIu64 "/%e\n", what, total, (double)total / (double)n);
}

static void put_block_counts(struct out *o, const struct bl_stats_block *block)
{
    if (block->n > 1) {
        double average = (double)block->bits / (double)block->n;
        out_printf(o, "       Average Size: %.2f/%.2fB/%" PRIu64 "W\n", average, average / 8,
                   (uint64_t)(average / 32));
        put_total_and_average(o, "  Tot/Avg SubBlocks: ", block->n_sub_blocks, block->n);
        put_total_and_average(o, "    Tot/Avg Abbrevs: ", block->n_abbrevs, block->n);
        put_total_and_average(o, "    Tot/Avg Records: ", block->n_records, block->n);
    } else {
        out_printf(o, "      Num SubBlocks: %" PRIu64 "\n", block->n_sub_blocks);
        out_printf(o, "        Num Abbrevs: %" PRIu64 "\n", block->n_abbrevs);
        out_printf(o, "        Num Records: %" PRIu64 "\n", block->n_records);
    }
    if (block->n_records)
        out_printf(o, "    Percent Abbrevs: %2.4f%%\n",
                   (double)block->n_abbreviated * 100.0 / (double)block->n_records);
    out_char(o, '\n');
}

static void put_histogram(struct out *o, struct bl_stats *stats, uint32_t number)
{
    struct bl_stats_block block = bl_stats_get_block(stats, number);
    const struct bl_stats_count *rows;
    uint32_t n = bl_stats_counts(stats, number, false, &rows);
    if (n == 0)
        return;
    out_text(o, "\tRecord Histogram:\n"
                "\t\t  Count    # Bits     b/Rec   % Abv  Record Kind\n");
    for (uint32_t i = 0; i < n; i++) {
        double n_records = (double)rows[i].n;
        out_printf(o, "\t\t%7d %9" PRIu64, (int)rows[i].n, rows[i].bits);
        if (rows[i].n > 1)
            out_printf(o, " %9.1f", (double)rows[i].bits / n_records);
        else
            out_text(o, "          ");
        if (rows[i].n_abbreviated)
            out_printf(o, " %7.2f", (double)rows[i].n_abbreviated / n_records * 100);
        else
            out_text(o, "        ");
        out_text(o, "  ");
        struct bl_view stated = bl_stats_record_name(stats, block.block_id, rows[i].code);
        struct bl_view label =
            llvm_record_label_of(stated, block.kind, block.block_id, rows[i].code);
        llvm_put_label(o, label, "UnknownCode", rows[i].code);
        out_char(o, '\n');
    }
    out_char(o, '\n');
}

static void put_block(struct out *o, struct bl_stats *stats, uint32_t number, uint64_t stream_bits,
                      bool histogram)
{
    struct bl_stats_block found = bl_stats_get_block(stats, number);
    const struct bl_stats_block *block = &found;
    out_printf(o, "  Block ID #%" PRIu32, block->block_id);
    struct bl_view label = llvm_block_label_of(bl_stats_block_name(stats, block->block_id),
                                               block->kind, block->block_id);
    if (label.data) {
        out_text(o, " (");
        out_name(o, label);
        out_char(o, ')');
    }
    out_printf(o, ":\n      Num Instances: %" PRIu64 "\n         Total Size: ", block->n);
    put_size(o, block->bits);
    out_printf(o, "\n    Percent of file: %2.4f%%\n",
               (double)block->bits * 100.0 / (double)stream_bits);
    put_block_counts(o, block);
    if (histogram)
        put_histogram(o, stats, number);
}

void llvm_summary(struct out *o, struct bl_stats *stats, const struct input *input, bool histogram)
{
    uint64_t bits = (uint64_t)input->stream.bytes.size * 8;
    uint32_t n = bl_stats_n_blocks(stats);
    out_text(o, "Summary of ");
    out_path(o, input->path);
    out_text(o, ":\n         Total size: ");
    put_size(o, bits);
    out_printf(o, "\n        Stream type: %s\n", llvm_kind_name(input->stream.kind));
    out_printf(o, "  # Toplevel Blocks: %" PRIu64 "\n\nPer-block Summary:\n",
               bl_stats_n_top_blocks(stats));
    for (uint32_t i = 0; i < n; i++)
        put_block(o, stats, i, bits, histogram);
}
