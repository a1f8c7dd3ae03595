/* rewrite/entries.c - the entries of a stream, kept and changed, written one after the other
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "bits/reader.h"
#include "rewrite/positions.h"
#include "rewrite/rewriter.h"
#include "stream/blockinfo.h"
#include "stream/cursor.h"
#include "stream/writer.h"

#include <string.h>

enum {
    WORD_BITS = 32,
    /* Blocks in blocks that are not copied whole. Compilers reach 5. */
    MAX_OPENED = 64,
};

/* What is being written. */
struct entries {
    struct bl_rewrite *rewrite;
    struct bl_pieces *out;
    struct bl_bits stream;
    struct bl_blockinfo_store infos;
    struct bl_record record;
    const struct bl_change *next, *end; /* changes that are left */
    uint64_t from;                      /* in the stream: the first bit that is left */
    struct bl_block opened[MAX_OPENED]; /* as written: id_width is that of what is written */
    const struct bl_chosen *chosen[MAX_OPENED]; /* for what is in them; NULL: as it was */
    uint32_t depth;
    const struct bl_recoding *recoding; /* of the module that is being written, or NULL */
    struct bl_positions positions;      /* of the module that is being written */
    uint64_t identification;            /* of the block before it, or BL_DROPPED */
    uint64_t identification_to;
    struct bl_error *err;
};

/* The operands of a record are about to be written; BIT_POS is where it was. */
struct outgoing {
    struct bl_new_record record;
    uint64_t bit_pos, end_pos;
};

static int fail(struct entries *e, int status, const char *what, uint64_t bit_pos)
{
    bl_fail_at(e->err, status, what, bit_pos);
    for (uint32_t i = 0; i < e->depth; i++)
        bl_error_push(e->err, e->opened[i].block_id, e->opened[i].bit_pos);
    return status;
}

static int fail_as_cursor(struct entries *e, const struct bl_cursor *c)
{
    return fail(e, c->status, c->what, c->what_pos);
}

/* Whether all is decoded and written anew. */
static bool is_decoded(const struct entries *e)
{
    return e->recoding || e->rewrite->flags & BL_REWRITE_DECODED;
}

/* Bits of the ids of what is written here. */
static unsigned id_width(const struct entries *e)
{
    return e->depth > 0 ? e->opened[e->depth - 1].id_width : BL_TOP_ID_WIDTH;
}

/* Abbreviations for what is written here, if they are not those of the stream. */
static const struct bl_chosen *chosen_here(const struct entries *e)
{
    return e->depth > 0 ? e->chosen[e->depth - 1] : NULL;
}

/* ---- Copying ---- */

/* Where the kept bit POS of the stream will be. */
static uint64_t position_of(const struct entries *e, uint64_t pos)
{
    return bl_pieces_pos(e->out) + (pos - e->from);
}

static bool in_step(const struct entries *e)
{
    return position_of(e, 0) % WORD_BITS == 0;
}

static void copy_to(struct entries *e, uint64_t pos)
{
    bl_pieces_copy(e->out, &e->stream, e->from, pos);
    e->from = pos;
}

/* The header of BLOCK with ids of INNER_WIDTH bits, up to blocklen, which is left to the caller. */
static void write_header(struct entries *e, const struct bl_cursor *around,
                         const struct bl_block *block, unsigned inner_width)
{
    copy_to(e, block->bit_pos);
    if (is_decoded(e)) {
        bl_writer_fixed(e->out->writer, BL_ABBREV_ENTER_SUBBLOCK, id_width(e));
        bl_writer_vbr(e->out->writer, block->block_id, BL_BLOCK_ID_WIDTH);
        bl_writer_vbr(e->out->writer, inner_width, BL_ID_WIDTH_WIDTH);
    } else {
        uint64_t pos = block->bit_pos + around->block.id_width;
        (void)bl_bits_vbr32_at(&e->stream, &pos, BL_BLOCK_ID_WIDTH);
        (void)bl_bits_vbr32_at(&e->stream, &pos, BL_ID_WIDTH_WIDTH);
        copy_to(e, pos);
    }
    bl_writer_align32(e->out->writer);
    e->from = block->body_pos - WORD_BITS;
}

