/* stream/record.c - the slow record decoder: operands out of bits, or over them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Document: "UNABBREV_RECORD Encoding", "Abbreviated Record Encoding". Errors are exactly those
 * of LLVM's BitstreamCursor::readRecord. This is the reference, and the only place that
 * reports failures; usual records are read by the loop in stream/record_body.h, which leaves all
 * others to this one.
 *
 * Reading and skipping are one body each, made twice by the constant argument `rec`: NULL skips.
 * Everything is read without tests of its own; one test after the record finds an overrun. Counts
 * are held against the bits that are left before anything is reserved or looped over. The position
 * is carried in a local; the cursor's own moves when the record is complete.
 */
#include "base/grow.h"
#include "bits/kernels.h"
#include "bits/reader.h"
#include "stream/abbrev.h"
#include "stream/cursor.h"
#include "stream/decoder.h"

#define UNABBREV_WIDTH 6 /* of code, count and operands */
#define LENGTH_WIDTH 6   /* of the length of an array or blob */

/* What the parts of the decoder return in place of a position when a failure has been noted. */
#define FAILED UINT64_MAX

static const char too_many_operands[] = "record with more operands than bits are left";

static BL_NOINLINE uint64_t fail_record(struct bl_cursor *c, int status, const char *what)
{
    bl_cursor_fail(c, status, what, c->entry_pos);
    return FAILED;
}

static BL_NOINLINE uint64_t fail_overrun(struct bl_cursor *c, uint64_t pos)
{
    if (pos >= BL_POS_OVERLONG)
        return fail_record(c, BL_E_MALFORMED, "record with a VBR that does not end");
    return fail_record(c, BL_E_TRUNCATED, "the bits end inside a record");
}

/* Whether N items of at least WIDTH bits can follow at POS; otherwise that is noted, or WHAT. */
static BL_ALWAYS_INLINE bool fits(struct bl_cursor *c, uint64_t pos, uint64_t n, unsigned width,
                                  const char *what)
{
    if (BL_LIKELY(pos + n * width <= c->bits.end))
        return true;
    if (pos > c->bits.end)
        fail_overrun(c, pos);
    else
        fail_record(c, BL_E_TRUNCATED, what);
    return false;
}

/* Tested whether the operands are wanted or not, and whatever there is room for: what is refused
 * must not depend on the reader, or on what was read before. */
static BL_ALWAYS_INLINE bool within_limit(struct bl_cursor *c, uint64_t n_ops)
{
    if (BL_LIKELY(n_ops <= c->max_operands))
        return true;
    fail_record(c, BL_E_LIMIT, "record with more operands than the limit");
    return false;
}

static BL_NOINLINE bool grow(struct bl_cursor *c, struct bl_record *rec, uint64_t n_ops)
{
    if (bl_grow(&rec->storage, &rec->capacity, n_ops) == BL_OK)
        return true;
    fail_record(c, BL_E_NOMEM, "no memory for the operands of a record");
    return false;
}

/* With room for what the record loop writes after the last operand. */
static BL_ALWAYS_INLINE bool reserve(struct bl_cursor *c, struct bl_record *rec, uint64_t n_ops)
{
    return BL_LIKELY(n_ops + BL_FAST_OPS <= rec->capacity) || grow(c, rec, n_ops + BL_FAST_OPS);
}

static BL_ALWAYS_INLINE uint64_t read_scalar(const struct bl_bits *bits, uint64_t *pos,
                                             const struct bl_abbrev_op *op)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_FIXED: return bl_bits_fixed_at(bits, pos, op->width);
    case BL_ENC_VBR: return bl_bits_vbr_at(bits, pos, op->width);
    case BL_ENC_CHAR6: return (uint8_t)bl_char6[bl_bits_fixed_at(bits, pos, 6)];
    default: return op->literal;
    }
}

/* Length and elements of an array after N_BEFORE operands. */
static uint64_t decode_array(struct bl_cursor *c, uint64_t pos, const struct bl_abbrev_op *element,
                             uint32_t n_before, struct bl_record *rec)
{
    const struct bl_bits *bits = &c->bits;
    uint32_t n = bl_bits_vbr32_at(bits, &pos, LENGTH_WIDTH);
    if (!fits(c, pos, n, element->width, too_many_operands) ||
        !within_limit(c, (uint64_t)n_before + n))
        return FAILED;
    if (!rec) {
        if (element->encoding == BL_ENC_VBR)
            return bl_bits_skip_vbr_run(bits, pos, element->width, n);
        return pos + (uint64_t)n * element->width;
    }
    if (!reserve(c, rec, (uint64_t)rec->n_ops + n))
        return FAILED;
    uint64_t *out = rec->storage + rec->n_ops;
    rec->has_array = true;
    rec->array_at = rec->n_ops;
    rec->n_ops += n;
    switch ((enum bl_encoding)element->encoding) {
    case BL_ENC_VBR: return bl_bits_read_vbr_run(bits, pos, element->width, out, n);
    case BL_ENC_FIXED: return bl_bits_read_fixed_run(bits, pos, element->width, out, n);
    default: return bl_bits_read_char6_run(bits, pos, out, n);
    }
}

