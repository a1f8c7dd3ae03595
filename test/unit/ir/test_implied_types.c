/* test_implied_types.c - types that a module's table may lack
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/implied_types.h"

#include "support/spread.h"

#include <criterion/criterion.h>

/* Address spaces come from the file, and what they have in common must not show. */
Test(implied_types, address_spaces_made_to_share_places)
{
    enum {
        N = 20000
    };
    for (unsigned shift = 0; shift <= 46; shift += 23) {
        struct bl_implied_types derived;
        bl_implied_types_init(&derived, &(struct bl_types){0});
        for (uint64_t i = 0; i < N; i++)
            cr_assert_eq(bl_derive_pointer_to_any(&derived, i << shift), i);
        for (uint64_t i = 0; i < N; i++)
            cr_assert_eq(bl_derive_pointer_to_any(&derived, i << shift), i);
        cr_expect_lt(longest_run(derived.places, derived.cap_places, 1), N / 20, "shift %u", shift);
        bl_implied_types_release(&derived);
    }
}
