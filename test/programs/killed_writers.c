/* killed_writers.c - an index file stays whole, whoever writes it and whenever that is killed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: killed_writers [ROUNDS]; 200 without. In each round two processes write two contents to
 * the same path again and again, until they are killed at some moment. After that the file opens,
 * passes the check, and is one of both, to the byte. Temporary files of killed writers lie around
 * then; in the end one more write must have removed them all.
 */
#include "support/make_catalog.h"
#include "support/scratch.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    ROUNDS = 200,
    WRITERS = 2,
    BLOCKS = 20000,
    LONGEST_US = 30000,
};

static void fail(const char *what)
{
    fprintf(stderr, "killed_writers: %s\n", what);
    exit(1);
}

/* Blocks of one id: half a megabyte. */
static struct bl_catalog *make_content(uint32_t id)
{
    struct make_catalog m = {.parts = BL_CATALOG_BLOCKS};
    uint32_t name = make_text(&m, "/x");
    uint32_t nothing = make_text(&m, "");
    struct bl_blx_source *source = make_record(&m, BL_BLX_SRCS);
    MAKE_SET(source->path, name);
    MAKE_SET(source->base, nothing);
    MAKE_SET(source->kind, BL_SOURCE_FILE);
    MAKE_SET(source->parent, BL_NONE);
    MAKE_SET(source->n_streams, 1);
    MAKE_SET(source->size, BLOCKS * 4);
    struct bl_blx_stream *stream = make_record(&m, BL_BLX_STRM);
    MAKE_SET(stream->path, nothing);
    MAKE_SET(stream->size, BLOCKS * 4);
    MAKE_SET(stream->n_blocks, BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
        struct bl_blx_block *block = make_record(&m, BL_BLX_BLKS);
        MAKE_SET(block->bit_pos, i * 32);
        MAKE_SET(block->block_id, id);
        MAKE_SET(block->parent, BL_NONE);
    }
    return make_done(&m);
}

static pid_t begin_writer(const struct bl_catalog *content, const char *path)
{
    pid_t pid = fork();
    if (pid < 0)
        fail("cannot fork");
    if (pid > 0)
        return pid;
    for (;;)
        if (bl_catalog_write(content, path, NULL) < 0)
            _exit(1);
}

static void kill_writer(pid_t pid)
{
    int status;
    kill(pid, SIGKILL);
    if (waitpid(pid, &status, 0) != pid || !WIFSIGNALED(status))
        fail("a writer has failed before it was killed");
}

/* Which of both contents the file is. */
static int which(const char *path, const struct bl_view contents[WRITERS])
{
    struct bl_catalog *catalog;
    struct bl_file *file;
    struct bl_error err;
    if (bl_catalog_open(&catalog, path, 0, &err) < 0 || bl_catalog_check(catalog, &err) < 0)
        fail(err.what);
    bl_catalog_close(catalog);
    if (bl_file_open(&file, path, 0, &err) < 0)
        fail(err.what);
    struct bl_view bytes = bl_file_view(file);
    int i = 0;
    while (i < WRITERS && (bytes.size != contents[i].size ||
                           memcmp(bytes.data, contents[i].data, bytes.size) != 0))
        i++;
    bl_file_close(file);
    if (i == WRITERS)
        fail("the file is neither the one nor the other");
    return i;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
    const struct bl_catalog *writing[WRITERS];
    struct bl_view contents[WRITERS];
    unsigned n_seen[WRITERS] = {0};
    unsigned most_files = 0;
    scratch_begin();
    char *path = strdup(scratch_path("x.blx"));
    for (uint32_t i = 0; i < WRITERS; i++) {
        struct bl_catalog *content = make_content(i);
        contents[i] = make_index(content);
        writing[i] = content;
    }
    if (bl_catalog_write(writing[0], path, NULL) < 0)
        fail("cannot write");
    srand(1);
    for (int round = 0; round < rounds; round++) {
        pid_t pids[WRITERS];
        for (int i = 0; i < WRITERS; i++)
            pids[i] = begin_writer(writing[i], path);
        struct timespec wait = {.tv_nsec = rand() % LONGEST_US * 1000L};
        nanosleep(&wait, NULL);
        for (int i = 0; i < WRITERS; i++)
            kill_writer(pids[i]);
        n_seen[which(path, contents)]++;
        unsigned n_files = scratch_count();
        most_files = n_files > most_files ? n_files : most_files;
    }
    if (bl_catalog_write(writing[1], path, NULL) < 0 || scratch_count() != 1)
        fail("temporary files are left");
    printf("%d rounds: %u and %u times; up to %u temporary files\n", rounds, n_seen[0], n_seen[1],
           most_files - 1);
    for (int i = 0; i < WRITERS; i++) {
        bl_catalog_close((struct bl_catalog *)(uintptr_t)writing[i]);
        free((void *)(uintptr_t)contents[i].data);
    }
    free(path);
    scratch_end();
    return 0;
}
