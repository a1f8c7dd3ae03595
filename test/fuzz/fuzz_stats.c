/* fuzz_stats.c - any bytes as a stream: counting by the record loop against counting by events
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The bytes end at a page that cannot be touched.
 */
#include "fuzz/choosy.h"
#include "fuzz/mutator.h"
#include "support/guard.h"
#include "support/stats_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct guard guard = guard_copy((struct bl_view){.data = data, .size = size});
    struct bl_stream stream;
    struct bl_error err;
    struct choice choice;
    if (bl_stream_locate(guard.bytes, &stream, &err) == BL_OK)
        require_none(stats_check(&stream, fuzz_choice(&choice, guard.bytes)));
    guard_release(&guard);
    return 0;
}
