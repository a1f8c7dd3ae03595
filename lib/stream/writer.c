/* stream/writer.c - integers in, a bitstream out
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whole 32-bit words are in `bytes`; the bits of the word that is being filled are held back. So
 * everything that is aligned, blocks, lengths and blobs, is a plain store.
 *
 * BLOCKINFO: the described blocks of all BLOCKINFO blocks are one after the other in `described`
 * and are never removed; those of the one in force are a range of it. Going back to an earlier
 * BLOCKINFO at the end of a block means going back to its range. While a BLOCKINFO block is open
 * its range is the last one, because no block may be entered in there.
 */
#include "stream/writer.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/store.h"
#include "bitleap_writer.h"
#include "bits/reader.h"
#include "stream/abbrev.h"
#include "stream/cursor.h"

#include <string.h>

#define NONE UINT32_MAX

/* A block's abbreviations from BLOCKINFO. */
struct described {
    uint32_t block_id;
    struct bl_abbrev_set abbrevs;
};

/* Consecutive items of bl_writer.described. */
struct range {
    uint32_t first, n;
};

struct open_block {
    uint32_t block_id;
    unsigned id_width;
    uint64_t bit_pos;         /* of ENTER_SUBBLOCK */
    uint64_t length_pos;      /* bit position of blocklen */
    uint32_t inherited;       /* number of what BLOCKINFO has for it, or NONE */
    uint32_t current;         /* in BLOCKINFO: number of the described block, or NONE */
    struct bl_abbrev_set own; /* ids follow those of the inherited */
    struct range info_before; /* in force when it began; in force again after its end */
};

struct bl_writer {
    struct bl_error failure; /* the first one */
    uint8_t *bytes;
    size_t size; /* a multiple of four */
    size_t cap;
    uint64_t held;   /* bits after `bytes`, lowest first */
    unsigned n_held; /* 0 to 31 */
    struct open_block *open;
    uint32_t depth, cap_open;
    struct described *described;
    uint32_t n_described, cap_described;
    struct range info; /* in force */
};

static bool has_failed(const struct bl_writer *w)
{
    return w->failure.status < 0;
}

static void fail_writer(struct bl_writer *w, int status, const char *what)
{
    if (has_failed(w))
        return;
    bl_fail_at(&w->failure, status, what, bl_writer_pos(w));
    for (uint32_t i = 0; i < w->depth; i++)
        bl_error_push(&w->failure, w->open[i].block_id, w->open[i].bit_pos);
}

static void fail_without_memory(struct bl_writer *w)
{
    fail_writer(w, BL_E_NOMEM, "no memory to write to");
}

/* True, with WHAT noted as the failure, unless CONDITION, which the caller owes us. */
static bool refuse_unless(struct bl_writer *w, bool condition, const char *what)
{
    if (condition)
        return has_failed(w);
    fail_writer(w, BL_E_ARGUMENT, what);
    return true;
}

int bl_writer_open(struct bl_writer **writer, struct bl_error *err)
{
    *writer = bl_new(sizeof **writer);
    return *writer ? BL_OK : bl_fail(err, BL_E_NOMEM, "no memory for a writer");
}

void bl_writer_close(struct bl_writer *w)
{
    if (!w)
        return;
    for (uint32_t i = 0; i < w->depth; i++)
        bl_abbrev_set_release(&w->open[i].own);
    for (uint32_t i = 0; i < w->n_described; i++)
        bl_abbrev_set_release(&w->described[i].abbrevs);
    bl_drop(w->open);
    bl_drop(w->described);
    bl_drop(w->bytes);
    bl_drop(w);
}

int bl_writer_finish(struct bl_writer *w, struct bl_view *bytes, struct bl_error *err)
{
    static const uint8_t nothing[1];
    *bytes = (struct bl_view){.data = nothing};
    bool was_whole = !has_failed(w);
    refuse_unless(w, w->depth == 0, "block that was not left");
    if (has_failed(w)) {
        int status = bl_fail_again(err, &w->failure);
        if (was_whole)
            w->failure = (struct bl_error){0}; /* the caller may leave it, and finish again */
        return status;
    }
    bl_writer_align32(w);
    if (has_failed(w))
        return bl_fail_again(err, &w->failure);
    if (w->size)
        *bytes = (struct bl_view){.data = w->bytes, .size = w->size};
    return BL_OK;
}

/* ---- Raw bits ---- */

uint64_t bl_writer_pos(const struct bl_writer *w)
{
    return (uint64_t)w->size * 8 + w->n_held;
}

