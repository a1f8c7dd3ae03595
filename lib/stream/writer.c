/* stream/writer.c - integers in, a bitstream out
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whole 32-bit words are in `bytes`; the bits of the word that is being filled are held back. So
 * everything that is aligned, blocks, lengths and blobs, is a plain store.
 *
 * BLOCKINFO: the described blocks of all BLOCKINFO blocks stand one behind the other in `described`
 * and are never removed; those of the one in force are a range of it. Going back to an earlier
 * BLOCKINFO at the end of a block means going back to its range. While a BLOCKINFO block is open
 * its range is the last one, because no block may be entered in there.
 */
#include "base/grow.h"
#include "base/store.h"
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
    uint64_t length_pos;      /* bit position of blocklen */
    uint32_t inherited;       /* number of what BLOCKINFO has for it, or NONE */
    uint32_t current;         /* in BLOCKINFO: number of the described block, or NONE */
    struct bl_abbrev_set own; /* ids follow those of the inherited */
    struct range info_before; /* in force when it began; in force again behind its end */
};

struct bl_writer {
    int status; /* first failure */
    uint8_t *bytes;
    size_t size; /* a multiple of four */
    size_t cap;
    uint64_t held;   /* bits behind `bytes`, lowest first */
    unsigned n_held; /* 0 to 31 */
    struct open_block *open;
    uint32_t depth, cap_open;
    struct described *described;
    uint32_t n_described, cap_described;
    struct range info; /* in force */
};

static void fail(struct bl_writer *w, int status)
{
    if (w->status == BL_OK)
        w->status = status;
}

/* True, with the failure noted, unless CONDITION, which the caller owes us. */
static bool refuse_unless(struct bl_writer *w, bool condition)
{
    if (condition)
        return w->status < 0;
    fail(w, BL_E_ARGUMENT);
    return true;
}

