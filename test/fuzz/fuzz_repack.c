/* fuzz_repack.c - any stream with abbreviations of its own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what can be read comes back with the same blocks and records, never longer, and a
 * second time nothing changes; failures have a cause.
 */
#include "bitleap.h"
#include "fuzz/target.h"

#include <string.h>

/* STREAM repacked, malloc'ed; NULL: that failed. */
static uint8_t *repack(const struct bl_stream *stream, bool is_sound, size_t *size)
{
    struct bl_rewrite *rewrite;
    struct bl_error err = {0};
    struct bl_repack_report report;
    const struct bl_view *pieces;
    size_t n;
    uint64_t total;
    uint8_t *bytes = NULL;
    REQUIRE(bl_rewrite_open(&rewrite, stream, 0, NULL) == BL_OK);
    int status = bl_repack(rewrite, 1, &report, &err);
    REQUIRE(status == BL_OK || (err.status == status && err.what));
    if (status == BL_OK && bl_rewrite_pieces(rewrite, &pieces, &n, &total, &err) == BL_OK) {
        bytes = malloc((size_t)total + 1);
        REQUIRE(bytes);
        *size = 0;
        for (size_t i = 0; i < n; i++) {
            memcpy(bytes + *size, pieces[i].data, pieces[i].size);
            *size += pieces[i].size;
        }
        REQUIRE(*size <= stream->bytes.size);
        if (is_sound)
            REQUIRE(bl_repack_check(rewrite, &err) == BL_OK);
    }
    bl_rewrite_close(rewrite);
    return bytes;
}

static void ignore(void *context, const struct bl_error *problem)
{
    (void)context;
    (void)problem;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_stream stream;
    struct bl_verify_summary summary;
    size_t once_size;
    size_t twice_size;
    if (bl_stream_locate((struct bl_view){data, size}, &stream, NULL) < 0)
        return 0;
    bool is_sound = bl_verify(&stream, ignore, NULL, &summary, NULL) == 0;
    uint8_t *once = repack(&stream, is_sound, &once_size);
    if (!once)
        return 0;
    struct bl_stream again = stream;
    again.bytes = (struct bl_view){once, once_size};
    uint8_t *twice = repack(&again, is_sound, &twice_size);
    REQUIRE(twice && twice_size == once_size && memcmp(once, twice, once_size) == 0);
    free(once);
    free(twice);
    return 0;
}
