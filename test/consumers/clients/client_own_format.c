/* client_own_format.c - a format of one's own, with names in it: written, and read by offsets
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: client_own_format FILE TEXT...   writes FILE
 *        client_own_format FILE           prints the texts, the last one first
 */
#include <bitleap.h>
#include <stdio.h>

enum {
    BLOCK_NOTE = 8,
    CODE_PRIORITY = 1,
    CODE_TEXT = 2
};

/* A block for each text, so that a reader leaps over those that it does not need. */
static int write_notes(struct bl_writer *w, char **texts, int n, struct bl_view *bytes,
                       struct bl_error *err)
{
    const struct bl_abbrev_op ops[] = {{CODE_TEXT, BL_ENC_LITERAL, 0, 0}, {0, BL_ENC_BLOB, 0, 0}};
    bl_writer_magic(w, "NOTE");
    bl_writer_enter(w, BL_BLOCK_BLOCKINFO, 2);
    bl_writer_set_block(w, BLOCK_NOTE);
    bl_writer_name_block(w, bl_view_of("NOTE_BLOCK"));
    bl_writer_name_record(w, CODE_PRIORITY, bl_view_of("PRIORITY"));
    bl_writer_name_record(w, CODE_TEXT, bl_view_of("TEXT"));
    uint32_t abbrev = bl_writer_define(w, ops, 2);
    bl_writer_exit(w);
    for (int i = 0; i < n; i++) {
        const uint64_t priority = (uint64_t)i;
        const struct bl_view text = bl_view_of(texts[i]);
        bl_writer_enter(w, BLOCK_NOTE, 3);
        bl_writer_record(w, CODE_PRIORITY, &priority, 1);
        bl_writer_abbreviated(w, abbrev, CODE_TEXT, NULL, 0, &text);
        bl_writer_exit(w);
    }
    return bl_writer_finish(w, bytes, err);
}

static int print_note(struct bl_index *index, uint32_t block, struct bl_error *err)
{
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    int rc = bl_index_cursor(index, block, &cursor, err);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &rec)) > 0) {
        struct bl_view name = bl_index_record_name(index, block, rec.code);
        printf("%.*s ", (int)name.size, (const char *)name.data);
        if (rec.has_blob)
            printf("%.*s\n", (int)rec.blob.size, (const char *)rec.blob.data);
        else
            printf("%u ", (unsigned)rec.ops[0]);
    }
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return rc;
}

int main(int argc, char **argv)
{
    struct bl_writer *writer = NULL;
    struct bl_file *file = NULL;
    struct bl_stream stream;
    struct bl_index *index = NULL;
    struct bl_view bytes = {0};
    struct bl_error err;
    uint32_t first, n = 0;
    int rc;
    if (argc < 2)
        return 2;
    if (argc > 2) {
        FILE *out = fopen(argv[1], "wb");
        rc = bl_writer_open(&writer, &err);
        if (rc >= 0)
            rc = write_notes(writer, argv + 2, argc - 2, &bytes, &err);
        bool is_written = out && fwrite(bytes.data, 1, bytes.size, out) == bytes.size;
        bl_writer_close(writer);
        return (out && fclose(out) != 0) || !is_written || rc < 0;
    }
    rc = bl_file_open(&file, argv[1], 0, &err);
    if (rc >= 0)
        rc = bl_stream_locate(bl_file_view(file), &stream, &err);
    if (rc >= 0)
        rc = bl_index_open(&index, &stream, &err);
    if (rc >= 0)
        rc = bl_index_children(index, BL_NONE, &first, &n, &err);
    for (uint32_t i = n; rc >= 0 && i-- > 0;)
        if (bl_index_get(index, first + i).block.block_id == BLOCK_NOTE)
            rc = print_note(index, first + i, &err);
    if (rc < 0)
        fprintf(stderr, "%s\n", err.what);
    bl_index_close(index);
    bl_file_close(file);
    return rc < 0;
}
