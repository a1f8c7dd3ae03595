/* test_synthetic.c - every malformed and odd file against every property
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/synthetic.h"
#include "unit/expect.h"

struct seen {
    unsigned n;
    struct bl_view wanted; /* a copy of the file of that name, or data NULL */
    uint8_t bytes[4096];
};

static void check(void *context, const char *name, struct bl_view bytes)
{
    struct seen *seen = context;
    struct guard g = guard_copy(bytes);
    struct choice choice;
    const char *problem = properties_check(g.bytes, choice_if_slow(&choice, g.bytes));
    cr_expect_null(problem, "%s: %s", name, problem);
    seen->n++;
    if (strcmp(name, "modules-3") == 0 && bytes.size <= sizeof seen->bytes) {
        memcpy(seen->bytes, bytes.data, bytes.size);
        seen->wanted = (struct bl_view){.data = seen->bytes, .size = bytes.size};
    }
    guard_release(&g);
}

Test(synthetic, properties)
{
    static struct seen seen;
    synthetic_grammar(check, &seen);
    cr_expect_geq(seen.n, 100);
    synthetic_files(check, &seen);
    cr_expect_geq(seen.n, 200);
    cr_assert_not_null(seen.wanted.data);
    unsigned before = seen.n;
    synthetic_damage("modules-3", seen.wanted, check, &seen);
    cr_expect_geq(seen.n, before + 100);
}
