/* catalog/input_files.h - the files and directories at and below what is to be indexed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_INPUT_FILES_H
#define BL_CATALOG_INPUT_FILES_H

#include "base/arena.h"
#include "bitleap_catalog.h"

struct bl_input_file {
    const char *path;         /* as it is told */
    const char *place;        /* to be opened: ends with path */
    enum bl_source_kind kind; /* no member */
    bool is_named;            /* it is an input itself */
    bool may_be_any;          /* pipe or device, too: the caller has named it */
    bool is_mappable;         /* a regular file */
    uint64_t size;
    int64_t mtime;        /* of a directory below 0: it has links that lead to no file */
    int failed;           /* errno: it cannot be examined, or read as a directory; 0 */
    struct bl_hash names; /* of a directory: bl_input_names() */
};

struct bl_inputs {
    struct bl_arena arena;
    const char **named; /* the inputs, sorted, without repetition */
    uint32_t n_named, cap_named;
    struct bl_input_file *files; /* sorted by path, no path twice */
    uint32_t n_files, cap_files;
    uint64_t n_bytes;   /* of files */
    const char *folder; /* absolute directory that relative paths start from */
    bool is_elsewhere;  /* that is not the current one */
    bool are_old;       /* the inputs: an index file names them, and nobody else now */
};

/* The N PATHS and all below them. Of files only those that fall to the shard in OPTIONS, if there
 * is one; directories always. INPUTS is zero but for `are_old`, and to be released after a failure,
 * too. BL_E_NOMEM, BL_E_LIMIT, BL_E_SYSTEM. */
int bl_inputs_find(struct bl_inputs *inputs, const char *const *paths, size_t n,
                   const struct bl_catalog_options *options, struct bl_error *err);

void bl_inputs_release(struct bl_inputs *inputs);

/* What PATH is relative to; empty: nothing. */
struct bl_view bl_inputs_base(const struct bl_inputs *inputs, const char *path);

/* Stands for the names of those entries of the directory at PLACE that are to be indexed, in
 * whatever order. False: errno says why. */
bool bl_input_names(const char *place, struct bl_hash *names);

/* Size and time of the file at PLACE, told as PATH. False: errno says why. */
bool bl_input_examine(const char *path, const char *place, struct bl_input_file *file);

#endif
