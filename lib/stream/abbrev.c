/* stream/abbrev.c - abbreviation definitions, read and compiled
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Document: "DEFINE_ABBREV Encoding". What LLVM refuses when it reads the definition is refused
 * here; what it refuses only when a record uses the abbreviation becomes a defect.
 */
#include "stream/abbrev.h"

#include "base/grow.h"
#include "bits/reader.h"

#include <string.h>

/* What follows from encoding and width. */
static void settle_op(struct bl_abbrev_op *op)
{
    bool has_width = op->encoding == BL_ENC_FIXED || op->encoding == BL_ENC_VBR;
    if (has_width && op->width == 0)
        *op = (struct bl_abbrev_op){.encoding = BL_ENC_LITERAL, /* no bits, always 0 */
                                    .written_as = op->encoding};
    if (op->encoding == BL_ENC_CHAR6)
        op->width = 6;
}

static int fail_abbrev(const char **what, int status, const char *text)
{
    *what = text;
    return status;
}

static int read_op(struct bl_bits *bits, struct bl_abbrev_op *op, const char **what)
{
    *op = (struct bl_abbrev_op){0};
    if (bl_bits_fixed(bits, 1)) {
        op->literal = bl_bits_vbr(bits, 8);
        return BL_OK;
    }
    uint64_t encoding = bl_bits_fixed(bits, 3);
    if (encoding < BL_ENC_FIXED || encoding > BL_ENC_BLOB)
        return fail_abbrev(what, BL_E_MALFORMED, "abbreviation operand of an unknown encoding");
    bool has_width = encoding == BL_ENC_FIXED || encoding == BL_ENC_VBR;
    uint64_t width = has_width ? bl_bits_vbr(bits, 5) : 0;
    if (width > BL_MAX_WIDTH)
        return fail_abbrev(what, BL_E_MALFORMED, "abbreviation operand wider than 32 bits");
    op->encoding = (uint8_t)encoding;
    op->width = (uint8_t)width;
    settle_op(op);
    return BL_OK;
}

/* Literals are operands that cost no bits: the work for a record must not depend on a definition
 * that was paid for once. */
static uint32_t count_literals(const struct bl_abbrev_op *ops, uint32_t n)
{
    uint32_t n_literals = 0;
    for (uint32_t i = 0; i < n; i++)
        n_literals += ops[i].encoding == BL_ENC_LITERAL;
    return n_literals;
}

static const char *find_defect(const struct bl_abbrev_op *ops, uint32_t n)
{
    if (ops[0].encoding == BL_ENC_ARRAY || ops[0].encoding == BL_ENC_BLOB)
        return "abbreviation whose record code is an array or a blob";
    for (uint32_t i = 0; i < n; i++) {
        if (ops[i].encoding != BL_ENC_ARRAY)
            continue;
        if (i + 2 != n)
            return "abbreviation whose array is not second to last";
        switch (ops[i + 1].encoding) {
        case BL_ENC_LITERAL: return "abbreviation with an array of literals";
        case BL_ENC_ARRAY:
        case BL_ENC_BLOB: return "abbreviation with an array of arrays or blobs";
        default: return NULL;
        }
    }
    return NULL;
}

static void compile(struct bl_abbrev *abbrev, const struct bl_abbrev_op *ops, uint32_t n)
{
    abbrev->n_ops = n;
    abbrev->n_values = 0;
    abbrev->skip_bits = 0;
    abbrev->defect = find_defect(ops, n);
    for (uint32_t i = 1; i < n; i++) {
        bool has_length = ops[i].encoding == BL_ENC_ARRAY || ops[i].encoding == BL_ENC_BLOB;
        if (has_length || ops[i].encoding == BL_ENC_VBR)
            abbrev->skip_bits = UINT32_MAX;
        else if (abbrev->skip_bits != UINT32_MAX && ops[i].encoding != BL_ENC_LITERAL)
            abbrev->skip_bits += ops[i].width;
        if (ops[i].encoding == BL_ENC_ARRAY)
            return;
        abbrev->n_values += !has_length;
    }
}

