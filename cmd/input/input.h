/* cmd/input.h - opening the files that a command was given, and saying what is wrong with them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_INPUT_H
#define CMD_INPUT_H

#include "base/options.h"
#include "base/out.h"
#include "bitleap.h"

/* A stream to work on. */
struct input {
    const char *path; /* nested (bitleap.h, "Search") */
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_found found;
    bool is_alone;   /* the file was named, and is this stream and nothing else */
    bool needs_name; /* what is told of it says which it is: it may not be the only one */
};

/* One line on stderr: "bitleap: PATH: bit N (byte 0xM) in BLOCK@N/BLOCK@N: cause", with --json an
 * object of type "error" on O as well. O is flushed first, so that the line stands behind what was
 * readable. INPUT may be NULL where there is none. */
void report_error(struct out *o, const struct common *common, const struct input *input,
                  const char *path, const struct bl_error *err);

/* The same of WANTED, a name that was given and is not there: "bitleap: PATH: WANTED: WHAT". */
void report_wanted(struct out *o, const struct common *common, const char *path, const char *wanted,
                   const char *what);

/* "BLOCK@N/BLOCK@N" or "" at the top level; names that the stream states itself are looked up in
 * IX, its index. NULL: one is made if it is needed. */
void put_path(struct out *o, const struct bl_stream *stream, struct bl_index *ix,
              const struct bl_error *err);
/* ,"path":"…" */
void json_path(struct out *o, const struct bl_stream *stream, struct bl_index *ix,
               const struct bl_error *err);

/* Call VISIT for each stream that the N operands name: files, with all that is in them, nested
 * paths, or directories, with all files below them that have some. None: usage error. A file that
 * is named and has none is an error, as is one without LLVM IR for a command that wants it. VISIT
 * returns false when the stream turned out to be bad; the others are still visited. A file that
 * shrinks or changes meanwhile reads as it may, and is an error. Returns the exit status. */
typedef bool visit_fn(void *context, const struct input *input);
int for_each_input(const struct command *command, const struct common *common, unsigned open_flags,
                   struct out *o, int n, char **paths, visit_fn *visit, void *context);

/* Whether PATH is that of standard input. */
bool is_stdin(const char *path);

/* The file of OPERAND, which may be standard input: all of it or, where there is no such file, the
 * longest beginning that is one and is followed by a nested path, which *NESTED then points at (""
 * otherwise). Malloc'ed; NULL: no memory. */
char *split_operand(const char *operand, const char **nested);

/* Open it, guarded (BL_OPEN_GUARDED). *PATH is the file's path, malloc'ed. Errors are those of
 * bl_file_open(). */
int open_operand(const char *operand, unsigned flags, struct bl_file **file, char **path,
                 const char **nested, struct bl_error *err);

/* Open a search of FILE, which is at PATH, for what is at NESTED; files of a thin archive are
 * opened with FLAGS, guarded. */
int open_search(const struct bl_file *file, const char *path, const char *nested, unsigned flags,
                struct bl_search **search, struct bl_error *err);

/* Why nothing was found by a SEARCH that has ended. Static. */
const char *nothing_found(const struct bl_search *search);

/* ERR is why nothing is found at NESTED in the file at PATH, which is opened with FLAGS once more
 * to tell. */
void explain_nothing(const char *path, const char *nested, unsigned flags, struct bl_error *err);

/* Leap over the blocks of STREAM to the end of its top level, which of a file that was cut is not
 * whole: BL_OK, or the status of ERR. Ends the process where there is no memory. */
int check_top_level(const struct bl_stream *stream, struct bl_error *err);

/* Whether the file at PATH, or standard input if that is a file, begins as an index file does.
 * Pipes are not touched. */
bool is_index_file(const char *path);

/* PATH, of a file, and NESTED, which leads on into it or is empty; malloc'ed. Ends the process
 * where there is no memory. */
char *join_path(const char *path, const char *nested);

/* Whether FOUND, a nested path, is WANTED or lies inside it. */
bool is_inside(const char *found, const char *wanted);

#endif
