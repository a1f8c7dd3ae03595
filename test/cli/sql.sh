#!/usr/bin/env bash
# sql.sh - questions in SQL: tables against other commands, plans, formats, damage, each way in
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'SQLite is of another machine'
need sqlite3 python3

sql() {
    "$BITLEAP" sql --format csv "$@"
}
extension=$(dirname "$BITLEAP")/bitleap0.so
thin=$small/thin-b.clang22.bc

# ---- Rows are those of other commands ----

"$BITLEAP" index -q -o small.blx "$small"
SMALL=$small BITLEAP=$BITLEAP python3 "$BITLEAP_SRC/test/sql/compare_commands.py" "$thin" "$small/cxx-g-O2.clang19.bc" \
    "$small/ar-mixed.llvm22.a" "$small/wrapper-arm64.clang22.bc"
for question in "SELECT file, value FROM symbols WHERE name = 'from_b'" \
    "SELECT file, name FROM symbols WHERE name IN ('from_a', 'main', 'nonsense') AND defined" \
    "SELECT file, name FROM symbols WHERE name GLOB '_ZN4shop*'" "SELECT count(*) FROM symbols WHERE name = 3" \
    "SELECT name FROM symbols WHERE file = '$thin' AND module = 0"; do
    for path in "$small" small.blx; do
        { sql "$question" "$path" 2>/dev/null || true; } | sort >answer."${path##*/}"
    done
    same answer.small answer.small.blx
done
sql "SELECT name FROM bitcode_symbols('$thin') WHERE rowid IN (SELECT rowid FROM bitcode_symbols('$thin') LIMIT 3 OFFSET 2)" |
    same - <(sql 'SELECT name FROM symbols LIMIT 3 OFFSET 2' "$thin")
sql 'SELECT demangled FROM symbols WHERE demangled IS NOT NULL LIMIT 1' "$small/cxx-g-O2.clang19.bc" >out
grep -q '[a-z]::.*(' out || fail "demangled: $(cat out)"
sql "SELECT scope, template, count(*) FROM functions WHERE name REGEXP '^_ZNK?4shop(4Ring|5Guard)' GROUP BY 1, 2 ORDER BY 1, 2" \
    "$small/cxx-g-O0.clang22.bc" | same - <(printf '%s\n' 'scope,template,count(*)' shop::Guard,,2 'shop::Ring,shop::Ring<…>::each<…>,1' \
    'shop::Ring,shop::Ring<…>::push,3' 'shop::Ring,shop::Ring<…>::sum,2')
for path in "$small/cxx-O2.clang22.bc" small.blx; do
    sql "SELECT DISTINCT scope, template FROM symbols WHERE name = '_ZN4shop4RingIhLi3EE4pushERKh' AND file GLOB '*/cxx-O2.clang22.bc'" "$path" |
        same - <(printf '%s\n' scope,template 'shop::Ring,shop::Ring<…>::push')
done
# A pattern is a constant or one of each row; what none is, or could take long, is an error.
sql "SELECT 'a.c' REGEXP 'a.c$', 'abc' REGEXP '^b', NULL REGEXP 'a', 'a' REGEXP NULL" | tail -n 1 | same - <(echo 1,0,,)
sql "SELECT sum(a.name REGEXP b.name) > 1, count(*) FROM functions a, functions b" "$thin" | tail -n 1 | same - <(echo 1,9)
for pattern in '(a' '(a)\1' '((a{200}){200}){200}'; do
    expect 2 sql "SELECT 'a' REGEXP '$pattern'" >out 2>err
    [ "$(wc -l <err)" -eq 1 ] || fail "$pattern: $(cat err)"
done

# What tables and columns there are; one JSON object a line.
"$BITLEAP" sql .tables "$thin" >out
[ "$(grep -c ' view: ' out)" -eq 8 ] || fail "views: $(cat out)"
sql "SELECT substr(name, 9) FROM pragma_module_list WHERE name GLOB 'bitcode_*'" | tail -n +2 | sort |
    same - <("$BITLEAP" sql .tables | cut -d ' ' -f 1 | sort)