/* Room for N_BYTES more after the whole words. */
static bool make_room_to_write(struct bl_writer *w, size_t n_bytes)
{
    if (n_bytes > SIZE_MAX - w->size || bl_grow(&w->bytes, &w->cap, w->size + n_bytes) < 0)
        fail_without_memory(w);
    return !has_failed(w);
}

/* WIDTH 0 to 32. */
static void put_bits(struct bl_writer *w, uint64_t value, unsigned width)
{
    w->held |= value << w->n_held;
    w->n_held += width;
    if (w->n_held < 32 || !make_room_to_write(w, 4))
        return;
    bl_store_le32(w->bytes + w->size, (uint32_t)w->held);
    w->size += 4;
    w->held >>= 32;
    w->n_held -= 32;
}

void bl_writer_fixed(struct bl_writer *w, uint64_t value, unsigned width)
{
    if (refuse_unless(w, width <= 64, "fixed integer of more than 64 bits") ||
        refuse_unless(w, width == 64 || value >> width == 0, "fixed integer that needs more bits"))
        return;
    unsigned low = width < 32 ? width : 32;
    put_bits(w, value & bl_low_bits(low), low);
    if (!has_failed(w))
        put_bits(w, value >> low, width - low);
}

void bl_writer_put_bits(struct bl_writer *w, const struct bl_bits *stream, uint64_t from,
                        uint64_t to)
{
    size_t n_words = (size_t)((to - from) / 32);
    if (has_failed(w) || !make_room_to_write(w, n_words * 4))
        return;
    uint64_t held = w->held;
    for (size_t i = 0; i < n_words; i++, from += 32, w->size += 4) {
        held |= (uint64_t)(uint32_t)bl_bits_peek_at(stream, from) << w->n_held;
        bl_store_le32(w->bytes + w->size, (uint32_t)held);
        held >>= 32;
    }
    w->held = held;
    unsigned rest = (unsigned)(to - from);
    put_bits(w, bl_bits_peek_at(stream, from) & bl_low_bits(rest), rest);
}

void bl_writer_vbr(struct bl_writer *w, uint64_t value, unsigned width)
{
    if (refuse_unless(w, width >= 2 && width <= BL_MAX_WIDTH, "VBR that is not 2 to 32 bits wide"))
        return;
    uint64_t more = (uint64_t)1 << (width - 1);
    for (; value >= more && !has_failed(w); value >>= width - 1)
        put_bits(w, (value & (more - 1)) | more, width);
    if (!has_failed(w))
        put_bits(w, value, width);
}

void bl_writer_char6(struct bl_writer *w, char c)
{
    const char *place = memchr(bl_char6, c, sizeof bl_char6);
    if (!refuse_unless(w, place != NULL, "character that is not in Char6"))
        put_bits(w, (uint64_t)(place - bl_char6), 6);
}

void bl_writer_align32(struct bl_writer *w)
{
    if (!has_failed(w) && w->n_held > 0)
        put_bits(w, 0, 32 - w->n_held);
}

void bl_writer_magic(struct bl_writer *w, const char magic[4])
{
    for (int i = 0; i < 4; i++)
        bl_writer_fixed(w, (uint8_t)magic[i], 8);
}

void bl_writer_patch32(struct bl_writer *w, uint64_t bit_pos, uint32_t value)
{
    if (refuse_unless(w, bit_pos % 32 == 0 && bit_pos / 8 < w->size,
                      "patch of what is no word already written"))
        return;
    bl_store_le32(w->bytes + bit_pos / 8, value);
}

void bl_writer_patch_bits(struct bl_writer *w, uint64_t bit_pos, unsigned width, uint64_t value)
{
    if (refuse_unless(w, width <= 64 && bit_pos + width <= (uint64_t)w->size * 8,
                      "patch of what is not in words already written"))
        return;
    for (unsigned i = 0; i < width; i++) {
        uint8_t *byte = w->bytes + (bit_pos + i) / 8;
        unsigned bit = (bit_pos + i) % 8;
        *byte = (uint8_t)((*byte & ~(1U << bit)) | (unsigned)(value >> i & 1) << bit);
    }
}

/* After a blob's length: padding, bytes, padding. */
static void write_bytes(struct bl_writer *w, struct bl_view bytes)
{
    bl_writer_align32(w);
    if (has_failed(w) || !make_room_to_write(w, bytes.size))
        return;
    size_t whole = bytes.size & ~(size_t)3;
    if (whole)
        memcpy(w->bytes + w->size, bytes.data, whole);
    w->size += whole;
    for (size_t i = whole; i < bytes.size; i++)
        bl_writer_fixed(w, bytes.data[i], 8);
    bl_writer_align32(w);
}

