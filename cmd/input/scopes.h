/* cmd/input/scopes.h - what of a catalog was asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Operands of a query that are not index files: files, directories, and nested paths. However a
 * path is spelled, it is the same scope, unless it leads through a link. Without memory for them
 * the process ends: on the main thread.
 */
#ifndef CMD_SCOPES_H
#define CMD_SCOPES_H

#include "base/context.h"

struct scope {
    const char *operand;
    char *path;         /* of a file or directory, as some operand spells it */
    char *absolute;     /* the same from the root; "-" as it is */
    const char *nested; /* what follows it in the operand, or "" */
    bool is_covered;    /* the index has it */
    bool is_met;        /* there is something in it */
};

struct scopes {
    struct scope *items; /* by absolute */
    uint32_t n, cap;
    uint32_t n_met;
};

/* One more, for OPERAND, which stays the caller's. False: the current directory would be needed and
 * is gone, which is reported. */
bool scopes_add(struct scopes *scopes, struct context *c, const char *operand);

/* After the last: sort them, and spell alike what is the same, or inside of another. */
void scopes_settle(struct scopes *scopes);

/* Forget all of them. */
void scopes_clear(struct scopes *scopes);

/* Scopes whose file is the first N bytes of PATH, which is absolute: from *FIRST on, before the
 * number returned. */
uint32_t scopes_find(const struct scopes *scopes, const char *path, size_t n, uint32_t *first);

/* Whether what is at NESTED in the file at PATH, which is absolute, was asked for, by itself or
 * with a directory that it is in; NULL: anything in there. */
bool scopes_have(const struct scopes *scopes, const char *path, const char *nested);

/* Note that there is something at NESTED in the file at PATH. */
void scopes_meet(struct scopes *scopes, const char *path, struct bl_view nested);

#endif
