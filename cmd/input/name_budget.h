/* cmd/input/name_budget.h - how much is done for a file that may have been made to waste time
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In an index file that was made to waste time all symbols can have one name of megabytes. In a
 * catalog that was built, names are in proportion to streams (bitleap_module.h has the limits); so
 * callers that read the names of all symbols stop where they are not. The sizes in the catalog are
 * not trusted: the budget is by the number of symbols, which are there, and where that is not
 * enough by the bytes of streams, which are read.
 */
#ifndef CMD_NAME_BUDGET_H
#define CMD_NAME_BUDGET_H

#include "base/budget.h"
#include "bitleap.h"

/* What may yet be done for the names of a catalog. */
struct name_budget {
    const struct bl_catalog *catalog;
    struct bl_budget bytes;
    uint64_t spent;       /* bytes */
    uint32_t stream;      /* the first one that is not counted */
    uint32_t source;      /* of the one before it; BL_NONE: none was counted */
    uint64_t source_left; /* bytes of it that are not counted */
};

/* Bytes that the names of N symbols may have in files of N_BYTES. */
uint64_t bytes_of_names(uint64_t n, uint64_t n_bytes);

/* For names of symbols from STREAM on. */
struct name_budget name_budget_from(const struct bl_catalog *catalog, uint32_t stream);

/* Spend SIZE bytes, of names in STREAM: streams come in order. BL_E_LIMIT. */
int name_budget_spend(struct name_budget *budget, uint32_t stream, uint64_t size,
                      struct bl_error *err);

#endif
