/* fuzz_slice.c - a definition of any module as a module of its own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what is made of a module that verify finds good is good, and passes the check;
 * failures have a cause; the same slice has the same bytes a second time. A later part, which
 * declares types, passes, too.
 */
#include "bitleap.h"
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"

#include <string.h>

static void ignore(void *context, const struct bl_error *problem)
{
    (void)context;
    (void)problem;
}

/* MODULE without what is not needed; VALUE alone is not needed either. */
static void leave_out(struct bl_module *module, uint32_t value, bool is_sound)
{
    struct bl_slice *s;
    struct bl_error err = {0};
    struct bl_view bytes;
    int status = bl_slice_open(&s, module, BL_SLICE_UNNEEDED, &err);
    fuzz_require_cause(status, &err);
    if (status < 0)
        return;
    status = bl_slice_add_discardable(s, &err);
    if (status == BL_OK)
        status = bl_slice_add(s, value, &err);
    if (status == BL_OK)
        status = bl_slice_make(s, &bytes, NULL, &err);
    fuzz_require_cause(status, &err);
    if (status == BL_OK) {
        int check = bl_slice_check(s, &err);
        fuzz_require_cause(check, &err);
        REQUIRE(check == BL_OK || !is_sound);
    }
    bl_slice_close(s);
}

static void slice(struct bl_module *module, uint32_t value, unsigned flags, bool is_sound)
{
    struct bl_slice *s;
    struct bl_error err = {0};
    struct bl_view bytes;
    struct bl_view again;
    int status = bl_slice_open(&s, module, flags, &err);
    fuzz_require_cause(status, &err);
    if (status < 0)
        return;
    status = bl_slice_add(s, value, &err);
    if (status == BL_OK)
        status = bl_slice_make(s, &bytes, NULL, &err);
    fuzz_require_cause(status, &err);
    if (status == BL_OK) {
        uint8_t *copy = malloc(bytes.size + 1);
        REQUIRE(copy);
        memcpy(copy, bytes.data, bytes.size);
        size_t size = bytes.size;
        int check = bl_slice_check(s, &err);
        fuzz_require_cause(check, &err);
        /* Line tables are not seen to be right where metadata is in bundles. */
        REQUIRE(check == BL_OK || !is_sound || flags & BL_SLICE_LINES);
        REQUIRE(bl_slice_make(s, &again, NULL, &err) == BL_OK);
        REQUIRE(again.size == size && memcmp(again.data, copy, size) == 0);
        free(copy);
        bl_slice_clear(s);
        REQUIRE(bl_slice_add(s, value, &err) == BL_OK);
        REQUIRE(bl_slice_make(s, &again, NULL, &err) == BL_OK);
        check = bl_slice_check(s, &err);
        fuzz_require_cause(check, &err);
        REQUIRE(check == BL_OK || !is_sound || flags & BL_SLICE_LINES);
    }
    bl_slice_close(s);
}

static void check(struct bl_module *module)
{
    const struct bl_global *globals;
    struct bl_verify_summary summary;
    uint32_t n;
    uint32_t n_done = 0;
    bool is_sound = bl_verify(bl_module_stream(module), ignore, NULL, &summary, NULL) == 0;
    (void)bl_module_globals(module, &globals, &n, NULL);
    uint32_t n_globals = n;
    for (uint32_t i = 0; i < n_globals && n_done < FUZZ_FEW; i++) {
        struct bl_global global;
        if (bl_module_global(module, i, &global, NULL) < 0 || global.is_declaration)
            continue;
        unsigned flags = n_done++ % 2 ? BL_SLICE_RECURSIVE | BL_SLICE_WITH_GLOBALS : 0;
        flags |= n_done % 4 == 3 ? BL_SLICE_DELETE : 0;
        flags |= n_done % 4 == 0 ? BL_SLICE_NO_DEBUG : n_done % 4 == 1 ? BL_SLICE_LINES : 0;
        flags |= n_done % 4 == 2 ? BL_SLICE_PARTS : 0;
        slice(module, i, flags, is_sound);
        if (n_done == 1)
            leave_out(module, i, is_sound);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check);
    return 0;
}