/* Where the run of kept bits may go on after a record whose last part is a blob: whole words. */
static void copy_with_blob(struct entries *e, uint64_t blob_pad, uint64_t end_pos)
{
    copy_to(e, blob_pad);
    bl_writer_align32(e->out->writer);
    e->from = bl_align32(blob_pad);
    copy_to(e, end_pos);
}

/* ---- Records ---- */

/* The definition that RECORD is to be written by, with its id and the number of its operands; NULL:
 * none. */
static const struct bl_abbrev_op *definition_for(const struct entries *e, const struct bl_cursor *c,
                                                 const struct bl_new_record *record, uint32_t *id,
                                                 uint32_t *n_ops)
{
    const struct bl_abbrev_op *ops = NULL;
    if (chosen_here(e)) {
        const struct bl_new_abbrev *d = bl_recode(chosen_here(e), record, id);
        *n_ops = d ? d->n_ops : 0;
        return d ? d->ops : NULL;
    }
    *id = record->abbrev_id;
    const struct bl_abbrev *abbrev = *id >= BL_ABBREV_FIRST ? bl_cursor_abbrev(c, *id, &ops) : NULL;
    *n_ops = abbrev ? abbrev->n_ops : 0;
    bool fits = abbrev && !abbrev->defect &&
                bl_record_bits(ops, abbrev->n_ops, record, BL_DOES_NOT_FIT) != BL_DOES_NOT_FIT;
    return fits ? ops : NULL;
}

/* RECORD, in the block of C; BIT_POS is for a failure. */
static int write_record(struct entries *e, const struct bl_cursor *c,
                        const struct bl_new_record *record, uint64_t bit_pos)
{
    uint32_t id, n_ops;
    const struct bl_abbrev_op *ops = definition_for(e, c, record, &id, &n_ops);
    if (ops) {
        bl_writer_put_abbreviated(e->out->writer, id_width(e), id, ops, n_ops, record->code,
                                  record->ops, record->n_ops,
                                  record->has_blob ? &record->blob : NULL);
        return BL_OK;
    }
    if (record->has_blob)
        return fail(e, BL_E_ARGUMENT, "record with a blob that its abbreviation has no place for",
                    bit_pos);
    bl_writer_put_unabbreviated(e->out->writer, id_width(e), record->code, record->ops,
                                record->n_ops);
    return BL_OK;
}

/* ---- Positions ---- */

static bool is_in(const struct entries *e, uint32_t block_id, uint32_t depth)
{
    return e->rewrite->stream.kind == BL_STREAM_LLVM_IR && e->depth > depth &&
           e->opened[e->depth - 1].block_id == block_id && e->opened[0].block_id == BL_BLOCK_MODULE;
}

/* The operands of the record that was written last are to be patched: WIDTH bits, all of them. */
static void note_patch(struct entries *e, struct bl_patch *patch, const struct bl_cursor *c,
                       const struct outgoing *out, unsigned width)
{
    uint32_t id, n_ops;
    const struct bl_abbrev_op *ops = definition_for(e, c, &out->record, &id, &n_ops);
    bool is_fixed = ops && n_ops == 1 + out->record.n_ops && width == out->record.n_ops * WORD_BITS;
    for (uint32_t i = 1; is_fixed && i < n_ops; i++)
        is_fixed = ops[i].encoding == BL_ENC_FIXED && ops[i].width == WORD_BITS;
    *patch = (struct bl_patch){
        .is_known = true,
        .width = is_fixed ? width : 0,
        .own_pos = bl_writer_pos(e->out->writer) - (is_fixed ? width : 0),
        .bit_pos = out->bit_pos,
    };
    for (size_t i = out->record.n_ops; i-- > 0;)
        patch->value = patch->value << WORD_BITS | (uint32_t)out->record.ops[i];
}

static int put_patch(struct entries *e, const struct bl_patch *patch, uint64_t value)
{
    if (value == patch->value)
        return BL_OK;
    if (!patch->width || (patch->width < 64 && value >> patch->width))
        return fail(e, BL_E_MISMATCH, "position that has moved, in a record without room for it",
                    patch->bit_pos);
    bl_writer_patch_bits(e->out->writer, patch->own_pos, patch->width, value);
    return BL_OK;
}

static int fail_lost(struct entries *e, uint64_t bit_pos)
{
    return fail(e, BL_E_MISMATCH, "position that leads nowhere, in what has moved", bit_pos);
}