/* ---- Blocks ---- */

static struct open_block *innermost(struct bl_writer *w)
{
    return w->depth ? &w->open[w->depth - 1] : NULL;
}

static unsigned id_width_of(struct bl_writer *w)
{
    const struct open_block *block = innermost(w);
    return block ? block->id_width : BL_TOP_ID_WIDTH;
}

static void put_id(struct bl_writer *w, uint32_t id, unsigned width)
{
    if (!refuse_unless(w, (uint64_t)id >> width == 0, "abbreviation id wider than the block's"))
        bl_writer_fixed(w, id, width);
}

static uint32_t find_described(const struct bl_writer *w, uint32_t block_id)
{
    for (uint32_t i = w->info.first; i < w->info.first + w->info.n; i++)
        if (w->described[i].block_id == block_id)
            return i;
    return NONE;
}

void bl_writer_enter(struct bl_writer *w, uint32_t block_id, unsigned id_width)
{
    const struct open_block *around = innermost(w);
    if (refuse_unless(w, block_id != BL_NONE, "BL_NONE as the id of a block") ||
        refuse_unless(w, !around || around->block_id != BL_BLOCK_BLOCKINFO, "block in BLOCKINFO") ||
        refuse_unless(w, id_width >= 1 && id_width <= BL_MAX_WIDTH,
                      "sub-block whose abbreviation ids are not 1 to 32 bits wide"))
        return;
    uint64_t bit_pos = bl_writer_pos(w);
    put_id(w, BL_ABBREV_ENTER_SUBBLOCK, id_width_of(w));
    bl_writer_vbr(w, block_id, 8);
    bl_writer_vbr(w, id_width, 4);
    bl_writer_align32(w);
    struct open_block entered = {
        .block_id = block_id,
        .id_width = id_width,
        .bit_pos = bit_pos,
        .length_pos = bl_writer_pos(w),
        .inherited = find_described(w, block_id),
        .current = NONE,
        .info_before = w->info,
    };
    bl_writer_fixed(w, 0, 32);
    if (bl_grow(&w->open, &w->cap_open, (size_t)w->depth + 1) < 0)
        fail_without_memory(w);
    if (has_failed(w))
        return;
    w->open[w->depth++] = entered;
    if (block_id == BL_BLOCK_BLOCKINFO)
        w->info = (struct range){.first = w->n_described};
}

void bl_writer_exit(struct bl_writer *w)
{
    if (refuse_unless(w, w->depth > 0, "end of a block outside of any"))
        return;
    put_id(w, BL_ABBREV_END_BLOCK, id_width_of(w));
    bl_writer_align32(w);
    struct open_block *block = innermost(w);
    uint64_t n_words = (bl_writer_pos(w) - block->length_pos) / 32 - 1;
    if (n_words > UINT32_MAX)
        fail_writer(w, BL_E_LIMIT, "block longer than blocklen can say");
    bl_writer_patch32(w, block->length_pos, (uint32_t)n_words);
    if (block->block_id != BL_BLOCK_BLOCKINFO)
        w->info = block->info_before;
    bl_abbrev_set_release(&block->own);
    w->depth--;
}

void bl_writer_set_block(struct bl_writer *w, uint32_t block_id)
{
    struct open_block *block = innermost(w);
    if (refuse_unless(w, block && block->block_id == BL_BLOCK_BLOCKINFO,
                      "SETBID outside of BLOCKINFO"))
        return;
    bl_writer_record(w, BL_SETBID, &(uint64_t){block_id}, 1);
    block->current = find_described(w, block_id);
    if (block->current != NONE)
        return;
    if (bl_grow(&w->described, &w->cap_described, (size_t)w->n_described + 1) < 0) {
        fail_without_memory(w);
        return;
    }
    w->described[w->n_described] = (struct described){.block_id = block_id};
    block->current = w->n_described++;
    w->info.n++;
}

/* ---- Abbreviations ---- */

