/* sql/row_writer.h - rows of a statement in one of several formats
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_ROW_WRITER_H
#define CMD_ROW_WRITER_H

#include "base/out.h"
#include "sql/sqlite_library.h"

/* In the order of FORMAT_WORDS. */
enum row_format {
    FORMAT_BOX,
    FORMAT_CSV,
    FORMAT_JSON,
    FORMAT_NDJSON,
    FORMAT_MARKDOWN,
    FORMAT_NATIVE,
    FORMAT_ROWBINARY,
    FORMAT_PARQUET,
};

#define FORMAT_WORDS "box|csv|json|ndjson|markdown|native|rowbinary|parquet"

/* Run STATEMENT and write its rows to O. Returns a code of SQLite: SQLITE_DONE; SQLITE_MISMATCH: a
 * column has values of several types, which the format cannot hold, and *COLUMN is its number. */
int write_rows(sqlite3_stmt *statement, enum row_format format, struct out *o, int *column);

#endif