/* Whether a record with CODE, in the innermost block, holds positions. */
static bool has_positions(const struct entries *e, uint32_t code)
{
    uint32_t block_id = e->depth > 0 ? e->opened[e->depth - 1].block_id : BL_NONE;
    if (!bl_holds_positions(block_id, code))
        return false;
    bool is_deep = block_id == BL_BLOCK_VALUE_SYMTAB && e->depth != 2;
    return !is_deep && is_in(e, block_id, block_id != BL_BLOCK_MODULE);
}

/* Whether a record with CODE is the hash of the module that is being written, which has changed. */
static bool is_hash(const struct entries *e, uint32_t code)
{
    return code == BL_CODE_MODULE_HASH && bl_rewrite_changes(e->rewrite) &&
           is_in(e, BL_BLOCK_MODULE, 0);
}

static int write_vst_offset(struct entries *e, const struct bl_cursor *c, struct outgoing *out)
{
    int status = write_record(e, c, &out->record, out->bit_pos);
    note_patch(e, &e->positions.vst_offset, c, out, WORD_BITS);
    return status;
}

static int write_function_entry(struct entries *e, const struct bl_cursor *c, struct outgoing *out)
{
    struct bl_positions *p = &e->positions;
    uint64_t offset;
    if (out->record.n_ops < 2)
        return write_record(e, c, &out->record, out->bit_pos);
    if (bl_positions_function(p, out->record.ops[1], &offset)) {
        if (bl_grow(&p->renewed, &p->cap_renewed, out->record.n_ops) < 0)
            return fail(e, BL_E_NOMEM, "no memory for a record", out->bit_pos);
        memcpy(p->renewed, out->record.ops, out->record.n_ops * sizeof *p->renewed);
        p->renewed[1] = offset;
        out->record.ops = p->renewed;
    } else if (bl_positions_have_moved(p)) {
        return fail_lost(e, out->bit_pos);
    }
    return write_record(e, c, &out->record, out->bit_pos);
}

static int write_index_offset(struct entries *e, const struct bl_cursor *c, struct outgoing *out)
{
    struct bl_positions *p = &e->positions;
    int status = write_record(e, c, &out->record, out->bit_pos);
    note_patch(e, &p->index_offset, c, out, 2 * WORD_BITS);
    p->index_base = (struct bl_moved){out->end_pos, bl_pieces_pos(e->out)};
    p->n_records = p->n_dropped = 0;
    return status;
}

static int write_index(struct entries *e, const struct bl_cursor *c, struct outgoing *out)
{
    struct bl_positions *p = &e->positions;
    uint64_t to = bl_pieces_pos(e->out);
    bool is_at =
        p->index_offset.is_known && p->index_base.from + p->index_offset.value == out->bit_pos;
    uint32_t n = 0;
    int rc = is_at ? bl_positions_index(p, out->record.ops, (uint32_t)out->record.n_ops, &n) : 0;
    if (rc < 0)
        return fail(e, rc, "no memory for an index of metadata", out->bit_pos);
    if (rc == 0) {
        bool has_moved = to - p->index_base.to != out->bit_pos - p->index_base.from;
        if (has_moved || !p->index_offset.is_known)
            return fail_lost(e, out->bit_pos);
        return write_record(e, c, &out->record, out->bit_pos);
    }
    struct bl_new_record renewed = out->record;
    renewed.ops = p->renewed;
    renewed.n_ops = n;
    int status = put_patch(e, &p->index_offset, to - p->index_base.to);
    return status < 0 ? status : write_record(e, c, &renewed, out->bit_pos);
}

static int write_outgoing(struct entries *e, const struct bl_cursor *c, struct outgoing *out)
{
    uint32_t code = out->record.code;
    if (!has_positions(e, code))
        return write_record(e, c, &out->record, out->bit_pos);
    if (e->opened[e->depth - 1].block_id == BL_BLOCK_MODULE)
        return write_vst_offset(e, c, out);
    if (e->opened[e->depth - 1].block_id == BL_BLOCK_VALUE_SYMTAB)
        return write_function_entry(e, c, out);
    return code == BL_CODE_METADATA_INDEX ? write_index(e, c, out) : write_index_offset(e, c, out);
}

