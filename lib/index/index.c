/* index/index.c - where the blocks of a stream are, as far as anybody has asked
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The children of a block are found all at once, by walking its own records and leaping over each
 * sub-block, and are appended as one contiguous run. So a block needs no link to its next sibling,
 * and siblings are in stream order.
 *
 * A BLOCKINFO is read when somebody comes to a block for which it is in force.
 *
 * Invariants: a parent's number is smaller than its children's; the nodes of one run have the same
 * parent; `infos` holds the numbers of all known BLOCKINFO blocks, ascending. So what is in force
 * for a BLOCKINFO is before it there, too.
 *
 * What depends on the blocks around one is found by climbing. On every 16th level, deeper than any
 * compiler nests blocks, they keep what was found, so that climbing ends there.
 */
#include "index/index.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/map.h"
#include "base/status.h"
#include "stream/blockinfo.h"
#include "stream/cursor.h"
#include "stream/walk.h"

#include <string.h>

enum node_state {
    UNEXPANDED = 0,
    EXPANDED = 1,
    DAMAGED = 2,
    IS_CHECKPOINT = 4
};

enum {
    CHECKPOINT_LEVELS = 16 /* from one checkpoint, where climbing ends, to the next */
};

/* One block. body_word counts 32-bit words from the stream's start; header_bits leads back from
 * there to the abbreviation id of ENTER_SUBBLOCK. */
struct node {
    uint64_t body_word : 46;
    uint64_t header_bits : 8;
    uint64_t id_width : 6;
    uint64_t state : 4;
    uint32_t block_id;
    uint32_t n_words;
    uint32_t parent;
    uint32_t first_child;
    uint32_t n_children;
    uint32_t n_records;
};
_Static_assert(sizeof(struct node) == 32, "32 bytes a block");

/* Why a block could not be read to its end. Few blocks are damaged: kept apart from the nodes. */
struct damage {
    int status;
    const char *what;
    uint64_t bit_pos;
};

/* Of a block, so many levels deep, that has children. */
struct checkpoint {
    uint64_t end; /* of it or, if that is before, of a block around it */
    uint32_t depth;
    uint32_t info;      /* info_before() */
    uint32_t outermost; /* block: the first checkpoint on the way from the top to here */
};

/* A BLOCKINFO block and what it says; NULL where it has not been read, or could not be. */
struct known_info {
    uint32_t block;
    const struct bl_blockinfo *info;
};

/* The BLOB of a block of the top level. */
struct known_blob {
    struct bl_view bytes;
    int rc; /* of bl_index_blob() */
    bool is_read;
};

struct bl_index {
    struct bl_stream stream;
    struct bl_blockinfo_store store;
    struct node *nodes;
    uint32_t n_nodes, cap_nodes;
    struct known_info *infos;
    uint32_t n_infos, cap_infos;
    uint32_t n_read; /* of infos */
    struct damage *damages;
    uint32_t n_damages, cap_damages;
    struct bl_map damage_of; /* from block numbers to damages */
    struct checkpoint *checkpoints;
    uint32_t n_checkpoints, cap_checkpoints;
    struct bl_map checkpoint_of; /* from block numbers to checkpoints */
    struct bl_top_kinds kinds;
    uint32_t *tops; /* top-level blocks of each of kinds, one after the other */
    uint32_t n_tops[BL_MAX_TOP_KINDS];
    struct known_blob *blobs; /* of those of tops whose kind has a BLOB */
    struct node top;          /* the top level as if it were a block */
    uint64_t top_end;
};

/* Of a block or of the top level. */
static bool is_known(const struct bl_index *ix, uint32_t block)
{
    return block == BL_NONE || block < ix->n_nodes;
}

static struct node *node_of(struct bl_index *ix, uint32_t block)
{
    return block == BL_NONE ? &ix->top : &ix->nodes[block];
}

static struct bl_block block_of(const struct node *node)
{
    uint64_t body_pos = node->body_word * 32;
    return (struct bl_block){
        .bit_pos = body_pos - node->header_bits,
        .body_pos = body_pos,
        .block_id = node->block_id,
        .id_width = node->id_width,
        .n_words = node->n_words,
    };
}

