/* lowered/strings.c - text in buffers of blocks, tables of strings, pointers into them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = {"zero", "one", "two", "three", "four"};
static const char *const *middle = &names[2];

static size_t reversed(const char *from, char *to, size_t size)
{
    size_t n = strlen(from);
    if (n >= size)
        n = size - 1;
    for (size_t i = 0; i < n; i++)
        to[i] = (char)(i % 2 ? toupper((unsigned char)from[n - 1 - i]) : from[n - 1 - i]);
    to[n] = 0;
    return n;
}

int main(void)
{
    size_t total = 0;
    for (int i = -2; i < 3; i++) {
        char buffer[5];
        total += reversed(middle[i], buffer, sizeof buffer);
        printf("%s %zu %d\n", buffer, total, strcmp(buffer, "OWT"));
    }
    return (int)total & 15;
}
