/* stream/record_body.h - the record loop, included once for each CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A file that defines BL_HAS_BMI2 before it includes this has allowed the compiler to use BMI2.
 * The functions of the table are at the end.
 *
 * Records of the usual kinds are read here without any test of their own: a record that begins
 * BL_FAST_BITS before the last wide load cannot leave the stream with its first loads; what goes
 * further tests each load. One test after the record finds an overrun of the block. Whatever is
 * unusual (many operands, long values, the end of the stream, anything wrong) is left to
 * the slow path, which begins the same record anew: so there is one place that
 * says what is wrong.
 *
 * Values are written in groups, some after the last one: there is always room for BL_FAST_OPS.
 */
#ifndef BL_STREAM_RECORD_BODY_H
#define BL_STREAM_RECORD_BODY_H

#include "bits/reader.h"
#include "stream/abbrev.h"
#include "stream/cursor.h"
#include "stream/decoder.h"

#ifdef BL_HAS_BMI2
#include <immintrin.h>
#endif

#define UNUSUAL 0 /* in place of a position: leave it to the slow path */

enum {
    /* One chunk's worth of operands, BL_MAX_FIELDS before them, and a group written after. */
    MAX_COUNT = 31
};
_Static_assert(BL_MAX_FIELDS + MAX_COUNT + 9 <= BL_FAST_OPS,
               "groups are written after the last value");

/* Nine chunks of six bits. */
#define VBR6_CHUNKS 54

/* How much of a record is wanted: a constant wherever it is passed. */
enum want {
    WANT_NO_OPS,
    WANT_FIRST_OPS, /* BL_FIRST_OPS, of unabbreviated records */
    WANT_ALL_OPS,   /* and the blob */
    WANT_BATCH_OPS  /* all, of records without a blob */
};

/* What does not change while the records of a block are read. */
struct frame {
    const uint8_t *data;
    uint64_t fast_end; /* records that begin before it are read here */
    uint64_t wide_end; /* from bits before it, two windows can be loaded */
    uint64_t end;      /* of the block */
    uint32_t id_width;
    uint32_t n_inherited, n_own;
    const struct bl_abbrev *inherited, *own;
    const struct bl_bits *bits;
};

/* A record that was read here. */
struct decoded {
    uint32_t code;
    uint32_t n_ops;
    uint32_t array_at; /* or BL_NONE */
    uint64_t blob_pad; /* first bit after the length of a blob, or 0 */
    uint32_t blob_bytes;
};

_Static_assert(BL_MAX_WIDTH + BL_PEEK_BITS + 2 * 12 + BL_PEEK_BITS < BL_FAST_BITS,
               "the loads for these are not tested");

static BL_ALWAYS_INLINE struct frame frame_of(const struct bl_cursor *c)
{
    const struct bl_abbrev_set *set = c->inherited;
    uint64_t wide = (uint64_t)c->bits.n_wide * 8;
    uint32_t n_inherited = set ? set->n_abbrevs : 0;
    return (struct frame){
        .data = c->bits.data,
        .fast_end = c->fast_end,
        .wide_end = wide > VBR6_CHUNKS ? wide - VBR6_CHUNKS : 0,
        .end = c->bits.end,
        .id_width = c->block.id_width,
        .n_inherited = n_inherited,
        .n_own = c->own.n_abbrevs,
        .inherited = set ? set->abbrevs : NULL,
        .own = c->own.abbrevs,
        .bits = &c->bits,
    };
}

static BL_ALWAYS_INLINE uint64_t peek(const struct frame *f, uint64_t pos)
{
    return bl_load_le64(f->data + (pos >> 3)) >> (pos & 7);
}

/* ---- VBR6: the code, count and operands of unabbreviated records, most arrays ---- */

#ifdef BL_HAS_BMI2

/* The value up to the lowest bit of ENDS, without the bits of BEFORE. */
#define PUT_VALUE(i)                                                  \
    do {                                                              \
        uint64_t through_ = _blsmsk_u64(ends);                        \
        out[i] = _pext_u64(w, through_ & ~before & BL_VBR6_PAYLOADS); \
        before = through_;                                            \
        ends = _blsr_u64(ends);                                       \
    } while (0)

