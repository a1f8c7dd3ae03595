/* cmd/rewrite/file_processes.h - files that are done side by side, in processes of their own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_FILE_PROCESSES_H
#define CMD_FILE_PROCESSES_H

#include "base/context.h"

#include <stdio.h>
#include <sys/types.h>

struct file_process;

/* Those that run. Zero but for the context at first. */
struct file_processes {
    struct context *context;
    struct file_process *items; /* in the order in which they were begun */
    uint32_t n, cap;
};

/* Do WORK in a process of its own, as soon as a core has nothing else to do; what it prints appears
 * after what those before it print, and its exit status counts. Where there can be no process, it
 * is done here. */
void file_processes_begin(struct file_processes *processes, void (*work)(void *data), void *data);

/* Wait for all of them. */
void file_processes_end(struct file_processes *processes);

/* Wait for process ID. False: how it has ended is not known, and STATUS is as it was. */
bool process_wait(pid_t id, int *status);

/* Print what a process has printed to FROM; with TO NULL to standard error. */
void process_copy_text(FILE *from, struct out *to);

#endif
