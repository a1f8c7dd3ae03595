/* sql/table_schema.h - what tables and columns there are: .tables and .schema
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_TABLE_SCHEMA_H
#define CMD_TABLE_SCHEMA_H

#include "base/out.h"
#include "sql/sqlite_library.h"

/* Whether STATEMENTS are one of the shell's commands, which begin with a dot. */
bool is_shell_command(const char *statements);

/* Answer COMMAND: ".tables", ".schema" or ".schema NAME", of the tables, and of the views that DB
 * has. Returns NULL, or what is wrong with it, malloc'ed. */
char *answer_shell_command(const char *command, sqlite3 *db, struct out *o);

#endif