/* A value of ten chunks to thirteen, which are 64 bits and one more; W is its first nine. */
static BL_ALWAYS_INLINE uint64_t read_long_vbr6(const struct frame *f, uint64_t *pos, uint64_t w)
{
    uint64_t rest = peek(f, *pos + VBR6_CHUNKS);
    uint64_t ends = ~rest & BL_VBR6_ENDS & bl_low_bits(4 * 6);
    *pos = ends ? *pos + VBR6_CHUNKS + _tzcnt_u64(ends) + 1 : BL_POS_OVERLONG;
    return _pext_u64(w, BL_VBR6_PAYLOADS) | _pext_u64(rest, _blsmsk_u64(ends) & BL_VBR6_PAYLOADS)
                                                << 45;
}

/* Bits up to the end of the N-th value in a window, 0 for N = 0; 64: it is not in there. */
static BL_ALWAYS_INLINE unsigned nth_end(uint64_t ends, unsigned n)
{
    return (unsigned)_tzcnt_u64(_pdep_u64(UINT64_C(1) << (n & 63), ends << 1 | 1));
}

/* N values into OUT. */
static BL_ALWAYS_INLINE uint64_t read_vbr6(const struct frame *f, uint64_t pos, uint64_t *out,
                                           unsigned n)
{
    for (;;) {
        uint64_t w = peek(f, pos);
        uint64_t ends = ~w & BL_VBR6_ENDS;
        uint64_t all = ends;
        uint64_t before = 0;
        unsigned size = nth_end(all, n);
        PUT_VALUE(0);
        PUT_VALUE(1);
        PUT_VALUE(2);
        PUT_VALUE(3);
        if (n > 4 && ends) {
            PUT_VALUE(4);
            PUT_VALUE(5);
            PUT_VALUE(6);
            PUT_VALUE(7);
            PUT_VALUE(8);
        }
        if (BL_LIKELY(size < 64))
            return pos + size;
        if (all) {
            unsigned n_here = (unsigned)_mm_popcnt_u64(all);
            out += n_here;
            n -= n_here;
            pos += 64 - _lzcnt_u64(all);
        } else {
            *out++ = read_long_vbr6(f, &pos, w);
            n--;
        }
        if (BL_UNLIKELY(pos >= f->wide_end))
            return UNUSUAL;
    }
}

/* The lowest bit of ENDS; 64: there is none. */
static BL_ALWAYS_INLINE unsigned last_bit(uint64_t ends)
{
    return (unsigned)_tzcnt_u64(ends);
}

static BL_ALWAYS_INLINE uint64_t gather(uint64_t w, uint64_t mask, const struct bl_field *field)
{
    (void)field;
    return _pext_u64(w, mask);
}

#else

static BL_ALWAYS_INLINE uint64_t read_long_vbr6(const struct frame *f, uint64_t *pos, uint64_t w)
{
    (void)w;
    struct bl_value_pos v = bl_bits_vbr_long(f->bits, *pos, 6, 64);
    *pos = v.pos;
    return v.value;
}

static BL_ALWAYS_INLINE uint64_t read_vbr6(const struct frame *f, uint64_t pos, uint64_t *out,
                                           unsigned n)
{
    while (n) {
        uint64_t w = peek(f, pos);
        unsigned left = 9;
        do {
            unsigned size;
            if (!(w & 32)) {
                *out++ = w & 31;
                size = 6;
            } else if (left >= 2 && !(w & 32 << 6)) {
                *out++ = (w & 31) | (w >> 6 & 31) << 5;
                size = 12;
            } else {
                uint64_t ends = ~w & BL_VBR6_ENDS & bl_low_bits(left * 6);
                if (!ends)
                    break;
                size = (unsigned)__builtin_ctzll(ends) + 1;
                *out++ = bl_squeeze_vbr6(w & bl_low_bits(size));
            }
            w >>= size;
            pos += size;
            left -= size / 6;
            if (--n == 0)
                return pos;
        } while (left);
        if (left == 9) {
            *out++ = read_long_vbr6(f, &pos, w);
            if (--n == 0)
                return pos;
        }
        if (BL_UNLIKELY(pos >= f->wide_end))
            return UNUSUAL;
    }
    return pos;
}

