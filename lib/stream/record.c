/* stream/record.c - the record decoder: operands out of bits, or over them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Document: "UNABBREV_RECORD Encoding", "Abbreviated Record Encoding". What is an error is what is
 * one for LLVM's BitstreamCursor::readRecord.
 *
 * Everything is read without tests of its own; one test behind the record finds an overrun. Counts
 * are held against the bits that are left before anything is reserved or looped over.
 */
#include "base/grow.h"
#include "bits/reader.h"
#include "stream/abbrev.h"
#include "stream/cursor.h"

#define UNABBREV_WIDTH 6 /* of code, count and operands */
#define LENGTH_WIDTH 6   /* of the length of an array or blob */

static int fail_here(struct bl_cursor *c, int status, const char *what)
{
    return bl_cursor_fail(c, status, what, c->entry_pos);
}

/* The one test behind a record. */
static int check_overrun(struct bl_cursor *c)
{
    if (BL_LIKELY(bl_bits_ok(&c->bits)))
        return BL_OK;
    if (c->bits.overlong)
        return fail_here(c, BL_E_MALFORMED, "record with a VBR that does not end");
    return fail_here(c, BL_E_TRUNCATED, "the bits end inside a record");
}

/* Whether N items of at least WIDTH bits can follow. */
static int check_count(struct bl_cursor *c, uint64_t n, unsigned width)
{
    int status = check_overrun(c);
    if (status < 0)
        return status;
    if (BL_UNLIKELY(n > bl_bits_left(&c->bits) / width))
        return fail_here(c, BL_E_TRUNCATED, "record with more operands than bits are left");
    return BL_OK;
}

/* Tested whether the operands are wanted or not, and whatever there is room for: what is refused
 * must not depend on who reads, or on what was read before. */
static int check_limit(struct bl_cursor *c, uint64_t n_ops)
{
    if (BL_UNLIKELY(n_ops > c->max_operands))
        return fail_here(c, BL_E_LIMIT, "record with more operands than the limit");
    return BL_OK;
}

/* One more than needed, so that there is an array even for no operands. */
static int reserve(struct bl_cursor *c, struct bl_record *rec, uint64_t n_ops)
{
    if (BL_LIKELY(n_ops < rec->capacity))
        return BL_OK;
    if (bl_grow(&rec->storage, &rec->capacity, (size_t)n_ops + 1) < 0)
        return fail_here(c, BL_E_NOMEM, "no memory for the operands of a record");
    return BL_OK;
}

static uint64_t read_scalar(struct bl_bits *bits, const struct bl_abbrev_op *op)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_FIXED: return bl_bits_fixed(bits, op->width);
    case BL_ENC_VBR: return bl_bits_vbr(bits, op->width);
    case BL_ENC_CHAR6: return (uint8_t)bl_char6[bl_bits_fixed(bits, 6)];
    default: return op->literal;
    }
}

static void skip_scalar(struct bl_bits *bits, const struct bl_abbrev_op *op)
{
    if (op->encoding == BL_ENC_VBR)
        (void)bl_bits_vbr(bits, op->width);
    else if (op->encoding != BL_ENC_LITERAL)
        bits->pos += op->width;
}

/* Length and elements of an array behind N_BEFORE operands; REC NULL: skip them. */
static int read_array(struct bl_cursor *c, const struct bl_abbrev_op *element, uint32_t n_before,
                      struct bl_record *rec)
{
    struct bl_bits *bits = &c->bits;
    uint32_t n = bl_bits_vbr32(bits, LENGTH_WIDTH);
    int status = check_count(c, n, element->width);
    if (status < 0 || (status = check_limit(c, (uint64_t)n_before + n)) < 0)
        return status;
    if (!rec) {
        if (element->encoding == BL_ENC_VBR)
            bl_bits_skip_vbr_run(bits, element->width, n);
        else
            bits->pos += (uint64_t)n * element->width;
        return BL_OK;
    }
    status = reserve(c, rec, (uint64_t)rec->n_ops + n);
    if (status < 0)
        return status;
    uint64_t *out = rec->storage + rec->n_ops;
    switch ((enum bl_encoding)element->encoding) {
    case BL_ENC_VBR: bl_bits_read_vbr_run(bits, element->width, out, n); break;
    case BL_ENC_FIXED: bl_bits_read_fixed_run(bits, element->width, out, n); break;
    default: bl_bits_read_char6_run(bits, out, n); break;
    }
    rec->has_array = true;
    rec->array_at = rec->n_ops;
    rec->n_ops += n;
    return BL_OK;
}

static int read_blob(struct bl_cursor *c, struct bl_record *rec)
{
    struct bl_bits *bits = &c->bits;
    uint32_t n_bytes = bl_bits_vbr32(bits, LENGTH_WIDTH);
    uint64_t pad = bits->pos;
    bl_bits_align32(bits);
    int status = check_count(c, n_bytes, 8);
    if (status < 0)
        return status;
    if (rec) {
        rec->has_blob = true;
        rec->blob_pad = pad;
        rec->blob = (struct bl_view){.data = bits->data + bits->pos / 8, .size = n_bytes};
    }
    bits->pos += (uint64_t)n_bytes * 8;
    bl_bits_align32(bits);
    return BL_OK;
}

