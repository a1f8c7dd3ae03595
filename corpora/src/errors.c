/*
 * errors.c - a source that does not compile, for serialized diagnostics
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

struct incomplete;

int errors(struct incomplete value, int a)
{
    struct incomplete other;
    int b = undeclared + a
    return b.field + "text" * 2;
}

void errors(void);
#error "an #error line, with \"quotes\" and a tab:	."
