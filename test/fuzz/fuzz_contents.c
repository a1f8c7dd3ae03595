/* fuzz_contents.c - what the definitions of any module say, as hashes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: the same by a reader that has hashed nothing before, unless that comes to a limit;
 * only functions have bodies; failures have a cause.
 */
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"

#include <string.h>

/* What of VALUE can be hashed; the first failure. */
static int hash_value(struct bl_contents *contents, uint32_t value, struct bl_content *content,
                      struct bl_error *err)
{
    struct bl_error of_body;
    *content = (struct bl_content){.has_body = false};
    int status = bl_contents_stated(contents, value, 1, content, err);
    fuzz_require_cause(status, err);
    REQUIRE(!content->has_body);
    if (status < 0)
        return status;
    int rc = bl_contents_body(contents, value, 2, content, &of_body);
    fuzz_require_cause(rc, &of_body);
    return rc == BL_E_LIMIT ? rc : status;
}

/* VALUE by CONTENTS, which has hashed others, and anew. */
static void check_value(struct bl_contents *contents, struct bl_module *module, uint32_t value)
{
    struct bl_contents *fresh;
    struct bl_content content, again;
    struct bl_error err;
    if (hash_value(contents, value, &content, &err) < 0)
        return;
    REQUIRE(bl_contents_open(&fresh, module, &err) == BL_OK);
    REQUIRE(hash_value(fresh, value, &again, &err) == BL_OK);
    REQUIRE(memcmp(content.parts, again.parts, sizeof content.parts) == 0);
    REQUIRE(content.has_body == again.has_body && content.is_odr == again.is_odr);
    bl_contents_close(fresh);
}

static void check_module(struct bl_module *module)
{
    struct bl_contents *contents;
    struct bl_error err;
    uint32_t n;
    int status = bl_contents_open(&contents, module, &err);
    fuzz_require_cause(status, &err);
    if (status < 0 || bl_module_count(module, &n, NULL) < 0)
        n = 0;
    for (uint32_t value = 0; value < n && value < FUZZ_MANY / 10; value++)
        check_value(contents, module, value);
    bl_contents_close(contents);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_each_module(data, size, check_module);
    return 0;
}
