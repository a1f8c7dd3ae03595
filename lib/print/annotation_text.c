/* print/annotation_text.c - comments that say where in the stream a line comes from
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Lines know where their records begin. Names and sizes of records are looked up: all of a block
 * are read at once, and the blocks that were asked for last are kept.
 */
#include "print/annotation_text.h"
#include "base/bound.h"
#include "base/grow.h"
#include "index/index.h"
#include "print/printer.h"
#include "print/text_limit.h"
#include "stream/cursor.h"

struct span {
    uint64_t bit_pos, end_pos;
    uint32_t code;
};

/* The records of one block. */
struct spans {
    struct span *items;
    uint32_t n, cap;
    uint32_t block_id;
    uint64_t last_use; /* 0: none was read yet */
};

struct bl_annotator {
    struct spans blocks[4];
    uint64_t n_uses;
};

static bool read_spans(struct bl_printer *p, struct spans *to, uint64_t bit_pos)
{
    struct bl_index *index = p->tables.module->index;
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    uint32_t block;
    to->n = 0;
    if (bl_module_note(p->tables.module, bl_index_find(index, bit_pos, &block, NULL)) ==
            BL_E_NOMEM ||
        block == BL_NONE)
        return false; /* where something else is damaged, the block may be known all the same */
    to->block_id = bl_index_get(index, block).block.block_id;
    int rc = bl_index_cursor(index, block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &rec)) > 0) {
        if (bl_grow(&to->items, &to->cap, to->n + 1U) < 0) {
            p->text.is_cut = p->text.has_lacked = true;
            break;
        }
        to->items[to->n++] =
            (struct span){.bit_pos = rec.bit_pos, .end_pos = rec.end_pos, .code = rec.code};
    }
    (void)bl_module_note(p->tables.module, rc);
    bl_printer_work(p, to->n);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return to->n > 0;
}

static const struct span *find_in(const struct spans *spans, uint64_t bit_pos)
{
    uint32_t lo = 0;
    uint32_t hi = spans->n;
    BL_LOWER_BOUND(lo, hi, mid, spans->items[mid].bit_pos < bit_pos);
    return lo < spans->n && spans->items[lo].bit_pos == bit_pos ? &spans->items[lo] : NULL;
}

/* The record at BIT_POS and its block. NULL: it cannot be read. */
static const struct span *find_span(struct bl_printer *p, uint64_t bit_pos, uint32_t *block_id)
{
    struct bl_annotator *a = p->annotator;
    struct spans *oldest = &a->blocks[0];
    for (size_t i = 0; i < sizeof a->blocks / sizeof *a->blocks; i++) {
        struct spans *spans = &a->blocks[i];
        const struct span *span = find_in(spans, bit_pos);
        if (span) {
            spans->last_use = ++a->n_uses;
            *block_id = spans->block_id;
            return span;
        }
        if (spans->last_use < oldest->last_use)
            oldest = spans;
    }
    if (!read_spans(p, oldest, bit_pos))
        return NULL;
    oldest->last_use = ++a->n_uses;
    *block_id = oldest->block_id;
    return find_in(oldest, bit_pos);
}

static void put_size(struct bl_text *t, uint64_t bits)
{
    uint64_t tenths = (bits * 10 + 4) / 8;
    bl_text_numbered(t, ", ", tenths / 10);
    bl_text_numbered(t, ".", tenths % 10);
    bl_text_put(t, " bytes");
}

void bl_put_annotation(struct bl_printer *p, uint64_t bit_pos)
{
    uint32_t block_id = 0;
    if (!p->annotator && !(p->annotator = bl_new(sizeof *p->annotator))) {
        p->text.is_cut = p->text.has_lacked = true;
        return;
    }
    const struct span *span = find_span(p, bit_pos, &block_id);
    bl_text_numbered(&p->text, "  ; bit ", bit_pos);
    if (!span) {
        bl_text_put(&p->text, ", <badref>");
        return;
    }
    bl_text_put(&p->text, ", ");
    bl_record_label_print(BL_STREAM_LLVM_IR, (struct bl_view){0}, block_id, span->code,
                          bl_text_append, &p->text);
    put_size(&p->text, span->end_pos - span->bit_pos);
}

void bl_put_body_annotation(struct bl_printer *p, const struct bl_block *block)
{
    if (!block) {
        bl_text_put(&p->text, "; body at <badref>");
        return;
    }
    bl_text_numbered(&p->text, "; body at bit ", block->bit_pos);
    put_size(&p->text, bl_block_bytes(block->n_words) * 8);
}

void bl_annotator_release(struct bl_printer *p)
{
    struct bl_annotator *a = p->annotator;
    for (size_t i = 0; a && i < sizeof a->blocks / sizeof *a->blocks; i++)
        bl_drop(a->blocks[i].items);
    bl_drop(a);
    p->annotator = NULL;
}
