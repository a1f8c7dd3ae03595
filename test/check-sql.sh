#!/usr/bin/env -S -u BASH_ENV -u BASHOPTS -u SHELLOPTS bash
# shellcheck shell=bash
# check-sql.sh - asks all tables from each client: sqlite3, Python, better-sqlite3, DuckDB, and ClickHouse for what is exported
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=… BITLEAP_SRC=… check-sql.sh [MODULES]. Node modules are in MODULES, build/sql. Each client must print the
# rows that `bitleap sql` prints. Ends with a line of counts; a client that is absent is skipped, in CI it has failed.
set -u

: "${BITLEAP:?names the command under test}" "${BITLEAP_SRC:?names the source tree}"
modules=$(realpath -m "${1:-$BITLEAP_SRC/build/sql}")
sql=$BITLEAP_SRC/test/sql
small=$BITLEAP_SRC/corpora/small
programs=$BITLEAP_SRC/build/${MODE:-release}/test/programs
extension=$(dirname "$BITLEAP")/bitleap0
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
passed=0 failed=0 skipped=0

# judge NAME STATUS - counts what ended with STATUS; 77 is a skip.
judge() {
    case $2 in
    0) passed=$((passed + 1)) ;;
    77) skipped=$((skipped + 1)) && echo "SKIP  sql: $1 is not installed: make deps GROUPS=sql" ;;
    *) failed=$((failed + 1)) && echo "FAIL  sql: $1" ;;
    esac
}
# missing NAME CHECK... - judges a client whose CHECK fails, and succeeds then.
missing() {
    local name=$1
    shift
    "$@" >/dev/null 2>&1 && return 1
    judge "$name" "$([ "${CI:-}" = true ] && echo 1 || echo 77)"
}
node_has() {
    command -v node && [ -d "$modules/node_modules/$1" ]
}
# answer NAME COMMAND... - runs it with the questions, and compares its rows with those of bitleap.
answer() {
    local name=$1
    shift
    if "$@" <"$out/questions.sql" >"$out/$name.rows" && cmp -s "$out/$name.rows" "$out/wanted"; then
        judge "$name" 0
    else
        diff "$out/wanted" "$out/$name.rows" | cut -c 1-300 | head -n 5
        judge "$name" 1
    fi
}
sqlite3_rows() {
    sqlite3 -json -cmd ".load '$extension'" :memory: | python3 "$sql/ask_python.py" --rows
}

cd "$small" || exit 2
"$BITLEAP" index -q -o "$out/small.blx" "$small" || exit 2
files=(cxx-g-O2.clang19.bc ar-mixed.llvm22.a thin-b.clang22.bc)
for table in files streams modules symbols functions globals calls instructions types attributes metadata strings blocks \
    records remarks errors; do
    for file in "${files[@]}"; do
        echo "SELECT $(sqlite3 -cmd ".load '$extension'" :memory: "SELECT group_concat('\"' || name || '\"') FROM \
            pragma_table_xinfo('bitcode_$table') WHERE name <> 'input'") FROM bitcode_$table('$file');"
    done
done >"$out/questions.sql"
cat >>"$out/questions.sql" <<END
SELECT name, file FROM bitcode_symbols('$out/small.blx') WHERE name IN ('from_b', 'main') AND defined = 1 ORDER BY file, name;
SELECT kind, count(*), count(DISTINCT name) FROM bitcode_globals('.') GROUP BY kind ORDER BY kind;
SELECT a.attribute, count(*) FROM bitcode_functions('.') f JOIN bitcode_attributes('.') a ON a.file = f.file AND a.module = f.module AND a.value = f.value GROUP BY a.attribute ORDER BY 1;
END
# OR, NOT, CASE, joins and questions within questions, as test/programs/sql_queries.c makes them.
"$programs/sql_queries" --print 400 thin-b.clang22.bc >>"$out/questions.sql" || exit 2
"$BITLEAP" sql --format ndjson --file "$out/questions.sql" 2>/dev/null |
    python3 "$sql/ask_python.py" --rows >"$out/wanted" || exit 2
[ "$(wc -l <"$out/wanted")" -gt 5000 ] || judge 'there are rows' 1

missing sqlite3 command -v sqlite3 || answer sqlite3 sqlite3_rows
missing python3 /usr/bin/python3 -c "import sqlite3; sqlite3.connect(':memory:').enable_load_extension(True)" ||
    answer python3 /usr/bin/python3 "$sql/ask_python.py" sqlite3 "$extension"
missing apsw /usr/bin/python3 -c 'import apsw' ||
    answer apsw /usr/bin/python3 "$sql/ask_python.py" apsw "$extension"
missing better-sqlite3 node_has better-sqlite3 ||
    answer better-sqlite3 node "$sql/ask_node.mjs" "$modules" better-sqlite3 "$extension.so"
if ! missing DuckDB node_has @duckdb/node-api; then
    answer duckdb node "$sql/ask_node.mjs" "$modules" duckdb "${extension%0}.duckdb_extension"
    node "$sql/duckdb_test.mjs" "$modules" "${extension%0}.duckdb_extension" "$small" "$out"
    judge 'duckdb, its arguments' $?
    for file in "${files[@]}"; do
        "$programs/../tools/arrow_scan" "$modules"/node_modules/@duckdb/node-bindings-linux-*/libduckdb.so \
            "${extension%0}.duckdb_extension" "$file" >"$out/arrow" || { cat "$out/arrow" && false; }
        judge "duckdb, $file by Arrow" $?
    done
fi

# What is exported: each table in each format, read by ClickHouse.
exported() {
    local table format status=0
    for table in symbols functions records metadata; do
        "$BITLEAP" sql --format ndjson "SELECT * FROM $table" "$small/cxx-g-O2.clang19.bc" |
            python3 "$sql/ask_python.py" --rows >"$out/wanted.$table"
        for format in native:Native rowbinary:RowBinaryWithNamesAndTypes parquet:Parquet; do
            "$BITLEAP" sql --format "${format%:*}" "SELECT * FROM $table" "$small/cxx-g-O2.clang19.bc" >"$out/$table.bin"
            echo "SELECT * FROM file('$out/$table.bin', '${format#*:}')" |
                node "$sql/ask_node.mjs" "$modules" chdb >"$out/$table.rows"
            [ -s "$out/$table.rows" ] && cmp "$out/wanted.$table" "$out/$table.rows" || status=1
        done
    done
    return $status
}
# The same as Parquet, read by DuckDB.
parquet_rows() {
    local table status=0
    for table in symbols functions records metadata; do
        "$BITLEAP" sql --format parquet "SELECT * FROM $table" "$small/cxx-g-O2.clang19.bc" >"$out/$table.parquet"
        "$BITLEAP" sql --format ndjson "SELECT * FROM $table" "$small/cxx-g-O2.clang19.bc" |
            python3 "$sql/ask_python.py" --rows >"$out/wanted.$table"
        echo "SELECT * FROM '$out/$table.parquet'" |
            node "$sql/ask_node.mjs" "$modules" duckdb "${extension%0}.duckdb_extension" >"$out/$table.rows"
        [ -s "$out/$table.rows" ] && cmp "$out/wanted.$table" "$out/$table.rows" || status=1
    done
    return $status
}
if ! missing DuckDB node_has @duckdb/node-api; then
    parquet_rows
    judge 'DuckDB reads Parquet that is exported' $?
fi
if ! missing ClickHouse node_has chdb; then
    exported
    judge 'ClickHouse reads what is exported' $?
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
