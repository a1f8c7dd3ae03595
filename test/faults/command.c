/* command.c - memory ends in the command, wherever it does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: command [WORD…]
 *
 * This is the command, with a main() of its own in front. It runs each command line below, in a process
 * each time: with all memory, then with the n-th call that takes memory failing, for every n, once that
 * call alone and once all from there on. Each time the command must print the same and exit the same as
 * with memory; or exit with 1 and say that there is no memory. With words, those are the one line to run.
 */
#include "support/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    MAX_WORDS = 8,
    MAX_OUTPUT = 1 << 20,
    LEAKS_EVERY = 8 /* runs: looking for leaks, with AddressSanitizer, takes longer than all else */
};

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);

/* What a run left. */
struct result {
    int status; /* as waitpid() tells it */
    uint64_t n_calls;
    size_t n_out, n_err;
    char *out, *err;
};

static uint64_t
    *n_calls; /* shared with the processes that run; UINT64_MAX: one ended before it told */

static size_t slurp(int fd, char *data)
{
    lseek(fd, 0, SEEK_SET);
    size_t n = 0;
    ssize_t got;
    while ((got = read(fd, data + n, MAX_OUTPUT - n)) > 0)
        n += (size_t)got;
    close(fd);
    return n;
}

static void run(char **words, uint64_t failing, bool for_good, struct result *result)
{
    int out = memfd_create("out", 0);
    int err = memfd_create("err", 0);
    int argc = 0;
    while (words[argc])
        argc++;
    fflush(NULL);
    *n_calls = UINT64_MAX;
    pid_t id = fork();
    if (out < 0 || err < 0 || id < 0)
        abort();
    if (id == 0) {
        dup2(out, STDOUT_FILENO);
        dup2(err, STDERR_FILENO);
        close(out);
        close(err);
        faults_begin(failing, for_good);
        int status = __real_main(argc, words);
        *n_calls = faults_end();
        if (failing % LEAKS_EVERY == 0)
            exit(status);
        fflush(NULL);
        _exit(status);
    }
    waitpid(id, &result->status, 0);
    result->n_calls = *n_calls;
    result->n_out = slurp(out, result->out);
    result->n_err = slurp(err, result->err);
}

/* NULL: RESULT is as good as WANTED. */
static const char *what_is_wrong(const struct result *result, const struct result *wanted)
{
    if (!WIFEXITED(result->status))
        return "it was killed";
    if (result->status == wanted->status && result->n_out == wanted->n_out &&
        result->n_err == wanted->n_err && memcmp(result->out, wanted->out, wanted->n_out) == 0 &&
        memcmp(result->err, wanted->err, wanted->n_err) == 0)
        return NULL;
    if (WEXITSTATUS(result->status) == 0)
        return "it exits with 0";
    if (WEXITSTATUS(result->status) != 1)
        return "it exits with another status than 1";
    return memmem(result->err, result->n_err, "no memory", 9) ? NULL : "it does not say why";
}

static struct result new_result(void)
{
    struct result result = {.out = malloc(MAX_OUTPUT), .err = malloc(MAX_OUTPUT)};
    if (!result.out || !result.err)
        abort();
    return result;
}

static void release(struct result *result)
{
    free(result->out);
    free(result->err);
}

/* Run WORDS with each call failing; how many there are, 0: something did not hold. */
static uint64_t exhaust(char **words)
{
    struct result wanted = new_result();
    struct result result = new_result();
    const char *problem = NULL;
    uint64_t most = 0;
    uint64_t failing = 0;
    run(words, 0, false, &wanted);
    if (!WIFEXITED(wanted.status) || WEXITSTATUS(wanted.status) > 1)
        problem = "it fails with memory, too";
    for (int for_good = 0; for_good <= 1 && !problem; for_good++) {
        for (failing = 1; !problem; failing++) {
            run(words, failing, for_good, &result);
            problem = what_is_wrong(&result, &wanted);
            if (result.n_calls < failing) /* none of them was there to fail */
                break;
            if (most < failing)
                most = failing;
        }
    }
    if (problem)
        fprintf(stderr, "%s %s, call %d: %s (status %x): %.*s\n", words[1], words[2],
                (int)failing - 1, problem, (unsigned)result.status, (int)result.n_err, result.err);
    release(&wanted);
    release(&result);
    return problem ? 0 : most;
}

/* The words of TEXT, ended by NULL, in LINE. */
static void split(const char *text, char *line, size_t size, char **words)
{
    size_t n = 0;
    snprintf(line, size, "%s", text);
    for (char *word = strtok(line, " "); word && n < MAX_WORDS; word = strtok(NULL, " "))
        words[n++] = word;
}

int __wrap_main(int argc, char **argv)
{
    static const char *const lines[] = {
        "bitleap ls --depth=all c-O2.clang22.bc",
        "bitleap ls ar-mixed.llvm22.a elf-fat-lto.clang22.o",
        "bitleap ls --json warn.clang22.dia",
        "bitleap dump hash.llvm22.bc",
        "bitleap dump --json --threads=3 warn.clang22.dia",
        "bitleap dump --block=module --copy hash.llvm22.bc",
        "bitleap dump --at=2000 hash.llvm22.bc",
        "bitleap stats --threads=3 hash.llvm22.bc warn.clang22.dia",
        "bitleap stats --json --abbrevs hash.llvm22.bc",
        "bitleap verify hash.llvm22.bc concat.bin",
        "bitleap has ar-thin.llvm22.a elf-native.clang22.o",
        "bitleap info --deep thin-a.clang22.bc",
        "bitleap info --json c-O2.clang13.bc",
        "bitleap nm ar-gnu.llvm22.a",
        "bitleap nm --size --no-symtab -A cxx-msvc.clang22.bc",
        "bitleap cat ar-gnu.llvm22.a(two.bc)",
        "bitleap types c-g-O2.clang13.bc",
        "bitleap types --json c-O2.clang22.bc",
        "bitleap attrs c-O2.clang22.bc",
        "bitleap attrs --groups --json c-O2.clang22.bc",
        "bitleap meta --functions hash.llvm22.bc",
        "bitleap meta --json hash.llvm22.bc",
        "bitleap meta hash.llvm22.bc !3",
        "bitleap summary thin-a.clang22.bc index.llvm22.bc",
        "bitleap summary --json index.llvm22.bc",
        "bitleap funcs --opcodes --sort=bytes bundles.llvm22.bc",
        "bitleap show bundles.llvm22.bc calls",
        "bitleap show --json modern.llvm22.bc debugged",
        "bitleap bcanalyzer --dump hash.llvm22.bc",
        "bitleap bcanalyzer --dump --threads=3 warn.clang22.dia",
        "bitleap bcanalyzer --block-info=hash.llvm22.bc c-O2.clang22.bc",
    };
    const char *source = getenv("BITLEAP_SRC");
    bool good = true;
    n_calls =
        mmap(NULL, sizeof *n_calls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (n_calls == MAP_FAILED || chdir(source ? source : ".") < 0 || chdir("corpora/small") < 0)
        abort();
    if (argc > 1)
        return exhaust(argv) ? 0 : 1;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[256];
        char *words[MAX_WORDS + 1] = {0};
        split(lines[i], line, sizeof line, words);
        uint64_t n = exhaust(words);
        printf("%5d failures of memory%s: %s\n", (int)n, n ? "" : ", BAD", lines[i]);
        good &= n > 0;
    }
    return good ? 0 : 1;
}