/* What BLOCK knows of the blocks around it, or NULL. */
static const struct checkpoint *find_checkpoint(const struct bl_index *ix, uint32_t block)
{
    bool is_checkpoint = ix->nodes[block].state & IS_CHECKPOINT;
    return is_checkpoint ? &ix->checkpoints[bl_map_find(&ix->checkpoint_of, block)] : NULL;
}

/* ---- BLOCKINFO in force ---- */

/* How many BLOCKINFOs have numbers below BLOCK. */
static uint32_t n_infos_below(const struct bl_index *ix, uint32_t block)
{
    uint32_t lo = 0;
    uint32_t hi = ix->n_infos;
    BL_LOWER_BOUND(lo, hi, mid, ix->infos[mid].block < block);
    return lo;
}

/* The last BLOCKINFO among the siblings before BLOCK, or before the blocks around it: its number in
 * infos, + 1; 0: there is none. */
static uint32_t info_before(struct bl_index *ix, uint32_t block)
{
    while (block != BL_NONE) {
        const struct checkpoint *checkpoint = find_checkpoint(ix, block);
        if (checkpoint)
            return checkpoint->info;
        uint32_t parent = ix->nodes[block].parent;
        uint32_t n = n_infos_below(ix, block);
        if (n > 0 && ix->infos[n - 1].block >= node_of(ix, parent)->first_child)
            return n;
        block = parent;
    }
    return 0;
}

static int note_damage(struct bl_index *ix, uint32_t block, const struct bl_cursor *cursor);

/* The first end of BLOCK and the blocks around it, whatever their lengths say, if before END. */
static uint64_t first_end(const struct bl_index *ix, uint32_t block, uint64_t end)
{
    const struct checkpoint *checkpoint = NULL;
    for (; block != BL_NONE && !checkpoint; block = ix->nodes[block].parent) {
        struct bl_block around = block_of(&ix->nodes[block]);
        checkpoint = find_checkpoint(ix, block);
        uint64_t its_end = checkpoint ? checkpoint->end : bl_block_end(&around);
        end = its_end < end ? its_end : end;
    }
    return end;
}

/* A cursor that has announced BLOCK, and ends where the first of the blocks around it ends. */
static void announce(const struct bl_index *ix, uint32_t block, struct bl_cursor *cursor)
{
    bl_cursor_at_top(cursor, &ix->stream, true);
    cursor->bits.end = first_end(ix, ix->nodes[block].parent, cursor->bits.end);
    cursor->child = block_of(&ix->nodes[block]);
    cursor->entry_pos = cursor->child.bit_pos;
}

/* One that cannot be read is damage of its own. BL_E_NOMEM. */
static int read_info(struct bl_index *ix, struct known_info *known)
{
    struct bl_cursor cursor;
    uint32_t before = info_before(ix, known->block);
    const struct bl_blockinfo *in_force = before ? ix->infos[before - 1].info : NULL;
    announce(ix, known->block, &cursor);
    int status = bl_blockinfo_read(&ix->store, &cursor, in_force, &known->info);
    if (status == BL_E_NOMEM || (status < 0 && note_damage(ix, known->block, &cursor) < 0))
        return BL_E_NOMEM;
    if (status < 0)
        known->info = NULL;
    return BL_OK;
}

/* The first N. BL_E_NOMEM. */
static int read_infos(struct bl_index *ix, uint32_t n)
{
    int status = BL_OK;
    for (; ix->n_read < n && status == BL_OK; ix->n_read += status == BL_OK)
        status = read_info(ix, &ix->infos[ix->n_read]);
    return status;
}

/* And what BLOCK says, if it is a BLOCKINFO, so that it is known to be damaged. */
static int read_infos_through(struct bl_index *ix, uint32_t block)
{
    bool is_info = node_of(ix, block)->block_id == BL_BLOCK_BLOCKINFO;
    return is_info ? read_infos(ix, n_infos_below(ix, block + 1)) : BL_OK;
}

int bl_index_read_blockinfo(struct bl_index *ix, uint32_t block, const struct bl_blockinfo **info)
{
    uint32_t n = info_before(ix, block);
    int status = read_infos(ix, n);
    *info = status == BL_OK && n > 0 ? ix->infos[n - 1].info : NULL;
    return status;
}

