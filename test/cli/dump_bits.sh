#!/usr/bin/env bash
# dump_bits.sh - every primitive on a line of its own, and every bit in one of the lines
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"
need jq

"$BITLEAP" dump --bits --block identification corpora/small/wrapper-arm64.clang14.bc | golden dump-bits.txt
"$BITLEAP" dump --bits --json --block strtab corpora/small/thin-b.clang19.bc | golden dump-bits.json

# Lines join without a hole, from the first bit of the wrapper, or of the stream, to the last one; the raw bits are as many.
cd - >/dev/null
joins() {
    jq -r 'select(.type == "bits") | [.bit_pos, .bits, (.raw // "" | gsub(" "; "") | length), .encoding // "none"] | @tsv' |
        awk -v end="$1" 'NR > 1 && $1 != at { print "hole at", at; exit 1 }
                         { at = $1 + $2 }
                         $4 != "bytes" && $4 != "none" && $3 != $2 { print "raw bits at", $1; exit 1 }
                         END { if (at != end) { print "ends at", at, "not", end; exit 1 } }'
}
mapfile -t files < <(cd "$small" && ls ./*.bc ./*.dia ./*.pch ./*.bitstream)
[ ${#files[@]} -gt 100 ] || fail "only ${#files[@]} files"
while read -r file; do
    "$BITLEAP" ls --json "$small/$file" | jq -s 'map(select(.type == "stream")) | length' >n_streams
    [ "$(cat n_streams)" = 1 ] || continue
    got=0
    "$BITLEAP" dump --bits --json "$small/$file" >lines 2>err || got=$?
    case $got in 0 | 3) ;; *) fail "$file: status $got" ;; esac
    first=$(sed -n '/"type":"bits"/{s/.*"bit_pos":\([-0-9]*\),.*/\1/p;q}' lines)
    size=$(stat -c %s "$small/$file")
    joins $((size * 8 + first)) <lines || fail "$file does not join"
    # What is in no primitive is said so: nothing in a sound file.
    [ $got -eq 3 ] || ! grep 'not read' lines || fail "$file: not read"
# With sanitizers a sample is enough: the fuzz targets have held all of them against the same property.
done < <([ "${MODE:-release}" = release ] || unset WHOLE; sample 23 "${files[@]}")

# Lines have at most 80 columns, whatever they name; with --blobs, too.
for file in "$small"/{cxx-g-O2.clang22,modern.llvm22,index.llvm22,wrapper-thin.clang13}.bc "$small"/header-cxx.clang22.pch; do
    expect 0 "$BITLEAP" dump --bits --blobs "$file" >lines
    ! grep '.\{81\}' lines || fail "$file: lines of more than 80 columns"
done

# The values are those of the records.
file=$small/modern.llvm22.bc
"$BITLEAP" dump --json "$file" | jq -c 'select(.type == "record") | .ops[]' >ops
"$BITLEAP" dump --json --bits "$file" | jq -r 'select(.meaning // "" | test("^op[0-9]+( |$)")) | .value' | same ops -

# Damage: what precedes it, the error, what follows.
whole=$small/cxx-g-O2.clang19.bc
{ head -c 1684 "$whole" && printf '\377' && tail -c +1686 "$whole"; } >damaged.bc
expect 3 "$BITLEAP" dump --bits --json damaged.bc >lines 2>err
grep -q ' in MODULE_BLOCK@256/PARAMATTR_GROUP_BLOCK@3936: ' err || fail "$(cat err)"
[ "$(grep -c 'not read, for damage' lines)" -eq 1 ] || fail "$(grep 'not read' lines)"
joins $(($(stat -c %s "$whole") * 8)) <lines || fail "a damaged file does not join"
head -c 3001 "$whole" >cut.bc
expect 3 "$BITLEAP" dump --bits --json cut.bc >lines 2>err
joins $((3001 * 8)) <lines || fail "a cut file does not join"

# One entry: its lines alone, after the blocks around it; the magic number, too.
"$BITLEAP" dump --bits "$whole" >all
while read -r line; do
    at=${line%% *}
    "$BITLEAP" dump --bits --at "$at" "$whole" | sed 's/^ *//' >there
    grep -qxF "$line" there || fail "nothing of $line"
    [ "$(grep -vc '@[0-9]*:$' there)" -lt 400 ] || fail "too much at $at"
done < <(awk 'NR % 5003 == 1' <(grep '^ *-\?[0-9][0-9]*  [a-z]' all) | sed 's/^ *//')
"$BITLEAP" dump --bits --at 0 "$whole" | grep -q 'magic number: LLVM IR' || fail "no magic number"
expect 2 "$BITLEAP" dump --bits --yaml "$whole" 2>err
grep -q 'excludes --json, --at, --block and --bits' err || fail "$(cat err)"
