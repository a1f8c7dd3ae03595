/* stream/walk.c - every entry of a stream in order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "stream/walk.h"
#include "base/compiler.h"
#include "base/grow.h"
#include "base/status.h"
#include "bits/reader.h"
#include "stream/abbrev.h"
#include "stream/block_stack.h"
#include "stream/blockinfo.h"
#include "stream/cursor.h"

/* Beside what iterators return: there was nothing to report, go on. */
enum {
    AGAIN = 2
};

struct bl_walk {
    struct bl_stream stream;
    unsigned flags;
    struct bl_blockinfo_store store;
    struct bl_block_stack stack;
    bool begun; /* under a base: its block has been entered */
    struct bl_record record;
};

static struct bl_cursor *innermost(const struct bl_walk *w)
{
    return &w->stack.top->cursor;
}

static void set_flags(struct bl_walk *w, unsigned flags)
{
    w->flags = flags;
    w->stack.crosses = (flags & (BL_WALK_ACROSS | BL_WALK_FLAT)) == BL_WALK_ACROSS;
}

/* The first top-level BLOCKINFO of STREAM comes into force. */
static int borrow_blockinfo(struct bl_walk *w, const struct bl_stream *stream, struct bl_error *err)
{
    struct bl_cursor top;
    struct bl_entry entry;
    bl_cursor_at_top(&top, stream, false);
    int rc;
    while ((rc = bl_cursor_next(&top, &entry)) > 0)
        if (entry.block.block_id == BL_BLOCK_BLOCKINFO) {
            rc = bl_blockinfo_read(&w->store, &top, NULL, &w->stack.info);
            break;
        }
    if (rc < 0)
        bl_cursor_error(&top, err);
    bl_cursor_release(&top);
    return rc;
}

static struct bl_walk *new_walk(const struct bl_stream *stream, unsigned flags,
                                struct bl_error *err)
{
    struct bl_walk *w = bl_new(sizeof *w);
    if (!w || bl_block_stack_init(&w->stack) < 0) {
        bl_drop(w);
        bl_fail(err, BL_E_NOMEM, "no memory");
        return NULL;
    }
    w->stream = *stream;
    set_flags(w, flags);
    bl_blockinfo_store_init(&w->store, stream);
    bl_cursor_at_top(&w->stack.top->cursor, stream, !(flags & BL_WALK_LLVM));
    return w;
}

int bl_walk_open(struct bl_walk **walk, const struct bl_stream *stream, unsigned flags,
                 const struct bl_stream *blockinfo_of, struct bl_error *err)
{
    *walk = NULL;
    int status = bl_check_flags(flags, BL_ALL_WALK_FLAGS, err);
    if (status < 0)
        return status;
    struct bl_walk *w = new_walk(stream, flags, err);
    if (!w)
        return BL_E_NOMEM;
    status = blockinfo_of ? borrow_blockinfo(w, blockinfo_of, err) : BL_OK;
    if (status < 0) {
        bl_walk_close(w);
        return status;
    }
    *walk = w;
    return BL_OK;
}

/* Where the id of BLOCK ends, which is in that of AROUND. */
static uint64_t header_pos_of(const struct bl_cursor *around, const struct bl_block *block)
{
    uint64_t pos = block->bit_pos + around->block.id_width;
    (void)bl_bits_vbr32_at(&around->bits, &pos, BL_BLOCK_ID_WIDTH);
    return pos;
}

int bl_walk_open_inside(struct bl_walk **walk, const struct bl_stream *stream, unsigned flags,
                        const struct bl_block *path, uint32_t n_path,
                        const struct bl_blockinfo *info, struct bl_error *err)
{
    *walk = NULL;
    struct bl_walk *w = new_walk(stream, flags, err);
    if (!w)
        return BL_E_NOMEM;
    w->stack.info = info;
    w->stack.base = n_path;
    for (uint32_t i = 0; i < n_path; i++) {
        innermost(w)->child = path[i];
        innermost(w)->child_header_pos = header_pos_of(innermost(w), &path[i]);
        if (i + 1 == n_path)
            break;
        int status = bl_block_stack_push(&w->stack);
        if (status < 0) {
            bl_walk_close(w);
            return bl_fail(err, status, "no memory");
        }
        struct bl_open_block *level = w->stack.top;
        struct bl_cursor *parent = &w->stack.at[w->stack.depth - 1].cursor;
        bl_cursor_enter(&level->cursor, parent, &path[i], NULL);
        level->parent_id = parent->block.block_id;
    }
    *walk = w;
    return BL_OK;
}

