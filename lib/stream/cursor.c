/* stream/cursor.c - the entries of a block: sub-blocks, abbreviation definitions, records
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Document: "Abbreviation IDs", "Blocks". A cursor is always either before an entry, or after the
 * abbreviation id of one that is pending: announced, but not yet read, skipped or entered. After
 * END_BLOCK it stays.
 */
#include "stream/cursor.h"

#include "base/status.h"
#include "bits/reader.h"
#include "stream/abbrev.h"
#include "stream/blockinfo.h"

enum {
    BLOCKLEN_WIDTH = 32,
    ENDED = BL_ENTRY_ABBREV + 1, /* in place of what is pending: END_BLOCK has been read */
};

uint64_t bl_max_operands(const struct bl_stream *stream)
{
    uint64_t most = stream->bytes.size * (uint64_t)BL_MAX_OPERANDS_PER_BYTE;
    return most > BL_MAX_OPERANDS_FLOOR ? most : BL_MAX_OPERANDS_FLOOR;
}

void bl_cursor_at_top(struct bl_cursor *cursor, const struct bl_stream *stream, bool trust_length)
{
    *cursor = (struct bl_cursor){
        .bits = bl_bits_over(stream->bytes, stream->cpu),
        .block = {.block_id = BL_NONE, .body_pos = BL_MAGIC_BITS, .id_width = BL_TOP_ID_WIDTH},
        .abbrev_bytes_left = bl_abbrev_bytes_limit(stream),
        .max_operands = bl_max_operands(stream),
        .trust_length = trust_length,
    };
    cursor->bits.pos = BL_MAGIC_BITS;
    cursor->decoder = bl_decoder_for(&cursor->bits);
}

void bl_cursor_enter(struct bl_cursor *child, const struct bl_cursor *parent,
                     const struct bl_block *block, const struct bl_blockinfo *info)
{
    /* Field by field: most blocks are small, and what is not set here is set before
     * it is asked for. */
    child->bits = parent->bits;
    child->block = *block;
    child->inherited = bl_blockinfo_abbrevs(info, block->block_id);
    child->own.n_abbrevs = 0;
    child->own.n_ops = 0;
    child->define_into = NULL;
    child->abbrev_bytes_left = parent->abbrev_bytes_left;
    child->max_operands = parent->max_operands;
    child->decoder = parent->decoder;
    child->in_blockinfo = false;
    child->trust_length = parent->trust_length;
    child->pending = 0;
    child->child_is_at_fault = false;
    child->status = BL_OK;
    child->bits.pos = block->body_pos;
    if (parent->trust_length && bl_block_end(block) < parent->bits.end)
        child->bits.end = bl_block_end(block);
    child->fast_end = bl_decoder_fast_end(&child->bits);
}

void bl_cursor_leave(struct bl_cursor *parent, const struct bl_cursor *child)
{
    /* Where a damaged block was left is no place to go on, whatever the rules. */
    bool by_length = parent->trust_length || child->status < 0;
    parent->bits.pos = by_length ? bl_block_end(&child->block) : child->bits.pos;
    parent->pending = 0;
}

int bl_cursor_fail(struct bl_cursor *cursor, int status, const char *what, uint64_t bit_pos)
{
    cursor->status = status;
    cursor->what = what;
    cursor->what_pos = bit_pos;
    return status;
}

static bool only_zeros_left(const struct bl_cursor *c)
{
    for (uint64_t byte = c->bits.pos / 8; byte < c->bits.size; byte++)
        if (c->bits.data[byte] != 0)
            return false;
    return true;
}

enum {
    /* More than blocks that end together have, unless they are nested a thousand deep. */
    MISSING_BYTES = 4000
};

/* An END_BLOCK long before the end of its block, or a page of zeros with something after it. */
bool bl_cursor_ends_in_zeros(const struct bl_cursor *c)
{
    uint64_t at = c->bits.pos / 8 + 1;
    if (c->bits.pos + UINT64_C(16) * 8 <= c->bits.end)
        return true;
    uint64_t n = 0;
    while (at + n < c->bits.size && c->bits.data[at + n] == 0 && n < MISSING_BYTES)
        n++;
    return n == MISSING_BYTES && !only_zeros_left(c);
}

static const char ends_early[] = "END_BLOCK before the end that blocklen gives";

int bl_cursor_fail_at_zeros(struct bl_cursor *c)
{
    c->entry_pos = c->bits.pos;
    return bl_cursor_fail(c, BL_E_MALFORMED, ends_early, c->entry_pos);
}

int bl_batch_doubt(struct bl_batch *batch, struct bl_cursor *c, int rc)
{
    const struct bl_batch_record *last = batch->record_storage + batch->n_records - 1;
    if (batch->n_records == 0 || last->abbrev_id < BL_ABBREV_UNABBREV || !c->trust_length ||
        !bl_cursor_is_at_zeros(c))
        return rc;
    rc = batch->n_records == 1 ? bl_cursor_fail_at_zeros(c) : 0;
    batch->n_records--;
    c->bits.pos = last->bit_pos;
    return rc;
}

