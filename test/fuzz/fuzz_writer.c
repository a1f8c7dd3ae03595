/* fuzz_writer.c - the input is a program of writer calls; what they wrote is read back
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Beside the writer a model keeps what a reader must see: every entry in order, with its operands,
 * and which abbreviations and names hold where. The model knows nothing of bits, so that whatever
 * writer and reader might agree on by mistake is not shared by it. All calls are valid; what the
 * writer refuses is tested in test_writer.c.
 */
#include "fuzz/choosy.h"
#include "fuzz/target.h"
#include "support/build.h"
#include "support/guard.h"
#include "support/properties.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DEFINITIONS = 64,
    MAX_ABBREV_OPS = 6,
    MAX_BLOCKS_OPEN = 6,
    MAX_INFOS = 16,
    MAX_DESCRIBED = 6,
    MAX_IN_FORCE = 24, /* definitions at once in one block: ids below 28 */
    MAX_ENTRIES = 600,
    MAX_OPS = 48,
    MAX_BLOB = 32,
    MAX_NAME = 8,
    N_BLOCK_IDS = 5, /* few, so that what is described is used */
    NO_INFO = -1,
};

struct definition {
    struct bl_abbrev_op ops[MAX_ABBREV_OPS];
    size_t n;
};

struct described {
    uint32_t block_id;
    int definitions[MAX_IN_FORCE];
    int n;
    char name[MAX_NAME + 1];
};

struct info {
    struct described blocks[MAX_DESCRIBED];
    int n;
};

struct open_block {
    uint32_t id;
    int definitions[MAX_IN_FORCE];
    int n;
    int info_before;
    int current; /* in BLOCKINFO: the described block, or -1 */
};

/* What a walk must report. */
struct entry {
    enum bl_event_kind kind;
    uint32_t id; /* of the block; of a record's abbreviation */
    uint32_t code;
    uint64_t ops[MAX_OPS];
    size_t n_ops;
    uint8_t blob[MAX_BLOB];
    size_t n_blob;
    bool has_blob;
    const char *name; /* of the block, or NULL */
};

struct model {
    const uint8_t *program;
    size_t left;
    struct bl_writer *w;
    struct definition definitions[MAX_DEFINITIONS];
    int n_definitions;
    struct info infos[MAX_INFOS];
    int n_infos;
    int info; /* in force, or NO_INFO */
    struct open_block open[MAX_BLOCKS_OPEN];
    int depth;
    struct entry entries[MAX_ENTRIES];
    int n_entries;
};

static void must(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "writer and reader disagree: %s\n", what);
    abort();
}

/* ---- The program ---- */

static uint8_t take(struct model *m)
{
    if (m->left == 0)
        return 0;
    m->left--;
    return *m->program++;
}

/* 0 to N - 1. */
static unsigned choose(struct model *m, unsigned n)
{
    return take(m) % n;
}

/* A value of at most WIDTH bits, with each length likely. */
static uint64_t take_value(struct model *m, unsigned width)
{
    unsigned bits = choose(m, width + 1);
    uint64_t value = 0;
    for (unsigned i = 0; i < bits; i += 8)
        value = value << 8 | take(m);
    return bits < 64 ? value & (((uint64_t)1 << bits) - 1) : value;
}

static char take_char6(struct model *m)
{
    static const char table[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    return table[choose(m, 64)];
}

static uint64_t take_operand(struct model *m, const struct bl_abbrev_op *op)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_LITERAL: return op->literal;
    case BL_ENC_CHAR6: return (uint64_t)take_char6(m);
    case BL_ENC_VBR: return op->width < 2 ? 0 : take_value(m, 64);
    default: return op->width ? take_value(m, op->width) : 0;
    }
}

/* ---- The model ---- */

static struct open_block *innermost(struct model *m)
{
    return m->depth ? &m->open[m->depth - 1] : NULL;
}

static bool in_blockinfo(struct model *m)
{
    return m->depth && innermost(m)->id == 0;
}

static struct described *described(struct model *m, uint32_t block_id)
{
    for (int i = 0; m->info != NO_INFO && i < m->infos[m->info].n; i++)
        if (m->infos[m->info].blocks[i].block_id == block_id)
            return &m->infos[m->info].blocks[i];
    return NULL;
}

static struct entry *add_entry(struct model *m, enum bl_event_kind kind)
{
    struct entry *entry = &m->entries[m->n_entries++];
    *entry = (struct entry){.kind = kind};
    return entry;
}

static void enter(struct model *m, uint32_t id)
{
    if (m->depth == MAX_BLOCKS_OPEN || in_blockinfo(m) || (id == 0 && m->n_infos == MAX_INFOS))
        return;
    unsigned width = 5 + choose(m, 28); /* ids up to 31 fit */
    bl_writer_enter(m->w, id, width);
    struct open_block *block = &m->open[m->depth++];
    *block = (struct open_block){.id = id, .info_before = m->info, .current = -1};
    const struct described *known = described(m, id);
    if (known) {
        memcpy(block->definitions, known->definitions, sizeof known->definitions);
        block->n = known->n;
    }
    struct entry *entry = add_entry(m, BL_EVENT_BLOCK);
    entry->id = id;
    entry->name = known && known->name[0] ? known->name : NULL;
    if (id == 0) {
        m->info = m->n_infos++;
        m->infos[m->info].n = 0;
    }
}

