/* stream/cursor.h - what a cursor needs of the layer around it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A cursor reads the entries of one block. It does not enter sub-blocks: a caller that wants to
 * makes a second cursor with bl_cursor_enter(), and moves the first one past the sub-block with
 * bl_cursor_leave(), or lets its next call leap over the sub-block.
 *
 * Its fields (bitleap_stream.h):
 *
 *   block, child       the block that it reads; the sub-block that it announced last, with the
 *                      position of its header, and whether its header is the failure
 *   inherited, own     abbreviations from BLOCKINFO, shared, and of the block, whose ids follow
 *   define_into        in BLOCKINFO: abbreviations of the described block, NULL before SETBID
 *   fast_end           before this bit records are read without a bounds check for each load
 *   trust_length       the block must end where its length says
 *   pending, entry_*   bl_entry_kind announced but not consumed, 0, or more: at the end; its
 *                      abbreviation id and first bit
 *   status, what*      the failure, sticky
 */
#ifndef BL_STREAM_CURSOR_H
#define BL_STREAM_CURSOR_H

#include "bitleap_stream.h"
#include "bits/reader.h"
#include "stream/abbrev.h"
#include "stream/decoder.h"

enum {
    BL_MAGIC_BITS = 32,
    BL_BLOCK_ID_WIDTH = 8, /* of VBRs in the header of a block */
    BL_ID_WIDTH_WIDTH = 4, /* newabbrevlen */
    BL_TOP_ID_WIDTH = 2,   /* of abbreviation ids at the top level */
};

/* Records of BLOCKINFO. */
enum {
    BL_SETBID = 1,
    BL_BLOCKNAME = 2,
    BL_SETRECORDNAME = 3,
};

/* Only the top level begins after the magic; any block id may be in a stream. */
static inline bool bl_cursor_is_top(const struct bl_cursor *cursor)
{
    return cursor->block.body_pos == BL_MAGIC_BITS;
}

/* First bit after BLOCK, as its length says. */
static inline uint64_t bl_block_end(const struct bl_block *block)
{
    return block->body_pos + (uint64_t)block->n_words * 32;
}

/* Operands that one record of STREAM may have. */
uint64_t bl_max_operands(const struct bl_stream *stream);

/* A cursor at the top level of STREAM, after its magic. TRUST_LENGTH false: LLVM's rules. */
void bl_cursor_at_top(struct bl_cursor *cursor, const struct bl_stream *stream, bool trust_length);

/* A cursor at the body of BLOCK, with the abbreviations INFO (or NULL) has for it, and with the
 * stream, rules and limits of PARENT. CHILD's own definitions are emptied, their storage is used
 * again: it must have been initialised, by zeroes or an earlier use. */
void bl_cursor_enter(struct bl_cursor *child, const struct bl_cursor *parent,
                     const struct bl_block *block, const struct bl_blockinfo *info);

/* Whether the entry at BITS, with ids of WIDTH bits, is a sub-block whose header is as most are,
 * every VBR in one chunk; it is returned in *BLOCK. */
static inline bool bl_bits_peek_block(const struct bl_bits *bits, unsigned width,
                                      struct bl_block *block)
{
    uint64_t pos = bits->pos;
    if (pos / 8 + sizeof(uint64_t) >= bits->n_wide || width > BL_MAX_WIDTH)
        return false;
    uint64_t w = bl_load_le64(bits->data + pos / 8) >> pos % 8;
    uint32_t block_id = (uint32_t)(w >> width) & 0xFF;
    uint32_t id_width = (uint32_t)(w >> width >> BL_BLOCK_ID_WIDTH) & 0xF;
    if ((w & bl_low_bits(width)) != BL_ABBREV_ENTER_SUBBLOCK || block_id >= 0x80 ||
        id_width - 1 >= 7)
        return false;
    uint64_t word = (pos + width + BL_BLOCK_ID_WIDTH + BL_ID_WIDTH_WIDTH + 31) / 32;
    *block = (struct bl_block){
        .bit_pos = pos,
        .body_pos = (word + 1) * 32,
        .block_id = block_id,
        .id_width = id_width,
        .n_words = bl_load_le32(bits->data + word * 4),
    };
    return block->body_pos < bits->end;
}

/* The same of the entry at the cursor. False: ask bl_cursor_next(). */
static inline bool bl_cursor_peek_block(const struct bl_cursor *cursor, struct bl_block *block)
{
    return bl_bits_peek_block(&cursor->bits, cursor->block.id_width, block);
}

/* Leap over the sub-block that is next, returned in *BLOCK, if bl_cursor_peek_block() knows it. */
static inline bool bl_cursor_leap_next(struct bl_cursor *cursor, struct bl_block *block)
{
    if (cursor->pending || cursor->status < 0 || !bl_cursor_peek_block(cursor, block))
        return false;
    uint64_t end = bl_block_end(block);
    if (block->n_words == 0 || end > cursor->bits.end)
        return false;
    cursor->entry_pos = block->bit_pos;
    cursor->bits.pos = end;
    return true;
}

/* Go after the sub-block that was announced without entering it. */
int bl_cursor_leap(struct bl_cursor *cursor);

/* PARENT has announced the block that CHILD has read to its end, or given up with a failure. After
 * it is where its length says, or under LLVM's rules, without a failure, where CHILD is. */
void bl_cursor_leave(struct bl_cursor *parent, const struct bl_cursor *child);

