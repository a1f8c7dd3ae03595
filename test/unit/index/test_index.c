/* test_index.c - where blocks stand, found as far as asked
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/sanitized.h"
#include "unit/expect.h"

#include <malloc.h>
#include <stdio.h>

static struct bl_index *open_index(const struct bl_stream *stream)
{
    struct bl_index *index;
    cr_assert_eq(bl_index_open(&index, stream, NULL), BL_OK);
    return index;
}

/* A block of id ID with N records and then what the caller puts inside. */
static void enter(struct bl_writer *w, uint32_t id, int n)
{
    bl_writer_enter(w, id, 3);
    for (int i = 0; i < n; i++)
        bl_writer_record(w, 1, BUILD_OPS(i));
}

/* 20{21{22 23} 24} 25{26} */
static struct bl_writer *sample(void)
{
    struct bl_writer *w = build_begin();
    enter(w, 20, 1);
    enter(w, 21, 2);
    enter(w, 22, 0);
    bl_writer_exit(w);
    enter(w, 23, 3);
    bl_writer_exit(w);
    bl_writer_exit(w);
    enter(w, 24, 0);
    bl_writer_exit(w);
    bl_writer_exit(w);
    enter(w, 25, 0);
    enter(w, 26, 4);
    bl_writer_exit(w);
    bl_writer_exit(w);
    return w;
}

/* The ids of the blocks below ROOT to DEPTH in the order of bl_index_next(),
 * each with its level. */
static const char *order(const struct bl_index *index, uint32_t root, uint32_t depth)
{
    static char text[256];
    size_t n = 0;
    uint32_t level = 0;
    text[0] = '\0';
    for (uint32_t at = root; (at = bl_index_next(index, at, depth, &level)) != BL_NONE;)
        n += (size_t)snprintf(text + n, sizeof text - n, "%u:%u ",
                              bl_index_get(index, at).block.block_id, level);
    return text;
}

Test(index, is_built_as_far_as_asked)
{
    struct bl_writer *w = sample();
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    uint32_t first, n;
    cr_expect_eq(bl_index_count(index), 2); /* the top level only */
    cr_expect_str_eq(order(index, BL_NONE, UINT32_MAX), "20:1 25:1 ");
    struct bl_index_entry entry = bl_index_get(index, 0);
    cr_expect(!entry.expanded && !entry.damaged && entry.n_children == 0 && entry.n_records == 0);

    cr_expect_eq(bl_index_children(index, 0, &first, &n, NULL), BL_OK);
    cr_expect(first == 2 && n == 2);
    entry = bl_index_get(index, 0);
    cr_expect(entry.expanded && entry.n_children == 2 && entry.first_child == 2);
    cr_expect_eq(entry.n_records, 1);
    cr_expect_eq(entry.parent, BL_NONE);
    cr_expect_eq(bl_index_get(index, 2).parent, 0);
    cr_expect_str_eq(order(index, BL_NONE, UINT32_MAX), "20:1 21:2 24:2 25:1 ");

    /* Numbers stay what they are. */
    cr_expect_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    cr_expect_eq(bl_index_count(index), 7);
    static const uint32_t early[] = {20, 25, 21, 24};
    for (uint32_t i = 0; i < 4; i++)
        cr_expect_eq(bl_index_get(index, i).block.block_id, early[i]);
    cr_expect_eq(bl_index_children(index, 0, &first, &n, NULL), BL_OK);
    cr_expect(first == 2 && n == 2);
    for (uint32_t i = 0; i < 7; i++)
        cr_expect(bl_index_get(index, i).parent == BL_NONE || bl_index_get(index, i).parent < i);
    bl_index_close(index);
    bl_index_close(NULL);
    bl_writer_close(w);
}

