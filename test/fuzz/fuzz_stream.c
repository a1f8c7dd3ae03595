/* fuzz_stream.c - any bytes as a file: every reader, and every reader against the others
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * See support/properties.h for what must hold. The bytes end at a page that cannot be touched.
 */
#include "fuzz/choosy.h"
#include "fuzz/mutator.h"
#include "support/guard.h"
#include "support/properties.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct guard guard = guard_copy((struct bl_view){.data = data, .size = size});
    struct choice choice;
    require_none(properties_check(guard.bytes, fuzz_choice(&choice, guard.bytes)));
    guard_release(&guard);
    return 0;
}
