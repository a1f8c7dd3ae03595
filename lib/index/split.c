/* index/split.c - a stream in pieces that can be read at the same time
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The own entries of large blocks are skipped over one by one and their sub-blocks leapt over, as the
 * index does it, and now and then the place before a sub-block is noted. What has to be known to begin
 * there is the blocks around it, the abbreviations that each of them had defined up to there, and the
 * BLOCKINFO in force. Definitions are only ever added, so that all places in a block share one set, and
 * each knows how many of them count.
 *
 * Frames and pieces are in stream order; a frame stands behind the one around it.
 */
#include "base/grow.h"
#include "base/status.h"
#include "stream/blockinfo.h"
#include "stream/cursor.h"
#include "stream/walk.h"

enum {
    BLOCKINFO_BLOCK_ID = 0,
    MAX_DEPTH = 16, /* blocks below that are not cut: beginning in there takes all those around */
    MAX_PLAIN_ENTRIES = 512, /* who has no sub-block among its first ones is taken to have none */
    FEW_ABBREV_BYTES = 16384 /* may be copied for the smallest of pieces */
};

#define NO_FRAME UINT32_MAX /* the top level */

/* Between two entries of a block. */
struct place {
    uint32_t frame;
    uint32_t n_abbrevs, n_ops; /* of the frame's own ones */
    uint64_t abbrev_bytes_left;
    const struct bl_blockinfo *info; /* in force */
};

/* A block that was cut, or could have been. */
struct frame {
    struct bl_block block;
    struct place begin; /* in the block around it */
    struct bl_abbrev_set own;
};

struct piece {
    uint64_t bit_pos;
    struct place place;
};

struct bl_split {
    struct bl_stream stream;
    struct bl_blockinfo_store store;
    struct bl_blockinfo_places infos;
    struct frame *frames;
    uint32_t n_frames, cap_frames;
    struct piece *pieces;
    uint32_t n_pieces, cap_pieces;
};

/* ---- Finding places to cut ---- */

struct level {
    struct bl_cursor cursor;
    uint32_t frame;
    uint32_t n_plain; /* records before the first sub-block */
    bool has_blocks;
};

struct scan {
    struct bl_split *split;
    uint64_t piece_bits;
    const struct bl_blockinfo *info; /* in force */
    struct level levels[MAX_DEPTH + 1];
    uint32_t depth;
};

static struct place place_of(const struct scan *s)
{
    const struct level *level = &s->levels[s->depth];
    return (struct place){
        .frame = level->frame,
        .n_abbrevs = level->cursor.own.n_abbrevs,
        .n_ops = level->cursor.own.n_ops,
        .abbrev_bytes_left = level->cursor.abbrev_bytes_left,
        .info = s->info,
    };
}

/* Beginning at a place copies the definitions around it; that must not be more work than the piece. */
static bool has_few_abbrevs(const struct scan *s)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i <= s->depth; i++) {
        const struct bl_abbrev_set *own = &s->levels[i].cursor.own;
        bytes += own->n_abbrevs * sizeof *own->abbrevs + own->n_ops * sizeof *own->ops;
    }
    return bytes <= FEW_ABBREV_BYTES || bytes <= s->piece_bits / 8;
}

static int add_piece(struct scan *s, uint64_t bit_pos)
{
    struct bl_split *split = s->split;
    if (bl_grow(&split->pieces, &split->cap_pieces, (size_t)split->n_pieces + 1) < 0)
        return BL_E_NOMEM;
    split->pieces[split->n_pieces++] = (struct piece){.bit_pos = bit_pos, .place = place_of(s)};
    return BL_OK;
}

/* Go into the sub-block that was announced. */
static int enter(struct scan *s)
{
    struct bl_split *split = s->split;
    const struct bl_cursor *parent = &s->levels[s->depth].cursor;
    if (bl_grow(&split->frames, &split->cap_frames, (size_t)split->n_frames + 1) < 0)
        return BL_E_NOMEM;
    split->frames[split->n_frames] = (struct frame){.block = parent->child, .begin = place_of(s)};
    struct level *level = &s->levels[++s->depth];
    *level = (struct level){.frame = split->n_frames++};
    bl_cursor_enter(&level->cursor, parent, &parent->child, s->info);
    return BL_OK;
}

/* Give the definitions of the innermost block to its frame. */
static void keep_abbrevs(struct scan *s)
{
    struct level *level = &s->levels[s->depth];
    s->split->frames[level->frame].own = level->cursor.own;
    level->cursor.own = (struct bl_abbrev_set){0};
}

static void leave(struct scan *s)
{
    s->info = s->split->frames[s->levels[s->depth].frame].begin.info;
    keep_abbrevs(s);
    bl_cursor_leave(&s->levels[s->depth - 1].cursor, &s->levels[s->depth].cursor);
    s->depth--;
}

/* The innermost block has only records: as if it had not been entered. Nothing was cut in it. */
static void give_up(struct scan *s)
{
    bl_cursor_release(&s->levels[s->depth--].cursor);
    s->split->n_frames--;
}

/* One that fails counts for nothing: it is read again, to fail again, in the piece where it stands. */
static int read_info(struct scan *s, struct bl_cursor *c)
{
    struct bl_blockinfo_store *store = &s->split->store;
    uint64_t bytes_left = store->bytes_left;
    int status = bl_blockinfo_read(store, c, s->info, &s->info);
    if (status < 0)
        store->bytes_left = bytes_left;
    return status < 0 ? status
                      : bl_blockinfo_places_add(&s->split->infos, c->child.bit_pos, s->info);
}

