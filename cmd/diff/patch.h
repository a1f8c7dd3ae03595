/* cmd/diff/patch.h - how a definition differs, as a unified diff of LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_PATCH_H
#define CMD_PATCH_H

#include "input/query.h"

/* The two sides of a comparison. */
struct patcher {
    struct context *context;
    struct query *queries[2];
    struct bl_query_module modules[2];
    struct bl_printer *printers[2];
    uint32_t printed_modules[2];               /* those that the printers are of */
    bool *failed_modules[2];                   /* by number: it could not be opened, as reported */
    uint64_t n_compared;                       /* lines, for matching them */
    uint64_t n_changed, n_inserted, n_deleted; /* definitions, lines */
};

/* Print the difference between BEFORE and AFTER, of which one may be NULL, both called NAME. With
 * ONLY_COUNT one line that counts. */
void patch_put(struct patcher *p, struct bl_view name, const struct bl_catalog_symbol *before,
               uint32_t stream_before, const struct bl_catalog_symbol *after, uint32_t stream_after,
               bool only_count);
/* "3 definitions changed, 4 insertions(+), 1 deletion(-)" */
void patch_put_sum(struct patcher *p);
void patcher_close(struct patcher *p);

#endif
