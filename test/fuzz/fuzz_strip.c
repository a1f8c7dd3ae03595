/* fuzz_strip.c - any stream without what the input chooses
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: of what the check finds good nothing is left for a second time; failures have a
 * cause.
 */
#include "bitleap.h"
#include "fuzz/target.h"

#include <string.h>

/* STREAM without what OPTIONS say, malloc'ed; NULL: that failed. */
static uint8_t *strip(const struct bl_stream *stream, const struct bl_strip_options *options,
                      size_t *size, uint32_t *n_changes, int *check)
{
    struct bl_rewrite *rewrite;
    struct bl_error err = {0};
    const struct bl_view *pieces;
    size_t n;
    uint64_t total;
    uint8_t *bytes = NULL;
    REQUIRE(bl_rewrite_open(&rewrite, stream, 0, NULL) == BL_OK);
    int status = bl_strip(rewrite, stream, options, NULL, &err);
    REQUIRE(status == BL_OK || (err.status == status && err.what));
    *n_changes = bl_rewrite_count(rewrite);
    if (status == BL_OK && bl_rewrite_pieces(rewrite, &pieces, &n, &total, &err) == BL_OK) {
        bytes = malloc((size_t)total + 1);
        REQUIRE(bytes);
        *size = 0;
        for (size_t i = 0; i < n; i++) {
            memcpy(bytes + *size, pieces[i].data, pieces[i].size);
            *size += pieces[i].size;
        }
    }
    *check = bytes ? bl_strip_check(rewrite, options, &err) : BL_OK;
    REQUIRE(*check == BL_OK || err.what);
    bl_rewrite_close(rewrite);
    return bytes;
}

static void check(const struct bl_stream *stream, const struct bl_strip_options *options)
{
    struct bl_stream after = *stream;
    int check_before;
    int check_again;
    size_t size;
    size_t again_size;
    uint32_t n_changes;
    uint8_t *bytes = strip(stream, options, &size, &n_changes, &check_before);
    REQUIRE(bytes); /* there is no damage */
    after.bytes = (struct bl_view){bytes, size};
    if (check_before < 0) { /* references that lead nowhere, say: nothing is written then */
        free(bytes);
        return;
    }
    uint8_t *again = strip(&after, options, &again_size, &n_changes, &check_again);
    REQUIRE(again && n_changes == 0 && again_size == size);
    free(again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const kinds[] = {"tbaa"};
    struct bl_stream stream;
    struct bl_strip_options options = {.kinds = kinds};
    size_t n;
    uint32_t n_changes;
    int status;
    if (bl_stream_locate((struct bl_view){data, size}, &stream, NULL) < 0)
        return 0;
    options.flags = data[size / 2] & 63;
    options.n_kinds = data[size / 2] >> 7;
    struct bl_error err;
    if (stream.kind == BL_STREAM_LLVM_IR && bl_verify(&stream, NULL, NULL, NULL, &err) == 0) {
        uint8_t *bytes = strip(&stream, &options, &n, &n_changes, &status);
        if (bytes)
            check(&stream, &options);
        free(bytes);
        options.flags |= BL_STRIP_DEBUG;
    }
    free(strip(&stream, &options, &n, &n_changes, &status));
    return 0;
}
