/* support/properties.c - what must hold for any bytes whatever
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/properties.h"

#include "support/records_agree.h"
#include "support/rewrite.h"
#include "support/stats_check.h"
#include "support/trace.h"

enum {
    MAX_ALONE = 16 /* levels whose blocks are walked alone: those inside are read again for each */
};

static const char *check_positions(const struct trace *trace, const struct bl_stream *stream)
{
    uint64_t at = 0;
    uint64_t end = (uint64_t)stream->bytes.size * 8;
    for (size_t i = 0; i < trace->n; i++) {
        const struct trace_item *item = &trace->items[i];
        if (item->kind == TRACE_FAILURE)
            continue;
        /* A block that was given up began to end where its last entry did. */
        uint64_t begins = item->damaged ? item->end_pos : item->bit_pos;
        if (begins < at)
            return "a position went back";
        at = begins;
        if (item->end_pos < begins || item->end_pos > end)
            return "an entry ends before it begins, or behind the stream";
    }
    return NULL;
}

/* What is checked, and what a strict walk reported. */
struct subject {
    struct bl_view bytes;
    const struct bl_stream *stream;
    const struct trace *strict;
    struct choice *choice;
};

/* Full and skipping walk under FLAGS; *TRACE is the full one. */
static const char *check_mode(struct trace *trace, const struct bl_stream *stream, unsigned flags)
{
    struct trace skipped = {0};
    trace_walk(trace, stream, flags, NULL);
    trace_walk(&skipped, stream, flags | BL_WALK_SKIP, NULL);
    bool same = trace_same(trace, &skipped, false);
    trace_release(&skipped);
    if (trace->is_unbounded)
        return "more events than bits";
    if (!same)
        return "skipping differs from reading";
    if (!trace_batches_same(trace, stream, flags) ||
        !trace_batches_same(trace, stream, flags | BL_WALK_SKIP))
        return "batches across blocks differ from events";
    return check_positions(trace, stream);
}

/* Walks that recover, under FLAGS, against WHOLE, which does not. */
static const char *check_recovery(const struct bl_stream *stream, const struct trace *whole,
                                  unsigned flags)
{
    struct trace recovered = {0};
    const char *problem = check_mode(&recovered, stream, flags | BL_WALK_RECOVER);
    struct trace head = recovered;
    if (whole->status != BL_OK && whole->n < head.n)
        head.n = whole->n;
    if (!problem && !trace_same(whole, &head, true))
        problem = whole->status == BL_OK ? "recovery without any damage"
                                         : "recovery differs before the damage";
    trace_release(&recovered);
    return problem;
}

static const char *check_strict_recovery(const struct subject *subject)
{
    return check_recovery(subject->stream, subject->strict, 0);
}

/* Where a stream lends a BLOCKINFO to itself, most have two of them in force. */
static const char *check_borrowed(const struct subject *subject)
{
    struct trace read = {0};
    struct trace skipped = {0};
    const char *problem = NULL;
    trace_walk(&read, subject->stream, BL_WALK_RECOVER, subject->stream);
    trace_walk(&skipped, subject->stream, BL_WALK_RECOVER | BL_WALK_SKIP, subject->stream);
    if (read.is_unbounded)
        problem = "more events than bits, with a BLOCKINFO of elsewhere";
    else if (!trace_same(&read, &skipped, false))
        problem = "skipping differs from reading, with a BLOCKINFO of elsewhere";
    trace_release(&read);
    trace_release(&skipped);
    return problem;
}

static bool has_nested_blockinfo(const struct trace *trace)
{
    for (size_t i = 0; i < trace->n; i++) {
        const struct trace_item *item = &trace->items[i];
        if (item->kind == BL_EVENT_BLOCK && item->block.block_id == 0 && item->depth > 0)
            return true;
    }
    return false;
}