static BL_ALWAYS_INLINE unsigned last_bit(uint64_t ends)
{
    return ends ? (unsigned)__builtin_ctzll(ends) : 64;
}

/* The bits of W under MASK, which is that of FIELD's payloads. */
static BL_ALWAYS_INLINE uint64_t gather(uint64_t w, uint64_t mask, const struct bl_field *field)
{
    uint64_t value = 0;
    for (unsigned at = 0; mask; at += field->width - 1) {
        value |= (w & field->mask) << at;
        w >>= field->width;
        mask >>= field->width;
    }
    return value;
}

static BL_ALWAYS_INLINE unsigned nth_end(uint64_t ends, unsigned n)
{
    if (n == 0)
        return 0;
    while (ends && --n)
        ends &= ends - 1;
    return ends ? (unsigned)__builtin_ctzll(ends) + 1 : 64;
}

#endif

/* N values in chunks of WIDTH bits, window by window. */
static BL_ALWAYS_INLINE uint64_t skip_vbr(const struct frame *f, uint64_t pos, unsigned n,
                                          unsigned width)
{
    uint64_t all = width == 6 ? BL_VBR6_ENDS : bl_vbr_ends[width];
    for (;;) {
        uint64_t ends = ~peek(f, pos) & all;
        unsigned size = nth_end(ends, n);
        if (BL_LIKELY(size < 64))
            return pos + size;
        if (BL_UNLIKELY(!ends)) {
            pos = bl_bits_vbr_long(f->bits, pos, width, 64).pos;
            n--;
        } else {
            n -= (unsigned)__builtin_popcountll(ends);
            pos += 64 - (unsigned)__builtin_clzll(ends);
        }
        if (BL_UNLIKELY(pos >= f->wide_end))
            return UNUSUAL;
    }
}

#ifdef BL_HAS_BMI2

/* Many values: one bit for each chunk of five windows that do not wait for each other. A value of
 * ten chunks or more, which may be overlong, is left to the steps. */
static BL_ALWAYS_INLINE uint64_t skip_vbr6(const struct frame *f, uint64_t pos, unsigned n)
{
    if (n > 12) {
        uint64_t ends = 0;
        for (unsigned i = 0; i < 5; i++)
            ends |= _pext_u64(~peek(f, pos + (uint64_t)i * VBR6_CHUNKS), BL_VBR6_ENDS) << 9 * i;
        uint64_t last = _pdep_u64((UINT64_C(1) << n) >> 1, ends);
        uint64_t run = ~ends & (last - 1);
        run &= run >> 1;
        run &= run >> 2;
        run &= run >> 4;
        if (BL_LIKELY(last && !(run & run >> 1)))
            return pos + 6 * (_tzcnt_u64(last) + 1);
    }
    return skip_vbr(f, pos, n, 6);
}

#else

static BL_ALWAYS_INLINE uint64_t skip_vbr6(const struct frame *f, uint64_t pos, unsigned n)
{
    return skip_vbr(f, pos, n, 6);
}

#endif

/* ---- Records ---- */

/* The first values of N into OUT. To go after all of them does not wait for that. */
static BL_ALWAYS_INLINE uint64_t read_first_vbr6(const struct frame *f, uint64_t pos, uint64_t *out,
                                                 unsigned n)
{
    if (n <= BL_FIRST_OPS)
        return read_vbr6(f, pos, out, n);
    return read_vbr6(f, pos, out, BL_FIRST_OPS) == UNUSUAL ? UNUSUAL : skip_vbr6(f, pos, n);
}

static BL_ALWAYS_INLINE uint64_t decode_unabbrev(const struct frame *f, uint64_t pos, uint64_t w,
                                                 enum want want, uint64_t *out, struct decoded *t)
{
    uint32_t code = w & 31;
    if (w & 32) {
        code |= (w >> 6 & 31) << 5;
        w >>= 6;
        pos += 6;
        if (BL_UNLIKELY(w & 32))
            return UNUSUAL;
    }
    if (BL_UNLIKELY(w & 32 << 6))
        return UNUSUAL;
    /* Bit 5 above the count is clear, so that six bits serve where they spare a step. */
    uint32_t n = w >> 6 & 63;
    pos += 12;
    t->code = code;
    t->n_ops = n;
    t->array_at = BL_NONE;
    switch (want) {
    case WANT_NO_OPS: return skip_vbr6(f, pos, n);
    case WANT_FIRST_OPS: return read_first_vbr6(f, pos, out, n);
    default: return read_vbr6(f, pos, out, n);
    }
}

