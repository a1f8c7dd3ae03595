#!/usr/bin/env bash
# list_options.sh - --columns, --where and --sort of commands that list a table
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3
cxx=$small/cxx-g-O2.clang22.bc

# sql QUESTION FILE... - rows as TSV, without the heading
sql() {
    "$BITLEAP" sql --format csv "$@" |
        python3 -c 'import csv, sys; [print(*row, sep="\t") for row in list(csv.reader(sys.stdin))[1:]]'
}

# One module: the rows of the table of SQL, in any order that is asked for.
"$BITLEAP" globals --columns name,bytes,linkage --where 'kind!=function' "$cxx" |
    same - <(sql "SELECT name, bytes, linkage FROM globals WHERE kind <> 'function'" "$cxx")
"$BITLEAP" globals --columns name,bytes --where 'bytes>=16,constant' --sort bytes,-name "$cxx" >found
sql 'SELECT name, bytes FROM globals WHERE bytes >= 16 AND constant ORDER BY bytes DESC, name DESC' "$cxx" | same found -
[ "$(wc -l <found)" -gt 3 ] || fail "$(cat found)"
"$BITLEAP" globals --columns name,bytes --where 'bytes>=16' --where constant --sort bytes,-name --reverse "$cxx" | tac | same found -
"$BITLEAP" globals --columns name,bytes --where 'bytes>=16,constant' --sort bytes,-name -n 2 "$cxx" | same - <(head -n 2 found)
"$BITLEAP" types --columns number,kind,parts,text --where 'kind=*ct' --sort=-number "$cxx" |
    same - <(sql "SELECT number, kind, parts, text FROM types WHERE kind GLOB '*ct' ORDER BY number" "$cxx")

# All that a condition can say of a number, of a text, of no value; a comma in a value.
conditions='bytes<=8 bytes<9 bytes>8 bytes!=8 bytes=8 bytes !bytes section !section constant=true constant!=true
constant=0 !constant name=_ZTV* name!=_ZTV* name=/^_ZT[IV]/ name<_ZT name>=_ZTV section=x bytes>-1 bytes!=0x8'
where=("bytes <= 8" "bytes < 9" "bytes > 8" "bytes <> 8" "bytes = 8" "bytes IS NOT NULL" "bytes IS NULL" "section IS NOT NULL"
    "section IS NULL" "constant" "NOT constant" "NOT constant" "NOT constant" "name GLOB '_ZTV*'" "name NOT GLOB '_ZTV*'"
    "name GLOB '_ZT[IV]*'" "name < '_ZT'" "name >= '_ZTV'" "section = 'x'" "bytes > -1" "bytes <> 8")
i=0
for condition in $conditions; do
    "$BITLEAP" globals --columns value --where "$condition" "$cxx" >found || true
    sql "SELECT value FROM globals WHERE kind <> 'function' AND ${where[i]}" "$cxx" | same found -
    i=$((i + 1))
done
[ "$i" -eq "${#where[@]}" ] || fail "$i conditions"
text=$("$BITLEAP" types --columns text --where 'text=/\,/' -n 1 "$cxx")
"$BITLEAP" types --columns text --where "text=${text//,/\\,}" "$cxx" | same - <(echo "$text")

# Several inputs, a directory, an archive, an index: one order, and each row with its file.
mkdir tree
cp "$small"/cxx-O2.clang22.bc "$small"/ar-mixed.llvm22.a "$small"/multi.llvm22.bc tree
"$BITLEAP" globals --columns name,bytes --where bytes --sort name tree >found
cut -f 2 found | LC_ALL=C sort -c || fail 'not in order'
[ "$(cut -f 1 found | sort -u | wc -l)" -gt 3 ] || fail "$(cat found)"
for path in 'tree/ar-mixed.llvm22.a(one.bc)' 'tree/multi.llvm22.bc[module 2]'; do
    grep -qF -- "$path" found || fail "$path: $(cut -f 1 found)"
