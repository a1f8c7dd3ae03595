/* engine_textbook.c - a decoder as the format's document describes it, chunk by chunk
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Shares nothing with the library or LLVM, so that it is a third opinion where
 * checksums are compared.
 */
#include "engine.h"
#include "engines.h"

#include <stdlib.h>
#include <string.h>

enum {
    END_BLOCK = 0,
    ENTER_SUBBLOCK = 1,
    DEFINE_ABBREV = 2,
    UNABBREV_RECORD = 3,
    FIRST_ABBREV = 4,
    BLOCKINFO = 0,
    SETBID = 1,
    MAX_DEPTH = 64,
};

enum encoding {
    LITERAL = 0,
    FIXED = 1,
    VBR = 2,
    ARRAY = 3,
    CHAR6 = 4,
    BLOB = 5
};

struct operand {
    enum encoding encoding;
    uint64_t value; /* of a literal; else the width */
};

struct abbrev {
    uint32_t block_id; /* the block it describes, in the list of BLOCKINFO */
    uint32_t n_operands;
    struct operand *operands;
};

struct abbrevs {
    struct abbrev *items;
    size_t n, capacity;
};

struct decoder {
    const uint8_t *data;
    uint64_t pos, end; /* bits */
    bool failed;
    struct abbrevs blockinfo;
    uint64_t *values; /* of the record */
    size_t n_values, capacity;
    uint32_t code;
    const uint8_t *blob;
    size_t blob_size;
    uint32_t wanted;    /* BENCH_FIND: so many such blocks are still to be passed */
    bool found;         /* and it was read */
    uint32_t tally_end; /* BENCH_TALLY: highest block id and one */
    struct {
        uint64_t blocks, records;
    } * tally;
};

/* ---- Primitives ---- */

static void fail(struct decoder *d)
{
    d->failed = true;
    d->pos = d->end;
}

static uint64_t fixed(struct decoder *d, unsigned width)
{
    uint64_t value = 0;
    if (width > d->end - d->pos) {
        fail(d);
        return 0;
    }
    for (unsigned have = 0; have < width;) {
        unsigned in_byte = d->pos % 8;
        unsigned take = 8 - in_byte < width - have ? 8 - in_byte : width - have;
        uint64_t part = (unsigned)d->data[d->pos / 8] >> in_byte & ((1U << take) - 1);
        value |= part << have;
        have += take;
        d->pos += take;
    }
    return value;
}

static uint64_t vbr(struct decoder *d, unsigned width)
{
    uint64_t value = 0;
    uint64_t more = UINT64_C(1) << (width - 1);
    uint64_t chunk = more;
    for (unsigned shift = 0; chunk & more && !d->failed; shift += width - 1) {
        chunk = fixed(d, width);
        if (shift < 64)
            value |= (chunk & (more - 1)) << shift;
    }
    return value;
}

static char char6(struct decoder *d)
{
    return "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"[fixed(d, 6)];
}

static void align32(struct decoder *d)
{
    uint64_t pos = (d->pos + 31) & ~UINT64_C(31);
    if (pos > d->end)
        fail(d);
    else
        d->pos = pos;
}

/* Room for one more item of SIZE bytes; NULL: no memory. */
static void *grow(void *items, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity)
        return items;
    size_t wanted = *capacity ? 2 * *capacity : 64;
    void *moved = realloc(items, wanted * size);
    if (moved)
        *capacity = wanted;
    return moved;
}

/* ---- Abbreviations ---- */

static struct abbrev *add_abbrev(struct decoder *d, struct abbrevs *list)
{
    struct abbrev *items = grow(list->items, list->n, &list->capacity, sizeof *items);
    if (!items) {
        fail(d);
        return NULL;
    }
    list->items = items;
    items[list->n] = (struct abbrev){0};
    return &items[list->n++];
}

static void define_abbrev(struct decoder *d, struct abbrevs *list, uint32_t block_id)
{
    struct abbrev *abbrev = add_abbrev(d, list);
    uint64_t n = vbr(d, 5);
    if (!abbrev || n > d->end - d->pos ||
        !(abbrev->operands = calloc(n + 1, sizeof(struct operand)))) {
        fail(d);
        return;
    }
    abbrev->block_id = block_id;
    abbrev->n_operands = (uint32_t)n;
    for (uint64_t i = 0; i < n; i++) {
        struct operand *operand = &abbrev->operands[i];
        bool is_literal = fixed(d, 1);
        operand->encoding = is_literal ? LITERAL : (enum encoding)fixed(d, 3);
        if (is_literal)
            operand->value = vbr(d, 8);
        else if (operand->encoding == FIXED || operand->encoding == VBR)
            operand->value = vbr(d, 5);
        if (operand->value == 0 && operand->encoding <= VBR)
            operand->encoding = LITERAL;
        if (operand->encoding > BLOB || (!is_literal && operand->value > 32))
            fail(d);
    }
}