Test(index, expand_to_a_depth)
{
    static const struct {
        uint32_t depth;
        const char *order;
    } rows[] = {
        {0, "20:1 25:1 "}, /* known from opening */
        {1, "20:1 25:1 "},
        {2, "20:1 21:2 24:2 25:1 26:2 "},
        {3, "20:1 21:2 22:3 23:3 24:2 25:1 26:2 "},
        {UINT32_MAX, "20:1 21:2 22:3 23:3 24:2 25:1 26:2 "},
    };
    struct bl_writer *w = sample();
    struct bl_stream stream = build_stream(w);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_index *index = open_index(&stream);
        cr_expect_eq(bl_index_expand(index, BL_NONE, rows[i].depth, NULL), BL_OK);
        cr_expect_str_eq(order(index, BL_NONE, UINT32_MAX), rows[i].order, "row %zu", i);
        bl_index_close(index);
    }
    bl_writer_close(w);
}

Test(index, next_goes_round_below_a_root)
{
    struct bl_writer *w = sample();
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    cr_assert_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    cr_expect_str_eq(order(index, BL_NONE, 0), "");
    cr_expect_str_eq(order(index, BL_NONE, 1), "20:1 25:1 ");
    cr_expect_str_eq(order(index, BL_NONE, 2), "20:1 21:2 24:2 25:1 26:2 ");
    cr_expect_str_eq(order(index, 0, UINT32_MAX), "21:1 22:2 23:2 24:1 ");
    cr_expect_str_eq(order(index, 0, 1), "21:1 24:1 ");
    cr_expect_str_eq(order(index, 1, UINT32_MAX), "26:1 ");
    cr_expect_str_eq(order(index, 3, UINT32_MAX), ""); /* 24 */
    bl_index_close(index);
    bl_writer_close(w);
}

/* Each bit of the stream belongs to the innermost block around it, as the walk reports them. */
Test(index, find)
{
    struct bl_writer *w = sample();
    struct bl_stream stream = build_stream(w);
    struct trace trace = {0};
    trace_walk(&trace, &stream, 0, NULL);
    for (uint64_t pos = 0; pos < stream.bytes.size * 8 + 40; pos++) {
        uint64_t expected = 0; /* bit_pos of the innermost block; 0: none */
        for (size_t i = 0; i < trace.n; i++) {
            const struct bl_block *b = &trace.items[i].block;
            if (trace.items[i].kind == BL_EVENT_BLOCK && b->bit_pos <= pos &&
                pos < b->body_pos + (uint64_t)b->n_words * 32)
                expected = b->bit_pos;
        }
        struct bl_index *index = open_index(&stream); /* expands what it needs, each time anew */
        uint32_t found;
        struct bl_error err = {0};
        cr_expect_eq(bl_index_find(index, pos, &found, &err), BL_OK);
        cr_expect_eq(err.status, BL_OK);
        uint64_t got = found == BL_NONE ? 0 : bl_index_get(index, found).block.bit_pos;
        cr_assert_eq(got, expected, "bit %d", (int)pos);
        bl_index_close(index);
    }
    trace_release(&trace);
    bl_writer_close(w);
}

Test(index, same_as_walk)
{
    struct bl_writer *w = sample();
    const char *problem = properties_check(build_bytes(w), NULL);
    cr_expect_null(problem, "%s", problem);
    bl_writer_close(w);
}

/* Of each block alone, its first event is the one that a walk of the stream has. */
Test(index, walks_of_single_blocks)
{
    struct bl_writer *w = sample();
    enter(w, 27, 1);
    enter(w, 1000, 1); /* an id of more than one chunk */
    bl_writer_exit(w);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    cr_assert_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    struct bl_walk *all;
    struct bl_walk *single;
    struct bl_event event;
    struct bl_event first;
    uint32_t at = BL_NONE;
    uint32_t level = 0;
    cr_assert_eq(bl_walk_open(&all, &stream, 0, NULL, NULL), BL_OK);
    while (bl_walk_next(all, &event, NULL) > 0) {
        if (event.kind != BL_EVENT_BLOCK)
            continue;
        uint32_t id = event.block->block_id;
        at = bl_index_next(index, at, UINT32_MAX, &level);
        cr_assert_eq(bl_index_walk(index, at, 0, &single, NULL), BL_OK);
        cr_assert_eq(bl_walk_next(single, &first, NULL), 1);
        cr_expect(first.kind == BL_EVENT_BLOCK && first.block->block_id == id);
        cr_expect(first.depth == event.depth && first.parent_id == event.parent_id, "%u", id);
        cr_expect(first.bit_pos == event.bit_pos && first.end_pos == event.end_pos, "%u", id);
        cr_expect_eq(first.header_pos, event.header_pos, "%u", id);
        bl_walk_close(single);
    }
    cr_expect_eq(bl_index_next(index, at, UINT32_MAX, &level), BL_NONE);
    bl_walk_close(all);
    bl_index_close(index);
    bl_writer_close(w);
}

