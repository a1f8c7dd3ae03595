#!/usr/bin/env bash
# stats.sh - where the bits go; rows sum up to the whole
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

"$BITLEAP" stats corpora/small/c-O2.clang19.bc | golden stats.txt
"$BITLEAP" stats --blocks corpora/small/*.bc | golden stats-blocks.txt
"$BITLEAP" stats --abbrevs corpora/small/thin-a.clang22.bc | golden stats-abbrevs.txt

"$BITLEAP" stats --ideal corpora/small/cxx-g-O2.clang22.bc | golden stats-ideal.txt

# Rows of --ideal have the bits of all records and definitions; what is best is what repack writes, but for blocks.
for file in corpora/small/{cxx-g-O2.clang22,thin-a.clang19,hash.llvm13}.bc; do
    "$BITLEAP" stats --ideal --json "$file" >"$OLDPWD/ideal.json"
    [ "$(jq -s 'map(select(.type == "ideal") | .bits) | add' "$OLDPWD/ideal.json")" = "$("$BITLEAP" stats --json "$file" |
        jq -s 'map(select(.type == "block") | .record_bits + .abbreviation_bits) | add')" ] || fail "$file: other bits"
    "$BITLEAP" repack "$file" -o "$OLDPWD/ideal.bc" --force --module-hash=keep --no-check
    [ "$(jq -s 'map(select(.type == "ideal") | .best_bits) | add' "$OLDPWD/ideal.json")" -le "$("$BITLEAP" stats --json "$OLDPWD/ideal.bc" |
        jq -s 'map(select(.type == "block") | .bits) | add')" ] || fail "$file: better than the best"
done
expect 2 "$BITLEAP" stats --ideal --blocks corpora/small/c-O2.clang19.bc 2>/dev/null

# The number of threads changes nothing; zero is none.
for threads in 1 2 5; do
    "$BITLEAP" stats --blocks --threads $threads corpora/small/*.bc | golden stats-blocks.txt
done
expect 2 "$BITLEAP" stats --threads 0 corpora/small/c-O2.clang19.bc 2>/dev/null

# sums FILE… - the bits of all rows are the bits of all files, block by block and in all.
sums() {
    "$BITLEAP" stats --json --abbrevs "$@" | awk '
        function value(key) { match($0, "\"" key "\":[0-9]+"); return substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0 }
        { match($0, /"kind":"[^"]*","id":[0-9]+/); block = substr($0, RSTART, RLENGTH) }
        /"type":"block"/ { bits += value("bits"); left[block] += value("record_bits") }
        /"type":"record"/ { left[block] -= value("bits") }
        /"type":"total"/ { reported++; if (bits + value("outside_bits") != value("bytes") * 8) { print "blocks: " bits; bad = 1 } }
        END {
            for (block in left)
                if (left[block] != 0) { print block ": " left[block] " bits of records too few"; bad = 1 }
            exit bad || reported != 1
        }'
}
for file in corpora/small/*; do
    if "$BITLEAP" has "$file" >/dev/null 2>&1; then
        sums "$file" || fail "rows of $file do not sum up"
    else
        expect 1 "$BITLEAP" stats "$file" 2>/dev/null
    fi
done
sums corpora/small/*.bc || fail "rows of all do not sum up"

# Directories and index files are as good as the files in them, and a file that is named twice is one.
"$BITLEAP" stats --json --abbrevs corpora/small/*.bc >"$OLDPWD/files.json"
cd - >/dev/null
mkdir tree
cp "$small"/*.bc tree
"$BITLEAP" stats --json --abbrevs tree | same files.json -
"$BITLEAP" index -o tree.blx tree >/dev/null
"$BITLEAP" stats --json --abbrevs tree.blx | same files.json -
"$BITLEAP" stats --json --abbrevs -x tree.blx tree tree/c-O2.clang19.bc | same files.json -
mkdir nothing
expect 1 "$BITLEAP" stats nothing 2>err
grep -q '^bitleap: nothing: no bitcode in any file below' err || fail "$(cat err)"
expect 2 "$BITLEAP" stats 2>err

# What is damaged in one of many is reported, in order, and the others are counted all the same.
for i in 1 2 3 4; do head -c $((3000 * i)) "$small/c-g-O2.clang19.bc" >"tree/cut$i.bc"; done
for threads in 1 4; do
    expect 3 "$BITLEAP" stats -j $threads --blocks tree >out 2>err
    [ "$(sed 's/^bitleap: tree.\(cut.\).*/\1/' err | tr -d '\n')" = cut1cut2cut3cut4 ] || fail "$(cat err)"
    cp out "out$threads"
done
same out1 out4
head -c 6000 "$small/c-g-O2.clang19.bc" >cut.bc
expect 3 "$BITLEAP" stats --json --abbrevs cut.bc >/dev/null 2>err
grep -q 'cut.bc: bit 256 (byte 0x20): file is cut off: MODULE_BLOCK needs ' err || fail "no place in the message: $(cat err)"
expect 3 "$BITLEAP" stats cut.bc >out 2>/dev/null
! grep 'e+\|-[0-9]' out || fail "wild numbers for a cut file"

# What is after a damaged block is counted, and what is left of that block apart from it: blocks are as large as they are.
whole=$small/cxx-g-O2.clang19.bc
{ head -c 1684 "$whole" && printf '\377' && tail -c +1686 "$whole"; } >damaged.bc
expect 3 "$BITLEAP" stats damaged.bc >out 2>err
[ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"
[ "$(grep -c ' what could not be read$' out)" -eq 1 ] || fail "$(cat out)"
cat >blocks.py <<'END'
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    if row['type'] == 'block':
        inside = row['record_bits'] + row['abbreviation_bits'] + row['unread_bits']
        assert inside < row['bits'], row
        assert (row['unread_bits'] > 0) == (len(sys.argv) > 1 and row['name'] == sys.argv[1]), row
        print(row['name'], row['count'], row['bits'], row['blocks'])
END
"$BITLEAP" stats --json --blocks "$whole" | python3 blocks.py >blocks
expect 3 "$BITLEAP" stats --json --blocks damaged.bc 2>/dev/null >reported
python3 blocks.py PARAMATTR_GROUP_BLOCK <reported >blocks.damaged || fail "$(cat reported)"
same blocks blocks.damaged
