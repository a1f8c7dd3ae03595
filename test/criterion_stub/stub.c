/* stub.c - main() of the unit tests where Criterion does not run: a process for each test
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: unit [--tap=FILE] [SUITE…]. All suites but those that are named. As many tests run at a
 * time as there are processors. The TAP file has what run.sh reads of Criterion's.
 */
#include <criterion/criterion.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    FAILED = 1,
    SKIPPED = 77
};

static struct stub_test *tests, **tests_end = &tests;
static bool has_failed;

void stub_add(struct stub_test *test)
{
    *tests_end = test;
    tests_end = &test->next;
}

bool stub_check(bool holds, const char *file, int line, const char *text, const char *format, ...)
{
    if (holds)
        return true;
    has_failed = true;
    fprintf(stderr, "%s:%d: not so: %s: ", file, line, text);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

void stub_stop(void)
{
    exit(FAILED);
}

void stub_skip(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(SKIPPED);
}

static void start(struct stub_test *test)
{
    fflush(NULL);
    test->pid = fork();
    if (test->pid < 0) {
        perror("unit: fork");
        exit(2);
    }
    if (test->pid > 0)
        return;
    test->run();
    exit(has_failed ? FAILED : 0);
}

/* Wait for one of the running tests and report it; true if it failed. */
static bool finish(FILE *tap)
{
    int status;
    pid_t pid = wait(&status);
    struct stub_test *test = tests;
    while (test->pid != pid)
        test = test->next;
    test->pid = 0;
    bool is_skipped = WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED;
    bool is_failed = status != 0 && !is_skipped;
    fprintf(tap, "%s - %s::%s%s\n", is_failed ? "not ok" : "ok", test->suite, test->name,
            is_skipped ? " # SKIP" : "");
    if (is_failed)
        fprintf(stderr, "FAIL  %s::%s (%s %d)\n", test->suite, test->name,
                WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return is_failed;
}

/* Whether SUITE is among the N names. */
static bool is_named(const char *suite, char **names, int n)
{
    for (int i = 0; i < n; i++)
        if (strcmp(suite, names[i]) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    static const char option[] = "--tap=";
    const char *path = "/dev/null";
    int first = 1;
    if (argc > 1 && strncmp(argv[1], option, strlen(option)) == 0)
        path = argv[first++] + strlen(option);
    bool leaves_out = argc <= first || strcmp(argv[first], "--only") != 0;
    first += !leaves_out;
    FILE *tap = fopen(path, "w");
    if (!tap) {
        perror(path);
        return 2;
    }
    long n_cores = sysconf(_SC_NPROCESSORS_ONLN), n_running = 0;
    size_t n_tests = 0, n_failed = 0;
    for (struct stub_test *test = tests; test; test = test->next) {
        if (is_named(test->suite, argv + first, argc - first) == leaves_out)
            continue;
        if (n_running == n_cores) {
            n_failed += finish(tap);
            n_running--;
        }
        start(test);
        n_running++;
        n_tests++;
    }
    for (; n_running > 0; n_running--)
        n_failed += finish(tap);
    fprintf(tap, "1..%zu\n", n_tests);
    printf("unit: %zu tests, %zu failed\n", n_tests, n_failed);
    return fclose(tap) != 0 || n_failed > 0;
}
