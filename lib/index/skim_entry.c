/* index/skim_entry.c - the entries that the loop over four lanes leaves to us
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "bits/reader.h"
#include "index/skim.h"
#include "index/skimmer.h"

/* What is beyond these is walked instead: they keep off the limits that are counted in a walk. */
enum {
    MAX_TASK_DEPTH = 16,
    MAX_OWN_BYTES = BL_MAX_ABBREV_BYTES_FLOOR / 2 / MAX_TASK_DEPTH
};

/* ---- Tasks ---- */

/* Count BLOCK, of KIND. False: what is in it is known, and counted. */
static bool count_block(const struct bl_skimmer *s, struct bl_skim_kind *kind,
                        const struct bl_block *block, uint64_t header_pos, uint32_t parent_id)
{
    kind->n++;
    kind->bits += bl_block_end(block) - header_pos;
    if (block->bit_pos < kind->first_pos) {
        kind->first_pos = block->bit_pos;
        kind->parent_id = parent_id;
    }
    struct bl_view body = {.data = s->bits.data + block->body_pos / 8,
                           .size = (size_t)block->n_words * 4};
    return kind->n > 1 || !bl_skim_meet(kind, body);
}

static struct bl_skim_task task_of(struct bl_skim_kind *kind, const struct bl_block *block,
                                   uint32_t depth)
{
    return (struct bl_skim_task){
        .pos = block->body_pos, .end = bl_block_end(block), .kind = kind, .depth = depth};
}

bool bl_skim_add_top_block(struct bl_skimmer *s, struct bl_skim_kind *kind,
                           const struct bl_block *block, uint64_t header_pos)
{
    const struct bl_skim_task task = task_of(kind, block, 0);
    return !count_block(s, kind, block, header_pos, BL_NO_BLOCK) || bl_skim_push_task(s, &task);
}

static void begin_task(const struct bl_skimmer *s, struct bl_skim_lane *lane,
                       const struct bl_skim_task *task)
{
    const struct bl_skim_kind *kind = task->kind;
    const struct bl_skim_own *own = task->own;
    lane->pos = task->pos;
    lane->end = task->end;
    lane->limit = lane->end < s->safe_pos ? lane->end : s->safe_pos;
    lane->id_width = (uint8_t)kind->id_width;
    lane->id_mask = kind->id_mask;
    lane->choice = kind->choice;
    lane->programs = own ? own->programs : kind->programs;
    lane->far = own ? own->far : kind->far;
    lane->kind = task->kind;
    lane->depth = (uint8_t)task->depth;
    lane->is_part = task->is_part;
    lane->own = task->own;
    lane->is_active = true;
}

bool bl_skim_next_task(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    lane->is_active = false;
    if (s->n_tasks == 0 && (!s->jobs || !bl_skim_take_jobs(s)))
        return false;
    begin_task(s, lane, &s->tasks[--s->n_tasks]);
    return true;
}

/* ---- Entries ---- */

/* The skimmer's cursor at the entry of LANE. */
static struct bl_cursor *cursor_at(struct bl_skimmer *s, const struct bl_skim_lane *lane)
{
    struct bl_cursor *c = &s->cursor;
    c->bits.pos = lane->pos;
    c->bits.end = lane->end;
    c->fast_end = bl_decoder_fast_end(&c->bits);
    c->block.block_id = lane->kind->block_id;
    c->block.id_width = lane->id_width;
    c->block.body_pos = lane->end; /* any place that is not the top level's */
    c->inherited = lane->kind->inherited;
    /* Borrowed: neither changed nor released. */
    c->own = lane->own ? lane->own->set : (struct bl_abbrev_set){0};
    return c;
}

