/* sql/global_columns.c - columns that the tables of functions and of all global values share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "sql/global_columns.h"

void bl_sql_set_linkage(struct bl_sql_cell *cell, const struct bl_global *global)
{
    bool is_external = global->linkage == BL_LINKAGE_EXTERNAL;
    bl_sql_set_string(cell, is_external ? "external" : bl_linkage_name(global->linkage));
}

void bl_sql_set_visibility(struct bl_sql_cell *cell, const struct bl_global *global)
{
    bl_sql_set_string(cell,
                      global->visibility ? bl_visibility_name(global->visibility) : "default");
}

void bl_sql_set_comdat(struct bl_sql_cursor *c, const struct bl_global *global,
                       struct bl_sql_cell *cell)
{
    const struct bl_comdat *comdats;
    uint32_t n = 0;
    if (global->comdat != BL_NONE &&
        bl_module_comdats(c->module, &comdats, &n, NULL) != BL_E_NOMEM && global->comdat < n)
        bl_sql_set_view(cell, comdats[global->comdat].name);
}