/* Without memory for BLOCKINFO, the cursor has failed before its first entry. */
static void open_cursor(struct bl_index *ix, uint32_t block, struct bl_cursor *cursor)
{
    if (block == BL_NONE) {
        bl_cursor_at_top(cursor, &ix->stream, true);
        return;
    }
    struct bl_cursor around;
    const struct bl_blockinfo *info;
    int status = bl_index_read_blockinfo(ix, block, &info);
    announce(ix, block, &around);
    *cursor = around;
    bl_cursor_enter(cursor, &around, &around.child, info);
    if (status == BL_OK)
        status = read_infos_through(ix, block);
    if (status < 0)
        bl_cursor_fail(cursor, status, "no memory for BLOCKINFO", cursor->bits.pos);
}

/* ---- The top level by ids, and BLOBs ---- */

/* The number among kinds of ID, or how many there are. Those of it begin at *FIRST in tops. */
static uint32_t find_kind(const struct bl_index *ix, uint32_t id, uint32_t *first)
{
    uint32_t kind = 0;
    *first = 0;
    while (kind < ix->kinds.n && ix->kinds.ids[kind] != id)
        *first += ix->n_tops[kind++];
    return kind;
}

struct bl_top_blocks bl_index_top_blocks(const struct bl_index *ix, uint32_t id)
{
    uint32_t first;
    uint32_t kind = find_kind(ix, id, &first);
    if (kind == ix->kinds.n || ix->n_tops[kind] == 0)
        return (struct bl_top_blocks){NULL, 0};
    return (struct bl_top_blocks){ix->tops + first, ix->n_tops[kind]};
}

/* Without memory, the block can be asked again. */
static void read_blob(struct bl_index *ix, uint32_t block, uint32_t code, struct known_blob *blob)
{
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    int rc;
    open_cursor(ix, block, &cursor);
    while ((rc = bl_cursor_read_next(&cursor, &rec)) > 0 && !(rec.code == code && rec.has_blob))
        continue;
    *blob = (struct known_blob){.rc = rc, .is_read = rc != BL_E_NOMEM};
    if (rc > 0 || rec.code == code) /* where it is cut off, what is there of it */
        blob->bytes = rec.blob;
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
}

int bl_index_blob(struct bl_index *ix, uint32_t block, struct bl_view *blob)
{
    uint32_t first = 0;
    *blob = (struct bl_view){0};
    if (!ix->blobs || block == BL_NONE || ix->nodes[block].parent != BL_NONE)
        return 0;
    uint32_t kind = find_kind(ix, ix->nodes[block].block_id, &first);
    if (kind >= ix->kinds.n_with_blob)
        return 0;
    struct bl_top_blocks tops = {ix->tops + first, ix->n_tops[kind]};
    struct known_blob *known = &ix->blobs[first + bl_top_blocks_before(&tops, block)];
    if (!known->is_read)
        read_blob(ix, block, ix->kinds.blob_codes[kind], known);
    *blob = known->bytes;
    return known->rc;
}

/* ---- Finding children ---- */

static int note_damage(struct bl_index *ix, uint32_t block, const struct bl_cursor *cursor)
{
    if (bl_grow(&ix->damages, &ix->cap_damages, (size_t)ix->n_damages + 1) < 0 ||
        bl_map_set(&ix->damage_of, block, ix->n_damages) < 0)
        return BL_E_NOMEM;
    node_of(ix, block)->state |= EXPANDED | DAMAGED;
    ix->damages[ix->n_damages++] = (struct damage){
        .status = cursor->status,
        .what = cursor->what,
        .bit_pos = cursor->what_pos,
    };
    return BL_OK;
}

static int report_damage(const struct bl_index *ix, uint32_t block, struct bl_error *err)
{
    const struct damage *d = &ix->damages[bl_map_find(&ix->damage_of, block)];
    bl_fail_at(err, d->status, d->what, d->bit_pos);
    bl_index_path(ix, block, err);
    return d->status;
}