/* Enter the block of FRAME as one that has been read up to some entry. */
static int resume(struct bl_walk *w, const struct bl_walk_frame *frame)
{
    int status = bl_block_stack_push(&w->stack);
    if (status < 0)
        return status;
    const struct bl_cursor *parent = &w->stack.at[w->stack.depth - 1].cursor;
    struct bl_open_block *level = w->stack.top;
    struct bl_cursor *c = &level->cursor;
    bl_cursor_enter(c, parent, &frame->block, frame->info);
    c->abbrev_bytes_left = frame->abbrev_bytes_left;
    level->info_before = frame->info;
    level->parent_id = parent->block.block_id;
    return bl_abbrev_set_copy(&c->own, &frame->own);
}

int bl_walk_open_between(struct bl_walk **walk, const struct bl_stream *stream, unsigned flags,
                         const struct bl_walk_frame *frames, uint32_t n,
                         struct bl_blockinfo_places *known, uint64_t bytes_left,
                         const struct bl_blockinfo *info, uint64_t bit_pos, uint64_t stop_pos,
                         struct bl_error *err)
{
    struct bl_walk *w = *walk ? *walk : new_walk(stream, flags, err);
    if (!w)
        return BL_E_NOMEM;
    *walk = w;
    set_flags(w, flags);
    bl_blockinfo_store_release(&w->store);
    w->store = (struct bl_blockinfo_store){.known = known, .bytes_left = bytes_left};
    bl_cursor_at_top(&w->stack.at[0].cursor, stream, true);
    w->stack.depth = 0;
    w->stack.top = &w->stack.at[0];
    int status = BL_OK;
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        status = resume(w, &frames[i]);
    if (status < 0) {
        bl_walk_close(w);
        *walk = NULL;
        return bl_fail(err, status, "no memory");
    }
    w->stack.info = info;
    w->stack.stop_pos = stop_pos;
    innermost(w)->bits.pos = bit_pos;
    return BL_OK;
}

void bl_walk_close(struct bl_walk *w)
{
    if (!w)
        return;
    bl_block_stack_release(&w->stack);
    bl_blockinfo_store_release(&w->store);
    bl_record_release(&w->record);
    bl_drop(w);
}

static int report(const struct bl_walk *w, struct bl_error *err)
{
    const struct bl_cursor *c = innermost(w);
    bl_fail_at(err, c->status, c->what, c->what_pos);
    for (uint32_t i = 1; i <= w->stack.depth; i++)
        bl_error_push(err, w->stack.at[i].cursor.block.block_id,
                      w->stack.at[i].cursor.block.bit_pos);
    if (c->child_is_at_fault)
        bl_error_push(err, c->child.block_id, c->child.bit_pos);
    return c->status;
}

/* Of an event that is no record. */
static void begin_event(struct bl_event *event, enum bl_event_kind kind)
{
    event->kind = kind;
    event->abbrev_id = 0;
    event->code = 0;
    event->record = NULL;
    event->damaged = false;
}

