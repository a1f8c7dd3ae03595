/* blobs.c - all blobs of a stream of any kind, without a copy: block, code, place in the file, size
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: blobs FILE
 */
#include <bitleap.h>
#include <inttypes.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    struct bl_file *file = NULL;
    struct bl_stream stream;
    struct bl_walk *walk = NULL;
    struct bl_event event;
    struct bl_error err;
    char text[512];
    int rc;
    if (argc != 2)
        return 2;
    rc = bl_file_open(&file, argv[1], BL_OPEN_SEQUENTIAL, &err);
    if (rc == 0)
        rc = bl_stream_locate(bl_file_view(file), &stream, &err);
    if (rc == 0)
        rc = bl_walk_open(&walk, &stream, 0, NULL, &err);
    while (rc >= 0 && (rc = bl_walk_next(walk, &event, &err)) > 0)
        if (event.kind == BL_EVENT_RECORD && event.record->has_blob) {
            const struct bl_view *blob = &event.record->blob;
            printf("block %" PRIu32 " code %" PRIu32 ": byte %td, %zu bytes\n",
                   event.block->block_id, event.code, blob->data - bl_file_view(file).data,
                   blob->size);
        }
    if (rc < 0) {
        bl_error_format(&err, walk ? &stream : NULL, text, sizeof text);
        fprintf(stderr, "%s: %s\n", argv[1], text);
    }
    bl_walk_close(walk);
    bl_file_close(file);
    return rc < 0;
}
