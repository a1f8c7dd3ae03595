/* analysis/body_reader.h - bodies of functions and the like, read module by module on all threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BODY_READER_H
#define CMD_BODY_READER_H

#include "analysis/content_reader.h"

struct body {
    struct bl_hash hash; /* of its bytes */
    uint64_t content;    /* of what it says, where it was read: hashes, */
    uint64_t calls;      /* and of the attributes of its calls */
    uint64_t origin;     /* a hash of its module's bytes and place */
    uint32_t symbol, module, n_words;
    bool is_weak;
    bool is_odr;    /* where its linkage was read */
    bool is_unread; /* it was to be read, but could not be */
};

/* Something of a module that is to be read. */
struct to_read {
    void *what;
    uint32_t module, symbol, n_words;
};

/* Reads WHAT of the module that READER has begun. Several threads call it at once. */
typedef int body_fn(const void *context, struct content_reader *reader, void *what,
                    struct bl_error *err);

struct body_reader {
    struct query *query;
    body_fn *read;
    const void *context;
    struct to_read *items; /* in any order; malloc'ed */
    uint32_t n, cap;
};

/* Read all, and forget them. The first failure of each part of a module is reported; what is in a
 * module that cannot be opened is not read. */
void body_reader_run(struct body_reader *reader, unsigned n_threads);

/* Report a failure in MODULE of the catalog. */
void fail_in_module(struct query *query, uint32_t module, const struct bl_error *err);

#endif