"$BITLEAP" sql .schema | sed -n 's/^CREATE TABLE \(.*\) ($/\1/p' | sort | same - <("$BITLEAP" sql .tables | cut -d ' ' -f 1 | sort)
for table in functions bitcode_functions; do
    "$BITLEAP" sql ".schema $table;" | sed -n 's/^    "\(.*\)" [A-Z]*,\{0,1\} -- .*/\1/p' |
        same - <(sql "SELECT name FROM pragma_table_xinfo('bitcode_functions') WHERE name <> 'input'" | tail -n +2)
done
"$BITLEAP" sql '.schema largest' "$thin" | grep -q 'FROM functions ORDER BY bytes DESC;$' || fail 'no schema of a view'
expect 2 "$BITLEAP" sql '.schema function' 2>err
grep -q "no table 'function'; did you mean 'functions'" err || fail "$(cat err)"
expect 2 "$BITLEAP" sql .dump 2>err
"$BITLEAP" sql --json 'SELECT name, bytes FROM functions' "$thin" | same - <(sql 'SELECT name, bytes FROM functions' "$thin" |
    sed -n '2,$ s/\(.*\),\(.*\)/{"name":"\1","bytes":\2}/p')
sql "SELECT assembly FROM functions WHERE name = 'overridable'" "$thin" >out
grep -q 'define .*@overridable' out || fail "assembly: $(cat out)"
# Calls of inline assembly, which callers has no name for.
for file in "$small"/wide.*.bc; do
    sql "SELECT count(*) FROM calls WHERE how = 'assembly'" "$file" | tail -n 1 | same - <("$BITLEAP" dis "$file" | grep -c '^ .*\(call\|callbr\|invoke\) .* asm ')
done
sql "SELECT function, callee, how FROM calls" "$thin" | same - <(printf '%s\n' function,callee,how from_b,remember,direct \
    from_b,from_a,direct)

# Terms of an OR, whose plans SQLite asks for one by one, without the path.
sql "SELECT name FROM symbols WHERE name = 'from_b' OR value = 2 ORDER BY name" "$thin" | same - <(printf '%s\n' name from_b history)
sql "SELECT count(*) FROM symbols WHERE NOT (name <> 'from_b' AND (value <> 2 OR name = 'from_b'))" "$thin" | same - <(printf '%s\n' 'count(*)' 2)
sql "SELECT a.name, b.name AS other FROM functions a JOIN symbols b ON a.name = b.name OR b.value = 2 AND a.name = 'from_b' ORDER BY 1, 2" \
    "$thin" | same - <(printf '%s\n' name,other from_b,from_b from_b,history overridable,overridable remember,remember)
sql "SELECT count(*) FROM bitcode_errors('$thin') WHERE cause = 'a' OR bit_pos = 3" | same - <(printf '%s\n' 'count(*)' 0)
head -c 3000 "$thin" >cut.bc
sql "SELECT count(*) > 0 FROM bitcode_errors('cut.bc') WHERE cause = 'a' OR bit_pos > 3" 2>/dev/null | same - <(printf '%s\n' 'count(*) > 0' 1)
expect 2 sql "SELECT * FROM bitcode_symbols WHERE name = 'a' OR value = 2" 2>err
grep -q 'bitcode_symbols: its argument is missing' err || fail "$(cat err)"

# ---- Joins ----

# The same pairs by way of modules that stay open, and of rows that nothing is asked of.
joined='SELECT f.file, f.value, a.attribute FROM functions f JOIN attributes a'
on='f.file = a.file AND f.module = a.module AND f.value = a.value'
order='ORDER BY 1, 2, 3'
sql "$joined ON $on $order" "$small" 2>/dev/null >pairs || true
[ "$(wc -l <pairs)" -gt 1000 ] || fail "$(wc -l <pairs) pairs"
for other in "SELECT f.file, f.value, a.attribute FROM attributes a CROSS JOIN functions f ON $on $order" \
    "$joined ON +f.file = +a.file AND +f.module = +a.module AND +f.value = +a.value $order"; do
    { sql "$other" "$small" 2>/dev/null || true; } | same - pairs