static void leave(struct model *m)
{
    if (!m->depth)
        return;
    bl_writer_exit(m->w);
    const struct open_block *block = innermost(m);
    add_entry(m, BL_EVENT_BLOCK_END)->id = block->id;
    if (block->id != 0)
        m->info = block->info_before;
    m->depth--;
}

static void set_block(struct model *m, uint32_t id)
{
    struct info *info = &m->infos[m->info];
    struct described *known = described(m, id);
    if (!known && info->n == MAX_DESCRIBED)
        return;
    bl_writer_set_block(m->w, id);
    struct entry *entry = add_entry(m, BL_EVENT_RECORD);
    entry->id = BL_ABBREV_UNABBREV;
    entry->code = BUILD_SETBID;
    entry->ops[entry->n_ops++] = id;
    if (!known) {
        known = &info->blocks[info->n++];
        *known = (struct described){.block_id = id};
    }
    innermost(m)->current = (int)(known - info->blocks);
}

/* An operand that is not an array or blob; MAY_BE_LITERAL: of no bits, too. */
static struct bl_abbrev_op take_scalar_op(struct model *m, bool may_be_literal)
{
    switch (choose(m, may_be_literal ? 4 : 3)) {
    case 0: return (struct bl_abbrev_op)CHAR6;
    case 1:
        return (struct bl_abbrev_op){.encoding = BL_ENC_FIXED,
                                     .width = (uint8_t)(!may_be_literal + choose(m, 32))};
    case 2:
        return (struct bl_abbrev_op){.encoding = BL_ENC_VBR,
                                     .width = (uint8_t)(!may_be_literal + choose(m, 32))};
    default: return (struct bl_abbrev_op){.literal = take_value(m, 64)};
    }
}

static void take_definition(struct model *m, struct definition *def)
{
    *def = (struct definition){.n = 1};
    def->ops[0] = take_scalar_op(m, true);
    bool has_blob = false;
    while (def->n < MAX_ABBREV_OPS) {
        unsigned what = choose(m, 8);
        if (what == 0)
            return;
        if (what == 1 && !has_blob) {
            has_blob = true;
            def->ops[def->n++] = (struct bl_abbrev_op)BLOB;
        } else if (what == 2 && def->n + 2 <= MAX_ABBREV_OPS) {
            def->ops[def->n++] = (struct bl_abbrev_op)ARRAY;
            def->ops[def->n++] = take_scalar_op(m, false);
            return;
        } else {
            def->ops[def->n++] = take_scalar_op(m, true);
        }
    }
}

static void define(struct model *m)
{
    struct open_block *block = innermost(m);
    if (!block || m->n_definitions == MAX_DEFINITIONS || (block->id == 0 && block->current < 0))
        return;
    struct described *target = block->id == 0 ? &m->infos[m->info].blocks[block->current] : NULL;
    int *n = target ? &target->n : &block->n;
    if (*n == MAX_IN_FORCE)
        return;
    int number = m->n_definitions++;
    struct definition *def = &m->definitions[number];
    take_definition(m, def);
    uint32_t id = bl_writer_define(m->w, def->ops, def->n);
    must(id == BL_ABBREV_FIRST + (uint32_t)*n, "id of a definition");
    (target ? target->definitions : block->definitions)[(*n)++] = number;
    add_entry(m, BL_EVENT_ABBREV)->id = block->id == 0 ? 0 : id;
}

static void unabbreviated(struct model *m)
{
    if (!m->depth || in_blockinfo(m))
        return;
    struct entry *entry = add_entry(m, BL_EVENT_RECORD);
    entry->id = BL_ABBREV_UNABBREV;
    entry->code = (uint32_t)take_value(m, 32);
    size_t n = choose(m, MAX_OPS);
    while (entry->n_ops < n)
        entry->ops[entry->n_ops++] = take_value(m, 64);
    bl_writer_record(m->w, entry->code, entry->ops, entry->n_ops);
}

static void take_fields(struct model *m, const struct definition *def, struct entry *entry)
{
    for (size_t i = 1; i < def->n; i++) {
        if (def->ops[i].encoding == BL_ENC_ARRAY) {
            size_t n = choose(m, MAX_OPS - MAX_ABBREV_OPS);
            while (n-- > 0)
                entry->ops[entry->n_ops++] = take_operand(m, &def->ops[i + 1]);
            return;
        }
        if (def->ops[i].encoding == BL_ENC_BLOB) {
            entry->has_blob = true;
            size_t n = choose(m, MAX_BLOB + 1);
            while (entry->n_blob < n)
                entry->blob[entry->n_blob++] = take(m);
            continue;
        }
        entry->ops[entry->n_ops++] = take_operand(m, &def->ops[i]);
    }
}