/* A sub-block was announced. */
static int take_block(struct scan *s)
{
    struct level *level = &s->levels[s->depth];
    struct bl_cursor *c = &level->cursor;
    uint64_t begin = s->split->pieces[s->split->n_pieces - 1].bit_pos;
    uint64_t end = bl_block_end(&c->child);
    int status = BL_OK;
    level->has_blocks = true;
    if (end - begin > s->piece_bits && (c->entry_pos - begin) >= s->piece_bits / 2 &&
        has_few_abbrevs(s))
        status = add_piece(s, c->entry_pos);
    if (status < 0 || end > c->bits.end)
        return status; /* going on finds the damage */
    if (c->child.block_id == BLOCKINFO_BLOCK_ID)
        return read_info(s, c);
    return end - c->entry_pos > s->piece_bits && s->depth < MAX_DEPTH ? enter(s) : BL_OK;
}

/* Skip the records that come next. False: the innermost block is taken to have no sub-blocks. */
static bool skip_records(const struct scan *s, struct level *level)
{
    bool may_give_up = s->depth > 0 && !level->has_blocks;
    uint32_t code;
    while (bl_record_skip_next(&level->cursor, &code) > 0)
        if (may_give_up && ++level->n_plain > MAX_PLAIN_ENTRIES)
            return false;
    return true;
}

/* All there is to find, up to the end or damage. */
static int scan_all(struct scan *s)
{
    for (;;) {
        struct level *level = &s->levels[s->depth];
        struct bl_entry entry;
        if (!skip_records(s, level)) {
            give_up(s);
            continue;
        }
        int rc = bl_cursor_next(&level->cursor, &entry);
        if (rc == 0 && s->depth == 0)
            return BL_OK;
        if (rc == 0)
            leave(s);
        else if (rc > 0 && entry.kind == BL_ENTRY_BLOCK)
            rc = take_block(s);
        if (rc < 0)
            return rc == BL_E_NOMEM ? rc : BL_OK;
    }
}

static int find_pieces(struct bl_split *split, uint64_t piece_bits)
{
    struct scan *s = bl_new(sizeof *s);
    if (!s)
        return BL_E_NOMEM;
    s->split = split;
    s->piece_bits = piece_bits;
    s->levels[0].frame = NO_FRAME;
    bl_cursor_at_top(&s->levels[0].cursor, &split->stream, true);
    int status = add_piece(s, BL_MAGIC_BITS);
    if (status == BL_OK)
        status = scan_all(s);
    for (; s->depth > 0; s->depth--)
        keep_abbrevs(s);
    bl_drop(s);
    return status;
}

/* ---- Public ---- */

int bl_split_open(struct bl_split **split, const struct bl_stream *stream, size_t piece_bytes,
                  struct bl_error *err)
{
    *split = NULL;
    struct bl_split *s = bl_new(sizeof *s);
    if (!s)
        return bl_fail(err, BL_E_NOMEM, "no memory for pieces");
    s->stream = *stream;
    bl_blockinfo_store_init(&s->store, stream);
    int status =
        find_pieces(s, piece_bytes < SIZE_MAX / 8 ? (uint64_t)piece_bytes * 8 : UINT64_MAX);
    if (status < 0) {
        bl_split_close(s);
        return bl_fail(err, status, "no memory for pieces");
    }
    *split = s;
    return BL_OK;
}

void bl_split_close(struct bl_split *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < s->n_frames; i++)
        bl_abbrev_set_release(&s->frames[i].own);
    bl_drop(s->frames);
    bl_drop(s->pieces);
    bl_blockinfo_places_release(&s->infos);
    bl_blockinfo_store_release(&s->store);
    bl_drop(s);
}

uint32_t bl_split_count(const struct bl_split *s)
{
    return s->n_pieces;
}

void bl_split_range(const struct bl_split *s, uint32_t piece, uint64_t *bit_pos, uint64_t *end_pos)
{
    *bit_pos = s->pieces[piece].bit_pos;
    *end_pos =
        piece + 1 < s->n_pieces ? s->pieces[piece + 1].bit_pos : (uint64_t)s->stream.bytes.size * 8;
}

/* The frames around PLACE, outermost first; how many. */
static uint32_t frames_around(const struct bl_split *s, const struct place *place,
                              struct bl_walk_frame frames[MAX_DEPTH])
{
    uint32_t n = 0;
    for (const struct place *p = place; p->frame != NO_FRAME; p = &s->frames[p->frame].begin)
        n++;
    uint32_t at = n;
    for (const struct place *p = place; p->frame != NO_FRAME; p = &s->frames[p->frame].begin) {
        const struct frame *frame = &s->frames[p->frame];
        frames[--at] = (struct bl_walk_frame){
            .block = frame->block,
            .info = frame->begin.info,
            .own = frame->own,
            .abbrev_bytes_left = p->abbrev_bytes_left,
        };
        frames[at].own.n_abbrevs = p->n_abbrevs;
        frames[at].own.n_ops = p->n_ops;
    }
    return n;
}

int bl_split_walk(const struct bl_split *s, uint32_t piece, unsigned flags, struct bl_walk **walk,
                  struct bl_error *err)
{
    struct bl_walk_frame frames[MAX_DEPTH];
    const struct piece *p = &s->pieces[piece];
    uint32_t n = frames_around(s, &p->place, frames);
    uint64_t stop_pos = piece + 1 < s->n_pieces ? s->pieces[piece + 1].bit_pos : UINT64_MAX;
    return bl_walk_open_between(walk, &s->stream, flags & BL_WALK_SKIP, frames, n, &s->infos,
                                s->store.bytes_left, p->place.info, p->bit_pos, stop_pos, err);
}
