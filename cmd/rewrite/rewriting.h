/* cmd/rewrite/rewriting.h - what commands share that write modules again: from inputs to outputs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All modules of a file are changed, and checked, before anything is written: a file with several
 * modules in a row, and an archive with modules as members, as well as one module.
 */
#ifndef CMD_REWRITING_H
#define CMD_REWRITING_H

#include "base/output_file.h"
#include "input/file_names.h"
#include "input/input.h"
#include "rewrite/file_processes.h"

/* Options of all of these; those of a command come after them. */
enum {
    REWRITE_OUTPUT,
    REWRITE_DIRECTORY,
    REWRITE_IN_PLACE,
    REWRITE_FORCE,
    REWRITE_PRESERVE_DATES,
    REWRITE_NO_CHECK,
    REWRITE_HASH,
    REWRITE_VERBOSE,
    N_REWRITE_OPTIONS
};

#define REWRITE_OPTIONS                                                                            \
    [REWRITE_OUTPUT] = {"output", 'o', "FILE", "write to FILE; - is standard output"},             \
    [REWRITE_DIRECTORY] = {"directory", 0, "DIR", "write into DIR, named after the inputs"},       \
    [REWRITE_IN_PLACE] = {"in-place", 0, NULL, "replace the files that are read"},                 \
    [REWRITE_FORCE] = {"force", 'f', NULL, "overwrite files"},                                     \
    [REWRITE_PRESERVE_DATES] = {"preserve-dates", 0, NULL, "keep the times of the inputs"},        \
    [REWRITE_NO_CHECK] = {"no-check", 0, NULL, "do not read back what is to be written"},          \
    [REWRITE_HASH] = {"module-hash", 0, "drop|keep|renew", "what becomes of module hashes: drop"}, \
    [REWRITE_VERBOSE] = {"verbose", 'v', NULL, "print what has become of each file"}

/* A command's part of it. */
struct rewriting_command {
    const char *type;  /* of its lines in JSON */
    const char *bytes; /* there: the key of the bytes after */
    /* A file begins: nothing is counted. */
    void (*begin)(void *data);
    /* Change REWRITE, which is of INPUT's stream, and count. A status, as the library's. */
    int (*change)(void *data, struct bl_rewrite *rewrite, const struct input *input,
                  struct bl_error *err);
    /* What it writes says what it should. */
    int (*check)(void *data, struct bl_rewrite *rewrite, struct bl_error *err);
    /* Members of a line in JSON. */
    void (*put_counts)(const void *data, struct out *out);
    /* What is counted in a file, N_SUM bytes of DATA, and how to add as much. NULL: archives are
     * not changed in several processes. */
    void *(*sum)(void *data);
    void (*add)(void *data, const void *sum);
    size_t n_sum;
};

struct rewriting {
    const struct rewriting_command *command;
    struct context *context;
    void *data;                  /* of the command */
    const char *output;          /* NULL: none was given */
    struct output_folder folder; /* without a name: none was given */
    struct file_names names;     /* in the folder */
    bool in_place, force, keeps_times, skips_check, verbose;
    struct unneeded *unneeded;    /* what leaves things out of the result; NULL: nothing does */
    unsigned hash_policy;         /* bl_hash_policy */
    struct bl_hash_counts hashes; /* of a file */
    char *path;                   /* of the last file */
    char *name; /* of its result in the folder; NULL: none is free, or there is no folder */
    const struct input *first; /* its first module */
    bool has_many;             /* files, which are done one beside the other */
    struct file_processes processes;
};

/* False: OPTION is not one of these. */
bool rewriting_option(struct rewriting *r, int option, const char *argument);

/* All inputs of the command. What cannot be written as asked is wrong usage. */
void rewriting_run(struct rewriting *r);

#endif