static void abbreviated(struct model *m)
{
    struct open_block *block = innermost(m);
    if (!block || block->n == 0 || in_blockinfo(m))
        return;
    unsigned number = choose(m, (unsigned)block->n);
    const struct definition *def = &m->definitions[block->definitions[number]];
    struct entry *entry = add_entry(m, BL_EVENT_RECORD);
    entry->id = BL_ABBREV_FIRST + number;
    uint64_t code = take_operand(m, &def->ops[0]);
    entry->code = (uint32_t)code;
    if (code > UINT32_MAX && def->ops[0].encoding == BL_ENC_VBR)
        entry->code &= 0xFFFF; /* the writer takes 32 bits only */
    take_fields(m, def, entry);
    struct bl_view blob = {.data = entry->blob, .size = entry->n_blob};
    bl_writer_abbreviated(m->w, entry->id, entry->code, entry->ops, entry->n_ops,
                          entry->has_blob ? &blob : NULL);
}

static void name(struct model *m)
{
    if (!in_blockinfo(m) || innermost(m)->current < 0)
        return;
    struct described *block = &m->infos[m->info].blocks[innermost(m)->current];
    size_t n = choose(m, MAX_NAME + 1);
    for (size_t i = 0; i < n; i++)
        block->name[i] = take_char6(m);
    block->name[n] = '\0';
    struct entry *entry = add_entry(m, BL_EVENT_RECORD);
    entry->id = BL_ABBREV_UNABBREV;
    entry->code = BUILD_BLOCKNAME;
    for (size_t i = 0; i < n; i++)
        entry->ops[entry->n_ops++] = (uint64_t)block->name[i];
    build_text_record(m->w, BUILD_BLOCKNAME, block->name);
}

static void run(struct model *m)
{
    while (m->left > 0 && m->n_entries < MAX_ENTRIES - MAX_BLOCKS_OPEN) {
        switch (choose(m, 8)) {
        case 0: enter(m, 1 + choose(m, N_BLOCK_IDS)); break;
        case 1: leave(m); break;
        case 2: enter(m, 0); break;
        case 3:
            if (in_blockinfo(m))
                set_block(m, choose(m, 1 + N_BLOCK_IDS));
            break;
        case 4: define(m); break;
        case 5: unabbreviated(m); break;
        case 6: abbreviated(m); break;
        default: name(m); break;
        }
    }
    while (m->depth)
        leave(m);
}

/* ---- Reading back ---- */

static void compare_record(const struct bl_event *event, const struct entry *entry)
{
    const struct bl_record *rec = event->record;
    must(event->abbrev_id == entry->id && event->code == entry->code, "id or code of a record");
    must(rec->n_ops == entry->n_ops, "number of operands");
    must(memcmp(rec->ops, entry->ops, entry->n_ops * sizeof *rec->ops) == 0, "operands");
    must(rec->has_blob == entry->has_blob && rec->blob.size == entry->n_blob, "size of a blob");
    must(!rec->has_blob || memcmp(rec->blob.data, entry->blob, entry->n_blob) == 0, "blob");
}

static void compare_name(struct bl_view name, const char *expected)
{
    must((name.data != NULL) == (expected != NULL), "whether a block has a name");
    if (expected)
        must(name.size == strlen(expected) && memcmp(name.data, expected, name.size) == 0,
             "name of a block");
}

static void compare(const struct model *m, const struct bl_stream *stream)
{
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_error err;
    must(bl_walk_open(&walk, stream, 0, NULL, &err) == BL_OK, "no memory");
    for (int i = 0; i < m->n_entries; i++) {
        const struct entry *entry = &m->entries[i];
        int rc = bl_walk_next(walk, &event, &err);
        must(rc == 1, rc < 0 ? err.what : "the stream ends too soon");
        must(event.kind == entry->kind, "kind of an entry");
        switch (event.kind) {
        case BL_EVENT_RECORD: compare_record(&event, entry); break;
        case BL_EVENT_ABBREV: must(event.abbrev_id == entry->id, "id of a definition"); break;
        case BL_EVENT_BLOCK_END: must(event.block->block_id == entry->id, "block"); break;
        case BL_EVENT_BLOCK:
            must(event.block->block_id == entry->id, "block");
            if (entry->id != 0) /* after its header a BLOCKINFO is in force itself */
                compare_name(bl_walk_block_name(walk, entry->id), entry->name);
            break;
        }
    }
    must(bl_walk_next(walk, &event, &err) == 0, "the stream goes on");
    bl_walk_close(walk);
}

/* All else is written before it is read; clearing it would take longer than the program. */
static void begin(struct model *m, const uint8_t *data, size_t size)
{
    m->program = data;
    m->left = size;
    m->info = NO_INFO;
    m->n_definitions = m->n_infos = m->depth = m->n_entries = 0;
    m->w = build_begin();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct model model;
    struct model *m = &model;
    struct choice choice;
    begin(m, data, size);
    run(m);
    struct guard guard = guard_copy(build_bytes(m->w));
    struct bl_stream stream = build_locate(guard.bytes);
    compare(m, &stream);
    const char *problem = properties_check(guard.bytes, fuzz_choice(&choice, guard.bytes));
    must(!problem, problem);
    guard_release(&guard);
    bl_writer_close(m->w);
    return 0;
}
