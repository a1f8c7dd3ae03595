/* inputs/scopes.h - what of a catalog was asked for
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Operands that are not index files: files, directories, and nested paths. However a path is
 * spelled, it is the same scope, unless it leads through a link.
 */
#ifndef BL_INPUTS_SCOPES_H
#define BL_INPUTS_SCOPES_H

#include "bitleap_base.h"

struct bl_scope {
    char *operand;
    char *path;         /* of a file or directory, as some operand spells it */
    char *absolute;     /* the same from the root; "-" as it is */
    const char *nested; /* what follows it in the operand, or "" */
    bool is_covered;    /* the index has it */
    bool is_met;        /* there is something in it */
};

struct bl_scopes {
    struct bl_scope *items; /* by absolute */
    uint32_t n, cap;
    uint32_t n_met;
};

/* One more, for OPERAND; DIRECTORY is the current one. Errors: BL_E_NOMEM; BL_E_SYSTEM: it would be
 * needed and is NULL. */
int bl_scopes_add(struct bl_scopes *scopes, const char *directory, const char *operand);

/* After the last: sort them, and spell alike what is the same, or inside of another. BL_E_NOMEM. */
int bl_scopes_settle(struct bl_scopes *scopes);

/* Forget all of them. */
void bl_scopes_clear(struct bl_scopes *scopes);

/* Scopes whose file is the first N bytes of PATH, which is absolute: from *FIRST on, before the
 * number returned. */
uint32_t bl_scopes_find(const struct bl_scopes *scopes, const char *path, size_t n,
                        uint32_t *first);

/* Whether what is at NESTED in the file at PATH, which is absolute, was asked for, by itself or
 * with a directory that it is in; NULL: anything in there. */
bool bl_scopes_have(const struct bl_scopes *scopes, const char *path, const struct bl_view *nested);

/* Note that there is something at NESTED in the file at PATH. */
void bl_scopes_meet(struct bl_scopes *scopes, const char *path, struct bl_view nested);

#endif
