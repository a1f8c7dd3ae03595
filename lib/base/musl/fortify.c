/* fortify.c - what Debian's libraries call of glibc, and musl has not
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdlib.h>
#include <wchar.h>

wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room);

wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room)
{
    if (n > room)
        abort();
    return wcsncpy(to, from, n);
}