/* The fields behind the code. REC NULL: skip them. */
static int read_fields(struct bl_cursor *c, const struct bl_abbrev *abbrev,
                       const struct bl_abbrev_op *ops, struct bl_record *rec)
{
    for (uint32_t i = 1; i < abbrev->n_ops; i++) {
        int status = BL_OK;
        switch ((enum bl_encoding)ops[i].encoding) {
        case BL_ENC_ARRAY: return read_array(c, &ops[i + 1], abbrev->n_values, rec);
        case BL_ENC_BLOB: status = read_blob(c, rec); break;
        default:
            if (rec)
                rec->storage[rec->n_ops++] = read_scalar(&c->bits, &ops[i]);
            else
                skip_scalar(&c->bits, &ops[i]);
        }
        if (BL_UNLIKELY(status < 0))
            return status;
    }
    return BL_OK;
}

static int find_abbrev(struct bl_cursor *c, const struct bl_abbrev **abbrev,
                       const struct bl_abbrev_op **ops)
{
    *abbrev = bl_cursor_abbrev(c, c->entry_id, ops);
    if (BL_UNLIKELY(!*abbrev))
        return fail_here(c, BL_E_MALFORMED, "record with an abbreviation id that is not defined");
    if (BL_UNLIKELY((*abbrev)->defect != NULL))
        return fail_here(c, BL_E_MALFORMED, (*abbrev)->defect);
    return check_limit(c, (*abbrev)->n_values);
}

/* Operands take six bits at least: there is no room for more than the limit. */
_Static_assert(8 / UNABBREV_WIDTH < BL_MAX_OPERANDS_PER_BYTE, "fewer than the limit in any stream");

static int decode_unabbrev(struct bl_cursor *c, struct bl_record *rec)
{
    rec->code = bl_bits_vbr32(&c->bits, UNABBREV_WIDTH);
    uint32_t n = bl_bits_vbr32(&c->bits, UNABBREV_WIDTH);
    int status = check_count(c, n, UNABBREV_WIDTH);
    if (status < 0 || (status = reserve(c, rec, n)) < 0)
        return status;
    bl_bits_read_vbr_run(&c->bits, UNABBREV_WIDTH, rec->storage, n);
    rec->n_ops = n;
    return BL_OK;
}

static int decode_abbreviated(struct bl_cursor *c, struct bl_record *rec)
{
    const struct bl_abbrev *abbrev;
    const struct bl_abbrev_op *ops;
    int status = find_abbrev(c, &abbrev, &ops);
    if (status < 0 || (status = reserve(c, rec, abbrev->n_values)) < 0)
        return status;
    rec->code = (uint32_t)read_scalar(&c->bits, &ops[0]);
    return read_fields(c, abbrev, ops, rec);
}

int bl_record_decode(struct bl_cursor *c, struct bl_record *rec)
{
    rec->abbrev_id = c->entry_id;
    rec->bit_pos = c->entry_pos;
    rec->n_ops = 0;
    rec->has_array = false;
    rec->has_blob = false;
    rec->blob = (struct bl_view){0};
    int status = c->entry_id == BL_ABBREV_UNABBREV ? decode_unabbrev(c, rec)
                                                   : decode_abbreviated(c, rec);
    if (status < 0 || (status = check_overrun(c)) < 0)
        return status;
    if (!rec->has_array)
        rec->array_at = rec->n_ops;
    rec->ops = rec->storage;
    rec->end_pos = c->bits.pos;
    return BL_OK;
}

static int skip_unabbrev(struct bl_cursor *c, uint32_t *code)
{
    *code = bl_bits_vbr32(&c->bits, UNABBREV_WIDTH);
    uint32_t n = bl_bits_vbr32(&c->bits, UNABBREV_WIDTH);
    int status = check_count(c, n, UNABBREV_WIDTH);
    if (status < 0)
        return status;
    bl_bits_skip_vbr_run(&c->bits, UNABBREV_WIDTH, n);
    return BL_OK;
}

static int skip_abbreviated(struct bl_cursor *c, uint32_t *code)
{
    const struct bl_abbrev *abbrev;
    const struct bl_abbrev_op *ops;
    int status = find_abbrev(c, &abbrev, &ops);
    if (status < 0)
        return status;
    *code = (uint32_t)read_scalar(&c->bits, &ops[0]);
    if (abbrev->skip_bits == UINT32_MAX)
        return read_fields(c, abbrev, ops, NULL);
    c->bits.pos += abbrev->skip_bits;
    return BL_OK;
}

int bl_record_skip(struct bl_cursor *c, uint32_t *code)
{
    int status = c->entry_id == BL_ABBREV_UNABBREV ? skip_unabbrev(c, code)
                                                   : skip_abbreviated(c, code);
    return status < 0 ? status : check_overrun(c);
}

void bl_record_release(struct bl_record *rec)
{
    bl_array_free(rec->storage);
    *rec = (struct bl_record){0};
}