static const char *check_llvm(const struct subject *subject)
{
    struct trace llvm = {0};
    const char *problem = check_mode(&llvm, subject->stream, BL_WALK_LLVM);
    if (!problem && subject->strict->status == BL_OK && llvm.status == BL_OK &&
        !has_nested_blockinfo(subject->strict) && !trace_same(subject->strict, &llvm, true))
        problem = "LLVM's rules differ from strict ones";
    if (!problem)
        problem = check_recovery(subject->stream, &llvm, BL_WALK_LLVM);
    trace_release(&llvm);
    return problem;
}

/* The records of the block whose BLOCK event is items[AT]. */
static const char *check_records(struct bl_index *index, uint32_t block, const struct trace *trace,
                                 size_t at)
{
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    const char *problem = NULL;
    uint32_t n = 0;
    uint32_t inside = trace->items[at].depth + 1;
    if (bl_index_cursor(index, block, &cursor, NULL) < 0)
        return "no cursor for a block";
    for (size_t i = at + 1; !problem; i++) {
        const struct trace_item *item = &trace->items[i];
        if (item->kind == BL_EVENT_BLOCK_END && item->depth == inside - 1)
            break;
        if (item->kind != BL_EVENT_RECORD || item->depth != inside)
            continue;
        if (bl_cursor_read_next(&cursor, &rec) != 1)
            problem = "a cursor ends before the walk does";
        else if (rec.bit_pos != item->bit_pos || rec.end_pos != item->end_pos ||
                 rec.abbrev_id != item->abbrev_id || trace_contents(&rec) != item->contents)
            problem = "a cursor reads another record than the walk";
        n++;
    }
    if (!problem && bl_cursor_read_next(&cursor, &rec) != 0)
        problem = "a cursor goes on behind the end of the block";
    if (!problem && bl_index_get(index, block).n_records != n)
        problem = "the index counts other records than the walk";
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return problem;
}

static const char *check_block(struct bl_index *index, uint32_t block, const struct trace *trace,
                               size_t at)
{
    struct bl_index_entry entry = bl_index_get(index, block);
    const struct bl_block *item = &trace->items[at].block;
    if (entry.block.bit_pos != item->bit_pos || entry.block.body_pos != item->body_pos ||
        entry.block.block_id != item->block_id || entry.block.id_width != item->id_width ||
        entry.block.n_words != item->n_words || !entry.expanded || entry.damaged)
        return "the index has another block than the walk";
    uint32_t found;
    if (bl_index_find(index, item->bit_pos, &found, NULL) < 0 || found != block)
        return "a block is not found by its position";
    return check_records(index, block, trace, at);
}

static const char *compare_index(struct bl_index *index, const struct trace *trace)
{
    if (bl_index_expand(index, BL_NONE, UINT32_MAX, NULL) < 0)
        return "the index fails where the walk does not";
    uint32_t level = 0;
    uint32_t block = BL_NONE;
    uint32_t n = 0;
    for (size_t i = 0; i < trace->n; i++) {
        if (trace->items[i].kind != BL_EVENT_BLOCK)
            continue;
        block = bl_index_next(index, block, UINT32_MAX, &level);
        if (block == BL_NONE || level != trace->items[i].depth + 1)
            return "the index has another tree than the walk";
        const char *problem = check_block(index, block, trace, i);
        if (problem)
            return problem;
        n++;
    }
    return n == bl_index_count(index) ? NULL : "the index has more blocks than the walk";
}

/* Whatever damage there is: it must end, and say the same when asked again. */
static const char *exhaust_index(struct bl_index *index)
{
    struct bl_error err;
    int status = bl_index_expand(index, BL_NONE, UINT32_MAX, &err);
    if (bl_index_expand(index, BL_NONE, UINT32_MAX, NULL) != status)
        return "the index changed its mind";
    struct bl_record rec = {0};
    for (uint32_t block = 0; block < bl_index_count(index); block++) {
        struct bl_cursor cursor;
        if (bl_index_cursor(index, block, &cursor, NULL) < 0)
            return "no cursor for a block";
        while (bl_cursor_read_next(&cursor, &rec) > 0)
            (void)bl_index_record_name(index, block, rec.code);
        bl_cursor_error(&cursor, &err);
        bl_cursor_release(&cursor);
        (void)bl_index_block_name(index, block);
    }
    bl_record_release(&rec);
    return NULL;
}

