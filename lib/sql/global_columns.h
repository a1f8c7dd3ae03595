/* sql/global_columns.h - columns that the tables of functions and of all global values share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SQL_GLOBAL_COLUMNS_H
#define BL_SQL_GLOBAL_COLUMNS_H

#include "sql/table.h"

/* In LLVM's spelling, with words for what it does not write. */
void bl_sql_set_linkage(struct bl_sql_cell *cell, const struct bl_global *global);
void bl_sql_set_visibility(struct bl_sql_cell *cell, const struct bl_global *global);
/* Its name; nothing, where GLOBAL is in none. */
void bl_sql_set_comdat(struct bl_sql_cursor *c, const struct bl_global *global,
                       struct bl_sql_cell *cell);

#endif
