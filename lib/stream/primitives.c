/* stream/primitives.c - the primitives that an entry of a stream is made of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An entry that a walk has returned is read once more, value by value. The walk has checked it, and
 * knows its abbreviation. A file that changes meanwhile gives other values, but the bits of the
 * entry end where they did: what would lie beyond is cut off.
 */
#include "bitleap_primitives.h"

#include "bits/reader.h"
#include "stream/cursor.h"
#include "stream/walk.h"

enum {
    BLOCKLEN_WIDTH = 32,
    N_ABBREV_OPS_WIDTH = 5,
    LITERAL_WIDTH = 8,
    ENCODING_WIDTH = 3,
    WIDTH_WIDTH = 5,
    RECORD_WIDTH = 6, /* of all of an unabbreviated record, and of lengths */
    CHAR6_WIDTH = 6,
};

/* What comes next. */
enum step {
    AT_ABBREV_ID,
    AT_BLOCK_ID,
    AT_ID_WIDTH,
    AT_BLOCK_ALIGNMENT,
    AT_BLOCKLEN,
    AT_END_ALIGNMENT,
    AT_N_ABBREV_OPS,
    AT_ABBREV_OP,
    AT_LITERAL,
    AT_ENCODING,
    AT_WIDTH,
    AT_CODE,
    AT_N_OPS,
    AT_OPS,
    AT_ABBREVIATED, /* at operand `op` of the abbreviation */
    AT_ELEMENTS,
    AT_BLOB_ALIGNMENT,
    AT_BLOB,
    AT_BLOB_END,
    AT_END,
};

static const char *section_of(const struct bl_primitives *p)
{
    static const char *const sections[] = {
        [BL_EVENT_BLOCK] = "ENTER_SUBBLOCK Encoding",
        [BL_EVENT_BLOCK_END] = "END_BLOCK Encoding",
        [BL_EVENT_ABBREV] = "DEFINE_ABBREV Encoding",
        [BL_EVENT_RECORD] = "Abbreviated Record Encoding",
    };
    bool is_unabbreviated =
        p->event->kind == BL_EVENT_RECORD && p->event->abbrev_id == BL_ABBREV_UNABBREV;
    return is_unabbreviated ? "UNABBREV_RECORD Encoding" : sections[p->event->kind];
}

void bl_primitives_begin(struct bl_primitives *p, const struct bl_walk *walk,
                         const struct bl_event *event)
{
    *p = (struct bl_primitives){
        .event = event,
        .step = event->kind == BL_EVENT_BLOCK_END && event->damaged ? AT_END : AT_ABBREV_ID,
    };
    p->bits = bl_walk_bits(walk, event, &p->id_width);
    if (event->kind == BL_EVENT_RECORD && event->abbrev_id != BL_ABBREV_UNABBREV)
        p->ops = bl_walk_abbrev(walk, event->abbrev_id, &p->n_ops);
}

static uint64_t read_fixed(struct bl_primitives *p, struct bl_primitive *out,
                           enum bl_primitive_role role, unsigned width)
{
    out->role = role;
    out->encoding = BL_ENC_FIXED;
    out->width = (uint8_t)width;
    out->value = bl_bits_fixed(&p->bits, width);
    return out->value;
}

static uint64_t read_vbr(struct bl_primitives *p, struct bl_primitive *out,
                         enum bl_primitive_role role, unsigned width)
{
    out->role = role;
    out->encoding = BL_ENC_VBR;
    out->width = (uint8_t)width;
    out->value = bl_bits_vbr(&p->bits, width);
    return out->value;
}

/* Where LLVM reads into 32 bits. */
static uint32_t read_vbr32(struct bl_primitives *p, struct bl_primitive *out,
                           enum bl_primitive_role role, unsigned width)
{
    (void)read_vbr(p, out, role, width);
    out->value = (uint32_t)out->value;
    return (uint32_t)out->value;
}

static void read_operand(struct bl_primitives *p, struct bl_primitive *out,
                         enum bl_primitive_role role, const struct bl_abbrev_op *op)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_FIXED: read_fixed(p, out, role, op->width); break;
    case BL_ENC_VBR: read_vbr(p, out, role, op->width); break;
    case BL_ENC_CHAR6:
        out->value = (uint8_t)bl_char6[read_fixed(p, out, role, CHAR6_WIDTH)];
        out->encoding = BL_ENC_CHAR6;
        break;
    default:
        out->role = role;
        out->encoding = BL_ENC_LITERAL;
        out->value = op->literal;
        break;
    }
    if (role == BL_ROLE_CODE)
        out->value = (uint32_t)out->value;
    else
        out->number = p->number++;
}

/* Up to END_POS, if there is anything. */
static bool read_alignment(struct bl_primitives *p, struct bl_primitive *out, uint64_t end_pos)
{
    if (end_pos <= p->bits.pos)
        return false;
    read_fixed(p, out, BL_ROLE_ALIGNMENT, (unsigned)(end_pos - p->bits.pos) % 32);
    return true;
}

static int first_step(const struct bl_event *event)
{
    switch (event->kind) {
    case BL_EVENT_BLOCK: return AT_BLOCK_ID;
    case BL_EVENT_BLOCK_END: return AT_END_ALIGNMENT;
    case BL_EVENT_ABBREV: return AT_N_ABBREV_OPS;
    case BL_EVENT_RECORD: break;
    }
    return AT_CODE;
}

/* ---- Steps: whether there was anything ---- */

