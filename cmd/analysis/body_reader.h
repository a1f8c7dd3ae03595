/* analysis/body_reader.h - many bodies of functions, read module by module on all threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BODY_READER_H
#define CMD_BODY_READER_H

#include "analysis/structural_hash.h"

struct body {
    struct bl_hash hash;    /* of its bytes */
    struct bl_hash content; /* of what it says, where it was read */
    uint64_t origin;        /* a hash of its module's bytes and place */
    uint32_t symbol, module, n_words;
    bool is_weak;
    bool is_odr;    /* where its linkage was read */
    bool is_unread; /* it was to be read, but could not be */
};

/* Reads BODY of the module that HASHER has begun. Several threads call it at once. */
typedef int body_fn(const void *context, struct hasher *hasher, struct body *body,
                    struct bl_error *err);

struct body_reader {
    struct query *query;
    body_fn *read;
    const void *context;
    bool has_call_attributes; /* of the hashers */
    struct body **bodies;     /* to be read, in any order; malloc'ed */
    uint32_t n, cap;
};

/* Read the bodies, and forget them. The first failure of each part of a module is reported. */
void body_reader_run(struct body_reader *reader, unsigned n_threads);

/* Report a failure in MODULE of the catalog. */
void fail_in_module(struct query *query, uint32_t module, const struct bl_error *err);

#endif
