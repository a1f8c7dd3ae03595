/* fuzz_lower.c - any stream as an older LLVM reads it, which the input chooses
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: of what the check finds good nothing is left to lower; failures have a cause; only
 * what is refused has no result where nothing is wrong with the stream.
 */
#include "bitleap.h"
#include "fuzz/mutator.h"

#include <string.h>

static void require_nothing(struct bl_rewrite *rewrite, const struct bl_lower_options *options)
{
    struct bl_lower_report *report;
    struct bl_stream written;
    struct bl_view bytes;
    uint32_t n;
    uint32_t n_refused;
    REQUIRE(bl_rewrite_join(rewrite, &bytes, NULL) == BL_OK);
    REQUIRE(bl_stream_locate(bytes, &written, NULL) == BL_OK);
    REQUIRE(bl_lower(NULL, &written, options, &report, NULL) == BL_OK);
    (void)bl_lower_findings(report, &n, &n_refused);
    REQUIRE(n == 0 && n_refused == 0);
    bl_lower_report_close(report);
}

static void lower(const struct bl_stream *stream, const struct bl_lower_options *options)
{
    struct bl_rewrite *rewrite;
    struct bl_lower_report *report = NULL;
    struct bl_error err = {0};
    REQUIRE(bl_rewrite_open(&rewrite, stream, 0, NULL) == BL_OK);
    int status = bl_lower(rewrite, stream, options, &report, &err);
    REQUIRE(status == BL_OK || (err.status == status && err.what));
    if (status == BL_OK) {
        status = bl_lower_check(rewrite, options, report, &err);
        REQUIRE(status == BL_OK || err.what);
        if (status == BL_OK)
            require_nothing(rewrite, options);
    }
    bl_lower_report_close(report);
    bl_rewrite_close(rewrite);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_stream stream;
    struct bl_lower_options options = {0};
    struct bl_lower_report *report = NULL;
    struct bl_error err = {0};
    if (bl_stream_locate((struct bl_view){data, size}, &stream, NULL) < 0)
        return 0;
    options.llvm = BL_LOWER_OLDEST + data[size / 2] % (BL_LOWER_NEWEST - BL_LOWER_OLDEST + 1);
    int status = bl_lower(NULL, &stream, &options, &report, &err);
    REQUIRE(status == BL_OK || (err.status == status && err.what));
    bl_lower_report_close(report);
    lower(&stream, &options);
    return 0;
}