static bool step_block(struct bl_primitives *p, struct bl_primitive *out)
{
    switch (p->step++) {
    case AT_BLOCK_ID: read_vbr32(p, out, BL_ROLE_BLOCK_ID, BL_BLOCK_ID_WIDTH); return true;
    case AT_ID_WIDTH: read_vbr32(p, out, BL_ROLE_ID_WIDTH, BL_ID_WIDTH_WIDTH); return true;
    case AT_BLOCK_ALIGNMENT: return read_alignment(p, out, bl_align32(p->bits.pos));
    default:
        read_fixed(p, out, BL_ROLE_BLOCKLEN, BLOCKLEN_WIDTH);
        p->step = AT_END;
        return true;
    }
}

static bool step_abbrev(struct bl_primitives *p, struct bl_primitive *out)
{
    int step = p->step;
    out->number = p->number;
    p->step = AT_ABBREV_OP;
    switch (step) {
    case AT_N_ABBREV_OPS:
        p->n_left = read_vbr32(p, out, BL_ROLE_N_ABBREV_OPS, N_ABBREV_OPS_WIDTH);
        return true;
    case AT_ABBREV_OP:
        if (p->number == p->n_left) {
            p->step = AT_END;
            return false;
        }
        p->step = read_fixed(p, out, BL_ROLE_IS_LITERAL, 1) ? AT_LITERAL : AT_ENCODING;
        return true;
    case AT_LITERAL: read_vbr(p, out, BL_ROLE_LITERAL, LITERAL_WIDTH); break;
    case AT_ENCODING:
        read_fixed(p, out, BL_ROLE_ENCODING, ENCODING_WIDTH);
        if (out->value == BL_ENC_FIXED || out->value == BL_ENC_VBR) {
            p->step = AT_WIDTH;
            return true;
        }
        break;
    default: read_vbr(p, out, BL_ROLE_WIDTH, WIDTH_WIDTH); break;
    }
    p->number++;
    return true;
}

/* The next operand of the abbreviation. */
static bool step_abbreviated(struct bl_primitives *p, struct bl_primitive *out)
{
    const struct bl_abbrev_op *op = p->ops + p->op++;
    if (p->op > p->n_ops) {
        p->step = AT_END;
        return false;
    }
    out->number = p->number;
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_ARRAY:
        p->n_left = read_vbr32(p, out, BL_ROLE_ARRAY_LENGTH, RECORD_WIDTH);
        p->step = AT_ELEMENTS;
        break;
    case BL_ENC_BLOB:
        p->n_left = read_vbr32(p, out, BL_ROLE_BLOB_LENGTH, RECORD_WIDTH);
        p->step = AT_BLOB_ALIGNMENT;
        break;
    default: read_operand(p, out, BL_ROLE_OPERAND, op); break;
    }
    return true;
}

static bool step_blob(struct bl_primitives *p, struct bl_primitive *out)
{
    uint64_t at = p->bits.pos / 8;
    switch (p->step++) {
    case AT_BLOB_ALIGNMENT: return read_alignment(p, out, bl_align32(p->bits.pos));
    case AT_BLOB:
        out->role = BL_ROLE_BLOB;
        out->encoding = BL_ENC_BLOB;
        out->value = p->n_left;
        out->bytes = (struct bl_view){p->bits.data + at, p->n_left};
        p->bits.pos += (uint64_t)p->n_left * 8;
        return true;
    default: p->step = AT_ABBREVIATED; return read_alignment(p, out, bl_align32(p->bits.pos));
    }
}

static bool step_record(struct bl_primitives *p, struct bl_primitive *out)
{
    static const struct bl_abbrev_op plain = {.encoding = BL_ENC_VBR, .width = RECORD_WIDTH};
    switch (p->step) {
    case AT_CODE:
        read_operand(p, out, BL_ROLE_CODE, p->ops ? p->ops : &plain);
        p->op = 1;
        p->step = p->ops ? AT_ABBREVIATED : AT_N_OPS;
        return true;
    case AT_N_OPS:
        p->n_left = read_vbr32(p, out, BL_ROLE_N_OPS, RECORD_WIDTH);
        p->step = AT_OPS;
        return true;
    case AT_ABBREVIATED: return step_abbreviated(p, out);
    case AT_BLOB_ALIGNMENT:
    case AT_BLOB:
    case AT_BLOB_END: return step_blob(p, out);
    default: /* AT_OPS, AT_ELEMENTS */
        if (p->n_left-- == 0) {
            p->step = AT_END;
            return false;
        }
        read_operand(p, out, BL_ROLE_OPERAND, p->ops ? p->ops + p->n_ops - 1 : &plain);
        return true;
    }
}

static bool take_step(struct bl_primitives *p, struct bl_primitive *out)
{
    if (p->step == AT_ABBREV_ID) {
        read_fixed(p, out, BL_ROLE_ABBREV_ID, p->id_width);
        p->step = first_step(p->event);
        return true;
    }
    switch (p->event->kind) {
    case BL_EVENT_BLOCK: return step_block(p, out);
    case BL_EVENT_ABBREV: return step_abbrev(p, out);
    case BL_EVENT_RECORD: return step_record(p, out);
    case BL_EVENT_BLOCK_END: break;
    }
    p->step = AT_END;
    return read_alignment(p, out, p->event->end_pos);
}

int bl_primitives_next(struct bl_primitives *p, struct bl_primitive *out)
{
    while (p->step != AT_END) {
        *out = (struct bl_primitive){.bit_pos = p->bits.pos, .section = section_of(p)};
        if (!take_step(p, out))
            continue;
        if (BL_UNLIKELY(!bl_bits_ok(&p->bits))) /* the file has changed */
            break;
        out->end_pos = p->bits.pos;
        return 1;
    }
    p->step = AT_END;
    return 0;
}
