/* catalog/update.c - a catalog as it would be now
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Inputs of one directory and shard are built together, from where they once were; what a catalog
 * was merged from may have several.
 */
#include "base/arena.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "catalog/catalog.h"

#include <string.h>

struct update {
    struct bl_catalog_options options; /* the old catalog is their `reuse` */
    struct bl_arena arena;
    struct bl_catalog_input *inputs; /* those that are left */
    uint32_t n_inputs, cap_inputs;
    const char **paths; /* of those that are built together */
    uint32_t n_paths, cap_paths;
    struct bl_catalog **built;
    uint32_t n_built, cap_built;
};

static int no_memory_to_update(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for a catalog");
}

static char *keep_text(struct update *u, struct bl_view text)
{
    char *kept = bl_arena_take(&u->arena, text.size + 1);
    if (!kept)
        return NULL;
    memcpy(kept, text.data, text.size);
    kept[text.size] = '\0';
    return kept;
}

/* Move the inputs that are built together with the first one to the paths. */
static int group_paths(struct update *u, struct bl_error *err)
{
    struct bl_catalog_input first = u->inputs[0];
    uint32_t n_left = 0;
    for (uint32_t i = 0; i < u->n_inputs; i++) {
        const struct bl_catalog_input *input = &u->inputs[i];
        if (bl_view_equal(input->base, first.base) && input->shard == first.shard &&
            input->n_shards == first.n_shards) {
            char *path = keep_text(u, input->path);
            if (!path)
                return no_memory_to_update(err);
            u->paths[u->n_paths++] = path;
        } else {
            u->inputs[n_left++] = *input;
        }
    }
    u->n_inputs = n_left;
    u->options.shard = first.shard;
    u->options.n_shards = first.n_shards;
    u->options.directory = first.base.size > 0 ? keep_text(u, first.base) : NULL;
    return first.base.size > 0 && !u->options.directory ? no_memory_to_update(err) : BL_OK;
}

static int build_groups(struct update *u, struct bl_error *err)
{
    int status = BL_OK;
    do { /* of no inputs there is an empty catalog */
        u->n_paths = 0;
        status = u->n_inputs > 0 ? group_paths(u, err) : BL_OK;
        u->options.keep_stopped &= u->n_inputs == 0 && u->n_built == 0;
        if (status == BL_OK)
            status = bl_catalog_build_again(&u->built[u->n_built], u->paths, u->n_paths,
                                            &u->options, err);
        u->n_built += status == BL_OK;
    } while (status == BL_OK && u->n_inputs > 0);
    return status;
}

/* From the N inputs of OLD or, if SOURCES is not NULL, from N of its sources. */
static int update(struct bl_catalog **catalog, const struct bl_catalog *old,
                  const uint32_t *sources, size_t n, const struct bl_catalog_options *options,
                  struct bl_error *err)
{
    struct update u = {.options = options ? *options : (struct bl_catalog_options){0}};
    int status = BL_OK;
    *catalog = NULL;
    u.options.reuse = old;
    u.options.directory = NULL; /* inputs know theirs */
    if (u.options.parts == 0)
        u.options.parts = old->parts & BL_ALL_PARTS;
    if (bl_grow(&u.inputs, &u.cap_inputs, n) < 0 || bl_grow(&u.paths, &u.cap_paths, n) < 0 ||
        bl_grow(&u.built, &u.cap_built, n + 1) < 0)
        status = no_memory_to_update(err);
    for (; u.n_inputs < n && status == BL_OK; u.n_inputs++) {
        struct bl_source source = {0};
        struct bl_catalog_input *input = &u.inputs[u.n_inputs];
        status = sources ? bl_catalog_get_source(old, sources[u.n_inputs], &source, err)
                         : bl_catalog_get_input(old, u.n_inputs, input, err);
        if (sources)
            *input = (struct bl_catalog_input){.path = source.path, .base = source.base};
    }
    if (status == BL_OK)
        status = build_groups(&u, err);
    if (status == BL_OK && u.n_built == 1)
        *catalog = u.built[--u.n_built];
    else if (status == BL_OK)
        status = bl_catalog_merge(catalog, u.built, u.n_built, err);
    while (u.n_built > 0)
        bl_catalog_close(u.built[--u.n_built]);
    bl_arena_release(&u.arena);
    bl_drop(u.inputs);
    bl_drop(u.paths);
    bl_drop(u.built);
    return status;
}

int bl_catalog_update(struct bl_catalog **catalog, const struct bl_catalog *old,
                      const struct bl_catalog_options *options, struct bl_error *err)
{
    return update(catalog, old, NULL, bl_catalog_get_counts(old).n_inputs, options, err);
}

int bl_catalog_update_sources(struct bl_catalog **catalog, const struct bl_catalog *old,
                              const uint32_t *sources, size_t n,
                              const struct bl_catalog_options *options, struct bl_error *err)
{
    return update(catalog, old, sources, n, options, err);
}