/* A VBR at *POS of any number of chunks. */
static BL_ALWAYS_INLINE uint64_t read_long_vbr(const struct frame *f, uint64_t *pos,
                                               const struct bl_field *field)
{
    uint64_t w = peek(f, *pos);
    uint64_t ends = ~w & bl_vbr_ends[field->width];
    if (BL_UNLIKELY(!ends)) {
        struct bl_value_pos v = bl_bits_vbr_long(f->bits, *pos, field->width, 64);
        *pos = v.pos;
        return v.value;
    }
    *pos += (unsigned)__builtin_ctzll(ends) + 1;
    return gather(w, (ends ^ (ends - 1)) & ~bl_vbr_ends[field->width], field);
}

static BL_ALWAYS_INLINE uint64_t decode_array(const struct frame *f, uint64_t pos,
                                              const struct bl_abbrev *abbrev, bool want,
                                              uint64_t *out, uint32_t *count)
{
    if (BL_UNLIKELY(pos >= f->fast_end))
        return UNUSUAL;
    uint64_t w = peek(f, pos);
    uint32_t n = w & 31;
    if (BL_UNLIKELY(w & 32))
        return UNUSUAL;
    pos += 6;
    *count = n;
    unsigned width = abbrev->element.width;
    if (abbrev->element_encoding == BL_ENC_VBR) {
        if (BL_LIKELY(width == 6))
            return want ? read_vbr6(f, pos, out, n) : skip_vbr6(f, pos, n);
        if (!want)
            return skip_vbr(f, pos, n, width);
        for (uint32_t i = 0; i < n; i++) {
            if (BL_UNLIKELY(pos >= f->wide_end))
                return UNUSUAL;
            uint64_t element = peek(f, pos);
            uint64_t value = element & abbrev->element.mask;
            if (element & abbrev->element.more)
                value = read_long_vbr(f, &pos, &abbrev->element);
            else
                pos += width;
            out[i] = value;
        }
        return pos;
    }
    uint64_t size = (uint64_t)n * width;
    if (!want)
        return pos + size;
    if (BL_UNLIKELY(pos + size >= f->wide_end))
        return UNUSUAL;
    uint64_t mask = bl_low_bits(width);
    if (abbrev->element_encoding == BL_ENC_FIXED)
        for (uint32_t i = 0; i < n; i++, pos += width)
            out[i] = peek(f, pos) & mask;
    else
        for (uint32_t i = 0; i < n; i++, pos += width)
            out[i] = (uint8_t)bl_char6[peek(f, pos) & 63];
    return pos;
}

/* Fields, window by window. */
static BL_ALWAYS_INLINE uint64_t decode_fields(const struct frame *f, uint64_t pos,
                                               const struct bl_field *field,
                                               const struct bl_field *end, bool want, uint64_t *out)
{
    uint64_t w = peek(f, pos);
    uint64_t w_end = pos + BL_PEEK_BITS;
    for (; field < end; field++) {
        if (BL_UNLIKELY(pos + field->width > w_end)) {
            if (BL_UNLIKELY(pos >= f->wide_end))
                return UNUSUAL;
            w = peek(f, pos);
            w_end = pos + BL_PEEK_BITS;
        }
        uint64_t value = field->literal | (w & field->mask);
        if (w & field->more) {
            uint64_t all = bl_vbr_ends[field->width];
            uint64_t ends = ~w & all;
            unsigned last = last_bit(ends);
            if (BL_LIKELY(pos + last < w_end)) {
                value = gather(w, (ends ^ (ends - 1)) & ~all, field);
                w = w >> 1 >> last;
                pos += last + 1;
            } else {
                value = read_long_vbr(f, &pos, field);
                if (BL_UNLIKELY(pos >= f->wide_end))
                    return UNUSUAL;
                w_end = pos;
            }
        } else {
            w >>= field->width;
            pos += field->width;
        }
        if (want)
            *out++ = value;
    }
    return pos;
}