done
{ sql "SELECT count(*) FROM functions f WHERE NOT EXISTS (SELECT 1 FROM attributes a WHERE $on AND attribute = 'nounwind')" \
    "$small" 2>/dev/null || true; } >without
{ sql "SELECT count(*) FROM (SELECT file, module, value FROM functions EXCEPT SELECT file, module, value FROM attributes
    WHERE +attribute = 'nounwind')" "$small" 2>/dev/null || true; } | tail -n 1 | same <(tail -n 1 without) -
sql "SELECT value, attribute FROM attributes WHERE rowid IN (SELECT rowid FROM attributes WHERE value = 3)" "$thin" |
    same - <(sql 'SELECT value, attribute FROM attributes WHERE +value = 3' "$thin")

# Symbols that have been looked for by name some times get an index: the same rows as from an index file, and from a scan.
"$BITLEAP" index -q -o small.blx "$small" 2>/dev/null || true
rows='SELECT count(*), count(DISTINCT a.file), sum(a.bit_pos + b.bit_pos), sum(a.bytes * b.value), sum(a.rowid % 1000003) FROM'
{ sql "$rows symbols a JOIN symbols b USING (name)" "$small" 2>/dev/null || true; } >by_name
[ "$(tail -n 1 by_name | cut -d , -f 1)" -gt 10000 ] || fail "$(cat by_name)"
{ sql "$rows symbols a JOIN symbols b USING (name)" small.blx 2>/dev/null || true; } | same - by_name
{ sql "WITH s AS MATERIALIZED (SELECT *, rowid FROM symbols) $rows s a JOIN s b USING (name)" "$small" 2>/dev/null || true; } |
    same - by_name

