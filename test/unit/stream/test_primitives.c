/* test_primitives.c - entries bit by bit
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * That primitives join, and have the values of records, on any stream: support/properties.c.
 */
#include "support/build.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* A line for each primitive of the stream that W has written: bits, role, encoding and width,
 * number, value. */
static char *list(struct bl_writer *w)
{
    static char text[4096];
    struct bl_stream stream = build_stream(w);
    struct bl_walk *walk;
    struct bl_event event;
    size_t n = 0;
    cr_assert_eq(bl_walk_open(&walk, &stream, 0, NULL, NULL), BL_OK);
    while (bl_walk_next(walk, &event, NULL) > 0) {
        struct bl_primitives primitives;
        struct bl_primitive p;
        bl_primitives_begin(&primitives, walk, &event);
        while (bl_primitives_next(&primitives, &p) > 0)
            n += (size_t)snprintf(text + n, sizeof text - n,
                                  "%" PRIu64 "+%" PRIu64 " %d %d.%d %" PRIu32 " %" PRIu64 "\n",
                                  p.bit_pos, p.end_pos - p.bit_pos, (int)p.role, p.encoding,
                                  p.width, p.number, p.value);
        cr_expect_eq(bl_primitives_next(&primitives, &p), 0, "it goes on after its end");
    }
    bl_walk_close(walk);
    return text;
}

Test(primitives, block_and_unabbreviated_record)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 300, 3);
    bl_writer_record(w, 7, BUILD_OPS(1, 1000));
    bl_writer_exit(w);
    cr_expect_str_eq(list(w), "32+2 1 1.2 0 1\n"    /* ENTER_SUBBLOCK */
                              "34+16 2 2.8 0 300\n" /* the block id in two chunks */
                              "50+4 3 2.4 0 3\n"    /* newabbrevlen */
                              "54+10 4 1.10 0 0\n"  /* up to bit 64 */
                              "64+32 5 1.32 0 2\n"  /* blocklen */
                              "96+3 1 1.3 0 3\n"    /* UNABBREV_RECORD */
                              "99+6 11 2.6 0 7\n"   /* code */
                              "105+6 12 2.6 0 2\n"  /* numops */
                              "111+6 13 2.6 0 1\n"
                              "117+12 13 2.6 1 1000\n"
                              "129+3 1 1.3 0 0\n" /* END_BLOCK */
                              "132+28 4 1.28 0 0\n");
    bl_writer_close(w);
}

Test(primitives, definition_and_its_record)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(9), FIXED(4), LIT(70), ARRAY, CHAR6);
    bl_writer_abbreviated(w, id, 9, BUILD_OPS(5, 70, 'a', 'B'), NULL);
    bl_writer_exit(w);
    const char *text = strstr(list(w), "96+4");
    cr_expect_str_eq(text, "96+4 1 1.4 0 2\n"   /* DEFINE_ABBREV */
                           "100+5 6 2.5 0 5\n"  /* operands */
                           "105+1 7 1.1 0 1\n"  /* the code is a literal, */
                           "106+8 8 2.8 0 9\n"  /* 9 */
                           "114+1 7 1.1 1 0\n"  /* the next one is not: */
                           "115+3 9 1.3 1 1\n"  /* Fixed */
                           "118+5 10 2.5 1 4\n" /* of 4 bits */
                           "123+1 7 1.1 2 1\n"
                           "124+8 8 2.8 2 70\n"
                           "132+1 7 1.1 3 0\n"
                           "133+3 9 1.3 3 3\n" /* Array */
                           "136+1 7 1.1 4 0\n"
                           "137+3 9 1.3 4 4\n"   /* of Char6 */
                           "140+4 1 1.4 0 4\n"   /* the record's abbreviation id */
                           "144+0 11 0.0 0 9\n"  /* its code takes no bits */
                           "144+4 13 1.4 0 5\n"  /* Fixed */
                           "148+0 13 0.0 1 70\n" /* a literal */
                           "148+6 14 2.6 2 2\n"  /* length of the array */
                           "154+6 13 4.6 2 97\n"
                           "160+6 13 4.6 3 66\n"
                           "166+4 1 1.4 0 0\n"
                           "170+22 4 1.22 0 0\n");
    bl_writer_close(w);
}

Test(primitives, blob_with_its_padding)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    bl_writer_abbreviated(w, id, 1, NULL, 0, &(struct bl_view){(const uint8_t *)"abcde", 5});
    bl_writer_exit(w);
    const char *text = strstr(list(w), "117+3");
    cr_assert(text);
    cr_expect_str_eq(text, "117+3 1 1.3 0 4\n"
                           "120+0 11 0.0 0 1\n"
                           "120+6 15 2.6 0 5\n"  /* length */
                           "126+2 4 1.2 0 0\n"   /* up to bit 128 */
                           "128+40 16 5.0 0 5\n" /* the bytes */
                           "168+24 4 1.24 0 0\n" /* up to bit 192 */
                           "192+3 1 1.3 0 0\n"
                           "195+29 4 1.29 0 0\n");
    bl_writer_close(w);
}

/* Nothing of a block that was given up, which ends elsewhere. */
Test(primitives, damaged_block)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, 3);
    bl_writer_fixed(w, 7, 3); /* an abbreviation that is not defined */
    bl_writer_exit(w);
    struct bl_stream stream = build_stream(w);
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_primitives primitives;
    struct bl_primitive p;
    cr_assert_eq(bl_walk_open(&walk, &stream, BL_WALK_RECOVER, NULL, NULL), BL_OK);
    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_assert_eq(bl_walk_next(walk, &event, NULL), BL_E_MALFORMED);
    cr_assert_eq(bl_walk_next(walk, &event, NULL), 1);
    cr_assert(event.kind == BL_EVENT_BLOCK_END && event.damaged);
    bl_primitives_begin(&primitives, walk, &event);
    cr_expect_eq(bl_primitives_next(&primitives, &p), 0);
    bl_walk_close(walk);
    bl_writer_close(w);
}