/* Places for the counts of CODE, too. */
static bool add_codes(struct bl_skimmer *s, struct bl_skim_kind *kind, uint32_t code)
{
    if (!bl_skim_add_codes(&s->kinds, kind, code))
        return bl_skim_give_up(s);
    for (unsigned i = 0; i < BL_SKIM_LANES; i++)
        if (s->lanes[i].own && s->lanes[i].kind == kind)
            bl_skim_copy_unabbrev(s->lanes[i].own, kind);
    for (uint32_t i = 0; i < s->n_tasks; i++)
        if (s->tasks[i].own && s->tasks[i].kind == kind)
            bl_skim_copy_unabbrev(s->tasks[i].own, kind);
    return true;
}

static bool count_rare(struct bl_skimmer *s, struct bl_skim_kind *kind, uint32_t code,
                       uint32_t abbrev_id, const struct bl_skim_count *count)
{
    kind->is_partial = true;
    uint32_t row = bl_tally_row(&s->rows, s->skim->stream.kind, kind->role);
    if (row == UINT32_MAX ||
        bl_tally_count_in(&s->rows, &s->rows.v[row], code, abbrev_id, count->n, count->bits) < 0)
        return bl_skim_give_up(s);
    return true;
}

static bool count_record(struct bl_skimmer *s, const struct bl_skim_lane *lane, uint32_t code,
                         uint32_t abbrev_id, uint64_t bits)
{
    struct bl_skim_kind *kind = lane->kind;
    struct bl_skim_count *count = NULL;
    if (abbrev_id != BL_ABBREV_UNABBREV)
        count = bl_skim_count_of(kind, lane->own, abbrev_id);
    else if (code < BL_SKIM_MAX_CODES) {
        if (code >= kind->n_codes && !add_codes(s, kind, code))
            return false;
        count = &kind->codes[code];
    }
    if (!count)
        return count_rare(s, kind, code, abbrev_id, &(struct bl_skim_count){1, bits});
    count->n++;
    count->bits += bits;
    return true;
}

static bool take_record(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    struct bl_cursor *c = cursor_at(s, lane);
    uint32_t code;
    if (bl_record_skip_next(c, &code) <= 0)
        return bl_skim_give_up(s);
    uint64_t bits = c->bits.pos - lane->pos;
    lane->pos = c->bits.pos;
    return count_record(s, lane, code, c->entry_id, bits);
}

/* A definition takes the place of what was known: count apart what this and others behind
 * it have counted. */
static bool count_replaced(struct bl_skimmer *s, const struct bl_skim_lane *lane)
{
    const struct bl_skim_own *own = lane->own;
    bool good = true;
    for (uint32_t i = own->set.n_abbrevs; i < own->n_known && good; i++) {
        struct bl_skim_known *known = &own->known[i];
        if (known->count.n)
            good =
                count_rare(s, lane->kind, known->code, lane->kind->n_programs + i, &known->count);
        known->count = (struct bl_skim_count){0, 0};
    }
    return good;
}

static bool take_definition(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    struct bl_skim_kind *kind = lane->kind;
    struct bl_bits bits = s->bits;
    if (!lane->own) {
        lane->own = bl_skim_begin_own(&s->kinds, kind, MAX_OWN_BYTES);
        if (!lane->own)
            return bl_skim_give_up(s);
        lane->programs = lane->own->programs;
        lane->far = lane->own->far;
    }
    bits.pos = lane->pos + lane->id_width;
    bits.end = lane->end;
    if (!bl_skim_define_again(lane->own, kind, &bits) &&
        (!count_replaced(s, lane) || !bl_skim_define(lane->own, kind, &bits)))
        return bl_skim_give_up(s);
    kind->n_abbrevs++;
    kind->abbrev_bits += bits.pos - lane->pos;
    lane->pos = bits.pos;
    return true;
}

/* What the stream says of the blocks of ID inside a block of KIND: the role takes a look at
 * the first record. */