# body_hash is what dups -m compares.
cxx=("$small"/cxx-g-O[012].clang19.bc)
"$BITLEAP" dups -m --json "${cxx[@]}" >dups.json
sql 'SELECT sum(n - 1) AS copies FROM (SELECT count(*) AS n FROM functions GROUP BY body_hash)' "${cxx[@]}" |
    same - <(echo copies && python3 -c 'import json
totals = [json.loads(line) for line in open("dups.json")]
total = next(row for row in totals if "copies" in row and "functions" in row)
print(total["copies"] - total["equal"])')
sql 'SELECT function_type, called FROM functions ORDER BY value' "$thin" | grep -q ',[1-9]' || fail 'nobody is called'

# Tables of their own argument are TEMP ones; assembly is there for who names it.
expect 2 sql "CREATE VIRTUAL TABLE main.x USING bitcode_functions('$thin')" 2>err
grep -q 'a table of it is a TEMP one' err || fail "$(cat err)"
sql "CREATE VIRTUAL TABLE temp.\"it's\" USING bitcode_symbols('it''s.bc'); SELECT 1" | same - <(printf '%s\n' 1 1)
sql "SELECT * FROM functions LIMIT 1" "$thin" | head -n 1 >out
! grep -q assembly out || fail 'assembly is in *'

# ---- Plans ----

if [ "${MODE:-release}" = release ]; then
    sed 's/^/EXPLAIN QUERY PLAN SELECT /; s/|.*/;/' "$BITLEAP_SRC/test/sql/plans.txt" >plans.sql
    sqlite3 -cmd ".load '$extension'" :memory: <plans.sql | sed -n 's/^`--SCAN //p' |
        same - <(sed 's/^[^|]*|//' "$BITLEAP_SRC/test/sql/plans.txt")
fi

# Summaries of ThinLTO, of a module with names, of an index with the modules that it is about.
"$BITLEAP" sql --json "SELECT value, kind, linkage, not_importable, instructions, calls, refs FROM summaries
    WHERE name IN ('from_a', 'aliased', 'operations') ORDER BY name" "$small/thin-a.clang22.bc" >out
same out - <<'END'
{"value":10,"kind":"alias","linkage":"external","not_importable":0,"instructions":null,"calls":"[]","refs":"[]"}
{"value":7,"kind":"function","linkage":"external","not_importable":0,"instructions":15,"calls":"[6]","refs":"[1,2]"}
{"value":1,"kind":"variable","linkage":"external","not_importable":0,"instructions":null,"calls":"[]","refs":"[4,5,6]"}
END
"$BITLEAP" sql --json "SELECT count(*) AS n, count(name) AS names, count(DISTINCT module_id) AS modules FROM summaries
    WHERE guid IN (SELECT guid FROM summaries)" "$small/index.llvm22.bc" >out
[ "$(cat out)" = '{"n":14,"names":0,"modules":2}' ] || fail "$(cat out)"

# Operands as numbers of values: those that `show` has.
for file in "$small/bundles.llvm22.bc" "$small/cxx-g-O2.clang22.bc"; do
    "$BITLEAP" show --json '*' "$file" 2>/dev/null | jq -c 'select(.type == "instruction") |
        [.bit_pos, [.operands[] | if .kind == "value" then .number else 4294967295 end]]' | LC_ALL=C sort >expected
    "$BITLEAP" sql --json 'SELECT bit_pos, operand_values FROM instructions' "$file" | jq -c '[.bit_pos, (.operand_values | fromjson)]' |
        LC_ALL=C sort | same expected -
done

# ---- What the extension adds, and its errors ----

if [ "${MODE:-release}" = release ]; then
    sqlite3 :memory: "SELECT name FROM pragma_module_list UNION SELECT name FROM pragma_function_list" | sort -u >before
    for entry in sqlite3_bitleap_init sqlite3_bitleap_no_read_init; do
        sqlite3 -cmd ".load '$extension' $entry" :memory: \
            "SELECT name FROM pragma_module_list UNION SELECT name FROM pragma_function_list" | sort -u |
            comm -13 before - | tr '\n' ' ' >added
        case $entry in
        *no_read*) files='' views='' ;;
        *) files='bitcode_files ' views='bitleap_views ' ;;
        esac
        wanted="bitcode_attributes bitcode_blocks bitcode_calls bitcode_errors ${files}bitcode_functions bitcode_globals "
        wanted+="bitcode_instructions bitcode_metadata bitcode_modules bitcode_records bitcode_remarks bitcode_streams bitcode_strings "
        wanted+="bitcode_summaries bitcode_symbols bitcode_types bitleap_debug bitleap_demangle bitleap_version $views"
        [ "$(cat added)" = "$wanted" ] || fail "$entry adds $(cat added)"
    done
    sqlite3 :memory: -cmd ".load '$extension' sqlite3_bitleap_no_read_init" \
        "SELECT count(*) FROM bitcode_symbols(readfile('$thin')); SELECT count(*) FROM bitcode_instructions(readfile('$thin'))" |
        same - <(printf '7\n26\n')
    expect 1 sqlite3 :memory: -cmd ".load '$extension' sqlite3_bitleap_no_read_init" \
        "SELECT * FROM bitcode_symbols('$thin')" 2>err
    grep -q 'bitcode_symbols: files cannot be read here; the argument is a blob of bytes' err || fail "$(cat err)"
    # Not from the schema of a database.
    sqlite3 bad.db -cmd ".load '$extension'" "CREATE VIEW v AS SELECT * FROM bitcode_symbols('$thin')"
    expect 1 sqlite3 bad.db -cmd ".load '$extension'" 'SELECT * FROM v' 2>err
    grep -q 'unsafe use of virtual table "bitcode_symbols"' err || fail "$(cat err)"
    # From Python, in some threads at a time.
    python=/usr/bin/python3
    if "$python" -c 'import sqlite3; sqlite3.connect(":memory:").enable_load_extension(True)' 2>/dev/null; then
        "$python" "$BITLEAP_SRC/test/sql/threads_of_python.py" "${extension%.so}" "$small/cxx-g-O2.clang19.bc"
    fi
    # The shell of sqlite3, with the views.
    echo 'SELECT count(*) FROM symbols;' | "$BITLEAP" sql --shell "$thin" | same - <(echo 7)
