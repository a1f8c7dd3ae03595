/* support/extreme_files.c - streams that claim, or are, far more than any compiler writes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/extreme_parts.h"

enum {
    N_NESTED = 10000,
    N_ABBREVS = 10 * 1000 * 1000,
    N_BLOBS = 20000,
    BLOB_BYTES = 4 << 20
};

#define HUGE_BLOB (UINT64_C(4000) << 20)
/* Of the size of a blob 32 bits are read, as LLVM does: this one is none. */
#define ENDLESS_BLOB (UINT64_C(16) << 30)

/* ---- Blocks ---- */

static struct bl_writer *nested(unsigned n)
{
    struct bl_writer *w = build_begin();
    for (unsigned i = 0; i < n; i++) {
        bl_writer_enter(w, BLOCK, 2);
        bl_writer_record(w, 1, BUILD_OPS(i));
    }
    for (unsigned i = 0; i < n; i++)
        bl_writer_exit(w);
    return w;
}

/* END_BLOCK of a block whose length is at LENGTH_POS. */
static void end_by_hand(struct bl_writer *w, unsigned width, uint64_t length_pos)
{
    bl_writer_fixed(w, BUILD_END_BLOCK, width);
    bl_writer_align32(w);
    bl_writer_patch32(w, length_pos, (uint32_t)((bl_writer_pos(w) - length_pos) / 32 - 1));
}

/* The same without their lengths and ends: nothing but headers. */
static struct bl_writer *headers_only(void)
{
    struct bl_writer *w = build_begin();
    build_header(w, BUILD_TOP_WIDTH, BLOCK, 2, HUGE_NUMBER);
    for (unsigned i = 1; i < N_NESTED; i++)
        build_header(w, 2, BLOCK, 2, HUGE_NUMBER);
    return w;
}

/* A block of nothing but a large blob, bit by bit: inside of BLOCKINFO the writer has no blocks. */
static void write_blob_block(struct bl_writer *w)
{
    uint64_t length_pos = build_header(w, 2, BLOCK, WIDTH, 0);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    bl_writer_vbr(w, 2, 5); /* operands: the literal 1 and a blob */
    bl_writer_fixed(w, 1, 1);
    bl_writer_vbr(w, 1, 8);
    bl_writer_fixed(w, 0, 1);
    bl_writer_fixed(w, BL_ENC_BLOB, 3);
    bl_writer_fixed(w, BL_ABBREV_FIRST, WIDTH);
    bl_writer_vbr(w, BLOB_BYTES, 6);
    bl_writer_align32(w);
    for (unsigned i = 0; i < BLOB_BYTES / 4; i++)
        bl_writer_fixed(w, 0, 32);
    end_by_hand(w, WIDTH, length_pos);
}

/* BLOCKINFOs in each other, and much in the innermost one: each of them has all of that in it. */
static struct bl_writer *nested_blockinfos(void)
{
    uint64_t length_pos[BL_MAX_DEPTH - 1];
    struct bl_writer *w = build_begin();
    for (unsigned i = 0; i < BL_MAX_DEPTH - 1; i++)
        length_pos[i] = build_header(w, i ? 2 : BUILD_TOP_WIDTH, BUILD_BLOCKINFO, 2, 0);
    write_blob_block(w);
    for (unsigned i = BL_MAX_DEPTH - 1; i-- > 0;)
        end_by_hand(w, 2, length_pos[i]);
    return w;
}

/* ---- Abbreviations ---- */

/* Definitions of one literal each, bit by bit: the writer would keep them all. */
static void define_many(struct bl_writer *w)
{
    for (unsigned i = 0; i < N_ABBREVS; i++) {
        bl_writer_fixed(w, BUILD_DEFINE_ABBREV, 2);
        bl_writer_vbr(w, 1, 5);
        bl_writer_fixed(w, 1, 1);
        bl_writer_vbr(w, i % 64, 8);
    }
}

static struct bl_writer *abbreviations(bool in_blockinfo)
{
    struct bl_writer *w = build_begin();
    uint64_t length_pos =
        build_header(w, BUILD_TOP_WIDTH, in_blockinfo ? BUILD_BLOCKINFO : BLOCK, 2, 0);
    if (in_blockinfo) {
        bl_writer_fixed(w, BUILD_UNABBREV, 2);
        bl_writer_vbr(w, BUILD_SETBID, 6);
        bl_writer_vbr(w, 1, 6);
        bl_writer_vbr(w, BLOCK, 6);
    }
    define_many(w);
    end_by_hand(w, 2, length_pos);
    return w;
}

/* ---- Records ---- */

static void begin_record(struct bl_writer *w, uint32_t abbrev_id)
{
    bl_writer_fixed(w, abbrev_id, WIDTH);
}

static struct bl_writer *unabbreviated_claim(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BLOCK, WIDTH);
    begin_record(w, BUILD_UNABBREV);
    bl_writer_vbr(w, 1, 6);
    bl_writer_vbr(w, HUGE_NUMBER, 6);
    bl_writer_exit(w);
    return w;
}

/* An array of 2^32 - 1 elements. Those of no width would even fit, and are refused for that. */
static struct bl_writer *array_claim(struct bl_abbrev_op element)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BLOCK, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(1), ARRAY, element);
    begin_record(w, id);
    bl_writer_vbr(w, HUGE_NUMBER, 6);
    bl_writer_exit(w);
    return w;
}

/* N blocks with a blob of SIZE bytes each, or some more. */
static struct bl_writer *blob_claims(unsigned n, uint64_t size)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BLOCK, WIDTH);
    for (unsigned i = 0; i < n; i++) {
        bl_writer_enter(w, BLOCK + 1, WIDTH);
        uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
        begin_record(w, id);
        bl_writer_vbr(w, size + i, 6);
        bl_writer_align32(w);
        bl_writer_exit(w);
    }
    bl_writer_exit(w);
    return w;
}

void extreme_files(extreme_fn *emit, void *context)
{
    static const struct bl_abbrev_op char6 = CHAR6;
    static const struct bl_abbrev_op nothing = FIXED(0);
    static const struct bl_abbrev_op wide = FIXED(32);
    emit_stream(emit, context, "nested-within", BL_OK, nested(BL_MAX_DEPTH));
    emit_stream(emit, context, "nested", BL_E_LIMIT, nested(N_NESTED));
    emit_stream(emit, context, "headers-only", BL_E_LIMIT, headers_only());
    emit_stream(emit, context, "nested-blockinfo", BL_OK, nested_blockinfos());
    emit_stream(emit, context, "abbreviations", BL_E_LIMIT, abbreviations(false));
    emit_stream(emit, context, "blockinfo", BL_E_LIMIT, abbreviations(true));
    emit_stream(emit, context, "operands", BL_E_TRUNCATED, unabbreviated_claim());
    emit_stream(emit, context, "array-char6", BL_E_TRUNCATED, array_claim(char6));
    emit_stream(emit, context, "array-wide", BL_E_TRUNCATED, array_claim(wide));
    emit_stream(emit, context, "array-no-width", BL_E_MALFORMED, array_claim(nothing));
    emit_stream(emit, context, "blob", BL_E_TRUNCATED, blob_claims(1, HUGE_BLOB));
    emit_stream(emit, context, "blobs", BL_E_TRUNCATED, blob_claims(N_BLOBS, HUGE_BLOB));
    emit_stream(emit, context, "blob-endless", BL_OK, blob_claims(1, ENDLESS_BLOB));
    extreme_modules(emit, context);
    extreme_costs(emit, context);
}
