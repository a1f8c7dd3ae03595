/* cmd/rewrite/file_processes.c - files that are done side by side, in processes of their own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/file_processes.h"

#include "base/array.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct file_process {
    pid_t id;
    FILE *out, *err; /* what it prints */
};

/* ---- In the process ---- */

static _Noreturn void do_in_process(struct context *c, const struct file_process *p,
                                    void (*work)(void *data), void *data)
{
    if (dup2(fileno(p->out), STDOUT_FILENO) < 0 || dup2(fileno(p->err), STDERR_FILENO) < 0)
        _exit(EXIT_USAGE);
    c->out.schema = 0; /* the first object of all states it */
    work(data);
    out_flush(&c->out);
    int status = fflush(NULL) == 0 ? c->exit_status : EXIT_USAGE;
    _exit(status);
}

/* ---- Before and after it ---- */

static void close_texts(struct file_process *p)
{
    if (p->out)
        (void)fclose(p->out);
    if (p->err)
        (void)fclose(p->err);
    p->out = p->err = NULL;
}

void process_copy_text(FILE *from, struct out *to)
{
    char bytes[4096];
    size_t n;
    rewind(from);
    while ((n = fread(bytes, 1, sizeof bytes, from)) > 0)
        if (to)
            out_bytes(to, bytes, n);
        else
            (void)fwrite(bytes, 1, n, stderr);
}

bool process_wait(pid_t id, int *status)
{
    pid_t ended;
    while ((ended = waitpid(id, status, 0)) < 0 && errno == EINTR)
        ;
    return ended >= 0;
}

/* Wait for the first one, and print what it has printed. */
static void end_first(struct file_processes *processes)
{
    struct context *c = processes->context;
    struct file_process p = processes->items[0];
    int status = 0;
    processes->n--;
    memmove(processes->items, processes->items + 1, processes->n * sizeof *processes->items);
    (void)process_wait(p.id, &status);
    process_copy_text(p.out, &c->out);
    out_flush(&c->out);
    process_copy_text(p.err, NULL);
    close_texts(&p);
    bool has_ended = WIFEXITED(status) && WEXITSTATUS(status) <= EXIT_UNSUPPORTED;
    if (WIFSIGNALED(status))
        put_note(c, "a process was ended by signal %d", WTERMSIG(status));
    context_fail(c, has_ended ? WEXITSTATUS(status) : EXIT_USAGE);
    c->n_errors += !has_ended || WEXITSTATUS(status) != 0;
}

void file_processes_end(struct file_processes *processes)
{
    while (processes->n > 0)
        end_first(processes);
    free(processes->items);
    processes->items = NULL;
    processes->cap = 0;
}

void file_processes_begin(struct file_processes *processes, void (*work)(void *data), void *data)
{
    struct file_process p = {.out = tmpfile(), .err = tmpfile()};
    while (processes->n >= bl_cores())
        end_first(processes);
    out_flush(&processes->context->out);
    bool has_texts = p.out && p.err && fflush(NULL) == 0;
    p.id = has_texts ? fork() : -1;
    if (p.id == 0)
        do_in_process(processes->context, &p, work, data);
    if (p.id > 0) {
        array_add(&processes->items, &processes->n, &processes->cap, p);
        return;
    }
    close_texts(&p);
    while (processes->n > 0)
        end_first(processes);
    work(data);
}