static struct bl_field compile_field(const struct bl_abbrev_op *op)
{
    unsigned width = op->width;
    if (op->encoding == BL_ENC_LITERAL)
        return (struct bl_field){.literal = (uint32_t)op->literal};
    if (op->encoding != BL_ENC_VBR)
        return (struct bl_field){.mask = (uint32_t)bl_low_bits(width), .width = (uint8_t)width};
    uint32_t more = UINT32_C(1) << (width - 1);
    return (struct bl_field){
        .mask = more - 1,
        .more = more,
        .width = (uint8_t)width,
    };
}

/* Whether compile_field() can express it. VBRs of one bit have no payload and no limit. */
static bool is_simple(const struct bl_abbrev_op *op)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_LITERAL: return op->literal <= UINT32_MAX;
    case BL_ENC_FIXED: return true;
    case BL_ENC_VBR: return op->width > 1;
    default: return false;
    }
}

/* Whether OPS are what nearly all abbreviations are: a literal code, a few fields, perhaps an
 * array or a blob. */
static bool is_usual(const struct bl_abbrev *abbrev, const struct bl_abbrev_op *ops)
{
    if (abbrev->defect || ops[0].encoding != BL_ENC_LITERAL || abbrev->n_values > BL_MAX_FIELDS)
        return false;
    for (uint32_t i = 1; i <= abbrev->n_values; i++)
        if (!is_simple(&ops[i]))
            return false;
    if (abbrev->n_ops == 1 + abbrev->n_values)
        return true;
    const struct bl_abbrev_op *rest = &ops[1 + abbrev->n_values];
    if (rest->encoding == BL_ENC_BLOB)
        return abbrev->n_ops == 1 + abbrev->n_values + 1;
    return rest->encoding == BL_ENC_ARRAY && (rest[1].encoding != BL_ENC_VBR || rest[1].width > 1);
}

/* The continuation bits of VBRs, where each before them has one chunk. */
static void compile_fields(struct bl_abbrev *abbrev, const struct bl_abbrev_op *ops)
{
    unsigned n_bits = 0;
    uint64_t more = 0;
    for (uint32_t i = 0; i < abbrev->n_values; i++) {
        struct bl_field field = compile_field(&ops[1 + i]);
        if (n_bits + field.width <= BL_PEEK_BITS) {
            field.at = (uint8_t)n_bits;
            more |= (uint64_t)field.more << n_bits;
        }
        n_bits += field.width;
        abbrev->fields[i] = field;
    }
    bool is_short = n_bits <= BL_PEEK_BITS;
    abbrev->short_bits = is_short ? (uint8_t)n_bits : 0;
    abbrev->short_more = is_short ? more : 0;
}

static void compile_usual(struct bl_abbrev *abbrev, const struct bl_abbrev_op *ops)
{
    abbrev->plan = BL_PLAN_SLOW;
    abbrev->short_bits = 0;
    if (!is_usual(abbrev, ops))
        return;
    compile_fields(abbrev, ops);
    abbrev->code = (uint32_t)ops[0].literal;
    abbrev->plan = BL_PLAN_FIELDS;
    if (abbrev->n_ops == 1 + abbrev->n_values)
        return;
    abbrev->element_encoding = ops[abbrev->n_ops - 1].encoding;
    abbrev->plan = abbrev->element_encoding == BL_ENC_BLOB ? BL_PLAN_BLOB : BL_PLAN_ARRAY;
    if (abbrev->plan == BL_PLAN_BLOB)
        return;
    abbrev->element = compile_field(&ops[abbrev->n_ops - 1]);
}

/* For one more abbreviation, of N_OPS operands. */
static int make_room_for_ops(struct bl_abbrev_set *set, uint32_t n_ops)
{
    int status = bl_grow(&set->abbrevs, &set->cap_abbrevs, (size_t)set->n_abbrevs + 1);
    return status < 0 ? status : bl_grow(&set->ops, &set->cap_ops, (size_t)set->n_ops + n_ops);
}

