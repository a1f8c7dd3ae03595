/* support/faults.c - a system that fails when it is asked to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The linker sends calls of malloc() to __wrap_malloc(), and those of __real_malloc() to malloc().
 */
#include "support/faults.h"

#include "support/sanitized.h"

#include <dirent.h>
#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tre/tre.h>
#include <unistd.h>
#include <xxhash.h>

static atomic_bool is_active, is_for_good;
static atomic_uint_fast64_t n_calls, failing_call;
static uint64_t *traced_places;
static size_t n_places;
static faults_read_fn *read_instead;
static faults_write_fn *write_instead;
static void *read_context, *write_context;
static int failures[FAULTS_CALLS];

void faults_begin(uint64_t failing, bool for_good)
{
    n_calls = 0;
    failing_call = failing;
    is_for_good = for_good;
    is_active = true;
}

void faults_trace(uint64_t *places, size_t n)
{
    traced_places = places;
    n_places = n;
}

void faults_choose(const uint64_t *places, size_t n, bool *due)
{
    for (size_t i = 0; i < n; i++) {
        unsigned number = 1; /* on its path */
        for (size_t before = 0; before < i; before++)
            number += places[before] == places[i];
        due[i] = getenv("FAULTS") || (number & (number - 1)) == 0;
    }
}

bool faults_fail_for_good(void)
{
    return !HAS_ASAN || getenv("WHOLE");
}

uint64_t faults_end(void)
{
    is_active = false;
    return n_calls;
}

/* By who called whom, as far as it matters which of their allocations this is. */
static uint64_t hash_place(void)
{
    void *callers[8];
    int n = backtrace(callers, sizeof callers / sizeof *callers);
    return XXH3_64bits(callers, (size_t)n * sizeof *callers);
}

/* Whether this call fails. */
static bool takes_memory(void)
{
    if (!is_active)
        return false;
    uint64_t number = ++n_calls;
    if (number <= n_places)
        traced_places[number - 1] = hash_place();
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
typedef struct Elf Elf; /* as <libelf.h> has it, which not every system does */
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

/* What libraries call themselves does not come here: so these fail as a whole. */

char *__real_realpath(const char *path, char *resolved);
char *__real_getcwd(char *path, size_t size);
DIR *__real_opendir(const char *path);
DIR *__real_fdopendir(int fd);
int __real_tre_regcomp(regex_t *regex, const char *text, int flags);
int __real_tre_regnexec(const regex_t *regex, const char *text, size_t size, size_t n,
                        regmatch_t *matches, int flags);

__attribute__((format(printf, 2, 0))) int __real_vasprintf(char **text, const char *format,
                                                           va_list arguments);
__attribute__((format(printf, 2, 0))) int __wrap_vasprintf(char **text, const char *format,
                                                           va_list arguments);
int __wrap_vasprintf(char **text, const char *format, va_list arguments)
{
    return takes_memory() ? -1 : __real_vasprintf(text, format, arguments);
}

char *__wrap_realpath(const char *path, char *resolved);
char *__wrap_realpath(const char *path, char *resolved)
{
    return takes_memory() ? NULL : __real_realpath(path, resolved);
}

char *__wrap_getcwd(char *path, size_t size);
char *__wrap_getcwd(char *path, size_t size)
{
    return takes_memory() ? NULL : __real_getcwd(path, size);
}

DIR *__wrap_opendir(const char *path);
DIR *__wrap_opendir(const char *path)
{
    return takes_memory() ? NULL : __real_opendir(path);
}

DIR *__wrap_fdopendir(int fd);
DIR *__wrap_fdopendir(int fd)
{
    return takes_memory() ? NULL : __real_fdopendir(fd);
}

int __wrap_tre_regcomp(regex_t *regex, const char *text, int flags);
int __wrap_tre_regcomp(regex_t *regex, const char *text, int flags)
{
    return takes_memory() ? REG_ESPACE : __real_tre_regcomp(regex, text, flags);
}

int __wrap_tre_regnexec(const regex_t *regex, const char *text, size_t size, size_t n,
                        regmatch_t *matches, int flags);
int __wrap_tre_regnexec(const regex_t *regex, const char *text, size_t size, size_t n,
                        regmatch_t *matches, int flags)
{
    return takes_memory() ? REG_ESPACE : __real_tre_regnexec(regex, text, size, n, matches, flags);
}

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

/* ---- Reading and writing ---- */

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

ssize_t __real_write(int fd, const void *data, size_t size);
ssize_t __real_pwrite64(int fd, const void *data, size_t size, off_t offset);

void faults_write(faults_write_fn *instead, void *context)
{
    write_instead = instead;
    write_context = context;
}

ssize_t faults_real_write(int fd, const void *data, size_t size, off_t offset)
{
    return offset < 0 ? __real_write(fd, data, size) : __real_pwrite64(fd, data, size, offset);
}

ssize_t __wrap_write(int fd, const void *data, size_t size);
ssize_t __wrap_write(int fd, const void *data, size_t size)
{
    return write_instead ? write_instead(write_context, fd, data, size, -1)
                         : __real_write(fd, data, size);
}

/* With offsets of 64 bits, this is what pwrite() is called. */
ssize_t __wrap_pwrite64(int fd, const void *data, size_t size, off_t offset);
ssize_t __wrap_pwrite64(int fd, const void *data, size_t size, off_t offset)
{
    return write_instead ? write_instead(write_context, fd, data, size, offset)
                         : __real_pwrite64(fd, data, size, offset);
}

/* ---- Single calls ---- */

int __real_fsync(int fd);
int __real_rename(const char *from, const char *to);
struct dirent *__real_readdir64(DIR *directory);

void faults_fail(enum faults_call call, int failure)
{
    failures[call] = failure;
}

static bool fails(enum faults_call call)
{
    if (failures[call] == 0)
        return false;
    errno = failures[call];
    return true;
}

int __wrap_fsync(int fd);
int __wrap_fsync(int fd)
{
    return fails(FAULTS_FSYNC) ? -1 : __real_fsync(fd);
}

int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to)
{
    return fails(FAULTS_RENAME) ? -1 : __real_rename(from, to);
}

/* With offsets of 64 bits, this is what readdir() is called. */
struct dirent *__wrap_readdir64(DIR *directory);
struct dirent *__wrap_readdir64(DIR *directory)
{
    return fails(FAULTS_READDIR) ? NULL : __real_readdir64(directory);
}
