/* index/split.c - a stream in pieces that can be read at the same time
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The own entries of large blocks are skipped over one by one and their sub-blocks leapt over, as
 * the index does it, and now and then the place before a sub-block or a record is noted. What has
 * to be known to begin there is the blocks around it, the abbreviations that each of them had
 * defined up to there, and the BLOCKINFO in force. Definitions are only ever added, so that all
 * places in a block share one set, and each knows how many of them count.
 *
 * Pieces are looked for when somebody asks for them, so that those at the beginning can be read
 * meanwhile. One lock guards all that looking changes. A piece is known once the one after it is.
 *
 * Frames and pieces are in stream order; a frame is after the one around it.
 */
#include "base/grow.h"
#include "base/status.h"
#include "stream/blockinfo.h"
#include "stream/cursor.h"
#include "stream/walk.h"

#include <pthread.h>

enum {
    MAX_DEPTH = 16, /* blocks below that are not cut: beginning in there takes all those around */
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
    pthread_mutex_t lock;
    struct scan *scan; /* NULL: all pieces have been found */
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
};

struct scan {
    struct bl_split *split;
    uint64_t piece_bits;
    const struct bl_blockinfo *info; /* in force */
    struct level levels[MAX_DEPTH + 1];
    uint32_t depth;
};

static struct place place_of_scan(const struct scan *s)
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

/* Beginning at a place copies the definitions around it; that must not be more
 * work than the piece. */
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
    return bl_append(&split->pieces, &split->n_pieces, &split->cap_pieces,
                     (struct piece){.bit_pos = bit_pos, .place = place_of_scan(s)});
}