/* A blob that is within the block, of a length that one window holds. */
static BL_ALWAYS_INLINE uint64_t decode_blob(const struct frame *f, uint64_t pos, struct decoded *t)
{
    if (BL_UNLIKELY(pos >= f->wide_end))
        return UNUSUAL;
    uint64_t w = peek(f, pos);
    uint64_t ends = ~w & BL_VBR6_ENDS & bl_low_bits(5 * 6);
    if (BL_UNLIKELY(!ends))
        return UNUSUAL;
    unsigned size = (unsigned)__builtin_ctzll(ends) + 1;
    t->blob_bytes = (uint32_t)bl_squeeze_vbr6(w & bl_low_bits(size));
    t->blob_pad = pos + size;
    uint64_t end = bl_align32(bl_align32(t->blob_pad) + (uint64_t)t->blob_bytes * 8);
    return end <= f->end ? end : UNUSUAL;
}

static BL_ALWAYS_INLINE uint64_t decode_abbreviated(const struct frame *f, uint64_t pos,
                                                    uint32_t id, enum want want, uint64_t *out,
                                                    struct decoded *t)
{
    bool wants_ops = want != WANT_NO_OPS;
    uint32_t number = id - BL_ABBREV_FIRST;
    const struct bl_abbrev *abbrev = f->inherited;
    if (number >= f->n_inherited) {
        number -= f->n_inherited;
        abbrev = f->own;
        if (BL_UNLIKELY(number >= f->n_own))
            return UNUSUAL;
    }
    abbrev += number;
    t->code = abbrev->code;
    t->n_ops = abbrev->n_values;
    t->array_at = BL_NONE;
    if (!wants_ops && abbrev->skip_bits != UINT32_MAX)
        return abbrev->plan == BL_PLAN_SLOW ? UNUSUAL : pos + abbrev->skip_bits;
    const struct bl_field *fields = abbrev->fields;
    const struct bl_field *end = fields + abbrev->n_values;
    if (BL_UNLIKELY(abbrev->plan == BL_PLAN_SLOW))
        return UNUSUAL;
    uint64_t w = peek(f, pos);
    if (abbrev->short_bits && !(w & abbrev->short_more)) {
        for (const struct bl_field *field = fields; wants_ops && field < end; field++)
            out[field - fields] = field->literal | (w >> field->at & field->mask);
        pos += abbrev->short_bits;
    } else {
        pos = decode_fields(f, pos, fields, end, wants_ops, out);
        if (BL_UNLIKELY(pos == UNUSUAL))
            return UNUSUAL;
    }
    if (BL_LIKELY(abbrev->plan == BL_PLAN_FIELDS))
        return pos;
    if (BL_UNLIKELY(abbrev->plan == BL_PLAN_BLOB))
        return want == WANT_BATCH_OPS ? UNUSUAL : decode_blob(f, pos, t);
    t->array_at = abbrev->n_values;
    uint32_t count = 0;
    pos = decode_array(f, pos, abbrev, wants_ops, out + abbrev->n_values, &count);
    t->n_ops += count;
    return pos;
}

/* The record at POS, whose id and what follows it in the first window are ID and W: the position
 * after it, which may be after the end of the block, or UNUSUAL. */
static BL_ALWAYS_INLINE uint64_t decode_record(const struct frame *f, uint64_t pos, uint32_t id,
                                               uint64_t w, enum want want, uint64_t *out,
                                               struct decoded *t)
{
    pos += f->id_width;
    return id == BL_ABBREV_UNABBREV ? decode_unabbrev(f, pos, w >> f->id_width, want, out, t)
                                    : decode_abbreviated(f, pos, id, want, out, t);
}

/* ---- One by one ---- */