static const char *check_index(const struct subject *subject)
{
    const struct trace *strict = subject->strict;
    struct bl_index *index;
    int status = bl_index_open(&index, subject->stream, NULL);
    if (status < 0)
        return strict->status < 0 ? NULL : "no index where the walk does not fail";
    const char *problem = strict->status == BL_OK ? compare_index(index, strict) : NULL;
    if (!problem)
        problem = exhaust_index(index);
    bl_index_close(index);
    return problem;
}

/* Items of the block that begins at items[AT], its end among them. */
static size_t n_items_of_block(const struct trace *trace, size_t at)
{
    const struct trace_item *first = &trace->items[at];
    const struct trace_item *item = first;
    do
        item++;
    while (item->kind != BL_EVENT_BLOCK_END || item->depth != first->depth);
    return (size_t)(item - first) + 1;
}

/* Of a block: where it begins, what is in it beside sub-blocks, and where it ends. */
static bool is_own(const struct trace_item *block, const struct trace_item *item)
{
    bool is_entry = item->kind == BL_EVENT_RECORD || item->kind == BL_EVENT_ABBREV;
    return item->depth == block->depth || (is_entry && item->depth == block->depth + 1);
}

/* FLAT leaps over the sub-blocks of WHOLE, a block. */
static bool is_same_flat(const struct trace *whole, const struct trace *flat)
{
    size_t n = 0;
    for (size_t i = 0; i < whole->n; i++) {
        if (!is_own(whole->items, &whole->items[i]))
            continue;
        struct trace one = {.items = &whole->items[i], .n = 1};
        struct trace other = {.items = &flat->items[n], .n = 1};
        if (n++ == flat->n || !trace_same(&one, &other, true))
            return false;
    }
    return n == flat->n && flat->status == BL_OK;
}

/* Walks of each block alone report what the whole one does. ALONE is room for them. */
static const char *compare_alone(const struct subject *subject, struct bl_index *index,
                                 struct trace *alone)
{
    const struct trace *strict = subject->strict;
    uint32_t level = 0;
    uint32_t block = BL_NONE;
    for (size_t i = 0; i < strict->n; i++) {
        if (strict->items[i].kind != BL_EVENT_BLOCK)
            continue;
        block = bl_index_next(index, block, UINT32_MAX, &level);
        if (level > MAX_ALONE)
            continue;
        struct trace part = {.items = &strict->items[i], .n = n_items_of_block(strict, i)};
        trace_block(alone, subject->stream, index, block, 0);
        if (!trace_same(&part, alone, true))
            return "a block alone tells something else than the whole";
        trace_block(alone, subject->stream, index, block, BL_WALK_SKIP);
        if (!trace_same(&part, alone, false))
            return "skipping a block alone tells something else than the whole";
        trace_block(alone, subject->stream, index, block, BL_WALK_FLAT);
        if (!is_same_flat(&part, alone))
            return "leaping over sub-blocks tells something else than the whole";
    }
    return NULL;
}

/* Whatever damage there is: they end. */
static const char *exhaust_alone(const struct subject *subject, struct bl_index *index,
                                 struct trace *alone)
{
    uint32_t level = 0;
    uint32_t block = BL_NONE;
    while ((block = bl_index_next(index, block, MAX_ALONE, &level)) != BL_NONE) {
        trace_block(alone, subject->stream, index, block, BL_WALK_RECOVER);
        if (alone->is_unbounded)
            return "a block alone has more events than the stream has bits";
    }
    return NULL;
}