static uint64_t decode_blob(struct bl_cursor *c, uint64_t pos, struct bl_record *rec)
{
    uint32_t n_bytes = bl_bits_vbr32_at(&c->bits, &pos, LENGTH_WIDTH);
    uint64_t at = bl_align32(pos);
    bool is_whole = fits(c, at, n_bytes, 8, "record with a blob longer than the bits left");
    if (!is_whole) {
        if (rec && at < c->bits.end)
            rec->blob = (struct bl_view){.data = c->bits.data + at / 8,
                                         .size = (size_t)(c->bits.end - at) / 8};
        return FAILED;
    }
    if (rec) {
        rec->has_blob = true;
        rec->blob_pad = pos;
        rec->blob = (struct bl_view){.data = c->bits.data + at / 8, .size = n_bytes};
    }
    return bl_align32(at + (uint64_t)n_bytes * 8);
}

/* The fields after the code. */
static BL_ALWAYS_INLINE uint64_t decode_fields(struct bl_cursor *c, uint64_t pos,
                                               const struct bl_abbrev *abbrev,
                                               const struct bl_abbrev_op *ops,
                                               struct bl_record *rec)
{
    const struct bl_abbrev_op *end = ops + abbrev->n_ops;
    for (const struct bl_abbrev_op *op = ops + 1; op < end; op++) {
        if (op->encoding == BL_ENC_ARRAY)
            return decode_array(c, pos, op + 1, abbrev->n_values, rec);
        if (op->encoding == BL_ENC_BLOB) {
            pos = decode_blob(c, pos, rec);
            if (pos == FAILED)
                return FAILED;
            continue;
        }
        uint64_t value = read_scalar(&c->bits, &pos, op);
        if (rec)
            rec->storage[rec->n_ops++] = value;
    }
    return pos;
}

/* Operands take six bits at least: there is no room for more than the limit. */
_Static_assert(8 / UNABBREV_WIDTH < BL_MAX_OPERANDS_PER_BYTE, "fewer than the limit in any stream");

static BL_ALWAYS_INLINE uint64_t decode_unabbrev(struct bl_cursor *c, uint64_t pos, uint32_t *code,
                                                 struct bl_record *rec)
{
    const struct bl_bits *bits = &c->bits;
    *code = bl_bits_vbr32_at(bits, &pos, UNABBREV_WIDTH);
    uint32_t n = bl_bits_vbr32_at(bits, &pos, UNABBREV_WIDTH);
    if (!fits(c, pos, n, UNABBREV_WIDTH, too_many_operands))
        return FAILED;
    if (!rec)
        return bl_bits_skip_vbr_run(bits, pos, UNABBREV_WIDTH, n);
    if (!reserve(c, rec, (uint64_t)rec->n_ops + n))
        return FAILED;
    uint64_t *out = rec->storage + rec->n_ops;
    rec->n_ops += n;
    return bl_bits_read_vbr_run(bits, pos, UNABBREV_WIDTH, out, n);
}

static BL_ALWAYS_INLINE uint64_t decode_abbreviated(struct bl_cursor *c, uint64_t pos,
                                                    uint32_t *code, struct bl_record *rec)
{
    const struct bl_abbrev_op *ops;
    const struct bl_abbrev *abbrev = bl_cursor_abbrev(c, c->entry_id, &ops);
    if (BL_UNLIKELY(!abbrev))
        return fail_record(c, BL_E_MALFORMED, "record with an abbreviation id that is not defined");
    if (BL_UNLIKELY(abbrev->defect != NULL))
        return fail_record(c, BL_E_MALFORMED, abbrev->defect);
    if (!within_limit(c, abbrev->n_values))
        return FAILED;
    *code = (uint32_t)read_scalar(&c->bits, &pos, &ops[0]);
    if (!rec && abbrev->skip_bits != UINT32_MAX)
        return pos + abbrev->skip_bits;
    if (rec && !reserve(c, rec, (uint64_t)rec->n_ops + abbrev->n_values))
        return FAILED;
    return decode_fields(c, pos, abbrev, ops, rec);
}

