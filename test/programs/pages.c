/* pages.c - opening an index of a large file reads a few of its pages
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: pages. Writes a file of a module with many function blocks, drops it from the page cache,
 * opens it, lists its top level, finds one block, and asks mincore() which pages have been read.
 * Skips (77) where the file system does not let go of its pages, and in an emulator.
 */
#include "bitleap.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    N_FUNCTIONS = 2500,
    N_RECORDS = 100,
    MODULE = 8,
    FUNCTION = 12,
    IDENTIFICATION = 13,
    STRTAB = 23
};

static void fail(const char *what)
{
    fprintf(stderr, "pages: %s\n", what);
    exit(1);
}

static void skip(const char *why)
{
    puts(why);
    exit(77);
}

static void write_block(struct bl_writer *w, uint32_t block_id, int n_records)
{
    uint64_t ops[40] = {0};
    bl_writer_enter(w, block_id, 4);
    for (int i = 0; i < n_records; i++)
        bl_writer_record(w, 1, ops, sizeof ops / sizeof ops[0]);
    bl_writer_exit(w);
}

static size_t write_file(int fd)
{
    struct bl_writer *w;
    struct bl_view bytes;
    if (bl_writer_open(&w, NULL) < 0)
        fail("no writer");
    bl_writer_magic(w, "BC\xC0\xDE");
    write_block(w, IDENTIFICATION, 2);
    bl_writer_enter(w, MODULE, 3);
    for (int i = 0; i < N_FUNCTIONS; i++)
        write_block(w, FUNCTION, N_RECORDS);
    bl_writer_exit(w);
    write_block(w, STRTAB, 2);
    if (bl_writer_finish(w, &bytes, NULL) < 0)
        fail("the file was not made");
    size_t done = 0;
    while (done < bytes.size) {
        ssize_t n = write(fd, bytes.data + done, bytes.size - done);
        if (n <= 0)
            fail("the file was not written");
        done += (size_t)n;
    }
    bl_writer_close(w);
    return done;
}

/* Pages of the file that are in memory. */
static size_t n_resident(int fd, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t n_pages = (size + page - 1) / page;
    unsigned char *flags = malloc(n_pages);
    void *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);
    size_t n = 0;
    if (!flags || map == MAP_FAILED || mincore(map, size, flags) < 0)
        skip("mincore() does not tell");
    for (size_t i = 0; i < n_pages; i++)
        n += flags[i] & 1;
    munmap(map, size);
    free(flags);
    return n;
}

static void list_top_level(const char *path)
{
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_index *index = NULL;
    if (bl_file_open(&file, path, 0, NULL) < 0 || !bl_file_is_mapped(file) ||
        bl_stream_locate(bl_file_view(file), &stream, NULL) < 0 ||
        bl_index_open(&index, &stream, NULL) < 0)
        fail("no index");
    if (bl_index_count(index) != 3)
        fail("not three blocks at the top level");
    bl_index_close(index);
    bl_file_close(file);
}

int main(void)
{
    const char *folder = getenv("TMPDIR");
    char path[4096];
    if (getenv("EMULATOR"))
        skip("an emulator keeps advice about memory to itself");
    snprintf(path, sizeof path, "%s/pages.XXXXXX", folder ? folder : "build");
    int fd = mkstemp(path);
    if (fd < 0)
        skip("no place for a file");
    size_t size = write_file(fd);
    if (fsync(fd) < 0 || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) != 0 ||
        n_resident(fd, size) > 0) {
        unlink(path);
        skip("the file system does not let go of pages");
    }
    list_top_level(path);
    size_t n = n_resident(fd, size);
    unlink(path);
    close(fd);
    size_t n_pages = size / (size_t)sysconf(_SC_PAGESIZE);
    printf("%zu bytes, %zu of %zu pages read\n", size, n, n_pages);
    if (n * 100 >= n_pages)
        fail("1 % of the pages or more were read");
    return 0;
}