static const char *check_alone(const struct subject *subject)
{
    struct trace alone = {0};
    struct bl_index *index;
    if (bl_index_open(&index, subject->stream, NULL) < 0)
        return NULL;
    (void)bl_index_expand(index, BL_NONE, UINT32_MAX, NULL);
    const char *problem = subject->strict->status == BL_OK ? compare_alone(subject, index, &alone)
                                                           : exhaust_alone(subject, index, &alone);
    trace_release(&alone);
    bl_index_close(index);
    return problem;
}

/* The pieces are one after the other, and the last one ends with the stream. */
static const char *check_ranges(const struct bl_stream *stream, size_t piece_bytes)
{
    struct bl_split *split;
    uint64_t begin, end;
    uint64_t at = 0;
    bool in_row = true;
    if (bl_split_open(&split, stream, piece_bytes, NULL) < 0)
        return NULL;
    uint32_t n = 0;
    for (; in_row && bl_split_has(split, n); n++) {
        bl_split_range(split, n, &begin, &end);
        in_row = (n == 0 || begin == at) && begin <= end;
        at = end;
    }
    bl_split_range(split, n, &begin, &end);
    bool is_end = begin == end && at == end && end == (uint64_t)stream->bytes.size * 8;
    bool is_count = n == bl_split_count(split);
    bl_split_close(split);
    return in_row && is_end && is_count ? NULL : "the pieces do not cover the stream";
}

static const char *check_split(const struct subject *subject)
{
    static const size_t sizes[] = {0, 64, 1024, 20000};
    struct trace recovered = {0};
    struct trace pieces = {0};
    const char *problem = NULL;
    struct chosen c = choice_of(subject->choice, sizeof sizes / sizeof sizes[0], 1);
    trace_walk(&recovered, subject->stream, BL_WALK_RECOVER, NULL);
    for (; c.i < c.end && !problem; c.i++) {
        trace_split(&pieces, subject->stream, 0, sizes[c.i]);
        if (!trace_same(subject->strict, &pieces, true))
            problem = "the pieces tell something else than the whole";
        trace_split(&pieces, subject->stream, BL_WALK_SKIP, sizes[c.i]);
        if (!problem && !trace_same(subject->strict, &pieces, false))
            problem = "skipping the pieces tells something else than the whole";
        trace_split(&pieces, subject->stream, BL_WALK_RECOVER, sizes[c.i]);
        if (!problem && !trace_same(&recovered, &pieces, true))
            problem = "the pieces recover in another way than the whole";
        if (!problem && !trace_split_batches_same(subject->strict, subject->stream, sizes[c.i]))
            problem = "batches of the pieces tell something else than the whole";
        if (!problem)
            problem = check_ranges(subject->stream, sizes[c.i]);
    }
    trace_release(&pieces);
    trace_release(&recovered);
    return problem;
}

/* All but places. */
static bool is_rewritten(const struct trace_item *a, const struct trace_item *b)
{
    return a->kind == b->kind && a->depth == b->depth && a->block.block_id == b->block.block_id &&
           a->block.id_width == b->block.id_width && a->abbrev_id == b->abbrev_id &&
           a->code == b->code && a->contents == b->contents;
}

/* What a strict walk has read to its end, written again. */
static const char *check_writer(const struct subject *subject)
{
    const struct trace *strict = subject->strict;
    struct bl_writer *w;
    struct bl_view bytes;
    struct bl_stream again;
    struct trace trace = {0};
    const char *problem = NULL;
    if (strict->status != BL_OK || bl_writer_open(&w, NULL) < 0)
        return NULL;
    /* The writer refuses a few definitions that can be read, but not used. */
    if (rewrite_stream(subject->stream, w, NULL, NULL) &&
        bl_writer_finish(w, &bytes, NULL) == BL_OK &&
        bl_stream_locate(bytes, &again, NULL) == BL_OK) {
        trace_walk(&trace, &again, 0, NULL);
        if (trace.status != BL_OK || trace.n != strict->n)
            problem = "what was read and written again cannot be read, or has other entries";
        for (size_t i = 0; i < trace.n && !problem; i++)
            if (!is_rewritten(&trace.items[i], &strict->items[i]))
                problem = "what was read and written again reads differently";
    }
    trace_release(&trace);
    bl_writer_close(w);
    return problem;
}