static void drop_abbrevs(struct abbrevs *list)
{
    for (size_t i = 0; i < list->n; i++)
        free(list->items[i].operands);
    free(list->items);
    *list = (struct abbrevs){0};
}

/* The abbreviation that ID stands for: those of BLOCKINFO come first, then the block's own. */
static const struct abbrev *find_abbrev(const struct decoder *d, const struct abbrevs *own,
                                        uint32_t block_id, uint64_t id)
{
    uint64_t left = id - FIRST_ABBREV;
    for (size_t i = 0; i < d->blockinfo.n; i++)
        if (d->blockinfo.items[i].block_id == block_id && left-- == 0)
            return &d->blockinfo.items[i];
    return left < own->n ? &own->items[left] : NULL;
}

/* ---- Records ---- */

static void put(struct decoder *d, uint64_t value)
{
    uint64_t *values = grow(d->values, d->n_values, &d->capacity, sizeof *values);
    if (!values) {
        fail(d);
        return;
    }
    d->values = values;
    values[d->n_values++] = value;
}

static uint64_t scalar(struct decoder *d, const struct operand *operand)
{
    switch (operand->encoding) {
    case LITERAL: return operand->value;
    case FIXED: return fixed(d, (unsigned)operand->value);
    case VBR: return vbr(d, (unsigned)operand->value);
    case CHAR6: return (uint8_t)char6(d);
    default: fail(d); return 0;
    }
}

static void read_blob(struct decoder *d)
{
    uint64_t size = vbr(d, 6);
    align32(d);
    if (size > (d->end - d->pos) / 8) {
        fail(d);
        return;
    }
    d->blob = d->data + d->pos / 8;
    d->blob_size = size;
    d->pos += size * 8;
    align32(d);
}

/* The first value is the code. */
static void read_abbreviated(struct decoder *d, const struct abbrev *abbrev)
{
    for (uint32_t i = 0; i < abbrev->n_operands && !d->failed; i++) {
        const struct operand *operand = &abbrev->operands[i];
        if (operand->encoding == BLOB) {
            read_blob(d);
        } else if (operand->encoding == ARRAY) {
            uint64_t n = vbr(d, 6);
            for (i++; n > 0 && !d->failed; n--)
                put(d, scalar(d, operand + 1));
        } else {
            put(d, scalar(d, operand));
        }
    }
}

static void read_record(struct decoder *d, const struct abbrevs *own, uint32_t block_id,
                        uint64_t id)
{
    d->n_values = 0;
    d->blob = NULL;
    if (id == UNABBREV_RECORD) {
        put(d, vbr(d, 6));
        for (uint64_t n = vbr(d, 6); n > 0 && !d->failed; n--)
            put(d, vbr(d, 6));
    } else {
        const struct abbrev *abbrev = find_abbrev(d, own, block_id, id);
        if (!abbrev)
            fail(d);
        else
            read_abbreviated(d, abbrev);
    }
    if (d->n_values == 0)
        fail(d);
    d->code = d->failed ? 0 : (uint32_t)d->values[0];
}

/* ---- Blocks ---- */

struct visit {
    enum bench_way way;
    const struct bench_task *task;
    struct bench_sink *sink;
};

static void note_block(struct decoder *d, const struct visit *visit, uint32_t block_id)
{
    if (visit->way != BENCH_TALLY) {
        bench_take_block(visit->sink, block_id);
    } else if (block_id != BLOCKINFO) {
        if (block_id >= d->tally_end) {
            void *tally = realloc(d->tally, (block_id + 1) * sizeof *d->tally);
            if (!tally || block_id > UINT16_MAX) {
                fail(d);
                return;
            }
            d->tally = tally;
            memset(d->tally + d->tally_end, 0, (block_id + 1 - d->tally_end) * sizeof *d->tally);
            d->tally_end = block_id + 1;
        }
        d->tally[block_id].blocks++;
    }
}