/* What was found before the damage is answered, and the failure, now and later. */
Test(index, children_of_a_damaged_block)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    enter(w, 21, 2);
    bl_writer_exit(w);
    bl_writer_record(w, 5, NULL, 0);
    uint64_t inner_pos = bl_writer_pos(w);
    enter(w, 22, 0);
    uint64_t inner_at = bl_writer_pos(w);
    bl_writer_fixed(w, 7, 3); /* not defined */
    bl_writer_align32(w);
    bl_writer_exit(w);
    uint64_t at = bl_writer_pos(w);
    bl_writer_fixed(w, 6, 3); /* nor this one */
    bl_writer_align32(w);
    enter(w, 23, 0); /* out of sight */
    bl_writer_exit(w);
    bl_writer_exit(w);
    enter(w, 9, 0);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    struct bl_error err;
    uint32_t first, n;
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(bl_index_children(index, 0, &first, &n, &err), BL_E_MALFORMED);
        cr_expect(first == 2 && n == 2);
        cr_expect_eq(err.bit_pos, at);
        cr_expect(err.depth == 1 && err.path[0].block_id == 8 && err.path[0].bit_pos == 32);
    }
    struct bl_index_entry entry = bl_index_get(index, 0);
    cr_expect(entry.expanded && entry.damaged && entry.n_children == 2 && entry.n_records == 2);

    /* Expansion goes on after damage and reports the first one. */
    cr_expect_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, &err), BL_E_MALFORMED);
    cr_expect_eq(err.bit_pos, at);
    cr_expect_str_eq(order(index, BL_NONE, UINT32_MAX), "8:1 21:2 22:2 9:1 ");
    cr_expect(bl_index_get(index, 1).expanded && !bl_index_get(index, 1).damaged);
    cr_expect_eq(bl_index_children(index, 3, &first, &n, &err), BL_E_MALFORMED);
    cr_expect_eq(err.bit_pos, inner_at);
    cr_expect(err.depth == 2 && err.path[1].block_id == 22 && err.path[1].bit_pos == inner_pos);
    struct bl_error path = {0};
    bl_index_path(index, 3, &path);
    cr_expect(path.depth == 2 && path.path[0].block_id == 8 && path.path[1].block_id == 22);

    /* So does looking for a place: what fails is the innermost block around it. */
    uint32_t found;
    cr_expect_eq(bl_index_find(index, at, &found, &err), BL_E_MALFORMED);
    cr_expect(found == 0 && err.bit_pos == at && err.depth == 1);
    cr_expect_eq(bl_index_find(index, inner_at, &found, &err), BL_E_MALFORMED);
    cr_expect(found == 3 && err.bit_pos == inner_at && err.depth == 2);
    bl_index_close(index);
    bl_writer_close(w);
}