static int add_node(struct bl_index *ix, uint32_t parent, const struct bl_block *block)
{
    if (ix->n_nodes >= BL_NONE - 1)
        return BL_E_LIMIT;
    return bl_append(&ix->nodes, &ix->n_nodes, &ix->cap_nodes,
                     (struct node){
                         .body_word = (block->body_pos / 32) & (((uint64_t)1 << 46) - 1),
                         .header_bits = (block->body_pos - block->bit_pos) & 0xFF,
                         .id_width = block->id_width & 0x3F,
                         .block_id = block->block_id,
                         .n_words = block->n_words,
                         .parent = parent,
                     });
}

/* The number of blocks around and including BLOCK. */
static uint32_t depth_of(const struct bl_index *ix, uint32_t block)
{
    uint32_t depth = 0;
    for (; block != BL_NONE; block = ix->nodes[block].parent, depth++) {
        const struct checkpoint *checkpoint = find_checkpoint(ix, block);
        if (checkpoint)
            return depth + checkpoint->depth;
    }
    return depth;
}

/* The outermost checkpoint around BLOCK, or BLOCK where there is none. */
static uint32_t outermost_checkpoint(const struct bl_index *ix, uint32_t block)
{
    for (uint32_t b = block; b != BL_NONE; b = ix->nodes[b].parent) {
        const struct checkpoint *checkpoint = find_checkpoint(ix, b);
        if (checkpoint)
            return checkpoint->outermost;
    }
    return block;
}

/* BLOCK, at DEPTH, has been read with CURSOR: make it a checkpoint if it has to
 * be one. BL_E_NOMEM. */
static int add_checkpoint(struct bl_index *ix, uint32_t block, uint32_t depth,
                          const struct bl_cursor *cursor)
{
    if (depth % CHECKPOINT_LEVELS != 0 || node_of(ix, block)->n_children == 0)
        return BL_OK;
    struct checkpoint checkpoint = {.end = cursor->bits.end,
                                    .depth = depth,
                                    .info = info_before(ix, block),
                                    .outermost = outermost_checkpoint(ix, block)};
    if (bl_grow(&ix->checkpoints, &ix->cap_checkpoints, (size_t)ix->n_checkpoints + 1) < 0 ||
        bl_map_set(&ix->checkpoint_of, block, ix->n_checkpoints) < 0)
        return BL_E_NOMEM;
    ix->checkpoints[ix->n_checkpoints++] = checkpoint;
    node_of(ix, block)->state |= IS_CHECKPOINT;
    return BL_OK;
}

static int add_child(struct bl_index *ix, uint32_t parent, const struct bl_block *block)
{
    bool is_info = block->block_id == BL_BLOCK_BLOCKINFO;
    uint32_t number = ix->n_nodes;
    if (is_info && bl_grow(&ix->infos, &ix->cap_infos, (size_t)ix->n_infos + 1) < 0)
        return BL_E_NOMEM;
    int rc = add_node(ix, parent, block);
    if (is_info && rc == BL_OK)
        ix->infos[ix->n_infos++] = (struct known_info){.block = number};
    return rc;
}

/* The next sub-block, after which CURSOR is, or will be. 1; 0: there is no other
 * one; or a failure. */
static int next_child(struct bl_cursor *cursor, struct bl_block *block, uint64_t *n_records)
{
    struct bl_entry entry;
    int rc;
    if (cursor->pending && (rc = bl_cursor_leap(cursor)) < 0)
        return rc;
    if (bl_cursor_leap_next(cursor, block))
        return 1;
    while ((rc = bl_record_skip_all(cursor, n_records)) == BL_OK &&
           (rc = bl_cursor_next(cursor, &entry)) > 0)
        if (entry.kind == BL_ENTRY_BLOCK) {
            *block = entry.block;
            return 1;
        }
    return rc;
}

static int fail_child(struct bl_cursor *cursor, int status)
{
    const char *what =
        status == BL_E_LIMIT ? "more blocks than can be numbered" : "no memory for the index";
    return bl_cursor_fail(cursor, status, what, cursor->entry_pos);
}

