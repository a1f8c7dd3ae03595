/* fortify.c - what Debian's libraries call of glibc, and musl has not
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wchar.h>

wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room);
__attribute__((format(printf, 5, 6))) int __snprintf_chk(char *to, size_t n, int level, size_t room,
                                                         const char *format, ...);
ssize_t __read_chk(int fd, void *to, size_t n, size_t room);

wchar_t *__wcsncpy_chk(wchar_t *to, const wchar_t *from, size_t n, size_t room)
{
    if (n > room)
        abort();
    return wcsncpy(to, from, n);
}

int __snprintf_chk(char *to, size_t n, int level, size_t room, const char *format, ...)
{
    (void)level;
    if (n > room)
        abort();
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(to, n, format, arguments);
    va_end(arguments);
    return size;
}

ssize_t __read_chk(int fd, void *to, size_t n, size_t room)
{
    if (n > room)
        abort();
    return read(fd, to, n);
}