static const char *check_ways(const struct subject *subject)
{
    return records_agree(subject->bytes, subject->choice);
}

static const char *check_stats(const struct subject *subject)
{
    return stats_check(subject->stream, subject->choice);
}

/* The primitives of EVENT, which WALK returned: one begins where the one before it ends, and their
 * values are those of the record. */
static const char *check_event(const struct bl_stream *stream, const struct bl_walk *walk,
                               const struct bl_event *event)
{
    struct bl_primitives primitives;
    struct bl_primitive p;
    const struct bl_record *rec = event->record;
    uint64_t pos = event->bit_pos;
    uint64_t n_ops = 0;
    bl_primitives_begin(&primitives, walk, event);
    for (; bl_primitives_next(&primitives, &p) > 0; pos = p.end_pos) {
        if (p.bit_pos != pos || p.end_pos < pos || !p.section)
            return "a primitive begins elsewhere than the one before it ends";
        if (p.role == BL_ROLE_BLOB && (p.bytes.data != stream->bytes.data + p.bit_pos / 8 ||
                                       p.bytes.size * 8 != p.end_pos - p.bit_pos))
            return "a primitive is a blob of other bytes than its bits";
        if (p.role == BL_ROLE_CODE && p.value != event->code)
            return "a primitive is another code than the record's";
        if (p.role != BL_ROLE_OPERAND)
            continue;
        if (p.number != n_ops || n_ops >= rec->n_ops || p.value != rec->ops[n_ops])
            return "a primitive is another operand than the record's";
        n_ops++;
    }
    if (event->damaged)
        return pos == event->bit_pos ? NULL : "a block that was given up has primitives";
    if (rec && n_ops != rec->n_ops)
        return "primitives are fewer operands than the record's";
    return pos == event->end_pos ? NULL : "primitives do not end with their entry";
}

static const char *check_primitives(const struct subject *subject)
{
    static const unsigned flags[] = {BL_WALK_RECOVER, BL_WALK_RECOVER | BL_WALK_LLVM};
    struct chosen c = choice_of(subject->choice, sizeof flags / sizeof flags[0], 1);
    const char *problem = NULL;
    for (; c.i < c.end && !problem; c.i++) {
        struct bl_walk *walk;
        struct bl_event event;
        int rc = bl_walk_open(&walk, subject->stream, flags[c.i], NULL, NULL);
        while (rc >= 0 && !problem && (rc = bl_walk_next(walk, &event, NULL)) != 0) {
            if (rc > 0)
                problem = check_event(subject->stream, walk, &event);
            rc = rc == BL_E_NOMEM ? rc : 0;
        }
        bl_walk_close(walk);
    }
    return problem;
}

static const char *(*const checks[])(const struct subject *subject) = {
    check_llvm, check_strict_recovery, check_borrowed, check_index,      check_alone, check_split,
    check_ways, check_writer,          check_stats,    check_primitives,
};

const char *properties_check(struct bl_view bytes, struct choice *choice)
{
    struct bl_stream stream;
    struct trace strict = {0};
    struct subject subject = {
        .bytes = bytes, .stream = &stream, .strict = &strict, .choice = choice};
    if (bl_stream_locate(bytes, &stream, NULL) < 0)
        return NULL;
    const char *problem = check_mode(&strict, &stream, 0);
    struct chosen c = choice_of(choice, sizeof checks / sizeof checks[0], 1);
    for (; c.i < c.end && !problem; c.i++)
        problem = checks[c.i](&subject);
    trace_release(&strict);
    return problem;
}
