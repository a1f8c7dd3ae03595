/* unknown_blocks.c - a cursor through all blocks of any stream, without knowing what they mean
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Counts records, without their operands. Blocks below DEPTH are leapt over by their length.
 *
 * Usage: unknown_blocks FILE [DEPTH]
 */
#include <bitleap.h>
#include <stdio.h>
#include <stdlib.h>

static int print_block(struct bl_index *index, struct bl_cursor *cursor, int depth, int most,
                       struct bl_error *err)
{
    struct bl_entry entry;
    struct bl_cursor child;
    unsigned long n_records = 0;
    int rc;
    while ((rc = bl_cursor_next(cursor, &entry)) > 0) {
        n_records += entry.kind == BL_ENTRY_RECORD;
        if (entry.kind != BL_ENTRY_BLOCK)
            continue;
        printf("%*sblock %u, %lu bytes\n", 2 * depth, "", (unsigned)entry.block.block_id,
               (unsigned long)entry.block.n_words * 4);
        if (depth == most)
            continue;
        rc = bl_index_enter(index, cursor, &child, err);
        if (rc == 0)
            rc = print_block(index, &child, depth + 1, most, err);
        bl_cursor_release(&child);
        if (rc < 0)
            return rc;
    }
    printf("%*s%lu records\n", 2 * depth, "", n_records);
    if (rc < 0)
        bl_cursor_error(cursor, err);
    return rc;
}

int main(int argc, char **argv)
{
    struct bl_file *file = NULL;
    struct bl_stream stream;
    struct bl_index *index = NULL;
    struct bl_cursor top;
    struct bl_error err;
    int status = 0;
    if (argc < 2)
        return 2;
    if (bl_file_open(&file, argv[1], 0, &err) < 0 ||
        bl_stream_locate(bl_file_view(file), &stream, &err) < 0 ||
        bl_index_open(&index, &stream, &err) < 0 ||
        bl_index_cursor(index, BL_NONE, &top, &err) < 0 ||
        print_block(index, &top, 0, argc > 2 ? atoi(argv[2]) : 8, &err) < 0)
        status = fprintf(stderr, "%s: %s\n", argv[1], err.what) > 0;
    bl_index_close(index);
    bl_file_close(file);
    return status;
}
