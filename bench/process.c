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

/* A command, and its words: FILE and NAME stand for those of the task. */
struct command {
    char program[PATH_MAX];
    const char *words[8];
};

static const char FILE_WORD[] = "FILE", NAME_WORD[] = "NAME";

static const char *word_of(const char *word, const struct bench_task *task)
{
    return word == FILE_WORD ? task->path : word == NAME_WORD ? task->name : word;
}

/* Start the command with OUTPUT as standard output. */
static pid_t start(const struct bench_engine *engine, const struct bench_task *task, int output)
{
    const struct command *command = engine->own;
    char *argv[10];
    int n = 0;
    argv[n++] = strdup(command->program);
    for (int i = 0; command->words[i]; i++)
        argv[n++] = strdup(word_of(command->words[i], task));
    argv[n] = NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, output, 1);
    pid_t pid;
    if (posix_spawn(&pid, command->program, &actions, NULL, argv, environ) != 0)
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

static int run_silently(const struct bench_engine *engine, const struct bench_task *task)
{
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t pid = null < 0 ? -1 : start(engine, task, null);
    if (null >= 0)
        close(null);
    return await(pid);
}

/* Of assembly, lines of bodies: how many there are and, of the whole, what they say but numbers of
 * attribute groups, which llvm-dis changes with those of intrinsics. */
static void hash_line(enum bench_way way, char *line, size_t n, struct bench_sink *sink)
{
    if (n < 2 || memcmp(line, "  ", 2) != 0)
        return;
    bench_hash(sink, 1);
    for (size_t i = 0; i < n && way == BENCH_DIS; i++) {
        bench_hash(sink, (uint8_t)line[i]);
        while (line[i] == '#' && i + 1 < n && line[i + 1] >= '0' && line[i + 1] <= '9')
            memmove(line + i + 1, line + i + 2, --n - i - 1);
    }
}

static int run_hashed(const struct bench_engine *engine, enum bench_way way,
                      const struct bench_task *task, struct bench_sink *sink)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -1;
    pid_t pid = start(engine, task, ends[1]);
    close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    char *line = NULL;
    size_t cap = 0;
    ssize_t n;
    while (output && (n = getline(&line, &cap, output)) > 0)
        if (way == BENCH_DUMP)
            bench_hash_bytes(sink, (const uint8_t *)line, (size_t)n);
        else
            hash_line(way, line, (size_t)n, sink);
    free(line);
    if (output)
        fclose(output);
    return await(pid);
}

static int run(void *state, enum bench_way way, const struct bench_task *task,
               struct bench_sink *sink)
{
    const struct bench_engine *engine = *(const struct bench_engine **)state;
    return sink->hashing ? run_hashed(engine, way, task, sink) : run_silently(engine, task);
}

static int run_dump(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    return run(state, BENCH_DUMP, task, sink);
}

static int run_dis(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    return run(state, BENCH_DIS, task, sink);
}

static int run_dis_part(void *state, const struct bench_task *task, struct bench_sink *sink)
{
    return run(state, BENCH_DIS_PART, task, sink);
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
    const char *reported = getenv("BITLEAP");
    char self[PATH_MAX] = "";
    if (reported) {
        snprintf(path, PATH_MAX, "%s", reported);
        return;
    }
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    for (int cut = 0; length > 0 && cut < 2 && strrchr(self, '/'); cut++)
        *strrchr(self, '/') = '\0';
    if (snprintf(path, PATH_MAX, "%s/bitleap", self) >= PATH_MAX)
        *path = '\0';
}

static void find_llvm(char *path, const char *name, unsigned llvm)
{
    const char *search = getenv("PATH");
    while (search && *search) {
        size_t size = strcspn(search, ":");
        snprintf(path, PATH_MAX, "%.*s/%s-%u", (int)size, search, name, llvm);
        if (access(path, X_OK) == 0)
            return;
        search += size + (search[size] == ':');
    }
    *path = '\0';
}

void engines_find_commands(struct engines *engines, enum bench_way way, unsigned llvm)
{
    static const struct {
        bench_run_fn *run;
        const char *ours[6], *theirs[8];
    } calls[BENCH_N_WAYS] = {
        [BENCH_DUMP] = {run_dump,
                        {"bcanalyzer", "--dump", FILE_WORD},
                        {"llvm-bcanalyzer", "--dump", FILE_WORD}},
        [BENCH_DIS] = {run_dis,
                       {"dis", "--threads=1", FILE_WORD},
                       {"llvm-dis", "-o", "-", FILE_WORD}},
        [BENCH_DIS_PART] = {run_dis_part,
                            {"dis", "--only", NAME_WORD, FILE_WORD},
                            {"llvm-extract", "--func", NAME_WORD, "-S", "-o", "-", FILE_WORD}},
    };
    static struct command commands[2];
    static char names[2][16];
    static struct bench_engine list[2];
    unsigned version = way == BENCH_DUMP ? 22 : llvm;
    memset(commands, 0, sizeof commands);
    find_ours(commands[0].program);
    find_llvm(commands[1].program, calls[way].theirs[0], version);
    memcpy(commands[0].words, calls[way].ours, sizeof calls[way].ours);
    memcpy(commands[1].words, calls[way].theirs + 1, 7 * sizeof *commands[1].words);
    snprintf(names[0], sizeof names[0], "bitleap");
    snprintf(names[1], sizeof names[1], "llvm%u-S", version);
    engines->n = 0;
    for (int i = 0; i < 2; i++) {
        list[i] = (struct bench_engine){.version = BENCH_ENGINE_VERSION,
                                        .name = names[i],
                                        .about = "a command",
                                        .own = &commands[i],
                                        .open = open_command,
                                        .close = free};
        list[i].run[way] = calls[way].run;
        if (access(commands[i].program, X_OK) == 0)
            engines->list[engines->n++] = &list[i];
    }
}
