#!/usr/bin/env bash
# remarks.sh - optimization remarks as YAML, as llvm-remarkutil prints them, and in SQL
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
here=$PWD
cd "$BITLEAP_SRC"
seeds=corpora/fuzz/remarks

"$BITLEAP" dump --yaml corpora/small/remarks.clang22.opt.bitstream | golden remarks.yaml
# Scalars of all kinds of quotes, and lines that are broken.
"$BITLEAP" dump --yaml $seeds/texts.bin | golden remarks-texts.yaml
# Strings in one file, remarks in another, whose path the first one has.
"$BITLEAP" dump --yaml $seeds/meta16.bin >"$here/16.yaml"
"$BITLEAP" dump --yaml $seeds/meta19.bin >"$here/19.yaml"
golden remarks-16.yaml <"$here/16.yaml"

# The goldens are those of LLVM's own tool, where it is installed.
while read -r version file; do
    tool=/usr/lib/llvm-$version/bin/llvm-remarkutil
    [ -x "$tool" ] || continue
    "$tool" bitstream2yaml "$file" >"$here/wanted"
    "$BITLEAP" dump --yaml "$file" | same - "$here/wanted"
done <<END
16 $seeds/meta16.bin
19 $seeds/meta19.bin
22 $seeds/texts.bin
22 corpora/small/remarks.clang22.opt.bitstream
END

# Without its strings, and what is no remark at all.
expect 3 "$BITLEAP" dump --yaml $seeds/r19.bin >"$here/out" 2>"$here/err"
grep -q 'the strings are in an object file' "$here/err" || fail "$(cat "$here/err")"
[ "$(wc -l <"$here/err")" = 1 ] || fail "more than one line: $(cat "$here/err")"
"$BITLEAP" dump --yaml corpora/small/thin-a.clang22.bc >"$here/out" 2>"$here/err" && fail 'a module is no remark'
grep -q 'these are no optimization remarks' "$here/err" || fail "$(cat "$here/err")"
for option in --json --at=3 --block=9; do
    expect 2 "$BITLEAP" dump --yaml "$option" $seeds/texts.bin >"$here/out" 2>"$here/err"
done
cd "$here"
# The file that is named is not there, or is none.
expect 2 "$BITLEAP" dump --yaml "$BITLEAP_SRC/$seeds/meta19.bin" >out 2>err
grep -q "^bitleap: $seeds/r19.bin: cannot open" err || fail "$(cat err)"
mkdir -p $seeds/r19.bin
"$BITLEAP" dump --yaml "$BITLEAP_SRC/$seeds/meta19.bin" >out 2>err && fail 'a directory is no file of remarks'
grep -q "^bitleap: $seeds/r19.bin: remarks have to be in a regular file" err || fail "$(cat err)"
# What follows damage is printed.
"$BITLEAP" dump --yaml "$small/remarks.clang22.opt.bitstream" >whole
head -c 8000 "$small/remarks.clang22.opt.bitstream" >cut.bin
expect 3 "$BITLEAP" dump --yaml cut.bin >out 2>err
[ "$(wc -l <err)" -le 2 ] || fail "$(cat err)"

# ---- SQL ----

need sqlite3
sql() {
    "$BITLEAP" sql --format csv "$@"
}
file=$small/remarks.clang22.opt.bitstream
for kind in Passed Missed Analysis; do
    sql "SELECT count(*) FROM remarks WHERE kind = '$kind'" "$file" | tail -n 1 |
        same - <(grep -c "^--- !$kind\$" whole)
done
sql "SELECT DISTINCT pass FROM remarks ORDER BY pass" "$file" | sed 1d | same - <(sed -n 's/^Pass: *//p' whole | sort -u)
sql "SELECT sum(json_array_length(arguments)) FROM remarks" "$file" | tail -n 1 | same - <(grep -c '^  - ' whole)
sql "SELECT sum(json_valid(arguments)) = count(*) FROM remarks" "$BITLEAP_SRC/$seeds/texts.bin" | same - \
    <(printf '%s\n1\n' 'sum(json_valid(arguments)) = count(*)')
sql "SELECT message FROM remarks WHERE name = 'NoDefinition' LIMIT 1" "$file" >out
grep -q 'unknown will not be inlined into with_calls because its definition is unavailable' out || fail "$(cat out)"
sql "SELECT function, line, \"column\" FROM remarks WHERE name = 'LoadClobbered' LIMIT 1" "$file" |
    same - <(printf '%s\n' 'function,line,column' 'dependent,29,12')