static uint32_t role_of(struct bl_skimmer *s, const struct bl_skim_kind *kind,
                        const struct bl_block *block, uint64_t end)
{
    uint32_t id = block->block_id;
    uint32_t code = UINT32_MAX;
    if (!(s->skim->flags & BL_TALLY_ROLES) || s->skim->stream.kind != BL_STREAM_LLVM_IR)
        return id;
    if (id == (BL_TYPE_BLOCK_OLD & 0xFF)) {
        const struct bl_blockinfo *info = kind->children->strict;
        struct bl_entry entry;
        s->cursor.bits.end = end;
        bl_cursor_enter(&s->look, &s->cursor, block, info);
        if (bl_cursor_next(&s->look, &entry) <= 0 || entry.kind != BL_ENTRY_RECORD ||
            bl_record_skip(&s->look, &code) < 0)
            code = UINT32_MAX;
    }
    return bl_ir_block_role(kind->block_id, id, code);
}

/* Whether the BLOCKINFO at BIT_POS, inside another block, is one that was looked for. */
static bool is_known_info(const struct bl_skim *skim, uint64_t bit_pos)
{
    uint32_t lo = 0;
    for (uint32_t hi = skim->n_info_at; lo < hi;) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (skim->info_at[mid] < bit_pos)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < skim->n_info_at && skim->info_at[lo] == bit_pos;
}

/* The header of the sub-block at the entry of LANE, whose block id ends at *HEADER_POS.
 * False: it is given up. */
static bool read_header(struct bl_skimmer *s, const struct bl_skim_lane *lane,
                        struct bl_block *block, uint64_t *header_pos)
{
    struct bl_bits *bits = &s->bits;
    bits->pos = lane->pos;
    bits->end = lane->end;
    *header_pos = lane->pos + lane->id_width + BL_BLOCK_ID_WIDTH;
    if (bl_bits_peek_block(bits, lane->id_width, block))
        return true;
    *block = (struct bl_block){.bit_pos = lane->pos};
    bits->pos += lane->id_width;
    block->block_id = bl_bits_vbr32(bits, BL_BLOCK_ID_WIDTH);
    *header_pos = bits->pos;
    block->id_width = bl_bits_vbr32(bits, BL_ID_WIDTH_WIDTH);
    bl_bits_align32(bits);
    block->n_words = (uint32_t)bl_bits_fixed(bits, 32);
    block->body_pos = bits->pos;
    return (bits->pos <= lane->end && block->id_width > 0 && block->id_width <= BL_MAX_WIDTH) ||
           bl_skim_give_up(s);
}

/* What BLOCK, inside the one of LANE, is. NULL: it is not for us. */
static struct bl_skim_kind *kind_inside(struct bl_skimmer *s, const struct bl_skim_lane *lane,
                                        const struct bl_block *block)
{
    const struct bl_skim_kind *parent = lane->kind;
    uint32_t id = block->block_id;
    uint32_t role = id;
    if (id == BL_BLOCKINFO_BLOCK && !is_known_info(s->skim, block->bit_pos))
        return NULL;
    if (id == (BL_TYPE_BLOCK_OLD & 0xFF) || id == (BL_TYPE_SYMTAB_BLOCK_OLD & 0xFF))
        role = role_of(s, parent, block, lane->end);
    struct bl_skim_kind *same =
        role == id ? bl_skim_same_kind(parent->children, id, block->id_width) : NULL;
    return same ? same
                : bl_skim_find_kind(&s->kinds, id, role, block->id_width, parent->children,
                                    parent->children);
}

/* LANE goes into BLOCK, of KIND. */
static bool enter(struct bl_skimmer *s, struct bl_skim_lane *lane, struct bl_skim_kind *kind,
                  const struct bl_block *block)
{
    const struct bl_skim_task rest = {lane->pos, lane->end,   lane->kind,
                                      lane->own, lane->depth, lane->is_part};
    const struct bl_skim_task task = task_of(kind, block, lane->depth + 1u);
    if (lane->depth == MAX_TASK_DEPTH)
        return bl_skim_give_up(s);
    if (!bl_skim_push_task(s, &rest))
        return false;
    __builtin_prefetch(s->bits.data + rest.pos / 8);
    begin_task(s, lane, &task);
    return true;
}