/* A BLOCKINFO that cannot be read is damage of its own: the blocks after it are found. */
Test(index, damaged_blockinfo)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BUILD_BLOCKINFO, 3);
    bl_writer_record(w, BUILD_SETBID, NULL, 0);
    bl_writer_exit(w);
    enter(w, 9, 1);
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    uint64_t end;
    uint32_t first, n;
    cr_expect_eq(bl_index_end(index, &end, NULL), BL_OK);
    cr_expect_eq(bl_index_count(index), 2);
    cr_expect_eq(bl_index_children(index, 0, &first, &n, NULL), BL_E_MALFORMED);
    cr_expect(bl_index_get(index, 0).damaged && bl_index_get(index, 0).expanded);
    cr_expect_eq(bl_index_children(index, 1, &first, &n, NULL), BL_OK);
    cr_expect_not(bl_index_get(index, 1).damaged);
    bl_index_close(index);
    for (uint32_t block = 0; block < 2; block++) { /* for a name it is read, too */
        index = open_index(&stream);
        cr_expect_null(bl_index_block_name(index, block).data);
        cr_expect(bl_index_get(index, 0).damaged);
        bl_index_close(index);
    }
    bl_writer_close(w);
}

Test(index, end_of_the_top_level)
{
    static const struct {
        const char *name;
        uint32_t words[3];
        unsigned n;
        int status;
    } rows[] = {
        {"at the end", {0}, 0, BL_OK},
        {"zeros behind", {0, 0, 0}, 3, BL_OK},
        {"a stream of its own behind", {0xDEC04342}, 1, BL_E_MALFORMED},
        {"zeros, then something", {0, 0, 1}, 3, BL_E_MALFORMED},
        {"cut off header", {1 | 8 << 2 | 3 << 10}, 1, BL_E_TRUNCATED},
        {"block beyond the end", {1 | 8 << 2 | 3 << 10, 2, 0}, 3, BL_E_TRUNCATED},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_writer *w = build_begin();
        enter(w, 9, 1);
        bl_writer_exit(w);
        uint64_t at = bl_writer_pos(w);
        for (unsigned k = 0; k < rows[i].n; k++)
            bl_writer_fixed(w, rows[i].words[k], 32);
        struct bl_stream stream = build_stream(w);
        struct bl_index *index = open_index(&stream);
        uint64_t end;
        struct bl_error err;
        cr_expect_eq(bl_index_end(index, &end, &err), rows[i].status, "%s", rows[i].name);
        cr_expect_eq(end, at, "%s: %d, not %d", rows[i].name, (int)end, (int)at);
        cr_expect(rows[i].status == BL_OK || err.bit_pos == at, "%s", rows[i].name);
        cr_expect_eq(bl_index_get(index, 0).block.block_id, 9);
        bl_index_close(index);
        bl_writer_close(w);
    }
}

Test(index, cursor_of_a_block_that_is_not_there)
{
    struct bl_writer *w = sample();
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    struct bl_cursor cursor;
    struct bl_entry entry;
    struct bl_record rec = {0};
    struct bl_error err;
    memset(&cursor, 0xA5, sizeof cursor);
    cr_expect_eq(bl_index_cursor(index, 2, &cursor, &err), BL_E_ARGUMENT);
    cr_expect_str_eq(err.what, "no such block");
    cr_expect_eq(bl_index_cursor(index, 2, &cursor, NULL), BL_E_ARGUMENT);
    cr_expect_eq(bl_cursor_next(&cursor, &entry), BL_E_ARGUMENT);
    cr_expect_eq(bl_cursor_read(&cursor, &rec), BL_E_ARGUMENT);
    cr_expect_eq(bl_cursor_read_next(&cursor, &rec), BL_E_ARGUMENT);
    bl_cursor_error(&cursor, &err);
    cr_expect_str_eq(err.what, "no such block");
    bl_cursor_release(&cursor);
    cr_assert_eq(bl_index_cursor(index, BL_NONE, &cursor, NULL), BL_OK);
    cr_expect_eq(bl_cursor_next(&cursor, &entry), 1);
    cr_expect_eq(entry.block.block_id, 20);
    bl_cursor_release(&cursor);
    bl_index_close(index);
    bl_writer_close(w);
}

