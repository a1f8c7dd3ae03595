/* localize.c - all symbols of a module become internal, except for those that are named
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: localize IN OUT NAME…
 */
#include <bitleap.h>
#include <stdio.h>
#include <string.h>

static int localize(void *context, const struct bl_global *global, struct bl_symbol_edit *edit)
{
    for (char **name = (char **)context; *name; name++)
        if (global->name.size == strlen(*name) && !memcmp(*name, global->name.data, strlen(*name)))
            return 0;
    edit->linkage = BL_RELINK_LOCALIZE;
    return 0;
}

static int put(void *file, struct bl_view bytes)
{
    return fwrite(bytes.data, 1, bytes.size, (FILE *)file) == bytes.size ? 0 : -1;
}

int main(int argc, char **argv)
{
    struct bl_file *in;
    struct bl_stream stream;
    struct bl_rewrite *rewrite;
    struct bl_edits edits;
    struct bl_error err;
    memset(&err, 0, sizeof err);
    if (argc < 3 || bl_file_open(&in, argv[1], 0, &err) < 0 ||
        bl_stream_locate(bl_file_view(in), &stream, &err) < 0 ||
        bl_rewrite_open(&rewrite, &stream, 0, &err) < 0)
        return fprintf(stderr, "%s\n", err.what ? err.what : "IN OUT NAME…"), 2;
    memset(&edits, 0, sizeof edits);
    edits.symbol = localize;
    edits.context = argv + 3;
    int rc = bl_edit(rewrite, &edits, NULL, &err);
    if (rc == 0)
        rc = bl_edit_check(rewrite, &edits, &err);
    FILE *out = rc == 0 ? fopen(argv[2], "wb") : NULL;
    if (!out || bl_rewrite_write(rewrite, put, out, &err) < 0 || fclose(out) != 0)
        return fprintf(stderr, "%s\n", rc < 0 ? err.what : argv[2]), 1;
    bl_rewrite_close(rewrite);
    bl_file_close(in);
    return 0;
}
