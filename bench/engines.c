/* engines.c - which decoders there are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "engines.h"

#include <dlfcn.h>
#include <fnmatch.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each object finds its own symbols first: there may be two versions of LLVM in one process. The
 * sanitizers cannot have that. */
#ifdef __has_feature
#define IS_SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#else
#define IS_SANITIZED 0
#endif
#if IS_SANITIZED
#define DLOPEN_FLAGS (RTLD_NOW | RTLD_LOCAL)
#else
#define DLOPEN_FLAGS (RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND)
#endif

static void add_all(struct engines *engines, bench_engine_fn *find)
{
    const struct bench_engine *engine;
    for (unsigned i = 0; engines->n < MAX_ENGINES && (engine = find(i)); i++)
        engines->list[engines->n++] = engine;
}

/* What dlopen() says stays in *WHY. */
static bench_engine_fn *open_engine(const char *path, const char **why)
{
    bench_engine_fn *find = NULL;
    char real[PATH_MAX];
    void *object = dlopen(realpath(path, real) ? real : path, DLOPEN_FLAGS);
    if (object)
        *(void **)&find = dlsym(object, BENCH_ENGINE_SYMBOL);
    const struct bench_engine *first = find ? find(0) : NULL;
    if (!find)
        *why = dlerror();
    else if (!first || first->version != BENCH_ENGINE_VERSION)
        *why = "made for another version of engine.h";
    return first && first->version == BENCH_ENGINE_VERSION ? find : NULL;
}

bool engines_load(struct engines *engines, const char *path)
{
    const char *why;
    bench_engine_fn *find = open_engine(path, &why);
    if (!find) {
        fprintf(stderr, "bitleap-bench: %s: %s\n", path, why);
        return false;
    }
    add_all(engines, find);
    return true;
}

/* Shared objects are not closed: their engines are used to the end. */
static void find_llvm(struct engines *engines, const char *directory, const char *version)
{
    char path[PATH_MAX];
    const char *why = "not built; it needs g++ and the headers";
    snprintf(path, sizeof path, "%s/engine_llvm%s.so", directory, version);
    bench_engine_fn *find = access(path, R_OK) == 0 ? open_engine(path, &why) : NULL;
    size_t used = strlen(engines->absent);
    if (find)
        add_all(engines, find);
    else
        snprintf(engines->absent + used, sizeof engines->absent - used,
                 "llvm%s: %s (llvm-%s-dev)\n", version, why, version);
}

bool engines_find(struct engines *engines)
{
    char self[PATH_MAX] = "";
    *engines = (struct engines){0};
    add_all(engines, bench_bitleap);
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    const char *directory = length > 0 ? dirname(self) : ".";
    find_llvm(engines, directory, "22");
    find_llvm(engines, directory, "19");
    add_all(engines, bench_textbook);
    return engines->n > 0;
}

bool fits(const char *name, const char *list)
{
    char pattern[256];
    for (const char *at = list; *at;) {
        size_t size = strcspn(at, ",");
        snprintf(pattern, sizeof pattern, "%.*s", (int)size, at);
        if (fnmatch(pattern, name, 0) == 0)
            return true;
        at += size + (at[size] == ',');
    }
    return false;
}

bool engines_choose(struct engines *engines, const char *list)
{
    int kept = 0;
    for (int i = 0; i < engines->n; i++)
        if (fits(engines->list[i]->name, list))
            engines->list[kept++] = engines->list[i];
    engines->n = kept;
    return kept > 0;
}

int engines_number(const struct engines *engines, const char *name)
{
    for (int i = 0; i < engines->n; i++)
        if (strcmp(engines->list[i]->name, name) == 0)
            return i;
    return -1;
}

int engines_llvm(const struct engines *engines, char kind)
{
    int newest = -1;
    unsigned long version = 0;
    for (int i = 0; i < engines->n; i++) {
        char *end;
        const char *name = engines->list[i]->name;
        unsigned long number = strncmp(name, "llvm", 4) == 0 ? strtoul(name + 4, &end, 10) : 0;
        if (number > version && end[0] == '-' && end[1] == kind && end[2] == '\0') {
            newest = i;
            version = number;
        }
    }
    return newest;
}
