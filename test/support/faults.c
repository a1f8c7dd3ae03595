/* support/faults.c - a system that fails when it is told to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The linker sends calls of malloc() to __wrap_malloc(), and those of __real_malloc() to malloc().
 */
#include "support/faults.h"

#include <errno.h>
#include <libelf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_bool is_active, is_for_good;
static atomic_uint_fast64_t n_calls, failing_call;
static faults_read_fn *read_instead;
static void *read_context;

void faults_begin(uint64_t failing, bool for_good)
{
    n_calls = 0;
    failing_call = failing;
    is_for_good = for_good;
    is_active = true;
}

uint64_t faults_end(void)
{
    is_active = false;
    return n_calls;
}

/* Whether this call fails. */
static bool takes_memory(void)
{
    if (!is_active)
        return false;
    uint64_t number = ++n_calls;
    bool fails = failing_call && (is_for_good ? number >= failing_call : number == failing_call);
    if (fails)
        errno = ENOMEM;
    return fails;
}

/* ---- Memory ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t n);
Elf *__real_elf_memory(char *image, size_t size);
int __real_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *context);

void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return takes_memory() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size)
{
    return takes_memory() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size)
{
    return takes_memory() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text);
char *__wrap_strdup(const char *text)
{
    return takes_memory() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t n);
char *__wrap_strndup(const char *text, size_t n)
{
    return takes_memory() ? NULL : __real_strndup(text, n);
}

/* libelf is a library of its own, whose calls do not come here. */
Elf *__wrap_elf_memory(char *image, size_t size);
Elf *__wrap_elf_memory(char *image, size_t size)
{
    return takes_memory() ? NULL : __real_elf_memory(image, size);
}

int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *context);
int __wrap_pthread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *context)
{
    return takes_memory() ? EAGAIN : __real_pthread_create(id, attributes, run, context);
}

/* ---- Reading ---- */

ssize_t __real_read(int fd, void *data, size_t size);

void faults_read(faults_read_fn *instead, void *context)
{
    read_instead = instead;
    read_context = context;
}

ssize_t faults_real_read(int fd, void *data, size_t size)
{
    return __real_read(fd, data, size);
}

ssize_t __wrap_read(int fd, void *data, size_t size);
ssize_t __wrap_read(int fd, void *data, size_t size)
{
    return read_instead ? read_instead(read_context, fd, data, size) : __real_read(fd, data, size);
}