static BL_ALWAYS_INLINE uint64_t decode_any(struct bl_cursor *c, uint32_t *code,
                                            struct bl_record *rec)
{
    return c->entry_id == BL_ABBREV_UNABBREV ? decode_unabbrev(c, c->bits.pos, code, rec)
                                             : decode_abbreviated(c, c->bits.pos, code, rec);
}

/* The record runs over the end. How, must not depend on what is after a block, nor on how far a
 * kernel has read on there: once more, as if it were the end of all bits. */
static BL_NOINLINE int fail_beyond_end(struct bl_cursor *c)
{
    struct bl_bits bits = c->bits;
    struct bl_view bytes = {.data = bits.data, .size = (size_t)(bits.end / 8)};
    uint32_t code;
    c->bits = bl_bits_over(bytes, BL_CPU_GENERIC);
    c->bits.pos = bits.pos;
    uint64_t pos = decode_any(c, &code, NULL);
    c->bits = bits;
    if (pos != FAILED)
        fail_overrun(c, pos);
    return c->status;
}

/* The record after the abbreviation id; the cursor moves after it. */
static BL_ALWAYS_INLINE int decode_record(struct bl_cursor *c, uint32_t *code,
                                          struct bl_record *rec)
{
    uint64_t pos = decode_any(c, code, rec);
    if (BL_UNLIKELY(pos > c->bits.end))
        return pos == FAILED ? c->status : fail_beyond_end(c);
    c->bits.pos = pos;
    return 1;
}

static BL_ALWAYS_INLINE int decode(struct bl_cursor *c, struct bl_record *rec)
{
    uint32_t first = rec->n_ops;
    rec->array_at = UINT32_MAX;
    rec->has_array = false;
    rec->has_blob = false;
    rec->blob = (struct bl_view){0};
    int rc = decode_record(c, &rec->code, rec);
    rec->abbrev_id = c->entry_id;
    rec->bit_pos = c->entry_pos;
    rec->end_pos = c->bits.pos;
    rec->ops = rec->storage;
    rec->n_ops -= first;
    rec->array_at = rec->has_array ? rec->array_at - first : rec->n_ops;
    return rc;
}

/* Whether a record begins at the cursor; if so, the cursor moves after its abbreviation id. */
static BL_ALWAYS_INLINE bool at_record(struct bl_cursor *c)
{
    uint64_t pos = c->bits.pos;
    uint32_t id = (uint32_t)bl_bits_fixed_at(&c->bits, &pos, c->block.id_width);
    if (BL_UNLIKELY(id < BL_ABBREV_UNABBREV || pos > c->bits.end || c->pending || c->status < 0 ||
                    bl_cursor_is_top(c)))
        return false;
    c->entry_pos = c->bits.pos;
    c->entry_id = id;
    c->bits.pos = pos;
    return true;
}

int bl_record_next_slow(struct bl_cursor *c, struct bl_record *rec)
{
    return at_record(c) ? decode(c, rec) : 0;
}

int bl_record_skip_next_slow(struct bl_cursor *c, uint32_t *code)
{
    return at_record(c) ? decode_record(c, code, NULL) : 0;
}

/* After the code of a record with OPS: how many operands there are. */
static uint64_t count_operands(const struct bl_bits *bits, uint64_t *pos,
                               const struct bl_abbrev *abbrev, const struct bl_abbrev_op *ops)
{
    const struct bl_abbrev_op *end = ops + abbrev->n_ops;
    for (const struct bl_abbrev_op *op = ops + 1; op < end; op++) {
        bool has_length = op->encoding == BL_ENC_ARRAY || op->encoding == BL_ENC_BLOB;
        uint32_t length = has_length ? bl_bits_vbr32_at(bits, pos, LENGTH_WIDTH) : 0;
        if (op->encoding == BL_ENC_ARRAY)
            return abbrev->n_values + (uint64_t)length;
        if (op->encoding == BL_ENC_BLOB)
            *pos = bl_align32(bl_align32(*pos) + (uint64_t)length * 8);
        else
            read_scalar(bits, pos, op);
    }
    return abbrev->n_values;
}

/* Whether that takes looking at no more than a few bits. VBRs of one bit have no greatest length.
 * Compilers write none, nor so many fields. */
static BL_ALWAYS_INLINE bool has_short_head(const struct bl_abbrev *abbrev,
                                            const struct bl_abbrev_op *ops)
{
    if (BL_LIKELY(abbrev->plan != BL_PLAN_SLOW))
        return true;
    if (abbrev->n_ops > BL_MAX_FIXED_OPERANDS)
        return false;
    for (uint32_t i = 0; i < abbrev->n_ops; i++)
        if (ops[i].encoding == BL_ENC_VBR && ops[i].width == 1)
            return false;
    return true;
}