static BL_ALWAYS_INLINE int next_record(struct bl_cursor *c, enum want want, struct bl_record *rec,
                                        uint32_t *code)
{
    uint64_t start = c->bits.pos;
    if (BL_UNLIKELY(start >= c->fast_end || c->pending || c->status < 0))
        goto slow;
    if (rec && BL_UNLIKELY(rec->capacity < BL_FAST_OPS))
        goto slow;
    struct frame f = frame_of(c);
    uint64_t w = peek(&f, start);
    uint32_t id = (uint32_t)(w & bl_low_bits(f.id_width));
    if (BL_UNLIKELY(id < BL_ABBREV_UNABBREV))
        return 0;
    struct decoded t = {.blob_pad = 0};
    uint64_t scratch[1];
    uint64_t pos = decode_record(&f, start, id, w, want, rec ? rec->storage : scratch, &t);
    if (BL_UNLIKELY(pos == UNUSUAL || pos > f.end))
        goto slow;
    c->entry_pos = start;
    c->entry_id = id;
    c->bits.pos = pos;
    if (!rec) {
        *code = t.code;
        return 1;
    }
    rec->code = t.code;
    rec->abbrev_id = id;
    rec->bit_pos = start;
    rec->end_pos = pos;
    rec->ops = rec->storage;
    rec->n_ops = t.n_ops;
    rec->array_at = t.array_at < t.n_ops ? t.array_at : t.n_ops;
    rec->has_array = t.array_at != BL_NONE;
    rec->has_blob = t.blob_pad != 0;
    rec->blob = (struct bl_view){0};
    if (BL_UNLIKELY(rec->has_blob)) {
        rec->blob = (struct bl_view){f.data + bl_align32(t.blob_pad) / 8, t.blob_bytes};
        rec->blob_pad = t.blob_pad;
    }
    return 1;
slow:
    if (!rec)
        return bl_record_skip_next_slow(c, code);
    rec->n_ops = 0;
    return bl_record_next_slow(c, rec);
}

static inline int next(struct bl_cursor *c, struct bl_record *rec)
{
    return next_record(c, WANT_ALL_OPS, rec, NULL);
}

static inline int next_first(struct bl_cursor *c, struct bl_record *rec)
{
    return next_record(c, WANT_FIRST_OPS, rec, NULL);
}

static inline int skip_next(struct bl_cursor *c, uint32_t *code)
{
    return next_record(c, WANT_NO_OPS, NULL, code);
}

/* ---- Many ---- */

/* Whether a record ran over the end of the block is reported by the test after the loop. */
static inline int skip_all(struct bl_cursor *c, uint64_t *n_records)
{
    struct frame f = frame_of(c);
    uint64_t pos = c->bits.pos;
    uint64_t last = pos;
    uint64_t n = 0;
    int rc = 1;
    while (rc > 0) {
        bool at_end = false;
        while (BL_LIKELY(pos < f.fast_end)) {
            struct decoded t;
            uint64_t scratch[1];
            uint64_t w = peek(&f, pos);
            uint32_t id = (uint32_t)(w & bl_low_bits(f.id_width));
            at_end = id < BL_ABBREV_UNABBREV;
            if (BL_UNLIKELY(at_end))
                break;
            uint64_t after = decode_record(&f, pos, id, w, WANT_NO_OPS, scratch, &t);
            if (BL_UNLIKELY(after == UNUSUAL))
                break;
            last = pos;
            pos = after;
            n++;
        }
        if (BL_UNLIKELY(pos > f.end)) {
            pos = last;
            n--;
        }
        uint32_t code;
        c->bits.pos = pos;
        rc = at_end ? 0 : bl_record_skip_next_slow(c, &code);
        pos = c->bits.pos;
        n += rc != 0;
    }
    *n_records += n;
    return rc;
}

/* Where a record is counted; NULL: it has no place. */
static BL_ALWAYS_INLINE struct bl_record_count *count_of(struct bl_record_counts *counts,
                                                         uint32_t id, uint32_t code)
{
    if (id == BL_ABBREV_UNABBREV)
        return BL_LIKELY(code < BL_COUNT_CODES) ? &counts->unabbreviated[code] : NULL;
    bool has_place = id < BL_COUNT_IDS && counts->code_of[id] == (uint64_t)code + 1;
    return BL_LIKELY(has_place) ? &counts->abbreviated[id] : NULL;
}

