/* write_stream.c - a stream of one's own: a block with an abbreviation, records, a blob
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: write_stream FILE
 */
#include <bitleap.h>
#include <stdio.h>

enum {
    BLOCK_TEXTS = 8, /* ids below 8 belong to the container */
    CODE_VERSION = 1,
    CODE_TEXT = 2
};

static void write_texts(struct bl_writer *writer)
{
    static const char text[] = "a blob has any size, and is read in place";
    const uint64_t version[] = {1, 0};
    const uint64_t language[] = {42};
    const struct bl_view blob = {(const uint8_t *)text, sizeof text - 1};
    /* [code, language as VBR6, blob] */
    const struct bl_abbrev_op ops[] = {
        {CODE_TEXT, BL_ENC_LITERAL, 0, 0}, {0, BL_ENC_VBR, 6, 0}, {0, BL_ENC_BLOB, 0, 0}};
    bl_writer_magic(writer, "TEXT");
    bl_writer_enter(writer, BLOCK_TEXTS, 3);
    uint32_t abbrev = bl_writer_define(writer, ops, 3);
    bl_writer_record(writer, CODE_VERSION, version, 2);
    bl_writer_abbreviated(writer, abbrev, CODE_TEXT, language, 1, &blob);
    bl_writer_exit(writer);
}

int main(int argc, char **argv)
{
    struct bl_writer *writer;
    struct bl_view bytes = {NULL, 0};
    struct bl_error err;
    FILE *file = argc == 2 ? fopen(argv[1], "wb") : NULL;
    int rc = bl_writer_open(&writer, &err);
    if (rc == 0) {
        write_texts(writer);
        rc = bl_writer_finish(writer, &bytes, &err); /* the first failure of all calls */
    }
    bool is_written = rc == 0 && file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
    if (file && fclose(file) != 0)
        is_written = false;
    bl_writer_close(writer);
    printf("%zu bytes\n", bytes.size);
    return is_written ? 0 : 1;
}
