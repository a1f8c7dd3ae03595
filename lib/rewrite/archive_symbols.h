/* rewrite/archive_symbols.h - which symbols the table of an archive has, and such a table made anew
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_ARCHIVE_SYMBOLS_H
#define BL_REWRITE_ARCHIVE_SYMBOLS_H

#include "base/arena.h"
#include "bitleap_base.h"

/* A symbol, and the offset of the header of the member that has it. */
struct bl_archive_symbol {
    struct bl_view name;
    uint64_t header;
    uint32_t number; /* in the order of the table */
};

struct bl_archive_symbols {
    struct bl_archive_symbol *items;
    uint32_t n, cap;
    struct bl_arena arena; /* names of symbols of modules */
};

void bl_archive_symbols_release(struct bl_archive_symbols *symbols);

/* A table: words of WORD bytes. */
struct bl_archive_table {
    bool is_bsd, is_sorted, is_big;
    unsigned word;
};

/* Add the symbols of TABLE, in BYTES: of GNU, of BSD, or the first one of COFF. Names are borrowed.
 * BL_E_CONTAINER: it cannot be read; BL_E_NOMEM. */
int bl_archive_symbols_read(struct bl_archive_symbols *symbols,
                            const struct bl_archive_table *table, struct bl_view bytes);

/* Add what archivers list of the modules in CONTENTS, of the member whose header is at HEADER. 1,
 * or 0: it is no module. Errors: those of bl_symbols_next(). */
int bl_archive_symbols_find(struct bl_archive_symbols *symbols, struct bl_view contents,
                            uint64_t header, struct bl_error *err);

/* Leave out all but the first symbol of a name, and note the order. BL_E_NOMEM. */
int bl_archive_symbols_unique(struct bl_archive_symbols *symbols);

/* TABLE with SYMBOLS, in memory of bl_grow(). BL_E_LIMIT: an offset is too large; BL_E_NOMEM. */
int bl_archive_symbols_make(struct bl_archive_symbols *symbols,
                            const struct bl_archive_table *table, struct bl_view *bytes);

/* The second table of COFF: N_HEADERS members, in order. As above. */
int bl_archive_symbols_make_coff(struct bl_archive_symbols *symbols, const uint64_t *headers,
                                 uint32_t n_headers, struct bl_view *bytes);

#endif