/* The record just read, of a block whose records are wanted. */
static void note_record(struct decoder *d, const struct visit *visit, uint32_t block_id)
{
    if (visit->way == BENCH_SKIP) {
        bench_take_code(visit->sink, d->code);
    } else if (visit->way == BENCH_TALLY) {
        d->tally[block_id].records++;
    } else {
        bench_take_record(visit->sink, d->code, d->values + 1, d->n_values - 1);
        if (d->blob)
            bench_take_blob(visit->sink, d->blob, d->blob_size);
    }
}

static void walk_block(struct decoder *d, const struct visit *visit, unsigned depth,
                       uint32_t block_id);

/* A sub-block of BLOCK_ID, or at DEPTH 0 a block at the top level: enter it or leap over it. */
static void sub_block(struct decoder *d, const struct visit *visit, unsigned depth)
{
    uint64_t start = d->pos;
    uint32_t block_id = (uint32_t)vbr(d, 8);
    vbr(d, 4);
    align32(d);
    uint64_t behind = fixed(d, 32) * 32 + d->pos;
    bool leaping = visit->way == BENCH_INDEX_READ || visit->way == BENCH_INDEX_SKIP;
    bool finding = visit->way == BENCH_FIND;
    bool enter = depth == 0 || !(leaping || finding);
    if (finding && depth == 1) {
        enter = block_id == BLOCKINFO;
        if (block_id == visit->task->block_id && d->wanted-- == 0)
            enter = d->found = true;
    }
    if (behind > d->end)
        fail(d);
    if (!d->failed && (!finding || d->found) && (depth < 2 || !finding))
        note_block(d, visit, block_id);
    if (!enter) {
        d->pos = d->failed ? d->end : behind;
    } else {
        d->pos = d->failed ? d->end : start;
        walk_block(d, visit, depth + 1, block_id);
    }
}

/* SETBID selects the block that definitions after it describe. */
static void blockinfo_record(const struct decoder *d, uint32_t *described)
{
    if (!d->failed && d->code == SETBID && d->n_values > 1)
        *described = (uint32_t)d->values[1];
}

/* BLOCK_ID has been peeked at: d->pos is before it. */
static void walk_block(struct decoder *d, const struct visit *visit, unsigned depth,
                       uint32_t block_id)
{
    struct abbrevs own = {0};
    uint32_t described = 0;
    uint32_t n_records = 0;
    vbr(d, 8);
    unsigned id_width = (unsigned)vbr(d, 4);
    align32(d);
    fixed(d, 32);
    bool wanted = block_id != BLOCKINFO && (visit->way != BENCH_FIND || (depth == 2 && d->found));
    if (id_width == 0 || id_width > 32 || depth > MAX_DEPTH)
        fail(d);
    for (uint64_t id = 1; !d->failed;) {
        id = fixed(d, id_width);
        if (id == END_BLOCK || (visit->way == BENCH_FIND && depth == 1 && d->found))
            break;
        if (id == ENTER_SUBBLOCK) {
            sub_block(d, visit, depth);
        } else if (id == DEFINE_ABBREV) {
            define_abbrev(d, block_id == BLOCKINFO ? &d->blockinfo : &own, described);
        } else {
            read_record(d, &own, block_id, id);
            n_records++;
            if (block_id == BLOCKINFO)
                blockinfo_record(d, &described);
            else if (wanted && visit->way != BENCH_INDEX_SKIP && !d->failed)
                note_record(d, visit, block_id);
        }
    }
    align32(d);
    if (visit->way == BENCH_INDEX_SKIP)
        bench_take_count(visit->sink, 0, block_id == BLOCKINFO ? 0 : n_records);
    drop_abbrevs(&own);
}

static void begin(struct decoder *d)
{
    d->pos = 32;
    d->failed = d->found = false;
    drop_abbrevs(&d->blockinfo);
}

static void walk_stream(struct decoder *d, const struct visit *visit)
{
    begin(d);
    d->wanted = visit->task->nth;
    while (!d->failed && d->end - d->pos >= 64 && !d->found) {
        if (fixed(d, 2) != ENTER_SUBBLOCK)
            fail(d);
        else
            sub_block(d, visit, 0);
    }
}