done
[ "$("$BITLEAP" globals --columns file,name -n 1 tree | tr '\t' '\n' | grep -c '^tree/')" = 1 ] || fail 'the file is there twice'
"$BITLEAP" index --quiet -o tree.blx tree
"$BITLEAP" globals --columns name,bytes --where bytes --sort name tree.blx | same found -
"$BITLEAP" globals --json --columns name,bytes --where bytes --sort bytes,name tree | sed 's/,"schema":[0-9]*//' >whole
for ways in '-n 3' '-n 5 --reverse' '-n 0' '-n 100000'; do
    # shellcheck disable=SC2086 # several words on purpose
    "$BITLEAP" globals --json --columns name,bytes --where bytes --sort bytes,name $ways tree | sed 's/,"schema":[0-9]*//' >out
    case $ways in *reverse) tac whole ;; *) cat whole ;; esac >rows
    n=${ways#-n }
    head -n "${n%% *}" rows | same out -
done
"$BITLEAP" types --where 'name=class.shop::Ring' tree >found
"$BITLEAP" types --named --where name tree | grep 'Ring" = type' | same - <(sed 's/:  *[0-9]*  /: /' found)
grep -q '^tree/cxx-O2.clang22.bc: .*%"class.shop::Ring" = type' found || fail "$(cat found)"

# JSON has the same values, as what they are; its first object states the schema, in whatever order.
if command -v jq >/dev/null; then
    "$BITLEAP" types --json --columns number,parts,body --sort=number "$cxx" >out
    head -n 1 out | grep -q '^{"type":"row","schema":[0-9]*,"file":"[^"]*","module":0,"number":' || fail "$(head -n 1 out)"
    [ "$(grep -c '"schema":' out)" = 1 ] || fail 'the schema'
    jq -r '[.number, (.parts | tojson), .body // ""] | @tsv' out |
        same - <("$BITLEAP" types --columns number,parts,body --sort=number "$cxx")
    "$BITLEAP" globals --json --sort=bytes "$cxx" | jq -c 'del(.schema)' | sort |
        same - <("$BITLEAP" globals --json "$cxx" | jq -c 'del(.schema)' | sort)
fi

# What would end a field does not.
need llvm-as-22
printf '@"a\\09b\\0Ac\\5Cd" = global i32 0\n' | llvm-as-22 -o names.bc
"$BITLEAP" globals --columns name,section,bytes names.bc | same - <(printf 'a\\tb\\nc\\\\d\t\t4\n')

# What is damaged is reported, and does not hide the rest; what is empty has no rows.
head -c "$(($(stat -c %s "$cxx") / 2))" "$cxx" >cut.bc
expect 3 "$BITLEAP" globals --columns name --sort name cut.bc "$small/multi.llvm22.bc" >out 2>err
grep -q 'multi.llvm22.bc' out || fail "$(cat out)"
grep -q '^bitleap: cut.bc: ' err || fail "$(cat err)"
: >empty.bc
expect 1 "$BITLEAP" types --columns name empty.bc >out 2>err || expect 3 "$BITLEAP" types --columns name empty.bc >out 2>err
[ ! -s out ] || fail "$(cat out)"
expect 1 "$BITLEAP" types --where 'name=nobody' "$cxx" >out
[ ! -s out ] || fail "$(cat out)"

# Wrong usage: before anything is read.
while IFS='|' read -r options message; do
    # shellcheck disable=SC2086 # several words on purpose
    expect 2 "$BITLEAP" globals $options missing.bc >out 2>err
    grep -qF -- "$message" err || fail "$options: $(cat err)"
    [ ! -s out ] || fail "$options: $(cat out)"
done <<'END_OF_CALLS'
--columns nam|Did you mean 'name'?
--columns name,bites|Did you mean 'bytes'?
--columns name,,bytes|no column ''
--columns zzzzzzzz|no column 'zzzzzzzz'
--columns name?|no column 'name?'
--columns=|--columns names none
--sort secton|Did you mean 'section'?
--sort=--name|no column '-name'
--where lingage=internal|Did you mean 'linkage'?
--where bytes=many|column 'bytes' has numbers, and 'many' is none
--where bytes>99999999999999999999|and '99999999999999999999' is none
--where constant=perhaps|column 'constant' has true or false
--where name=/(/|'/(/':
--where =5|not '=5'
--where !name=x|not '!name=x'
--where name~x|not 'name~x'
--where name,|missing.bc
END_OF_CALLS
many=$(printf 'name,%.0s' $(seq 3000))
"$BITLEAP" globals --columns "${many%,}" -n 1 "$cxx" | awk -F'\t' 'NF != 3000 { exit 1 }' || fail '3000 columns'
many=$(printf 'name,%.0s' $(seq 3000))
"$BITLEAP" globals --where "$many" --sort "${many%,}" "$cxx" --columns value | same - <("$BITLEAP" globals --sort name --columns value "$cxx")

# Attributes: functions that have all of them, and none of others, of whatever place; the rows are those of SQL.
cp "$small"/c-g-O2.clang22.bc "$small"/cxx-g-O0.clang13.bc tree
has='(SELECT 1 FROM attributes a WHERE a.file = g.file AND a.module = g.module AND a.value = g.value AND a.attribute'
# attributes CONDITION OPTIONS... - what SQL says is what attrs says
attributes() {
    local condition=$1
    shift
    sql "SELECT file, value FROM globals g WHERE kind = 'function' AND $condition ORDER BY file, module, value" tree >rows
    [ -s rows ] || fail "no rows: $condition"
    "$BITLEAP" attrs --columns file,value "$@" tree | sort -s -k 1,1 | same - rows
}
attributes 'defined' --where defined
attributes "EXISTS $has = 'noinline')" --with noinline
attributes "NOT EXISTS $has = 'uwtable') AND EXISTS $has = 'noundef')" --without uwtable --with noundef
attributes "EXISTS $has GLOB 'no*d')" --with 'no*d'
attributes "EXISTS $has = 'target-cpu' AND a.argument = 'x86-64')" --with target-cpu=x86-64
attributes "name GLOB '_ZN*' AND NOT EXISTS $has = 'nounwind')" --only '_ZN*' --without '/^nounwind$/'
"$BITLEAP" attrs --with noinline tree | sed 's/: .*//' | sort -u >found
grep -q '^tree/cxx-g-O0' found || fail "$(cat found)"
expect 1 "$BITLEAP" attrs --with nothing_like_it tree
expect 2 "$BITLEAP" attrs --groups --with noinline tree 2>err
expect 1 "$BITLEAP" funcs --only nobody tree 2>err
grep -q "nothing matches 'nobody'" err || fail "$(cat err)"