/* Whether sub-blocks at the entry of LANE should become a job. */
static bool should_give(const struct bl_skimmer *s, const struct bl_skim_lane *lane)
{
    return lane->depth == 0 && !lane->is_part && s->jobs &&
           atomic_load_explicit(&s->jobs->is_wanted, memory_order_relaxed);
}

/* The sub-blocks at the entry of LANE, side by side, that make a job: *PART. False: none that
 * are plain. */
static bool find_part(const struct bl_skimmer *s, const struct bl_skim_lane *lane,
                      struct bl_skim_task *part)
{
    struct bl_bits bits = s->bits;
    struct bl_block block;
    bits.pos = lane->pos;
    bits.end = lane->end;
    while (bits.pos - lane->pos < BL_SKIM_JOB_BITS &&
           bl_bits_peek_block(&bits, lane->id_width, &block) && block.n_words > 0 &&
           bl_block_end(&block) <= lane->end)
        bits.pos = bl_block_end(&block);
    *part = (struct bl_skim_task){
        .pos = lane->pos, .end = bits.pos, .kind = lane->kind, .is_part = true};
    return part->pos < part->end;
}

static bool take_block(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    struct bl_skim_kind *parent = lane->kind;
    struct bl_skim_task part;
    struct bl_block block;
    uint64_t header_pos;
    if (should_give(s, lane) && find_part(s, lane, &part)) {
        lane->pos = part.end;
        return bl_skim_give_job(s, s->jobs, &part);
    }
    if (!read_header(s, lane, &block, &header_pos))
        return false;
    uint64_t end = bl_block_end(&block);
    if (end > lane->end || block.n_words == 0)
        return bl_skim_give_up(s);
    lane->pos = end;
    parent->n_sub_blocks++;
    parent->bits -= end - header_pos;
    struct bl_skim_kind *kind = kind_inside(s, lane, &block);
    if (!kind)
        return bl_skim_give_up(s);
    if (!count_block(s, kind, &block, header_pos, parent->block_id))
        return true;
    return enter(s, lane, kind, &block) && !s->stop_at_block;
}

static bool end_block(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    if (bl_align32(lane->pos + lane->id_width) != lane->end)
        return bl_skim_give_up(s);
    bl_skim_end_own(lane->kind, lane->own);
    lane->own = NULL;
    return bl_skim_next_task(s, lane);
}

/* No entry is left in LANE. */
static bool end_part(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    return lane->is_part ? bl_skim_next_task(s, lane) : bl_skim_give_up(s);
}

static BL_ALWAYS_INLINE bool take_entry(struct bl_skimmer *s, struct bl_skim_lane *lane,
                                        uint64_t id)
{
    switch (id) {
    case BL_ABBREV_END_BLOCK: return end_block(s, lane);
    case BL_ABBREV_ENTER_SUBBLOCK: return take_block(s, lane);
    case BL_ABBREV_DEFINE: return take_definition(s, lane);
    default: return take_record(s, lane);
    }
}

static BL_ALWAYS_INLINE uint64_t entry_id(const struct bl_skimmer *s,
                                          const struct bl_skim_lane *lane)
{
    uint64_t pos = lane->pos;
    return bl_bits_fixed_at(&s->bits, &pos, lane->id_width);
}

/* Entries that are not for the loop mostly come together. */
bool bl_skim_slow(struct bl_skimmer *s, struct bl_skim_lane *lane)
{
    uint64_t id = entry_id(s, lane);
    do {
        if (!(lane->pos < lane->end ? take_entry(s, lane, id) : end_part(s, lane)))
            return false;
        id = entry_id(s, lane);
    } while (id <= BL_ABBREV_DEFINE || lane->pos >= lane->limit);
    return true;
}
