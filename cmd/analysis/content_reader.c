/* analysis/content_reader.c - what definitions of a catalog's modules say, as hashes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/content_reader.h"

#include "base/out.h"

/* What R has failed with already, or BL_OK. */
static int failed(const struct content_reader *r, struct bl_error *err)
{
    if (r->failure.status < 0)
        *err = r->failure;
    return r->failure.status;
}

int content_reader_begin(struct content_reader *r, const struct query *q, uint32_t number,
                         struct bl_error *err)
{
    bl_contents_close(r->contents);
    r->contents = NULL;
    r->failure = (struct bl_error){.status = BL_OK};
    int rc = query_open_module(q, &r->open, number, &r->failure);
    if (rc == BL_OK)
        rc = out_need(bl_contents_open(&r->contents, r->open.module, &r->failure));
    r->failure.status = rc;
    return failed(r, err);
}

void content_reader_close(struct content_reader *r)
{
    bl_contents_close(r->contents);
    query_close_module(&r->open);
}

int content_reader_stated(struct content_reader *r, uint32_t value, const struct bl_hash *bytes,
                          struct bl_content *content, struct bl_error *err)
{
    return failed(r, err) < 0
               ? r->failure.status
               : out_need(bl_contents_stated(r->contents, value, bytes->low, content, err));
}

int content_reader_body(struct content_reader *r, uint32_t value, const struct bl_hash *bytes,
                        struct bl_content *content, struct bl_error *err)
{
    return failed(r, err) < 0
               ? r->failure.status
               : out_need(bl_contents_body(r->contents, value, bytes->low, content, err));
}

int content_reader_is_odr(struct content_reader *r, uint32_t value, bool *is_odr,
                          struct bl_error *err)
{
    struct bl_global global;
    int rc = failed(r, err);
    if (rc == BL_OK)
        rc = bl_module_global(r->open.module, value, &global, err);
    *is_odr = rc == BL_OK &&
              (global.linkage == BL_LINKAGE_LINK_ONCE_ODR || global.linkage == BL_LINKAGE_WEAK_ODR);
    return rc;
}
