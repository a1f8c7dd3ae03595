/* analysis/catalog_values.h - global values of a catalog's modules, by the names that LLVM writes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A catalog has the names that linkers see. Nearly always that is the name in the module; where a
 * target may have changed it, the module is opened and asked.
 */
#ifndef CMD_CATALOG_VALUES_H
#define CMD_CATALOG_VALUES_H

#include "input/query.h"

/* Find the values that modules of Q call NAME, a pattern perhaps, in the way of
 * name_pattern_values(); of streams that were asked for only. In order of modules; *VALUES is
 * malloc'ed. What cannot be read is reported. */
void find_values(struct query *q, const char *name, struct bl_module_value **values, uint32_t *n);

/* Writes names of values, and keeps the last module open that it had to ask. */
struct value_names {
    struct query *query;
    struct bl_query_module open;
    struct bl_catalog_symbols symbols; /* of the last module, */
    bool is_changed;                   /* whose target puts something before names */
};

void value_names_close(struct value_names *names);

/* VALUE as LLVM writes it, "@main", with a PUT of its own. What cannot be read is "@?". */
void put_value_name(struct value_names *names, struct bl_module_value value, bl_put_fn *put,
                    void *context);

/* Its name in the module, borrowed until the next call; empty: it has none, or none that can be
 * read. */
struct bl_view value_name(struct value_names *names, struct bl_module_value value);

#endif