/* A record of the metadata that an index may list is at BIT_POS. */
static int note_metadata(struct entries *e, uint64_t bit_pos, bool is_dropped)
{
    struct bl_positions *p = &e->positions;
    if (!p->index_offset.is_known || !is_in(e, BL_BLOCK_METADATA, 1))
        return BL_OK;
    uint64_t to = is_dropped ? BL_DROPPED : position_of(e, bit_pos);
    struct bl_moved moved = {bit_pos, to};
    if (bl_append(&p->records, &p->n_records, &p->cap_records, moved) < 0)
        return fail(e, BL_E_NOMEM, "no memory for positions", bit_pos);
    return BL_OK;
}

/* A block is at BIT_POS in a module. */
static int note_block(struct entries *e, const struct bl_block *block, bool is_dropped)
{
    struct bl_positions *p = &e->positions;
    if (e->depth != 1 || !is_in(e, BL_BLOCK_MODULE, 0))
        return BL_OK;
    struct bl_moved moved = {block->bit_pos,
                             is_dropped ? BL_DROPPED : position_of(e, block->bit_pos)};
    if (block->block_id == BL_BLOCK_VALUE_SYMTAB && !is_dropped) {
        p->vst = moved;
        p->has_vst = true;
    }
    if (block->block_id == BL_BLOCK_FUNCTION &&
        bl_append(&p->functions, &p->n_functions, &p->cap_functions, moved) < 0)
        return fail(e, BL_E_NOMEM, "no memory for positions", block->bit_pos);
    return BL_OK;
}

static void begin_module(struct entries *e, const struct bl_block *block)
{
    uint64_t to = position_of(e, block->bit_pos);
    struct bl_positions *p = &e->positions;
    e->recoding = bl_recoding_of(&e->rewrite->recodings, block->bit_pos);
    uint64_t wrapper_bits = (uint64_t)e->rewrite->stream.wrapper.offset * 8;
    bl_positions_release(p);
    if (e->identification != BL_DROPPED)
        bl_positions_add_base(p, e->identification - WORD_BITS, e->identification_to - WORD_BITS);
    bl_positions_add_base(p, block->bit_pos - WORD_BITS, to - WORD_BITS);
    bl_positions_add_base(p, 0, 0);
    bl_positions_add_base(p, 0 - wrapper_bits, 0 - wrapper_bits);
}

/* All of the module is written. */
static int end_module(struct entries *e)
{
    struct bl_positions *p = &e->positions;
    uint64_t value;
    int status = BL_OK;
    if (p->vst_offset.is_known && p->vst_offset.value != 0) {
        if (bl_positions_vst(p, &value))
            status = put_patch(e, &p->vst_offset, value);
        else if (bl_positions_have_moved(p))
            status = fail_lost(e, p->vst_offset.bit_pos);
    }
    e->identification = BL_DROPPED;
    e->recoding = NULL;
    return status;
}

/* ---- Blocks ---- */

static int write_block(struct entries *e, struct bl_cursor *around,
                       const struct bl_blockinfo *info);

static bool has_change_in(const struct entries *e, const struct bl_block *block)
{
    return e->next < e->end && e->next->bit_pos > block->bit_pos &&
           e->next->bit_pos < bl_block_end(block);
}

/* Whether BLOCK cannot be copied as it is. */
static bool must_open(const struct entries *e, const struct bl_block *block)
{
    if (is_decoded(e) || has_change_in(e, block))
        return true;
    if (e->rewrite->stream.kind != BL_STREAM_LLVM_IR)
        return false;
    if (e->depth == 0 && block->block_id == BL_BLOCK_MODULE)
        return bl_rewrite_changes(e->rewrite); /* the hash */
    return e->depth == 1 && is_in(e, BL_BLOCK_MODULE, 0) &&
           block->block_id == BL_BLOCK_VALUE_SYMTAB && bl_positions_have_moved(&e->positions);
}

static void write_new_block(struct entries *e, uint32_t block_id, unsigned inner_width,
                            struct bl_view bytes)
{
    struct bl_writer *w = e->out->writer;
    struct bl_bits body = bl_bits_over(bytes, BL_CPU_GENERIC);
    bl_writer_fixed(w, BL_ABBREV_ENTER_SUBBLOCK, id_width(e));
    bl_writer_vbr(w, block_id, BL_BLOCK_ID_WIDTH);
    bl_writer_vbr(w, inner_width, BL_ID_WIDTH_WIDTH);
    bl_writer_align32(w);
    bl_writer_fixed(w, bytes.size / 4, WORD_BITS);
    bl_pieces_copy(e->out, &body, 0, (uint64_t)bytes.size * 8);
}