static int walk_children(struct bl_index *ix, uint32_t parent, struct bl_cursor *cursor)
{
    uint32_t depth = depth_of(ix, parent);
    struct bl_block block = {0};
    uint64_t n_records = 0;
    uint32_t first = ix->n_nodes;
    int rc;
    while ((rc = next_child(cursor, &block, &n_records)) > 0) {
        if (depth >= BL_MAX_DEPTH)
            rc = bl_cursor_fail(cursor, BL_E_LIMIT, "blocks nested deeper than the limit",
                                cursor->entry_pos);
        else if ((rc = add_child(ix, parent, &block)) < 0)
            rc = fail_child(cursor, rc);
        if (rc < 0)
            break;
    }
    struct node *node = node_of(ix, parent);
    node->state |= EXPANDED;
    node->first_child = first;
    node->n_children = ix->n_nodes - first;
    node->n_records = (uint32_t)n_records;
    return depth > 0 && add_checkpoint(ix, parent, depth, cursor) < 0 ? BL_E_NOMEM : rc;
}

/* Without memory BLOCK stays as it was, and can be asked again: forget its children,
 * the newest nodes. */
static int forget_children(struct bl_index *ix, uint32_t block, uint32_t first, uint32_t n_infos,
                           struct bl_error *err)
{
    struct node *node = node_of(ix, block);
    node->state = UNEXPANDED;
    node->first_child = node->n_children = node->n_records = 0;
    ix->n_nodes = first;
    ix->n_infos = n_infos;
    return bl_fail(err, BL_E_NOMEM, "no memory for the index");
}

/* With its BLOB and BLOCKINFO, so that nothing changes any more where all is known. */
static int expand_one(struct bl_index *ix, uint32_t block, struct bl_error *err)
{
    struct bl_view blob;
    if (read_infos_through(ix, block) < 0 || bl_index_blob(ix, block, &blob) == BL_E_NOMEM)
        return bl_fail(err, BL_E_NOMEM, "no memory for the index");
    if (node_of(ix, block)->state & DAMAGED)
        return report_damage(ix, block, err);
    if (node_of(ix, block)->state & EXPANDED)
        return BL_OK;
    struct bl_cursor cursor;
    uint32_t first = ix->n_nodes;
    uint32_t n_infos = ix->n_infos;
    open_cursor(ix, block, &cursor);
    int status = walk_children(ix, block, &cursor);
    if (block == BL_NONE)
        ix->top_end = status < 0 ? cursor.entry_pos : cursor.bits.pos;
    if (status == BL_E_NOMEM || (status < 0 && note_damage(ix, block, &cursor) < 0))
        status = forget_children(ix, block, first, n_infos, err);
    else if (status < 0)
        (void)report_damage(ix, block, err);
    bl_cursor_release(&cursor);
    return status;
}

/* ---- Public ---- */

