/* rewrite/repack.c - the same records in fewer bits
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A module is read once, for samples of its records. Its new BLOCKINFO has what was chosen for each
 * kind of blocks; only the MODULE block, which has begun before that, has definitions of its own.
 * Records that hold positions keep the encodings that LLVM gives them: their operands are known
 * when all else is written, and what is chosen must not depend on them.
 */
#include "bitleap_repack.h"

#include "base/grow.h"
#include "base/parallel.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "bitleap_walk.h"
#include "rewrite/rewriter.h"
#include "stream/writer.h"

#include <string.h>

struct repacker {
    struct bl_rewrite *rewrite;
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_repack_report *report;
    unsigned n_threads;
    struct bl_budget budget; /* operands */
    bool is_too_much;        /* there are more: all stays as it is */
    struct bl_error *err;
};

/* A module that is being read. */
struct packed_module {
    struct bl_module_samples samples;
    uint32_t n_blocks;
    bool is_kept; /* as it is */
    struct bl_recoding recoding;
};

static int next_event(struct repacker *r)
{
    return bl_walk_next(r->walk, &r->event, r->err);
}

static int no_memory(const struct repacker *r)
{
    return bl_fail(r->err, BL_E_NOMEM, "no memory for abbreviations");
}

/* ---- Reading ---- */

/* The BLOCKINFO that has begun, to its end. */
static int read_info(struct repacker *r, struct packed_module *m)
{
    m->is_kept |= m->n_blocks > 1 || r->event.depth != 1;
    m->recoding.has_info = true;
    int rc = next_event(r);
    for (; rc > 0 && r->event.kind != BL_EVENT_BLOCK_END; rc = next_event(r))
        m->is_kept |= r->event.kind == BL_EVENT_RECORD && r->event.code != BL_CODE_BLOCKINFO_SETBID;
    return rc;
}

static int read_record(struct repacker *r, struct packed_module *m, struct bl_block_samples *block)
{
    uint32_t n_ops;
    const struct bl_record *record = r->event.record;
    r->report->n_records++;
    r->is_too_much = !bl_budget_spend_whole(&r->budget, record->n_ops);
    if (r->is_too_much)
        return BL_E_LIMIT;
    int status = bl_samples_add(&m->samples, block, record);
    if (status == BL_OK && record->has_blob) {
        const struct bl_abbrev_op *ops = bl_walk_abbrev(r->walk, record->abbrev_id, &n_ops);
        status = ops ? bl_samples_add_definition(&m->samples, block, ops, n_ops) : BL_E_LIMIT;
    }
    return status;
}

/* The module that has begun, to its end. */
static int read_module(struct repacker *r, struct packed_module *m)
{
    int rc = 1;
    uint32_t depth = r->event.depth;
    while (!r->is_too_much && (rc = next_event(r)) > 0) {
        struct bl_block_samples *block;
        const struct bl_event *e = &r->event;
        if (e->kind == BL_EVENT_BLOCK_END && e->depth == depth)
            break;
        m->n_blocks += e->kind == BL_EVENT_BLOCK;
        if (e->kind == BL_EVENT_ABBREV)
            continue;
        if (e->kind == BL_EVENT_BLOCK && e->block->block_id == BL_BLOCK_BLOCKINFO) {
            if ((rc = read_info(r, m)) <= 0)
                break;
            continue;
        }
        if (bl_is_module_hash(e))
            continue;
        uint32_t block_id = e->kind == BL_EVENT_BLOCK ? e->parent_id : e->block->block_id;
        int status = bl_samples_block(&m->samples, block_id, &block);
        if (status == BL_OK) {
            block->n_entries++;
            if (e->kind == BL_EVENT_RECORD)
                status = read_record(r, m, block);
        }
        if (status == BL_E_NOMEM)
            return no_memory(r);
        m->is_kept |= status == BL_E_LIMIT;
    }
    return rc < 0 ? rc : BL_OK;
}

/* ---- Choosing ---- */

/* Whether BLOCK has records with CODE. */
static bool has_code(const struct bl_block_samples *block, uint32_t code)
{
    return bl_map_find(&block->numbers, code) != BL_MAP_NONE;
}