/* The BLOCKINFO of what is written anew. */
static void write_new_info(struct entries *e)
{
    write_new_block(e, BL_BLOCK_BLOCKINFO, BL_INFO_ID_WIDTH, e->recoding->info);
}

/* What is inserted before BIT_POS. *CHANGE is what else happens to the entry there, or NULL. */
static int write_inserted(struct entries *e, const struct bl_cursor *c, uint64_t bit_pos,
                          const struct bl_change **change)
{
    *change = NULL;
    if (e->next < e->end && e->next->bit_pos < bit_pos)
        return fail(e, BL_E_ARGUMENT, "change of what is no entry", e->next->bit_pos);
    for (; e->next < e->end && e->next->bit_pos == bit_pos; e->next++) {
        copy_to(e, bit_pos);
        if (c->block.block_id == BL_BLOCK_BLOCKINFO)
            return fail(e, BL_E_ARGUMENT, "change of BLOCKINFO", bit_pos);
        int status = BL_OK;
        if (e->next->kind == BL_CHANGE_INSERT)
            status = write_record(e, c, &e->next->text->record, bit_pos);
        else if (e->next->kind == BL_CHANGE_INSERT_BLOCK)
            write_new_block(e, e->next->text->block_id, e->next->text->id_width,
                            e->next->text->record.blob);
        else
            *change = e->next;
        if (status < 0)
            return status;
    }
    return BL_OK;
}

static struct bl_new_record as_new(const struct bl_record *record)
{
    return (struct bl_new_record){
        .code = record->code,
        .abbrev_id = record->abbrev_id,
        .ops = record->ops,
        .n_ops = record->n_ops,
        .has_blob = record->has_blob,
        .blob = record->blob,
    };
}

/* The record that C has announced goes, or is copied with all around it. *IS_DONE: not if it holds
 * positions, or is a hash. */
static int pass_one(struct entries *e, struct bl_cursor *c, bool is_dropped, bool *is_done)
{
    uint32_t code;
    uint64_t bit_pos = c->entry_pos;
    if (bl_record_skip(c, &code) < 0)
        return fail_as_cursor(e, c);
    *is_done = is_dropped || !(has_positions(e, code) || is_hash(e, code));
    if (is_dropped) {
        e->rewrite->hashes.counts.n_dropped += is_hash(e, code);
        copy_to(e, bit_pos);
        e->from = c->bits.pos;
    } else if (!*is_done) {
        c->pending = BL_ENTRY_RECORD;
    }
    return BL_OK;
}

/* The record that C has announced. */
static int write_one(struct entries *e, struct bl_cursor *c, const struct bl_change *change)
{
    const struct bl_abbrev_op *ops = NULL;
    uint64_t bit_pos = c->entry_pos;
    const struct bl_abbrev *abbrev =
        c->entry_id >= BL_ABBREV_FIRST ? bl_cursor_abbrev(c, c->entry_id, &ops) : NULL;
    bool has_blob = abbrev && abbrev->n_ops > 1 && ops[abbrev->n_ops - 1].encoding == BL_ENC_BLOB;
    bool is_dropped = change && change->kind == BL_CHANGE_DROP;
    int status = note_metadata(e, bit_pos, is_dropped);
    if (status < 0)
        return status;
    struct bl_record *record = &e->record;
    if (is_dropped || (!change && !is_decoded(e) && (!has_blob || in_step(e)))) {
        bool is_done = false;
        status = pass_one(e, c, is_dropped, &is_done);
        if (status < 0 || is_done)
            return status;
    }
    if (bl_cursor_read(c, record) < 0)
        return fail_as_cursor(e, c);
    if (!change && !is_decoded(e) && record->has_blob) {
        copy_with_blob(e, record->blob_pad, record->end_pos);
        return BL_OK;
    }
    copy_to(e, bit_pos);
    e->from = record->end_pos;
    struct outgoing out = {as_new(record), bit_pos, record->end_pos};
    if (is_hash(e, record->code) && !bl_hashes_meet(&e->rewrite->hashes, bit_pos, &out.record.ops))
        return BL_OK;
    if (change) {
        uint32_t abbrev_id = out.record.abbrev_id;
        out.record = change->text->record;
        if (!out.record.abbrev_id)
            out.record.abbrev_id = abbrev_id;
    }
    return write_outgoing(e, c, &out);
}