Test(index, blocks_that_are_not_there)
{
    struct bl_writer *w = sample();
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    struct bl_error err;
    static const uint32_t blocks[] = {2, 5000000, BL_NONE - 1};
    cr_assert_eq(bl_index_count(index), 2);
    for (unsigned i = 0; i < 3; i++) {
        uint32_t first = 1;
        uint32_t n = 1;
        struct bl_walk *walk;
        cr_expect_eq(bl_index_children(index, blocks[i], &first, &n, &err), BL_E_ARGUMENT);
        cr_expect(first == 0 && n == 0);
        cr_expect_str_eq(err.what, "no such block");
        cr_expect_eq(bl_index_expand(index, blocks[i], 0, NULL), BL_E_ARGUMENT);
        cr_expect_eq(bl_index_expand(index, blocks[i], 1, &err), BL_E_ARGUMENT);
        cr_expect_str_eq(err.what, "no such block");
        cr_expect_eq(bl_index_walk(index, blocks[i], 0, &walk, &err), BL_E_ARGUMENT);
        cr_expect_str_eq(err.what, "no such block");
    }
    cr_expect_eq(bl_index_count(index), 2);
    bl_index_close(index);
    bl_writer_close(w);
}

static void name_nine(struct bl_writer *w, int level)
{
    bl_writer_enter(w, BUILD_BLOCKINFO, 2);
    bl_writer_set_block(w, 9);
    bl_writer_record(w, BUILD_BLOCKNAME, BUILD_OPS(level));
    bl_writer_exit(w);
}

/* On every third level nine is called by its level, to that block's end. */
Test(index, names_in_blocks_of_any_depth)
{
    enum {
        LEVELS = 100
    };
    struct bl_writer *w = build_begin();
    for (int level = 1; level <= LEVELS; level++) {
        enter(w, 8, 1);
        if (level % 3 == 0)
            name_nine(w, level);
        enter(w, 9, 1);
        bl_writer_exit(w);
    }
    for (int level = LEVELS; level > 0; level--) {
        enter(w, 9, 1);
        bl_writer_exit(w);
        bl_writer_exit(w);
    }
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    cr_assert_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    uint32_t level = 0;
    int n = 0;
    for (uint32_t at = BL_NONE; (at = bl_index_next(index, at, UINT32_MAX, &level)) != BL_NONE;) {
        if (bl_index_get(index, at).block.block_id != 9)
            continue;
        struct bl_view name = bl_index_block_name(index, at);
        uint32_t named = (level - 1) / 3 * 3;
        cr_expect_eq(name.size, named > 0, "level %u", level);
        cr_expect(!name.size || name.data[0] == named, "level %u", level);
        n++;
    }
    cr_expect_eq(n, 2 * LEVELS);
    bl_index_close(index);
    cr_expect_null(properties_check(stream.bytes, NULL));
    bl_writer_close(w);
}

/* Blocks deep inside end where one around them does, whatever their lengths say. */
Test(index, ends_of_blocks_of_any_depth)
{
    enum {
        LEVELS = 60
    };
    for (int cut = 2; cut < LEVELS; cut += 7) {
        struct bl_writer *w = build_begin();
        uint64_t begins[LEVELS + 1];
        for (int level = 0; level < LEVELS; level++) {
            begins[level] = bl_writer_pos(w);
            bl_writer_enter(w, 8, 2);
        }
        begins[LEVELS] = bl_writer_pos(w);
        bl_writer_fixed(w, BUILD_UNABBREV, 2); /* a record that ends after the block cut short */
        for (int i = 0; i < 100; i++)
            bl_writer_fixed(w, UINT32_MAX, 32);
        for (int level = 0; level < LEVELS; level++)
            bl_writer_exit(w);
        uint64_t end = begins[LEVELS] + 32;
        uint64_t length_pos = begins[cut] + 32; /* after ids and widths */
        bl_writer_patch32(w, length_pos, (uint32_t)((end - length_pos) / 32 - 1));
        struct bl_stream stream = build_stream(w);
        struct bl_index *index = open_index(&stream);
        struct bl_error err;
        cr_expect_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, &err), BL_E_MALFORMED);
        struct bl_cursor cursor;
        cr_assert_eq(bl_index_cursor(index, bl_index_count(index) - 1, &cursor, NULL), BL_OK);
        cr_expect_eq(cursor.bits.end, end, "cut at level %d", cut);
        bl_cursor_release(&cursor);
        bl_index_close(index);
        cr_expect_null(properties_check(stream.bytes, NULL));
        bl_writer_close(w);
    }
}