int bl_writer_open(struct bl_writer **writer)
{
    struct bl_writer *w = NULL;
    size_t cap = 0;
    *writer = NULL;
    if (bl_grow(&w, &cap, 1) < 0)
        return BL_E_NOMEM;
    *w = (struct bl_writer){0};
    *writer = w;
    return BL_OK;
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

int bl_writer_finish(struct bl_writer *w, struct bl_view *bytes)
{
    static const uint8_t nothing[1];
    *bytes = (struct bl_view){.data = nothing};
    refuse_unless(w, w->depth == 0);
    bl_writer_align32(w);
    if (w->status < 0)
        return w->status;
    if (w->size)
        *bytes = (struct bl_view){.data = w->bytes, .size = w->size};
    return BL_OK;
}

/* ---- Raw bits ---- */

uint64_t bl_writer_pos(const struct bl_writer *w)
{
    return (uint64_t)w->size * 8 + w->n_held;
}

/* Room for N_BYTES more behind the whole words. */
static bool make_room(struct bl_writer *w, size_t n_bytes)
{
    if (n_bytes > SIZE_MAX - w->size || bl_grow(&w->bytes, &w->cap, w->size + n_bytes) < 0)
        fail(w, BL_E_NOMEM);
    return w->status == BL_OK;
}

/* WIDTH 0 to 32. */
static void put(struct bl_writer *w, uint64_t value, unsigned width)
{
    w->held |= value << w->n_held;
    w->n_held += width;
    if (w->n_held < 32 || !make_room(w, 4))
        return;
    bl_store_le32(w->bytes + w->size, (uint32_t)w->held);
    w->size += 4;
    w->held >>= 32;
    w->n_held -= 32;
}

void bl_writer_fixed(struct bl_writer *w, uint64_t value, unsigned width)
{
    if (refuse_unless(w, width <= 64 && (width == 64 || value >> width == 0)))
        return;
    unsigned low = width < 32 ? width : 32;
    put(w, value & bl_low_bits(low), low);
    if (w->status == BL_OK)
        put(w, value >> low, width - low);
}

void bl_writer_vbr(struct bl_writer *w, uint64_t value, unsigned width)
{
    if (refuse_unless(w, width >= 2 && width <= BL_MAX_WIDTH))
        return;
    uint64_t more = (uint64_t)1 << (width - 1);
    for (; value >= more && w->status == BL_OK; value >>= width - 1)
        put(w, (value & (more - 1)) | more, width);
    if (w->status == BL_OK)
        put(w, value, width);
}

void bl_writer_char6(struct bl_writer *w, char c)
{
    const char *place = memchr(bl_char6, c, sizeof bl_char6);
    if (!refuse_unless(w, place != NULL))
        put(w, (uint64_t)(place - bl_char6), 6);
}

void bl_writer_align32(struct bl_writer *w)
{
    if (w->status == BL_OK && w->n_held > 0)
        put(w, 0, 32 - w->n_held);
}

void bl_writer_magic(struct bl_writer *w, const char magic[4])
{
    for (int i = 0; i < 4; i++)
        bl_writer_fixed(w, (uint8_t)magic[i], 8);
}

void bl_writer_patch32(struct bl_writer *w, uint64_t bit_pos, uint32_t value)
{
    if (refuse_unless(w, bit_pos % 32 == 0 && bit_pos / 8 < w->size))
        return;
    bl_store_le32(w->bytes + bit_pos / 8, value);
}

/* Behind a blob's length: padding, bytes, padding. */
static void put_bytes(struct bl_writer *w, struct bl_view bytes)
{
    bl_writer_align32(w);
    if (w->status < 0 || !make_room(w, bytes.size))
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

static void put_id(struct bl_writer *w, uint32_t id)
{
    const struct open_block *block = innermost(w);
    bl_writer_fixed(w, id, block ? block->id_width : BL_TOP_ID_WIDTH);
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
    bool place_ok = !around || around->block_id != BL_BLOCKINFO_BLOCK;
    bool width_ok = id_width >= 1 && id_width <= BL_MAX_WIDTH;
    if (refuse_unless(w, place_ok && width_ok && block_id != BL_NO_BLOCK))
        return;
    put_id(w, BL_ABBREV_ENTER_SUBBLOCK);
    bl_writer_vbr(w, block_id, 8);
    bl_writer_vbr(w, id_width, 4);
    bl_writer_align32(w);
    struct open_block entered = {
        .block_id = block_id,
        .id_width = id_width,
        .length_pos = bl_writer_pos(w),
        .inherited = find_described(w, block_id),
        .current = NONE,
        .info_before = w->info,
    };
    bl_writer_fixed(w, 0, 32);
    if (bl_grow(&w->open, &w->cap_open, (size_t)w->depth + 1) < 0)
        fail(w, BL_E_NOMEM);
    if (w->status < 0)
        return;
    w->open[w->depth++] = entered;
    if (block_id == BL_BLOCKINFO_BLOCK)
        w->info = (struct range){.first = w->n_described};
}

void bl_writer_exit(struct bl_writer *w)
{
    if (refuse_unless(w, w->depth > 0))
        return;
    put_id(w, BL_ABBREV_END_BLOCK);
    bl_writer_align32(w);
    struct open_block *block = innermost(w);
    uint64_t n_words = (bl_writer_pos(w) - block->length_pos) / 32 - 1;
    if (n_words > UINT32_MAX)
        fail(w, BL_E_LIMIT);
    bl_writer_patch32(w, block->length_pos, (uint32_t)n_words);
    if (block->block_id != BL_BLOCKINFO_BLOCK)
        w->info = block->info_before;
    bl_abbrev_set_release(&block->own);
    w->depth--;
}

void bl_writer_set_block(struct bl_writer *w, uint32_t block_id)
{
    struct open_block *block = innermost(w);
    if (refuse_unless(w, block && block->block_id == BL_BLOCKINFO_BLOCK))
        return;
    bl_writer_record(w, BL_SETBID, &(uint64_t){block_id}, 1);
    block->current = find_described(w, block_id);
    if (block->current != NONE)
        return;
    if (bl_grow(&w->described, &w->cap_described, (size_t)w->n_described + 1) < 0) {
        fail(w, BL_E_NOMEM);
        return;
    }
    w->described[w->n_described] = (struct described){.block_id = block_id};
    block->current = w->n_described++;
    w->info.n++;
}

/* ---- Abbreviations ---- */

static bool has_width(const struct bl_abbrev_op *op)
{
    return op->encoding == BL_ENC_FIXED || op->encoding == BL_ENC_VBR;
}

static void put_definition(struct bl_writer *w, const struct bl_abbrev_op *ops, size_t n_ops)
{
    size_t n_literals = 0;
    put_id(w, BL_ABBREV_DEFINE);
    bl_writer_vbr(w, n_ops, 5);
    for (size_t i = 0; i < n_ops; i++) {
        bool is_literal = ops[i].encoding == BL_ENC_LITERAL;
        n_literals += is_literal;
        refuse_unless(w, n_literals <= BL_MAX_ABBREV_LITERALS);
        refuse_unless(w, ops[i].encoding <= BL_ENC_BLOB);
        bl_writer_fixed(w, is_literal, 1);
        if (is_literal) {
            bl_writer_vbr(w, ops[i].literal, 8);
            continue;
        }
        bl_writer_fixed(w, ops[i].encoding, 3);
        if (has_width(&ops[i]) && !refuse_unless(w, ops[i].width <= BL_MAX_WIDTH))
            bl_writer_vbr(w, ops[i].width, 5);
    }
}

/* The set that a definition in the innermost block goes into; NULL where there is none. */
static struct bl_abbrev_set *set_to_define(struct bl_writer *w)
{
    struct open_block *block = innermost(w);
    if (!block)
        return NULL;
    if (block->block_id != BL_BLOCKINFO_BLOCK)
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
    if (refuse_unless(w, set && n_ops > 0 && n_ops <= UINT32_MAX))
        return 0;
    put_definition(w, ops, n_ops);
    if (w->status == BL_OK && bl_abbrev_set_add(set, ops, (uint32_t)n_ops) < 0)
        fail(w, BL_E_NOMEM);
    if (w->status < 0)
        return 0;
    uint32_t id = BL_ABBREV_FIRST + set->n_abbrevs - 1;
    bool is_own = set == &innermost(w)->own;
    const struct bl_abbrev_set *before = is_own ? inherited_set(w) : NULL;
    return before ? id + before->n_abbrevs : id;
}

/* ---- Records ---- */

void bl_writer_record(struct bl_writer *w, uint32_t code, const uint64_t *ops, size_t n_ops)
{
    if (refuse_unless(w, w->depth > 0 && n_ops <= UINT32_MAX))
        return;
    put_id(w, BL_ABBREV_UNABBREV);
    bl_writer_vbr(w, code, 6);
    bl_writer_vbr(w, n_ops, 6);
    for (size_t i = 0; i < n_ops; i++)
        bl_writer_vbr(w, ops[i], 6);
}

static void put_scalar(struct bl_writer *w, const struct bl_abbrev_op *op, uint64_t value)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_FIXED: bl_writer_fixed(w, value, op->width); break;
    case BL_ENC_VBR:
        if (op->width > 1)
            bl_writer_vbr(w, value, op->width);
        else if (!refuse_unless(w, value == 0)) /* a chunk of one bit holds no other value */
            put(w, 0, 1);
        break;
    case BL_ENC_CHAR6:
        if (!refuse_unless(w, value < 128))
            bl_writer_char6(w, (char)value);
        break;
    default: refuse_unless(w, value == op->literal); break;
    }
}

