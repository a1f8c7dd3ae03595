/* cmd/base/output_file.h - files that commands write: whole or not at all, and never through a link
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BASE_OUTPUT_FILE_H
#define CMD_BASE_OUTPUT_FILE_H

#include "base/context.h"

#include <signal.h>

/* A folder that files are written into. */
struct output_folder {
    const char *name;
    int fd;      /* -1: it is not open */
    bool is_new; /* what is in it has been written by this process */
};

/* Open FOLDER, whose name is set, and make it if it is not there. False: reported. */
bool output_folder_open(struct context *c, struct output_folder *folder);
void output_folder_close(struct output_folder *folder);

/* A file that is being written: beside its name, so that only what is whole has that. */
struct output_file {
    const struct output_folder *folder; /* NULL: the name is a path */
    const char *name;
    bool force;           /* take the place of a regular file of this name, and keep its mode */
    const char *times_of; /* a file, whose times it gets; NULL: it is new */
    char *temporary;      /* private; NULL: it has not begun, or ended */
    int fd;               /* after output_file_begin(), to be written to */
    sigset_t before;      /* private: signals that were held before it was begun */
};

/* Begin FILE, whose first fields are set, and all else is zero. What is there and is no regular
 * file is left alone. Signals that would end the process wait until output_file_end(), which is to
 * be called also after a failure. False: reported. */
bool output_file_begin(struct context *c, struct output_file *file);

/* False: reported. */
bool output_file_write(struct context *c, const struct output_file *file, struct bl_view bytes);

/* Put FILE in its place unless WANTED is false or something fails: then nothing is left of it, and
 * what had its name stays. False: it is not there; failures are reported. */
bool output_file_end(struct context *c, struct output_file *file, bool wanted);

/* "FOLDER/NAME". Malloc'ed. */
char *output_file_path(const struct output_file *file);

#endif
