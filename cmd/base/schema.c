/* base/schema.c - JSON Schema of what commands print with --json
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * test/schema/schemas.py holds the schemas against what commands print, and renews them.
 */
#include "base/schema.h"

#include "base/embed.h"

#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define SCHEMAS(X) \
    X(attrs) X(audit) X(callees) X(callers) X(diff) X(dis) X(dump) X(dups) X(edit) X(extract) X(find) X(funcs) X(globals) X(has) \
    X(index) X(info) X(lower) X(ls) X(meta) X(nm) X(repack) X(report) X(show) X(slice) X(stats) X(strings) X(strip) X(summary) X(top) X(types) X(verify)
/* clang-format on */

#define EMBED_SCHEMA(name) EMBED(name, "cmd/schema/" #name ".schema.json");
SCHEMAS(EMBED_SCHEMA)

struct bl_view json_schema(const char *command)
{
#define RETURN_SCHEMA(name)          \
    if (strcmp(command, #name) == 0) \
        return EMBEDDED(name);
    SCHEMAS(RETURN_SCHEMA)
    return (struct bl_view){.data = NULL};
}

unsigned json_schema_number(const char *command)
{
    static const char id[] = "\"$id\": \"urn:bitleap:";
    struct bl_view schema = json_schema(command);
    const uint8_t *at = schema.data ? memmem(schema.data, schema.size, id, strlen(id)) : NULL;
    return at ? (unsigned)strtoul((const char *)at + strlen(id) + strlen(command) + 1, NULL, 10)
              : 0;
}