fi
expect 2 sql 'SELECT * FROM bitcode_symbols' 2>err
grep -q "bitcode_symbols: its argument is missing, the path of a file, directory or index file, as in" err || fail "$(cat err)"
expect 2 sql 'SELECT * FROM symbols' no-such-file 2>err
grep -q 'no-such-file: cannot open: No such file' err || fail "$(cat err)"
expect 2 sql 'SELECT nonsense' "$thin" 2>err
grep -q 'no such column: nonsense' err || fail "$(cat err)"
expect 2 "$BITLEAP" sql 2>err
expect 2 "$BITLEAP" sql --format=nonsense 'SELECT 1' 2>err

# ---- Damage: the rows before it, an error, and a row of it ----

head -c 3000 "$small/thin-b.clang22.bc" >cut.bc
expect 3 sql 'SELECT count(*) > 0 FROM records; SELECT count(*) > 0, min(cause) FROM errors' cut.bc >out 2>err
grep -q '^cut.bc: bit\|cut.bc: bit [0-9]* (byte 0x' err || fail "$(cat err)"
grep -q '^1,' out || fail "$(cat out)"
# A source that has changed since it was indexed.
cp "$thin" changing.bc
"$BITLEAP" index -q -o changing.blx changing.bc
sql "SELECT value FROM symbols WHERE name = 'from_b'" changing.blx | same - <(printf 'value\n3\n')
cp "$small/thin-a.clang22.bc" changing.bc
expect 2 sql "SELECT value FROM symbols WHERE name = 'from_b'" changing.blx 2>err >out
grep -q 'changing.bc: the file is not what it was' err || fail "$(cat err)"
# A file that is not bitcode.
expect 1 sql 'SELECT count(*) FROM symbols' "$BITLEAP_SRC/README.md" 2>err >out
grep -q 'README.md: ' err || fail "$(cat err)"

# ---- Paths ----

"$BITLEAP" sql --format csv 'SELECT DISTINCT file FROM symbols' "$small/ar-mixed.llvm22.a(two.bc)" |
    same - <(printf 'file\n%s\n' "$small/ar-mixed.llvm22.a(two.bc)")
sql 'SELECT count(*) FROM modules' "$thin" "$small/thin-a.clang22.bc" | same - <(printf 'count(*)\n2\n')
sql 'SELECT count(*) FROM modules' small.blx "$small/thin-a.clang22.bc" 2>/dev/null >out || true
[ "$(tail -n 1 out)" -gt 100 ] || fail "$(cat out)"
cp "$thin" '[odd].bc'
sql 'SELECT count(*) FROM modules' '[odd].bc' | same - <(printf 'count(*)\n1\n')
sql 'SELECT count(*) FROM modules' - <"$thin" | same - <(printf 'count(*)\n1\n')

# ---- Formats ----

question="SELECT 'a|b' AS x, 1 AS y, NULL AS z UNION ALL SELECT 'q\"', -2, 1.5"
"$BITLEAP" sql --format csv "$question" | same - <(printf '%s\n' x,y,z 'a|b,1,' '"q""",-2,1.5')
"$BITLEAP" sql --format ndjson "$question" | same - <(printf '%s\n' '{"x":"a|b","y":1,"z":null}' '{"x":"q\"","y":-2,"z":1.5}')
"$BITLEAP" sql --format json "$question" | python3 -c 'import json, sys; assert len(json.load(sys.stdin)) == 2'
"$BITLEAP" sql --format markdown "$question" | same - <(printf '%s\n' '| x | y | z |' '| --- | --- | --- |' '| a\|b | 1 |  |' '| q" | -2 | 1.5 |')
"$BITLEAP" sql "$question" | same - <(printf '%s\n' '┌─────┬────┬─────┐' '│ x   │  y │   z │' '├─────┼────┼─────┤' \
    '│ a|b │  1 │     │' '│ q"  │ -2 │ 1.5 │' '└─────┴────┴─────┘')