/* After a failure: when the sub-block that was being entered is to blame and its length leads to a
 * place within this block and after the failure, go there, forget it and return true. */
bool bl_cursor_forgive(struct bl_cursor *cursor);

/* The definition of ID, or NULL. *OPS is its operands. */
static inline const struct bl_abbrev *bl_cursor_abbrev(const struct bl_cursor *cursor, uint32_t id,
                                                       const struct bl_abbrev_op **ops)
{
    const struct bl_abbrev_set *set = cursor->inherited;
    uint32_t number = id - BL_ABBREV_FIRST;
    uint32_t n_inherited = set ? set->n_abbrevs : 0;
    if (number >= n_inherited) {
        set = &cursor->own;
        number -= n_inherited;
    }
    if (number >= set->n_abbrevs)
        return NULL;
    *ops = set->ops + set->abbrevs[number].first_op;
    return &set->abbrevs[number];
}

/* Of zeros after the bits where CURSOR is, whether these are no ends of blocks. */
bool bl_cursor_ends_in_zeros(const struct bl_cursor *cursor);

/* Whether what comes next are zeros that no stream has there: bytes that are missing. What was read
 * last may run into them, and say anything. */
static inline bool bl_cursor_is_at_zeros(const struct bl_cursor *cursor)
{
    const struct bl_bits *bits = &cursor->bits;
    uint64_t at = bits->pos / 8;
    return at + 16 <= bits->size && bl_load_le64(bits->data + at + 1) == 0 &&
           bits->data[at] >> bits->pos % 8 == 0 && bl_cursor_ends_in_zeros(cursor);
}

/* After a record, which is no good if that is so. 1, or the failure of what comes next. */
int bl_cursor_fail_at_zeros(struct bl_cursor *cursor);
static inline int bl_cursor_doubt(struct bl_cursor *cursor)
{
    bool is_in_doubt = cursor->trust_length && bl_cursor_is_at_zeros(cursor);
    return __builtin_expect(is_in_doubt, 0) ? bl_cursor_fail_at_zeros(cursor) : 1;
}

/* The same after the last record of BATCH, which is taken out of it: 0, BATCH ends before it, or a
 * failure where there is no other. RC: all of it is good. */
int bl_batch_doubt(struct bl_batch *batch, struct bl_cursor *cursor, int rc);

/* Note a failure at BIT_POS and return STATUS. It is sticky. */
int bl_cursor_fail(struct bl_cursor *cursor, int status, const char *what, uint64_t bit_pos);

/* The abbreviation id that comes next, before fast_end. */
static inline uint64_t bl_cursor_peek_id(const struct bl_cursor *cursor)
{
    const struct bl_bits *bits = &cursor->bits;
    return bl_load_le64(bits->data + bits->pos / 8) >> bits->pos % 8 &
           bl_low_bits(cursor->block.id_width);
}

/* Whether what comes next is seen at once to be no record. False: ask, as where
 * something is pending. */
static inline bool bl_cursor_is_at_other(const struct bl_cursor *cursor)
{
    if (cursor->bits.pos >= cursor->fast_end || cursor->pending || cursor->status < 0)
        return false;
    return bl_cursor_peek_id(cursor) < BL_ABBREV_UNABBREV;
}

/* Abbreviation id and record in one go, for loops over records; see struct bl_decoder. */
static inline int bl_record_next(struct bl_cursor *cursor, struct bl_record *rec)
{
    return cursor->decoder->next(cursor, rec);
}

static inline int bl_record_next_first(struct bl_cursor *cursor, struct bl_record *rec)
{
    return cursor->decoder->next_first(cursor, rec);
}

static inline int bl_record_skip_next(struct bl_cursor *cursor, uint32_t *code)
{
    return cursor->decoder->skip_next(cursor, code);
}

/* The same for a record that was announced; 1 or a failure. */
static inline int bl_record_decode(struct bl_cursor *cursor, struct bl_record *rec)
{
    cursor->bits.pos = cursor->entry_pos;
    cursor->pending = 0;
    return bl_record_next(cursor, rec);
}

static inline int bl_record_skip(struct bl_cursor *cursor, uint32_t *code)
{
    cursor->bits.pos = cursor->entry_pos;
    cursor->pending = 0;
    return bl_record_skip_next(cursor, code);
}

/* The operands of REC, which has none from then on, for bl_drop(); room for *CAP of them. */
static inline uint64_t *bl_record_take_ops(struct bl_record *rec, size_t *cap)
{
    uint64_t *ops = rec->storage;
    *cap = rec->capacity;
    rec->ops = rec->storage = NULL;
    rec->n_ops = 0;
    rec->capacity = 0;
    return ops;
}

/* How a record begins. */
struct bl_record_head {
    uint32_t code;
    uint64_t n_ops;
};

/* The head of the record at BIT_POS, of which CURSOR knows the abbreviation; elements of an array
 * are not looked at, nor operands of an unabbreviated record, and may be damaged. False: no record
 * begins there, or its abbreviation has a VBR of one bit or more than BL_MAX_FIXED_OPERANDS. */
bool bl_record_peek(const struct bl_cursor *cursor, uint64_t bit_pos, struct bl_record_head *head);

/* Nothing may be pending. */
static inline int bl_record_skip_all(struct bl_cursor *cursor, uint64_t *n_records)
{
    return cursor->status < 0 ? cursor->status : cursor->decoder->skip_all(cursor, n_records);
}

#endif
