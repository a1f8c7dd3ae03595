/* print_triples.c - prints the target triple of each module in a file, an archive or an object
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A client that sees nothing but the public header, and reports errors as `bitleap ls` does;
 * test/cli/readme.sh compares both.
 */
#include <bitleap.h>
#include <stdio.h>

static void put(void *file, const char *text, size_t size)
{
    fwrite(text, 1, size, file);
}

static int fail(const char *path, const struct bl_stream *stream, const struct bl_error *err)
{
    fprintf(stderr, "%s: ", path);
    bl_error_print(err, stream, put, stderr);
    putc('\n', stderr);
    return 1;
}

/* 0, or negative with the cause in *ERR. */
static int print_triples(const struct bl_stream *stream, struct bl_error *err)
{
    struct bl_index *index;
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    int rc = bl_index_open(&index, stream, err);
    if (rc < 0)
        return rc;
    uint32_t block = BL_NONE;
    while (rc >= 0 && (block = bl_module_next(index, block)) != BL_NONE) {
        bl_index_cursor(index, block, &cursor, NULL);
        while ((rc = bl_cursor_read_next(&cursor, &rec)) > 0 && rec.code != BL_CODE_MODULE_TRIPLE)
            ;
        for (uint32_t i = 0; rc > 0 && i < rec.n_ops; i++)
            putchar((int)rec.ops[i]);
        putchar('\n');
        if (rc < 0)
            bl_cursor_error(&cursor, err);
        bl_cursor_release(&cursor);
    }
    uint64_t end;
    if (rc >= 0)
        rc = bl_index_end(index, &end, err); /* what is after the blocks */
    bl_record_release(&rec);
    bl_index_close(index);
    return rc < 0 ? rc : 0;
}

int main(int argc, char **argv)
{
    struct bl_file *file = NULL;
    struct bl_search *search = NULL;
    struct bl_found found;
    struct bl_error err;
    int rc;
    int status = 0;
    if (argc != 2)
        return 2;
    if (bl_file_open(&file, argv[1], 0, &err) < 0 ||
        bl_search_open(&search, bl_file_view(file), argv[1], &err) < 0)
        status = fail(argv[1], NULL, &err);
    while (search && (rc = bl_search_next(search, &found, &err)) != 0)
        if (rc < 0 || print_triples(&found.stream, &err) < 0)
            status = fail(argv[1], &found.stream, &err);
    if (search && bl_search_hint(search)) {
        fprintf(stderr, "%s: %s\n", argv[1], bl_search_hint(search));
        status = 1;
    }
    bl_search_close(search);
    bl_file_close(file);
    return status;
}