static int enter_block(struct bl_walk *w, struct bl_event *event)
{
    struct bl_cursor *parent = innermost(w);
    const struct bl_blockinfo *before = w->stack.info;
    bool is_blockinfo = parent->child.block_id == BL_BLOCK_BLOCKINFO;
    if (is_blockinfo) {
        w->stack.info = NULL;
        int status = bl_blockinfo_read(&w->store, parent, before, &w->stack.info);
        if (status < 0)
            return status;
    }
    int status = bl_block_stack_push(&w->stack);
    if (status < 0) {
        parent->child_is_at_fault = true;
        return bl_cursor_fail(parent, status,
                              status == BL_E_LIMIT ? "blocks nested deeper than the limit"
                                                   : "no memory for a nested block",
                              parent->entry_pos);
    }
    parent = &w->stack.at[w->stack.depth - 1].cursor; /* levels may have moved */
    struct bl_open_block *level = w->stack.top;
    /* What a BLOCKINFO says is not yet in force inside it; for llvm-bcanalyzer it is. */
    bool by_before = is_blockinfo && !(w->flags & BL_WALK_LLVM);
    bl_cursor_enter(&level->cursor, parent, &parent->child, by_before ? before : w->stack.info);
    /* A BLOCKINFO has come into force by now: it holds on after its own end. */
    level->info_before = w->stack.info;
    level->parent_id = parent->block.block_id;
    begin_event(event, BL_EVENT_BLOCK);
    event->depth = w->stack.depth - 1;
    event->block = &level->cursor.block;
    event->parent_id = level->parent_id;
    event->bit_pos = parent->child.bit_pos;
    event->end_pos = parent->child.body_pos;
    event->header_pos = parent->child_header_pos;
    return 1;
}

/* Close the innermost block, at its end or giving it up. */
static void leave(struct bl_walk *w, struct bl_event *event, bool damaged)
{
    struct bl_open_block *level = w->stack.top;
    begin_event(event, BL_EVENT_BLOCK_END);
    event->depth = w->stack.depth - 1;
    event->bit_pos = level->cursor.entry_pos;
    event->end_pos = level->cursor.bits.pos;
    event->damaged = damaged;
    if (!(w->flags & BL_WALK_LLVM))
        w->stack.info = level->info_before;
    w->stack.depth--;
    w->stack.top = &w->stack.at[w->stack.depth];
    struct bl_cursor *parent = innermost(w);
    bl_cursor_leave(parent, &level->cursor);
    if (!damaged)
        return;
    /* A length that leads out of the parent, or back to what was read under LLVM's rules, leaves no
     * way to go on in there either. Going back would read the same bits again and again. */
    const struct bl_cursor *child = &level->cursor;
    bool usable = parent->bits.pos <= parent->bits.end && parent->bits.pos >= child->what_pos;
    event->end_pos = usable ? parent->bits.pos : child->what_pos;
    if (!usable)
        bl_cursor_fail(parent, child->status, child->what, child->what_pos);
}

static void report_abbrev(const struct bl_cursor *c, struct bl_event *event)
{
    const struct bl_abbrev *abbrev = &c->own.abbrevs[c->own.n_abbrevs - 1];
    begin_event(event, BL_EVENT_ABBREV);
    event->bit_pos = c->entry_pos;
    event->end_pos = c->bits.pos;
    if (c->block.block_id != BL_BLOCK_BLOCKINFO)
        event->abbrev_id =
            BL_ABBREV_FIRST + (c->inherited ? c->inherited->n_abbrevs : 0) + c->own.n_abbrevs - 1;
    event->abbrev_ops = c->own.ops + abbrev->first_op;
    event->n_abbrev_ops = abbrev->n_ops;
}

/* Over the sub-block that was announced. What a BLOCKINFO says is in force after it all the same;
 * one that cannot be read says nothing, and the damage is its own. */
static int leap(struct bl_walk *w, struct bl_cursor *c)
{
    if (c->child.block_id == BL_BLOCK_BLOCKINFO) {
        struct bl_cursor copy = *c; /* to take the failure */
        const struct bl_blockinfo *before = w->stack.info;
        w->stack.info = NULL;
        if (bl_blockinfo_read(&w->store, &copy, before, &w->stack.info) == BL_E_NOMEM)
            return bl_cursor_fail(c, BL_E_NOMEM, copy.what, copy.what_pos);
    }
    return bl_cursor_leap(c);
}