static int fail_here(struct bl_cursor *c, int status, const char *what)
{
    return bl_cursor_fail(c, status, what, c->entry_pos);
}

/* The header after ENTER_SUBBLOCK's id, checked in the order in which LLVM checks it. */
static int read_block_header(struct bl_cursor *c)
{
    struct bl_bits *bits = &c->bits;
    struct bl_block *child = &c->child;
    *child = (struct bl_block){.bit_pos = c->entry_pos};
    child->block_id = bl_bits_vbr32(bits, BL_BLOCK_ID_WIDTH);
    if (!bl_bits_ok(bits))
        return fail_here(c, bl_bits_overlong(bits) ? BL_E_MALFORMED : BL_E_TRUNCATED,
                         "sub-block whose id does not end");
    c->child_header_pos = bits->pos;
    c->child_is_at_fault = true;
    child->id_width = bl_bits_vbr32(bits, BL_ID_WIDTH_WIDTH);
    if (bl_bits_overlong(bits))
        return fail_here(c, BL_E_MALFORMED, "sub-block whose abbreviation id width does not end");
    if (child->id_width > BL_MAX_WIDTH)
        return fail_here(c, BL_E_MALFORMED, "sub-block with abbreviation ids wider than 32 bits");
    bl_bits_align32(bits);
    child->n_words = (uint32_t)bl_bits_fixed(bits, BLOCKLEN_WIDTH);
    child->body_pos = bits->pos;
    if (!bl_bits_ok(bits))
        return fail_here(c, BL_E_TRUNCATED, "the bits end inside the header of a sub-block");
    if (child->id_width == 0)
        return fail_here(c, BL_E_MALFORMED, "sub-block with abbreviation ids of no bits");
    if (bits->pos == bits->end)
        return fail_here(c, BL_E_TRUNCATED, "sub-block without a body");
    c->child_is_at_fault = false;
    return BL_OK;
}

int bl_cursor_leap(struct bl_cursor *c)
{
    c->pending = 0;
    uint64_t end = bl_block_end(&c->child);
    if (end > c->bits.end && c->bits.end == c->bits.size * UINT64_C(8))
        return fail_here(c, BL_E_TRUNCATED, "blocklen reaches beyond the stream");
    if (end > c->bits.end)
        return fail_here(c, BL_E_MALFORMED, "blocklen reaches beyond the block around it");
    c->bits.pos = end;
    return BL_OK;
}

bool bl_cursor_forgive(struct bl_cursor *c)
{
    uint64_t end = bl_block_end(&c->child);
    bool has_header = c->child_is_at_fault && c->child.body_pos != 0;
    if (!has_header || end > c->bits.end || end < c->what_pos)
        return false;
    c->bits.pos = end;
    c->pending = 0;
    c->status = BL_OK;
    c->child_is_at_fault = false;
    return true;
}

static int consume_pending(struct bl_cursor *c)
{
    uint32_t code;
    uint8_t pending = c->pending;
    c->pending = 0;
    return pending == BL_ENTRY_RECORD  ? bl_record_skip(c, &code)
           : pending == BL_ENTRY_BLOCK ? bl_cursor_leap(c)
                                       : BL_OK;
}

static int end_block(struct bl_cursor *c)
{
    if (bl_cursor_is_top(c))
        return fail_here(c, BL_E_MALFORMED, "END_BLOCK outside of any block");
    bl_bits_align32(&c->bits);
    if (c->trust_length && c->bits.pos != bl_block_end(&c->block))
        return fail_here(c, BL_E_MALFORMED, ends_early);
    c->pending = ENDED;
    if (c->bits.pos <= c->bits.end)
        return 0;
    /* A stream whose size is no multiple of four ends inside the padding. LLVM does not mind. */
    if (c->trust_length)
        return fail_here(c, BL_E_TRUNCATED, "the bits end in the padding after END_BLOCK");
    c->bits.pos = c->bits.end;
    return 0;
}

static int define_abbrev(struct bl_cursor *c)
{
    struct bl_abbrev_set *set = c->in_blockinfo ? c->define_into : &c->own;
    if (!set)
        return fail_here(c, BL_E_MALFORMED, "DEFINE_ABBREV in BLOCKINFO before any SETBID");
    const char *what = NULL;
    int status = bl_abbrev_set_define(set, &c->bits, &c->abbrev_bytes_left, &what);
    return status < 0 ? fail_here(c, status, what) : 1;
}

static int announce(struct bl_cursor *c, struct bl_entry *entry, enum bl_entry_kind kind)
{
    entry->kind = kind;
    entry->abbrev_id = c->entry_id;
    entry->bit_pos = c->entry_pos;
    if (kind == BL_ENTRY_BLOCK)
        entry->block = c->child;
    c->pending = kind == BL_ENTRY_ABBREV ? 0 : (uint8_t)kind;
    return 1;
}