/* The block that C has announced, with INFO in force. */
static int write_child(struct entries *e, struct bl_cursor *c, const struct bl_change *change,
                       const struct bl_blockinfo *info)
{
    struct bl_block block = c->child;
    bool is_dropped = change && change->kind == BL_CHANGE_DROP;
    if (change && !is_dropped)
        return fail(e, BL_E_ARGUMENT, "record in place of a block", block.bit_pos);
    int status = note_block(e, &block, is_dropped);
    if (status < 0)
        return status;
    bool is_new_info = e->recoding && block.block_id == BL_BLOCK_BLOCKINFO;
    if (!is_dropped && !is_new_info && must_open(e, &block))
        return write_block(e, c, info);
    if (e->depth == 0 && block.block_id == BL_BLOCK_IDENTIFICATION) {
        e->identification = block.bit_pos;
        e->identification_to = position_of(e, block.bit_pos);
    }
    if (e->depth == 0 && block.block_id == BL_BLOCK_MODULE)
        e->identification = BL_DROPPED;
    if (bl_cursor_leap(c) < 0)
        return fail_as_cursor(e, c);
    if (is_dropped || is_new_info) {
        copy_to(e, block.bit_pos);
        if (is_new_info)
            write_new_info(e);
        e->from = bl_block_end(&block);
        while (e->next < e->end && e->next->bit_pos < e->from)
            e->next++;
    } else if (!in_step(e)) {
        write_header(e, c, &block, block.id_width);
    }
    return BL_OK;
}

static int write_definition(struct entries *e, const struct bl_cursor *c)
{
    if (!is_decoded(e))
        return BL_OK;
    const struct bl_abbrev *abbrev = &c->own.abbrevs[c->own.n_abbrevs - 1];
    copy_to(e, c->entry_pos);
    if (!chosen_here(e))
        bl_writer_put_definition(e->out->writer, id_width(e), c->own.ops + abbrev->first_op,
                                 abbrev->n_ops);
    e->from = c->bits.pos;
    return BL_OK;
}

/* What CHANGE says goes, from the entry that C has announced on. */
static int leave_out(struct entries *e, struct bl_cursor *c, const struct bl_change *change)
{
    struct bl_positions *p = &e->positions;
    struct bl_moved dropped = {change->bit_pos, change->end_pos};
    if (change->end_pos <= c->entry_pos || change->end_pos > c->bits.end)
        return fail(e, BL_E_ARGUMENT, "entries that end nowhere", change->bit_pos);
    if (p->index_offset.is_known && is_in(e, BL_BLOCK_METADATA, 1) &&
        bl_append(&p->dropped, &p->n_dropped, &p->cap_dropped, dropped) < 0)
        return fail(e, BL_E_NOMEM, "no memory for positions", change->bit_pos);
    copy_to(e, change->bit_pos);
    e->from = c->bits.pos = change->end_pos;
    c->pending = 0;
    while (e->next < e->end && e->next->bit_pos < e->from)
        e->next++;
    return BL_OK;
}

/* All entries of C, up to its end, which is written, too, unless C is the top level. */
static int write_entries(struct entries *e, struct bl_cursor *c, const struct bl_blockinfo *info)
{
    struct bl_entry entry;
    int status = BL_OK;
    const struct bl_change *change;
    while (status == BL_OK && bl_cursor_next(c, &entry) > 0) {
        if (e->rewrite->most_bits && bl_pieces_pos(e->out) > e->rewrite->most_bits)
            return fail(e, BL_E_LIMIT, "more than what is asked for", entry.bit_pos);
        status = write_inserted(e, c, entry.bit_pos, &change);
        if (status < 0)
            break;
        if (change && change->kind == BL_CHANGE_DROP_ALL) {
            status = leave_out(e, c, change);
        } else if (entry.kind == BL_ENTRY_ABBREV) {
            status = change ? fail(e, BL_E_ARGUMENT, "change of an abbreviation", entry.bit_pos)
                            : write_definition(e, c);
        } else if (entry.kind == BL_ENTRY_RECORD) {
            status = write_one(e, c, change);
        } else {
            const struct bl_blockinfo *before = info;
            if (entry.block.block_id == BL_BLOCK_BLOCKINFO &&
                bl_blockinfo_read(&e->infos, c, before, &info) < 0)
                status = fail_as_cursor(e, c);
            bool is_info = entry.block.block_id == BL_BLOCK_BLOCKINFO;
            if (status == BL_OK)
                status = write_child(e, c, change, is_info ? before : info);
        }
    }
    if (status < 0)
        return status;
    if (c->status < 0)
        return fail_as_cursor(e, c);
    status = write_inserted(e, c, bl_cursor_is_top(c) ? c->bits.pos : c->entry_pos, &change);
    return status == BL_OK && change
               ? fail(e, BL_E_ARGUMENT, "change of the end of a block", change->bit_pos)
               : status;
}