/* Into a block or out of it where that is as it mostly is. */
static bool cross(struct bl_walk *w, const struct bl_cursor *c, struct bl_event *event)
{
    const struct bl_open_block *level = w->stack.top;
    if (w->flags & BL_WALK_FLAT || w->stack.depth == 0)
        return false;
    if (bl_cursor_peek_id(c) == BL_ABBREV_END_BLOCK) {
        if (!bl_block_stack_leave(&w->stack))
            return false;
        begin_event(event, BL_EVENT_BLOCK_END);
        event->depth--;
        event->bit_pos = c->bits.pos;
        event->end_pos = w->stack.top->cursor.bits.pos;
        return true;
    }
    if (!bl_block_stack_enter(&w->stack))
        return false;
    begin_event(event, BL_EVENT_BLOCK);
    const struct bl_block *block = &w->stack.top->cursor.block;
    event->parent_id = level->cursor.block.block_id;
    event->block = block;
    event->bit_pos = block->bit_pos;
    event->end_pos = block->body_pos;
    event->header_pos = block->bit_pos + level->cursor.block.id_width + BL_BLOCK_ID_WIDTH;
    return true;
}

/* Anything but a record, which bl_walk_next() has looked for. */
static int read_other(struct bl_walk *w, struct bl_cursor *c, struct bl_event *event)
{
    struct bl_entry entry;
    int rc = bl_cursor_next(c, &entry);
    if (rc == 0 && w->stack.depth > 0) {
        leave(w, event, false);
        return 1;
    }
    if (rc <= 0)
        return rc;
    if (entry.kind ==
        BL_ENTRY_RECORD) { /* which it was not when it was looked for: the file changes */
        c->bits.pos = entry.bit_pos;
        c->pending = 0;
        return AGAIN;
    }
    if (entry.kind != BL_ENTRY_BLOCK) {
        report_abbrev(c, event);
        return 1;
    }
    if (!(w->flags & BL_WALK_FLAT) || w->stack.depth == 0)
        return enter_block(w, event);
    rc = leap(w, c);
    return rc < 0 ? rc : AGAIN;
}

/* One step: an event, 0 at the end, a failure, or AGAIN. */
static BL_ALWAYS_INLINE int step_event(struct bl_walk *w, struct bl_event *event)
{
    struct bl_open_block *level = w->stack.top;
    struct bl_cursor *c = &level->cursor;
    event->depth = w->stack.depth;
    event->block = &c->block;
    event->parent_id = level->parent_id;
    /* A block that ends without END_BLOCK is left first, even if the next piece begins there. */
    if (BL_UNLIKELY(c->bits.pos >= w->stack.stop_pos) && c->bits.pos < c->bits.end &&
        c->status == BL_OK)
        return 0;
    bool skip = w->flags & BL_WALK_SKIP;
    if (bl_cursor_is_at_other(c))
        return cross(w, c, event) ? 1 : read_other(w, c, event);
    int rc = skip ? bl_record_skip_next(c, &event->code) : bl_record_next(c, &w->record);
    if (BL_LIKELY(rc > 0)) {
        event->kind = BL_EVENT_RECORD;
        event->bit_pos = c->entry_pos;
        event->end_pos = c->bits.pos;
        event->abbrev_id = c->entry_id;
        event->record = skip ? NULL : &w->record;
        event->damaged = false;
        if (!skip)
            event->code = w->record.code;
        return 1;
    }
    if (rc < 0)
        return rc;
    if (c->status < 0 && w->flags & BL_WALK_RECOVER) {
        if (bl_cursor_forgive(c))
            return AGAIN;
        if (w->stack.depth == 0)
            return 0;
        leave(w, event, true);
        return 1;
    }
    return read_other(w, c, event);
}

int bl_walk_next(struct bl_walk *w, struct bl_event *event, struct bl_error *err)
{
    int rc = AGAIN;
    if (BL_UNLIKELY(w->stack.base > w->stack.depth)) { /* a walk of one block, outside of it */
        bool is_over = w->begun;
        w->begun = true;
        if (!is_over)
            rc = enter_block(w, event);
        else
            rc = w->flags & BL_WALK_RECOVER ? 0 : innermost(w)->status;
    }
    while (rc == AGAIN)
        rc = step_event(w, event);
    return rc < 0 ? report(w, err) : rc;
}

int bl_walk_read_batch(struct bl_walk *w, struct bl_batch *batch, struct bl_error *err)
{
    struct bl_cursor *c = innermost(w);
    batch->n_records = 0;
    if (w->stack.base > w->stack.depth || w->stack.depth == 0 || c->status < 0)
        return 0;
    int rc = bl_block_stack_read_batch(&w->stack, batch, !(w->flags & BL_WALK_SKIP));
    return rc < 0 ? report(w, err) : rc;
}

