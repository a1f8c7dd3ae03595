/* sql/demangle.h - names of C++ as people write them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SQL_DEMANGLE_H
#define BL_SQL_DEMANGLE_H

#include "sql/sql_text.h"

/* Append what the Itanium ABI's NAME, "_ZN1a1bEv", means: "a::b()". False: it is no such name, its
 * text would be long beyond reason, or the C++ library, which does it, is not there. */
bool bl_sql_demangle(struct bl_view name, struct bl_sql_text *text);

#endif