void bl_writer_put_definition(struct bl_writer *w, unsigned id_width,
                              const struct bl_abbrev_op *ops, size_t n_ops)
{
    size_t n_literals = 0;
    put_id(w, BL_ABBREV_DEFINE, id_width);
    bl_writer_vbr(w, n_ops, 5);
    for (size_t i = 0; i < n_ops; i++) {
        bool is_literal = ops[i].encoding == BL_ENC_LITERAL && !ops[i].written_as;
        n_literals += is_literal;
        refuse_unless(w, n_literals <= BL_MAX_ABBREV_LITERALS,
                      "abbreviation with more literals than the limit");
        refuse_unless(w, ops[i].encoding <= BL_ENC_BLOB,
                      "abbreviation operand of an unknown encoding");
        bl_writer_fixed(w, is_literal, 1);
        if (is_literal) {
            bl_writer_vbr(w, ops[i].literal, 8);
            continue;
        }
        unsigned encoding = ops[i].written_as ? ops[i].written_as : ops[i].encoding;
        bl_writer_fixed(w, encoding, 3);
        bool has_width = encoding == BL_ENC_FIXED || encoding == BL_ENC_VBR;
        if (has_width && !refuse_unless(w, ops[i].width <= BL_MAX_WIDTH,
                                        "abbreviation operand wider than 32 bits"))
            bl_writer_vbr(w, ops[i].width, 5);
    }
}

/* The set that a definition in the innermost block goes into; NULL where there is none. */
static struct bl_abbrev_set *set_to_define(struct bl_writer *w)
{
    struct open_block *block = innermost(w);
    if (!block)
        return NULL;
    if (block->block_id != BL_BLOCK_BLOCKINFO)
        return &block->own;
    return block->current == NONE ? NULL : &w->described[block->current].abbrevs;
}

static const struct bl_abbrev_set *inherited_set(struct bl_writer *w)
{
    const struct open_block *block = innermost(w);
    return block->inherited == NONE ? NULL : &w->described[block->inherited].abbrevs;
}

uint32_t bl_writer_define(struct bl_writer *w, const struct bl_abbrev_op *ops, size_t n_ops)
{
    struct bl_abbrev_set *set = set_to_define(w);
    if (refuse_unless(w, set, "abbreviation at the top level, or before any SETBID") ||
        refuse_unless(w, n_ops > 0, "abbreviation without operands") ||
        refuse_unless(w, n_ops <= UINT32_MAX, "abbreviation with more than 2^32 - 1 operands"))
        return 0;
    bl_writer_put_definition(w, id_width_of(w), ops, n_ops);
    if (!has_failed(w) && bl_abbrev_set_add(set, ops, (uint32_t)n_ops) < 0)
        fail_without_memory(w);
    if (has_failed(w))
        return 0;
    uint32_t id = BL_ABBREV_FIRST + set->n_abbrevs - 1;
    bool is_own = set == &innermost(w)->own;
    const struct bl_abbrev_set *before = is_own ? inherited_set(w) : NULL;
    return before ? id + before->n_abbrevs : id;
}

/* ---- Records ---- */

static const char record_outside[] = "record outside of any block";
static const char too_many_operands[] = "record with more than 2^32 - 1 operands";

void bl_writer_record(struct bl_writer *w, uint32_t code, const uint64_t *ops, size_t n_ops)
{
    if (!refuse_unless(w, w->depth > 0, record_outside))
        bl_writer_put_unabbreviated(w, id_width_of(w), code, ops, n_ops);
}

void bl_writer_put_unabbreviated(struct bl_writer *w, unsigned id_width, uint32_t code,
                                 const uint64_t *ops, size_t n_ops)
{
    if (refuse_unless(w, n_ops <= UINT32_MAX, too_many_operands))
        return;
    put_id(w, BL_ABBREV_UNABBREV, id_width);
    bl_writer_vbr(w, code, 6);
    bl_writer_vbr(w, n_ops, 6);
    for (size_t i = 0; i < n_ops; i++)
        bl_writer_vbr(w, ops[i], 6);
}

/* A record of BLOCKINFO about the described block: FIRST, unless it is NULL, and the characters. */
static void put_name(struct bl_writer *w, uint32_t code, const uint32_t *first, struct bl_view name)
{
    const struct open_block *block = innermost(w);
    if (refuse_unless(w, block && block->block_id == BL_BLOCK_BLOCKINFO && block->current != NONE,
                      "name outside of BLOCKINFO, or before any SETBID") ||
        refuse_unless(w, name.size < UINT32_MAX, too_many_operands))
        return;
    put_id(w, BL_ABBREV_UNABBREV, id_width_of(w));
    bl_writer_vbr(w, code, 6);
    bl_writer_vbr(w, name.size + (first != NULL), 6);
    if (first)
        bl_writer_vbr(w, *first, 6);
    for (size_t i = 0; i < name.size; i++)
        bl_writer_vbr(w, name.data[i], 6);
}