/* Whether what comes next may be a record. */
static bool may_be_at_record(const struct bl_walk *w, const struct bl_cursor *c)
{
    return w->stack.base <= w->stack.depth && w->stack.depth > 0 && !c->pending &&
           c->status == BL_OK && c->bits.pos < w->stack.stop_pos;
}

void bl_walk_pass(struct bl_walk *w, struct bl_read_spans *spans, uint64_t *end_pos)
{
    struct bl_cursor *c = innermost(w);
    while (spans->next < spans->n && spans->items[spans->next].from < c->bits.pos)
        spans->next++;
    if (spans->next == spans->n || spans->items[spans->next].from != c->bits.pos ||
        !may_be_at_record(w, c))
        return;
    c->bits.pos = spans->items[spans->next].to;
    *end_pos = c->bits.pos;
}

int bl_walk_count_records(struct bl_walk *w, struct bl_record_counts *counts, uint64_t *end_pos,
                          struct bl_error *err)
{
    struct bl_cursor *c = innermost(w);
    if (!may_be_at_record(w, c))
        return 0;
    int rc = c->decoder->count_all(c, w->stack.stop_pos, counts);
    *end_pos = rc < 0 ? c->entry_pos : c->bits.pos;
    return rc < 0 ? report(w, err) : rc;
}

const struct bl_block *bl_walk_open_block(const struct bl_walk *w, uint32_t level,
                                          uint32_t *parent_id)
{
    if (level >= w->stack.depth)
        return NULL;
    *parent_id = w->stack.at[level + 1].parent_id;
    return &w->stack.at[level + 1].cursor.block;
}

/* The code of the next record at COPY, which shares a block's own abbreviations, so that it is not
 * released: a record changes none. */
static bool peek_code(struct bl_cursor copy, uint32_t *code)
{
    return bl_record_skip_next(&copy, code) > 0;
}

bool bl_walk_first_code(const struct bl_walk *w, uint32_t level, uint32_t *code)
{
    struct bl_cursor copy = w->stack.at[level + 1].cursor;
    copy.bits.pos = copy.block.body_pos;
    copy.pending = 0;
    copy.status = BL_OK;
    return peek_code(copy, code);
}

bool bl_walk_peek_code(const struct bl_walk *w, uint32_t *code)
{
    return peek_code(*innermost(w), code);
}

struct bl_view bl_walk_block_name(const struct bl_walk *w, uint32_t block_id)
{
    return bl_blockinfo_block_name(w->stack.info, block_id);
}

struct bl_view bl_walk_record_name(const struct bl_walk *w, uint32_t block_id, uint32_t code)
{
    return bl_blockinfo_record_name(w->stack.info, block_id, code);
}

const struct bl_abbrev_op *bl_walk_abbrev(const struct bl_walk *w, uint32_t abbrev_id,
                                          uint32_t *n_ops)
{
    const struct bl_abbrev_op *ops = NULL;
    const struct bl_abbrev *abbrev = bl_cursor_abbrev(innermost(w), abbrev_id, &ops);
    *n_ops = abbrev ? abbrev->n_ops : 0;
    return abbrev ? ops : NULL;
}

struct bl_bits bl_walk_bits(const struct bl_walk *w, const struct bl_event *event,
                            uint32_t *id_width)
{
    struct bl_bits bits = innermost(w)->bits;
    bits.pos = event->bit_pos;
    bits.end = event->end_pos;
    const struct bl_block *around = event->kind == BL_EVENT_BLOCK
                                        ? &w->stack.at[w->stack.depth - 1].cursor.block
                                        : event->block;
    *id_width = around->id_width;
    return bits;
}

int bl_walk_record(struct bl_walk *w, const struct bl_event *event, const struct bl_record **record,
                   struct bl_error *err)
{
    struct bl_cursor *c = innermost(w);
    c->bits.pos = event->bit_pos;
    *record = &w->record;
    return bl_record_next(c, &w->record) < 0 ? report(w, err) : BL_OK;
}

const void *bl_walk_names(const struct bl_walk *w)
{
    return w->stack.info;
}
