/* extremes.c - streams that claim far more than there is: refused in little time and memory
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: extremes. Each stream is read in a process of its own, whose memory is counted.
 */
#include "support/extreme_files.h"
#include "support/sanitized.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What reading may take beside the stream. With sanitizers memory and time are not ours alone. */
enum {
    MEMORY_FLOOR = 32 << 20,
    MEMORY_PER_BYTE = 8,
    SECONDS = 5,
    MOST_TEXT = 64 << 20,
};
#define IS_MEASURED (!HAS_ASAN && !HAS_TSAN)

#define EXPECT(condition)                                                         \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s: line %d: not %s\n", name, __LINE__, #condition); \
            _exit(1);                                                             \
        }                                                                         \
    } while (0)

static void walk(const char *name, const struct bl_stream *stream, unsigned flags, int wanted)
{
    struct bl_walk *walk;
    struct bl_event event;
    struct bl_error err = {0};
    EXPECT(bl_walk_open(&walk, stream, flags, NULL, NULL) == BL_OK);
    int rc;
    while ((rc = bl_walk_next(walk, &event, &err)) > 0)
        continue;
    EXPECT(rc == wanted);
    EXPECT(rc == BL_OK || (err.what && err.has_pos && err.bit_pos <= stream->bytes.size * 8));
    bl_walk_close(walk);
}

static void count_text(void *context, const char *text, size_t size)
{
    (void)text;
    *(size_t *)context += size;
}

static void print_metadata(const char *name, struct bl_module *module, struct bl_metadata *metadata)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(metadata);
    struct bl_view string;
    size_t n_text = 0;
    struct bl_slots *slots;
    struct bl_printer *printer;
    EXPECT(bl_slots_open(&slots, module, NULL) == BL_OK);
    EXPECT(bl_printer_open(&printer, module, slots, NULL) == BL_OK);
    for (uint32_t i = counts.first; i < counts.end && n_text < MOST_TEXT; i++)
        if (bl_metadata_string(metadata, i, &string, NULL) == 0)
            EXPECT(bl_printer_put_node(printer, i, count_text, &n_text) >= 0);
    bl_printer_close(printer);
    bl_slots_close(slots);
}

static void read_symbols(const char *name, struct bl_module *module)
{
    struct bl_symbols *symbols;
    struct bl_symbol symbol;
    struct bl_block body;
    uint32_t value;
    int rc;
    EXPECT(bl_symbols_open(&symbols, module, 0, NULL) == BL_OK);
    while ((rc = bl_symbols_next(symbols, &symbol, NULL)) > 0)
        if (bl_symbols_value(symbols, &symbol, &value, NULL) > 0)
            EXPECT(bl_module_body(module, value, &body, NULL) != BL_E_NOMEM);
    EXPECT(rc != BL_E_NOMEM);
    bl_symbols_close(symbols);
}

static void read_bodies(const char *name, struct bl_module *module, const struct bl_global *globals,
                        uint32_t n)
{
    struct bl_function *function;
    struct bl_instruction inst;
    int status = bl_function_open(&function, module, BL_NONE, NULL);
    EXPECT(status != BL_E_NOMEM);
    for (uint32_t i = 0; i < n && status == BL_OK; i++) {
        if (globals[i].body == BL_NONE)
            continue;
        int rc = bl_function_load(function, i, NULL);
        while (rc >= 0 && (rc = bl_function_next(function, &inst, NULL)) > 0)
            continue;
        EXPECT(rc != BL_E_NOMEM);
    }
    bl_function_close(function);
}

static void read_index(const char *name, const struct bl_stream *stream, int wanted)
{
    struct bl_index *index;
    struct bl_error err;
    int status = bl_index_open(&index, stream, &err);
    EXPECT(status == BL_OK || status == wanted);
    if (status < 0)
        return;
    status = bl_index_expand(index, BL_NONE, UINT32_MAX, &err);
    EXPECT(status != BL_E_NOMEM);
    for (uint32_t block = bl_module_next(index, BL_NONE); block != BL_NONE;
         block = bl_module_next(index, block)) {
        struct bl_module *module;
        struct bl_module_info facts;
        const struct bl_types *types;
        const struct bl_attributes *attributes;
        const struct bl_global *globals;
        struct bl_metadata *metadata;
        uint32_t n;
        EXPECT(bl_module_open(&module, index, block, NULL) == BL_OK);
        read_symbols(name, module); /* each by itself, before all are known */
        EXPECT(bl_module_get_info(module, BL_INFO_DEEP, &facts, NULL) != BL_E_NOMEM);
        EXPECT(bl_module_types(module, &types, NULL) != BL_E_NOMEM);
        EXPECT(bl_module_attributes(module, &attributes, NULL) != BL_E_NOMEM);
        EXPECT(bl_module_globals(module, &globals, &n, NULL) != BL_E_NOMEM);
        read_bodies(name, module, globals, n);
        EXPECT(bl_module_metadata(module, &metadata, NULL) != BL_E_NOMEM);
        if (metadata)
            print_metadata(name, module, metadata);
        bl_module_close(module);
    }
    bl_index_close(index);
}

static void count(const char *name, const struct bl_stream *stream, int wanted)
{
    struct bl_stats *stats;
    EXPECT(bl_stats_open(&stats, BL_STATS_ROLES, NULL) == BL_OK);
    EXPECT(bl_stats_add(stats, stream, NULL, 2, NULL) == wanted);
    bl_stats_close(stats);
}

static void verify(const char *name, const struct bl_stream *stream, int wanted)
{
    struct bl_verify_summary summary;
    int rc = bl_verify(stream, NULL, NULL, &summary, NULL);
    EXPECT(rc == (wanted < 0 || summary.n_problems > 0 ? 1 : 0));
}

/* The most memory that this process has had, in bytes, and its time. */
static long memory_peak(double *seconds)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    *seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
               (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    return usage.ru_maxrss * 1024;
}

static void read_all(const struct extreme_file *file)
{
    struct bl_stream stream;
    const char *name = file->name;
    double seconds;
    long before = memory_peak(&seconds);
    EXPECT(bl_stream_locate(file->bytes, &stream, NULL) == BL_OK);
    walk(name, &stream, 0, file->status);
    walk(name, &stream, BL_WALK_SKIP, file->status);
    read_index(name, &stream, file->status);
    count(name, &stream, file->status);
    verify(name, &stream, file->status);
    long more = memory_peak(&seconds) - before;
    printf("%-16s %10zu bytes: %6.2f s, %11ld bytes of memory\n", name, file->bytes.size, seconds,
           more);
    EXPECT(!IS_MEASURED || seconds <= SECONDS);
    EXPECT(!IS_MEASURED || more <= MEMORY_FLOOR + MEMORY_PER_BYTE * (long)file->bytes.size);
}

static void check(void *context, const struct extreme_file *file)
{
    unsigned *n_bad = context;
    int status;
    fflush(NULL);
    pid_t id = fork();
    if (id == 0) {
        alarm(120);
        read_all(file);
        fflush(NULL);
        _exit(0);
    }
    if (id < 0 || waitpid(id, &status, 0) != id || status != 0)
        ++*n_bad;
}

int main(void)
{
    if (!IS_MEASURED && !getenv("WHOLE")) {
        puts("time and memory are measured in other builds; this one runs it with WHOLE=1");
        return 77;
    }
    unsigned n_bad = 0;
    extreme_files(check, &n_bad);
    return n_bad ? 1 : 0;
}