bool bl_record_peek(const struct bl_cursor *c, uint64_t bit_pos, struct bl_record_head *head)
{
    const struct bl_bits *bits = &c->bits;
    if (bit_pos < c->block.body_pos || bit_pos >= bits->end)
        return false;
    uint64_t pos = bit_pos;
    uint32_t id = (uint32_t)bl_bits_fixed_at(bits, &pos, c->block.id_width);
    if (id < BL_ABBREV_UNABBREV)
        return false;
    if (id == BL_ABBREV_UNABBREV) {
        head->code = bl_bits_vbr32_at(bits, &pos, UNABBREV_WIDTH);
        head->n_ops = bl_bits_vbr32_at(bits, &pos, UNABBREV_WIDTH);
        return pos <= bits->end;
    }
    const struct bl_abbrev_op *ops;
    const struct bl_abbrev *abbrev = bl_cursor_abbrev(c, id, &ops);
    if (!abbrev || abbrev->defect || !has_short_head(abbrev, ops))
        return false;
    head->code = (uint32_t)read_scalar(bits, &pos, &ops[0]);
    head->n_ops = count_operands(bits, &pos, abbrev, ops);
    return pos <= bits->end;
}

/* ---- Variants ---- */

const struct bl_decoder *bl_decoder_for(const struct bl_bits *bits)
{
#if defined(__x86_64__)
    if (bits->kernels->cpu != BL_CPU_GENERIC)
        return &bl_decoder_bmi2;
#endif
    (void)bits;
    return &bl_decoder_generic;
}

void bl_record_release(struct bl_record *rec)
{
    bl_drop(rec->storage);
    *rec = (struct bl_record){0};
}

/* ---- Batches ---- */

int bl_batch_reserve(struct bl_batch *batch, struct bl_cursor *c, size_t room)
{
    if (bl_grow(&batch->record_storage, &batch->record_capacity, BL_BATCH_RECORDS + 1) == BL_OK &&
        bl_grow(&batch->op_storage, &batch->op_capacity, room) == BL_OK)
        return BL_OK;
    return bl_cursor_fail(c, BL_E_NOMEM, "no memory for a batch of records", c->bits.pos);
}

/* Whether what comes next is a record with a blob, as far as its abbreviation says. */
static bool is_at_blob(const struct bl_cursor *c)
{
    uint64_t pos = c->bits.pos;
    uint32_t id = (uint32_t)bl_bits_fixed_at(&c->bits, &pos, c->block.id_width);
    const struct bl_abbrev_op *ops;
    const struct bl_abbrev *abbrev = bl_cursor_abbrev(c, id, &ops);
    return abbrev && abbrev->plan == BL_PLAN_BLOB;
}

/* The record that comes next, with its operands after those of BATCH, or without: as
 * bl_record_next_slow(). */
static int decode_next(struct bl_batch *batch, struct bl_cursor *c, bool read,
                       struct bl_record *rec)
{
    uint32_t first_op = batch->record_storage[batch->n_records].first_op;
    *rec = (struct bl_record){
        .storage = batch->op_storage, .capacity = batch->op_capacity, .n_ops = first_op};
    if (!read) {
        int rc = bl_record_skip_next_slow(c, &rec->code);
        rec->abbrev_id = c->entry_id;
        rec->n_ops = 0;
        return rc;
    }
    int rc = bl_record_next_slow(c, rec);
    batch->op_storage = rec->storage;
    batch->op_capacity = rec->capacity;
    return rc;
}

int bl_batch_append_slow(struct bl_batch *batch, struct bl_cursor *c, bool read)
{
    uint64_t start = c->bits.pos;
    struct bl_record rec;
    if (read && is_at_blob(c))
        return 0;
    int rc = decode_next(batch, c, read, &rec);
    struct bl_batch_record *at = &batch->record_storage[batch->n_records];
    if (rc > 0 && !rec.has_blob) {
        at->bit_pos = start;
        at->code = rec.code;
        at->abbrev_id = rec.abbrev_id;
        at->array_at = rec.has_array ? rec.array_at : BL_NONE;
        at[1].first_op = at->first_op + rec.n_ops;
        batch->n_records++;
        return 1;
    }
    if (rc > 0 || batch->n_records > 0) {
        /* Records before a failure come first; next time it is reported at once. */
        c->status = BL_OK;
        c->bits.pos = start;
        return 0;
    }
    return rc;
}

void bl_batch_release(struct bl_batch *batch)
{
    bl_drop(batch->record_storage);
    bl_drop(batch->op_storage);
    *batch = (struct bl_batch){0};
}