/* What records with positions are written by, and those with blobs. */
static void add_given(const struct bl_block_samples *block, struct bl_chosen *chosen)
{
#define CODE(code)                                    \
    {                                                 \
        .literal = (code), .encoding = BL_ENC_LITERAL \
    }
#define FIXED32                               \
    {                                         \
        .encoding = BL_ENC_FIXED, .width = 32 \
    }
#define VBR(bits)                               \
    {                                           \
        .encoding = BL_ENC_VBR, .width = (bits) \
    }
#define ARRAY                    \
    {                            \
        .encoding = BL_ENC_ARRAY \
    }
    static const struct bl_abbrev_op vst_offset[] = {CODE(BL_CODE_MODULE_VSTOFFSET), FIXED32};
    static const struct bl_abbrev_op entry[] = {CODE(BL_CODE_VALUE_SYMTAB_FNENTRY), VBR(8),
                                                FIXED32};
    static const struct bl_abbrev_op named_entry[] = {CODE(BL_CODE_VALUE_SYMTAB_FNENTRY), VBR(8),
                                                      FIXED32, ARRAY, VBR(8)};
    static const struct bl_abbrev_op index_offset[] = {CODE(BL_CODE_METADATA_INDEX_OFFSET), FIXED32,
                                                       FIXED32};
    static const struct bl_abbrev_op index[] = {CODE(BL_CODE_METADATA_INDEX), ARRAY, VBR(6)};
#define DEFINITION(number, operands, required)                                               \
    {                                                                                        \
        .code = (number), .n_ops = sizeof(operands) / sizeof *(operands), .ops = (operands), \
        .is_required = (required)                                                            \
    }
    static const struct {
        uint32_t block_id;
        struct bl_new_abbrev definition;
    } given[] = {
        {BL_BLOCK_MODULE, DEFINITION(BL_CODE_MODULE_VSTOFFSET, vst_offset, true)},
        {BL_BLOCK_VALUE_SYMTAB, DEFINITION(BL_CODE_VALUE_SYMTAB_FNENTRY, entry, false)},
        {BL_BLOCK_VALUE_SYMTAB, DEFINITION(BL_CODE_VALUE_SYMTAB_FNENTRY, named_entry, false)},
        {BL_BLOCK_METADATA, DEFINITION(BL_CODE_METADATA_INDEX_OFFSET, index_offset, true)},
        {BL_BLOCK_METADATA, DEFINITION(BL_CODE_METADATA_INDEX, index, false)},
    };
#undef DEFINITION
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
        if (given[i].block_id == block->block_id && has_code(block, given[i].definition.code))
            chosen->items[chosen->n++] = given[i].definition;
    for (uint32_t i = 0; i < block->n_with_blobs; i++)
        chosen->items[chosen->n++] = block->with_blobs[i];
}

/* For the blocks of kind NUMBER. */
static int choose_for(void *context, unsigned thread, uint64_t number)
{
    struct packed_module *m = context;
    (void)thread;
    const struct bl_block_samples *block = &m->samples.blocks[number];
    struct bl_recoded_block *recoded = &m->recoding.blocks[number];
    recoded->block_id = block->block_id;
    add_given(block, &recoded->chosen);
    return bl_choose_abbrevs(block, &recoded->arena, &recoded->chosen);
}

/* The body of a BLOCKINFO block. */
static void put_info(struct bl_writer *w, const struct bl_recoding *recoding)
{
    for (uint32_t i = 0; i < recoding->n; i++) {
        const struct bl_recoded_block *block = &recoding->blocks[i];
        const uint64_t id = block->block_id;
        if (id == BL_BLOCK_MODULE || block->chosen.n == 0)
            continue;
        bl_writer_put_unabbreviated(w, BL_INFO_ID_WIDTH, BL_CODE_BLOCKINFO_SETBID, &id, 1);
        for (uint32_t k = 0; k < block->chosen.n; k++)
            bl_writer_put_definition(w, BL_INFO_ID_WIDTH, block->chosen.items[k].ops,
                                     block->chosen.items[k].n_ops);
    }
    bl_writer_fixed(w, BL_ABBREV_END_BLOCK, BL_INFO_ID_WIDTH);
    bl_writer_align32(w);
}

static int make_info(const struct repacker *r, struct bl_recoding *recoding)
{
    struct bl_writer *w;
    struct bl_view info;
    int status = bl_writer_open(&w, r->err);
    if (status < 0)
        return status;
    put_info(w, recoding);
    status = bl_writer_finish(w, &info, r->err);
    uint8_t *bytes = status == BL_OK ? bl_arena_room(&recoding->arena, info.size) : NULL;
    if (bytes)
        memcpy(bytes, info.data, info.size);
    else if (status == BL_OK)
        status = no_memory(r);
    recoding->info = (struct bl_view){bytes, info.size};
    bl_writer_close(w);
    return status;
}