/* Report what was counted, and count anew. */
static void take_tally(struct decoder *d, struct bench_sink *sink)
{
    for (uint32_t id = 1; id < d->tally_end; id++)
        if (d->tally[id].blocks)
            bench_take_count(sink, (uint32_t)d->tally[id].blocks, d->tally[id].records);
    free(d->tally);
    d->tally = NULL;
    d->tally_end = 0;
}

static int run(void *state, enum bench_way way, const struct bench_task *task,
               struct bench_sink *sink)
{
    struct decoder *d = state;
    struct visit visit = {way, task, sink};
    walk_stream(d, &visit);
    if (way == BENCH_TALLY)
        take_tally(d, sink);
    return d->failed ? -1 : 0;
}

static int run_tally_all(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct decoder *d = state;
    struct visit visit = {BENCH_TALLY, task, sink};
    d->failed = false;
    for (size_t i = 0; i < task->n_streams && !d->failed; i++) {
        d->data = task->streams[i].data;
        d->end = (uint64_t)task->streams[i].size * 8;
        walk_stream(d, &visit);
    }
    take_tally(d, sink);
    return d->failed ? -1 : 0;
}

/* ---- Engine ---- */

static int run_read(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    return run(state, BENCH_READ, task, sink);
}

static int run_skip(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    return run(state, BENCH_SKIP, task, sink);
}

static int run_tally(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    return run(state, BENCH_TALLY, task, sink);
}

static int run_index_read(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    return run(state, BENCH_INDEX_READ, task, sink);
}

static int run_index_skip(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    return run(state, BENCH_INDEX_SKIP, task, sink);
}

static int run_find(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    return run(state, BENCH_FIND, task, sink);
}

static void read_array(struct decoder *d, const struct bench_array *array)
{
    struct operand element = {(enum encoding)array->encoding, array->width};
    d->n_values = 0;
    d->pos = array->first_pos;
    for (uint32_t i = 0; i < array->n; i++)
        put(d, scalar(d, &element));
}

static int run_arrays(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct decoder *d = state;
    begin(d);
    for (size_t i = 0; i < task->n_arrays && !d->failed; i++) {
        read_array(d, &task->arrays[i]);
        bench_take_values(sink, d->values, d->n_values);
    }
    return d->failed ? -1 : 0;
}

static int run_text(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct decoder *d = state;
    char text[BENCH_MAX_ARRAY] = {0};
    begin(d);
    for (size_t i = 0; i < task->n_arrays && !d->failed; i++) {
        d->pos = task->arrays[i].first_pos;
        for (uint32_t k = 0; k < task->arrays[i].n; k++)
            text[k] = char6(d);
        bench_take_text(sink, text, task->arrays[i].n);
    }
    return d->failed ? -1 : 0;
}

static int run_skip_arrays(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    struct decoder *d = state;
    begin(d);
    for (size_t i = 0; i < task->n_arrays && !d->failed; i++) {
        read_array(d, &task->arrays[i]);
        bench_take_end(sink, d->pos, task->arrays[i].n);
    }
    return d->failed ? -1 : 0;
}

static void *open_decoder(const struct bench_engine *engine, const uint8_t *data, size_t size)
{
    (void)engine;
    struct decoder *d = calloc(1, sizeof *d);
    if (d) {
        d->data = data;
        d->end = (uint64_t)size * 8;
    }
    return d;
}

static void close_decoder(void *state)
{
    struct decoder *d = state;
    drop_abbrevs(&d->blockinfo);
    free(d->tally);
    free(d->values);
    free(d);
}

const struct bench_engine *bench_textbook(unsigned n)
{
    static const struct bench_engine engine = {
        .version = BENCH_ENGINE_VERSION,
        .name = "textbook",
        .about = "chunk by chunk, as the format's document describes it",
        .open = open_decoder,
        .close = close_decoder,
        .run = {[BENCH_ARRAYS] = run_arrays,
                [BENCH_TEXT] = run_text,
                [BENCH_SKIP_ARRAYS] = run_skip_arrays,
                [BENCH_READ] = run_read,
                [BENCH_SKIP] = run_skip,
                [BENCH_TALLY] = run_tally,
                [BENCH_TALLY_ALL] = run_tally_all,
                [BENCH_INDEX_READ] = run_index_read,
                [BENCH_INDEX_SKIP] = run_index_skip,
                [BENCH_FIND] = run_find},
    };
    return n == 0 ? &engine : NULL;
}
