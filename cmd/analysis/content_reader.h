/* analysis/content_reader.h - what definitions of a catalog's modules say, as hashes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_CONTENT_READER_H
#define CMD_CONTENT_READER_H

#include "base/name_sort.h"
#include "bitleap.h"
#include "input/query.h"

/* What an index file has of a global value. */
struct stored_content {
    uint32_t value;
    struct bl_content content;
};

/* A module of a catalog: where that has contents, they are not read. Zeroes: of none. Threads have
 * one each. Once the module has turned out to be damaged or has reached the limit of bl_contents,
 * all that is read fails with that error. */
struct content_reader {
    const struct query *query;
    uint32_t number; /* of the module */
    bool is_open;
    struct bl_query_module open;
    struct bl_contents *contents;
    struct bl_error failure;
    struct stored_content *stored; /* in order of values; malloc'ed */
    uint32_t n_stored, cap_stored;
};

/* Begin with module NUMBER, or another part of it. Hashes that were kept are dropped, or the limit
 * of this part would depend on them. */
void content_reader_begin(struct content_reader *r, const struct query *q, uint32_t number);
void content_reader_close(struct content_reader *r);

/* As bl_contents_stated(); BYTES are hashed. */
int content_reader_stated(struct content_reader *r, uint32_t value, const struct bl_hash *bytes,
                          struct bl_content *content, struct bl_error *err);

/* As bl_contents_body(). */
int content_reader_body(struct content_reader *r, uint32_t value, const struct bl_hash *bytes,
                        struct bl_content *content, struct bl_error *err);

/* Whether the linkage of VALUE is linkonce_odr or weak_odr. */
int content_reader_is_odr(struct content_reader *r, uint32_t value, bool *is_odr,
                          struct bl_error *err);

static inline bool is_same_hash(const struct bl_hash *a, const struct bl_hash *b)
{
    return a->low == b->low && a->high == b->high;
}

/* An order of two struct bl_hash, for qsort(). */
static inline int compare_hashes(const void *a, const void *b)
{
    const struct bl_hash *s = a;
    const struct bl_hash *t = b;
    int order = bl_order(s->high, t->high);
    return order ? order : bl_order(s->low, t->low);
}

#endif