static int recode_module(const struct repacker *r, struct packed_module *m)
{
    struct bl_recodings *all = &r->rewrite->recodings;
    uint32_t n = m->samples.n;
    m->recoding.blocks = bl_new((n + (size_t)1) * sizeof *m->recoding.blocks);
    if (!m->recoding.blocks)
        return no_memory(r);
    m->recoding.n = n;
    int status = bl_parallel(r->n_threads, n, 0, choose_for, NULL, m);
    if (status < 0)
        return no_memory(r);
    m->recoding.arena = m->samples.arena;
    m->samples.arena = (struct bl_arena){0};
    status = make_info(r, &m->recoding);
    for (uint32_t i = 0; i < n; i++)
        r->report->n_abbreviations += m->recoding.blocks[i].chosen.n;
    if (status == BL_OK && bl_append(&all->items, &all->n, &all->cap, m->recoding) < 0)
        status = no_memory(r);
    if (status == BL_OK)
        m->recoding = (struct bl_recoding){0};
    return status;
}

static int repack_module(struct repacker *r)
{
    struct packed_module m = {.recoding.module_pos = r->event.bit_pos};
    int status = read_module(r, &m);
    r->report->n_modules++;
    r->report->n_kept += m.is_kept;
    if (status == BL_OK && !m.is_kept)
        status = recode_module(r, &m);
    bl_samples_release(&m.samples);
    bl_recoding_release(&m.recoding);
    return status;
}

/* All modules stay as they are. */
static void keep_all(struct bl_rewrite *rewrite, struct bl_repack_report *report)
{
    bl_recodings_release(&rewrite->recodings);
    bl_rewrite_changed(rewrite);
    report->n_kept = report->n_modules;
    report->n_abbreviations = 0;
}

/* What is written is never longer for it. */
static int keep_smaller(struct bl_rewrite *rewrite, struct bl_repack_report *report,
                        struct bl_error *err)
{
    const struct bl_view *pieces;
    size_t n;
    uint64_t size = 0;
    uint64_t plain_size = (uint64_t)rewrite->stream.bytes.size;
    if (rewrite->recodings.n == 0)
        return BL_OK;
    rewrite->most_bits = plain_size * 8;
    int status = bl_rewrite_pieces(rewrite, &pieces, &n, &size, err);
    bool is_longer = status == BL_E_LIMIT && bl_pieces_pos(&rewrite->out) > rewrite->most_bits;
    rewrite->most_bits = 0;
    if (status < 0 && !is_longer)
        return status;
    size -= is_longer ? 0 : rewrite->before.size + rewrite->after.size;
    if (!is_longer && size < plain_size)
        return BL_OK;
    keep_all(rewrite, report);
    return BL_OK;
}

int bl_repack_choose(struct bl_rewrite *rewrite, unsigned n_threads,
                     struct bl_repack_report *report, struct bl_error *err)
{
    struct bl_repack_report unasked;
    struct repacker r = {
        .rewrite = rewrite,
        .report = report ? report : &unasked,
        .n_threads = n_threads,
        .budget = bl_recoding_budget(&rewrite->stream),
        .err = err,
    };
    *r.report = (struct bl_repack_report){0};
    if (rewrite->stream.kind != BL_STREAM_LLVM_IR)
        return bl_fail(err, BL_E_ARGUMENT, "no LLVM IR, which alone can be repacked");
    bl_recodings_release(&rewrite->recodings);
    bl_rewrite_changed(rewrite);
    int status = bl_walk_open(&r.walk, &rewrite->stream, 0, NULL, err);
    int rc = 0;
    while (status == BL_OK && !r.is_too_much && (rc = next_event(&r)) > 0)
        if (r.event.kind == BL_EVENT_BLOCK && r.event.depth == 0 &&
            r.event.block->block_id == BL_BLOCK_MODULE)
            status = repack_module(&r);
    bl_walk_close(r.walk);
    if (r.is_too_much)
        keep_all(rewrite, r.report);
    return status == BL_OK && rc < 0 ? rc : status;
}

int bl_repack(struct bl_rewrite *rewrite, unsigned n_threads, struct bl_repack_report *report,
              struct bl_error *err)
{
    struct bl_repack_report unasked;
    if (!report)
        report = &unasked;
    int status = bl_repack_choose(rewrite, n_threads, report, err);
    return status == BL_OK ? keep_smaller(rewrite, report, err) : status;
}
