/* support/exhaust.h - what operations of the library answer when memory ends, wherever it does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An operation opens something, asks it for all that it says, and closes it. First it runs with
 * all the memory it wants; then again and again with the n-th call that takes memory failing, for
 * every n, once that call alone and once all calls from there on. Each time it must fail with
 * BL_E_NOMEM, and say so in the bl_error, or answer the same as with all memory. What had failed is
 * then asked again, with memory: it fails still or answers the same, so that nothing half read is
 * taken for all there is.
 */
#ifndef BL_SUPPORT_EXHAUST_H
#define BL_SUPPORT_EXHAUST_H

#include "bitleap.h"

struct subject {
    const char *path;
    struct bl_view bytes;
    struct bl_stream stream; /* the first one in them; none: size 0 */
    uint64_t digest;         /* of all that was reported */
    struct bl_error err;
    /* What operations have open. */
    struct bl_file *file;
    struct bl_search *search;
    struct bl_index *index;
    struct bl_walk *walk;
    struct bl_split *split;
    struct bl_stats *stats, *other_stats;
    struct bl_writer *writer;
    struct bl_module *module;
    struct bl_symbols *symbols;
    struct bl_summaries *summaries;
    struct bl_function *function;
    struct bl_remarks *remarks;
    struct bl_ast *ast;
    struct bl_slots *slots;
    struct bl_printer *printer;
    struct bl_catalog *catalog, *other_catalog;
    struct bl_query *inputs;
};

struct operation {
    const char *name;
    int (*open)(struct subject *s); /* NULL: there is nothing to open */
    int (*ask)(struct subject *s);
    void (*close)(struct subject *s); /* also of what open() did not finish */
    bool is_used_up;                  /* by asking: it cannot be asked again */
};

/* Add what was answered to the digest. */
void note(struct subject *s, uint64_t value);
void tell_view(struct subject *s, struct bl_view view);
void tell_error(struct subject *s, int status, const struct bl_error *err);
/* A bl_put_fn; CONTEXT is a subject. Text put in several pieces is reported as one. */
void tell_text(void *context, const char *text, size_t size);

/* Run all OPERATIONS on the corpus files with these NAMES (both end with NULL); prints a line of
 * figures for each operation. False, having said why, when something did not hold. */
bool exhaust(const struct operation *operations, const char *const *names);

#endif