void bl_writer_name_block(struct bl_writer *w, struct bl_view name)
{
    put_name(w, BL_BLOCKNAME, NULL, name);
}

void bl_writer_name_record(struct bl_writer *w, uint32_t code, struct bl_view name)
{
    put_name(w, BL_SETRECORDNAME, &code, name);
}

static const char other_literal[] = "value that is not the literal of its abbreviation";

static void put_scalar(struct bl_writer *w, const struct bl_abbrev_op *op, uint64_t value)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_FIXED: bl_writer_fixed(w, value, op->width); break;
    case BL_ENC_VBR:
        if (op->width > 1)
            bl_writer_vbr(w, value, op->width);
        else if (!refuse_unless(w, value == 0, "VBR of one bit that is not 0"))
            put_bits(w, 0, 1);
        break;
    case BL_ENC_CHAR6:
        if (!refuse_unless(w, value < 128, "character that is not in Char6"))
            bl_writer_char6(w, (char)value);
        break;
    default: refuse_unless(w, value == op->literal, other_literal); break;
    }
}

static void put_array(struct bl_writer *w, const struct bl_abbrev_op *element, const uint64_t *ops,
                      size_t n_ops)
{
    if (refuse_unless(w, n_ops <= UINT32_MAX, too_many_operands))
        return;
    bl_writer_vbr(w, n_ops, 6);
    for (size_t i = 0; i < n_ops; i++)
        put_scalar(w, element, ops[i]);
}

/* The fields after the code. */
static void put_fields(struct bl_writer *w, const struct bl_abbrev_op *fields, uint32_t n_fields,
                       const uint64_t *ops, size_t n_ops, const struct bl_view *blob)
{
    size_t n_used = 0;
    for (uint32_t i = 0; i < n_fields; i++) {
        if (fields[i].encoding == BL_ENC_ARRAY) {
            put_array(w, &fields[i + 1], ops + n_used, n_ops - n_used);
            n_used = n_ops;
            break;
        }
        if (fields[i].encoding == BL_ENC_BLOB) {
            if (refuse_unless(
                    w, blob && blob->size <= UINT32_MAX,
                    "no blob, or one of 2^32 bytes or more, for an abbreviation with one"))
                return;
            bl_writer_vbr(w, blob->size, 6);
            write_bytes(w, *blob);
            blob = NULL;
            continue;
        }
        if (refuse_unless(w, n_used < n_ops, "fewer operands than its abbreviation has"))
            return;
        put_scalar(w, &fields[i], ops[n_used++]);
    }
    refuse_unless(w, n_used == n_ops, "more operands than its abbreviation has");
    refuse_unless(w, !blob, "blob for an abbreviation without one");
}

static const char not_defined[] = "abbreviation id that is not defined here";

void bl_writer_abbreviated(struct bl_writer *w, uint32_t abbrev_id, uint32_t code,
                           const uint64_t *ops, size_t n_ops, const struct bl_view *blob)
{
    if (refuse_unless(w, w->depth > 0, record_outside) ||
        refuse_unless(w, abbrev_id >= BL_ABBREV_FIRST, not_defined))
        return;
    uint32_t number = abbrev_id - BL_ABBREV_FIRST;
    const struct bl_abbrev_set *set = inherited_set(w);
    uint32_t n_inherited = set ? set->n_abbrevs : 0;
    if (number >= n_inherited) {
        set = &innermost(w)->own;
        number -= n_inherited;
    }
    if (refuse_unless(w, number < set->n_abbrevs, not_defined) ||
        refuse_unless(w, !set->abbrevs[number].defect, set->abbrevs[number].defect))
        return;
    const struct bl_abbrev *abbrev = &set->abbrevs[number];
    bl_writer_put_abbreviated(w, id_width_of(w), abbrev_id, set->ops + abbrev->first_op,
                              abbrev->n_ops, code, ops, n_ops, blob);
}

void bl_writer_put_abbreviated(struct bl_writer *w, unsigned id_width, uint32_t abbrev_id,
                               const struct bl_abbrev_op *fields, uint32_t n_fields, uint32_t code,
                               const uint64_t *ops, size_t n_ops, const struct bl_view *blob)
{
    bool literal_code = fields[0].encoding == BL_ENC_LITERAL;
    put_id(w, abbrev_id, id_width);
    if (literal_code)
        refuse_unless(w, code == (uint32_t)fields[0].literal, other_literal);
    else
        put_scalar(w, &fields[0], code);
    put_fields(w, fields + 1, n_fields - 1, ops, n_ops, blob);
}