echo 'SELECT 1 AS a; SELECT 2 AS a;' | "$BITLEAP" sql --format csv --file - | same - <(printf 'a\n1\na\n2\n')
question='SELECT name, value, bytes, file FROM symbols'
"$BITLEAP" sql --format ndjson "$question" small.blx | python3 -c 'import json, sys
for line in sys.stdin: print(*json.loads(line).values(), sep="\t")' >wanted
for format in native rowbinary; do
    "$BITLEAP" sql --format $format "$question" small.blx | python3 "$BITLEAP_SRC/test/sql/read_binary.py" $format | same - wanted
done
read_parquet() { python3 "$BITLEAP_SRC/test/sql/read_parquet.py" "$@"; }
"$BITLEAP" sql --format parquet "$question" small.blx | read_parquet | same - wanted
"$BITLEAP" sql --format parquet "SELECT 'a|b' AS x, 1.5 AS y, NULL AS z, 7 AS n UNION ALL SELECT NULL, 2, 'ä', -1 UNION ALL SELECT '', NULL, NULL, NULL" |
    read_parquet --types | same - <(printf '%s\n' 'x utf8' 'y double' 'z utf8' 'n int64' $'a|b\t1.5\tNone\t7' $'None\t2.0\tä\t-1' $'\tNone\tNone\tNone')
"$BITLEAP" sql --format parquet 'SELECT name, bytes FROM functions WHERE 0' "$thin" | read_parquet --types | same - <(printf '%s\n' 'name utf8' 'bytes int64')
# Several row groups, more than fifteen columns.
many='WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 300000) SELECT i, iif(i % 7, i * 3, NULL) AS b,
    1 AS c, 2 AS d, 3 AS e, 4 AS f, 5 AS g, 6 AS h, 7 AS j, 8 AS k, 9 AS l, 10 AS m, 11 AS n, 12 AS o, 13 AS p, 14 AS q FROM r'
"$BITLEAP" sql --format parquet "$many" | read_parquet | md5sum >parquet.sum
"$BITLEAP" sql --format ndjson "$many" | python3 -c 'import json, sys
for line in sys.stdin: print(*json.loads(line).values(), sep="\t")' | md5sum | same - parquet.sum
for format in native parquet; do
    expect 2 "$BITLEAP" sql --format $format "SELECT 1 AS x UNION ALL SELECT 'a'" >out 2>err
    grep -q 'x: has values of several types' err || fail "$(cat err)"
done
[ "$(tail -c 4 out)" != PAR1 ] || fail 'a whole file of rows that are not whole'
expect 2 "$BITLEAP" sql --format parquet 'SELECT 1; SELECT 2' >out 2>err
grep -q 'rows of one statement' err || fail "$(cat err)"
for engine in sqlite duckdb clickhouse postgres; do
    "$BITLEAP" sql --ddl $engine >ddl.$engine
    [ "$(grep -c '^CREATE TABLE ' ddl.$engine)" = 17 ] || fail "$engine: $(cat ddl.$engine)"
done
sqlite3 tables.db <ddl.sqlite
"$BITLEAP" sql --format csv 'SELECT * FROM symbols' "$thin" >symbols.csv
sqlite3 tables.db '.import --csv --skip 1 symbols.csv symbols' 'SELECT count(*) FROM symbols' | same - <(echo 7)

# ---- The recipes of the README ----

awk '/^```sql$/ { on = 1; next } /^```$/ { on = 0 } on && /^-- [0-9]+\./ { n++ } on && n' "$BITLEAP_SRC/lib/sql/README.md" >recipes.sql
[ "$(grep -c '^-- ' recipes.sql)" = 10 ] || fail "recipes: $(grep '^-- ' recipes.sql)"
cd "$BITLEAP_SRC" || exit
"$BITLEAP" sql --format csv --file "$OLDPWD/recipes.sql" corpora/small/c*-g-O0.*.bc corpora/small/thin-*.bc corpora/small/lto* |
    golden sql/recipes.csv