int bl_cursor_next(struct bl_cursor *c, struct bl_entry *entry)
{
    if (BL_UNLIKELY(c->status < 0))
        return c->status;
    if (c->pending) {
        if (c->pending == ENDED)
            return 0;
        int status = consume_pending(c);
        if (status < 0)
            return status;
    }
    c->entry_pos = c->bits.pos;
    if (bl_cursor_peek_block(c, &c->child)) {
        c->entry_id = BL_ABBREV_ENTER_SUBBLOCK;
        c->child_header_pos = c->entry_pos + c->block.id_width + BL_BLOCK_ID_WIDTH;
        c->child_is_at_fault = false;
        c->bits.pos = c->child.body_pos;
        return announce(c, entry, BL_ENTRY_BLOCK);
    }
    if (BL_UNLIKELY(c->bits.pos >= c->bits.end)) {
        if (bl_cursor_is_top(c) && c->bits.pos == c->bits.end)
            return 0;
        return fail_here(c, BL_E_TRUNCATED, "the bits end before END_BLOCK");
    }
    c->entry_id = (uint32_t)bl_bits_fixed(&c->bits, c->block.id_width);
    if (BL_UNLIKELY(!bl_bits_ok(&c->bits)))
        return fail_here(c, BL_E_TRUNCATED, "the bits end inside an abbreviation id");
    if (bl_cursor_is_top(c) && c->entry_id != BL_ABBREV_ENTER_SUBBLOCK) {
        if (c->trust_length && c->entry_id == BL_ABBREV_END_BLOCK && only_zeros_left(c)) {
            c->bits.pos = c->entry_pos;
            return 0;
        }
        return fail_here(c, BL_E_MALFORMED, "not a block at the top level");
    }
    switch (c->entry_id) {
    case BL_ABBREV_END_BLOCK: return end_block(c);
    case BL_ABBREV_ENTER_SUBBLOCK: {
        int status = read_block_header(c);
        return status < 0 ? status : announce(c, entry, BL_ENTRY_BLOCK);
    }
    case BL_ABBREV_DEFINE: {
        int status = define_abbrev(c);
        return status < 0 ? status : announce(c, entry, BL_ENTRY_ABBREV);
    }
    default: return announce(c, entry, BL_ENTRY_RECORD);
    }
}

int bl_cursor_read(struct bl_cursor *c, struct bl_record *rec)
{
    if (c->status < 0)
        return c->status;
    if (c->pending != BL_ENTRY_RECORD)
        return BL_E_ARGUMENT;
    int rc = bl_record_decode(c, rec);
    if (rc == 0) /* what was announced is a record no more */
        return fail_here(c, BL_E_STALE, "the bits change while they are read");
    return rc < 0 ? rc : BL_OK;
}

int bl_cursor_read_batch(struct bl_cursor *c, struct bl_batch *batch)
{
    batch->n_records = 0;
    if (c->status < 0 || c->pending == ENDED)
        return c->status;
    if (c->pending) {
        int status = consume_pending(c);
        if (status < 0)
            return status;
    }
    /* Small blocks are common: ask first whether there is any record. */
    if (bl_cursor_is_top(c) || bl_cursor_is_at_other(c))
        return 0;
    int rc = bl_batch_begin(batch, c, true);
    return rc < 0 ? rc
                  : bl_batch_end(batch, c, bl_batch_append(batch, c, c->decoder, UINT64_MAX, true));
}

int bl_cursor_read_next(struct bl_cursor *c, struct bl_record *rec)
{
    struct bl_entry entry;
    int rc;
    while ((rc = bl_record_next(c, rec)) == 0)
        if ((rc = bl_cursor_next(c, &entry)) <= 0 || entry.kind == BL_ENTRY_RECORD)
            return rc > 0 && (rc = bl_cursor_read(c, rec)) == BL_OK ? 1 : rc;
    return rc;
}

uint64_t bl_block_bytes(uint32_t n_words)
{
    enum {
        HEADER_BYTES = 8
    };
    return HEADER_BYTES + (uint64_t)n_words * 4;
}

void bl_cursor_error(const struct bl_cursor *c, struct bl_error *err)
{
    if (c->status == BL_OK) {
        bl_fail(err, BL_OK, "");
        return;
    }
    bl_fail_at(err, c->status, c->what, c->what_pos);
    if (!bl_cursor_is_top(c))
        bl_error_push(err, c->block.block_id, c->block.bit_pos);
}

void bl_cursor_release(struct bl_cursor *c)
{
    bl_abbrev_set_release(&c->own);
    /* Any further call finds the failure: the reader of records must stay callable for that. */
    *c = (struct bl_cursor){
        .status = BL_E_ARGUMENT, .what = "the cursor was released", .decoder = c->decoder};
}
