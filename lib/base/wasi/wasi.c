/* base/wasi/wasi.c - functions that Linux has and WASI has not
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/wasi/wasi.h"

#include "base/sigbus.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <unistd.h>

unsigned long getauxval(unsigned long type)
{
    static uint8_t random_bytes[16];
    static bool are_made;
    if (type != AT_RANDOM)
        return 0;
    if (!are_made && getentropy(random_bytes, sizeof random_bytes) != 0)
        return 0;
    are_made = true;
    return (unsigned long)(uintptr_t)random_bytes;
}

/* ---- Nothing is mapped, so that nothing is guarded ---- */

struct bl_guard *bl_guard_take(void *data, size_t size, int fd)
{
    (void)data, (void)size, (void)fd;
    return NULL;
}

void bl_guard_detach(struct bl_guard *guard)
{
    (void)guard;
}

void bl_guard_release(struct bl_guard *guard)
{
    (void)guard;
}

bool bl_guard_is_torn(const struct bl_guard *guard)
{
    (void)guard;
    return false;
}

/* ---- Refused ---- */

static int refuse(void)
{
    errno = ENOSYS;
    return -1;
}

pid_t fork(void)
{
    return refuse();
}

int execlp(const char *file, const char *argument, ...)
{
    (void)file, (void)argument;
    return refuse();
}

int dup(int fd)
{
    (void)fd;
    return refuse();
}

int dup2(int from, int to)
{
    (void)from, (void)to;
    return refuse();
}

int mkstemp(char *path)
{
    (void)path;
    return refuse();
}

/* Nobody else has a file open. */
int flock(int fd, int operation)
{
    (void)fd, (void)operation;
    return 0;
}

/* No links are followed: a preopened directory is the top of what there is. */
char *realpath(const char *path, char *resolved)
{
    struct stat st;
    if (resolved || stat(path, &st) < 0)
        return NULL;
    return strdup(path);
}

/* ---- As that of glibc ---- */

static int (*compare_items)(const void *a, const void *b, void *context);
static void *compare_context;

static int compare_in_order(const void *a, const void *b)
{
    return compare_items(a, b, compare_context);
}

/* There is one thread, and no COMPARE that sorts. */
void qsort_r(void *items, size_t n, size_t size,
             int (*compare)(const void *a, const void *b, void *context), void *context)
{
    compare_items = compare;
    compare_context = context;
    qsort(items, n, size, compare_in_order);
}
