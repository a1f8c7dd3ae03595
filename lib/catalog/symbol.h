/* catalog/symbol.h - the fields of a symbol's record
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a catalog has can be less than what it answers: of names that were not looked at only where
 * they are (BL_CATALOG_PLACES), of bodies that were not only where they should be (no
 * BL_CATALOG_HASHES). Then who asks for one symbol or function reads the rest in its source.
 */
#ifndef BL_CATALOG_SYMBOL_H
#define BL_CATALOG_SYMBOL_H

#include "catalog/catalog.h"

/* A number that all records of a chunk have, which ascends: the first of what each has. */
struct bl_catalog_keys {
    enum bl_blx_chunk chunk;
    size_t offset; /* of the number in the record */
};

struct bl_catalog_last {
    uint32_t number;
    uint32_t unread; /* a record that was passed over, as it cannot be read; BL_NONE: none */
};

/* The last record from FIRST on, before END, whose key is KEY or less; FIRST where there is none.
 * Of those that can be read: a page of the index file that is damaged does not hide what is on
 * others. Where a hostile file's keys do not ascend, any record comes out: the same one for one
 * key, and for two keys only if it does for all between them. BL_E_CONTAINER: there is too much
 * that cannot be read. */
int bl_catalog_find_last(const struct bl_catalog *catalog, struct bl_catalog_keys keys,
                         uint32_t first, uint32_t end, uint32_t key, struct bl_catalog_last *last,
                         struct bl_error *err);

/* Where a name is. */
struct bl_name_place {
    bool in_names;   /* chunk NAME; else the stream */
    bool is_unseen;  /* the global value's name: that of the symbol can have a byte less */
    uint64_t offset; /* bytes, of the name's first */
    uint32_t size;   /* bytes */
};

/* That of SYMBOL. BL_E_CONTAINER. */
int bl_catalog_name_place(const struct bl_catalog *catalog, uint32_t symbol,
                          struct bl_name_place *place, struct bl_error *err);

/* What the catalog has of SYMBOL, or FUNCTION; no source is touched.
 * BL_E_ARGUMENT, BL_E_CONTAINER. */
int bl_catalog_stored_symbol(const struct bl_catalog *catalog, uint32_t number,
                             struct bl_catalog_symbol *symbol, struct bl_error *err);
int bl_catalog_stored_function(const struct bl_catalog *catalog, uint32_t number,
                               struct bl_catalog_function *function, struct bl_error *err);

/* The name there, as bl_catalog_name(). */
int bl_catalog_name_at(const struct bl_catalog *catalog, uint32_t symbol,
                       const struct bl_name_place *place, struct bl_view *name,
                       struct bl_error *err);

/* The module that SYMBOL is in. BL_E_CONTAINER. */
int bl_catalog_module_of(const struct bl_catalog *catalog, uint32_t symbol, uint32_t *module,
                         struct bl_error *err);

#endif