/* Go into the sub-block that was announced. */
static int enter_sub_block(struct scan *s)
{
    struct bl_split *split = s->split;
    const struct bl_cursor *parent = &s->levels[s->depth].cursor;
    if (bl_grow(&split->frames, &split->cap_frames, (size_t)split->n_frames + 1) < 0)
        return BL_E_NOMEM;
    split->frames[split->n_frames] =
        (struct frame){.block = parent->child, .begin = place_of_scan(s)};
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

/* One that fails counts for nothing: it is read again, to fail again, in the piece
 * where it is. */
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
static int scan_block(struct scan *s)
{
    struct bl_cursor *c = &s->levels[s->depth].cursor;
    uint64_t begin = s->split->pieces[s->split->n_pieces - 1].bit_pos;
    uint64_t end = bl_block_end(&c->child);
    int status = BL_OK;
    if (end - begin > s->piece_bits && (c->entry_pos - begin) >= s->piece_bits / 2 &&
        has_few_abbrevs(s))
        status = add_piece(s, c->entry_pos);
    if (status < 0 || end > c->bits.end)
        return status; /* going on finds the damage */
    if (c->child.block_id == BL_BLOCK_BLOCKINFO)
        return read_info(s, c);
    bool is_large = (end - c->entry_pos) / 2 > s->piece_bits && s->depth < MAX_DEPTH;
    return is_large ? enter_sub_block(s) : bl_cursor_leap(c);
}

/* Skip the records that come next, up to a cut, which is not at the end of a block: that must have
 * an END_BLOCK. 1: another entry, or damage, follows, 0: more records may follow, negative: no
 * memory. */
static int skip_records(struct scan *s)
{
    struct bl_cursor *c = &s->levels[s->depth].cursor;
    uint64_t end = s->split->pieces[s->split->n_pieces - 1].bit_pos + s->piece_bits;
    uint32_t code;
    while (bl_record_skip_next(c, &code) > 0)
        if (c->bits.pos >= end && c->bits.pos < c->bits.end && has_few_abbrevs(s))
            return add_piece(s, c->bits.pos);
    return 1;
}

/* On until there are N_WANTED pieces. False: all there is has been found, up to
 * the end or damage. */
static bool scan_until(struct scan *s, uint32_t n_wanted)
{
    while (s->split->n_pieces < n_wanted) {
        struct bl_entry entry;
        int rc = skip_records(s);
        if (rc == 0)
            continue;
        struct level *level = &s->levels[s->depth];
        if (rc > 0)
            rc = bl_cursor_next(&level->cursor, &entry);
        if (rc == 0 && s->depth == 0)
            return false;
        if (rc == 0)
            leave(s);
        else if (rc > 0 && entry.kind == BL_ENTRY_BLOCK)
            rc = scan_block(s);
        if (rc < 0)
            return false;
    }
    return true;
}

static int begin_scan(struct bl_split *split, uint64_t piece_bits)
{
    struct scan *s = bl_new(sizeof *s);
    if (!s)
        return BL_E_NOMEM;
    split->scan = s;
    s->split = split;
    s->piece_bits = piece_bits;
    s->levels[0].frame = NO_FRAME;
    bl_cursor_at_top(&s->levels[0].cursor, &split->stream, true);
    return add_piece(s, BL_MAGIC_BITS);
}

static void end_scan(struct bl_split *split)
{
    struct scan *s = split->scan;
    for (; s && s->depth > 0; s->depth--)
        keep_abbrevs(s);
    bl_drop(s);
    split->scan = NULL;
}

/* Find N pieces, if there are so many. */
static void find_pieces(struct bl_split *split, uint32_t n)
{
    if (split->scan && !scan_until(split->scan, n))
        end_scan(split);
}

/* Looks no further than that. */
static bool has_piece(struct bl_split *split, uint32_t piece)
{
    find_pieces(split, piece + 1);
    return piece < split->n_pieces;
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
    pthread_mutex_init(&s->lock, NULL); /* cannot fail without attributes */
    bl_blockinfo_store_init(&s->store, stream);
    bl_blockinfo_places_init(&s->infos);
    int status = begin_scan(s, piece_bytes < SIZE_MAX / 8 ? (uint64_t)piece_bytes * 8 : UINT64_MAX);
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
    end_scan(s);
    for (uint32_t i = 0; i < s->n_frames; i++)
        bl_abbrev_set_release(&s->frames[i].own);
    bl_drop(s->frames);
    bl_drop(s->pieces);
    bl_blockinfo_places_release(&s->infos);
    bl_blockinfo_store_release(&s->store);
    pthread_mutex_destroy(&s->lock);
    bl_drop(s);
}

uint32_t bl_split_count(struct bl_split *s)
{
    pthread_mutex_lock(&s->lock);
    find_pieces(s, UINT32_MAX);
    uint32_t n = s->n_pieces;
    pthread_mutex_unlock(&s->lock);
    return n;
}

bool bl_split_has(struct bl_split *s, uint32_t piece)
{
    pthread_mutex_lock(&s->lock);
    bool has = has_piece(s, piece);
    pthread_mutex_unlock(&s->lock);
    return has;
}

/* Where PIECE ends; STREAM_END if it is the last one. */
static uint64_t end_of(struct bl_split *s, uint32_t piece, uint64_t stream_end)
{
    find_pieces(s, piece + 2);
    return piece + 1 < s->n_pieces ? s->pieces[piece + 1].bit_pos : stream_end;
}

void bl_split_range(struct bl_split *s, uint32_t piece, uint64_t *bit_pos, uint64_t *end_pos)
{
    uint64_t end = (uint64_t)s->stream.bytes.size * 8;
    pthread_mutex_lock(&s->lock);
    bool has = has_piece(s, piece);
    *end_pos = has ? end_of(s, piece, end) : end;
    *bit_pos = has ? s->pieces[piece].bit_pos : end;
    pthread_mutex_unlock(&s->lock);
}

/* The definitions of FRAME's block, so far. */
static struct bl_abbrev_set own_of(const struct bl_split *s, uint32_t frame)
{
    for (uint32_t i = s->scan ? s->scan->depth : 0; i > 0; i--)
        if (s->scan->levels[i].frame == frame)
            return s->scan->levels[i].cursor.own;
    return s->frames[frame].own;
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
            .own = own_of(s, p->frame),
            .abbrev_bytes_left = p->abbrev_bytes_left,
        };
        frames[at].own.n_abbrevs = p->n_abbrevs;
        frames[at].own.n_ops = p->n_ops;
    }
    return n;
}

static int open_walk(struct bl_split *s, uint32_t piece, unsigned flags, struct bl_walk **walk,
                     struct bl_error *err)
{
    struct bl_walk_frame frames[MAX_DEPTH];
    uint64_t stop_pos = end_of(s, piece, UINT64_MAX);
    const struct piece *p = &s->pieces[piece];
    uint32_t n = frames_around(s, &p->place, frames);
    return bl_walk_open_between(walk, &s->stream, flags, frames, n, &s->infos, s->store.bytes_left,
                                p->place.info, p->bit_pos, stop_pos, err);
}

int bl_split_walk(struct bl_split *s, uint32_t piece, unsigned flags, struct bl_walk **walk,
                  struct bl_error *err)
{
    int status = bl_check_flags(flags, BL_WALK_SKIP | BL_WALK_RECOVER | BL_WALK_ACROSS, err);
    pthread_mutex_lock(&s->lock);
    if (status == BL_OK && !has_piece(s, piece))
        status = bl_fail(err, BL_E_ARGUMENT, "no such piece");
    if (status == BL_OK)
        status = open_walk(s, piece, flags, walk, err);
    pthread_mutex_unlock(&s->lock);
    if (status != BL_E_ARGUMENT)
        return status;
    bl_walk_close(*walk);
    *walk = NULL;
    return status;
}
