/* cmd/rewrite/unneeded.h - a module without what nothing in it leads to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_UNNEEDED_H
#define CMD_UNNEEDED_H

#include "base/symbol_rules.h"

/* One stream at a time. Zero-initialise. */
struct unneeded {
    struct context *context;
    const struct symbol_rules *rules; /* that name declarations; NULL: all that can go */
    uint64_t n_values;                /* that went, of all streams */
    struct bl_index *index;
    struct bl_module *module;
    struct bl_slice *slice;
};

/* Change REWRITE, which is one of STREAM, known by PATH: both stay until unneeded_check(). A
 * status, as the library's: BL_E_ARGUMENT where a name is of what is used, or of a definition. */
int unneeded_leave_out(struct unneeded *u, struct bl_rewrite *rewrite,
                       const struct bl_stream *stream, const char *path, struct bl_error *err);

/* What is written says what it should. */
int unneeded_check(struct unneeded *u, struct bl_error *err);

void unneeded_release(struct unneeded *u);

#endif