/* What of the top level is looked for by id. */
static int list_tops(struct bl_index *ix, struct bl_error *err)
{
    uint32_t n = 0;
    uint32_t cap = 0;
    for (uint32_t block = 0; block < ix->n_nodes; block++)
        for (uint32_t i = 0; i < ix->kinds.n; i++)
            n += ix->nodes[block].block_id == ix->kinds.ids[i];
    if (n > 0 && bl_grow(&ix->tops, &cap, n) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for the index");
    n = 0;
    for (uint32_t i = 0; i < ix->kinds.n; i++)
        for (uint32_t block = 0; block < ix->n_nodes; block++)
            if (ix->nodes[block].block_id == ix->kinds.ids[i]) {
                ix->tops[n++] = block;
                ix->n_tops[i]++;
            }
    uint32_t n_blobs = 0;
    for (uint32_t i = 0; i < ix->kinds.n_with_blob; i++)
        n_blobs += ix->n_tops[i];
    cap = 0;
    if (n_blobs > 0 && bl_grow(&ix->blobs, &cap, n_blobs) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for the index");
    if (n_blobs > 0)
        memset(ix->blobs, 0, n_blobs * sizeof *ix->blobs);
    return BL_OK;
}

int bl_index_open_by(struct bl_index **index, const struct bl_stream *stream,
                     const struct bl_top_kinds *kinds, struct bl_error *err)
{
    *index = NULL;
    struct bl_index *ix = bl_new(sizeof *ix);
    if (!ix)
        return bl_fail(err, BL_E_NOMEM, "no memory for the index");
    ix->stream = *stream;
    ix->kinds = *kinds;
    ix->top.block_id = BL_NONE;
    ix->top.parent = BL_NONE;
    bl_blockinfo_store_init(&ix->store, stream);
    int status = expand_one(ix, BL_NONE, err);
    if (status != BL_E_NOMEM && status != BL_E_LIMIT)
        status = list_tops(ix, err);
    if (status == BL_E_NOMEM || status == BL_E_LIMIT) {
        bl_index_close(ix);
        return status;
    }
    *index = ix;
    return BL_OK;
}

void bl_index_close(struct bl_index *ix)
{
    if (!ix)
        return;
    bl_blockinfo_store_release(&ix->store);
    bl_drop(ix->nodes);
    bl_drop(ix->infos);
    bl_drop(ix->tops);
    bl_drop(ix->blobs);
    bl_drop(ix->damages);
    bl_map_release(&ix->damage_of);
    bl_drop(ix->checkpoints);
    bl_map_release(&ix->checkpoint_of);
    bl_drop(ix);
}

const struct bl_stream *bl_index_stream(const struct bl_index *ix)
{
    return &ix->stream;
}

uint32_t bl_index_count(const struct bl_index *ix)
{
    return ix->n_nodes;
}

int bl_index_end(const struct bl_index *ix, uint64_t *bit_pos, struct bl_error *err)
{
    *bit_pos = ix->top_end;
    return ix->top.state & DAMAGED ? report_damage(ix, BL_NONE, err) : BL_OK;
}

int bl_index_children(struct bl_index *ix, uint32_t block, uint32_t *first, uint32_t *count,
                      struct bl_error *err)
{
    *first = *count = 0;
    if (!is_known(ix, block))
        return bl_fail(err, BL_E_ARGUMENT, "no such block");
    int status = expand_one(ix, block, err);
    *first = node_of(ix, block)->first_child;
    *count = node_of(ix, block)->n_children;
    return status;
}

int bl_index_expand(struct bl_index *ix, uint32_t block, uint32_t depth, struct bl_error *err)
{
    if (!is_known(ix, block))
        return bl_fail(err, BL_E_ARGUMENT, "no such block");
    if (depth == 0)
        return BL_OK;
    int result = expand_one(ix, block, err);
    uint32_t level = 0;
    uint32_t at = block;
    while ((at = bl_index_next(ix, at, depth - 1, &level)) != BL_NONE) {
        struct bl_error later;
        int status = expand_one(ix, at, result < 0 ? &later : err);
        if (status < 0 && result == BL_OK)
            result = status;
    }
    return result;
}

uint32_t bl_index_next(const struct bl_index *ix, uint32_t at, uint32_t depth, uint32_t *level)
{
    const struct node *node = at == BL_NONE ? &ix->top : &ix->nodes[at];
    if (*level < depth && node->n_children > 0) {
        ++*level;
        return node->first_child;
    }
    while (*level > 0) {
        uint32_t parent = ix->nodes[at].parent;
        const struct node *around = parent == BL_NONE ? &ix->top : &ix->nodes[parent];
        if (at + 1 < around->first_child + around->n_children)
            return at + 1;
        at = parent;
        --*level;
    }
    return BL_NONE;
}

int bl_index_find(struct bl_index *ix, uint64_t bit_pos, uint32_t *block, struct bl_error *err)
{
    uint32_t found = BL_NONE;
    struct bl_error failure; /* which does not matter, if the place is in a child that was found */
    for (;;) {
        uint32_t lo;
        uint32_t n;
        *block = found;
        int status = bl_index_children(ix, found, &lo, &n, &failure);
        uint32_t hi = lo + n;
        /* The first child that begins after bit_pos. */
        BL_LOWER_BOUND(lo, hi, mid, block_of(&ix->nodes[mid]).bit_pos <= bit_pos);
        struct bl_block child = {0};
        bool is_inside = n > 0 && lo > node_of(ix, found)->first_child;
        if (is_inside)
            child = block_of(&ix->nodes[lo - 1]);
        if (!is_inside || bit_pos >= bl_block_end(&child)) {
            if (status < 0 && err)
                *err = failure;
            return status;
        }
        found = lo - 1;
    }
}

/* The failure is CURSOR's, too. */
static int fail_cursor(const struct bl_index *ix, struct bl_cursor *cursor, int status,
                       const char *what, struct bl_error *err)
{
    bl_cursor_at_top(cursor, &ix->stream, true);
    bl_cursor_fail(cursor, status, what, cursor->bits.pos);
    return bl_fail(err, status, what);
}

int bl_index_cursor(struct bl_index *ix, uint32_t block, struct bl_cursor *cursor,
                    struct bl_error *err)
{
    if (!is_known(ix, block))
        return fail_cursor(ix, cursor, BL_E_ARGUMENT, "no such block", err);
    open_cursor(ix, block, cursor);
    if (cursor->status < 0)
        bl_cursor_error(cursor, err);
    return cursor->status;
}

int bl_index_enter(struct bl_index *ix, const struct bl_cursor *parent, struct bl_cursor *child,
                   struct bl_error *err)
{
    uint32_t block = BL_NONE;
    const struct bl_block *announced = &parent->child;
    bool is_announced = parent->status == BL_OK && parent->pending == BL_ENTRY_BLOCK;
    int status = is_announced ? bl_index_find(ix, announced->bit_pos, &block, NULL) : BL_OK;
    if (block != BL_NONE && bl_index_get(ix, block).block.bit_pos == announced->bit_pos)
        return bl_index_cursor(ix, block, child, err);
    if (status == BL_E_NOMEM)
        return fail_cursor(ix, child, BL_E_NOMEM, "no memory for an index", err);
    return fail_cursor(ix, child, BL_E_ARGUMENT, "no sub-block was announced", err);
}

int bl_index_walk(struct bl_index *ix, uint32_t block, unsigned flags, struct bl_walk **walk,
                  struct bl_error *err)
{
    *walk = NULL;
    if (block >= ix->n_nodes)
        return bl_fail(err, BL_E_ARGUMENT, "no such block");
    int status = bl_check_flags(flags, BL_ALL_WALK_FLAGS & ~BL_WALK_LLVM, err);
    if (status < 0)
        return status;
    uint32_t n = 0;
    for (uint32_t b = block; b != BL_NONE; b = ix->nodes[b].parent)
        n++;
    const struct bl_blockinfo *info;
    struct bl_block *path = NULL;
    uint32_t cap = 0;
    if (bl_index_read_blockinfo(ix, block, &info) < 0 || bl_grow(&path, &cap, n) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory");
    uint32_t at = n;
    for (uint32_t b = block; b != BL_NONE; b = ix->nodes[b].parent)
        path[--at] = block_of(&ix->nodes[b]);
    status = bl_walk_open_inside(walk, &ix->stream, flags, path, n, info, err);
    bl_drop(path);
    return status;
}

_Static_assert(BL_ERROR_PATH_MAX <= CHECKPOINT_LEVELS,
               "the path is around the outermost checkpoint");

void bl_index_path(const struct bl_index *ix, uint32_t block, struct bl_error *err)
{
    if (!err)
        return;
    err->depth = depth_of(ix, block);
    uint32_t b = outermost_checkpoint(ix, block);
    for (uint32_t at = depth_of(ix, b); b != BL_NONE; b = ix->nodes[b].parent)
        if (--at < BL_ERROR_PATH_MAX)
            err->path[at] = (struct bl_path_step){
                .block_id = ix->nodes[b].block_id,
                .bit_pos = block_of(&ix->nodes[b]).bit_pos,
            };
}

struct bl_view bl_index_block_name(struct bl_index *ix, uint32_t block)
{
    const struct bl_blockinfo *info;
    (void)read_infos_through(ix, block);
    (void)bl_index_read_blockinfo(ix, block, &info); /* without memory there is no name */
    return bl_blockinfo_block_name(info, ix->nodes[block].block_id);
}

struct bl_view bl_index_record_name(struct bl_index *ix, uint32_t block, uint32_t code)
{
    const struct bl_blockinfo *info;
    (void)bl_index_read_blockinfo(ix, block, &info);
    return bl_blockinfo_record_name(info, ix->nodes[block].block_id, code);
}

struct bl_index_entry bl_index_get(const struct bl_index *ix, uint32_t block)
{
    const struct node *node = &ix->nodes[block];
    return (struct bl_index_entry){
        .block = block_of(node),
        .parent = node->parent,
        .expanded = node->state & EXPANDED,
        .damaged = node->state & DAMAGED,
        .n_children = node->n_children,
        .first_child = node->first_child,
        .n_records = node->n_records,
    };
}
