/* test_demangle.c - names of C++ that the C++ library would need hours for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_print.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum {
    NAME_SIZE = 1 << 12
};

static void count(void *context, const char *text, size_t size)
{
    (void)text;
    *(size_t *)context += size;
}

/* How long the text of NAME is; 0: it is no name. */
static size_t text_size(const char *name)
{
    size_t size = 0;
    struct bl_view view = {(const uint8_t *)name, strlen(name)};
    bool is_name = bl_demangle(view, count, &size);
    cr_expect_eq(is_name, size > 0, "%s", name);
    return size;
}

/* PREFIX N times, MIDDLE, SUFFIX N times. */
static const char *nest(char name[NAME_SIZE], unsigned n, const char *prefix, const char *middle,
                        const char *suffix)
{
    int size = snprintf(name, NAME_SIZE, "_Z");
    for (unsigned i = 0; i < n; i++)
        size += snprintf(name + size, NAME_SIZE - (size_t)size, "%s", prefix);
    size += snprintf(name + size, NAME_SIZE - (size_t)size, "%s", middle);
    for (unsigned i = 0; i < n; i++)
        size += snprintf(name + size, NAME_SIZE - (size_t)size, "%s", suffix);
    snprintf(name + size, NAME_SIZE - (size_t)size, "v");
    return name;
}

Test(demangle, conversions)
{
    char name[NAME_SIZE];
    if (text_size("_Z1fv") == 0)
        cr_skip_test("no C++ library is installed for this machine");
    cr_expect_eq(text_size("_ZN1AcvT_IiEEv"), strlen("A::operator int<int>()"));
    cr_expect_eq(text_size("_ZNK1AcvT_I3BarIiEEEv"),
                 strlen("A::operator Bar<int><Bar<int> >() const"));
    cr_expect_gt(text_size(nest(name, 3, "N1AcvT_I", "i", "EE")), 0);
}

/* The arguments of each level are read twice. */
Test(demangle, conversions_in_conversions, .timeout = 60)
{
    static const char *const prefixes[] = {"N1AcvT_I", "N1AcvPT0_I", "N1AcvKT12_I"};
    char name[NAME_SIZE];
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        for (unsigned n = 25; n <= 45; n += 20)
            cr_expect_eq(text_size(nest(name, n, prefixes[i], "i", "EE")), 0, "%s", name);
}