static void put_array(struct bl_writer *w, const struct bl_abbrev_op *element, const uint64_t *ops,
                      size_t n_ops)
{
    if (refuse_unless(w, n_ops <= UINT32_MAX))
        return;
    bl_writer_vbr(w, n_ops, 6);
    for (size_t i = 0; i < n_ops; i++)
        put_scalar(w, element, ops[i]);
}

/* The fields behind the code. */
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
            if (refuse_unless(w, blob && blob->size <= UINT32_MAX))
                return;
            bl_writer_vbr(w, blob->size, 6);
            put_bytes(w, *blob);
            blob = NULL;
            continue;
        }
        if (refuse_unless(w, n_used < n_ops))
            return;
        put_scalar(w, &fields[i], ops[n_used++]);
    }
    refuse_unless(w, n_used == n_ops && !blob);
}

static const struct bl_abbrev_set *set_of(struct bl_writer *w, uint32_t *number)
{
    const struct bl_abbrev_set *set = inherited_set(w);
    uint32_t n_inherited = set ? set->n_abbrevs : 0;
    if (*number < n_inherited)
        return set;
    *number -= n_inherited;
    return &innermost(w)->own;
}

void bl_writer_abbreviated(struct bl_writer *w, uint32_t abbrev_id, uint32_t code,
                           const uint64_t *ops, size_t n_ops, const struct bl_view *blob)
{
    if (refuse_unless(w, w->depth > 0 && abbrev_id >= BL_ABBREV_FIRST))
        return;
    uint32_t number = abbrev_id - BL_ABBREV_FIRST;
    const struct bl_abbrev_set *set = set_of(w, &number);
    if (refuse_unless(w, number < set->n_abbrevs && !set->abbrevs[number].defect))
        return;
    const struct bl_abbrev *abbrev = &set->abbrevs[number];
    const struct bl_abbrev_op *fields = set->ops + abbrev->first_op;
    bool literal_code = fields[0].encoding == BL_ENC_LITERAL;
    put_id(w, abbrev_id);
    if (literal_code)
        refuse_unless(w, code == (uint32_t)fields[0].literal);
    else
        put_scalar(w, &fields[0], code);
    put_fields(w, fields + 1, abbrev->n_ops - 1, ops, n_ops, blob);
}