/* The N_OPS operands after those of SET are a new definition. */
static void append_definition(struct bl_abbrev_set *set, uint32_t n_ops)
{
    struct bl_abbrev *abbrev = &set->abbrevs[set->n_abbrevs];
    abbrev->first_op = set->n_ops;
    compile(abbrev, set->ops + set->n_ops, n_ops);
    compile_usual(abbrev, set->ops + set->n_ops);
    set->n_abbrevs++;
    set->n_ops += n_ops;
}

int bl_abbrev_set_define(struct bl_abbrev_set *set, struct bl_bits *bits, uint64_t *bytes_left,
                         const char **what)
{
    uint32_t n_ops = bl_bits_vbr32(bits, 5);
    if (bl_bits_overlong(bits))
        return fail_abbrev(what, BL_E_MALFORMED,
                           "abbreviation whose number of operands does not end");
    /* A literal of one chunk takes 9 bits, Char6, Array and Blob take 4. */
    if (!bl_bits_ok(bits) || n_ops > bl_bits_left(bits) / 4)
        return fail_abbrev(what, BL_E_TRUNCATED,
                           "abbreviation with more operands than bits are left");
    if (n_ops == 0)
        return fail_abbrev(what, BL_E_MALFORMED, "abbreviation without operands");
    uint64_t bytes = sizeof(struct bl_abbrev) + n_ops * (uint64_t)sizeof(struct bl_abbrev_op);
    if (bytes > *bytes_left)
        return fail_abbrev(what, BL_E_LIMIT, "more abbreviations than the limit");
    if (make_room_for_ops(set, n_ops) < 0)
        return fail_abbrev(what, BL_E_NOMEM, "no memory for an abbreviation");
    struct bl_abbrev_op *ops = set->ops + set->n_ops;
    int status = BL_OK;
    for (uint32_t i = 0; i < n_ops && status == BL_OK; i++)
        status = read_op(bits, &ops[i], what);
    /* First, because after the end an operand is made of zeros. */
    if (bl_bits_overlong(bits))
        return fail_abbrev(what, BL_E_MALFORMED, "abbreviation with a VBR that does not end");
    if (!bl_bits_ok(bits))
        return fail_abbrev(what, BL_E_TRUNCATED, "the bits end inside an abbreviation");
    if (status < 0)
        return status;
    if (count_literals(ops, n_ops) > BL_MAX_ABBREV_LITERALS)
        return fail_abbrev(what, BL_E_LIMIT, "abbreviation with more literals than the limit");
    append_definition(set, n_ops);
    *bytes_left -= bytes;
    return BL_OK;
}

int bl_abbrev_set_add(struct bl_abbrev_set *set, const struct bl_abbrev_op *ops, uint32_t n_ops)
{
    if (make_room_for_ops(set, n_ops) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < n_ops; i++) {
        set->ops[set->n_ops + i] = ops[i];
        settle_op(&set->ops[set->n_ops + i]);
    }
    append_definition(set, n_ops);
    return BL_OK;
}

int bl_abbrev_set_copy(struct bl_abbrev_set *set, const struct bl_abbrev_set *from)
{
    if (bl_grow(&set->abbrevs, &set->cap_abbrevs, from->n_abbrevs) < 0 ||
        bl_grow(&set->ops, &set->cap_ops, from->n_ops) < 0)
        return BL_E_NOMEM;
    if (from->n_abbrevs) {
        memcpy(set->abbrevs, from->abbrevs, from->n_abbrevs * sizeof *set->abbrevs);
        memcpy(set->ops, from->ops, from->n_ops * sizeof *set->ops);
    }
    set->n_abbrevs = from->n_abbrevs;
    set->n_ops = from->n_ops;
    return BL_OK;
}

void bl_abbrev_set_release(struct bl_abbrev_set *set)
{
    bl_drop(set->abbrevs);
    bl_drop(set->ops);
    *set = (struct bl_abbrev_set){0};
}

uint64_t bl_abbrev_bytes_limit(const struct bl_stream *stream)
{
    return BL_MAX_ABBREV_BYTES_FLOOR + (uint64_t)stream->bytes.size * BL_MAX_ABBREV_BYTES_PER_BYTE;
}
