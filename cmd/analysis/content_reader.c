/* analysis/content_reader.c - what definitions of a catalog's modules say, as hashes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/content_reader.h"

#include "base/array.h"

#include <stdlib.h>

/* Open the module, if that has not been done. What R has failed with, or BL_OK. */
static int need_module(struct content_reader *r, struct bl_error *err)
{
    int rc = BL_OK;
    if (!r->is_open)
        rc = bl_query_module_open(&r->open, r->query->catalog, r->number, &r->failure);
    if (!r->is_open && rc == BL_OK)
        rc = out_need(bl_contents_open(&r->contents, r->open.module, &r->failure));
    if (!r->is_open)
        r->failure.status = rc;
    r->is_open = true;
    if (r->failure.status < 0)
        *err = r->failure;
    return r->failure.status;
}

/* What is stored of the module's contents. Of what is damaged there nothing is, and bl_catalog
 * reports that. */
static void load_stored(struct content_reader *r)
{
    const struct bl_catalog *catalog = r->query->catalog;
    struct bl_catalog_contents contents;
    struct stored_content next;
    r->n_stored = 0;
    if (!(bl_catalog_get_counts(catalog).parts & BL_CATALOG_BODIES))
        return;
    int rc = bl_catalog_contents_init(&contents, catalog, r->number, NULL);
    while (rc >= 0 &&
           (rc = bl_catalog_contents_next(&contents, &next.value, &next.content, NULL)) > 0)
        array_add(&r->stored, &r->n_stored, &r->cap_stored, next);
    if (rc < 0)
        r->n_stored = 0;
}

void content_reader_begin(struct content_reader *r, const struct query *q, uint32_t number)
{
    bool is_other = r->query != q || r->number != number;
    bl_contents_close(r->contents);
    r->contents = NULL;
    r->failure = (struct bl_error){.status = BL_OK};
    r->is_open = false;
    r->query = q;
    r->number = number;
    if (is_other)
        load_stored(r);
}

void content_reader_close(struct content_reader *r)
{
    bl_contents_close(r->contents);
    bl_query_module_close(&r->open);
    free(r->stored);
}

static int by_value(const void *a, const void *b)
{
    const struct stored_content *s = a;
    const struct stored_content *t = b;
    return bl_order(s->value, t->value);
}

/* NULL: nothing is stored of VALUE. */
static const struct bl_content *find_stored(const struct content_reader *r, uint32_t value)
{
    const struct stored_content key = {.value = value};
    const struct stored_content *found =
        r->n_stored ? bsearch(&key, r->stored, r->n_stored, sizeof key, by_value) : NULL;
    return found ? &found->content : NULL;
}

int content_reader_stated(struct content_reader *r, uint32_t value, const struct bl_hash *bytes,
                          struct bl_content *content, struct bl_error *err)
{
    const struct bl_content *stored = find_stored(r, value);
    if (stored) {
        *content = *stored;
        return BL_OK;
    }
    int rc = need_module(r, err);
    return rc < 0 ? rc : out_need(bl_contents_stated(r->contents, value, bytes->low, content, err));
}

int content_reader_body(struct content_reader *r, uint32_t value, const struct bl_hash *bytes,
                        struct bl_content *content, struct bl_error *err)
{
    const struct bl_content *stored = find_stored(r, value);
    if (stored && stored->has_body) {
        *content = *stored;
        return BL_OK;
    }
    int rc = need_module(r, err);
    return rc < 0 ? rc : out_need(bl_contents_body(r->contents, value, bytes->low, content, err));
}

int content_reader_is_odr(struct content_reader *r, uint32_t value, bool *is_odr,
                          struct bl_error *err)
{
    const struct bl_content *stored = find_stored(r, value);
    struct bl_global global;
    *is_odr = stored && stored->is_odr;
    if (stored)
        return BL_OK;
    int rc = need_module(r, err);
    if (rc == BL_OK)
        rc = bl_module_global(r->open.module, value, &global, err);
    *is_odr = rc == BL_OK &&
              (global.linkage == BL_LINKAGE_LINK_ONCE_ODR || global.linkage == BL_LINKAGE_WEAK_ODR);
    return rc;
}
