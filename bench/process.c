/* process.c - commands as engines: a process is started, and what it prints is read or thrown away
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "process.h"

#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Start the command with OUTPUT as standard output. */
static pid_t start(const struct bench_engine *engine, const char *file, int output)
{
    const char *program = engine->own;
    bool ours = strcmp(engine->name, "bitleap") == 0;
    char *argv[5];
    int n = 0;
    argv[n++] = strdup(program);
    if (ours)
        argv[n++] = strdup("bcanalyzer");
    argv[n++] = strdup("--dump");
    argv[n++] = strdup(file);
    argv[n] = NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    pid_t pid;
    if (posix_spawn(&pid, program, &actions, NULL, argv, environ) != 0)
        pid = -1;
    posix_spawn_file_actions_destroy(&actions);
    while (n > 0)
        free(argv[--n]);
    return pid;
}

static int await(pid_t pid)
{
    int status;
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) &&
                   WEXITSTATUS(status) == 0
               ? 0
               : -1;
}

static int run_silently(const struct bench_engine *engine, const char *file)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t pid = null < 0 ? -1 : start(engine, file, null);
    if (null >= 0)
        close(null);
    return await(pid);
}

static int run_hashed(const struct bench_engine *engine, const char *file, struct bench_sink *sink)
{
    uint8_t buffer[1 << 16];
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    pid_t pid = start(engine, file, ends[1]);
    close(ends[1]);
    ssize_t n;
    while ((n = read(ends[0], buffer, sizeof buffer)) > 0)
        bench_hash_bytes(sink, buffer, (size_t)n);
    close(ends[0]);
    return await(pid);
}

static int run_dump(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    const struct bench_engine *engine = *(const struct bench_engine **)state;
    return sink->hashing ? run_hashed(engine, task->path, sink) : run_silently(engine, task->path);
}

static void *open_command(const struct bench_engine *engine, const uint8_t *data, size_t size)
{
    const struct bench_engine **slot = malloc(sizeof(const struct bench_engine *));
    (void)data, (void)size;
    if (slot)
        *slot = engine;
    return (void *)slot;
}

static void find_ours(char *path)
{
    const char *told = getenv("BITLEAP");
    char self[PATH_MAX] = "";
    if (told) {
        snprintf(path, PATH_MAX, "%s", told);
        return;
    }
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    for (int cut = 0; length > 0 && cut < 2 && strrchr(self, '/'); cut++)
        *strrchr(self, '/') = '\0';
    if (snprintf(path, PATH_MAX, "%s/bitleap", self) >= PATH_MAX)
        *path = '\0';
}

static void find_llvm(char *path)
{
    const char *search = getenv("PATH");
    while (search && *search) {
        size_t size = strcspn(search, ":");
        snprintf(path, PATH_MAX, "%.*s/llvm-bcanalyzer-22", (int)size, search);
        if (access(path, X_OK) == 0)
            return;
        search += size + (search[size] == ':');
    }
    *path = '\0';
}

void engines_find_commands(struct engines *engines)
{
    static char ours[PATH_MAX], llvm[PATH_MAX];
    static struct bench_engine commands[] = {
        {.name = "bitleap", .about = "bitleap bcanalyzer --dump", .own = ours},
        {.name = "llvm22-S", .about = "llvm-bcanalyzer-22 --dump", .own = llvm},
    };
    find_ours(ours);
    find_llvm(llvm);
    *engines = (struct engines){0};
    for (int i = 0; i < 2; i++) {
        commands[i].version = BENCH_ENGINE_VERSION;
        commands[i].open = open_command;
        commands[i].close = free;
        commands[i].run[BENCH_DUMP] = run_dump;
        if (access(commands[i].own, X_OK) == 0)
            engines->list[engines->n++] = &commands[i];
    }
}