Test(index, many_blocks_deep_inside)
{
    enum {
        LEVELS = 4000,
        BLOCKS = 20000
    };
    struct bl_writer *w = build_begin();
    for (int i = 0; i < LEVELS; i++)
        bl_writer_enter(w, 8, 2);
    for (int i = 0; i < BLOCKS; i++) {
        bl_writer_enter(w, 9, 2);
        bl_writer_exit(w);
    }
    for (int i = 0; i < LEVELS; i++)
        bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    cr_expect_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    cr_expect_eq(bl_index_count(index), LEVELS + BLOCKS);
    bl_index_close(index);
    bl_writer_close(w);
}

/* The way to a block is reported from the top on, however deep it is. */
Test(index, paths_to_blocks_of_any_depth)
{
    enum {
        LEVELS = 100
    };
    struct bl_writer *w = build_begin();
    uint64_t begins[LEVELS];
    for (uint32_t level = 0; level < LEVELS; level++) {
        begins[level] = bl_writer_pos(w);
        bl_writer_enter(w, 8 + level, 2);
    }
    for (int level = 0; level < LEVELS; level++)
        bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    cr_assert_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    for (uint32_t level = 0; level < LEVELS; level++) {
        struct bl_error err = {0};
        bl_index_path(index, level, &err);
        cr_expect_eq(err.depth, level + 1);
        for (uint32_t at = 0; at < err.depth && at < BL_ERROR_PATH_MAX; at++)
            cr_expect(err.path[at].block_id == 8 + at && err.path[at].bit_pos == begins[at],
                      "step %u to level %u", at, level);
    }
    bl_index_close(index);
    bl_writer_close(w);
}

Test(index, many_damaged_blocks_deep_inside, .timeout = 20)
{
    enum {
        LEVELS = 4000,
        BLOCKS = 400000
    };
    struct bl_writer *w = build_begin();
    for (int i = 0; i < LEVELS; i++)
        bl_writer_enter(w, 8, 2);
    for (int i = 0; i < BLOCKS; i++) {
        bl_writer_enter(w, 9, 3);
        bl_writer_fixed(w, 7, 3); /* not defined */
        bl_writer_exit(w);
    }
    for (int i = 0; i < LEVELS; i++)
        bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_index *index = open_index(&stream);
    cr_expect_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_E_MALFORMED);
    cr_expect_eq(bl_index_count(index), LEVELS + BLOCKS);
    bl_index_close(index);
    bl_writer_close(w);
}

#ifdef __GLIBC__ /* others do not say how much memory there is */
/* An index of blocks of ID at the top level must have BYTES for each. */
static void expect_bytes_a_block(uint32_t id, size_t bytes)
{
    enum {
        BLOCKS = 65536
    }; /* a power of two, as growing by doubling has it */
    struct bl_writer *w = build_begin();
    for (int i = 0; i < BLOCKS; i++) {
        bl_writer_enter(w, id, 2);
        bl_writer_exit(w);
    }
    struct bl_stream stream = build_stream(w);
    struct mallinfo2 before = mallinfo2();
    struct bl_index *index = open_index(&stream);
    cr_expect_eq(bl_index_expand(index, BL_NONE, UINT32_MAX, NULL), BL_OK);
    struct mallinfo2 after = mallinfo2();
    cr_expect_eq(bl_index_count(index), BLOCKS);
    size_t grown = after.uordblks + after.hblkhd - before.uordblks - before.hblkhd;
    cr_expect(HAS_ASAN || grown <= BLOCKS * bytes + 16384, "%zu bytes", grown);
    bl_index_close(index);
    bl_writer_close(w);
}

Test(index, takes_32_bytes_a_block)
{
    expect_bytes_a_block(9, 32);
    expect_bytes_a_block(BL_BLOCK_MODULE, 36);
}
#endif
