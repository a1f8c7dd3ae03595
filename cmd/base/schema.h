/* base/schema.h - JSON Schema of what commands print with --json
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_SCHEMA_H
#define CMD_SCHEMA_H

#include "bitleap.h"

/* The schema of the objects that the command prints, cmd/schema/COMMAND.schema.json; without data
 * where it prints none. */
struct bl_view json_schema(const char *command);

/* The number that its $id ends with, which goes up where a program that reads the objects could
 * fail; 0: there is no schema. */
unsigned json_schema_number(const char *command);

#endif