/* The block that AROUND has announced, entry by entry. */
static int write_block(struct entries *e, struct bl_cursor *around, const struct bl_blockinfo *info)
{
    struct bl_block block = around->child;
    struct bl_writer *w = e->out->writer;
    if (e->depth == MAX_OPENED)
        return fail(e, BL_E_LIMIT, "blocks to be changed nested deeper than the limit",
                    block.bit_pos);
    bool is_ir = e->rewrite->stream.kind == BL_STREAM_LLVM_IR;
    bool is_module = is_ir && e->depth == 0 && block.block_id == BL_BLOCK_MODULE;
    if (is_module)
        begin_module(e, &block);
    const struct bl_chosen *chosen = bl_recoded_block(e->recoding, block.block_id);
    if (is_ir && e->depth == 0 && block.block_id == BL_BLOCK_IDENTIFICATION) {
        e->identification = block.bit_pos;
        e->identification_to = position_of(e, block.bit_pos);
    }
    if (block.block_id == BL_BLOCK_METADATA)
        e->positions.index_offset = (struct bl_patch){0};
    write_header(e, around, &block, chosen ? chosen->id_width : block.id_width);
    uint64_t length_pos = bl_writer_pos(w);
    bl_writer_fixed(w, 0, WORD_BITS);
    uint64_t body_pos = bl_pieces_pos(e->out);
    e->from = block.body_pos;
    e->opened[e->depth] = block;
    e->opened[e->depth].id_width = chosen ? chosen->id_width : block.id_width;
    e->chosen[e->depth++] = chosen;
    for (uint32_t i = 0; is_module && chosen && i < chosen->n; i++)
        bl_writer_put_definition(w, id_width(e), chosen->items[i].ops, chosen->items[i].n_ops);
    if (is_module && e->recoding && !e->recoding->has_info)
        write_new_info(e);
    struct bl_cursor c = {0};
    bl_cursor_enter(&c, around, &block, info);
    int status = write_entries(e, &c, info);
    if (status == BL_OK) {
        copy_to(e, c.entry_pos);
        bl_writer_fixed(w, BL_ABBREV_END_BLOCK, id_width(e));
        bl_writer_align32(w);
        e->from = bl_block_end(&block);
        uint64_t n_words = (bl_pieces_pos(e->out) - body_pos) / WORD_BITS;
        if (n_words > UINT32_MAX)
            status = fail(e, BL_E_LIMIT, "block longer than blocklen can say", block.bit_pos);
        else
            bl_writer_patch32(w, length_pos, (uint32_t)n_words);
    }
    if (status == BL_OK && is_module)
        status = end_module(e);
    e->depth--;
    bl_cursor_leave(around, &c);
    bl_cursor_release(&c);
    return status;
}

int bl_rewrite_stream(struct bl_rewrite *r, struct bl_error *err)
{
    struct bl_cursor top;
    bl_cursor_at_top(&top, &r->stream, true);
    struct entries e = {
        .rewrite = r,
        .out = &r->out,
        .stream = top.bits,
        .next = r->changes.items,
        .end = r->changes.n ? r->changes.items + r->changes.n : r->changes.items,
        .identification = BL_DROPPED,
        .err = err,
    };
    bl_blockinfo_store_init(&e.infos, &r->stream);
    int status = write_entries(&e, &top, NULL);
    if (status == BL_OK)
        copy_to(&e, (uint64_t)r->stream.bytes.size * 8); /* with what follows the last block */
    if (status == BL_OK && e.next < e.end)
        status = fail(&e, BL_E_ARGUMENT, "change after the end of the stream", e.next->bit_pos);
    bl_cursor_release(&top);
    bl_blockinfo_store_release(&e.infos);
    bl_record_release(&e.record);
    bl_positions_release(&e.positions);
    return status;
}