/* Records up to one that is not for here. True: what follows is no record. */
static BL_ALWAYS_INLINE bool count_fast(struct bl_cursor *c, uint64_t stop_pos,
                                        struct bl_record_counts *counts)
{
    struct frame f = frame_of(c);
    if (stop_pos < f.fast_end)
        f.fast_end = stop_pos;
    uint64_t pos = c->bits.pos;
    bool at_end = false;
    while (BL_LIKELY(pos < f.fast_end)) {
        struct decoded t;
        uint64_t scratch[1];
        uint64_t w = peek(&f, pos);
        uint32_t id = (uint32_t)(w & bl_low_bits(f.id_width));
        at_end = id < BL_ABBREV_UNABBREV;
        if (BL_UNLIKELY(at_end))
            break;
        uint64_t after = decode_record(&f, pos, id, w, WANT_NO_OPS, scratch, &t);
        /* Also if it is UNUSUAL. */
        bool is_over_end = after - 1 >= f.end;
        if (BL_UNLIKELY(is_over_end))
            break;
        struct bl_record_count *count = count_of(counts, id, t.code);
        if (BL_UNLIKELY(!count))
            break;
        count->n++;
        count->bits += after - pos;
        pos = after;
    }
    c->bits.pos = pos;
    return at_end;
}

static inline int count_all(struct bl_cursor *c, uint64_t stop_pos, struct bl_record_counts *counts)
{
    while (!count_fast(c, stop_pos, counts) && c->bits.pos < stop_pos) {
        uint64_t start = c->bits.pos;
        uint32_t code;
        int rc = bl_record_skip_next_slow(c, &code);
        if (rc <= 0)
            return rc;
        uint64_t bits = c->bits.pos - start;
        struct bl_record_count *count = count_of(counts, c->entry_id, code);
        if (!count) {
            counts->code = code;
            counts->abbrev_id = c->entry_id;
            counts->bits = bits;
            return 1;
        }
        count->n++;
        count->bits += bits;
    }
    return 0;
}

/* The records that can be read here, from the cursor on, after what B has, up to STOP_POS, which
 * is where an entry begins. False: no record can follow. */
static BL_ALWAYS_INLINE bool append_fast(struct bl_cursor *c, uint64_t stop_pos, enum want want,
                                         struct bl_batch *b)
{
    struct frame f = frame_of(c);
    if (stop_pos < f.fast_end)
        f.fast_end = stop_pos;
    uint64_t pos = c->bits.pos;
    struct bl_batch_record *at = b->record_storage + b->n_records;
    struct bl_batch_record *end = b->record_storage + BL_BATCH_RECORDS;
    uint64_t *ops = b->op_storage;
    uint32_t n_ops = at->first_op;
    bool more = true;
    while (at < end && BL_LIKELY(pos < f.fast_end)) {
        struct decoded t;
        uint64_t w = peek(&f, pos);
        uint32_t id = (uint32_t)(w & bl_low_bits(f.id_width));
        if (BL_UNLIKELY(id < BL_ABBREV_UNABBREV)) {
            more = false;
            break;
        }
        /* What is known is put away at once: less has to be kept while the record is read. */
        at->bit_pos = pos;
        at->abbrev_id = id;
        at->first_op = n_ops;
        uint64_t after = decode_record(&f, pos, id, w, want, ops + n_ops, &t);
        if (BL_UNLIKELY(after == UNUSUAL))
            break;
        at->code = t.code;
        at->array_at = want == WANT_BATCH_OPS ? t.array_at : BL_NONE;
        at++;
        n_ops += want == WANT_BATCH_OPS ? t.n_ops : 0;
        pos = after;
    }
    if (BL_UNLIKELY(pos > f.end)) {
        /* The last one ran over the end of the block. */
        at--;
        pos = at->bit_pos;
        n_ops = at->first_op;
    }
    at->first_op = n_ops;
    b->n_records = (uint32_t)(at - b->record_storage);
    c->bits.pos = pos;
    return more;
}

static inline bool append(struct bl_cursor *c, uint64_t stop_pos, struct bl_batch *b)
{
    return append_fast(c, stop_pos, WANT_BATCH_OPS, b);
}

static inline bool append_skipped(struct bl_cursor *c, uint64_t stop_pos, struct bl_batch *b)
{
    return append_fast(c, stop_pos, WANT_NO_OPS, b);
}

/* The table of a variant, called NAME. */
#define BL_DECODER(name)                  \
    const struct bl_decoder name = {      \
        .next = next,                     \
        .next_first = next_first,         \
        .skip_next = skip_next,           \
        .skip_all = skip_all,             \
        .count_all = count_all,           \
        .append = append,                 \
        .append_skipped = append_skipped, \
    }

#endif
